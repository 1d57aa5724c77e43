game = 3-5-8
about = «Сержант-майор»: трое игроков, 52 карты, и по кругу переходят нормы — 8, 5 и 3 взятки. Каждая взятка сверх нормы — очко; играют до 10.
rules =
    Играют трое, каждый за себя. В колоде 52 карты, старшая — туз; все получают по шестнадцать карт, последние четыре лежат рубашкой вверх: это прикуп. Всё идёт по часовой стрелке, сдают по очереди.

    Нормы. Сдающий должен взять восемь взяток из шестнадцати, игрок слева от него — пять, игрок справа — три.

    Обмен. В первой сдаче его нет. Дальше тот, кто в прошлой сдаче был в плюсе, меняет по карте за каждое очко с теми, кто был в минусе; первым меняет тот, у кого норма больше, и начинает он со следующего по кругу. Отдать можно любую карту. Взамен положено вернуть свою старшую карту той же масти, а если старше нет — ту же самую. Третий игрок этих карт не видит.

    Заказ. Козырную масть называет игрок с нормой восемь.

    Прикуп. Потом он сносит втёмную четыре карты и берёт прикуп. Другие не видят ни того, ни другого.

    Розыгрыш. Первый ход у заказавшего. В масть надо отвечать; нет масти — клади что угодно: ни бить козырем, ни перебивать не обязательно. Взятку берёт старший козырь, а если козырей нет — старшая карта в масть хода; взявший ходит.

    Запись. За каждую взятку сверх нормы пишется очко, за каждую недобранную — минус очко, так что сумма за сдачу равна нулю.

    Конец. Когда после сдачи у кого-то десять очков или больше, побеждает тот, у кого их больше всех. При равенстве — тот, у кого больше за последнюю сдачу, а если и тут поровну, то тот, кто последним взял взятку.

    Варианты. Можно играть и без козырей; в игре «меньше взяток» нормы переворачиваются (у кого восемь, тому можно взять только три), и каждая лишняя взятка — в минус. Меняться можно после заказа или не на все карты; прикуп можно брать до сноса; в Болгарии всё идёт против часовой стрелки, а у сдающего норма три. Там, где двенадцать взяток в одной сдаче приносят победу, в «меньше взяток» они её не приносят.

## Words
call-pass = пас
call-spades = пики
call-clubs = трефы
call-diamonds = бубны
call-hearts = черви
call-no-trump = без козырей
call-min-tricks = меньше взяток
call-stop = больше не меняю
call-enough = хватит
column-points = Очки

## Questions
ask-exchange = Отдайте карту: вернётся старшая этой масти (осталось { $left }).
ask-announce = Ваш заказ.
ask-kitty = Снесите карту (осталось { $left }).
ask-play = Ваш ход.

## What happened
did-exchange = { $player }: обмен картой.
did-exchange-card = { $player } отдаёт: { $card }.
did-kitty = { $player } сносит карту.
did-kitty-card = { $player } сносит: { $card }.

## What everybody keeps in mind
contract = { $seat }: заказ — { $call }.
to-exchange = Обмен: { $seat } — { $other }, { $cards ->
        [one] { $cards } карта
        [few] { $cards } карты
       *[other] { $cards } карт
    }.
target = { $seat }: норма { $target }.
limit = { $seat }: не больше { $limit }.

## Refusals
already-given = Карта { $card } уже выбрана.
no-pass = В этой игре пасовать нельзя.
pass-spent = Пас у вас в этой игре уже был.
contract-not-played = В этой игре такого заказа нет: { $call }.
contract-spent = Этот заказ у вас уже был: { $call }.
no-concession = В 3-5-8 каждую сдачу доигрывают.

## Options that cannot be played
none-in-nt-needs-after-announcement = Обмен отменяется в игре без козырей, только если он идёт после заказа: раньше неизвестно, есть ли козыри.
each-once-needs-six-contracts = Каждый заказ по разу бывает, только если играют все шесть: четыре масти, без козырей и меньше взяток.
each-once-needs-eighteen-hands = Если каждый заказ бывает по разу, сдач в матче { $hands }.

