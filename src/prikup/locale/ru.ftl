language-name = Русский

## Карты
suit-S = пики
suit-C = трефы
suit-D = бубны
suit-H = черви
no-trump = БК
no-trump-spoken = без козыря
suit-of-S = пик
suit-of-C = треф
suit-of-D = бубен
suit-of-H = червей
suit-letter-S = П
suit-letter-C = Т
suit-letter-D = Б
suit-letter-H = Ч
rank-2 = двойка
rank-3 = тройка
rank-4 = четвёрка
rank-5 = пятёрка
rank-6 = шестёрка
rank-7 = семёрка
rank-8 = восьмёрка
rank-9 = девятка
rank-T = десятка
rank-J = валет
rank-Q = дама
rank-K = король
rank-A = туз
rank-letter-J = В
rank-letter-Q = Д
rank-letter-K = К
rank-letter-A = Т
card-spoken = { $rank } { $suit }

## Люди
player = Игрок
player-names = Вера Тигран Пекка Нина
reader = вы
nameless = Гость
computer-name-vera = Вера
computer-name-tigran = Тигран
computer-name-pekka = Пекка
computer-name-nina = Нина
computer-name-anush = Ануш
computer-name-oleg = Олег
computer-name-aino = Айно
computer-name-milan = Милан
sits-out = не играет

## Что спрашивают
ask-open = Выберите карту из открытой руки ({ $owner }).
ask-receiver = Кому: { $other }.

## Что произошло
did-say = { $player }: { $call }.
did-turn-up = { $player }, открыто: { $actions }.
did-lead = { $player-is ->
    [you] Вы ходите: { $card }.
   *[other] { $player } ходит: { $card }.
}
did-play = { $player-is ->
    [you] Вы кладёте: { $card }.
   *[other] { $player } кладёт: { $card }.
}
did-ruff = { $player-is ->
    [you] Вы кладёте козырь: { $card }.
   *[other] { $player } кладёт козырь: { $card }.
}
did-throw = { $player-is ->
    [you] Вы сбрасываете: { $card }.
   *[other] { $player } сбрасывает: { $card }.
}
did-lead-open = { $player-is ->
    [you] Вы ходите открытыми картами ({ $owner }): { $card }.
   *[other] { $player } ходит открытыми картами ({ $owner }): { $card }.
}
did-play-open = { $player-is ->
    [you] Вы кладёте из открытых карт ({ $owner }): { $card }.
   *[other] { $player } кладёт из открытых карт ({ $owner }): { $card }.
}
did-ruff-open = { $player-is ->
    [you] Вы кладёте козырь из открытых карт ({ $owner }): { $card }.
   *[other] { $player } кладёт козырь из открытых карт ({ $owner }): { $card }.
}
did-throw-open = { $player-is ->
    [you] Вы сбрасываете из открытых карт ({ $owner }): { $card }.
   *[other] { $player } сбрасывает из открытых карт ({ $owner }): { $card }.
}
did-take = { $player-is ->
    [you] Вы берёте взятку.
   *[other] { $player } берёт взятку.
}
not-playing = { $seat-is ->
    [you] Вы в розыгрыше не участвуете.
   *[other] { $seat } в розыгрыше не участвует.
}
tricks-so-far = { $players }: { $tricks ->
    [one] { $tricks } взятка
    [few] { $tricks } взятки
   *[other] { $tricks } взяток
}.
tricks-trumps = Козыри — { $suit }.
tricks-no-trumps = Козырей нет.
tricks-in-all = Взятки: { $by_side }.
did-show = { $player-is ->
    [you] Вы открываете карты: { $hand }.
   *[other] { $player } открывает карты: { $hand }.
}
did-open = { $player-is ->
    [you] Вы открываете карты.
   *[other] { $player } открывает карты.
}
did-take-rest = { $player-is ->
    [you] Вы забираете остальные взятки ({ $tricks }): { $hand }.
   *[other] { $player } забирает остальные взятки ({ $tricks }): { $hand }.
}
did-agree = Об остальных взятках договорились: { $counted }.
did-claim = { $player-is ->
    [you] Вы видите все карты и забираете столько, сколько даёт лучшая игра: { $counted }.
   *[other] { $player } видит все карты и забирает столько, сколько даёт лучшая игра: { $counted }.
}
rest-taken = { $player-is ->
    [you] Из остальных взяток вы берёте: { $actions }.
   *[other] Из остальных взяток { $player } берёт: { $actions }.
}
did-concede = Сдача признана проигранной: { $players }.
did-undo = { $player-is ->
    [you] Вы берёте назад: { $card }.
   *[other] { $player } берёт назад: { $card }.
}
did-undo-unseen = { $player-is ->
    [you] Вы берёте назад последнее действие.
   *[other] { $player } берёт назад последнее действие.
}
note-took = { $player-is ->
    [you] Вы берёте прикуп: { $actions }.
   *[other] { $player } берёт прикуп: { $actions }.
}
note-got = { $player-is ->
    [you] Вы получаете
   *[other] { $player } получает
}: { $actions } ({ $other-is ->
    [you] отдаёте вы
   *[other] отдаёт { $other }
}).
note-gave = { $player-is ->
    [you] Вы возвращаете
   *[other] { $player } возвращает
}: { $actions } ({ $other-is ->
    [you] получаете вы
   *[other] получает { $other }
}).
note-discarded = { $player-is ->
    [you] Вы сносите: { $actions }.
   *[other] { $player } сносит: { $actions }.
}
note-bid = { $player }, заявка: { $actions }.
deal-begins = { $dealer-is ->
    [you] Сдача { $deal }. Сдаёте вы.
   *[other] Сдача { $deal }. Сдаёт { $dealer }.
}
deal-sealed = Колода запечатана: { $commitment }.
deal-given = Эта колода задана, её здесь не тасовали.

