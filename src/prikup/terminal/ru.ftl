## Стол
table-title = { $game } · сдача { $deal } · сдаёт { $dealer } · { $options }
waiting = { $player } думает …
waiting-several = Ждём: { $players } …
clock = Часы
chair-away = не на связи
chair-bot = компьютер
you = (вы)
head-said = сказано
head-card = эта взятка
head-last = прошлая
head-tricks = взяток
said-cards = { $cards }
tricks-together = Взятки
open-hand = { $player }, открыто:
help-hint = ? помощь
own-bid = ваша заявка: { $actions }
own-discarded = вы снесли: { $actions }
own-took = вы взяли: { $actions }
own-gave = вы отдали ({ $other }): { $actions }
own-got = вы получили ({ $other }): { $actions }

## Стол словами
hand-spoken = Ваши карты: { $cards }.
hand-open = Открытые карты, { $player }: { $cards }.
legal-spoken = Можно: { $cards }.
choices-spoken = Можно сказать: { $calls }.
seat-said = сказано { $value }
seat-card = в этой взятке { $value }
seat-last = в прошлой взятке { $value }
seat-tricks = взяток { $value }
seat-silent = ещё ничего не сказано

## Стол с другими
connecting = Соединяемся …
connected-again = Связь снова есть.
connection-lost = Связь пропала. Пробуем ещё раз …
shuffling = Карты тасуют.
agree = Вы согласны? (д/н)
seat-empty = пока никого
seat-computer = { $name } (компьютер: { $level })
room-waits = Матч начнётся, когда скажет хозяин стола.
room-full = Все места заняты: вы смотрите.
match-begins = Матч начинается.
rematch-open = Открыт стол для реванша.
chat-text = { $name }: { $text }
chat-how = Что сказать? Например: скажи привет. Или номер: { $presets }
clock-left = На ваших часах осталось { $seconds } с.
answer-not-asked = Сейчас это ни к чему: { $text }. Знак ? — помощь.
deal-unreadable = Сервер сейчас не отдаёт эту сдачу.
seat-how = Какое место? Нужен номер от 1 до { $most }.
claim-how = Сколько кому взяток, вот так: { $counted }.
confirm-split = Предложить остальным разделить взятки так: { $counted }? (д/н)
confirm-stop = Предложить всем закончить матч сейчас? (д/н)
confirm-stand = Встать из-за стола? Пока вы не вернётесь, за вас играет компьютер. (д/н)

## Кто где сидит
seat-sat = За стол садится { $player }.
seat-left = Из-за стола уходит { $name }.
seat-filled = За стол садится { $player }, это компьютер.
seat-away = { $player } не на связи.
seat-here = { $player } снова на связи.
seat-played = За игрока { $player } играет компьютер.
seat-returned = { $player } снова играет.
seat-own-played = За вас играет компьютер. Чтобы играть самим: { keys-sit }.
seat-own-returned = Вы снова играете сами.

## О чём спрашивают всех
proposal-claim = { $player } предлагает разделить остальные взятки: { $counted }.
proposal-concede = { $player } предлагает признать сдачу проигранной.
proposal-undo = { $player } просит взять назад последнее действие.
proposal-stop = { $player } предлагает закончить матч сейчас.
proposal-replace = { $player } предлагает посадить компьютер на место игрока { $other }.
proposal-waits = Должны согласиться: { $players }. Раздумали — н.
proposal-over = Не договорились.

## Колоды
deck-right = Проверено: колода { $attempt } сдачи { $deal } та самая, что была запечатана.
deck-right-own = Проверено: колода { $attempt } сдачи { $deal } та самая, что была запечатана; ваша случайность в ней есть, и ваши карты — из неё.
deck-right-late = Проверено: колода { $attempt } сдачи { $deal } та самая, что была запечатана. Ваша случайность в неё не успела.
deck-wrong-seed = КОЛОДА { $attempt } СДАЧИ { $deal } НЕВЕРНА: зерно не то, что было запечатано.
deck-wrong-order = КОЛОДА { $attempt } СДАЧИ { $deal } НЕВЕРНА: тасовка даёт другую.
deck-wrong-entropy = КОЛОДА { $attempt } СДАЧИ { $deal } НЕВЕРНА: чью-то случайность подменили.
deck-wrong-cut = КОЛОДА { $attempt } СДАЧИ { $deal } НЕВЕРНА: сняли не там, где сказали.
deck-wrong-hand = КОЛОДА { $attempt } СДАЧИ { $deal } НЕВЕРНА: по ней у вас должны быть другие карты.

