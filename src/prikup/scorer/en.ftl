## Errors in entries
entry-unknown = There is no such entry in this match: { $text }
entry-twice = This entry is in the match already: { $text }
score-long = A score sheet has at most { $most } entries and corrections.
entry-number = There is no entry { $number }: { $most ->
    [0] nothing has been entered yet
    [one] there is 1
   *[other] there are { $most }
    }.
names-one-each = { $needed } names are needed, one for each player; there { $given ->
    [one] is 1
   *[other] are { $given }
    }.
name-empty = A player has no name.
names-alike = { $text } and { $first } cannot both play: two names must differ by more than capital letters.
price-unreadable = Not a price: { $text }. A price is a number such as 0.25.
minutes-bounds = A time limit is { $least } to { $most } minutes.
dealer-unknown = Player { $number } cannot deal: there are { $most } players.
boxes-one-each = The sheet has { $needed } boxes; { $given ->
    [one] 1 number was
   *[other] { $given } numbers were
    } given.
carry-unknown = No value called { $text } carries over from deal to deal under these rules. These values do: { $allowed }.
carry-one-each = { $text } needs { $needed ->
    [one] 1 number
   *[other] { $needed } numbers
    }; there { $given ->
    [one] is 1
   *[other] are { $given }
    }.
carry-unreadable = Correct the values carried over from earlier deals: { $error }
outcome-unreadable = This is not a result of a deal in this game: { $error }
adjust-needs-note = A correction by hand needs a note that says what it is for.
seat-not-here = This table has no player { $number }: there are { $most }.
players-not = { $number } players cannot play this game.
after-the-end = The match was already over here.
undo-empty = There is nothing to undo.
redo-empty = There is nothing to redo.
merge-other-match = These are two different matches.
merge-both = Both copies have changed this entry.
merge-undone = One of the two copies undid an entry that both had, so they cannot be merged. Add the missing entries to one of them by hand.
line-unwritable = This is too long or too large to be saved: { $error }
language-unknown = There is no language { $language }. There are: { $allowed }.
score-file-empty = The file contains no match.
score-file-none = This is not a scored match.
score-file-format = The file has format { $version }; this program reads format { $known }.
answer-no-number = A number is needed here, not { $text }.
answer-none-of = Not understood: { $text }. Use one of: { $allowed }.
answer-several = { $text } may mean { $allowed }: type more of it.

## Descriptions of entries
told-unreadable = a deal whose result is not valid
told-adjust = correction by hand: { $text }
told-dealer = { $text } deals next
told-stop = the players end the match
told-join = { $text } joins with { $boxes }
told-leave = { $text } leaves with a settlement of { $share }
told-leave-paid = { $text } leaves with a settlement of { $share }: { $payments }
told-played = a deal was played
told-held = → { $other }
told-held-spoken = on { $other }
decimal-comma = .

## Effects of an edit on other entries
differs-number = Entry { $entry }, deal { $deal }: { $box }: { $before } → { $after }
differs-total = Total now, { $box }: { $before } → { $after }
differs-flag = Entry { $entry }, deal { $deal }, no longer counts: { $why }
differs-unflag = Entry { $entry }, deal { $deal }, counts again
differs-dealer = Entry { $entry }, deal { $deal }: dealer { $before } → { $after }
differs-next = Next dealer: { $before } → { $after }
differs-winners = The match is won by: { $winners }
differs-goes-on = The match goes on

## Payments
pays = { $player } pays { $other } { $amount }
paid-at-leaving = When { $text } left: { $payments }

## The printed sheet
print-rules = Rules
print-players = Players
print-first-dealer = First dealer
print-date = Started
print-place = Place
print-opening = Paper sheet after { $played ->
    [one] 1 deal
   *[other] { $played } deals
    }
print-entry = No.
print-deal = deal
print-dealer = dealer
print-what = what happened
print-drawn = The sheet as a drawing
print-flagged = not counted: { $why }
print-was = { $time }: { $text }
print-corrected = corrected { $time }
print-won = Won by { $text }.
print-broken-off = The players ended the match early.
print-settlement = Settlement
print-rounded = In whole numbers
print-again = The data of the match, from which it can be opened again
print-open = Open it again with: { $text }

## The next deal
next-deal = Next: deal { $deal }, dealer { $dealer }.
next-sits-out = { $player } sits out.
next-speaks = { $player } speaks first.
