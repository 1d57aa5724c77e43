"""The commands of an interactive score sheet.

The words that the user types for a command are the message `keys-scorer-NAME`.
"""

from collections.abc import Callable
from pathlib import Path

from prikup.games import GAMES
from prikup.rules.errors import BadLog, BadText, reason
from prikup.rules.options import logged_text, options_text, parse_options, set_values
from prikup.rules.time_limit import MAX_MINUTES, MIN_MINUTES, Finish
from prikup.scorer.answer_parser import matching_indices, seat_of
from prikup.scorer.edit_history import Conflict, Redo, UndoStep, merge_histories
from prikup.scorer.entries import AdjustEntry, DealEntry, Dealer, Fault, Join, Leave, NoteEntry, StopEntry, price_of
from prikup.scorer.operations import Delete, Head, Move
from prikup.scorer.replay import replay_scoring
from prikup.scorer.score_file import read
from prikup.scorer.sentences import entry_text
from prikup.terminal.cli.scorer.entry_in_progress import EntryPlace
from prikup.terminal.cli.scorer.score_options import ask_opening
from prikup.terminal.cli.scorer.score_pages import FORMS, evening_blocks, match_blocks, printed_sheet
from prikup.terminal.cli.scorer.sheet_editor import SheetEditor
from prikup.terminal.cli.scorer.typed_amounts import boxes, parse_amounts
from prikup.terminal.client.input_parser import means
from prikup.terminal.render.blocks import Block, Heading, Paragraph, Verbatim
from prikup.terminal.render.score_page import entry_page, payments_page

__all__ = ["COMMANDS", "execute_command"]


def execute_command(editor: SheetEditor, text: str) -> bool:
    """Execute the command in `text`, a line that the user typed. Return False if the line is not a command.

    `editor` has the score sheet on which the command acts.
    """
    word, _, rest = text.partition(" ")
    for name, act in COMMANDS.items():
        if means(editor.words, f"keys-scorer-{name}", word):
            act(editor, rest.strip())
            return True
    return False


def _back(editor: SheetEditor, rest: str) -> None:
    editor.step_back()


def _undo(editor: SheetEditor, rest: str) -> None:
    if editor.pending is not None or (editor.task is not None and editor.task.filling.answers):
        editor.step_back()
    else:
        editor.do(UndoStep())
        editor.notices.append(editor.speech("score-undone"))


def _redo(editor: SheetEditor, rest: str) -> None:
    editor.do(Redo())
    editor.notices.append(editor.speech("score-redone"))


def _show(editor: SheetEditor, rest: str) -> None:
    applied_entry = editor.parse_entry_number(rest)[0]
    editor.show_page(list(entry_page(editor.speech, applied_entry)))


def _fix(editor: SheetEditor, rest: str) -> None:
    applied_entry, rest = editor.parse_entry_number(rest)
    place = EntryPlace("replace", applied_entry.entry.id)
    if rest:
        _enter(editor, place, rest)
        return
    match applied_entry.entry.what:
        case DealEntry():
            editor.task = editor.start_deal(place)
        case Fault():
            editor.task = editor.start_deal(place, fault=True)
        case _:
            was = entry_text(editor.speech, applied_entry)
            raise BadText(reason("score-fix-how", number=applied_entry.number, text=was, command=editor.key("fix")))


def _insert(editor: SheetEditor, rest: str) -> None:
    applied_entry, rest = editor.parse_entry_number(rest)
    place = EntryPlace("insert", applied_entry.entry.id)
    if rest:
        _enter(editor, place, rest)
    else:
        editor.task = editor.start_deal(place)


def _enter(editor: SheetEditor, place: EntryPlace, text: str) -> None:
    """Make an entry (a deal, a correction, a note or the like) at `place`, a place in the list of entries.

    `text` starts with the command for the type of entry. If it does not, it consists of answers about a deal.
    """
    word, _, rest = text.partition(" ")
    for name, act in ENTRIES.items():
        if means(editor.words, f"keys-scorer-{name}", word):
            act(editor, place, rest.strip())
            return
    editor.task = editor.start_deal(place)
    editor.answer_questions(text)


def _enter_deal(editor: SheetEditor, place: EntryPlace, rest: str) -> None:
    editor.task = editor.start_deal(place)
    if rest:
        editor.answer_questions(rest)


def _enter_fault(editor: SheetEditor, place: EntryPlace, rest: str) -> None:
    editor.task = editor.start_deal(place, fault=True)
    if rest:
        editor.answer_questions(rest)


def _enter_dealer(editor: SheetEditor, place: EntryPlace, rest: str) -> None:
    editor.enter_directly(place, Dealer(seat_of(editor.speech.names, rest)))


def _enter_note(editor: SheetEditor, place: EntryPlace, rest: str) -> None:
    if not rest:
        raise BadText(reason("score-note-how", command=editor.key("note")))
    editor.enter_directly(place, NoteEntry(rest))


