## Стол
table-title = { $dealer-is ->
    [you] { $game } · сдача { $deal } · сдаёте вы · { $options }
   *[other] { $game } · сдача { $deal } · сдаёт { $dealer } · { $options }
}
title-rated = рейтинговый матч
title-time-left = осталось { $minutes } мин
title-time-round = время вышло, круг доигрывается
title-time-last = последняя сдача
title-time-over = время вышло
title-turn-left = на ход осталось { $hours } ч { $minutes } мин
reserves = Запас времени
reserve-of = { $player } { $hours } ч{ $missed ->
    [0] {""}
   *[other] , пропущено подряд { $missed } из { $most }
}{ $often-absent ->
    [0] {""}
   *[other] , часто отсутствует
}
new-rating = { $player-is ->
    [you] Ваш рейтинг: { $after } ± { $margin } ({ $change }).
   *[other] { $player }, рейтинг: { $after } ± { $margin } ({ $change }).
}
waiting = { $player-is ->
    [you] Вы думаете …
   *[other] { $player } думает …
}
waiting-several = Ждём: { $players } …
clock = Часы
chair-away = не на связи
chair-bot = компьютер
you = (вы)
head-said = сказано
head-turned = открыто
head-card = эта взятка
head-last = прошлая
head-tricks = взяток
said-cards = { $cards }
tricks-together = Взятки
open-hand = { $player }, открыто:
table-help = ? помощь
own-bid = ваша заявка: { $actions }
own-discarded = вы снесли: { $actions }
own-took = вы взяли: { $actions }
own-gave = вы отдали ({ $other }): { $actions }
own-traced = { $player }: { $hand }{ $away ->
    [0] {""}
    [one] , из них в сносе { $away }
   *[other] , из них в сносе { $away }
}
own-traced-some = { $player }: на руках или в сносе { $hand }
own-got = вы получили ({ $other }): { $actions }

## Стол словами
hand-spoken = Ваши карты: { $cards }.
hand-open = { $player-is ->
    [you] Ваши открытые карты: { $cards }.
   *[other] Открытые карты, { $player }: { $cards }.
}
legal-spoken = Можно: { $cards }.
choices-spoken = Можно сказать: { $calls }.
seat-said = сказано { $value }
seat-turned = открыто { $value }
seat-card = в этой взятке { $value }
seat-last = в прошлой взятке { $value }
seat-tricks = взяток { $value }
seat-silent = ещё ничего не сказано

## Стол с другими
connecting = Соединяемся …
guest-kept = { $days ->
    [one] Сервер забывает гостей, которые не заходят { $days } день, и их неоконченные столы.
    [few] Сервер забывает гостей, которые не заходят { $days } дня, и их неоконченные столы.
   *[many] Сервер забывает гостей, которые не заходят { $days } дней, и их неоконченные столы.
}
connected-again = Связь снова есть.
connection-lost = Связь прервалась. Пробуем ещё раз …
shuffling = Карты тасуют.
agree = Вы согласны? (д/н)
seat-empty = свободно
seat-computer = { $name } (компьютер: { $level })
room-waits = Матч начнёт хозяин стола.
room-full = Все места заняты: вы смотрите.
match-begins = Матч начинается.
rematch-open = Открыт стол для реванша.
chat-text = { $name }: { $text }
friend-invites = { $name } зовёт вас играть; адрес стола заканчивается на /t/{ $table }.
chat-how = Что сказать? Например: скажи привет. Или номер: { $presets }
clock-left = На ваших часах осталось { $seconds } с.
input-not-asked = Сейчас это не нужно: { $text }. Знак ? — помощь.
deal-unreadable = Сервер сейчас не может отдать эту сдачу.
seat-yours = Вы уже сидите на этом месте.
seat-how = Какое место? Нужен номер от 1 до { $most }.
claim-how = Сколько взяток берёт ваша сторона, от 0 до { $most }, например: предложить { $most }
confirm-claim-number = Заявить взятки за свою сторону: { $tricks } из { $left }? (д/н)
confirm-stop = Предложить всем закончить матч сейчас? (д/н)
confirm-coach = Отпустить наставника? { $coach } вернёт его. (д/н)
confirm-stand = Встать из-за стола? Пока вы не вернётесь, за вас играет компьютер. (д/н)
confirm-start = Игрок выбирает имя, чтобы сесть на место { $number }. Начать без него? (д/н)
confirm-resign = Сдаться в этом рейтинговом матче? Вы займёте последнее место, что бы ни было в записи. (д/н)
confirm-remove = Удалить из-за стола: { $player }? Сесть сюда снова будет нельзя. (д/н)
remove-nobody = На месте { $number } удалять некого.
report-nothing = Жаловаться не на что: компьютер там ещё ничего не сделал.
report-noted = Спасибо. Когда сдача кончится, её сохранят вместе с журналом.

## Кто где сидит
seat-sat = { $player-is ->
    [you] Вы садитесь за стол.
   *[other] За стол садится { $player }.
}
seat-given-up = Из-за стола уходит { $name }.
removed-you = Вас удаляет из-за стола { $player }; вы смотрите.
removed-you-host = Хозяин стола удалил вас; вы смотрите.
removed-by-you = Вы удалили игрока { $name }.
removed-by = { $player } удаляет игрока { $name }.
removed-by-host = Хозяин стола удалил игрока { $name }.
removed-seat = На этом месте теперь играет компьютер { $player }.
seat-filled = За стол садится { $player }, это компьютер.
table-locked = Стол закрыт: новых гостей он не принимает.
table-unlocked = Стол снова открыт для новых гостей.
seat-away = { $player } не на связи.
seat-here = { $player } снова на связи.
seat-played = { $player-is ->
    [you] За вас играет компьютер.
   *[other] За игрока { $player } играет компьютер.
}
seat-returned = { $player-is ->
    [you] Вы снова играете.
   *[other] { $player } снова играет.
}
seat-own-played = За вас играет компьютер. Чтобы играть самим: { keys-sit }.
stood-in = Пока вас не было, бот сделал за вас: { $actions }. Попросить взять это назад: { keys-undo }.
seat-own-returned = Вы снова играете сами.

