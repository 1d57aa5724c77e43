"""Export of the protocol for client authors: JSON schemas and TypeScript types.

They are generated from the structs of `prikup.table.protocol`. `python -m prikup.server.protocol_export`, run in the
root of the repository, writes them; with `--check` it only names the files that are out of date.
"""

import inspect
import json
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import UNSET, UnsetType, defstruct
from msgspec.structs import fields

from prikup.games import GAMES
from prikup.rules.game import MatchStanding
from prikup.rules.presentation import Presentation
from prikup.rules.state import PrivateNote, PublicState
from prikup.table.protocol import ClientCommand, ServerMessage

__all__ = ["files", "main"]

Schema = dict[str, Any]

CLIENT_MESSAGE_TEXT = "A message of a client."
SERVER_MESSAGE_TEXT = "A message to a client."
PUBLIC_TEXT = """The part of a View that everybody at the table sees: eight fields that every game has, and those of
games (left out where the game has none of that name).

`turn` is the seat whose cards are to be played, `actor` the one who decides; `shown` are the cards lying face up, a
mask by seat (bit 13 * suit + rank); `match` is how things stood as the deal began; `said` is everything said so far
and every card turned up.
"""
VIEW_TEXT = """The knowledge of one receiver: `hand` is the mask of their cards, `notes` are what only they know. A
spectator's `seat` is null. A mask is below 2 ** 52 and exact, but `&` and `>>` of JavaScript cut it to 32 bits."""


def files() -> dict[str, str]:
    """Return the text of every generated file, by its path from the root of the repository."""
    client_schema = _document("Sent", CLIENT_MESSAGE_TEXT, ClientCommand)
    server_schema = _document("Told", SERVER_MESSAGE_TEXT, ServerMessage)
    view = _view()
    server_schema["$defs"] |= _components(view)
    game_schemas = _components(view) | _components(Presentation)
    server_schema["$defs"]["Update"]["properties"]["view"] = {"$ref": f"#/$defs/{view.__name__}"}
    for schema in server_schema["$defs"].values():
        schema["required"] = _always_present(schema)
    return {
        "docs/protocol/sent.json": _json(client_schema),
        "docs/protocol/told.json": _json(server_schema),
        "web/src/client/game_types.ts": _interfaces({name: server_schema["$defs"][name] for name in game_schemas}),
        "web/src/client/protocol.ts": _messages(client_schema, server_schema, game_schemas.keys()),
    }


# Schemas


def _document(title: str, description: str, union: Any) -> Schema:
    (schema,), _ = msgspec.json.schema_components([union])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "description": description,
        **schema,
        "$defs": _components(union),
    }


def _components(python_type: Any) -> dict[str, Schema]:
    _, components = msgspec.json.schema_components([python_type])
    for schema in components.values():
        text = inspect.cleandoc(schema.get("description", ""))
        schema["description"] = re.sub(r"\bNone\b", "null", text)
    return components


def _always_present(schema: Schema) -> list[str]:
    """Return the fields of a server message that are always present: those with a default too."""
    required_fields = set(schema["required"])
    return [
        key for key, field_schema in schema["properties"].items() if key in required_fields or "default" in field_schema
    ]


def _view() -> type:
    """Return a View type for any game, with the fields of all games' public parts."""
    common_names = [name for name, attribute in vars(PublicState).items() if isinstance(attribute, property)]
    types: dict[str, Any] = {}
    for kind in GAMES.values():
        for field in fields(kind.public):
            types[field.name] = _union_type(types.get(field.name, field.type), field.type)
    types |= {"match": MatchStanding, "phase": str}
    common_fields = [(name, types[name]) for name in common_names]
    game_fields = [(name, types[name] | UnsetType, UNSET) for name in sorted(set(types) - set(common_names))]
    public = defstruct("Public", [*common_fields, *game_fields], namespace={"__doc__": PUBLIC_TEXT})
    parts = [("seat", int | None), ("public", public), ("hand", int), ("notes", tuple[PrivateNote, ...])]
    return defstruct("GameView", parts, namespace={"__doc__": VIEW_TEXT})


