"""Pages of the score sheet program: the sheet, the list of entries, and what carries over to the next deal."""

from collections.abc import Iterator, Sequence

from prikup.games import GAMES
from prikup.locale.numbers import minus, settled
from prikup.locale.speech import Speech
from prikup.rules.match import Match
from prikup.rules.options import options_text
from prikup.rules.scoring_questions import ChoiceQuestion, FormQuestion, NumberQuestion
from prikup.scorer.answer_parser import Filling, answer_text, counted
from prikup.scorer.entries import price_of
from prikup.scorer.next_deal import next_deal
from prikup.scorer.payments import pairwise
from prikup.scorer.replay import Applied, Replay
from prikup.scorer.sentences import as_seated, changes, entry_text, paid, paid_at_leaving, payments, written
from prikup.terminal.render.blocks import Block, Grid, Heading, Text
from prikup.terminal.render.sheet_page import explained, result, sheet_now, sheet_page
from prikup.terminal.words import capital

__all__ = [
    "entry_page",
    "evening_page",
    "list_page",
    "outlook",
    "payments_page",
    "preview",
    "question_text",
    "settled_page",
    "so_far",
    "title",
]


def title(speech: Speech, replay: Replay) -> str:
    """Return the title of the screen."""
    options = options_text(GAMES[replay.scoring.game].presets, replay.game.options)
    return speech("score-title", game=speech("game"), options=options)


def evening_page(speech: Speech, replay: Replay, *, boxes: bool = True, last: int = 0) -> Iterator[Block]:
    """Yield the page shown between questions: the current score and what comes next.

    A drawn screen also shows the sheet (with `boxes`) and the `last` entries.
    """
    several = len(speech.game.columns) > 1
    if speech.spoken:
        yield from sheet_now(speech, replay.match.sheet)
    else:
        yield Heading(title(speech, replay))
        if several and boxes:
            yield from sheet_page(speech, replay.match.sheet)
        if last and replay.applied:
            yield from list_page(speech, replay.applied[-last:])
    yield from _what_next(speech, replay)


def _what_next(speech: Speech, replay: Replay) -> Iterator[Block]:
    """Yield the next deal and what carries over to it, or the result at the end of the match."""
    if replay.over:
        yield from settled_page(speech, replay)
        return
    yield Heading(" ".join(map(speech.reason, next_deal(replay.match))))
    facts = outlook(speech, replay.match)
    yield from (Text(fact, 2) for fact in (facts if speech.spoken else [" ".join(facts)] if facts else ()))


def outlook(speech: Speech, match: Match) -> list[str]:
    """Return the facts that carry over to the next deal, as sentences."""
    return [speech.reason(fact) for fact in match.game.outlook(match.standing)]


def list_page(speech: Speech, applied: Sequence[Applied]) -> Iterator[Block]:
    """Yield entries, each with the changes it made for each side."""
    if speech.spoken:
        for one in applied:
            yield Text(_spoken(speech, one))
        return
    sides = range(len(speech.game.sides))
    head = ("", speech("head-deal"), speech("head-dealer"), speech("head-entry"), *map(speech.side, sides))
    right = (0, 1, *range(4, 4 + len(sides))) if len(speech.game.columns) == 1 else (0, 1)
    yield Grid(head, tuple(_row(speech, one) for one in applied), right)


def _row(speech: Speech, one: Applied) -> tuple[str, ...]:
    name = f"{one.number}{'*' if one.entry.before else ''}"
    what = entry_text(speech, one)
    if one.flag is not None:
        return (name, "", "!", speech("score-flagged", what=what, why=speech.reason(one.flag)), *_blank(speech))
    if one.line is None:
        return (name, "", "", what, *_blank(speech))
    counts = one.after.deals > one.before.deals
    deal, dealer = (str(one.line.deal) if counts else "–", as_seated(speech, one).name(one.line.dealer))
    if one.line.outcome is None:
        deal = dealer = ""
    return (name, deal, dealer, what, *(_cell(speech, one, side) for side in range(len(speech.game.sides))))


def _blank(speech: Speech) -> tuple[str, ...]:
    return ("",) * len(speech.game.sides)


def _cell(speech: Speech, one: Applied, side: int) -> str:
    """Return an entry's changes for a side: `12 (+4)`, or `pool +2` if the sheet has several columns."""
    changed = changes(speech, one, side)
    if len(speech.game.columns) > 1:
        return ", ".join(text for text, _ in changed) or "–"
    return f"{minus(changed[0][1])} ({changed[0][0]})" if changed else "–"


