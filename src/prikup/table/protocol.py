"""The messages of a table, one WebSocket a table: what a client may say (`Sent`) and what it is told (`Told`).

Each is one JSON object with its name in `type`; docs/protocol.md explains them to the writer of a client, and the
JSON schemas and the TypeScript types are made from these structs. A word of the program is a `Reason`: a message key
and its numbers; the client makes the sentence.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from prikup.errors import Reason
from prikup.game import Claimable, Refusal
from prikup.history.shuffle import CutFrom
from prikup.meaning import Meaning
from prikup.presentation import Presentation
from prikup.sheet import Line, Totals
from prikup.state import Action, Seat
from prikup.table.given import Origin
from prikup.traced import Traced
from prikup.tricks import Trick

__all__ = [
    "Act",
    "Answer",
    "Chat",
    "Chatted",
    "Clock",
    "Coached",
    "Cut",
    "Deck",
    "Entropy",
    "Fill",
    "Goodbye",
    "Hash",
    "Hint",
    "Hinted",
    "Lock",
    "Moved",
    "Next",
    "Noted",
    "Opened",
    "Person",
    "Point",
    "Pointed",
    "Pointing",
    "Possible",
    "Proposal",
    "Propose",
    "Receipt",
    "Refused",
    "Remark",
    "Rematch",
    "Remove",
    "Report",
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
"""A client chooses an id for each command, and never the same twice; a UUID will do."""
Hex64 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
An = Annotated[int, Meta(ge=0, le=1000)]
Version = Annotated[int, Meta(ge=0)]
Millis = int
Kind = Literal["claim", "concede", "undo", "stop", "replace"]


# What a client says


class Act(Struct, frozen=True, tag="act", tag_field="type"):
    """Do one action, or several one after the other (two discards): all of them or none.

    `n` is the version of the View that was answered.
    """

    n: Version
    id: Id
    act: An | Annotated[tuple[An, ...], Meta(min_length=1, max_length=16)]


class Why(Struct, frozen=True, tag="why", tag_field="type"):
    """Ask which rule forbids an action now; nothing is done."""

    n: Version
    act: An


class Hint(Struct, frozen=True, tag="hint", tag_field="type"):
    """Ask for the move of the strongest computer player, where one person plays with computer players."""

    n: Version


class Point(Struct, frozen=True, tag="point", tag_field="type"):
    """Point at a card of a partner's hand that lies open, for everybody to see; None: at none any more."""

    n: Version
    card: Annotated[int, Meta(ge=0, le=51)] | None


class Propose(Struct, frozen=True, tag="propose", tag_field="type", omit_defaults=True):
    """Ask the others to agree to something.

    `what` they are asked for is a number of the `tricks` that are left for one's own side (`claim`), giving the deal
    up for one's side (`concede`), taking the last own action back, or what a computer player did in one's place
    (`undo`), the end of the match (`stop`), or a computer player in the `seat` of an absent player (`replace`).
    """

    id: Id
    what: Kind
    tricks: An | None = None
    seat: An | None = None


class Answer(Struct, frozen=True, tag="answer", tag_field="type"):
    """Say yes or no to the proposal of this number; no withdraws one's own."""

    proposal: int
    yes: bool


class Sit(Struct, frozen=True, tag="sit", tag_field="type"):
    """Take a seat that is empty, or one's own again from the computer player that sits in."""

    seat: An


class Reserve(Struct, frozen=True, tag="reserve", tag_field="type"):
    """Keep an empty seat for two minutes, before the match, while its player chooses a name; null gives it back."""

    seat: An | None


class Stand(Struct, frozen=True, tag="stand", tag_field="type"):
    """Leave one's seat: before the match it is empty then, afterwards its player is absent until they sit again."""


class Fill(Struct, frozen=True, tag="fill", tag_field="type"):
    """Put a computer player of this level on an empty seat, or take it away (no level); for the host alone."""

    seat: An
    level: Annotated[str, Meta(max_length=20)] = ""


class Start(Struct, frozen=True, tag="start", tag_field="type"):
    """Begin the match with computer players on the seats that are still empty; for the host alone.

    It is refused while a seat is reserved, but with `anyway`.
    """

    anyway: bool = False


