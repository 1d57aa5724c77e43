game = Balkan Preferans
about = Three players, 32 cards. Bid by numbers, take the talon or play from the hand, and make six of the ten tricks. Bule down, supe on the others.
rules =
    Balkan Preferans is the Preferans of Serbia, Croatia and Bosnia. Three players, 32 cards: ace, king, queen, jack, 10, 9, 8 and 7 of each suit, the ace high. "Next" is the next player in the direction of play: clockwise, or counter-clockwise by a house rule.

    The games. There are six, and each has a number: clubs two, diamonds three, hearts four, spades five, betl six, sans seven. By the Serbian house rule spades are two and clubs five. Betl has no trumps, and declarer may take no trick; sans is no trump; in all but betl declarer needs six of the ten tricks.

    The deal. Five cards to each player, two face down for the talon, five more to each. The deal goes to the next player every time.

    The auction. Next to the dealer speaks first. You pass, and then you are out of the auction, or you name the next number. Somebody who spoke before the player who holds the number may say mine (moje) and hold it themselves; then the others must go above it. Instead of a number you may say game (igra), but only as your first word: you will play from the hand, without the talon. Igra beats every number; after it only those who have not spoken yet are asked, and they may say it too. Then all who said it name their game, one after another; the highest plays, of equal ones the first. If all pass, nothing is played.

    The talon. Who won by a number turns the talon up, takes it and lays two cards away face down. Then they name a game with a number no lower than their bid. After an igra the talon stays face down.

    Coming. Next to declarer first, each follower says come or don't come. If neither comes, the game is made. If one comes, they play against declarer, two hands on the table; the third hand is dead. In a betl both must come. House rules: who comes alone may invite the other, and then all results of the two are theirs; a follower may say kontra, and declarer and they may go on doubling.

    The play. The eldest of those who play leads; in sans the player just before declarer. Follow suit; if you cannot, you must trump; if you cannot do that either, play any card. The highest trump takes the trick, or else the highest card of the suit led. Who takes a trick leads to the next. A betl ends with declarer's first trick. All hands stay closed.

    The score. Everybody begins with 60 bule; a bula is worth ten. The stake of a deal is twice the number of the game, and an igra adds one to the number. Declarer writes a stake off their bula for a game that is made, and a stake on it for one that is lost. Each follower writes a stake in supe on declarer for every trick they took, whoever won. When the game is made, a follower with fewer than two tricks writes a stake on their own bula, unless the followers have four together; an inviter if they have fewer than four, a kontra player if they have fewer than five. A betl that is made costs the followers nothing; one that is lost pays each of them five stakes in supe.

    Refe. After three passes each player gets an open refa, two at most, unless somebody's bula is below zero. It doubles everything in the next game that the player declares, made or lost, and then it is gone.

    Kontra. A follower who says kontra instead of coming doubles the game; declarer may answer rekontra, the follower subkontra, declarer mortkontra, which makes it sixteen times. All three play, and all results of the followers are written by the one who said kontra.

    The end. The match is over when the bule of all three sum to zero or less. The final score is the supe you hold, less the supe held on you, less ten for each bula; from that the mean is taken off, so that all sum to zero.

## Words
call-pass = pass
call-two = two
call-three = three
call-four = four
call-five = five
call-six = six
call-seven = seven
call-mine = mine
call-game = game (igra)
call-spades = spades
call-diamonds = diamonds
call-hearts = hearts
call-clubs = clubs
call-betl = betl
call-sans = sans
call-come = come
call-dont = don't come
call-invite = invite
call-alone = alone
call-kontra = kontra
call-rekontra = rekontra
call-subkontra = subkontra
call-mortkontra = mortkontra
column-bule = Bule
column-left = Supe on the left
column-right = Supe on the right
column-refe = Refe

## Questions
ask-auction = Your call.
ask-name_game = You said igra: which game?
ask-discard = Lay a card away ({ $left } to go).
ask-declare = Which game do you play?
ask-follow = Do you come?
ask-invite = Play alone, or invite the other?
ask-kontra = Double it again, or let it be?
ask-play = Your card.

## What happened
did-turn-up = From the talon: { $actions }.
said-cards = talon { $cards }
stock = talon
did-discard = { $player } lays a card away.
did-discard-card = { $player } lays { $card } away.

