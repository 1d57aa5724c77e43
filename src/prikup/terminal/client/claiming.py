"""The end of a deal before its last card: the player gives it up, or claims the tricks that are left."""

from prikup.claims import best, certain, concession
from prikup.errors import Reason
from prikup.game import Claimable, Settled, claimable
from prikup.terminal.client.dialogue import Dialogue

__all__ = ["claim", "concede"]


def concede(dialogue: Dialogue, rest: str) -> None:
    """Give the deal up where the rules know that, else claim the tricks that are left."""
    mirror = dialogue.mirror
    if mirror.stage != "deal" or dialogue.you is None:
        dialogue.notice([dialogue.speech("no-tricks-yet")])
        return
    given_up = concession(mirror.game, mirror.view)
    if isinstance(given_up, Settled):
        dialogue.confirm = dialogue.speech("confirm-concede"), lambda: mirror.propose("concede")
    else:
        _claim(dialogue, given_up)


def claim(dialogue: Dialogue, rest: str) -> None:
    """Claim a number of the tricks that are left; where none is given, what is certain, or else what one wishes for."""
    own = _claimable(dialogue)
    if own is None:
        return
    if not rest:
        _claim(dialogue)
    elif rest.isdecimal() and int(rest) <= own.most:
        _confirm(dialogue, "confirm-claim-number", int(rest), own)
    else:
        dialogue.notice([dialogue.speech("claim-how", most=own.most)])


def _claim(dialogue: Dialogue, *why_not: Reason) -> None:
    """Claim what is certain, or what best play gives where every card lies open; else what the player wishes for."""
    own = _claimable(dialogue)
    if own is None:
        return
    mirror = dialogue.mirror
    if why_not:
        dialogue.notice([dialogue.speech.reason(why) for why in why_not])
    if certain(mirror.game, mirror.view):
        _confirm(dialogue, "confirm-claim", own.most, own)
    elif (most := best(mirror.game, mirror.view)) is not None:
        _confirm(dialogue, "confirm-best", most, own)
    else:
        _confirm(dialogue, "confirm-claim-number", own.wanted, own)


def _confirm(dialogue: Dialogue, key: str, tricks: int, own: Claimable) -> None:
    asked = dialogue.speech(key, tricks=tricks, left=own.left)
    dialogue.confirm = asked, lambda: dialogue.mirror.propose("claim", tricks)


def _claimable(dialogue: Dialogue) -> Claimable | None:
    """Return what the player can claim; tell them where that is nothing."""
    mirror = dialogue.mirror
    own = claimable(mirror.game, mirror.view) if mirror.stage == "deal" else None
    if own is None:
        dialogue.notice([dialogue.speech("no-tricks-yet")])
    return own
