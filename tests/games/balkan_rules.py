"""Balkan Preferans implemented a second time, as plainly as possible: a whole deal, its scoring, the end of a match.

No code here comes from the engine; the only source is the rules. The functions are in the order of the rules: the
table, the games, the auction, the talon, coming, kontra, the play, the sheet, refe, the end. Seats are numbered
clockwise; a card is a suit and a rank ("SA", "HT"); the house rules have the names of the options, `True` and `False`
for on and off. A deal is a generator: it yields a prompt for a seat and is sent the answer.

A is the declarer; B is the follower next after A, C the other.
"""

from collections.abc import Generator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

Rules = Mapping[str, Any]


class Ask(NamedTuple):
    """A prompt for a seat, with its subject and the permitted answers."""

    seat: int
    about: str
    may: frozenset[str]


class Outcome(NamedTuple):
    """The outcome of a deal with a declarer.

    `came`: whether B and C came. `invite` is "none", "accepted" or "refused"; `kontra` is the highest level of doubling
    or "none", `kontra_by` is 0 (B) or 1 (C). `tricks` are by seat. At a real table a fault decides the game: the player
    who `revoked` has lost it; if that is the declarer, `tricks` say how the followers split their five.
    """

    declarer: int
    game: str
    igra: bool
    came: tuple[bool, bool]
    invite: str
    kontra: str
    kontra_by: int | None
    tricks: tuple[int, ...]
    revoked: int | None = None


class Sheet(NamedTuple):
    """The bule by seat, the supe of i on j, the open refe by seat, and the number of refe written so far."""

    bule: tuple[int, ...]
    supe: tuple[tuple[int, ...], ...]
    refe: tuple[int, ...]
    refe_written: int = 0


Asking = Generator[Ask, str, Any]


# 1. The table and the deal


def new_sheet(rules: Rules) -> Sheet:
    """Return the sheet of a new match."""
    n = rules["players"]
    return Sheet((rules["bule"],) * n, ((0,) * n,) * n, (0,) * n)


def after(rules: Rules, seat: int) -> int:
    """Return the next seat in playing order, including one that sits out."""
    if rules["direction"] == "clockwise":
        return (seat + 1) % int(rules["players"])
    return (seat - 1) % int(rules["players"])


next_dealer = after
"""The dealer of the next deal, whether this one was played or not."""


def speakers(rules: Rules, dealer: int) -> list[int]:
    """Return the three active players in order of calling. With four players the dealer sits out."""
    first = after(rules, dealer)
    second = after(rules, first)
    third = after(rules, second)
    return [first, second, third]


def followers(rules: Rules, dealer: int, declarer: int) -> list[int]:
    """Return B and C."""
    active = speakers(rules, dealer)
    declarer_index = active.index(declarer)
    return [active[(declarer_index + 1) % 3], active[(declarer_index + 2) % 3]]


def deal_cards(rules: Rules, dealer: int, deck: Sequence[str]) -> tuple[dict[int, set[str]], list[str]]:
    """Return the hands and the talon: five cards each, two to the talon, five more each."""
    first, second, third = speakers(rules, dealer)
    hands = {
        first: {*deck[0:5], *deck[17:22]},
        second: {*deck[5:10], *deck[22:27]},
        third: {*deck[10:15], *deck[27:32]},
    }
    return hands, list(deck[15:17])


# 2. Games, numbers, order

SUITS = {"spades": "S", "diamonds": "D", "hearts": "H", "clubs": "C"}
GAMES = ("spades", "diamonds", "hearts", "clubs", "betl", "sans", "preferans")
NUMBERS = {
    "spades_low": {"spades": 2, "diamonds": 3, "hearts": 4, "clubs": 5, "betl": 6, "sans": 7, "preferans": 8},
    "clubs_low": {"clubs": 2, "diamonds": 3, "hearts": 4, "spades": 5, "betl": 6, "sans": 7, "preferans": 8},
}


def games(rules: Rules) -> dict[str, int]:
    """Return the playable games with their numbers."""
    numbers = dict(NUMBERS[rules["order"]])
    if not rules["preferans"]:
        del numbers["preferans"]
    return numbers


def trump(game: str) -> str | None:
    return SUITS.get(game)


# 3. The auction