def _enter_stop(editor: SheetEditor, place: EntryPlace, rest: str) -> None:
    editor.enter_directly(place, StopEntry())


def _enter_adjust(editor: SheetEditor, place: EntryPlace, rest: str) -> None:
    amounts, note = parse_amounts(editor.speech, rest)
    if not amounts:
        example = f"{editor.key('adjust')} {boxes(editor.speech)[0]} +5"
        box_names = ", ".join(boxes(editor.speech))
        raise BadText(reason("score-adjust-how", example=example, allowed=box_names))
    editor.enter_directly(place, AdjustEntry(amounts), note)


def _enter_join(editor: SheetEditor, place: EntryPlace, rest: str) -> None:
    """Make an entry at `place` in the list of entries, which says that a player joins the match.

    `rest`, the text after the command's name, is the name of the player, who then sits in the last seat. For another
    seat, a comma and the name of another player follow, as in `Gleb, Anna`: Gleb sits in the seat after Anna.
    """
    name, _, neighbour_name = (part.strip() for part in rest.partition(","))
    names = editor.names_at(place)
    if not name:
        example = f"{editor.key('join')} {editor.speech.words('score-names').split()[-1]}, {names[0]}"
        raise BadText(reason("score-join-how", example=example))
    editor.enter_directly(place, Join(seat_of(names, neighbour_name) + 1 if neighbour_name else len(names), name))


def _enter_leave(editor: SheetEditor, place: EntryPlace, rest: str) -> None:
    editor.enter_directly(place, Leave(seat_of(editor.names_at(place), rest)))


def _delete(editor: SheetEditor, rest: str) -> None:
    editor.propose(Delete(editor.parse_entry_number(rest)[0].entry.id))


def _move(editor: SheetEditor, rest: str) -> None:
    applied_entry, to = editor.parse_entry_number(rest)
    if not to.isdecimal():
        raise BadText(reason("score-move-how", command=editor.key("move")))
    remaining_entries = [entry for entry in editor.replay.applied_entries if entry is not applied_entry]
    index = int(to) - 1
    next_entry_id = remaining_entries[index].entry.id if 0 <= index < len(remaining_entries) else None
    editor.propose(Move(applied_entry.entry.id, next_entry_id))


def _options(editor: SheetEditor, rest: str) -> None:
    kind, game = GAMES[editor.replay.scoring.game], editor.replay.game
    if not rest:
        text = options_text(kind.presets, game.options)
        raise BadText(reason("score-options-how", options=text, command=editor.key("options")))
    first = rest.split()[0]
    if "=" in first:
        pairs = (word.partition("=") for word in rest.split())
        new = set_values(game.options, {name: value for name, _, value in pairs})
    else:
        new = parse_options(kind.presets, rest)
    editor.propose(Head(options=logged_text(kind.presets, kind.build(new).options)))


def _names(editor: SheetEditor, rest: str) -> None:
    editor.propose(Head(names=tuple(name.strip() for name in rest.split(","))))


def _price(editor: SheetEditor, rest: str) -> None:
    text, _, decimals = rest.replace(",", ".").partition(" ")
    places = decimals if decimals.isdecimal() else str(len(text.partition(".")[2]))
    editor.do_and_resume(Head(price=text, decimals=min(int(places), 3)))


def _payments(editor: SheetEditor, rest: str) -> None:
    if not price_of(editor.replay.scoring.price):
        raise BadText(reason("score-no-price", command=editor.key("price")))
    editor.show_page(list(payments_page(editor.speech, editor.replay)))


def _place(editor: SheetEditor, rest: str) -> None:
    editor.do_and_resume(Head(place=rest))


def _limit(editor: SheetEditor, rest: str) -> None:
    """Set the time limit of the match.

    `rest`, the text after the command's name, is the number of minutes from the start of the match, and what is
    finished when they are over, as in `240 deal`; without the latter that stays as it is.
    """
    minutes, _, after = rest.partition(" ")
    finishes: tuple[Finish, ...] = ("round", "deal")
    names = [editor.speech(f"score-limit-{finish}") for finish in finishes]
    found = matching_indices(names, after) if after else (finishes.index(editor.replay.scoring.after),)
    if not minutes.isdecimal() or len(found) != 1:
        example = f"{editor.key('limit')} 240 {names[0]}"
        least, most = MIN_MINUTES, MAX_MINUTES
        how = reason("score-limit-how", least=least, most=most, example=example, round=names[0], deal=names[1])
        raise BadText(how)
    editor.do_and_resume(Head(minutes=int(minutes[:9]), after=finishes[found[0]]))


def _play_on(editor: SheetEditor, rest: str) -> None:
    editor.propose(Head(play_on=not editor.replay.scoring.play_on))


