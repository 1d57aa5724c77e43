"""The messages of a table's WebSocket: client messages (`ClientCommand`) and server messages (`ServerMessage`).

Each message is one JSON object with its name in `type`. docs/protocol.md explains them to authors of clients; the JSON
schemas and the TypeScript types are generated from these structs. Texts are sent as a `Reason`, a message key with its
arguments; the client renders the sentence in the reader's language.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from prikup.history.shuffle import CutFrom
from prikup.rules.call_explanations import CallExplanation
from prikup.rules.errors import Reason
from prikup.rules.game import ClaimableTricks, DeckRule
from prikup.rules.presentation import Presentation
from prikup.rules.score_sheet import Line, Totals
from prikup.rules.state import Action, Seat
from prikup.rules.tricks import Trick
from prikup.table.fixed_deal import Origin
from prikup.worlds.located_cards import Traced

__all__ = [
    "ActCommand",
    "AnswerCommand",
    "ChatCommand",
    "ChatMessage",
    "ClientCommand",
    "Clock",
    "CloseMessage",
    "Coaching",
    "CutCommand",
    "Deck",
    "DecksMessage",
    "EntropyCommand",
    "FillCommand",
    "HashCommand",
    "HintCommand",
    "HintMessage",
    "LockCommand",
    "NextCommand",
    "NotedMessage",
    "Person",
    "PlanValue",
    "PointCommand",
    "Pointing",
    "PointingsMessage",
    "PossibleProposal",
    "Proposal",
    "ProposeCommand",
    "ReceiptMessage",
    "RefusedMessage",
    "Remark",
    "RematchCommand",
    "RemoveCommand",
    "ReportCommand",
    "SeatAction",
    "SeatsMessage",
    "ServerMessage",
    "SheetMessage",
    "ShuffleMessage",
    "SitCommand",
    "StandCommand",
    "StartCommand",
    "UpdateMessage",
    "WelcomeMessage",
    "WhyCommand",
    "WhyMessage",
]

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[0-9A-Za-z_-]+$")]
"""An id that the client chooses for each command and never uses twice, for example a UUID."""
Hex64 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
An = Annotated[int, Meta(ge=0, le=1000)]
Version = Annotated[int, Meta(ge=0)]
Millis = int
Kind = Literal["claim", "concede", "undo", "stop", "replace"]


# Client messages


class ActCommand(Struct, frozen=True, tag="act", tag_field="type"):
    """Do one action, or several one after the other (two discards): all of them or none.

    `n` is the version of the View that the player answers.
    """

    n: Version
    id: Id
    act: An | Annotated[tuple[An, ...], Meta(min_length=1, max_length=16)]


class WhyCommand(Struct, frozen=True, tag="why", tag_field="type"):
    """Ask which rule forbids an action now. Nothing is done."""

    n: Version
    act: An


class HintCommand(Struct, frozen=True, tag="hint", tag_field="type"):
    """Ask for the move of the strongest computer player.

    Allowed only in matches of one person with computer players.
    """

    n: Version


class PointCommand(Struct, frozen=True, tag="point", tag_field="type"):
    """Point at a card in a partner's face-up hand, visible to everyone at the table; None stops pointing."""

    n: Version
    card: Annotated[int, Meta(ge=0, le=51)] | None


class ProposeCommand(Struct, frozen=True, tag="propose", tag_field="type", omit_defaults=True):
    """Make a proposal that other players may have to agree to.

    `what` is `claim` (the player's side takes `tricks` of the tricks that remain), `concede` (the player's side gives
    up the deal), `undo` (take back the player's last action, or what a computer player did in their place), `stop` (end
    the match) or `replace` (a computer player takes the `seat` of an absent player).
    """

    id: Id
    what: Kind
    tricks: An | None = None
    seat: An | None = None


class AnswerCommand(Struct, frozen=True, tag="answer", tag_field="type"):
    """Accept or reject the proposal of this number; its proposer withdraws it with `yes` false."""

    proposal: int
    yes: bool


class SitCommand(Struct, frozen=True, tag="sit", tag_field="type"):
    """Take an empty seat, or take the player's own seat back from the computer player that replaced them."""

    seat: An