## Ответы
answer-unclear = Непонятно: { $text }. Знак ? — помощь.
answer-number = Номера { $text } сейчас нет, есть от 1 до { $most }. Знак ? — список.
answer-ambiguous = { $text } — это может быть { $calls }: напишите подробнее.
answer-refused = { $action }: { $why }
answer-too-many = Слишком много сразу: сейчас можно только { $number }. Ничего не сделано.
last-none = Взяток ещё не было.
deal-none = В этом матче ещё ни одна сдача не доиграна.
confirm-concede = Признать эту сдачу проигранной? (д/н)
confirm-claim = Остальные взятки ваши: ни одну вашу карту не побить. Забрать их? (д/н)
confirm-best = Вам видны все карты в игре. Лучшая игра даёт: { $counted }. Согласны на это? (д/н)
yes = д да
no = н нет

## Клавиши: показывается первая
keys-help = ? помощь
keys-undo = о отмена
keys-last = л последняя взятка
keys-sheet = з запись счет
keys-deal = к карты
keys-rules = р правила
keys-table = т стол
keys-concede = с сдаться
keys-quit = х выход
keys-leave = { keys-quit }
keys-start = начать
keys-sit = сесть
keys-stand = встать
keys-fill = посадить
keys-say = скажи сказать
keys-claim = предложить
keys-stop = закончить
keys-replace = заменить
keys-again = реванш еще
keys-go-on = п продолжить
keys-language = я язык
keys-back = н назад

## Помощь за столом
help-why-not = Почему нельзя другое
help-typing = Как отвечать
help-how = Карта: { $example } или { $turned }, можно и латиницей. Слово: целиком или его начало. Или номер из списка выше. Несколько карт сразу — там, где их нужно несколько.
help-help = что можно сделать и почему нельзя другое
help-undo = взять назад последнее действие, пока от него ничего не изменилось
help-last = последняя взятка
help-sheet = запись и откуда каждое число
help-deal = прошлая сдача ещё раз, все карты открыты
help-rules = правила и договорённости этого матча
help-table = показать стол ещё раз
help-concede = признать сдачу проигранной, где это принято, или забрать остальные взятки
help-quit = выйти; матч записан, его можно продолжить с того же места
help-leave = выйти; место останется за вами, та же команда вернёт вас за стол
help-start = начать матч; пустые места займут компьютеры
help-sit = занять место, например: сесть 2; или вернуть своё у компьютера
help-stand = встать из-за стола
help-fill = посадить на место компьютер или убрать его, например: посадить 2, посадить 2 random
help-say = поговорить, например: скажи привет; без слов — что можно сказать номером
help-claim = предложить раздел остальных взяток, например: предложить 3 1 0, в том порядке, в каком их считают; без чисел — все ваши, а где взятки не нужны, ни одной
help-stop = предложить закончить матч сейчас
help-replace = предложить компьютер вместо того, кого нет, например: заменить 2
help-again = такой же стол для реванша
help-marks = → первый ход, ✓ взятка, ▸ чей ход.

## Приглашения
prompt-next-deal = Enter — следующая сдача, { $deal } — все карты этой, { $quit } — выйти.
prompt-more = Enter — дальше, иначе назад.
prompt-back = Enter — назад к столу.
prompt-sheet = Номер сдачи — откуда её числа. Enter — назад к столу.
prompt-start = { $start } — начать матч.
prompt-start-empty = { $start } — начать матч, пустые места займут компьютеры.
prompt-sit = Enter — сесть за стол, номер — на это место.
prompt-cut = Снимите колоду: от 1 до { $most } карт (Enter — где угодно)
prompt-over = { $again } — сыграть ещё, { $deal } — последняя сдача, все карты, Enter или { $quit } — выйти.
prompt-elsewhere = Enter — снова играть здесь.
prompt-back-menu = Enter — назад.

