game = Balkan Preferans
about = Three players, 32 cards. Bid by numbers, take the talon or play from the hand, make six of the ten tricks. Bring bule (debts) down, write supe (points) on the others.
rules =
    Balkan Preferans is the Preferans of Serbia, Croatia and Bosnia. { $players ->
        [4] Four sit at the table; the dealer of a hand sits it out, and the three others play it.
       *[3] Three play.
    } There are 32 cards: ace, king, queen, jack, 10, 9, 8 and 7 of each suit, the ace high. { $direction ->
        [counter_clockwise] Everything goes counter-clockwise: "next" is the next player to the right.
       *[clockwise] Everything goes clockwise: "next" is the next player to the left.
    }

    The games. Each has a number: { $order ->
        [spades_low] spades two, diamonds three, hearts four, clubs five,
       *[clubs_low] clubs two, diamonds three, hearts four, spades five,
    } { $preferans ->
        [on] betl six, sans seven, preferans eight. Betl, sans and preferans have no trumps. In betl declarer may take no trick, in preferans they must take all ten;
       *[off] betl six, sans seven. Betl and sans have no trumps. In betl declarer may take no trick;
    } in all other games they need six of the ten.

    The deal. Five cards to each player, two face down for the talon, five more to each. The deal goes to the next player every time.

    The auction. The player next to the dealer speaks first. You pass, and then you are out of the auction, or you name { $jump ->
        [on] any higher number.
       *[off] the next number.
    } Or you say mine (moje), and hold the current number; then the others must go above it. { $mine ->
        [next] A number of three or more that was just named must first be answered by the next player who is still in: they hold it, or pass and leave the answer to the one after them. Once it is held the others may go above it again. A two cannot be held.
        [senior_must] Only a player who spoke before its holder can hold a number, and a player who has already bid may otherwise only pass.
       *[senior] Only a player who spoke before its holder can hold a number; they may go above it instead.
    } Instead of a number you may say igra, but only as your first word: you will play from the hand, without the talon. Igra beats every number; after it only players who have not spoken yet get a turn, and they may say igra too. { $igra ->
        [named_high] Plain igra is for the four suits. Igra betl{ $preferans ->
            [on] , igra sans and igra preferans
           *[off] {" "}and igra sans
        } are said by name; they beat plain igra, and each beats the one before.
       *[any] An igra may be any game.
    } { $igra_naming ->
        [higher_or_yours] When several have said the same igra, the first names a game, and each of the others names a higher one or says yours is better.
       *[all] All who said it name their game, one after another; the highest game is played, of equal ones the first.
    } A player who could only pass is skipped. If all pass, nothing is played.

    The talon. A player who won by a number turns the talon up, takes it and discards two cards face down. Then they name a game with a number no lower than their bid. After an igra the talon stays face down.

    Coming. Starting next to declarer, each of the other two says come (I play) or don't come. If neither comes, the game is made. If one comes, they alone play against declarer; the third hand is out of play. { $preferans ->
        [on] Against betl and preferans both must come.
       *[off] Against betl both must come.
    } { $invite ->
        [on] A player who comes alone may invite the other (zovem), who then plays too.
        [may_refuse] A player who comes alone may invite the other (zovem), who may accept or refuse.
       *[off] No one is invited.
    }

    { $kontra ->
        [off] Kontra is not played.
       *[other] Kontra. Those who came then say može (it may be), and the game is played, or kontra, which doubles it. After one kontra no one else is asked, and the other follower plays too.{ $kontra ->
            [rekontra] {" "}Declarer may answer rekontra, which doubles it once more.
            [mortkontra] {" "}Declarer may answer rekontra, the kontra player subkontra, declarer mortkontra: each doubles again, up to sixteen times.
           *[kontra] {" "}There is no answer to it.
        }{ $lowest_needs_kontra ->
            [refa_else_made] {" "}{ word-lowest-up } after the talon are played only under kontra, and no one is invited to them. Without kontra a refa is written for everyone; if none may be written, the game is made.
            [refa_else_void] {" "}{ word-lowest-up } after the talon are played only under kontra, and no one is invited to them. Without kontra a refa is written for everyone; if none may be written, the game is made if a player is below the hat, and otherwise nothing is written.
           *[off] {""}
        }
    }

    The play. The eldest of the active players leads{ $sans_lead ->
        [eldest_active] , in sans too.
       *[before_declarer] ; in sans{ $preferans ->
            [on] {" "}and preferans
           *[off] {""}
        } the player just before declarer.
    } Follow suit; if you cannot, you must trump; if you cannot do that either, play any card. The highest trump takes the trick, or else the highest card of the suit led. The player who takes a trick leads to the next. A betl ends with declarer's first trick{ $preferans ->
        [on] , preferans with the first trick of the others.
       *[off] .
    } { $stop ->
        [at_five] The others' fifth trick ends every other game.
       *[all_ten] Every other game is played to the tenth trick.
    } All hands stay closed.

    The score. Everyone starts with { $bule } bule; a bula is worth ten. The stake of a deal is twice the number of the game, and an igra adds one to the number. Declarer takes a stake off their bula if the game is made, and adds a stake to it if it is lost. Each follower writes a stake in supe (points on a player) on declarer for every trick they took, whether the game is made or lost. A follower who is short adds a stake to their own bula. One who came alone is short with fewer than two tricks if the game was made. If both came, each of them is short with fewer than two tricks { $quota ->
        [two_each] if the game was made, whatever the other took.
        [two_each_always] whatever the other took, and even if the game was lost.
       *[two_or_four] if the game was made and the two have fewer than four together.
    } { $invite ->
        [off] {""}
       *[other] An inviter writes the supe of both, and is short if they have fewer than four together.
    }{ $kontra ->
        [off] {""}
       *[other] {" "}A kontra player writes the supe of both, and is short if the game is made.
    } { $preferans ->
        [on] A betl or a preferans that is lost
       *[off] A betl that is lost
    } pays each follower five stakes in supe{ $kontra ->
        [off] .
       *[other] { $betl_kontra ->
            [writer_both] , but under kontra it pays only the kontra player, ten stakes.
            [writer_one] , but under kontra it pays only the kontra player, five stakes.
           *[each] , under kontra too.
        } If it is made, it costs a kontra player a stake.
    }

    { $refe ->
        [0] Refe. There are no refe here.
       *[other] Refe. After three passes everyone gets an open refa; { $refe ->
            [1] at most one is written
           *[other] at most { $refe } are written
        } in a match{ $refe_below ->
            [yes] .
           *[no] , and none while a player's bula is below zero, which is called below the hat.
        } A refa doubles everything in the next game that its owner declares, made or lost, and then it is used up.{ $refe_frozen ->
            [on] {" "}While a player is below the hat, no refa is used.
           *[off] {""}
        }
    }

    The end. The match is over when all bule at the table sum to zero or less. { $last_game ->
        [exact] The game that ends it counts exactly the bule that remain, if it is made and no follower is short.
        [exact_double_fall] The game that ends it counts exactly the bule that remain, if it is made and no follower is short; a player who loses a game with a stake higher than the bule that remain writes the stake twice.
       *[full] The game that ends it counts in full.
    } The final score is the supe you have on others, minus the supe they have on you, minus ten for each bula; then the mean is subtracted, so that all scores sum to zero.

