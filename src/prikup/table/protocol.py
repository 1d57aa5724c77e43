"""The messages of a table's WebSocket: client messages (`ClientCommand`) and server messages (`ServerMessage`).

Each message is one JSON object whose field `type` contains the message's name. docs/protocol.md explains the messages
to authors of clients. The JSON schemas and the TypeScript types are generated from these structs, including their
docstrings. A sentence is sent as a `Reason`, which is a message key with arguments, and the client renders it in the
user's language.
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
"""An id that the client chooses for a command and never uses for another command, for example a UUID."""
Hex64 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
An = Annotated[int, Meta(ge=0, le=1000)]
Version = Annotated[int, Meta(ge=0)]
Millis = int
Kind = Literal["claim", "concede", "undo", "stop", "replace"]


# Client messages


class ActCommand(Struct, frozen=True, tag="act", tag_field="type"):
    """Do one action, or several actions one after the other, such as two discards.

    If one of them is not allowed, none is done. `n` is the version of the deal that the player was shown when deciding.
    """

    n: Version
    id: Id
    act: An | Annotated[tuple[An, ...], Meta(min_length=1, max_length=16)]


class WhyCommand(Struct, frozen=True, tag="why", tag_field="type"):
    """Ask which rule forbids an action now, without doing it.

    `n` is the version of the deal that the player was shown.
    """

    n: Version
    act: An


class HintCommand(Struct, frozen=True, tag="hint", tag_field="type"):
    """Ask which move the strongest computer player would make.

    This is allowed only in a match of one person against computer players. `n` is the version of the deal that the
    player was shown.
    """

    n: Version


class PointCommand(Struct, frozen=True, tag="point", tag_field="type"):
    """Point at a card in a partner's face-up hand, visible to everyone at the table; null stops pointing.

    `n` is the version of the deal that the player was shown.
    """

    n: Version
    card: Annotated[int, Meta(ge=0, le=51)] | None


class ProposeCommand(Struct, frozen=True, tag="propose", tag_field="type", omit_defaults=True):
    """Make a proposal that other players may have to agree to.

    `what` is the type of the proposal. `claim`: the player's side takes `tricks` of the remaining tricks. `concede`:
    the player's side gives up the deal. `undo`: the player's last action, or everything that a computer player did in
    the player's place, is taken back. `stop`: the match ends. `replace`: a computer player takes the place of the
    absent player in `seat`.
    """

    id: Id
    what: Kind
    tricks: An | None = None
    seat: An | None = None


class AnswerCommand(Struct, frozen=True, tag="answer", tag_field="type"):
    """Accept or reject the open proposal, whose number is `proposal`.

    If the player who made the proposal sends this with `yes` false, it is withdrawn.
    """

    proposal: int
    yes: bool


class SitCommand(Struct, frozen=True, tag="sit", tag_field="type"):
    """Take an empty seat before the match, or take one's own seat back from a computer player during the match."""

    seat: An


class ReserveCommand(Struct, frozen=True, tag="reserve", tag_field="type"):
    """Reserve an empty seat before the match for two minutes, while the user enters a name.

    With null for `seat`, end the user's reservation.
    """

    seat: An | None


class StandCommand(Struct, frozen=True, tag="stand", tag_field="type"):
    """Leave one's seat.

    Before the match the seat becomes empty. During the match it still belongs to the player, who counts as absent until
    they take it again.
    """


class FillCommand(Struct, frozen=True, tag="fill", tag_field="type"):
    """Put a computer player of the given level on an empty seat, or remove the one there if `level` is "".

    Only the host of the table may do this.
    """

    seat: An
    level: Annotated[str, Meta(max_length=20)] = ""


class StartCommand(Struct, frozen=True, tag="start", tag_field="type"):
    """Start the match, with computer players on the seats that are still empty.

    Only the host of the table may do this. The message is refused while a seat is reserved, unless `anyway` is true.
    """

    anyway: bool = False


class RemoveCommand(Struct, frozen=True, tag="remove", tag_field="type"):
    """Remove a person from the table for good.

    Only the host of the table may do this. `person` is the opaque id of the person at this table. Before the match the
    person's seat becomes empty; during the match a computer player gets it for good. The person may still watch if the
    table allows spectators, but can never take a seat here again.
    """

    person: Id


class LockCommand(Struct, frozen=True, tag="lock", tag_field="type"):
    """Lock the table, so that only people who are connected or seated now can join, or unlock it.

    Only the host of the table may do this.
    """

    locked: bool


class ReportCommand(Struct, frozen=True, tag="report", tag_field="type"):
    """Report a bad move of a computer player, so that developers can examine the deal.

    The move is the action of `seat` that was announced in version `n` of the deal.
    """

    n: Version
    seat: An


