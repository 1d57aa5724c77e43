"""Everything that can go wrong, in one place.

An error carries a `Reason`: a message key and its numbers. `str(error)` is for developers; a person reads
the sentence that Fluent makes of the reason.
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
"""What fills a place of a message."""


class Reason(Struct, frozen=True, gc=False):
    """Why something is so, or what happened: the whole key of a message and what fills its places.

    `numbers` holds numbers, and strings only where they repeat what a person typed or name a thing of the
    program (an option, a file); never a sentence. The name of a number says how a screen shows it
    (`prikup.locale.speech.Speech`): seats, cards, calls, suits and hands are shown in words, the rest as they are.
    """

    key: str
    numbers: Mapping[str, Number] = field(default_factory=dict)

    def __str__(self) -> str:
        return " ".join([self.key, *(f"{name}={value}" for name, value in self.numbers.items())])


def reason(key: str, **numbers: Number) -> Reason:
    """A `Reason` written as a call: `reason("must-follow", suit=0)`."""
    return Reason(key, numbers)


class PrikupError(Exception):
    """The root of the errors that this package raises on purpose."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason


class IllegalAction(PrikupError):
    """An action the rules forbid; `legal` holds what was allowed, as text."""

    def __init__(self, seat: int | None, tried: str, reason: Reason, legal: tuple[str, ...]) -> None:
        super().__init__(reason)
        self.seat, self.tried, self.legal = seat, tried, legal

    def __str__(self) -> str:
        return f"seat {self.seat} cannot {self.tried}: {self.reason} (legal: {' '.join(self.legal) or 'nothing'})"


class BadText(PrikupError):
    """Text that does not read as a card, an action, a hand, a state or a number."""


class BadOptions(PrikupError, ValueError):
    """An unknown option or value, or a combination that cannot be played."""


class BadOutcome(PrikupError, ValueError):
    """An outcome that no deal can have (it was typed in by a person)."""


class BadLog(PrikupError):
    """A log or a notation that cannot be replayed; `line` counts from 1 (0: the whole file)."""

    def __init__(self, line: int, reason: Reason) -> None:
        super().__init__(reason)
        self.line = line

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"
