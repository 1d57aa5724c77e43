game = 3-5-8
about = «Сержант-майор»: трое игроков, 52 карты, и по кругу переходят нормы — 8, 5 и 3 взятки. Каждая взятка сверх нормы — очко; играют до 10.
rules =
    Играют трое, каждый за себя. В колоде 52 карты, старшая — туз; все получают по шестнадцать карт. { $announce_from ->
        [first_six] В первых четырёх кругах по карте кладут и в прикуп. Тот, кто заказывает, смотрит только первые шесть своих карт и больше ничего, пока не закажет.
       *[sixteen] Последние четыре лежат рубашкой вверх: это прикуп.
    } Всё идёт { $target_layout ->
        [d3_l5_r8] против часовой стрелки
       *[other] по часовой стрелке
    }, сдают по очереди.

    Нормы. Из шестнадцати взяток { $target_layout ->
        [d3_l5_r8] сдающий должен взять три, игрок слева от него — пять, игрок справа — восемь.
        [d9_l5_r2] сдающий должен взять девять, игрок слева от него — пять, игрок справа — две.
        [d3_l8_r5] сдающий должен взять три, игрок слева от него — восемь, игрок справа — пять.
       *[d8_l5_r3] сдающий должен взять восемь, игрок слева от него — пять, игрок справа — три.
    }

    Обмен. В первой сдаче его нет. Дальше, { $announce_from ->
        [first_six] после заказа,
       *[sixteen] { $exchange_timing ->
            [after_announcement] после заказа,
           *[before_announcement] до заказа,
        }
    } тот, кто в прошлой сдаче был в плюсе, { $exchange_optional ->
        [on] может обменять до одной карты за каждое очко с теми, кто был в минусе;
       *[off] меняет по карте за каждое очко с теми, кто был в минусе;
    } первым меняет тот, у кого больше норма { $exchange_order ->
        [last_hand] прошлой сдачи,
       *[this_hand] этой сдачи,
    } и начинает он со следующего по кругу. Отдать можно любую карту. Взамен положено вернуть свою старшую карту той же масти, а если старше нет — ту же самую.{ $trump_return ->
        [any_trump] {" "}За козырь, когда козыри уже известны, возвращают любой козырь по своему выбору.
       *[highest] {""}
    } { $exchange_mode ->
        [batch] Сначала отдают все карты, потом возвращают все.
       *[one_by_one] Каждая карта возвращается прежде, чем отдана следующая.
    } Третий игрок этих карт не видит.{ $exchange_none_in_nt ->
        [on] {" "}Если уже заказана игра без козырей, обмена нет.
       *[off] {""}
    }

    Заказ. { $announcer ->
        [right_of_dealer] Игрок справа от сдающего
        [left_of_dealer] Игрок слева от сдающего
        [dealer] Сдающий
       *[target8] Игрок с наибольшей нормой
    } называет { $contracts ->
        [no_trump] козырную масть или игру без козырей.
        [min_tricks] козырную масть, игру без козырей или «меньше взяток»: там нормы переворачиваются (у кого наибольшая, тому можно взять столько, сколько положено игроку с наименьшей), и каждая лишняя взятка — в минус.
       *[suits] козырную масть: пики, трефы, бубны или черви.
    }{ $one_pass ->
        [on] {" "}Раз за игру вместо заказа можно спасовать; тогда тот же игрок пересдаёт.
       *[off] {""}
    }{ $each_contract_once ->
        [on] {" "}За игру каждый заказывает каждый контракт по разу.
       *[off] {""}
    }

    Прикуп. { $kitty_mode ->
        [take_then_discard] Заказавший берёт четыре карты прикупа и потом сносит втёмную четыре карты.
       *[discard_first] Заказавший сносит втёмную четыре карты и потом берёт прикуп.
    } { $kitty_shown ->
        [all] Прикуп, когда его берут, видят все; снос — никто.
       *[announcer] Другие не видят ни того, ни другого.
    }

    Розыгрыш. { $first_lead ->
        [target5] Первый ход у игрока с нормой пять.
       *[announcer] Первый ход у заказавшего.
    } В масть надо отвечать; { $must_trump ->
        [on] нет масти — надо бить козырем.
       *[off] нет масти — клади что угодно: ни бить козырем, ни перебивать не обязательно.
    } Взятку берёт старший козырь, а если козырей нет — старшая карта в масть хода; взявший ходит.

    Запись. За каждую взятку сверх нормы пишется очко, за каждую недобранную — минус очко, так что сумма за сдачу равна нулю.

    Конец. { $each_contract_once ->
        [on] Когда каждый заказал каждый контракт, побеждает тот, у кого больше всех очков.
       *[off] { $end ->
            [tricks12] Побеждает тот, кто возьмёт двенадцать взяток в одной сдаче; в «меньше взяток» это победы не приносит.
            [total21] Когда после сдачи у кого-то двадцать одно очко или больше, побеждает тот, у кого их больше всех.
            [total12] Когда после сдачи у кого-то двенадцать очков или больше, побеждает тот, у кого их больше всех.
            [over5] Побеждает тот, кто запишет пять очков или больше за одну сдачу.
            [hands] После стольких сдач ({ $hands }) побеждает тот, у кого больше всех очков.
           *[total10] Когда после сдачи у кого-то десять очков или больше, побеждает тот, у кого их больше всех.
        }
    } При равенстве — тот, у кого больше за последнюю сдачу, а если и тут поровну, то тот, кто последним взял взятку.