class HashCommand(Struct, frozen=True, tag="hash", tag_field="type"):
    """Commit to an entropy, a random text that influences the next shuffle, without revealing it yet.

    `hash` is the SHA-256 of the text's bytes in hex. `deal` and `attempt` identify the shuffle, as in `ShuffleMessage`.
    """

    deal: int
    attempt: int
    hash: Hex64


class EntropyCommand(Struct, frozen=True, tag="entropy", tag_field="type"):
    """Reveal the entropy whose hash was sent before, once the shuffle is at its step `entropies`.

    `entropy` consists of 1 to 64 letters and digits. `deal` and `attempt` identify the shuffle, as in `ShuffleMessage`.
    """

    deal: int
    attempt: int
    entropy: Annotated[str, Meta(pattern="^[0-9A-Za-z]{1,64}$")]


class CutCommand(Struct, frozen=True, tag="cut", tag_field="type"):
    """Cut the deck by moving `cut` cards from its top to its bottom.

    `deal` and `attempt` identify the shuffle, as in `ShuffleMessage`.
    """

    deal: int
    attempt: int
    cut: An


class NextCommand(Struct, frozen=True, tag="next", tag_field="type"):
    """Confirm that the player has read the score sheet and is ready for the next deal."""


class ChatCommand(Struct, frozen=True, tag="chat", tag_field="type", omit_defaults=True):
    """Send a chat line to the table.

    The line is either a `text`, or the key of a `preset`, which every client shows in its user's language.
    """

    text: Annotated[str, Meta(max_length=200)] = ""
    preset: Annotated[str, Meta(max_length=20)] = ""


class RematchCommand(Struct, frozen=True, tag="rematch", tag_field="type"):
    """Open a new table with the same settings after the match.

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


# Server messages


class WelcomeMessage(Struct, frozen=True, tag="welcome", tag_field="type"):
    """The first message after connecting, with everything about a table that never changes.

    `table` is the table's id. `options` is the short text of the house rules, and `rules` contains the value of every
    house rule as text. `sides` lists the seats that score together. `calls` are the names of the actions 52, 53 and so
    on. `columns` are the columns of the score sheet, and `pack` contains all cards of the game. `absent` says whether
    the table waits for an absent player, replaces them by a computer player (`bot`), or lets the others decide
    (`vote`). `clock` is the initial time of each seat (the bank) and the increment per action, in milliseconds; it is
    null without clocks. `chat` says whether there is a chat, and `presets` are its prepared lines. `levels` are the
    levels of computer players that the host may choose. `presentation` describes how a client draws the game. If
    `delayed` is true, spectators see each deal only after it has ended. `glossary` explains the calls under these house
    rules, independent of the deal.

    If `coach` is true, the only deal of the match was prepared for learning the game and does not count in statistics.
    If `origin` is not null, the first deal was not shuffled but continues a finished match or a position, and does not
    count either. In `origin`, the id of the finished match is hidden ("") until this match is over if the deal is
    `compared` with the results of other tables. It is also "" for a position that was entered by hand, which is never
    `compared`.
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
    """A person or a computer player in a seat.

    `name` is "" for a person who gave no name. `level` is the level of the computer player that is playing for the
    seat, "" if a person plays. `here` says whether the person is connected. `owner` is true if the seat belongs to a
    person, who can take it back if a computer player is playing for them. `id` is the opaque id of that person at this
    table, which is the same for all their connections and unrelated to their ids at other tables; it is "" if the seat
    belongs to a computer player.
    """

    name: str
    level: str
    here: bool
    owner: bool
    id: str = ""


