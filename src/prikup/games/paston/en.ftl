game = Paston
about = Three players, 32 cards. Name a trump, take six of the ten tricks; the others are paid for the tricks they take. First to 121.

## Words
call-pass = pass
call-paston = paston (spades)
call-glitch = glitch (clubs)
call-dineri = dineri (diamonds)
call-gupa = gupa (hearts)
call-grkha = grkha (best spades)
call-surrender = surrender
call-whist = whist
call-alone = alone
call-invite = come in
column-score = Score

## Questions
ask-auction = Your call.
ask-discard = Lay a card away ({ $left } to go).
ask-declare = Name the trump, or surrender.
ask-whist = Whist or pass?
ask-invite = Play alone, or invite the passer to play his own hand?
ask-play = Your card.

## What happened
did-discard = { $player } lays a card away.
did-discard-card = { $player } lays { $card } away.

## What everybody keeps in mind
reason-high-bid = { $seat } holds the bid: { $call }.
reason-contract = { $seat } declares { $call } and needs { $needed } of 10 tricks.
reason-whister = { $seat } whists and owes { $quota } tricks.

## Refusals
reason-next-step-only = Only the next step may be named now: { $call }.
reason-grkha-only = Grkha was bid, so it must be named (or surrender).
reason-grkha-not-bid = Grkha can be named only if it was bid.
reason-below-bid = The trump cannot be lower than the bid, { $call }.
reason-forced-spades = After three passes only paston may be named.
reason-no-concession = Paston knows no concession; agree on a split of the tricks instead.

## Decks refused
reason-bottom-card = The bottom card of the deck was { $card }: shuffled again.
reason-six-spades = { $seat } was dealt the spades 7 8 9 10 J Q without king and ace: dealt again.
reason-both-in-prikup = The jack and the 7 of spades both lie in the prikup: dealt again.

## The sheet
reason-contract-made = { $tricks } tricks of { $needed } needed: 10 × { $multiplier }
reason-contract-lost = { $tricks } tricks of { $needed } needed: −10 × { $multiplier }
reason-grkha-made = { $tricks } tricks at best spades: 10, never multiplied
reason-unopposed = nobody whisted: 10 × { $multiplier }
reason-passed = passed
reason-surrendered = surrendered: −10, never multiplied
reason-surrender-bonus = declarer surrendered
reason-whisted = { $tricks } tricks, { $quota } owed: { $points } × { $multiplier }
reason-revoked = revoked, so scored as no tricks: −10 × { $multiplier }
reason-no-revoke = { $seat } revoked
reason-minus-reset = { $total } is set back to zero
