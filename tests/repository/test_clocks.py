"""Tests that the tests wait for events instead of fixed times, and that each sleep gives its reason (docs/testing.md).

A call that lets real time pass has a comment that begins with `real time:` on its line or on the line above.
"""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SLEEP = re.compile(r"\b(?:sleep|wait_for_timeout|waitForTimeout|setTimeout)\(")
CLOCK = re.compile(r"assert\b.*\b(?:monotonic|perf_counter|time\.time)\(|\b(?:took|elapsed)\w* <")
"""A pattern for an assertion about wall-clock seconds."""
HURRY = re.compile(r"\bhttpx\.(?:get|post|put|patch|delete|request|stream|Client|AsyncClient)\((?!.*timeout)")
"""A pattern for a client with the library's default timeout of five seconds, which is too short on a busy machine."""
REASON = re.compile(r"(?:#|//|/\*) real time: \w")
FILES = [
    path
    for pattern in ("tests/**/*.py", "web/tests/**/*.ts")
    for path in sorted(ROOT.glob(pattern))
    if path != Path(__file__) and "campaigns" not in path.parts
]


def unexplained_waits(source: str) -> list[int]:
    """Return the numbers of lines that sleep, measure time or use a short timeout without giving a reason."""
    lines = ["", *source.splitlines()]
    return [
        number
        for number, line in enumerate(lines)
        if (SLEEP.search(line) or CLOCK.search(line) or HURRY.search(line))
        and not line.lstrip().startswith(("#", "//", "def ", "async def "))
        and not (REASON.search(line) or REASON.search(lines[number - 1]))
    ]


def test_sleep_calls_name_their_reason() -> None:
    faulty_lines = [
        f"{path.relative_to(ROOT)}:{line}" for path in FILES for line in unexplained_waits(path.read_text())
    ]
    assert not faulty_lines, (
        "wait for an event (tests/support/waiting.py), or give the reason: `# real time: …`\n" + "\n".join(faulty_lines)
    )


def test_sleep_without_reason_is_found() -> None:
    source = """\
await asyncio.sleep(0)
time.sleep(1)  # real time: the process has no event
# real time: the page draws a frame
page.wait_for_timeout(100)
assert time.monotonic() - began < 2
def sleep(): ...
httpx.get(url)
httpx.get(url, timeout=DEADLINE_S)
"""
    assert unexplained_waits(source) == [1, 5, 7]
