"""The messages of a table, one WebSocket a table: what a client may say (`Sent`) and what it is told (`Told`).

Each is one JSON object with its name in `type`; docs/protocol.md explains them to the writer of a client, and the
JSON schemas and the TypeScript types are made from these structs. A word of the program is a `Reason`: a message key
and its numbers; the client makes the sentence.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from prikup.errors import Reason
from prikup.game import Presentation
from prikup.sheet import Line, Totals
from prikup.state import Action, Seat

__all__ = [
    "Act",
    "Answer",
    "Chat",
    "Chatted",
    "Clock",
    "Cut",
    "Deck",
    "Entropy",
    "Fill",
    "Goodbye",
    "Hash",
    "Hint",
    "Hinted",
    "Moved",
    "Next",
    "Opened",
    "Person",
    "Proposal",
    "Propose",
    "Receipt",
    "Refused",
    "Rematch",
    "Sealed",
    "Seats",
    "Sent",
    "Sheet",
    "Sit",
    "Stand",
    "Start",
    "Told",
    "Update",
    "Welcome",
    "Why",
    "Wondered",
    "Worth",
]

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[0-9A-Za-z_-]+$")]
"""Chosen by the client for what it does, never twice; a UUID will do."""
Hex64 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
An = Annotated[int, Meta(ge=0, le=1000)]
Version = Annotated[int, Meta(ge=0)]
Millis = int
Kind = Literal["claim", "concede", "undo", "stop", "replace"]


# What a client says


class Act(Struct, frozen=True, tag="act", tag_field="type"):
    """Do one action, or several one after the other (two discards): all of them or none. `n` is the version of the
    View that was answered."""

    n: Version
    id: Id
    act: An | Annotated[tuple[An, ...], Meta(min_length=1, max_length=16)]


class Why(Struct, frozen=True, tag="why", tag_field="type"):
    """Ask which rule forbids an action now; nothing is done."""

    n: Version
    act: An


class Hint(Struct, frozen=True, tag="hint", tag_field="type"):
    """Ask what the strongest computer player would do in one's place, where one plays alone with computer players."""

    n: Version


class Propose(Struct, frozen=True, tag="propose", tag_field="type", omit_defaults=True):
    """Ask the others to agree: to a split of the remaining tricks (`claim`, `won` by seat), to give the deal up for
    one's side (`concede`), to take the last own action back (`undo`), to end the match (`stop`), or to a computer
    player in an absent one's `seat` (`replace`)."""

    id: Id
    what: Kind
    won: tuple[An, ...] = ()
    seat: An | None = None


class Answer(Struct, frozen=True, tag="answer", tag_field="type"):
    """Say yes or no to the proposal of this number; its proposer withdraws it with no."""

    proposal: int
    yes: bool


class Sit(Struct, frozen=True, tag="sit", tag_field="type"):
    """Take a seat that is empty, or one's own again from the computer player that sits in."""

    seat: An


class Stand(Struct, frozen=True, tag="stand", tag_field="type"):
    """Leave one's seat: empty before the match begins; afterwards one is absent at once, until one sits down again."""


class Fill(Struct, frozen=True, tag="fill", tag_field="type"):
    """The host puts a computer player of this level on an empty seat, or takes it away again (no level)."""

    seat: An
    level: Annotated[str, Meta(max_length=20)] = ""


class Start(Struct, frozen=True, tag="start", tag_field="type"):
    """The host begins the match; computer players take the seats that are still empty."""


class Hash(Struct, frozen=True, tag="hash", tag_field="type"):
    """The SHA-256 of the entropy that will be given to the next shuffle (of its text's bytes), in hex."""

    deal: int
    attempt: int
    hash: Hex64


class Entropy(Struct, frozen=True, tag="entropy", tag_field="type"):
    """The entropy itself: 1 to 64 letters and digits, once the hashes of all are known."""

    deal: int
    attempt: int
    entropy: Annotated[str, Meta(pattern="^[0-9A-Za-z]{1,64}$")]


