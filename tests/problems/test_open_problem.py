"""The problems of the package: enough of them, small, and proved; a sample by plain minimax too."""

from collections import Counter
from collections.abc import Sequence

import msgspec
from campaigns.problem_proofs import is_proved_plainly, is_short
from support.circles import depth

from prikup.games import GAMES
from prikup.problems.open_problem import OpenProblem
from prikup.problems.open_proof import is_one_answer, is_proved, is_solved_by, prove, runs
from prikup.problems.problem import LEVELS, PLAYERS, TRIES, discard_text, every_problem, problems
from prikup.problems.themes import THEMES
from prikup.rules.cards import SUITS, mask, parse_card
from prikup.rules.text_format import parse_hands

EVERY = every_problem(OpenProblem)
GAMES_WITH_PROBLEMS = tuple(name for name in GAMES if problems(OpenProblem, name))
OURS = tuple(problem for problem in EVERY if not problem.source)


def spread(all_problems: Sequence[OpenProblem], count: int) -> Sequence[OpenProblem]:
    """Return about `count` of the problems, spread evenly."""
    return all_problems[:: max(1, len(all_problems) // count)]


def test_there_are_enough_of_every_difficulty_and_they_are_small() -> None:
    assert len(EVERY) >= 600
    assert sum((GAMES[name].folder / OpenProblem.FILE).stat().st_size for name in GAMES_WITH_PROBLEMS) <= 400_000
    assert len({problem.id for problem in EVERY}) == len(EVERY)
    assert {problem.theme for problem in EVERY} == set(THEMES)
    levels = Counter(problem.level for problem in EVERY)
    assert all(levels[level] > 20 for level in range(1, len(LEVELS) + 1))


def test_each_is_written_as_it_is_read_and_needs_thought() -> None:
    for name in GAMES_WITH_PROBLEMS:
        for line in (GAMES[name].folder / OpenProblem.FILE).read_bytes().splitlines():
            problem = msgspec.json.decode(line, type=OpenProblem)
            assert msgspec.json.encode(problem) == line
            assert problem.game == name
            assert problem.you in problem.seats
            assert set(problem.side) <= set(problem.seats)
    for problem in OURS:
        assert len(problem.failed) == len(PLAYERS)
        assert all(0 <= failure_count <= TRIES for failure_count in problem.failed)
        assert sum(problem.failed) >= LEVELS[0]
        assert problem.level >= 1
        assert problem.nodes > 0


def test_proofs_of_sampled_problems_are_reproduced() -> None:
    """`make problems-proof` proves them all."""
    for problem in spread(EVERY, depth(70)):
        assert is_proved(problem, prove(problem)), problem


def test_short_ones_are_proved_by_plain_minimax() -> None:
    short_problems = list(filter(is_short, EVERY))
    assert len(short_problems) > 30
    assert all(map(is_proved_plainly, spread(short_problems, depth(30))))


FOURTEEN = ".AKQJ.AJ87.QT | A.T87.KQT.AJ8 | KJ987.9.9.K97"
FIFTEEN = "AKQ87...KJ987 | JT9.AQ.KQ.AQT | .KJT987.A987."
BOOK = (
    ("14a", FOURTEEN, "D", 0, 6),
    ("14b", FOURTEEN, "C", 0, 5),
    ("15a", FIFTEEN, "H", 0, 7),
    ("15b", FIFTEEN, "S", 0, 5),
    ("16", "AJ.AK9.T987.8 | KQ98.T.KQJ.AK | T7.QJ.A.QJT97", "S", 1, 5),
)
"""Problems of Smirnov and Shchukin, "Преферанс. Правила и приёмы игры", 1990: name, hands, trump, declarer, tricks."""


def test_published_problems_have_the_answer_of_the_book() -> None:
    problem_by_source = {problem.source: problem for problem in EVERY if problem.source}
    for name, hands, trump, declarer, tricks in BOOK:
        problem = problem_by_source[f"Smirnov, Shchukin, 1990: {name}"]
        assert parse_hands(problem.hands) == parse_hands(hands)
        assert (problem.trump, problem.side, problem.leader) == (trump, (declarer,), 0)
        assert problem.position().order.trump == SUITS.index(trump)
        assert problem.answer == (str(tricks),)
        assert is_proved(problem, prove(problem))


# The requirements of a proof


def test_equal_cards_are_one_answer() -> None:
    hands = parse_hands("AK9... | Q8... | JT...")
    hand_masks = tuple(hand or 0 for hand in hands)
    king, ace, nine, eight = (parse_card(text) for text in ("SK", "SA", "S9", "S8"))
    assert runs(hand_masks, 0) == {nine: nine, king: king, ace: king}
    assert runs(hand_masks, 1)[eight] == eight
    assert runs(hand_masks, 0, mask((ace,)))[king] == king
    runs_with_table = runs((hand_masks[0] & ~(1 << king), hand_masks[1], hand_masks[2]), 0, 1 << king)
    assert runs_with_table[ace] == ace, "a card on the table stands between"


def test_a_low_ace_is_next_to_the_two() -> None:
    hand_masks = tuple(hand or 0 for hand in parse_hands("A2... | K3..."))
    ace, deuce = parse_card("SA"), parse_card("S2")
    assert runs(hand_masks, 0)[ace] == ace
    assert runs(hand_masks, 0, ace_low=True) == {ace: ace, deuce: ace}


def finesse_problem(**fields: object) -> OpenProblem:
    """Return a finesse: two tricks for seats 0 and 2 if 0 leads and the queen is played."""
    return msgspec.convert(
        {
            "game": GAMES_WITH_PROBLEMS[0],
            "theme": "make",
            "hands": "AQ... | K5... | 32...",
            "you": 0,
            "leader": 2,
            "table": "S3 S5",
            "side": [0],
            "follow": "free",
            "value": 1,
            "answer": ["SQ"],
            **fields,
        },
        OpenProblem,
    )


def test_what_is_not_the_only_answer_is_found() -> None:
    problem = finesse_problem(hands="A..A.2 | ...KQJ | .987..", leader=0, table="", need=2)
    assert prove(problem).right == ("SA", "DA")
    assert not is_one_answer(problem, prove(problem)), "either ace will do"


def test_an_answer_that_is_wrong_is_not_proved() -> None:
    problem = EVERY[0]
    wrong_problem = msgspec.structs.replace(problem, answer=("HA",))
    assert not is_proved(wrong_problem, prove(wrong_problem))
    assert not is_proved(msgspec.structs.replace(problem, value=problem.value + 1), prove(problem))


def test_who_wants_what() -> None:
    for you, goal, need, value, tricks, is_solved in (
        (0, "most", 2, 3, 2, True),
        (0, "most", 2, 3, 1, False),
        (0, "most", 0, 3, 2, False),
        (1, "most", 2, 1, 1, True),
        (1, "most", 2, 1, 2, False),
        (1, "most", 0, 1, 2, False),
        (0, "fewest", 1, 0, 0, True),
        (0, "fewest", 1, 0, 1, False),
        (1, "fewest", 1, 1, 1, True),
        (1, "fewest", 0, 2, 1, False),
    ):
        problem = finesse_problem(you=you, goal=goal, need=need, value=value)
        assert is_solved_by(problem, tricks) is is_solved, (you, goal, need, value, tricks)


def test_the_name_of_a_problem_follows_from_its_question_alone() -> None:
    problem = finesse_problem()
    assert problem.id == finesse_problem(failed=(1, 2, 3, 4), nodes=9, answer=["SA"], value=2).id
    assert problem.id != finesse_problem(side=[1]).id
    assert discard_text(mask((parse_card("HA"), parse_card("S7")))) == "S7 HA"
