## The frame of a page
close = Close
cancel = Cancel
your-turn = Your turn
page-loading = One moment
page-failed = This page has stopped.
page-failed-note = Nothing is lost: your table is saved on the server.
page-unloaded = The page could not be loaded. Check your connection.
page-reload = Reload
game-words-failed = The texts of this game could not be loaded. Reload the page: nothing is lost.
no-connection = Can’t reach the server right now.
server-failed = The server could not answer.
offline-ready = Ready offline
offline-coming = Getting ready
offline-lost = No network
offline-ready-said = Ready to play offline.
offline-needs-network = Needs a network
engine-unable = The game engine cannot run here.
engine-absent = There is no network, and the game engine is not on this device yet. It loads automatically when the network is back.

banner-lost = Connection lost.
banner-lost-note = Trying again. The cards stay as they are.
banner-connecting = Connecting
banner-elsewhere = This seat is open in another window.
banner-elsewhere-note = You play there now.
banner-back = Play here
banner-gone = This table cannot be opened.
banner-lobby = Back to the games
banner-away = { $player-is ->
    [you] You are away.
   *[other] { $player } is away.
}
banner-away-wait = The table waits.
banner-lost-line = { $player } lost the connection.
banner-away-bot = A bot takes over after { $time }.
banner-away-vote = In { $time } you can give the seat to a bot.
banner-bot = { $player-is ->
    [you] You are away; a bot plays for you.
   *[other] A bot plays in the place of { $player } until they return.
}
banner-stood-in = While you were away, a bot did this for you: { $actions }.
banner-own-bot = A bot plays for you.
banner-own-back = Take the seat back
removed-you = { $player } has removed you from this table.
removed-you-host = The host has removed you from this table.
removed-by-you = You have removed { $name }.
removed-by = { $player } has removed { $name }.
removed-by-host = The host has removed { $name }.
removed-seat = { $other }, a bot, plays that seat now.
removed-watch = Watch
removed-games = Back to the games

live-cut = You cut the deck. Enter cuts it in the middle.
live-open = Connected.
live-connecting = Connecting.
live-lost = Connection lost. Trying again.
live-elsewhere = This seat is open in another window.
live-gone = This table cannot be opened.
live-refused = Not allowed: { $why }
live-lead = Your lead.
live-void = You have no { $suit }.
live-any = Any card may be played.
live-stands = { $what }: { $amounts }.
live-can-play = You can play: { $actions }.
live-scored = { $side }, { $column }: { $amount }; { $why }.
live-open-hand = { $player-is ->
    [you] Your open hand: { $hand }.
   *[other] Open hand of { $player }: { $hand }.
}
live-round = Players round the table: { $players }.
live-partner = You play with { $players }.
live-hand = Your hand: { $hand }.
live-no-trick = The table is empty.
live-trick = On the table: { $cards }.
live-waiting = Waiting for { $players }.
live-away = { $player-is ->
    [you] You are away.
   *[other] { $player } is away.
}
live-lost-line = { $player } lost the connection. Seconds to wait: { $seconds }.
live-back = { $player-is ->
    [you] You are back.
   *[other] { $player } is back.
}
live-bot = A bot plays for { $player }.
live-choosing = A player is choosing a name for seat { $number }.
live-sat = { $player-is ->
    [you] You sit on seat { $number }.
   *[other] { $player } sits on seat { $number }.
}
live-stood = { $player-is ->
    [you] You have left your seat.
   *[other] { $player } has left the seat.
}
live-proposal-over = The proposal is over.
live-forfeit = { $player-is ->
    [you] You have forfeited the match; a bot plays on.
   *[other] { $player } has forfeited the match; a bot plays on.
}
live-time-soon = Ten minutes are left for the match.
live-time-round = The time of the match is over. This is the last round.
live-time-last = The time of the match is over. This is the last deal.
live-again = A rematch is ready at a new table.
live-said = { $name }: { $text }
report-noted = Thank you. The deal will be saved with its log when it ends.

agree-title = Agreements
agree-claim = Claim
agree-undo = Ask to undo
agree-undo-stood-in = Ask to undo the bot’s move
agree-undo-alone = Take back
agree-undo-lost = After this the match will not count in your statistics.
agree-concede = Concede
agree-stop = End the match
agree-replace = Let a bot play for { $player }
agree-one-lies = answer the open proposal first
agree-no-deal = no deal is being played
agree-nothing-left = nothing to claim now
agree-over = the match is over
agree-left = { $tricks ->
    [one] 1 trick is left. How many does your side take?
   *[other] { $tricks } tricks are left. How many does your side take?
    }
agree-fewer = One trick fewer
agree-more = One trick more
agree-claim-note = You can claim three times in a deal. People agree or play on; a bot agrees if your side is sure of that many tricks, however the cards are dealt. If you can see every card in play, the claim is decided at once, by best play.
agree-offer = Claim these
agree-resign = Resign
agree-resign-sure = Resign this rated match? You will be last, even if you lead on the score sheet, and a bot plays on for you.
agree-concede-sure = Concede this deal for your side?
agree-stop-sure = End the match now? All others have to agree; the sheet is settled as it is.
agree-waiting = Waiting for { $players }.
agree-withdraw = Withdraw
agree-agree = Agree
agree-refuse = No
proposal-claim = { $player-is ->
    [you] You claim { $tricks } of the { $left } tricks left.
   *[other] { $player } claims { $tricks } of the { $left } tricks left.
}
proposal-concede = { $player } would like to concede the deal.
proposal-undo = { $player-is ->
    [you] You ask to take back { $card }.
   *[other] { $player } asks to take back { $card }.
}
proposal-undo-unseen = { $player-is ->
    [you] You ask to take the last action back.
   *[other] { $player } asks to take the last action back.
}
proposal-undo-since = { $player-is ->
    [you] You ask to take back { $card }, done by a bot in your place, and everything done since (actions to take back: { $back }).
   *[other] { $player } asks to take back { $card }, done by a bot in their place, and everything done since (actions to take back: { $back }).
}
proposal-undo-since-unseen = { $player-is ->
    [you] You ask to take back what a bot did in your place, and everything done since (actions to take back: { $back }).
   *[other] { $player } asks to take back what a bot did in their place, and everything done since (actions to take back: { $back }).
}
proposal-stop = { $player-is ->
    [you] You ask to end the match now.
   *[other] { $player } asks to end the match now.
}
proposal-replace = { $player-is ->
    [you] You ask for a bot on the seat of { $other }.
   *[other] { $player } asks for a bot on the seat of { $other }.
}
proposal-withdrawn = { $player-is ->
    [you] You withdraw the proposal.
   *[other] { $player } withdraws the proposal.
}
declined-claim = { $player-is ->
    [you] You say no: the play goes on.
   *[other] { $player } says no: the play goes on.
}
declined-undo = { $player-is ->
    [you] You say no: { $card } stands.
   *[other] { $player } says no: { $card } stands.
}
declined-undo-unseen = { $player-is ->
    [you] You say no: the last action stands.
   *[other] { $player } says no: the last action stands.
}
declined-undo-since = { $player-is ->
    [you] You say no: { $card } stands, and so does everything since.
   *[other] { $player } says no: { $card } stands, and so does everything since.
}
declined-undo-since-unseen = { $player-is ->
    [you] You say no: what the bot did stands.
   *[other] { $player } says no: what the bot did stands.
}
declined-stop = { $player-is ->
    [you] You say no: the match goes on.
   *[other] { $player } says no: the match goes on.
}
declined-replace = { $player-is ->
    [you] You say no: the table waits for { $other }.
   *[other] { $player } says no: the table waits for { $other }.
}

talk-title = Chat
talk-nothing = No messages yet.
talk-write = Write to the table
talk-send = Send
talk-calls-wait = Your calls appear when you send this or leave the field.
talk-all = All messages
talk-presets = Ready-made messages
talk-mute = Mute
talk-mute-one = Mute { $name }
talk-muted = Muted:
talk-unmute-one = Unmute { $name }
talk-off = Chat is off.
talk-on = Switch it on
talk-none = This table has no chat.
talk-watching = { $name } (watching)

keys-title = Keys
keys-move = Move within the hand, the calls and the sheet
keys-do = Play, call
keys-place = Card at that position
keys-place-end = Card, counted from the right
keys-level = The level of a bid
keys-bid = Then the bid at that position
keys-call = The call at that position
keys-hint = Hint
keys-last = Last trick
keys-sheet = Score sheet
keys-read = Read the table
keys-chat = Chat
keys-help = These keys
keys-close = Close
keys-enter = Enter
keys-shift = Shift +
keys-space = Space
keys-escape = Esc
keys-layouts = Keys count by their position, so they work in every keyboard layout.
keys-single = Use single-key shortcuts

## The table
table-your-turn = Your turn
table-lead = lead any card
table-follow = follow
table-trump = trump with
table-any-card = any card
table-lay-away = { $cards ->
    [one] Discard 1 card
   *[other] Discard { $cards } cards
    }
