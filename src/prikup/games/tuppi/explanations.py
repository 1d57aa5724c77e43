"""The explanations of Tuppi for players: the facts of a deal, why an action is illegal, calls and results."""

from prikup.games.tuppi import scoring
from prikup.games.tuppi.bids import NOLO, RAMI, bidding_cards, calls
from prikup.games.tuppi.call_explanations import explain_call, glossary
from prikup.games.tuppi.options import Options
from prikup.games.tuppi.public import Public
from prikup.games.tuppi.roles import ROLES, roles_of
from prikup.games.tuppi.summary import summary
from prikup.rules.cards import FIRST_CALL, Action, is_card
from prikup.rules.errors import Reason, reason
from prikup.rules.game_explanations import GameExplanations, common_reason
from prikup.rules.options import bind_options
from prikup.rules.state import View

__all__ = ["TuppiExplanations"]


class TuppiExplanations(GameExplanations[Public]):
    """The messages that explain Tuppi to players, as the interface `GameExplanations` defines them."""

    options: Options

    roles = ROLES
    roles_of = bind_options(roles_of)
    explain_call = bind_options(explain_call)
    glossary = bind_options(glossary)
    summary = bind_options(summary)
    outlook = bind_options(scoring.outlook)

    def headline(self, public: Public) -> tuple[Reason, ...]:
        """Return the facts of the deal that a client shows to all players throughout the deal, as messages.

        They are the contract and its declarer, the points of the sides, and the number of deals of a tournament played
        so far.
        """
        options = self.options
        high, low = (calls(options)[call - FIRST_CALL] for call in (RAMI, NOLO))
        facts = []
        match public.contract:
            case None:
                facts.append(reason(f"{options.high_colour}-bids-{high}"))
            case "rami":
                facts.append(reason(f"plays-{high}", seat=public.declarer or 0, needed=scoring.BOOK + 1))
            case "nolo":
                facts.append(reason(f"plays-{low}"))
            case "sooli":
                facts.append(reason("plays-sooli", seat=public.soloist or 0))
        for side, points in enumerate(public.match.totals[0]):
            if options.both_score:
                facts.append(reason("stands", seat=side, points=points, target=options.target))
            elif points > 0:
                facts.append(reason("rising", seat=side, points=points, target=options.target))
        if options.mode == "tournament":
            facts.append(reason("tournament-hand", deal=public.match.deal, hands=options.hands))
        if options.sums_count:
            points_by_side = public.match.carry.written
            facts += (reason("written", seat=side, points=points) for side, points in enumerate(points_by_side))
        return tuple(facts)

    def why_illegal(self, view: View[Public], action: Action, legal: tuple[Action, ...]) -> Reason:
        """Return the message that tells the viewer (the player with the view `view`) why `action` is illegal.

        `legal` are the actions that the rules allow in this situation.
        """
        bids_with_cards = bool(bidding_cards(self.options))
        if view.public.phase == "bid" and view.seat == view.public.actor and bids_with_cards:
            if action in (RAMI, NOLO):
                return reason("bid-with-a-card", call=action)
            if is_card(action) and view.hand >> action & 1:
                return reason("ace-cannot-bid" if action % 13 == 12 else "card-cannot-bid", card=action)
        return common_reason(view, action, legal) or reason("not-now")
