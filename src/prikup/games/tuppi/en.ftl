game = Tuppi
about = Four players in two partnerships, 52 cards, never trumps. Red bids rami (take tricks), black bids nolo (lose them). Only one side has points at a time; the first to 52 wins.
rules =
    Four players, partners opposite, thirteen cards each from a pack of 52. The ace is high and there are never trumps. Everything goes clockwise, and the deal passes to the left after each hand.

    { $bid_method ->
        [bid_cards] The bids. From the dealer's left, each player puts down a special bidding card, face down and independent of their hand: { $high_colour ->
            [black] a black one bids { word-high } (our side takes tricks), a red one
           *[red] a red one bids { word-high } (our side takes tricks), a black one
        } { word-low } (we lose them). They are turned up in the same order.
       *[hand_cards] The bids. From the dealer's left, each player lays a card of their own face down: { $high_colour ->
            [black] a black card bids { word-high } (our side takes tricks), a red card
           *[red] a red card bids { word-high } (our side takes tricks), a black card
        } { word-low } (we lose them). { $bid_ranks ->
            [any] Any card can bid; the lowest is usual.
            [not_twos_courts_nor_aces] A two, a court card or an ace cannot bid.
           *[not_twos_nor_courts] A two or a court card cannot bid.
        } If you hold no card that can bid the colour you want, you say the bid instead; until the bids are turned up, the others do not learn whether you used a card or said the bid. The bids are turned up in the same order, and the cards go back to their hands before the play.
    } The first bid for { word-high } ends the bidding: its player has declared { word-high }, and the other bids are never seen. If no one bids { word-high }, the game is { word-low }.{ $sooli ->
        [on] {""}

        The sooli. When { word-high } has been declared, either opponent of the declarer, the one on the declarer's left first, may bid sooli: to play alone and take no trick at all. { $sooli_exchange ->
            [receive_then_pass_back] The partner gives the soloist a card, then the soloist gives one back, and the partner leaves the hand.
           *[discard_then_receive] The soloist discards a card face down, and then their partner gives them one and leaves the hand.
        } In sooli the ace is the lowest card, the soloist always plays last to the trick, and the hand stops as soon as the soloist takes one.
       *[off] {""}
    }

    The play. In { word-high } the player on the declarer's right leads, in { word-low } the player on the dealer's left{ $sooli ->
        [on] { $sooli_lead ->
            [right_of_soloist] , in sooli the player on the soloist's right
            [rami_declarer] , in sooli the declarer of the { word-high }
           *[left_of_soloist] , in sooli the player on the soloist's left
        }
       *[off] {""}
    }. Follow suit if you can; otherwise play any card. The highest card of the suit led takes the trick, and its player leads to the next.

    The points. Each trick over six counts { $points_per_trick }. In { word-high } the declarers score if they take seven or more; if they do not, the defenders score { $rami_fail_factor ->
        [1] the same for each of theirs over six.
       *[2] double for each of theirs over six.
    } { $low_scoring ->
        [from_more] In { word-low } the side with more tricks loses { $points_per_trick } for each over six, and may fall below zero.
       *[to_fewer] In { word-low } the side with fewer tricks scores { $points_per_trick } for each trick its opponents took over six.
    }{ $sooli ->
        [on] {" "}A sooli that takes no trick is worth six tricks to the soloist's side, { $sooli_lost ->
            [0] and a lost one nothing to the other side.
            [48] and a lost one twelve to the other side.
           *[24] and a lost one as much to the other side.
        }
       *[off] {""}
    }

    { $reset_rule ->
        [keep_both] The score. Both sides keep what they have scored.
        [new_scorer_keeps] Nousussa. Only one side can have points: that side is rising, in Finnish nousussa. If its opponents score, it falls to zero, and they rise with what they have scored.
       *[to_zero] Nousussa. Only one side can have points: that side is rising, in Finnish nousussa. If its opponents score, both sides are back at 0–0 and the new points do not count.{ $concede ->
            [on] {" "}A rising side that is clearly losing a hand may give it up, if both partners agree, since the number of tricks makes no difference.
           *[off] {" "}Every hand is played to its end.
        }
    } The side that reaches { $target } has won.{ $mode ->
        [tournament] {""}

        The tournament. Signals to the partner are forbidden. If no one has won after { $hands } hands, { $reset_rule ->
            [keep_both] the side with more points wins;
           *[other] the side that has scored more points altogether while rising wins; but a side that is rising at that time plays on until it loses a hand;
        } { $tournament_tie ->
            [draw] equal sums are a draw.
           *[extra] if the sums are equal, they play on.
        }
       *[casual] {""}
    }