table-chosen = { $chosen } of { $owed }
table-lay = Discard these
table-thinking = { $player-is ->
    [you] You are thinking
   *[other] { $player } is thinking
}
table-waiting = Waiting for { $players }
table-here = here
traced-of = Known cards of { $player }
traced-away = { $away ->
    [0] struck out: discarded
    [one] one of these is discarded
   *[other] { $away } of these are discarded
}
traced-some = in the hand, or discarded
table-calls = Calls
calls-mean = What the calls mean
sure-say = Yes, call it
sure-back = Back

table-you = You
table-dealer = Dealer
table-dealer-letter = D
table-empty-seat = Empty seat
table-bot = Bot, { $level }
sparing-bot = Bot, { $level }, thinks less
table-bot-sits-in = Away · a bot plays
table-away = Away
table-partner = Your partner
table-sits-out = sits out
table-clock = Clock
table-rated = rated
table-time-left = { $minutes } min left
table-time-round = time over, last round
table-time-last = last deal
table-tricks = { $tricks ->
    [one] trick
   *[other] tricks
    }
table-together = { $tricks ->
    [one] trick together
   *[other] tricks together
    }

table-hand = Your hand
table-hand-of = { $player-is ->
    [you] Your cards
   *[other] Cards of { $player }
}
table-card-new = { $card }, new
table-card-of = { $player }: { $card }
table-led = Lead: { $card }
table-last-trick = Last trick
table-last = Last
table-took = { $player } took it
table-no-trick = No trick has been taken yet.

table-bid-turned = { $player }: { $bid }
table-bid-awaited = no bid yet
table-bid-sealed = face down
table-bid-yours = yours, face down

stock = face down
stock-turned = Turned up by { $player }
table-own-discarded = You discarded { $cards }
table-own-took = You took up { $cards }
table-own-gave = You gave { $player } { $cards }
table-own-got = You got { $cards } from { $player }

table-shuffling = The cards are being shuffled.
table-cuts = { $player-is ->
    [you] You cut the deck.
   *[other] { $player } cuts the deck.
}
cut-title = Cut the deck
cut-how = Tap the deck where you like.
cut-itself = Cut automatically in { $time }
cut-label = Cut the deck: how many cards go from the top to the bottom
cut-halves = { $above } above, { $below } below
cut-why = Why do I cut?
cut-why-before = Before you cut, the deck has been shuffled and sealed.
cut-why-where = Where you cut changes who gets which card. No one can know this in advance.
cut-why-after = After the deal the seal is opened, and your device checks that no card was changed.
cut-note-cutSelf = If off, your device cuts for you
cut-note-cutBots = If off, your device cuts for you: you play alone, so no one could cheat you
cut-check = Check the numbers yourself
table-unseen = The deal is being played. You will see it once it has ended.
table-deal = deal { $deal }
table-beside = Side panel
table-menu = Menu
menu-help = Help
menu-lobby = To the lobby
menu-hint-later = on your turn
table-fair = Fair cards
table-rules = Rules
table-chat = Chat
table-hint = Hint
table-sheet = Score sheet
table-sheet-short = Sheet
table-open = Open
table-said = Calls made
table-nothing-said = No calls yet.
table-facts = This deal
table-agreements = At this table
table-on = yes
table-off = no

# The first deal with the coach
coach-name = Coach
coach-first-time = First time?
coach-door = Play a first deal with a coach
coach-title = Your first deal
coach-number = { $number } of { $of }
coach-see = Go on
coach-answer = Your answer:
coach-back = Take back
coach-leave = Leave the coach
coach-return = Back to the coach
coach-sure = Stop coaching? You can call the coach back from the menu.
coach-go = Stop
coach-stay = Stay
coach-things = What this deal showed
coach-right = right
coach-own-way = your choice
coach-match = Play your own match

hint-waits = Thinking…
hint-spoken = Hint: { $plan }
hint-points = { $points } points
hint-others = Other choices
hint-more = and { $count } more
hint-thumb = A quick rule-of-thumb hint: points are not calculated here.
hint-note = Points: what this deal should score for { $partners ->
    [0] you
   *[other] your side
    } in the settlement. An estimate over many hands that the others may hold; it knows no more than you do.
hint-note-open = Points: what this deal should score for { $partners ->
    [0] you
   *[other] your side
    } in the settlement. All cards are visible.
hint-mark-same = same
hint-or = or
hint-same = They are worth the same.
hint-same-as = Worth the same: { $plans }
hint-close = More points are not always better: a choice may have been tried with fewer hands, or be ahead by less than the error.

## pages
# Names of the reader
you = You
you-inside = you

# The score sheet
sheet-title = Score sheet
sheet-note = Tap a number to see where it came from. The last deal is underlined.
sheet-on = on { $other }
column-on = { $column } ({ $other })
sheet-box = { $whose } · { $column }
sheet-settlement = Settlement now
sheet-result = Settlement
sheet-winner = won
sheet-deals = Deals
sheet-all-deals = { $deals ->
    [one] The only deal
   *[other] All { $deals } deals
}
sheet-deal = Deal
sheet-opening = Starting score
sheet-empty = Nothing is scored yet.
sheet-table = As a table
sheet-drawn = As a drawing
deal-number = Deal { $deal }
deal-played = { $who }: { $contract }
deal-finished = played
deal-taken-back = taken back
deal-corrected = corrected by hand
why-before = before this deal: { $number }
why-opening = The sheet began with { $number }.
why-deal = This deal’s numbers
why-rules = The rules
why-earlier = Previous number
why-later = Next number
ladder-of = of { $target }
ladder-steps = { $climbed } of { $steps } steps

# Presets and levels
preset-name-standard = Standard
level-beginner = Beginner
level-rule = Steady
level-pimc = Strong
level-master = Master
level-random = Random

# The lobby
header-nav = Pages
header-play = Play
header-rules = Rules
header-fair = Fair cards
header-guest = Guest
header-more = More
header-score = Scorer
header-statistics = Statistics
header-skip = Skip to the content
header-skip-play = Skip to play
header-settings = Settings
lobby-title = What shall we play?
lobby-problem = Problem of the day
lobby-lead = Old games, at one quiet table. No account needed.
lobby-games = Games
lobby-on-device = on this device
lobby-left = Your tables
lobby-left-at = { $game }: your match is in deal { $deal }.
lobby-back = Continue
lobby-waits = { $game }: your table waits for players.
lobby-go = Go to table
lobby-open-title = Open tables
lobby-open-online = { $number ->
    [one] 1 person is here
   *[other] { $number } people are here
}
lobby-open-waits = { $free ->
    [one] { $host } waits for one more
   *[other] { $host } waits for { $free } more
}
lobby-open-taken = { $taken } of { $seats } seats taken
lobby-open-more = { $more ->
    [one] 1 house rule changed
   *[other] { $more } house rules changed
}
lobby-open-rating = rating { $rating } ± { $error }
lobby-open-accounts = for people with an account
lobby-open-seekers = { $people ->
    [one] 1 person looks for players
   *[other] { $people } people look for players
}
lobby-open-join = Join
lobby-open-join-lane = Join the search: { $lane }
lobby-open-sit = Sit down
lobby-open-sit-at = Sit down at the table of { $host }
lobby-open-plays = Playing now: { $names }
lobby-open-deal = deal { $deal }
lobby-open-watch = Watch
lobby-open-watch-at = Watch { $names }
lobby-open-missed = The last seat at the table of { $host } was just taken.
lobby-open-none = No table is open right now.
lobby-open-none-note = Open one: it appears in this list, and anyone can sit down.
lobby-open-open = Open a table
lobby-open-only-accounts = Only for people with an account
lobby-open-options = More options
lobby-open-near = For players about as strong as me
lobby-open-near-note = The list says: ratings from { $low } to { $high }. Others can still sit down.
lobby-open-bots = Once two people sit here, bots take the empty seats
lobby-open-bots-after = { $minutes ->
    [0] never
   *[other] after { $minutes } min
}
lobby-open-bots-some = two people get bots after { $minutes } min
lobby-open-rated = Rated: the match counts for ratings
lobby-open-rated-note = Everyone needs an account. There are clocks and no undo; if you leave, you come last. The house rules may differ from a preset only in the length of the match.
lobby-open-minutes = { $minutes } min
lobby-open-ratings = ratings from { $low } to { $high }
lobby-open-hours = { $hours } h for each decision
lobby-open-deals = { $deals ->
    [one] 1 deal
   *[other] { $deals } deals
}
lobby-open-kind = Tables
lobby-open-live = Live
lobby-open-turns = Turn-based
lobby-open-each = Time for each decision
lobby-open-absent = often absent: { $name }
lobby-open-all = Show { $number } more
lobby-open-fewer = Show fewer
lobby-open-lost = The connection is lost. This list may be out of date.

