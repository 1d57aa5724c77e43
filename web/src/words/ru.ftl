## frame
close = Закрыть
cancel = Отмена
your-turn = Ваш ход
page-loading = Минутку
page-failed = На этой странице произошла ошибка.
page-failed-note = Ничего не пропало: ваш стол сохранён на сервере.
page-unloaded = Страница не загрузилась. Проверьте связь.
page-reload = Загрузить заново
game-words-failed = Тексты этой игры не загрузились. Загрузите страницу ещё раз: ничего не пропадёт.
no-connection = Сервер сейчас недоступен.
server-failed = Сервер не смог ответить.
offline-ready = Работает без сети
offline-coming = Загружается
offline-lost = Нет сети
offline-ready-said = Теперь можно играть без сети.
offline-needs-network = Нужна сеть
engine-unable = Эта страница не может считать на вашем устройстве.
engine-absent = Сети нет, а игровой движок на это устройство ещё не загружен. Он загрузится сам, когда сеть появится.

banner-lost = Связь прервалась.
banner-lost-note = Пробуем снова. Карты остаются как есть.
banner-connecting = Подключаемся
banner-elsewhere = Это место открыто в другом окне.
banner-elsewhere-note = Играют сейчас там.
banner-back = Играть здесь
banner-gone = Этот стол открыть нельзя.
banner-lobby = К играм
banner-away = { $player-is ->
    [you] Вас нет на месте.
   *[other] Нет на месте: { $player }.
}
banner-away-wait = Стол ждёт.
banner-lost-line = { $player }: нет связи.
banner-away-bot = Бот сядет через { $time }.
banner-away-vote = Через { $time } место можно отдать боту.
banner-bot = { $player-is ->
    [you] Вас нет на месте, играет бот.
   *[other] { $player }: нет на месте, играет бот.
}
banner-stood-in = Пока вас не было, бот сделал за вас: { $actions }.
banner-own-bot = За вас играет бот.
banner-own-back = Вернуться за стол
removed-you = Вас удаляет из-за стола { $player }.
removed-you-host = Хозяин стола удалил вас.
removed-by-you = Вы удалили игрока { $name }.
removed-by = { $player } удаляет игрока { $name }.
removed-by-host = Хозяин стола удалил игрока { $name }.
removed-seat = На этом месте теперь играет бот { $other }.
removed-watch = Смотреть
removed-games = К играм

live-cut = Вы снимаете колоду. Enter снимает посередине.
live-open = Связь есть.
live-connecting = Подключаемся.
live-lost = Связь прервалась. Пробуем снова.
live-elsewhere = Это место открыто в другом окне.
live-gone = Этот стол открыть нельзя.
live-refused = Нельзя. { $why }
live-lead = Ваш заход.
live-void = У вас нет { $suit }.
live-any = Можно любую карту.
live-stands = { $what }: { $amounts }.
live-can-play = Можно: { $actions }.
live-scored = { $side }, { $column }: { $amount }; { $why }.
live-open-hand = { $player-is ->
    [you] Ваши открытые карты: { $hand }.
   *[other] Открытые карты, { $player }: { $hand }.
}
live-round = По кругу: { $players }.
live-partner = В паре с вами: { $players }.
live-hand = Ваши карты: { $hand }.
live-no-trick = На столе карт нет.
live-trick = На столе: { $cards }.
live-waiting = Ждём: { $players }.
live-away = { $player-is ->
    [you] Вас нет на месте.
   *[other] Нет на месте: { $player }.
}
live-lost-line = { $player }: нет связи. Ждём секунд: { $seconds }.
live-back = { $player-is ->
    [you] Вы на месте.
   *[other] На месте: { $player }.
}
live-bot = { $player-is ->
    [you] За вас играет бот.
   *[other] { $player }: играет бот.
}
live-choosing = Игрок выбирает имя, чтобы сесть на место { $number }.
live-sat = { $player-is ->
    [you] Вы садитесь на место { $number }.
   *[other] На место { $number } садится { $player }.
}
live-stood = { $player-is ->
    [you] Вы встаёте из-за стола.
   *[other] Из-за стола встаёт { $player }.
}
live-proposal-over = Предложение закрыто.
live-forfeit = { $player-is ->
    [you] Вам засчитано поражение; за вас доиграет бот.
   *[other] Поражение засчитано: { $player }. Дальше играет бот.
}
live-time-soon = До конца матча десять минут.
live-time-round = Время матча вышло. Круг доигрывается.
live-time-last = Время матча вышло. Это последняя сдача.
live-again = Новый стол для следующего матча готов.
live-said = { $name }: { $text }
report-noted = Спасибо. Когда сдача кончится, её сохранят вместе с журналом.

agree-title = Договориться
agree-claim = Заявить взятки
agree-undo = Попросить вернуть ход
agree-undo-stood-in = Попросить вернуть ход бота
agree-undo-alone = Взять назад
agree-undo-lost = Этот матч не войдёт в вашу статистику.
agree-concede = Сдаться
agree-stop = Закончить матч
agree-replace = { $player-is ->
    [you] Бот вместо вас
   *[other] Бот вместо игрока ({ $player })
}
agree-one-lies = сначала ответьте на предложение
agree-no-deal = сейчас не играют
agree-nothing-left = делить пока нечего
agree-over = матч окончен
agree-left = { $tricks ->
    [one] Осталась { $tricks } взятка. Сколько берёт ваша сторона?
    [few] Остались { $tricks } взятки. Сколько берёт ваша сторона?
   *[many] Осталось { $tricks } взяток. Сколько берёт ваша сторона?
    }
