"""What a person at a table with others types, and what comes of it."""

import secrets

from prikup.claims import concession
from prikup.errors import PrikupError
from prikup.game import Settled, claim_of_all
from prikup.history.log import Log
from prikup.history.log_file import read_events
from prikup.locale.speech import Speech
from prikup.state import Seat
from prikup.table.protocol import Answer, Chat, Cut, Fill, Next, Rematch, Sit, Stand, Start
from prikup.terminal.client.place import Place
from prikup.terminal.render.help_page import help_page, keys_page
from prikup.terminal.render.input_parser import Actions, Command, Unclear, means, read, read_command, refusal, unclear
from prikup.terminal.render.last_trick import last_trick
from prikup.terminal.render.replay_page import replayed
from prikup.terminal.render.rules_page import rules_at_table
from prikup.terminal.render.sheet_page import sheet_with_reasons
from prikup.terminal.render.table_view import question
from prikup.terminal.render.waiting_pages import Scene

__all__ = ["Orders"]

ORDERS = ("start", "sit", "stand", "fill", "say", "claim", "stop", "replace", "again")
"""Commands that only a table with others knows. A seat, or what is said, may follow their word."""
ALWAYS = ("say", "rules", "leave")
BETWEEN = ("deal", "sheet", "stop", "replace", "stand", "sit", *ALWAYS)
HELP = {
    "open": ("start", "sit", "stand", "fill", *ALWAYS),
    "deal": ("undo", "last", "table", "concede", "claim", *BETWEEN),
    "over": ("again", "deal", "sheet", *ALWAYS),
}
"""The commands that help tells of."""
THOUGHT = 5.0
"""Seconds that a hint may take before he is asked again."""
LONGEST = 200
"""Characters of what one says."""


