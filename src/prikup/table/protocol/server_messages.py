"""The messages that a table sends to a client over its WebSocket (`ServerMessage`); see `prikup.table.protocol`."""

from typing import Any, Literal

from msgspec import Struct

from prikup.history.shuffle import CutFrom
from prikup.rules.call_explanations import CallExplanation
from prikup.rules.errors import Reason
from prikup.rules.game import ClaimableTricks, DeckRule
from prikup.rules.presentation import Presentation
from prikup.rules.score_sheet import Line, Totals
from prikup.rules.state import Action, Seat
from prikup.rules.tricks import Trick
from prikup.table.fixed_deal import Origin
from prikup.table.protocol.message_parts import (
    Clock,
    Coaching,
    Deck,
    FriendCall,
    Millis,
    Person,
    PlanValue,
    Pointing,
    PossibleProposal,
    Proposal,
    RatingEffect,
    SeatAction,
)
from prikup.table.table_settings import TurnLimits
from prikup.worlds.located_cards import LocatedCards

__all__ = [
    "ChatMessage",
    "CloseMessage",
    "DecksMessage",
    "HintMessage",
    "InvitedMessage",
    "NextShuffleMessage",
    "NotedMessage",
    "PointingsMessage",
    "ReceiptMessage",
    "RefusedMessage",
    "SeatsMessage",
    "ServerMessage",
    "SheetMessage",
    "ShuffleMessage",
    "UpdateMessage",
    "WelcomeMessage",
    "WhyMessage",
]