## Предложения всем
proposal-claim = { $player-is ->
    [you] Вы заявляете взятки: { $tricks } из оставшихся { $left }.
   *[other] { $player } заявляет взятки: { $tricks } из оставшихся { $left }.
}
proposal-concede = { $player-is ->
    [you] Вы предлагаете признать сдачу проигранной.
   *[other] { $player } предлагает признать сдачу проигранной.
}
proposal-undo = { $player-is ->
    [you] Вы просите взять назад: { $card }.
   *[other] { $player } просит взять назад: { $card }.
}
proposal-undo-unseen = { $player-is ->
    [you] Вы просите взять назад последнее действие.
   *[other] { $player } просит взять назад последнее действие.
}
proposal-undo-since = { $player-is ->
    [you] Вы просите взять назад то, что сделал за вас бот ({ $card }), и всё, что было потом; всего действий: { $back }.
   *[other] { $player } просит взять назад то, что сделал вместо этого игрока бот ({ $card }), и всё, что было потом; всего действий: { $back }.
}
proposal-undo-since-unseen = { $player-is ->
    [you] Вы просите взять назад то, что сделал за вас бот, и всё, что было потом; всего действий: { $back }.
   *[other] { $player } просит взять назад то, что сделал вместо этого игрока бот, и всё, что было потом; всего действий: { $back }.
}
proposal-stop = { $player-is ->
    [you] Вы предлагаете закончить матч сейчас.
   *[other] { $player } предлагает закончить матч сейчас.
}
proposal-replace = { $player-is ->
    [you] Вы предлагаете посадить компьютер на место игрока { $other }.
   *[other] { $player } предлагает посадить компьютер на место игрока { $other }.
}
proposal-withdrawn = { $player-is ->
    [you] Вы снимаете предложение.
   *[other] { $player } снимает предложение.
}
declined-claim = { $player-is ->
    [you] Вы против: сдачу играют дальше.
   *[other] { $player } против: сдачу играют дальше.
}
declined-undo = { $player-is ->
    [you] Вы против: { $card } остаётся.
   *[other] { $player } против: { $card } остаётся.
}
declined-undo-unseen = { $player-is ->
    [you] Вы против: последний ход остаётся.
   *[other] { $player } против: последний ход остаётся.
}
declined-undo-since = { $player-is ->
    [you] Вы против: { $card } и всё, что было потом, остаётся.
   *[other] { $player } против: { $card } и всё, что было потом, остаётся.
}
declined-undo-since-unseen = { $player-is ->
    [you] Вы против: сделанное ботом остаётся.
   *[other] { $player } против: сделанное ботом остаётся.
}
declined-stop = { $player-is ->
    [you] Вы против: матч продолжается.
   *[other] { $player } против: матч продолжается.
}
declined-replace = { $player-is ->
    [you] Вы против: стол ждёт игрока ({ $other }).
   *[other] { $player } против: стол ждёт игрока ({ $other }).
}
proposal-waits = Должны согласиться: { $players }. Отозвать предложение — н.
proposal-over = Предложение не принято.

## Колоды
deck-right = Проверено: колода { $attempt } сдачи { $deal } та самая, что была запечатана.
deck-right-own = Проверено: колода { $attempt } сдачи { $deal } та самая, что была запечатана; ваше число в ней есть, и ваши карты — из неё.
deck-right-late = Проверено: колода { $attempt } сдачи { $deal } та самая, что была запечатана. Вашего числа в ней нет: вы его не давали.
deck-withheld = Колода { $attempt } сдачи { $deal }, { $player }: число обещано, но не открыто. Таких случаев в этом матче: { $number }.
deck-wrong-asked = КОЛОДА { $attempt } СДАЧИ { $deal } НЕВЕРНА: у вас не спросили числа.
deck-wrong-bots = КОЛОДА { $attempt } СДАЧИ { $deal } НЕВЕРНА: число или съём компьютера не следуют из зерна.
deck-wrong-cut = КОЛОДА { $attempt } СДАЧИ { $deal } НЕВЕРНА: сняли не там, где сообщил сервер.
deck-wrong-earlier = КОЛОДА { $attempt } СДАЧИ { $deal } НЕВЕРНА: одну из колод до неё так и не показали.
deck-wrong-early = КОЛОДА { $attempt } СДАЧИ { $deal } НЕВЕРНА: её зерно открыли слишком рано.
deck-wrong-entropy = КОЛОДА { $attempt } СДАЧИ { $deal } НЕВЕРНА: число одного из игроков не то, что было обещано.
deck-wrong-forged-cut = КОЛОДА { $attempt } СДАЧИ { $deal } НЕВЕРНА: за вас снял кто-то другой.
deck-wrong-hand = КОЛОДА { $attempt } СДАЧИ { $deal } НЕВЕРНА: по ней у вас должны быть другие карты.
deck-wrong-mine = КОЛОДА { $attempt } СДАЧИ { $deal } НЕВЕРНА: вашего числа в ней нет.
deck-wrong-missing-cut = КОЛОДА { $attempt } СДАЧИ { $deal } НЕВЕРНА: никто из игроков её не снимал, а съём не следует из зерна.
deck-wrong-once = КОЛОДА { $attempt } СДАЧИ { $deal } НЕВЕРНА: тасовку начали заново и не посчитали это.
deck-wrong-order = КОЛОДА { $attempt } СДАЧИ { $deal } НЕВЕРНА: тасовка даёт другую.
deck-wrong-own-cut = КОЛОДА { $attempt } СДАЧИ { $deal } НЕВЕРНА: ваш съём изменили.
deck-wrong-played = КОЛОДА { $attempt } СДАЧИ { $deal } НЕВЕРНА: по правилам её надо было пересдать.
deck-wrong-promise = КОЛОДА { $attempt } СДАЧИ { $deal } НЕВЕРНА: объявленный хеш потом изменили.
deck-wrong-refused = КОЛОДА { $attempt } СДАЧИ { $deal } НЕВЕРНА: по правилам пересдавать её было не нужно.
deck-wrong-seed = КОЛОДА { $attempt } СДАЧИ { $deal } НЕВЕРНА: зерно не то, что было запечатано.
deck-wrong-terms = КОЛОДА { $attempt } СДАЧИ { $deal } НЕВЕРНА: изменили, как её сдают и какую колоду пересдают.
deck-wrong-withheld = КОЛОДА { $attempt } СДАЧИ { $deal } НЕВЕРНА: число обещали и не открыли, и это не посчитали.

## Ответы
answer-unclear = Непонятно: { $text }. Знак ? — помощь.
answer-number = Номера { $text } сейчас нет, есть от 1 до { $most }. Знак ? — список.
answer-ambiguous = { $text } может значить { $calls }: напишите подробнее.
answer-refused = { $action }: { $why }
last-none = Взяток ещё не было.
deal-none = В этом матче ещё ни одна сдача не доиграна.
confirm-concede = Признать эту сдачу проигранной? (д/н)
confirm-claim = Остальные взятки ваши: ни одну вашу карту не побить. Заявить их? (д/н)
confirm-best = Вам видны все карты в игре. Лучшая игра даёт вашей стороне взяток: { $tricks } из { $left }. Заявить их? (д/н)
yes = д да
no = н нет

## Подсказка
hint-plan = Подсказка: { $actions }
hint-mark = подсказка
hint-more = И ещё { $number }.
hint-thumb = Подсказка по общему правилу: очки здесь не рассчитаны.
hint-worth = { $column }: на сколько эта сдача поднимет { $partners ->
    [0] вас
   *[other] в итоге вашу пару
    } над средним за столом. Это оценка по многим возможным раскладам.
hint-close = Место выше ещё не значит, что выбор лучше: он проверен на меньшем числе раскладов, или разница в пределах погрешности.

## Наставник первой сдачи
coach-says = Наставник, { $number } из { $of }: { $text }
coach-go-on = Enter: дальше.
coach-take-back = { $undo }: взять назад.
coach-answer = Я ответил бы так: { $actions }.
coach-title = Ваша первая сдача
coach-things = Что показала эта сдача
coach-none = Наставник есть только в первой сдаче: prikup play GAME --coach

