"""The errors that prikup raises on purpose, and the `Reason` that each of them carries.

A reason is a message key and its numbers. `str(error)` is for developers; a player reads the sentence that Fluent makes
of the reason.
"""

from collections.abc import Mapping

from msgspec import Struct, field

__all__ = [
    "BadLog",
    "BadOptions",
    "BadOutcome",
    "BadText",
    "IllegalAction",
    "Number",
    "PrikupError",
    "Reason",
    "reason",
]

Number = int | str | tuple[int, ...]
"""A value that fills a place of a message."""


class Reason(Struct, frozen=True, gc=False):
    """The reason of something, or a fact that is told: the whole key of a message and the values that fill its places.

    `numbers` holds numbers, and strings only where they repeat what a person typed or name a thing of the program (an
    option, a file); never a sentence. The name of a number says how a screen shows it (`prikup.locale.speech.Speech`):
    seats, cards, calls, suits and hands are shown in words, the rest as they are.
    """

    key: str
    numbers: Mapping[str, Number] = field(default_factory=dict)

    def __str__(self) -> str:
        return " ".join([self.key, *(f"{name}={value}" for name, value in self.numbers.items())])


def reason(key: str, **numbers: Number) -> Reason:
    """Return a `Reason` written as a call: `reason("must-follow", suit=0)`."""
    return Reason(key, numbers)


class PrikupError(Exception):
    """The root of the errors that this package raises on purpose."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason


class IllegalAction(PrikupError):
    """An action that the rules forbid; `legal` holds the actions that were allowed, as text."""

    def __init__(self, seat: int | None, tried: str, reason: Reason, legal: tuple[str, ...]) -> None:
        super().__init__(reason)
        self.seat, self.tried, self.legal = seat, tried, legal

    def __str__(self) -> str:
        return f"seat {self.seat} cannot {self.tried}: {self.reason} (legal: {' '.join(self.legal) or 'nothing'})"


class BadText(PrikupError):
    """A text that cannot be read as a card, an action, a hand, a state or a number."""


class BadOptions(PrikupError, ValueError):
    """An unknown option or value, or a combination of options that cannot be played."""


class BadOutcome(PrikupError, ValueError):
    """An outcome, typed in by a person, that no deal can have."""


class BadLog(PrikupError):
    """A log or a notation that cannot be replayed; `line` counts from 1 (0: the whole file)."""

    def __init__(self, line: int, reason: Reason) -> None:
        super().__init__(reason)
        self.line = line

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"