## Words
word-lowest-up = { $order ->
    [spades_low] Spades
   *[clubs_low] Clubs
}
sure-betl = { $call }: you may take no trick at all.
sure-sans = { $call }: you need six tricks without trumps.
sure-preferans = { $call }: you must take all ten tricks.
call-pass = pass
call-two = two
call-three = three
call-four = four
call-five = five
call-six = six
call-seven = seven
call-eight = eight
call-mine = mine
call-igra = igra
call-igra-betl = igra betl
call-igra-sans = igra sans
call-igra-preferans = igra preferans
call-spades = spades
call-diamonds = diamonds
call-hearts = hearts
call-clubs = clubs
call-betl = betl
call-sans = sans
call-preferans = preferans
call-yours = yours is better
call-come = come
call-dont = don't come
call-moze = može
call-invite = invite
call-alone = alone
call-accept = accept
call-refuse = refuse
call-kontra = kontra
call-rekontra = rekontra
call-subkontra = subkontra
call-mortkontra = mortkontra
column-bule = Bule
column-left = Supe on the left
column-across = Supe on the player opposite
column-right = Supe on the right
column-refe = Refe

## Questions
ask-auction = Your call.
ask-name_game = You said igra: which game?
ask-discard = Discard a card ({ $left } to go).
ask-declare = Which game do you play?
ask-follow = Do you come (play against declarer)?
ask-speak = You came: what do you say now?
ask-invited = You are invited: do you play?
ask-kontra = Double the stake again, or leave it?
ask-play = Your card.

