## The table
table-title = { $game } · deal { $deal } · dealer { $dealer } · { $options }
title-rated = rated
title-time-left = { $minutes } min left
title-time-round = time over, last round
title-time-last = last deal
title-time-over = time over
title-turn-left = { $hours } h { $minutes } min left to act
reserves = Reserve
reserve-of = { $player } { $hours } h{ $missed ->
    [0] {""}
   *[other] , missed { $missed } of { $most } in a row
}{ $often-absent ->
    [0] {""}
   *[other] , often absent
}
new-rating = { $player-is ->
    [you] Your rating: { $after } ± { $margin } ({ $change }).
   *[other] Rating of { $player }: { $after } ± { $margin } ({ $change }).
}
waiting = { $player-is ->
    [you] You are thinking …
   *[other] { $player } is thinking …
}
waiting-several = Waiting for { $players } …
clock = Clock
chair-away = away
chair-bot = computer
you = (you)
head-said = call
head-turned = turned up
head-card = this trick
head-last = last trick
head-tricks = tricks
said-cards = { $cards }
tricks-together = Tricks
open-hand = { $player-is ->
    [you] your open hand:
   *[other] open hand of { $player }:
}
table-help = ? help
own-bid = your bid: { $actions }
own-discarded = you discarded: { $actions }
own-took = you took up: { $actions }
own-gave = you gave { $other }: { $actions }
own-traced = known cards of { $player }: { $hand }{ $away ->
    [0] {""}
    [one] ; one of these is discarded
   *[other] ; { $away } of these are discarded
}
own-traced-some = known cards of { $player }: { $hand }, in the hand or discarded
own-got = you got from { $other }: { $actions }

## The table as sentences (for screen readers and --plain)
hand-spoken = Your hand: { $cards }.
hand-open = { $player-is ->
    [you] Your open hand: { $cards }.
   *[other] Open hand, { $player }: { $cards }.
}
legal-spoken = Possible: { $cards }.
choices-spoken = You may say: { $calls }.
seat-said = said { $value }
seat-turned = turned up { $value }
seat-card = in this trick { $value }
seat-last = in the last trick { $value }
seat-tricks = tricks taken { $value }
seat-silent = no call yet

## Around the deals
connecting = Connecting …
guest-kept = { $days ->
    [one] The server deletes guests and their unfinished tables after a day away.
   *[other] The server deletes guests and their unfinished tables after { $days } days away.
}
connected-again = Connected again.
connection-lost = The connection is lost. Trying again …
shuffling = The cards are being shuffled.
agree = Do you agree? (y/n)
seat-empty = free
seat-computer = { $name } (computer: { $level })
room-waits = The match begins when the host starts it.
room-full = All seats are taken, so you can only watch.
match-begins = The match begins.
rematch-open = There is a table for a rematch.
chat-text = { $name }: { $text }
friend-invites = { $name } invites you to a table; its address ends with /t/{ $table }.
chat-how = Type say and your message, as in: say hello; or say and the number of a ready message. { $presets }
clock-left = Your clock: { $seconds } s left.
input-not-asked = Not possible now: { $text }. Type ? for help.
deal-unreadable = The server can’t send this deal right now.
seat-yours = You sit there already.
seat-how = Which seat? Type the command again with a number from 1 to { $most }.
claim-how = Type how many tricks your side takes, from 0 to { $most }, as in: claim { $most }
confirm-claim-number = Claim { $tricks } of the { $left } tricks left for your side? (y/n)
confirm-stop = Ask the others to end the match now? (y/n)
confirm-coach = Stop coaching? { $coach } calls the coach back. (y/n)
confirm-stand = Leave your seat? A computer plays for you until you come back. (y/n)
confirm-start = A player is choosing a name for seat { $number }. Start without them? (y/n)
confirm-resign = Resign this rated match? You will be last, even if you lead on the score sheet. (y/n)
confirm-remove = Remove { $player } from the table? They cannot sit down here again. (y/n)
remove-nobody = There is no one on seat { $number } whom you can remove.
report-nothing = There is nothing to report: no computer player has done anything there.
report-noted = Thank you. The deal will be saved with its log when it ends.

## Who sits there
seat-sat = { $player-is ->
    [you] You sit down.
   *[other] { $player } sits down.
}
seat-given-up = { $name } leaves the seat.
removed-you = { $player } has removed you from this table; you now watch.
removed-you-host = The host has removed you from this table; you now watch.
removed-by-you = You have removed { $name }.
removed-by = { $player } has removed { $name }.
removed-by-host = The host has removed { $name }.
removed-seat = { $player }, a computer, plays that seat now.
seat-filled = { $player }, a computer, sits down.
table-locked = The table is closed now: no one else can join.
table-unlocked = The table is open to others again.
seat-away = { $player-is ->
    [you] You are away.
   *[other] { $player } is away.
}
seat-here = { $player-is ->
    [you] You are back.
   *[other] { $player } is back.
}
seat-played = A computer plays for { $player }.
seat-returned = { $player-is ->
    [you] You play again.
   *[other] { $player } plays again.
}
seat-own-played = A computer plays for you. To play yourself: { keys-sit }.
stood-in = While you were away, a computer did this for you: { $actions }. To ask to take it back: { keys-undo }.
seat-own-returned = You play your own seat again.