## Почему нельзя
deal-over = Сдача окончена.
not-your-turn = Сейчас решаете не вы, а { $seat }.
play-a-card = Сейчас нужна карта, а не слово.
say-a-call = Сейчас нужно слово, а не карта.
not-in-hand = Этой карты на руках нет: { $card }.
must-follow = Нужно положить в масть хода: { $suit } на руках есть.
must-trump = Масти хода ({ $led }) на руках нет: нужно бить козырем ({ $suit }).
not-now = Сейчас так сказать нельзя.
no-tricks-yet = Договариваться ещё не о чем: розыгрыш не начался.
no-concession = Сдаться посреди розыгрыша здесь нельзя: заявите взятки.
split-must-sum = Осталось взяток: { $tricks }. Делить надо ровно столько.
split-ends-play = Розыгрыш кончится раньше: из оставшихся взяток вдвоём можно взять не больше { $tricks } ({ $players }).
tricks-must-sum = В сумме взяток { $sum }, а в этой сдаче их { $needed }.
form-none = Вопросов для записи этой игры нет: вводите сдачу как ПОЛЕ=ЗНАЧЕНИЕ.
tricks-one-each = Укажите взятки по одному числу на игрока, в порядке мест: игроков { $needed }, а чисел { $given }.
undo-nothing = В этой сдаче вы ещё ничего не сделали: взять назад нечего.
undo-others = После вас уже действовал другой игрок: взять назад нельзя.
undo-learned = Этим действием вы узнали новое: взять его назад нельзя.
claim-uncertain = Эти взятки ещё не наверняка.
claim-unjust = Лучшая игра этого не даёт.
claim-just = Вам видны все карты в игре: лучшая игра даёт столько же.
claim-shares = Столько заявить нельзя: счёт зависел бы от того, как другие поделят оставшиеся взятки.
claim-no-cards = В этой сдаче у вас нет карт.
claim-number = За свою сторону можно заявить от 0 до { $most } взяток.
not-an-action = Это не карта и не слово: { $text }
not-a-card = Это не карта: { $text }. Карта — это масть, S C D H, и достоинство: SA, H10.
position-seats = Играют от двух до четырёх мест, каждое один раз.
position-hand = Такой руки на месте { $place } быть не может.
position-long = На месте { $place } больше карт, чем { $most }.
position-leader = Место { $place } не играет и ходить не может.
position-last = Последним всегда должен класть карту один из играющих.
position-dealer = Место { $place } не может быть сдающим с прикупом: оно играет само, или прикупа нет.
position-side = Место { $place } не играет и не может входить в сторону.
position-card = На столе есть недопустимая карта.
position-twice = Эта карта встречается дважды: { $card }.
position-not-legal = Место { $place } не могло положить { $card }: была карта нужной масти.
position-trick-full = На столе больше карт, чем бывает в неоконченной взятке.
position-uneven = Карт на месте { $place } { $held }, а по числу карт у остальных нужно { $needed }.
position-talon = Прикуп открывает больше взяток, чем осталось.
not-solved = Не решено: поиск остановлен. Взяток от { $least } до { $most }.
not-solved-cards = Решено частично: взяток { $tricks }, но поиск остановлен прежде, чем стала известна цена каждой карты.
no-solver = Решателя нет: prikup установлен без компилятора C++. Установите компилятор, а затем prikup из исходников.
not-a-hand = Это не рука: { $text }. Руку пишут по мастям, пики.трефы.бубны.червы: AKJ.Q8..T97
not-a-note = Это не пометка: { $text }
not-a-number = Это не число: { $text }
not-a-seat = Это не место за столом: { $text }. Места нумеруют с 0.
not-a-state = Это не запись позиции: { $text }

