## Люди
not-signed-in = Пока неизвестно, кто вы. Откройте первую страницу и приходите снова.
account-already = У вас уже есть учётная запись.
login-wrong = Имя или пароль не подходят.
login-held = Пароль этой учётной записи слишком часто пытались угадать, возможно, не вы. Попробуйте через { $seconds } с или впустите это устройство с того, где вы уже входили: страница имени, «Впустить новое устройство».
device-account = У гостя нет пароля. Сначала заведите учётную запись.
password-wrong = Пароль не подходит.
password-short = В пароле нужно знаков: не меньше { $least }.
password-long = В пароле может быть знаков: не больше { $most }.
name-taken = Это имя занято или слишком похоже на занятое.
block-yourself = Заблокировать себя нельзя.
block-enough = Вы уже заблокировали { $most } человек. Сначала разблокируйте кого-нибудь.

## Сервер
no-such-table = Такого стола нет.
no-such-page = Такой страницы нет.
no-such-method = По этому адресу так не спрашивают.
message-unreadable = Сообщение не читается.
request-unreadable = Запрос не читается.
request-too-large = Запрос слишком большой.
request-not-json = Запрос должен быть в JSON.
origin-foreign = Запрос пришёл с чужого сайта.
too-fast = Слишком много сообщений сразу.
too-many = Слишком часто. Попробуйте через { $seconds } с.
guest-puzzle = Из вашей сети пришло много гостей. Сначала устройство решит задачу: около { $seconds } с.
server-failed = На сервере что-то сломалось.
server-stops = Сервер останавливается. Всё сделанное записано.
signed-out = Вы вышли, или пароль сменили. Войдите снова, чтобы продолжить.
not-read = Сервер не может прочесть записанное. Попробуйте чуть позже.
database-unknown = Базу данных называют так: sqlite:///ФАЙЛ или postgresql://…
database-newer = С этой базой данных работала более новая версия программы.
database-in-use = Файл { $file } занят другим сервером.
database-held = С этой базой данных уже работает другой сервер и не делит её ни с кем. Чтобы с ней работали несколько, запустите каждый с --peer-address и --peer-secret-file.
database-unshared = Несколько серверов могут работать только с общей базой PostgreSQL: --database postgresql://…
database-no-driver = Для PostgreSQL нужно дополнение prikup[postgres]: pip install 'prikup[postgres]'.
redis-no-driver = Для Redis нужен дополнительный набор prikup[redis]: pip install 'prikup[redis]'.
redis-unknown = Адрес Redis записывается так: redis://ХОСТ:ПОРТ, rediss://… или unix://…
database-failed = База данных не открывается: { $error }
database-missing = Базы данных { $file } нет.
database-damaged = Файл { $file } повреждён.
database-other-schema = База данных от другой версии программы. Запустите сервер один раз и спросите снова.
backup-itself = { $file } – сама база данных. Назовите для копии другой файл.
backup-exists = Файл { $file } уже есть. С ключом --force он будет заменён.
backup-unreadable = { $file } – не резервная копия такой базы данных, или файл повреждён.
backup-foreign = Таблиц этой программы там нет.
backup-revisions = В копии названо { $number ->
        [one] { $number } версия
        [few] { $number } версии
       *[many] { $number } версий
    } базы, а у базы она одна.
backup-lacks = В копии не хватает: { $kind ->
        [table] таблица
        [index] индекс
        [trigger] триггер
        [view] представление
       *[other] { $kind }
    } { $name }. Это не база этой программы или не вся.
backup-extra = В копии есть то, чего эта программа не создаёт: { $kind ->
        [table] таблица
        [index] индекс
        [trigger] триггер
        [view] представление
       *[other] { $kind }
    } { $name }.
backup-differs = В копии не так, как в базе этой программы: { $kind ->
        [table] таблица
        [index] индекс
        [trigger] триггер
        [view] представление
       *[other] { $kind }
    } { $name }.
tool-missing = Для этого нужна программа { $program } от PostgreSQL. В Debian она в пакете postgresql-client.
tool-old = Программа { $program } – от PostgreSQL { $own }, а сервер – { $server }. Установите postgresql-client не старше сервера.
tool-failed = { $program }: { $error }

## Архив
no-such-moment = Такого момента нет.
no-such-match = Такой партии нет, или она ещё не закончена.
no-such-problem = Такой задачи нет, или её день ещё не настал.
no-such-deal = Такой раздачи в этой партии нет.
match-private = Партия скрыта. Сначала откройте её для всех: тогда результаты можно будет сравнить.
unverified-compared = Партия загружена с устройства, без проверки: её результаты с чужими не сравнивают.
upload-account = Партии кладут в архив учётной записи. Заведите её или войдите.
upload-unreadable = Это не запись партии.
upload-damaged = Строка { $line } записи изменена, потеряна или записана дважды.
upload-forged = Строка { $line } записи не следует по правилам из предыдущих.
upload-older-rules = Партия сыграна по прежним правилам. Её можно смотреть там, где её играли.
upload-not-alone = Это не партия одного человека с программами, какие играют на своём устройстве.
upload-unfinished = Партия не закончена. Загрузить её можно будет после конца.
upload-given = Карты сдачи { $deal } не тасовали: кто-то их знал.
upload-shuffle = Карты сдачи { $deal } не те, что даёт её тасовка.
upload-known = Эта партия уже есть в архиве.
import-no-match = В файле нет партии: годится запись, нотация или PPN.
import-fault = Строка { $line } файла не следует из предыдущих.
import-against-rules = Что-то в файле не по правилам его игры.
import-many = В файле больше { $most } партий.
import-unfinished = Ни одна сдача этой партии не закончена.
import-no-such-match = Такой партии или такого места в файле нет.
imported-private = Партия из файла остаётся закрытой.
shared-enough = Вы уже ведёте с другими { $most } записей. Сначала закончите одну из них.
shared-watch = По этой ссылке только смотрят.
shared-went-on = Тем временем записали что-то ещё. Посмотрите и запишите своё.
shared-gone = Такой записи на сервере больше нет.
no-such-step = Оттуда играть дальше нельзя: это шаг { $step } из { $steps }.
cursor-unreadable = Список партий изменился. Начните его сначала.
review-enough = Разбора уже ждут ваши раздачи: { $most }. Возвращайтесь, когда они будут готовы.

## Журнал
audit-seated = { $person } садится за стол { $table } на место { $seat } под именем { $name }
audit-stood = { $person } встаёт из-за стола { $table }, с места { $seat }
audit-renamed = { $person } меняет имя { $from } на { $to }
audit-account-opened = { $person } заводит учётную запись под именем { $to } (имя гостя: { $from })
audit-password-changed = { $person } меняет пароль
audit-account-deleted = { $person } – учётная запись удалена владельцем
audit-guest-deleted = Данные гостя { $person } удалены: гость давно не приходил
audit-table-deleted = Стол { $table } удалён: его гости давно не приходили
audit-removed = { $by } удаляет { $person } из-за стола { $table } (место { $seat }; -1: без места)
audit-locked = { $person } закрывает стол { $table } для новых гостей
audit-unlocked = { $person } снова открывает стол { $table }
audit-blocked = { $by } блокирует { $person }, встреча за столом { $table }
audit-unblocked = { $by } больше не блокирует { $person }
audit-reported = { $person } сообщает о ходе компьютерного игрока на месте { $seat } в сдаче { $deal } за столом { $table }
