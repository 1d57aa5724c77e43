"""Parse the amounts with which the user corrects a score sheet by hand, such as `Anna pool 5`."""

from collections.abc import Sequence

from prikup.locale.speech import Speech
from prikup.scorer.answer_parser import matching_indices
from prikup.scorer.entries import Amount
from prikup.scorer.sentences import seat_written_against

__all__ = ["boxes", "parse_amounts"]


def boxes(speech: Speech) -> list[str]:
    """Return the names of the boxes on the score sheet as the user types them.

    `speech` has the names. A box is the space for one side in one column. If the sheet has only one column, a box has
    the name of the side, as `Anna`. Otherwise a second word follows: the name of the column, as `Anna pool`, or the
    player against whom points are scored, as `Anna Boris`.
    """
    columns = speech.game.columns
    return [
        speech.side(side) if len(columns) == 1 else f"{speech.side(side)} {_typed_column(speech, column, side)}"
        for side in range(len(speech.game.sides))
        for column in columns
    ]


def _typed_column(speech: Speech, column: str, side: int) -> str:
    """Return the name of a column of the score sheet as the user types it for a side.

    `side` is the number of the side. For a column of points against one opponent, that is the name of the opponent.
    """
    opponent = seat_written_against(speech, column, side)
    return speech.words(f"column-{column}") if opponent is None else speech.name(opponent)


def parse_amounts(speech: Speech, text: str) -> tuple[tuple[Amount, ...], str]:
    """Parse the amounts of a correction of the score sheet by hand, such as `Anna pool 5 Vera dump -2`.

    Return the amounts, and the rest of the text, which is a note of the user ("" if there is none).
    """
    words, amounts = text.split(), list[Amount]()
    while (parsed_amount := _amount(speech, words)) is not None:
        amounts.append(parsed_amount[0])
        del words[: parsed_amount[1]]
    return tuple(amounts), " ".join(words)


def _amount(speech: Speech, words: Sequence[str]) -> tuple[Amount, int] | None:
    """Parse the amount of a correction at the start of `words`, such as `Anna pool 5`.

    Return the amount, and the number of words that it consists of. Return None if `words` does not start with an
    amount.
    """
    game = speech.game
    for index, word in enumerate(words):
        number = word.replace("−", "-").replace("+", "", 1)
        if not (number.removeprefix("-").isdecimal() and index):
            continue
        for cut in range(1, index + 1):
            sides = _side(speech, " ".join(words[:cut]))
            columns = _columns(speech, sides[0], " ".join(words[cut:index])) if sides else ()
            if len(sides) == 1 and len(columns) == 1:
                return Amount(game.columns[columns[0]], sides[0], int(number[:16])), index + 1
        return None
    return None


def _columns(speech: Speech, side: int, text: str) -> tuple[int, ...]:
    """Return the indices of the columns of the score sheet that `text` may mean for a side.

    If `text` is "", these are all columns, so that the user need not name the column of a sheet with only one.
    """
    columns = speech.game.columns
    if not text:
        return tuple(range(len(columns)))
    return matching_indices([_typed_column(speech, column, side) for column in columns], text)


def _side(speech: Speech, text: str) -> tuple[int, ...]:
    """Return the indices of the sides that `text` may mean. The text can be the name of a side or of a player."""
    sides = speech.game.sides
    if matching_sides := matching_indices([speech.side(side) for side in range(len(sides))], text):
        return matching_sides
    seats = matching_indices(speech.names, text)
    return tuple(dict.fromkeys(side for side, members in enumerate(sides) for seat in seats if seat in members))
