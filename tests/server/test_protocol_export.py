"""The JSON schemas and TypeScript types match the structs, and sent messages match the schemas."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.matches import play_match
from support.random_walk import KINDS, random_steps

from prikup.history.events import DealEvent
from prikup.rules.game_definition import GameDefinition
from prikup.server.protocol_export import files, main
from prikup.table.messages.views import deck, sheet, update, update_context, welcome
from prikup.table.protocol.server_messages import DecksMessage

ROOT = Path(__file__).parents[2]
SERVER_SCHEMA = json.loads(files()["docs/protocol/told.json"])
PLAIN = {"integer": int, "string": str, "boolean": bool, "null": type(None)}


def test_protocol_files_are_current(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check"], ROOT) == 0, capsys.readouterr().out


def test_protocol_check_names_outdated_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([], tmp_path) == 0
    assert main(["--check"], tmp_path) == 0
    (tmp_path / "docs/protocol/told.json").write_text("{}")
    (tmp_path / "web/src/client/game_types.ts").unlink()
    assert main(["--check"], tmp_path) == 1
    assert capsys.readouterr().out.splitlines() == [
        "docs/protocol/told.json is not current",
        "web/src/client/game_types.ts is not current",
    ]


def _fits(value: Any, schema: dict[str, Any]) -> bool:
    """Return whether a value matches a schema; supports the keywords that the message schemas use."""
    match schema:
        case {"$ref": ref}:
            return _fits(value, SERVER_SCHEMA["$defs"][ref.rpartition("/")[2]])
        case {"enum": values}:
            return value in values
        case {"anyOf": parts}:
            return any(_fits(value, part) for part in parts)
        case {"prefixItems": parts}:
            return len(value) == len(parts) and all(map(_fits, value, parts))
        case {"type": "array", "items": items}:
            return type(value) is list and all(_fits(item, items) for item in value)
        case {"properties": of, "required": required}:
            return type(value) is dict and _fits_object(value, of, required)
        case {"additionalProperties": of}:
            return type(value) is dict and all(_fits(part, of) for part in value.values())
        case {"type": plain}:
            return type(value) is PLAIN[plain]
    assert not schema, schema
    return True


def _fits_object(value: dict[str, Any], of: dict[str, Any], required_keys: list[str]) -> bool:
    return set(required_keys) <= set(value) <= set(of) and all(_fits(part, of[key]) for key, part in value.items())


def _to_json(message: Any) -> Any:
    return json.loads(msgspec.json.encode(message))


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_server_messages_match_schema(name: str, kind: GameDefinition) -> None:
    for rules, state, _ in random_steps(kind, 5, 8):
        for receiver in (0, None):
            view_message = _to_json(update(update_context(rules, 1, state), receiver))
            assert _fits(view_message, SERVER_SCHEMA)
            view_message["view"]["public"]["unheard"] = 1
            assert not _fits(view_message, SERVER_SCHEMA)
    log = play_match(name, kind, 1)
    decks = tuple(deck(event) for event in log.events if isinstance(event, DealEvent))
    table = welcome("t", log.game, absent="wait", clock=(1, 2), presets=None)
    for message in (sheet(log), DecksMessage(decks), table):
        assert _fits(_to_json(message), SERVER_SCHEMA)
