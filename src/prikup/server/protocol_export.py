"""Exports the protocol for authors of clients: JSON schemas, TypeScript types, and the API paths of a device.

A device is a browser that hosts tables itself. The files are generated from the structs of `prikup.table.protocol` and
the routes of `prikup.api`. `python -m prikup.server.protocol_export`, run in the root of the repository, writes them.
With `--check` it writes nothing and only names the files that are out of date.
"""

import inspect
import json
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import UNSET, Struct, UnsetType, defstruct
from msgspec.structs import fields

from prikup.api.errors import ErrorBody
from prikup.api.notices import PushMessage
from prikup.api.routes import all_routes
from prikup.archive.finished_match import DealPosition, Result
from prikup.games import GAMES
from prikup.problems.themes import Asks
from prikup.review.judgement import CountedVerdict, Verdict
from prikup.review.review_json import PartName
from prikup.rules.match_standing import MatchStanding
from prikup.rules.presentation import Presentation
from prikup.rules.scoring_questions import FormAnswer, FormQuestion
from prikup.rules.state import PrivateNote, PublicState
from prikup.rules.tricks import Follow, Goal
from prikup.scorer.edit_history import HistoryLine
from prikup.scorer.entries import EntryContent
from prikup.scorer.score_file import FileHead
from prikup.server.lobby.messages import LobbyCommand, LobbyMessage
from prikup.server.typescript import (
    comment,
    interface,
    is_optional_in_message,
    is_optional_in_request,
    is_optional_in_response,
    structs_in,
    type_text,
    union_key,
)
from prikup.table.protocol.client_messages import ClientCommand
from prikup.table.protocol.server_messages import ServerMessage, UpdateMessage

__all__ = ["files", "main"]

Schema = dict[str, Any]

CLIENT_MESSAGE_TEXT = "A message that a client sends to a table."
SERVER_MESSAGE_TEXT = "A message that a table sends to a client."
LOBBY_COMMAND_TEXT = "A message that a client sends to the lobby of a server."
LOBBY_MESSAGE_TEXT = "A message that the lobby of a server sends to a client."
PUBLIC_TEXT = """The part of a View that everyone at the table sees.

Every game has the first eight fields. The other fields belong to particular games and are left out in the rest. `turn`
is the seat whose cards are to be played, and `actor` is the seat that decides. `shown` are the cards that are face up:
a mask for each seat (bit 13 * suit + rank). `match` is the state of the match before the deal. `said` has all
announcements so far, in order, including every card turned up.
"""
VIEW_TEXT = """What one receiver of a message knows about a deal.

`seat` is the receiver's seat, null for a spectator. `hand` is the mask of the receiver's cards, and `notes` is what
only the receiver knows. A mask is below 2 ** 52, so a JavaScript number represents it exactly, but the operators `&`
and `>>` of JavaScript cut it to 32 bits."""


NAMED_UNIONS = {
    "Asks": Asks,
    "CountedVerdict": CountedVerdict,
    "EntryContent": EntryContent,
    "Follow": Follow,
    "FormAnswer": FormAnswer,
    "FormQuestion": FormQuestion,
    "Goal": Goal,
    "HistoryLine": HistoryLine,
    "PartName": PartName,
    "Result": Result,
    "Verdict": Verdict,
}
"""The unions of the HTTP API that have a name of their own, because clients import them by this name."""


