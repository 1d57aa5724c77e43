"""The parts of messages: structs that server messages contain, and types that several messages use."""

from typing import Literal

from msgspec import Struct

from prikup.history.shuffle import CutFrom
from prikup.rules.errors import Reason
from prikup.rules.state import Action, Seat

__all__ = [
    "Clock",
    "Coaching",
    "Deck",
    "FriendCall",
    "Lesson",
    "Millis",
    "Person",
    "PlanValue",
    "Pointing",
    "PossibleProposal",
    "Proposal",
    "ProposalType",
    "RatingEffect",
    "Remark",
    "ScreenPart",
    "SeatAction",
]

Millis = int
ProposalType = Literal["claim", "concede", "undo", "stop", "replace", "resign"]


class RatingEffect(Struct, frozen=True):
    """The effect of a rated match on a player's rating in the game.

    `before` and `after` are the ratings, and `margin` is half the width of the 95 % interval around `after`.
    `provisional` is true if too little is known as of now, with the matches rated since then, to compare the rating
    `after` with others.
    """

    before: int
    after: int
    margin: int
    provisional: bool = False


class Person(Struct, frozen=True):
    """A person or a computer player in a seat.

    - `name`: the display name, "" for a person who gave no name.
    - `level`: the level (strength) of the computer player that is playing for the seat, "" if a person plays.
    - `here`: true if the person to whom the seat belongs is connected and has not left the seat. It is always true for
      a seat that belongs to a computer player.
    - `owner`: true if the seat belongs to a person. If a computer player is playing for them, they can take the seat
      back.
    - `id`: the opaque id of that person at this table, "" if the seat belongs to a computer player. It is the same for
      all connections of the person and unrelated to their ids at other tables.
    """

    name: str
    level: str
    here: bool
    owner: bool
    id: str = ""


class Proposal(Struct, frozen=True):
    """An open proposal, which waits for answers.

    - `number`: the number that identifies the proposal.
    - `what`: the type of the proposal, as in `ProposeCommand`.
    - `by`: the seat that made the proposal.
    - `seat`: the seat of the absent player for the type `replace`, null for other types.
    - `waits`: the seats that have not answered yet.
    - `back`: the number of actions that an undo takes back, 0 for other types. An undo takes back the last action of
      the seat `by`, or everything since a computer player began to act in its place.
    - `action`: the first of the actions that an undo takes back, null if it is not public.
    - `tricks`: the number of remaining tricks that a claim gives to the side of `by`, 0 for other types.
    - `left`: the number of all remaining tricks for a claim, 0 for other types.
    - `verdict`: a sentence that says whether best play gives the claimed number of tricks. It is sent only to a
      receiver who has to answer the claim and sees every card in play.
    """

    number: int
    what: ProposalType
    by: Seat
    seat: Seat | None
    waits: tuple[Seat, ...]
    back: int = 0
    action: Action | None = None
    tricks: int = 0
    left: int = 0
    verdict: Reason | None = None


class Clock(Struct, frozen=True):
    """The state of the clocks of the seats.

    `left` is the time left on each clock in milliseconds, by seat. `runs` are the seats whose clocks are running.

    At a turn-based table (players answer within hours or days), `left` has the reserves of time instead, and `runs` are
    the seats that have to act. `due` has, by seat, the time at which a computer player decides for the seat (wall
    clock, ms), null for a seat that does not have to act. At other tables `due` is empty.
    """

    left: tuple[Millis, ...]
    runs: tuple[Seat, ...]
    due: tuple[Millis | None, ...] = ()


class SeatAction(Struct, frozen=True):
    """An action (a card or a call) and the seat that did it.

    `act` is the number of the action, null if the receiver may not know which action it was.
    """

    seat: Seat
    act: Action | None


class PossibleProposal(Struct, frozen=True):
    """A type of proposal that the game's rules allow, such as a claim of tricks.

    `what` is the type, as in `ProposeCommand`. `why_not` is the reason why the receiver cannot make the proposal now;
    null means that they can.
    """

    what: ProposalType
    why_not: Reason | None


ScreenPart = Literal["", "hand", "calls", "trick", "talon", "players", "facts", "sheet"]
"""The part of the screen that a remark of the coach (who teaches the game) points at; "" for none."""


class Remark(Struct, frozen=True):
    """A remark of the coach, who teaches the game in a prepared deal.

    - `number`: the number of the prepared remark, from 1. For any other remark, it is the number of the last prepared
      remark up to this point of the deal.
    - `say`: the sentences of the remark.
    - `points`: the part of the screen that the remark points at, "" for none.
    - `kind`: `plan` for a remark that was prepared for this deal. It is `otherwise` for a remark on an action of the
      player that differs from the coach's advice (the player can take it back), and `general` for any other remark.
    """

    number: int
    say: tuple[Reason, ...]
    points: ScreenPart = ""
    kind: Literal["plan", "otherwise", "general"] = "plan"


class Lesson(Struct, frozen=True):
    """A point that a coached deal teaches, and how the player did, as shown after the deal.

    `say` is a sentence with the point, and `how` a sentence about what the player did. `right` is true if the player
    acted as the coach recommends.
    """

    say: Reason
    how: Reason
    right: bool


class Coaching(Struct, frozen=True):
    """The remarks and advice of the coach, who teaches the game, to the learning player.

    - `of`: the number of prepared remarks in the whole deal.
    - `remarks`: the remarks for the current position, in reading order. If the player's last action differed from the
      coach's advice, one remark is about that.
    - `answer`: the actions that the coach advises now.
    - `things`: the lessons of the deal, sent only after the deal.
    """

    of: int
    remarks: tuple[Remark, ...]
    answer: tuple[Action, ...] = ()
    things: tuple[Lesson, ...] = ()


class Deck(Struct, frozen=True):
    """A deck that is revealed after its deal, with all inputs of its shuffle (`prikup.history.shuffle`).

    With these inputs a client can check the shuffle.

    - `deal`, `attempt`: the number of the deal, and of its deck in this deal, both from 1.
    - `seed`: the host's secret seed, "" for a deck that was prepared and not shuffled.
    - `entropy`: by seat, the random text that influenced the shuffle.
    - `cut`: the number of cards moved from the top of the deck to its bottom.
    - `deck`: the cards from the top after shuffling and cutting.
    - `refused`: the key of the rule that rejected the deck, "" if none did.
    - `cut_from`: whether a player cut (`player`) or the cut was derived from the seed (`seed`); "" if it is not known.
    - `withheld`: the seats that committed to an entropy but did not reveal it.
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


class PlanValue(Struct, frozen=True):
    """The value of a plan, which is one action or several discards.

    `plan` contains the actions. `points` are the points that the player's side is expected to win in the deal after
    this plan, as the settlement counts them; they are negative for a loss.
    """

    plan: tuple[Action, ...]
    points: float


class Pointing(Struct, frozen=True):
    """A card in a partner's face-up hand at which a player points, to suggest it.

    `by` is the seat of the player who points, and `seat` is the seat of the partner, whose hand contains the `card`.
    """

    by: Seat
    seat: Seat
    card: int


class FriendCall(Struct, frozen=True):
    """A friend's invitation of the user to a table.

    `id` identifies the invitation. `name` is the friend's name, `table` is the id of the table, and `game` is the name
    of the game that is played there.
    """

    id: str
    name: str
    table: str
    game: str
