game = 3-5-8
about = Sergeant Major: three players, 52 cards, and targets of 8, 5 and 3 tricks that go round the table. Every trick over the target scores a point; 10 points win.
rules =
    Three players, each for themselves, sixteen cards each from a pack of 52; the ace is high. { $announce_from ->
        [first_six] The kitty gets one card in each of the first four rounds. The announcer looks only at their first six cards until they have announced.
       *[sixteen] The last four cards lie face down as the kitty.
    } Everything goes { $target_layout ->
        [d3_l5_r8] counter-clockwise
       *[other] clockwise
    }, and the next player deals the next hand.

    The targets. Of the sixteen tricks { $target_layout ->
        [d3_l5_r8] the dealer should take three, the player on the dealer's left five, the player on the dealer's right eight.
        [d9_l5_r2] the dealer should take nine, the player on the dealer's left five, the player on the dealer's right two.
        [d3_l8_r5] the dealer should take three, the player on the dealer's left eight, the player on the dealer's right five.
       *[d8_l5_r3] the dealer should take eight, the player on the dealer's left five, the player on the dealer's right three.
    }

    The exchange. Cards are exchanged from the second hand on. { $announce_from ->
        [first_six] After the announcement,
       *[sixteen] { $exchange_timing ->
            [after_announcement] After the announcement,
           *[before_announcement] Before the announcement,
        }
    } each player who was up in the last hand (over their target) { $exchange_optional ->
        [on] may exchange up to one card for each point with those who were down.
       *[off] exchanges one card for each point with those who were down.
    } The player with the higher target { $exchange_order ->
        [last_hand] in the last hand
       *[this_hand] in this hand
    } goes first, and begins with the next player round the table. They give any card they like. The other player must return their highest card of that suit, or the same card if they have none higher.{ $trump_return ->
        [any_trump] {" "}If the card is a trump and trumps are known, they return any trump they choose.
       *[highest] {""}
    } { $exchange_mode ->
        [batch] All the cards are given before any comes back.
       *[one_by_one] Each card comes back before the next is given.
    } The third player does not see the cards.{ $exchange_none_in_nt ->
        [on] {" "}Once a contract without trumps is known there is no exchange.
       *[off] {""}
    }

    The contract. { $announcer ->
        [right_of_dealer] The player on the dealer's right
        [left_of_dealer] The player on the dealer's left
        [dealer] The dealer
       *[target8] The player with the highest target
    } announces { $contracts ->
        [no_trump] the trump suit, or no trumps.
        [min_tricks] the trump suit, no trumps, or fewest tricks. In fewest tricks the targets are swapped (the player with the highest may take only as many as the lowest), and tricks count against you.
       *[suits] the trump suit: spades, clubs, diamonds or hearts.
    }{ $one_pass ->
        [on] {" "}Once a game, each player may pass instead; then the same dealer deals again.
       *[off] {""}
    }{ $each_contract_once ->
        [on] {" "}Each player announces each contract once in a game.
       *[off] {""}
    }

    The kitty. { $kitty_mode ->
        [take_then_discard] The announcer takes the four cards of the kitty and then discards four cards face down.
       *[discard_first] The announcer discards four cards face down and then takes the four cards of the kitty.
    } { $kitty_shown ->
        [all] Everyone sees the kitty when it is taken; no one else sees what is discarded.
       *[announcer] No one else sees the kitty or the discards.
    }

    The play. { $first_lead ->
        [target5] The player with the target of five leads.
       *[announcer] The announcer leads.
    } Follow suit if you can; { $must_trump ->
        [on] otherwise trump if you can.
       *[off] otherwise play any card: you need not trump or play high.
    } The highest trump takes the trick, or else the highest card of the suit led, and its player leads to the next.

    The points. You score one point for each trick over your target and lose one for each trick under it, so the three scores of a hand sum to zero.

    The end. { $each_contract_once ->
        [on] When everyone has announced every contract, the player with the most points has won.
       *[off] { $end ->
            [tricks12] A player who takes twelve tricks in one hand has won, but not in fewest tricks.
            [total21] When a player has twenty-one points or more after a hand, the player with the most points has won.
            [total12] When a player has twelve points or more after a hand, the player with the most points has won.
            [over5] A player who scores five points or more in one hand has won.
            [hands] After { $hands } hands the player with the most points has won.
            [total] When a player has { $total } points or more after a hand, the player with the most points has won.
           *[total10] When a player has ten points or more after a hand, the player with the most points has won.
        }
    } If several have the most, the one with more points in the last hand wins; if these are equal too, the one who most recently took a trick.