seek-title = Find players
seek-lead = Choose up to three kinds of match. You sit down at the first table that comes together.
seek-deals = { $deals ->
    [one] { $deals } deal
   *[other] { $deals } deals
}
seek-lane-waiting = { $people ->
    [0] no one is looking
    [one] { $people } person is looking
   *[other] { $people } people are looking
}
seek-lane-last = last table { $time }
seek-range = Maximum rating difference
seek-range-any = Any
seek-range-up = Up to { $points }
seek-bots = Let a bot take a seat after 45 seconds
seek-bots-note = Only if the other players accept it too.
seek-rated-note = A match is rated if all its players have accounts and use different networks. Players who share a network may find an unrated match after a minute.
seek-partner = Your partner
seek-partner-any = Anyone
seek-partner-note = { $name } must look for the same match and choose you.
seek-start = Find players
seek-save = Save changes
seek-change = Change
seek-stop = Cancel
seek-bar = Looking for players
seek-others = { $others ->
    [0] no one else yet
    [one] { $others } other person
   *[other] { $others } other people
}
seek-alone = No table yet after a minute. Search more widely? You can also play with bots meanwhile.
seek-alone-bots = Let a bot take a seat
seek-alone-range = Accept any rating
seek-alone-keep = Keep waiting
seek-lost = No connection. Your place is kept for 30 seconds.
seek-returned = Someone did not come. You keep your place.
seek-found = Your table is ready
seek-found-notice = { $game }: your table is ready.
seek-found-who = You have { $seconds ->
    [one] { $seconds } second
   *[other] { $seconds } seconds
} to sit down. You play with { $names }.
seek-found-bot = a bot
seek-found-sit = Sit down
seek-found-later = Not now
seek-found-note = If you do not sit down in time, you cannot look for players for a minute or longer.
seek-found-bots = Your table with bots waits for you.
seek-coming = Waiting for the other players
seek-on-way = On the way
seek-call-title = Notify me when someone looks for players
seek-call-note = Your browser shows you a message when someone finds no players at these hours and you are away: at most twice a day, and not in the quiet hours of your settings.
seek-call-allow = First switch on browser messages in the settings, under “When you are away”.
seek-call-days = Days
seek-call-from = From
seek-call-to = To
seek-call-save = Save these hours
seek-call-lanes = For the matches chosen above: { $lanes }
seek-call-remove = Remove
seek-call-remove-one = Remove the hours for { $lane }
guest-kept = { $days ->
    [one] Guest names and unfinished tables are deleted after a day away, unless you have an account.
   *[other] Guest names and unfinished tables are deleted after { $days } days away, unless you have an account.
}
setup-rules = Rules
setup-own = Custom…
setup-bots = Bots
setup-changed = Changed:
setup-switches = All options
setup-play = Play now with bots
setup-find = Find players
setup-finding = Change the search
setup-invite = Invite friends by link
options-title = { $game }: all options
options-base = Rules: { $preset }.
options-changed = { $changes ->
    [0] Nothing is changed.
    [one] One rule is changed.
   *[other] { $changes } rules are changed.
}
options-back = Reset all
options-differs = Changed. In { $preset }: { $value }.
options-reset = Reset
options-table = The table
options-absent = If a player is absent
options-minutes = Time limit
minutes-some = { $minutes ->
    [0] none
   *[other] { $minutes } min
    }
options-after = When the time is over
options-after-deal = the deal is finished
options-after-round = the round is finished
minutes-deal = { $minutes } minutes, plus the rest of the deal
minutes-round = { $minutes } minutes, plus the rest of the round
absent-bot = a bot takes over
absent-wait = the table waits
absent-vote = the others decide
options-away = Wait after a disconnection
away-seconds = { $seconds } s
options-clock = Clock
clock-none = None
clock-some = { $minutes } min + { $seconds } s
options-spectators = Anyone with the link may watch
options-delayed = Spectators see each deal only once it has ended
options-chat = Chat
options-keep = Save these rules
options-name = A name for these rules
options-save = Save
options-link = Copy a link to these rules
options-forget = Delete { $name }
options-forget-it = Delete
options-done = Done
option-bounds = A number from { $low } to { $high }{ $step ->
    [1] .
   *[other] , in steps of { $step }.
}
option-idle = Has no effect here. { $because }.
copy-done = Copied

# Before a match
wait-title = { $game }: before the match
wait-free = { $free ->
    [0] All seats are taken.
    [one] One seat is free.
   *[other] { $free } seats are free.
}
wait-rated = This match is rated. It counts for the ratings of all players.
wait-link = The link for friends
wait-copy = Copy
wait-share = Share
wait-link-note = Anyone who opens it sees the rules and can sit down. No account needed.
wait-link-account = Anyone who opens it sees the rules, and can sit down with an account.
wait-seats = Seats
wait-seat = seat { $seat }
wait-empty = Free
wait-choosing = Choosing a name
wait-bot = Bot · { $level }
wait-away = away
wait-partner = plays with { $partner }
wait-sit = Sit here
wait-sit-seat = Sit here, seat { $seat }
wait-stand = Stand up
wait-fill = Add bot
wait-fill-seat = Add bot, seat { $seat }
wait-unfill = Remove
wait-away-with = Remove { $name }
wait-start = Start
wait-start-sure = A player is choosing a name for seat { $seat }. Start without them?
wait-start-again = No one has sat down on seat { $seat }. Start with a bot there?
wait-start-waiting = The match starts when the player for seat { $seat } sits down.
wait-start-wait = Wait
wait-start-anyway = Start now
wait-start-note = { $free ->
    [one] A bot takes the free seat.
   *[other] Bots take the { $free } free seats.
}
wait-choose = Choose a seat.
wait-host = The host starts the match.
wait-full = The match starts when all seats are taken, or when the host starts it.
wait-starting = All seats are taken. The match starts in a few seconds.
wait-listing-on = While a seat is free, this table is in the list of open tables.
wait-listing-ended = This table is no longer in the list of open tables.
wait-list = List it again
wait-unlist = Take it out of the list
wait-rules = The rules of this table
wait-all-rules = All house rules
wait-how = How to play

# Name and account
account-title = Your name
account-nobody = You have no name here yet. When you sit down, you become a guest.
account-guest = You are a guest in this browser.
account-known = This is your account.
account-call = Your name at the table
account-name = Name
account-password = Password
account-rename = Change
account-renamed = Your name is changed.
account-new = New here
account-keep = Keep this name
account-keep-note = With a name and a password you can come back from any device. Your tables stay yours. No email address needed.
account-table = That table needs an account. Make one or log in, and you are back at the table.
account-make = Make an account
account-made = Done: this is your account now.
account-have = I have an account
account-hide-name = Hide my name in links
account-hide-name-note = Anyone who opens a link to one of your matches sees “Guest” instead of your name. Those who played it see your name.
account-leave-guest = Your guest name and tables in this browser will not move to the account.
account-login = Log in
account-in = Welcome back.
account-device = Log in on a new device
account-device-note = Open this link on the new device and log in there. Then that device is not locked out when others guess wrong passwords. The link is useless without the password.
account-device-link = Show the link
account-device-known = Your account knows this device now. Log in with your password.
account-change = Change the password
account-old = Current password
account-next = New password
account-changed = The password is changed; other devices have to log in again.
account-leave = Delete the account
account-leave-as-guest = Delete this guest
account-leave-note = This deletes your name, your solved problems and your list of blocked people for good. Finished matches stay with those who played them; there you become a player without a name.
account-leave-for-good = Delete for good
account-gone = Deleted. Your name no longer appears here.
account-logout = Log out
account-profile = Your page, and who sees it
account-out = You have logged out.

# Rules
rules-title = Rules
rules-presets = Ways to play
rules-read = Read these rules
rules-play = Play it this way
rules-options = House rules
rules-options-note = You can change these. The usual value is that of { $preset }.
rules-usual = Usual: { $value }.
rules-default = usual

# Between deals
rest-next = Next deal
rest-reading = Still reading: { $names }.
rest-won = { $sides ->
    [one] { $many ->
        [one] { $names } has won
       *[other] { $names } have won
    }
   *[other] { $names } share the win
}
rest-you = { $alone ->
    [yes] You have won
   *[no] { $names } have won
}
rest-ratings = Ratings
rest-rating = { $name }: { $after } ± { $margin } ({ $change })
rest-rating-waits = The ratings are being computed.
rest-nobody = The match ends without a winner
rest-again = Play again
rest-again-go = Go to the new table
rest-lobby = Other games
rest-log = Download the log
rest-verify = Verify the cards
rest-deck-good = The deck was checked here: your number is in it, and the deck was not changed.
rest-deck-told = The deck was checked here: it is the one that was promised. Your number is not in it.
rest-deck-made = The deck can be recomputed from its numbers. This browser has no other record of it.
rest-deck-bad = The deck does not match its published hash. See why.
rest-deck-given = These cards were chosen for learning, not shuffled: the deal does not count.
line-of-play = One way to play the other tricks
rest-agreed = The last tricks were not played out. They went to: { $counted }.
played-title = All hands