## Words
word-high = { $reset_rule ->
    [keep_both] high
   *[other] rami
    }
word-low = { $reset_rule ->
    [keep_both] low
   *[other] nolo
    }
sure-sooli = Sooli: you play alone and may take no trick at all.
call-pass = pass
call-rami = rami
call-nolo = nolo
call-high = high
call-low = low
call-sooli = sooli
column-points = Points

## Questions
ask-bid = Your bid, face down.
ask-sooli = Sooli (play alone and take no trick), or pass?
ask-discard = Discard a card, face down.
ask-give = Give your partner a card.
ask-play = Your card.

## Events
did-bid = { $player-is ->
    [you] You bid face down.
   *[other] { $player } bids face down.
}
did-bid-card = { $player-is ->
    [you] You bid with { $card }.
   *[other] { $player } bids with { $card }.
}
did-discard = { $player-is ->
    [you] You discard a card.
   *[other] { $player } discards a card.
}
did-discard-card = { $player-is ->
    [you] You discard { $card }.
   *[other] { $player } discards { $card }.
}
did-give = { $player-is ->
    [you] You give your partner a card.
   *[other] { $player } gives their partner a card.
}
did-give-card = { $player-is ->
    [you] You give your partner { $card }.
   *[other] { $player } gives their partner { $card }.
}

## The current state of the deal
plays-rami = Rami, declared by { $seat }: { $needed } tricks or more.
plays-nolo = Nolo: the fewer tricks, the better.
plays-sooli = { $seat-is ->
    [you] Sooli: you play alone and must take no trick; the ace is low.
   *[other] Sooli: { $seat } plays alone and must take no trick; the ace is low.
}
rising = { $seat-is ->
    [you] You and your partner are rising (nousussa): { $points } of { $target } points.
   *[other] { $seat } and partner are rising (nousussa): { $points } of { $target } points.
}
red-bids-rami = Red bids rami, black bids nolo.
black-bids-rami = Black bids rami, red bids nolo.
red-bids-high = Red bids high, black bids low.
black-bids-high = Black bids high, red bids low.
plays-high = High, declared by { $seat }: { $needed } tricks or more.
plays-low = Low: the fewer tricks, the better.
stands = { $seat-is ->
    [you] You and your partner have { $points } of { $target } points.
   *[other] { $seat } and partner have { $points } of { $target } points.
}
outlook-rising = { $seat-is ->
    [you] You and your partner are rising: { $left } more points to win.
   *[other] { $seat } and partner are rising: { $left } more points to win.
}
outlook-stands = { $seat-is ->
    [you] You and your partner: { $left } more points to win.
   *[other] { $seat } and partner: { $left } more points to win.
}
outlook-extension = Hand { $deal }: the { $hands } hands of the tournament are over, and the rising side plays on.
tournament-hand = Hand { $deal } of { $hands }.
written = { $seat-is ->
    [you] You and your partner have scored { $points } in this tournament.
   *[other] { $seat } and partner have scored { $points } in this tournament.
}

## What a call means
brief-nothing = 0
brief-rami = take tricks
brief-nolo = lose tricks
brief-sooli = { $made ->
    [0] alone, no trick
   *[other] alone, no trick: +{ $made }
}
means-rami = The declaring side scores { $each } for each trick over six; if it takes six or fewer, the others score { $fails } for each of theirs over six.
means-nolo = { $low ->
    [from_more] The side with more tricks loses { $each } for each over six.
   *[to_fewer] The side with fewer tricks scores { $each } for each that the others took over six.
}
means-rising = { $whose ->
    [own] Your side is rising: if the others score, your { $points } points fall to 0.
   *[theirs] The others are rising: if your side scores, their { $points } points fall to 0{ $keeps ->
        [no] , and nothing else is scored.
       *[yes] .
    }
}
means-pass = You do not bid sooli.
means-sooli = You play alone, your partner leaves the hand. If you take no trick, { $fall ->
    [0] your side scores { $made }
   *[other] { $made ->
        [0] the others fall from { $fall } to 0
       *[other] your side scores { $made }, and the others fall from { $fall } to 0
    }
}; your first trick { $risen ->
    [0] gives the others { $lost }.
   *[other] { $lost ->
        [0] drops your side from { $risen } to 0.
       *[other] gives the others { $lost }, and drops your side from { $risen } to 0.
    }
}

