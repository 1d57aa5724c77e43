"""The shuffle of a deck, step by step, so that nobody need trust it (`prikup.history.shuffle`).

The server's seed is durable before its hash is told. Then each person's client commits to an entropy, then all reveal
theirs, and last of all the player on the dealer's right cuts. Nobody is waited for longer than a few seconds: whatever
is missing follows from the seed, but a person's cut, which the server draws. After a restart the seed stays and the
rest is asked for again.
"""

import secrets
from hashlib import sha256
from typing import Literal

from prikup.errors import Reason, reason
from prikup.game import Redeal
from prikup.history.log import Dealt
from prikup.history.shuffle import Shuffle, commitment, prepared, shuffled
from prikup.narration import opening, refused, sealed
from prikup.state import Seat
from prikup.table.events import Committed, Event
from prikup.table.live import Live, Mix, Refusal
from prikup.table.protocol import Cut, Entropy, Hash, Sealed
from prikup.table.state import TableState

Step = Literal["hashes", "entropies", "cut", "dealt"]

__all__ = ["committed", "cut", "dealt", "due", "entropy", "goes_on", "hashed", "mixed", "mixing"]


def committed(deal: int, attempt: int) -> Committed:
    """A new seed."""
    return Committed(deal, attempt, secrets.token_hex(32))


# What people say


def hashed(live: Live, seat: Seat, message: Hash) -> None:
    """The hash of an entropy. Until the entropies are told it may be another; the same may be sent twice."""
    mix = _mix(live, message)
    if mix.hashes.get(seat) == message.hash:
        return
    if mix.step != "hashes":
        raise Refusal(reason("shuffle-later"))
    mix.hashes[seat] = message.hash
    mix.told = False


def entropy(live: Live, seat: Seat, message: Entropy) -> None:
    """The entropy whose hash was given; it may be sent twice."""
    mix = _mix(live, message)
    if mix.entropies.get(seat) == message.entropy:
        return
    if mix.step == "hashes":
        raise Refusal(reason("shuffle-earlier"))
    if mix.step == "cut" or seat not in mix.hashes:
        raise Refusal(reason("shuffle-later"))
    if sha256(message.entropy.encode()).hexdigest() != mix.hashes[seat]:
        raise Refusal(reason("entropy-differs"))
    mix.entropies[seat] = message.entropy


def cut(live: Live, seat: Seat, message: Cut) -> None:
    """The cut of the player on the dealer's right."""
    mix, most = _mix(live, message), len(live.course.game.pack) - 1
    cutter = _cutter(live.course)
    if seat != cutter:
        raise Refusal(reason("not-the-cutter", seat=cutter))
    if mix.step != "cut" or mixing(live) is None:
        raise Refusal(reason("shuffle-earlier" if mix.step != "cut" else "shuffle-later"))
    if not 0 < message.cut <= most:
        raise Refusal(reason("not-a-cut", cut=message.cut, most=most))
    mix.cut = message.cut


def _mix(live: Live, message: Hash | Entropy | Cut) -> Mix:
    mix = live.mix
    if mix is None or (mix.committed.deal, mix.committed.attempt) != (message.deal, message.attempt):
        raise Refusal(reason("shuffle-later"))
    return mix


def _cutter(course: TableState) -> Seat:
    assert course.log is not None
    return (course.log.match.dealer - 1) % course.game.seats


# How it goes on


def mixing(live: Live) -> Mix | None:
    """The shuffle under way."""
    course, mix = live.course, live.mix
    return mix if mix and mix.committed == course.committed and course.stage == "shuffle" else None


def goes_on(live: Live) -> tuple[Event, ...] | None:
    """The next step of the shuffle, once nobody is waited for. Nothing is shuffled for an empty table."""
    course, mix = live.course, mixing(live)
    if course.stage != "shuffle" or course.committed is None or not live.ears:
        return None
    if mix is None:
        live.mix = Mix(course.committed, live.now + live.config.hash_s)
        return ()
    return None if _waits(live, mix) else _on(live, mix)


def _waits(live: Live, mix: Mix) -> bool:
    """Whether somebody is still waited for."""
    if live.now >= mix.until:
        return False
    match mix.step:
        case "hashes":
            return any(seat not in mix.hashes and not live.absent(seat) for seat in live.persons)
        case "entropies":
            return any(seat not in mix.entropies for seat in mix.hashes)
        case "cut":
            cutter = _cutter(live.course)
            return mix.cut is None and cutter in live.persons and not live.absent(cutter)


def _on(live: Live, mix: Mix) -> tuple[Event, ...]:
    if mix.step == "cut":
        return _deal(live, mix)
    if mix.step == "hashes" and mix.hashes:
        mix.step, mix.until = "entropies", live.now + live.config.entropy_s
    else:
        mix.step, mix.until = "cut", live.now + live.config.cut_s
    mix.told = False
    return ()


def _deal(live: Live, mix: Mix) -> tuple[Event, ...]:
    course, seed = live.course, mix.committed.seed
    log, pack = course.log, course.game.pack
    assert log is not None
    if mix.cut is None and _cutter(course) in live.persons:
        mix.cut, mix.drawn = 1 + secrets.randbelow(len(pack) - 1), True
    shuffle = prepared(seed, course.game.seats, len(pack), mix.entropies, mix.cut)
    deck = shuffled(pack, shuffle)
    deal, attempt = mix.committed.deal, mix.committed.attempt
    dealt = course.game.deal(deck, log.match.standing)
    if isinstance(dealt, Redeal):
        return Dealt(deal, attempt, deck, shuffle, dealt.reason.key), committed(deal, attempt + 1)
    return (Dealt(deal, attempt, deck, shuffle),)


def due(live: Live) -> float | None:
    """When the step under way ends by itself."""
    mix = mixing(live)
    return mix.until if mix else None


# What everybody is told


def mixed(live: Live) -> Sealed:
    """The shuffle as it stands."""
    log, mix = live.course.log, live.mix
    assert log is not None and mix is not None
    did: tuple[Reason, ...] = ()
    if mix.step == "hashes":
        did = (opening(log.match.standing), sealed(Shuffle(mix.committed.seed, (), 0)))
    return _sealed(live, mix, mix.step, None, did)


def dealt(live: Live, event: Dealt) -> Sealed | None:
    """The shuffle at its end; None if it is not the one that was told of."""
    log, mix = live.course.log, live.mix
    if log is None or mix is None or event.shuffle is None or mix.committed.seed != event.shuffle.seed:
        return None
    cut = event.shuffle.cut
    key = "did-cut-drawn" if mix.drawn else "did-cut"
    told = Reason(key, {"player": _cutter(live.course), "number": cut})
    why = refused(log.game.deal(event.deck, log.match.standing)) if event.refused else ()
    return _sealed(live, mix, "dealt", cut, (told, *why))


def _sealed(live: Live, mix: Mix, step: Step, cut: int | None, did: tuple[Reason, ...]) -> Sealed:
    log, seats = live.course.log, range(live.course.game.seats)
    assert log is not None
    known = mix.entropies if step in ("cut", "dealt") else {}
    return Sealed(
        mix.committed.deal,
        mix.committed.attempt,
        log.match.dealer,
        commitment(mix.committed.seed),
        step,
        tuple(map(mix.hashes.get, seats)),
        tuple(map(known.get, seats)),
        _cutter(live.course),
        cut,
        0 if step == "dealt" else max(0, round((mix.until - live.now) * 1000)),
        did,
    )
