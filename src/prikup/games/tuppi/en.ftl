game = Tuppi
about = Four players in two partnerships, 52 cards, never trumps. Red bids rami (take tricks), black bids nolo (lose them). Only one side has points at a time; 52 in a row win.
rules =
    Four players, partners opposite, thirteen cards each from a pack of 52. The ace is high and there are never trumps. Everything goes clockwise, and the deal passes to the left after each hand.

    The bids. From the dealer's left, each player lays a card of their own face down: a red card bids rami (our side takes tricks), a black card nolo (we lose them). A two or a court card cannot bid. If you hold no card that can bid the colour you want, you say the bid instead; nobody else learns whether a bid lies there or was said until it is turned up. The bids are turned up in the same order. The first red one ends it: its player has declared rami, and the rest are never seen. If all four are black, the game is nolo. The cards go back to their hands before the play.

    The sooli. When rami has been declared, either opponent of the declarer, the one on the declarer's left first, may bid sooli: to play alone and take no trick at all. The soloist lays a card away face down, and then their partner gives them one and leaves the hand. In sooli the ace is the lowest card, the soloist always plays last to the trick, and the hand stops as soon as the soloist takes one.

    The play. In rami the player on the declarer's right leads, in nolo the player on the dealer's left, in sooli the player on the soloist's left. Follow suit if you can; otherwise play any card. The highest card of the suit led takes the trick, and its player leads to the next.

    The points. Each trick over six counts 4. In rami the declarers score if they take seven or more; if they do not, the defenders score double, 8 a trick over six. In nolo the side with fewer tricks scores, 4 for each trick its opponents took over six. A sooli that takes no trick is worth 24 to the soloist's side, a lost one 24 to the other side.

    Nousussa. Only one side can have points: that side is rising, in Finnish nousussa. If its opponents score, both sides are back at 0–0 and the new points are not written. A rising side that is clearly losing a hand may give it up, if both partners agree, since the count makes no difference. The side that reaches 52 has won.

    Tournaments. Sooli is not played, bids may be made with special bidding cards, and signals to the partner are forbidden. If nobody has won after a fixed number of hands, the side wins that has written more points altogether while it was rising; but a side that is rising then plays on until it loses a hand.

## Words
call-pass = pass
call-rami = rami
call-nolo = nolo
call-sooli = sooli
column-points = Points

## Questions
ask-bid = Your bid, unseen: red for rami, black for nolo.
ask-sooli = Sooli, alone and without a trick? Or pass.
ask-discard = Lay a card away, face down.
ask-give = Give your partner a card.
ask-play = Your card.

## What happened
did-bid = { $player } lays a bid face down.
did-bid-card = { $player } bids with { $card }.
did-discard = { $player } lays a card away.
did-discard-card = { $player } lays { $card } away.
did-give = { $player } gives the partner a card.
did-give-card = { $player } gives the partner { $card }.

## What everybody keeps in mind
plays-rami = Rami, declared by { $seat }: { $needed } tricks or more.
plays-nolo = Nolo: the fewer tricks, the better.
plays-sooli = Sooli: { $seat } plays alone and must take no trick; the ace is low.
rising = { $seat } and partner are rising (nousussa): { $points } of { $target }.
tournament-hand = Hand { $deal } of { $hands }.
written = { $seat } and partner have written { $points } in this tournament.

## Refusals
bid-with-a-card = You hold a card that can bid { $call }: lay it instead of saying it.
card-cannot-bid = { $card } cannot bid: no two, jack, queen or king can.
ace-cannot-bid = { $card } cannot bid: aces are not allowed to here.
no-concession = Hands may not be given up here.
nobody-rising = Only a rising side may give a hand up, and nobody is rising.
both-partners = Only the rising side may give the hand up, { $seat } and partner both.
concede-needs-to-zero = A hand can be given up only if it sets both sides back to zero: with reset_rule=new_scorer_keeps, set concede=off.
nobody-calls-nolo = Nobody declares a nolo: leave the player out.
somebody-calls = Say who declared the rami or played the sooli.

## The sheet
rami-made = rami, { $tricks } tricks: { $over } × { $each }
rami-stopped = rami stopped with { $tricks } tricks: { $over } × { $each }
nolo-won = nolo, { $tricks ->
    [one] 1 trick
   *[other] { $tricks } tricks
    }: { $over } × { $each }
sooli-made = sooli made: { $points }
sooli-lost = sooli beaten: { $points }
fell = fell from { $points }: back to 0–0, the opponents' points are not written
overtaken = fell from { $points }: the opponents are rising now
conceded = gave the hand up: from { $points } back to 0–0

## House rules
preset-standard = Tuppi as it is played at home, with sooli
preset-tournament = the tournament rules: a fixed number of hands, bidding cards, no sooli
preset-minnesota = the scale of Minnesota whist: one point a trick, 13 to win
option-bid_method = How bids are made
option-bid_method-hand_cards = with a card of one's own hand
option-bid_method-bid_cards = with special bidding cards
option-ace_as_bid = Whether an ace can bid
option-ace_as_bid-allowed = it can
option-ace_as_bid-forbidden = it cannot, as the court cards cannot
option-sooli = The opponents of a rami may bid sooli
option-sooli_exchange = How the soloist and their partner exchange cards
option-sooli_exchange-discard_then_receive = the soloist lays a card away, then gets one
option-sooli_exchange-receive_then_pass_back = the soloist gets a card, then gives one back
option-sooli_lead = Who leads to the first trick of a sooli
option-sooli_lead-left_of_soloist = the opponent on the soloist's left
option-sooli_lead-right_of_soloist = the opponent on the soloist's right
option-sooli_lead-rami_declarer = the declarer of the rami
option-sooli_lost = What a lost sooli gives to the other side, at four points a trick
option-rami_fail_factor = How many times the points of a trick the defenders get when a rami fails
option-points_per_trick = Points for each trick over six
option-target = Points that win the game
option-reset_rule = What happens when the opponents of the rising side score
option-reset_rule-to_zero = both sides stand at zero, and nothing is written
option-reset_rule-new_scorer_keeps = the rising side falls, and the others rise with what they scored
option-mode = How long a match lasts
option-mode-casual = until a side reaches the target
option-mode-tournament = that, or a fixed number of hands
option-hands = Hands of a tournament
option-tournament_tie = What happens when both sides have written the same at the end of a tournament
option-tournament_tie-extra = they play on until a side has risen and fallen and the sums differ
option-tournament_tie-draw = it is a draw
option-concede = A rising side may give up a hand that it is losing

## An outcome typed in
field-contract = What was played?
field-player = Who declared the rami or played the sooli? (nobody in nolo)
field-tricks = Tricks of each side
field-conceded = Did the rising side give the hand up?
outcome-rami = rami
outcome-nolo = nolo
outcome-sooli = sooli

## How it is drawn
preset-name-tournament = Tournament
preset-name-minnesota = Minnesota
front-target = Up to
ladder-none = Nobody is rising
ladder-start = The side that scores first begins to rise. One step is one trick over six.
ladder-fall = One step is one trick over six. If the other side scores: { $reset_rule ->
   *[to_zero] { option-reset_rule-to_zero }
    [new_scorer_keeps] { option-reset_rule-new_scorer_keeps }
}.
bid-turned = { $suit ->
    [D] red, { call-rami }
    [H] red, { call-rami }
   *[other] black, { call-nolo }
}