## Refusals
bid-with-a-card = You hold a card that means { $call }: show it instead of saying the bid.
card-cannot-bid = { $card } cannot be shown as a bid: no two, jack, queen or king can.
ace-cannot-bid = { $card } cannot be shown as a bid: the house rules here allow no ace.
no-concession = You cannot give up a hand here.
nobody-rising = Only a rising side may give a hand up, and no side is rising.
both-partners = { $seat-is ->
    [you] Only the rising side may give the hand up: you and your partner must both agree.
   *[other] Only the rising side may give the hand up: { $seat } and partner must both agree.
}
one-side-rises = Only one side can have points here: one of the two must be at zero.
written-too-little = { $seat-is ->
    [you] You and your partner have { $total } points, so you have scored at least { $total } in this tournament: { $points } are too few.
   *[other] { $seat } and partner have { $total } points, so they have scored at least { $total } in this tournament: { $points } are too few.
}
nobody-calls-nolo = No one declares a nolo: leave the player out.
somebody-calls = Enter who declared the rami or played the sooli.

## The sheet
rami-made = rami, { $tricks } tricks: { $over } × { $each }
rami-stopped = rami stopped with { $tricks } tricks: { $over } × { $each }
nolo-won = nolo, { $tricks ->
    [one] 1 trick
   *[other] { $tricks } tricks
    }: { $over } × { $each }
high-made = high, { $tricks } tricks: { $over } × { $each }
high-stopped = high stopped with { $tricks } tricks: { $over } × { $each }
low-won = low, { $tricks ->
    [one] 1 trick
   *[other] { $tricks } tricks
    }: { $over } × { $each }
low-lost = low, { $tricks } tricks: { $over } × { $each } lost
nolo-lost = nolo, { $tricks } tricks: { $over } × { $each } lost
sooli-made = sooli made: { $points }
sooli-lost = sooli beaten: { $points }
fell = fell from { $points }: back to 0–0, the opponents' points do not count
overtaken = fell from { $points }: the opponents are rising now
conceded = gave the hand up: from { $points } back to 0–0

## House rules
preset-standard = Tuppi as it is played at home, with sooli.
preset-tournament = The tournament rules: a fixed number of hands, bidding cards, no sooli.
preset-minnesota = Minnesota whist: both sides keep their points, high and low, one point a trick, 13 to win.
option-bid_method = How bids are made
option-bid_method-hand_cards = with a card of the player’s own hand
option-bid_method-bid_cards = with special bidding cards
option-bid_ranks = Which cards can bid
option-bid_ranks-not_twos_nor_courts = no two and no court card
option-bid_ranks-not_twos_courts_nor_aces = no two, no court card and no ace
option-bid_ranks-any = any card
option-high_colour = The colour that bids rami (in Minnesota whist: high)
option-high_colour-red = red
option-high_colour-black = black
option-low_scoring = How nolo (low) is scored
option-low_scoring-to_fewer = the side with fewer tricks wins points
option-low_scoring-from_more = the side with more tricks loses points
option-reset_rule-keep_both = both sides keep their points, as in Minnesota whist
option-sooli = The opponents of a rami may bid sooli
option-sooli_exchange = How the soloist and their partner exchange cards
option-sooli_exchange-discard_then_receive = the soloist discards a card, then gets one
option-sooli_exchange-receive_then_pass_back = the soloist gets a card, then gives one back
option-sooli_lead = The leader of the first trick of a sooli
option-sooli_lead-left_of_soloist = the opponent on the soloist's left
option-sooli_lead-right_of_soloist = the opponent on the soloist's right
option-sooli_lead-rami_declarer = the declarer of the rami
option-sooli_lost = What the other side gets for a lost sooli, if a trick counts four points
option-rami_fail_factor = Factor by which the defenders' points for each trick are multiplied when a rami fails
option-points_per_trick = Points for each trick over six
option-target = Points that win the game
option-reset_rule = What happens when the opponents of the rising side score
option-reset_rule-to_zero = both sides go to zero, and the new points do not count
option-reset_rule-new_scorer_keeps = the rising side falls, and the others rise with what they scored
option-mode = When a match ends
option-mode-casual = when a side reaches the target
option-mode-tournament = when a side reaches the target, or after a fixed number of hands; a side that is rising then plays on until it loses a hand
option-hands = Hands of a tournament
option-tournament_tie = What happens when both sides have scored the same at the end of a tournament
option-tournament_tie-extra = they play on until a side has risen and fallen and the sums differ
option-tournament_tie-draw = it is a draw
option-concede = A rising side may give up a hand that it is losing

