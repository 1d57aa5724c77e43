"""Compare the scorer with a second, independent implementation on random evenings of scored matches.

Run `python tests/campaigns/random_evenings.py --evenings 2000`, over all games.

An evening is a game under random house rules with random operations on its list of entries. The entries are deals as
played, deals as entered in a form, impossible deals, irregularities, manual corrections and changes of the dealer;
other operations are changes of the match details, edits, undo and redo. After each operation the scorer and its second
implementation (`games/evening_rules.py`) must agree on every box, on every flag, and on the payments. At the end,
undoing and redoing everything must lead to the same list, and a file of the history must be read as the same history.
"""

import random
import sys
import time
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))  # for the test helpers

from games import evening_rules as again
from msgspec import ValidationError, convert
from msgspec.structs import asdict, replace
from support.command_line import parse_command_line
from support.random_walk import KINDS, choose_action, options_type, random_game

from prikup.games import game
from prikup.rules.errors import PrikupError, reason
from prikup.rules.game import AnyGame
from prikup.rules.game_definition import GameDefinition
from prikup.rules.game_scoring import GameScoring, VoidDeal
from prikup.rules.match import Match
from prikup.rules.match_standing import MatchStanding
from prikup.rules.options import options_text, random_options
from prikup.rules.scoring_questions import ChoiceQuestion, fill_form
from prikup.rules.state import view
from prikup.scorer.edit_history import History, Redo, UndoStep
from prikup.scorer.edit_preview import differences
from prikup.scorer.entries import (
    AdjustEntry,
    Amount,
    DealEntry,
    Dealer,
    EntryContent,
    Fault,
    Join,
    Leave,
    NoteEntry,
    PaperStart,
    ScoreEntry,
    Scoring,
    StopEntry,
)
from prikup.scorer.operations import Append, Delete, Head, Insert, Move, Operation, Replace
from prikup.scorer.payments import fewest_payments, money, pairwise_payments, side_payments
from prikup.scorer.replay import Replay, plain, replay_scoring
from prikup.scorer.score_file import encode_history, read

__all__ = [
    "GAMES_WITH_QUESTIONS",
    "Evening",
    "list_differences",
    "names_of",
    "new_list",
    "random_form_outcome",
    "random_outcome",
    "run_evening",
]

PEOPLE = ("Anna", "Boris", "Vera", "Gleb")
GAMES_WITH_QUESTIONS = [
    (name, kind)
    for name, kind in KINDS
    if type(game(name).scoring).scoring_questions is not GameScoring.scoring_questions
]
"""The games that define questions for the score keeper, as pairs of name and definition."""


def names_of(seats: int) -> tuple[str, ...]:
    """Return player names for this number of seats."""
    return PEOPLE[:seats]


def new_list(kind: GameDefinition, rng: random.Random) -> tuple[Scoring, Match]:
    """Return an empty list of entries under random house rules, and its match."""
    game = random_game(kind, rng)
    match = Match.begin(game, rng.randrange(game.seats))
    options = options_text(kind.presets, game.options)
    return Scoring(game.name, game.rules_version, options, names_of(game.seats), match.dealer, 0), match


# Entries


def random_form_outcome(game: AnyGame, standing: MatchStanding[Any], rng: random.Random, kind: str) -> Any:
    """Answer the questions on a deal (or on a fault, if `kind` is "fault") at random, and return the outcome.

    Return None if the form rejects the answers.
    """
    ask, answers = (
        game.scoring.irregularity_questions if kind == "fault" else game.scoring.scoring_questions,
        list[Any](),
    )
    try:
        while (question := (form := fill_form(ask(standing), answers)).next) is not None:
            possible = (
                question.answers if isinstance(question, ChoiceQuestion) else range(question.low, question.high + 1)
            )
            answers.append(rng.choice(possible))
    except PrikupError:
        return None
    return form.outcome


def random_outcome(game: AnyGame, standing: MatchStanding[Any], rng: random.Random) -> Any:
    """Play a deal with random actions and return its outcome.

    If the match has nothing left to play for, the deal belongs to a new match instead.
    """
    state = Match.from_standing(game, standing).deal_random(rng)
    while (actor := state.public.actor) is not None:
        legal = game.legal(view(state, actor))
        if not legal:
            return random_outcome(game, Match.begin(game, standing.dealer).standing, rng)
        state = game.apply(state, choose_action(rng, legal))
    return game.outcome(state)


