"""The messages that a client sends over a table's WebSocket (`ClientCommand`); see `prikup.table.protocol`."""

from typing import Annotated

from msgspec import Meta, Struct

from prikup.table.protocol.message_parts import ProposalType

__all__ = [
    "ActCommand",
    "AnswerCommand",
    "ChatCommand",
    "ClientCommand",
    "CutCommand",
    "EntropyCommand",
    "FillCommand",
    "HashCommand",
    "HintCommand",
    "LockCommand",
    "NextCommand",
    "PointCommand",
    "ProposeCommand",
    "RematchCommand",
    "RemoveCommand",
    "ReportCommand",
    "ReserveCommand",
    "SitCommand",
    "StandCommand",
    "StartCommand",
    "WhyCommand",
]

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[0-9A-Za-z_-]+$")]
"""An id that the client chooses for a command and never uses for another command, for example a UUID."""
Hex64 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
SmallNumber = Annotated[int, Meta(ge=0, le=1000)]
Version = Annotated[int, Meta(ge=0)]


class ActCommand(Struct, frozen=True, tag="act", tag_field="type"):
    """Do one action, or several actions one after the other, such as two discards.

    If one of the actions is not allowed, none is done.

    - `n`: the version of the table (`UpdateMessage.n`) that the player was shown when deciding.
    - `id`: the id of this command, which the answer (`ReceiptMessage` or `RefusedMessage`) repeats.
    - `act`: the number of the action (a card or a call), or a list of several actions in order.
    """

    n: Version
    id: Id
    act: SmallNumber | Annotated[tuple[SmallNumber, ...], Meta(min_length=1, max_length=16)]


class WhyCommand(Struct, frozen=True, tag="why", tag_field="type"):
    """Ask which rule forbids an action now, without doing the action. The table answers with a `WhyMessage`.

    `act` is the number of the action, which is a card or a call. `n` is the version of the table (`UpdateMessage.n`)
    that the player was shown.
    """

    n: Version
    act: SmallNumber


class HintCommand(Struct, frozen=True, tag="hint", tag_field="type"):
    """Ask which move the strongest computer player would make. The table answers with a `HintMessage`.

    This is allowed only in a match of one person against computer players. `n` is the version of the table
    (`UpdateMessage.n`) that the player was shown.
    """

    n: Version


class PointCommand(Struct, frozen=True, tag="point", tag_field="type"):
    """Point at a card in a partner's face-up hand, to suggest that the partner plays it.

    Everyone at the table sees this. `card` is the number of the card; null means that the player points at no card any
    more. `n` is the version of the table (`UpdateMessage.n`) that the player was shown.
    """

    n: Version
    card: Annotated[int, Meta(ge=0, le=51)] | None


class ProposeCommand(Struct, frozen=True, tag="propose", tag_field="type", omit_defaults=True):
    """Make a proposal that other players may have to agree to.

    `id` is the id of this command, which the answer (`ReceiptMessage` or `RefusedMessage`) repeats. `what` is the type
    of the proposal:

    - `claim`: the player's side takes `tricks` of the remaining tricks.
    - `concede`: the player's side gives up the deal.
    - `undo`: the player's last action, or everything that a computer player did in the player's place, is taken back.
    - `stop`: the match ends.
    - `replace`: a computer player takes the place of the absent player in `seat`.
    - `resign`: the player forfeits the rated match at once; nobody has to agree.

    `tricks` is null except for a claim, and `seat` is null except for a replacement.
    """

    id: Id
    what: ProposalType
    tricks: SmallNumber | None = None
    seat: SmallNumber | None = None


class AnswerCommand(Struct, frozen=True, tag="answer", tag_field="type"):
    """Accept or reject the open proposal, whose number is `proposal` (`Proposal.number`).

    `yes` is true to accept. If the player who made the proposal sends this with `yes` false, the proposal is withdrawn.
    """

    proposal: int
    yes: bool


class SitCommand(Struct, frozen=True, tag="sit", tag_field="type"):
    """Take an empty seat before the match, or take the user's own seat back from a computer player during the match."""

    seat: SmallNumber


class ReserveCommand(Struct, frozen=True, tag="reserve", tag_field="type"):
    """Reserve an empty seat before the match for two minutes, while the user enters a name.

    With null for `seat`, end the user's reservation.
    """

    seat: SmallNumber | None


