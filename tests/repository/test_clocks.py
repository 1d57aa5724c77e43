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
EVALUATED = re.compile(r"\bwait_for_function\(")
"""A pattern for a wait that fails if its condition does not hold at once, because the pages allow no `eval`."""
REASON = re.compile(r"(?:#|//|/\*) real time: \w")
FILES = [
    path
    for pattern in ("tests/**/*.py", "web/tests/**/*.ts")
    for path in sorted(ROOT.glob(pattern))
    if path != Path(__file__) and "campaigns" not in path.parts
]


def unexplained_waits(source: str) -> list[int]:
    """Return the numbers of lines that wait or measure time in a wrong way without giving a reason."""
    lines = ["", *source.splitlines()]
    return [
        number
        for number, line in enumerate(lines)
        if any(pattern.search(line) for pattern in (SLEEP, CLOCK, HURRY, EVALUATED))
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
page.wait_for_function("done")
"""
    assert unexplained_waits(source) == [1, 5, 7, 9]
