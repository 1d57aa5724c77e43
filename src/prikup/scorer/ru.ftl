## Что нельзя записать
entry-unknown = Такой записи в этом матче нет: { $text }
entry-twice = Эта запись уже есть в матче: { $text }
score-long = Запись слишком длинная: строк и исправлений может быть не больше { $most }.
entry-number = Записи { $number } нет: { $most ->
    [0] пока ничего не записано
    [one] всего { $most } запись
    [few] всего { $most } записи
   *[other] всего { $most } записей
    }.
names-one-each = Имён нужно { $needed }, по одному на игрока, а дано { $given }.
name-empty = У игрока нет имени.
names-alike = Имена { $text } и { $first } слишком похожи: они должны отличаться не только прописными буквами.
price-unreadable = Это не цена: { $text }. Цена — число, например 0.25.
minutes-bounds = Предел времени — от { $least } до { $most } минут.
dealer-unknown = Игрок { $number } не может сдавать: всего игроков { $most }.
boxes-one-each = В записи { $needed ->
    [one] { $needed } клетка
    [few] { $needed } клетки
   *[other] { $needed } клеток
    }; чисел дано: { $given }.
carry-unknown = По этим правилам между сдачами не переходит ничего с именем { $text }. Переходит: { $allowed }.
carry-one-each = { $text }: чисел нужно { $needed }, а дано { $given }.
carry-unreadable = Исправьте значения, перешедшие с прежних сдач: { $error }
outcome-unreadable = Такого исхода сдачи в этой игре не бывает: { $error }
adjust-needs-note = К поправке нужна заметка с её причиной.
seat-not-here = Игрока { $number } за этим столом нет, всего игроков { $most }.
players-not = Игроков { $number }: в эту игру столько не играют.
after-the-end = К этому времени матч уже закончился.
undo-empty = Отменять нечего.
redo-empty = Возвращать нечего.
merge-other-match = Это два разных матча.
merge-both = Эту запись изменили оба игрока.
merge-undone = В одной из двух копий отменена запись, которая была в обеих, поэтому соединить их нельзя. Введите недостающее вручную в одной из них.
line-unwritable = Строка слишком длинная или число слишком большое, сохранить не удалось: { $error }
language-unknown = Такого языка нет: { $language }. Есть: { $allowed }.
score-file-empty = В файле нет матча.
score-file-none = Это не запись счёта.
score-file-format = Версия файла — { $version }, а программа знает версию { $known }.
answer-no-number = Здесь нужно число, а не { $text }.
answer-none-of = Непонятно: { $text }. Можно ответить: { $allowed }.
answer-several = { $text } может значить { $allowed }: напишите подробнее.

## Записи словами
told-unreadable = сдача с недопустимым исходом
told-adjust = поправка: { $text }
told-dealer = следующую сдачу сдаёт { $text }
told-stop = игроки прервали матч
told-join = в игру входит { $text }: { $boxes }
told-leave = { $text } выходит из игры с расчётом { $share }
told-leave-paid = { $text } выходит из игры с расчётом { $share }: { $payments }
told-played = сдача сыграна
told-held = → { $other }
told-held-spoken = на игрока { $other }
decimal-comma = ,

## Что правка меняет в остальном
differs-number = { $entry }. сдача { $deal }: { $box }: { $before } → { $after }
differs-total = Теперь: { $box }: { $before } → { $after }
differs-flag = { $entry }. сдача { $deal } больше не считается: { $why }
differs-unflag = { $entry }. сдача { $deal } снова считается
differs-dealer = { $entry }. сдача { $deal }: сдающий { $before } → { $after }
differs-next = Следующим сдаёт: { $before } → { $after }
differs-winners = Матч выигран: { $winners }
differs-goes-on = Матч продолжается

## Расчёты
pays = { $player } платит { $amount } → { $other }
paid-at-leaving = При уходе игрока { $text }: { $payments }

## Запись на бумаге
print-rules = Правила
print-players = Игроки
print-first-dealer = Первым сдавал
print-date = Начало
print-place = Место
print-opening = На бумаге после { $played ->
    [one] { $played } сдачи
   *[other] { $played } сдач
    }
print-entry = №
print-deal = сдача
print-dealer = сдаёт
print-what = что было
print-drawn = Запись рисунком
print-flagged = не считается: { $why }
print-was = { $time }: { $text }
print-corrected = исправлено { $time }
print-won = Матч выиграли: { $text }.
print-broken-off = Игроки прервали матч.
print-settlement = Расчёт
print-rounded = В целых числах
print-again = Данные матча, чтобы открыть его снова
print-open = Открыть снова: { $text }

## Следующая сдача
next-deal = Дальше: сдача { $deal }, сдаёт { $dealer }.
next-sits-out = Не играет: { $player }.
next-speaks = Первое слово: { $player }.