## Открытые карты: расставленные или вставленные текстом
open-seats = По этим правилам игроков { $needed }, а рук здесь { $held }.
open-not-in-pack = Такой карты в колоде этой игры нет: { $card }.
open-no-cards = Карты ещё не розданы.
open-uneven = { $seat }: карт { $held }, а нужно { $needed }.
open-no-contract = Сначала выберите контракт.
open-no-contracts = Позиции этой игры не анализируются. Выберите другую игру.
open-no-player = Сначала выберите, кто играет.
open-no-leader = Сначала выберите, чей первый ход.
open-nothing-left = Все карты сыграны: доигрывать нечего.
open-not-whole = За столом до первого хода все руки полные, а здесь карт не хватает.
open-no-beginning = Не нашлось прежних взяток, которые приводят к этим картам и этому ходу. Может быть, исход игры уже решён?
open-no-auction = По этим правилам никакая торговля не приводит к такому контракту с таким первым ходом.
open-all-played = Все карты уже сыграны, { $card } — лишняя.
open-not-held = { $seat }: карты { $card } в этой руке нет, пойти ею нельзя.
open-not-legal = { $seat }: положить { $card } здесь нельзя.
paste-empty = Текст пуст: вставьте карты или матч.
paste-long = Текст слишком длинный: больше { $most } знаков.
paste-word = Строка { $line }, знак { $column }: «{ $text }» — не карта и не масть.
paste-suits = Строка { $line }, знак { $column }: в руке с точками четыре масти, между ними точки, а здесь { $suits }.
paste-no-suit = Строка { $line }, знак { $column }: какой масти эта карта? Масть — это ♠ ♣ ♦ ♥, её название или буква.
paste-no-cards = Строка { $line }, знак { $column }: в этой руке нет ни одной карты.
paste-twice = Строка { $line }, знак { $column }: { $card } встречается второй раз.
paste-hands = Строка { $line }, знак { $column }: рук должно быть от двух до четырёх, а здесь { $hands }. Между руками — черта | или новая строка.
paste-four-hands = Строка { $line }, знак { $column }: в раздаче этой нотации четыре руки, а здесь их { $hands }. Неизвестная рука — это -.
paste-uneven = Строка { $line }, знак { $column }: руки этой раздачи разной длины: в самой короткой карт { $shortest }, в самой длинной { $longest }.
paste-no-game = Строка { $line }, знак { $column }: ни в одной игре таких рук не бывает.
paste-section = Строка { $line }, знак { $column }: непонятно, что такое «{ $text }». Может быть: { $allowed }.
paste-section-twice = Строка { $line }, знак { $column }: «{ $text }» указано второй раз.
link-none = Это не ссылка на сдачу.
link-long = Для ссылки на сдачу это слишком длинно: больше { $most } знаков.
link-cut = Ссылка обрезана: нет её конца. Скопируйте ссылку ещё раз целиком.
link-changed = Ссылка повреждена: контрольная сумма не сходится. Скопируйте ссылку ещё раз целиком.
link-unreadable = Эту ссылку на сдачу не прочесть. Контрольная сумма верна, значит, ошиблась программа, которая её сделала.
link-newer = Ссылка сделана более новой версией prikup. Откройте её в той версии.
link-older = Эта сдача сыграна по правилам версии { $rules } и не подходит к нынешним (версия { $now }).
link-standing = Ссылка неверна: такого счёта перед сдачей в этой игре не бывает.
link-deck = Ссылка неверна: таких карт по правилам игры не сдают.
link-step = Ссылка неверна: шаг { $step } этой сдачи против правил.
link-unfinished = Сдача в этой ссылке не закончена. Поделиться можно только законченной сдачей, потому что по ссылке видны все карты.
link-differs = По сегодняшним правилам (версия { $now }) счёт этой сдачи другой, чем когда её играли (версия { $rules }).
paste-no-play = Ни в одной сдаче этого матча карт не играли.
paste-no-deal = Сдачи { $deal } в тексте нет: всего сдач { $deals }.