# Fair cards
fair-title = Are the cards fair?
fair-lead = Deal { $deal }. No one, not even the server, can choose the cards alone.
fair-given = The cards of this first deal were chosen to show the game, not shuffled. It does not count, and everyone who plays it gets the same cards.
fair-locked = Locked
fair-mixed = Mixed
fair-cut = Cut
fair-checked = Checked
fair-done = done
fair-step-locked = The server published the hash of its seed.
fair-step-mixed = Your number went into the deck. Bots’ numbers come from the locked seed.
fair-step-mixing = Every player promises a number, then shows it.
fair-step-mixed-late = Your number came too late, so this time it was taken from the locked seed.
fair-step-mixed-out = Your number was sent, but left out.
fair-step-mixed-watching = Each player’s number goes into the deck. Bots’ numbers come from the locked seed.
fair-step-cut = { $cutter } sits on the dealer’s right and cuts last.
fair-step-cut-mine = You sit on the dealer’s right, so you cut last.
fair-step-cut-done = { $cut ->
    [one] 1 card went from the top to the bottom.
   *[other] { $cut } cards went from the top to the bottom.
}
fair-step-checked = After the deal the seed is shown and this browser checks it.
fair-withheld = { $name } promised a number and has not shown it: a number from the seed replaces it. This has happened { $number ->
    [one] once
   *[other] { $number } times
} in this match.
fair-decks = Decks of this match, checked here
fair-not = “All right” means: your number is in the deck, and no one could choose the deck, except for the choice named here. It does not mean that the people who run the server have not looked at the cards.
fair-rated = While a deal of a rated match is being played, this server analyses no positions for its players. That hinders a player who wants to compute the best play, but cannot prevent it.
fair-device = This device shuffles its own cards: a person who plays on it alone could look at them, and no one else is there to check.
fair-more = How it works
checked-deal = Deal { $deal }
checked-attempt = Deal { $deal }, deck { $attempt }
checked-good = all right
checked-told = as promised
checked-made = can be recomputed
checked-bad = does not match
checked-given = prepared, not shuffled
checked-given-why = This deck was prepared, not shuffled, like that of a first deal with the coach: there is nothing to check.
checked-refused = dealt again
checked-drawn = from the seed
checked-held = The cards that you were dealt are marked.
checked-choice = { $number ->
    [1] Once your number was shown, nothing was left to choose.
   *[other] Once your number was shown, all others and the server together could still have chosen among { $number } decks.
}
check-seed = The seed matches the hash that was shown before the deal.
check-seed-bad = The seed does not match the hash that was shown before the deal.
check-promise = No hash was changed after it had been shown.
check-promise-bad = A hash was changed after it had been shown.
check-early = The seed was not shown too early.
check-early-bad = The seed was shown too early.
check-once = The shuffle ran only once.
check-once-bad = The shuffle was started again without being counted.
check-terms-bad = The terms of the deal or redeal were changed.
check-asked-bad = You were not asked for a number.
check-earlier = Every deck before this one was shown.
check-earlier-bad = A deck before this one was never shown.
check-bots = The bots’ numbers and cuts follow from the seed.
check-bots-bad = A bot’s number or cut does not follow from the seed.
check-entropies = Every player’s number is the one they committed to.
check-entropies-bad = A player’s number is not the one they committed to.
check-mine = Your number is in the deck.
check-mine-bad = Your number was left out.
check-own-cut = The deck was cut where you cut.
check-own-cut-bad = Your cut was changed.
check-missing-cut = No person cut: the cut follows from the seed.
check-missing-cut-bad = No person cut, and the cut does not follow from the seed.
check-forged-cut-bad = A cut was made in your name.
check-refused = The rules called for a redeal.
check-refused-bad = The rules did not call for a redeal.
check-played-bad = The rules called for a redeal, but this deck was played.
check-withheld-bad = A player did not show the number that they had promised, and the server did not count this.
check-hand = Your hand was dealt from this deck.
check-hand-bad = This deck gives you another hand than you were dealt.
check-cut = The deck was cut where the server said.
check-cut-bad = The deck was not cut where the server said.
check-deck = Shuffled again here, the deck is the same card for card.
check-deck-bad = Shuffled again here, the deck is different.
fair-seed = Seed
fair-commitment = Hash of the seed, shown before
fair-commitment-optional = The hash shown before the deal, if you noted it
fair-entropies = Numbers, by seat
fair-seat = Seat { $seat }
fair-deck = Deck, top first
fair-pack = Cards
fair-page-lead = You do not have to take it on trust. Every deck can be recomputed from numbers that no one chose alone.
fair-how-locked = Before the deal the server draws a secret seed and publishes its SHA-256 hash. It can no longer change the seed.
fair-how-mixed = Each player’s browser commits to a random number by its hash. Once all have done so, the numbers are shown, and none can be changed. A number that is missing or not shown in time is derived from the locked seed, as bots’ numbers are.
fair-how-cut = Seed and numbers determine one order of the cards. Last of all, the player on the dealer’s right cuts. A cut that does not come in time follows from the locked seed, as a bot’s does.
fair-how-checked = After the deal the seed is shown. Your browser recomputes the deck and compares it with its own record: what it sent, what it received, and when.
fair-proves = What it proves
fair-proves-text = Suppose that every check of a deck passes, and that your number is in it. Then no one could know the order of the cards before your number was shown. Everything else was fixed by then, except for the choices named below, and nothing was changed later. Your hand was dealt from this deck. Each redeal was called for by rules that were shown before the shuffle, and each refused deck is shown.
fair-last = What could still be chosen
fair-last-text = Once your number is shown, two choices are left. A player who has promised a number may withhold it; then a number from the seed replaces it. And the player who cuts may cut anywhere. Without the server’s help these choices are blind: only the server knows the seed. In league with the server, each player who has promised a number can choose between 2 decks, and the player who cuts among 31 with 32 cards, or 51 with 52. With two other players, one of whom cuts, that makes 2 × 2 × 31 = 124 decks at most; with bots alone there is nothing to choose. A withheld number is announced at once, by name, and counted over the match.
fair-proves-not = What it does not prove
fair-proves-not-text = That the people who run the server did not look at the cards or show them to a player. That no other player is in league with the server. That the match goes on: the server can break it off when it knows the cards, but it cannot shuffle again without a check that fails. A number or a cut that was lost on a bad connection looks the same as one that the server left out. Where this browser recorded nothing, it is proved only that the deck can be recomputed from the numbers shown; someone may have searched for such numbers. If you are the only person at the table and a bot cuts, yours is the only number that the server did not draw.
fair-table = Check a match
fair-table-note = The log of a match has the seed of every finished deal. This page recomputes the decks from it, and compares them with what this browser recorded while you played.
fair-table-id = Address or name of a table
fair-look = Check
fair-file = Open a log
fair-own = Your tables:
fair-none = No deal is finished yet.
fair-no-log = This is not the log of a match.
fair-hand = Check by hand
fair-hand-note = With the numbers of one deal, from a log or from a friend.
fair-shuffle = Make the deck
fair-exact = The exact method
fair-exact-text =
    1. Key = HMAC-SHA256 with the seed’s 32 bytes as key, of the text "prikup shuffle 1" and the numbers by seat, joined by "|".
    2. Stream = HMAC-SHA256 with that key of the counters 0, 1, 2 … (8 bytes, big endian), read as 4-byte words, big endian.
    3. The pack begins in order: spades, clubs, diamonds, hearts, each from the lowest card to the ace. For i from the last place down to 1: take the next word below floor(2³² / (i + 1)) · (i + 1), skipping others; j = word mod (i + 1); the cards at i and j change places.
    4. The cut moves that many cards from the top to the bottom.
    5. Missing inputs: a number is HMAC-SHA256 with the seed as key of "entropy SEAT" (seats count from 0), in hex; a cut is 1 + the first 8 bytes of HMAC-SHA256 of "cut", mod the number of cards less one.

## settings
settings-title = Settings
settings-name = Your name
settings-rename = Change
settings-lang = Language
settings-theme = Colours
settings-theme-auto = As the device
settings-theme-light = Light
settings-theme-dark = Dark
settings-deck = Suits
settings-deck-2 = Two colours
settings-deck-4 = Four colours
settings-letters = Suit letters on the cards
settings-size = Cards
settings-size-small = Small
settings-size-usual = Usual
settings-size-large = Large
settings-order = Order of the hand
settings-order-alternating = Red and black
settings-order-ranked = By suit
settings-order-rising = Low to high
settings-speed = Motion of the cards
settings-speed-0_5 = Slow
settings-speed-1 = Usual
settings-speed-2 = Fast
settings-speed-0 = None
settings-speed-device = The device asks for less motion, so nothing moves.
settings-rest = Show a finished trick for
settings-rest-0 = Not at all
settings-rest-600 = 0.6 s
settings-rest-1000 = 1 s
settings-rest-2000 = 2 s
settings-reading = Reading speed of your screen reader
settings-reading-0_5 = Slow
settings-reading-1 = Usual
settings-reading-2 = Fast
settings-reading-0 = No wait
settings-guard = Ignore taps for 0.7 s after a question appears
settings-confirm = Tap twice to play a card
settings-auto = Play my only legal card for me
settings-cutSelf = Cut the deck by hand in games with people
settings-cutBots = Cut the deck by hand in games against bots
settings-keys = Use single-key shortcuts
settings-chat = Show the chat
settings-look = Look
settings-play = Play
settings-you = You
settings-sounds = Sounds and notices
settings-volume = Volume
settings-volume-0 = Off
settings-volume-1 = Quiet
settings-volume-2 = Usual
settings-volume-3 = Loud
settings-soundTurn = Your turn
settings-soundCard = A card is played
settings-soundTrick = A trick is taken
settings-soundDeal = Cards are dealt
settings-soundWon = You win the match
settings-notices = Notify me of my turn and of invitations when I am elsewhere
settings-notices-note = The browser asks for permission once. A notice says only that it is your turn, that your table is ready, or who invites you.
settings-notices-denied = The browser does not allow notices from this site. You can allow them in its own settings.
settings-notices-unknown = This browser shows no notices here; the title of the tab still shows your turn.
notice-turn = Your turn at { $game }