class Evening:
    """An evening in the forms of both implementations.

    `history` is the scorer's edit history. `lists` are the second implementation's lists after each operation, and
    `position` is the index of the current list.
    """

    def __init__(self, kind: GameDefinition, rng: random.Random) -> None:
        self.kind, self.rng, self.number = kind, rng, 0
        scoring, match = new_list(kind, rng)
        scoring, standing = replace(scoring, play_on=rng.random() < 0.3), match.standing
        if rng.random() < 0.3:
            scoring, standing = self.start_on_paper(match, scoring)
        self.history = History.begin(scoring)
        self.lists = [again.Evening(match.game, standing, (), scoring.play_on)]
        self.position = 0

    def start_on_paper(self, match: Match, scoring: Scoring) -> tuple[Scoring, MatchStanding[Any]]:
        """Start the match as continued from paper: play some deals that are on no list."""
        game = match.game
        for _ in range(self.rng.randint(1, 4)):
            after = match.close(random_outcome(game, match.standing, self.rng))
            if not after.over:
                match = after
        carry_fields = {name: getattr(match.carry, name) for name in game.scoring.carry_fields}
        carry = replace(game.carry, **carry_fields) if carry_fields else game.carry
        totals = match.sheet.totals
        if game.scoring.why_impossible(totals, carry) is not None:
            return scoring, Match.begin(game, scoring.dealer).standing
        opening = PaperStart(totals, match.deals, plain(carry_fields))
        standing = MatchStanding(match.deals + 1, match.dealer, totals, carry)
        return replace(scoring, dealer=match.dealer, opening=opening), standing

    @property
    def current_list(self) -> again.Evening:
        return self.lists[self.position]

    def entry(self) -> tuple[ScoreEntry, again.Entry]:
        """Return a new random entry in the forms of both implementations."""
        self.number += 1
        name, roll = f"e{self.number}", self.rng.random()
        content, note = self.random_content(roll), "why" if self.rng.random() < 0.95 else " "
        return ScoreEntry(name, self.number, content, note), to_second_form(self.kind, name, content, note)

    def random_content(self, roll: float) -> EntryContent:
        """Return the content of an entry; `roll` (0 to 1) chooses its kind.

        A deal starts from the current standing or, rarely, from a new match under other house rules.
        """
        game, standing = self.current_list.game, again.fold_entries(self.current_list).standing
        if roll < 0.75:
            if self.rng.random() < 0.1:
                game = random_game(self.kind, self.rng)
                standing = Match.begin(game, self.rng.randrange(game.seats)).standing
            outcome = random_form_outcome(game, standing, self.rng, "deal") if self.rng.random() < 0.5 else None
            plain_outcome = plain(random_outcome(game, standing, self.rng) if outcome is None else outcome)
            if self.rng.random() < 0.05:
                plain_outcome = self.rng.choice(
                    ({**plain_outcome, "tricks": [10, 10, 1]}, plain(VoidDeal(reason("misdealt"))))
                )
            return DealEntry(plain_outcome)
        if roll < 0.82:
            outcome = random_form_outcome(game, standing, self.rng, "fault")
            return Fault(plain(outcome)) if outcome is not None else NoteEntry("tea")
        if roll < 0.9:
            return AdjustEntry(tuple(self.amount(game) for _ in range(self.rng.randint(0, 3))))
        if roll < 0.95:
            return Dealer(self.rng.randrange(4))
        return NoteEntry("tea") if roll < 0.99 else StopEntry()

    def amount(self, game: AnyGame) -> Amount:
        column = self.rng.choice(game.columns) if self.rng.random() < 0.95 else "no such"
        side = self.rng.randrange(len(game.sides)) if self.rng.random() < 0.95 else 3
        return Amount(column, side, self.rng.choice((0, 3, -4, 25, self.rng.randint(-200, 200))))

    # Operations

    def apply_random_operation(self) -> None:
        """Apply a random operation in both implementations."""
        roll = self.rng.random()
        if roll < 0.12 and self.position:
            self.history, self.position = self.history.do(UndoStep()), self.position - 1
        elif roll < 0.2 and self.position + 1 < len(self.lists):
            self.history, self.position = self.history.do(Redo()), self.position + 1
        elif roll < 0.25:
            self.change_head()
        else:
            operation, after = self.operation()
            self.record_operation(operation, after)

    def record_operation(self, operation: Operation, after: again.Evening) -> None:
        self.history = self.history.do(operation)
        self.lists = [*self.lists[: self.position + 1], after]
        self.position += 1

    def change_head(self) -> None:
        """Change the price, whether the match continues after its end, or the house rules.

        New house rules have the same number of players.
        """
        current_list, roll = self.current_list, self.rng.random()
        if roll < 0.2:
            self.record_operation(Head(price="0.25", decimals=2), current_list)
            return
        if roll < 0.5:
            play_on = self.rng.random() < 0.5
            self.record_operation(Head(play_on=play_on), current_list._replace(play_on=play_on))
            return
        game = self.kind.build(random_options(options_type(self.kind), self.rng))
        if game.seats != current_list.game.seats or self.history.current_list.opening is not None:
            return
        begin = Match.begin(game, current_list.begin.dealer).standing
        self.record_operation(
            Head(options=options_text(self.kind.presets, game.options)), current_list._replace(game=game, begin=begin)
        )

    def operation(self) -> tuple[Operation, again.Evening]:
        new, second_entry = self.entry()
        names = [entry.name for entry in self.current_list.entries]
        if not names or self.rng.random() < 0.6:
            return Append(new), again.insert_entry(self.current_list, None, second_entry)
        name = self.rng.choice(names)
        match self.rng.randrange(4):
            case 0:
                return Insert(name, new), again.insert_entry(self.current_list, name, second_entry)
            case 1:
                return Replace(name, new.at, new.what, new.note), again.replace_entry(
                    self.current_list, name, second_entry
                )
            case 2:
                return Delete(name), again.delete_entry(self.current_list, name)
            case _:
                to = self.rng.choice([None, *(target for target in names if target != name)])
                return Move(name, to), again.move_entry(self.current_list, name, to)

    # Checks

    def differences(self, old_replay: Replay, old_result: again.EveningState) -> list[str]:
        """Return the differences between both implementations, in the list and in the effects of the last operation."""
        messages = list(list_differences(self.history.current_list, self.current_list))
        return messages + list(
            edit_differences(
                old_replay, replay_scoring(self.history.current_list), old_result, again.fold_entries(self.current_list)
            )
        )

    def end(self) -> None:
        """Assert that a file stores the history, and that everything can be undone and redone."""
        data, steps = encode_history(self.history), self.history.applied_count
        assert read(data) == (self.history, data)
        back = self.history.do_all([UndoStep()] * steps)
        assert back.current_list == self.history.initial_list
        assert back.do_all([Redo()] * steps).current_list == self.history.current_list