class ReserveCommand(Struct, frozen=True, tag="reserve", tag_field="type"):
    """Reserve an empty seat for two minutes before the match while its player enters a name; null releases it."""

    seat: An | None


class StandCommand(Struct, frozen=True, tag="stand", tag_field="type"):
    """Leave the seat. Before the match it becomes empty; afterwards its player is absent until they sit again."""


class FillCommand(Struct, frozen=True, tag="fill", tag_field="type"):
    """Put a computer player of this level on an empty seat, or remove it (`level` ""). Host only."""

    seat: An
    level: Annotated[str, Meta(max_length=20)] = ""


class StartCommand(Struct, frozen=True, tag="start", tag_field="type"):
    """Start the match, with computer players on the seats that are still empty. Host only.

    It is refused while a seat is reserved, unless `anyway` is set.
    """

    anyway: bool = False


class RemoveCommand(Struct, frozen=True, tag="remove", tag_field="type"):
    """Remove a person, given by their opaque id at this table. Host only.

    Before the match their seat becomes empty; afterwards a computer player has it for good. They may still watch if the
    table allows spectators, but cannot sit down here again.
    """

    person: Id


class LockCommand(Struct, frozen=True, tag="lock", tag_field="type"):
    """Close the table to everyone who is not connected now, or reopen it. Host only."""

    locked: bool


class ReportCommand(Struct, frozen=True, tag="report", tag_field="type"):
    """Report a bad move of a computer player: the action of this seat that version `n` of the deal announced."""

    n: Version
    seat: An


class HashCommand(Struct, frozen=True, tag="hash", tag_field="type"):
    """Commit to an entropy for the next shuffle by the SHA-256 of its text's bytes, in hex."""

    deal: int
    attempt: int
    hash: Hex64


class EntropyCommand(Struct, frozen=True, tag="entropy", tag_field="type"):
    """Reveal the committed entropy, 1 to 64 letters and digits, once the shuffle is at its step `entropies`."""

    deal: int
    attempt: int
    entropy: Annotated[str, Meta(pattern="^[0-9A-Za-z]{1,64}$")]


class CutCommand(Struct, frozen=True, tag="cut", tag_field="type"):
    """Cut the deck: `cut` cards go from its top to its bottom."""

    deal: int
    attempt: int
    cut: An


class NextCommand(Struct, frozen=True, tag="next", tag_field="type"):
    """Confirm that the player has read the score sheet and is ready for the next deal."""


class ChatCommand(Struct, frozen=True, tag="chat", tag_field="type", omit_defaults=True):
    """Send a chat line to the table: a preset, which clients show in their reader's language, or a text."""

    text: Annotated[str, Meta(max_length=200)] = ""
    preset: Annotated[str, Meta(max_length=20)] = ""


class RematchCommand(Struct, frozen=True, tag="rematch", tag_field="type"):
    """Open a table with the same settings after the match; its id is sent to everyone in `SeatsMessage.again`."""


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


# Server messages


class WelcomeMessage(Struct, frozen=True, tag="welcome", tag_field="type"):
    """The first message: everything that never changes at a table.

    `rules` are all house rules as text, by name; `sides` are the seats that score together; `calls` are the names of
    the actions 52, 53, …; `columns` are those of the score sheet; `pack` are all cards of the game; `clock` is the bank
    and the increment in milliseconds; `presets` are the chat's; `presentation` describes how a client draws the game;
    `delayed`: spectators see each deal only after it has ended; `glossary` explains the calls under these house rules,
    independent of the deal; `coach`: the only deal was prepared for learning the game and does not count. `origin`: the
    first deal was not shuffled but resumes a finished match or a position, and does not count either. Its match id is
    hidden ("") until the match is over if the deal is `compared` with the results of other tables. A position entered
    by hand belongs to no match ("") and is not `compared`.
    """

    table: str
    game: str
    options: str
    rules: dict[str, str]
    sides: tuple[tuple[Seat, ...], ...]
    calls: tuple[str, ...]
    columns: tuple[str, ...]
    pack: tuple[int, ...]
    absent: Literal["wait", "bot", "vote"]
    clock: tuple[Millis, Millis] | None
    chat: bool
    presets: tuple[str, ...]
    levels: tuple[str, ...]
    presentation: Presentation
    delayed: bool = False
    glossary: tuple[CallExplanation, ...] = ()
    coach: bool = False
    origin: Origin | None = None


