"""`prikup solve` and `prikup problems`: best play in a position of the user's own, or in a problem.

As in `app.py`, the docstring of a command is the key of its help.
"""

import json
import os
from typing import Annotated

import msgspec
import typer

from prikup.locale.speech import Speech
from prikup.terminal.cli.command_setup import command_words, open_screen, raise_complaints
from prikup.terminal.cli.common_options import (
    FourColourOption,
    JsonOption,
    LanguageOption,
    PlainOption,
)
from prikup.terminal.cli.data_folder import data_folder
from prikup.terminal.cli.usage_error import Complaint

__all__ = ["problems", "solve"]


def solve(
    deal: Annotated[str, typer.Argument(metavar="DEAL", help="opt-hands")],
    trump: Annotated[str | None, typer.Option("--trump", metavar="S|C|D|H|N", help="opt-trump")] = None,
    leader: Annotated[str | None, typer.Option("--leader", metavar="SEAT", help="opt-leader")] = None,
    side: Annotated[str | None, typer.Option("--side", metavar="SEAT[,SEAT]", help="opt-side")] = None,
    goal: Annotated[str, typer.Option("--goal", metavar="most|fewest", help="opt-goal")] = "most",
    follow: Annotated[str, typer.Option("--follow", metavar="free|must-trump", help="opt-follow")] = "free",
    ace_low: Annotated[bool, typer.Option("--ace-low", help="opt-ace-low")] = False,
    last: Annotated[str, typer.Option("--last", metavar="SEAT", help="opt-last")] = "",
    table: Annotated[str, typer.Option("--table", metavar="CARDS", help="opt-table")] = "",
    number: Annotated[int, typer.Option("--deal", metavar="N", help="opt-deal-pasted")] = 0,
    seconds: Annotated[float | None, typer.Option("--seconds", metavar="N", help="opt-seconds")] = None,
    as_json: JsonOption = False,
    tongue: LanguageOption = "",
    plain: PlainOption = False,
    four_colour: FourColourOption = False,
) -> int:
    """help-of-solve"""
    from prikup.solver import NotSolved
    from prikup.terminal.cli.solve import (
        input_text,
        position_from_options,
        position_from_text,
        record,
        search,
        solved_page,
    )

    words = command_words(tongue)
    screen = open_screen(words, plain, four_colour)
    speech = Speech(words, spoken=screen.spoken)
    if seconds is not None and not seconds > 0:  # also rejects NaN
        raise Complaint(words("usage-bad-value", name="--seconds"))
    deal = input_text(words, deal)
    try:
        if trump is None and leader is None and side is None:
            position = position_from_text(words, deal, number)
        else:
            for name, value in (("--trump", trump), ("--leader", leader), ("--side", side)):
                if value is None:
                    raise Complaint(words("usage-missing", name=name))
            with raise_complaints(speech.reason):
                position = position_from_options(
                    deal,
                    trump=trump or "",
                    leader=leader or "",
                    side=side or "",
                    goal=goal,
                    follow=follow,
                    ace_low=ace_low,
                    last=last,
                    table=table,
                )
        solution = search(position, seconds)
    except NotSolved as error:
        min_tricks, max_tricks = error.answer.tricks
        if not as_json:
            raise Complaint(words.reason(error.reason), 1) from None
        print(json.dumps({"least": min_tricks, "most": max_tricks}))
        return 1
    if as_json:
        print(json.dumps(record(position, solution)))
    else:
        screen.page(solved_page(speech, position, solution))
    return 0 if solution.whole else 1


def problems(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="opt-problem-games")] = None,
    kind: Annotated[str, typer.Option("--kind", metavar="NAME", help="opt-problem-kind")] = "",
    level: Annotated[int | None, typer.Option("--level", metavar="N", help="opt-problem-level")] = None,
    day: Annotated[str, typer.Option("--day", metavar="DATE", help="opt-problem-day")] = "",
    name: Annotated[str, typer.Option("--id", metavar="NAME", help="opt-problem-id")] = "",
    listed: Annotated[bool, typer.Option("--list", help="opt-problem-list")] = False,
    players: Annotated[str | None, typer.Option("--players", metavar="A,B,…", help="opt-problem-players")] = None,
    as_json: JsonOption = False,
    tongue: LanguageOption = "",
    plain: PlainOption = False,
    four_colour: FourColourOption = False,
) -> None:
    """help-of-problems"""
    from prikup.problems.problem_json import record
    from prikup.terminal.cli.problems import (
        all_problems,
        list_page,
        player_scores,
        problem_set,
        progress_file,
        score_page,
        solve_problems,
    )

    words = command_words(tongue)
    screen = open_screen(words, plain, four_colour)
    if players is not None:
        scores = player_scores(words, games or (), players)
        if as_json:
            print(json.dumps({"scores": msgspec.to_builtins(scores)}))
        else:
            screen.page(score_page(words, scores))
        return
    path, progress = progress_file(data_folder(os.environ), words)
    if listed and not as_json:
        screen.page(list_page(words, all_problems(), progress))
        return
    selection = problem_set(words, games or (), theme=kind, level=level, day=day, name=name, solved_ids=progress.solved)
    if as_json:
        chosen_problems = all_problems() if listed else selection.problems
        print(json.dumps({"problems": [record(problem) for problem in chosen_problems]}))
    else:
        solve_problems(words, screen, selection, path, progress)