## Клавиши: показывается первая
keys-help = ? помощь
keys-hint = ! подсказка подскажи совет
keys-undo = о отмена
keys-coach = наставник
keys-last = л последняя взятка
keys-sheet = з запись счет
keys-deal = к карты
keys-rules = р правила
keys-table = т стол
keys-concede = с сдаться
keys-quit = х выход
keys-start = начать
keys-sit = сесть
keys-stand = встать
keys-fill = посадить
keys-point = покажи показать
keys-say = скажи сказать
keys-claim = предложить
keys-stop = закончить
keys-resign = поражение
keys-replace = заменить
keys-remove = удалить
keys-lock = закрыть открыть
keys-report = жалоба
keys-again = реванш еще
keys-go-on = п продолжить
keys-language = я язык
keys-back = н назад

## Помощь за столом
help-meanings = Что даёт и чего стоит каждый выбор
help-why-not = Почему нельзя другое
help-typing = Как отвечать
help-how = Карта: { $example } или { $turned }, можно и латиницей. Слово: целиком или его начало. Или номер из списка выше. Несколько карт сразу — там, где их нужно несколько.
help-help = что можно сделать и почему нельзя другое
help-hint = что сделал бы сильный игрок и сколько принесёт каждый выбор
help-undo = взять назад последнее действие, пока оно ничего не открыло и не изменило, или то, что сделал за вас бот
help-coach = отпустить наставника или вернуть его
help-last = последняя взятка
help-sheet = запись и откуда каждое число
help-deal = прошлая сдача ещё раз, все карты открыты
help-rules = правила и договорённости этого матча
help-table = показать стол ещё раз
help-concede = признать сдачу проигранной, где это принято, или забрать остальные взятки
help-quit = выйти; ничего не пропадёт: вы увидите, как вернуться
help-start = начать матч; пустые места займут компьютеры
help-sit = занять место, например: сесть 2; или вернуть своё у компьютера
help-stand = встать из-за стола
help-fill = посадить на место компьютер или убрать его, например: посадить 2, посадить 2 random
help-point = показать на открытую карту партнёра, например: покажи ч7
help-say = поговорить, например: скажи привет; без слов — список готовых фраз по номерам
help-claim = заявить остальные взятки или часть из них за свою сторону, например: предложить 3
help-stop = закончить матч сейчас, если все согласны
help-resign = признать поражение в рейтинговом матче: вы займёте последнее место
help-replace = предложить всем посадить компьютер вместо отсутствующего, например: заменить 2
help-remove = удалить человека из-за стола насовсем, например: удалить 2
help-lock = закрыть стол для новых гостей или снова открыть
help-report = пожаловаться на последний ход компьютера: сдачу сохранят для его разработчиков; или жалоба 2
help-again = открыть такой же стол для реванша
help-marks = → первый ход, ✓ взятка, ▸ чей ход.

## Приглашения к вводу
prompt-next-deal = Enter — следующая сдача, { $deal } — все карты этой, { $quit } — выйти.
prompt-more = Enter — дальше; { $back } — закрыть; или сразу следующий ответ.
prompt-back = Enter — назад к столу.
typed-early = «{ $text }» набрано раньше, чем задан этот вопрос. Если это ответ на него, наберите ещё раз.
prompt-sheet = Номер сдачи — откуда её числа. Enter — назад к столу.
prompt-start = { $start } — начать матч.
prompt-start-empty = { $start } — начать матч, пустые места займут компьютеры.
prompt-sit = Enter — сесть за стол, номер — на это место.
prompt-cut = Снимите колоду: от 1 до { $most } карт (Enter — где угодно)
prompt-over = { $again } — сыграть ещё, { $deal } — последняя сдача, все карты, Enter или { $quit } — выйти.
prompt-over-lesson = { $again } — теперь сыграть матч самому, { $deal } — эта сдача, все карты, Enter или { $quit } — выйти.
prompt-elsewhere = Enter — снова играть здесь.
prompt-back-menu = Enter — назад.

## Запись
settlement = Расчёт
settlement-rounded = В целых числах
head-deal = сдача
head-dealer = сдаёт
row-title = Сдача { $deal }, сдаёт { $dealer }
row-by-hand = Поправка вручную
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
menu-coach = { $coach }: первая сдача с наставником
menu-choose-preset = По каким правилам?
menu-levels = Насколько сильны остальные?
menu-choose-level = Номер (Enter — { $level }, { $back } — назад)
level-beginner = новичок
level-rule = средний
level-pimc = сильный
level-master = мастер
menu-name = Как вас зовут? (Enter — { $name })

## Правила
rules-options = Домашние правила (--set имя=значение; prikup play { $game } --set …)
rules-presets = Наборы правил (prikup play { $game } --preset …)
rules-default = {" "}(обычно)
rules-bounds = от { $low } до { $high }{ $step ->
    [1] ;
   *[other] {" "}с шагом { $step };
} обычно { $value }
rules-here = {" "}(здесь)
rules-number = { $bounds }; здесь { $value }
rules-idle = здесь ничего не меняет, пока { $because }
rules-agreed = В этом матче
rules-agreed-none = В этом матче все домашние правила обычные.
rules-more = Все домашние правила: prikup rules { $game }
value-on = да
value-off = нет

## Повтор
stock = закрыто
replay-undone = Взято назад: { $actions }.
replay-stopped = Здесь матч прекратили.
replay-stopped-time = Здесь закончилось время матча.
replay-stopped-forfeit = Здесь всем игрокам засчитали поражение.
replay-behind = ({ $known } | { $seen })
replay-behind-spoken = Потеря против лучшего: { $known } по тому, что игрок мог знать, { $seen } при открытых картах.
replay-behind-legend = Рядом с каждым выбором — сколько очков расчёта он теряет против лучшего: по тому, что игрок мог знать, и при открытых картах; «–» — где это неизвестно.
replay-unfinished = Сдача { $deal } не окончена, её карты остаются закрытыми.
replay-sheet = Запись

