language-name = English

## Cards
suit-S = spades
suit-C = clubs
suit-D = diamonds
suit-H = hearts
no-trump = NT
no-trump-spoken = no trumps
suit-of-S = spades
suit-of-C = clubs
suit-of-D = diamonds
suit-of-H = hearts
suit-letter-S = S
suit-letter-C = C
suit-letter-D = D
suit-letter-H = H
rank-2 = two
rank-3 = three
rank-4 = four
rank-5 = five
rank-6 = six
rank-7 = seven
rank-8 = eight
rank-9 = nine
rank-T = ten
rank-J = jack
rank-Q = queen
rank-K = king
rank-A = ace
rank-letter-J = J
rank-letter-Q = Q
rank-letter-K = K
rank-letter-A = A
card-spoken = { $rank } of { $suit }

## People
player = Player
player-names = Vera Tigran Pekka Nina
reader = you
nameless = Guest
computer-name-vera = Vera
computer-name-tigran = Tigran
computer-name-pekka = Pekka
computer-name-nina = Nina
computer-name-anush = Anush
computer-name-oleg = Oleg
computer-name-aino = Aino
computer-name-milan = Milan
sits-out = sits out

## Prompts
ask-open = Choose a card from the open hand ({ $owner }).
ask-receiver = The card goes to { $other }.

## Events
did-say = { $player }: { $call }.
did-turn-up = { $player-is ->
    [you] You turn up: { $actions }.
   *[other] { $player } turns up: { $actions }.
}
did-lead = { $player-is ->
    [you] You lead { $card }.
   *[other] { $player } leads { $card }.
}
did-play = { $player-is ->
    [you] You play { $card }.
   *[other] { $player } plays { $card }.
}
did-ruff = { $player-is ->
    [you] You ruff with { $card }.
   *[other] { $player } ruffs with { $card }.
}
did-throw = { $player-is ->
    [you] You throw { $card }.
   *[other] { $player } throws { $card }.
}
did-lead-open = { $player-is ->
    [you] You lead { $card } from the open hand ({ $owner }).
   *[other] { $player } leads { $card } from the open hand ({ $owner }).
}
did-play-open = { $player-is ->
    [you] You play { $card } from the open hand ({ $owner }).
   *[other] { $player } plays { $card } from the open hand ({ $owner }).
}
did-ruff-open = { $player-is ->
    [you] You ruff with { $card } from the open hand ({ $owner }).
   *[other] { $player } ruffs with { $card } from the open hand ({ $owner }).
}
did-throw-open = { $player-is ->
    [you] You throw { $card } from the open hand ({ $owner }).
   *[other] { $player } throws { $card } from the open hand ({ $owner }).
}
did-take = { $player-is ->
    [you] You take the trick.
   *[other] { $player } takes the trick.
}
not-playing = { $seat-is ->
    [you] You sit this deal out.
   *[other] { $seat } sits this deal out.
}
tricks-so-far = { $players }: { $tricks ->
    [one] 1 trick
   *[other] { $tricks } tricks
}.
tricks-trumps = Trumps: { $suit }.
tricks-no-trumps = There are no trumps.
tricks-in-all = Tricks: { $by_side }.
did-show = { $player-is ->
    [you] You show { $hand }.
   *[other] { $player } shows { $hand }.
}
did-open = { $player-is ->
    [you] You put your hand on the table.
   *[other] { $player } puts their hand on the table.
}
did-take-rest = { $player-is ->
    [you] You take the rest of the tricks ({ $tricks }) with { $hand }.
   *[other] { $player } takes the rest of the tricks ({ $tricks }) with { $hand }.
}
did-agree = The players agree on the remaining tricks: { $counted }.
did-claim = { $player-is ->
    [you] You see every card in play, and claim the result of best play: { $counted }.
   *[other] { $player } sees every card in play, and claims the result of best play: { $counted }.
}
rest-taken = { $player-is ->
    [you] You win more tricks with { $actions }.
   *[other] { $player } wins more tricks with { $actions }.
}
did-concede = Conceded by { $players }.
did-undo = { $player-is ->
    [you] You take back: { $card }.
   *[other] { $player } takes back: { $card }.
}
did-undo-unseen = { $player-is ->
    [you] You take back the last action.
   *[other] { $player } takes back the last action.
}
note-took = { $player-is ->
    [you] You take up { $actions }.
   *[other] { $player } takes up { $actions }.
}
note-got = { $player-is ->
    [you] You get { $actions } from { $other }.
   *[other] { $player } gets { $actions } from { $other }.
}
note-gave = { $player-is ->
    [you] You return { $actions } to { $other }.
   *[other] { $player } returns { $actions } to { $other }.
}
note-discarded = { $player-is ->
    [you] You discard { $actions }.
   *[other] { $player } discards { $actions }.
}
note-bid = { $player-is ->
    [you] You bid with { $actions }.
   *[other] { $player } bids with { $actions }.
}
deal-begins = Deal { $deal }. Dealer: { $dealer }.
deal-sealed = The deck is sealed. Its hash: { $commitment }.
deal-given = This deck was prepared, not shuffled.