## Events
did-turn-up = Turned up from the talon: { $actions }.
said-cards = talon { $cards }
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
high-bid = { $seat-is ->
    [you] You hold the number { $call }.
   *[other] { $seat } holds the number { $call }.
}
says-igra = { $seat } said igra.
says-igra-of = { $seat } said { $call }.
open-refe = Open refe of { $seat }: { $refe }.
won-with = { $seat-is ->
    [you] You have won the auction with { $call } and take the talon.
   *[other] { $seat } has won the auction with { $call } and takes the talon.
}
contract = { $seat-is ->
    [you] You play { $call } and need 6 of the 10 tricks.
   *[other] { $seat } plays { $call } and needs 6 of the 10 tricks.
}
betl = { $seat-is ->
    [you] You play betl and may take no trick.
   *[other] { $seat } plays betl and may take no trick.
}
plays-preferans = { $seat-is ->
    [you] You play preferans and must take all ten tricks.
   *[other] { $seat } plays preferans and must take all ten tricks.
}
igra-played = This is an igra: the talon stays face down.
stake = The stake is { $stake } per trick.
comes = { $seat-is ->
    [you] You play against declarer{ $needed ->
        [0] .
       *[other] {" "}and need { $needed } tricks.
    }
   *[other] { $seat } plays against declarer{ $needed ->
        [0] .
       *[other] {" "}and needs { $needed } tricks.
    }
}
or-together = It is also enough if the followers take { $needed } tricks together.
invited = { $seat-is ->
    [you] You came and invited the other follower: you two need 4 tricks together.
   *[other] { $seat } came and invited the other follower: they need 4 tricks together.
}
doubled = { $seat-is ->
    [you] You score for both followers: { doubled-to }
   *[other] { $seat } scores for both followers: { doubled-to }
}
doubled-to = { $call }{ $needed ->
    [0] .
   *[other] . They need { $needed } tricks together.
}
lowest-needs-kontra = { $call } is played only if a follower says kontra; no one can be invited to it.

