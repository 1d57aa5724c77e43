"""The end of a deal before its last card: the player gives it up, or claims the tricks that are left."""

from prikup.claims import best, concession
from prikup.claims import claim as certain_claim
from prikup.errors import Reason
from prikup.game import Settled, claim_of_all
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
    """Offer a split of the tricks that are left, the numbers by seat; without numbers the one that suggests itself."""
    if not rest:
        _claim(dialogue)
    elif (offered := _offered(dialogue)) is not None:
        numbers = rest.split()
        if len(numbers) == len(offered) and all(map(str.isdecimal, numbers)):
            _confirm(dialogue, "confirm-split", tuple(map(int, numbers)))
        else:
            dialogue.notice([dialogue.speech("claim-how", counted=offered)])


def _claim(dialogue: Dialogue, *why_not: Reason) -> None:
    """Claim what is certain, or what best play gives where every card lies open; else offer the others a split.

    With computer players alone an uncertain claim is refused, so that the player is told why, and `why_not` before it.
    """
    offered = _offered(dialogue)
    if offered is None:
        return
    mirror = dialogue.mirror
    certain = certain_claim(mirror.game, mirror.view)
    if isinstance(certain, Settled):
        _confirm(dialogue, "confirm-claim", certain.tricks)
    elif split := best(mirror.game, mirror.view):
        _confirm(dialogue, "confirm-best", split.tricks)
    elif mirror.alone:
        dialogue.notice([dialogue.speech.reason(why) for why in (*why_not, certain)])
    else:
        _confirm(dialogue, "confirm-split", offered)


def _confirm(dialogue: Dialogue, key: str, won: tuple[int, ...]) -> None:
    dialogue.confirm = dialogue.speech(key, counted=won), lambda: dialogue.mirror.propose("claim", won)


def _offered(dialogue: Dialogue) -> tuple[int, ...] | None:
    """Return the split that a player offers without numbers; tell the player where there are no tricks to share."""
    mirror = dialogue.mirror
    won = claim_of_all(mirror.game, mirror.view) if mirror.stage == "deal" else None
    if won is None:
        dialogue.notice([dialogue.speech("no-tricks-yet")])
    return won
