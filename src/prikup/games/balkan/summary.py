"""The summary of a Balkan Preferans deal in the list of deals of a scored match: the result, and who played."""

from collections.abc import Iterator

from prikup.games.balkan.options import Options
from prikup.games.balkan.outcome import ALL_OR_NOTHING, Outcome, is_unopposed
from prikup.games.balkan.seating import opponents, speakers
from prikup.rules.cards import Seat
from prikup.rules.errors import Reason, reason

__all__ = ["summary"]


def summary(options: Options, outcome: Outcome, dealer: Seat) -> tuple[Reason, ...]:
    """Return the messages that sum up a deal in a list: its result, then what each opponent of declarer did.

    `outcome` has the facts of the deal, and `dealer` is the seat that dealt.
    """
    if outcome.declarer is None or outcome.game is None:
        return (reason("scored-all-passed"),)
    revoke_facts = () if outcome.revoked is None else (reason("scored-revoked", seat=outcome.revoked),)
    seat, word, igra = outcome.declarer, outcome.game, "on" if outcome.igra else "off"
    if outcome.declarer not in speakers(options, dealer) or len(outcome.tricks) not in (0, options.players):
        return (reason("scored-declared", seat=seat, word=word, igra=igra), *revoke_facts)
    return (_result(options, outcome, seat, word, igra), *revoke_facts, *_followers(options, outcome, dealer, seat))


def _result(options: Options, outcome: Outcome, seat: Seat, word: str, igra: str) -> Reason:
    if is_unopposed(options, outcome):
        return reason("scored-unopposed", seat=seat, word=word, igra=igra)
    if "come" not in outcome.came:
        return reason("scored-nobody-came", seat=seat, word=word, igra=igra)
    if outcome.game in ALL_OR_NOTHING or outcome.revoked is not None or not any(outcome.tricks):
        won_reason = reason("scored-won", seat=seat, word=word, igra=igra)
        return won_reason if outcome.is_made else reason("scored-lost", seat=seat, word=word, igra=igra)
    if outcome.is_made:
        return reason(
            "scored-made",
            seat=seat,
            word=word,
            igra=igra,
            tricks=outcome.declarer_tricks,
            over=outcome.declarer_tricks - outcome.required_tricks,
        )
    return reason(
        "scored-short", seat=seat, word=word, igra=igra, short=outcome.required_tricks - outcome.declarer_tricks
    )


def _followers(options: Options, outcome: Outcome, dealer: Seat, declarer: Seat) -> Iterator[Reason]:
    """Yield the messages about the followers (the opponents of declarer) for the summary of a deal by `dealer`.

    `outcome` has the facts of the deal. The messages tell whether each follower played, with the number of tricks if
    each follower scores their own. Then come the result of an invitation, and the player and level of a kontra
    (doubling of the stake).
    """
    followers = opponents(options, dealer, declarer)
    if "come" not in outcome.came:
        return
    separate_tricks = outcome.writer is None and outcome.game not in ALL_OR_NOTHING and outcome.revoked is None
    for seat, came in zip(followers, outcome.came, strict=True):
        if came == "dont":
            yield reason("scored-away", seat=seat)
        elif separate_tricks and outcome.tricks:
            yield reason("scored-came-took", seat=seat, tricks=outcome.tricks[seat])
        else:
            yield reason("scored-came", seat=seat)
    if outcome.invite != "none":
        index = outcome.came.index("come")
        yield reason(f"scored-invite-{outcome.invite}", seat=followers[index], other=followers[1 - index])
    if outcome.kontra != "none" and outcome.writer is not None:
        yield reason("scored-kontra", seat=followers[outcome.writer], word=outcome.kontra)