## Proposals to the table
proposal-claim = { $player-is ->
    [you] You claim { $tricks } of the { $left } tricks left.
   *[other] { $player } claims { $tricks } of the { $left } tricks left.
}
proposal-concede = { $player } would like to concede the deal.
proposal-undo = { $player-is ->
    [you] You ask to take back { $card }.
   *[other] { $player } asks to take back { $card }.
}
proposal-undo-unseen = { $player-is ->
    [you] You ask to take the last action back.
   *[other] { $player } asks to take the last action back.
}
proposal-undo-since = { $player-is ->
    [you] You ask to take back { $card }, done by a computer in your place, and everything done since (actions to take back: { $back }).
   *[other] { $player } asks to take back { $card }, done by a computer in their place, and everything done since (actions to take back: { $back }).
}
proposal-undo-since-unseen = { $player-is ->
    [you] You ask to take back what a computer did in your place, and everything done since (actions to take back: { $back }).
   *[other] { $player } asks to take back what a computer did in their place, and everything done since (actions to take back: { $back }).
}
proposal-stop = { $player-is ->
    [you] You ask to end the match now.
   *[other] { $player } asks to end the match now.
}
proposal-replace = { $player-is ->
    [you] You ask for a computer on the seat of { $other }.
   *[other] { $player } asks for a computer on the seat of { $other }.
}
proposal-withdrawn = { $player-is ->
    [you] You withdraw the proposal.
   *[other] { $player } withdraws the proposal.
}
declined-claim = { $player-is ->
    [you] You say no: the play goes on.
   *[other] { $player } says no: the play goes on.
}
declined-undo = { $player-is ->
    [you] You say no: { $card } stands.
   *[other] { $player } says no: { $card } stands.
}
declined-undo-unseen = { $player-is ->
    [you] You say no: the last action stands.
   *[other] { $player } says no: the last action stands.
}
declined-undo-since = { $player-is ->
    [you] You say no: { $card } stands, and so does everything since.
   *[other] { $player } says no: { $card } stands, and so does everything since.
}
declined-undo-since-unseen = { $player-is ->
    [you] You say no: what the computer did stands.
   *[other] { $player } says no: what the computer did stands.
}
declined-stop = { $player-is ->
    [you] You say no: the match goes on.
   *[other] { $player } says no: the match goes on.
}
declined-replace = { $player-is ->
    [you] You say no: the table waits for { $other }.
   *[other] { $player } says no: the table waits for { $other }.
}
proposal-waits = { $players } must agree. n: withdraw the proposal.
proposal-over = The proposal was not accepted.

## The decks
deck-right = Checked: deck { $attempt } of deal { $deal } is the one that was sealed.
deck-right-own = Checked: deck { $attempt } of deal { $deal } is the one that was sealed. It includes your number and gave you your hand.
deck-right-late = Checked: deck { $attempt } of deal { $deal } is the one that was sealed. Your number is not in it.
deck-withheld = In deck { $attempt } of deal { $deal } { $player } promised a number and did not show it. This has happened { $number ->
    [one] once
   *[other] { $number } times
} in this match.
deck-wrong-asked = DECK { $attempt } OF DEAL { $deal } IS WRONG: you were not asked for a number.
deck-wrong-bots = DECK { $attempt } OF DEAL { $deal } IS WRONG: a computer's number or cut does not follow from the seed.
deck-wrong-cut = DECK { $attempt } OF DEAL { $deal } IS WRONG: it was not cut where the server said.
deck-wrong-earlier = DECK { $attempt } OF DEAL { $deal } IS WRONG: a deck before it was never shown.
deck-wrong-early = DECK { $attempt } OF DEAL { $deal } IS WRONG: its seed was shown too early.
deck-wrong-entropy = DECK { $attempt } OF DEAL { $deal } IS WRONG: a number is not the one that was promised.
deck-wrong-forged-cut = DECK { $attempt } OF DEAL { $deal } IS WRONG: a cut was made in your name.
deck-wrong-hand = DECK { $attempt } OF DEAL { $deal } IS WRONG: it gives you another hand than you were dealt.
deck-wrong-mine = DECK { $attempt } OF DEAL { $deal } IS WRONG: your number was left out.
deck-wrong-missing-cut = DECK { $attempt } OF DEAL { $deal } IS WRONG: no person cut it, and the cut does not follow from the seed.
deck-wrong-once = DECK { $attempt } OF DEAL { $deal } IS WRONG: its shuffle was started again without being counted.
deck-wrong-order = DECK { $attempt } OF DEAL { $deal } IS WRONG: it is not the result of the shuffle.
deck-wrong-own-cut = DECK { $attempt } OF DEAL { $deal } IS WRONG: your cut was changed.
deck-wrong-played = DECK { $attempt } OF DEAL { $deal } IS WRONG: the rules required a redeal, but it was played.
deck-wrong-promise = DECK { $attempt } OF DEAL { $deal } IS WRONG: a hash was changed after it had been shown.
deck-wrong-refused = DECK { $attempt } OF DEAL { $deal } IS WRONG: the rules did not require a redeal.
deck-wrong-seed = DECK { $attempt } OF DEAL { $deal } IS WRONG: its seed is not the one that was sealed.
deck-wrong-terms = DECK { $attempt } OF DEAL { $deal } IS WRONG: the terms of its deal or redeal were changed.
deck-wrong-withheld = DECK { $attempt } OF DEAL { $deal } IS WRONG: a promised number was not shown, and this was not counted.

## Answers
answer-unclear = Not understood: { $text }. Type ? for help.
answer-number = There is no { $text } now: the numbers go from 1 to { $most }. Type ? to see them.
answer-ambiguous = { $text } may mean { $calls }: type more of it.
answer-refused = { $action }: { $why }
last-none = No trick has been taken yet.
deal-none = No deal of this match is finished yet.
confirm-concede = Give this deal up? (y/n)
confirm-claim = Claim the rest of the tricks: no one can beat any of your cards. Claim them? (y/n)
confirm-best = You see every card in play. Best play gives your side { $tricks } of the { $left } tricks left. Claim them? (y/n)
yes = y yes
no = n no

## A hint
hint-plan = Hint: { $actions }
hint-mark = hint
hint-more = And { $number } more.
hint-thumb = By a rule of thumb: the values of the choices are not computed here.
hint-worth = { $column }: how far this deal should put { $partners ->
    [0] you
   *[other] your side
    } above the average of the table. An estimate over many hands that the others may hold.
hint-close = A choice higher in the list is not always better: it may have been tried with fewer hands, or be ahead by less than the error.

## The coach of a first deal
coach-says = Coach, { $number } of { $of }: { $text }
coach-go-on = Enter: go on.
coach-take-back = { $undo }: take it back.
coach-answer = I would answer: { $actions }.
coach-title = Your first deal
coach-things = What this deal showed
coach-none = Only a first deal has a coach: prikup play GAME --coach

