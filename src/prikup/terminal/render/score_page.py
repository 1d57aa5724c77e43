"""The pages of `prikup score`: the score sheet, the list of entries, and the facts about the next deal."""

from collections.abc import Iterator, Sequence
from math import ceil

from prikup.games import GAMES
from prikup.locale.numbers import format_number, format_share
from prikup.locale.speech import Speech
from prikup.rules.match import Match
from prikup.rules.options import options_text
from prikup.rules.scoring_questions import ChoiceQuestion, FormQuestion, NumberQuestion
from prikup.scorer.answer_parser import FormInProgress, answer_text, has_numbered_answers
from prikup.scorer.entries import price_of
from prikup.scorer.next_deal import next_deal
from prikup.scorer.payments import pairwise_payments
from prikup.scorer.replay import AppliedEntry, Replay
from prikup.scorer.sentences import (
    changes,
    describe_leaving_payments,
    describe_payments,
    entry_text,
    payments,
    row_changes,
    speech_at_entry,
)
from prikup.scorer.time_limit import time_limit
from prikup.terminal.render.blocks import Block, Heading, Paragraph, TextTable
from prikup.terminal.render.sheet_page import result, row_explanation, sheet_now, sheet_page
from prikup.terminal.words import capital

__all__ = [
    "answers_so_far",
    "entry_page",
    "evening_page",
    "list_page",
    "outlook",
    "payments_page",
    "preview",
    "question_text",
    "settled_page",
    "title",
]


def title(speech: Speech, replay: Replay) -> str:
    """Return the title of the score sheet: the name of the game and its house rules.

    `speech` formats the title, and `replay` is the scored match with all its entries applied.
    """
    options = options_text(GAMES[replay.scoring.game].presets, replay.game.options)
    return speech("score-title", game=speech("game"), options=options)


def evening_page(speech: Speech, replay: Replay, now_s: float, *, boxes: bool = True, last: int = 0) -> Iterator[Block]:
    """Yield the main page of the score sheet, which ends with the next deal or the result of the match.

    `speech` formats the texts, `replay` is the scored match with all its entries applied, and `now_s` is the current
    Unix time. In plain text (`speech.spoken`) the page starts with the current totals. On a screen that draws its pages
    it starts with a title, the whole sheet (if that has several columns and `boxes` is True), and the `last` most
    recent entries.
    """
    has_several_columns = len(speech.game.columns) > 1
    time_text = _time_text(speech, replay, now_s)
    if speech.spoken:
        yield from sheet_now(speech, replay.match.sheet)
        if time_text:
            yield Paragraph(capital(time_text))
    else:
        yield Heading(" · ".join(filter(None, (title(speech, replay), time_text))))
        if has_several_columns and boxes:
            yield from sheet_page(speech, replay.match.sheet)
        if last and replay.applied_entries:
            yield from list_page(speech, replay.applied_entries[-last:])
    yield from _next_deal_or_result(speech, replay)


def _time_text(speech: Speech, replay: Replay, now_s: float) -> str:
    """Return how much time of the match is left or, once it is over, what is still played.

    The result is "" without a time limit, and once the match is over.
    """
    limit = time_limit(replay)
    if limit is None:
        return ""
    if (left_s := limit.ends_at - now_s) > 0:
        return speech("title-time-left", minutes=ceil(left_s / 60))
    return speech(f"title-time-{limit.then}")


def _next_deal_or_result(speech: Speech, replay: Replay) -> Iterator[Block]:
    """Yield the announcement of the next deal with the facts to know before it, or the result if the match is over.

    `speech` formats the texts, and `replay` is the scored match with all its entries applied.
    """
    if replay.over:
        yield from settled_page(speech, replay)
        return
    yield Heading(" ".join(map(speech.reason, next_deal(replay.match))))
    facts = outlook(speech, replay.match)
    yield from (Paragraph(fact, 2) for fact in (facts if speech.spoken else [" ".join(facts)] if facts else ()))


def outlook(speech: Speech, match: Match) -> list[str]:
    """Return sentences with the facts to know before the next deal of a match.

    Examples are who sits out, and how far each side is from winning. `speech` formats the sentences.
    """
    return [speech.reason(fact) for fact in match.game.explanations.outlook(match.standing)]


