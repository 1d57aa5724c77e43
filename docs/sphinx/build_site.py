"""Build the site of the documents: `python docs/sphinx/build_site.py`. It fails for each warning and each dead link.

`build/docs-source` gets the pages (`pages.py`), Sphinx turns them into `build/docs` (`conf.py`), and `site_links.py`
follows the links of what has been built. Nothing is fetched from a network.
"""

import shutil
import sys

from pages import ROOT, write_pages
from site_links import dead_links
from sphinx.cmd.build import build_main

SOURCE, SITE, CACHE = (ROOT / "build" / name for name in ("docs-source", "docs", "docs-cache"))


def main() -> int:
    """Build the site from nothing and return the exit code."""
    for folder in (SOURCE, SITE, CACHE):
        shutil.rmtree(folder, ignore_errors=True)
    write_pages(SOURCE)
    options = ["-q", "-W", "--keep-going", "-j", "auto", "-d", str(CACHE)]
    code = build_main([*options, "-c", str(ROOT / "docs" / "sphinx"), str(SOURCE), str(SITE)])
    links = sorted(dead_links(SITE))
    sys.stderr.writelines(f"dead link in build/docs: {link}\n" for link in links)
    return code or bool(links)


if __name__ == "__main__":
    sys.exit(main())
