## The cut
did-cut = { $player-is ->
    [you] You cut
   *[other] { $player } cuts
} { $number ->
    [one] 1 card
   *[other] { $number } cards
} off the top.
did-cut-missing = { $player-is ->
    [you] You have not cut.
   *[other] { $player } has not cut.
} The seed decides the cut: { $number ->
    [one] 1 card
   *[other] { $number } cards
}.
did-withhold = { $player-is ->
    [you] You promised a number and have not shown it
   *[other] { $player } promised a number and has not shown it
}: a number from the seed replaces it. This has happened { $number ->
    [one] once
   *[other] { $number } times
} in this match.

## Refusals at the table
no-seat = You have no seat at this table.
seat-taken = This seat is taken.
account-needed = This needs an account. Create one on the page “Your name”.
seek-wait = You have left several tables in a row. Try again in { $seconds ->
    [one] { $seconds } second
   *[other] { $seconds } seconds
}.
not-listed = { $why ->
    [begun] The match has started, so the table is no longer in the list.
    [locked] The table is closed to newcomers. Open it first.
    [full] All seats are taken, so the table is not in the list.
    [link] This table was opened for people with its link only.
   *[away] Be at the table to list it.
}
open-excludes = An open table cannot have the option { $option }.
bots-after-short = Computer players can take empty seats after { $seconds } seconds at the earliest.
seat-reserved = This seat is reserved for another player.
seat-being-chosen = A player is choosing a name for seat { $number }.
seat-left = You have left your seat. Take it again first.
seat-elsewhere = You are using this seat in another window now.
no-spectators = This table does not allow spectators.
table-locked = The host has closed this table to newcomers.
removed = The host has removed you from this table.
table-annulled = A player did not come to this table in time, so the match was cancelled. Look for a table again.
seat-blocked = You cannot sit down here: someone at this table does not want to play with you.
name-wanted = Enter a name before you sit down.
nobody-so = That person is no longer here.
remove-yourself = You are the host: leave your seat instead.
report-not-a-bots = No computer player did that in the last deal.
report-enough = You cannot report more moves here. Thank you for your reports.
not-the-host = Only the host, who opened the table, may do that.
match-begun = The match has already started.
match-not-over = The match is not over yet.
nothing-to-read = There is no finished deal to look at now.
level-unknown = Unknown computer player { $level }. Available: { $allowed }.
no-coach = { $game } has no first deal with a coach.
turn-over = Your time for this decision is over: a computer player decides for you.
turns-many = You are at { $number } unfinished turn-based tables. Finish one of them first.
turns-exclude = A turn-based table cannot have the option { $option }.
clock-fallen = Your time is up: a computer player finishes this deal for you.
stale = The table has changed in the meantime. Look at it again.
id-twice = Two different commands were sent under one id; only the first was carried out.
act-too-many = Too many actions at once: only { $number } can be done now. Nothing was done.
not-written = The server could not save your action, so it was not done. Try again.
seat-too-fast = You have changed seats too often. Wait a minute.
table-failed = Something went wrong at this table, and your action was not done. Try again.

## Refusals of a hint
minutes-short = A time limit has at least { $minutes } minutes.
not-rated = { $why ->
    [guests] This match cannot be rated: every player needs an account.
    [people] This match cannot be rated: at least two people have to play.
    [bots] This match cannot be rated: one computer player at most may play, and none in a game with partners.
    [level] This match cannot be rated: the level of a computer player has no fixed rating in this game.
    [rules] This match cannot be rated: the house rules may differ from a preset only in the length of the match.
    [clock] This match cannot be rated: it needs clocks of at least 60 seconds, plus 3 seconds for each action.
    [deals] This match cannot be rated: it needs at least 8 deals.
    [link] This match cannot be rated: its table must be in the list of open tables, or its players found with “Find players”.
    [device] This match is not rated: two seats are on the same device.
    [address] This match is not rated: two players have the same network address.
    [elsewhere] This match is not rated: a player is playing another rated match.
    [void] The operator of this server declared this match void: it does not count for ratings.
   *[other] This match cannot be rated.
}
undo-rated = In a rated match you cannot take back an action.
leave-rated = In a rated match you can only resign. If you are away for three minutes, you forfeit the match.
host-rated = In a rated match the host can neither remove anyone nor lock the table.
resign-unrated = This match is not rated. Leave your seat instead.
seat-forfeited = You have forfeited this match. You can watch it to its end.
hint-practice = Hints are for practice. You play against people here.
hint-thinking = The previous hint is still being worked out. Ask again in a moment.
hint-failed = The hint failed. Play on without it, or ask again.