## Refusals
deal-over = The deal is over.
not-your-turn = It is not your turn: { $seat } must act now.
play-a-card = Choose a card now, not a call.
say-a-call = Make a call now: a card is not possible.
not-in-hand = { $card } is not in the hand.
must-follow = Follow suit: { $suit } were led, and the hand has some.
must-trump = The hand holds no { $led }, so it must trump: { $suit }.
not-now = That call is not possible now.
no-tricks-yet = There are no tricks to agree about yet.
no-concession = You cannot concede during play: claim the tricks instead.
split-must-sum = Tricks left: { $tricks }. A claim must divide up exactly that number.
split-ends-play = The play ends before that: { $players } can take at most { $tricks } of the remaining tricks together.
tricks-must-sum = The tricks add up to { $sum }; this deal has { $needed }.
form-none = The program has no scoring questions for this game: enter each deal as FIELD=VALUE.
tricks-one-each = Enter a number of tricks for each of the { $needed } players, in seating order; here { $given ->
    [one] is 1
   *[other] are { $given }
    }.
undo-nothing = You have done nothing in this deal that you could take back.
undo-others = Another player has acted since, so you cannot take your action back.
undo-learned = Your action revealed something to you, so you cannot take it back.
claim-uncertain = The computer players decline: the claim is not certain.
claim-unjust = Best play does not give that result.
claim-just = You see every card in play: best play gives that result.
claim-shares = You cannot claim that: the score would depend on how the others share the rest.
claim-no-cards = You hold no cards in this deal.
claim-number = You can claim from 0 to { $most } tricks for your side.
not-an-action = Neither a card nor a call: { $text }
not-a-card = Not a card: { $text }. A card is a suit, S C D H, and a rank: SA, H10.
position-seats = List two to four seats, each of them once.
position-hand = Seat { $place } has an impossible hand.
position-long = Seat { $place } holds more than { $most } cards.
position-leader = Seat { $place } does not play, and cannot lead.
position-last = The player who always plays last must be one of those who play.
position-dealer = Seat { $place } cannot be the dealer of a talon: it is one of the players, or there is no talon.
position-side = Seat { $place } does not play, and cannot be on the side.
position-card = A card on the table is not a valid card.
position-twice = This card appears twice: { $card }.
position-not-legal = Seat { $place } was not allowed to play { $card }: it could have followed suit.
position-trick-full = There are more cards on the table than an unfinished trick can have.
position-uneven = Seat { $place } holds { $held ->
        [one] 1 card
       *[other] { $held } cards
    }; to match the other hands it needs { $needed }.
