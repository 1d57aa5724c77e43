"""Whatever the style sheets say is understood by Firefox and by WebKitGTK, which leave out silently what they do not
know."""

from pathlib import Path

from other_browsers.driver import Driver
from support.serving import Server

import prikup

SPARED = {"text-size-adjust", "line-clamp", "scrollbar-color", "forced-color-adjust"}
"""Without these a page is only a little less fine: phones have the first, what has a prefix does what the second does,
one sees the browser's own scroll bars, and its own colours."""
STRANGE = """(css) => {
  const root = getComputedStyle(document.documentElement);
  const found = new Set();
  const told = (value) => value.replace(/var\\((--[\\w-]+)\\)/g, (whole, name) => root.getPropertyValue(name) || whole);
  const rules = css.replace(/@(font-face|page) *\\{[^}]*\\}/g, "");
  for (const [, selectors, block] of rules.matchAll(/([^{}]*)\\{([^{}]*)\\}/g)) {
    try {
      if (!/^(@|from|to|[\\d.]+%)/.test(selectors)) document.querySelector(selectors);
    } catch {
      found.add(selectors);
    }
    for (const one of block.split(";")) {
      const [name, value] = one.replace("!important", "").split(/:(.*)/s);
      if (value && !/^--|(^|:)-(webkit|moz)-/.test(one) && !CSS.supports(name, told(value))) found.add(one);
    }
  }
  return [...found];
}"""
"""What a browser does not understand, with the colours of the page in place of their names; prefixes are for others.
What describes a font or the paper is no property, and no browser answers for it."""


def test_every_style_is_understood(window: Driver, server: Server) -> None:
    window.goto(server.url)
    sheets = list(Path(prikup.__file__).parent.glob("server/client/assets/*.css"))
    assert sheets
    found = window.evaluate(STRANGE, "".join(sheet.read_text() for sheet in sheets))
    assert [one for one in found if one.partition(":")[0] not in SPARED] == []
