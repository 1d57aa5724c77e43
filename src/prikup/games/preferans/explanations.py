"""The explanations of Preferans for players: the facts of a deal, why an action is illegal, calls and results."""

from collections.abc import Iterator

from prikup.games.preferans import match_progress, whist
from prikup.games.preferans.bidding import lowest_level, why_not
from prikup.games.preferans.call_explanations import explain_call, glossary
from prikup.games.preferans.calls import BIDS, CONCEDE, HALF, LEVEL, MISERES, PASS, SUIT_BIDS
from prikup.games.preferans.options import Options
from prikup.games.preferans.public import Public
from prikup.games.preferans.roles import ROLES, roles_of
from prikup.games.preferans.scoring_questions import outlook
from prikup.games.preferans.summary import summary
from prikup.rules.cards import Action, Seat
from prikup.rules.errors import Reason, reason
from prikup.rules.game_explanations import GameExplanations, common_reason
from prikup.rules.options import bind_options
from prikup.rules.state import View

__all__ = ["PreferansExplanations"]


class PreferansExplanations(GameExplanations[Public]):
    """The messages that explain Preferans to players, as the interface `GameExplanations` defines them."""

    options: Options

    roles = ROLES
    roles_of = bind_options(roles_of)
    explain_call = bind_options(explain_call)
    glossary = bind_options(glossary)
    summary = bind_options(summary)
    outlook = bind_options(outlook)

    def headline(self, public: Public) -> tuple[Reason, ...]:
        """Return the facts of the deal that a client shows to all players during the whole deal.

        They are the highest bid or the contract, the whisters (defenders who promise tricks) and the tricks that they
        owe, and the stake of raspasy (a deal in which all passed).
        """
        facts: list[Reason] = []
        if public.declarer is None:
            if public.tricks is not None:
                return (reason("raspasy", stake=match_progress.stake(self.options, public.match.carry)),)
            if public.auction.high is not None and public.auction.holder is not None:
                facts.append(reason("high-bid", seat=public.auction.holder, call=public.auction.high))
            if (level := lowest_level(self.options, public.match.carry)) > 6:
                facts.append(reason("lowest-bid", level=level))
            return tuple(facts)
        if public.contract is None:
            key = "won-with" if public.actor is not None else "gives-up"
            return (reason(key, seat=public.declarer, call=public.auction.high or PASS),)
        facts.append(_plays(public.declarer, public.contract))
        if len(public.whist) > 1 and not whist.choices(public.whist, LEVEL[public.contract], self.options.half_whist):
            facts.extend(_owed_tricks_message(public.whisters, public.contract))
        if public.light is not None:
            facts.append(reason("in-the-light" if public.whisters else "entrusted", seat=public.light))
        return tuple(facts)

    def why_illegal(self, view: View[Public], action: Action, legal: tuple[Action, ...]) -> Reason:
        """Return the message that tells a player which rule forbids the illegal `action`.

        `view` is the view of that player, and `legal` are the actions that the rules allow instead.
        """
        if common := common_reason(view, action, legal):
            return common
        public = view.public
        if public.phase == "auction" and action in BIDS:
            return why_not(self.options, public, action)
        if public.phase == "declare" and action in MISERES:
            return reason("misere-is-bid")
        if public.phase == "declare" and action in SUIT_BIDS:
            return reason("below-bid", call=public.auction.high or PASS)
        if public.phase == "declare" and action == CONCEDE:
            return reason("no-giving-up")
        if public.phase == "whist" and action == HALF:
            return reason("half-not-played" if self.options.half_whist == "off" else "no-half-whist")
        return reason("not-now")


def _plays(declarer: Seat, contract: Action) -> Reason:
    """Return the message about declarer's contract and the number of tricks that declarer needs, 0 in a misère."""
    return reason("contract", seat=declarer, call=contract, needed=LEVEL.get(contract, 0))


def _owed_tricks_message(whisters: tuple[Seat, ...], contract: Action) -> Iterator[Reason]:
    """Yield the message about the whisters (defenders who promise tricks) and the number of tricks that they owe.

    `contract` is the call that names the contract. Two whisters owe the tricks together.
    """
    match whisters:
        case (seat,):
            yield reason("owes", seat=seat, quota=whist.QUOTA[LEVEL[contract]])
        case (_, _):
            yield reason("owe-together", players=whisters, quota=whist.QUOTA[LEVEL[contract]])