class Person(Struct, frozen=True):
    """A person or a computer player on a seat.

    `name` is "" for a person who gave none; `id` is the person's opaque id at this table, the same for all their
    connections and unrelated to their ids at other tables ("": the seat of a computer player). `level` is that of the
    computer player now playing for the seat ("" for a person); `here`: connected; `owner`: the seat belongs to a
    person, who can take it back from the computer player.
    """

    name: str
    level: str
    here: bool
    owner: bool
    id: str = ""


class Proposal(Struct, frozen=True):
    """An open proposal; `waits` are the seats that have not answered yet.

    `back` is the number of actions that an undo takes back: all actions since one that a computer player did in place
    of the seat `by`, or that seat's last action only; `action` is the first of them, None if it is not public. In a
    claim the side of `by` takes `tricks` of the tricks that are `left`. `verdict` says whether best play agrees with
    the claim; it is sent only to a receiver who has to answer and sees every card in play.
    """

    number: int
    what: Kind
    by: Seat
    seat: Seat | None
    waits: tuple[Seat, ...]
    back: int = 0
    action: Action | None = None
    tricks: int = 0
    left: int = 0
    verdict: Reason | None = None


class SeatsMessage(Struct, frozen=True, tag="seats", tag_field="type"):
    """The state of the table apart from the cards.

    `stage`: `open` (seats are being taken), `shuffle`, `deal` (cards are played), `rest` (players read the score sheet;
    `waits` are those who have not finished), `over`. `seats` is None at an empty seat; `you` is the receiver's seat,
    None for a spectator; `host`: the receiver may fill seats, start, remove people and lock the table; `declined` is
    the seat that rejected or withdrew the last proposal (None: no seat); `again` is the id of the rematch's table;
    `practice`: the match started with the receiver as its only person, who may ask for hints; `watchers` is the number
    of connected people without a seat; `locked`: only people who were here when it was locked may join; `me` is the
    receiver's own opaque id; `absent_in` is, by seat, the time until a disconnected player counts as absent (None: the
    player is connected; () where no such time runs at the table); `host_seat` is the host's seat (None: the host has
    none); `removed` are the opaque ids of the people whom the host has removed; `reserved` are the empty seats reserved
    for people who are entering a name.
    """

    stage: Literal["open", "shuffle", "deal", "rest", "over"]
    seats: tuple[Person | None, ...]
    you: Seat | None
    host: bool
    waits: tuple[Seat, ...] = ()
    proposal: Proposal | None = None
    declined: Seat | None = None
    again: str = ""
    practice: bool = False
    watchers: int = 0
    locked: bool = False
    me: str = ""
    absent_in: tuple[Millis | None, ...] = ()
    host_seat: Seat | None = None
    removed: tuple[str, ...] = ()
    reserved: tuple[Seat, ...] = ()


class Clock(Struct, frozen=True):
    """The time left on the clocks by seat, in milliseconds, and the seats whose clocks are running."""

    left: tuple[Millis, ...]
    runs: tuple[Seat, ...]


class SeatAction(Struct, frozen=True):
    """An action of a seat; `act` is None if the receiver may not know it."""

    seat: Seat
    act: Action | None


class PossibleProposal(Struct, frozen=True):
    """A proposal that the game's rules allow; `why_not` is the reason why it cannot be made now (None: it can)."""

    what: Kind
    why_not: Reason | None


Points = Literal["", "hand", "calls", "trick", "talon", "players", "facts", "sheet"]
"""The part of the table that a remark points at; "" for none."""


class Remark(Struct, frozen=True):
    """A remark of the coach: its sentences (`say`), and the part of the table that it `points` at.

    `kind` is `plan` (prepared for this deal), `otherwise` (on an answer that differs from the coach's and can be taken
    back) or `general`. `number` is that of the prepared remark, or of the prepared remark that the deal has reached.
    """

    number: int
    say: tuple[Reason, ...]
    points: Points = ""
    kind: Literal["plan", "otherwise", "general"] = "plan"


