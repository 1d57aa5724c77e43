## The cut
did-cut = { $player } cuts: { $number }.
did-cut-drawn = { $player } has not cut, so the server drew the cut: { $number }.

## Why not, at the table
reason-no-seat = You have no seat at this table.
reason-seat-taken = This seat is taken.
reason-seat-reserved = This seat is kept for somebody else.
reason-seat-left = You have left your seat. Take it again first.
reason-seat-elsewhere = You are at this table in another window now.
reason-no-spectators = Nobody may watch at this table.
reason-not-the-host = Only the one who opened the table may do that.
reason-match-begun = The match has begun already.
reason-match-not-over = The match is not over yet.
reason-nothing-to-read = There is no deal to wait for now.
reason-level-unknown = There is no computer player { $level }. There are: { $allowed }.
reason-clock-fallen = Your time is up: a computer player finishes this deal for you.
reason-stale = The table has changed meanwhile. Look again.
reason-id-twice = Two different things were sent under one name; only the first was done.
reason-act-too-many = Too much at once: only { $number } can be done now. Nothing was done.
reason-not-written = The server could not save it, so it was not done. Try again.
reason-table-failed = Something went wrong at this table, and it was not done. Try again.

## Why not, in a hint
reason-hint-practice = Hints are for practice. You play against people here.
reason-hint-thinking = The hint before this one is still being thought of. Ask again in a moment.
reason-hint-failed = The hint did not come about. Play on without it, or ask again.

## Why not, in a shuffle
reason-shuffle-earlier = The shuffle has not come to that yet.
reason-shuffle-later = The shuffle is past that.
reason-entropy-differs = This is not what you committed to.
reason-not-the-cutter = It is { $seat } who cuts.

## Why not, in agreements
reason-proposal-stands = Something is proposed already: it has to be answered first.
reason-proposal-gone = That proposal does not stand any more.
reason-proposal-again = You have proposed enough: wait until somebody acts.
reason-answer-not-asked = Your word is not asked for.
reason-claim-no-cards = You hold no cards in this deal.
reason-not-absent = That player is not absent.
reason-replace-not-agreed = It was not agreed at this table to replace players by a vote.

## Why not, in the chat
reason-chat-off = There is no chat at this table.
reason-chat-empty = Say either some words or one of the presets.
reason-chat-unknown = There is no such preset: { $text }
reason-chat-too-fast = You are talking too fast. Wait a little.

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