## Проверка
verify-deck = Сдача { $deal }, колода { $attempt }: запечатана как { $commitment }
verify-right = Колода та самая, которую даёт тасовка.
verify-wrong = КОЛОДА НЕ ТА, КОТОРУЮ ДАЁТ ТАСОВКА.
verify-made = ИЗ ЗЕРНА НЕ СЛЕДУЕТ ТО, ЧЕГО НЕ ДАЛИ ИГРОКИ: ЧИСЛО КОМПЬЮТЕРА, НЕОТКРЫТОЕ ЧИСЛО ИЛИ ПРОПУЩЕННЫЙ СЪЁМ.
verify-contributed = В ней числа игроков: { $players }.
verify-seed-only = Никто из игроков не добавил к ней числа.
verify-withheld = { $player }: число обещано, но не открыто, поэтому его вывели из зерна. Таких случаев в этом матче: { $number }.
verify-stranger = ЗЕРНО НЕ СЛЕДУЕТ ИЗ ЗЕРНА МАТЧА.
verify-given = Сдача { $deal }, колода { $attempt }: задана, а не стасована.
verify-refused = Правила её не приняли: { $why }
verify-good = Все проверенные колоды верны. Колод: { $decks }.
verify-bad = Неверных колод: { $wrong }.
verify-nothing = Колоды здесь не тасовали, проверять тасовку нечего. Но каждое действие было по правилам, и каждое число записи посчитано заново.
verify-proves = Это доказывает, что каждую колоду определили зерно, хеш которого показан выше, числа игроков и съём: сравните начало хеша с тем, что вы видели перед сдачей. Число, которого не дал игрок, следует из зерна. Каждое действие было по правилам, каждое число записи посчитано заново, и каждой пересдачи требовали правила.
verify-proves-not = Это не доказывает, что тот, кто запустил программу, не смотрел в карты и не показывал их снимающему, учёл каждое отправленное число и каждый съём и записал всё, что было показано: что отправлено, знают только программы самих игроков и проверяют это после каждой сдачи. Журнал целиком можно сочинить и потом, но не с теми хешами, которые вы видели перед каждой сдачей.

## Решение
solve-trump = Козыри: { $suit }.
solve-no-trump = Без козыря.
solve-must-trump = Игрок без масти хода обязан бить козырем.
solve-ace-low = Туз — самая младшая карта.
solve-last = Место { $place } в каждой взятке кладёт карту последним.
solve-leads = Ходит место { $place }.
solve-lying = Ходило место { $place }; на столе: { $actions }.
solve-most = Сторона { $side } хочет взять как можно больше.
solve-fewest = Сторона { $side } хочет взять как можно меньше.
solve-value = Взяток у стороны { $side }: { $value } из { $left }
solve-cards = После каждой карты места { $place }:
solve-line = Один из лучших розыгрышей; в скобках — сколько сторона ещё возьмёт
solve-cut = Время вышло прежде, чем нашёлся конец розыгрыша.
solve-line-unread = Строка { $line }: { $why }
solve-seat = Место { $place }
head-cards = карты

## Запись за настоящим столом
score-names = А Б В Г
score-yes-no = да, нет
score-how-many = Здесь нужно значений: { $number }, через пробел. А здесь: { $text }
score-bounds = { $number }: нужно от { $low } до { $high }.
score-not-one = Непонятно: { $text }
score-not-one-of = Непонятно: { $text }. Можно: { $allowed }
score-no-field = Такого поля нет: { $field }. Есть: { $allowed }.
score-field-missing = Не хватает { $field }: напишите { $field }=…

## Запись вечера
score-title = { $game } · { $options }
score-deal = Сдача { $deal }, сдаёт { $dealer }
score-from-to = { $question } ({ $low }–{ $high })
score-write = Записать? (Enter — да; н — нет)
score-command = Вопроса сейчас нет. Введите команду ({ $command } — список команд)
score-replace = Правка записи { $number } (было: { $text })
score-insert = Новая запись перед { $number }-й: { $text }
score-corrected = (исправлено)
score-flagged = { $what } — не считается: { $why }
score-not-counted = Не считается: { $why }
score-was = До исправления: { $what }
score-refused = Запись { $number } не считается: { $why }
score-dealt-by = Если сдавал другой игрок ({ $text }), введите: { $example }
score-broken-off = Игроки прервали матч.
score-changes = Изменится:
score-changes-nothing = Больше ничего не изменится.
score-undone = Отменено.
score-redone = Возвращено.
score-older = Матч начат по правилам версии { $rules }; числа здесь — по версии { $now }.
score-fix-how = Запись { $number } — «{ $text }». Чтобы заменить её, введите { $command } { $number } и дальше всю новую запись.
score-note-how = Введите и текст заметки: { $command } пили чай
score-join-how = Введите, кто входит в игру, и после запятой, за кем он сидит: { $example }
score-evenings = За все вечера по правилам { $preset }
score-evenings-player = игрок
score-evenings-count = вечеров
score-evenings-total = выигрыш
score-move-how = Укажите, какую запись куда переставить: { $command } 5 2 ставит пятую запись на второе место.
score-adjust-how = Укажите клетку, число и причину: { $example } звонил телефон. Клетки: { $allowed }
score-limit-deal = сдача
score-limit-round = круг
score-limit-how = Укажите, сколько минут от начала матча, от { $least } до { $most } (0 — без предела), и что потом доигрывается, { $round } или { $deal }: { $example }
score-options-how = Правила сейчас: { $options }. Изменить: { $command } имя=значение
score-no-format = Такого вида печати нет: { $text }. Есть: { $allowed }.
score-pairwise = Или каждый с каждым:
score-no-price = Сначала назначьте цену очка: { $command } 0,25
score-ours = Здесь: { $text }
score-theirs = Там: { $text }
score-merged = { $number ->
    [0] Там ничего нового.
    [one] Взят { $number } шаг.
    [few] Взято { $number } шага.
   *[other] Взято { $number } шагов.
    }
score-printed = Записано: { $text }
score-help = Что можно набрать
score-help-how = Ответ: целиком, его начало или номер; можно сразу несколько, как строку записи: игра, кто, взятки. Числа — 6 3 или 6,3,1: последнее вычисляется само. Или команда:
score-saved = Всё записано. Продолжить:
score-begun = Продолжаем: { $text }.
score-paper-boxes = { $column }: какие числа на бумаге у игроков { $names }?
score-paper-deals = Сколько сдач уже сыграно?
score-paper-dealer = Кто сдаёт следующим?
keys-scorer-paper = бумага
help-scorer-paper = продолжить матч, начатый на бумаге: ввести его числа
head-entry = что было
keys-scorer-undo = отменить отмена
keys-scorer-redo = вернуть
keys-scorer-back = назад
keys-scorer-deal = сдача
keys-scorer-fix = исправить
keys-scorer-insert = вставить
keys-scorer-delete = удалить
keys-scorer-move = переставить
keys-scorer-fault = нарушение
keys-scorer-adjust = поправка
keys-scorer-dealer = сдающий сдает
keys-scorer-note = заметка
keys-scorer-join = вход
keys-scorer-leave = уход
keys-scorer-stop = прервать
keys-scorer-options = правила
keys-scorer-names = имена
keys-scorer-price = цена
keys-scorer-payments = расчет расчёт
keys-scorer-place = место
keys-scorer-limit = предел
keys-scorer-play-on = дальше
keys-scorer-sheet = запись
keys-scorer-evenings = вечера
keys-scorer-print = печать
keys-scorer-merge = объединить
keys-scorer-help = помощь ?
keys-scorer-quit = выход х
help-scorer-undo = отменить последний ответ или последнюю правку, и так до самого начала
help-scorer-redo = вернуть последнее отменённое
help-scorer-back = на вопрос назад
help-scorer-deal = запись и причина каждого числа: сдача 3
help-scorer-fix = исправить запись: исправить 3; заменить её записью другого вида: исправить 3 нарушение
help-scorer-insert = добавить забытую сдачу перед записью: вставить 3; или другую запись: вставить 3 сдающий Анна
help-scorer-delete = убрать запись из списка: удалить 3
help-scorer-move = поставить запись на другое место: переставить 5 2
help-scorer-fault = пересдача или фальшренонс
help-scorer-adjust = исправить запись от руки; в заметке — причина
help-scorer-dealer = сменить того, кто сдаёт следующим: сдающий Анна
help-scorer-note = строка текста среди сдач
help-scorer-join = в игру входит ещё игрок, со средними числами остальных; сидит за тем, кто назван: вход Глеб, Анна
help-scorer-leave = игрок уходит и рассчитывается сразу: уход Глеб
help-scorer-stop = прервать матч и рассчитаться
help-scorer-options = показать или изменить домашние правила
help-scorer-names = изменить имена, по порядку мест: имена Анна, Борис, Вера
help-scorer-price = цена очка, чтобы видеть, кто кому платит: цена 0,25
help-scorer-payments = кто кому платит: наименьшим числом платежей и каждый с каждым
help-scorer-place = место игры, для печати: место Тбилиси
help-scorer-limit = предел времени в минутах от начала и что потом доигрывается: предел 240 круг или предел 240 сдача
help-scorer-play-on = играть после конца матча дальше или перестать
help-scorer-sheet = вся запись, сдача за сдачей
help-scorer-evenings = кто сколько выиграл за все матчи в этой папке
help-scorer-print = запись целиком, здесь или в файл: печать html ФАЙЛ; ещё text и csv
help-scorer-merge = взять записи другого игрока из файла этого же матча: объединить ФАЙЛ
help-scorer-help = эта страница
help-scorer-quit = выйти; всё записано
opt-score-file = Файл матча; простое имя — файл в папке данных. Если он есть, матч продолжается.
error-file-other = { $file } — матч других игроков или с другими правилами: уберите --names, --preset и --set.