## Commands and their short forms: help shows the first
keys-help = ? h help
keys-hint = ! hint
keys-undo = u undo
keys-coach = coach
keys-last = l last
keys-sheet = s sheet
keys-deal = d deal
keys-rules = r rules
keys-table = t table
keys-concede = c concede
keys-quit = q quit exit
keys-start = start begin
keys-sit = sit
keys-stand = stand
keys-fill = fill
keys-point = point
keys-say = say
keys-claim = claim
keys-stop = stop
keys-resign = resign
keys-replace = replace
keys-remove = remove
keys-lock = lock unlock
keys-report = report
keys-again = again rematch
keys-go-on = g go
keys-language = l language
keys-back = b back

## Help at the table
help-meanings = What each call scores and costs
help-why-not = Not allowed now
help-typing = How to answer
help-how = Type a card as { $example } or { $turned }; a call by its name or first letters; or a number from the list above. If several cards are due, type them together.
help-help = show what you may do, and why other choices are refused
help-hint = show what a strong player would do here, and how much each choice should score
help-undo = take back your last action, as long as it has revealed or changed nothing, or what a computer did in your place
help-coach = send the coach away, or call the coach back
help-last = show the last trick
help-sheet = show the sheet so far, with the reason for every number
help-deal = show the last deal again, all hands open
help-rules = show the rules, and the house rules of this match
help-table = show the table again
help-concede = give the deal up where the rules allow it, or claim the rest of the tricks
help-quit = leave; nothing is lost: you will see how to come back
help-start = begin the match; computers take the seats that are empty
help-sit = take a seat, as in: sit 2; or take your own back from the computer
help-stand = leave your seat
help-fill = put a computer on a seat or take it away, as in: fill 2, fill 2 random
help-point = point at a card of your partner’s open hand, as in: point H7
help-say = talk, as in: say hello; without a message: list the ready messages by number
help-claim = claim the rest of the tricks, or a number of them for your side, as in: claim 3
help-stop = end the match now, if the others agree
help-resign = give up a rated match: you are then ranked last
help-replace = ask the others for a computer on the seat of an absent player, as in: replace 2
help-remove = remove a person for good, as in: remove 2
help-lock = close the table to newcomers, or open it again
help-report = report the last action of a computer player as bad, for those who train it; for seat 2: report 2
help-again = open a table like this one for a rematch
help-marks = → led to the trick, ✓ took it, ▸ must act.

## Prompts
prompt-next-deal = Enter: the next deal; { $deal }: this one again, all hands open; { $quit }: leave.
prompt-more = Enter: more; { $back }: close; or your next answer.
prompt-back = Enter: back to the table.
typed-early = You typed “{ $text }” before this question was asked. Type it again if you mean it.
prompt-sheet = A number: the reasons for that deal’s score. Enter: back to the table.
prompt-start = { $start }: begin the match.
prompt-start-empty = { $start }: begin the match; computers take the empty seats.
prompt-sit = Enter: sit down; a number: take that seat.
prompt-cut = Cut the deck: 1 to { $most } cards (Enter: anywhere)
prompt-over = { $again }: a rematch; { $deal }: the last deal, all hands open; Enter or { $quit }: leave.
prompt-over-lesson = { $again }: play a match of your own; { $deal }: this deal, all hands open; Enter or { $quit }: leave.
prompt-elsewhere = Enter: play here again.
prompt-back-menu = Enter: back.

## The sheet
settlement = Settlement
settlement-rounded = In whole numbers
head-deal = deal
head-dealer = dealer
row-title = Deal { $deal }, dealer { $dealer }
row-by-hand = Correction by hand
result-none = The match ends here without a winner.
result-won = Won by { $winners }.
result-shared = The win is shared: { $winners }.

## The menu
menu-unclear = Not understood: { $text }.
menu-title = prikup: trick-taking games of the North and East
menu-go-on = go on: { $game }, deal { $deal } ({ $score })
menu-go-on-with = go on: { $game }, deal { $deal } ({ $names })
menu-quit = quit
menu-choose = Which game? (type its number)
head-preset = preset
menu-presets = Enter: the first preset; { $key }: the rules; { $back }: back. You can set house rules too: name=value name=value. To see all of them: prikup rules { $game }
menu-coach = { $coach }: a first deal with a coach
menu-choose-preset = Which rules?
menu-levels = How strong should the computer players be?
menu-choose-level = A number (Enter: { $level }; { $back }: back)
level-beginner = beginner
level-rule = steady
level-pimc = strong
level-master = master
menu-name = Your name? (Enter: { $name })

## The rules
rules-options = House rules (--set name=value; prikup play { $game } --set …)
rules-presets = Presets (prikup play { $game } --preset …)
rules-default = {" "}(default)
rules-bounds = { $low } to { $high }{ $step ->
    [1] ;
   *[other] {" "}in steps of { $step };
} { $value } (default)
rules-here = {" "}(in force)
rules-number = { $bounds }; { $value } (in force)
rules-idle = has no effect while { $because }
rules-agreed = In this match
rules-agreed-none = In this match every house rule is the default.
rules-more = Every house rule: prikup rules { $game }
value-on = yes
value-off = no

## Replay
stock = face down
replay-undone = Taken back: { $actions }.
replay-stopped = The match was stopped here.
replay-stopped-time = The time limit of the match was reached here.
replay-stopped-forfeit = All players had forfeited the match here.
replay-behind = ({ $known } | { $seen })
replay-behind-spoken = Loss against the best choice: { $known } from the player’s own view, { $seen } with all cards visible.
replay-behind-legend = Next to each choice: how many settlement points it loses against the best, from the player’s own view and with all cards visible; “–” where that is unknown.
replay-unfinished = Deal { $deal } is not finished; its cards stay hidden.
replay-sheet = The sheet

