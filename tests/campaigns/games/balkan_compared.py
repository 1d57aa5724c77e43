"""Compare Balkan Preferans with a second, independent implementation of its rules (`games/balkan_rules.py`).

Run `python tests/campaigns/games/balkan_compared.py --deals 20000`. Matches under random house rules are played in both
implementations at the same time. Before every action both must prompt the same seat for the same actions. After every
deal both must agree on the sheet, the carried state, the winners and the settlement. As many outcomes that were not
played are entered, some of which no deal can have.
"""

import random
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from campaigns.random_evenings import random_form_outcome
from games import balkan_rules as again
from msgspec.structs import replace
from support.command_line import parse_command_line

from prikup.games.balkan import Balkan, Options, Outcome
from prikup.games.balkan.options import PRESETS
from prikup.games.balkan.scoring import Carry
from prikup.rules.cards import card_text, cards
from prikup.rules.errors import BadOutcome, PrikupError
from prikup.rules.game_scoring import VoidDeal
from prikup.rules.match import Match
from prikup.rules.match_standing import MatchStanding
from prikup.rules.options import options_text, random_options
from prikup.rules.score_sheet import Totals
from prikup.rules.state import State, view

__all__ = ["Difference", "enter_outcome", "find_differences", "translate_options"]

LONGEST = 40
"""The number of deals after which a new match starts."""
NUMBERS = {"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8"}
CALLS = {**NUMBERS, "moze": "ready", "alone": "ready"}
"""The calls that have another name in the second implementation."""


class Difference(Exception):
    """The error if the two implementations disagree."""


def assert_same(label: str, ours: object, theirs: object) -> None:
    if ours != theirs:
        raise Difference(f"{label}: {ours} is not {theirs}")


# Conversion for the second implementation


def translate_options(options: Options) -> dict[str, Any]:
    """Convert the house rules for the second implementation."""
    values = {name: getattr(options, name) for name in options.__struct_fields__}
    return {**values, "refe_below": options.refe_below == "yes"}


def translate_action(game: Balkan, action: int) -> str:
    if action < 52:
        return card_text(action)
    call = game.calls[action - 52]
    return CALLS.get(call, call)


def translate_sheet(game: Balkan, totals: Totals, carry: Carry) -> again.Sheet:
    n, boxes = game.seats, dict(zip(game.columns, totals, strict=True))
    supe_columns = [boxes[column] for column in game.columns if column not in ("bule", "refe")]
    rows = [[0] * n for _ in range(n)]
    for step, column in enumerate(supe_columns, 1):
        for seat in range(n):
            rows[seat][(seat + step) % n] = column[seat]
    return again.Sheet(boxes["bule"], tuple(map(tuple, rows)), boxes["refe"], carry.refe_written)


def totals_of(game: Balkan, written_sheet: again.Sheet) -> Totals:
    n = game.seats
    supe = [tuple(written_sheet.supe[seat][(seat + step) % n] for seat in range(n)) for step in range(1, n)]
    return tuple(
        written_sheet.bule if column == "bule" else written_sheet.refe if column == "refe" else supe.pop(0)
        for column in game.columns
    )


def translate_outcome(outcome: Outcome, players: int) -> again.Outcome | None:
    if outcome.declarer is None or outcome.game is None:
        return None
    came = outcome.came[0] == "come", outcome.came[1] == "come"
    kontra_by = outcome.kontra_by
    if outcome.kontra != "none" and kontra_by is None and came.count(True) == 1:
        kontra_by = came.index(True)
    agreement = (came, outcome.invite, outcome.kontra, kontra_by)
    tricks = outcome.tricks or (0,) * players
    return again.Outcome(outcome.declarer, outcome.game, outcome.igra, *agreement, tricks, outcome.revoked)


# Played deals


class Players(NamedTuple):
    """A player for all seats, who plays at random or so that the declarer makes (or loses) the contract.

    `helps_declarer` is True, False, or None for random play.
    """

    rng: random.Random
    helps_declarer: bool | None

    def choose(self, game: Balkan, state: State[Any], legal: tuple[int, ...]) -> int:
        if state.public.phase != "play" or self.helps_declarer is None or self.rng.random() < 0.2:
            if 52 in legal and self.rng.random() < 0.2:  # pass
                return 52
            return self.rng.choice(legal)
        is_declarer = state.public.turn == state.public.declarer
        wants_tricks = is_declarer is self.helps_declarer
        if state.public.contract is not None and game.calls[state.public.contract - 52] == "betl":
            wants_tricks = not wants_tricks
        by_rank = sorted(legal, key=lambda card: card % 13)
        return by_rank[-1 if wants_tricks else 0]