IGRA_CALLS = ["igra", "igra-betl", "igra-sans", "igra-preferans"]
"""From the lowest to the highest."""


def igra_calls(rules: Rules, standing: str | None) -> set[str]:
    """Return the igra calls allowed over the highest one so far (None if there is none)."""
    if rules["igra"] == "any":
        return {"igra"}
    calls = list(IGRA_CALLS)
    if not rules["preferans"]:
        calls.remove("igra-preferans")
    if standing is None:
        return set(calls)
    if standing == "igra":
        return set(calls)  # plain igra may be repeated; the games are named later
    return set(calls[calls.index(standing) + 1 :])


def auction(rules: Rules, speaking: list[int]) -> Asking:
    """Return (declarer, number) of the winner with the talon, (declarer, game) after an igra, or None if all passed."""
    highest = max(games(rules).values())
    passed_seats: set[int] = set()
    called_seats: set[int] = set()
    number: int | None = None
    holder: int | None = None
    is_hold_due = False  # whether a number of three or more was raised and not yet held
    turn = 0
    while True:
        if len(passed_seats) == 3:
            return None
        if holder is not None and len(passed_seats) == 2:
            return holder, number
        player = speaking[turn % 3]
        turn += 1
        if player in passed_seats or player == holder:
            continue

        may = {"pass"}
        if player not in called_seats:
            may |= igra_calls(rules, None)
        lowest = 2 if number is None else number + 1
        higher_numbers = set(range(lowest, highest + 1)) if rules["jump"] else {lowest} & set(range(2, highest + 1))
        raises = {str(bid) for bid in higher_numbers}
        senior = holder is not None and speaking.index(player) < speaking.index(holder)
        if rules["mine"] == "senior":
            may |= raises
            if senior:
                may.add("mine")
        if rules["mine"] == "senior_must":
            if senior:  # players senior to the holder have already bid a number, as the others have passed
                may.add("mine")
            else:
                may |= raises
        if rules["mine"] == "next":
            if is_hold_due:
                may.add("mine")
            else:
                may |= raises

        if may == {"pass"}:  # no prompt when pass is the only choice
            passed_seats.add(player)
            continue
        call = yield Ask(player, "bid", frozenset(may))
        called_seats.add(player)
        if call == "pass":
            passed_seats.add(player)
        elif call == "mine":
            holder = player
            is_hold_due = False
        elif call.startswith("igra"):
            return (yield from igra(rules, speaking, player, call))
        else:
            holder = player
            number = int(call)
            is_hold_due = number >= 3


def igra(rules: Rules, speaking: list[int], first: int, igra_call: str) -> Asking:
    """Play the rest of an auction after an igra call; return (declarer, game)."""
    callers = [first]
    standing = igra_call
    for player in speaking[speaking.index(first) + 1 :]:  # those who have not called
        may = {"pass"} | igra_calls(rules, standing)
        if may == {"pass"}:
            continue
        call = yield Ask(player, "bid", frozenset(may))
        if call == "pass":
            continue
        if call == "igra":
            callers.append(player)
        else:
            callers = [player]
            standing = call
    if standing != "igra":
        return callers[0], standing.removeprefix("igra-")
    return (yield from naming(rules, callers))


def naming(rules: Rules, callers: list[int]) -> Asking:
    """Let the players who called the same plain igra name their games; return (declarer, game)."""
    numbers = games(rules)
    if rules["igra"] == "named_high":
        numbers = {game: number for game, number in numbers.items() if game in SUITS}
    declarer = callers[0]
    best = yield Ask(declarer, "name", frozenset(numbers))
    for player in callers[1:]:
        if rules["igra_naming"] == "all":
            game = yield Ask(player, "name", frozenset(numbers))
            if numbers[game] > numbers[best]:
                declarer, best = player, game
        else:
            higher = {game for game in numbers if numbers[game] > numbers[best]}
            if not higher:
                continue  # also no prompt when giving way is the only choice
            game = yield Ask(player, "name", frozenset(higher | {"yours"}))
            if game != "yours":
                declarer, best = player, game
    return declarer, best


# 4. The talon and the game