## A result entered by hand
field-contract = What was played?
field-player = Who declared the rami or played the sooli? (no one in nolo)
field-tricks = Tricks of each side
field-conceded = Did the rising side give the hand up?
outcome-rami = rami
outcome-nolo = nolo
outcome-sooli = sooli

## On the table and the sheet
preset-name-tournament = Tournament
preset-name-minnesota = Minnesota
front-target = Win at
ladder-none = No one is rising
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
scored-revoked = { $seat } revoked
scored-given-up = The rising side gave up
scored-low = { $word }: { $by_side }
scored-high = { $players }, { $word }: took { $tricks }
scored-sooli-made = { $players }, { outcome-sooli }: made
scored-sooli-lost = { $players }, { outcome-sooli }: lost
carry-written = All points each side has scored in this tournament so far
form-contract = What was played?
form-side = Which side?
form-made = Was the sooli made, without a trick?
form-tricks = Tricks of { $seat } and partner
form-revoked = Who revoked?
outcome-high = high
outcome-low = low
outcome-given-up = the rising side gave up
outcome-revoke = revoke
field-revoked = Who revoked?

## Statistics
role-rami = Rami, declared by own side
role-against-rami = Against a rami
role-nolo = Nolo
role-sooli = Sooli, alone
role-sooli-partner = Sooli, as the partner
role-against-sooli = Against a sooli
role-gave-up = Gave the hand up
role-given-up = The others gave up
role-high = High, declared by own side
role-against-high = Against a high
role-low = Low
decision-bid = Bid
decision-sooli = Sooli or not
decision-discard = Discard
decision-give = Card given
decision-play = Card play

## Problems
problem-catch = Catch the sooli
problem-dodge = Play the sooli
problem-make = Rami
problem-fewest = Nolo

## The first deal with the coach
coach-partner = Four play, and { $player }, opposite you, is your partner: your tricks count together. Everyone has thirteen cards, and there are never any trumps: the highest card of the suit led takes the trick.
coach-bid = First each player puts a card face down. Red bids rami, to take tricks; black bids nolo, to lose them. Seven diamonds with ace and king will take many, so bid rami: a low red card will do, say { $card }.
coach-bid-otherwise = Only the colour of a bid counts: red wants tricks, black wants to lose them.
coach-rami = Your bid was the first for rami, and so the other bids are never seen. Your side must take seven of the thirteen tricks; the bidding cards are back in the players' hands.
coach-follow = { $player }, on your right, leads. A player who has the suit must follow it; the ace cannot be beaten, so { $card } is enough.
coach-no-trumps = You have no heart. Without trumps a card of another suit never takes the trick, so throw one that you can spare: a low spade. Your diamonds will all be tricks later.
coach-no-trumps-otherwise = Any card you throw here takes nothing: just ask which one you can spare.
coach-together = The king of { $player } takes this trick, and it counts for you. Throw another low spade.
coach-take = { $other } leads spades to you, and { $player } is still to play; someone else holds the king. Take your ace: now you have the lead, and can start your diamonds.
coach-take-otherwise = As long as someone else holds the king, the queen is no sure trick.
coach-long = Now play your long suit, ace and king first: they draw the others' diamonds.
coach-long-otherwise = Your long suit is worth most as long as no one else gets the lead: play its highest cards first.
coach-count = Keep count: thirteen diamonds, seven were yours, and five of the others have fallen. One is still out, and queen and jack are gone: your ten is the highest.
coach-run = No one else has a diamond any more. Now each of yours takes a trick, even the two: a long suit is worth as much as aces.
coach-made = Ten tricks for your side: the first six score nothing, each of the other four scores 4 points.
coach-rising = Only one side can have points: with these 16 yours is rising. If the others score, both are back at zero. The side that reaches 52 wins: now play a match by yourself.
coach-thing-bid = Red bids rami, black bids nolo
coach-thing-follow = Follow suit, low where you cannot win
coach-thing-partner = Your partner's tricks are yours: throw what you can spare
coach-thing-take = Take the lead with a sure card
coach-thing-long = Play a long suit from the top
