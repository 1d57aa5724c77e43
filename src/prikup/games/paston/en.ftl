game = Paston
about = Three players, 32 cards. Name a trump and take six of the ten tricks; the others score for theirs. The first to reach 121 wins.
rules =
    Paston ("spades") is played in Gyumri in Armenia. Three players, 32 cards: ace, king, queen, jack, 10, 9, 8 and 7 of each suit, the ace high. Here the suits have names of their own: paston is spades, glitch clubs, dineri diamonds, gupa hearts. Everything goes clockwise.

    The deal. Any player may deal first. The player on the dealer's right cuts{ $bottom_7s_reshuffle ->
        [off] {""}
       *[on] , and the dealer looks at the bottom card: if it is the 7 of spades, the cards are shuffled and cut again
    }. Two cards to each player, two face down for the prikup (the talon), then four more rounds of two: ten cards each.{ $redeal_six_spades ->
        [off] {""}
       *[on] {" "}A player who is dealt the 7, 8, 9, 10, jack and queen of spades without the king and the ace shows their hand, and the same dealer deals again.
    }

    Who speaks first. In the first deal it is the holder of the jack of spades, or of the 7 if the jack is in the prikup; { $both_in_prikup ->
        [first_speaker] if both are there, it is the player on the dealer's left.
       *[redeal] if both are there, the same dealer deals again.
    } { $second_dealer ->
        [left_of_dealer] The player on the first dealer's left deals the second deal. In every later deal too, the player on the dealer's left speaks first, and deals next.
       *[first_bidder] The player who spoke first in the first deal also deals the second. After that the player on the dealer's left speaks first, and deals next.
    }

    The auction. A bid names the next step of this ladder, and no step may be skipped: paston, glitch, dineri, gupa, and last grkha, "best spades". Or you pass, and then you are out of the auction. The auction ends when two have passed, or with grkha, which nothing beats. If all three pass, { $all_pass_declarer ->
        [first_speaker] the player who spoke first must declare.
       *[jack_holder] the holder of the jack of spades must declare, or the holder of the 7 if the jack is in the prikup; { $both_in_prikup ->
            [first_speaker] if both are there, the player who spoke first.
           *[redeal] if both are there, the cards are dealt again.
        }
    }

    The contract. Declarer takes the prikup unseen and discards two cards face down. Then they name a trump no lower than their bid. Grkha can be named only if it was bid; and if it was bid, nothing else can be named. After three passes they may name { $allpass_trump ->
        [any] any suit, and grkha too.
        [spades_only] paston only.
       *[any_but_grkha] any suit, but not grkha.
    } Or they surrender, and nothing is played. Paston and grkha both make spades trump; they differ only in the score.

    The whist. Starting on declarer's left, each opponent says whist (I play) or pass. If both pass, declarer has won without play. If both whist, each of them owes two tricks. If one whists, they owe four{ $passer ->
        [invited] {" "}and say whether they play alone or invite the passer, who then plays their own hand; the tricks of both count together, for the whister. A passer who is not invited keeps their cards face down and is out of the game.
        [open_hand_joins] , and the passer shows their hand: the whister plays it too, and the tricks of both count together, for the whister.
       *[out] {" "}and play alone against declarer: the passer's cards stay face down and out of the game.
    }

    The play. Declarer leads any card. Follow suit; if you cannot, you must trump; if you cannot do that either, play any card. You need not beat the cards of the trick. The highest trump takes the trick, or else the highest card of the suit led. The player who takes a trick leads to the next.

    The score. Declarer gets 10 for six tricks or more, and loses 10 for fewer. When both whist, each scores −10 for no trick, −9 for one, 0 for two, and 10 more for each trick above two. A lone whister scores { $lone_low ->
        [flat9] −10 for no trick, −9 for one, two or three,
       *[graded] −10, −9, −8, −7 for none to three tricks,
    } 0 for four, and 10 more for each trick above four. A player who passed scores nothing. All these scores count double in glitch, three times in dineri, four times in gupa and in grkha{ $multiplier_table ->
        [grkha_full] {""}
       *[standard] ; only the reward for making grkha stays at 10
    }. A surrender costs declarer 10 { $surrender_bonus ->
        [0] and gives the others nothing,
       *[other] and gives the others { $surrender_bonus } each,
    } { $surrender_factor ->
        [bid] multiplied like a contract of the highest bid (once if all passed).
       *[none] regardless of the bid. That is cheap: about seven deals in ten end before a card is led, by a surrender or because no one whists. Players who want more play agree to multiply a surrender like the bid.
    }

    The end.{ $minus_reset ->
        [off] {""}
        [at_or_below] {" "}A score of −{ $target } or lower goes back to zero.
       *[exact] {" "}A score of exactly −{ $target } goes back to zero.
    } A player with { $target } or more at the end of a deal has won; if two have that many, the higher score wins; if they are equal, { $end_tie ->
        [shared] they share the win.
        [declarer_of_last_deal] the declarer of the last deal wins, if that player is one of them; if not, deals are added until a player is ahead.
       *[extra_deals] deals are added until a player is ahead.
    }

    Revokes. No one can revoke here. At a real table declarer's revoke loses the contract and the others score nothing; an opponent's revoke makes the contract, that opponent scores as if they had taken no trick, and the third player nothing.

    What no one is sure of. These rules were collected from a few players, who were not certain of all of them; wherever they doubted, there is a house rule to switch. Whether the game called Gupa is this one under another name is not known either.