def to_second_form(kind: GameDefinition, name: str, content: EntryContent, note: str) -> again.Entry:
    """Convert an entry to the form of the second implementation.

    `name` is the id of the entry, `content` its content, and `note` its note.
    """
    match content:
        case DealEntry(outcome) | Fault(outcome):
            try:
                decoded_outcome: Any = convert(outcome, kind.outcome | VoidDeal)
            except ValidationError:
                decoded_outcome = None
            return again.Entry(name, "deal" if isinstance(content, DealEntry) else "fault", decoded_outcome, note)
        case AdjustEntry(amounts):
            boxes: dict[tuple[str, int], int] = {}
            for box in amounts:
                boxes[box.column, box.side] = boxes.get((box.column, box.side), 0) + box.amount
            return again.Entry(name, "adjust", boxes, note)
        case Dealer(seat):
            return again.Entry(name, "dealer", seat, note)
        case NoteEntry(text):
            return again.Entry(name, "note", text, note)
        case StopEntry():
            return again.Entry(name, "stop", None, note)
        case Join() | Leave():
            raise AssertionError("nobody joins or leaves these evenings")


# Comparison


def list_differences(scoring: Scoring, evening: again.Evening) -> Iterator[str]:
    """Yield the differences between the scorer and the second implementation."""
    replay, expected_list = replay_scoring(scoring), again.fold_entries(evening)
    if [entry.id for entry in scoring.entries] != [entry.name for entry in evening.entries]:
        yield f"entries {scoring.entries}, not {evening.entries}"
        return
    for applied_entry, expected_entry in zip(replay.applied_entries, expected_list.results, strict=True):
        ours = None if applied_entry.flag is None else applied_entry.flag.key
        entry_text = f"{applied_entry.number} {asdict(applied_entry.entry)}"
        if (ours is None) != (expected_entry.flag is None) or "after-the-end" in {ours, expected_entry.flag} - {
            ours
        } & {expected_entry.flag}:
            yield f"flag {ours}, not {expected_entry.flag}: {entry_text}"
        row = {} if applied_entry.line is None else again.boxes(applied_entry.line.row)
        if row != expected_entry.row:
            yield f"row {row}, not {expected_entry.row}: {entry_text}"
        deal, dealer = applied_entry.match_before.standing.deal, applied_entry.match_before.dealer
        if (deal, dealer) != (expected_entry.deal, expected_entry.dealer):
            yield f"deal {deal} of {dealer}, not {expected_entry.deal} of {expected_entry.dealer}: {entry_text}"
    if replay.match.standing != expected_list.standing:
        yield f"standing {replay.match.standing}, not {expected_list.standing}"
    if (replay.match.winners, replay.stopped) != (expected_list.winners, expected_list.broken):
        yield f"end {replay.match.winners} {replay.stopped}, not {expected_list.winners} {expected_list.broken}"
    yield from _payment_differences(replay.game, replay.match.sheet.totals)