## Запись
settlement = Расчёт
settlement-rounded = В целых числах
head-deal = сдача
head-dealer = сдаёт
row-title = Сдача { $deal }, сдаёт { $dealer }
result-none = Матч окончен, победителя нет.
result-won = Победа: { $winners }.
result-shared = Победа общая: { $winners }.

## Меню
menu-unclear = Непонятно: { $text }.
menu-title = prikup: карточные игры Севера и Востока
menu-go-on = продолжить: { $game }, сдача { $deal } ({ $score })
menu-go-on-with = продолжить: { $game }, сдача { $deal } ({ $names })
menu-quit = выйти
menu-choose = Какая игра? (номер)
head-preset = набор
menu-presets = Enter — первый набор; { $key } — правила; { $back } — назад. Можно задать и свои правила: имя=значение имя=значение. Все они: prikup rules { $game }
menu-choose-preset = По каким правилам?
menu-name = Как вас зовут? (Enter — { $name })

## Правила
rules-options = Домашние правила (--set имя=значение; prikup play { $game } --set …)
rules-presets = Наборы правил (prikup play { $game } --preset …)
rules-default = {" "}(обычно)
rules-bounds = от { $low } до { $high }; обычно { $value }
rules-agreed = В этом матче
rules-agreed-none = В этом матче все домашние правила обычные.
rules-more = Все домашние правила: prikup rules { $game }
value-on = да
value-off = нет

## Повтор
stock = закрыто
replay-undone = Взято назад: { $actions }.
replay-stopped = Здесь матч прекратили.
replay-unfinished = Сдача { $deal } не окончена, её карты остаются закрытыми.
replay-sheet = Запись

## Проверка
verify-deck = Сдача { $deal }, колода { $attempt }: запечатана как { $commitment }
verify-right = Колода та самая, какую даёт тасовка.
verify-wrong = КОЛОДА НЕ ТА, КАКУЮ ДАЁТ ТАСОВКА.
verify-stranger = ЗЕРНО НЕ СЛЕДУЕТ ИЗ ЗЕРНА МАТЧА.
verify-given = Сдача { $deal }, колода { $attempt }: задана, а не стасована.
verify-refused = Правила её не приняли: { $why }
verify-good = Все проверенные колоды верны. Колод: { $decks }.
verify-bad = Неверных колод: { $wrong }.
verify-nothing = Ни одной колоды здесь не тасовали, проверять тасовку нечего. Но каждое действие было по правилам, и каждое число записи посчитано заново.
verify-proves = Это доказывает, что каждую колоду определили зерно, хеш которого стоит выше, случайность от игроков и съём: сравните начало хеша с тем, что было показано перед сдачей. Каждое действие было по правилам, каждое число записи посчитано заново, и каждую непринятую колоду правила и должны были не принять.
verify-proves-not = Это не доказывает, что тот, кто запустил программу, не смотрел в карты, не помогал снимающему и записал всё, что было показано: журнал целиком можно сочинить и потом, но не с теми хешами, которые вы видели перед каждой сдачей.

## Решение
solve-trump = Козыри: { $suit }.
solve-no-trump = Без козыря.
solve-must-trump = У кого нет масти, тот обязан бить козырем.
solve-ace-low = Туз — самая младшая карта.
solve-last = Место { $place } в каждой взятке кладёт карту последним.
solve-leads = Ходит место { $place }.
solve-lying = Ходило место { $place }; на столе: { $actions }.
solve-most = Сторона { $side } хочет взять как можно больше.
solve-fewest = Сторона { $side } хочет взять как можно меньше.
solve-value = Взяток у стороны { $side }: { $value } из { $left }
solve-cards = После каждой карты места { $place }:
solve-line = Один из лучших розыгрышей; в скобках — сколько сторона ещё возьмёт
solve-cut = Время вышло прежде, чем нашёлся остаток розыгрыша.
head-cards = карты

