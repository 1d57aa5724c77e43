"""The explanations of a game: what it tells players about a deal, a call, a result and an illegal action."""

from abc import ABC, abstractmethod
from typing import Any, Generic

from prikup.rules.cards import Action, Seat, is_call, is_card
from prikup.rules.errors import Reason, reason
from prikup.rules.match_standing import MatchStanding
from prikup.rules.role import Role
from prikup.rules.score_sheet import Line, Totals
from prikup.rules.state import P, View

__all__ = ["GameExplanations", "common_reason"]


class GameExplanations(ABC, Generic[P]):
    """The explanations of one game under one set of options, as message keys and numbers.

    `roles` are the roles that a seat can have in a deal, in the order in which statistics list them.
    """

    roles: tuple[Reason, ...] = ()

    def __init__(self, options: Any) -> None:
        self.options = options

    # During a deal

    @abstractmethod
    def headline(self, public: P) -> tuple[Reason, ...]:
        """Return the facts of the deal to show to all players throughout: contract, declarer, targets."""

    def why_illegal(self, view: View[P], action: Action, legal: tuple[Action, ...]) -> Reason:
        """Return the rule that forbids an illegal action; `legal` are the legal ones."""
        return common_reason(view, action, legal) or reason("not-now")

    def explain_call(self, view: View[P], call: Action) -> tuple[Reason, ...]:
        """Return an explanation of a legal call: what it would gain and cost in the numbers of the sheet.

        The first item is a short label to show next to the call, the others are sentences. Return () for a call that
        needs no explanation.
        """
        return ()

    def glossary(self, call: Action) -> tuple[Reason, ...]:
        """Return an explanation of a call that holds in any deal under these options, in the form of `explain_call`.

        Return () for a call that is never made under these options.
        """
        return ()

    # Before and after a deal

    def roles_of(self, line: Line) -> tuple[Role, ...]:
        """Return the role of each seat in a deal, derived from its line on the sheet; () if there are none.

        The outcome of the line must be neither a Void nor a correction by hand.
        """
        return ()

    def summary(self, outcome: Any, dealer: Seat) -> tuple[Reason, ...]:
        """Return a summary of a deal for the list of a scored match: the result, then the part of each player.

        The outcome must not be a Void; it need not be possible with this dealer. Return () by default.
        """
        return ()

    def outlook(self, standing: MatchStanding[Any]) -> tuple[Reason, ...]:
        """Return the facts to show before a deal: who sits out, what is still due, how far the match is."""
        return ()

    def broken_off_notes(self, totals: Totals) -> tuple[Reason, ...]:
        """Return the notes to write next to the settlement when a match is broken off."""
        return ()


def common_reason(view: View[Any], action: Action, legal: tuple[Action, ...]) -> Reason | None:
    """Return why an action is illegal, for the reasons that all games share; None if the game must tell."""
    public = view.public
    if public.actor is None:
        return reason("deal-over")
    if view.seat != public.actor:
        return reason("not-your-turn", seat=public.actor)
    if is_call(action):
        return reason("play-a-card") if is_card(max(legal)) else None
    if is_call(min(legal)):
        return reason("say-a-call")
    hand = view.hand if public.turn == view.seat else public.shown[public.turn]
    if not hand >> action & 1:
        return reason("not-in-hand", card=action)
    if public.phase == "play":
        why: Reason = public.tricks.why(hand)
        return why
    return None