class StandCommand(Struct, frozen=True, tag="stand", tag_field="type"):
    """Leave the user's own seat.

    Before the match the seat becomes empty. During the match it still belongs to the player, who counts as absent until
    they take it again.
    """


class FillCommand(Struct, frozen=True, tag="fill", tag_field="type"):
    """Put a computer player on an empty seat, or remove the computer player that is there.

    `level` is the strength of the computer player, such as `rule`; "" removes it. Only the host of the table, who
    opened it, may do this.
    """

    seat: SmallNumber
    level: Annotated[str, Meta(max_length=20)] = ""


class StartCommand(Struct, frozen=True, tag="start", tag_field="type"):
    """Start the match, with computer players on the seats that are still empty.

    Only the host of the table, who opened it, may do this. While a seat is reserved for a person who is entering a
    name, the command is refused unless `anyway` is true.
    """

    anyway: bool = False


class RemoveCommand(Struct, frozen=True, tag="remove", tag_field="type"):
    """Remove a person from the table for good.

    Only the host of the table, who opened it, may do this. `person` is the opaque id of the person at this table
    (`Person.id`). Before the match the person's seat becomes empty. During the match a computer player gets the seat
    for good. The person may still watch if the table allows spectators, but can never take a seat here again.
    """

    person: Id


class LockCommand(Struct, frozen=True, tag="lock", tag_field="type"):
    """Lock or unlock the table.

    A locked table admits only its host, seated players, and people who were connected when it was locked. `locked` is
    true to lock the table, false to unlock it. Only the host of the table, who opened it, may do this.
    """

    locked: bool


class ReportCommand(Struct, frozen=True, tag="report", tag_field="type"):
    """Report a bad move of a computer player, so that developers can examine the deal.

    The move is the action of the computer player in `seat` that was announced in the `UpdateMessage` with the version
    `n`.
    """

    n: Version
    seat: SmallNumber


class HashCommand(Struct, frozen=True, tag="hash", tag_field="type"):
    """Commit to an entropy without revealing it yet, by sending its hash.

    An entropy is a random text that the player's client chooses and that influences the next shuffle. `hash` is the
    SHA-256 of the text's bytes in hex. `deal` and `attempt` are the numbers of the deal and of its deck in
    `ShuffleMessage`, which identify the shuffle.
    """

    deal: int
    attempt: int
    hash: Hex64


class EntropyCommand(Struct, frozen=True, tag="entropy", tag_field="type"):
    """Reveal the entropy (random text) whose hash was sent before, once the shuffle is at its step `entropies`.

    `entropy` consists of 1 to 64 letters and digits. `deal` and `attempt` are the numbers of the deal and of its deck
    in `ShuffleMessage`, which identify the shuffle.
    """

    deal: int
    attempt: int
    entropy: Annotated[str, Meta(pattern="^[0-9A-Za-z]{1,64}$")]


class CutCommand(Struct, frozen=True, tag="cut", tag_field="type"):
    """Cut the deck by moving `cut` cards from its top to its bottom.

    Only the player on the dealer's right may do this, once the shuffle is at its step `cut`. `deal` and `attempt` are
    the numbers of the deal and of its deck in `ShuffleMessage`, which identify the shuffle.
    """

    deal: int
    attempt: int
    cut: SmallNumber


class NextCommand(Struct, frozen=True, tag="next", tag_field="type"):
    """Confirm that the player has read the score sheet and is ready for the next deal."""


class ChatCommand(Struct, frozen=True, tag="chat", tag_field="type", omit_defaults=True):
    """Send a chat line to the table.

    The line is either a free `text`, or the key of a prepared line (`preset`), which every client shows in its user's
    language. The other field is "".
    """

    text: Annotated[str, Meta(max_length=200)] = ""
    preset: Annotated[str, Meta(max_length=20)] = ""


class RematchCommand(Struct, frozen=True, tag="rematch", tag_field="type"):
    """After the match, open a new table with the same settings and the same people.

    The id of the new table is sent to everyone in `SeatsMessage.again`.
    """


ClientCommand = (
    ActCommand
    | WhyCommand
    | HintCommand
    | PointCommand
    | ProposeCommand
    | AnswerCommand
    | SitCommand
    | ReserveCommand
    | StandCommand
    | FillCommand
    | StartCommand
    | RemoveCommand
    | LockCommand
    | ReportCommand
    | HashCommand
    | EntropyCommand
    | CutCommand
    | NextCommand
    | ChatCommand
    | RematchCommand
)
"""Any message from a client."""