## Words
sure-surrender = Surrender: nothing is played, and you lose the price of a surrender.
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
ask-discard = Discard a card ({ $left } to go).
ask-declare = Name the trump, or surrender.
ask-whist = Whist or pass?
ask-invite = Play alone, or invite the passer to play their own hand?
ask-play = Your card.

## Events
did-discard = { $player-is ->
    [you] You discard a card.
   *[other] { $player } discards a card.
}
did-discard-card = { $player-is ->
    [you] You discard { $card }.
   *[other] { $player } discards { $card }.
}

## The current state of the deal
high-bid = { $seat-is ->
    [you] You have the highest bid: { $call }.
   *[other] { $seat } has the highest bid: { $call }.
}
forced = All passed: { $seat } must declare.
won-with = { $seat-is ->
    [you] You have won the auction with { $call } and take the talon.
   *[other] { $seat } has won the auction with { $call } and takes the talon.
}
contract = { $seat-is ->
    [you] You declare { $call } and need { $needed } of the 10 tricks.
   *[other] { $seat } declares { $call } and needs { $needed } of the 10 tricks.
}
declarer-gives-up = { $seat-is ->
    [you] You surrender.
   *[other] { $seat } surrenders.
}
whists = { $seat-is ->
    [you] You whist.
   *[other] { $seat } whists.
}
owes = { $seat-is ->
    [you] You whist and owe { $quota } tricks.
   *[other] { $seat } whists and owes { $quota } tricks.
}

## What a call means
brief-out = out of the auction
brief-nothing = 0
brief-trump = +{ $made } or −{ $lost }
brief-surrender = −{ $lost }
brief-surrender-any = −10 × bid
brief-whist = +{ $each } a trick above { $owed ->
    [-1] what you owe
   *[other] { $owed }
}
brief-whist-any = points for tricks above what you owe
brief-alone = you play alone
brief-invite = the passer plays too
means-out = You may still whist.
means-trump = With { $needed } tricks you score { $made }, with fewer you lose { $lost }. If no one whists, the contract is made.
means-surrender = Nothing is played and nothing is multiplied: you lose 10{ $bonus ->
    [0] .
   *[other] , and each of the others scores { $bonus }.
}
means-surrender-factor = Nothing is played. A surrender is multiplied like the bid: you lose { $lost }{ $bonus ->
    [0] .
   *[other] , and each of the others scores { $bonus }.
}
glossary-surrender = Nothing is played. You lose 10{ $bonus ->
    [0] ,
   *[other] , and each of the others scores { $bonus },
} multiplied like a contract of the highest bid.
means-alone = The passer's cards stay out of play: you have to take all the tricks owed yourself.
means-invite = The passer plays their own hand; their tricks count as yours.
means-whist = { $with ->
    [both] You owe { $both } tricks, and each extra trick scores { $each }. With fewer you lose { $both-least } to { $both-most }.
    [alone] Alone you owe { $lone } tricks, and each extra trick scores { $each }. With fewer you lose { $lone-least } to { $lone-most }.
   *[either] Each trick above what you owe scores { $each }. If { $other } whists too, you owe { $both } and lose { $both-least } to { $both-most } with fewer; alone you owe { $lone } and lose { $lone-least } to { $lone-most }.
}
means-pass = { $then ->
    [whists] You score nothing. { $other } plays alone against { $seat }.
    [passed] You score nothing. Nothing is played: { $seat } scores { $points }.
   *[open] You score nothing. If { $other } passes too, { $seat } scores { $points } without play.
}
glossary-pass = In the auction: you make no more bids. Against a contract: you score nothing, and if both opponents pass, it is made.
glossary-whist = You play against the contract. Two whisters owe { $both } tricks each, a lone one owes { $lone }; each extra trick scores { $each } times the trump's factor. A lone whister with fewer loses { $lone-least } to { $lone-most } times the factor; one of two loses { $both-least } to { $both-most } times.