## What a call means
brief-out = out of the auction
brief-nothing = 0
brief-mine = the number stays yours
brief-number = number { $number } or more
brief-igra = play from the hand
brief-game = { $what ->
    [betl] no trick, { $stake } bule
    [preferans] all tricks, { $stake } bule
   *[tricks] { $needed } tricks, { $stake } bule
}
brief-come = +{ $stake } a trick
brief-come-any = supe for each trick
brief-as-it-is = no doubling
brief-for-both = you score for both
brief-double = stake doubled: { $stake }
brief-times = stake × { $times }
brief-stake = { $stake } a trick
means-out = You may still come (play against declarer).
means-all-pass = All have passed: everyone gets a refa.
means-mine = You hold the current number; the others must go above it.
means-number = You take the talon, and play a game of number { $number } or more: at { $number } the stake is { $stake }.
means-igra = You play from the hand, without the talon, and name the game later: its number counts one more.
means-yours = You give way: the game that was named before is played.
means-game = { $what ->
    [betl] If you take no trick, your bula falls by { $stake }; your first trick adds { $stake } to it, and gives each of the others { $supe } supe on you.
    [preferans] With all ten tricks your bula falls by { $stake }; their first trick adds { $stake } to it, and gives each of the others { $supe } supe on you.
   *[tricks] With { $needed } tricks your bula falls by { $stake }, with fewer it rises by { $stake }. Each trick of the others scores { $stake } supe on you.
}
means-lowest = This game is played only if a player says kontra. { $unplayed ->
    [refa] Otherwise everyone gets a refa.
    [nothing] Otherwise no one scores.
   *[made] Otherwise it is made without play.
}
means-come = Each trick of yours scores { $stake } supe on { $seat }. { $with ->
    [alone] If the game is made and you took fewer than 2 tricks, your bula rises by { $stake }.
   *[other] { $with ->
        [either] Alone you need 2 tricks, or your bula rises by { $stake } if the game is made. If { $other } comes too, fewer than 2 cost the same
       *[both] With fewer than 2 tricks your bula rises by { $stake }
    }{ $quota ->
        [two_each] {" "}if the game is made.
        [two_each_always] , made or lost.
       *[two_or_four] {" "}if the game is made and you two have fewer than 4 together.
    }
}
means-dont = { $then ->
    [over] You score nothing. { $unplayed ->
        [refa] The deal is not played, and everyone gets a refa.
        [nothing] Nothing is played, and no one scores.
       *[made] Nothing is played: the bula of { $seat } falls by { $stake }.
    }
    [comes] You score nothing. { $other } plays against { $seat }{ $brought ->
        [no] .
       *[may] , unless another player brings you in.
    }
   *[open] You score nothing{ $brought ->
        [no] .
       *[may] , unless another player brings you in.
    } If { $other } does not come either, { $unplayed ->
        [refa] everyone gets a refa.
        [nothing] no one scores.
       *[made] the bula of { $seat } falls by { $stake } without play.
    }
}
means-betl = If the betl is lost, each of you scores { $supe } supe; if it is made, you score nothing.
means-kontra = You score for both, and { $other } plays too: each trick scores { $stake } supe on { $seat }. If the game is made, your bula rises by { $stake }.{ $answer ->
    [rekontra] {" "}{ $seat } may double again.
   *[no] {""}
}
means-kontra-betl = Everything is doubled. If the betl is lost, you score { $own } supe on { $seat }, and { $other } scores { $each }. If it is made, your bula rises by { $stake }.{ $answer ->
    [rekontra] {" "}{ $seat } may double again.
   *[no] {""}
}
means-invite = { $invite ->
    [may_refuse] If { $other } accepts, { $other } plays too
   *[other] { $other } plays too
}, and you score the tricks of both, { $stake } each. If the game is made and you have fewer than 4 together, your bula rises by { $stake }.
means-accept = You play too. { $other } scores for both of you, and pays if you two are short.
means-refuse = { $other } plays alone against { $seat }. You score nothing.
means-doubled = Each trick, and the game itself, then counts { $stake }.
means-undoubled = Each trick, and the game itself, counts { $stake }.
glossary-pass = You make no more bids. If all pass, everyone gets a refa, unless all refas are written already.
glossary-kontra = Everything counts { $times } times. The kontra player scores for both followers, and adds the stake to their own bula if the game is made.
glossary-come = You play against declarer. Each trick scores the stake in supe; with fewer than 2 tricks you add the stake to your bula{ $quota ->
    [two_each] {" "}if the game is made.
    [two_each_always] {" "}if the game is made, and with two followers even if it is lost.
   *[two_or_four] {" "}if the game is made, unless two followers have 4 together.
}
glossary-dont = You score nothing. If neither comes, the game is made without play.
glossary-moze = “It may be”: no kontra, or no further one.
glossary-alone = You came alone, and do not invite the other.
glossary-invite = You came alone and invite the other follower, who plays too: you score for both and need 4 tricks together.
glossary-accept = You play too, and the inviter scores for both.
glossary-refuse = The inviter plays alone.