class Lesson(Struct, frozen=True):
    """A point that a coached deal teaches: `right` if the player did it as the coach would."""

    say: Reason
    how: Reason
    right: bool


class Coaching(Struct, frozen=True):
    """The coach's messages to the learning player: at a decision, after an answer that differs, after the deal.

    `of` is the number of remarks in the whole deal; `remarks` are those for the current position, in reading order;
    `answer` is what the coach would do now; `things`, after the deal, are the points it has taught.
    """

    of: int
    remarks: tuple[Remark, ...]
    answer: tuple[Action, ...] = ()
    things: tuple[Lesson, ...] = ()


class UpdateMessage(Struct, frozen=True, tag="view", tag_field="type"):
    """The whole deal as the receiver may see it. `n` is its version.

    `did` are sentences about what has just happened and `moved` the actions themselves (both are empty in the first
    Update after connecting); `view` is the game's own View (`prikup.rules.state.View`); `legal` are the receiver's
    legal actions now; `asked` are the seats that have to act; `facts` are the public facts of the deal, such as
    contract and declarer; `ask` describes the decision to a receiver who has to act; `best` is the seat whose card is
    winning the trick; `laid` are the seats that have already placed their sealed bids, `mine` is the receiver's own
    sealed bid; `claim` is what the receiver can claim (None: nothing); `partners` are the seats at whose face-up cards
    the receiver may point; `recap`, only in the first Update after connecting, describes what has happened in the deal
    since the receiver's last action; `possible` are the proposals about the deal that the receiver may make; `stood_in`
    are the actions of a computer player in the receiver's place since they last acted; `meanings` explains the gains
    and costs of the calls in `legal` in this deal; `coach` is the coach's message to the receiver; `traced` are the
    cards of hidden hands that the receiver can locate; `line`, only in the Update of a claim that ends the deal, are
    the remaining tricks, played so that they end with what was agreed (empty if no such play was found).
    """

    n: int
    did: tuple[Reason, ...]
    moved: tuple[SeatAction, ...]
    view: Any
    legal: tuple[Action, ...]
    asked: tuple[Seat, ...]
    facts: tuple[Reason, ...]
    ask: tuple[Reason, ...]
    best: Seat | None
    laid: tuple[Seat, ...]
    clock: Clock | None
    mine: Action | None = None
    claim: ClaimableTricks | None = None
    partners: tuple[Seat, ...] = ()
    recap: tuple[Reason, ...] = ()
    possible: tuple[PossibleProposal, ...] = ()
    stood_in: tuple[Action, ...] = ()
    meanings: tuple[CallExplanation, ...] = ()
    coach: Coaching | None = None
    traced: tuple[Traced, ...] = ()
    line: tuple[Trick, ...] = ()


class SheetMessage(Struct, frozen=True, tag="sheet", tag_field="type"):
    """The score sheet.

    `lines` are its deals with the reason for every number; `totals` are by column, then by side; `settlement` is what
    each side has won or lost, exact (`+6 2/3`, `-1/3`, `0`); `winners` are sides, once the match is over; `taken_back`
    are the numbers of the deals in which the only person at the table took an action back.
    """

    lines: tuple[Line, ...]
    totals: Totals
    settlement: tuple[str, ...]
    winners: tuple[int, ...]
    taken_back: tuple[int, ...] = ()


class ShuffleMessage(Struct, frozen=True, tag="sealed", tag_field="type"):
    """The shuffle of the next deck, in progress.

    `dealer` deals it; `commitment` is the SHA-256 of the host's seed; `hashes` are those of the seats' entropies (None:
    the seat's entropy follows from the seed); `step` is what is expected next: `hashes`, `entropies` or the `cut` of
    `cutter`, until the deck is `dealt`; `entropies` are known from the cut on, and one that was promised and not
    revealed follows from the seed; `cut_from`: whether a player cut or the cut follows from the seed ("": not known
    yet); `places` are the seats that the cards of the deck will be dealt to, from the top (None: to no hand), and
    `refusals` are the rules that could reject the deck; `millis` is the time until the step ends without further input;
    `did` are sentences about the step.
    """

    deal: int
    attempt: int
    dealer: Seat
    commitment: str
    step: Literal["hashes", "entropies", "cut", "dealt"]
    hashes: tuple[str | None, ...]
    entropies: tuple[str | None, ...]
    cutter: Seat
    cut: int | None
    cut_from: CutFrom
    places: tuple[Seat | None, ...]
    refusals: tuple[DeckRule, ...]
    millis: Millis
    did: tuple[Reason, ...]


