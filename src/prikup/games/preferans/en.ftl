game = Preferans
about = Three or four players, 32 cards. Bid for the talon, play a contract of 6 to 10 tricks or misère, whist against the others. Pool, dump and whists decide the score.
rules =
    Preferans is the great card game of Russia. { $players ->
        [4] Four sit at the table and three of them play, each for themselves: the dealer sits out.
       *[3] Three play, each for themselves.
    } 32 cards: ace, king, queen, jack, 10, 9, 8 and 7 of each suit, the ace high. Everything goes clockwise, and so does the deal{ $raspasy_dealer_stays ->
        [on] ; only after raspasy the same player deals again
       *[off] {""}
    }. The player on the dealer's left is the eldest hand.

    The sheet. { rules-sheet }

    The deal. The player on the dealer's right cuts. Cards are dealt two at a time, ten to each player; after the { $talon_after_round ->
        [2] second
        [3] third
        [4] fourth
       *[1] first
    } round two go face down to the talon. A misdeal costs the dealer 2 in the dump, and they deal again.

    The auction. Eldest hand speaks first. You pass, and then you are out of the auction, or you bid higher than the last bid: a number of tricks from 6 to 10, and a trump. On each level the order is spades, clubs, diamonds, hearts, no trumps; steps may be skipped. { $equal_bid ->
        [senior_of_last_two] When two are left in the auction, the one of them who speaks before the other may bid as high as the highest bid ("here"), and then the other must go above it.
        [none] No one may bid as high as the highest bid.
       *[eldest] From their second turn on eldest hand may bid as high as the highest bid, and then the others must go above it.
    } Misère, a promise to take no trick at all, ranks between 8 no trumps and 9 spades; it must be your first bid, and it is your only one.{ $misere_hand ->
        [on] {" "}Misère without the talon ranks between 9 no trumps and 10 spades, and must be your only bid too.
        [chain] {" "}Above 9 no trumps ranks misère without the talon, which must be your only bid too, and above that 9 without the talon.
       *[off] {""}
    } When two have passed, the last bidder is declarer. If all three pass, raspasy are played.

    The talon and the contract. Declarer turns the talon up, takes it, and discards any two cards face down.{ $players ->
        [4] { $throw_talon ->
            [on] {" "}Or they throw the talon in front of the dealer and play their own ten cards: it stays there face up, and the dealer writes 1 in the dump.
           *[off] {""}
        }
       *[3] {""}
    } Then they declare a contract at least as high as their bid; a player who bid misère plays misère.{ $concede_three ->
        [on] {" "}A declarer who dislikes what they bought may give up instead: they write three times the value of their bid in the dump, and no one writes whists.
       *[off] {""}
    }

    The whist. Starting on declarer's left, each defender says whist (I play against it) or pass. If both pass, the contract is made without play. If both whist, they play with closed hands, each for themselves. If one whists, they choose { $first_lead_dark ->
        [on] after the first card has been led:
       *[off] before the first lead:
    } closed, so that the passer plays their own cards, or open, so that both hands of the defence lie face up and the whister plays them both.{ $half_whist ->
        [off] {""}
        [drop] {" "}Against 6 and 7, when the first defender has passed, the second may say half: there is no play then either, unless the first comes back with a whist. A first defender who is left to whist alone may fall back to half too.
       *[on] {" "}Against 6 and 7, when the first defender has passed, the second may say half: there is no play then either, unless the first comes back with a whist.
    }{ $stalingrad ->
        [on] {" "}Stalingrad: a contract of 6 spades must be whisted by both, with closed hands.
       *[off] {""}
    } No one whists against misère{ $ten_check ->
        [off] .
       *[other] , nor against 10, which is checked: the defenders show their hands, and it is played out.
    }

    The play. Eldest hand always leads. Follow suit; if you cannot, you must trump; if you cannot do that either, play any card. The highest trump takes the trick, or else the highest card of the suit led. The player who takes a trick leads to the next. Misère and raspasy have no trumps. At a misère both defenders show their hands { $misere_open ->
        [codex] before the first lead if it is theirs, else after declarer's first card.
        [after_trick1] after the first trick.
       *[before_lead] before the first lead.
    } { $misere_control ->
        [entrusted] As soon as both hands are shown, the first defender says "catch" and plays them both to the end, or "trust", and then the other defender does.
       *[each] Each defender plays their own, and may point at a card of the other's.
    }

    The values. A contract of 6 is worth 2, of 7 it is 4, of 8 it is 6, of 9 it is 8; 10 and misère are worth 10. Whisting defenders owe, together, 4 tricks against 6, 2 against 7, and 1 against { $ten_check ->
        [off] 8, 9 and 10.
       *[other] 8 and 9.
    }

    Declarer's score. Declarer writes the value of a contract made in their pool; extra tricks score nothing. For each trick short they write the value in their dump. { rules-consolation } Misère made is 10 in the pool, and each trick taken at it is 10 in the dump.{ $players ->
        [4] { $dealer_talon_bonus ->
            [on] {" "}The dealer writes whists on declarer for the cards of the talon, as for tricks of the contract: two aces 3, ace and king of a suit 2, one ace or king and queen of a suit 1; at a misère 10 for each 7, and 20 for 7 and 8 of a suit.
           *[off] {""}
        }
       *[3] {""}
    }

    The whisters' score. Whether the contract is made or not, a whister writes its value in whists on declarer for each of their tricks, a lone whister for those of both defenders. { $whist_style ->
        [gentleman] { $gentleman_scope ->
            [lone_whister_only] Whists are a gentleman's: if declarer fails, and one defender whisted and the other passed, they share them equally.
           *[any_set] Whists are a gentleman's: if declarer fails, the defenders share them equally.
        }
       *[greedy] Whists are greedy: a passer gets none of them, even if declarer fails.
    } For each trick short of what they owe, whisters write { $responsibility ->
        [half] half the value
       *[full] the value
    } in the dump. A lone one pays for all of them. Of two, each pays for { $shortfall_split ->
        [personal] all they lack of their half, if both are short together;
        [strict_personal] all they lack of their half, even if together both have enough;
       *[capped] what they lack of their half, but never for more than both lack together;
    } where only one trick is owed, { $q1_responsible ->
        [both] { $shortfall_split ->
            [strict_personal] each pays who took none of their own.
           *[other] both pay.
        }
       *[second] { $shortfall_split ->
            [strict_personal] the second whister pays if they took none of their own.
           *[other] the second whister pays.
        }
    }{ $half_whist ->
        [off] {""}
       *[other] {" "}A half-whist writes whists for half the tricks owed: two against 6, one against 7.
    }{ $ten_check ->
        [off] {""}
        [nothing] {" "}When 10 fails, only declarer writes.
        [consolation] {" "}When 10 fails, the defenders write nothing but the consolation.
       *[tricks] {" "}When 10 fails, each defender writes whists for their own tricks besides the consolation.
    }

    Raspasy. Everyone tries to take no tricks. { rules-raspasy-talon } { rules-raspasy-price } { rules-raspasy-premium }{ rules-raspasy-row }

    { $end ->
        [each] American aid. A pool is full at { $pool }. Any more points go to the largest pool that is not full yet; you write { $system ->
            [leningrad] 20
           *[other] 10
        } whists on its owner for each point. Points that do not fit there go to the next one. When all pools are full, { rules-no-pool }

        The end and the settlement. The match is over when every pool is full.
        [hands] The end and the settlement. The match is over after { $hands ->
            [one] one deal.
           *[other] { $hands } deals.
        }
       *[sum] The end and the settlement. The match is over when the pools together hold { $pool } for each player.
    } { rules-settlement }

    Revokes. No one can revoke here. At a real table declarer's revoke loses the game by one trick; a defender's makes it, and the defender pays for all the tricks that the defence owed; in raspasy the offender pays for all ten.