class Cut(Struct, frozen=True, tag="cut", tag_field="type"):
    """So many cards go from the top of the deck to its bottom."""

    deal: int
    attempt: int
    cut: An


class Next(Struct, frozen=True, tag="next", tag_field="type"):
    """The sheet has been read: deal again."""


class Chat(Struct, frozen=True, tag="chat", tag_field="type", omit_defaults=True):
    """Say something to the table: a preset that each reads in his own language, or a text."""

    text: Annotated[str, Meta(max_length=200)] = ""
    preset: Annotated[str, Meta(max_length=20)] = ""


class Rematch(Struct, frozen=True, tag="rematch", tag_field="type"):
    """After the match: open a table like this one. The others are told its address."""


Sent = Act | Why | Hint | Propose | Answer | Sit | Stand | Fill | Start | Hash | Entropy | Cut | Next | Chat | Rematch
"""Whatever a client says."""


# What it is told


class Welcome(Struct, frozen=True, tag="welcome", tag_field="type"):
    """What never changes at a table, sent first. `rules` are all house rules by name, as text; `sides` are the seats
    that score together; `calls` are the names of the actions 52, 53, …; `columns` are those of the sheet; `pack` are
    all the cards; `clock` is the bank and the increment in milliseconds; `presets` are the chat's; `presentation` is
    how a client draws the game."""

    table: str
    game: str
    options: str
    rules: dict[str, str]
    sides: tuple[tuple[Seat, ...], ...]
    calls: tuple[str, ...]
    columns: tuple[str, ...]
    pack: tuple[int, ...]
    deals: int
    absent: Literal["wait", "bot", "vote"]
    clock: tuple[Millis, Millis] | None
    chat: bool
    presets: tuple[str, ...]
    levels: tuple[str, ...]
    presentation: Presentation


class Person(Struct, frozen=True):
    """Who sits on a seat. `level` is that of the computer player who plays for it now ("" for a person); `here`:
    connected; `owner`: the seat is a person's, who may have it back from the computer player."""

    name: str
    level: str
    here: bool
    owner: bool


class Proposal(Struct, frozen=True):
    """What the table is asked to agree to; `yes` are the seats that have, `waits` those whose word is still needed."""

    number: int
    what: Kind
    by: Seat
    won: tuple[int, ...]
    seat: Seat | None
    yes: tuple[Seat, ...]
    waits: tuple[Seat, ...]


class Seats(Struct, frozen=True, tag="seats", tag_field="type"):
    """Everything about the table that changes beside the cards. `stage`: `open` (seats are taken), `shuffle`, `deal`
    (cards are played), `rest` (the sheet is read; `waits` are those still reading), `over`. `seats` is None where
    nobody sits; `you` is the receiver's seat, None for a spectator; `host`: the receiver may fill seats and start;
    `again` is the table of the rematch; `practice`: the receiver plays alone with computer players, and may ask for
    hints."""

    stage: Literal["open", "shuffle", "deal", "rest", "over"]
    seats: tuple[Person | None, ...]
    you: Seat | None
    host: bool
    watching: int
    waits: tuple[Seat, ...] = ()
    proposal: Proposal | None = None
    again: str = ""
    practice: bool = False


class Clock(Struct, frozen=True):
    """What is left on the clocks by seat, in milliseconds, and the seats whose clocks run."""

    left: tuple[Millis, ...]
    runs: tuple[Seat, ...]


class Moved(Struct, frozen=True):
    """Who did what; `act` is None where the receiver may not know it."""

    seat: Seat
    act: Action | None


class Update(Struct, frozen=True, tag="view", tag_field="type"):
    """The deal as the receiver may see it, whole. `n` is its version.

    `did` are the sentences of what has just happened and `moved` the actions themselves (none of either in the first
    one after connecting); `view` is the game's own View (`prikup.state.View`); `legal` is what the receiver may do now;
    `asked` are the seats that somebody waits for; `facts` is what everybody keeps in mind; `ask` is the question to the
    one who is asked; `best` is the seat whose card is winning the trick; `laid` are the seats whose sealed bids lie on
    the table, `mine` is the receiver's own among them. `claim` is the split of the tricks that are left with which the
    receiver's claim begins, by seat; null where the receiver has nothing to claim.
    """

    n: int
    did: tuple[Reason, ...]
    moved: tuple[Moved, ...]
    view: Any
    legal: tuple[Action, ...]
    asked: tuple[Seat, ...]
    facts: tuple[Reason, ...]
    ask: tuple[Reason, ...]
    best: Seat | None
    laid: tuple[Seat, ...]
    clock: Clock | None
    mine: Action | None = None
    claim: tuple[int, ...] | None = None