def take_talon(rules: Rules, declarer: int, number: int, hand: set[str], talon: list[str]) -> Asking:
    """Let the winner by a number take the talon, discard two cards and name the game."""
    hand |= set(talon)
    for _ in range(2):
        hand.remove((yield Ask(declarer, "discard", frozenset(hand))))
    numbers = games(rules)
    return (yield Ask(declarer, "name", frozenset(game for game in numbers if numbers[game] >= number)))


# 5. Coming


def coming(rules: Rules, b: int, c: int, game: str) -> Asking:
    """Return whether B and C come."""
    if game in ("betl", "preferans"):
        return True, True
    first = yield Ask(b, "come", frozenset({"come", "dont"}))
    second = yield Ask(c, "come", frozenset({"come", "dont"}))
    return first == "come", second == "come"


# 6. Kontra and invitation

KONTRAS = ["none", "kontra", "rekontra", "subkontra", "mortkontra"]
"""The levels: each doubles once more than the one before."""


def allowed_kontra(rules: Rules) -> int:
    """Return the highest level."""
    return 0 if rules["kontra"] == "off" else KONTRAS.index(rules["kontra"])


def must_have_kontra(rules: Rules, game: str, from_hand: bool) -> bool:
    """Return whether this is the lowest game, which is not played without a kontra."""
    lowest = games(rules)[game] == 2
    return lowest and not from_hand and rules["kontra"] != "off" and rules["lowest_needs_kontra"] != "off"


def may_invite(rules: Rules, game: str, from_hand: bool) -> bool:
    """Return whether a follower who came alone may invite."""
    return rules["invite"] != "off" and not must_have_kontra(rules, game, from_hand)


def doubling(rules: Rules, a: int, b: int, c: int, came: tuple[bool, bool], game: str, from_hand: bool) -> Asking:
    """Return the invitation, the level of kontra, and who called it: 0 for B, 1 for C."""
    is_lone_follower = came.count(True) == 1
    for follower_index, follower in enumerate((b, c)):
        if not came[follower_index]:
            continue
        may = {"ready"}
        if allowed_kontra(rules) >= 1:
            may.add("kontra")
        if is_lone_follower and may_invite(rules, game, from_hand):
            may.add("invite")
        if may == {"ready"}:
            continue
        call = yield Ask(follower, "kontra", frozenset(may))
        if call == "invite":
            invited_seat = c if follower == b else b
            if rules["invite"] == "may_refuse":
                answer = yield Ask(invited_seat, "invited", frozenset({"accept", "refuse"}))
                return "accepted" if answer == "accept" else "refused", "none", None
            return "accepted", "none", None
        if call == "kontra":
            level = 1
            speaker, next_speaker = a, follower
            while level < allowed_kontra(rules):
                word = KONTRAS[level + 1]
                call = yield Ask(speaker, "kontra", frozenset({"ready", word}))
                if call == "ready":
                    break
                level += 1
                speaker, next_speaker = next_speaker, speaker
            return "none", KONTRAS[level], follower_index
    return "none", "none", None


# 7. The play


def is_played(rules: Rules, outcome: Outcome) -> bool:
    """Return whether cards are played at all."""
    if outcome.revoked is not None:
        return True
    if outcome.kontra == "none" and must_have_kontra(rules, outcome.game, outcome.igra):
        return False
    return outcome.came != (False, False)


def playing_seats(rules: Rules, dealer: int, outcome: Outcome) -> list[int]:
    """Return the seats that play, eldest first: the declarer and those who came; all after kontra or an invitation."""
    b, c = followers(rules, dealer, outcome.declarer)
    playing = {outcome.declarer}
    if outcome.came[0]:
        playing.add(b)
    if outcome.came[1]:
        playing.add(c)
    if outcome.kontra != "none" or outcome.invite == "accepted":
        playing |= {b, c}
    return [seat for seat in speakers(rules, dealer) if seat in playing]


def leads(rules: Rules, playing: list[int], declarer: int, game: str) -> int:
    """Return the leader of the first trick."""
    if game in ("sans", "preferans") and rules["sans_lead"] == "before_declarer":
        return playing[playing.index(declarer) - 1]
    return playing[0]


RANKS = "789TJQKA"