# Parts of the rules that depend on more than one option
rules-boxes = Each player has three kinds of boxes: the pool for games they have made, the dump (the "mountain") for tricks they promised and did not take, and whists on each of the others. A point of pool or dump is worth ten whists.
rules-sheet = { $system ->
    [leningrad] { rules-boxes } This is Leningrad: every entry in the dump or in whists is written double, and in the end a point of the pool counts double too.
    [rostov] { $rostov_dump ->
        [dump] { rules-boxes } This is Rostov, with a dump: only raspasy are written as whists.
       *[whists5] Each player has two kinds of boxes: the pool for games they have made, and whists on each of the others. A point of the pool is worth ten whists. This is Rostov: there is no dump, and in place of each point of it every other player at the table writes five whists on you.
    }
   *[sochi] { rules-boxes } This is Sochi: everything is written at its value.
}
rules-consolation = { $consolation ->
    [off] The defenders write nothing for these tricks.
   *[other] { $consolation_passer ->
        [off] Each defender who whisted
       *[on] Each defender, a passer too,
    } writes { $consolation ->
        [ten] ten whists on declarer for each of these tricks, at any contract: the consolation.
       *[value] as many whists on declarer: the consolation.
    }{ $players ->
        [4] { $consolation_dealer ->
            [on] {" "}So does the dealer, who sits out.
           *[off] {""}
        }
       *[3] {""}
    }
}
rules-suit-only = The cards of the talon are turned up for the first two tricks, one by one, and only show which suit is led: eldest hand plays first, and takes the trick if no one has that suit.
rules-raspasy-talon = { $raspasy_talon ->
    [talon_leads] { $players ->
        [4] The cards of the talon lead the first two tricks for the dealer, and eldest hand plays next; a trick that they take is the dealer's.
       *[3] { rules-suit-only }
    } { rules-third-lead }
    [suit_only] { rules-suit-only } { rules-third-lead }
   *[none] The talon is not used.
}
rules-third-lead = { $third_lead ->
    [winner] The player who took the second trick leads to the third, or eldest hand if the talon took it.
   *[eldest] Eldest hand leads to the third.
}
rules-raspasy-price = { $system ->
    [rostov] { $rostov_raspasy ->
        [min_only] Only the player with the fewest tricks writes: { $raspasy_price ->
            [2] ten
           *[1] five
        } whists on each of the others for each of that player's tricks; two players who share the fewest halve them.
       *[pairwise] For each of your tricks every other player at the table writes { $raspasy_price ->
            [2] ten
           *[1] five
        } whists on you.{ rules-amnesty }
    }
   *[other] Each trick is { $raspasy_price } in the dump.{ rules-amnesty }
}
rules-amnesty = { $raspasy_amnesty ->
    [on] {" "}There is an amnesty: the lowest number of tricks taken is subtracted from every player’s.
   *[off] {""}
}
rules-raspasy-premium = { $zero_premium ->
    [price] A player who takes no trick writes the price of one trick in the pool{ $system ->
        [leningrad] , doubled like it.
       *[other] .
    }
    [one] A player who takes no trick writes 1 in the pool, at any price of raspasy.
    [none] Taking no trick at all scores nothing.
   *[stake] A player who takes no trick writes { $raspasy_price } in the pool, and more where a trick costs more{ $system ->
        [leningrad] ; it is not doubled.
       *[other] .
    }
}{ $players ->
    [4] { $zero_premium ->
        [none] {""}
       *[other] { $zero_premium_dealer ->
            [on] {" "}The dealer, who sits out, writes it too{ $raspasy_talon ->
                [talon_leads] , unless the talon took a trick.
               *[other] .
            }
           *[off] {" "}The dealer, who sits out, does not write it.
        }
    }
   *[3] {""}
}
rules-raspasy-row = { $raspasy_prog ->
    [arithmetic] {" "}Raspasy in a row cost once, twice, three times as much{ $raspasy_cap ->
        [uncapped] , and so on without end.
       *[usual] , and no more than that.
    }{ rules-raspasy-exit } { rules-raspasy-reset }
    [geometric] {" "}Raspasy in a row cost once, twice, four times as much{ $raspasy_cap ->
        [uncapped] , and so on without end.
       *[usual] , and no more than that.
    }{ rules-raspasy-exit } { rules-raspasy-reset }
   *[none] { $raspasy_exit ->
        [6] {""}
       *[other] { rules-raspasy-exit } { rules-raspasy-reset }
    }
}
rules-raspasy-exit = { $raspasy_exit ->
    [6] {""}
    [v6-7-7] {" "}After raspasy no one may bid less than 7; misère may always be bid.
    [v6-7-8] {" "}After one raspasy no one may bid less than 7, after two less than 8; misère may always be bid.
   *[cyclic] {" "}After one raspasy no one may bid less than 7, after two less than 8, after three it is 6 again, and so on; misère may always be bid.
}
rules-raspasy-reset = { $raspasy_reset ->
    [made_game] The row ends with a game or a misère that is made.
    [made_and_whisted] The row ends with a game that is whisted and made.
   *[any_declared_game] The row ends with any game that is declared.
}
rules-no-pool = { $system ->
    [rostov] { $rostov_dump ->
        [dump] the points come off your own dump.
       *[whists5] you write five whists on each of the others for each point.
    }
   *[other] the points come off your own dump.
}
rules-settlement = { $system ->
    [rostov] { $rostov_dump ->
        [dump] { rules-shares }
       *[whists5] Whists you have written are added, whists written on you are taken off; all of it sums to zero.
    }
   *[other] { rules-shares }
}{ $end ->
    [each] {" "}If the match ends before that and the pools differ,
   *[other] {" "}If the pools differ,
} each point of pool above the average is worth { $system ->
    [leningrad] twenty
   *[other] ten
} more, and each below it as much less.
rules-shares = Each player gets ten whists for each point that their dump is below the average, or pays ten for each point above it; whists they have written are added, whists written on them are taken off; all of it sums to zero. An example: dumps of 4, 10 and 16, 10 on average. Vera, with the 4, has written 20 whists on Tigran and 40 on Pekka; they have written 30 and 6 on her. Her share is 60 + 60 − 36 = 84. Tigran has 10 on Pekka, and Pekka 24 on Tigran. So Tigran has 0 + 40 − 44 = −4, and Pekka −60 + 30 − 50 = −80.