def _paper(editor: SheetEditor, rest: str) -> None:
    opening, dealer = ask_opening(editor.speech, editor.screen)
    editor.propose(Head(opening=opening, dealer=dealer))


def _sheet(editor: SheetEditor, rest: str) -> None:
    editor.show_page(match_blocks(editor.speech, editor.replay))


def _evenings(editor: SheetEditor, rest: str) -> None:
    editor.show_page(evening_blocks(editor.speech, editor.replay, editor.score_file.path.parent))


def _merge(editor: SheetEditor, rest: str) -> None:
    """Add the changes from another file of the same scored match.

    `rest`, the text after the command's name, is the path of that file.
    """
    path = Path(rest)
    try:
        theirs, _ = read(path.read_bytes())
        merged_history = merge_histories(editor.score_file.history, theirs)
    except BadLog as error:
        why = editor.speech.reason(error.reason)
        key, line = ("error-line", error.line) if error.line else ("error-file-error", 0)
        editor.notices.append(editor.speech(key, file=rest, line=line, why=why, error=why))
        return
    except OSError as error:
        editor.report_file_error(rest, error)
        return
    except Conflict as error:
        editor.notify(error.reason)
        editor.notices += [
            editor.speech(f"score-{side}", text=entry_text(editor.speech, applied_entry))
            for side, entry, history in (
                ("ours", error.ours, editor.score_file.history),
                ("theirs", error.theirs, theirs),
            )
            for applied_entry in replay_scoring(history.current_list).applied_entries
            if applied_entry.entry == entry
        ]
        return
    steps = merged_history.steps[len(editor.score_file.history.steps) :]
    for step in steps:
        editor.do(step)
    editor.notices.append(editor.speech("score-merged", number=len(steps)))


def _print(editor: SheetEditor, rest: str) -> None:
    """Print the score sheet on the screen or to a file.

    `rest`, the text after the command's name, is a format, a file, or a format and a file. Without a format, the suffix
    of the file decides.
    """
    word, _, name = rest.partition(" ")
    form, file = (word, name.strip()) if word in FORMS else (Path(rest).suffix.removeprefix(".") or rest, rest)
    form = "text" if form in ("", "txt") else form
    if form not in FORMS:
        raise BadText(reason("score-no-format", text=form, allowed=" ".join(FORMS)))
    text = printed_sheet(editor.score_file, editor.replay, form)
    if not file:
        editor.show_page([Verbatim(line) for line in text.splitlines()])
        return
    try:
        Path(file).write_text(text, encoding="utf-8")
    except OSError as error:
        editor.report_file_error(file, error)
    else:
        editor.notices.append(editor.speech("score-printed", text=file))


def _help(editor: SheetEditor, rest: str) -> None:
    blocks: list[Block] = [Heading(editor.speech("score-help")), Paragraph(editor.speech("score-help-how"), 2)]
    wide = max(len(editor.key(name)) for name in COMMANDS)
    for name in COMMANDS:
        key, meaning = editor.key(name), editor.speech(f"help-scorer-{name}")
        blocks.append(
            Paragraph(f"{key}: {meaning}") if editor.speech.spoken else Paragraph(meaning, 2, key.ljust(wide))
        )
    editor.show_page(blocks)


def _quit(editor: SheetEditor, rest: str) -> None:
    raise EOFError


CommandHandler = Callable[[SheetEditor, str], None]
ENTRIES: dict[str, Callable[[SheetEditor, EntryPlace, str], None]] = {
    "deal": _enter_deal,
    "fault": _enter_fault,
    "adjust": _enter_adjust,
    "dealer": _enter_dealer,
    "note": _enter_note,
    "join": _enter_join,
    "leave": _enter_leave,
    "stop": _enter_stop,
}
"""The functions that make an entry in the list, by the name of the command for the type of entry."""


def _append_handler(name: str) -> CommandHandler:
    return lambda editor, rest: ENTRIES[name](editor, EntryPlace(), rest)


COMMANDS: dict[str, CommandHandler] = {
    "undo": _undo,
    "redo": _redo,
    "back": _back,
    "deal": _show,
    "fix": _fix,
    "insert": _insert,
    "delete": _delete,
    "move": _move,
    "fault": _append_handler("fault"),
    "adjust": _append_handler("adjust"),
    "dealer": _append_handler("dealer"),
    "note": _append_handler("note"),
    "join": _append_handler("join"),
    "leave": _append_handler("leave"),
    "stop": _append_handler("stop"),
    "options": _options,
    "names": _names,
    "price": _price,
    "payments": _payments,
    "place": _place,
    "limit": _limit,
    "play-on": _play_on,
    "paper": _paper,
    "sheet": _sheet,
    "evenings": _evenings,
    "print": _print,
    "merge": _merge,
    "help": _help,
    "quit": _quit,
}