## Refusals
igra-first-word-only = Igra can only be your first word.
igra-higher = { $call } was said: only a higher igra can be said after it.
igra-beats-numbers = A player said igra, which beats every number: say a higher igra if there is one, or pass.
igra-of-a-suit = You said plain igra, so name one of the four suits: igra betl or igra sans must be said in the auction.
name-higher = { $call } was named: name a higher game, or say yours is better.
hold-or-pass = You can hold the number { $call }: hold it or pass.
two-not-held = A two cannot be held.
held-already = The number { $call } is held already: go above it or pass.
nothing-to-hold = No number was named yet: there is nothing to hold.
not-senior = Only a player who spoke before its holder can hold the number { $call }.
bid-higher = A bid must be higher than { $call }.
next-number-only = A bid may not skip a number: { $call } is next.
below-bid = The game cannot have a lower number than the bid, { $call }.
kontra-off = Kontra is not played at this table.
kontra-too-far = The doubling goes no further than { $level ->
    [rekontra] rekontra
   *[kontra] kontra
} here.
come-first = First say whether you come; kontra is said after that.
preferans-off = These rules have no game of all ten tricks (preferans).
invite-off = Invitations are not played here.
invites-alone = Only a player who came alone can invite the other. A deal has an invitation or a kontra, not both.
invite-not-refused = An invitation cannot be refused here.
no-concession = You cannot concede during play here: claim the tricks instead.
declarer-and-contract = Enter both the declarer and the game, or neither if all passed.
all-passed-nothing-else = If all passed, there was no igra and no one came.
betl-both-come = Against betl and preferans both followers must come.
kontra-without-level = A player said kontra: enter how far the doubling went.
kontra-by-nobody = Enter which follower said kontra. It must be one who came.
kontra-by-one-who-came = Only a follower who came can say kontra.
revoked-without-play = No one came, so no one can have revoked.
dealer-sits-out = { $seat-is ->
    [you] You deal and do not play this hand.
   *[other] { $seat } deals and does not play this hand.
}
play-ended-at-five = The followers cannot have { $tricks } tricks: the play ended with their fifth.
did-not-come = { $seat-is ->
    [you] You did not come, so you can have no tricks.
   *[other] { $seat } did not come, so they can have no tricks.
}

## The sheet
game-made = made, { $tricks } tricks
game-lost = lost, { $tricks } of { $needed } tricks
nobody-came = no one came
nobody-doubled = no one said kontra, and no refa could be written
last-game-cut = made; all bule together were down to { $stake }, so it counts { $stake } instead of { $full }
fell-double = lost; the stake was higher than all remaining bule together, so it counts twice
revoked-made = made: { $seat } revoked
revoked-lost = lost by a revoke or a wrong discard
revoked-pays = revoked: pays a stake
kontra-lost = said kontra, but the game was made
betl-made = betl made
betl-lost = betl lost
supe = { $tricks } × { $stake } for the tricks
supe-of-both = { $tricks } × { $stake } for the tricks of both followers
betl-supe = betl lost: { $tricks } × { $stake }
follower-short = short: { $tricks ->
    [one] 1 trick
   *[other] { $tricks } tricks
    }, { $needed } needed
refa-used = an open refa doubled this deal
refa-written = all passed: an open refa
refa-unopposed = no one said kontra to the lowest game: an open refa

## PPN
ppn-brackets = A bracket is missing or has no partner: { $text }
ppn-header-long = The tags before the first deal are too long: over all matches of the file they have more than { $most } characters.
ppn-json = This is not PPN in JSON: { $error }
ppn-no-deals = The file contains no deal.
ppn-unreadable = Deal { $deal }, { $field }: { $text } is not valid.
ppn-refused = Deal { $deal }, { $field }: { $text } is against the rules here.
ppn-differs = Deal { $deal }, { $field }: the file says { $text }, by these house rules it is { $ours }.
ppn-result = { $tag }: the file says { $text }, by these house rules it is { $ours }.
ppn-over = Under these house rules the match is over before deal { $deal }: that deal and the rest are left out.
ppn-four = PPN is for three players: it cannot hold a match of four.

