"""The scoring of a deal of Russian Preferans, implemented a second time and as plainly as possible.

No code here comes from the engine. Each `if` is one rule, in the order of the rules, so that a reader can check line by
line. Source: text 004; the house rules have the names of the options.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

__all__ = ["Deal", "Sheet", "final", "minimum", "raspasys_after", "sheet_after_deal"]

VALUE = {6: 2, 7: 4, 8: 6, 9: 8, 10: 10}
QUOTA = {6: 4, 7: 2, 8: 1, 9: 1, 10: 1}
MISERE = 10  # the value of a misère


class Deal(NamedTuple):
    """A finished deal. Seats are numbered clockwise; with four at the table the dealer sits out.

    `contract` is "raspasy", "misere", "misere-hand", "misdeal" or a game from "6S" to "10NT"; for a conceded game it is
    the bid. `whist` has the final calls of the first and the second defender: "whist", "pass" or "half". `tricks` is by
    seat; a dealer who sits out has some only when leading the talon cards. `raspasys` counts the raspasy in a row
    before this deal.
    """

    rules: Mapping[str, Any]
    dealer: int
    contract: str
    declarer: int | None
    whist: tuple[str, str]
    tricks: tuple[int, ...]
    conceded: bool = False
    talon: tuple[str, ...] = ()
    thrown: bool = False
    raspasys: int = 0


class Sheet(NamedTuple):
    """Pool and dump by seat; `whists[i][j]` are the whists of i on j."""

    pool: tuple[int, ...]
    dump: tuple[int, ...]
    whists: tuple[tuple[int, ...], ...]


class Pen:
    """A writer on a sheet under a scoring system; amounts are given in Sochi units."""

    def __init__(self, rules: Mapping[str, Any], sheet: Sheet) -> None:
        self.rules = rules
        self.seats = range(rules["players"])
        self.pool = list(sheet.pool)
        self.dump = list(sheet.dump)
        self.whists = [list(row) for row in sheet.whists]

    def sheet(self) -> Sheet:
        return Sheet(tuple(self.pool), tuple(self.dump), tuple(tuple(row) for row in self.whists))

    def write_whists(self, writer: int, on: int, points: int) -> None:
        if self.rules["system"] == "leningrad":
            points = 2 * points
        self.whists[writer][on] += points

    def five_to_each(self, loser: int, points: int) -> None:
        """Write five whists per point on the loser for every other player, including a dealer who sits out."""
        for writer in self.seats:
            if writer != loser:
                self.write_whists(writer, loser, 5 * points)

    def write_dump(self, loser: int, points: int) -> None:
        if self.rules["system"] == "rostov" and self.rules["rostov_dump"] == "whists5":
            self.five_to_each(loser, points)
            return
        if self.rules["system"] == "leningrad":
            points = 2 * points
        self.dump[loser] += points

    def write_off(self, winner: int, points: int) -> None:
        """Subtract pool points that fit into no pool from the winner's dump; Rostov may write whists instead."""
        if self.rules["system"] == "rostov" and self.rules["rostov_dump"] == "whists5":
            for payer in self.seats:
                if payer != winner:
                    self.write_whists(winner, payer, 5 * points)
            return
        if self.rules["system"] == "leningrad":
            points = 2 * points
        self.dump[winner] -= points

    def write_pool(self, winner: int, points: int) -> None:
        """Write a gain in the pool, and the American aid for the surplus."""
        if self.rules["end"] != "each":
            self.pool[winner] += points
            return
        full = self.rules["pool"]
        gain = min(points, full - self.pool[winner])
        self.pool[winner] += gain
        surplus = points - gain
        while surplus > 0:
            receiver = self.largest_open_pool(winner)
            if receiver is None:
                self.write_off(winner, surplus)
                return
            aid = min(surplus, full - self.pool[receiver])
            self.pool[receiver] += aid
            self.write_whists(winner, receiver, 10 * aid)
            surplus -= aid

    def largest_open_pool(self, giver: int) -> int | None:
        """Return the player with the largest open pool; among equals the nearest clockwise from the giver."""
        best = None
        for seat in clockwise_after(giver, len(self.pool)):
            if self.pool[seat] < self.rules["pool"] and (best is None or self.pool[seat] > self.pool[best]):
                best = seat
        return best


def clockwise_after(seat: int, players: int) -> list[int]:
    """Return the other seats, clockwise."""
    return [(seat + step) % players for step in range(1, players)]


