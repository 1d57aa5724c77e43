"""The interpretation of a line that a player types at a table.

A line is first tried as an answer to the open question (yes or no, a cut, cards and calls), then as a command. The
client also sends commands that are not possible now; the table rejects them with a reason.
"""

import secrets

from prikup.table.protocol.client_messages import AnswerCommand, NextCommand
from prikup.terminal.client.commands import BY_NAME, COMMANDS, MAX_TEXT_LENGTH, PlayerCommand, sit
from prikup.terminal.client.dialogue import Dialogue
from prikup.terminal.client.input_parser import (
    ParsedActions,
    TypedCommand,
    UnclearInput,
    means,
    read,
    read_command,
    refusal_text,
    unclear_reply,
)
from prikup.terminal.render.waiting_pages import Scene

__all__ = ["execute_line"]


def execute_line(dialogue: Dialogue, line: str, scene: Scene | None) -> None:
    """Execute a line that the player typed.

    The line may answer a question, or it may be a command. `dialogue` is the state of the dialogue with the player.
    `scene` is the page that was shown, or None if the table of a deal was shown. Raise EOFError if the player leaves.
    """
    command_match = _command(dialogue, line)
    if dialogue.confirm:
        _answer_confirmation(dialogue, line)
    elif _answer_proposal(dialogue, line):
        return
    elif scene is None and line and dialogue.mirror.is_to_act and not (command_match and command_match[1]):
        _act(dialogue, line)
    elif command_match:
        command, rest = command_match
        command.do(dialogue, rest)
    elif scene and scene.name == "cut":
        _cut(dialogue, line)
    elif not line:
        _take_default_step(dialogue, scene)
    elif scene and scene.name == "open" and line.isdecimal():
        sit(dialogue, line)
    else:
        dialogue.notice([_no_question_reply(dialogue, scene, line)])


def _command(dialogue: Dialogue, line: str) -> "tuple[PlayerCommand, str] | None":
    """Return the command that a line of input names, and the text that follows the command's name.

    Return None if the line is not a command.
    """
    words = dialogue.words
    if name := read_command(words, line, BY_NAME):
        return BY_NAME[name], ""
    first, _, rest = line.partition(" ")
    name = read_command(words, first, [command.name for command in COMMANDS if command.takes_argument])
    return (BY_NAME[name], rest.strip()) if name else None


def _answer_confirmation(dialogue: Dialogue, line: str) -> None:
    assert dialogue.confirm is not None
    _, do = dialogue.confirm
    dialogue.confirm = dialogue.last_question = None
    if means(dialogue.words, "yes", line) and (message := do()) is not None:
        dialogue.send(message)


def _answer_proposal(dialogue: Dialogue, line: str) -> bool:
    """Answer the open proposal (a claim, an undo or the like that other players have to accept) with a yes or a no.

    Return True if the `line` was such an answer. Return False if it is neither yes nor no, or if the player has nothing
    to answer. The player who made the proposal can only say no, which withdraws it.
    """
    proposal = dialogue.proposal
    if proposal is None or dialogue.you not in (proposal.by, *proposal.waits):
        return False
    for key in ("yes", "no"):
        if means(dialogue.words, key, line) and (key == "no" or dialogue.you != proposal.by):
            dialogue.send(AnswerCommand(proposal.number, key == "yes"))
            return True
    return False


def _act(dialogue: Dialogue, line: str) -> None:
    """Execute a line that the player typed while it was their turn: cards, calls, or a command."""
    mirror, choices = dialogue.mirror, dialogue.choices
    match read(dialogue.speech, choices, line, BY_NAME):
        case TypedCommand(name):
            BY_NAME[name].do(dialogue, "")
        case ParsedActions(actions) if actions[0] in choices:  # the table checks the actions after the first
            dialogue.send(mirror.act(actions))
        case ParsedActions((action, *_)):
            why = mirror.game.explanations.why_illegal(mirror.view, action, mirror.game.legal(mirror.view))
            dialogue.notice([refusal_text(dialogue.speech, action, why)])
        case UnclearInput() as unclear_input:
            dialogue.notice([unclear_reply(dialogue.speech, unclear_input, len(choices))])


def _cut(dialogue: Dialogue, line: str) -> None:
    shuffle_message, max_cut = dialogue.mirror.shuffle_message, len(dialogue.mirror.welcome.pack) - 1
    if line and not (line.isdecimal() and 0 < int(line) <= max_cut):
        dialogue.notice([dialogue.speech("not-a-cut", cut=line[:MAX_TEXT_LENGTH], most=max_cut)])
    elif shuffle_message is not None:
        dialogue.send(dialogue.mirror.cut(shuffle_message, int(line) if line else 1 + secrets.randbelow(max_cut)))


def _take_default_step(dialogue: Dialogue, scene: Scene | None) -> None:
    """Take the most likely next step, because the player entered an empty line.

    Examples are starting the next deal, sitting down, and showing the current state again. `scene` is the page that was
    shown, or None if the table of a deal was shown.
    """
    mirror = dialogue.mirror
    assert mirror.seats is not None
    if scene is None and (shown_remark := dialogue.remark) and shown_remark.has_more and not dialogue.screen.spoken:
        dialogue.coach.read(shown_remark.remark)
    elif scene and scene.name == "open" and mirror.you is None and None in mirror.seats.seats:
        sit(dialogue, "")
    elif mirror.stage == "rest" and mirror.you in mirror.seats.waits:
        dialogue.send(NextCommand())
    elif mirror.stage == "over":
        raise EOFError
    else:
        dialogue.show_again()


def _no_question_reply(dialogue: Dialogue, scene: Scene | None, line: str) -> str:
    """Return the reply to a line that neither answers a question nor is a command.

    `scene` is the page that was shown, or None if the table of a deal was shown.
    """
    seats_to_act = dialogue.mirror.sight().seats_to_act if scene is None else ()
    if seats_to_act and dialogue.you is None:
        return dialogue.speech("no-seat")
    if len(seats_to_act) == 1:
        return dialogue.speech("not-your-turn", seat=seats_to_act[0])
    return dialogue.speech("input-not-asked", text=line[:MAX_TEXT_LENGTH])