position-talon = The talon would lead more tricks than there are.
not-solved = Not solved: the search was stopped. The result is between { $least } and { $most } tricks.
not-solved-cards = Partly solved: the result is { $tricks } tricks, but the search was stopped before the value of each card was known.
no-solver = The solver is missing: prikup was installed without a C++ compiler. Install a compiler, then install prikup from its source.
not-a-hand = Not a hand of cards: { $text }. A hand is written by suit, spades.clubs.diamonds.hearts: AKJ.Q8..T97
not-a-note = Not a note: { $text }
not-a-number = Not a number: { $text }
not-a-seat = Not a seat: { $text }. Seats are numbered from 0.
not-a-state = Not a state: { $text }

## Open hands, set up or pasted
open-seats = These house rules need { $needed } players, but there are { $held } hands.
open-not-in-pack = This card is not in the pack of the game: { $card }.
open-no-cards = No cards have been given yet.
open-uneven = { $seat }: { $held ->
    [one] 1 card
   *[other] { $held } cards
    }, and there must be { $needed }.
open-no-contract = Choose the contract first.
open-no-contracts = Positions of this game cannot be analysed. Choose another game.
open-no-player = Choose the declarer first.
open-no-leader = Choose who leads first.
open-nothing-left = All cards have been played: there is nothing left to play.
open-not-whole = Cards are missing: to play at a table, every hand must be complete, as before the first card.
open-no-beginning = No earlier tricks lead to these cards and this lead. Perhaps the contract is already decided.
open-no-auction = No auction under these house rules leads to this contract with this first lead.
open-all-played = All cards have been played; { $card } is one too many.
open-not-held = { $seat }: { $card } is played here, but the hand does not hold it.
open-not-legal = { $seat }: { $card } may not be played here.
paste-empty = There is nothing to read.
paste-long = That is too long: more than { $most } characters.
paste-word = Line { $line }, column { $column }: “{ $text }” is neither a card nor a suit.
paste-suits = Line { $line }, column { $column }: a hand with dots has four suits with a dot between them; this one has { $suits }.
paste-no-suit = Line { $line }, column { $column }: the suit of this card is missing. A suit is ♠ ♣ ♦ ♥, its name or its letter.
paste-no-cards = Line { $line }, column { $column }: this hand has no card.
paste-twice = Line { $line }, column { $column }: { $card } is given twice.
paste-hands = Line { $line }, column { $column }: two to four hands were expected; there { $hands ->
        [one] is 1
       *[other] are { $hands }
    }. Separate two hands by a bar | or a new line.
paste-four-hands = Line { $line }, column { $column }: a deal of this notation has four hands; this one has { $hands }. Write - for an unknown hand.
paste-uneven = Line { $line }, column { $column }: the hands of this deal differ in length: the shortest has { $shortest ->
    [one] one card
   *[other] { $shortest } cards
}, the longest { $longest }.
paste-no-game = Line { $line }, column { $column }: no game has hands like these.
paste-section = Line { $line }, column { $column }: “{ $text }” is not understood. There may be: { $allowed }.
paste-section-twice = Line { $line }, column { $column }: “{ $text }” is given twice.
link-none = This is not a link to a deal.
link-long = That is too long for a link to a deal: more than { $most } characters.
link-cut = The link is cut off: its end is missing. Copy the whole link again.
link-changed = The link is damaged: its checksum does not match. Copy the whole link again.
link-unreadable = This link to a deal cannot be read. Its checksum is right, so the error is in the program that made it.
link-newer = The link was made by a newer version of prikup. Open it with that version.
link-older = This deal was played under version { $rules } of the rules of its game, and does not fit today's version { $now }.
link-standing = The link is wrong: the score before the deal is impossible in this game.
link-deck = The link is wrong: the rules of the game do not deal these cards.
link-step = The link is wrong: step { $step } of the deal is against the rules.
link-unfinished = The deal in this link has not ended. Only finished deals can be shared, because the link shows all cards.
link-differs = Under today's rules (version { $now }) this deal scores differently than when it was played (version { $rules }).
paste-no-play = No card was played in any deal of this match.
paste-no-deal = Deal { $deal } was not found: { $deals ->
    [one] the text has one
   *[other] the text has { $deals }
    }.

