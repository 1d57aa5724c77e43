"""docs/protocol.md matches the protocol: every message has an example there, and every example is valid."""

import hashlib
import json
import re
from pathlib import Path
from typing import Any, get_args

import msgspec

from prikup.games import GAMES, game
from prikup.history.shuffle import Shuffle, commitment, shuffle_deck
from prikup.narration import describe_prompt
from prikup.rules.game import AnyGame
from prikup.rules.state import View
from prikup.table.protocol import ClientCommand, Entropy, Hash, Opened, Sealed, ServerMessage, Update, Wondered

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "protocol.md").read_text()
EXAMPLES = re.findall(r"^```json (sent|told)\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)
FIELDS = re.findall(r"^\| (?:`(\w+)` )?\| `(\w+)` \| ", DOCUMENT, re.MULTILINE)
BOT = re.findall(r"^```python bot.py\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)
UNIONS = {"sent": ClientCommand, "told": ServerMessage}


def test_every_message_has_an_example_and_every_example_is_one() -> None:
    for way, union in UNIONS.items():
        texts = [text for side, text in EXAMPLES if side == way]
        messages = [msgspec.json.decode(text, type=union) for text in texts]
        assert {type(message) for message in messages} == set(get_args(union))
        for message, text in zip(messages, texts, strict=True):
            assert json.loads(msgspec.json.encode(message)) == json.loads(text), text


def test_the_messages_are_counted() -> None:
    sent, told = (len(get_args(union)) for union in UNIONS.values())
    counted = re.search(r"says (\d+) things and is told (\d+)\.", " ".join(DOCUMENT.split()))
    assert counted, "the head of docs/protocol.md counts the messages: 'says N things and is told N.'"
    assert tuple(map(int, counted.groups())) == (sent, told), f"there are {sent} to be said and {told} to be told"


def _documented() -> list[tuple[str, list[str]]]:
    """Return the tables of "Every field": owner and field names, in document order."""
    found: list[tuple[str, list[str]]] = []
    for owner, field in FIELDS:
        if owner:
            found.append((owner, []))
        found[-1][1].append(field)
    return found


def test_every_field_is_named_where_it_stands() -> None:
    documented = _documented()
    parts: dict[str, list[str]] = {}
    messages = []
    for name in ("sent", "told"):
        schemas = json.loads((ROOT / "docs" / "protocol" / f"{name}.json").read_text())["$defs"]
        for part, schema in schemas.items():
            fields = [field for field in schema["properties"] if field != "type"]
            if "type" in schema["properties"]:
                messages.append((schema["properties"]["type"]["enum"][0], fields))
            else:
                parts[part] = fields
    expected = [*messages, *parts.items()]
    for owner, fields in expected:
        candidates = [sorted(named) for found, named in documented if found == owner]
        assert not fields or sorted(fields) in candidates, f"{owner} has {fields}, the document names {candidates}"
    assert len(documented) == sum(bool(fields) for _, fields in expected), "the document names what there is not"


def _example(of: Any) -> Any:
    """Return the first example of a message type."""
    messages = (msgspec.json.decode(text, type=UNIONS[way]) for way, text in EXAMPLES)
    return next(message for message in messages if type(message) is of)


def _game() -> AnyGame:
    """Return the game played by the document's sample program, used for its views and decks."""
    (name,) = re.findall(r'"game": "(\S+)"', BOT[0])
    return game(name)


def test_the_view_is_one_of_its_game_and_says_what_is_legal_in_it() -> None:
    told: Update = _example(Update)
    rules = _game()
    seen: View[Any] = msgspec.convert(told.view, View[GAMES[rules.name].public])  # type: ignore[misc]  # known at run time
    assert json.loads(msgspec.json.encode(seen)) == told.view
    tricks = seen.public.tricks
    assert tricks is not None
    assert (told.legal, told.ask) == (rules.legal(seen), describe_prompt(seen))
    assert (told.facts, told.best, told.asked) == (rules.headline(seen.public), tricks.best, (seen.public.actor,))
    wondering: Wondered = _example(Wondered)
    assert wondering == Wondered(told.n, wondering.act, rules.why(seen, wondering.act))


def test_the_deck_is_made_as_it_says() -> None:
    opened: Opened = _example(Opened)
    (deck,) = opened.decks
    assert shuffle_deck(_game().pack, Shuffle(deck.seed, deck.entropy, deck.cut)) == deck.deck
    sealed: Sealed = _example(Sealed)
    assert sealed.commitment == commitment(deck.seed)
    given: Hash = _example(Hash)
    text: Entropy = _example(Entropy)
    assert given.hash == sealed.hashes[0] == hashlib.sha256(text.entropy.encode()).hexdigest()


def test_there_is_one_bot_and_it_is_python() -> None:
    (program,) = BOT
    compile(program, "bot.py", "exec")
    assert len(program.splitlines()) <= 50