## Words
call-pass = pass
call-spades = spades
call-clubs = clubs
call-diamonds = diamonds
call-hearts = hearts
call-no-trump = no trumps
call-min-tricks = fewest tricks
call-stop = no more
column-points = Points

## Questions
ask-exchange = Give a card: the highest of its suit comes back ({ $left } to go).
ask-announce = Announce the contract.
ask-give_back = Give a trump back: any one you choose.
ask-kitty = Discard a card ({ $left } to go).
ask-play = Your card.

## Events
did-exchange = { $player-is ->
    [you] You exchange a card.
   *[other] { $player } exchanges a card.
}
did-exchange-card = { $player-is ->
    [you] You give { $card }.
   *[other] { $player } gives { $card }.
}
did-give_back = { $player-is ->
    [you] You give a trump back.
   *[other] { $player } gives a trump back.
}
did-give_back-card = { $player-is ->
    [you] You give { $card } back.
   *[other] { $player } gives { $card } back.
}
did-kitty = { $player-is ->
    [you] You discard a card.
   *[other] { $player } discards a card.
}
did-kitty-card = { $player-is ->
    [you] You discard { $card }.
   *[other] { $player } discards { $card }.
}

## The current state of the deal
contract = { $seat } announced { $call }.
stock = kitty
takes-kitty = { $seat-is ->
    [you] You must discard { $cards } cards, then you take the kitty.
   *[other] { $seat } must discard { $cards } cards, then takes the kitty.
}
to-exchange = { $seat-is ->
    [you] You exchange with { $other }
   *[other] { $seat } exchanges with { $other }
}: { $cards ->
        [one] one card
       *[other] { $cards } cards
    }.
on-first-cards = { $seat-is ->
    [you] You announce after seeing { $cards } cards; { $left } more follow.
   *[other] { $seat } announces after seeing { $cards } cards; { $left } more follow.
}
target = { $seat } should take { $target } tricks.
limit = { $seat } may take { $limit } tricks at most.

## What a call means
brief-target = you need { $target } tricks
brief-targets = reach your target
brief-limit = { $limit } tricks at most
brief-limits = fewest tricks
brief-pass = deal again
brief-stop = end the exchange
means-trump = { $trump ->
    [no] There are no trumps.
   *[suit] This suit is trumps.
}
means-target = { means-trump } Each trick above your target of { $target } scores a point, each missing trick costs one.
means-limit = Tricks are bad, and there are no trumps: each trick above your limit of { $limit } costs a point, each below it scores one.
means-pass = The same dealer deals again, and no one scores. You may pass once in the match.
means-stop = You give no more cards, and this exchange ends.
glossary-targets = { means-trump } Each trick above your target scores a point, each missing trick costs one.
glossary-limits = Tricks are bad, and there are no trumps: the player with the highest target may take the fewest. Each trick above your limit costs a point, each below it scores one.

## Refusals
already-given = You have already chosen { $card }.
give-a-trump-back = A trump was given: give a trump back, any one you choose.
no-pass = The announcer cannot pass in this game.
pass-spent = You have passed once already in this game.
contract-not-played = { $call } is not played in this game.
contract-spent = You have already announced { $call } in this game.
no-concession = You cannot give up a hand of 3-5-8.

## The sheet
against-target = { $tricks ->
    [one] 1 trick
   *[other] { $tricks } tricks
    }, target { $target }
against-limit = { $tricks ->
    [one] 1 trick
   *[other] { $tricks } tricks
    }, at most { $limit } allowed