class Orders:
    """The orders of the person at a place."""

    def __init__(self, place: Place) -> None:
        self.place = place

    def take(self, typed: str, scene: Scene | None) -> None:
        """Do what was typed before this scene, or before the table of a deal. Raises EOFError when the person
        leaves."""
        place = self.place
        place.news = []
        if place.confirm:
            self._confirmed(typed)
        elif self._answered(typed):
            return
        elif order := self._order(typed):
            name, rest = order
            getattr(self, f"_{name}")(rest)
        elif scene and scene.name == "cut":
            self._cut(typed)
        elif scene is None and typed and place.hearing.asked:
            self._act(typed)
        elif command := read_command(place.speech.words, typed):
            getattr(self, f"_{command.name}")("")
        elif not typed:
            self._enter(scene)
        elif scene and scene.name == "open" and typed.isdecimal():
            self._sit(typed)
        else:
            place.notice([self._not_now(scene, typed)])

    def _not_now(self, scene: Scene | None, typed: str) -> str:
        """The answer to something that nobody has asked."""
        asked = self.place.hearing.sight().asked if scene is None else ()
        if asked and self.place.you is None:
            return self.place.speech("no-seat")
        if len(asked) == 1:
            return self.place.speech("not-your-turn", seat=asked[0])
        return self.place.speech("input-not-asked", text=typed[:LONGEST])

    def _order(self, typed: str) -> tuple[str, str] | None:
        """One of `ORDERS`, and what follows it."""
        first, _, rest = typed.partition(" ")
        words = self.place.speech.words
        found = next((name for name in ORDERS if means(words, f"keys-{name}", first)), None)
        return (found, rest.strip()) if found else None

    def _enter(self, scene: Scene | None) -> None:
        """An empty line: what lies nearest."""
        hearing = self.place.hearing
        assert hearing.seats is not None
        if scene is None:
            self._table("")
        elif scene.name == "open" and hearing.you is None and None in hearing.seats.seats:
            self._sit("")
        elif hearing.stage == "rest" and hearing.you in hearing.seats.waits:
            self.place.say(Next())
        elif hearing.stage == "over":
            raise EOFError
        else:
            self.place.shown = ""

    # Yes and no

    def _answered(self, typed: str) -> bool:
        """Whether it was an answer to what the table is asked."""
        place, words = self.place, self.place.speech.words
        proposal = place.proposal
        if proposal is None or place.you not in (proposal.by, *proposal.waits):
            return False
        for key in ("yes", "no"):
            if means(words, key, typed) and (key == "no" or place.you != proposal.by):
                place.say(Answer(proposal.number, key == "yes"))
                return True
        return False

    def _confirmed(self, typed: str) -> None:
        place = self.place
        assert place.confirm is not None
        _, message = place.confirm
        place.confirm = None
        if means(place.speech.words, "yes", typed):
            place.say(message())

    # The deal

    def _act(self, typed: str) -> None:
        place, hearing = self.place, self.place.hearing
        choices = place.choices
        match read(place.speech, choices, typed):
            case Command(name):
                getattr(self, f"_{name}")("")
            case Actions(actions) if actions[0] in choices:  # of those behind it the server judges
                place.say(hearing.act(actions))
            case Actions((action, *_)):
                place.notice([refusal(place.speech, action, hearing.game.why(hearing.view, action))])
            case Unclear() as found:
                place.notice([unclear(place.speech, found, len(choices))])

    def _cut(self, typed: str) -> None:
        place = self.place
        sealed, most = place.hearing.sealed, len(place.hearing.welcome.pack) - 1
        if typed and not (typed.isdecimal() and 0 < int(typed) <= most):
            place.notice([place.speech("not-a-cut", cut=typed[:LONGEST], most=most)])
        elif sealed is not None:
            place.say(Cut(sealed.deal, sealed.attempt, int(typed) if typed else 1 + secrets.randbelow(most)))

    def _hint(self, rest: str) -> None:
        self.place.say(self.place.hearing.hint(), THOUGHT)

    def _undo(self, rest: str) -> None:
        self.place.say(self.place.hearing.propose("undo"))

    def _concede(self, rest: str) -> None:
        """Give the deal up where the rules know that, else claim the rest of the tricks."""
        place, hearing = self.place, self.place.hearing
        sits = hearing.stage == "deal" and place.you is not None
        if sits and isinstance(concession(hearing.game, hearing.view), Settled):
            place.confirm = place.speech("confirm-concede"), lambda: hearing.propose("concede")
            return
        self._claim(rest)

    def _claim(self, rest: str) -> None:
        """Offer a split of the tricks that are left; without numbers one has all of them, or none where nobody wants
        any."""
        place, hearing = self.place, self.place.hearing
        won = claim_of_all(hearing.game, hearing.view) if hearing.stage == "deal" else None
        if won is None:
            place.notice([place.speech("no-tricks-yet")])
            return
        if rest:
            numbers = rest.split()
            if len(numbers) != len(won) or not all(map(str.isdecimal, numbers)):
                place.notice([place.speech("claim-how", counted=won)])
                return
            won = tuple(map(int, numbers))
        place.confirm = place.speech("confirm-split", counted=won), lambda: hearing.propose("claim", won)

    def _stop(self, rest: str) -> None:
        self.place.confirm = self.place.speech("confirm-stop"), lambda: self.place.hearing.propose("stop")

    # The seats

    def _seat(self, text: str) -> Seat | None:
        """A seat by its number, the first being 1."""
        seats = self.place.hearing.game.seats
        if text.isdecimal() and 0 < int(text) <= seats:
            return int(text) - 1
        self.place.notice([self.place.speech("seat-how", most=seats)])
        return None

    def _sit(self, rest: str) -> None:
        place, seats = self.place, self.place.hearing.seats
        assert seats is not None
        if not rest and (place.you is not None or None in seats.seats):
            place.say(Sit(place.you if place.you is not None else seats.seats.index(None)))
        elif (seat := self._seat(rest)) is not None:
            place.say(Sit(seat))

    def _stand(self, rest: str) -> None:
        if self.place.hearing.stage == "open":
            self.place.say(Stand())
        else:
            self.place.confirm = self.place.speech("confirm-stand"), Stand

    def _fill(self, rest: str) -> None:
        number, _, level = rest.partition(" ")
        place = self.place
        if (seat := self._seat(number)) is not None:
            assert place.hearing.seats is not None
            empty = place.hearing.seats.seats[seat] is None
            place.say(Fill(seat, level or (place.hearing.welcome.levels[0] if empty else "")))

    def _start(self, rest: str) -> None:
        self.place.say(Start())

    def _replace(self, rest: str) -> None:
        if (seat := self._seat(rest)) is not None:
            self.place.say(self.place.hearing.propose("replace", seat=seat))

    def _again(self, rest: str) -> None:
        self.place.again = True
        self.place.say(Rematch())

    def _say(self, rest: str) -> None:
        place = self.place
        presets = place.hearing.welcome.presets
        if not rest:
            listed = "; ".join(f"{n}: {place.speech(f'chat-{one}')}" for n, one in enumerate(presets, 1))
            place.notice([place.speech("chat-how", presets=listed)])
        elif rest.isdecimal() and 0 < int(rest) <= len(presets):
            place.say(Chat(preset=presets[int(rest) - 1]))
        else:
            place.say(Chat(rest[:LONGEST]))

    # Reading

    def _help(self, rest: str) -> None:
        place, hearing = self.place, self.place.hearing
        names = HELP.get(hearing.stage, BETWEEN)
        if hearing.practice:
            names = ("hint", *names)
        if hearing.asked:
            ask = question(place.speech, hearing.view)
            place.read(help_page(place.speech, hearing.view, place.choices, ask, names))
        else:
            place.read(keys_page(place.speech, names))

    def _last(self, rest: str) -> None:
        hearing, speech = self.place.hearing, self.place.speech
        self.place.notice(last_trick(speech, hearing.view.public) if hearing.update else [speech("last-none")])

    def _sheet(self, rest: str) -> None:
        place, sheet = self.place, self.place.hearing.sheet
        if sheet is None:
            place.notice([place.speech("deal-none")])
            return
        prompt = "prompt-sheet" if len(sheet.lines) > 1 else "prompt-back"
        page = sheet_with_reasons(place.speech, sheet)
        while (typed := place.read(page, prompt)).isdecimal() and 0 < int(typed) <= len(sheet.lines):
            page = sheet_with_reasons(place.speech, sheet, int(typed))

    def _deal(self, rest: str) -> None:
        """The last finished deal, all hands open."""
        place, sheet = self.place, self.place.hearing.sheet
        if sheet is None or not sheet.lines:
            place.notice([place.speech("deal-none")])
            return
        try:
            log = Log.replay(read_events(place.log())[0])
        except (OSError, PrikupError):
            place.notice([place.speech("deal-unreadable")])
            return
        speech = Speech(place.speech.words, log.game, log.begin.names, spoken=place.speech.spoken)
        place.read(replayed(speech, log, sheet.lines[-1].deal))

    def _rules(self, rest: str) -> None:
        hearing = self.place.hearing
        self.place.read(rules_at_table(self.place.speech.words, hearing.welcome.game, hearing.game.options))

    def _table(self, rest: str) -> None:
        place = self.place
        if place.hearing.stage == "deal":
            place.screen.table(place.speech, place.picture)
        else:
            place.shown = ""

    def _quit(self, rest: str) -> None:
        raise EOFError