def play(match: Match, rng: random.Random) -> Any:
    """Play a deal in both implementations, and return its outcome. Raise Difference if they disagree."""
    game: Any = match.game
    deck = tuple(rng.sample(game.pack, len(game.pack)))
    state: Any = game.deal(deck, match.standing)
    asking = again.deal(translate_options(game.options), match.dealer, [card_text(card) for card in deck])
    players = Players(rng, rng.choice((None, True, False)))
    ask: again.Ask | None = next(asking)
    actions: list[str] = []
    expected_outcome: again.Outcome | None = None
    while (actor := state.public.actor) is not None:
        legal = game.legal(view(state, actor))
        theirs = None if ask is None else (ask.seat, set(ask.may))
        assert_same(
            f"after {actions}, asked in {state.public.phase}",
            (actor, {translate_action(game, legal_action) for legal_action in legal}),
            theirs,
        )
        action = players.choose(game, state, legal)
        actions.append(translate_action(game, action))
        state = game.apply(state, action)
        try:
            ask = asking.send(actions[-1])
        except StopIteration as end:
            ask, expected_outcome = None, end.value
    assert_same(f"after {actions}, asked at the end", None, ask)
    outcome = game.outcome(state)
    assert_same(f"outcome after {actions}", translate_outcome(outcome, game.seats), expected_outcome)
    turned_cards = again.deal_cards(translate_options(game.options), match.dealer, [card_text(card) for card in deck])[
        1
    ]
    expected_talon = set() if expected_outcome is None or expected_outcome.igra else {*turned_cards}
    assert_same(f"talon after {actions}", {card_text(card) for card in cards(state.public.talon)}, expected_talon)
    return outcome


def close_in_both(match: Match, outcome: Any) -> Match:
    """Score a deal with this `outcome` in both implementations, and return the match after the deal.

    Raise Difference if the implementations disagree.
    """
    game: Any = match.game
    rules = translate_options(game.options)
    sheet_before = translate_sheet(game, match.sheet.totals, match.carry)
    translated_outcome = translate_outcome(outcome, game.seats)
    expected_sheet = again.sheet_after_deal(rules, match.dealer, sheet_before, translated_outcome)
    match_after = match.close(outcome)
    context = f"{options_text(PRESETS, game.options)} | dealer {match.dealer} | {sheet_before} | {translated_outcome}"
    assert_same(
        f"sheet after {context}", translate_sheet(game, match_after.sheet.totals, match_after.carry), expected_sheet
    )
    assert_same(f"winners after {context}", match_after.winners, again.winners(expected_sheet))
    assert_same(
        f"settlement after {context}",
        game.scoring.settlement(match_after.sheet.totals),
        again.settlement(expected_sheet),
    )
    assert_same(f"dealer after {context}", match_after.dealer, again.next_dealer(rules, match.dealer))
    assert_same(f"number after {context}", match_after.deals, match.deals + 1)
    return match_after


def drawn_match(rng: random.Random) -> Match:
    """Return a match under random house rules, which is new or near its end."""
    options = random_options(Options, rng)
    if rng.random() < 0.7:
        options = replace(options, bule=2 * rng.randint(10, 60))
    if rng.random() < 0.5:
        options = replace(options, refe=rng.randint(0, 4))
    game = Balkan(options)
    match = Match.begin(game, rng.randrange(game.seats))
    assert_same(
        "the beginning",
        translate_sheet(game, match.sheet.totals, match.carry),
        again.new_sheet(translate_options(options)),
    )
    if rng.random() < 0.5:
        return match
    standing = MatchStanding(rng.randint(1, 30), match.dealer, *nearly_full_sheet(game, rng))
    return Match.from_standing(game, standing)


def nearly_full_sheet(game: Balkan, rng: random.Random) -> tuple[Totals, Carry]:
    """Return the totals of a nearly full sheet, and the carried state; rarely the match is past its end."""
    n = game.seats
    bule = [2 * rng.randint(-20, 30) for _ in range(n)]
    if rng.random() < 0.95:
        bule[rng.randrange(n)] += max(0, 2 * rng.randint(1, 20) - sum(bule))
    supe = [[0 if i == j else 2 * rng.randint(0, 200) for j in range(n)] for i in range(n)]
    refe_written = rng.randint(0, game.options.refe)
    refe = tuple(rng.randint(0, refe_written) for _ in range(n))
    full_sheet = again.Sheet(tuple(bule), tuple(map(tuple, supe)), refe, refe_written)
    return totals_of(game, full_sheet), Carry(refe_written)


# Entered outcomes


