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
from prikup.table.protocol.client_messages import ClientCommand, EntropyCommand, HashCommand
from prikup.table.protocol.server_messages import DecksMessage, ServerMessage, ShuffleMessage, UpdateMessage, WhyMessage

ROOT = Path(__file__).parents[3]
DOCUMENT = (ROOT / "docs" / "protocol.md").read_text()
EXAMPLES = re.findall(r"^```json (sent|told)\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)
FIELDS = re.findall(r"^\| (?:`(\w+)` )?\| `(\w+)` \| ", DOCUMENT, re.MULTILINE)
BOT = re.findall(r"^```python bot.py\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)
UNIONS = {"sent": ClientCommand, "told": ServerMessage}


def test_protocol_document_has_valid_examples_of_all_messages() -> None:
    for direction, union in UNIONS.items():
        texts = [text for side, text in EXAMPLES if side == direction]
        messages = [msgspec.json.decode(text, type=union) for text in texts]
        assert {type(message) for message in messages} == set(get_args(union))
        for message, text in zip(messages, texts, strict=True):
            assert json.loads(msgspec.json.encode(message)) == json.loads(text), text


def test_protocol_document_counts_message_types() -> None:
    command_count, message_count = (len(get_args(union)) for union in UNIONS.values())
    counts = re.search(r"sends (\d+) types of message and receives (\d+)\.", " ".join(DOCUMENT.split()))
    assert counts, "the head of docs/protocol.md counts the messages: 'sends N types of message and receives N.'"
    assert tuple(map(int, counts.groups())) == (command_count, message_count), (
        f"a client sends {command_count} and receives {message_count}"
    )


def _documented_fields() -> list[tuple[str, list[str]]]:
    """Return the tables of "Every field": owner and field names, in document order."""
    tables: list[tuple[str, list[str]]] = []
    for owner, field in FIELDS:
        if owner:
            tables.append((owner, []))
        tables[-1][1].append(field)
    return tables


def test_protocol_document_lists_fields_of_all_types() -> None:
    documented_tables = _documented_fields()
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
    expected_tables = [*messages, *parts.items()]
    for owner, fields in expected_tables:
        candidates = [
            sorted(field_names) for documented_owner, field_names in documented_tables if documented_owner == owner
        ]
        assert not fields or sorted(fields) in candidates, f"{owner} has {fields}, the document names {candidates}"
    assert len(documented_tables) == sum(bool(fields) for _, fields in expected_tables), (
        "the document names what there is not"
    )


def _example(message_type: Any) -> Any:
    """Return the first example of a message type."""
    messages = (msgspec.json.decode(text, type=UNIONS[direction]) for direction, text in EXAMPLES)
    return next(message for message in messages if type(message) is message_type)


def _game() -> AnyGame:
    """Return the game played by the document's sample program, used for its views and decks."""
    (name,) = re.findall(r'"game": "(\S+)"', BOT[0])
    return game(name)


def test_protocol_document_update_example_follows_game_rules() -> None:
    update: UpdateMessage = _example(UpdateMessage)
    rules = _game()
    player_view: View[Any] = msgspec.convert(update.view, View[GAMES[rules.name].public])  # type: ignore[misc]  # known at run time
    assert json.loads(msgspec.json.encode(player_view)) == update.view
    tricks = player_view.public.tricks
    assert tricks is not None
    assert (update.legal, update.ask) == (rules.legal(player_view), describe_prompt(player_view))
    assert (update.facts, update.best, update.asked) == (
        rules.explanations.headline(player_view.public),
        tricks.best,
        (player_view.public.actor,),
    )
    why_message: WhyMessage = _example(WhyMessage)
    why = rules.explanations.why_illegal(player_view, why_message.act, rules.legal(player_view))
    assert why_message == WhyMessage(update.n, why_message.act, why)


def test_protocol_document_deck_example_verifies() -> None:
    decks_message: DecksMessage = _example(DecksMessage)
    (deck,) = decks_message.decks
    assert shuffle_deck(_game().pack, Shuffle(deck.seed, deck.entropy, deck.cut)) == deck.deck
    shuffle_message: ShuffleMessage = _example(ShuffleMessage)
    assert shuffle_message.commitment == commitment(deck.seed)
    hash_message: HashCommand = _example(HashCommand)
    entropy_message: EntropyCommand = _example(EntropyCommand)
    assert (
        hash_message.hash == shuffle_message.hashes[0] == hashlib.sha256(entropy_message.entropy.encode()).hexdigest()
    )


def test_protocol_document_has_a_short_python_bot() -> None:
    (program,) = BOT
    compile(program, "bot.py", "exec")
    assert len(program.splitlines()) <= 50