## Refusals
next-step-only = Only the next step may be named now: { $call }.
grkha-only = Grkha was bid, so name grkha or surrender.
grkha-not-bid = Grkha can be named only if it was bid.
below-bid = The trump cannot be lower than the bid, { $call }.
forced-spades = After three passes only paston may be named.
no-concession = Once play has started, no one can give up in Paston.
bid-without-surrender = Enter the highest bid only for a surrender.
revoked-without-play = No one can revoke in a deal that was not played.
passer-does-not-play = { $seat } said pass and took no part in the play.

## Decks refused
bottom-card = The bottom card of the deck was { $card }: the deck is shuffled again.
six-spades = { $seat-is ->
    [you] You were dealt the spades 7 8 9 10 J Q without king and ace: the cards are dealt again.
   *[other] { $seat } was dealt the spades 7 8 9 10 J Q without king and ace: the cards are dealt again.
}
both-in-prikup = The jack and the 7 of spades are both in the prikup: the cards are dealt again.

## The sheet
contract-made = contract made, { $tricks } tricks: 10 × { $multiplier }
contract-lost = contract lost, { $tricks } of { $needed } tricks: −10 × { $multiplier }
unopposed = no one whisted: 10 × { $multiplier }
passed = passed
surrendered = surrendered: −10, never multiplied
surrendered-multiplied = surrendered: −10 × { $multiplier }
declarer-surrendered = declarer surrendered
whisted = tricks { $tricks }, owed { $quota }: { $points } × { $multiplier }
revoked = revoked: −10 × { $multiplier }
other-revoked = { $seat } revoked
made-by-revoke = { $seat } revoked, contract made: 10 × { $multiplier }
minus-reset = a score of { $total } goes back to zero

## House rules
preset-standard = The rules as they were collected in Gyumri.
preset-aram = Aram's rules: the others get nothing for a surrender.
option-bottom_7s_reshuffle = Shuffle and cut again if the 7 of spades is at the bottom of the deck
option-redeal_six_spades = Deal again if one hand has 7 8 9 10 J Q of spades without king and ace
option-both_in_prikup = If the jack or the 7 of spades decides, but both are in the prikup
option-both_in_prikup-redeal = the same dealer deals again
option-both_in_prikup-first_speaker = the player on the dealer's left speaks first, and the first speaker declares if all pass
option-second_dealer = Who deals the second deal
option-second_dealer-first_bidder = the player who spoke first in the first deal
option-second_dealer-left_of_dealer = the player on the first dealer's left
option-all_pass_declarer = Who must declare if all three pass
option-all_pass_declarer-jack_holder = the holder of the jack of spades, or of the 7 if the jack is in the prikup
option-all_pass_declarer-first_speaker = the player who spoke first
option-allpass_trump = The trumps that declarer may name after three passes
option-allpass_trump-any_but_grkha = any suit, but not grkha
option-allpass_trump-any = any suit, grkha too
option-allpass_trump-spades_only = paston only
option-passer = What a passer does if the other opponent whists
option-passer-out = nothing: their cards stay face down
option-passer-invited = the whister may invite them to play their own hand; the tricks of both count together, for the whister
option-passer-open_hand_joins = they show their hand and the whister plays it; the tricks of both count together, for the whister
option-lone_low = What a lone whister scores for one, two or three tricks
option-lone_low-graded = −9, −8, −7
option-lone_low-flat9 = −9 for each
option-surrender_bonus = How many points each opponent gets for a surrender
option-surrender_factor = What a surrender is multiplied by
option-surrender_factor-none = nothing, regardless of the bid
option-surrender_factor-bid = the factor of the highest bid
option-multiplier_table = What a made grkha scores
option-multiplier_table-standard = 10, never multiplied
option-multiplier_table-grkha_full = 40, multiplied like all other scores
option-minus_reset = Whose score goes back to zero
option-minus_reset-exact = a player at exactly minus the target
option-minus_reset-at_or_below = a player at minus the target or lower
option-minus_reset-off = no one
option-end_tie = If the highest scores are equal at the end
option-end_tie-extra_deals = play on until one player is ahead
option-end_tie-shared = they share the win
option-end_tie-declarer_of_last_deal = the declarer of the last deal wins, if that player is one of them; if not, play on
option-target = The score that wins

