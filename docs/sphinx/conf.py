"""The settings of Sphinx for the site of the documents, which `build_site.py` builds."""

import re
from importlib.util import find_spec

from docstrings import full_names, signature, to_rst
from docutils import nodes
from pygments.lexers.special import TextLexer
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.highlighting import lexers
from sphinx.util.nodes import make_refnode

from prikup.solver import exact

project = "prikup"
html_title = "prikup"
html_theme = "furo"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#24475a", "color-brand-content": "#24475a"},
    "dark_css_variables": {"color-brand-primary": "#8fc1d6", "color-brand-content": "#8fc1d6"},
}
html_show_sphinx = html_show_copyright = html_copy_source = False
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "index"
smartquotes = False  # options begin with two hyphens
highlight_language = "none"
pygments_style, pygments_dark_style = "a11y-high-contrast-light", "a11y-high-contrast-dark"

# The documents are plain Markdown for every other reader: of MyST's additions they use none.
myst_heading_anchors = 6
myst_disable_syntax = ["myst_role", "myst_block_break", "myst_line_comment", "myst_target"]

autodoc_member_order = "bysource"
autodoc_mock_imports = [name for name in ("pyspiel", "open_spiel") if find_spec(name) is None]
add_module_names = False
python_maximum_signature_line_length = 80
nitpicky = True

for _language in ("fluent", "ppn"):
    lexers[_language] = TextLexer()

# The name is imported for type checkers only, and autodoc evaluates all types.
vars(exact).setdefault("Cancel", object)


def _process_signature(app: Sphinx, what: str, name: str, value: object, *_: object) -> tuple[str, str] | None:
    return signature(value) if what in ("function", "method", "class", "exception") else None


def _process_docstring(app: Sphinx, what: str, name: str, value: object, options: object, lines: list[str]) -> None:
    lines[:] = to_rst(lines)


def _resolve_type(app: Sphinx, env: BuildEnvironment, node: pending_xref, text: nodes.TextElement) -> nodes.Node | None:
    """Return what is shown for a type without a module in a signature: a link, if it has an entry, else its name.

    Return None for any other name: it must have an entry.
    """
    target = node["reftarget"]
    if node.get("refdomain") != "py" or (target.startswith("prikup.") and target not in full_names().values()):
        return None
    entry = env.domains.python_domain.objects.get(full_names().get(target, ""))
    if entry is None:
        return text
    return make_refnode(app.builder, node["refdoc"], entry.docname, entry.node_id, text, target)


def _mark_language(app: Sphinx, document: nodes.document) -> None:
    """Give the page of a game's rules the language in which it is written."""
    language = re.match(r"rules/(\w+)/", app.env.docname)
    if language and language[1] != "en":
        for section in document.findall(nodes.section):
            section["classes"].append(f"language-{language[1]}")


def setup(app: Sphinx) -> None:
    """Connect the functions of this file to Sphinx."""
    app.connect("autodoc-process-signature", _process_signature)
    app.connect("autodoc-process-docstring", _process_docstring)
    app.connect("missing-reference", _resolve_type)
    app.connect("doctree-read", _mark_language)