def any_outcome(game: Balkan, dealer: int, rng: random.Random) -> Outcome | None:
    """Return a random outcome of a deal, which is usually nearly possible; return None if it cannot be expressed.

    `dealer` is the seat of the dealer.
    """
    n = game.seats
    seats = again.speakers(translate_options(game.options), dealer)
    declarer = rng.choice(seats) if rng.random() < 0.97 else rng.randrange(n)
    contract = rng.choice(again.GAMES)
    came = rng.choice((("come", "come"), ("come", "dont"), ("dont", "come"), ("dont", "dont")))
    if contract in ("betl", "preferans") and rng.random() < 0.95:
        came = ("come", "come")
    invite = rng.choice(("none", "none", "accepted", "refused")) if came.count("come") == 1 else "none"
    kontra = rng.choice(("none", "none", "none", *again.KONTRAS)) if invite == "none" else "none"
    kontra_by = None
    if kontra != "none":
        kontra_by = rng.choice([index for index in (0, 1) if came[index] == "come"] or [0])
        if came.count("come") == 1 and rng.random() < 0.3:
            kontra_by = None  # optional
    tricks = [0] * n
    likely = (0, 1, 10) if contract in ("betl", "preferans") else (0, 1, 4, 5, 6, 6, 7, 8, 9, 10)
    tricks[declarer] = declarer_tricks = rng.choice(likely)
    other_seats = [seat for seat in seats if seat != declarer and (rng.random() < 0.1 or came != ("dont", "dont"))]
    if kontra == "none" and invite != "accepted" and len(other_seats) == 2 and declarer in seats and rng.random() < 0.9:
        followers = again.followers(translate_options(game.options), dealer, declarer)
        other_seats = [seat for index, seat in enumerate(followers) if came[index] == "come"]
    for _ in range(rng.choice((10 - declarer_tricks, 10 - declarer_tricks, 5, 1))):
        if other_seats:
            tricks[rng.choice(other_seats)] += 1
    if not other_seats and rng.random() < 0.9:
        tricks = [0] * n
    words: dict[str, Any] = {"came": came, "invite": invite, "kontra": kontra, "kontra_by": kontra_by}
    if max(tricks) > 10:
        return None
    try:
        return Outcome(declarer, contract, rng.random() < 0.3, tricks=tuple(tricks), **words)  # type: ignore[arg-type]  # words by name
    except BadOutcome:
        return None


def enter_outcome(rng: random.Random) -> str:
    """Enter an outcome into both implementations. Raise Difference if they disagree.

    Return "written", or the reason why the outcome is refused.
    """
    match = drawn_match(rng)
    game: Any = match.game
    if rng.random() < 0.3:
        outcome = random_form_outcome(game, match.standing, rng, "fault" if rng.random() < 0.3 else "deal")
    else:
        outcome = any_outcome(game, match.dealer, rng)
    if outcome is None:
        return "no outcome"
    if isinstance(outcome, VoidDeal):
        assert_same("after a misdeal", match.close(outcome).standing, match.standing)
        return "misdeal"
    translated_outcome = translate_outcome(outcome, game.seats)
    wrong = (
        ""
        if translated_outcome is None
        else again.impossible(translate_options(game.options), match.dealer, translated_outcome)
    )
    context = f"{options_text(PRESETS, game.options)} | dealer {match.dealer} | {translated_outcome}"
    try:
        game.scoring.row(outcome, match.standing)
    except PrikupError as error:
        if not wrong:
            raise Difference(f"possible, but {error}: {context}") from None
        return wrong
    if wrong:
        raise Difference(f"impossible ({wrong}), but not refused: {context}")
    close_in_both(match, outcome)
    return "written"


def find_differences(deals: int, seed: int) -> Iterator[str]:
    """Play `deals` deals and enter as many outcomes, and yield a line for every difference; `seed` determines them."""
    match, count = None, 0
    for n in range(deals):
        rng = random.Random(f"{seed} {n}")
        try:
            if match is None or match.over or count >= LONGEST:
                match, count = drawn_match(rng), 0
            match, count = close_in_both(match, play(match, rng)), count + 1
        except Difference as difference:
            yield f"{seed} {n}: {options_text(PRESETS, match.game.options) if match else ''}: {difference}"
            match = None
        try:
            enter_outcome(rng)
        except Difference as difference:
            yield f"{seed} {n} typed: {difference}"


def main() -> None:
    """Run the comparison from the command line."""
    arguments = parse_command_line(__doc__, deals=20_000, seed=1)
    start, wrong = time.perf_counter(), 0
    for difference in find_differences(arguments.deals, arguments.seed):
        wrong += 1
        print(difference, flush=True)
    seconds = time.perf_counter() - start
    print(f"balkan: {arguments.deals} deals, {arguments.deals} outcomes, {wrong} differences, {seconds:.0f} s")
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
