"""The explanations of a game: messages to players about deals, calls, results and illegal actions."""

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

    `roles` are the roles, such as declarer, that a seat can have in a deal, in the order in which statistics list them.
    """

    roles: tuple[Reason, ...] = ()

    def __init__(self, options: Any) -> None:
        self.options = options

    # During a deal

    @abstractmethod
    def headline(self, public: P) -> tuple[Reason, ...]:
        """Return the facts that a screen shows to all players during the whole deal: contract, declarer, targets.

        `public` is the public part of the state.
        """

    def why_illegal(self, view: View[P], action: Action, legal: tuple[Action, ...]) -> Reason:
        """Return the rule that forbids an illegal action; `legal` are the actions that are legal instead.

        `view` is the view of the player who tried the action.
        """
        return common_reason(view, action, legal) or reason("not-now")

    def explain_call(self, view: View[P], call: Action) -> tuple[Reason, ...]:
        """Return an explanation of a legal `call`: what it would gain and cost on the score sheet.

        The first item is a short label to show next to the call, the others are sentences. `view` is the view of the
        player who may make the call. Return () for a call that needs no explanation.
        """
        return ()

    def glossary(self, call: Action) -> tuple[Reason, ...]:
        """Return an explanation of `call` that holds in any deal under these options.

        The form is that of `explain_call`: a short label and sentences. Return () for a call that is never made under
        these options.
        """
        return ()

    # Before and after a deal

    def roles_of(self, line: Line) -> tuple[Role, ...]:
        """Return the role of each seat in a deal, such as declarer; () if the game has no roles.

        `line` is the deal's line on the score sheet. Its outcome must be neither a VoidDeal nor a correction by hand.
        """
        return ()

    def summary(self, outcome: Any, dealer: Seat) -> tuple[Reason, ...]:
        """Return a summary of a deal for the list of deals in a scored match.

        It consists of the result and each player's part in it. `outcome` is what the score sheet needs to know of the
        deal. It must not be a VoidDeal, but it may be an outcome that is impossible with this `dealer`. By default the
        result is ().
        """
        return ()

    def outlook(self, standing: MatchStanding[Any]) -> tuple[Reason, ...]:
        """Return the facts to show before a deal, such as who sits out and how far each side is from winning.

        `standing` is the state of the match before the deal.
        """
        return ()

    def broken_off_notes(self, totals: Totals) -> tuple[Reason, ...]:
        """Return the notes to show next to the settlement (each player's win or loss) when a match ends early.

        `totals` are the totals of the score sheet, by column, then by side.
        """
        return ()


def common_reason(view: View[Any], action: Action, legal: tuple[Action, ...]) -> Reason | None:
    """Return why `action` is illegal, if the reason is one of those that all games share; else None.

    Examples of such reasons are that it is another player's turn, or that the card is not in the hand. `view` is the
    view of the player who tried the action, and `legal` are the actions that are legal instead.
    """
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
        why: Reason = public.tricks.why_illegal(hand)
        return why
    return None