## Конец
log-dropped = Последняя строка журнала была неполной (программу прервали при записи) и удалена. Из показанного ничего не пропало.
end-seat = Место остаётся за вами. Вернуться:
end-watched = Смотреть дальше:
end-saved = Всё записано. Продолжить:
end-verify = Матч записан. Проверить тасовку:
end-replay = Посмотреть все карты:

## Ошибки
error-language = Такого языка нет: { $language }. Есть: { $allowed }.
note-no-solver = Решателя здесь нет, а значит, и сильных компьютерных игроков. Где есть компилятор C++, он появится, если установить prikup из исходников.
error-level = Такого игрока нет: { $level }. Есть: { $allowed }.
error-imported-player = Не удалось загрузить игрока { $name }: { $error }. Python ищет модули в папках из PYTHONPATH; эта папка — PYTHONPATH=. .
error-coach-option = Сдача с наставником подобрана заранее: { $option } с ней не сочетается.
error-unreachable = Не удалось подключиться к { $url }: { $error }
not-an-address = Это не адрес стола: { $text }
no-table-server = По этому адресу нет сервера с карточными столами (HTTP { $status }).
other-version = У сервера и этой программы разные версии, они несовместимы.
connection-ended = Сервер прервал связь ({ $code }).
connection-failed = Ошибка сети: { $error }
error-file-missing = Такого файла нет: { $file }
error-file-forbidden = Нет доступа к файлу: { $file }
error-file-folder = Это папка, а не файл: { $file }
error-file-error = { $file }: { $error }
error-system-error = Не получилось: { $error }
file-assumed = Кодировка в файле не указана. Он прочитан как { $encoding }.
error-line = { $file }, строка { $line }: { $why }
error-other-game = В файле { $file } другая игра: { $game }.
error-other-rules = Матч в файле { $file } идёт по своим правилам ({ $options }): --preset и --set не нужны.
error-no-lesson = { $file } — не первая сдача с наставником: уберите --coach.
error-notation = { $game }: записи { $notation } для этой игры нет. Есть: { $allowed }.
error-link-notation = В ссылке одна сдача без начала матча, поэтому записать её как матч нельзя. Её можно посмотреть (replay), разобрать (review) и решить (solve).
error-players = Этот матч здесь не сыграть: в файле { $file } играют { $players }.
error-match = Матча { $number } в этом файле нет, всего их { $matches }.
error-match-which = Матчей в этом файле { $matches }: выберите один с --match.
match-of = Матч { $number } из { $matches }: { $names }
error-deal = Такой сдачи нет: { $deal }. Последняя — { $last }.
usage-no-option = Такого ключа нет: { $option }. См. --help.
usage-missing = Не хватает { $name }. См. --help.
usage-bad-value = { $name }: недопустимое значение. Какие допустимы, показывает --help.
usage-no-command = Такой команды нет: { $name }. См. --help.
usage-bad = { $error } См. --help.

## Помощь по командам
help-of-usage = Использование:
help-of-arguments = Аргументы
help-of-options = Ключи
help-of-commands = Команды
help-of-program = Карточные игры Севера и Востока. Без команды — меню.
help-of-play = Сыграть матч с компьютером. Всё сохраняется прежде, чем показывается: при выходе ничего не пропадёт.
help-of-join = Сыграть с другими за столом на сервере: адрес тот же, что в браузере. Если стола в адресе нет — выбрать игру и сыграть там с компьютером.
help-of-rules = Правила игры, каждое домашнее правило с объяснением, наборы правил.
help-of-replay = Показать матч ещё раз: все карты открыты, каждое число объяснено.
help-of-review = Что и где потеряно: ошибки каждого игрока по тому, что он мог знать, и из чего сложился каждый результат.
help-of-verify = Проверить каждую колоду матча. Код выхода 1, если какая-то неверна.
help-of-notation = Перевести журнал в текстовую запись или текстовую запись, нашу или другой программы, в журнал.
help-of-solve = Что даёт лучшая игра в открытую: взятки стороны, чего стоит каждая карта, один розыгрыш. Код выхода 1, если времени не хватило.
help-of-score = Вести запись за настоящим столом: вечер, который сохраняется сам и который всегда можно поправить; или одна сдача: ПОЛЕ=ЗНАЧЕНИЕ.
opt-help = Показать это и выйти.
opt-game = { $games }
opt-as = Записать так, как принято в другой программе, или по ссылке (link) на каждую законченную сдачу; если указать неверное имя, программа перечислит записи этой игры.
opt-file = Журнал, матч в текстовой записи или ссылка на сдачу.
opt-url = http://HOST/t/TABLE или http://HOST.
opt-seat = Занять это место, считая от 1.
opt-cut = Спрашивать, где снять колоду.
opt-preset = Набор правил по имени; см. prikup rules GAME.
opt-set = Одно домашнее правило; можно повторять.
opt-language = Язык; иначе $PRIKUP_LANGUAGE, иначе язык системы.
opt-plain = Только предложения: без цвета и рисунков. В конвейере так всегда.
opt-version = Показать версию.
opt-four-colour = Масти четырёх цветов.
opt-pace = Сколько секунд видно чужое действие (0.6).
opt-deals = Закончить после стольких сдач.
opt-seed = Всё случайное выводится из этого текста.
opt-log = Файл матча. Если он есть, матч продолжается.
opt-level = Уровень остальных: beginner (новичок), rule (средний), pimc (сильный) или master (мастер).
opt-name = Ваше имя.
opt-auto = Единственную возможную карту класть сразу.
opt-coach = Сыграть первую сдачу с наставником: он говорит, на что смотреть и чего стоит ответ.
opt-match = Только этот матч из файла, в котором их несколько.
opt-deal = Только эта сдача.
opt-replay-review = Рядом с каждым выбором — сколько он теряет против лучшего, как в prikup review (секунды на сдачу).
opt-review-seat = Только ошибки этого места, от 1.
opt-review-least = Наименьшая цена ошибки, в очках расчёта.
opt-review-seed = Зерно раздумий: то же зерно — тот же разбор.
opt-outcome = Одна сдача; без неё программа спрашивает сдачу за сдачей и всё сохраняет.
opt-names = Игроки в том порядке, как сидят.
opt-totals = Запись перед этой сдачей: числа по столбцам, потом по сторонам.
opt-score-deal = Номер сдачи.
opt-carry = Что переходит от сдачи к сдаче помимо записи в матче, начатом на бумаге: имя=число или имя=60,52, по числу на сторону или игрока.
opt-dealer = Кто сдаёт: имя или номер от 1.
opt-hands = Позиция: наша строка или ссылка с ней, руки с контрактом, журнал, PPN; - читает её со входа. Или, с тремя ключами, что ниже, руки в порядке хода, считая от 0: "AKJ.Q8.AQ. | T9.K.K87. | …". Масти: пики.трефы.бубны.червы; - или пусто — место, где никто не играет.
opt-deal-pasted = Номер сдачи во вставленном тексте (без него — последняя).
opt-trump = Козырь; N — без козыря.
opt-leader = Кто ходит или кто ходил в неоконченной взятке.
opt-side = Места, чьи взятки считаются; все остальные играют против них.
opt-goal = Чего хочет сторона: взять больше (most, по умолчанию) или меньше (fewest).
opt-follow = Что кладёт игрок без масти хода: что угодно (free, по умолчанию) или козырь (must-trump).
opt-ace-low = Туз — самая младшая карта.
opt-last = Место, которое в каждой взятке кладёт карту последним.
opt-table = Карты неоконченной взятки в порядке хода: "SA S7".
opt-seconds = Остановить поиск через столько секунд.
opt-json = Один объект JSON и больше ничего.