## Запись за настоящим столом
score-names = А Б В Г
score-yes-no = да, нет
score-next = Дальше: сдача { $deal }, сдаёт { $dealer }.
reason-score-how-many = Здесь нужно значений: { $number }, через пробел. А здесь: { $text }
reason-score-bounds = { $number }: нужно от { $low } до { $high }.
reason-score-not-one = Непонятно: { $text }
reason-score-not-one-of = Непонятно: { $text }. Можно: { $allowed }
reason-score-no-field = Такого поля нет: { $field }. Есть: { $allowed }.
reason-score-field-missing = Не хватает { $field }: напишите { $field }=…

## Конец
log-dropped = Последняя строка журнала была неполной (программу прервали на полуслове), она отрезана. Из показанного ничего не пропало.
end-seat = Место остаётся за вами. Вернуться:
end-watched = Смотреть дальше:
end-saved = Всё записано. Продолжить:
end-verify = Матч записан. Проверить тасовку:
end-replay = Посмотреть все карты:

## Ошибки
error-language = Такого языка нет: { $language }. Есть: { $allowed }.
error-level = Такого игрока нет: { $level }. Есть: { $allowed }.
error-unreachable = { $url }: сюда не достучаться: { $error }
reason-not-an-address = Это не адрес стола: { $text }
reason-no-table-server = Там нет сервера с карточными столами (HTTP { $status }).
reason-other-version = На сервере другая версия программы, они друг друга не понимают.
reason-connection-ended = Сервер прервал связь ({ $code }).
error-file-missing = Такого файла нет: { $file }
error-file-forbidden = Этот файл нельзя ни читать, ни писать: { $file }
error-file-folder = Это папка, а не файл: { $file }
error-file-error = { $file }: { $error }
error-line = { $file }, строка { $line }: { $why }
error-other-game = В файле { $file } другая игра: { $game }.
error-other-rules = Матч в файле { $file } идёт по своим правилам ({ $options }): --preset и --set не нужны.
error-notation = { $game }: записи { $notation } для этой игры нет. Есть: { $allowed }.
error-players = Этот матч здесь не сыграть: в файле { $file } играют { $players }.
error-deal = Такой сдачи нет: { $deal }. Последняя — { $last }.
error-names = Имён нужно { $number }, через запятую.
error-dealer = Такого сдающего нет ({ $dealer }), или номер сдачи меньше 1. Игроки: { $allowed }.
usage-no-option = Такого ключа нет: { $option }. См. --help.
usage-missing = Не хватает { $name }. См. --help.
usage-bad-value = { $name }: значение не читается. См. --help.
usage-no-command = Такой команды нет: { $name }. См. --help.
usage-bad = { $error } См. --help.