## When the reader is away
away-title = When you are away
away-note = You get only the messages that you switch on. They never show a card.
away-push = Notify me on this device
away-push-note = Your browser shows a message, also when this page is closed.
away-push-impossible = This browser cannot receive messages here. On an iPhone, put the page on the home screen first.
away-test = Send a test message
away-tested = Sent. It should appear within a few seconds.
away-mail = Email address
away-mail-set = Save the address
away-mail-sent = We have sent a mail to { $address }. Open the link in it within a day.
away-mail-waits = { $address } is not confirmed yet: open the link in the mail.
away-mail-proved = Mails go to { $address }, at most four a day.
away-mail-remove = Remove the address
away-by-push = Notify me by browser message
away-by-mail = Notify me by mail
away-kind-turn = when it is my turn at a turn-based table
away-kind-invited = when a friend invites me to a table
away-kind-friend = when someone asks to be my friend
away-kind-found = when players have been found for me
away-kind-seek = when someone looks for players at the hours that I have chosen
away-kind-voided = when a rated match of mine is declared void
away-quiet = No messages between 22 and 8 o’clock
push-turn = { $game }: it is your turn.
push-invited = { $name } invites you to a table of { $game }.
push-friend = { $name } asks to be your friend.
push-found = { $game }: your table is ready.
push-seek = { $game }: someone is looking for players.
push-voided = { $game }: a rated match of yours was declared void.
push-test = This is a test message. Messages reach you here.
mail-prove-title = Is this your email address?
mail-prove-lead = Press the button if you have entered this address to get notices when you are away.
mail-prove-button = Yes, send notices there
mail-prove-done = Done. Choose in the settings, under “When you are away”, which notices are mailed.
mail-stop-title = Stop the mails?
mail-stop-lead = Your address will be deleted, and you will get no more mails.
mail-stop-button = Stop the mails
mail-stop-done = Done. You will get no more mails.

## People at the table
name-question = What shall we call you?
name-question-seat = What shall we call you on seat { $seat }?
name-sit = Sit down
name-watch = Only watch
people-title = People
people-rename = Change the name
people-lock = Close to newcomers
people-unlock = Open to newcomers
people-locked = This table is closed to newcomers.
people-watching = { $number ->
    [one] One person watches.
   *[other] { $number } people watch.
}
people-you-watch = You watch
people-you-watch-delayed = You watch: deals are shown afterwards
person-remove = Remove
person-remove-one = Remove { $name }
person-remove-sure = Remove { $name } from this table for good?
person-block = Block
person-block-one = Block { $name }
person-block-sure = Block { $name }? They will not be able to sit down at your tables.
person-mute-note = They will not notice.
person-block-note = They will not be able to sit down at your tables.
person-remove-note = A bot takes over that seat.
person-back = Back
person-blocked = { $name } is blocked. Your settings list everyone you have blocked.
person-not-blocked = That did not work. Try again.
person-profile = Page of { $name }
blocked-title = Blocked people
blocked-none = You have not blocked anyone.
blocked-again = Unblock { $name }
report-bad = Report
report-bad-of = Report a bad move: { $player }, { $did }
report-kept = reported
report-kept-of = Reported: { $player }, { $did }
report-title = What the bots did
report-what = Report a bad call or card: the deal is saved for the people who train the bots.
report-unseen = something face down
talk-unmute = Unmute
table-tab = Deal

# Friends
header-people = Friends
header-ratings = Ratings
friends-title = Friends
friends-all = All friends
friends-asking = { $people ->
    [1] { $names } asks to be your friend.
   *[other] { $names } ask to be your friends.
}
friends-none-here = None of your friends is here now.
friend-state-away = Away
friend-state-here = Here
friend-state-table = At a table
friend-state-unknown = Unknown
friend-state-today = Was here today
friend-visit = Go to the table
friend-visit-one = Go to the table of { $name }
friend-calls = Invitations to a table
friend-call = { $name } invites you to a table
friend-call-later = Not now
friend-call-title = Invite a friend to this table
friend-call-button = Invite
friend-call-one = Invite { $name }
friend-call-sent = Invited
friend-called = { $name } sees your invitation for half an hour.
friend-news-call = { $name } invites you to a table.
friend-news-request = { $name } asks to be your friend.
friend-ask-title = Ask to be friends
friend-ask-one = Ask { $name } to be friends
friend-ask-note = They decide whether to accept.
friend-asked = You have asked { $name }
friend-asked-note = Your page “Friends” lists your requests.
friend-guest = Make an account to have friends here.
friends-page-lead = See when your friends are here, and invite them to your table.
friends-page-guest-asked = { $people ->
    [1] { $names } asks to be your friend. Make an account to answer.
   *[other] { $names } ask to be your friends. Make an account to answer.
}
friends-page-make = Make an account
friends-page-asked = Your request is sent.
friends-page-asked-name = If an account has exactly this name, your request is sent to its owner.
friends-page-guest-linked = You have opened a friend’s link. Make an account; then you can ask to be friends.
friends-page-linked = You have opened a friend’s link.
friends-page-ask = Ask to be friends
friends-page-asking = Requests to you
friends-page-accept = Accept
friends-page-accept-one = Accept { $name }
friends-page-refuse = Refuse
friends-page-refuse-one = Refuse { $name }
friends-page-remove = Remove
friends-page-remove-one = Remove { $name }
friends-page-remove-sure = Remove { $name } from your friends?
friends-page-rating = Ratings: { $ratings }
friends-page-none = You have no friends here yet. Ask someone at your table, or send a friend your link.
friends-page-hide = Hide that I am here
friends-page-hide-note = Your friends see you as away, also while you play.
friends-page-add = Add a friend
friends-page-link = Your friend link
friends-page-code = Your code is { $code }. Anyone who has it can ask to be your friend, and you decide.
friends-page-renew = New link
friends-page-renewed = You have a new link and a new code. The old ones no longer work.
friends-page-their-code = Your friend’s code
friends-page-their-name = Or the exact name of an account
friends-page-sent = Requests you have sent
friends-page-sent-note = A request stays here until the person accepts it or you withdraw it.
friends-page-withdraw = Withdraw
friends-page-withdraw-one = Withdraw the request to { $name }

# Finished matches
header-problems = Problems
header-matches = Matches
rest-review = Review this deal
rest-match = This match
matches-find = Find the better card
matches-import = Import a match
matches-import-note = It does not count in statistics, and only you can see it.
matches-import-large = The file is larger than a megabyte.
matches-import-who = Which player were you?
matches-import-verified = { $decks ->
    [one] One deck was shuffled and is verified.
   *[other] All { $decks } shuffled decks are verified.
}
matches-import-wrong = { $wrong } of { $decks } shuffled decks do not match their shuffles.
matches-import-given = No deck was shuffled here: there is nothing to verify.
matches-import-differs = { $places ->
    [one] In one place the file does not agree with the rules.
   *[other] In { $places } places the file does not agree with the rules.
}
matches-import-older = It was played under older rules: only the deals before the first difference are imported.
matches-title = My matches
matches-found = { $total ->
    [one] { $total } finished match
   *[other] { $total } finished matches
}
matches-all = All
matches-game = Game
matches-preset = Rules
matches-preset-any = Any rules
matches-company = Opponents
matches-company-any = Any opponents
matches-company-people = With other people
matches-company-computers = With computer players only
matches-result = Result
matches-result-any = Any result
matches-result-won = Won
matches-result-lost = Lost
matches-result-even = Even
matches-player = Name of another player
matches-deals = { $deals ->
    [one] { $deals } deal
   *[other] { $deals } deals
}
matches-partners = with { $partners }, against { $others }
matches-mistakes = { $mistakes ->
    [0] no mistakes
    [one] { $mistakes } mistake
   *[other] { $mistakes } mistakes
}
matches-not-reviewed = { $reviewed ->
    [0] not reviewed
   *[other] { $reviewed } of { $deals } deals reviewed
}
matches-note = The line shows your settlement after each deal; the thin line is zero. Open a match to see its deals.
unverified-mark = uploaded, unverified
unverified-note = Uploaded from a device, unverified. The log was replayed, but no one can check who played it or how often the cards were redealt, so it does not count in statistics.
imported-mark = imported
imported-note = Imported from a file. It does not count in statistics, and only you can see it.
upload-to-account = Go to account
matches-more = More
matches-again = Try again
matches-here = On this device
matches-here-note = These matches are only on this device. With an account they go into your archive automatically.
matches-here-refused = The archive did not accept these matches: it accepts only those of one person with computer players, under the current rules.
matches-none = You have not finished a match yet. Each finished match appears here.
matches-none-such = No match fits these filters.
matches-show-all = Show all matches
matches-play = Play one
match-somebody = a player
match-title = { $game }: { $others }
match-course = Your settlement after each deal
match-contract = Contract
match-dearest = Your costliest mistake
match-dearest-any = Costliest mistake
match-mistake = { $did }: { $lost }
match-mistake-trick = { $did } in trick { $trick }: { $lost }
match-nothing-lost = { $decisions ->
    [0] nothing to decide
    [one] { $decisions } decision, no mistake
   *[other] { $decisions } decisions, no mistake
}{ $unsure ->
    [0] { "" }
   *[other] , { $unsure } unsure
}
match-not-played = no card was played
match-to-review = Review of deal { $deal }
match-not-reviewed = not reviewed
match-result = Result
match-parts = Where the result came from
match-part-deal = the deal
match-part-calls = your calls and discards
match-part-cards = your cards
match-part-others = mistakes of the others
match-parts-note = The numbers are settlement points over all deals. Mistakes are judged from the player’s own view; “the deal” is everything else. In 95 of 100 cases the true mean is within the ± margin.
match-review = Review
match-review-all = { $deals ->
    [one] Review { $deals } deal
   *[other] Review { $deals } deals
}
match-reviewing = Deal { $deal } of { $deals }: { $done } of { $of ->
        [one] 1 decision
       *[other] { $of } decisions
    }