agree-fewer = Взяткой меньше
agree-more = Взяткой больше
agree-claim-note = Заявить взятки можно трижды за сдачу. Люди соглашаются или играют дальше; бот соглашается, если ваша сторона наверняка возьмёт столько при любом раскладе. Если вам видны все карты в игре, сразу решает лучшая игра.
agree-offer = Заявить
agree-resign = Признать поражение
agree-resign-sure = Признать поражение в этом рейтинговом матче? Вы займёте последнее место, что бы ни было в записи, а за вас доиграет бот.
agree-concede-sure = Признать эту сдачу проигранной для вашей стороны?
agree-stop-sure = Закончить матч сейчас? Нужно согласие всех остальных; расчёт — по записи, как она есть.
agree-waiting = Ждём ответа: { $players }.
agree-withdraw = Отозвать
agree-agree = Согласиться
agree-refuse = Нет
proposal-claim = { $player-is ->
    [you] Вы заявляете взятки: { $tricks } из оставшихся { $left }.
   *[other] { $player } заявляет взятки: { $tricks } из оставшихся { $left }.
}
proposal-concede = { $player-is ->
    [you] Вы предлагаете признать сдачу проигранной.
   *[other] { $player } предлагает признать сдачу проигранной.
}
proposal-undo = { $player-is ->
    [you] Вы просите вернуть: { $card }.
   *[other] { $player } просит вернуть: { $card }.
}
proposal-undo-unseen = { $player-is ->
    [you] Вы просите вернуть последний ход.
   *[other] { $player } просит вернуть последний ход.
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
    [you] Вы предлагаете посадить бота на место игрока ({ $other }).
   *[other] { $player } предлагает посадить бота на место игрока ({ $other }).
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

talk-title = Чат
talk-nothing = Сообщений пока нет.
talk-write = Написать сообщение
talk-send = Отправить
talk-calls-wait = Заявки появятся, когда вы отправите сообщение или выйдете из поля.
talk-all = Все сообщения
talk-presets = Готовые фразы
talk-mute = Скрыть
talk-mute-one = Скрыть: { $name }
talk-muted = Скрыто:
talk-unmute-one = Показывать снова: { $name }
talk-off = Чат выключен.
talk-on = Включить
talk-none = За этим столом чата нет.
talk-watching = { $name } (смотрит)

keys-title = Клавиши
keys-move = По картам, словам, записи
keys-do = Пойти, сказать
keys-place = Карта на этом месте
keys-place-end = То же, считая справа
keys-level = Уровень заявки
keys-bid = Затем заявка на этом месте
keys-call = Слово на этом месте
keys-hint = Подсказка
keys-last = Последняя взятка
keys-sheet = Запись
keys-read = Прочитать стол
keys-chat = Чат
keys-help = Эти клавиши
keys-close = Закрыть
keys-enter = Enter
keys-shift = Shift +
keys-space = Пробел
keys-escape = Esc
keys-layouts = Важно место клавиши, а не буква: раскладка любая.
keys-single = Управление одной клавишей

## table
table-your-turn = Ваш ход
table-lead = с любой карты
table-follow = в масть
table-trump = козырем:
table-any-card = любой картой
table-lay-away = { $cards ->
    [one] Снесите { $cards } карту
    [few] Снесите { $cards } карты
   *[many] Снесите { $cards } карт
    }
table-chosen = { $chosen } из { $owed }
table-lay = Снести эти
table-thinking = { $player-is ->
    [you] Вы думаете
   *[other] { $player } думает
}
table-waiting = Ждём: { $players }
table-here = здесь
traced-of = Карты, которые были на руках ({ $player })
traced-away = { $away ->
    [0] в сносе: зачёркнутые
    [one] { $away } из них в сносе
   *[other] { $away } из них в сносе
}
traced-some = на руках или в сносе
table-calls = Что сказать
calls-mean = Что значат слова
sure-say = Да, сказать
sure-back = Назад

table-you = Вы
table-dealer = Сдаёт
table-dealer-letter = С
table-empty-seat = Место свободно
table-bot = Бот, { $level }
sparing-bot = Бот, { $level }, думает меньше
table-bot-sits-in = Нет на месте · играет бот
table-away = Нет на месте
table-partner = Ваш партнёр
table-sits-out = не играет
table-clock = Часы
table-rated = рейтинговый
table-time-left = осталось { $minutes } мин
table-time-round = время вышло, круг доигрывается
table-time-last = последняя сдача
table-tricks = { $tricks ->
    [one] взятка
    [few] взятки
   *[many] взяток
    }
table-together = { $tricks ->
    [one] взятка вместе
    [few] взятки вместе
   *[many] взяток вместе
    }

table-hand = Ваши карты
table-hand-of = { $player-is ->
    [you] Ваши карты
   *[other] Карты игрока { $player }
}
table-card-new = { $card }, новая
table-card-of = { $player }: { $card }
table-led = Первый ход: { $card }
table-last-trick = Последняя взятка
table-last = Взятка
table-took = { $player-is ->
    [you] Взятка ваша
   *[other] Взятка: { $player }
}
table-no-trick = Взяток ещё не было.

table-bid-turned = { $player }: { $bid }
table-bid-awaited = заявки ещё нет
table-bid-sealed = закрыта
table-bid-yours = ваша, закрыта

stock = закрыто
stock-turned = Открыто: { $player }
table-own-discarded = Вы снесли { $cards }
table-own-took = Вы взяли { $cards }
table-own-gave = Вы отдали { $cards } ({ $player })
table-own-got = Вам пришли { $cards } ({ $player })

table-shuffling = Карты тасуются.
table-cuts = { $player-is ->
    [you] Вы снимаете колоду.
   *[other] Колоду снимает { $player }.
}
cut-title = Снимите колоду
cut-how = Коснитесь колоды, где хотите.
cut-itself = Колоду снимут за вас через { $time }
cut-label = Снять колоду: сколько карт уходит сверху вниз
cut-halves = { $above } сверху, { $below } снизу
cut-why = Зачем снимать?
cut-why-before = До съёма колода перетасована и запечатана.
cut-why-where = От места съёма зависит, какие карты кому придут. Заранее этого не знает никто.
cut-why-after = После сдачи печать снимают, и ваше устройство проверяет, что карты не подменили.
cut-note-cutSelf = Иначе ваше устройство снимает само
cut-note-cutBots = Иначе ваше устройство снимает само: других людей за столом нет, и обмануть вас некому
cut-check = Проверить числа самому
table-unseen = Сдача идёт. Её покажут, когда она закончится.
table-deal = сдача { $deal }
table-beside = Рядом со столом
table-menu = Меню
menu-help = Помощь
menu-lobby = В лобби
menu-hint-later = когда будет ваш ход
table-fair = Честная сдача
table-rules = Правила
table-chat = Чат
table-hint = Подсказка
table-sheet = Запись
table-sheet-short = Запись
table-open = Открыть
table-said = Сказано
table-nothing-said = Пока ничего.
table-facts = Эта сдача
table-agreements = За этим столом
table-on = да
table-off = нет

# Первая сдача с наставником
coach-name = Наставник
coach-first-time = Впервые?
coach-door = Первая сдача с наставником
coach-title = Первая сдача
coach-number = { $number } из { $of }
coach-see = Дальше
coach-answer = Ваш ответ:
coach-back = Взять назад
coach-leave = Дальше без наставника
coach-return = Вернуть наставника
coach-sure = Отпустить наставника? Вернуть его можно в меню.
coach-go = Отпустить
coach-stay = Пусть останется
coach-things = Что показала эта сдача
coach-right = верно
coach-own-way = по-своему
coach-match = Сыграть свой матч

hint-waits = Думаю…
hint-spoken = Подсказка: { $plan }
hint-points = Очки: { $points }
hint-others = Что ещё можно
hint-more = и ещё { $count }
hint-thumb = Подсказка по общему правилу: очки здесь не рассчитаны.
hint-note = Очки — сколько эта сдача должна принести { $partners ->
    [0] вам
   *[other] вашей паре
    } при расчёте. Это прикидка по многим возможным раскладам: учтено только то, что видно вам.
hint-note-open = Очки — сколько эта сдача должна принести { $partners ->
    [0] вам
   *[other] вашей паре
    } при расчёте. Все карты открыты.
hint-mark-same = равно
hint-or = или
hint-same = Они равноценны.
hint-same-as = Столько же: { $plans }
hint-close = Больше очков — не обязательно лучше: раскладов проверено меньше или разница в пределах погрешности.

## pages
# Как кого зовут
you = Вы
you-inside = вы

# Запись
sheet-title = Запись
sheet-note = Нажмите на число: узнаете, откуда оно. Записанное за последнюю сдачу подчёркнуто.
sheet-on = { $other }
column-on = { $column } ({ $other })
sheet-box = { $whose } · { $column }
sheet-settlement = Расчёт сейчас
sheet-result = Расчёт
sheet-winner = победа
sheet-deals = Сдачи
sheet-all-deals = Все сдачи: { $deals }
sheet-deal = Сдача
sheet-opening = Начальный счёт
sheet-empty = Пока ничего не записано.
sheet-table = Таблицей
sheet-drawn = Рисунком
deal-number = Сдача { $deal }
deal-played = { $who }: { $contract }
deal-finished = сыграна
deal-taken-back = с возвратом хода
deal-corrected = исправлено вручную
why-before = до этой сдачи { $number }
why-opening = С этого запись началась: { $number }.
why-deal = Все числа сдачи
why-rules = Правила
why-earlier = Предыдущее число
why-later = Следующее число
ladder-of = из { $target }
ladder-steps = Ступени: { $climbed } из { $steps }

# Наборы правил и уровни
preset-name-standard = Обычные
level-beginner = Новичок
level-rule = Средний
level-pimc = Сильный
level-master = Мастер
level-random = Наугад

# Выбор игры
header-nav = Страницы
header-play = Играть
header-rules = Правила
header-fair = Честная сдача
header-guest = Гость
header-more = Ещё
header-score = Запись
header-statistics = Статистика
header-skip = К содержанию
header-skip-play = К игре
header-settings = Настройки
lobby-title = Во что сыграем?
lobby-problem = Задача дня
lobby-lead = Старые игры за одним тихим столом. Регистрация не нужна.
lobby-games = Игры
lobby-on-device = на этом устройстве
lobby-left = Ваши столы
lobby-left-at = { $game }: у вас идёт сдача { $deal }.
lobby-back = Продолжить
lobby-waits = { $game }: ваш стол ждёт игроков.
lobby-go = К столу
lobby-open-title = Открытые столы
lobby-open-online = { $number ->
    [one] здесь { $number } человек
    [few] здесь { $number } человека
   *[many] здесь { $number } человек
}
lobby-open-waits = { $free ->
    [one] { $host } ждёт ещё одного игрока
   *[other] { $host } ждёт ещё { $free } игроков
}
lobby-open-taken = занято мест: { $taken } из { $seats }
lobby-open-more = изменено правил: { $more }
lobby-open-rating = рейтинг { $rating } ± { $error }
lobby-open-accounts = для людей с учётной записью
lobby-open-seekers = { $people ->
    [one] { $people } человек ищет игроков
    [few] { $people } человека ищут игроков
   *[other] { $people } человек ищут игроков
}
lobby-open-join = Присоединиться
lobby-open-join-lane = Присоединиться к поиску: { $lane }
lobby-open-sit = Сесть
lobby-open-sit-at = Сесть за стол игрока { $host }
lobby-open-plays = Сейчас играют: { $names }
lobby-open-deal = сдача { $deal }
lobby-open-watch = Смотреть
lobby-open-watch-at = Смотреть игру: { $names }
lobby-open-missed = Последнее место за столом игрока { $host } только что заняли.
lobby-open-none = Сейчас нет открытых столов.
lobby-open-none-note = Откройте свой: он появится в этом списке, и за него сможет сесть любой.
lobby-open-open = Открыть стол
lobby-open-only-accounts = Только для людей с учётной записью
lobby-open-options = Ещё настройки
lobby-open-near = Для игроков примерно моей силы
lobby-open-near-note = В списке будет указан рейтинг от { $low } до { $high }. Сесть всё равно сможет любой.
lobby-open-bots = Когда сядут двое, пустые места займут боты
lobby-open-bots-after = { $minutes ->
    [0] никогда
   *[other] через { $minutes } мин
}
lobby-open-bots-some = двоим — боты через { $minutes } мин
lobby-open-rated = Рейтинговый: матч влияет на рейтинг
lobby-open-rated-note = Учётная запись нужна каждому. Игра идёт с часами, ходы не возвращают; кто уходит, занимает последнее место. Правила могут отличаться от готового набора только длиной матча.
lobby-open-minutes = { $minutes } мин
lobby-open-ratings = рейтинг от { $low } до { $high }
lobby-open-hours = { $hours } ч на каждое решение
lobby-open-deals = { $deals ->
    [one] { $deals } сдача
    [few] { $deals } сдачи
   *[other] { $deals } сдач
}
lobby-open-kind = Столы
lobby-open-live = Вживую
lobby-open-turns = По очереди
lobby-open-each = Время на каждое решение
lobby-open-absent = часто отсутствует: { $name }
lobby-open-all = Показать ещё { $number }
lobby-open-fewer = Показать меньше
lobby-open-lost = Связь потеряна. Список может быть устаревшим.

seek-title = Найти игроков
seek-lead = Выберите до трёх видов матча. Вы сядете за тот стол, который соберётся первым.
seek-deals = { $deals ->
    [one] { $deals } сдача
    [few] { $deals } сдачи
   *[other] { $deals } сдач
}
seek-lane-waiting = { $people ->
    [0] никто не ищет
    [one] ищет { $people } человек
    [few] ищут { $people } человека
   *[other] ищут { $people } человек
}
seek-lane-last = последний стол { $time }
seek-range = Разница рейтингов
seek-range-any = Любая
seek-range-up = До { $points }
seek-bots = Через 45 секунд за стол может сесть бот
seek-bots-note = Только если согласны и остальные игроки.
seek-rated-note = Матч рейтинговый, если у всех игроков есть учётная запись и они из разных сетей. Игрокам из одной сети через минуту находится обычный матч.
seek-partner = Ваш партнёр
seek-partner-any = Любой
seek-partner-note = { $name }: нужно тоже искать этот матч и выбрать вас.
seek-start = Найти игроков
seek-save = Сохранить
seek-change = Изменить
seek-stop = Отменить
seek-bar = Идёт поиск игроков
seek-others = { $others ->
    [0] пока больше никого
    [one] ещё { $others } человек
    [few] ещё { $others } человека
   *[other] ещё { $others } человек
}
seek-alone = За минуту стол не собрался. Искать шире? А пока можно поиграть с ботами.
seek-alone-bots = Пусть за стол сядет бот
seek-alone-range = Любой рейтинг
seek-alone-keep = Ждать дальше
seek-lost = Нет соединения. Ваше место сохраняется 30 секунд.
seek-returned = Кто-то не пришёл. Ваше место сохранено.
seek-found = Ваш стол готов
seek-found-notice = { $game }: ваш стол готов.
seek-found-who = У вас { $seconds ->
    [one] { $seconds } секунда
    [few] { $seconds } секунды
   *[other] { $seconds } секунд
}, чтобы сесть за стол. С вами играют: { $names }.
seek-found-bot = бот
seek-found-sit = Сесть за стол
seek-found-later = Не сейчас
seek-found-note = Если вы не сядете вовремя, искать игроков можно будет только через минуту или позже.
seek-found-bots = Ваш другой стол подождёт вас.
seek-coming = Ждём остальных игроков
seek-on-way = В пути
seek-call-title = Позвать меня, когда кто-то ищет игроков
seek-call-note = Браузер покажет сообщение, если в эти часы кто-то не найдёт игроков, а вас здесь нет: не чаще двух раз в день и не в тихие часы из настроек.
seek-call-allow = Сначала включите сообщения этого браузера в настройках, в разделе «Когда вас нет».
seek-call-days = Дни
seek-call-from = С
seek-call-to = До
seek-call-save = Сохранить эти часы
seek-call-lanes = Для матчей, выбранных выше: { $lanes }
seek-call-remove = Убрать
seek-call-remove-one = Убрать часы для матча «{ $lane }»
guest-kept = { $days ->
    [one] Без учётной записи имя гостя и неоконченные столы удаляются, если не заходить { $days } день.
    [few] Без учётной записи имя гостя и неоконченные столы удаляются, если не заходить { $days } дня.
   *[many] Без учётной записи имя гостя и неоконченные столы удаляются, если не заходить { $days } дней.
}
setup-rules = Правила
setup-own = Свои…
setup-bots = Боты
setup-changed = Изменено:
setup-switches = Все правила
setup-play = Играть с ботами
setup-find = Найти игроков
setup-finding = Изменить поиск
setup-invite = Позвать друзей по ссылке
options-title = { $game }: все правила
options-base = Правила: { $preset }.
options-changed = { $changes ->
    [0] Ничего не изменено.
    [one] Изменено { $changes } правило.
    [few] Изменено { $changes } правила.
   *[other] Изменено { $changes } правил.
}
options-back = Сбросить всё
options-differs = Изменено. { $preset }: { $value }.
options-reset = Сбросить
options-table = Стол
options-absent = Если игрок пропал
options-minutes = Предел времени
minutes-some = { $minutes ->
    [0] нет
   *[other] { $minutes } мин
    }
options-after = Когда время выйдет
options-after-deal = сдача доигрывается
options-after-round = круг доигрывается
minutes-deal = { $minutes ->
    [one] { $minutes } минута
    [few] { $minutes } минуты
   *[other] { $minutes } минут
}, затем сдача доигрывается
minutes-round = { $minutes ->
    [one] { $minutes } минута
    [few] { $minutes } минуты
   *[other] { $minutes } минут
}, затем все сдают поровну
absent-bot = садится бот
absent-wait = стол ждёт
absent-vote = решают остальные
options-away = Потеряна связь: ждать
away-seconds = { $seconds } с
options-clock = Часы
clock-none = Без часов
clock-some = { $minutes } мин + { $seconds } с
options-spectators = Смотреть может любой, у кого есть ссылка
options-delayed = Зрители видят каждую сдачу только после её конца
options-chat = Чат
options-keep = Сохранить эти правила
options-name = Название для этих правил
options-save = Сохранить
options-link = Скопировать ссылку на эти правила
options-forget = Забыть: { $name }
options-forget-it = Забыть
options-done = Готово
option-bounds = Число от { $low } до { $high }{ $step ->
    [1] .
   *[other] , с шагом { $step }.
}
option-idle = Здесь ничего не меняет. { $because }.
copy-done = Скопировано

# До начала
wait-title = { $game }: перед игрой
wait-free = { $free ->
    [0] Все места заняты.
    [one] Свободно { $free } место.
    [few] Свободно { $free } места.
   *[other] Свободно { $free } мест.
}
wait-rated = Это рейтинговый матч. Он влияет на рейтинги всех игроков.
wait-link = Ссылка для друзей
wait-copy = Скопировать
wait-share = Отправить
wait-link-note = Любой, кто её откроет, увидит правила и сможет сесть за стол. Регистрация не нужна.
wait-link-account = Любой, кто её откроет, увидит правила, а с учётной записью сможет сесть за стол.
wait-seats = Места
wait-seat = место { $seat }
wait-empty = Свободно
wait-choosing = Выбирает имя
wait-bot = Бот · { $level }
wait-away = нет на месте
wait-partner = в паре: { $partner }
wait-sit = Сесть
wait-sit-seat = Сесть, место { $seat }
wait-stand = Встать
wait-fill = Бот
wait-fill-seat = Бот, место { $seat }
wait-unfill = Убрать
wait-away-with = Убрать: { $name }
wait-start = Начать
wait-start-sure = Игрок выбирает имя, чтобы сесть на место { $seat }. Начать без него?
wait-start-again = На место { $seat } никто не сел. Начать с ботом?
wait-start-waiting = Матч начнётся, когда игрок сядет на место { $seat }.
wait-start-wait = Подождать
wait-start-anyway = Начать сейчас
wait-start-note = { $free ->
    [one] На свободное место сядет бот.
   *[other] На свободные места сядут боты.
}
wait-choose = Выберите место.
wait-host = Матч начнёт хозяин стола.
wait-full = Матч начнётся, когда будут заняты все места или когда его начнёт хозяин стола.
wait-starting = Все места заняты. Матч начнётся через несколько секунд.
wait-listing-on = Пока есть свободное место, этот стол — в списке открытых столов.
wait-listing-ended = Этого стола больше нет в списке открытых столов.
wait-list = Вернуть в список
wait-unlist = Убрать из списка
wait-rules = Правила этого стола
wait-all-rules = Все домашние правила
wait-how = Как играть

# Имя
account-title = Ваше имя
account-nobody = Имени у вас здесь ещё нет. Когда сядете за стол, вы станете гостем.
account-guest = Вы гость в этом браузере.
account-known = Это ваша учётная запись.
account-call = Ваше имя за столом
account-name = Имя
account-password = Пароль
account-rename = Изменить
account-renamed = Имя изменено.
account-new = Впервые здесь
account-keep = Сохранить имя
account-keep-note = С именем и паролем можно вернуться с любого устройства. Ваши столы останутся вашими. Почту не спрашиваем.
account-table = За тем столом нужна учётная запись. Заведите её или войдите — и вы вернётесь за стол.
account-make = Завести учётную запись
account-made = Готово: теперь это ваша учётная запись.
account-have = У меня уже есть учётная запись
account-hide-name = Не показывать моё имя по ссылкам
account-hide-name-note = Кто откроет ссылку на ваш матч, увидит вместо имени «Гость». Те, кто в нём играл, видят ваше имя.
account-leave-guest = Имя гостя и столы этого браузера с вами не перейдут.
account-login = Войти
account-in = С возвращением.
account-device = Вход с нового устройства
account-device-note = Откройте эту ссылку на новом устройстве и войдите там. Сколько бы другие ни угадывали ваш пароль, закрыть вход этому устройству они не смогут. Без пароля ссылка бесполезна.
account-device-link = Показать ссылку
account-device-known = Это устройство теперь связано с вашей учётной записью. Войдите с паролем.
account-change = Сменить пароль
account-old = Нынешний пароль
account-next = Новый пароль
account-changed = Пароль изменён; на других устройствах надо войти снова.
account-leave = Удалить учётную запись
account-leave-as-guest = Удалить этого гостя
account-leave-note = Насовсем: имя, решённые задачи и список тех, кого вы заблокировали. Сыгранные матчи останутся у тех, кто их играл; там вы — игрок без имени.
account-leave-for-good = Удалить насовсем
account-gone = Удалено. Вашего имени здесь больше нет.
account-logout = Выйти
account-profile = Ваша страница и кто её видит
account-out = Вы вышли.

# Правила
rules-title = Правила
rules-presets = Как играют
rules-read = Прочитать эти правила
rules-play = Играть так
rules-options = Домашние правила
rules-options-note = Здесь всё, о чём можно договориться. Обычное значение — как в наборе «{ $preset }».
rules-usual = Обычно: { $value }.
rules-default = обычно

# Между сдачами
rest-next = Следующая сдача
rest-reading = Ещё читают: { $names }.
rest-won = { $sides ->
    [one] Победа: { $names }
   *[other] Победу делят: { $names }
}
rest-you = { $alone ->
    [yes] Вы победили
   *[no] Победа: { $names }
}
rest-ratings = Рейтинги
rest-rating = { $name }: { $after } ± { $margin } ({ $change })
rest-rating-waits = Рейтинги считаются.
rest-nobody = Матч окончен, победителя нет
rest-again = Сыграть ещё
rest-again-go = За новый стол
rest-lobby = Другие игры
rest-log = Скачать журнал
rest-verify = Проверить карты
rest-deck-good = Колода проверена здесь: ваше число в ней, и её не меняли.
rest-deck-told = Колода проверена здесь: она соответствует обещанному. Вашего числа в ней нет.
rest-deck-made = Колоду можно составить заново из её чисел. Больше здесь ничего не записано.
rest-deck-bad = Колода не соответствует объявленному хешу. Посмотреть почему.
rest-deck-given = Эти карты подобраны для обучения, их не тасовали: сдача не засчитывается.
line-of-play = Так можно разыграть остальные взятки
rest-agreed = Последние взятки не доигрывали. Достались: { $counted }.
played-title = Все руки

# Честность
fair-title = Честно ли сданы карты?
fair-lead = Сдача { $deal }. Никто, и сервер тоже, не выбирает карты в одиночку.
fair-given = Карты этой первой сдачи подобраны, чтобы показать игру, их не тасовали. Она не засчитывается, и карты в ней у всех одни и те же.
fair-locked = Закреплено
fair-mixed = Смешано
fair-cut = Снято
fair-checked = Проверено
fair-done = сделано
fair-step-locked = Сервер объявил хеш своего зерна.
fair-step-mixed = Ваше число вошло. Числа ботов следуют из закреплённого зерна.
fair-step-mixing = Число каждого игрока сперва обещано, потом открыто.
fair-step-mixed-late = Ваше число опоздало, и на этот раз оно тоже следует из закреплённого зерна.
fair-step-mixed-out = Ваше число отправлено, но не вошло.
fair-step-mixed-watching = Входит число каждого игрока. Числа ботов следуют из закреплённого зерна.
fair-step-cut = { $cutter } сидит справа от сдающего и снимает последним.
fair-step-cut-mine = Вы сидите справа от сдающего, так что снимаете вы, последним.
fair-step-cut-done = Снято карт: { $cut }.
fair-step-checked = После сдачи зерно открывают, и этот браузер его проверяет.
fair-withheld = { $name }: число обещано, но не открыто, поэтому его вывели из зерна. Таких случаев в этом матче: { $number }.
fair-decks = Колоды этого матча, проверенные здесь
fair-not = «Всё сходится» значит: ваше число вошло в колоду, и выбрать её было нельзя (исключение указано при самой колоде). Это не значит, что владелец сервера не смотрел в карты.
fair-rated = Пока идёт сдача рейтингового матча, этот сервер не анализирует позиции для его игроков. Тому, кто хочет вычислить лучшую игру, это мешает, но полностью исключить это нельзя.
fair-device = Колоду тасует само это устройство: тот, кто играет на нём один, мог бы и подсмотреть, а проверить это некому.
fair-more = Как это устроено
checked-deal = Сдача { $deal }
checked-attempt = Сдача { $deal }, колода { $attempt }
checked-good = всё сходится
checked-told = как обещано
checked-made = можно составить заново
checked-bad = не сходится
checked-given = задана, не тасована
checked-given-why = Эту колоду не тасовали: карты заданы заранее, как в первой сдаче с наставником. Проверять здесь нечего.
checked-refused = пересдали
checked-drawn = следует из зерна
checked-held = Выделены карты, которые сдали вам.
checked-choice = { $number ->
    [1] Когда ваше число открыли, выбирать было уже нечего.
    [one] Когда ваше число открыли, все остальные вместе с сервером могли ещё выбирать из { $number } колоды.
   *[other] Когда ваше число открыли, все остальные вместе с сервером могли ещё выбирать из { $number } колод.
}
check-seed = Зерно соответствует хешу, объявленному до сдачи.
check-seed-bad = Зерно не соответствует хешу, объявленному до сдачи.
check-promise = Объявленные хеши потом не меняли.
check-promise-bad = Объявленный хеш потом изменили.
check-early = Зерно не открыли раньше времени.
check-early-bad = Зерно открыли раньше времени.
check-once = Тасовка прошла один раз.
check-once-bad = Тасовку начали заново и не посчитали это.
check-terms-bad = Изменили, как колоду сдают или за что её пересдают.
check-asked-bad = У вас не спросили числа.
check-earlier = Все колоды до этой показаны.
check-earlier-bad = Одну из колод до этой так и не показали.
check-bots = Числа и съём ботов следуют из зерна.
check-bots-bad = Число или съём бота не следуют из зерна.
check-entropies = Число каждого игрока — то, которое он обещал.
check-entropies-bad = Число одного из игроков — не то, которое он обещал.
check-mine = Ваше число вошло.
check-mine-bad = Вашего числа в колоде нет: его не взяли.
check-own-cut = Снято там, где сняли вы.
check-own-cut-bad = Ваш съём изменили.
check-missing-cut = Ни один игрок не снимал: съём следует из зерна.
check-missing-cut-bad = Ни один игрок не снимал, но съём не следует из зерна.
check-forged-cut-bad = За вас снял кто-то другой.
check-refused = По правилам её надо было пересдать.
check-refused-bad = По правилам пересдавать её было не нужно.
check-played-bad = По правилам её надо было пересдать, а её сыграли.
check-withheld-bad = Число обещали и не открыли, и это не посчитали.
check-hand = Ваши карты сданы из неё.
check-hand-bad = По ней у вас должны быть другие карты.
check-cut = Колоду сняли там, где сообщил сервер.
check-cut-bad = Колоду сняли не там, где сообщил сервер.
check-deck = Колоду перетасовали здесь заново: карты те же, в том же порядке.
check-deck-bad = Колоду перетасовали здесь заново: порядок карт другой.
fair-seed = Зерно
fair-commitment = Его хеш, объявленный заранее
fair-commitment-optional = Хеш, объявленный до сдачи, если вы его сохранили
fair-entropies = Числа по местам
fair-seat = Место { $seat }
fair-deck = Колода сверху вниз
fair-pack = Карт
fair-page-lead = Верить на слово не надо. Каждую колоду можно составить заново из чисел, которых никто не выбирал в одиночку.
fair-how-locked = До сдачи сервер выбирает тайное случайное зерно и объявляет его хеш SHA-256. Сменить зерно он уже не может.
fair-how-mixed = Браузер каждого игрока обещает случайное число, назвав его хеш. Когда все обещания объявлены, числа открывают, и ни тех, ни других уже не сменить. Число, которое не обещали или не открыли вовремя, следует из закреплённого зерна, как числа ботов.
fair-how-cut = Зерно и числа дают один порядок карт. Последним снимает сидящий справа от сдающего. Если вовремя не сняли, съём следует из закреплённого зерна, как съём бота.
fair-how-checked = После сдачи зерно открывают. Ваш браузер составляет колоду заново и сравнивает с тем, что записал сам: что он отправил, что получил и когда.
fair-proves = Что это доказывает
fair-proves-text = Если у колоды с вашим числом всё сходится, то, пока ваше число не открыли, порядка карт не мог знать никто, а всё остальное к тому времени было закреплено, кроме того, что ещё можно было выбрать. Потом ничего не меняли, и ваши карты сданы из этой колоды. Каждую пересданную колоду надо было пересдать по правилам, объявленным до тасовки, и каждая показана.
fair-last = Что ещё можно было выбрать
fair-last-text = Когда ваше число открыто, игрок, обещавший число, может его не открыть, и тогда оно следует из зерна, а снимающий может снять где угодно. В одиночку это выбор вслепую: зерно знает только сервер. В сговоре с сервером каждый такой игрок выбирает из 2 колод, а снимающий — из 31, если карт 32, и из 51, если их 52. С двумя другими игроками, один из которых снимает, это не больше 2 × 2 × 31 = 124 колод; с одними ботами выбирать нечего. О неоткрытом числе сразу сообщают, назвав игрока, и считают такие случаи за весь матч.
fair-proves-not = Чего это не доказывает
fair-proves-not-text = Что владелец сервера не смотрел в карты и никому их не показал. Что другие игроки не сговорились с сервером. Что матч продолжится: узнав карты, сервер может его оборвать, но не может тасовать заново так, чтобы все проверки сошлись. Число или съём, потерянные из-за плохой связи, выглядят так же, как отброшенные сервером. Где этот браузер ничего не записал, доказано только, что колоду можно составить заново из показанных чисел; такие числа могли и подобрать. Если за столом вы один человек и снимает бот, ваше число — единственное, которое сервер не выбирал сам.
fair-table = Проверить матч
fair-table-note = В журнале матча записано зерно каждой оконченной сдачи. Страница заново вычисляет по нему колоды и сравнивает их с тем, что этот браузер записал, пока вы играли.
fair-table-id = Адрес или имя стола
fair-look = Проверить
fair-file = Открыть журнал
fair-own = Ваши столы:
fair-none = Пока ни одна сдача не окончена.
fair-no-log = Это не журнал матча.
fair-hand = Проверить вручную
fair-hand-note = По числам одной сдачи — из журнала или от друга.
fair-shuffle = Составить колоду
fair-exact = Способ в точности
fair-exact-text =
    1. Ключ — HMAC-SHA256 с ключом из 32 байтов зерна от текста "prikup shuffle 1" и чисел по местам, соединённых знаком "|".
    2. Поток — HMAC-SHA256 с этим ключом от счётчиков 0, 1, 2 … (8 байтов, старший первым), читаемый словами по 4 байта, старший первым.
    3. Колода начинается по порядку: пики, трефы, бубны, черви, каждая масть от младшей карты к тузу. Для i от последнего места до 1: берут следующее слово меньше floor(2³² / (i + 1)) · (i + 1), остальные пропускают; j = слово mod (i + 1); карты на местах i и j меняются.
    4. Съём переносит столько карт сверху вниз.
    5. То, чего никто не дал: число — HMAC-SHA256 с зерном как ключом от "entropy МЕСТО" (места считают с 0), в шестнадцатеричной записи; съём — 1 + первые 8 байтов HMAC-SHA256 от "cut" по модулю числа карт без одной.

## settings
settings-title = Настройки
settings-name = Ваше имя
settings-rename = Сменить
settings-lang = Язык
settings-theme = Цвета
settings-theme-auto = Как в системе
settings-theme-light = Светлые
settings-theme-dark = Тёмные
settings-deck = Масти
settings-deck-2 = Два цвета
settings-deck-4 = Четыре цвета
settings-letters = Буквы мастей на картах
settings-size = Карты
settings-size-small = Мелкие
settings-size-usual = Обычные
settings-size-large = Крупные
settings-order = Порядок карт
settings-order-alternating = Через цвет
settings-order-ranked = Подряд
settings-order-rising = С младших
settings-speed = Движение карт
settings-speed-0_5 = Медленно
settings-speed-1 = Обычно
settings-speed-2 = Быстро
settings-speed-0 = Нет
settings-speed-device = На устройстве включено «меньше движения»: ничего не движется.
settings-rest = Показывать взятку
settings-rest-0 = Не показывать
settings-rest-600 = 0,6 с
settings-rest-1000 = 1 с
settings-rest-2000 = 2 с
settings-reading = Скорость чтения вслух
settings-reading-0_5 = Медленно
settings-reading-1 = Обычно
settings-reading-2 = Быстро
settings-reading-0 = Сразу
settings-guard = Не принимать нажатий 0,7 с после появления вопроса
settings-confirm = Ход картой в два нажатия
settings-auto = Единственную возможную карту класть сразу
settings-cutSelf = Снимать колоду самому, если играют люди
settings-cutBots = Снимать колоду самому против ботов
settings-keys = Управление одной клавишей
settings-chat = Показывать чат
settings-look = Вид
settings-play = Игра
settings-you = Вы
settings-sounds = Звуки и уведомления
settings-volume = Громкость
settings-volume-0 = Без звука
settings-volume-1 = Тихо
settings-volume-2 = Обычно
settings-volume-3 = Громко
settings-soundTurn = Ваш ход
settings-soundCard = Карта сыграна
settings-soundTrick = Взятка взята
settings-soundDeal = Сдача карт
settings-soundWon = Вы выиграли
settings-notices = Сообщать о моём ходе и приглашениях, когда страница не видна
settings-notices-note = Браузер спросит один раз. В уведомлении будет только это: ваш ход, найден стол или кто вас зовёт.
settings-notices-denied = Браузер запретил этому сайту уведомления. Разрешить их можно в его настройках.
settings-notices-unknown = Этот браузер не показывает уведомлений; ваш ход будет виден в названии вкладки.
notice-turn = { $game }: ваш ход

## Когда читателя нет
away-title = Когда вас нет
away-note = Приходит только то, что вы включили, и никогда — карты.
away-push = Сообщать на этом устройстве
away-push-note = Сообщением браузера, даже если страница закрыта.
away-push-impossible = Этот браузер здесь не принимает сообщений. На айфоне сначала добавьте страницу на экран «Домой».
away-test = Отправить пробное сообщение
away-tested = Отправлено. Оно должно появиться через несколько секунд.
away-mail = Адрес почты
away-mail-set = Сохранить адрес
away-mail-sent = Письмо отправлено на { $address }. Откройте ссылку из него в течение суток.
away-mail-waits = { $address } ещё не подтверждён: откройте ссылку из письма.
away-mail-proved = Письма приходят на { $address }, не больше четырёх в день.
away-mail-remove = Удалить адрес
away-by-push = Сообщать через браузер
away-by-mail = Сообщать письмом
away-kind-turn = когда мой ход за столом по очереди
away-kind-invited = когда друг зовёт меня играть
away-kind-friend = когда кто-то хочет со мной дружить
away-kind-found = когда для меня нашлись игроки
away-kind-seek = когда кто-то ищет игроков в удобное мне время
away-kind-voided = когда мой рейтинговый матч признан недействительным
away-quiet = Ничего с 22 до 8 часов
push-turn = { $game }: ваш ход.
push-invited = { $game }: { $name } зовёт вас играть.
push-friend = { $name } хочет с вами дружить.
push-found = { $game }: ваш стол готов.
push-seek = { $game }: кто-то ищет игроков.
push-voided = { $game }: ваш рейтинговый матч признан недействительным.
push-test = Это пробное сообщение. Сообщения сюда доходят.
mail-prove-title = Это ваш адрес почты?
mail-prove-lead = Нажмите кнопку, если это вы указали этот адрес, чтобы узнавать о важном, когда вас нет.
mail-prove-button = Да, присылать сюда
mail-prove-done = Готово. Что присылать письмом, выберите в настройках, в разделе «Когда вас нет».
mail-stop-title = Больше не присылать писем?
mail-stop-lead = Ваш адрес будет удалён, и писем больше не будет.
mail-stop-button = Не присылать писем
mail-stop-done = Готово. Писем больше не будет.

## People at the table
name-question = Как вас зовут?
name-question-seat = Как вас зовут? Вы сядете на место { $seat }.
name-sit = Сесть за стол
name-watch = Только смотреть
people-title = Люди
people-rename = Сменить имя
people-lock = Закрыть для новых
people-unlock = Открыть для новых
people-locked = Этот стол закрыт для новых гостей.
people-watching = { $number ->
    [one] Смотрит { $number } человек.
    [few] Смотрят { $number } человека.
   *[other] Смотрят { $number } человек.
}
people-you-watch = Вы смотрите
people-you-watch-delayed = Вы смотрите: сдачи видны потом
person-remove = Удалить
person-remove-one = Удалить: { $name }
person-remove-sure = { $name }: удалить из-за стола насовсем?
person-block = Заблокировать
person-block-one = Заблокировать: { $name }
person-block-sure = { $name }: заблокировать? За ваш стол этот человек больше не сядет.
person-mute-note = Этот человек ничего не заметит.
person-block-note = За ваш стол этот человек больше не сядет.
person-remove-note = На этом месте играет бот.
person-back = Назад
person-blocked = Заблокировано: { $name }. Весь список — в настройках.
person-not-blocked = Не получилось. Попробуйте ещё раз.
person-profile = Страница: { $name }
blocked-title = Заблокированные
blocked-none = Вы никого не заблокировали.
blocked-again = Разблокировать: { $name }
report-bad = Плохой ход
report-bad-of = Сообщить о плохом ходе: { $player }, { $did }
report-kept = отмечено
report-kept-of = Отмечено: { $player }, { $did }
report-title = Что делали боты
report-what = Отметьте плохую заявку или карту: сдачу сохранят для разработчиков ботов.
report-unseen = что-то закрытое
talk-unmute = Показать
table-tab = Сдача

# Друзья
header-people = Друзья
header-ratings = Рейтинги
friends-title = Друзья
friends-all = Все друзья
friends-asking = { $people ->
    [1] { $names } предлагает вам дружбу.
   *[other] { $names } предлагают вам дружбу.
}
friends-none-here = Сейчас никого из ваших друзей нет.
friend-state-away = Нет на сайте
friend-state-here = На сайте
friend-state-table = За столом
friend-state-unknown = Неизвестно
friend-state-today = Сегодня здесь видели
friend-visit = К столу
friend-visit-one = К столу, за которым играет { $name }
friend-calls = Вас зовут играть
friend-call = { $name } зовёт вас играть
friend-call-later = Не сейчас
friend-call-title = Позвать друга к этому столу
friend-call-button = Позвать
friend-call-one = Позвать: { $name }
friend-call-sent = Приглашение отправлено
friend-called = { $name } видит ваше приглашение полчаса.
friend-news-call = { $name } зовёт вас играть.
friend-news-request = { $name } предлагает вам дружбу.
friend-ask-title = Предложить дружбу
friend-ask-one = Предложить дружбу: { $name }
friend-ask-note = Принять её или нет, решает другой человек.
friend-asked = Вы предложили дружбу: { $name }
friend-asked-note = Ваши запросы видны на странице «Друзья».
friend-guest = Заведите учётную запись, чтобы сохранять друзей.
friends-page-lead = Здесь видно, кто из друзей на сайте; их можно позвать к своему столу.
friends-page-guest-asked = { $people ->
    [1] { $names } предлагает вам дружбу. Заведите учётную запись, чтобы ответить.
   *[other] { $names } предлагают вам дружбу. Заведите учётную запись, чтобы ответить.
}
friends-page-make = Завести учётную запись
friends-page-asked = Запрос отправлен.
friends-page-asked-name = Если есть учётная запись точно с таким именем, её хозяин получит ваш запрос.
friends-page-guest-linked = Вы открыли ссылку друга. Заведите учётную запись, и сможете предложить дружбу.
friends-page-linked = Вы открыли ссылку друга.
friends-page-ask = Предложить дружбу
friends-page-asking = Вам предлагают дружбу
friends-page-accept = Принять
friends-page-accept-one = Принять: { $name }
friends-page-refuse = Отклонить
friends-page-refuse-one = Отклонить: { $name }
friends-page-remove = Убрать
friends-page-remove-one = Убрать: { $name }
friends-page-remove-sure = Убрать из друзей: { $name }?
friends-page-rating = Рейтинг: { $ratings }
friends-page-none = Друзей здесь у вас пока нет. Предложите дружбу кому-нибудь за столом или пошлите другу свою ссылку.
friends-page-hide = Скрывать, что я здесь
friends-page-hide-note = Друзья не видят, что вы на сайте, даже когда вы играете.
friends-page-add = Добавить друга
friends-page-link = Ваша ссылка для друзей
friends-page-code = Ваш код — { $code }. Каждый, у кого он есть, может предложить вам дружбу; решаете вы.
friends-page-renew = Новая ссылка
friends-page-renewed = У вас новая ссылка и новый код. Старые больше не действуют.
friends-page-their-code = Код вашего друга
friends-page-their-name = Или точное имя учётной записи
friends-page-sent = Ваши запросы
friends-page-sent-note = Запрос остаётся здесь, пока его не примут или пока вы его не отзовёте.
friends-page-withdraw = Отозвать
friends-page-withdraw-one = Отозвать запрос: { $name }

# Законченные матчи
header-problems = Задачи
header-matches = Матчи
rest-review = Разбор этой сдачи
rest-match = Этот матч
matches-find = Найти лучшую карту
matches-import = Добавить матч из файла
matches-import-note = Он не войдёт в статистику, и видеть его будете только вы.
matches-import-large = Файл больше мегабайта.
matches-import-who = Кем из игроков были вы?
matches-import-verified = { $decks ->
    [one] Проверена { $decks } перетасованная колода.
    [few] Проверены все { $decks } перетасованные колоды.
   *[many] Проверены все { $decks } перетасованных колод.
}
matches-import-wrong = Не сходятся с тасовкой колоды: { $wrong } из { $decks }.
matches-import-given = Колоды здесь не тасовали: проверять нечего.
matches-import-differs = { $places ->
    [one] В { $places } месте файл расходится с правилами.
    [few] В { $places } местах файл расходится с правилами.
   *[many] В { $places } местах файл расходится с правилами.
}
matches-import-older = Матч по прежним правилам: берутся только сдачи до первого расхождения.
matches-title = Мои матчи
matches-found = { $total ->
    [one] { $total } законченный матч
    [few] { $total } законченных матча
   *[many] { $total } законченных матчей
}
matches-all = Все
matches-game = Игра
matches-preset = Правила
matches-preset-any = Любые правила
matches-company = С кем
matches-company-any = С кем угодно
matches-company-people = С людьми
matches-company-computers = Только с компьютером
matches-result = Итог
matches-result-any = Любой итог
matches-result-won = В плюсе
matches-result-lost = В минусе
matches-result-even = По нулям
matches-player = Имя другого игрока
matches-deals = { $deals ->
    [one] { $deals } сдача
    [few] { $deals } сдачи
   *[many] { $deals } сдач
}
matches-partners = вместе: { $partners }; против: { $others }
matches-mistakes = { $mistakes ->
    [0] без ошибок
    [one] { $mistakes } ошибка
    [few] { $mistakes } ошибки
   *[many] { $mistakes } ошибок
}
matches-not-reviewed = { $reviewed ->
    [0] без разбора
   *[other] разобрано сдач: { $reviewed } из { $deals }
}
matches-note = Линия — ваш расчёт после каждой сдачи, тонкая черта — ноль. Откройте матч, чтобы увидеть его сдачи.
unverified-mark = с устройства, без проверки
unverified-note = Загружен с устройства, без проверки. Журнал соответствует правилам, но кто играл и сколько раз карты пересдавали, проверить нельзя, поэтому в статистику он не входит.
imported-mark = из файла
imported-note = Загружен из файла. В статистику не входит, и видите его только вы.
upload-to-account = В учётную запись
matches-more = Ещё
matches-again = Попробовать снова
matches-here = На этом устройстве
matches-here-note = Эти матчи есть только на этом устройстве. С учётной записью они сами попадут в ваш архив.
matches-here-refused = Эти матчи архив не принял: он принимает матчи одного человека с компьютерными игроками, сыгранные по нынешним правилам.
matches-none = Вы ещё не закончили ни одного матча. Каждый сохранится здесь.
matches-none-such = Ни один матч не подходит под эти условия.
matches-show-all = Показать все матчи
matches-play = Сыграть
match-somebody = игрок
match-title = { $game }: { $others }
match-course = Ваш расчёт после каждой сдачи
match-contract = Контракт
match-dearest = Ваша самая дорогая ошибка
match-dearest-any = Самая дорогая ошибка
match-mistake = { $did }: { $lost }
match-mistake-trick = { $did } во взятке { $trick }: { $lost }
match-nothing-lost = { $decisions ->
    [0] решать было нечего
    [one] { $decisions } решение, без ошибок
    [few] { $decisions } решения, без ошибок
   *[many] { $decisions } решений, без ошибок
}{ $unsure ->
    [0] { "" }
   *[other] , неясных { $unsure }
}
match-not-played = без розыгрыша
match-to-review = Разбор сдачи { $deal }
match-not-reviewed = без разбора
match-result = Итог
match-parts = Из чего он сложился
match-part-deal = расклад
match-part-calls = ваша торговля и снос
match-part-cards = ваши карты
match-part-others = чужие ошибки
match-parts-note = В очках расчёта, за все сдачи вместе. Ошибки — по тому, что можно было знать; расклад — всё остальное. В 95 случаях из 100 истинное среднее — в пределах ±.
match-review = Разбор
match-review-all = { $deals ->
    [one] Разобрать { $deals } сдачу
    [few] Разобрать { $deals } сдачи
   *[many] Разобрать { $deals } сдач
}
match-reviewing = Сдача { $deal } из { $deals }: решений { $done } из { $of }
match-review-stop = Остановить
match-review-failed = Эти сдачи разобрать не удалось: { $deals }
match-link = Скопировать ссылку
match-make-private = Сделать закрытым
match-make-public = Открыть всем, у кого есть ссылка
match-private-note = Его видят только те, кто играл.
match-void = Владелец сервера признал этот матч недействительным: в рейтинге он не учитывается.
match-gone = Такого матча нет
match-gone-note = Может быть, он ещё не закончен или закрыт хозяином.

# Найти лучшую карту
find-title = Найти лучшую карту
find-do = Найти лучшую карту самому
find-note = Только решения, которые точно были хуже. Верен любой выбор в пределах погрешности.
find-none = В разобранных сдачах ваших ошибок нет. Сначала разберите матч.
find-task = Ваш выбор: { $did } — { $verdict }. Найдите лучше.
find-task-trick = Взятка { $trick }: ваша карта { $did } — { $verdict }. Найдите лучше.
find-right = Верно: { $choice }, сбережено очков: { $saved }.
find-better = Лучше, чем { $did }, но не лучше всего: { $choice } сберегает { $saved } из { $lost }.
find-worse = Не лучше, чем { $did }: { $choice }.
find-same = Так вы и сделали: { $choice }.
find-unknown = Разбор этого не оценил: { $choice }.
find-best = Лучше всего { $choice }.
find-hint-suits = Масть: { $suits }
find-hint-calls = { $right ->
    [one] Верен { $right } выбор из { $choices }.
    [few] Верны { $right } выбора из { $choices }.
   *[many] Верны { $right } выборов из { $choices }.
  }
find-a-hint = Подсказка
find-show = Показать
find-next = Следующая ошибка
find-review = Разбор этой сдачи
find-place = { $number } из { $total }
find-number = Ошибка { $number }
find-last = Это последняя.
find-scope-match = Этот матч
find-scope-all = Все игры
find-tried = Что вы пробовали
find-tried-played = как было сыграно
find-tried-right = верно
find-tried-better = лучше, но не лучше всего
find-tried-worse = не лучше
find-tried-unknown = не оценено

# Разбор сдачи
reviewed-deal = Сдача { $deal } из { $deals }
reviewed-deal-back = Предыдущая сдача
reviewed-deal-forward = Следующая сдача
reviewed-where = { $game }, { $preset } · { $when }
reviewed-steps = Ход сдачи
reviewed-first = начало
reviewed-back = назад
reviewed-forward = дальше
reviewed-last = конец
reviewed-list = взятки
reviewed-worst = Худшая ошибка
reviewed-next-mistake = Следующая ошибка
reviewed-mistake-short = ошибка
reviewed-key-step = шаг
reviewed-key-trick = взятка
reviewed-said = До розыгрыша
reviewed-play = Розыгрыш
reviewed-bold = жирным — кто взял взятку
reviewed-trick = Взятка { $trick }
reviewed-place = Взятка { $trick }, карта { $place } · { $player }
reviewed-before = До розыгрыша · { $player }
reviewed-agreed = По договорённости
reviewed-at-end = Конец сдачи
reviewed-key-mistake = ошибка по тому, что можно было знать
reviewed-key-unsure = неясно
reviewed-key-unlucky = только если видеть все карты
reviewed-dot-inaccuracy = неточность
reviewed-dot-mistake = ошибка
reviewed-dot-blunder = грубая ошибка
reviewed-dot-unsure = неясно
reviewed-dot-unlucky = потеря, видная только по всем картам
reviewed-verdict = Оценка
reviewed-all-seen = Видя все карты
reviewed-all-seen-short = видя все карты
reviewed-could-know = По тому, что можно было знать
reviewed-could-know-you = По тому, что вы могли знать
reviewed-could-know-short = что было известно
reviewed-best = лучшее
reviewed-no-worse = не хуже
reviewed-known-lost = { $best }: { $bestPoints }, а это: { $points }
reviewed-known-near = хуже лучшего на { $behind }, ±{ $margin }
reviewed-known-unsure = { $worlds } раскладов не дают точного ответа: цена может доходить до { $points }
reviewed-unsure = неясно
reviewed-seen-never = Заявки, снос и обмен оцениваются только по тому, что можно было знать.
reviewed-seen-early = Карт ещё слишком много: точной цены здесь нет.
reviewed-seen-unsolved = Каждый за себя: точной цены здесь нет.
reviewed-word-only = выбора не было
reviewed-word-inaccuracy = неточность
reviewed-word-mistake = ошибка
reviewed-word-blunder = грубая ошибка
reviewed-word-unsure = неясно
reviewed-word-unlucky = потеря очков, но верно
reviewed-best-choice = лучшее
reviewed-right = верно
reviewed-end = конец
reviewed-judging = оценивается
reviewed-not-judged = не оценивается
reviewed-unlucky-note = По тому, что можно было знать, это не ошибка: решение обведено кольцом и ошибкой не считается.
reviewed-choices = Все варианты
reviewed-choice = вариант
reviewed-played = сыграно
reviewed-choices-all = Все { $number }
reviewed-worlds = «Что было известно»: среднее по { $worlds } раскладам, которые сходятся со всем, что видел этот игрок, в очках расчёта. ± — пределы разницы с лучшим: в 95 случаях из 100 истинная — внутри них.
reviewed-worlds-every = «Что было известно»: { $worlds ->
    [1] возможен только один расклад
   *[other] среднее по всем возможным раскладам ({ $worlds })
}, в очках расчёта.
reviewed-part-deal = Расклад
reviewed-part-calls = Своя торговля и снос
reviewed-part-cards = Свои карты
reviewed-part-others = Чужие ошибки
reviewed-part-dealt = Карты с раздачи
reviewed-parts-note = «Расклад» — итог без этих ошибок. «Карты с раздачи» — что взял с них сильнейший игрок за { $games } розыгрышей. В 95 случаях из 100 истинное среднее — в пределах ±.
reviewed-uncertain = { $margin }, неясно
reviewed-counts = Как играли
reviewed-count-none = решать было нечего
reviewed-count-right = { $count ->
    [one] { $count } верное решение
    [few] { $count } верных решения
   *[other] { $count } верных решений
}
reviewed-count-inaccuracy = { $count ->
    [one] { $count } неточность
    [few] { $count } неточности
   *[other] { $count } неточностей
}
reviewed-count-mistake = { $count ->
    [one] { $count } ошибка
    [few] { $count } ошибки
   *[other] { $count } ошибок
}
reviewed-count-blunder = { $count ->
    [one] { $count } грубая ошибка
    [few] { $count } грубые ошибки
   *[other] { $count } грубых ошибок
}
reviewed-count-unsure = { $count ->
    [one] { $count } неясное
   *[other] { $count } неясных
}
reviewed-count-of-inaccuracy = неточность
reviewed-count-of-mistake = ошибка
reviewed-count-of-blunder = грубая ошибка
reviewed-doubtful = Не доказано: { $where } — цена может доходить до { $points }.
reviewed-did-in-trick = { $did } во взятке { $trick }
reviewed-costliest = Самые дорогие ошибки: { $player }
reviewed-costliest-you = Ваши самые дорогие ошибки
reviewed-costliest-of = решений: { $decisions }
reviewed-cost = { $verdict } { $points }
reviewed-graph = Что принесла бы сдача: { $who }
reviewed-thinking = Идёт разбор: решений { $done } из { $of }
reviewed-waits = Разбор ждёт своей очереди.
reviewed-none = Эту сдачу ещё не разбирали.
reviewed-none-note = Разбор занимает сервер на несколько секунд. Если у вас здесь ещё нет имени, запрос разбора сделает вас гостем.
reviewed-ask = Разобрать эту сдачу
reviewed-failed = Эту сдачу разобрать не удалось. Всё остальное о ней здесь есть.
reviewed-discard = Снос:
reviewed-link = Скопировать ссылку на этот шаг
reviewed-share = Поделиться сдачей
reviewed-shared = Сдача по ссылке
reviewed-spoken-lost = Это { $verdict }, цена { $lost }. Лучше: { $best }.
reviewed-play-on = Играть отсюда
reviewed-open-hands = Все руки открыты
reviewed-what-if = А если так? Играть дальше с этим выбором
reviewed-what-if-of = Играть дальше: { $choice }
compared-title = Одна сдача за разными столами
compared-friends = Эта же сдача для друзей
compared-first = как сыграли впервые
compared-deal = Уже сыгранная сдача
compared-note = Карты здесь — из уже сыгранной сдачи. Если вы их видели, пожалуйста, только смотрите. Потом можно будет сравнить результаты всех столов.
compared-review = Как её сыграли впервые
practice-position = Упражнение
practice-title = Упражнение: сдача { $deal }
practice-back = Назад к разбору
practice-again = Ещё раз оттуда
practice-fair = Эти карты не тасовали, и результат не засчитывается.

# Задачи
problem-of-the-day = Задача дня
problem-days-in-a-row = { $days ->
    [one] день подряд
    [few] дня подряд
   *[many] дней подряд
}
problem-best-row = лучшая серия: { $days }
problem-last-days = Последние дни
problem-day-solved = решена
problem-day-open = ещё можно решить
problem-day-missed = не решена
problem-make-good = Вчерашнюю задачу ещё можно решить
problem-sets = Подборки
problem-game = Игра
problem-difficulty = Трудность
problem-any-level = любая
problem-solved-of = { $solved } из { $all }
problem-with-you = с вами
problem-against-you = против вас
problem-hand-of = { $player-is ->
    [you] Ваши карты: { $hand }.
   *[other] { $player }: { $hand }.
}
problem-trumps = Козыри: { $suit }.
problem-no-trumps = Без козырей.
problem-must-trump = Без масти хода нужно бить козырем.
problem-ace-low = Туз — младшая карта.
problem-how-many = Сколько?
problem-how-many-note = потом сдачу разыграют
problem-a-hint = Подсказка
problem-show = Показать ответ
problem-again = Ещё раз
problem-take-back = Вернуть карту
problem-play-yourself = Играть дальше
problem-next-one = Следующая задача
problem-copy-link = Скопировать ссылку
problem-shown = { $answer }: наилучшая игра всех сторон.
problem-played = Сыграно
problem-proof = Доказательство
problem-tricks = { $tricks ->
    [one] { $tricks } взятка
    [few] { $tricks } взятки
   *[many] { $tricks } взяток
}
problem-proof-note = Взятки после каждого ответа при наилучшей игре: { $players }. Нажмите на ответ, чтобы увидеть розыгрыш.
problem-proof-number = При наилучшей игре всех. Нажмите на число, чтобы увидеть розыгрыш.
problem-all-solved = Все эти задачи решены.
## Позиции
header-analyse = Анализ
analyse-title = Любая позиция
analyse-tricks = { $count ->
    [one] взятка: { $side }, лучшая игра всех
    [few] взятки: { $side }, лучшая игра всех
   *[other] взяток: { $side }, лучшая игра всех
}
analyse-tricks-taken = { $count ->
    [one] взятка: { $side }
    [few] взятки: { $side }
   *[other] взяток: { $side }
}
analyse-exactly = сыграно ровно
analyse-over = сыграно, лишних взяток: { $by }
analyse-down = без { $by }
analyse-safe = не поймать
analyse-caught = поймано, взяток: { $by }
analyse-proved = доказано
analyse-cut = за отведённое время не решено: ответ между этими числами
analyse-alone = если остальные играют заодно
analyse-cards = { $cards ->
    [one] { $cards } карта
    [few] { $cards } карты
   *[other] { $cards } карт
}
analyse-plays = разыгрывающий
analyse-to-play = кладёт карту
analyse-leads = ходит
analyse-table = На столе
analyse-best = Лучшая карта
analyse-back = Назад
analyse-lines = Просмотренные варианты
analyse-player = Разыгрывает: { $player }
analyse-leader = первый ход: { $player }
analyse-change = Изменить
analyse-choose = Что играется?
analyse-contract = Контракт
analyse-who-plays = Кто играет
analyse-who-leads = Первый ход
analyse-partners = Взятки партнёров считаются вместе.
analyse-lying-note = Карты, которые уже лежат на столе, сыграйте здесь сами, начиная с этого хода.
analyse-done = Готово
analyse-hands = Руки
analyse-hand = Кому карты
analyse-hands-note = Выберите руку и нажимайте на карты; карта из другого места переходит сюда.
analyse-hand-of = Карты: { $player }
analyse-pack = Все карты
analyse-out = Снос
analyse-nowhere = не роздана
analyse-nobody = Оставить место пустым
analyse-each = { $player }: каждая карта
analyse-takes = взятки: { $side }
analyse-play = Сыграть: { $card }, взяток { $tricks }
analyse-line = Один из лучших розыгрышей
analyse-by = Оценка карт
analyse-by-seen = Все карты видны
analyse-by-known = Что можно было знать
analyse-lie-open = Открытые руки:
analyse-made-in = сыграно в { $made } из { $worlds }
analyse-every = Среднее по всем раскладам, возможным для этого игрока ({ $player }): { $worlds }, каждый учтён один раз. ± — стандартная ошибка разницы с лучшей картой.
analyse-drawn-likely = Среднее по раскладам, возможным для этого игрока ({ $player }): { $worlds }; они выбраны по тому, насколько вероятны при этой игре и сыгранных картах. ± — стандартная ошибка разницы с лучшей картой.
analyse-drawn = Среднее по раскладам, возможным для этого игрока ({ $player }): { $worlds }, все равновероятны. ± — стандартная ошибка разницы с лучшей картой.
analyse-too-long = Слишком трудно: времени не хватило ни на один расклад.
analyse-seen = при открытых картах
analyse-line-seen = Один из лучших розыгрышей при открытых картах
analyse-play-note = Свой стол с компьютерными игроками: вы на месте игрока { $player }, чужие руки закрыты. Торговля и прежние взятки придуманы.
analyse-play-open = Свой стол с компьютерными игроками, за который больше никто не сядет: вы на месте игрока { $player } и видите все руки, а компьютерные игроки — только свои. Торговля и прежние взятки придуманы.
analyse-text = Текстом
analyse-paste-note = Вставьте позицию, руки любыми буквами, журнал, PPN, PBN, LIN или ссылку:
analyse-paste = Прочитать
analyse-copy = Скопировать текст
analyse-file = Открыть файл
analyse-assumed = Кодировка в файле не указана. Он прочитан как { $encoding }.
analyse-match = Матч { $number }: { $names }
analyse-deal = Сдача (всего { $deals })
analyse-line-unread = Строка { $line }: { $why }
analyse-link = Скопировать ссылку
analyse-embed = Скопировать код вставки
analyse-open = Открыть анализ

# Статистика
statistics-title = Моя статистика
statistics-counted = { $deals ->
    [one] { $deals } сдача законченных матчей
    [few] { $deals } сдачи законченных матчей
   *[other] { $deals } сдач законченных матчей
}
statistics-by-game = Очки за сдачу по играм
statistics-by-player = Очки за сдачу: вы и компьютер
statistics-by-role = Что вы играли
statistics-lost = Потеряно на ошибках
statistics-game = Игра
statistics-player = Игрок
statistics-role = Роль
statistics-decision = Решение
statistics-deals = Сдач
statistics-times = Раз
statistics-made = Удалось
statistics-decisions = Раз
statistics-mistakes = Ошибок
statistics-points = Очков за сдачу
statistics-together = Всё вместе
statistics-you = Вы
statistics-missing = { $deals ->
    [one] ещё { $deals } сдача
    [few] ещё { $deals } сдачи
   *[other] ещё { $deals } сдач
}
statistics-reviewed = { $reviewed ->
    [0] Ни одна из этих сдач не разобрана. Откройте матч и закажите разбор сдач.
   *[other] Разобрано сдач: { $reviewed } из { $deals }. Ошибки — только по ним.
}
statistics-since = С
statistics-until = По
statistics-none-then = За эти дни нет оконченных сдач. Выберите другие.
statistics-levels-always = Компьютерные игроки — за всё время.
statistics-level-less = { $level }, думает меньше ({ $worlds })
statistics-less-note = Думает меньше — на медленном устройстве, где перебирает меньше возможных раскладов. Считается отдельно.
statistics-none = Считать пока нечего: здесь учитываются ваши законченные матчи.
statistics-note = Очки расчёта и интервал, в котором среднее лежит в 95 случаях из 100. Меньше чем за 50 сдач среднее ничего не говорит об умении: тогда указано, скольких сдач не хватает. Сдачи, в которых вы наедине с компьютером брали ход назад, не учтены.

## Запись матча за настоящим столом
scorer-title = Запись за столом
scorer-lead = Карты у вас в руках, а запись ведётся здесь. Матч остаётся в этом браузере.
scorer-matches = Матчи в этом браузере
scorer-all = Все матчи
scorer-new = Новый матч
scorer-game = Игра
scorer-names = Кто где сидит, по порядку хода
scorer-name = Игрок { $number }
scorer-deals-first = сдаёт первым
scorer-price = Цена очка
scorer-price-set = Назначить
scorer-place = Место
scorer-minutes = Предел времени: минут от начала
scorer-after = Когда время выйдет
scorer-after-round = доиграть круг
scorer-after-deal = доиграть сдачу
scorer-time-over = время вышло
scorer-begin = Начать
scorer-open-file = Открыть матч из файла
scorer-no-file = В этом файле нет матча.
scorer-forget = Забыть
scorer-forget-it = Забыть матч: { $names }
scorer-views = Разделы матча
scorer-view-deal = Сдача { $deal }
scorer-view-sheet = Лист
scorer-view-entries = Записи
scorer-view-settle = Расчёт
scorer-part-result = Итог
scorer-part-edit = Правка
scorer-part-share = Отправка и печать
scorer-corrections = Поправки
scorer-this-match = Этот матч
scorer-show-it = Показать
scorer-keep-it = Сохранить
scorer-stake = Играете на деньги?
scorer-csv = Сохранить таблицей (CSV)
scorer-player-joins = Ещё один игрок
scorer-player-leaves = Игрок выходит
scorer-join-note = Начальные числа — среднее остальных; вистов на новом игроке пока нет.
scorer-join-name = Имя
scorer-join-after = Сидит за игроком
scorer-leave-note = Игрок, который выходит, рассчитывается сразу, а если назначена цена очка — с каждым отдельно. Остальные играют дальше с тем, что записали друг на друга.
scorer-picture = Отправить картинкой
picture-held = На других
scorer-players-before = Игроки прежних вечеров
scorer-players-forget = Забыть эти списки
scorer-totals = Итоги за вечера
scorer-totals-player = Игрок
scorer-totals-evenings = Вечеров
scorer-totals-sum = Выигрыш
scorer-undo = Отменить
scorer-redo = Вернуть
scorer-undone = Отменено.
scorer-written = Записано.
scorer-full = В браузере больше нет места: сохраните матч в файл.
scorer-older = Матч начат по правилам версии { $rules }; числа здесь — по версии { $now }.
scorer-yes = да
scorer-no = нет
scorer-answered = Ответы
scorer-clear = Сначала
scorer-leave = Отмена
scorer-editing = Правка записи { $number } (было: { $text })
scorer-before = Сдача перед записью { $number }: { $text }
scorer-writes = Запишется
scorer-writes-nothing = Ничего не запишется.
scorer-write = Записать
scorer-changes = Это изменит:
scorer-changes-nothing = Больше ничего не изменится.
scorer-sure = Внести это изменение?
scorer-do = Внести
scorer-none = Пока ничего не записано.
scorer-edit = Исправить
scorer-insert = Вставить сдачу перед ней
scorer-delete = Удалить
scorer-dealt-by = Сдавал игрок { $player }
scorer-fault = Неверная сдача или фальшренонс
scorer-adjust = Штраф или поправка
scorer-box = Графа
scorer-amount = Сколько
scorer-less = На одно меньше
scorer-more = На одно больше
scorer-why = За что
scorer-show = Показать, что изменится
scorer-note = Заметка
scorer-note-write = Записать заметку
scorer-next-dealer = Кто сдаёт следующим
scorer-pays = Кто кому платит
scorer-pairwise = Или каждый с каждым
scorer-nobody-owes = Никто никому не должен.
scorer-needs-price = Назначьте цену очка, чтобы увидеть, кто кому платит.
scorer-heading = Имена, место, предел времени
scorer-paper = Начато на бумаге
scorer-played = Сколько сдач уже сыграно
scorer-play-on = Играть дальше
scorer-play-on-not = Закончить по правилам
scorer-stop = Закончить матч на этом
scorer-print = Печать на A4
scorer-link = Скопировать ссылку с матчем
scorer-file = Сохранить в файл
scorer-kept = Сохранено на этом устройстве. Сдачи считает оно само, когда загрузится игровой движок, а до того — сервер, который ничего не сохраняет.
scorer-saved = Сохранено на этом устройстве
scorer-saved-shared = Сохранено на этом устройстве и доступно другим
scorer-saved-unsent = Сохранено на этом устройстве. { $number ->
    [one] { $number } запись другим ещё не видна.
    [few] { $number } записи другим ещё не видны.
   *[other] { $number } записей другим ещё не видно.
}
shared-begin = Записывать с другого телефона
shared-begin-note = По ссылке другие смотрят запись на своих телефонах или записывают тоже. Тогда она хранится на сервере, пока вы не закроете доступ или пока в ней не будет новых записей 90 дней.
shared-link-enter = Ссылка, чтобы записывать
shared-link-watch = Ссылка, чтобы смотреть
shared-end = Закрыть доступ
shared-note = Все, у кого есть первая ссылка, записывают наравне с вами. Если двое записывают одновременно, одному предложат сначала посмотреть чужую запись.
shared-watching = Вы смотрите: записывают на другом телефоне.
shared-conflict = Пока у вас не было сети, другие тоже записывали
shared-conflict-theirs = Записали другие
shared-conflict-mine = Записали вы, другие этого ещё не видят
shared-conflict-add = Добавить ваше после их записей
shared-conflict-copy = Сохранить ваше отдельным матчем
shared-conflict-drop = Удалить ваше
shared-lost = Сервер не отвечает. Что записывают другие, сейчас не видно.
lobby-score = Запись за столом

## Рейтинги и страницы людей
ratings-of = Рейтинг, { $game }
ratings-game = Игра
ratings-lead = { $people ->
    [0] Люди с лучшими рейтингами.
    [one] { $people } человек с устоявшимся рейтингом. Где промежутки пересекаются, место — диапазон.
    [few] { $people } человека с устоявшимся рейтингом. Где промежутки пересекаются, место — диапазон.
   *[other] { $people } человек с устоявшимся рейтингом. Где промежутки пересекаются, место — диапазон.
}
ratings-yours = Ваш рейтинг
ratings-your-place = Место { $place } из { $people }.
ratings-absent-provisional = В списке вас пока нет: для этого нужны 20 рейтинговых матчей и погрешность не больше 200.
ratings-absent-inactive = В списке вас нет: последний рейтинговый матч был больше 90 дней назад.
ratings-absent-hidden = В списке вас нет, потому что вашу страницу видят не все.
ratings-voided = Незасчитанные матчи
ratings-voided-note = Эти ваши матчи владелец сервера признал недействительными. Рейтинги посчитаны без них.
ratings-leaders = Лидеры
ratings-place = Место
ratings-player = Игрок
ratings-rating = Рейтинг
ratings-interval = 95 из 100 внутри
ratings-matches = Матчи
ratings-you = вы
ratings-more = Показать ещё
ratings-none = Устоявшегося рейтинга пока нет ни у кого: для него нужны 20 рейтинговых матчей.
ratings-bots = Компьютерные игроки
ratings-bots-note = Их рейтинги измерены и постоянны: матчи их не меняют.
ratings-counts = Что считается
ratings-counts-note = Только порядок, в котором закончился рейтинговый матч. Матчи без рейтинга, упражнения и столы по очереди не считаются.
ratings-margin = Что значит ±
ratings-margin-note = В 95 случаях из 100 настоящая сила — в этих пределах. Они сужаются с каждым рейтинговым матчем и медленно расширяются, пока вы не играете. Вопросительный знак: для сравнения матчей пока мало.
profile-missing = Такой страницы нет
profile-since = Здесь с: { $month }
profile-list = Все рейтинги
profile-place = Место { $place } из { $people }.
profile-provisional = Для места в списке рейтинговых матчей пока мало.
profile-no-place = В списке лидеров нет.
profile-rated = { $matches ->
    [one] { $matches } рейтинговый матч.
    [few] { $matches } рейтинговых матча.
   *[other] { $matches } рейтинговых матчей.
}
profile-course = { $matches ->
    [1] Рейтинг после одного матча: { $last } ± { $lasterror }.
    [one] Рейтинг за { $matches } матч с { $day }: от { $first } ± { $firsterror } до { $last } ± { $lasterror }.
    [few] Рейтинг за { $matches } матча с { $day }: от { $first } ± { $firsterror } до { $last } ± { $lasterror }.
   *[other] Рейтинг за { $matches } матчей с { $day }: от { $first } ± { $firsterror } до { $last } ± { $lasterror }.
}
profile-by-game = По играм
profile-points = Очки за сдачу
profile-no-games = Законченных матчей, открытых для других, нет.
profile-matches = Последние матчи
profile-no-matches = Открытых для вас матчей нет.
profile-partners = с { $partners } против { $others }
profile-deals = { $deals ->
    [one] { $deals } сдача
    [few] { $deals } сдачи
   *[other] { $deals } сдач
}
profile-ask = Предложить дружбу
profile-accept = Принять дружбу
profile-now-friends = Теперь вы друзья: { $name }.
profile-call = Позвать за мой стол
profile-friend = { $name } у вас в друзьях.
profile-asked = Вы предложили дружбу: { $name }.
profile-blocked = Заблокировано: { $name }. Весь список — в настройках.
profile-own = Ваше
profile-find = Найти лучшую карту
profile-account = Учётная запись
profile-viewers = Кто видит эту страницу
profile-viewers-everybody = Все
profile-viewers-accounts = Люди с учётной записью
profile-viewers-friends = Мои друзья
profile-viewers-note = В списке лидеров и за открытыми столами ваш рейтинг показан, только если страницу видят все. Закрытых матчей и времени ваших посещений на этой странице нет.

## A site without a server: what is on this device
alone-page-failed-note = Ничего не пропало: ваш стол сохранён на этом устройстве.
alone-no-connection = Игровой движок на этом устройстве не отвечает. Загрузите страницу ещё раз.
alone-server-failed = На этом устройстве произошла ошибка.
alone-scorer-kept = Хранится в этом браузере и считается на этом устройстве.
alone-not-read = Устройство не может прочитать сохранённое. Ничего не удалено: закройте другие окна этого сайта и откройте его ещё раз.
alone-match-gone-note = Может быть, он ещё не закончен или сыгран на другом устройстве: каждое хранит свои.
alone-reviewed-none-note = Разбор занимает это устройство на некоторое время; играть можно и дальше.
alone-not-written = Устройство не смогло это сохранить, поэтому ничего не сделано. Есть ли на нём место?
device-engine-loading = Стол готовится на этом устройстве. В первый раз загружается несколько мегабайт, потом ждать не придётся.
device-engine-failed = Не удалось загрузить игровой движок. Всё сохранённое на этом устройстве цело: проверьте связь и попробуйте ещё раз.
device-engine-again = Попробовать ещё раз
device-engine-insecure = Страница открыта по простому http. Так браузер не даёт ей считать на вашем устройстве: откройте её по https или на машине сервера как localhost. Правила читать можно и здесь.
device-engine-lacking = В этом браузере нет WebAssembly, поэтому здесь нельзя ни играть, ни считать очки, ни разбирать сдачи. Некоторые браузеры отключают его в строгом режиме: отключите этот режим для сайта или откройте сайт в другом браузере. Правила читать можно и здесь.
device-engine-rules = Читать правила
device-spared = Браузер просит беречь трафик, поэтому игровой движок (от 5 до 20 МБ) загрузится, только когда вы начнёте игру.
device-spared-now = Загрузить движок сейчас
device-slow = Это устройство медленное, поэтому { $level } перебирает здесь не { $elsewhere } возможных раскладов, а { $here }.
device-newer = Есть новая версия этого сайта. Она начнёт работать, когда вы откроете его в следующий раз.
device-newer-coming = Новая версия сейчас откроется.
device-newer-now = Обновить сейчас
device-newer-later = Другое окно этого сайта ещё занято. Новая версия начнёт работать, когда вы его закроете.
device-title = На этом устройстве
device-tables = Столы
device-tables-of = { $over ->
    [0] { $tables }
   *[other] { $tables }, из них окончены { $over }
}
device-sheets = Записи за столом
device-problems = Решённые задачи
device-size = Размер всего этого
device-usage = Вместе с самим сайтом
device-lasting = Браузер обещал хранить это, пока вы сами не удалите.
device-passing = Браузер может удалить это, когда станет мало места.
device-ask = Попросить браузер хранить
device-refused = Браузер этого не обещал. Сохраняйте всё в файл время от времени.
device-licences = Авторы и лицензии
device-whole = Можно играть без сети.
device-not-whole = Играть без сети пока нельзя: страницы могут не открыться.
device-save = Сохранить всё в файл
device-saved = Сохранено: { $name }.
device-saved-at = Сохранено в файл последний раз: { $when }.
device-add = Добавить из файла
device-added = Из файла: { $tables ->
    [one] { $tables } стол
    [few] { $tables } стола
   *[other] { $tables } столов
}, { $sheets ->
    [one] { $sheets } запись
    [few] { $sheets } записи
   *[other] { $sheets } записей
}. Всё, что было здесь, осталось.
device-twice = { $count ->
    [one] { $count } матч здесь пошёл иначе и хранится в обоих видах.
    [few] { $count } матча здесь пошли иначе и хранятся в обоих видах.
   *[other] { $count } матчей здесь пошли иначе и хранятся в обоих видах.
}
device-unreadable = { $count ->
    [one] { $count } стол из файла прочесть нельзя, он пропущен.
    [few] { $count } стола из файла прочесть нельзя, они пропущены.
   *[other] { $count } столов из файла прочесть нельзя, они пропущены.
}
device-file-unreadable = Этот файл сохранён не этой программой.
device-file-newer = Этот файл записала более новая версия сайта. Откройте сайт ещё раз, когда он обновится.
device-failed = Не получилось. Всё, что здесь было, осталось как было.
alone-fair-lead = Сдача { $deal }. Карты следуют из зерна этого устройства, вашего числа и съёма.
alone-fair-step-locked = Устройство записало хеш своего зерна.

## Столы по очереди
turns-title = { $number ->
    [one] Ваш ход за { $number } столом
   *[other] Ваш ход за { $number } столами
}
turns-next = К следующему
turns-others = Ходят другие
turns-with = { $game }: { $names }
turns-deal = Сдача { $deal }
turns-deal-left = Сдача { $deal } · осталось { $time }
turns-play = Играть
turns-play-at = Играть: { $table }
turns-open = Открыть
turns-open-at = Открыть: { $table }
turns-settings = Столы по очереди
turns-forced = Играть единственную возможную карту сразу
turns-forced-note = Другие видят по этому, что выбора у вас не было.
turns-holiday-from = Отпуск с
turns-holiday-days = Дней
turns-holiday-set = Назначить отпуск
turns-holiday-note = В это время ваши часы стоят, до { $days } дней в году.
turns-holiday = С { $from }: { $days ->
    [one] { $days } день
    [few] { $days } дня
   *[other] { $days } дней
}
turns-none = Вживую
turns-hours = { $hours } ч
options-turns = По очереди
options-turns-note = Быть за столом вместе не нужно: за того, кто не ответил вовремя, решает компьютер. Раз за матч у каждого есть ещё { $hours } ч.
turns-absent = часто отсутствует
turns-reserve = Запас времени до конца матча: { $time }
turns-missed = Пропущено решений подряд: { $missed } из { $most }. После { $most } место занимает бот, пока игрок не вернётся.
time-days = { $days } д { $hours } ч
time-day = { $days } д
time-hour = { $hours } ч
time-minute = { $minutes } мин
time-hours = { $hours } ч { $minutes } мин
next-table = Вас ждёт другой стол: { $time }
next-table-go = Следующий стол
next-table-stay = Остаться
