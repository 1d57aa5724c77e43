"""Write the bill of materials of a wheel: a list of its third-party components, as CycloneDX JSON (PEP 770).

Packages that pip installs as dependencies are not included. The components of the browser client come from the list
that the client's build writes. The libraries linked into the compiled extension are listed in this module.
"""

import json
import re
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import quote

import nanobind
import ziglang

__all__ = ["bill", "client_pieces", "linked_pieces"]

Piece = dict[str, Any]
"""A component in the JSON form of CycloneDX, with its name, version and licence."""


def bill(release: str, licence: str, pieces: Iterable[Piece]) -> str:
    """Return the bill of materials (the list of third-party components) of a wheel as JSON text.

    `release` is the version of this package, `licence` its licence, and `pieces` are the third-party components.
    """
    subject = {
        "type": "application",
        "bom-ref": "prikup",
        "name": "prikup",
        "version": release,
        "licenses": [{"expression": licence}],
        "purl": f"pkg:pypi/prikup@{release}",
    }
    components = sorted(pieces, key=lambda piece: str(piece["bom-ref"]))
    text = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": subject},
        "components": components,
        "dependencies": [
            {"ref": "prikup", "dependsOn": [piece["bom-ref"] for piece in components]},
            *({"ref": piece["bom-ref"]} for piece in components),
        ],
    }
    return json.dumps(text, indent=2) + "\n"


def client_pieces(client: Path) -> list[Piece]:
    """Return the components of the built client in the folder `client`.

    They come from the list that the client's build has written.
    """
    headings = re.findall(r"^# (\S+) (\S+) \((.+)\)$", (client / "licenses.txt").read_text("utf-8"), re.MULTILINE)
    return [_piece(name, number, licence, f"pkg:npm/{quote(name)}@{number}") for name, number, licence in headings]


def linked_pieces() -> list[Piece]:
    """Return the components linked into the extension: nanobind with its hash map, and Zig's C++ runtime."""
    headers = Path(nanobind.include_dir()).parent / "ext" / "robin_map" / "include" / "tsl"
    policy = (headers / "robin_growth_policy.h").read_text("utf-8")
    robin = ".".join(re.findall(r"#define TSL_RH_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", policy))
    libraries = Path(ziglang.__file__).parent / "lib"
    config = (libraries / "libcxx" / "include" / "__config").read_text("utf-8")
    version_match = re.search(r"# *define _LIBCPP_VERSION (\d+)(\d\d)(\d\d)$", config, re.MULTILINE)
    assert version_match, "libc++ no longer says its version"
    llvm = ".".join(str(int(part)) for part in version_match.groups())
    zig = version("ziglang")
    apache = "Apache-2.0 WITH LLVM-exception"
    return [
        _piece("nanobind", version("nanobind"), "BSD-3-Clause", f"pkg:pypi/nanobind@{version('nanobind')}"),
        _piece("robin-map", robin, "MIT", f"pkg:github/Tessil/robin-map@v{robin}"),
        *(
            _piece(name, llvm, apache, f"pkg:github/llvm/llvm-project@llvmorg-{llvm}#{folder}")
            for name, folder in (("libc++", "libcxx"), ("libc++abi", "libcxxabi"), ("libunwind", "libunwind"))
        ),
        _piece("compiler-rt of Zig", zig, "MIT", f"pkg:pypi/ziglang@{zig}#ziglang/lib/compiler_rt"),
    ]


def _piece(name: str, number: str, licence: str, purl: str) -> Piece:
    licences = [{"expression": licence}] if " " in licence else [{"license": {"id": licence}}]
    return {
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": number,
        "licenses": licences,
        "purl": purl,
    }