def list_page(speech: Speech, entries: Sequence[AppliedEntry]) -> Iterator[Block]:
    """Yield a list of entries on a score sheet (deals, corrections and changes of players).

    Each entry is shown with the changes that it made to the score of each side. `speech` formats the texts.
    """
    if speech.spoken:
        for applied_entry in entries:
            yield Paragraph(_entry_sentence(speech, applied_entry))
        return
    sides = range(len(speech.game.sides))
    head = ("", speech("head-deal"), speech("head-dealer"), speech("head-entry"), *map(speech.side, sides))
    right = (0, 1, *range(4, 4 + len(sides))) if len(speech.game.columns) == 1 else (0, 1)
    yield TextTable(head, tuple(_row(speech, applied_entry) for applied_entry in entries), right)


def _row(speech: Speech, applied_entry: AppliedEntry) -> tuple[str, ...]:
    name = f"{applied_entry.number}{'*' if applied_entry.entry.before else ''}"
    text = entry_text(speech, applied_entry)
    if applied_entry.flag is not None:
        return (
            name,
            "",
            "!",
            speech("score-flagged", what=text, why=speech.reason(applied_entry.flag)),
            *_blank(speech),
        )
    if applied_entry.line is None:
        return (name, "", "", text, *_blank(speech))
    counts = applied_entry.match_after.deals > applied_entry.match_before.deals
    deal, dealer = (
        str(applied_entry.line.deal) if counts else "–",
        speech_at_entry(speech, applied_entry).name(applied_entry.line.dealer),
    )
    if applied_entry.line.outcome is None:
        deal = dealer = ""
    return (name, deal, dealer, text, *(_cell(speech, applied_entry, side) for side in range(len(speech.game.sides))))


def _blank(speech: Speech) -> tuple[str, ...]:
    return ("",) * len(speech.game.sides)


def _cell(speech: Speech, applied_entry: AppliedEntry, side: int) -> str:
    """Return the cell of the list of entries with the changes that an entry made to a side's score.

    `side` is the number of the side. The cell has the new total and the change, as `12 (+4)`. If the sheet has several
    columns, it has only the changes, as `pool +2`. Without a change it is `–`.
    """
    side_changes = changes(speech, applied_entry, side)
    if len(speech.game.columns) > 1:
        return ", ".join(text for text, _ in side_changes) or "–"
    return f"{format_number(side_changes[0][1])} ({side_changes[0][0]})" if side_changes else "–"


def _entry_sentence(speech: Speech, applied_entry: AppliedEntry) -> str:
    text, entry_speech = entry_text(speech, applied_entry), speech_at_entry(speech, applied_entry)
    if applied_entry.flag is not None:
        text = speech("score-flagged", what=text, why=entry_speech.reason(applied_entry.flag))
    elif applied_entry.line is not None:
        changes_text = "; ".join(
            f"{entry_speech.side(side)} {', '.join(parts)}"
            for side in range(len(entry_speech.game.sides))
            if (parts := list(row_changes(entry_speech, applied_entry.line.row, side)))
        )
        deal = (
            entry_speech("score-deal", deal=applied_entry.line.deal, dealer=applied_entry.line.dealer)
            if applied_entry.line.outcome is not None
            else ""
        )
        text = ". ".join(part for part in (deal, text, changes_text) if part)
    correction_note = f" {speech('score-corrected')}" if applied_entry.entry.before else ""
    return f"{applied_entry.number}. {capital(text)}{correction_note}"


def entry_page(speech: Speech, applied_entry: AppliedEntry) -> Iterator[Block]:
    """Yield a page about one entry of the score sheet, with the reason for each number.

    `applied_entry` is the entry, with the match before and after it, and `speech` formats the texts. If the entry was
    corrected, its earlier versions follow.
    """
    speech = speech_at_entry(speech, applied_entry)
    if applied_entry.line is not None and applied_entry.line.outcome is not None:
        yield from row_explanation(speech, applied_entry.line)
    yield Paragraph(capital(entry_text(speech, applied_entry)), 2)
    if applied_entry.line is not None and applied_entry.line.outcome is None:
        yield from (
            Paragraph(part, 2)
            for side in range(len(speech.game.sides))
            for part in _correction_lines(speech, applied_entry, side)
        )
    if applied_entry.flag is not None:
        yield Paragraph(speech("score-not-counted", why=speech.reason(applied_entry.flag)), 2)
    for old in applied_entry.entry.before:
        yield Paragraph(speech("score-was", what=entry_text(speech, applied_entry, old)), 2)


