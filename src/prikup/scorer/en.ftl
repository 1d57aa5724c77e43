## What cannot be entered
entry-unknown = There is no such entry in this match: { $text }
entry-twice = This entry is in the match already: { $text }
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
names-alike = { $text } and { $first } cannot both play: two names must differ by more than capitals.
price-unreadable = Not a price: { $text }. A price is a number such as 0.25.
dealer-unknown = There is no player { $number } who could deal; there are { $most }.
boxes-one-each = The sheet has { $needed } boxes; { $given ->
    [one] 1 number was
   *[other] { $given } numbers were
    } given.
carry-unknown = Nothing called { $text } goes from deal to deal under these rules. What does: { $allowed }.
carry-one-each = { $text } needs { $needed ->
    [one] 1 number
   *[other] { $needed } numbers
    }; there { $given ->
    [one] is 1
   *[other] are { $given }
    }.
carry-unreadable = What goes on from the deals before does not read: { $error }
outcome-unreadable = This is no result of a deal in this game: { $error }
adjust-needs-note = A correction by hand needs a note that says what it is for.
after-the-end = The match was over before this.
undo-empty = There is nothing to take back.
redo-empty = There is nothing to do again.
merge-other-match = These are two different matches.
merge-both = Both have changed this entry.
merge-undone = Something was taken back that the other one builds on.
score-file-empty = The file holds no match.
score-file-format = The file has form { $version }; this program knows form { $known }.
