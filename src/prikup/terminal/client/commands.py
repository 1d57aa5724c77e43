"""The commands that a player can type at a table."""

from collections.abc import Callable

from msgspec import Struct

from prikup.history.log import Log
from prikup.history.log_file import read_events
from prikup.locale.speech import Speech
from prikup.rules.errors import PrikupError
from prikup.rules.state import Seat
from prikup.table.protocol.client_messages import (
    ChatCommand,
    FillCommand,
    LockCommand,
    PointCommand,
    RematchCommand,
    RemoveCommand,
    ReportCommand,
    SitCommand,
    StandCommand,
    StartCommand,
)
from prikup.terminal.client.claims import claim, concede
from prikup.terminal.client.dialogue import Dialogue
from prikup.terminal.client.input_parser import read_card
from prikup.terminal.client.table_mirror import TableMirror
from prikup.terminal.render.help_page import help_page, keys_page
from prikup.terminal.render.last_trick import last_trick
from prikup.terminal.render.replay_page import replay_page
from prikup.terminal.render.rules_page import rules_at_table
from prikup.terminal.render.sheet_page import sheet_with_reasons
from prikup.terminal.render.table_view import question

__all__ = ["BY_NAME", "COMMANDS", "MAX_TEXT_LENGTH", "PlayerCommand", "sit"]

MAX_TEXT_LENGTH = 200
"""The maximum length in characters of a chat message, and of typed text that a reply repeats.

Longer text is cut off.
"""


# The deal


def _hint(dialogue: Dialogue, rest: str) -> None:
    dialogue.ask_for_hint()


def _undo(dialogue: Dialogue, rest: str) -> None:
    dialogue.coach.forget_answer()
    dialogue.send(dialogue.mirror.propose("undo"))


def _coach(dialogue: Dialogue, rest: str) -> None:
    """Call back the coach (who teaches the game), or ask the player to confirm that the coach should leave.

    `rest`, the text after the command's name, is not used.
    """
    if not _learning(dialogue.mirror):
        dialogue.notice([dialogue.speech("coach-none")])
    elif dialogue.coach.left:
        dialogue.coach.left = False
        dialogue.show_again()
    else:
        question = dialogue.speech("confirm-coach", coach=dialogue.speech("keys-coach").split()[0])
        dialogue.confirm = question, dialogue.coach.leave


def _stop(dialogue: Dialogue, rest: str) -> None:
    dialogue.confirm = dialogue.speech("confirm-stop"), lambda: dialogue.mirror.propose("stop")


def _resign(dialogue: Dialogue, rest: str) -> None:
    dialogue.confirm = dialogue.speech("confirm-resign"), lambda: dialogue.mirror.propose("resign")


# The seats


def _seat(dialogue: Dialogue, text: str) -> Seat | None:
    """Parse `text` as the number of a seat, counted from 1, and return the index of the seat, counted from 0.

    If there is no such seat, tell the player so in the `dialogue` and return None.
    """
    seats = dialogue.mirror.game.seats
    if text.isdecimal() and 0 < int(text) <= seats:
        return int(text) - 1
    dialogue.notice([dialogue.speech("seat-how", most=seats)])
    return None


def sit(dialogue: Dialogue, rest: str) -> None:
    """Sit down in the seat with the number `rest`; if `rest` is "", in the player's own seat or the first free one."""
    seats, you = dialogue.mirror.seats, dialogue.you
    assert seats is not None
    if not rest and (you is not None or None in seats.seats):
        seat: Seat | None = you if you is not None else seats.seats.index(None)
    else:
        seat = _seat(dialogue, rest)
    person = None if seat is None else seats.seats[seat]
    if seat is not None and seat == you and person and person.here and not person.level:
        dialogue.notice([dialogue.speech("seat-yours")])
    elif seat is not None:
        dialogue.send(SitCommand(seat))


def _stand(dialogue: Dialogue, rest: str) -> None:
    if dialogue.mirror.stage == "open":
        dialogue.send(StandCommand())
    else:
        dialogue.confirm = dialogue.speech("confirm-stand"), StandCommand


def _fill(dialogue: Dialogue, rest: str) -> None:
    number, _, level = rest.partition(" ")
    if (seat := _seat(dialogue, number)) is not None:
        assert dialogue.mirror.seats is not None
        empty = dialogue.mirror.seats.seats[seat] is None
        dialogue.send(FillCommand(seat, level or (dialogue.mirror.welcome.levels[0] if empty else "")))


def _start(dialogue: Dialogue, rest: str) -> None:
    """Start the match.

    If a seat is reserved for a person who is about to sit down, ask the player to confirm first. `rest`, the text after
    the command's name, is not used.
    """
    seats = dialogue.mirror.seats
    if seats is None or not seats.reserved:
        dialogue.send(StartCommand())
    else:
        question = dialogue.speech("confirm-start", number=seats.reserved[0] + 1)
        dialogue.confirm = question, lambda: StartCommand(anyway=True)