match-review-stop = Stop
match-review-failed = These deals could not be reviewed: { $deals }
match-link = Copy the link
match-make-private = Keep it private
match-make-public = Share with anyone who has the link
match-private-note = Only those who played can see it.
match-void = The operator of this server declared this match void: it does not count for ratings.
match-gone = There is no such match
match-gone-note = Perhaps it is not over yet, or its host keeps it private.

# Find the better card
find-title = Find the better card
find-do = Find the better card yourself
find-note = You see only decisions that were certainly mistakes. Every choice within the margin of error counts as right.
find-none = No reviewed deal has a mistake of yours. Review a match first.
find-task = You chose { $did }: { $verdict }. Find a better choice.
find-task-trick = Trick { $trick }: you played { $did }, { $verdict }. Find a better card.
find-right = Right: { $choice } saves { $saved } points.
find-better = Better than { $did }, but not the best: { $choice } saves { $saved } of { $lost } points.
find-worse = No better than { $did }: { $choice }.
find-same = You chose this in the match, too: { $choice }.
find-unknown = Not judged in the review: { $choice }.
find-best = The best is { $choice }.
find-hint-suits = Suit: { $suits }
find-hint-calls = { $right ->
    [one] One choice of { $choices } is right.
   *[other] { $right } choices of { $choices } are right.
  }
find-a-hint = Hint
find-show = Show me
find-next = Next mistake
find-review = Review of this deal
find-place = { $number } of { $total }
find-number = Mistake { $number }
find-last = This is the last mistake.
find-scope-match = This match
find-scope-all = All games
find-tried = Choices tried
find-tried-played = as played
find-tried-right = right
find-tried-better = better, not the best
find-tried-worse = no better
find-tried-unknown = not judged

# The review of a deal
reviewed-deal = Deal { $deal } of { $deals }
reviewed-deal-back = Previous deal
reviewed-deal-forward = Next deal
reviewed-where = { $game }, { $preset } · { $when }
reviewed-steps = Steps of the deal
reviewed-first = start
reviewed-back = back
reviewed-forward = next
reviewed-last = end
reviewed-list = tricks
reviewed-worst = Worst mistake
reviewed-next-mistake = Next mistake
reviewed-mistake-short = mistake
reviewed-key-step = step
reviewed-key-trick = trick
reviewed-said = Before the tricks
reviewed-play = The play
reviewed-bold = bold: took the trick
reviewed-trick = Trick { $trick }
reviewed-place = Trick { $trick }, card { $place } · { $player }
reviewed-before = Before the tricks · { $player }
reviewed-agreed = An agreement
reviewed-at-end = The end of the deal
reviewed-key-mistake = a mistake from the player’s own view
reviewed-key-unsure = unsure
reviewed-key-unlucky = a mistake only with all cards seen
reviewed-dot-inaccuracy = an inaccuracy
reviewed-dot-mistake = a mistake
reviewed-dot-blunder = a blunder
reviewed-dot-unsure = unsure
reviewed-dot-unlucky = a loss only with all cards seen
reviewed-verdict = Verdict
reviewed-all-seen = With all cards seen
reviewed-all-seen-short = all cards seen
reviewed-could-know = From the player’s own view
reviewed-could-know-you = With what you could know
reviewed-could-know-short = own view
reviewed-best = best
reviewed-no-worse = as good as any
reviewed-known-lost = { $best }: { $bestPoints }; this choice: { $points }
reviewed-known-near = { $behind } behind the best, ±{ $margin }
reviewed-known-unsure = unsure after { $worlds } deals: it may cost up to { $points }
reviewed-unsure = unsure
reviewed-seen-never = Calls, discards and exchanges are judged only from the player’s own view.
reviewed-seen-early = Too many cards are left for an exact value.
reviewed-seen-unsolved = All play for themselves, so there is no exact value.
reviewed-word-only = no choice
reviewed-word-inaccuracy = inaccurate
reviewed-word-mistake = a mistake
reviewed-word-blunder = a blunder
reviewed-word-unsure = unsure
reviewed-word-unlucky = right, but lost points
reviewed-best-choice = the best
reviewed-right = right
reviewed-end = the end
reviewed-judging = being reviewed
reviewed-not-judged = not judged
reviewed-unlucky-note = From the player’s own view it was not a mistake: it is circled and not counted.
reviewed-choices = Every choice
reviewed-choice = call or card
reviewed-played = played
reviewed-choices-all = All { $number }
reviewed-worlds = “Own view”: the average result, in settlement points, over { $worlds } possible deals that fit all that this player had seen. ± is the margin of the difference to the best choice: in 95 of 100 cases the true difference is within it.
reviewed-worlds-every = “Own view”: { $worlds ->
    [one] the result, in settlement points, in the only deal that fits
   *[other] the average result, in settlement points, over all { $worlds } deals that fit
} what this player had seen.
reviewed-part-deal = The deal
reviewed-part-calls = Mistaken calls and discards
reviewed-part-cards = Mistaken card play
reviewed-part-others = Mistakes of the others
reviewed-part-dealt = Cards as dealt
reviewed-parts-note = “The deal” is the result without these mistakes. “Cards as dealt” is what the strongest player made of them in { $games } games. In 95 of 100 cases the true mean is within the ± margin.
reviewed-uncertain = { $margin }, uncertain
reviewed-counts = How it was played
reviewed-count-none = nothing to decide
reviewed-count-right = { $count } right
reviewed-count-inaccuracy = { $count ->
    [one] { $count } inaccuracy
   *[other] { $count } inaccuracies
}
reviewed-count-mistake = { $count ->
    [one] { $count } mistake
   *[other] { $count } mistakes
}
reviewed-count-blunder = { $count ->
    [one] { $count } blunder
   *[other] { $count } blunders
}
reviewed-count-unsure = { $count } unsure
reviewed-count-of-inaccuracy = inaccuracy
reviewed-count-of-mistake = mistake
reviewed-count-of-blunder = blunder
reviewed-doubtful = Not certain: { $where } may have cost up to { $points }.
reviewed-did-in-trick = { $did } in trick { $trick }
reviewed-costliest = Costliest mistakes of { $player }
reviewed-costliest-you = Your costliest mistakes
reviewed-costliest-of = of { $decisions } decisions
reviewed-cost = { $verdict } { $points }
reviewed-graph = Expected result of the deal: { $who }
reviewed-thinking = Thinking: { $done } of { $of ->
        [one] 1 decision
       *[other] { $of } decisions
    }
reviewed-waits = The review is waiting in a queue.
reviewed-none = This deal has not been reviewed yet.
reviewed-none-note = A review takes the server a few seconds. If you have no name here yet, asking makes you a guest.
reviewed-ask = Review this deal
reviewed-failed = This deal cannot be reviewed, but you can see everything else about it.
reviewed-discard = Discarded:
reviewed-link = Copy a link to this step
reviewed-share = Share this deal
reviewed-shared = A shared deal
reviewed-spoken-lost = It was { $verdict } and cost { $lost }. Better: { $best }.
reviewed-play-on = Play on from here
reviewed-open-hands = All hands open
reviewed-what-if = What if? Play on with this choice
reviewed-what-if-of = Play on with: { $choice }
compared-title = The same deal side by side
compared-friends = Play this deal with friends
compared-first = as it was played first
compared-deal = A deal that was played before
compared-note = This deal was played before. If you have seen these cards, please only watch. Afterwards you can compare the results of all tables.
compared-review = How it was played first
practice-position = Practice
practice-title = Practice: deal { $deal }
practice-back = Back to the review
practice-again = Try again from there
practice-fair = These cards were not shuffled, and the result does not count.