## Почему такая подсказка
because-only = Это единственный возможный выбор.
because-all-one = По расчёту любой выбор даёт одно и то же.
because-sure = Как бы ни легли остальные карты, { $card } берёт взятку.
because-lowest = У других в этой масти нет ничего ниже, чем { $card }.
because-takes = Эту взятку наверняка берёт { $card }.
because-partner-takes = { $other-is ->
    [you] Эту взятку уже берёт ваша карта.
   *[other] Эту взятку уже берёт свой игрок: { $other }.
}
because-cannot-take = Ни одна карта этой руки взятку не берёт.
because-must-take = Эту взятку берёт любая карта этой руки.
because-leaves = Взятку берёт другой игрок: { $card } её не берёт.
because-highest = У других в этой масти нет ничего выше, чем { $card }.
because-guards = Так { $card } не теряет прикрытия.
because-void = Больше этой масти в руке нет: { $suit }.
because-trumps = Верные взятки при таком козыре: { $actions }.
because-else-loses = Всё остальное по расчёту теряет очки.

## Домашние правила
game-unknown = Такой игры нет: { $game }. Есть: { $allowed }.
preset-unknown = Такого набора правил нет: { $preset }. Есть: { $allowed }.
option-unknown = Такого правила нет: { $option }. Есть: { $allowed }.
option-bad-value = { $option }: значения { $value } нет. Есть: { $allowed }.
option-out-of-bounds = { $option }: { $value } не годится, можно от { $low } до { $high }.
option-not-in-steps = { $option }: { $value } не подходит, шаг — { $step }.
option-needs-value = Правило задают так: имя=значение, а здесь: { $option }.
option-twice = Правило { $option } задано дважды.

## Тасовка
not-a-seed = Это не зерно из 64 шестнадцатеричных цифр: { $text }
not-entropy = Здесь годятся только латинские буквы и цифры: { $text }
not-a-cut = Снять можно от 1 до { $most } карт, а здесь { $cut }.

## Журналы
bad-beginning = Первая строка не подходит к игре: имена, игроки, сдающий или формат.
no-beginning = Журнал не начинается с начала матча.
second-beginning = Посреди одного матча начинается другой.
bad-deck = Это не колода этой игры.
no-deal = Сейчас сдача не играется.
deal-not-finished = Предыдущая сдача не окончена.
deal-out-of-order = Сейчас должна идти сдача { $deal }, колода { $attempt }.
match-over = Матч окончен.
not-the-actor = Это был не ход игрока ({ $seat }).
refusal-differs = По нынешним правилам с этой колодой иначе. Записано: { $recorded ->
        [none] сдана
       *[other] не принята ({ $recorded })
    }.
older-rules = Этот матч сыгран по правилам версии { $rules }, а с этой строки он расходится с нынешними (версия { $now }): откройте его программой prikup того времени.
row-differs = По нынешним правилам (версия { $now }) эта сдача пишется иначе. По версии { $rules } записано: { $recorded }.
undo-nowhere = Взять назад нечего: места { $to } раньше в этой сдаче не было.
no-such-box = На листе нет клетки { $column } { $side }.
adjusted = исправлено вручную: { $why }
correction-untold = Запись этого матча исправляли вручную, а в этой нотации такого не передать.
log-empty = В файле нет матча.
no-match = Это не матч: ни журнал, ни известная нотация.
log-in-use = Матч из файла { $file } сейчас играют в другом окне.
line-damaged = Строка изменена, потеряна или записана дважды: контрольная сумма не сходится.
line-unreadable = Не удалось прочитать строку: { $error }
notation-unreadable = Не удалось прочитать: { $text }
tag-missing = Здесь не хватает метки { $tag }.
tag-bad = Не удалось прочитать значение метки { $tag }.
tag-needs-one-value = У метки должно быть одно значение.

## A deal told by a person
form-fault = Что случилось?
outcome-misdeal = неверная сдача
misdealt = Карты сданы неверно: сдаёт тот же игрок.
answer-too-many = { $text } — лишний ответ.
answer-not-one = { $text } — такого ответа нет.
answer-out-of-bounds = { $text } вне допустимых пределов: от { $low } до { $high }.
