"""The replay of impossible outcomes: they are flagged and described, without a crash."""

import random
from typing import Any

import pytest
from campaigns.random_evenings import names_of
from msgspec import inspect
from support.circles import depth
from support.random_walk import KINDS, random_game

from prikup.locale import LANGUAGES
from prikup.locale.speech import Speech
from prikup.rules.game_definition import GameDefinition
from prikup.rules.match import Match
from prikup.rules.options import options_text
from prikup.scorer.entries import AdjustEntry, Amount, DealEntry, Fault, ScoreEntry, Scoring
from prikup.scorer.printout import as_text, build_printout
from prikup.scorer.replay import adjustment_row, replay_scoring
from prikup.scorer.sheet_svg import drawing
from prikup.terminal.words import words_of

NUMBERS = (0, 1, 2, 3, 4, 5, 6, 10, -1, 13, 16)


def random_value(kind: inspect.Type, seats: int, rng: random.Random) -> Any:
    """Return a random plain value for a field, not always a valid one."""
    match kind:
        case inspect.UnionType(types=types):
            return random_value(rng.choice(types), seats, rng)
        case inspect.LiteralType(values=values):
            return rng.choice(values)
        case inspect.BoolType():
            return rng.random() < 0.5
        case inspect.Metadata(type=plain):
            return random_value(plain, seats, rng)
        case inspect.IntType():
            return rng.choice(NUMBERS)
        case inspect.TupleType(item_types=items):
            return [random_value(item, seats, rng) for item in items]
        case inspect.VarTupleType(item_type=item):
            return [random_value(item, seats, rng) for _ in range(rng.choice((0, seats, seats, seats, 1, 5)))]
    return None


def random_outcome(kind: GameDefinition, seats: int, tricks: int, rng: random.Random) -> dict[str, Any]:
    """Return an outcome with random fields, whose tricks usually add up."""
    info = inspect.type_info(kind.outcome)
    assert isinstance(info, inspect.StructType)
    fields = [field for field in info.fields if field.required or rng.random() < 0.75]
    values = {field.name: random_value(field.type, seats, rng) for field in fields}
    if isinstance(values.get("tricks"), list) and rng.random() < 0.7:
        cuts = sorted(rng.randint(0, tricks) for _ in range(seats - 1))
        values["tricks"] = [high - low for low, high in zip((0, *cuts), (*cuts, tricks), strict=True)]
    return {"type": "played", **values}


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_replay_flags_and_describes_impossible_outcomes(name: str, kind: GameDefinition) -> None:
    flag_count = 0
    for seed in range(depth(100)):
        rng = random.Random(seed)
        game = random_game(kind, rng)
        sides = len(game.sides)
        entries = tuple(
            ScoreEntry(str(n), 0, rng.choice((DealEntry, Fault))(random_outcome(kind, sides, game.trick_count, rng)))
            for n in range(20)
        )
        options = options_text(kind.presets, game.options)
        scoring = Scoring(name, game.rules_version, options, names_of(game.seats), 0, 0, play_on=True, entries=entries)
        replay = replay_scoring(scoring)
        flag_count += sum(entry.flag is not None for entry in replay.applied_entries)
        for tongue in LANGUAGES:
            speech = Speech(words_of(tongue, name), replay.game, scoring.names)
            assert as_text(build_printout(speech, replay)).count("\n") > len(entries)
            drawing(speech, replay)
    assert flag_count


def test_correction_that_overfills_a_box_is_flagged() -> None:
    flags = []
    for name, kind in KINDS:
        game = kind.build(next(iter(kind.presets.values())))
        for column in game.columns:
            correction = AdjustEntry((Amount(column, 0, 999),))
            entries = (ScoreEntry("a", 0, correction, "why"),)
            replay = replay_scoring(Scoring(name, game.rules_version, "", names_of(game.seats), 0, 0, entries=entries))
            corrected_match = Match.begin(game).adjust(adjustment_row(game, correction, "why"))
            flags.append(game.scoring.why_no_correction(corrected_match.sheet.totals))
            assert [entry.flag for entry in replay.applied_entries] == flags[-1:]
    assert any(flags)