class Deck(Struct, frozen=True):
    """A deck revealed after its deal, with all inputs of its shuffle (`prikup.history.shuffle`).

    `refused` is the key of the rule that rejected the deck ("": none did); `cut_from` and `withheld` are those of the
    Shuffle.
    """

    deal: int
    attempt: int
    seed: str
    entropy: tuple[str, ...]
    cut: int
    deck: tuple[int, ...]
    refused: str
    cut_from: CutFrom
    withheld: tuple[Seat, ...]


class DecksMessage(Struct, frozen=True, tag="opened", tag_field="type"):
    """The decks of finished deals and rejected ones: all of them after connecting, later only new ones."""

    decks: tuple[Deck, ...]


class ReceiptMessage(Struct, frozen=True, tag="receipt", tag_field="type"):
    """The answer to a command with this `id`: it is done and durable, and made version `n`."""

    id: str
    n: int


class RefusedMessage(Struct, frozen=True, tag="refused", tag_field="type"):
    """The answer to a rejected message, with the reason and the message's `id` if it had one; nothing has changed.

    `legal` are the legal actions, if an action was rejected.
    """

    reason: Reason
    id: str = ""
    legal: tuple[Action, ...] = ()


class WhyMessage(Struct, frozen=True, tag="why", tag_field="type"):
    """The answer to Why; `reason` is None if the action is legal."""

    n: int
    act: Action
    reason: Reason | None


class PlanValue(Struct, frozen=True):
    """The expected points of a plan for its player's side in the settlement of the deal."""

    plan: tuple[Action, ...]
    points: float


class HintMessage(Struct, frozen=True, tag="hint", tag_field="type"):
    """The answer to Hint, computed from the receiver's View only.

    `plan` is what to do now: one action, or all cards to discard or give. `worth` are the plans considered, best first;
    it is empty if only heuristics were used. `why` is the certain reason for the plan, None if nothing is certain.
    """

    n: int
    plan: tuple[Action, ...]
    worth: tuple[PlanValue, ...]
    why: Reason | None = None


class Pointing(Struct, frozen=True):
    """A card in the face-up hand of `seat` at which the player `by`, whose tricks count with theirs, points."""

    by: Seat
    seat: Seat
    card: int


class PointingsMessage(Struct, frozen=True, tag="pointed", tag_field="type"):
    """All cards that are pointed at now; a pointing is not logged and ends when the card's hand plays a card."""

    cards: tuple[Pointing, ...]


class ChatMessage(Struct, frozen=True, tag="chatted", tag_field="type"):
    """A chat line; `seat` is None for a spectator, `id` is the opaque id of the person (`Person.id`).

    Lines that spectators write during a deal are sent only to spectators until it has ended. At a delayed table, lines
    that players write during a deal reach spectators only after it.
    """

    seat: Seat | None
    name: str
    text: str
    preset: str
    id: str = ""


class NotedMessage(Struct, frozen=True, tag="noted", tag_field="type"):
    """The answer to Report: the deal will be saved with its log once it has ended."""

    n: int
    seat: Seat


class CloseMessage(Struct, frozen=True, tag="goodbye", tag_field="type"):
    """The last message before the server closes the connection, with the reason."""

    reason: Reason


ServerMessage = (
    WelcomeMessage
    | SeatsMessage
    | UpdateMessage
    | SheetMessage
    | ShuffleMessage
    | DecksMessage
    | ReceiptMessage
    | RefusedMessage
    | WhyMessage
    | HintMessage
    | PointingsMessage
    | ChatMessage
    | NotedMessage
    | CloseMessage
)
"""Any message from the server."""
