"""The texts of the coach, who teaches a player in a first deal of a game: remarks, and a page after the deal."""

from collections.abc import Iterator

from prikup.locale.speech import Speech
from prikup.table.protocol.message_parts import Coaching, Remark
from prikup.terminal.render.blocks import Block, Heading, Paragraph

__all__ = ["after_the_deal", "remark_lines", "remarks_in_sentences"]


def remark_lines(speech: Speech, coaching: Coaching, remark: Remark | None, *, has_more: bool) -> Iterator[str]:
    """Yield the lines with one remark of the coach (who teaches the game), for a screen that draws the table.

    `speech` formats the lines, `coaching` is the coach's current message, and `remark` is the remark to show, or None
    if there is none. If `has_more` is True, the next line says how to go on to the next remark; if the remark is about
    an action of the player, the line also says how to take the action back. Otherwise the next line names the actions
    that the coach would choose, if there are any.
    """
    if remark is not None:
        yield _text(speech, coaching, remark)
    if has_more:
        assert remark is not None
        yield " ".join((speech("coach-go-on"), *_way_back(speech, remark)))
    elif coaching.answer:
        yield speech("coach-answer", actions=coaching.answer)


def remarks_in_sentences(speech: Speech, coaching: Coaching) -> Iterator[str]:
    """Yield all remarks of the coach (who teaches the game) on the current decision.

    The last sentence names the actions that the coach would choose, if there are any. `coaching` is the coach's
    current message, and `speech` formats it.
    """
    for remark in coaching.remarks:
        yield _text(speech, coaching, remark)
        yield from _way_back(speech, remark)
    if coaching.answer:
        yield speech("coach-answer", actions=coaching.answer)


def after_the_deal(speech: Speech, coaching: Coaching) -> Iterator[Block]:
    """Yield the page of the coach (who teaches the game) after the deal.

    It has remarks on the result, and a numbered list of what the deal taught. `coaching` is the coach's message with
    both, and `speech` formats the texts.
    """
    yield Heading(speech("coach-title"))
    for remark in coaching.remarks:
        yield Paragraph(_sentences(speech, remark))
    yield Heading(speech("coach-things"))
    for number, thing in enumerate(coaching.things, 1):
        yield Paragraph(f"{speech.reason(thing.say)}. {speech.reason(thing.how)}", 2, f"{number}.")


def _text(speech: Speech, coaching: Coaching, remark: Remark) -> str:
    return speech("coach-says", number=remark.number, of=coaching.of, text=_sentences(speech, remark))


def _sentences(speech: Speech, remark: Remark) -> str:
    return " ".join(map(speech.reason, remark.say))


def _way_back(speech: Speech, remark: Remark) -> Iterator[str]:
    if remark.kind == "otherwise":
        yield speech("coach-take-back", undo=speech("keys-undo").split()[0])