def files() -> dict[str, str]:
    """Return the text of every generated file, by the file's path relative to the root of the repository."""
    client_schema = _document("ClientCommand", CLIENT_MESSAGE_TEXT, ClientCommand)
    server_schema = _document("ServerMessage", SERVER_MESSAGE_TEXT, ServerMessage)
    view = _view()
    server_schema["$defs"] |= _components(view)
    server_schema["$defs"][UpdateMessage.__name__]["properties"]["view"] = {"$ref": f"#/$defs/{view.__name__}"}
    for schema in server_schema["$defs"].values():
        schema["required"] = _always_present(schema)
    return {
        "docs/protocol/sent.json": _json(client_schema),
        "docs/protocol/told.json": _json(server_schema),
        "web/src/client/game_types.ts": _game_file(view),
        "web/src/client/protocol.ts": _message_file(view),
        "web/src/client/lobby_protocol.ts": _lobby_file(),
        "web/src/client/device_paths.ts": _device_paths_file(),
        "web/src/client/api_types.ts": _api_file(structs_in([view, Presentation, ClientCommand, ServerMessage])),
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
    """Return the names of the fields that are in every message of one struct type, whose JSON schema is `schema`.

    A field with a default value is included, because a server always sends it.
    """
    required_fields = set(schema["required"])
    return [
        key for key, field_schema in schema["properties"].items() if key in required_fields or "default" in field_schema
    ]


def _view() -> type:
    """Return a struct type for a view (what one player sees of a deal) in any game.

    The struct's field `public` has the fields of the public state of every game. A field that some games lack may be
    missing.
    """
    common_names = [field.name for field in fields(PublicState)]
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
    """Return a type that covers `first_type` and `second_type`, the types of one field in two games.

    For two Literal types, this is one Literal with the values of both.
    """
    if get_origin(first_type) is get_origin(second_type) is Literal:
        return Literal[*get_args(first_type), *get_args(second_type)]
    return first_type if first_type == second_type else first_type | second_type


def _json(schema: Schema) -> str:
    return json.dumps(schema | {"$defs": dict(sorted(schema["$defs"].items()))}, indent=2, ensure_ascii=False) + "\n"


# TypeScript


GENERATED_NOTE = "// Made by `python -m prikup.server.protocol_export` from the structs of the server. Do not edit."


def _game_file(view: type[Struct]) -> str:
    """Return the text of the TypeScript file with the structs that describe games.

    These structs refer to no structs of other files.

    `view` is the struct type for the view of a deal in any game.
    """
    structs = structs_in([view, Presentation])
    blocks = [interface(struct, is_optional_in_message, {}) for _, struct in sorted(structs.items())]
    return "\n\n".join([GENERATED_NOTE, *blocks]) + "\n"


def _message_file(view: type[Struct]) -> str:
    """Return the text of the TypeScript file with all messages between clients and tables.

    The file also re-exports the structs that describe games.

    `view` is the struct type for the view of a deal in any game.
    """
    game_structs = structs_in([view, Presentation])
    blocks = [
        GENERATED_NOTE,
        'import type { GameView, Presentation, Trick } from "./game_types";',
        'export type * from "./game_types";',
    ]
    for name, text, union, rule in (
        ("ClientCommand", CLIENT_MESSAGE_TEXT, ClientCommand, is_optional_in_request),
        ("ServerMessage", SERVER_MESSAGE_TEXT, ServerMessage, is_optional_in_message),
    ):
        blocks.append(comment(text) + f"export type {name} = {type_text(union)};")
        structs = {name: struct for name, struct in structs_in([union]).items() if name not in game_structs}
        blocks += (
            interface(struct, rule, {"view": view.__name__} if struct is UpdateMessage else {})
            for _, struct in sorted(structs.items())
        )
    return "\n\n".join(blocks) + "\n"


def _api_file(structs_of_tables: Mapping[str, Any]) -> str:
    """Return the text of the TypeScript file with the structs in requests and responses of the HTTP API.

    The file also contains the structs of the files that clients write. `structs_of_tables` are structs, by name, that
    the file imports from the file with the messages instead of defining them.
    """
    routes = all_routes()
    received = structs_in([ErrorBody, FileHead, PushMessage, *(route.response for route in routes)])
    sent = structs_in(kind for route in routes for kind in (route.search, route.body) if kind)
    structs = {name: struct for name, struct in (received | sent).items() if name not in structs_of_tables}
    name_by_union = {union_key(union): name for name, union in NAMED_UNIONS.items()}
    blocks = [f"export type {name} = {type_text(union)};" for name, union in NAMED_UNIONS.items()]
    blocks += [
        interface(
            struct,
            is_optional_in_response if name in received else is_optional_in_request,
            {"public": "Public"} if struct is DealPosition else {},
            name_by_union,
        )
        for name, struct in sorted(structs.items())
    ]
    used = {name for block in blocks for name in re.findall(r"\w+", block.partition("export")[2])}
    imported = sorted(({*structs_of_tables, "Public"} - structs.keys()) & used)
    return "\n\n".join([GENERATED_NOTE, f'import type {{ {", ".join(imported)} }} from "./protocol";', *blocks]) + "\n"


def _lobby_file() -> str:
    """Return the text of the TypeScript file with the messages of the lobby's WebSocket.

    Structs that the HTTP API or the messages of tables also contain are imported.
    """
    api_structs = structs_in(route.response for route in all_routes() if route.response)
    table_structs = structs_in([ServerMessage])
    structs = structs_in([LobbyCommand, LobbyMessage])
    shared = {"./protocol": table_structs.keys(), "./api_types": api_structs.keys() - table_structs.keys()}
    own_names = sorted(name for name in structs if not any(name in names for names in shared.values()))
    blocks = [
        comment(LOBBY_COMMAND_TEXT) + f"export type LobbyCommand = {type_text(LobbyCommand)};",
        comment(LOBBY_MESSAGE_TEXT) + f"export type LobbyMessage = {type_text(LobbyMessage)};",
        *(
            interface(structs[name], is_optional_in_request if name.endswith("Command") else is_optional_in_message, {})
            for name in own_names
        ),
    ]
    used = {name for block in blocks for name in re.findall(r"\w+", block.partition("export")[2])}
    imports = (
        f'import type {{ {", ".join(sorted(names & used))} }} from "{file}";' for file, names in sorted(shared.items())
    )
    return "\n\n".join([GENERATED_NOTE, "\n".join(imports), *blocks]) + "\n"


def _device_paths_file() -> str:
    """Return the text of the TypeScript file that lists the paths of the requests that a device can answer itself.

    A device is a browser that hosts tables.
    """
    routes = all_routes()
    device_paths = {route.path for route in routes if route.function or route.on_device}
    first_segments = {path.partition("/")[0] for path in device_paths}
    server_paths = {
        route.path
        for route in routes
        if route.path not in device_paths and not route.parameters and route.path.partition("/")[0] in first_segments
    }
    return (
        "\n\n".join(
            [
                GENERATED_NOTE,
                _constant("DEVICE_PATHS", "The first path segments of requests that a device answers.", first_segments),
                _constant("SERVER_PATHS", "Exceptions: paths of which only a server answers requests.", server_paths),
            ]
        )
        + "\n"
    )


def _constant(name: str, text: str, values: Collection[str]) -> str:
    """Return a TypeScript constant with these values in alphabetical order, and `text` as its comment."""
    lines = "".join(f"  {json.dumps(value)},\n" for value in sorted(values))
    return f"/** {text} */\nexport const {name}: readonly string[] = [\n{lines}];"


# The command


def _stale_files(text_by_path: Mapping[str, str], root: Path) -> Iterator[str]:
    for name, text in text_by_path.items():
        path = root / name
        if not path.exists() or path.read_text() != text:
            yield name


def main(arguments: list[str], root: Path) -> int:
    """Write the generated files under the folder `root` and return 0, the exit status.

    `arguments` are the arguments of the command. If the only one is `--check`, write nothing: print the names of the
    files that are out of date, and return 1 if there are any.
    """
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
