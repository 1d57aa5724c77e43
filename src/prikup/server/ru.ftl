## Люди
not-signed-in = Вы не вошли на сайт. Откройте главную страницу и попробуйте ещё раз.
account-already = У вас уже есть учётная запись.
login-wrong = Неверное имя или пароль.
login-held = Слишком много неудачных попыток войти в эту учётную запись, возможно, не ваших. Попробуйте через { $seconds } с или откройте вход этому устройству с того, где вы уже входили: страница имени, «Вход с нового устройства».
device-account = У гостя нет пароля. Сначала заведите учётную запись.
password-wrong = Неверный пароль.
password-short = Пароль слишком короткий. Наименьшее число знаков: { $least }.
password-long = Пароль слишком длинный. Наибольшее число знаков: { $most }.
name-taken = Это имя занято или слишком похоже на занятое.
block-yourself = Заблокировать себя нельзя.
block-enough = Вы уже заблокировали { $most } человек. Сначала разблокируйте кого-нибудь.

## Сервер
no-such-table = Такого стола нет.
no-such-page = Такой страницы нет.
no-such-method = По этому адресу такие запросы не принимаются.
message-unreadable = Не удалось прочитать сообщение.
request-unreadable = Не удалось прочитать запрос.
request-too-large = Запрос слишком большой.
request-not-json = Запрос должен быть в JSON.
origin-foreign = Запрос пришёл с чужого сайта.
too-fast = Слишком много сообщений сразу.
too-many = Слишком часто. Попробуйте через { $seconds } с.
guest-puzzle = Из вашей сети пришло много гостей. Сначала устройство решит задачу: около { $seconds } с.
server-failed = На сервере произошла ошибка.
server-stops = Сервер останавливается. Всё, что вы сделали, сохранено.
signed-out = Вы вышли из учётной записи, или её пароль изменили. Чтобы продолжить, войдите снова.
not-read = Сервер не может прочитать сохранённые данные. Попробуйте чуть позже.
database-unknown = База данных задаётся так: sqlite:///ФАЙЛ или postgresql://…
database-newer = С этой базой данных работала более новая версия программы.
database-in-use = Файл { $file } занят другим сервером.
database-held = С этой базой данных уже работает другой сервер, и он занял её целиком. Чтобы с ней работали несколько серверов, запустите каждый с --peer-address и --peer-secret-file.
database-unshared = Несколько серверов могут работать только с общей базой PostgreSQL: --database postgresql://…
database-no-driver = Для PostgreSQL нужно дополнение prikup[postgres]: pip install 'prikup[postgres]'.
redis-no-driver = Для Redis нужно дополнение prikup[redis]: pip install 'prikup[redis]'.
redis-unknown = Адрес Redis задаётся так: redis://ХОСТ:ПОРТ, rediss://… или unix://…
database-failed = Не удалось открыть базу данных: { $error }
database-missing = Базы данных { $file } нет.
database-damaged = Файл { $file } повреждён.
database-other-schema = База данных создана другой версией программы. Запустите сервер один раз и повторите команду.
backup-itself = { $file } — сама база данных. Укажите для копии другой файл.
backup-exists = Файл { $file } уже есть. Чтобы заменить его, укажите --force.
backup-unreadable = { $file } — не резервная копия базы данных prikup, или файл повреждён.
backup-foreign = В копии нет таблиц этой программы.
backup-revisions = В копии { $number ->
        [one] { $number } версия
        [few] { $number } версии
       *[many] { $number } версий
    } базы, а должна быть одна.
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
backup-differs = В копии отличается от базы этой программы: { $kind ->
        [table] таблица
        [index] индекс
        [trigger] триггер
        [view] представление
       *[other] { $kind }
    } { $name }.
tool-missing = Нужна программа { $program } из PostgreSQL. В Debian она входит в пакет postgresql-client.
tool-old = Программа { $program } — из PostgreSQL { $own }, а сервер — { $server }. Установите postgresql-client не старше сервера.
tool-failed = { $program }: { $error }

## Архив
no-such-moment = Такого момента нет.
no-such-match = Такой партии нет, или она ещё не закончена.
no-such-problem = Такой задачи нет, или её день ещё не настал.
no-such-deal = Такой раздачи в этой партии нет.
match-private = Партия закрыта. Сначала откройте её для всех: тогда результаты можно будет сравнить.
unverified-compared = Партия загружена с устройства, без проверки: её результаты с чужими не сравнивают.
upload-account = Чтобы хранить партии, войдите или заведите учётную запись.
upload-unreadable = Это не журнал партии.
upload-damaged = Строка { $line } журнала изменена, потеряна или записана дважды.
upload-forged = Строка { $line } журнала не следует по правилам из предыдущих.
upload-older-rules = Партия сыграна по прежним правилам. Её можно смотреть там, где её играли.
upload-not-alone = Это не партия одного человека с компьютерными игроками на своём устройстве.
upload-unfinished = Партия не закончена. Загрузите её, когда она закончится.
upload-given = Карты сдачи { $deal } не тасовали: их кто-то выбрал.
upload-shuffle = Карты сдачи { $deal } не такие, какие даёт её тасовка.
upload-known = Эта партия уже есть в архиве.
import-no-match = В файле нет партии: годится журнал, нотация или PPN.
import-fault = Строка { $line } файла не следует из предыдущих.
import-against-rules = Содержимое файла нарушает правила игры.
import-many = В файле больше { $most } партий.
import-unfinished = Ни одна сдача этой партии не закончена.
import-no-such-match = Такой партии или такого игрока в файле нет.
imported-private = Партия из файла остаётся закрытой.
shared-enough = Вы уже ведёте с другими записей: { $most }. Сначала закончите одну из них.
shared-watch = По этой ссылке можно только смотреть.
shared-went-on = Тем временем другой игрок внёс запись. Посмотрите её, а потом внесите свою.
shared-gone = Этой записи на сервере больше нет.
no-such-step = С этого места играть нельзя: это шаг { $step } из { $steps }.
cursor-unreadable = Список партий изменился. Откройте его с начала.
review-enough = Разбора уже ждут ваши сдачи: { $most }. Попробуйте ещё раз, когда они будут готовы.

## Журнал
audit-seated = { $person } садится за стол { $table } на место { $seat } под именем { $name }
audit-stood = { $person } встаёт из-за стола { $table }, с места { $seat }
audit-renamed = { $person } меняет имя { $from } на { $to }
audit-account-opened = { $person } заводит учётную запись под именем { $to } (имя гостя: { $from })
audit-password-changed = { $person } меняет пароль
audit-account-deleted = { $person } — учётная запись удалена владельцем
audit-guest-deleted = Данные гостя { $person } удалены: гость давно не приходил
audit-table-deleted = Стол { $table } удалён: его гости давно не приходили
audit-removed = { $by } удаляет участника { $person } из-за стола { $table } (место { $seat }; -1: без места)
audit-locked = { $person } закрывает стол { $table } для новых гостей
audit-unlocked = { $person } снова открывает стол { $table }
audit-blocked = { $by } блокирует участника { $person } (встретились за столом { $table })
audit-unblocked = { $by } снимает блокировку с участника { $person }
audit-reported = { $person } сообщает о ходе компьютерного игрока на месте { $seat } в сдаче { $deal } за столом { $table }