## What everybody keeps in mind
high-bid = { $seat } holds the number { $call }.
says-igra = { $seat } said igra.
open-refe = Open refe of { $seat }: { $refe }.
contract = { $seat } plays { $call } and needs 6 of the 10 tricks.
betl = { $seat } plays betl and may take no trick.
igra-played = It is an igra: the talon stays face down.
stake = Stake: { $stake }.
comes = { $seat } comes.
invited = { $seat } comes and invited the other: they need 4 tricks together.
doubled = { $seat } writes for both followers: { $call }.

## Refusals
igra-first-word-only = Igra can only be your first word.
igra-beats-numbers = Igra was said, and it beats every number: say igra too, or pass.
nothing-to-hold = No number was named yet: there is nothing to hold.
not-senior = Only a player who spoke before its holder can hold the number { $call }.
bid-higher = A bid must be higher than { $call }.
next-number-only = No number may be left out: { $call } is next.
below-bid = The game cannot have a lower number than the bid, { $call }.
betl-both-come = In a betl both followers must come.
kontra-off = Kontra is not played here.
invite-off = Nobody is invited here.
no-concession = Nobody gives up in the play here: agree on a split of the tricks instead.
declarer-and-contract = Give both the declarer and the game, or neither (all passed).
all-passed-nothing-else = If all passed there was no igra and nobody came.
kontra-without-level = Somebody said kontra: give how far it went.
kontra-by-nobody = Say which follower said kontra.
one-takes-all = Only one can say kontra, and only one who came alone can invite.
did-not-come = { $seat } did not come and takes no trick.

## The sheet
game-made = made, { $tricks } tricks
game-lost = lost, { $tricks } of { $needed } tricks
nobody-came = nobody came
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

## PPN
ppn-brackets = A bracket is missing or stands alone: { $text }
ppn-json = This is no PPN in JSON: { $error }
ppn-no-deals = There is no deal in this file.
ppn-unreadable = Deal { $deal }, { $field }: { $text } does not read.
ppn-refused = Deal { $deal }, { $field }: { $text } is against the rules here.
ppn-differs = Deal { $deal }, { $field }: the file says { $text }, by these house rules it is { $ours }.
ppn-result = { $tag }: the file says { $text }, by these house rules it is { $ours }.
ppn-over = By these house rules the match is over before deal { $deal }: it and what follows is left out.

## House rules
preset-balkan = Suits from clubs up to spades, clockwise.
preset-balkan-serbian = The Serbian way: spades two, clubs five, counter-clockwise.
option-order = The numbers of the suits
option-order-seed = clubs two, diamonds three, hearts four, spades five
option-order-serbian = spades two, diamonds three, hearts four, clubs five
option-direction = Which way the table goes
option-direction-clockwise = clockwise
option-direction-counter_clockwise = counter-clockwise
option-jump = A bid may leave numbers out
option-invite = Who comes alone may invite the other follower; all results of the two are theirs
option-quota = When a follower with fewer than two tricks is short
option-quota-two_or_four = if the followers have fewer than four together
option-quota-two_each = always
option-sans_lead = Who leads in sans
option-sans_lead-before_declarer = the player just before declarer
option-sans_lead-eldest_active = the eldest of those who play, as in every game
option-refe = Three passes leave each player an open refa, which doubles their next game
option-kontra = A follower may say kontra
option-bule = The bule that each player begins with

## An outcome typed in
field-declarer = Who declared? (– if all passed)
field-contract = What was played? (– if all passed)
field-igra = Was it an igra, without the talon?
field-came = What did the followers do? First the one next to declarer
field-kontra = How far did the kontra go?
field-tricks = Tricks of each player
outcome-spades = spades
outcome-diamonds = diamonds
outcome-hearts = hearts
outcome-clubs = clubs
outcome-betl = betl
outcome-sans = sans
outcome-dont = away
outcome-come = came
outcome-invite = invited
outcome-kontra = kontra
outcome-none = no
outcome-rekontra = rekontra
outcome-subkontra = subkontra
outcome-mortkontra = mortkontra

## How it is drawn
preset-name-balkan = Balkan
preset-name-balkan-serbian = Serbian
front-bule = Bule
stock-waits = The talon goes to whoever wins the auction.
stock-turned = The talon { $player } turned up
column-on = supe on { $other }
deal-passed = all passed
sheet-legend = { $refe ->
    [off] { "" }
   *[on] A triangle is an open refa; one that was used is crossed out.
}
