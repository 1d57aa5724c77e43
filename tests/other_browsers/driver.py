"""A browser window, driven by WebDriver.

All browsers use the same commands. WebKitGTK's driver takes them over HTTP; Firefox has Marionette built in, which
takes JSON arrays over a socket, so that no separate driver is needed.
"""

import json
from abc import ABC, abstractmethod
from base64 import b64decode
from http.client import HTTPConnection
from socket import create_connection
from typing import Any, ClassVar

__all__ = ["Driver", "Element", "HttpDriver", "Marionette", "NotDone"]

PATIENCE = 120
"""Timeout in seconds for a command, including waits in the page."""
RESIZING = 20_000
"""Timeout in milliseconds for a page to notice a new window size."""
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The key of an element in WebDriver's JSON."""
KEYS = {
    "Tab": "\ue004",
    "Enter": "\ue007",
    "Shift": "\ue008",
    "Escape": "\ue00c",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
    "Minus": "-",
    "Equal": "=",
}
"""WebDriver's codes of keys that are no letters or digits."""

AS_WIDE = """async ([width, patience]) => {
  const ends = performance.now() + patience;
  while (innerWidth !== width) {
    if (performance.now() > ends) throw new Error(`the window is ${innerWidth} wide, not ${width}`);
    await new Promise(requestAnimationFrame);
  }
  await new Promise(requestAnimationFrame);
}"""
"""Wait until the page has the width of its window."""

Element = dict[str, str]


class NotDone(Exception):
    """A command that a browser could not carry out."""


class Driver(ABC):
    """A browser window."""

    @abstractmethod
    def command(self, name: str, **values: Any) -> Any:
        """Send a command and return its result. Raise NotDone if it could not be carried out."""

    @abstractmethod
    def close(self) -> None:
        """Disconnect from the browser."""

    def goto(self, url: str) -> None:
        """Open a page, and wait until it is loaded."""
        self.command("Navigate", url=url)

    def evaluate(self, function: str, value: Any = None) -> Any:
        """Call a function in the page with a value; return the value of its promise."""
        script = f"""const [value, done] = arguments;
          Promise.resolve(value).then({function})
            .then((found) => done([found ?? null, null]), (wrong) => done([null, `${{wrong}} ${{wrong.stack}}`]))"""
        result, error = self.command("ExecuteAsyncScript", script=script, args=[value])
        if error:
            raise NotDone(error)
        return result

    def click(self, element: Element) -> None:
        """Click in the middle of an element. Raise NotDone if something covers it."""
        self.command("ElementClick", id=element[ELEMENT])

    def press(self, keys: str) -> None:
        """Press a key, or several at once, named as in `KeyboardEvent.code`: `KeyA`, `Shift+Digit1`."""
        names = [KEYS.get(key) or key.removeprefix("Key").removeprefix("Digit").lower() for key in keys.split("+")]
        key_downs = [{"type": "keyDown", "value": name} for name in names]
        key_ups = [{"type": "keyUp", "value": name} for name in reversed(names)]
        self.command("PerformActions", actions=[{"type": "key", "id": "keyboard", "actions": [*key_downs, *key_ups]}])

    def resize(self, width: int, height: int) -> None:
        """Resize the window, which has a minimum size, and wait until the page has the new size."""
        self.command("SetWindowRect", width=width, height=height)
        self.evaluate(AS_WIDE, [width, RESIZING])

    def screenshot(self) -> bytes:
        """Return a screenshot of the visible part of the page, as PNG."""
        return b64decode(self.command("TakeScreenshot", full=False))


class Marionette(Driver):
    """Firefox: a command is `[0, number, name, values]` behind its length, an answer `[1, number, error, result]`."""

    def __init__(self, port: int) -> None:
        self._socket = create_connection(("127.0.0.1", port), PATIENCE)
        self._answers = self._socket.makefile("rb")
        self._count = 0
        self._answer()  # the greeting
        self.command("NewSession")
        self.command("SetTimeouts", script=PATIENCE * 1000)

    def command(self, name: str, **values: Any) -> Any:
        self._count += 1
        text = json.dumps([0, self._count, f"WebDriver:{name}", values]).encode()
        self._socket.sendall(b"%d:%b" % (len(text), text))
        _, _, error, result = self._answer()
        if error:
            raise NotDone(f"{name}: {error['message']}")
        return result.get("value", result)

    def close(self) -> None:
        self._answers.close()
        self._socket.close()

    def _answer(self) -> Any:
        length = b""
        while (digit := self._answers.read(1)) != b":":
            length += digit
        return json.loads(self._answers.read(int(length)))


class HttpDriver(Driver):
    """A browser whose driver listens at a port."""

    PATHS: ClassVar = {
        "NewSession": "/session",
        "SetTimeouts": "/timeouts",
        "Navigate": "/url",
        "ExecuteAsyncScript": "/execute/async",
        "ElementClick": "/element/{id}/click",
        "PerformActions": "/actions",
        "SetWindowRect": "/window/rect",
        "TakeScreenshot": "/screenshot",
    }

    def __init__(self, port: int, **capabilities: Any) -> None:
        self._http = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self._session = ""
        session = self.command("NewSession", capabilities={"alwaysMatch": capabilities})
        self._session = f"/session/{session['sessionId']}"
        self.command("SetTimeouts", script=PATIENCE * 1000)

    def command(self, name: str, **values: Any) -> Any:
        method = "GET" if name.startswith("Take") else "POST"
        path = self._session + self.PATHS[name].format(**values)
        self._http.request(method, path, json.dumps(values) if method == "POST" else None)
        answer = self._http.getresponse()
        value = json.load(answer)["value"]
        if answer.status != 200:
            raise NotDone(f"{name}: {value['message']}")
        return value

    def close(self) -> None:
        self._http.close()
