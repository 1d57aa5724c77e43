"""Commands that end a deal early: conceding the deal, and claiming remaining tricks."""

from prikup.claims import best_play_tricks, concession, takes_all_tricks
from prikup.rules.errors import Reason
from prikup.rules.game import AgreedEnd, ClaimableTricks, claimable
from prikup.terminal.client.dialogue import Dialogue

__all__ = ["claim", "concede"]


def concede(dialogue: Dialogue, rest: str) -> None:
    """Ask the player to confirm that they concede the deal (end it early because their side gives up).

    `dialogue` is the state of the dialogue with the player. If the rules do not allow a concession now, offer a claim
    (an end of the deal in which the side takes a stated number of the remaining tricks) instead. `rest`, the text after
    the command's name, is not used.
    """
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
    """Ask the player to confirm a claim, which ends the deal: their side takes a number of the remaining tricks.

    `dialogue` is the state of the dialogue with the player. `rest`, the text after the command's name, is the number of
    tricks. If it is "", the client chooses a number: all tricks if the player is certain to take them, otherwise the
    number under best play if the player sees all cards.
    """
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
    """Ask the player to confirm a claim of remaining tricks; choose the number of tricks for them.

    The claim is for all remaining tricks if the player is certain to take them. Otherwise it is for the number of
    tricks under best play, if the player sees all cards. If neither is known, it is for all tricks if the player's side
    plays for tricks, and for none if the side avoids them. `why_not` are reasons why the deal cannot be conceded; they
    are shown first.
    """
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
    """Return how many of the remaining tricks the player can claim for their side.

    If no trick can be claimed now, tell the player so and return None. `dialogue` is the state of the dialogue with the
    player.
    """
    mirror = dialogue.mirror
    claim_limits = claimable(mirror.game, mirror.view) if mirror.stage == "deal" else None
    if claim_limits is None:
        dialogue.notice([dialogue.speech("no-tricks-yet")])
    return claim_limits