def _spoken(speech: Speech, one: Applied) -> str:
    what, there = entry_text(speech, one), as_seated(speech, one)
    if one.flag is not None:
        what = speech("score-flagged", what=what, why=there.reason(one.flag))
    elif one.line is not None:
        changed = "; ".join(
            f"{there.side(side)} {', '.join(parts)}"
            for side in range(len(there.game.sides))
            if (parts := list(written(there, one.line.row, side)))
        )
        deal = there("score-deal", deal=one.line.deal, dealer=one.line.dealer) if one.line.outcome is not None else ""
        what = ". ".join(part for part in (deal, what, changed) if part)
    corrected = f" {speech('score-corrected')}" if one.entry.before else ""
    return f"{one.number}. {capital(what)}{corrected}"


def entry_page(speech: Speech, one: Applied) -> Iterator[Block]:
    """Yield an entry with the reason for each number, and its earlier versions if it was corrected."""
    speech = as_seated(speech, one)
    if one.line is not None and one.line.outcome is not None:
        yield from explained(speech, one.line)
    yield Text(capital(entry_text(speech, one)), 2)
    if one.line is not None and one.line.outcome is None:
        yield from (Text(part, 2) for side in range(len(speech.game.sides)) for part in _by_hand(speech, one, side))
    if one.flag is not None:
        yield Text(speech("score-not-counted", why=speech.reason(one.flag)), 2)
    for old in one.entry.before:
        yield Text(speech("score-was", what=entry_text(speech, one, old)), 2)


def _by_hand(speech: Speech, one: Applied, side: int) -> Iterator[str]:
    assert one.line is not None
    yield from (f"{speech.side(side)}: {part}" for part in written(speech, one.line.row, side))


def preview(speech: Speech, after: Match) -> Iterator[Block]:
    """Yield the row that the answers so far would write, with the reasons."""
    yield from explained(speech, after.sheet.lines[-1])


def settled_page(speech: Speech, replay: Replay) -> Iterator[Block]:
    """Yield the result of the match, the settlement, and the payments if a point has a price."""
    if replay.stopped:
        yield Heading(speech("score-broken-off"))
    elif replay.match.over:
        yield Heading(result(speech, replay.match.winners))
    if len(speech.game.columns) == 1 or speech.spoken:
        shares = replay.game.settlement(replay.match.sheet.totals)
        named = ", ".join(f"{speech.side(side)} {settled(share)}" for side, share in enumerate(shares))
        yield Text(f"{speech('settlement')}: {named}.")
    yield from payment_lines(speech, replay)


def payment_lines(speech: Speech, replay: Replay) -> Iterator[Block]:
    """Yield the payments; nothing if a point has no price."""
    scoring = replay.scoring
    if price_of(scoring.price):
        shares = replay.game.settlement(replay.match.sheet.totals)
        due = payments(speech, shares, price_of(scoring.price), scoring.decimals)
        lines = (*paid_at_leaving(speech, replay.applied), *paid(speech, due, scoring.decimals))
        yield from (Text(f"{line}.", 2) for line in lines)


def payments_page(speech: Speech, replay: Replay) -> Iterator[Block]:
    """Yield the settlement, the minimal set of payments, and for comparison the payments between each pair."""
    yield from settled_page(speech, replay)
    if len(speech.game.sides) == speech.game.seats:
        scoring = replay.scoring
        shares = replay.game.settlement(replay.match.sheet.totals)
        yield Heading(speech("score-pairwise"))
        each = pairwise(shares, price_of(scoring.price), scoring.decimals)
        yield from (Text(f"{line}.", 2) for line in paid(speech, each, scoring.decimals))


def question_text(speech: Speech, question: FormQuestion) -> str:
    """Return a question with its answers: `What was played? 1) rami  2) nolo`, `Tricks of Anna (0–13)`."""
    asked = speech.reason(question.ask)
    match question:
        case NumberQuestion(low=low, high=high):
            return speech("score-from-to", question=asked, low=low, high=high)
        case ChoiceQuestion(answers=answers):
            texts = [answer_text(speech, question, answer) for answer in answers]
            if counted(speech, question):
                texts = [f"{n}) {text}" for n, text in enumerate(texts, 1)]
            return f"{asked}  {'  '.join(texts)}" if not speech.spoken else f"{asked} {'; '.join(texts)}"


def so_far(speech: Speech, filling: Filling) -> str:
    """Return the answers so far: `rami · Anna + Vera`; of yes/no questions only those answered with yes."""
    texts = []
    for one in filling.filled.answered:
        if not (isinstance(one.question, ChoiceQuestion) and one.question.kind == "yes"):
            texts.append(answer_text(speech, one.question, one.answer))
        elif one.answer:
            texts.append(speech.reason(one.question.ask).rstrip("?"))
    return " · ".join(texts)