## A result entered by hand
field-declarer = Who declared?
field-bid = What was the highest bid? (only for a surrender)
field-contract = Which trump was named? (type surrender if declarer surrendered)
field-whist = What did the opponents say? (the one on declarer's left first)
field-tricks = Tricks of each player
field-opened = Who spoke first in the auction?
field-revoked = Who revoked?
outcome-paston = paston (spades)
outcome-glitch = glitch (clubs)
outcome-dineri = dineri (diamonds)
outcome-gupa = gupa (hearts)
outcome-grkha = grkha (best spades)
outcome-surrender = surrender
outcome-whist = whist
outcome-pass = pass

## On the table and the sheet
preset-name-aram = Aram’s
front-target = Win at
stock = talon
stock-waits = The talon goes to the winner of the auction.
form-opened = Who spoke first in the auction?
form-contract = Which trump?
form-declarer = Who declared?
form-bid = What was the highest bid?
form-whist = Who whisted?
form-tricks = Tricks of { $seat }
form-revoked = Who revoked?
outcome-both = both
outcome-first = { $seat }
outcome-second = { $other }
outcome-nobody = no one
outcome-revoke = revoke
scored-made = { $seat } { $word }: { $over ->
    [0] made
   *[other] made with { $tricks }
}
scored-short = { $seat } { $word }: { $short ->
    [1] one short
   *[other] { $short } short
}
scored-revoked = { $seat } revoked
scored-declared = { $seat } { $word }
scored-surrendered = { $seat } surrendered
scored-unwhisted = { $seat } { $word }: made, no one whisted
scored-whisted = { $seat } whisted
scored-took = { $seat } whisted and took { $tricks }
scored-passed = { $seat } passed
outlook-left = { $seat }: { $left } more points to win.
outlook-near-reset = { $seat-is ->
    [you] One more deal could bring you to { $total }, and your score would go back to zero.
   *[other] One more deal could bring { $seat } to { $total }, and that score would go back to zero.
}

## Statistics
role-contract = { $contract ->
    [paston] { call-paston }
    [glitch] { call-glitch }
    [dineri] { call-dineri }
    [gupa] { call-gupa }
   *[grkha] { call-grkha }
    }
role-surrendered = Surrendered
role-whist = Whist
role-passed = Declined to whist
role-surrendered-to = Declarer surrendered
decision-auction = Auction
decision-discard = Discard
decision-declare = Trump or surrender
decision-whist = Whist
decision-invite = Inviting a defender
decision-play = Card play

## Problems
problem-dead-hand = The dead hand

## The first deal with the coach
coach-hand = Each player has ten cards, and two more lie face down: the prikup. A trick is one card from each player; the best one takes it. Declarer needs six of the ten.
coach-bid = You hold the jack of spades, so you speak first. A bid names the lowest step that is free: { $call }, spades. You do not have to play spades: hearts (gupa) rank higher, and they are your suit.
coach-bid-otherwise = A player who passes is out of the auction, and no step of it can be skipped.
coach-outbid = Clubs and diamonds were bid meanwhile, and the next step is your own suit: { $call }. You have four hearts with the ace, and two more cards will come: bid it.
coach-discard = Both have passed, and the prikup gave you { $actions }. Now discard two cards: both diamonds, so that you can trump diamonds.
coach-discard-otherwise = Discard cards that will win nothing, best of all a whole suit: then you can trump that suit.
coach-declare = Name the trump, not lower than your bid. You have five hearts: { $call }. Each trick is worth four here; in spades it would be one.
coach-whist = { $player } passes, so that hand is out of the game. { $other } says whist and owes four tricks, alone against you.
coach-draw = You lead. Draw trumps first, or they will trump your other suits: begin with the ace of hearts.
coach-draw-otherwise = While the other hand holds trumps, your best cards in other suits can be trumped.
coach-again = The queen fell under your ace. Lead the jack: only the king can beat it, so this draws the king out.
coach-lose = { $player } leads a high spade, and you must follow suit. You cannot beat it, so give your lowest.
coach-keep = { $player } leads the ace of clubs. Give it the ten: then your king is the highest club.
coach-king = Your jack of spades took the trick, so you lead. The ace of clubs is gone: your king is good.
coach-last = The ten of hearts has not been seen; { $player } would have given it to your ace rather than the queen, so it is out of the game. Your three hearts take the last three tricks: that makes six.
coach-made = Six tricks, as you promised. A contract that is made scores ten times the value of a trick. In gupa a trick is worth four, so you score 40.
coach-quota = { $player } took the four tricks that were owed, no more and no less, and so scores nothing. The first player to reach 121 wins. Now play a match by yourself.
coach-thing-bid = The bids go up step by step to your suit
coach-thing-discard = Discard a whole suit, to trump it
coach-thing-trump = The trump decides what a trick is worth
coach-thing-draw = Draw trumps first
coach-thing-low = Give your lowest where you cannot win