## Verify
verify-deck = Deal { $deal }, deck { $attempt }: sealed as { $commitment }
verify-right = The deck is the result of the shuffle.
verify-wrong = THE DECK IS NOT THE RESULT OF THE SHUFFLE.
verify-made = AN INPUT THAT NO PLAYER GAVE DOES NOT FOLLOW FROM THE SEED: A COMPUTER'S NUMBER, AN UNREVEALED NUMBER, OR A MISSING CUT.
verify-contributed = Players whose numbers went into the deck: { $players }.
verify-seed-only = No player's number went into the deck.
verify-withheld = { $player } promised a number and did not show it: a number from the seed replaces it. This has happened { $number ->
    [one] once
   *[other] { $number } times
} in this match.
verify-stranger = THE SEED OF THIS DECK DOES NOT FOLLOW FROM THE SEED OF THE MATCH.
verify-given = Deal { $deal }, deck { $attempt }: prepared, not shuffled.
verify-refused = The rules refused this deck: { $why }
verify-good = Every deck checked is right. Decks: { $decks }.
verify-bad = Wrong decks: { $wrong }.
verify-nothing = No deck was shuffled here, so there is no shuffle to verify. Every action was legal, and every number on the sheet was computed again.
verify-proves = This proves that each deck was fixed by the seed with the hash above, by the players' numbers and the cut: compare the beginning of the hash with the one you saw before the deal. Every number that no player gave follows from the seed. Every action was legal, every number on the sheet was computed again, and every redeal was called for by the rules.
verify-proves-not = It does not prove that the host kept the cards secret (even from the player who cuts), that it used every number and cut that was sent, or that it recorded everything that was shown. Only the players' own programs know what they sent, and they check it after each deal. Someone can make up a whole log afterwards, but not with the hashes that you saw before each deal.

## Solve
solve-trump = Trumps: { $suit }.
solve-no-trump = No trumps.
solve-must-trump = A player who cannot follow suit must trump.
solve-ace-low = The ace is the lowest card.
solve-last = Seat { $place } plays last to every trick.
solve-leads = Seat { $place } leads.
solve-lying = Seat { $place } led; on the table: { $actions }.
solve-most = Side { $side } wants as many tricks as it can get.
solve-fewest = Side { $side } wants as few tricks as it can get.
solve-value = Tricks of side { $side }: { $value } of { $left }
solve-cards = After each card of seat { $place }:
solve-line = A line of best play, with the tricks the side still takes after each card
solve-cut = The time ran out before the rest of the line was found.
solve-line-unread = Line { $line }: { $why }
solve-seat = Seat { $place }
head-cards = cards

## Score
score-names = A B C D
score-yes-no = yes, no
score-how-many = Here { $number ->
        [one] one value is needed
       *[other] { $number } values are needed, separated by spaces
    }: { $text }
score-bounds = { $number } is not between { $low } and { $high }.
score-not-one = Not understood: { $text }
score-not-one-of = Not understood: { $text }. Use one of: { $allowed }
score-no-field = There is no { $field }. There are: { $allowed }.
score-field-missing = { $field } is missing: add { $field }=…

## The scorer
score-title = { $game } · { $options }
score-deal = Deal { $deal }, dealer { $dealer }
score-from-to = { $question } ({ $low }–{ $high })
score-write = Save it? (Enter: yes; n: no)
score-command = No question is open. Type a command ({ $command } lists them).
score-replace = Editing entry { $number } (was: { $text })
score-insert = A new entry before number { $number }: { $text }
score-corrected = (corrected)
score-flagged = { $what } — not counted: { $why }
score-not-counted = Not counted: { $why }
score-was = Before it was corrected: { $what }
score-refused = Entry { $number } is not counted: { $why }
score-dealt-by = If another player dealt this deal ({ $text }), enter: { $example }
score-broken-off = The players have ended the match early.
score-changes = This changes:
score-changes-nothing = This changes nothing else.
score-undone = Taken back.
score-redone = Restored.
score-older = This match was started under version { $rules } of the rules of its game; the numbers here follow version { $now }.
score-fix-how = Entry { $number } is “{ $text }”. To replace it, type { $command } { $number } and then the whole new entry.
score-note-how = Type the text of the note after the command: { $command } tea and cake
score-join-how = Name the player who joins, and after a comma the player after whom they sit: { $example }
score-evenings = Over all evenings under { $preset }
score-evenings-player = player
score-evenings-count = evenings
score-evenings-total = won or lost
score-move-how = Say which entry goes where: { $command } 5 2 puts the fifth entry in second place.
score-adjust-how = Say which box, how much and what for: { $example } the phone rang. Boxes: { $allowed }
score-limit-deal = deal
score-limit-round = round
score-limit-how = Type the minutes from the start of the match, from { $least } to { $most } or 0 for none, and what you finish then, the { $round } or the { $deal }: { $example }
score-options-how = House rules now: { $options }. To change one: { $command } name=value
score-no-format = Not a print format: { $text }. There are: { $allowed }.
score-pairwise = Or every pair separately:
score-no-price = First set the price of a point: { $command } 0.25
score-ours = In this file: { $text }
score-theirs = In the other file: { $text }
score-merged = { $number ->
    [0] The other file has nothing new.
    [one] Added from the other file: 1 step.
   *[other] Added from the other file: { $number } steps.
    }