class Remove(Struct, frozen=True, tag="remove", tag_field="type"):
    """Remove a person, by the opaque id that they have at this table; for the host alone.

    Before the match their seat is empty then, afterwards a computer player has it for good. They may watch where
    anybody may, and not sit down here again.
    """

    person: Id


class Lock(Struct, frozen=True, tag="lock", tag_field="type"):
    """Close the table to everybody who is not here now, or open it again; for the host alone."""

    locked: bool


class Report(Struct, frozen=True, tag="report", tag_field="type"):
    """Call what a computer player did bad: the action of this seat that version `n` of the deal told."""

    n: Version
    seat: An


class Hash(Struct, frozen=True, tag="hash", tag_field="type"):
    """Commit to an entropy for the next shuffle by the SHA-256 of its text's bytes, in hex."""

    deal: int
    attempt: int
    hash: Hex64


class Entropy(Struct, frozen=True, tag="entropy", tag_field="type"):
    """Reveal the entropy, 1 to 64 letters and digits, once the hashes of all are known."""

    deal: int
    attempt: int
    entropy: Annotated[str, Meta(pattern="^[0-9A-Za-z]{1,64}$")]


class Cut(Struct, frozen=True, tag="cut", tag_field="type"):
    """Cut the deck: `cut` cards go from its top to its bottom."""

    deal: int
    attempt: int
    cut: An


class Next(Struct, frozen=True, tag="next", tag_field="type"):
    """Say that the sheet has been read, and the next deal may begin."""


class Chat(Struct, frozen=True, tag="chat", tag_field="type", omit_defaults=True):
    """Say something to the table: a preset that each reads in their own language, or a text."""

    text: Annotated[str, Meta(max_length=200)] = ""
    preset: Annotated[str, Meta(max_length=20)] = ""


class Rematch(Struct, frozen=True, tag="rematch", tag_field="type"):
    """Open a table like this one after the match; all are told its id."""


Sent = (
    Act
    | Why
    | Hint
    | Point
    | Propose
    | Answer
    | Sit
    | Reserve
    | Stand
    | Fill
    | Start
    | Remove
    | Lock
    | Report
    | Hash
    | Entropy
    | Cut
    | Next
    | Chat
    | Rematch
)
"""Whatever a client says."""


# What it is told