# Problems
problem-of-the-day = Problem of the day
problem-days-in-a-row = { $days ->
    [one] day in a row
   *[other] days in a row
}
problem-best-row = best { $days }
problem-last-days = Recent days
problem-day-solved = solved
problem-day-open = to be solved
problem-day-missed = not solved
problem-make-good = You can still solve yesterday’s problem
problem-sets = Sets
problem-game = Game
problem-difficulty = Difficulty
problem-any-level = any
problem-solved-of = { $solved } of { $all }
problem-with-you = with you
problem-against-you = against you
problem-hand-of = { $player-is ->
    [you] Your cards: { $hand }.
   *[other] { $player }: { $hand }.
}
problem-trumps = Trumps: { $suit }.
problem-no-trumps = No trumps.
problem-must-trump = A player who cannot follow suit must trump.
problem-ace-low = The ace is the lowest card.
problem-how-many = How many?
problem-how-many-note = then the play is shown
problem-a-hint = Hint
problem-show = Show the answer
problem-again = Try again
problem-take-back = Take the card back
problem-play-yourself = Play on yourself
problem-next-one = Next problem
problem-copy-link = Copy link
problem-shown = With best play: { $answer }.
problem-played = What was played
problem-proof = The proof
problem-tricks = { $tricks ->
    [one] 1 trick
   *[other] { $tricks } tricks
}
problem-proof-note = Tricks of { $players } after each answer, with best play. Tap one to see it played.
problem-proof-number = With best play on all sides. Tap the number to see it played.
problem-all-solved = You have solved all of these.
## Positions
header-analyse = Analyse
analyse-title = Analyse a position
analyse-tricks = { $count ->
    [one] trick for { $side } with best play
   *[other] tricks for { $side } with best play
}
analyse-tricks-taken = { $count ->
    [one] trick for { $side }
   *[other] tricks for { $side }
}
analyse-exactly = made exactly
analyse-over = made, { $by } over
analyse-down = { $by } short
analyse-safe = not caught
analyse-caught = caught with { $by }
analyse-proved = proved
analyse-cut = not solved in time: the result is between these two
analyse-alone = if the others play together
analyse-cards = { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}
analyse-plays = declarer
analyse-to-play = to play
analyse-leads = leads
analyse-table = On the table
analyse-best = Best card
analyse-back = Back
analyse-lines = Lines tried
analyse-player = Declarer: { $player }
analyse-leader = first lead: { $player }
analyse-change = Change
analyse-choose = What is played?
analyse-contract = What is played
analyse-who-plays = Declarer
analyse-who-leads = First lead
analyse-partners = The tricks of partners count together.
analyse-lying-note = If cards are already on the table, play them here yourself, beginning with this lead.
analyse-done = Done
analyse-hands = Hands
analyse-hand = Give cards to
analyse-hands-note = Choose a hand, then tap its cards. A card of another hand moves to it.
analyse-hand-of = Cards of { $player }
analyse-pack = All cards
analyse-out = In no hand
analyse-nowhere = not dealt
analyse-nobody = Leave the seat empty
analyse-each = { $player }: each card
analyse-takes = tricks for { $side }
analyse-play = Play { $card }: { $tricks }
analyse-line = A line of best play
analyse-by = Values
analyse-by-seen = All cards seen
analyse-by-known = What could be known
analyse-lie-open = Open hands:
analyse-made-in = made in { $made } of { $worlds } deals
analyse-every = { $worlds ->
        [one] The tricks in the only deal that fits
       *[other] The average tricks over all { $worlds } deals, each counted once, that fit
    } what { $player } could know. ± is the standard error of the difference to the best card.
analyse-drawn-likely = The average tricks over { $worlds } deals that fit what { $player } could know; the better a deal explains the contract and the cards played, the more often it was drawn. ± is the standard error of the difference to the best card.
analyse-drawn = The average tricks over { $worlds } deals that fit what { $player } could know, each as likely as any other. ± is the standard error of the difference to the best card.
analyse-too-long = Too hard: not even one deal could be tried in time.
analyse-seen = with all cards seen
analyse-line-seen = A line of best play with all cards seen
analyse-play-note = You play at a table of your own with computer players, in the place of { $player }; the other hands are hidden. The calls and plays before this position are made up.
analyse-play-open = You play at a table of your own with computer players, which others cannot join, in the place of { $player }. You see all hands; the computer players see only their own. The calls and plays before this position are made up.
analyse-text = As text
analyse-paste-note = Paste a position, hands in any letters, a log, PPN, PBN, LIN or a link:
analyse-paste = Read it
analyse-copy = Copy text
analyse-file = Open a file
analyse-assumed = The file does not say its encoding. It was read as { $encoding }.
analyse-match = Match { $number }: { $names }
analyse-deal = Deal (of { $deals })
analyse-line-unread = Line { $line }: { $why }
analyse-link = Copy link
analyse-embed = Copy embed code
analyse-open = Open the analysis

# Statistics
statistics-title = My statistics
statistics-counted = { $deals ->
    [one] { $deals } deal of finished matches
   *[other] { $deals } deals of finished matches
}
statistics-by-game = Points per deal, by game
statistics-by-player = Points per deal, you and computer players
statistics-by-role = What you played
statistics-lost = Points lost by mistakes
statistics-game = Game
statistics-player = Player
statistics-role = Role
statistics-decision = Decision
statistics-deals = Deals
statistics-times = Times
statistics-made = Made
statistics-decisions = Times
statistics-mistakes = Mistakes
statistics-points = Points per deal
statistics-together = All together
statistics-you = You
statistics-missing = { $deals ->
    [one] { $deals } more deal
   *[other] { $deals } more deals
}
statistics-reviewed = { $reviewed ->
    [0] None of these deals has been reviewed. Open a match and have its deals reviewed.
   *[other] From the { $reviewed } of { $deals } deals that have been reviewed.
}
statistics-since = From
statistics-until = Until
statistics-none-then = No deals were finished on these days. Choose others.
statistics-levels-always = Computer players: results over all time.
statistics-level-less = { $level }, thinking less ({ $worlds })
statistics-less-note = On a slow device a computer player thinks less: it considers fewer possible deals. It is counted separately.
statistics-none = You have no finished match yet. Your finished matches are counted here.
statistics-note = Settlement points, with the interval that contains the mean in 95 of 100 cases. With fewer than 50 deals a mean does not show skill: then you see how many more deals are needed. Deals in which you took back an action while playing alone with computer players are not counted.

## Ratings, and the pages of people
ratings-of = Rating, { $game }
ratings-game = Game
ratings-lead = { $people ->
    [0] The people with the best ratings.
    [one] One person with an established rating. Where intervals overlap, the place is a range.
   *[other] { $people } people with an established rating. Where intervals overlap, the place is a range.
}
ratings-yours = Your rating
ratings-your-place = Place { $place } of { $people }.
ratings-absent-provisional = Not in the list yet: that takes 20 rated matches and a margin of at most 200.
ratings-absent-inactive = Not in the list: your last rated match was more than 90 days ago.
ratings-absent-hidden = Not in the list, because not everyone may see your page.
ratings-voided = Matches that do not count
ratings-voided-note = The operator of this server declared these matches of yours void. Ratings are computed without them.
ratings-leaders = Leaders
ratings-place = Place
ratings-player = Player
ratings-rating = Rating
ratings-interval = 95 % interval
ratings-matches = Matches
ratings-you = you
ratings-more = Show more
ratings-none = No one has an established rating yet: that takes 20 rated matches.
ratings-bots = Computer players
ratings-bots-note = Their ratings are measured and fixed: no match changes them.
ratings-counts = What counts
ratings-counts-note = Only the order in which the players of a rated match finish. Unrated matches, practice and turn-based tables do not count.
ratings-margin = What ± means
ratings-margin-note = In 95 of 100 cases the true strength is within this margin. It shrinks with every rated match and grows slowly while you do not play. A question mark means: too few matches to compare yet.
profile-missing = No such page
profile-since = Here since { $month }
profile-list = All ratings
profile-place = Place { $place } of { $people }.
profile-provisional = Too few rated matches for a place yet.
profile-no-place = Not in the list of leaders.
profile-rated = { $matches ->
    [one] { $matches } rated match.
   *[other] { $matches } rated matches.
}
profile-course = { $matches ->
    [1] Rating after one match: { $last } ± { $lasterror }.
   *[other] Rating over { $matches } matches since { $day }: from { $first } ± { $firsterror } to { $last } ± { $lasterror }.
}
profile-by-game = By game
profile-points = Points per deal
profile-no-games = No finished matches that others may see.
profile-matches = Last matches
profile-no-matches = No matches that you may see.
profile-partners = with { $partners } against { $others }
profile-deals = { $deals ->
    [one] { $deals } deal
   *[other] { $deals } deals
}
profile-ask = Ask to be friends
profile-accept = Accept the request to be friends
profile-now-friends = You and { $name } are friends now.
profile-call = Invite to my table
profile-friend = { $name } is your friend.
profile-asked = You have asked { $name } to be friends.
profile-blocked = You have blocked { $name }. Your settings list everyone you have blocked.
profile-own = Yours
profile-find = Find the better card
profile-account = Account
profile-viewers = Who sees this page
profile-viewers-everybody = Everyone
profile-viewers-accounts = People with an account
profile-viewers-friends = My friends
profile-viewers-note = You are in the list of leaders, and open tables show your rating, only if everyone may see your page. The page never shows private matches, or when you were here.