def playable(hand: set[str], led_suit: str | None, trumps: str | None) -> set[str]:
    """Return the playable cards: follow suit; when void, a trump; otherwise any."""
    if led_suit is None:
        return hand
    of_suit = {card for card in hand if card[0] == led_suit}
    if of_suit:
        return of_suit
    of_trumps = {card for card in hand if card[0] == trumps}
    if of_trumps:
        return of_trumps
    return hand


def taker(trick: list[tuple[int, str]], trumps: str | None) -> int:
    """Return the winner of a trick: the highest trump, otherwise the highest card of the suit led."""
    led_suit = trick[0][1][0]
    suit = trumps if any(card[0] == trumps for _, card in trick) else led_suit
    return max((RANKS.index(card[1]), seat) for seat, card in trick if card[0] == suit)[1]


def is_play_over(rules: Rules, game: str, declarer_tricks: int, follower_tricks: int) -> bool:
    """Return whether the play ends.

    Run `declarer_tricks` are the declarer's tricks, `follower_tricks` those of the followers.
    """
    if game == "betl":
        return declarer_tricks >= 1
    if game == "preferans":
        return follower_tricks >= 1
    return bool(rules["stop"] == "at_five") and follower_tricks >= 5


def play(rules: Rules, playing: list[int], leader: int, hands: dict[int, set[str]], declarer: int, game: str) -> Asking:
    """Return the tricks by seat."""
    tricks = [0] * rules["players"]
    for _ in range(10):
        trick: list[tuple[int, str]] = []
        led_suit = None
        leader_index = playing.index(leader)
        for seat in playing[leader_index:] + playing[:leader_index]:
            card = yield Ask(seat, "play", frozenset(playable(hands[seat], led_suit, trump(game))))
            hands[seat].remove(card)
            trick.append((seat, card))
            led_suit = trick[0][1][0]
        leader = taker(trick, trump(game))
        tricks[leader] += 1
        if is_play_over(rules, game, tricks[declarer], sum(tricks) - tricks[declarer]):
            break
    return tuple(tricks)


def deal(rules: Rules, dealer: int, deck: Sequence[str]) -> Asking:
    """Play a whole deal; return its outcome, None if all passed."""
    speaking = speakers(rules, dealer)
    hands, talon = deal_cards(rules, dealer, deck)
    winning_bid = yield from auction(rules, speaking)
    if winning_bid is None:
        return None
    declarer, bid = winning_bid
    from_hand = isinstance(bid, str)
    game = bid if from_hand else (yield from take_talon(rules, declarer, bid, hands[declarer], talon))
    b, c = followers(rules, dealer, declarer)
    came = yield from coming(rules, b, c, game)
    invite, kontra, kontra_by = yield from doubling(rules, declarer, b, c, came, game, from_hand)
    outcome = Outcome(declarer, game, from_hand, came, invite, kontra, kontra_by, (0,) * rules["players"])
    if not is_played(rules, outcome):
        return outcome
    playing = playing_seats(rules, dealer, outcome)
    leader = leads(rules, playing, declarer, game)
    return outcome._replace(tricks=(yield from play(rules, playing, leader, hands, declarer, game)))


# 8. Scoring


def is_made(outcome: Outcome) -> bool:
    """Return whether the declarer made the game; it is made without play if no follower came."""
    tricks = outcome.tricks[outcome.declarer]
    if outcome.revoked is not None:
        return outcome.revoked != outcome.declarer
    if outcome.came == (False, False) and outcome.kontra == "none":
        return True
    if outcome.game == "betl":
        return tricks == 0
    if outcome.game == "preferans":
        return tricks == 10
    return tricks >= 6


class Pen:
    """A writer on a sheet."""

    def __init__(self, sheet: Sheet) -> None:
        self.bule = list(sheet.bule)
        self.supe = [list(row) for row in sheet.supe]
        self.refe = list(sheet.refe)
        self.refe_written = sheet.refe_written

    def sheet(self) -> Sheet:
        return Sheet(tuple(self.bule), tuple(map(tuple, self.supe)), tuple(self.refe), self.refe_written)

    def refa_for_all(self) -> None:
        self.refe_written += 1
        for seat in range(len(self.refe)):
            self.refe[seat] += 1