## Words
sure-8 = { $call }: you promise 8 tricks.
sure-9 = { $call }: you promise 9 tricks.
sure-10 = { $call }: you promise all 10 tricks.
sure-misere = { $call }: you promise to take no trick at all.
sure-concede = Give up: you write three times the value of your bid in the dump, and nothing is played.
call-pass = pass
call-6S = 6♠
call-6C = 6♣
call-6D = 6♦
call-6H = 6♥
call-6NT = 6 NT
call-7S = 7♠
call-7C = 7♣
call-7D = 7♦
call-7H = 7♥
call-7NT = 7 NT
call-8S = 8♠
call-8C = 8♣
call-8D = 8♦
call-8H = 8♥
call-8NT = 8 NT
call-misere = misère
call-9S = 9♠
call-9C = 9♣
call-9D = 9♦
call-9H = 9♥
call-9NT = 9 NT
call-misere-hand = misère without the talon
call-9-hand = 9 without the talon
call-10S = 10♠
call-10C = 10♣
call-10D = 10♦
call-10H = 10♥
call-10NT = 10 NT
call-take = take the talon
call-throw = throw the talon
call-concede = give up
call-whist = whist
call-half = half
call-closed = closed
call-light = open
call-catch = catch
call-trust = trust
column-pool = Pool
column-dump = Dump
column-left = Whists on the left
column-across = Whists across
column-right = Whists on the right

## Questions
ask-auction = Your call.
ask-talon = Take the talon, or throw it in front of the dealer?
ask-discard = Discard a card ({ $left } to go).
ask-declare = Name your contract.
ask-whist = Do you whist?
ask-light = Does the defence play closed or open?
ask-entrust = Both hands of the defence are open: catch (play them both), or trust the other defender to play them?
ask-play = Your card.