class Welcome(Struct, frozen=True, tag="welcome", tag_field="type"):
    """The first message: everything that never changes at a table.

    `rules` are all house rules by name, as text; `sides` are the seats that score together; `calls` are the names of
    the actions 52, 53, …; `columns` are those of the sheet; `pack` are all the cards; `clock` is the bank and the
    increment in milliseconds; `presets` are the chat's; `presentation` says how a client draws the game; `delayed`:
    spectators see each deal once it has ended; `glossary` is what the calls mean under these house rules in any deal;
    `coach`: the cards of the only deal were chosen for learning the game, and it counts nowhere. `origin`: the deal was
    given, is that of a finished match from a step on, and counts nowhere either; the id of that match is withheld
    ("") where the deal is `compared` with how others play it, until the match is over. A position that somebody plays
    on from is of no match ("") and not `compared`.
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
    glossary: tuple[Meaning, ...] = ()
    coach: bool = False
    origin: Origin | None = None


class Person(Struct, frozen=True):
    """A person or a computer player on a seat.

    `name` is "" for a person who gave none; `id` is the person's at this table, the same for all their connections,
    and says nothing at any other ("": a computer player's seat). `level` is that of the computer player that plays for
    the seat now ("" for a person); `here`: connected; `owner`: the seat is a person's, who may have it back from the
    computer player.
    """

    name: str
    level: str
    here: bool
    owner: bool
    id: str = ""


class Proposal(Struct, frozen=True):
    """A question to the table; `waits` are the seats that have not answered yet.

    `back` is the number of actions that an undo takes back: those of all players since one that a computer player did
    in the place of the seat `by`, or that seat's last action alone; `action` is the first of them, None where not
    everybody knows it. A claim is that the side of `by` takes `tricks` of
    the tricks that are `left`. `verdict` is what best play says of it, told to a receiver alone who is asked and sees
    every card in play.
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


class Seats(Struct, frozen=True, tag="seats", tag_field="type"):
    """Everything about the table that changes beside the cards.

    `stage`: `open` (seats are taken), `shuffle`, `deal` (cards are played), `rest` (the sheet is read; `waits` are
    those still reading), `over`. `seats` is None where nobody sits; `you` is the receiver's seat, None for a spectator;
    `host`: the receiver may fill seats, start, remove people and lock the table; `declined` is the seat that has said
    no to the last proposal, or has withdrawn it (None: nobody has); `again` is the table of the rematch;
    `practice`: the match began with the receiver as its only person, who may ask for hints; `watchers` is the number
    of people who watch; `locked`: only those who were here may come; `me` is the receiver's own opaque id; `absent_in`
    is by seat the time until a player who is not here counts as absent (None: nobody is waited for there, or for ever);
    `host_seat` is the host's seat (None: they have none), and `removed` are the opaque ids of people they have removed;
    `reserved` are the empty seats that are kept for somebody who is choosing a name.
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
    """The time that is left on the clocks by seat, in milliseconds, and the seats whose clocks run."""

    left: tuple[Millis, ...]
    runs: tuple[Seat, ...]


class Moved(Struct, frozen=True):
    """An action of a seat; `act` is None where the receiver may not know it."""

    seat: Seat
    act: Action | None


class Possible(Struct, frozen=True):
    """A proposal that the rules of the game know; `why_not`: the reason why it cannot be made now (None: it can)."""

    what: Kind
    why_not: Reason | None


Points = Literal["", "hand", "calls", "trick", "talon", "players", "facts", "sheet"]
"""A part of the table that a remark points at."""


class Remark(Struct, frozen=True):
    """A remark of the coach: its sentences, and the part of the table that it `points` at.

    `kind`: of the `plan` of this deal, on an answer that was made `otherwise` than the coach would (it can be taken
    back), or `general`. `number` is that of the remark of the plan, or of the one that the deal has come to.
    """

    number: int
    say: tuple[Reason, ...]
    points: Points = ""
    kind: Literal["plan", "otherwise", "general"] = "plan"


class CoachedThing(Struct, frozen=True):
    """One of the things that a coached deal shows: done `right`, as the coach would, or in the player's own way."""

    say: Reason
    how: Reason
    right: bool


class Coached(Struct, frozen=True):
    """The coach's words to the player who learns: at a question, after an answer that differs, or after the deal.

    `of` is the number of remarks in the whole deal, `remarks` are those that belong here, to be read one after the
    other, `answer` is what the coach would do now; `things`, after the deal, are what it showed.
    """

    of: int
    remarks: tuple[Remark, ...]
    answer: tuple[Action, ...] = ()
    things: tuple[CoachedThing, ...] = ()


class Update(Struct, frozen=True, tag="view", tag_field="type"):
    """The deal as the receiver may see it, whole. `n` is its version.

    `did` are the sentences of what has just happened and `moved` the actions themselves (none of either in the first
    one after connecting); `view` is the game's own View (`prikup.state.View`); `legal` is what the receiver may do now;
    `asked` are the seats that are waited for; `facts` is what everybody keeps in mind; `ask` is the question to a
    receiver who is asked; `best` is the seat whose card is winning the trick; `laid` are the seats whose sealed
    bids lie on the table, `mine` is the receiver's own among them; `claim` is what the receiver can
    claim (None: nothing); `partners` are the seats at
    whose open cards the receiver may point; `recap`, only in the first one after connecting, is what has happened in
    the deal since the receiver's last action; `possible` are the proposals about the deal that the receiver may make;
    `stood_in` is what a computer player has done in the receiver's place since they acted last; `meanings` is what the
    calls among `legal` bring and cost in this deal; `coach` is what the coach says to the receiver; `traced` are the
    cards of hidden hands that the receiver can place; `line`, only in the one that ends a deal by a claim, are the
    tricks that were left as best play takes them (none: best play takes other numbers, or it could not be found).
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
    claim: Claimable | None = None
    partners: tuple[Seat, ...] = ()
    recap: tuple[Reason, ...] = ()
    possible: tuple[Possible, ...] = ()
    stood_in: tuple[Action, ...] = ()
    meanings: tuple[Meaning, ...] = ()
    coach: Coached | None = None
    traced: tuple[Traced, ...] = ()
    line: tuple[Trick, ...] = ()


class Sheet(Struct, frozen=True, tag="sheet", tag_field="type"):
    """The score sheet.

    `lines` are its deals with the reason of every number; `totals` are by column, then by side; `settlement` is what
    each side has won or lost, exact (`+6 2/3`, `-1/3`, `0`); `winners` are sides, once the match is over; `taken_back`
    are the numbers of the deals in which the only person at the table took an action back.
    """

    lines: tuple[Line, ...]
    totals: Totals
    settlement: tuple[str, ...]
    winners: tuple[int, ...]
    taken_back: tuple[int, ...] = ()


class Sealed(Struct, frozen=True, tag="sealed", tag_field="type"):
    """The shuffle of the next deck under way.

    `dealer` deals it; `commitment` is the SHA-256 of the host's seed; `hashes` are those of the seats' entropies (None:
    the seat's follows from the seed); `step`: hashes are awaited, then entropies, then the cut of `cutter`, then the
    deck is dealt; `entropies` are known from the cut on, and one that was promised and not shown follows from the seed;
    `cut_from`: whether a player cut or the cut follows from the seed ("": it is not known yet); `places` are the seats
    that the cards of the deck will be dealt to, from the top (None: to no hand), and `refusals` the rules that would
    refuse the deck; `millis` are left before it goes on by itself; `did` are the sentences about it.
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
    refusals: tuple[Refusal, ...]
    millis: Millis
    did: tuple[Reason, ...]


class Deck(Struct, frozen=True):
    """A deck after its deal, with everything that made it (`prikup.history.shuffle`).

    `refused` is the key of the rule that refused it; `cut_from` and `withheld` are those of the Shuffle.
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


class Opened(Struct, frozen=True, tag="opened", tag_field="type"):
    """The decks of finished deals and refused ones: all of them after connecting, the new ones later."""

    decks: tuple[Deck, ...]


class Receipt(Struct, frozen=True, tag="receipt", tag_field="type"):
    """The answer to a message with this `id`: it is done and durable, and made version `n`."""

    id: str
    n: int


class Refused(Struct, frozen=True, tag="refused", tag_field="type"):
    """The answer to a message that was not done: the reason, and its `id` if it had one. Nothing has changed."""

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
    """The answer to Hint, made of the receiver's View and of nothing else.

    `plan` is what to do now: one action, or two cards to be discarded; `worth` are the plans that were thought of, the
    best first: none where only a rule of thumb was asked. `why` is what is certain of the plan, None where nothing is.
    """

    n: int
    plan: tuple[Action, ...]
    worth: tuple[Worth, ...]
    why: Reason | None = None


class Pointing(Struct, frozen=True):
    """A card in the open hand of `seat` at which the player `by`, whose tricks count with theirs, points."""

    by: Seat
    seat: Seat
    card: int


class Pointed(Struct, frozen=True, tag="pointed", tag_field="type"):
    """All cards that are pointed at now. It is in no log; one is over when its hand plays a card."""

    cards: tuple[Pointing, ...]


class Chatted(Struct, frozen=True, tag="chatted", tag_field="type"):
    """A message of the chat; `seat` is None for a spectator, `id` is that of the person (`Person.id`).

    What spectators say while a deal is played only they hear, until it has ended.
    """

    seat: Seat | None
    name: str
    text: str
    preset: str
    id: str = ""


class Noted(Struct, frozen=True, tag="noted", tag_field="type"):
    """The answer to Report: the deal will be kept with its log once it has ended."""

    n: int
    seat: Seat


class Goodbye(Struct, frozen=True, tag="goodbye", tag_field="type"):
    """The last message: the connection is closed, for this reason."""

    reason: Reason


Told = (
    Welcome
    | Seats
    | Update
    | Sheet
    | Sealed
    | Opened
    | Receipt
    | Refused
    | Wondered
    | Hinted
    | Pointed
    | Chatted
    | Noted
    | Goodbye
)
"""Whatever a client is told."""
