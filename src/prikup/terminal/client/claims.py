"""Ending a deal early: conceding it, or claiming remaining tricks."""

from prikup.claims import best_play_tricks, concession, takes_all_tricks
from prikup.rules.errors import Reason
from prikup.rules.game import AgreedEnd, ClaimableTricks, claimable
from prikup.terminal.client.dialogue import Dialogue

__all__ = ["claim", "concede"]


def concede(dialogue: Dialogue, rest: str) -> None:
    """Concede the deal if the rules allow it, else claim remaining tricks."""
    mirror = dialogue.mirror
    if mirror.stage != "deal" or dialogue.you is None:
        dialogue.notice([dialogue.speech("no-tricks-yet")])
        return
    given_up = concession(mirror.game, mirror.view)
    if isinstance(given_up, AgreedEnd):
        dialogue.confirm = dialogue.speech("confirm-concede"), lambda: mirror.propose("concede")
    else:
        _claim(dialogue, given_up)


def claim(dialogue: Dialogue, rest: str) -> None:
    """Claim a number of remaining tricks; without a number, the certain ones or those the player presumably wants."""
    claim_limits = _claimable(dialogue)
    if claim_limits is None:
        return
    if not rest:
        _claim(dialogue)
    elif rest.isdecimal() and int(rest) <= claim_limits.most:
        _confirm(dialogue, "confirm-claim-number", int(rest), claim_limits)
    else:
        dialogue.notice([dialogue.speech("claim-how", most=claim_limits.most)])


def _claim(dialogue: Dialogue, *why_not: Reason) -> None:
    """Ask to claim all tricks if that is certain, the result of best play with open cards, or the default claim."""
    claim_limits = _claimable(dialogue)
    if claim_limits is None:
        return
    mirror = dialogue.mirror
    if why_not:
        dialogue.notice([dialogue.speech.reason(why) for why in why_not])
    if takes_all_tricks(mirror.game, mirror.view):
        _confirm(dialogue, "confirm-claim", claim_limits.most, claim_limits)
    elif (best_tricks := best_play_tricks(mirror.game, mirror.view)) is not None:
        _confirm(dialogue, "confirm-best", best_tricks, claim_limits)
    else:
        _confirm(dialogue, "confirm-claim-number", claim_limits.wanted, claim_limits)


def _confirm(dialogue: Dialogue, key: str, tricks: int, claim_limits: ClaimableTricks) -> None:
    question = dialogue.speech(key, tricks=tricks, left=claim_limits.left)
    dialogue.confirm = question, lambda: dialogue.mirror.propose("claim", tricks)


def _claimable(dialogue: Dialogue) -> ClaimableTricks | None:
    """Return what the player can claim; show a notice and return None if it is nothing."""
    mirror = dialogue.mirror
    claim_limits = claimable(mirror.game, mirror.view) if mirror.stage == "deal" else None
    if claim_limits is None:
        dialogue.notice([dialogue.speech("no-tricks-yet")])
    return claim_limits
