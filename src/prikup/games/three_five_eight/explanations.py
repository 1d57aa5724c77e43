"""The explanations of 3-5-8 for players: the facts of a deal, why an action is illegal, calls and results."""

from prikup.games.three_five_eight.call_explanations import explain_call, glossary
from prikup.games.three_five_eight.hidden_cards import chosen_gifts
from prikup.games.three_five_eight.options import Options
from prikup.games.three_five_eight.public import FIRST_CARDS, KITTY, MIN_TRICKS, PASS, SPADES_CALL, Public
from prikup.games.three_five_eight.roles import ROLES, roles_of
from prikup.games.three_five_eight.scoring_questions import outlook
from prikup.games.three_five_eight.summary import summary
from prikup.games.three_five_eight.targets import trick_limits
from prikup.rules.cards import Action
from prikup.rules.errors import Reason, reason
from prikup.rules.game_explanations import GameExplanations, common_reason
from prikup.rules.options import bind_options
from prikup.rules.state import View

__all__ = ["ThreeFiveEightExplanations"]


class ThreeFiveEightExplanations(GameExplanations[Public]):
    """The messages that explain 3-5-8 to players, as the interface `GameExplanations` defines them."""

    options: Options

    roles = ROLES
    roles_of = bind_options(roles_of)
    explain_call = bind_options(explain_call)
    glossary = bind_options(glossary)
    summary = bind_options(summary)
    outlook = bind_options(outlook)

    def headline(self, public: Public) -> tuple[Reason, ...]:
        """Return the facts of the deal that a client shows to all players throughout the deal, as messages.

        They are the contract, the exchanges of cards that are still due, and each player's target in tricks. Before the
        contract is named, they also say how many cards the announcer (who names the contract) has seen, unless it is
        all of them.
        """
        facts: list[Reason] = []
        if public.face_down:
            facts.append(reason("on-first-cards", seat=public.announcer, cards=FIRST_CARDS, left=public.face_down))
        if public.contract is not None:
            facts.append(reason("contract", seat=public.announcer, call=public.contract))
        if public.phase == "kitty":
            facts.append(reason("takes-kitty", seat=public.announcer, cards=KITTY))
        if public.phase == "exchange" and public.exchange is not None:
            for debt in public.exchange.queue:
                assert debt.receiver is not None
                facts.append(reason("to-exchange", seat=debt.giver, other=debt.receiver, cards=debt.count))
        if public.contract == MIN_TRICKS:
            limits = enumerate(trick_limits(public.targets))
            return (*facts, *(reason("limit", seat=seat, limit=limit) for seat, limit in limits))
        return (*facts, *(reason("target", seat=seat, target=n) for seat, n in enumerate(public.targets)))

    def why_illegal(self, view: View[Public], action: Action, legal: tuple[Action, ...]) -> Reason:
        """Return the message that tells the viewer (the player with the view `view`) why `action` is illegal.

        `legal` are the actions that the rules allow in this situation.
        """
        if common := common_reason(view, action, legal):
            return common
        if (
            view.public.phase == "exchange"
            and self.options.exchange_mode == "batch"
            and action in chosen_gifts(view.notes)
        ):
            return reason("already-given", card=action)
        if view.public.phase == "announce" and action == PASS:
            return reason("pass-spent") if self.options.one_pass else reason("no-pass")
        if view.public.phase == "announce" and SPADES_CALL <= action <= MIN_TRICKS:
            return reason("contract-spent" if self.options.each_contract_once else "contract-not-played", call=action)
        if view.public.phase == "give_back":
            return reason("give-a-trump-back")
        return reason("not-now")
