## Что нельзя записать
entry-unknown = Такой записи в этой партии нет: { $text }
entry-twice = Эта запись уже есть в партии: { $text }
entry-number = Записи { $number } нет: { $most ->
    [0] пока ничего не записано
    [one] всего { $most } запись
    [few] всего { $most } записи
   *[other] всего { $most } записей
    }.
names-one-each = Нужно имён: { $needed }, по одному на игрока; дано: { $given }.
name-empty = У игрока нет имени.
names-alike = { $text } и { $first } вместе играть не могут: имена должны отличаться не только прописными буквами.
price-unreadable = Это не цена: { $text }. Цена — число, например 0.25.
dealer-unknown = Сдавать некому: игрока { $number } нет, всего игроков { $most }.
boxes-one-each = В записи { $needed ->
    [one] { $needed } клетка
    [few] { $needed } клетки
   *[other] { $needed } клеток
    }; чисел дано: { $given }.
carry-unknown = При этих правилах от сдачи к сдаче ничего с именем { $text } не переходит. Переходит: { $allowed }.
carry-one-each = { $text }: чисел нужно { $needed }, а дано { $given }.
carry-unreadable = Не читается то, что осталось от прежних сдач: { $error }
outcome-unreadable = Такого исхода сдачи в этой игре не бывает: { $error }
adjust-needs-note = К поправке нужна заметка: за что она.
after-the-end = Партия к этому времени уже кончилась.
undo-empty = Отменять нечего.
redo-empty = Возвращать нечего.
merge-other-match = Это две разные партии.
merge-both = Эту запись изменили оба.
merge-undone = Отменено то, на чём держится запись другого.
score-file-empty = В файле нет партии.
score-file-format = У файла форма { $version }, а программа знает форму { $known }.
