"""The explanations of Balkan Preferans for players: the facts of a deal, illegal actions, calls and results."""

from collections.abc import Iterator

from prikup.games.balkan import scoring
from prikup.games.balkan.bidding import igra_callers, named_games, why_not
from prikup.games.balkan.call_explanations import explain_call, glossary
from prikup.games.balkan.calls import BETL, GAME_OF_IGRA, INVITE, KONTRA, PREFERANS, contract_of
from prikup.games.balkan.following import needs_kontra
from prikup.games.balkan.games import games, numbers
from prikup.games.balkan.options import Options
from prikup.games.balkan.outcome import LEVELS
from prikup.games.balkan.public import Public
from prikup.games.balkan.roles import ROLES, roles_of
from prikup.games.balkan.summary import summary
from prikup.rules.cards import Action
from prikup.rules.errors import Reason, reason
from prikup.rules.game_explanations import GameExplanations, common_reason
from prikup.rules.options import bind_options
from prikup.rules.score_sheet import Totals
from prikup.rules.state import View

__all__ = ["BalkanExplanations", "current_stake"]


class BalkanExplanations(GameExplanations[Public]):
    """The messages that explain Balkan Preferans to players, as the interface `GameExplanations` defines them."""

    options: Options

    roles = ROLES
    roles_of = bind_options(roles_of)
    explain_call = bind_options(explain_call)
    glossary = bind_options(glossary)
    summary = bind_options(summary)
    outlook = bind_options(scoring.outlook)

    def headline(self, public: Public) -> tuple[Reason, ...]:
        """Return the facts of the deal that a client shows to all players during the whole deal.

        They are the declared game, its stake, and the followers (opponents of declarer) who play. Before the game is
        declared, they are the highest bid and the refe (rights to double the stake) that players have.
        """
        if public.declarer is None or public.contract is None:
            return (*self._bid_so_far(public), *self._open_refe(public))
        key = {BETL: "betl", PREFERANS: "plays-preferans"}.get(public.contract, "contract")
        facts = [reason(key, seat=public.declarer, call=public.contract)]
        if public.exchange is None:
            facts.append(reason("igra-played"))
        facts.append(reason("stake", stake=current_stake(self.options, public)))
        facts += self._follower_facts(public)
        if needs_kontra(self.options, public) and not public.level:
            facts.append(reason("lowest-needs-kontra", call=games(self.options)[0]))
        if public.tricks is not None:
            facts += [reason("not-playing", seat=seat) for seat in public.tricks.idle]
        return tuple(facts)

    def _follower_facts(self, public: Public) -> Iterator[Reason]:
        """Yield the facts about the followers (opponents of declarer) who play, to show to all players.

        They are the number of tricks that the followers owe and, if one of them scores for both, which one. Yield
        nothing until both followers have decided whether to play. Against a betl (no trick) or a preferans (all tricks)
        the number of tricks is 0, because one trick decides.
        """
        one_trick_decides = public.contract in (BETL, PREFERANS)
        if public.phase == "follow":
            return
        if public.writer is None:
            for seat in public.comers:
                yield reason("comes", seat=seat, needed=0 if one_trick_decides else scoring.FOLLOWER_NEEDS)
            if len(public.comers) == 2 and self.options.quota == "two_or_four" and not one_trick_decides:
                yield reason("or-together", needed=scoring.TOGETHER_NEED)
        elif public.level:
            call = KONTRA + public.level - 1
            yield reason(
                "doubled", seat=public.writer, call=call, needed=0 if one_trick_decides else scoring.KONTRA_NEEDS
            )
        else:
            yield reason("invited", seat=public.writer)

    def _bid_so_far(self, public: Public) -> tuple[Reason, ...]:
        auction = public.auction
        if auction.high in GAME_OF_IGRA and auction.holder is not None:
            return (reason("says-igra-of", seat=auction.holder, call=auction.high),)
        if callers := igra_callers(public.said):
            return tuple(reason("says-igra", seat=seat) for seat in callers)
        if auction.high is not None and auction.holder is not None:
            key = "high-bid" if public.declarer is None else "won-with"
            return (reason(key, seat=auction.holder, call=auction.high),)
        return ()

    def _open_refe(self, public: Public) -> tuple[Reason, ...]:
        totals = public.match.totals
        refe_by_seat = ((seat, scoring.refe(self.options, totals, seat)) for seat in range(self.options.players))
        facts = [reason("open-refe", seat=seat, refe=refe) for seat, refe in refe_by_seat if refe]
        if facts and scoring.are_refe_frozen(self.options, totals):
            facts.append(reason("outlook-frozen"))
        return tuple(facts)

    def why_illegal(self, view: View[Public], action: Action, legal: tuple[Action, ...]) -> Reason:
        """Return the message that tells a player which rule forbids the illegal `action`.

        `view` is the view of that player, and `legal` are the actions that the rules allow instead.
        """
        if common := common_reason(view, action, legal):
            return common
        public = view.public
        match public.phase:
            case "auction" if view.seat is not None:
                return why_not(self.options, public, view.seat, action)
            case "declare" if action in numbers(self.options) and public.auction.high is not None:
                return reason("below-bid", call=public.auction.high)
            case "name_game" if action in numbers(self.options):
                named = named_games(self.options, public)
                return reason("name-higher", call=named[-1].action) if named else reason("igra-of-a-suit")
            case "speak" | "follow" if action == KONTRA:
                return reason("kontra-off" if self.options.kontra == "off" else "come-first")
            case "speak" if action == INVITE:
                return self._why_no_invitation(public)
            case _:
                return reason("not-now")

    def _why_no_invitation(self, public: Public) -> Reason:
        if self.options.invite == "off":
            return reason("invite-off")
        if needs_kontra(self.options, public):
            return reason("lowest-needs-kontra", call=games(self.options)[0])
        return reason("invites-alone")

    def broken_off_notes(self, totals: Totals) -> tuple[Reason, ...]:
        """Return the notes to show when the players end a match early: how many bule each player subtracts.

        Bule are points that a player must still write off. After the subtraction the bule of all players sum to zero.
        `totals` are the totals of the score sheet.
        """
        offs = enumerate(zip(totals[0], scoring.write_offs(totals[0]), strict=True))
        return tuple(
            reason("written-off", seat=seat, off=write_off, left=bula - write_off) for seat, (bula, write_off) in offs
        )


def current_stake(options: Options, public: Public) -> int:
    """Return the stake of the declared game: the points that declarer writes off if the game is made, else adds."""
    assert public.declarer is not None and public.contract is not None
    return scoring.stake(
        options,
        contract_of(public.contract),
        igra=public.exchange is None,
        refa=scoring.doubles(options, public.match.totals, public.declarer),
        kontra=LEVELS[public.level],
    )
