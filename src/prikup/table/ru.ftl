## Съём
did-cut = { $player } снимает: { $number }.
did-cut-drawn = { $player } не снимает, и съём выбрал сервер: { $number }.

## Почему нельзя: за столом
reason-no-seat = Вы не сидите за этим столом.
reason-seat-taken = Это место занято.
reason-seat-reserved = Это место держат для другого.
reason-seat-left = Вы встали из-за стола. Сначала сядьте обратно.
reason-seat-elsewhere = Вы сели за этот стол в другом окне.
reason-no-spectators = За этим столом смотреть нельзя.
reason-not-the-host = Это может только тот, кто открыл стол.
reason-match-begun = Матч уже начался.
reason-match-not-over = Матч ещё не окончен.
reason-nothing-to-read = Ждать новой сдачи сейчас не надо.
reason-level-unknown = Такого компьютерного игрока нет: { $level }. Есть: { $allowed }.
reason-clock-fallen = Ваше время вышло: эту сдачу за вас доиграет компьютер.
reason-stale = За столом уже всё иначе. Посмотрите ещё раз.
reason-id-twice = Под одним именем пришло разное; сделано только первое.
reason-act-too-many = Слишком много сразу: сейчас можно только { $number }. Ничего не сделано.
reason-not-written = Сервер не смог это записать, поэтому ничего не сделано. Попробуйте ещё раз.
reason-table-failed = За этим столом что-то сломалось, ничего не сделано. Попробуйте ещё раз.

## Почему нельзя: подсказка
reason-hint-practice = Подсказки бывают, когда вы играете одни с ботами. Здесь вы играете с людьми.
reason-hint-thinking = Прошлая подсказка ещё обдумывается. Спросите снова через пару секунд.
reason-hint-failed = Подсказка не получилась. Играйте без неё или спросите ещё раз.

## Почему нельзя: тасовка
reason-shuffle-earlier = До этого тасовка ещё не дошла.
reason-shuffle-later = Для этого уже поздно: тасовка ушла дальше.
reason-entropy-differs = Обязались вы другим числом.
reason-not-the-cutter = Снимаете не вы, а { $seat }.

## Почему нельзя: договорённости
reason-proposal-stands = Сначала надо ответить на то, что уже предложено.
reason-proposal-gone = Это предложение больше не действует.
reason-proposal-again = Вы предлагали достаточно: дождитесь чужого хода.
reason-answer-not-asked = Вашего согласия не спрашивают.
reason-claim-no-cards = В этой сдаче у вас нет карт.
reason-not-absent = Этот игрок на месте.
reason-replace-not-agreed = За этим столом не договаривались заменять игроков голосованием.

## Почему нельзя: разговоры
reason-chat-off = За этим столом не разговаривают.
reason-chat-empty = Нужны или свои слова, или одна готовая фраза.
reason-chat-unknown = Такой готовой фразы нет: { $text }
reason-chat-too-fast = Вы говорите слишком часто. Подождите немного.

## Разговоры
chat-hello = Всем привет!
chat-good-luck = Хорошей карты!
chat-thanks = Спасибо!
chat-well-played = Хорошо сыграно!
chat-bad-luck = Не повезло.
chat-my-mistake = Простите, моя ошибка.
chat-one-moment = Минутку!
chat-back = Снова тут.
chat-your-turn = Ваш ход.
chat-one-more = Ещё партию?
chat-last-deal = Для меня эта сдача последняя.
chat-bye = Всем пока!