## Words
call-pass = пас
call-spades = пики
call-clubs = трефы
call-diamonds = бубны
call-hearts = черви
call-no-trump = без козырей
call-min-tricks = меньше взяток
call-stop = больше не меняю
column-points = Очки

## Questions
ask-exchange = Отдайте карту: вернётся старшая этой масти (осталось { $left }).
ask-announce = Ваш заказ.
ask-give_back = Верните козырь, любой по вашему выбору.
ask-kitty = Снесите карту (осталось { $left }).
ask-play = Ваш ход.

## What happened
did-exchange = { $player }: обмен картой.
did-exchange-card = { $player-is ->
    [you] Вы отдаёте: { $card }.
   *[other] { $player } отдаёт: { $card }.
}
did-give_back = { $player }: козырь возвращён.
did-give_back-card = { $player-is ->
    [you] Вы возвращаете { $card }.
   *[other] { $player } возвращает { $card }.
}
did-kitty = { $player-is ->
    [you] Вы сносите карту.
   *[other] { $player } сносит карту.
}
did-kitty-card = { $player-is ->
    [you] Вы сносите: { $card }.
   *[other] { $player } сносит: { $card }.
}

## What everybody keeps in mind
contract = { $seat }: заказ — { $call }.
to-exchange = Обмен: { $seat } — { $other }, { $cards ->
        [one] { $cards } карта
        [few] { $cards } карты
       *[other] { $cards } карт
    }.
on-first-cards = { $seat-is ->
    [you] Вы заказываете по { $cards } картам, ещё { $left } придут потом.
   *[other] { $seat } заказывает по { $cards } картам, ещё { $left } придут потом.
}
target = { $seat }: норма { $target }.
limit = { $seat }: не больше { $limit }.

## Что значит слово
brief-target = нужно { $target }
brief-targets = по нормам
brief-limit = не больше { $limit }
brief-limits = меньше взяток
brief-pass = пересдача
brief-stop = остальное ваше
means-trump = { $trump ->
    [no] Козырей нет.
   *[suit] Эта масть — козырь.
}
means-target = { means-trump } За каждую взятку сверх { $target } вам очко, за каждую недобранную минус очко.
means-limit = Взятки во вред, козырей нет: за каждую сверх { $limit } минус очко, за каждую меньше очко вам.
means-pass = Тот же сдающий сдаёт заново, ничего не пишут. Спасовать можно раз за партию.
means-stop = Больше карт вы не даёте, остаток обмена пропадает.
glossary-targets = { means-trump } За каждую взятку сверх нормы очко, за каждую недобранную минус очко.
glossary-limits = Взятки во вред, козырей нет: у кого норма выше всех, тому можно меньше всех. За каждую сверх минус очко, за каждую меньше очко.