## Refusals in a shuffle
shuffle-earlier = The shuffle has not reached that step yet.
shuffle-later = The shuffle is already past that step.
entropy-differs = This is not the number you committed to.
not-the-cutter = Only { $seat } may cut.

## Refusals in agreements
proposal-stands = Another proposal is open: the players must answer it first.
proposal-gone = That proposal is no longer open.
proposal-again = You have made too many proposals: wait until another player acts.
answer-not-asked = This proposal does not need your answer.
claim-again = You have claimed three times in this deal: play on.
not-absent = That player is not absent.
replace-not-agreed = The rules of this table do not allow a vote to replace a player.

## Refusals in the chat
chat-off = There is no chat at this table.
point-open-partner = You can point only at cards in an open hand, and your partner's hand is not open.
point-not-there = Your partner does not hold { $card }.
points-at = { $other-is ->
    [you] { $player } points at your { $card }.
   *[other] { $player-is ->
        [you] You point at { $card } of { $other }.
       *[other] { $player } points at { $card } of { $other }.
    }
}
chat-empty = Enter a message or choose a ready one.
chat-unknown = Unknown ready message: { $text }
chat-too-fast = You are writing too fast. Wait a little.

## The coach of a first deal
coached-differs = You answered { $actions }; I had { $best } in mind.
coached-own-way = You played this deal your own way, so I have prepared no comment on its result. The sheet gives the reason for each number.
coached-as-planned = I would do the same.
coached-elsewhere = This decision did not come up.
coached-call = The deal has gone its own way: decide by the cards you hold.
coached-part = Discard cards that will hardly take a trick, best of all a whole suit.
coached-lead = You lead, with any card: the others must follow its suit.
coached-follow-suit = Follow suit: you hold { $led }.
coached-must-trump = You have no { $led }, so you must trump.
coached-no-suit = You have no { $led }, so you may play any card.
coached-winning = { $player-is ->
    [you] Your { $card } is winning so far.
   *[other] { $card } of { $player } is winning so far.
}
coached-count-most = Your side has { $tricks } of the tricks, and { $left } are still to come: take as many as you can.
coached-count-fewest = Your side has { $tricks } of the tricks, and { $left } are still to come: take as few as you can.
coached-cost-nothing = Your card costs nothing: both cards do the same here.
coached-cost-taken = { $player-is ->
    [you] Your card costs nothing in this trick: you took it.
   *[other] Your card costs nothing in this trick: { $player } took it for your side.
}
coached-cost-trick = The trick went to { $card }; { $best } would have beaten it.
coached-cost-same = My card would not have beaten { $card } either.
coached-cost-open = The cost of your choice cannot be seen yet: the other hands are hidden.
coached-cost-guard = Your choice takes the guard from { $card }: a higher card can take it now.
coached-cost-void = After my choice you would have had no { $suit } left.
coached-rule-lead = The player who takes a trick leads to the next one.
coached-rule-last = The player who plays last sees all cards of the trick: take it cheaply, or give your lowest card.
coached-rule-middle = Others play after you: only a card that no one can beat is sure to take the trick.

## The chat
chat-hello = Hello!
chat-good-luck = Good luck!
chat-thanks = Thank you!
chat-well-played = Well played!
chat-bad-luck = Bad luck.
chat-my-mistake = Sorry, my mistake.
chat-one-moment = One moment, please.
chat-back = I am back.
chat-your-turn = It is your turn.
chat-one-more = One more match?
chat-last-deal = This is my last deal.
chat-bye = Goodbye!

## A name

name-empty = A name has at least one letter.
name-long = A name has at most { $most } characters.
name-mixed = A word of this name mixes two alphabets: “{ $few }” is not from the alphabet of “{ $many }”. Use one alphabet in each word.