## Reasons for a hint
because-only = It is the only choice.
because-all-one = All choices should score the same.
because-sure = { $card } takes the trick however the other cards are dealt.
because-lowest = No other hand has a card of the suit lower than { $card }.
because-takes = { $card } is sure to win this trick.
because-partner-takes = { $other-is ->
    [you] Your own card is already winning this trick.
   *[other] { $other }, on the same side, is already winning this trick.
}
because-cannot-take = No card of this hand takes the trick.
because-must-take = This hand takes the trick with any card.
because-leaves = { $card } leaves the trick to another player.
because-highest = No other hand has a card of the suit higher than { $card }.
because-guards = This way { $card } keeps its guard.
because-void = Then this hand has no { $suit } left.
because-trumps = Sure tricks with these trumps: { $actions }.
because-else-loses = Every other choice should lose points.

## House rules
game-unknown = Unknown game { $game }. Available: { $allowed }.
preset-unknown = Unknown preset { $preset }. Available: { $allowed }.
option-unknown = Unknown house rule { $option }. Available: { $allowed }.
option-bad-value = { $option } cannot be { $value }. It can be: { $allowed }.
option-out-of-bounds = { $option } cannot be { $value }: it must be from { $low } to { $high }.
option-not-in-steps = { $option } cannot be { $value }: it rises in steps of { $step }.
option-needs-value = Set a house rule as name=value, not as { $option }.
option-twice = { $option } is set twice.

## Shuffles
not-a-seed = Not a seed of 64 hex digits: { $text }
not-entropy = Entropy is letters and digits, not: { $text }
not-a-cut = A cut moves 1 to { $most } cards, not { $cut }.

## Logs
bad-beginning = The first line does not fit the game: check the names, the players, the dealer and the format.
no-beginning = The first line of the log is not the start of a match.
second-beginning = A second match starts in the middle of the first.
bad-deck = The deck is not the pack of this game.
no-deal = No deal is being played.
deal-not-finished = The previous deal is not finished.
deal-out-of-order = Deal { $deal }, deck { $attempt } was expected here.
match-over = The match is over.
not-the-actor = It was not the turn of { $seat }.
refusal-differs = Today's rules treat this deck differently. Recorded: { $recorded ->
        [none] dealt
       *[other] refused ({ $recorded })
    }.
older-rules = This match was played under version { $rules } of the rules of its game, and from this line on it does not fit today's version { $now }: open it with a version of prikup from that time.
row-differs = Under today's rules (version { $now }) this deal scores differently. Recorded under version { $rules }: { $recorded }.
undo-nowhere = Nothing to take back: { $to } is not an earlier point of this deal.
no-such-box = The sheet has no box { $column } { $side }.
adjusted = corrected by hand: { $why }
correction-untold = The sheet of this match was corrected by hand, which that notation cannot express.
log-empty = The file contains no match.
no-match = This is not a match: neither a log nor a known notation.
log-in-use = { $file } is being played in another window.
line-damaged = The line was changed, lost or written twice: its checksum does not match.
line-unreadable = The line could not be read: { $error }
notation-unreadable = This could not be read: { $text }
tag-missing = The tag { $tag } is missing here.
tag-bad = The value of the tag { $tag } could not be read.
tag-needs-one-value = The tag needs one value.

## A deal entered by hand
form-fault = What went wrong?
outcome-misdeal = misdeal
misdealt = The cards were dealt wrongly: the same dealer deals again.
answer-too-many = { $text } is one answer too many.
answer-not-one = { $text } is not one of the answers.
answer-out-of-bounds = { $text } is out of range: from { $low } to { $high }.