def _correction_lines(speech: Speech, applied_entry: AppliedEntry, side: int) -> Iterator[str]:
    assert applied_entry.line is not None
    yield from (f"{speech.side(side)}: {part}" for part in row_changes(speech, applied_entry.line.row, side))


def preview(speech: Speech, after: Match) -> Iterator[Block]:
    """Yield the row that a new entry adds to the sheet, with the reason for each number.

    `speech` formats the texts. `after` is the match with that entry, which the user has not confirmed yet.
    """
    yield from row_explanation(speech, after.sheet.lines[-1])


def settled_page(speech: Speech, replay: Replay) -> Iterator[Block]:
    """Yield the result of the match, and the settlement: the points that each side has won or lost.

    `speech` formats the texts, and `replay` is the scored match with all its entries applied. If a point has a price in
    money, the payments follow.
    """
    if replay.stopped:
        yield Heading(speech("score-broken-off"))
    elif replay.match.over:
        yield Heading(result(speech, replay.match.winners))
    if len(speech.game.columns) == 1 or speech.spoken:
        shares = replay.game.scoring.settlement(replay.match.sheet.totals)
        shares_text = ", ".join(f"{speech.side(side)} {format_share(share)}" for side, share in enumerate(shares))
        yield Paragraph(f"{speech('settlement')}: {shares_text}.")
    yield from payment_lines(speech, replay)


def payment_lines(speech: Speech, replay: Replay) -> Iterator[Block]:
    """Yield sentences that say who pays whom, including the payments of players who left.

    `speech` formats the texts, and `replay` is the scored match with all its entries applied. Yield nothing if a point
    has no price in money.
    """
    scoring = replay.scoring
    if price_of(scoring.price):
        shares = replay.game.scoring.settlement(replay.match.sheet.totals)
        due = payments(speech, shares, price_of(scoring.price), scoring.decimals)
        lines = (
            *describe_leaving_payments(speech, replay.applied_entries),
            *describe_payments(speech, due, scoring.decimals),
        )
        yield from (Paragraph(f"{line}.", 2) for line in lines)


def payments_page(speech: Speech, replay: Replay) -> Iterator[Block]:
    """Yield the settlement and the smallest number of payments that settle it.

    The settlement is the points that each side has won or lost. In a game without partners, the payments between every
    two players follow for comparison. `speech` formats the texts, and `replay` is the scored match with all its entries
    applied.
    """
    yield from settled_page(speech, replay)
    if len(speech.game.sides) == speech.game.seats:
        scoring = replay.scoring
        shares = replay.game.scoring.settlement(replay.match.sheet.totals)
        yield Heading(speech("score-pairwise"))
        pair_payments = pairwise_payments(shares, price_of(scoring.price), scoring.decimals)
        yield from (Paragraph(f"{line}.", 2) for line in describe_payments(speech, pair_payments, scoring.decimals))


def question_text(speech: Speech, question: FormQuestion) -> str:
    """Return a question about a deal with its possible answers, or with the bounds of a number.

    `speech` formats the text. Examples are `What was played? 1) rami 2) nolo` and `Tricks of Anna (0–13)`.
    """
    question_sentence = speech.reason(question.ask)
    match question:
        case NumberQuestion(low=low, high=high):
            return speech("score-from-to", question=question_sentence, low=low, high=high)
        case ChoiceQuestion(answers=answers):
            texts = [answer_text(speech, question, answer) for answer in answers]
            if has_numbered_answers(speech, question):
                texts = [f"{n}) {text}" for n, text in enumerate(texts, 1)]
            return (
                f"{question_sentence}  {'  '.join(texts)}"
                if not speech.spoken
                else f"{question_sentence} {'; '.join(texts)}"
            )


def answers_so_far(speech: Speech, filling: FormInProgress) -> str:
    """Return the answers given so far about a deal in one line, as `rami · Anna + Vera`.

    `speech` formats the texts, and `filling` has the questions with these answers. A yes/no question appears only if it
    was answered with yes.
    """
    texts = []
    for answered_question in filling.current_form.answered_questions:
        if not (isinstance(answered_question.question, ChoiceQuestion) and answered_question.question.kind == "yes"):
            texts.append(answer_text(speech, answered_question.question, answered_question.answer))
        elif answered_question.answer:
            texts.append(speech.reason(answered_question.question.ask).rstrip("?"))
    return " · ".join(texts)