def sheet_after_deal(rules: Rules, dealer: int, old_sheet: Sheet, outcome: Outcome | None) -> Sheet:
    """Return the sheet after the deal."""
    pen = Pen(old_sheet)
    if outcome is None:
        if may_write_refa(rules, old_sheet):
            pen.refa_for_all()
    elif outcome.kontra == "none" and outcome.revoked is None and must_have_kontra(rules, outcome.game, outcome.igra):
        if may_write_refa(rules, old_sheet):
            pen.refa_for_all()
        elif below_the_hat(old_sheet) or rules["lowest_needs_kontra"] == "refa_else_made":
            unplayed_outcome = outcome._replace(came=(False, False), invite="none", tricks=(0,) * rules["players"])
            score(rules, dealer, old_sheet, unplayed_outcome, pen)
    else:
        score(rules, dealer, old_sheet, outcome, pen)
    return pen.sheet()


def score(rules: Rules, dealer: int, old_sheet: Sheet, outcome: Outcome, pen: Pen) -> None:
    """Write the scores of the declarer and the followers for a game."""
    a = outcome.declarer
    b, c = followers(rules, dealer, a)
    follower_seats = (b, c)
    tricks = outcome.tricks
    game_made = is_made(outcome)
    follower_tricks = tricks[b] + tricks[c]
    came = [seat for seat, comes in zip(follower_seats, outcome.came, strict=True) if comes]
    writer = None  # the follower who writes for their whole side
    if outcome.invite == "accepted":
        writer = came[0]
    if outcome.kontra != "none":
        assert outcome.kontra_by is not None
        writer = follower_seats[outcome.kontra_by]

    # u, the price of a bula and of a trick
    u = 2 * (games(rules)[outcome.game] + (1 if outcome.igra else 0))
    u *= 2 ** KONTRAS.index(outcome.kontra)
    if uses_refa(rules, old_sheet, a):
        u *= 2
        pen.refe[a] -= 1

    # the followers who are short of tricks
    short: list[int] = []
    if outcome.revoked in follower_seats:
        assert outcome.revoked is not None
        short = [outcome.revoked]
    elif outcome.game in ("betl", "preferans"):
        if game_made and outcome.kontra != "none":
            assert writer is not None
            short = [writer]
    elif outcome.kontra != "none":
        assert writer is not None
        if game_made:
            short = [writer]
    elif outcome.invite == "accepted":
        assert writer is not None
        if game_made and follower_tricks < 4:
            short = [writer]
    elif len(came) == 1:
        if game_made and tricks[came[0]] < 2:
            short = came
    elif len(came) == 2:
        for seat in came:
            if rules["quota"] == "two_or_four" and game_made and tricks[seat] < 2 and follower_tricks < 4:
                short.append(seat)
            if rules["quota"] == "two_each" and game_made and tricks[seat] < 2:
                short.append(seat)
            if rules["quota"] == "two_each_always" and tricks[seat] < 2:
                short.append(seat)

    # the last game of the match (section 10); when play continues after the end, nothing is left to cut
    bule_left = sum(old_sheet.bule)
    fall = u
    if rules["last_game"] in ("exact", "exact_double_fall") and game_made and not short and u > bule_left > 0:
        u = bule_left
    if rules["last_game"] == "exact_double_fall" and not game_made and u > bule_left > 0:
        fall = 2 * u

    # bule
    if game_made:
        pen.bule[a] -= u
    else:
        pen.bule[a] += fall
    for seat in short:
        pen.bule[seat] += u

    # supe on A
    if outcome.revoked in follower_seats:
        pass
    elif outcome.game in ("betl", "preferans"):
        if not game_made and outcome.kontra == "none":
            pen.supe[b][a] += 5 * u
            pen.supe[c][a] += 5 * u
        elif not game_made:
            assert writer is not None
            if rules["betl_kontra"] == "each":
                pen.supe[b][a] += 5 * u
                pen.supe[c][a] += 5 * u
            if rules["betl_kontra"] == "writer_both":
                pen.supe[writer][a] += 10 * u
            if rules["betl_kontra"] == "writer_one":
                pen.supe[writer][a] += 5 * u
    elif writer is not None:
        pen.supe[writer][a] += follower_tricks * u
    else:
        for seat in came:
            pen.supe[seat][a] += tricks[seat] * u


# 9. Refe


def below_the_hat(sheet: Sheet) -> bool:
    """Return whether some player's bule are below zero."""
    return min(sheet.bule) < 0