revoked = revoke: two points off
other-revoked = { $seat } revoked
points-sum-to-zero = The scores of each hand add up to zero, and so must the totals; these add up to { $sum }.
outlook-may-pass = { $seat } may still pass once.
outlook-contracts-left = { $seat-is ->
    [you] You still have { $left } of the contracts to announce.
   *[other] { $seat } still has { $left } of the contracts to announce.
}
passed = { $seat } passed: the same dealer deals again
contract-not-open = { $seat } could not announce this contract in this deal.
contracts-spent = { $seat-is ->
    [you] You have announced every contract and have none left.
   *[other] { $seat } has announced every contract and has none left.
}
recent-are-takers = List each player who took a trick, once; start with the player who took the most recent one. Or enter “no one”.

## House rules
preset-standard = The usual 3-5-8: clockwise, the dealer’s target is eight.
preset-belot = The Bulgarian game, "blato": counter-clockwise, the dealer’s target is three, with no trumps and one pass.
preset-sergeant-major = Sergeant Major: twelve tricks in one hand win.
preset-nine-five-two = 9-5-2: all cards of an exchange are given before any comes back; five points in one hand win.
preset-eighteen-hands = The Polish game: eighteen hands, each contract once.
option-target_layout = The targets, and the direction of play
option-target_layout-d8_l5_r3 = dealer 8, left 5, right 3; clockwise
option-target_layout-d3_l5_r8 = dealer 3, left 5, right 8; counter-clockwise
option-target_layout-d9_l5_r2 = dealer 9, left 5, right 2; clockwise
option-target_layout-d3_l8_r5 = dealer 3, left 8, right 5; clockwise
option-announcer = Who announces the contract and takes the kitty
option-announcer-target8 = the player with the highest target
option-announcer-right_of_dealer = the player on the dealer's right
option-announcer-left_of_dealer = the player on the dealer's left
option-announcer-dealer = the dealer
option-contracts = What may be announced
option-contracts-suits = a trump suit
option-contracts-no_trump = a trump suit or no trumps
option-contracts-min_tricks = a trump suit, no trumps or fewest tricks
option-one_pass = Each player may pass once a game instead of announcing; the hand is dealt again
option-each_contract_once = Each player announces each contract once; three hands for each contract make the match
option-announce_from = How many cards the announcer sees before announcing
option-announce_from-sixteen = all sixteen
option-announce_from-first_six = the first six
option-exchange_timing = When the cards are exchanged
option-exchange_timing-before_announcement = before the contract is announced
option-exchange_timing-after_announcement = after the contract is announced
option-exchange_order = Which target decides who exchanges first, if two players were over their targets
option-exchange_order-this_hand = the target of this hand
option-exchange_order-last_hand = the target of the last hand
option-exchange_mode = How several cards are exchanged with one player
option-exchange_mode-one_by_one = one by one: each returned card is seen before the next is given
option-exchange_mode-batch = together: all are given, then all are returned
option-exchange_optional = A player who was over the target may exchange fewer cards
option-exchange_none_in_nt = Cards are not exchanged in a contract without trumps
option-trump_return = What is returned for a trump, once trumps are known
option-trump_return-highest = the highest trump
option-trump_return-any_trump = any trump of the receiver's choice
option-kitty_mode = How the kitty is taken
option-kitty_mode-discard_first = four cards are discarded before the kitty is seen
option-kitty_mode-take_then_discard = the kitty is taken first, then four cards are discarded
option-kitty_shown = Who sees the kitty when it is taken
option-kitty_shown-announcer = the announcer alone
option-kitty_shown-all = everyone
option-first_lead = The leader of the first trick
option-first_lead-announcer = the announcer
option-first_lead-target5 = the player with the target of five
option-must_trump = A player who cannot follow suit must trump
option-end = What ends the match
option-end-total10 = ten points in all
option-end-tricks12 = twelve tricks in one hand
option-end-total21 = twenty-one points in all
option-end-total12 = twelve points in all
option-end-over5 = five points in one hand
option-end-hands = a fixed number of hands
option-end-total = another total
option-total = The points that win, if you chose another total
option-hands = The number of hands, if it is fixed

