"""Explanations of the calls of Balkan Preferans: how many points on the score sheet each call would gain and cost.

An explanation gives the stake without the doubling by a kontra, unless the call is a kontra or answers one. It gives
the full stake even if a house rule would limit the stake near the end of the match. `scoring.py` explains the effect of
the house rules `quota`, `betl_kontra`, `lowest_needs_kontra` and `invite`.
"""

from typing import Literal

from prikup.games.balkan import scoring
from prikup.games.balkan.calls import (
    ACCEPT,
    ALONE,
    BETL,
    COME,
    DONT,
    GAME_OF_IGRA,
    GAMES,
    IGRAS,
    INVITE,
    KONTRA,
    MINE,
    MORTKONTRA,
    PASS,
    PREFERANS,
    READY,
    REFUSE,
    TWO,
    YOURS,
    contract_of,
)
from prikup.games.balkan.options import Options
from prikup.games.balkan.outcome import LEVELS, NUMBERS, REQUIRED_TRICKS, USUAL, Contract
from prikup.games.balkan.public import Public
from prikup.games.balkan.scoring import BETL_STAKES
from prikup.games.balkan.seating import opponents
from prikup.rules.cards import Action, Seat
from prikup.rules.errors import MessageArgument, Reason, reason
from prikup.rules.score_sheet import Totals
from prikup.rules.state import View

__all__ = ["explain_call", "glossary"]

Explanation = tuple[Reason, ...]
Numbers = dict[str, MessageArgument]


def explain_call(options: Options, view: View[Public], call: Action) -> Explanation:
    """Return the messages that explain, for the current deal, a legal `call` of the player whose view is `view`.

    The first message is a short label to show next to the call; the others are sentences. Return () for a call that
    needs no explanation.
    """
    public = view.public
    assert view.seat is not None
    match public.phase:
        case "auction":
            return _bid(options, public, view.seat, call)
        case "name_game" | "declare":
            igra = public.exchange is None
            totals = public.match.totals
            return (
                _explain_yielding(call) if call == YOURS else _game(options, contract_of(call), igra, totals, view.seat)
            )
        case "follow":
            return _come(options, public, view.seat) if call == COME else _stay(options, public, view.seat)
        case "speak" | "invited":
            return _speak(options, public, view.seat, call)
        case "kontra":
            return _answer(options, public, call)
    return ()


def glossary(options: Options, call: Action) -> Explanation:
    """Return the messages that explain `call` in general: they hold for any deal under these house rules.

    Return () for a call that is never made under these house rules. The numbers do not include the doubling of the
    stake by a refa (a right that a player won earlier) or by a kontra (a call of an opponent).
    """
    if call in GAMES:
        return _game(options, contract_of(call)) if call != PREFERANS or options.preferans else ()
    if call == PASS:
        return (reason("brief-out"), reason("glossary-pass"))
    if TWO <= call < MINE:
        return _number(options, call - TWO + 2, 1) if call - TWO + 2 in _game_numbers(options).values() else ()
    if call in IGRAS:
        high = options.igra == "named_high" and (GAME_OF_IGRA.get(call) != PREFERANS or options.preferans)
        return _igra(options, call) if call not in GAME_OF_IGRA or high else ()
    kontra, invites = options.kontra, options.invite
    if KONTRA <= call <= MORTKONTRA:
        level = call - KONTRA + 1
        used = kontra != "off" and level <= LEVELS.index(kontra)
        return (reason("brief-times", times=1 << level), reason("glossary-kontra", times=1 << level)) if used else ()
    texts: dict[Action, Explanation] = {
        MINE: (reason("brief-mine"), reason("means-mine")),
        YOURS: _explain_yielding(call) if options.igra_naming == "higher_or_yours" else (),
        COME: (reason("brief-come-any"), reason("glossary-come", quota=options.quota)),
        DONT: (reason("brief-nothing"), reason("glossary-dont")),
        READY: (reason("brief-as-it-is"), reason("glossary-moze")) if kontra != "off" or invites != "off" else (),
        ALONE: (reason("brief-as-it-is"), reason("glossary-alone")) if kontra == "off" and invites != "off" else (),
        INVITE: (reason("brief-for-both"), reason("glossary-invite")) if invites != "off" else (),
        ACCEPT: (reason("brief-nothing"), reason("glossary-accept")) if invites == "may_refuse" else (),
        REFUSE: (reason("brief-nothing"), reason("glossary-refuse")) if invites == "may_refuse" else (),
    }
    return texts.get(call, ())


