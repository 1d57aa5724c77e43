"""The explanations of Paston for players: the facts of a deal, why an action is illegal, calls and results."""

from prikup.games.paston import scoring
from prikup.games.paston.call_explanations import explain_call, glossary
from prikup.games.paston.calls import GRKHA, PASTON, SURRENDER
from prikup.games.paston.options import Options
from prikup.games.paston.public import Public
from prikup.games.paston.roles import ROLES, roles_of
from prikup.games.paston.scoring_questions import outlook
from prikup.games.paston.summary import summary
from prikup.rules.cards import Action
from prikup.rules.errors import Reason, reason
from prikup.rules.game_explanations import GameExplanations, common_reason
from prikup.rules.options import bind_options
from prikup.rules.state import View

__all__ = ["PastonExplanations"]


class PastonExplanations(GameExplanations[Public]):
    """The messages that explain Paston to players, as the interface `GameExplanations` defines them."""

    options: Options

    roles = ROLES
    roles_of = bind_options(roles_of)
    explain_call = bind_options(explain_call)
    glossary = bind_options(glossary)
    summary = bind_options(summary)
    outlook = bind_options(outlook)

    def headline(self, public: Public) -> tuple[Reason, ...]:
        """Return the facts of the deal that a client shows to all players throughout the deal, as messages.

        They are the contract, the tricks that the whisters (defenders who promised tricks) owe, and the players who do
        not play. Before the contract is declared, they are the highest bid or the winner of the auction.
        """
        if public.declarer is None or public.contract is None:
            return self._bid_so_far(public)
        if public.contract == SURRENDER:
            return (reason("declarer-gives-up", seat=public.declarer),)
        contract = reason("contract", seat=public.declarer, call=public.contract, needed=scoring.REQUIRED_TRICKS)
        if public.phase == "whist":
            return (contract, *(reason("whists", seat=s) for s in public.whisters))
        owed = (reason("owes", seat=s, quota=scoring.QUOTA[len(public.whisters)]) for s in public.whisters)
        return (
            contract,
            *owed,
            *(reason("not-playing", seat=s) for s in (public.tricks.idle if public.tricks else ())),
        )

    def _bid_so_far(self, public: Public) -> tuple[Reason, ...]:
        if public.auction.high is not None and public.auction.holder is not None:
            key = "high-bid" if public.declarer is None else "won-with"
            return (reason(key, seat=public.auction.holder, call=public.auction.high),)
        return (reason("forced", seat=public.declarer),) if public.declarer is not None else ()

    def why_illegal(self, view: View[Public], action: Action, legal: tuple[Action, ...]) -> Reason:
        """Return the message that tells the viewer (the player with the view `view`) why `action` is illegal.

        `legal` are the actions that the rules allow in this situation.
        """
        if common := common_reason(view, action, legal):
            return common
        public = view.public
        high = public.auction.high
        if public.phase == "auction" and PASTON <= action <= GRKHA:
            return reason("next-step-only", call=PASTON if high is None else high + 1)
        if public.phase == "declare" and PASTON <= action <= GRKHA:
            if high == GRKHA:
                return reason("grkha-only")
            if action == GRKHA:
                return reason("grkha-not-bid")
            return reason("forced-spades") if high is None else reason("below-bid", call=high)
        return reason("not-now")