score-printed = Written to { $text }
score-help = What you can type
score-help-how = An answer: in full, by its first letters, or by its number. Several answers at once: the contract, the player, the tricks. Numbers as 6 3 or 6,3,1; you may leave out what follows from the others. Or a command:
score-saved = Saved. Go on with:
score-begun = Continuing { $text }.
score-paper-boxes = { $column }: which numbers does the paper sheet show for { $names }?
score-paper-deals = How many deals have been played so far?
score-paper-dealer = Who deals next?
keys-scorer-paper = paper
help-scorer-paper = continue a match that was started on paper: enter its numbers
head-entry = what happened
keys-scorer-undo = undo u
keys-scorer-redo = redo
keys-scorer-back = back b
keys-scorer-deal = deal
keys-scorer-fix = fix edit
keys-scorer-insert = insert
keys-scorer-delete = delete
keys-scorer-move = move
keys-scorer-fault = fault
keys-scorer-adjust = adjust
keys-scorer-dealer = dealer
keys-scorer-note = note
keys-scorer-join = join
keys-scorer-leave = leave
keys-scorer-stop = stop
keys-scorer-options = options
keys-scorer-names = names
keys-scorer-price = price
keys-scorer-payments = payments
keys-scorer-place = place
keys-scorer-limit = limit
keys-scorer-play-on = play-on
keys-scorer-sheet = sheet
keys-scorer-evenings = evenings
keys-scorer-print = print
keys-scorer-merge = merge
keys-scorer-help = help ?
keys-scorer-quit = quit q exit
help-scorer-undo = take back the last answer or operation; repeat it to go further back
help-scorer-redo = restore the entry that was undone last
help-scorer-back = go back one question
help-scorer-deal = show an entry with the reason for every number, as in: deal 3
help-scorer-fix = edit an entry, as in: fix 3; replace it by another kind of entry with: fix 3 fault
help-scorer-insert = add a forgotten deal before an entry: insert 3; or another entry: insert 3 dealer Anna
help-scorer-delete = delete an entry: delete 3
help-scorer-move = put an entry in another place: move 5 2
help-scorer-fault = enter a misdeal or a revoke
help-scorer-adjust = correct the sheet by hand, with a note that gives the reason
help-scorer-dealer = change who deals next: dealer Anna
help-scorer-note = add a line of text between the deals
help-scorer-join = add a player, who starts with the mean of the others and sits after the player named second: join Gleb, Anna
help-scorer-leave = let a player leave and settle now: leave Gleb
help-scorer-stop = end the match early and settle it
help-scorer-options = show or change the house rules
help-scorer-names = change the names, in seating order: names Anna, Boris, Vera
help-scorer-price = set the price of a point, to see who pays whom: price 0.25
help-scorer-payments = show who pays whom: with the fewest payments, and every pair separately
help-scorer-place = set the place for the head of the printed sheet: place Tbilisi
help-scorer-limit = set a time limit, in minutes from the start, and what you finish then: limit 240 round, or limit 240 deal
help-scorer-play-on = play on after the end of the match, or stop doing so
help-scorer-sheet = show the whole sheet with every entry
help-scorer-evenings = show what each player has won or lost over the matches in this folder
help-scorer-print = print the sheet here, or into a file: print html FILE; also text and csv
help-scorer-merge = add what someone else entered in another file of this match: merge FILE
help-scorer-help = show this page
help-scorer-quit = leave; everything is saved
opt-score-file = The file of the match; a plain name is a file in your data folder. If it exists, the match goes on.
error-file-other = { $file } is a match of other players or house rules: leave out --names, --preset and --set.

## The end
log-dropped = The last line of the log was incomplete (the program was killed while writing) and has been cut off. Nothing that was shown is lost.
end-seat = Your seat stays yours. Come back with:
end-watched = Watch again with:
end-saved = Saved. Go on with:
end-verify = The match is saved. Check the shuffles with:
end-replay = See every hand with:

## Errors
error-language = There is no language { $language }. There are: { $allowed }.
note-no-solver = The solver is missing, so there are no strong computer players. To get it, install a C++ compiler, then install prikup from its source.
error-level = Unknown player { $level }. Available: { $allowed }.
error-imported-player = The player { $name } cannot be imported: { $error }. Python looks for modules in the folders of PYTHONPATH, such as PYTHONPATH=. for this one.
error-coach-option = The coach’s deal is fixed in advance: leave { $option } out.
error-unreachable = { $url } cannot be reached: { $error }
not-an-address = Not an address of a table: { $text }
no-table-server = There is no table at that address (HTTP { $status }).
other-version = The server and this program are of different versions and do not understand each other.
connection-ended = The server has ended the connection ({ $code }).
connection-failed = The network reports an error: { $error }
error-file-missing = File not found: { $file }
error-file-forbidden = { $file } may not be read or written.
error-file-folder = { $file } is a folder.
error-file-error = { $file }: { $error }
error-system-error = This did not work: { $error }
file-assumed = The file does not say its encoding. It was read as { $encoding }.
error-line = { $file }, line { $line }: { $why }
error-other-game = { $file } is a match of { $game }.
error-other-rules = { $file } continues under its own house rules ({ $options }): leave out --preset and --set.
error-no-lesson = { $file } is not a first deal with the coach: leave --coach out.
error-notation = { $game } has no notation { $notation }. There are: { $allowed }.
error-link-notation = A link contains a single deal, not the rest of its match, so it cannot be saved as a match. You can replay, review and solve the deal.
error-players = This match cannot be played here: the players in { $file } are { $players }.
error-match = Match { $number } not found: this file contains { $matches }.
error-match-which = This file holds { $matches } matches: choose one with --match.
match-of = Match { $number } of { $matches }: { $names }
error-deal = Deal { $deal } not found; the last is { $last }.
usage-no-option = There is no option { $option }. See --help.
usage-missing = { $name } is missing. See --help.
usage-bad-value = The value of { $name } is not allowed. See --help for the allowed values.
usage-no-command = There is no command { $name }. See --help.
usage-bad = { $error } See --help.