class Proposal(Struct, frozen=True):
    """An open proposal, which waits for answers.

    `number` identifies the proposal, `what` is its type, and `by` is the seat that made it. For the type `replace`,
    `seat` is the seat of the absent player. `waits` are the seats that have not answered yet.

    For an undo, `back` is the number of actions to take back: only the last action of the seat `by`, or everything
    since a computer player began to act in its place. `action` is the first of these actions, null if it is not public.
    For a claim, `left` is the number of remaining tricks, and `tricks` is how many of them the side of `by` claims.
    `verdict` says whether best play gives the claimed number; it is sent only to a receiver who has to answer the claim
    and sees every card in play.
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

    `stage` is the stage of the match: `open` while seats are taken before the match, `shuffle` during a shuffle, `deal`
    while a deal is played, `rest` while players read the score sheet between two deals, and `over` after the match.
    `waits` are the seats whose players are still reading the score sheet. `seats` contains the player in each seat,
    null for an empty seat. `proposal` is the open proposal, and `declined` the seat that rejected or withdrew the last
    one; both are null if there is none. `again` is the id of the rematch's table, "" if there is none. `watchers` is
    the number of connected people without a seat. If `locked` is true, only people who were connected when the table
    was locked, seated players and the host may join. `host_seat` is the seat of the table's host, null if the host has
    none. `removed` are the opaque ids of the people whom the host has removed, and `reserved` are the empty seats
    reserved for people who are entering a name. `absent_in` contains, by seat, the milliseconds until a disconnected
    player counts as absent, null for a seat without such a player; it is empty if no such time is running.

    The other fields are about the receiver. `you` is the receiver's seat, null for a spectator, and `me` the receiver's
    own opaque id. If `host` is true, the receiver may fill seats, start the match, remove people and lock the table. If
    `practice` is true, the receiver was the only person at the start of the match, and may ask for hints.
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
    """The state of the clocks: the milliseconds `left` by seat, and the seats whose clocks are running (`runs`)."""

    left: tuple[Millis, ...]
    runs: tuple[Seat, ...]


class SeatAction(Struct, frozen=True):
    """An action of a seat; `act` is null if the receiver may not know which action it was."""

    seat: Seat
    act: Action | None


class PossibleProposal(Struct, frozen=True):
    """A type of proposal that the game's rules allow.

    `why_not` is the reason why the receiver cannot make it now; null means that they can.
    """

    what: Kind
    why_not: Reason | None


Points = Literal["", "hand", "calls", "trick", "talon", "players", "facts", "sheet"]
"""The part of the screen that a remark of the coach points at; "" for none."""


class Remark(Struct, frozen=True):
    """A remark of the coach.

    `say` contains its sentences, and `points` is the part of the screen that it points at. `kind` is `plan` for a
    remark prepared for this deal, `otherwise` for one on an answer that differs from the coach's (the player can take
    it back), and `general` for any other. `number` is the number of the prepared remark, from 1; for other remarks, the
    number of the last prepared remark up to this point of the deal.
    """

    number: int
    say: tuple[Reason, ...]
    points: Points = ""
    kind: Literal["plan", "otherwise", "general"] = "plan"


class Lesson(Struct, frozen=True):
    """A point that a coached deal teaches, with how the player did, as shown after the deal.

    `say` is the point, and `how` a sentence on what the player did. `right` is true if the player acted as the coach
    recommends.
    """

    say: Reason
    how: Reason
    right: bool


class Coaching(Struct, frozen=True):
    """The message of the coach to the learning player at the current position, or after the deal.

    `of` is the number of prepared remarks in the whole deal. `remarks` are the remarks for the current position, in
    reading order, including one on an answer that differed from the coach's. `answer` contains the actions that the
    coach would do now. `things` are the points that the deal has taught; they are sent only after the deal.
    """

    of: int
    remarks: tuple[Remark, ...]
    answer: tuple[Action, ...] = ()
    things: tuple[Lesson, ...] = ()


class UpdateMessage(Struct, frozen=True, tag="view", tag_field="type"):
    """The whole deal as the receiver may see it, sent after every change.

    `n` is the version of the deal. `view` is the game's own View (`prikup.rules.state.View`), which contains the cards
    and everything public. `did` contains sentences about what has just happened, and `moved` the actions themselves;
    both are empty in the first such message after connecting. `recap` is sent only in that first message; it describes
    what has happened in the deal since the receiver's last action.

    `asked` are the seats that have to act. If the receiver is one of them, `legal` contains their legal actions, `ask`
    describes the decision, and `meanings` explains what the calls in `legal` gain and cost in this deal. `facts` are
    public facts of the deal, such as contract and declarer. `best` is the seat whose card is winning the trick. `laid`
    are the seats that have already placed their sealed bids (bids that stay hidden until all are placed), and `mine` is
    the receiver's own sealed bid. `clock` is null at a table without clocks.

    `claim` contains the tricks that the receiver can claim, null if none. `partners` are the seats at whose face-up
    cards the receiver may point. `possible` are the proposals about the deal that the rules allow. `stood_in` contains
    the actions of a computer player in the receiver's place since the receiver last acted. `coach` is the coach's
    message to the receiver. `traced` are the cards in hidden hands whose place the receiver can deduce. `line` is sent
    only with a claim that ends the deal: it contains the remaining tricks, played so that they lead to the agreed
    result, and is empty if no such play was found.
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
    """The score sheet of the match.

    `lines` contains one entry for each deal, with the reason for every number. `totals` are the sums by column, then by
    side. `settlement` says what each side has won or lost in all, as an exact text (`+6 2/3`, `-1/3`, `0`). `winners`
    are the winning sides once the match is over. `taken_back` are the numbers of the deals in which the only person at
    the table took an action back.
    """

    lines: tuple[Line, ...]
    totals: Totals
    settlement: tuple[str, ...]
    winners: tuple[int, ...]
    taken_back: tuple[int, ...] = ()