def _remove(dialogue: Dialogue, rest: str) -> None:
    """Ask the host of the table to confirm the removal of a person, who then may not sit down at this table again.

    `rest`, the text after the command's name, is the number of the person's seat.
    """
    if (seat := _seat(dialogue, rest)) is None:
        return
    assert dialogue.mirror.seats is not None
    person = dialogue.mirror.seats.seats[seat]
    if person is None or not person.id or seat == dialogue.you:
        dialogue.notice([dialogue.speech("remove-nobody", number=seat + 1)])
    else:
        dialogue.confirm = dialogue.speech("confirm-remove", player=seat), lambda: RemoveCommand(person.id)


def _lock(dialogue: Dialogue, rest: str) -> None:
    assert dialogue.mirror.seats is not None
    dialogue.send(LockCommand(not dialogue.mirror.seats.locked))


def _report(dialogue: Dialogue, rest: str) -> None:
    """Report the last action of a computer player as bad, so that the developers can examine it.

    `rest`, the text after the command's name, is the number of the computer player's seat. If it is "", the report is
    about the computer player that acted last.
    """
    mirror = dialogue.mirror
    seat = _seat(dialogue, rest) if rest else mirror.bot_acted
    if seat in mirror.acted_at and _reporting(mirror):
        dialogue.send(ReportCommand(mirror.acted_at[seat], seat))
    elif seat is not None or not rest:
        dialogue.notice([dialogue.speech("report-nothing")])


def _replace(dialogue: Dialogue, rest: str) -> None:
    if (seat := _seat(dialogue, rest)) is not None:
        dialogue.send(dialogue.mirror.propose("replace", seat=seat))


def _rematch(dialogue: Dialogue, rest: str) -> None:
    dialogue.wants_rematch = _is_over(dialogue.mirror)
    dialogue.send(RematchCommand())


def _say(dialogue: Dialogue, rest: str) -> None:
    presets = dialogue.mirror.welcome.presets
    if not rest:
        preset_list = "; ".join(f"{n}: {dialogue.speech(f'chat-{preset}')}" for n, preset in enumerate(presets, 1))
        dialogue.notice([dialogue.speech("chat-how", presets=preset_list)])
    elif rest.isdecimal() and 0 < int(rest) <= len(presets):
        dialogue.send(ChatCommand(preset=presets[int(rest) - 1]))
    else:
        dialogue.send(ChatCommand(rest[:MAX_TEXT_LENGTH]))


def _point(dialogue: Dialogue, rest: str) -> None:
    """Point at a card in a partner's face-up hand, so that everyone at the table sees it.

    `rest`, the text after the command's name, is the card. If it is "", stop pointing.
    """
    mirror, words = dialogue.mirror, dialogue.speech.words
    card = read_card(words, rest) if rest else None
    if rest and card is None:
        dialogue.notice([dialogue.speech("not-a-card", text=rest)])
    else:
        dialogue.send(PointCommand(mirror.update.n if mirror.update else 0, card))


def _quit(dialogue: Dialogue, rest: str) -> None:
    raise EOFError


# Pages


def _help(dialogue: Dialogue, rest: str) -> None:
    mirror, speech = dialogue.mirror, dialogue.speech
    names = [command.name for command in COMMANDS if command.is_listed(mirror)]
    if mirror.is_to_act:
        dialogue.read(help_page(speech, mirror.view, dialogue.choices, question(speech, mirror.view), names))
    else:
        dialogue.read(keys_page(speech, names))


def _last(dialogue: Dialogue, rest: str) -> None:
    mirror, speech = dialogue.mirror, dialogue.speech
    dialogue.notice(last_trick(speech, mirror.view.public) if mirror.update else [speech("last-none")])


def _sheet(dialogue: Dialogue, rest: str) -> None:
    sheet = dialogue.mirror.sheet
    if sheet is None:
        dialogue.notice([dialogue.speech("deal-none")])
        return
    prompt = "prompt-sheet" if len(sheet.lines) > 1 else "prompt-back"
    page = sheet_with_reasons(dialogue.speech, sheet)
    dialogue.read(page, prompt)
    while (line := dialogue.screen.ahead).isdecimal():
        if not 0 < int(line) <= len(sheet.lines):  # no such deal; the number must not select a call
            dialogue.screen.ahead = ""
            dialogue.notice([dialogue.speech("answer-unclear", text=line[:MAX_TEXT_LENGTH])])
            break
        dialogue.read(sheet_with_reasons(dialogue.speech, sheet, int(line)), prompt)


def _deal(dialogue: Dialogue, rest: str) -> None:
    """Show the last finished deal of the match with all hands face up.

    `rest`, the text after the command's name, is not used.
    """
    sheet, speech = dialogue.mirror.sheet, dialogue.speech
    if sheet is None or not sheet.lines:
        dialogue.notice([speech("deal-none")])
        return
    try:
        log = Log.replay(read_events(dialogue.connection.log())[0])
    except (OSError, PrikupError):
        dialogue.notice([speech("deal-unreadable")])
        return
    log_speech = Speech(speech.words, log.game, log.begin.names, spoken=speech.spoken)
    dialogue.read(replay_page(log_speech, log, sheet.lines[-1].deal))


