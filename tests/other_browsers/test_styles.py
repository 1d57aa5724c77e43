"""Firefox and WebKitGTK understand everything in the style sheets; they ignore unknown parts silently."""

from pathlib import Path

from other_browsers.driver import Driver
from support.server_process import Server

import prikup

IGNORED_PROPERTIES = {"text-size-adjust", "line-clamp", "scrollbar-color", "forced-color-adjust"}
"""Properties that only improve a page: the first is for phones, the second has a prefixed form, and without the others
the browser's own scroll bars and colours are shown."""
UNSUPPORTED_CSS = """(css) => {
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
"""Return what a browser does not understand, with the page's colours in place of their variables; prefixed properties
are skipped. Font and page descriptors are no properties, so they cannot be checked."""


def test_other_browser_supports_all_styles(window: Driver, server: Server) -> None:
    window.goto(server.url)
    sheets = list(Path(prikup.__file__).parent.glob("server/client/assets/*.css"))
    assert sheets
    unsupported = window.evaluate(UNSUPPORTED_CSS, "".join(sheet.read_text() for sheet in sheets))
    assert [css_part for css_part in unsupported if css_part.partition(":")[0] not in IGNORED_PROPERTIES] == []