## Refusals
already-given = Карта { $card } уже выбрана.
give-a-trump-back = Отдан козырь: верните козырь, любой по вашему выбору.
no-pass = В этой игре пасовать нельзя.
pass-spent = Пас у вас в этой игре уже был.
contract-not-played = В этой игре такого заказа нет: { $call }.
contract-spent = Этот заказ у вас уже был: { $call }.
no-concession = В 3-5-8 каждую сдачу доигрывают.

## The sheet
against-target = взяток { $tricks }, норма { $target }
against-limit = взяток { $tricks }, можно не больше { $limit }
revoked = фальшренонс: минус два
other-revoked = фальшренонс: { $seat }
points-sum-to-zero = За каждую сдачу сумма очков равна нулю, значит, и всего должно быть ноль; а здесь { $sum }.
outlook-may-pass = { $seat-is ->
    [you] Вы ещё можете раз спасовать.
   *[other] { $seat } ещё может раз спасовать.
}
outlook-contracts-left = { $seat }: осталось заказать { $left }.
passed = { $seat }: пас, тот же игрок сдаёт снова
contract-not-open = { $seat }: такой заказ невозможен.
contracts-spent = { $seat }: все заказы уже сделаны, объявлять больше нечего.
recent-are-takers = Назовите по разу всех, кто брал взятки, начиная с последней взятки, или не называйте никого.

## House rules
preset-standard = обычная игра 3-5-8: восьмёрка у сдающего
preset-belot = болгарская игра «блато»: против часовой стрелки, у сдающего тройка, есть игра без козырей и один пас
preset-sergeant-major = «Сержант-майор»: двенадцать взяток в одной сдаче — победа
preset-nine-five-two = 9-5-2: карты меняют разом, пять очков в одной сдаче — победа
preset-eighteen-hands = польская игра: восемнадцать сдач, каждый заказ по разу
option-target_layout = Нормы и направление игры
option-target_layout-d8_l5_r3 = сдающий 8, слева 5, справа 3; по часовой стрелке
option-target_layout-d3_l5_r8 = сдающий 3, слева 5, справа 8; против часовой стрелки
option-target_layout-d9_l5_r2 = сдающий 9, слева 5, справа 2; по часовой стрелке
option-target_layout-d3_l8_r5 = сдающий 3, слева 8, справа 5; по часовой стрелке
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
option-each_contract_once = Каждый заказывает каждый контракт по разу; матч — по три сдачи на контракт
option-announce_from = Сколько карт видит заказывающий до заказа
option-announce_from-sixteen = все шестнадцать
option-announce_from-first_six = первые шесть
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
option-trump_return = Что возвращают за козырь, когда козыри известны
option-trump_return-highest = старший козырь
option-trump_return-any_trump = любой козырь по выбору
option-kitty_mode = Как берут прикуп
option-kitty_mode-discard_first = сначала снос четырёх карт, потом прикуп
option-kitty_mode-take_then_discard = сначала прикуп, потом снос четырёх карт
option-kitty_shown = Кто видит прикуп, когда его берут
option-kitty_shown-announcer = только заказавший
option-kitty_shown-all = все
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
told-contract = { $each_contract_once ->
    [on] { $value }
   *[off] { $raw ->
        [min-tricks] { $value }
       *[other] {""}
    }
}
carry-points = Очки последней сдачи
carry-targets = Сколько взяток нужно было каждому в последней сдаче
carry-passed = Кто уже пасовал?
carry-announced = Что уже объявлял каждый игрок, через +
form-passed = { $seat }: был ли пас с пересдачей?
form-announced = Что заказано ({ $seat })?
form-tricks-wanted = Играли на взятки или на меньше взяток?
form-tricks = Взятки: { $seat }
form-last-trick = Кто взял последнюю взятку?
form-revoked = У кого фальшренонс?
outcome-revoke = фальшренонс
field-revoked = Был ли фальшренонс? У кого?

## How it is drawn
preset-name-belot = Блато
preset-name-sergeant-major = Сержант-майор
preset-name-nine-five-two = 9-5-2
preset-name-eighteen-hands = 18 сдач
front-end = Конец
plate-target = из { $target }
plate-limit = из { $limit }

## Задачи
problem-fewest = Меньше взяток