## Help of the commands
help-of-usage = Usage:
help-of-arguments = Arguments
help-of-options = Options
help-of-commands = Commands
help-of-program = Trick-taking games of the North and East. Without a command: a menu.
help-of-play = Play a match against the computer. Every action is saved before it is shown, so you can leave at any time.
help-of-join = Play with others at a table of a server, at the address that a browser shows. Without a table in the address: choose a game and play with computers there.
help-of-rules = Show the rules of a game, with every house rule explained, and its presets.
help-of-replay = Replay a match with all hands open and every number explained.
help-of-review = Show each player’s mistakes, judged by what that player could know, and where each result came from.
help-of-verify = Recompute every deck of a match. Exit code 1 if one is wrong.
help-of-notation = Convert a log to text notation, or a notation of prikup or another program to a log.
help-of-solve = Solve open hands: a side’s tricks with best play, the value of each card, a line of play. Exit code 1 if time ran out.
help-of-score = Keep score at a real table: an evening, saved with every entry and correctable at any time; or a single deal given as FIELD=VALUE.
opt-help = Show this help and exit.
opt-game = { $games }
opt-as = The notation to write: that of another program, or link for a link to each finished deal. An unknown name lists the notations of the game.
opt-file = A log, a match in text notation, or a link to a deal.
opt-url = http://HOST/t/TABLE, or http://HOST.
opt-seat = The number of the seat to take; the first is 1.
opt-cut = Ask me where to cut the deck.
opt-preset = House rules by name; see prikup rules GAME.
opt-set = One house rule as name=value; may be repeated.
opt-language = The language; by default that of $PRIKUP_LANGUAGE, or of the system.
opt-plain = Sentences only, without colours or drawings. Always on in a pipe.
opt-version = Print the version.
opt-four-colour = Draw each suit in a colour of its own.
opt-pace = Seconds for which each action of another player is shown (default 0.6).
opt-deals = Stop after this many deals.
opt-seed = The text from which everything random is derived.
opt-log = The file of the match. If it exists, the match continues.
opt-level = The level of the computer players: beginner, rule (steady), pimc (strong) or master.
opt-name = Your name.
opt-auto = Play a card automatically if it is the only legal one.
opt-coach = Play a first deal with a coach, who points out what to look at and what another answer costs.
opt-match = Only this match of a file that contains several.
opt-deal = Only this deal.
opt-replay-review = Show next to each choice what it loses against the best, as prikup review does (this takes seconds for each deal).
opt-review-seat = Show only the mistakes of the seat with this number; the first is 1.
opt-review-least = The smallest loss that counts as a mistake, in settlement points.
opt-review-seed = The seed of the review: the same seed gives the same review.
opt-outcome = The result of a single deal; without it, the program asks for deal after deal and saves everything.
opt-names = The players in seating order.
opt-totals = The numbers on the sheet before this deal, by column, then by side.
opt-score-deal = The number of the deal.
opt-carry = In a match started on paper, the values besides the sheet that carry over from deal to deal: name=number, or name=60,52 with a number for each side or player.
opt-dealer = The dealer: a name or the number of a seat; the first is 1.
opt-hands = A position: a line of text, a link, hands with a contract, a log or PPN; - reads it from standard input. Or, with the options below, the hands in playing order (their seats are numbered from 0): "AKJ.Q8.AQ. | T9.K.K87. | …". Suits are spades.clubs.diamonds.hearts; - or nothing is an empty seat.
opt-deal-pasted = The number of a deal in the pasted text (default: the last).
opt-trump = The trump suit, or N for no trumps.
opt-leader = The player who leads, or who led the unfinished trick.
opt-side = The seats whose tricks are counted; all others play against them.
opt-goal = The goal of the side: most tricks (the default) or fewest.
opt-follow = The cards allowed to a player who cannot follow suit: any card (free, the default) or a trump (must-trump).
opt-ace-low = The ace is the lowest card.
opt-last = The seat that plays last to every trick.
opt-table = The cards of the unfinished trick, in the order of play: "SA S7".
opt-seconds = Stop the search after this number of seconds.
opt-json = Print one JSON object and nothing else.