## The server
help-of-serve = Открыть столы для браузера: вашего, а если разрешите — и всех, кому доступна эта машина.
opt-host = Сетевой адрес (по умолчанию 127.0.0.1: только эта машина; 0.0.0.0 — все её адреса).
opt-port = Порт; без него — первый свободный от 8000.
opt-database = Где хранятся столы: sqlite:///ФАЙЛ или postgresql://…; без этого — файл в вашей папке данных.
opt-root-path = Путь, который прокси ставит перед адресами сервера, например /cards.
opt-proxy = Сервер стоит за вашим прокси: доверять его заголовкам X-Forwarded.
opt-metrics-token = Токен, который даёт доступ к /metrics; без него доступ есть только у программ этой машины, а за прокси — ни у кого.
opt-no-limits = Отключить все ограничения частоты.
opt-serve-pace = Сколько думает компьютер, в секундах (0.8).
opt-keep-guests = Через сколько дней удалять гостей, которые больше не приходят, и их неоконченные столы (30; 0 — никогда).
opt-keep-audit = Через сколько дней удалять записи журнала (365; 0 — никогда).
opt-idle-reviews = Разбирать сдачи только что оконченных матчей, пока сервер ничем не занят (да).
opt-peer-address = По какому адресу этот сервер доступен другим серверам той же базы PostgreSQL (ХОСТ:ПОРТ, порт — его собственный); без этого с базой работает только он.
opt-peer-secret = Файл с общим секретом этих серверов; доступ к файлу должен быть только у вас.
opt-redis = Redis или Valkey (redis://ХОСТ:ПОРТ), через который у этих серверов общие ограничения и сообщения, которые не страшно потерять; без него у каждого свои ограничения.
opt-lobby = Кто видит открытые столы и может открыть стол для всех: all (все), accounts (только с учётной записью) или off (никто); обычно all.
error-lobby = После --lobby нужно all, accounts или off, а не { $text }.
opt-notices = Файл настроек сообщений для тех, кто не на связи (его создаёт `prikup notices keys`); без него сообщений нет.
opt-push-host = Собственная служба доставки вида https://ХОСТ, кроме служб известных браузеров; можно указать несколько раз.
opt-open = Открыть в браузере.
serve-address = Сервер работает по адресу { $address } (Ctrl+C — остановить)
error-root-path = { $path } не годится: нужен путь вроде /cards из латинских букв, цифр, точек и дефисов, не начинающийся как страница этого сервера.
error-address = Не удалось занять адрес { $address }: { $error }
error-redis-alone = --redis нужен серверам с общей базой: вместе с --peer-address и --peer-secret-file.
error-peers-half = Серверам с общей базой нужно и то и другое: --peer-address и --peer-secret-file.
error-peer-secret = Не удалось прочитать секрет { $file }: { $error }
error-peer-secret-short = Секрет в { $file } слишком короткий: нужно не меньше { $least } символов. Создайте новый: openssl rand -hex 32
error-serve-extra = Для игры в браузере установите: pip install 'prikup[play,serve]'
help-of-backup = Записать резервную копию базы данных сервера в файл, пока сервер работает.
help-of-restore = Вернуть резервную копию на место базы данных, пока сервер не работает.
help-of-notices = Создать файл настроек сообщений для тех, кто не на связи.
opt-notices-action = Создать файл с новым ключом.
opt-notices-file = Новый файл; доступ к нему должен быть только у вас.
opt-notices-site = Адрес сервера в сети: на него ведут ссылки в письмах.
opt-notices-contact = Как с вами связаться службам доставки: mailto:АДРЕС или https://…
notices-written = Файл { $file } создан. Чтобы отправлять письма, впишите почтовый сервер; запустите сервер с --notices { $file }
error-notices-exists = Файл { $file } уже есть. Выберите другое имя: с новым ключом всем придётся снова разрешать сообщения.
error-notices-file = Не удалось прочитать { $file }: { $error }
error-push-host = { $name } — не адрес службы доставки: нужен адрес вида https://push.example.org
help-of-audit = Журнал для ведущих: кто садился за стол, менял имя, кого удалили; карт и сообщений чата в нём нет.
opt-backup-file = Файл резервной копии.
opt-force = Заменить файл, если он уже есть.
opt-audit-table = Только то, что было за этим столом.
opt-audit-person = Только действия этого человека и действия против него.
opt-audit-since = Только начиная с этого дня или времени: 2026-11-23 или 2026-11-23T18:00 (UTC).
opt-audit-json = По объекту JSON в строке.
backup-done = Резервная копия: { $file }.
restore-done = База данных теперь из { $file }. Запустите сервер.
restore-kept = Прежняя база данных теперь в файле { $file }.

## The arena
help-of-arena = Сравнить компьютерных игроков: они играют друг с другом на одних и тех же картах.
opt-players = Кто играет: имена; после двоеточия можно указать число раскладов (pimc:20).
opt-arena-deals = Сколько сдач, каждая во всех рассадках (100).
opt-arena-seed = Любой текст: из него следуют карты.
opt-first = Номер первой сдачи (0).
opt-matches = Целые матчи вместо сдач; считается, кто выиграл.
opt-alone = Только этот игрок, один против каждого из остальных.
opt-workers = Сколько процессов играют сразу (столько, сколько процессоров).
opt-ray = Играть на кластере Ray: его адрес; auto — тот, что указан в $RAY_ADDRESS или запущен на этой машине; local — запустить его здесь, на K процессов.
opt-looks = Число промежуточных проверок через равные промежутки: если все числа таблицы уже ясны, работа заканчивается (1: только в конце).
opt-arena-plot = Картинка с таблицей результатов, в SVG.
opt-arena-log = Файл для результатов; с ним прерванный прогон продолжается.
help-of-leaderboard = Измерить игрока на картах, с соперниками и наборами правил таблицы лидеров, чтобы результаты можно было сравнивать.
opt-leaderboard-player = Игрок: имя компьютерного игрока или MODULE:FUNCTION для собственного.
opt-leaderboard-deals = Сыграть только первые N сдач таблицы лидеров (по умолчанию все).
help-of-dataset = Записать набор данных: сдачи компьютерных игроков, с описанием, лицензией и контрольными суммами.
opt-dataset-folder = Папка для файлов: пустая или ещё не созданная.
opt-dataset-deals = Сколько сдач (10000).
dataset-written = Сдач: { $deals }; папка: { $folder }
error-folder-not-empty = { $folder } — не пустая папка. Выберите другое имя.
error-two-players = Назовите двух игроков или больше, через запятую.
error-other-arena = В файле { $file } результаты другого прогона.
error-ray-extra = Чтобы играть на кластере Ray, установите: pip install 'prikup[play,ray]'
error-ray = По --ray { $address } кластер Ray не найден. Укажите HOST:PORT, или auto с адресом в RAY_ADDRESS, или local, чтобы запустить его здесь. Ответ Ray: { $error }
error-ray-silent = нет ответа за { $seconds } с
arena-under-way = Играют
arena-heading = { $game } ({ $options }), сдач: { $deals }, зерно { $seed }
arena-deals = Очки за сдачу у каждого игрока в одиночку (или пары) против остальных, с 95-процентным интервалом:
arena-matches = Доля матчей, которые выигрывает каждый игрок против остальных, с 95-процентным интервалом:
arena-against = против
arena-differences = Те же сдачи, один игрок вместо другого, с 95-процентным интервалом разницы:
arena-than = вместо
arena-difference = разница
arena-looks = { $early ->
    [true] Закончено раньше, как было объявлено (просмотров: { $looks }): после { $played } из { $deals } все числа таблицы ясны.
   *[other] Объявлено просмотров: { $looks }.
  } Интервалы верны для всех просмотров вместе.
arena-times = Время на раздумья, мс:
arena-player = игрок
arena-phase = фаза
arena-decisions = решений

## Ratings
help-of-ratings = Сверить рейтинги на сервере с законченными матчами или пересчитать их.
opt-ratings-check = Пересчитать все рейтинги по архиву; код 1 при первом расхождении.
opt-ratings-rebuild = Пересчитать и заменить все рейтинги, пока сервер не запущен.
opt-ratings-void = Признать рейтинговый матч за столом недействительным и пересчитать рейтинги без него, пока сервер не запущен. Причину увидят его участники.
opt-ratings-suspects = Показать пары игроков, рядом с которыми другие в этой игре занимают места лучше или хуже, чем следует из рейтингов, или в которых один отдаёт очки другому.
opt-ratings-since = С --suspects: только матчи с этого дня.
error-ratings-task = Укажите --check, --rebuild, --void TABLE REASON, --suspects GAME или команду anchors.
error-suspects-partners = В игре { $game } играют двое на двое, и третьего игрока нет.
error-suspects-since = { $text } — не дата. Пишите так: 2026-11-30.
error-not-rated = Матч за столом { $table } не рейтинговый или уже недействителен.
ratings-right = Пересчитано рейтинговых матчей: { $matches }. Все рейтинги совпадают.
ratings-wrong = Пересчитано рейтинговых матчей: { $matches }. Затем расходится { $difference }. --rebuild пересчитает всё, пока сервер не запущен.
ratings-rebuilt = Пересчитано рейтинговых матчей: { $matches }.
ratings-voided = Матч за столом { $table } недействителен. Эти участники увидят причину на странице рейтинга, а если сервер отправляет уведомления, получат и уведомление: { $people }
ratings-suspects = { $first } и { $second }: общих матчей { $matches }. Места других: { $others_z }. Очки { $first } → { $second }: { $given_z }.
ratings-suspects-note = Найдено пар: { $pairs }, среди тех, у кого общих матчей не меньше { $least }. Числа — отклонения от ожидаемого по рейтингам, в стандартных отклонениях. Это никого не обвиняет.
help-of-anchors = Измерить рейтинг компьютерных игроков каждого уровня: они играют матчи во всех сочетаниях уровней.
opt-anchor-matches = Сколько матчей на каждое сочетание уровней (400).
opt-anchor-levels = Уровни: имена через запятую, среди них rule (все уровни).
opt-anchor-out = Записать рейтинги в этот файл, в JSON.
error-anchor-levels = Назовите хотя бы два уровня, среди них { $level }.
error-bench-extra = Чтобы измерять рейтинги, установите: pip install 'prikup[play,bench]'
anchors-heading = { $game }: матчей на сочетание уровней: { $matches }, сочетаний: { $mixes }, зерно { $seed }
anchors-note = В матче не больше { $deals } сдач. Рейтинг уровня rule по определению 1500. Уровень, у которого 95-процентный интервал шире 1, в рейтинговых матчах не играет.
anchors-level = уровень
anchors-rating = рейтинг
anchors-mean = μ
anchors-interval = 95-процентный интервал
anchors-usable = в рейтинговых матчах
anchors-yes = да
anchors-no = нет: нужно больше матчей

## Reported moves
help-of-reports = Жалобы на ходы компьютерных игроков из базы сервера.
opt-reports-out = Записать протокол каждой жалобы в файл в этой папке.
reported-line = { $number }: { $game }, стол { $table }, сдача { $deal }, строка протокола { $line }: место { $place } ({ $level }), сделано { $action }; сообщает { $person }, { $at }
reported-none = Жалоб нет.

## Problems
help-of-problems = Задача дня и ещё сотни: открытые карты, вопрос и один доказанный ответ. Решение разыгрывается против наилучшей игры. С --kind hidden — концовки, какими их видит игрок, и карта, про которую доказано, что она лучшая.
opt-problem-games = Вместо задачи дня — задачи этих игр: { $games }
opt-problem-kind = Задачи этого вида; виды покажет --list.
opt-problem-level = Задачи этой трудности, от 1 (лёгкие) до 4; 0 — из книг.
opt-problem-day = Задача другого дня: 2026-11-30.
opt-problem-id = Задача с этим именем.
opt-problem-list = Только показать, сколько есть задач и сколько решено.
opt-problem-players = Сколько задач с закрытыми картами решат эти компьютерные игроки? Имена; после двоеточия можно указать число раскладов (pimc:20).
error-problem-kind = Нет такого вида задач: { $kind }. Есть: { $allowed }.
error-problem-id = Нет такой задачи: { $id }.
error-problem-none = Таких задач нет.
error-problem-day = Этот день ещё не настал.
problems-there-are = Задач: { $number }. Решено: { $solved }.
problems-solved = решено
problem-day = { $day }.
problem-lies = На столе: { $player } { $card }.
problem-ask-card = Какой картой? (? помощь)
problem-ask-number = Сколько? (? помощь)
problem-ask-discard = Какие карты? (? помощь)
problem-ask-play = Ваши карты: { $cards }. Какой картой? (Enter — закончить)
problem-help = Напишите карту: ПК или КП, две — через пробел, или число. !: подсказка, после неё задача не считается решённой с первого раза. ответ: показать его. х: выход.
keys-problem-answer = ответ
problem-answer = Ответ: { $answer }.
problem-or = { " " }или{ " " }
problem-best-play = Если все играют наилучшим образом:
problem-play-on = Теперь разыграйте: остальные отвечают наилучшим образом.
problem-next = Enter — следующая задача, х — выход.
problem-streak = Дней подряд: { $days }. Лучшая серия: { $best }.
problem-solved-so-far = Решено: { $number } из { $all }.

# Hidden hands, and how many of these problems computer players solve
problem-hidden = Закрытые карты
problem-task-hidden = Часть карт закрыта. Какая карта лучшая по тому, что вам может быть известно?
problem-points = Очков в среднем: { $values }.
problem-past = Разыгранные взятки:
problem-worlds = Раскладов, которые со всем этим сходятся: { $worlds }. Все они равновероятны, и каждый доигрывается в открытую.
problem-every = В каждом из этих раскладов лучшая карта приносит не меньше любой другой, а любая другая в каком-то из них — меньше.
problem-sure = Даже тот, кто чужих карт не видит, против тех, кто видит все, лучшей картой наверняка добьётся большего, чем принесла бы любая другая.
problems-under-way = Думают
problems-game = игра
problems-lost = потеряно очков на задачу

# Разбор сдачи
review-under-way = Разбор
review-deal = Сдача { $deal }
review-part-settlement = итог
review-part-deal = расклад
review-part-calls = своя торговля и снос
review-part-cards = свои карты
review-part-others = другие
review-part-dealt = карты с раздачи
review-uncertain = { $points }, неясно
review-counts = { $player }: решений оценено { $decisions }; верных { $right }, неточностей { $inaccuracy }, ошибок { $mistake }, грубых ошибок { $blunder }, неясных { $unsure }.
review-lost = Они в среднем стоят { $points }. Худшие:
review-doubtful-card = Не доказано: взятка { $trick }, { $actions } — цена может доходить до { $points } (проверено раскладов: { $deals }).
review-doubtful-call = Не доказано: { $actions } — цена может доходить до { $points } (проверено раскладов: { $deals }).
review-inaccuracy = неточность
review-mistake = ошибка
review-blunder = грубая ошибка
review-limits = Очки расчёта; ± — пределы, в которых истинное среднее лежит в 95 случаях из 100. Цена ошибки — среднее по раскладам, возможным для того, что игрок мог знать; каждый решён при открытых картах: это завышает карту, которая выигрывает, только если потом знать, куда пойти, и предполагает, что другие торгуются как простые программы. «Расклад» — итог без этих ошибок, «карты с раздачи» — что в среднем берёт с них сильнейший игрок.
review-of-call = { $actions }, { $verdict }: { $why }
review-of-card = Взятка { $trick }, { $actions }, { $verdict }: { $why }

# Статистика
help-of-turns = Сверить сохранённые сроки столов по очереди с тем, что за столами произошло. Нужен ключ --check.
opt-turns-check = Сверить; код завершения 1, если срок неверен.
turns-right = Столов по очереди сверено: { $tables }. Сроки совпадают с тем, что произошло.
turns-wrong = Столов по очереди сверено: { $tables }. Неверные сроки: { $wrong }
help-of-tables = Сверить сохранённые списки столов с тем, что за столами произошло. Нужен ключ --check.
opt-tables-check = Сверить; код завершения 1, если список неверен.
error-check-needed = Делать нечего: добавьте --check.
tables-right = Столов сверено: { $tables }. Списки совпадают с тем, что произошло.
tables-wrong = Столов сверено: { $tables }. Неверно в списках: { $wrong }
help-of-statistics = Что принесли игрокам законченные матчи, по играм: очки за сдачу, контракты, висты и прочее. Компьютер считается по уровню.
opt-statistics-files = Журналы, матчи в текстовой записи или папки с журналами; без них — ваша папка данных.
opt-statistics-from = Только матчи, файл которых записан последний раз в этот день или позже: 2026-11-25.
opt-statistics-until = Только матчи, файл которых записан последний раз в этот день или раньше.
opt-statistics-preset = Только матчи по этому набору правил.
opt-statistics-kept = Сравнить статистику, сохранённую на сервере, с его журналами; код 1, если они расходятся.
opt-statistics-mend = Сравнить и исправить расхождения, пока сервер не запущен.
statistics-right = Пересчитано матчей: { $matches }. Сохранённая статистика совпадает с журналами.
statistics-wrong = Пересчитано матчей: { $matches }. Статистика расходится с журналом у { $number }: { $tables }. Посчитанное старой программой сервер при запуске пересчитает сам; --mend исправит всё, пока сервер не запущен.
statistics-sums-wrong = Суммы компьютерных игроков расходятся с журналами: { $sums }. --mend исправит их, пока сервер не запущен.
statistics-sums-mended = Суммы компьютерных игроков исправлены: { $sums }
statistics-mended = Пересчитано матчей: { $matches }. Исправлено: { $tables }
error-not-a-day = «{ $text }» — не день; пишите так: 2026-11-25.
error-no-logs = В { $folder } нет журналов.
statistics-deals = сдач
statistics-points = очков за сдачу
statistics-role = роль
statistics-times = раз
statistics-made = удалось
statistics-bot = компьютер, { $level }
statistics-missing = { $deals ->
    [one] ещё { $deals } сдача
    [few] ещё { $deals } сдачи
   *[other] ещё { $deals } сдач
    }
statistics-none = Законченных матчей здесь нет.
statistics-none-yet = Законченных матчей пока нет. Программа сохраняет каждый матч, сыгранный в терминале, в { $folder }.
statistics-unfinished = Не учтены незаконченные матчи: { $number }
statistics-limits = Очки расчёта и интервал, в котором среднее лежит в 95 случаях из 100. Меньше чем за 50 сдач среднее ничего не говорит об умении: тогда указано, скольких сдач не хватает. Сдачи, в которых единственный человек брал ход назад, не учтены.