## A result entered by hand
field-contract = Contract
field-tricks = Tricks of each player
field-recent = The players who took tricks, the most recent taker first (leave it empty if no one knows)
outcome-spades = spades
outcome-clubs = clubs
outcome-diamonds = diamonds
outcome-hearts = hearts
outcome-no-trump = no trumps
outcome-min-tricks = fewest tricks
scored-revoked = { $seat } revoked
scored-contract = { $word }
scored-tricks = { $counted }
scored-tricks-in = { $word }: { $counted }
scored-last-trick = { $seat } took the last trick
carry-points = Points of the last hand
carry-targets = Targets of the last hand
carry-passed = Who has used their pass?
carry-announced = The contracts that each player has announced, joined by +
form-passed = Did { $seat } pass, so that the cards were dealt again?
form-announced = What did { $seat } announce?
form-tricks-wanted = Was the aim most tricks, or fewest?
form-tricks = Tricks of { $seat }
form-last-trick = Who took the last trick?
form-revoked = Who revoked?
outcome-revoke = revoke
field-revoked = Who revoked?

## On the table and the sheet
preset-name-belot = Blato
preset-name-sergeant-major = Sergeant Major
preset-name-nine-five-two = 9-5-2
preset-name-eighteen-hands = Eighteen hands
front-end = Match ends with
front-total = Win at
plate-target = of { $target }
plate-limit = of { $limit }

## Statistics
role-announced = Announced { $contract ->
    [spades] { call-spades }
    [clubs] { call-clubs }
    [diamonds] { call-diamonds }
    [hearts] { call-hearts }
    [no-trump] { call-no-trump }
   *[min-tricks] { call-min-tricks }
    }
role-target = Target of { $target }
role-limit = Limit of { $limit } (fewest tricks)
decision-exchange = Exchange
decision-announce = Contract
decision-give_back = Giving a trump back
decision-kitty = Discard
decision-play = Card play

## Problems
problem-fewest = Fewer tricks

## The first deal with the coach
coach-targets = Everyone has sixteen cards and a target of tricks. You deal and should take eight, { $player } on your left five, { $other } on your right three. A trick is one card from each; the best one takes it.
coach-trumps = The dealer names the trump, which beats every other suit. You have six clubs, with ace, king and queen: say { $call }.
coach-trumps-otherwise = A long trump suit still takes tricks when the other suits are gone.
coach-kitty = The four cards of the kitty are yours: { $actions }. Discard any four. Low spades and low hearts win nothing, and the fewer you keep, the sooner you can trump there.
coach-kitty-otherwise = Discard low cards of suits that are not trumps: they will rarely take a trick.
coach-draw = You lead. Draw trumps, or the others will trump your aces. There are thirteen clubs and you have seven, so six are out: begin with the ace.
coach-draw-otherwise = While the others hold many trumps, your best cards in other suits can be trumped.
coach-count = Four of the six clubs have fallen. Two are still out, jack and nine: draw once more, with the queen.
coach-jack = One club is still out: { $player } has the jack, and it beats the four that you have left. So stop here, and take your aces, the ace of spades first.
coach-lose = You have five tricks, and four small clubs. They take tricks when a suit is led that you no longer hold, so give the lead away: play a low diamond.
coach-lose-otherwise = Trumps that are left over win most when others lead the suits you lack.
coach-under = { $player } leads the ace of diamonds. Give it a low one: with ace and king gone, your queen is the highest.
coach-trump = { $player } leads hearts, and you have none left: then you may play any card. Trump it: you play last, so the lowest club takes the trick.
coach-queen = Ace and king of diamonds have been played: now lead your queen.
coach-over = Trump with the lowest club. { $player } can still beat it with the jack, but that jack is the last club above yours.
coach-points = Nine tricks, one more than your eight: a point for you. { $player } took just five and scores nothing; { $other } took two of three and loses a point.
coach-next = In the next deal the targets move on, and each player who was over the target gives a bad card to one who was under it, and gets the best of that suit back. Ten points win. Now play a match by yourself.
coach-thing-trumps = A long suit with the ace makes good trumps
coach-thing-kitty = Discard low cards of other suits
coach-thing-draw = Draw trumps first
coach-thing-stop = Stop below a higher trump, and take your aces
coach-thing-lose = Give the lead away, and keep small trumps
