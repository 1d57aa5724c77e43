"""The exceptions that prikup raises deliberately, and the `Reason` that each of them carries.

A Reason is a message key with its arguments. `str(error)` is for developers; users see the translated Fluent message of
the Reason.
"""

from collections.abc import Mapping

from msgspec import Struct, field

__all__ = [
    "BadLog",
    "BadOptions",
    "BadOutcome",
    "BadText",
    "IllegalAction",
    "MessageArgument",
    "PrikupError",
    "Reason",
    "reason",
]

MessageArgument = int | str | tuple[int, ...]
"""An argument of a message: a number, a text, or several numbers."""


class Reason(Struct, frozen=True, gc=False):
    """A reason or a fact to show to a user: the full key of a message and its arguments.

    `numbers` are the arguments by name. A string argument may only repeat a user's input or name something in the
    program (an option, a file); it is never a sentence. The name of an argument decides how a screen shows it
    (`prikup.locale.speech.Speech`): seats, cards, calls, suits and hands are shown in words, others unchanged.
    """

    key: str
    numbers: Mapping[str, MessageArgument] = field(default_factory=dict)

    def __str__(self) -> str:
        return " ".join([self.key, *(f"{name}={value}" for name, value in self.numbers.items())])


def reason(key: str, **numbers: MessageArgument) -> Reason:
    """Return a `Reason` with the message key `key` and the keyword arguments: `reason("must-follow", suit=0)`."""
    return Reason(key, numbers)


class PrikupError(Exception):
    """The base class of the exceptions that this package raises deliberately."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason


class IllegalAction(PrikupError):
    """The error for an action that the rules forbid.

    `seat` is the seat that tried the action (None: not a player), `attempted_action` its text, and `legal` are the
    texts of the actions that are allowed instead.
    """

    def __init__(self, seat: int | None, attempted_action: str, reason: Reason, legal: tuple[str, ...]) -> None:
        super().__init__(reason)
        self.seat, self.attempted_action, self.legal = seat, attempted_action, legal

    def __str__(self) -> str:
        legal = " ".join(self.legal) or "nothing"
        return f"seat {self.seat} cannot {self.attempted_action}: {self.reason} (legal: {legal})"


class BadText(PrikupError):
    """The error for a text that cannot be parsed as a card, an action, a hand, a state or a number."""


class BadOptions(PrikupError, ValueError):
    """The error for an unknown option or value, or for options with which the game cannot be played."""


class BadOutcome(PrikupError, ValueError):
    """The error for an outcome (the result of a deal, entered by a user) that no deal can have."""


class BadLog(PrikupError):
    """The error for a log or another record of a match that cannot be replayed.

    `line` is the number of the bad line, counted from 1, or 0 if the whole file is bad.
    """

    def __init__(self, line: int, reason: Reason) -> None:
        super().__init__(reason)
        self.line = line

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"
