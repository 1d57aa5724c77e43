"""The objective of trick play: the sides, most or fewest tricks, and an early end of the play."""

from msgspec import Struct

from prikup.rules.cards import Seat
from prikup.rules.tricks import Follow, Goal, Order

__all__ = ["Objective", "OpenContract"]


class Objective(Struct, frozen=True):
    """The objective of the tricks of a deal.

    - `sides` are groups of seats whose tricks count together. A seat that plays no cards is on no side.
    - `goal` is the goal of every player: to take the most or the fewest tricks.
    - `soloist` is the seat that plays against all others, even if each of them counts their own tricks; None if there
      is no such seat.
    - `stops` and `stops_at` say when the play ends early: when the seats in `stops` have together taken `stops_at`
      tricks. If `stops` is (), all tricks are played.
    - `leader_again` concerns tricks that are led with a card of the stock (the undealt cards). If it is true, the same
      player is the first to play a hand card in each of these tricks, and also leads the trick after the last of them,
      regardless of who took it.
    - `open_hands` tells whether the opponents of `soloist` lay their hands open, so that they see each other's cards.
    """

    sides: tuple[tuple[Seat, ...], ...]
    goal: Goal
    soloist: Seat | None = None
    stops: tuple[Seat, ...] = ()
    stops_at: int = 1
    leader_again: bool = False
    open_hands: bool = False

    @classmethod
    def individual_play(cls, seats: tuple[Seat, ...], goal: Goal, *, leader_again: bool = False) -> "Objective":
        """Return the objective of a deal in which each of `seats` counts its own tricks and pursues `goal`.

        With `leader_again`, the same player is the first to play a hand card in each trick that is led with a card of
        the stock (the undealt cards).
        """
        return cls(tuple((seat,) for seat in seats), goal, leader_again=leader_again)

    @classmethod
    def against(
        cls,
        soloist: Seat,
        seats: tuple[Seat, ...],
        goal: Goal,
        *,
        shared_tricks: bool,
        stops: bool = False,
        open_hands: bool = False,
    ) -> "Objective":
        """Return the objective of a deal in which `soloist` plays against the other seats.

        `seats` are all seats that play cards, and `goal` is the goal of every player. With `shared_tricks`, the tricks
        of the other seats count together. With `stops`, the first trick of `soloist` ends the play. With `open_hands`,
        the other seats lay their hands open.
        """
        opponents = tuple(seat for seat in seats if seat != soloist)
        sides = ((soloist,), opponents) if shared_tricks else ((soloist,), *((seat,) for seat in opponents))
        return cls(sides, goal, soloist, (soloist,) if stops else (), open_hands=open_hands)

    def ends(self, tricks_won: tuple[int, ...], tricks: tuple[int, ...] = ()) -> bool:
        """Return whether the play ends early once each seat has taken `tricks` in addition to `tricks_won`.

        Both are numbers of tricks by seat; () stands for no further tricks.
        """
        return bool(self.stops) and self.until_end(tricks_won) <= sum(tricks[seat] for seat in self.stops if tricks)

    def until_end(self, tricks_won: tuple[int, ...]) -> int:
        """Return how many more tricks the seats in `self.stops` must take together for the play to end early.

        `tricks_won` has the number of tricks won so far, by seat.
        """
        return self.stops_at - sum(tricks_won[seat] for seat in self.stops)

    def count_played(self, tricks_won: tuple[int, ...], tricks: tuple[int, ...]) -> tuple[int, ...]:
        """Return how many of the further `tricks` of each seat are played before the play ends early.

        `tricks_won` has the number of tricks won so far, by seat. If `tricks` are more than enough to end the play, the
        result has only the tricks of the seats in `self.stops` that are needed to end it; the surplus is taken from the
        seat with the most tricks.
        """
        tricks_to_end = self.until_end(tricks_won)
        if not self.ends(tricks_won, tricks) or sum(tricks[seat] for seat in self.stops) == tricks_to_end:
            return tricks
        ending = [count if seat in self.stops else 0 for seat, count in enumerate(tricks)]
        while sum(ending) > tricks_to_end:
            ending[ending.index(max(ending))] -= 1
        return tuple(ending)


class OpenContract(Struct, frozen=True):
    """A contract played with all hands open, independent of its declarer and of the auction.

    - `name` is the name of the call that names the contract or, in a game without calls, any name. The message
      `call-NAME` has the contract in words.
    - `seats` are the seats in playing order.
    - `order` is the order of strength of the cards, and `follow` the duty of a player who cannot follow suit.
    - `goal` tells whether the contract needs many tricks (`most`) or few (`fewest`).
    - `partners` are the groups of seats that play together, each group against the others. If it is (), one player is
      against all others.
    - `last` tells whether the player who is against all others plays last to every trick.
    - `need` is the number of tricks that makes the contract: a minimum with the goal `most`, a maximum with `fewest`.
      It is None if the contract cannot be made or lost.
    - `individual` tells whether each player at a table plays for themselves. The solver's value for one player then
      assumes that all other seats cooperate.
    """

    name: str
    seats: tuple[Seat, ...]
    order: Order = Order()
    goal: Goal = "most"
    follow: Follow = "must_trump"
    partners: tuple[tuple[Seat, ...], ...] = ()
    last: bool = False
    need: int | None = None
    individual: bool = False