# The auction and the game


def _game_numbers(options: Options) -> dict[Contract, int]:
    numbers = NUMBERS[options.order]
    return {game: number for game, number in numbers.items() if game != "preferans" or options.preferans}


def _bid(options: Options, public: Public, seat: Seat, call: Action) -> Explanation:
    if call == PASS:
        callers = {announcement.seat for announcement in public.said}
        last = public.auction.high is None and len(callers) == 2
        may_write_refa = scoring.refa_may_be_written(options, public.match)
        return (reason("brief-out"), reason("means-all-pass" if last and may_write_refa else "means-out"))
    if call in IGRAS:
        return _igra(options, call, public.match.totals, seat)
    if call == MINE:
        call = public.auction.high or TWO
    return _number(options, call - TWO + 2, 1 + scoring.doubles(options, public.match.totals, seat))


def _number(options: Options, number: int, times: int) -> Explanation:
    """Return the explanation of the bid `number`, with which the player promises a game that has at least this number.

    `times` is the factor of the stake: 2 if a refa (a right that doubles the stake) applies, else 1.
    """
    return (reason("brief-number", number=number), reason("means-number", number=number, stake=2 * number * times))


def _igra(options: Options, call: Action, totals: Totals | None = None, seat: Seat = 0) -> Explanation:
    if call in GAME_OF_IGRA:
        return _game(options, contract_of(GAME_OF_IGRA[call]), True, totals, seat)
    return (reason("brief-igra"), reason("means-igra"))


def _explain_yielding(call: Action) -> Explanation:
    return (reason("brief-nothing"), reason("means-yours"))


def _game(
    options: Options, game: Contract, igra: bool = False, totals: Totals | None = None, seat: Seat = 0
) -> Explanation:
    """Return the explanation of a game: the points for declarer and followers if it is made and if it is lost.

    The followers are the opponents of declarer, `game` is the name of the game, and `igra` tells whether the game is
    played without the talon. If `totals` (of the score sheet) are passed, the stake is doubled if declarer, at `seat`,
    has a refa (a right to double).
    """
    refa = totals is not None and scoring.doubles(options, totals, seat)
    stake = scoring.stake(options, game, igra=igra, refa=refa, kontra="none")
    objective = game if game in ("betl", "preferans") else "tricks"
    numbers: Numbers = {
        "stake": stake,
        "what": objective,
        "needed": REQUIRED_TRICKS.get(game, USUAL),
        "supe": BETL_STAKES * stake,
    }
    return (Reason("brief-game", numbers), Reason("means-game", numbers))


# The followers


def _stake(options: Options, public: Public, level: int) -> int:
    assert public.declarer is not None and public.contract is not None
    return scoring.stake(
        options,
        contract_of(public.contract),
        igra=public.exchange is None,
        refa=scoring.doubles(options, public.match.totals, public.declarer),
        kontra=LEVELS[level],
    )


def _seat_arguments(options: Options, public: Public, seat: Seat) -> Numbers:
    """Return the message arguments that name the other two players, in a message to the follower at `seat`.

    Followers are the two opponents of declarer. The key `seat` of the result has declarer, and the key `other` has the
    other follower.
    """
    assert public.declarer is not None
    first_follower, second_follower = opponents(options, public.dealer, public.declarer)
    return {"seat": public.declarer, "other": second_follower if seat == first_follower else first_follower}


def _lowest(options: Options, public: Public) -> bool:
    """Return whether the declared game is played only if an opponent of declarer calls kontra (doubles the stake)."""
    assert public.contract is not None
    lowest = public.exchange is not None and NUMBERS[options.order][contract_of(public.contract)] == 2
    return lowest and options.kontra != "off" and options.lowest_needs_kontra != "off"