def _rules(dialogue: Dialogue, rest: str) -> None:
    mirror = dialogue.mirror
    dialogue.read(rules_at_table(dialogue.speech.words, mirror.welcome.game, mirror.game.options))


def _table(dialogue: Dialogue, rest: str) -> None:
    dialogue.show_again()


# Conditions under which the help page lists a command


def _always(mirror: TableMirror) -> bool:
    return True


def _open(mirror: TableMirror) -> bool:
    return mirror.stage == "open"


def _hosting(mirror: TableMirror) -> bool:
    return mirror.stage == "open" and mirror.seats is not None and mirror.seats.host


def _keeping_order(mirror: TableMirror) -> bool:
    return mirror.welcome.chat and mirror.seats is not None and mirror.seats.host


def _reporting(mirror: TableMirror) -> bool:
    # Only a server accepts reports, and only the tables of a server have a chat.
    return mirror.welcome.chat and mirror.bot_acted is not None


def _seating(mirror: TableMirror) -> bool:
    """Return whether players can take and leave seats at the table now. `mirror` is the client's state of the table.

    Before the match they can. During the match they can if other people play, or if computer players replace absent
    players.
    """
    return _open(mirror) or (_going_on(mirror) and (not mirror.practice or mirror.welcome.absent == "bot"))


def _playing(mirror: TableMirror) -> bool:
    return mirror.stage == "deal"


def _practising(mirror: TableMirror) -> bool:
    return mirror.practice


def _going_on(mirror: TableMirror) -> bool:
    return mirror.stage in ("shuffle", "deal", "rest")


def _voting(mirror: TableMirror) -> bool:
    return _going_on(mirror) and mirror.welcome.absent == "vote"


def _playing_rated(mirror: TableMirror) -> bool:
    return _going_on(mirror) and mirror.seats is not None and mirror.seats.rated


def _match_started(mirror: TableMirror) -> bool:
    return mirror.stage in ("shuffle", "deal", "rest", "over")


def _learning(mirror: TableMirror) -> bool:
    return mirror.welcome.coach


def _pointing(mirror: TableMirror) -> bool:
    return mirror.update is not None and bool(mirror.update.partners)


def _is_over(mirror: TableMirror) -> bool:
    return mirror.stage == "over"


def _chatting(mirror: TableMirror) -> bool:
    return mirror.welcome.chat


class PlayerCommand(Struct, frozen=True):
    """A command that a player can type at a table.

    - `name`: the internal name. The words that the player types are the message `keys-NAME`, and the description of the
      command on the help page is the message `help-NAME`.
    - `do`: the function that executes the command. Its arguments are the state of the dialogue with the player, and the
      text after the command's name, which is "" unless `takes_argument` is True.
    - `is_listed`: a function that returns whether the help page should list the command at present. Its argument is the
      client's state of the table.
    - `takes_argument`: whether text may follow the command's name.
    """

    name: str
    do: Callable[[Dialogue, str], None]
    is_listed: Callable[[TableMirror], bool] = _always
    takes_argument: bool = False


COMMANDS = (
    PlayerCommand("help", _help),
    PlayerCommand("start", _start, _hosting),
    PlayerCommand("fill", _fill, _hosting, takes_argument=True),
    PlayerCommand("again", _rematch, _is_over),
    PlayerCommand("hint", _hint, _practising),
    PlayerCommand("undo", _undo, _playing),
    PlayerCommand("coach", _coach, _learning),
    PlayerCommand("last", _last, _playing),
    PlayerCommand("deal", _deal, _match_started),
    PlayerCommand("sheet", _sheet, _match_started),
    PlayerCommand("rules", _rules),
    PlayerCommand("table", _table, _playing),
    PlayerCommand("concede", concede, _playing),
    PlayerCommand("claim", claim, _playing, takes_argument=True),
    PlayerCommand("point", _point, _pointing, takes_argument=True),
    PlayerCommand("stop", _stop, _going_on),
    PlayerCommand("resign", _resign, _playing_rated),
    PlayerCommand("replace", _replace, _voting, takes_argument=True),
    PlayerCommand("remove", _remove, _keeping_order, takes_argument=True),
    PlayerCommand("lock", _lock, _keeping_order),
    PlayerCommand("report", _report, _reporting, takes_argument=True),
    PlayerCommand("sit", sit, _seating, takes_argument=True),
    PlayerCommand("stand", _stand, _seating),
    PlayerCommand("say", _say, _chatting, takes_argument=True),
    PlayerCommand("quit", _quit),
)
"""All commands that a player can type at a table, in the order of the help page."""
BY_NAME = {command.name: command for command in COMMANDS}