## Events
did-turn-up = Turned up from the talon: { $actions }.
said-cards = talon { $cards }
sits-out = sits out
stock = talon
did-discard = { $player-is ->
    [you] You discard a card.
   *[other] { $player } discards a card.
}
did-discard-card = { $player-is ->
    [you] You discard { $card }.
   *[other] { $player } discards { $card }.
}

## The current state of the deal
raspasy = Raspasy: take as few tricks as you can. A trick costs { $stake }.
high-bid = { $seat-is ->
    [you] You have the highest bid: { $call }.
   *[other] { $seat } has the highest bid: { $call }.
}
lowest-bid = After these raspasy, bids start at { $level }.
gives-up = { $seat-is ->
    [you] You have given up { $call }.
   *[other] { $seat } has given up { $call }.
}
won-with = { $seat-is ->
    [you] You have won the auction with { $call }.
   *[other] { $seat } has won the auction with { $call }.
}
contract = { $seat-is ->
    [you] You play { $call }{ $needed ->
        [0] .
       *[other] {" "}and need { $needed } of the 10 tricks.
    }
   *[other] { $seat } plays { $call }{ $needed ->
        [0] .
       *[other] {" "}and needs { $needed } of the 10 tricks.
    }
}
owes = { $seat-is ->
    [you] You whist and owe { $quota } { quota-tricks }.
   *[other] { $seat } whists and owes { $quota } { quota-tricks }.
}
owe-together = Whist: { $players }. Together { $players-is ->
    [you] you
   *[other] they
} owe { $quota } { quota-tricks }.
quota-tricks = { $quota ->
    [one] trick
   *[other] tricks
}
in-the-light = { $seat-is ->
    [you] Open play: you play both hands of the defence.
   *[other] Open play: { $seat } plays both hands of the defence.
}
entrusted = { $seat-is ->
    [you] You play both open hands of the defence.
   *[other] { $seat } plays both open hands of the defence.
}

## Refusals
misere-stands-alone = Misère is your only bid: now you can only pass.
misere-only-first = Misère can only be your first bid.
misere-is-bid = Misère must be bid in the auction; it cannot be declared now.
bid-not-played = { $call } is not played in this game.
bid-higher = Too low: bids start at { $call } now.
no-higher-bid = There is no higher bid.
bid-from-level = After these raspasy, bids start at { $level }.
below-bid = The contract cannot be lower than the bid, { $call }.
no-concession = A deal cannot be conceded in Preferans: it is played out.

## Options that cannot be played
min-only-without-talon-leads = These house rules do not fit together: { $options }. If the talon leads in raspasy, the dealer may take tricks, and no rule of Rostov says what that dealer writes when only the player with the fewest tricks writes.

## Outcomes refused
no-declarer = Raspasy and a misdeal have no declarer.
declarer-missing = Enter who was declarer.
conceded-without-contract = Only a contract of 6 to 10 tricks can be given up: name the bid.
thrown-without-contract = The talon can be thrown only in a contract of 6 to 10 tricks.
revoked-without-play = Only a player can revoke, and only in a deal that was played.
no-half-whist = A defender can say half only if the other passed, against 6 or 7.
half-not-played = Half-whist is not played at this table.
dealer-leads-two = In raspasy the dealer leads only the two cards of the talon, and cannot take more than two tricks.
two-sevens-at-most = At a misère the talon pays twenty whists at most.
together-or-apart = Enter the tricks of each player, or only how many the defenders took together.
tricks-of-each = Each defender writes whists for their own tricks here: enter the tricks of each player.
no-giving-up = Under these rules declarer cannot give up.
no-throwing = Under these rules the talon is not thrown.
nobody-sits-out = With three at the table no dealer sits out, so the talon cannot be thrown.
dealer-sits-out = { $seat-is ->
    [you] You deal and sit this one out.
   *[other] { $seat } deals and sits this one out.
}

## The sheet
made = made, { $tricks ->
    [one] 1 trick
   *[other] { $tricks } tricks
    }, { $needed } needed, worth { $value }
unopposed = made without play, worth { $value }
failed = failed, { $tricks } of { $needed } tricks, { $value } for each missing trick
consolation = consolation, { $short } short, { $value } for each
whists-for-tricks = whists for { $tricks ->
    [one] 1 trick
   *[other] { $tricks } tricks
    }, { $value } for each
shared-whists = gentleman’s share of whists for { $tricks ->
    [one] 1 trick
   *[other] { $tricks } tricks
    }, { $value } for each
half-whist = half-whist, as for { $tricks ->
    [one] 1 trick
   *[other] { $tricks } tricks
    }, { $value } for each
whist-short = whist, { $short } short of the { $quota } tricks owed, { $value } for each
misere-made = misère made, worth { $value }
misere-failed = misère failed, { $tricks ->
    [one] 1 trick
   *[other] { $tricks } tricks
    }, { $value } for each
gave-up = gave up, { $short } tricks short, { $value } for each
raspasy-tricks = raspasy, { $tricks ->
    [one] 1 trick
   *[other] { $tricks } tricks
    }, { $stake } for each
no-trick = raspasy, no trick, worth { $stake }
no-trick-one = raspasy, no trick, always one point
fewest-tricks = raspasy, fewest tricks; the other player took { $tricks }, stake { $stake }
aid-got = American aid from { $seat }
aid-given = American aid, { $points ->
    [one] 1 point
   *[other] { $points } points
    }
all-pools-full = all pools are full, { $points ->
    [one] 1 point
   *[other] { $points } points
    } too many