def may_write_refa(rules: Rules, sheet: Sheet) -> bool:
    """Return whether a refa can be written."""
    if sheet.refe_written >= rules["refe"]:
        return False
    return rules["refe_below"] or not below_the_hat(sheet)


def uses_refa(rules: Rules, sheet: Sheet, declarer: int) -> bool:
    """Return whether the declarer's deal is doubled by their open refa."""
    if sheet.refe[declarer] == 0:
        return False
    return not (rules["refe_frozen"] and below_the_hat(sheet))


# 10. The end and the settlement


def is_over(sheet: Sheet) -> bool:
    return sum(sheet.bule) <= 0


def settlement(sheet: Sheet) -> tuple[Fraction, ...]:
    """Return the settlement of each player, exact."""
    n = len(sheet.bule)
    raw = []
    for i in range(n):
        own_supe = sum(sheet.supe[i][j] for j in range(n))
        against = sum(sheet.supe[j][i] for j in range(n))
        raw.append(own_supe - against - 10 * sheet.bule[i])
    return tuple(points - Fraction(sum(raw), n) for points in raw)


def winners(sheet: Sheet) -> tuple[int, ...]:
    """Return the winners; () while the match goes on."""
    if not is_over(sheet):
        return ()
    final = settlement(sheet)
    return tuple(seat for seat, points in enumerate(final) if points == max(final))


def write_offs(bule: Sequence[int]) -> tuple[int, ...]:
    """Return the bule that each takes off when a match is stopped early, in whole numbers."""
    n, total = len(bule), sum(bule)
    reductions = [total // n] * n
    by_bule = sorted(range(n), key=lambda seat: (-bule[seat], seat))
    for seat in by_bule[: total % n]:
        reductions[seat] += 1
    return tuple(reductions)


# 12. Outcomes entered by hand


def impossible(rules: Rules, dealer: int, outcome: Outcome) -> str:
    """Return in a few words why an outcome is impossible; an empty string if it is possible."""
    players, a = range(rules["players"]), outcome.declarer
    if a not in players or a not in speakers(rules, dealer):
        return "declarer"
    if outcome.game not in games(rules):
        return "game"
    b, c = followers(rules, dealer, a)
    all_or_nothing = outcome.game in ("betl", "preferans")
    if all_or_nothing and outcome.came != (True, True):
        return "both come"
    if KONTRAS.index(outcome.kontra) > allowed_kontra(rules):
        return "level of kontra"
    if outcome.kontra == "none" and outcome.kontra_by is not None:
        return "kontra of nobody"
    if outcome.kontra != "none":
        if outcome.came == (False, False):
            return "kontra against nobody"
        if outcome.kontra_by is None or not outcome.came[outcome.kontra_by]:
            return "kontra by one who stayed away"
    if outcome.invite != "none":
        if outcome.came.count(True) != 1 or outcome.kontra != "none":
            return "invitation"
        if not may_invite(rules, outcome.game, outcome.igra):
            return "no invitation"
        if outcome.invite == "refused" and rules["invite"] != "may_refuse":
            return "invitation refused"

    tricks = outcome.tricks
    if len(tricks) != len(players) or min(tricks) < 0:
        return "tricks by seat"
    if not is_played(rules, outcome):
        return "tricks without play" if any(tricks) else ""
    playing = playing_seats(rules, dealer, outcome)
    if outcome.revoked is not None:
        return "" if outcome.revoked in playing and len(playing) > 1 else "revoked"
    if any(tricks[seat] for seat in players if seat not in playing):
        return "tricks of one who does not play"
    follower_tricks = tricks[b] + tricks[c]
    trick_total = sum(tricks)
    if outcome.game == "betl" and tricks[a] == 1:
        return "tricks" if trick_total > 10 else ""
    if outcome.game == "preferans" and follower_tricks == 1:
        return "tricks" if trick_total > 10 else ""
    if not all_or_nothing and rules["stop"] == "at_five" and follower_tricks > 5:
        return "tricks after the fifth"
    if not all_or_nothing and rules["stop"] == "at_five" and follower_tricks == 5:
        return "tricks" if trick_total > 10 else ""
    return "tricks" if trick_total != 10 else ""