## A site without a server: what is on this device
alone-page-failed-note = Nothing is lost: your table is saved on this device.
alone-no-connection = The game engine on this device is not responding. Reload the page.
alone-server-failed = Something went wrong on this device.
alone-scorer-kept = Saved in this browser, and scored on this device.
alone-not-read = This device cannot read its saved data. Nothing is deleted: close the other windows of this site and open it again.
alone-match-gone-note = Perhaps it is not over yet, or it was played on another device: each device keeps its own matches.
alone-reviewed-none-note = A review takes this device some time; you can play on meanwhile.
alone-not-written = This device could not save your action, so it was not done. Is there free space?
device-engine-loading = The table is being set up on this device. The first time this loads some megabytes; later the table starts at once.
device-engine-failed = The game engine could not be loaded. Nothing saved on this device is lost: check your connection and try again.
device-engine-again = Try again
device-engine-insecure = This page was opened over plain http, where a browser does not run the game engine. Open the page over https, or on the server’s own machine as localhost. You can read the rules here.
device-engine-lacking = This browser has no WebAssembly, so you cannot play, score or analyse here. Some browsers switch it off in a strict mode: switch that mode off for this site, or use another browser. You can read the rules here.
device-engine-rules = Read the rules
device-spared = Your browser asks to save data, so the game engine (5 to 20 MB) is loaded only when you start a game.
device-spared-now = Load the engine now
device-slow = This device is slow, so { $level } considers { $here } possible deals instead of { $elsewhere }.
device-newer = There is a newer version of this site. You get it the next time you open the site.
device-newer-coming = The newer version starts in a moment.
device-newer-now = Update now
device-newer-later = Another window is busy. The newer version starts when you close that window.
device-title = On this device
device-tables = Tables
device-tables-of = { $over ->
    [0] { $tables }
   *[other] { $tables }, { $over } of them finished
}
device-sheets = Score sheets
device-problems = Problems solved
device-size = Total size
device-usage = Total, including the site
device-lasting = The browser has promised to keep these data until you delete them.
device-passing = The browser may delete these data when space is short.
device-ask = Ask the browser to keep these data
device-refused = The browser did not promise this. Save everything to a file now and then.
device-licences = Authors and licences of the work in this site
device-whole = Ready to play offline.
device-not-whole = Not ready to play offline yet: without a network the site may not open.
device-save = Save everything to a file
device-saved = Saved as { $name }.
device-saved-at = Last saved to a file: { $when }.
device-add = Add data from a file
device-added = From the file: { $tables ->
    [one] { $tables } table
   *[other] { $tables } tables
}, { $sheets ->
    [one] { $sheets } score sheet
   *[other] { $sheets } score sheets
}. All that was here is still here.
device-twice = { $count ->
    [one] One of them was continued differently here: both versions are kept.
   *[other] { $count } of them were continued differently here: both versions are kept.
}
device-unreadable = { $count ->
    [one] One table of the file cannot be read and was left out.
   *[other] { $count } tables of the file cannot be read and were left out.
}
device-file-unreadable = This file was not saved by this program.
device-file-newer = A newer version of this site has written this file. Update the site, then try again.
device-failed = That did not work. Nothing that was here has been changed.

## The score of a match with real cards
scorer-title = Score a real table
scorer-lead = You have the cards; this page keeps the sheet. The match stays in this browser.
scorer-matches = Saved matches
scorer-all = All matches
scorer-new = New match
scorer-game = Game
scorer-names = Who sits where, in the order of play
scorer-name = Player { $number }
scorer-deals-first = deals first
scorer-price = Price of a point
scorer-price-set = Set
scorer-place = Place
scorer-minutes = Time limit: minutes from the start
scorer-after = When it is over
scorer-after-round = finish the round
scorer-after-deal = finish the deal
scorer-time-over = time over
scorer-begin = Start
scorer-open-file = Open a match from a file
scorer-no-file = This file contains no match.
scorer-forget = Delete
scorer-forget-it = Delete the match of { $names }
scorer-views = Parts of the match
scorer-view-deal = Deal { $deal }
scorer-view-sheet = Sheet
scorer-view-entries = Entries
scorer-view-settle = Settle
scorer-part-result = Result
scorer-part-edit = Edit match
scorer-part-share = Share and print
scorer-corrections = Corrections
scorer-this-match = This match
scorer-show-it = Share
scorer-keep-it = Save
scorer-stake = Playing for a stake?
scorer-csv = Save as a table (CSV)
scorer-player-joins = A player joins
scorer-player-leaves = A player leaves
scorer-join-note = The new player starts with the mean of the others’ numbers; no one has points against them yet.
scorer-join-name = Name
scorer-join-after = Sits after
scorer-leave-note = A player who leaves settles at once: with each of the others separately if you have set a price of a point. The others play on and keep their points against each other.
scorer-picture = Send as a picture
picture-held = Written on others
scorer-players-before = Players of earlier evenings
scorer-players-forget = Delete these lists
scorer-totals = Totals over evenings
scorer-totals-player = Player
scorer-totals-evenings = Evenings
scorer-totals-sum = Won or lost
scorer-undo = Undo
scorer-redo = Redo
scorer-undone = Taken back.
scorer-written = Saved.
scorer-full = There is no room left in this browser: save the match as a file.
scorer-older = This match was started under version { $rules } of the rules of its game; the numbers follow version { $now }.
scorer-yes = yes
scorer-no = no
scorer-answered = Answers so far
scorer-clear = Start over
scorer-leave = Cancel
scorer-editing = Editing entry { $number } (was: { $text })
scorer-before = A deal before entry { $number }: { $text }
scorer-writes = This scores
scorer-writes-nothing = No one scores.
scorer-write = Save
scorer-changes = This changes:
scorer-changes-nothing = Nothing else changes.
scorer-sure = Apply this change?
scorer-do = Apply
scorer-none = Nothing has been entered yet.
scorer-edit = Edit
scorer-insert = Add deal before
scorer-delete = Delete
scorer-dealt-by = { $player } dealt
scorer-fault = Misdeal or revoke
scorer-adjust = Penalty or correction
scorer-box = Box
scorer-amount = Amount
scorer-less = One less
scorer-more = One more
scorer-why = Reason
scorer-show = Show the changes
scorer-note = Note
scorer-note-write = Add note
scorer-next-dealer = Who deals next
scorer-pays = Who pays whom
scorer-pairwise = Or every pair separately
scorer-nobody-owes = No one owes anything.
scorer-needs-price = Set the price of a point to see who pays whom.
scorer-heading = Names, place, time limit
scorer-paper = Started on paper
scorer-played = Deals played so far
scorer-play-on = Play on
scorer-play-on-not = End by the rules
scorer-stop = End the match here
scorer-print = Print on A4
scorer-link = Copy a link with the match
scorer-file = Save as a file
scorer-kept = Saved on this device. Deals are scored here once the game engine has loaded, and by the server until then; the server does not save them.
scorer-saved = Saved on this device
scorer-saved-shared = Saved on this device and shared
scorer-saved-unsent = Saved on this device. { $number ->
    [one] 1 step is
   *[other] { $number } steps are
} not shared yet.
shared-begin = Score with another phone
shared-begin-note = With a link, others watch the sheet on their phones, or enter deals too. The server then keeps it until you stop sharing, or for 90 days after the last entry.
shared-link-enter = Copy the link to enter
shared-link-watch = Copy the link to watch
shared-end = Stop sharing
shared-note = Anyone with the first link can enter deals too. If two people enter at once, one is asked to check first.
shared-watching = You watch: another phone enters the deals.
shared-conflict = Others have added entries while you had no network
shared-conflict-theirs = Entered by others
shared-conflict-mine = Entered by you, not shared
shared-conflict-add = Add yours after theirs
shared-conflict-copy = Keep yours as a separate match
shared-conflict-drop = Discard yours
shared-lost = The server does not answer. You cannot see others’ new entries now.
lobby-score = Score a real table
alone-fair-lead = Deal { $deal }. The cards are computed from this device’s seed, your number and the cut.
alone-fair-step-locked = This device has noted the hash of its seed.

## Turn-based tables
turns-title = { $number ->
    [one] Your turn at 1 table
   *[other] Your turn at { $number } tables
}
turns-next = Go to the next table
turns-others = Waiting for the others
turns-with = { $game } with { $names }
turns-deal = Deal { $deal }
turns-deal-left = Deal { $deal } · time left { $time }
turns-play = Play
turns-play-at = Play: { $table }
turns-open = Open
turns-open-at = Open: { $table }
turns-settings = Turn-based tables
turns-forced = Play my only legal card at once
turns-forced-note = The others can tell from this that you had no choice.
turns-holiday-from = Holiday from
turns-holiday-days = Days
turns-holiday-set = Set the holiday
turns-holiday-note = Your clocks pause on a holiday. You have up to { $days } days a year.
turns-holiday = From { $from }: { $days ->
    [one] 1 day
   *[other] { $days } days
}
turns-none = Live
turns-hours = { $hours } h
options-turns = Turn-based
options-turns-note = You need not be online together: a bot decides for a player who does not answer in time. Each player has { $hours } extra hours once in the match.
turns-absent = often absent
turns-reserve = Extra time left for this match: { $time }
turns-missed = Missed in a row: { $missed } of { $most }. After { $most }, a bot keeps the seat until the player is back.
time-days = { $days } d { $hours } h
time-day = { $days } d
time-hour = { $hours } h
time-minute = { $minutes } min
time-hours = { $hours } h { $minutes } min
next-table = Another table waits for you: { $time }
next-table-go = Next table
next-table-stay = Stay