misdeal = misdeal
sevens-pay = the sevens of the talon, ten whists each: { $tricks } × { $value }
talon-thrown = the talon was thrown
talon-pays = the cards of the talon, as for { $tricks ->
    [one] 1 trick
   *[other] { $tricks } tricks
    }, { $value } for each
revoked = revoked, which counts as one trick short: { $value }
made-by-revoke = { $seat } revoked, contract made, worth { $value }
revoked-in-raspasy = revoked in raspasy, all { $tricks } tricks, { $stake } for each
# Points of dump that Rostov writes as whists
gave-up-of = { $seat }: { gave-up }; each other player gets five whists a point
failed-of = { $seat }: { failed }; each other player gets five whists a point
whist-short-of = { $seat }: { whist-short }; each other player gets five whists a point
misere-failed-of = { $seat }: { misere-failed }; each other player gets five whists a point
raspasy-tricks-of = { $seat }: { raspasy-tricks }; each other player gets five whists a point
talon-thrown-of = { $seat }: { talon-thrown }; each other player gets five whists a point
misdeal-of = { $seat }: { misdeal }; each other player gets five whists a point
revoked-of = { $seat }: { revoked }; each other player gets five whists a point
revoked-in-raspasy-of = { $seat }: { revoked-in-raspasy }; each other player gets five whists a point

## What a call means
brief-out = out of the auction
brief-nothing = 0
brief-raspasy = raspasy
brief-contract = { $needed } tricks, worth { $value }
brief-misere = no trick, worth { $value }
brief-whist = +{ $price } a trick{ $owed ->
    [-1] {""}
    [0] , you owe nothing
   *[other] , you owe { $owed }
}
brief-whist-any = whists for each trick
brief-half = +{ $half } at once
brief-half-any = whists at once
brief-concede = −{ $fine }
brief-concede-any = three tricks short
brief-throw = play your own ten cards
brief-take = the two cards are yours
brief-closed = both hands stay hidden
brief-light = you play both hands
brief-catch = you play both hands
brief-trust = the other plays both hands
means-out = You owe nothing, and may still whist.
means-fine = { $pays ->
    [dump] { $fine } in the dump
   *[whists] { $fine } whists to each of the others
}
means-pool = { $over ->
    [0] { $points } in the pool
   *[other] { $points } in the pool, which is then full, and { $over } more in other pools, for whists
}
means-contract = If made, it scores { means-pool }. Each trick short costs { means-fine }{ $each ->
    [0] .
   *[other] , and whisters write { $each } on declarer.
}
means-forced = Both defenders must whist, with closed hands.
means-unwhisted = No one whists: the defenders show their hands.
means-misere = If you take no trick, it scores { means-pool }. Each trick taken costs { means-fine }.
means-concede = Nothing is played. You are { $short ->
        [one] 1 trick
       *[other] { $short } tricks
    } short: { means-fine }, and no one writes whists.
means-take = You take both cards, and discard two.
means-throw = The talon stays with the dealer, who pays { means-fine }.
means-closed = The passer plays their own cards. The score stays the same.
means-light = Both hands of the defence are open, and the whister plays both. The score is the same.
means-catch = You play both open hands of the defence.
means-trust = The other defender plays both open hands.
means-owed = { $split ->
    [free] together you owe 1, which only { $other } pays for.
    [together] together you owe 1: if neither takes it, that costs you { means-fine }.
    [strict_personal] you owe { $own } of your own: each one missing costs { means-fine }.
    [personal] you owe { $quota }, { $own } each: if you two are short, each one you lack costs { means-fine }.
   *[capped] you owe { $quota }, { $own } each: each one you lack costs { means-fine }, but not for more than both lack.
}
means-whist = { $with ->
    [both] Each trick of yours scores { $price } on { $seat }; { means-owed }
    [alone] Each trick against { $seat } scores { $price }, even if your partner takes it. You owe { $quota }: each one missing costs { means-fine }.
   *[either] Each trick of yours scores { $price } on { $seat }. If { $other } whists too, { means-owed } Alone you score all tricks and owe { $quota }: each one missing costs { means-fine }.
}
means-fails = If the game fails{ $each ->
    [0] {""}
   *[other] , you write { $each } for each trick it lacks
}{ $shared ->
    [all] , and you two share the whists for tricks equally.
    [alone] , and a lone whister shares the whists for tricks with the passer equally.
   *[no] .
}
means-half = Nothing is played: you write { $half } on { $seat }, who writes { means-pool }.{ $again ->
    [whist] {" "}{ $other } may still whist.
   *[no] {""}
}
means-pass = { $then ->
    [whists] { $other } plays against { $seat }. You owe nothing and score nothing for tricks.
    [half] Nothing is played: { $other } writes { $half } on { $seat }, who writes { means-pool }.
    [passed] Nothing is played: { $seat } writes { means-pool }.
   *[open] You owe nothing and score nothing for tricks. If { $other } does not whist either, { $seat } writes { means-pool } without play.
}
glossary-pass = In the auction: you make no more bids. Against a contract: you owe nothing and score nothing for tricks. If all three pass, raspasy are played.
glossary-whist = Each trick scores whists on declarer: { $price6 } at 6, { $price7 } at 7, { $price8 } at 8, { $price9 } at 9, { $price10 } at 10. Two whisters together owe 4 tricks at 6, 2 at 7 and 1 above; a lone whister owes all of them, and scores all tricks of the defence.
glossary-half = After a pass, against 6 or 7: nothing is played, and you write { $half6 } at 6, { $half7 } at 7, unless the first defender comes back to whist.
glossary-concede = After seeing the talon you give up: you pay for three tricks short of your bid, and no one writes whists.