def defenders(deal: Deal) -> list[int]:
    """Return the first and the second defender: clockwise from the declarer, without a dealer who sits out."""
    assert deal.declarer is not None
    seats = clockwise_after(deal.declarer, deal.rules["players"])
    if deal.rules["players"] == 4:
        seats.remove(deal.dealer)
    return seats


def level(deal: Deal) -> int:
    return 10 if deal.contract.startswith("10") else int(deal.contract[0])


def misere(deal: Deal) -> bool:
    return deal.contract.startswith("misere")


def value(deal: Deal) -> int:
    return MISERE if misere(deal) else VALUE[level(deal)]


def unwhisted_ten(deal: Deal) -> bool:
    """Return whether this is a ten-trick game that is checked and not whisted."""
    return deal.rules["ten_check"] != "off" and not misere(deal) and level(deal) == 10


def whist(deal: Deal) -> tuple[str, str]:
    """Return the final calls of the defenders: at Stalingrad both must whist."""
    if deal.rules["stalingrad"] and deal.contract == "6S":
        return ("whist", "whist")
    return deal.whist


def sheet_after_deal(deal: Deal, old_sheet: Sheet) -> Sheet:
    """Return the sheet after the deal."""
    pen = Pen(deal.rules, old_sheet)
    if deal.thrown:
        pen.write_dump(deal.dealer, 1)
    if deal.contract == "misdeal":
        pen.write_dump(deal.dealer, 2)
    elif deal.contract == "raspasy":
        score_raspasy(deal, pen)
    elif deal.conceded:
        assert deal.declarer is not None
        pen.write_dump(deal.declarer, 3 * value(deal))
    elif misere(deal):
        score_misere(deal, pen)
        score_talon(deal, pen)
    else:
        score_game(deal, pen)
        score_talon(deal, pen)
    return pen.sheet()


def score_misere(deal: Deal, pen: Pen) -> None:
    declarer = deal.declarer
    assert declarer is not None
    if deal.tricks[declarer] == 0:
        pen.write_pool(declarer, MISERE)
    else:
        pen.write_dump(declarer, MISERE * deal.tricks[declarer])