## The sheet
against-target = взяток { $tricks }, норма { $target }
against-limit = взяток { $tricks }, можно не больше { $limit }
passed = { $seat }: пас, тот же игрок сдаёт снова
contract-not-open = { $seat }: такой заказ невозможен.
recent-are-takers = Назовите по разу всех, кто брал взятки, начиная с последней взятки, или не называйте никого.

## House rules
preset-standard = 3-5-8, как на vipgames.com: восьмёрка у сдающего
preset-belot = болгарская игра «блато»: против часовой стрелки, у сдающего тройка, есть игра без козырей и один пас
preset-sergeant-major = «Сержант-майор»: двенадцать взяток в одной сдаче — победа
preset-nine-five-two = 9-5-2: карты меняют разом, пять очков в одной сдаче — победа
preset-eighteen-hands = польская игра: восемнадцать сдач, каждый заказ по разу
option-target_layout = Нормы и направление игры
option-target_layout-d8_l5_r3 = сдающий 8, слева 5, справа 3; по часовой стрелке
option-target_layout-d3_l5_r8 = сдающий 3, слева 5, справа 8; против часовой стрелки
option-target_layout-d9_l5_r2 = сдающий 9, слева 5, справа 2; по часовой стрелке
option-announcer = Кто заказывает и берёт прикуп
option-announcer-target8 = игрок с самой большой нормой
option-announcer-right_of_dealer = игрок справа от сдающего
option-announcer-left_of_dealer = игрок слева от сдающего
option-announcer-dealer = сдающий
option-contracts = Что можно заказать
option-contracts-suits = козырную масть
option-contracts-no_trump = козырную масть или игру без козырей
option-contracts-min_tricks = козырную масть, игру без козырей или меньше взяток
option-one_pass = Раз за игру можно вместо заказа спасовать; тогда пересдают
option-each_contract_once = Каждый заказывает каждую из шести игр по разу
option-exchange_timing = Когда меняются картами
option-exchange_timing-before_announcement = до заказа
option-exchange_timing-after_announcement = после заказа
option-exchange_order = По какой норме решают, кто меняет первым, если в плюсе двое
option-exchange_order-this_hand = по норме этой сдачи
option-exchange_order-last_hand = по норме прошлой сдачи
option-exchange_mode = Как меняют несколько карт с одним игроком
option-exchange_mode-one_by_one = по одной: вернувшуюся карту видно до следующей
option-exchange_mode-batch = разом: сначала отдают все, потом получают все
option-exchange_optional = Тот, кто в плюсе, может менять и меньше карт
option-exchange_none_in_nt = В игре без козырей обмена нет
option-kitty_mode = Как берут прикуп
option-kitty_mode-discard_first = сначала снос четырёх карт, потом прикуп
option-kitty_mode-take_then_discard = сначала прикуп, потом снос четырёх карт
option-kitty_mode-swap_0_to_4 = снос от нуля до четырёх карт, столько же берут сверху
option-first_lead = Чей первый ход
option-first_lead-announcer = заказавшего
option-first_lead-target5 = игрока с нормой пять
option-must_trump = Если нет масти, надо бить козырем
option-end = Чем кончается матч
option-end-total10 = у кого-то десять очков
option-end-tricks12 = двенадцать взяток в одной сдаче
option-end-total21 = у кого-то двадцать одно очко
option-end-total12 = у кого-то двенадцать очков
option-end-over5 = пять очков в одной сдаче
option-end-hands = сыграно условленное число сдач
option-hands = Сколько сдач, если их число условлено

## A hand typed in
field-contract = Заказ
field-tricks = Взятки каждого
field-recent = Кто брал взятки, начиная с последней (пусто, если неизвестно)
outcome-spades = пики
outcome-clubs = трефы
outcome-diamonds = бубны
outcome-hearts = черви
outcome-no-trump = без козырей
outcome-min-tricks = меньше взяток

## How it is drawn
preset-name-belot = Блато
preset-name-sergeant-major = Сержант-майор
preset-name-nine-five-two = 9-5-2
preset-name-eighteen-hands = 18 сдач
front-end = Конец
plate-target = из { $target }
plate-limit = из { $limit }