## House rules
preset-sochi = Sochi, the simplest of the three: everything is written at its value.
preset-leningrad = Leningrad: dump and whists are written double, the pool counts double in the end.
preset-rostov = Rostov: no dump, only whists; whisters who are short pay half.
preset-sochi-codex = Sochi by the players' codex: responsible and greedy whist, Stalingrad, raspasy priced 1, 2, 3 with the talon.
preset-leningrad-codex = Leningrad by the players' codex: half-responsible gentleman's whist, raspasy priced 1, 2, 3 with the talon, and after them no bid below 7.
preset-rostov-codex = Rostov by the players' codex: a consolation of ten, only the player with the fewest tricks writes in raspasy, failures stay in the dump.
preset-leningrad-fspr = Leningrad for four by the federation's sporting code, as others report it: a fixed number of deals, and each of two whisters answers for their own tricks.
option-players = Players at the table; with four the dealer sits out
option-system = How the sheet is written
option-system-sochi = dump and whists are written at their value
option-system-leningrad = dump and whists are doubled, and the pool is doubled at the end
option-system-rostov = whists in place of the dump
option-end = When the game ends
option-end-each = every pool is full; American aid
option-end-sum = the pools together hold enough to fill all of them
option-end-hands = after a fixed number of deals
option-pool = Points that fill a pool
option-hands = The number of deals, if it is fixed
option-talon_after_round = After which round of two cards each the talon is dealt
option-equal_bid = Players who may bid as high as the highest bid
option-equal_bid-eldest = eldest hand, from their second turn on
option-equal_bid-senior_of_last_two = when two are left, the one who speaks before the other ("here")
option-equal_bid-none = no one
option-misere_hand = Bids without the talon
option-misere_hand-off = none
option-misere_hand-on = misère without the talon, between 9 no trumps and 10 spades
option-misere_hand-chain = misère without the talon, and above it 9 without the talon
option-concede_three = Declarer may give up after seeing the talon, and pays for three tricks short of the bid; no one writes whists
option-stalingrad = Stalingrad: both must whist against 6 spades, with closed hands
option-ten_check = Whist against 10
option-ten_check-off = defenders whist or pass, as against other contracts
option-ten_check-nothing = no one whists: the defenders show their hands, and only declarer writes
option-ten_check-consolation = no one whists: the defenders show their hands, and write the consolation if it fails
option-ten_check-tricks = no one whists: the defenders show their hands; if it fails, each writes the consolation and whists for their own tricks
option-half_whist = Half-whist against 6 and 7
option-half_whist-on = the second defender may say half if the first has passed
option-half_whist-off = none
option-half_whist-drop = a first defender who whists alone may fall back to half too
option-first_lead_dark = A lone whister chooses closed or open play only after the first card has been led
option-misere_open = When the defenders of a misère show their hands
option-misere_open-before_lead = before the first lead
option-misere_open-codex = before the first lead if it is theirs, else after declarer's first card
option-misere_open-after_trick1 = after the first trick
option-misere_control = Who plays the open hands against a misère, or against 10 that no one whists
option-misere_control-each = each defender plays their own, and may point at a card of the other's hand
option-misere_control-entrusted = one defender plays both: the first says "catch" and plays them, or "trust" and leaves them to the other
option-whist_style = Who writes the whists when declarer fails
option-whist_style-greedy = greedy whist: only those who whisted
option-whist_style-gentleman = gentleman's whist: both defenders, in equal shares
option-gentleman_scope = When gentleman's whist applies
option-gentleman_scope-any_set = whenever declarer fails
option-gentleman_scope-lone_whister_only = only if one defender whisted and the other passed
option-responsibility = What a whister pays for each trick short
option-responsibility-full = responsible whist: the whole value
option-responsibility-half = half-responsible whist: half the value
option-shortfall_split = How two whisters pay if one of them took less than their half
option-shortfall_split-capped = each pays for what they lack, but not for more than both lack together
option-shortfall_split-personal = each pays for all they lack, if both are short together
option-shortfall_split-strict_personal = each pays for all they lack, even if together both have enough; so too for the one trick owed against 8, 9 and 10
option-q1_responsible = Who pays for the one trick that two whisters owe against 8, 9 and 10
option-q1_responsible-second = the second whister
option-q1_responsible-both = both of them
option-consolation = What the consolation pays for each trick that declarer is short
option-consolation-value = the value of the contract
option-consolation-off = none
option-consolation-ten = ten whists, at any contract
option-consolation_dealer = A dealer who sits out writes the consolation too
option-consolation_passer = When one defender whists, the passer writes the consolation too
option-rostov_dump = In Rostov: how failures are written
option-rostov_dump-whists5 = as five whists from everyone else in place of each point of dump
option-rostov_dump-dump = in the dump, as in Sochi
option-raspasy_talon = What the talon does in raspasy
option-raspasy_talon-none = nothing
option-raspasy_talon-talon_leads = its cards lead the first two tricks; they play for a dealer who sits out, and with three at the table they only name the suit
option-raspasy_talon-suit_only = its cards name the suit of the first two tricks, and take nothing
option-third_lead = Who leads to the third trick of raspasy, after the two tricks with talon cards
option-third_lead-eldest = eldest hand
option-third_lead-winner = the winner of the second trick
option-raspasy_price = What a trick costs in the first raspasy, in points of dump
option-raspasy_prog = How raspasy in a row rise in price
option-raspasy_prog-none = the price does not rise
option-raspasy_prog-arithmetic = once, twice, three times the first price
option-raspasy_prog-geometric = once, twice, four times the first price
option-raspasy_cap = How far the price of raspasy rises
option-raspasy_cap-usual = to three times the first price at most, or four times where it doubles
option-raspasy_cap-uncapped = without end
option-raspasy_reset = What ends a row of raspasy
option-raspasy_reset-any_declared_game = any game that is declared, misère too
option-raspasy_reset-made_game = a game or a misère that is made
option-raspasy_reset-made_and_whisted = a game that is whisted and made
option-raspasy_exit = The lowest bid after one, two, three raspasy in a row; misère can always be bid
option-raspasy_exit-6 = always 6
option-raspasy_exit-6-7-7 = 7 until the row ends
option-raspasy_exit-6-7-8 = 7 after the first, 8 from the second on
option-raspasy_exit-cyclic = 7, 8, then 6 again and so on
option-raspasy_amnesty = Amnesty in raspasy: the lowest number of tricks taken is subtracted from every player’s
option-raspasy_dealer_stays = After raspasy the same dealer deals again
option-rostov_raspasy = In Rostov: who writes in raspasy
option-rostov_raspasy-pairwise = everyone, five whists on each of the others for each of that player's tricks
option-rostov_raspasy-min_only = only the player with the fewest tricks, five whists on each of the others for each of that player's tricks; two who share the fewest halve them
option-zero_premium = What a player without a trick in raspasy writes in the pool
option-zero_premium-stake = the stake of raspasy in points, not doubled in Leningrad
option-zero_premium-price = as much as one trick costs in the dump: in Leningrad twice the stake
option-zero_premium-one = one point, at any stake
option-zero_premium-none = nothing
option-zero_premium_dealer = With four players: a dealer who sits out raspasy writes the points for no trick too, unless the talon's cards took one
option-throw_talon = With four players: declarer may throw the talon in front of the dealer and play their own ten cards; the dealer writes 1 in the dump
option-dealer_talon_bonus = With four players: the dealer writes whists on declarer for the talon, as for tricks: two aces 3, ace and king of a suit 2, one ace or king and queen of a suit 1; at a misère 10 for each 7, 20 for 7 and 8 of a suit