class WelcomeMessage(Struct, frozen=True, tag="welcome", tag_field="type"):
    """The first message after connecting, with everything about a table that never changes.

    - `table`: the id of the table.
    - `game`: the name of the game.
    - `options`: the short text of the house rules, such as a preset and the differences from it.
    - `rules`: the value of every house rule as text, by the rule's name.
    - `sides`: for each side, the list of its seats; the seats of a side score together.
    - `calls`: the names of the calls; the first has the action number 52, the next 53, and so on.
    - `columns`: the names of the columns of the score sheet.
    - `pack`: the numbers of all cards of the game.
    - `absent`: what happens when a player is absent. The table waits, a computer player replaces the player (`bot`), or
      the other players decide (`vote`).
    - `clock`: the initial time of each seat (the bank) and the increment per action, in milliseconds; null without
      clocks.
    - `turns`: the time limits of a turn-based table, at which players answer within hours or days; null for any other
      table.
    - `chat`: true if the table has a chat.
    - `presets`: the keys of the prepared lines of the chat.
    - `levels`: the levels (strengths) of computer players that the host may choose.
    - `presentation`: how a client draws the game.
    - `delayed`: true if spectators see each deal only after it has ended.
    - `glossary`: explanations of the calls under these house rules, independent of the deal.
    - `coach`: true if the only deal of the match was prepared for learning the game. It does not count in statistics.
    - `origin`: not null if the first deal was not shuffled but continues a finished match or a position. Such a deal
      does not count in statistics.
    - `minutes`: the number of minutes of play after which the match ends, 0 for no time limit.
    - `after`: what is finished first when these minutes are over: the current deal (`deal`), or the current round
      (`round`), in which each seat deals once.

    In `origin`, the id of the finished match is hidden ("") until this match is over if the deal is `compared` with the
    results of other tables. It is also "" for a position that was entered by hand, which is never `compared`.
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
    minutes: int = 0
    after: Literal["deal", "round"] = "round"
    turns: TurnLimits | None = None


class SeatsMessage(Struct, frozen=True, tag="seats", tag_field="type"):
    """The state of the table apart from the cards.

    - `stage`: the stage of the match. It is `open` while seats are taken before the match, `shuffle` during a shuffle,
      `deal` while a deal is played, `rest` while players read the score sheet between two deals, and `over` after the
      match.
    - `seats`: the player in each seat, null for an empty seat.
    - `waits`: the seats whose players are still reading the score sheet.
    - `proposal`: the open proposal, null if there is none.
    - `declined`: the seat that rejected or withdrew the last proposal, null if none did.
    - `again`: the id of the table of the rematch, "" if there is none.
    - `watchers`: the number of connected people without a seat.
    - `locked`: true if only the host, seated players and people who were connected when the table was locked may join.
    - `host_seat`: the seat of the table's host (who opened the table), null if the host has none.
    - `removed`: the opaque ids (`Person.id`) of the people whom the host has removed.
    - `reserved`: the empty seats that are reserved for people who are entering a name.
    - `absent_in`: by seat, the milliseconds until a disconnected player counts as absent, 0 for a player who counts as
      absent already, and null for any other seat. It is empty if there is no such player or absence has no consequence.
    - `listing`: `on` if the lobby of the server lists the table while a seat is free, and `ended` if it was listed
      before and its host may list it again. It is "" at a table that people enter by its link, and after the start of
      the match.
    - `starting`: true if all seats are taken and the match starts by itself in a few seconds.
    - `rated`: true if the match counts for ratings; before the match, true if it is meant to count.
    - `unrated`: why the match does not count, although it was meant to: `guests`, `people`, `bots`, `level`, `device`
      (two seats on one device), `address` (two seats with one network address), `elsewhere` (somebody plays another
      rated match), `void` (the server's operator has declared the rated match void), or a key such as `clock` for a
      reason in the table's settings. It is "" in any other match.
    - `forfeits`: the seats whose players have forfeited the rated match.
    - `ratings`: by seat, the effect of the rated match on the player's rating, null for a computer player; empty until
      the match is rated.
    - `ending`: how near the end of a match with a time limit is. It is `soon` in the last ten minutes. Once the time is
      over, it is `last` if the current or next deal is the last one, and `round` if more deals follow to complete the
      round. Otherwise it is "".
    - `left_ms`: the playing time left until the time limit, in milliseconds; null if there is no limit. A change of it
      alone does not cause a new message.
    - `time_runs`: true while the playing time is running; it stops while no player is connected.
    - `overdue`: at a turn-based table, by seat, the number of the person's last decisions in a row that a
      computer player took because the time was over. After three it keeps the seat until the person returns. At other
      tables it is empty.
    - `often_absent`: at a turn-based table, the seats of people for whom computer players have decided too
      often in their last turn-based matches.

    The other fields are about the receiver of the message:

    - `you`: the receiver's seat, null for a spectator.
    - `me`: the receiver's own opaque id.
    - `host`: true if the receiver is the table's host, who may fill seats, start the match, remove people and lock the
      table.
    - `practice`: true if the receiver was the only person at the start of the match, and may therefore ask for hints.
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
    listing: Literal["", "on", "ended"] = ""
    starting: bool = False
    rated: bool = False
    unrated: str = ""
    forfeits: tuple[Seat, ...] = ()
    ratings: tuple[RatingEffect | None, ...] = ()
    ending: Literal["", "soon", "round", "last"] = ""
    left_ms: Millis | None = None
    time_runs: bool = False
    overdue: tuple[int, ...] = ()
    often_absent: tuple[Seat, ...] = ()


class UpdateMessage(Struct, frozen=True, tag="view", tag_field="type"):
    """The whole deal as the receiver may see it, sent after every change.

    Fields about the deal:

    - `n`: the version of the table, which increases with every change that the table stores.
    - `view`: the game's own View (`prikup.rules.state.View`), with the receiver's cards and everything public.
    - `did`: sentences about what has just happened; empty in the first such message after connecting.
    - `moved`: the actions that have just happened; empty in the first such message after connecting.
    - `recap`: sentences about the deal since the receiver's last action, only in the first such message after
      connecting.
    - `facts`: public facts of the deal, such as the contract and the declarer.
    - `best`: the seat whose card is winning the trick, null if there is no such card.
    - `laid`: the seats that have already placed their sealed bids (bids that stay hidden until all are placed).
    - `clock`: the state of the clocks, null at a table without clocks.
    - `line`: the remaining tricks after a claim that ends the deal, played so that they lead to the agreed result. It
      is empty in other messages, and if no such play was found.

    Fields about the decision to make:

    - `asked`: the seats that have to act.
    - `legal`: the receiver's legal actions if the receiver has to act, otherwise empty.
    - `ask`: sentences that describe the receiver's decision.
    - `meanings`: explanations of what the calls in `legal` gain and cost in this deal.

    Other fields about the receiver:

    - `mine`: the receiver's own sealed bid, null if there is none.
    - `claim`: the tricks that the receiver can claim (propose to take without playing), null if none.
    - `partners`: the seats with a face-up hand to which the receiver may suggest a card, by pointing at it
      (`PointCommand`).
    - `possible`: the proposals about the deal that the rules allow.
    - `stood_in`: the actions that a computer player chose in the receiver's place since the receiver last acted.
    - `coach`: the message of the coach, who teaches the game; null at a table without a coach.
    - `traced`: the cards in hidden hands whose place the receiver can deduce.
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
    traced: tuple[LocatedCards, ...] = ()
    line: tuple[Trick, ...] = ()


class SheetMessage(Struct, frozen=True, tag="sheet", tag_field="type"):
    """The score sheet of the match.

    - `lines`: a line for each deal, with the reason for every number.
    - `totals`: the sums of the numbers, by column, then by side.
    - `settlement`: the points that each side has won or lost in all, as exact text such as `+6 2/3`, `-1/3` or `0`.
    - `winners`: the indices of the winning sides, empty until the match is over.
    - `taken_back`: the numbers of the deals in which the only person at the table took an action back.
    """

    lines: tuple[Line, ...]
    totals: Totals
    settlement: tuple[str, ...]
    winners: tuple[int, ...]
    taken_back: tuple[int, ...] = ()


class ShuffleMessage(Struct, frozen=True, tag="sealed", tag_field="type"):
    """The state of the shuffle of the next deck.

    - `deal`: the number of the deal, from 1.
    - `attempt`: the number of the deck in this deal, from 1. There can be several, because the rules may reject a deck.
    - `dealer`: the seat that deals.
    - `commitment`: the SHA-256 of the host's secret seed, published before the seed so that the host cannot change it.
    - `step`: the inputs that players are expected to send next. They are `hashes`, `entropies`, or the `cut` of the
      seat `cutter`; `dealt` means that the shuffle has ended.
    - `hashes`: by seat, the hash of the seat's entropy (a random text that influences the shuffle). It is null for a
      seat that has sent none, whose entropy is derived from the seed.
    - `entropies`: by seat, the revealed entropies, from the step `cut` on. It is null for an entropy that was not
      revealed, which is also derived from the seed.
    - `cut`: the number of cards moved from the top of the deck to its bottom, null while it is not known.
    - `cut_from`: whether a player cut (`player`) or the cut was derived from the seed (`seed`); "" while it is not
      known.
    - `places`: for each card of the deck from the top, the seat that it will be dealt to, null if it goes to no hand.
    - `refusals`: the rules that could reject the deck.
    - `millis`: the milliseconds after which the step ends even if inputs are missing.
    - `did`: sentences about the step.
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


class NextShuffleMessage(Struct, frozen=True, tag="ahead", tag_field="type"):
    """The shuffle of the next deck at a turn-based table, for which clients send inputs while a deal is played.

    At a turn-based table players answer within hours or days.

    - `deal`, `attempt`: the number of the next deal, and the number of the deck in it, as expected when the current
      deal began. If the current deal is cancelled, it keeps its number, and the deck is another attempt at it. In any
      case the `ShuffleMessage` after the deal has the same `commitment`, by which clients recognise the shuffle.
    - `commitment`: the SHA-256 of the host's secret seed.
    - `step`: the inputs that players are expected to send now, with their next action: `hashes`, or `entropies` once
      all hashes are stored. From then on the cut may be sent too. Inputs that are missing at the end of the deal are
      derived from the seed.
    - `hashes`: by seat, the hash of the seat's entropy (a random text that influences the shuffle), null if it has not
      been sent yet.
    - `revealed`: by seat, true if the seat has revealed its entropy. The entropies are sent to clients after the deal.
    - `places`: by dealer, for each card of the deck from the top, the seat that it will be dealt to, null if it goes to
      no hand.
    - `refusals`: by dealer, the rules that could reject the deck.
    """

    deal: int
    attempt: int
    commitment: str
    step: Literal["hashes", "entropies"]
    hashes: tuple[str | None, ...]
    revealed: tuple[bool, ...]
    places: tuple[tuple[Seat | None, ...], ...]
    refusals: tuple[tuple[DeckRule, ...], ...]


class DecksMessage(Struct, frozen=True, tag="opened", tag_field="type"):
    """The decks that are revealed, so that clients can check their shuffles.

    They are the decks of finished deals, and decks that the rules rejected. The first such message after connecting
    contains all these decks of the match, later messages only new ones.
    """

    decks: tuple[Deck, ...]


class ReceiptMessage(Struct, frozen=True, tag="receipt", tag_field="type"):
    """The answer to a command that was executed and stored durably.

    `id` is the id of the command, and `n` the version of the table after the command.
    """

    id: str
    n: int


class RefusedMessage(Struct, frozen=True, tag="refused", tag_field="type"):
    """The answer to a client message that was rejected and has changed nothing.

    `reason` says why. `id` is the id that the client gave the message, "" if it gave none. If an action was rejected,
    `legal` contains the player's legal actions; otherwise it is empty.
    """

    reason: Reason
    id: str = ""
    legal: tuple[Action, ...] = ()


class WhyMessage(Struct, frozen=True, tag="why", tag_field="type"):
    """The answer to a `WhyCommand`, which asks why an action is illegal.

    `act` is the action. `reason` is the rule that forbids it, null if the action is legal. `n` is the version of the
    table.
    """

    n: int
    act: Action
    reason: Reason | None


class HintMessage(Struct, frozen=True, tag="hint", tag_field="type"):
    """The answer to a `HintCommand`, computed only from what the receiver can see.

    - `n`: the version of the table for which the hint was requested.
    - `plan`: the recommended actions, which are one action, or all cards to discard or to give to another player.
    - `worth`: all plans that were compared, best first. It is empty if the recommendation comes from fixed heuristics.
    - `why`: a reason for the plan that is certain to be true, null if there is none.
    """

    n: int
    plan: tuple[Action, ...]
    worth: tuple[PlanValue, ...]
    why: Reason | None = None


class PointingsMessage(Struct, frozen=True, tag="pointed", tag_field="type"):
    """All cards that players point at now, to suggest them to partners.

    Pointing at a card is not logged. It ends when a card is played from the hand that contains the card.
    """

    cards: tuple[Pointing, ...]


class ChatMessage(Struct, frozen=True, tag="chatted", tag_field="type"):
    """A chat line, which is either free text or a prepared line that the client shows in its user's language.

    - `seat`: the seat of the author, null for a spectator.
    - `name`: the name of the author.
    - `text`: the text, "" for a prepared line.
    - `preset`: the key of a prepared line, "" for a text.
    - `id`: the opaque id of the author at this table (`Person.id`).

    Lines that spectators write during a deal are sent to players only after the deal. At a table with `delayed` in its
    `WelcomeMessage`, lines that players write during a deal are sent to spectators only after the deal.
    """

    seat: Seat | None
    name: str
    text: str
    preset: str
    id: str = ""


class NotedMessage(Struct, frozen=True, tag="noted", tag_field="type"):
    """The answer to a `ReportCommand`, which confirms that the report of a bad move is recorded.

    The deal will be saved with its log once it has ended. `n` and `seat` are repeated from the command.
    """

    n: int
    seat: Seat


class InvitedMessage(Struct, frozen=True, tag="invited", tag_field="type"):
    """The invitations of friends to a table that the user may still accept. The client replaces its list by `calls`.

    A server sends this to the owner of an account: after each `welcome`, which empties the list, if there are any, and
    whenever they change. It says nothing about the table that sends it.
    """

    calls: tuple[FriendCall, ...]


class CloseMessage(Struct, frozen=True, tag="goodbye", tag_field="type"):
    """The last message before the host closes the connection; `reason` says why it does so."""

    reason: Reason


ServerMessage = (
    WelcomeMessage
    | SeatsMessage
    | UpdateMessage
    | SheetMessage
    | ShuffleMessage
    | NextShuffleMessage
    | DecksMessage
    | ReceiptMessage
    | RefusedMessage
    | WhyMessage
    | HintMessage
    | PointingsMessage
    | ChatMessage
    | NotedMessage
    | InvitedMessage
    | CloseMessage
)
"""Any message from the server."""