## House rules
preset-balkan = Clubs are the lowest suit and spades the highest; clockwise play; no kontra and no invitation.
preset-serbian-club = The game of the Serbian clubs: 100 bule, kontra up to sixteen times, spades only under kontra, an invitation, the fifth trick of the followers ends the play.
preset-serbian-league = As in the clubs, with 400 bule and eight refe, and spades without a compulsory kontra.
option-players = How many players sit at the table
option-order = The numbers of the suits
option-order-clubs_low = clubs two, diamonds three, hearts four, spades five
option-order-spades_low = spades two, diamonds three, hearts four, clubs five
option-direction = The direction of play
option-direction-clockwise = clockwise
option-direction-counter_clockwise = counter-clockwise
option-preferans = There is a game of all ten tricks, preferans, as number eight
option-jump = A bid may skip numbers
option-mine = Players who can hold a number (mine)
option-mine-senior = players who spoke before its holder; they may go above the number instead
option-mine-senior_must = players who spoke before its holder; once they have bid, they may not go above the number
option-mine-next = the next player, who must answer a number of three or more before anyone goes above it
option-igra = Which games an igra may be
option-igra-any = any game, named after the auction
option-igra-named_high = one of the suits; igra betl and igra sans are said by name and are higher
option-igra_naming = What happens when several players said igra
option-igra_naming-all = each names a game, the highest plays
option-igra_naming-higher_or_yours = each names a higher game than the last, or says yours is better
option-invite = A follower who comes alone may invite the other and scores for both
option-invite-off = no
option-invite-on = yes
option-invite-may_refuse = yes, and the other may refuse
option-kontra = How far a kontra may go
option-kontra-off = none
option-kontra-kontra = kontra, twice the stake
option-kontra-rekontra = rekontra, four times
option-kontra-mortkontra = mortkontra, sixteen times
option-lowest_needs_kontra = The lowest game after the talon is played only under kontra
option-lowest_needs_kontra-off = no
option-lowest_needs_kontra-refa_else_made = yes; without kontra everyone gets a refa, or if none may be written, the game is made
option-lowest_needs_kontra-refa_else_void = yes; without kontra everyone gets a refa, or if none may be written, no one scores
option-quota = When a follower with fewer than two tricks is short
option-quota-two_or_four = if the game was made and the followers have fewer than four together
option-quota-two_each = if the game was made
option-quota-two_each_always = whether the game was made or lost
option-betl_kontra = Who is paid for a betl lost under kontra
option-betl_kontra-each = each follower, five stakes
option-betl_kontra-writer_both = the kontra player, ten stakes
option-betl_kontra-writer_one = the kontra player, five stakes
option-sans_lead = Who leads in sans
option-sans_lead-before_declarer = the player just before declarer
option-sans_lead-eldest_active = the eldest active player, as in every game
option-stop = When the play ends
option-stop-all_ten = after all ten tricks
option-stop-at_five = with the followers' fifth trick, if not before
option-refe = How many refe may be written in a match; each refa doubles one game of its owner
option-refe_below = A refa is written while a player is below the hat (below zero)
option-refe_below-no = no
option-refe_below-yes = yes
option-refe_frozen = No refa is used while a player is below the hat
option-bule = How many bule each player starts with
option-last_game = What the last game of the match counts
option-last_game-full = all of its stake
option-last_game-exact = only the bule that all players together have left
option-last_game-exact_double_fall = only the bule that all players together have left; if the game is lost and its stake is higher, twice the stake