def _payment_differences(game: AnyGame, totals: Any) -> Iterator[str]:
    """Yield the differences in the payments for these `totals` of the sheet, at several prices of a point."""
    shares = game.scoring.settlement(totals)
    for price, decimals in (Fraction(1), 0), (Fraction(1, 4), 2), (Fraction(1, 3), 3):
        units = money(shares, price, decimals)
        if units != again.whole(shares, price, decimals):
            yield f"units {units} of {shares}"
        by_sides = len(shares) < game.seats
        payments = [
            (payment.payer, payment.payee, payment.units)
            for payment in (side_payments(game.sides, units) if by_sides else fewest_payments(units))
        ]
        expected_payments = again.side_payments(units) if by_sides else again.payments(units)
        if payments != expected_payments:
            yield f"payments {payments}, not {expected_payments}, of {units}"
        exact = again.pairwise(shares)
        amount_by_pair = {
            (payment.payee, payment.payer): payment.units for payment in pairwise_payments(shares, price, decimals)
        }
        for pair, amount in exact.items():
            if abs(amount_by_pair.get(pair, 0) - amount * price * 10**decimals) > Fraction(1, 2):
                yield f"pairwise {amount_by_pair}, not {exact}"


def edit_differences(
    replay_before: Replay, replay_after: Replay, result_before: again.EveningState, result_after: again.EveningState
) -> Iterator[str]:
    """Yield the differences between both implementations in the effects of an operation.

    The second implementation knows only the key of a flag's reason, and not the dealer of a deal.
    """
    flags = {
        difference.entry.id: difference.flag and difference.flag.key for difference in replay_before.applied_entries
    }
    ours = set[tuple[Any, ...]]()
    for difference in differences(replay_before, replay_after):
        name = replay_after.entry_at(difference.entry).entry.id if difference.entry else ""
        match difference.what:
            case "number":
                ours.add(("number", name, (difference.column, difference.side), difference.before, difference.after))
            case "flag" if flags[name] != (difference.flag and difference.flag.key):
                ours.add(("flag", name))
            case "total":
                ours.add(("total", difference.column, difference.side, difference.before, difference.after))
            case "winners":
                ours.add(("winners", difference.winners))
            case "next":
                ours.add(("next", difference.before, difference.after))
    theirs = again.edit_changes(result_before, result_after)
    if ours != theirs:
        yield f"changed {ours - theirs}, not {theirs - ours}"


def run_evening(kind: GameDefinition, rng: random.Random, operations: int) -> tuple[list[str], int, int]:
    """Run an evening with this number of `operations`, and return the first differences.

    Also return the numbers of entries and of flags at the end.
    """
    evening = Evening(kind, rng)
    for _ in range(operations):
        old_replay, old_result = replay_scoring(evening.history.current_list), again.fold_entries(evening.current_list)
        evening.apply_random_operation()
        if messages := evening.differences(old_replay, old_result):
            return messages, len(evening.current_list.entries), 0
    evening.end()
    entries = again.fold_entries(evening.current_list).results
    return [], len(entries), sum(entry.flag is not None for entry in entries)


def main() -> None:
    """Run the campaign from the command line."""
    arguments = parse_command_line(__doc__, evenings=500, operations=40, seed=1)
    wrong = 0
    for name, kind in GAMES_WITH_QUESTIONS:
        start, entries, flag_count, number = time.perf_counter(), 0, 0, arguments.evenings // len(GAMES_WITH_QUESTIONS)
        for n in range(number):
            messages, new_entries, flags = run_evening(
                kind, random.Random(f"{arguments.seed} {name} {n}"), arguments.operations
            )
            entries, flag_count, wrong = entries + new_entries, flag_count + flags, wrong + bool(messages)
            if messages:
                print(f"{name} {arguments.seed} {n}: " + "\n  ".join(messages[:3]))
        seconds = time.perf_counter() - start
        print(
            f"{name}: {number} evenings, {entries} entries, {flag_count} of them flagged, {seconds:.0f} s", flush=True
        )
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
