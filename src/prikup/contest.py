"""The contest of a deal: who plays with whom for the tricks, for most or for fewest, and whose tricks end the play."""

from msgspec import Struct

from prikup.cards import Seat
from prikup.tricks import Follow, Goal, Order

__all__ = ["Contest", "OpenContract"]


class Contest(Struct, frozen=True):
    """The contest in which the tricks of a deal are played.

    `sides` are the seats whose tricks count together, and `goal` is what everybody wants of tricks. A seat that does
    not play is on no side. `one`: who plays against all others, even if each of the others counts their tricks apart.
    `stops`: the seats whose tricks end the play, once they have taken `stops_at` of them together. `leader_again`: who
    plays first to the tricks that the stock's cards lead leads the next one too, whoever took the last of them.
    `open_hands`: those who play against `one` lay their hands open, and so see each other's cards.
    """

    sides: tuple[tuple[Seat, ...], ...]
    goal: Goal
    one: Seat | None = None
    stops: tuple[Seat, ...] = ()
    stops_at: int = 1
    leader_again: bool = False
    open_hands: bool = False

    @classmethod
    def each(cls, seats: tuple[Seat, ...], goal: Goal, *, leader_again: bool = False) -> "Contest":
        """Return the contest in which each player counts their own tricks."""
        return cls(tuple((seat,) for seat in seats), goal, leader_again=leader_again)

    @classmethod
    def against(
        cls,
        one: Seat,
        seats: tuple[Seat, ...],
        goal: Goal,
        *,
        together: bool,
        stops: bool = False,
        open_hands: bool = False,
    ) -> "Contest":
        """Return the contest of one of those who play against the others, whose tricks count together or apart.

        `stops`: the first trick of the one ends the play. `open_hands`: the others lay their hands open.
        """
        others = tuple(seat for seat in seats if seat != one)
        sides = ((one,), others) if together else ((one,), *((seat,) for seat in others))
        return cls(sides, goal, one, (one,) if stops else (), open_hands=open_hands)

    def ends(self, won: tuple[int, ...], tricks: tuple[int, ...] = ()) -> bool:
        """Return whether the tricks `won`, and some further ones, end the play before the last; both by seat."""
        return bool(self.stops) and self.until_end(won) <= sum(tricks[seat] for seat in self.stops if tricks)

    def until_end(self, won: tuple[int, ...]) -> int:
        """Return how many more tricks of those who end the play with theirs will end it, after the tricks `won`."""
        return self.stops_at - sum(won[seat] for seat in self.stops)

    def played_of(self, won: tuple[int, ...], tricks: tuple[int, ...]) -> tuple[int, ...]:
        """Return those of some further tricks that are still played, after the tricks `won`; all by seat.

        Where they name more than end the play, only those that end it are played; of several seats the one that would
        have most has fewer.
        """
        left = self.until_end(won)
        if not self.ends(won, tricks) or sum(tricks[seat] for seat in self.stops) == left:
            return tricks
        ending = [taken if seat in self.stops else 0 for seat, taken in enumerate(tricks)]
        while sum(ending) > left:
            ending[ending.index(max(ending))] -= 1
        return tuple(ending)


class OpenContract(Struct, frozen=True):
    """A contract as it is played with all hands open, whoever declared it and however it came about.

    `name` is that of the call that names it; `seats` are those of the table in playing order. `partners` are the sides
    that play against each other; where there are none one player is against all others, and `last` says whether that
    player plays last to every trick. `need` is the number of tricks with which the contract is made: at least as many
    where everybody wants `most`, at most as many where they want `fewest`; None where it is not made or lost. `alone`:
    at a table each plays for themselves, so that the number for one of them supposes that the others play together.
    """

    name: str
    seats: tuple[Seat, ...]
    order: Order = Order()
    goal: Goal = "most"
    follow: Follow = "must_trump"
    partners: tuple[tuple[Seat, ...], ...] = ()
    last: bool = False
    need: int | None = None
    alone: bool = False