def _result_if_unplayed(options: Options, public: Public) -> Literal["made", "refa", "nothing"]:
    """Return what is scored if the declared game is not played.

    It is "made" if the game counts as made, "refa" if each player gets a refa (a right that doubles the stake of a
    later game), or "nothing".
    """
    if not _lowest(options, public):
        return "made"
    if scoring.refa_may_be_written(options, public.match):
        return "refa"
    is_below_hat = min(public.match.totals[0]) < 0
    return "nothing" if options.lowest_needs_kontra == "refa_else_void" and not is_below_hat else "made"


def _come(options: Options, public: Public, seat: Seat) -> Explanation:
    stake, seat_arguments = _stake(options, public, 0), _seat_arguments(options, public, seat)
    first = seat == opponents(options, public.dealer, public.declarer or 0)[0]
    company = "either" if first else "both" if public.comers else "alone"
    sentence = Reason("means-come", seat_arguments | {"stake": stake, "with": company, "quota": options.quota})
    lowest = (
        (reason("means-lowest", unplayed=_result_if_unplayed(options, public)),) if _lowest(options, public) else ()
    )
    return (reason("brief-come", stake=stake), sentence, *lowest)


def _stay(options: Options, public: Public, seat: Seat) -> Explanation:
    first = seat == opponents(options, public.dealer, public.declarer or 0)[0]
    continuation = "open" if first else "comes" if public.comers else "over"
    numbers: Numbers = {
        "stake": _stake(options, public, 0),
        "then": continuation,
        "unplayed": _result_if_unplayed(options, public),
    }
    numbers["brought"] = "no" if options.kontra == options.invite == "off" else "may"
    return (reason("brief-nothing"), Reason("means-dont", _seat_arguments(options, public, seat) | numbers))


def _speak(options: Options, public: Public, seat: Seat, call: Action) -> Explanation:
    seat_arguments, stake = _seat_arguments(options, public, seat), _stake(options, public, 0)
    if call == KONTRA:
        return _explain_kontra(options, public, seat_arguments)
    if call == INVITE:
        sentence = Reason("means-invite", seat_arguments | {"stake": stake, "invite": options.invite})
        return (reason("brief-come", stake=stake), sentence)
    if call in (ACCEPT, REFUSE):
        return (reason("brief-nothing"), Reason("means-accept" if call == ACCEPT else "means-refuse", seat_arguments))
    if public.contract in (BETL, PREFERANS):
        return (reason("brief-as-it-is"), reason("means-betl", stake=stake, supe=BETL_STAKES * stake))
    if _lowest(options, public):
        return (reason("brief-as-it-is"), reason("means-lowest", unplayed=_result_if_unplayed(options, public)))
    company = "both" if len(public.comers) == 2 else "alone"
    sentence = Reason("means-come", seat_arguments | {"stake": stake, "with": company, "quota": options.quota})
    return (reason("brief-come", stake=stake), sentence)


def _explain_kontra(options: Options, public: Public, seat_arguments: Numbers) -> Explanation:
    """Return the explanation of a kontra, the call with which an opponent of declarer first doubles the stake.

    `seat_arguments` are the message arguments that name the other two players.
    """
    stake = _stake(options, public, 1)
    numbers = seat_arguments | {"stake": stake, "answer": "no" if options.kontra == "kontra" else "rekontra"}
    if public.contract not in (BETL, PREFERANS):
        return (reason("brief-double", stake=stake), Reason("means-kontra", numbers))
    loss: Numbers = {"each": 0, "own": BETL_STAKES * stake * (2 if options.betl_kontra == "writer_both" else 1)}
    if options.betl_kontra == "each":
        loss["each"] = BETL_STAKES * stake
    return (reason("brief-double", stake=stake), Reason("means-kontra-betl", numbers | loss))


def _answer(options: Options, public: Public, call: Action) -> Explanation:
    """Return the explanation of the answer `call` to a kontra: to double the stake again, or to decline (READY)."""
    is_kontra = call != READY
    stake = _stake(options, public, public.level + is_kontra)
    return (
        reason("brief-stake", stake=stake),
        reason("means-doubled" if is_kontra else "means-undoubled", stake=stake),
    )