class Sheet(Struct, frozen=True, tag="sheet", tag_field="type"):
    """The score sheet. `lines` are its deals with the reason of every number; `totals` are by column, then by side, and
    so is `history`, all numbers that were written in each box; `settlement` is what each side has won or lost, exact
    (`+6 2/3`, `-1/3`, `0`); `winners` are sides, once the match is over."""

    lines: tuple[Line, ...]
    totals: Totals
    history: tuple[tuple[tuple[int, ...], ...], ...]
    settlement: tuple[str, ...]
    winners: tuple[int, ...]


class Sealed(Struct, frozen=True, tag="sealed", tag_field="type"):
    """The shuffle of the next deck under way. `commitment` is the SHA-256 of the server's seed; `hashes` are those of
    the seats' entropies (None: the seat's follows from the seed); `step`: hashes are awaited, then entropies, then the
    cut of `cutter`, then the deck is dealt; `entropies` are known from the cut on; `millis` are left before it goes
    on by itself; `did` are the sentences about it."""

    deal: int
    attempt: int
    dealer: Seat
    commitment: str
    step: Literal["hashes", "entropies", "cut", "dealt"]
    hashes: tuple[str | None, ...]
    entropies: tuple[str | None, ...]
    cutter: Seat
    cut: int | None
    millis: Millis
    did: tuple[Reason, ...]


class Deck(Struct, frozen=True):
    """A deck after its deal, with everything that made it (`prikup.history.shuffle`). `refused` is the key of the rule
    that refused it."""

    deal: int
    attempt: int
    seed: str
    entropy: tuple[str, ...]
    cut: int
    deck: tuple[int, ...]
    refused: str


class Opened(Struct, frozen=True, tag="opened", tag_field="type"):
    """The decks of finished deals and refused ones: all of them after connecting, the new ones later."""

    decks: tuple[Deck, ...]


class Receipt(Struct, frozen=True, tag="receipt", tag_field="type"):
    """What was sent under this `id` is done and durable; `n` is the version it made."""

    id: str
    n: int


class Refused(Struct, frozen=True, tag="refused", tag_field="type"):
    """What was sent was not done: the reason, and the `id` if it had one. Nothing has changed."""

    reason: Reason
    id: str = ""
    legal: tuple[Action, ...] = ()


class Wondered(Struct, frozen=True, tag="why", tag_field="type"):
    """The answer to Why; no `reason`: the action is legal."""

    n: int
    act: Action
    reason: Reason | None


class Worth(Struct, frozen=True):
    """The points that a plan may be expected to bring one's side in the settlement of the deal."""

    plan: tuple[Action, ...]
    points: float


class Hinted(Struct, frozen=True, tag="hint", tag_field="type"):
    """The answer to Hint, made of the receiver's View and of nothing else. `plan` is what to do now: one action, or
    two cards to be laid away; `worth` are the plans that were thought of, the best first: none where only a rule of
    thumb was asked."""

    n: int
    plan: tuple[Action, ...]
    worth: tuple[Worth, ...]


class Chatted(Struct, frozen=True, tag="chatted", tag_field="type"):
    """Somebody said something; `seat` is None for a spectator."""

    seat: Seat | None
    name: str
    text: str
    preset: str


class Goodbye(Struct, frozen=True, tag="goodbye", tag_field="type"):
    """The server closes the connection, and why."""

    reason: Reason


Told = Welcome | Seats | Update | Sheet | Sealed | Opened | Receipt | Refused | Wondered | Hinted | Chatted | Goodbye
"""Whatever a client is told."""