class ShuffleMessage(Struct, frozen=True, tag="sealed", tag_field="type"):
    """The state of the shuffle of the next deck.

    `deal` is the number of the deal and `attempt` the number of its deck, because the rules may reject a deck; both
    count from 1. `dealer` is the seat that deals. `commitment` is the SHA-256 of the host's secret seed. `step` says
    which inputs of players are expected next: `hashes`, `entropies`, or the `cut` of the seat `cutter`; it is `dealt`
    at the end. `millis` is the time in milliseconds until the step ends without further inputs.

    `hashes` contains the hash of each seat's entropy, null for a seat that has sent none; its entropy is derived from
    the seed. `entropies` is filled from the step `cut` on; an entropy that was not revealed is also derived from the
    seed. `cut` is the number of cards cut, and `cut_from` says whether a player cut or the cut was derived from the
    seed ("": not known yet). `places` contains the seat that each card of the deck will be dealt to, from the top, null
    for a card that goes to no hand. `refusals` are the rules that could reject the deck. `did` contains sentences about
    the step.
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
    """A deck that is revealed after its deal, with all inputs of its shuffle (`prikup.history.shuffle`).

    With these inputs a client can check the shuffle. `seed` is the host's secret seed, `entropy` contains the text of
    each seat, and `cut` is the number of cards cut. `refused` is the key of the rule that rejected the deck, "" if none
    did. `cut_from` says whether a player cut or the cut was derived from the seed, and `withheld` are the seats that
    did not reveal their entropy.
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
    """The decks of finished deals, and decks that the rules rejected.

    The first such message after connecting contains all decks of the match, later messages only new ones.
    """

    decks: tuple[Deck, ...]


class ReceiptMessage(Struct, frozen=True, tag="receipt", tag_field="type"):
    """The answer to a command that was executed and is durable.

    `id` is the id of the command, and `n` the version of the table that it led to.
    """

    id: str
    n: int


class RefusedMessage(Struct, frozen=True, tag="refused", tag_field="type"):
    """The answer to a client message that was rejected and has changed nothing.

    `reason` says why. `id` is the id of the message, "" if it had none. If an action was rejected, `legal` contains the
    player's legal actions.
    """

    reason: Reason
    id: str = ""
    legal: tuple[Action, ...] = ()


class WhyMessage(Struct, frozen=True, tag="why", tag_field="type"):
    """The answer to a `WhyCommand`: `reason` is the rule that forbids the action `act`, null if the action is legal."""

    n: int
    act: Action
    reason: Reason | None


class PlanValue(Struct, frozen=True):
    """The value of a plan, which is one action or several discards.

    `points` are the points that the player's side is expected to win (or lose) by the deal in the settlement.
    """

    plan: tuple[Action, ...]
    points: float


class HintMessage(Struct, frozen=True, tag="hint", tag_field="type"):
    """The answer to a `HintCommand`, computed only from what the receiver can see.

    `plan` is the recommendation: one action, or all cards to discard or to give to another player. `worth` contains all
    plans that were compared, best first; it is empty if the recommendation comes from heuristics. `why` is a reason for
    the plan that is certain, null if there is none.
    """

    n: int
    plan: tuple[Action, ...]
    worth: tuple[PlanValue, ...]
    why: Reason | None = None


class Pointing(Struct, frozen=True):
    """A player's pointing at a card of a partner.

    `by` is the seat of the player who points, and `seat` is the seat of the partner, whose face-up hand contains the
    `card`.
    """

    by: Seat
    seat: Seat
    card: int


class PointingsMessage(Struct, frozen=True, tag="pointed", tag_field="type"):
    """All cards that are pointed at now.

    Pointing at a card is not logged; it ends when a card is played from the hand that contains the card.
    """

    cards: tuple[Pointing, ...]


class ChatMessage(Struct, frozen=True, tag="chatted", tag_field="type"):
    """A chat line: either a `text`, or the key of a `preset`, which the client shows in its user's language.

    `seat` is the author's seat, null for a spectator; `name` is the author's name, and `id` the author's opaque id at
    this table (`Person.id`). Lines that spectators write during a deal are sent to players only after the deal. At a
    table with `delayed` in its `WelcomeMessage`, lines that players write during a deal are sent to spectators only
    after it.
    """

    seat: Seat | None
    name: str
    text: str
    preset: str
    id: str = ""


class NotedMessage(Struct, frozen=True, tag="noted", tag_field="type"):
    """The answer to a `ReportCommand`: the deal will be saved with its log once it has ended.

    `n` and `seat` are repeated from the command.
    """

    n: int
    seat: Seat


class CloseMessage(Struct, frozen=True, tag="goodbye", tag_field="type"):
    """The last message before the host closes the connection; `reason` says why it does so."""

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