def _union_type(first_type: Any, second_type: Any) -> Any:
    """Return a type for both; for two Literals, one with all their values."""
    if get_origin(first_type) is get_origin(second_type) is Literal:
        return Literal[*get_args(first_type), *get_args(second_type)]
    return first_type if first_type == second_type else first_type | second_type


def _json(schema: Schema) -> str:
    return json.dumps(schema | {"$defs": dict(sorted(schema["$defs"].items()))}, indent=2, ensure_ascii=False) + "\n"


# TypeScript


GENERATED_NOTE = "// Made by `python -m prikup.server.protocol_export` from the structs of the server. Do not edit."


def _interfaces(schemas: Mapping[str, Schema]) -> str:
    """Return the text of a file with these structs, which refer to no others."""
    return "\n\n".join([GENERATED_NOTE, *(_interface(name, schema) for name, schema in sorted(schemas.items()))]) + "\n"


def _messages(client_schema: Schema, server_schema: Schema, game_types: Collection[str]) -> str:
    """Return the text of the file of all messages; it re-exports the structs `game_types`, in game_types.ts."""
    blocks = [
        GENERATED_NOTE,
        'import type { GameView, Presentation, Trick } from "./game_types";',
        'export type * from "./game_types";',
    ]
    for document in (client_schema, server_schema):
        members = " | ".join(_type(part) for part in document["anyOf"])
        blocks.append(_comment(document["description"]) + f"export type {document['title']} = {members};")
        structs = {name: schema for name, schema in document["$defs"].items() if name not in game_types}
        blocks += (_interface(name, schema) for name, schema in sorted(structs.items()))
    return "\n\n".join(blocks) + "\n"


def _interface(name: str, schema: Schema) -> str:
    required_fields = set(schema["required"])
    lines = (
        f"  {key}{'' if key in required_fields else '?'}: {_type(field_schema)};"
        for key, field_schema in schema["properties"].items()
    )
    return _comment(schema["description"]) + "\n".join([f"export interface {name} {{", *lines, "}"])


def _comment(text: str) -> str:
    return "\n".join(["/**", *(f" * {line}".rstrip() for line in text.splitlines()), " */", ""]) if text else ""


def _type(schema: Schema) -> str:
    """Return the TypeScript type of a schema in the forms that msgspec generates."""
    match schema:
        case {"$ref": ref}:
            return str(ref).rpartition("/")[2]
        case {"enum": values}:
            return " | ".join(json.dumps(value) for value in values)
        case {"anyOf": parts}:
            return " | ".join(dict.fromkeys(_type(part) for part in parts))
        case {"type": "array", "prefixItems": parts}:
            return f"[{', '.join(_type(part) for part in parts)}]"
        case {"type": "array", "items": items}:
            of = _type(items)
            return f"({of})[]" if "|" in of else f"{of}[]"
        case {"type": "object", "additionalProperties": of}:
            return f"Record<string, {_type(of)}>"
        case {"type": "integer" | "number"}:
            return "number"
        case {"type": "string" | "boolean" | "null" as plain}:
            return str(plain)
        case {}:
            return "unknown"


# The command


def _stale_files(text_by_path: Mapping[str, str], root: Path) -> Iterator[str]:
    for name, text in text_by_path.items():
        path = root / name
        if not path.exists() or path.read_text() != text:
            yield name


def main(arguments: list[str], root: Path) -> int:
    """Write the files under `root`; with `--check` only print those that are out of date, and return 1 if any."""
    text_by_path = files()
    if arguments == ["--check"]:
        stale = list(_stale_files(text_by_path, root))
        print("".join(f"{name} is not current\n" for name in stale), end="")
        return int(bool(stale))
    for name, text in text_by_path.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], Path.cwd()))
