"""`prikup verify`: compute every deck of a match again from the inputs of its shuffle, and report what that proves.

The inputs of a shuffle are the secret seed of the deal, a random text of each player, and the place of the cut.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from prikup.history.deck_checks import DeckCheck, verify
from prikup.history.events import HUMAN, DealEvent, Event
from prikup.history.log import Log
from prikup.locale.speech import Speech
from prikup.rules.errors import Reason
from prikup.rules.state import Seat
from prikup.terminal.render.blocks import Block, Heading, Paragraph

__all__ = ["all_right", "verification_page"]


def all_right(log: Log, events: Sequence[Event] = ()) -> bool:
    """Return whether all decks of the match in `log` are right.

    Each deck has to follow from the inputs of its shuffle: the seed of the deal, a random text of each player, and the
    place of the cut. Each seed of a deal has to follow from the seed of the match, if the match has one. Each input
    that no player gave has to follow from the seed of the deal. `events` are all events of a match with older rules,
    including those that the current rules cannot replay.
    """
    return all(map(_passes, verify(log, events)))


def _passes(check: DeckCheck) -> bool:
    return check.right and check.follows and check.derived_inputs_match


def verification_page(speech: Speech, log: Log, events: Sequence[Event] = ()) -> Iterator[Block]:
    """Yield a line for each deck of a match, then a summary of what the check of the decks proves.

    `speech` formats the texts. `log` is the match as far as the current rules can replay it. `events` are all events of
    a match with older rules, including those that the current rules cannot replay (see
    `prikup.history.deck_checks.verify`).
    """
    checks, broken = verify(log, events), Counter[Seat]()
    for check in checks:
        sentences = [] if check.follows else [speech("verify-stranger")]
        if check.commitment is None:
            yield Paragraph(speech("verify-given", deal=check.deal, attempt=check.attempt))
        else:
            yield Paragraph(speech("verify-deck", deal=check.deal, attempt=check.attempt, commitment=check.commitment))
            sentences.append(speech("verify-right" if check.right else "verify-wrong"))
            if not check.derived_inputs_match:
                sentences.append(speech("verify-made"))
            if check.right and check.contributing_seats:
                sentences.append(speech("verify-contributed", players=check.contributing_seats))
            elif check.right and HUMAN in log.begin.players:
                sentences.append(speech("verify-seed-only"))
        for seat in check.withholding_seats:
            broken[seat] += 1
            sentences.append(speech("verify-withheld", player=seat, number=broken[seat]))
        if check.rejecting_rule:
            sentences.append(speech("verify-refused", why=_refusal(speech, log, check.deal, check.attempt)))
        if sentences:
            yield Paragraph(" ".join(sentences), 2)
    wrong = sum(not _passes(check) for check in checks)
    if checks and not wrong and all(check.commitment is None for check in checks):
        yield Heading(speech("verify-nothing"))
        return
    yield Heading(speech("verify-bad", wrong=wrong) if wrong else speech("verify-good", decks=len(checks)))
    if not wrong:
        yield Paragraph(speech("verify-proves"))
    yield Paragraph(speech("verify-proves-not"))


def _refusal(speech: Speech, log: Log, deal: int, attempt: int) -> str:
    """Return a sentence with the rule of the game that rejected a deck.

    `log` is the log of the match, `deal` is the number of the deal, and `attempt` is the number of the deck in this
    deal, both from 1.
    """
    replayed_log = log.copy_of_start()
    for event in log.events[1:]:
        if isinstance(event, DealEvent) and (event.deal, event.attempt) == (deal, attempt):
            deal_result = replayed_log.game.deal(event.deck, replayed_log.match.standing)
            why: Reason | None = getattr(deal_result, "reason", None)
            return speech.reason(why) if why else event.refused
        replayed_log.enter(event, checked=False)
    return ""