## A result entered by hand
field-declarer = Who declared? (type – if everyone passed)
field-game = What was played? (type – if everyone passed)
field-igra = Was it an igra, without the talon?
field-came = What did the followers do? (the one next to declarer first)
field-invite = How was an invitation answered?
field-kontra = How far did the kontra go?
field-kontra_by = Who called kontra first? (type 0 for the player next to declarer, 1 for the other, – for no one)
field-revoked = Who revoked? (type – if no one did)
field-tricks = Tricks of each player
outcome-spades = spades
outcome-diamonds = diamonds
outcome-hearts = hearts
outcome-clubs = clubs
outcome-betl = betl
outcome-sans = sans
outcome-preferans = preferans
outcome-dont = away
outcome-come = came
outcome-accepted = accepted
outcome-refused = refused
outcome-all-passed = all passed
outcome-nobody = no one
outcome-first = { $seat }
outcome-second = { $other }
outcome-both = both
outcome-alone = alone
outcome-invited = invited the other
outcome-refused-invitation = invited the other, who refused
outcome-wrong-discard = wrong discard
outcome-revoke = revoke
scored-game = { $igra ->
    [on] igra { $word }
   *[off] { $word }
}
scored-all-passed = All passed
scored-revoked = { $seat } revoked
scored-declared = { $seat } { scored-game }
scored-made = { $seat } { scored-game }: { $over ->
    [0] made
   *[other] made with { $tricks }
}
scored-short = { $seat } { scored-game }: { $short ->
    [1] one short
   *[other] { $short } short
}
scored-won = { $seat } { scored-game }: made
scored-lost = { $seat } { scored-game }: lost
scored-nobody-came = { $seat } { scored-game }: made, no one came
scored-unopposed = { $seat } { scored-game }: not played, no one said kontra
scored-came = { $seat } came
scored-came-took = { $seat } came and took { $tricks }
scored-away = { $seat } stayed away
scored-invite-accepted = { $seat } invited { $other }
scored-invite-refused = { $seat } invited { $other }, who refused
scored-kontra = { $word } started by { $seat }
carry-refe_written = How many refe have been written?
form-contract = What was played?
form-igra = Was it an igra, without the talon?
form-declarer = Who declared?
form-came = Who came?
form-invite = Did { $seat } play alone?
form-kontra = How far did the kontra go?
form-kontra-by = Who said kontra?
form-made = Was it made?
form-tricks = Tricks of { $seat }
form-revoked = Who revoked?

## Before a deal
outlook-sits-out = { $seat-is ->
    [you] You deal and sit out.
   *[other] { $seat } deals and sits out.
}
outlook-refe = Refe written: { $written } of { $most }.
outlook-below = { $seat-is ->
    [you] You are below the hat (your bula is below zero).
   *[other] { $seat } is below the hat (with a bula below zero).
}
outlook-no-refa = No refa can be written now.
outlook-frozen = No refa is used now: a player is below the hat.
outlook-bule = All bule together: { $left }.
outlook-cut = A game that is made counts { $left } at most.
outlook-double-fall = A game with a higher stake than { $left } counts twice if it is lost.
written-off = { $seat-is ->
    [you] You take { $off } off your bula, and { $left } remains.
   *[other] { $seat } takes { $off } off the bula, and { $left } remains.
}
refe-too-many = { $written } refe were written; there can be { $most } at most.
refe-open-too-many = { $seat-is ->
    [you] You have { $refe } open refe; only { $written } were written.
   *[other] { $seat } has { $refe } open refe; only { $written } were written.
}
outcome-kontra = kontra
outcome-none = no
outcome-rekontra = rekontra
outcome-subkontra = subkontra
outcome-mortkontra = mortkontra

## On the table and the sheet
preset-name-balkan = Balkan
preset-name-serbian-club = Club
preset-name-serbian-league = League
front-players = Players
front-bule = Bule
stock-waits = The talon goes to the winner of the auction.
stock-turned = The talon { $player } turned up
column-on = supe on { $other }
deal-passed = all passed
sheet-legend = { $refe ->
    [0] { "" }
   *[other] A triangle is an open refa; one that was used is crossed out.
}{" "}A hat is drawn below a bula that reached zero or less; it is crossed out when the bula rises again.