## The server
help-of-serve = Serve tables to browsers: to yours, or to everyone who can reach this machine.
opt-host = The network address to listen on (default 127.0.0.1: this machine only; 0.0.0.0: all addresses).
opt-port = The port; by default the first free one from 8000.
opt-database = The database of the tables: sqlite:///FILE or postgresql://…; by default a file in your data folder.
opt-root-path = The path that a proxy puts before the server’s addresses, such as /cards.
opt-proxy = The server is behind your reverse proxy: trust its X-Forwarded headers.
opt-metrics-token = The token that gives access to /metrics; without it only programs on this machine have access, and behind a proxy no one.
opt-no-limits = Turn off all rate limits.
opt-serve-pace = Seconds that a computer player takes for an action (default 0.8).
opt-keep-guests = Days of absence after which a guest is deleted, with their unfinished tables (default 30; 0: never).
opt-keep-audit = Days after which rows of the moderation journal are deleted (default 365; 0: never).
opt-idle-reviews = Review the deals of finished matches while the server is idle (default: on).
opt-peer-address = HOST:PORT at which the other servers of the same PostgreSQL database reach this one; without it, no other server may use the database.
opt-peer-secret = The file with the secret shared by those servers; no one else may read it.
opt-redis = The Redis or Valkey (redis://HOST:PORT) through which these servers share rate limits and messages that may be lost; without it each server has limits of its own.
opt-lobby = Who sees the open tables of strangers and may open such a table: all, accounts (only people with an account) or off (default: all).
error-lobby = --lobby takes all, accounts or off, not { $text }.
opt-notices = The file of settings for messages to users who are not connected (made by `prikup notices keys`); without it, none are sent.
opt-push-host = A push service, as https://HOST, to allow besides those of the known browsers; may be given several times.
opt-open = Open the page in the browser.
serve-address = Serving at { $address } (Ctrl+C to stop)
error-root-path = { $path } cannot be a root path: give one like /cards, of letters, digits, dots and hyphens, which does not begin like a page of this server.
error-address = The address { $address } cannot be used: { $error }
error-redis-alone = --redis is for servers that share a database: use it with --peer-address and --peer-secret-file.
error-peers-half = Servers that share a database need both: --peer-address and --peer-secret-file.
error-peer-secret = The secret { $file } cannot be read: { $error }
error-peer-secret-short = The secret in { $file } is too short: it needs { $least } characters at least. Make one: openssl rand -hex 32
error-serve-extra = To serve tables, install: pip install 'prikup[play,serve]'
help-of-backup = Back up the server’s database to a file, while the server runs.
help-of-restore = Replace the database by a backup, while no server runs.
help-of-notices = Make the file of settings for messages to users who are not connected.
opt-notices-action = Make a file with a new key.
opt-notices-file = The new file; no one else may read it.
opt-notices-site = The public address of the server, to which links in mails lead.
opt-notices-contact = The address at which operators of push services can reach you: mailto:ADDRESS or https://…
notices-written = { $file } is written. Fill in your mail server if you want to send mails, and start the server with --notices { $file }
error-notices-exists = { $file } already exists. Choose another name: with a new key all users have to allow messages again.
error-notices-file = { $file } cannot be read: { $error }
error-push-host = { $name } is not the address of a push service: give one like https://push.example.org
help-of-audit = Show the moderation journal: who took a seat, changed a name or was deleted; no cards and no chat.
opt-backup-file = The backup file.
opt-force = Replace the file if it exists.
opt-audit-table = Only what happened at this table.
opt-audit-person = Only actions by or against this person.
opt-audit-since = Only from this day or time on, like 2026-11-23 or 2026-11-23T18:00 (UTC).
opt-audit-json = Print one JSON object per line.
backup-done = The backup is in { $file }.
restore-done = The database has been restored from { $file }. Start the server.
restore-kept = The previous database is kept as { $file }.

## The arena
help-of-arena = Compare computer players: they play each other with the same cards.
opt-players = The players: names separated by commas, each with its number of worlds after a colon if you like (pimc:20).
opt-arena-deals = The number of deals; each is played once in every rotation of the players (default 100).
opt-arena-seed = Any text, from which the cards are derived.
opt-first = The number of the first deal (default 0).
opt-matches = Play whole matches instead of deals; the result is the share of matches won.
opt-alone = Measure only this player, alone against each of the others.
opt-workers = The number of processes that play at the same time (by default the number of processors).
opt-ray = Play on a Ray cluster at this address; auto: the cluster of $RAY_ADDRESS or on this machine; local: start one here, with K workers.
opt-looks = How often the results are tested during the run, at equal steps; the run ends early when every number of the matrix is clear (default 1: no early end).
opt-arena-plot = Draw the matrix into an SVG file.
opt-arena-log = The file for the results; with it, an interrupted run continues.
help-of-leaderboard = Measure a player with the cards, opponents and presets of the leaderboard, so that results can be compared.
opt-leaderboard-player = The player: a computer player’s name, or MODULE:FUNCTION for a player of your own.
opt-leaderboard-deals = Play only the first N deals of the leaderboard (by default all of them).
help-of-dataset = Write a data set of deals between computer players, with a data card, a licence and checksums.
opt-dataset-folder = The folder for the files; it must be empty or not exist yet.
opt-dataset-deals = The number of deals (default 10000).
dataset-written = { $deals ->
        [one] 1 deal is
       *[other] { $deals } deals are
    } in { $folder }
error-folder-not-empty = { $folder } is not an empty folder. Choose another name.
error-two-players = Name two players or more, with commas between them.
error-other-arena = { $file } holds the results of something else.
error-ray-extra = To play on a Ray cluster, install: pip install 'prikup[play,ray]'
error-ray = --ray { $address } does not lead to a Ray cluster. Give HOST:PORT; or auto, with the address in RAY_ADDRESS; or local, to start one here. Ray says: { $error }
error-ray-silent = no answer within { $seconds } seconds
arena-under-way = Playing
arena-heading = { $game } ({ $options }), { $deals ->
        [one] 1 deal
       *[other] { $deals } deals
    }, seed { $seed }
arena-deals = Points per deal of each player alone (or as a side) against others, with the 95 % interval:
arena-matches = Share of matches that each player wins against others, with the 95 % interval:
arena-against = against
arena-differences = The same deals, one player in place of another, with the 95 % interval of the difference:
arena-than = in place of
arena-difference = difference
arena-looks = { $early ->
    [true] Ended early at one of { $looks } planned looks: after { $played } of { $deals } every number of the matrix was clear.
   *[other] Planned looks: { $looks }.
  } The intervals are valid for all looks together.
arena-times = Thinking time per decision, in milliseconds:
arena-player = player
arena-phase = phase
arena-decisions = decisions made

## Ratings
help-of-ratings = Check the ratings on a server against its finished matches, or compute them again.
opt-ratings-check = Recompute every rating from the archive; exit code 1 at the first that differs.
opt-ratings-rebuild = Compute all ratings again and replace them, while no server is running.
opt-ratings-void = Declare the rated match at a table void and compute all ratings again without it, while no server is running. Its players are shown the reason.
opt-ratings-suspects = List pairs of people whose opponents in this game finish better or worse than their ratings predict, or where one seems to give points to the other.
opt-ratings-since = With --suspects: only the matches since this day.
error-ratings-task = Give one of --check, --rebuild, --void TABLE REASON, --suspects GAME, or the command anchors.
error-suspects-partners = --suspects needs a game in which everyone plays alone; { $game } is played by partners.
error-suspects-since = { $text } is not a day. Write it as 2026-11-30.
error-not-rated = The match at table { $table } is not rated, or is void already.
ratings-right = Rated matches recomputed: { $matches }. All ratings agree.
ratings-wrong = Rated matches recomputed: { $matches }. Then { $difference } differs. --rebuild computes all ratings again, while no server is running.
ratings-rebuilt = Rated matches computed again: { $matches }.
ratings-voided = The match at table { $table } is void. These players see the reason on the page of ratings, and get a notice if the server sends notices: { $people }
ratings-suspects = { $first } and { $second }: { $matches } common matches. Places of their opponents: { $others_z }. Points from { $first } to { $second }: { $given_z }.
ratings-suspects-note = Pairs found: { $pairs }, among those with { $least } common matches or more. The numbers are standard deviations from what the ratings predict. This alone proves nothing against anyone.
help-of-anchors = Measure how computer players of each level would be rated: they play matches in all mixes of levels.
opt-anchor-matches = The number of matches for each mix of levels (default 400).
opt-anchor-levels = The levels: names separated by commas, with rule among them (default: all levels).
opt-anchor-out = Write the ratings into this file as JSON.
error-anchor-levels = Name two levels or more, with { $level } among them.
error-bench-extra = To measure ratings, install: pip install 'prikup[play,bench]'
anchors-heading = { $game }: { $matches ->
        [one] 1 match
       *[other] { $matches } matches
    } for each of { $mixes ->
        [one] 1 mix
       *[other] { $mixes } mixes
    } of levels, seed { $seed }
anchors-note = Matches have { $deals } deals at most. The rating of rule is 1500 by definition. A level whose 95 % interval is wider than 1 cannot play in rated matches.
anchors-level = level
anchors-rating = rating
anchors-mean = μ
anchors-interval = 95 % interval
anchors-usable = in rated matches
anchors-yes = yes
anchors-no = no: play more matches

## Reported moves
help-of-reports = List the moves of computer players that people have reported as bad, from a server’s database.
opt-reports-out = Write the log of each reported match into a file in this folder.
reported-line = { $number }: { $game }, table { $table }, deal { $deal }, line { $line } of the log: seat { $place } ({ $level }) did { $action }; reported by { $person } at { $at }
reported-none = No one has reported a move.

## Problems
help-of-problems = Solve the problem of the day, or one of hundreds more: open hands, a question, one proved answer. You play it out against best play. With --kind hidden: late positions as a player sees them, and the card that is proved to be best.
opt-problem-games = Problems of these games instead of the problem of the day: { $games }
opt-problem-kind = Problems of this kind; --list shows the kinds.
opt-problem-level = Problems of this difficulty, from 1 (easy) to 4; 0: published ones.
opt-problem-day = The problem of another day, like 2026-11-30.
opt-problem-id = The problem with this id.
opt-problem-list = Only show how many problems there are, and how many you have solved.
opt-problem-players = Test these computer players on the problems with hidden hands: names separated by commas, each with its number of worlds after a colon if you like (pimc:20).
error-problem-kind = There is no kind of problem { $kind }. There are: { $allowed }.
error-problem-id = There is no problem { $id }.
error-problem-none = There is no such problem.
error-problem-day = That day is still to come.
problems-there-are = Problems: { $number }. Solved: { $solved }.
problems-solved = solved
problem-day = { $day }.
problem-lies = On the table: { $player } { $card }.
problem-ask-card = Which card? (? help)
problem-ask-number = How many? (? help)
problem-ask-discard = Which cards? (? help)
problem-ask-play = Your hand: { $cards }. Which card? (Enter: stop)
problem-help = Type a card as SK or KS, two cards with a space between them, or a number. !: a hint, after which the problem no longer counts as solved at the first try. answer: see the answer. q: leave.
keys-problem-answer = answer show
problem-answer = The answer: { $answer }.
problem-or = { " " }or{ " " }
problem-best-play = With best play on all sides:
problem-play-on = Now play it out: the others answer as well as they can.
problem-next = Enter: the next problem; q: leave.
problem-streak = Days in a row: { $days }. The longest streak: { $best }.
problem-solved-so-far = Solved: { $number } of { $all }.

# Hidden hands, and how many of these problems computer players solve
problem-hidden = Hidden hands
problem-task-hidden = Some hands are hidden. Judging by what you can know, which card is best?
problem-points = Points on average: { $values }.
problem-past = Tricks so far:
problem-worlds = Deals that agree with all this: { $worlds }. All are equally likely, and each is played out with all cards visible.
problem-every = In each of these deals a best card scores at least as much as any other, and every other card scores less in some of them.
problem-sure = A best card is sure to score more than any other card could. This holds although its player does not see the hidden cards, and even if the others see all cards.
problems-under-way = Thinking
problems-game = game
problems-lost = points lost per problem

# The review of a deal
review-under-way = Reviewing
review-deal = Deal { $deal }
review-part-settlement = result
review-part-deal = the deal
review-part-calls = own calls and discards
review-part-cards = own cards
review-part-others = the others
review-part-dealt = cards as dealt
review-uncertain = { $points }, uncertain
review-counts = { $player }: { $decisions } decisions reviewed: { $right } right, { $inaccuracy } inaccurate, { $mistake } { $mistake ->
    [one] mistake
   *[other] mistakes
}, { $blunder } { $blunder ->
    [one] blunder
   *[other] blunders
}, { $unsure } unsure.
review-lost = The mistakes cost { $points } points on average. The worst:
review-doubtful-card = Not certain: trick { $trick }, { $actions } may have cost up to { $points } points ({ $deals } deals tried).
review-doubtful-call = Not certain: { $actions } may have cost up to { $points } points ({ $deals } deals tried).
review-inaccuracy = inaccurate
review-mistake = mistake
review-blunder = blunder
review-limits = Settlement points; in 95 of 100 cases the true mean is within the margin after ±. The cost of a mistake is an average over the deals that fit the player’s view, each solved with all cards visible. This overrates a card that wins only with knowledge gained later, and assumes that the others call like the rule-based player. “The deal” is the result without these mistakes, “cards as dealt” what the strongest player scores with them on average.
review-of-call = { $actions }, { $verdict }: { $why }
review-of-card = Trick { $trick }, { $actions }, { $verdict }: { $why }

# Statistics
help-of-turns = Compare the rows that a server stores for turn-based tables with what happened there. It needs --check.
opt-turns-check = Compare the rows; exit code 1 if one is wrong.
turns-right = Turn-based tables compared: { $tables }. Their times agree with what happened there.
turns-wrong = Turn-based tables compared: { $tables }. Wrong times: { $wrong }
help-of-tables = Compare the lists of tables that a server stores with what happened at the tables. It needs --check.
opt-tables-check = Compare the lists; exit code 1 if one is wrong.
error-check-needed = Nothing to do: give --check.
tables-right = Tables compared: { $tables }. The lists agree with what happened there.
tables-wrong = Tables compared: { $tables }. Wrong in the lists: { $wrong }
help-of-statistics = Show the results of players over finished matches, by game: points per deal, contracts, whists and more. Computer players count by level.
opt-statistics-files = Logs, matches in text notation, or folders of logs; without any, your data folder.
opt-statistics-from = Only matches whose file was last written on this day or later, like 2026-11-25.
opt-statistics-until = Only matches whose file was last written on this day or earlier.
opt-statistics-preset = Only matches under this preset.
opt-statistics-kept = Compare the statistics stored by a server with its logs; exit code 1 if they differ.
opt-statistics-mend = Compare them, and correct those that differ, while no server is running.
statistics-right = Matches counted again: { $matches }. The stored statistics agree with the logs.
statistics-wrong = Matches counted again: { $matches }. The statistics of { $number } differ from their logs: { $tables }. When a server starts, it counts those of an older program again; --mend corrects all of them while no server is running.
statistics-sums-wrong = Sums of computer players that differ from the logs: { $sums }. --mend corrects them, while no server is running.
statistics-sums-mended = Sums of computer players corrected: { $sums }
statistics-mended = Matches counted again: { $matches }. Corrected: { $tables }
error-not-a-day = “{ $text }” is not a day; write it as 2026-11-25.
error-no-logs = { $folder } contains no log.
statistics-deals = deals
statistics-points = points per deal
statistics-role = role
statistics-times = times
statistics-made = made
statistics-bot = computer, { $level }
statistics-missing = { $deals ->
    [one] 1 more deal
   *[other] { $deals } more deals
    }
statistics-none = There is no finished match here.
statistics-none-yet = There are no finished matches yet. The program saves each match that you play in the terminal in { $folder }.
statistics-unfinished = Unfinished matches, which are not counted: { $number }
statistics-limits = Settlement points, with the interval that contains the mean in 95 of 100 cases. With fewer than 50 deals a mean does not show skill: then you see how many more deals are needed. Deals in which a person playing alone took back an action are not counted.