def score_game(deal: Deal, pen: Pen) -> None:
    declarer = deal.declarer
    assert declarer is not None
    first, second = defenders(deal)
    v, q = VALUE[level(deal)], QUOTA[level(deal)]

    if unwhisted_ten(deal):
        score_declarer(deal, pen)
        if deal.rules["ten_check"] == "tricks":
            pen.write_whists(first, declarer, v * deal.tricks[first])
            pen.write_whists(second, declarer, v * deal.tricks[second])
    elif whist(deal) == ("pass", "pass"):
        pen.write_pool(declarer, v)
    elif whist(deal)[0] == "half":
        pen.write_pool(declarer, v)
        pen.write_whists(first, declarer, v * q // 2)
    elif whist(deal)[1] == "half":
        pen.write_pool(declarer, v)
        pen.write_whists(second, declarer, v * q // 2)
    else:
        score_declarer(deal, pen)
        score_tricks(deal, pen)
        score_shortfall(deal, pen)


def score_declarer(deal: Deal, pen: Pen) -> None:
    """Write the declarer's result, and the consolation for a failed game."""
    declarer = deal.declarer
    assert declarer is not None
    v = VALUE[level(deal)]
    undertricks = max(0, level(deal) - deal.tricks[declarer])
    if undertricks == 0:
        pen.write_pool(declarer, v)
        return
    pen.write_dump(declarer, v * undertricks)

    if deal.rules["consolation"] == "off":
        return
    if unwhisted_ten(deal) and deal.rules["ten_check"] == "nothing":
        return
    consolation = undertricks * (10 if deal.rules["consolation"] == "ten" else v)
    for seat, call in zip(defenders(deal), whist(deal), strict=True):
        if "pass" in whist(deal) and not unwhisted_ten(deal) and not deal.rules["consolation_passer"]:
            if deal.rules["whist_style"] == "gentleman":  # "defenders share their total profit equally"
                pen.write_whists(seat, declarer, consolation // 2)
            elif call == "whist":
                pen.write_whists(seat, declarer, consolation)
            continue
        pen.write_whists(seat, declarer, consolation)
    if deal.rules["players"] == 4 and deal.rules["consolation_dealer"]:
        pen.write_whists(deal.dealer, declarer, consolation)


def score_tricks(deal: Deal, pen: Pen) -> None:
    """Write the whists for the defenders' tricks, whether or not the game was made."""
    declarer = deal.declarer
    assert declarer is not None
    first, second = defenders(deal)
    v = VALUE[level(deal)]
    defender_tricks = deal.tricks[first] + deal.tricks[second]
    game_failed = deal.tricks[declarer] < level(deal)
    lone = whist(deal) != ("whist", "whist")

    if (
        deal.rules["whist_style"] == "gentleman"
        and game_failed
        and (lone or deal.rules["gentleman_scope"] != "lone_whister_only")
    ):
        pen.write_whists(first, declarer, v * defender_tricks // 2)
        pen.write_whists(second, declarer, v * defender_tricks // 2)
    elif whist(deal) == ("whist", "whist"):
        pen.write_whists(first, declarer, v * deal.tricks[first])
        pen.write_whists(second, declarer, v * deal.tricks[second])
    elif whist(deal)[0] == "whist":
        pen.write_whists(first, declarer, v * defender_tricks)
    else:
        pen.write_whists(second, declarer, v * defender_tricks)


def score_shortfall(deal: Deal, pen: Pen) -> None:
    """Write the penalties of the whisters for missing tricks."""
    first, second = defenders(deal)
    v, q = VALUE[level(deal)], QUOTA[level(deal)]
    if deal.rules["responsibility"] == "half":
        v = v // 2
    shortfall = max(0, q - deal.tricks[first] - deal.tricks[second])

    if whist(deal) == ("whist", "pass"):
        pen.write_dump(first, v * shortfall)
    elif whist(deal) == ("pass", "whist"):
        pen.write_dump(second, v * shortfall)
    elif q == 1 and deal.rules["shortfall_split"] == "strict_personal":
        if deal.tricks[second] == 0:
            pen.write_dump(second, v)
        if deal.tricks[first] == 0 and deal.rules["q1_responsible"] == "both":
            pen.write_dump(first, v)
    elif q == 1:
        pen.write_dump(second, v * shortfall)
        if deal.rules["q1_responsible"] == "both":
            pen.write_dump(first, v * shortfall)
    else:
        for seat in (first, second):
            lacking = max(0, q // 2 - deal.tricks[seat])
            if deal.rules["shortfall_split"] == "capped":
                pen.write_dump(seat, v * min(shortfall, lacking))
            if deal.rules["shortfall_split"] == "personal" and shortfall > 0:
                pen.write_dump(seat, v * lacking)
            if deal.rules["shortfall_split"] == "strict_personal":
                pen.write_dump(seat, v * lacking)


def score_talon(deal: Deal, pen: Pen) -> None:
    """Write the sitting dealer's whists for the talon, made or not; a game from the hand does not show the talon."""
    if not deal.rules["dealer_talon_bonus"] or deal.rules["players"] != 4:
        return
    if deal.talon == () or deal.contract.endswith("hand"):
        return
    assert deal.declarer is not None
    if misere(deal):
        pen.write_whists(deal.dealer, deal.declarer, misere_bonus(deal.talon))
    else:
        pen.write_whists(deal.dealer, deal.declarer, VALUE[level(deal)] * talon_tricks(deal.talon))


def talon_tricks(talon: tuple[str, ...]) -> int:
    """Return the tricks that a talon counts for the dealer: the best pattern only."""
    ranks = {card[1] for card in talon}
    one_suit = talon[0][0] == talon[1][0]
    if ranks == {"A"}:
        return 3
    if ranks == {"A", "K"} and one_suit:
        return 2
    if "A" in ranks:
        return 1
    if ranks == {"K", "Q"} and one_suit:
        return 1
    return 0


def misere_bonus(talon: tuple[str, ...]) -> int:
    ranks = [card[1] for card in talon]
    one_suit = talon[0][0] == talon[1][0]
    if sorted(ranks) == ["7", "8"] and one_suit:
        return 20
    return 10 * ranks.count("7")


def dealer_leads(deal: Deal) -> bool:
    """Return whether a dealer who sits out leads the talon cards, and so may take tricks."""
    return bool(deal.rules["players"] == 4 and deal.rules["raspasy_talon"] == "talon_leads")


def stake(deal: Deal) -> int:
    """Return the price of a trick in this raspasy, the n-th in a row."""
    n = deal.raspasys + 1
    price = int(deal.rules["raspasy_price"])
    if deal.rules["raspasy_prog"] == "none":
        return price
    g = n
    if deal.rules["raspasy_prog"] == "geometric":
        g = int(2 ** (n - 1))
    if deal.rules["raspasy_cap"] > 0:
        g = min(g, deal.rules["raspasy_cap"])
    return price * g


def score_raspasy(deal: Deal, pen: Pen) -> None:
    g = stake(deal)
    players = clockwise_after(deal.dealer, deal.rules["players"])  # eldest first
    if deal.rules["players"] == 3 or dealer_leads(deal):
        players.append(deal.dealer)

    tricks_taken = {seat: deal.tricks[seat] for seat in players}
    forgiven = min(tricks_taken.values()) if deal.rules["raspasy_amnesty"] else 0
    tricks = {seat: tricks_taken[seat] - forgiven for seat in players}

    if deal.rules["system"] == "rostov" and deal.rules["rostov_raspasy"] == "min_only":
        score_fewest(tricks_taken, g, pen)
    elif deal.rules["system"] == "rostov":
        for seat in players:
            pen.five_to_each(seat, g * tricks[seat])
    else:
        for seat in players:
            pen.write_dump(seat, g * tricks[seat])

    premium = g
    if deal.rules["zero_premium"] == "price" and deal.rules["system"] == "leningrad":
        premium = 2 * g
    if deal.rules["zero_premium"] == "one":
        premium = 1
    if deal.rules["zero_premium"] == "none":
        return
    for seat in clockwise_after(deal.dealer, deal.rules["players"]):
        if deal.tricks[seat] == 0:
            pen.write_pool(seat, premium)
    if deal.tricks[deal.dealer] == 0 and (deal.rules["players"] == 3 or deal.rules["zero_premium_dealer"]):
        pen.write_pool(deal.dealer, premium)


def score_fewest(tricks: Mapping[int, int], g: int, pen: Pen) -> None:
    """Write whists for the players with the fewest tricks, on each of the others; those who tie share equally.

    If two of three tie, the third has an even number of tricks, so every share is a whole number. Nothing has to be
    written off here: the fewest tricks cost no player anything.
    """
    lowest = [seat for seat in tricks if tricks[seat] == min(tricks.values())]
    for winner in lowest:
        for payer in tricks:
            if payer not in lowest:
                pen.write_whists(winner, payer, 5 * g * tricks[payer] // len(lowest))


def raspasys_after(deal: Deal) -> int:
    """Return the number of raspasy in a row after the deal."""
    if deal.contract == "misdeal":
        return deal.raspasys
    if deal.contract == "raspasy":
        return deal.raspasys + 1
    if deal.rules["raspasy_reset"] == "any_declared_game":
        return 0
    if deal.rules["raspasy_reset"] == "made_game" and is_made(deal):
        return 0
    if deal.rules["raspasy_reset"] == "made_and_whisted" and is_made(deal) and is_whisted(deal):
        return 0
    return deal.raspasys


def is_made(deal: Deal) -> bool:
    """Return whether the declarer made the contract; a game that no defender whists is made without play."""
    assert deal.declarer is not None
    if deal.conceded:
        return False
    if misere(deal):
        return deal.tricks[deal.declarer] == 0
    if not unwhisted_ten(deal) and "whist" not in whist(deal):
        return True
    return deal.tricks[deal.declarer] >= level(deal)


def is_whisted(deal: Deal) -> bool:
    """Return whether a defender whisted: a half is no whist, and misère and a checked ten have no whists at all."""
    if misere(deal) or unwhisted_ten(deal):
        return False
    return "whist" in whist(deal)


def minimum(rules: Mapping[str, Any], raspasys: int) -> int:
    """Return the lowest level that may be bid after this many raspasy in a row."""
    if rules["raspasy_exit"] == "6-7-7":
        return 6 if raspasys == 0 else 7
    if rules["raspasy_exit"] == "6-7-8":
        return min(6 + raspasys, 8)
    if rules["raspasy_exit"] == "cyclic":
        return 6 + raspasys % 3
    return 6


def final(rules: Mapping[str, Any], sheet: Sheet) -> tuple[Fraction, ...]:
    """Return the settlement in whists, exact."""
    n = len(sheet.pool)
    k = 2 if rules["system"] == "leningrad" else 1
    results = []
    for i in range(n):
        pool = 10 * k * (sheet.pool[i] - Fraction(sum(sheet.pool), n))
        dump = 10 * (Fraction(sum(sheet.dump), n) - sheet.dump[i])
        whists = sum(sheet.whists[i][j] - sheet.whists[j][i] for j in range(n))
        results.append(pool + dump + whists)
    return tuple(results)