## Помощь по командам
help-of-usage = Как вызвать:
help-of-arguments = Что указать
help-of-options = Ключи
help-of-commands = Команды
help-of-program = Карточные игры Севера и Востока. Без команды — меню.
help-of-play = Сыграть матч с компьютером. Всё записывается прежде, чем показывается, так что выход ничего не теряет.
help-of-join = Сыграть с другими за столом на сервере: адрес тот же, что в браузере. Если стола в адресе нет, выбрать игру и сыграть там с компьютером.
help-of-rules = Правила игры, каждое домашнее правило с объяснением, наборы правил.
help-of-replay = Матч ещё раз: все карты открыты, каждое число объяснено.
help-of-verify = Пересчитать каждую колоду матча. Код выхода 1, если какая-то неверна.
help-of-notation = Журнал в текстовую запись; текстовая запись, наша или другой программы, в журнал.
help-of-solve = Что даёт лучшая игра в открытую: взятки стороны, чего стоит каждая карта, один розыгрыш. Код выхода 1, если времени не хватило.
help-of-score = Вести запись за настоящим столом: вы говорите, что было, а программа пишет строку и объясняет её.
opt-help = Показать это и выйти.
opt-game = { $games }
opt-as = Записать так, как принято в другой программе; неверное имя покажет, какие записи есть у игры.
opt-file = Журнал или матч в текстовой записи.
opt-url = http://HOST/t/TABLE или http://HOST.
opt-seat = Занять это место, считая от 1.
opt-cut = Спрашивать, где снять колоду.
opt-preset = Набор правил по имени; см. prikup rules GAME.
opt-set = Одно домашнее правило; можно повторять.
opt-language = Язык; иначе $PRIKUP_LANGUAGE, иначе язык системы.
opt-plain = Только предложения: без цвета и рисунков. В конвейере так всегда.
opt-four-colour = Масти четырёх цветов.
opt-pace = Сколько секунд видно чужое действие (0.6).
opt-deals = Закончить после стольких сдач.
opt-seed = Всё случайное выводится из этого текста.
opt-log = Файл матча. Если он есть, матч продолжается.
opt-level = Как играют остальные: beginner (новичок), rule (ровно), pimc (сильно) или master (мастер).
opt-name = Ваше имя.
opt-auto = Единственную возможную карту класть сразу.
opt-deal = Только эта сдача.
opt-outcome = Что было; если не сказать, программа спросит, сдача за сдачей.
opt-names = Игроки в том порядке, как сидят.
opt-totals = Запись перед этой сдачей: числа по столбцам, потом по сторонам.
opt-score-deal = Номер сдачи.
opt-carry = Что переходит от сдачи к сдаче помимо записи: raspasy=1, если одни распасы подряд уже были.
opt-dealer = Кто сдаёт: имя или номер от 1.
opt-hands = Руки в порядке хода, считая от 0: "AKJ.Q8.AQ. | T9.K.K87. | …". Масти: пики.трефы.бубны.червы; - или пусто — место, где никто не играет.
opt-trump = Козырь; N — без козыря.
opt-leader = Кто ходит, или кто ходил, если взятка уже лежит на столе.
opt-side = Места, чьи взятки считаются; все остальные играют против них.
opt-goal = Чего хочет сторона: взять больше (most, если не сказано) или меньше (fewest).
opt-follow = У кого нет масти, тот кладёт что угодно (free, если не сказано) или обязан бить козырем (must-trump).
opt-ace-low = Туз — самая младшая карта.
opt-last = Место, которое в каждой взятке кладёт карту последним.
opt-table = Карты неоконченной взятки в порядке хода: "SA S7".
opt-seconds = Бросить поиск через столько секунд.
opt-json = Один объект JSON и больше ничего.

## The server
help-of-serve = Столы для браузера: вашего, а если разрешите – и всех, кому доступна эта машина.
opt-host = Сетевой адрес; 0.0.0.0 – все адреса этой машины (127.0.0.1: только для вас).
opt-port = Порт; без него – первый свободный от 8000.
opt-database = Где хранятся столы: sqlite:///ФАЙЛ или postgresql://…; без этого – файл в вашей папке данных.
opt-proxy = Сервер стоит за вашим прокси, и его заголовкам X-Forwarded можно верить.
opt-no-limits = Не ограничивать, как часто кто что делает.
opt-serve-pace = Сколько думает компьютер, в секундах (0.8).
opt-open = Открыть в браузере.
serve-address = Стол ждёт по адресу { $address } (Ctrl+C – конец)
error-address = Адрес { $address } занять не удалось: { $error }
error-serve-extra = Для игры в браузере установите: pip install 'prikup[play,serve]'

## The arena
help-of-arena = Пусть компьютеры сыграют друг с другом на одних и тех же картах.
opt-players = Кто играет: имена; после двоеточия можно указать число раскладов (pimc:20).
opt-arena-deals = Сколько сдач, каждая во всех рассадках (100).
opt-arena-seed = Любой текст: из него следуют карты.
opt-first = Номер первой сдачи (0).
opt-matches = Целые партии вместо сдач; считается, кто выиграл.
opt-alone = Только этот игрок в одиночку против каждого из остальных.
opt-workers = Сколько процессов играют сразу (столько, сколько процессоров).
opt-arena-log = Файл для результатов; с ним прерванный прогон продолжается.
error-two-players = Назовите двух игроков или больше, через запятую.
error-other-arena = В файле { $file } результаты другого прогона.
arena-under-way = Играют
arena-heading = { $game } ({ $options }), сдач: { $deals }, зерно { $seed }
arena-deals = Очки за сдачу у каждого игрока в одиночку (или пары) против остальных, с 95-процентным интервалом:
arena-matches = Доля партий, которые выигрывает каждый игрок против остальных, с 95-процентным интервалом:
arena-against = против
arena-times = Время на раздумья, мс:
arena-player = игрок
arena-phase = фаза
arena-decisions = решений