## A result entered by hand
field-contract = What was played? (or the bid that was given up)
field-declarer = Who declared? (type – for raspasy or a misdeal)
field-whist = What did the defenders say in the end? (the one on declarer's left first)
field-tricks = Tricks of each player (type – if there was no play)
field-together = How many tricks did the defenders take together, if no one knows who took which? (type – if it is known)
field-talon = With four players: what does the talon pay the dealer, in tricks (at a misère in tens of whists)? From 0 to 3
field-thrown = Was the talon thrown?
field-conceded = Did declarer give up?
field-revoked = Who revoked?
outcome-raspasy = raspasy
outcome-6S = 6S
outcome-6C = 6C
outcome-6D = 6D
outcome-6H = 6H
outcome-6NT = 6NT
outcome-7S = 7S
outcome-7C = 7C
outcome-7D = 7D
outcome-7H = 7H
outcome-7NT = 7NT
outcome-8S = 8S
outcome-8C = 8C
outcome-8D = 8D
outcome-8H = 8H
outcome-8NT = 8NT
outcome-9S = 9S
outcome-9C = 9C
outcome-9D = 9D
outcome-9H = 9H
outcome-9NT = 9NT
outcome-10S = 10S
outcome-10C = 10C
outcome-10D = 10D
outcome-10H = 10H
outcome-10NT = 10NT
outcome-6 = 6
outcome-7 = 7
outcome-8 = 8
outcome-9 = 9
outcome-10 = 10
outcome-misere = misère
outcome-misdeal = misdeal
outcome-whist = whist
outcome-pass = pass
outcome-half = half

## A deal at a real table
scored-misdeal = Misdeal of { $dealer }
scored-raspasy = Raspasy: { $counted }
scored-untold = Raspasy
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
scored-unwhisted = { $seat } { $word }: made, no one whisted
scored-gave-up = { $seat } { $word }: gave up, three short
scored-misere = { $seat } misère: took { $tricks }
scored-whisted = { $seat } whisted
scored-took = { $seat } whisted and took { $tricks }
scored-half = { $seat } said half
scored-passed = { $seat } passed
scored-talon = the talon paid { $dealer } { $tricks ->
    [1] 1 trick
   *[other] { $tricks } tricks
}
scored-thrown = the talon was thrown
carry-raspasy = How many raspasy have there been in a row?
form-contract = What was played?
form-spades = Was the contract 6 spades?
form-declarer = Who declared?
form-gave-up = Did { $seat } give up?
form-whist = Who whisted?
form-tricks = Tricks of { $seat }
form-talon = What does the talon pay { $seat }, in tricks (at a misère in tens of whists)?
form-thrown = Was the talon thrown?
form-revoked = Who revoked?
outcome-misere-hand = misère without the talon
outcome-nobody = no one
outcome-first = { $seat }
outcome-second = { $other }
outcome-both = both
outcome-half-first = half: { $seat }
outcome-revoke = revoke
outlook-first = { $seat-is ->
    [you] You speak first.
   *[other] { $seat } speaks first.
}
outlook-sits-out = { $seat-is ->
    [you] You deal and sit out.
   *[other] { $seat } deals and sits out.
}
outlook-pool = { $left ->
    [0] { $seat }: the pool is full.
   *[other] { $seat }: { $left } more points to fill the pool.
    }
outlook-pools = The match ends when the pools together have { $left } more points.
outlook-hands = Deal { $deal } of { $hands }.
outlook-raspasy = Raspasy now cost { $stake } in the dump for each trick.
outlook-raspasy-each = In raspasy now, a player pays { $stake ->
        [one] 1 whist
       *[other] { $stake } whists
    } to each of the others for each trick taken.
outlook-raspasy-lowest = In raspasy now, the player with the fewest tricks writes { $stake ->
        [one] 1 whist
       *[other] { $stake } whists
    } for each trick of each other player.
outlook-premium = A player without a trick in raspasy writes { $points } in the pool.
outlook-lowest-bid = Bids start at { $level }.
pool-above = { $seat } would have { $points } in a pool that is full at { $full }: write the excess as whists.

## On the table and the sheet
preset-name-sochi = Sochi
preset-name-leningrad = Leningrad
preset-name-rostov = Rostov
preset-name-sochi-codex = Sochi, codex
preset-name-leningrad-codex = Leningrad, codex
preset-name-rostov-codex = Rostov, codex
preset-name-leningrad-fspr = Leningrad, sporting code
front-players = Players
front-pool = Pool size
stock-waits = The talon goes to the winner of the auction.
stock-turned = The talon { $player } turned up
column-on = whists on { $other }
sheet-goal = { $end ->
    [hands] { $hands }
   *[other] { $pool }
}
sheet-hub = { $system ->
   *[sochi] { preset-name-sochi }
    [leningrad] { preset-name-leningrad }
    [rostov] { preset-name-rostov }
}

## The first deal with the coach
coach-hand = Each player has ten cards, and two more lie face down: the talon. A trick is one card from each player; the best one takes it. How many of the ten tricks can you take?
coach-bid = { $player } spoke first and passed. A bid promises at least six tricks, and the highest bidder gets the talon. Start low, with { $call }: you can still choose another trump.
coach-bid-otherwise = Each higher bid promises more, so go up one step at a time.
coach-outbid = { $player } bids { $call } and wants the talon too. Your aces, kings and queens are still good for six tricks, so go one step higher.
coach-talon = The talon is yours: { $actions }. Now discard two cards. Discard the only club, so that you can trump clubs, and the ten of spades, which will hardly win a trick.
coach-talon-otherwise = Discard cards that will win nothing, best of all a whole suit: then you can trump that suit.
coach-declare = Count what you hope for: three spades, the king of diamonds, and three with the hearts. That makes seven, so say { $call }. A seven is worth 4, a six only 2.
coach-declare-otherwise = A higher contract scores more, and each missing trick costs its whole value.
coach-whist = Both say whist: they play against you, each for themselves, and are paid for every trick. Against a seven they owe two tricks between them.
coach-follow = { $player } leads a diamond, and all who have a diamond must play one: follow suit. The ace is still out. Give it { $card }, and your king is the best diamond after it.
coach-trump = { $player } leads a club, and you have none. Then you must trump: a heart beats every other suit. You play last, so the lowest heart takes the trick.
coach-trump-otherwise = Any heart takes this trick; the lowest keeps the high ones for later.
coach-draw = Now you lead. Draw their trumps first, or they will trump your spades: begin with the ace of hearts.
coach-draw-otherwise = While the others hold trumps, your best cards in other suits can be trumped.
coach-count = The king has fallen, so your queen is the highest heart now. Keep count: there are eight hearts, four have been played and two are yours. Two are still out.
coach-stop = One heart is still out: the jack. { $player } has it, and it beats your ten, so play no more hearts. Take your sure tricks: the spades from the top.
coach-last-trump = No other spade is left. If { $player } trumps your queen with the jack, your ten is the last trump of all, and takes the trick you still need.
coach-made = Seven tricks, as you promised: a seven writes 4 points into your pool. Each trick too few would have cost you 4 in the dump.
coach-whists = The others took three tricks and wrote 4 whists on you for each. At the end of a match pool, dump and whists are settled together. Now you know Preferans: play a match by yourself.
coach-thing-bid = The highest bidder gets the talon
coach-thing-discard = Discard weak cards, best of all a whole suit
coach-thing-contract = Count your tricks, then name the contract
coach-thing-follow = Follow suit; without it, you must trump
coach-thing-draw = Draw trumps, then take the sure tricks

## Statistics
role-contract = Contract of { $level }
role-misere = Misère
role-whist = Whist
role-half = Half-whist
role-passed = Declined to whist
role-against-misere = Against a misère
role-against-ten = Against ten tricks without whists
role-given-up = The declarer gave up
role-raspasy = Raspasy, against the average
role-out = Sat out
decision-auction = Auction
decision-talon = Taking the talon
decision-discard = Discard
decision-declare = Contract
decision-whist = Whist
decision-light = Open or closed
decision-entrust = Catching the misère
decision-play = Card play

## Problems
problem-catch = Catch the misère
problem-dodge = Play the misère
problem-fewest = Raspasy