## Statistics
role-game = { $game ->
    [spades] { call-spades }
    [diamonds] { call-diamonds }
    [hearts] { call-hearts }
    [clubs] { call-clubs }
    [betl] { call-betl }
    [sans] { call-sans }
   *[preferans] { call-preferans }
    } with the talon
role-igra = { $game ->
    [spades] { call-spades }
    [diamonds] { call-diamonds }
    [hearts] { call-hearts }
    [clubs] { call-clubs }
    [betl] { call-betl }
    [sans] { call-sans }
   *[preferans] { call-preferans }
    } from the hand (igra)
role-came = Came to play
role-invited = Came and invited the other
role-kontra = Said kontra
role-brought = Invited, or brought in by kontra
role-stayed = Did not come to play
role-against = Against { $game ->
    [betl] { call-betl }
   *[preferans] { call-preferans }
    }
role-unplayed = No one played
role-out = Sat out
decision-auction = Auction
decision-name_game = Naming the igra
decision-discard = Discard
decision-declare = Game
decision-follow = Coming or not
decision-speak = Kontra or invitation
decision-invited = Answer to an invitation
decision-kontra = Doubling again
decision-play = Card play

## Problems
problem-catch = Catch the betl
problem-dodge = Play the betl
problem-dead-hand = One against one

## The first deal with the coach
coach-hand = Each player has ten cards, and two more lie face down: the talon. A trick is one card from each player; the best one takes it. In most games declarer needs six of the ten.
coach-bid = { $player } says two. Each number is a game: two is clubs, three diamonds, four hearts, five spades. Your diamonds are long and high, so say the next number, { $call }.
coach-bid-otherwise = A player who passes is out of the auction; a higher number promises a game with a higher stake.
coach-talon = The others have passed, so the talon is yours: { $actions }. Now discard two cards: the only club, so that you can trump clubs, and the nine of spades.
coach-talon-otherwise = Discard cards that will win nothing, best of all a whole suit: then you can trump that suit.
coach-declare = Name your game; its number may not be lower than your bid. You hold the five highest diamonds, so say { $call }. The stake of a deal is twice the number of the game: here six.
coach-declare-otherwise = A higher game scores more if it is made, and costs as much if it is lost.
coach-come = Both come: they play against you, and each of them should take two tricks.
coach-trump = { $player } leads a club, and you have none: then you must trump. All your diamonds are equally high, for you hold every one above the nine.
coach-draw = Now you lead. Draw their trumps first: they have three, and your four are the highest of all.
coach-draw-otherwise = While the others hold trumps, your best cards in other suits can be trumped.
coach-count = Two of their three diamonds have fallen. One is still out: draw that one too.
coach-sure = Only you have diamonds left. Take your ace of spades now: no one can trump it.
coach-give = You have four tricks, and two diamonds are two more. So lose the tricks that must be lost: with diamonds in hand you will get the lead again.
coach-low = { $player } leads the ace of hearts, and no heart of yours beats it. Play your lowest heart, and keep queen and jack.
coach-high = { $player } has played the king, which takes this trick. Give the jack: then your queen is the highest heart of all.
coach-queen = Ace and king of hearts are gone, and no one else has a diamond. Your queen is good.
coach-made = Seven tricks, and six were enough: your bula falls by the stake, 6. You want it to fall; a lost game adds the stake to it.
coach-supe = { $player } writes supe on you for two tricks, 6 for each, and { $other } for one. But one trick is too few, so the bula of { $other } rises by 6. Now you know the game: play a match by yourself.
coach-thing-bid = A bid is a number, and each number is a game
coach-thing-talon = Discard weak cards, best of all a whole suit
coach-thing-game = Name the game of your longest high suit
coach-thing-trumps = If you lack the suit, you must trump. On lead, draw trumps
coach-thing-lose = Lose the unavoidable tricks early
