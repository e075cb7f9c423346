"""The documentation as pages: the Markdown files of `docs/`, each with a way to the others. No script, no request elsewhere.

>>> "<h1" in page("index")
True
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath
from posixpath import normpath

from markdown_it import MarkdownIt
from markdown_it.token import Token

from croupier.kernel.errors import CroupierError

SECTIONS: Mapping[str, tuple[str, ...]] = {
    "Tutorial": ("index", "tutorial/evening"),
    "How to": (
        "how-to/odds-and-equity",
        "how-to/write-a-bot",
        "how-to/change-a-pay-table",
        "how-to/audit-a-record",
        "your-own-cases",
        "how-to/add-an-edition",
        "how-to/add-a-rulebook",
        "how-to/lantern-stud",
        "hand-histories",
        "tournaments",
        "poker-room",
    ),
    "Reference": (
        "reference/commands",
        "reference/api",
        "reference/lines",
        "reference/events",
        "reference/grounds",
        "games",
    ),
    "Explanation": (
        "explanation/one-idea",
        "explanation/proof",
        "interpretations",
        "interpretations/crown-caribbean-stud",
        "interpretations/star-caribbean-stud",
        "interpretations/nz-caribbean-stud",
        "interpretations/venezia-caribbean-poker",
        "interpretations/crown-poker",
        "differences-from-pokerkit",
        "benchmarks",
        "reliability",
    ),
}
"""Every page by its name, in the order in which they are offered."""

STYLE_SHEET = "style.css"
_SUFFIX = ".html"


class NoSuchPage(CroupierError):
    """There is no page of that name."""


def names() -> list[str]:
    """Every page there is."""
    return [name for section in SECTIONS.values() for name in section]


def title(name: str) -> str:
    """The title of a page: its first heading."""
    return _source(name).split("\n", 1)[0].removeprefix("# ").strip()


def page(name: str) -> str:
    """A page as HTML. Its links to other pages are relative, and end in `.html`."""
    text = _source(name)
    tokens = _MARKDOWN.parse(text)
    _give_ids(tokens)
    for token in _all(tokens):
        if token.type == "link_open":
            token.attrs["href"] = _address(name, str(token.attrs["href"]))
    root = "../" * name.count("/")
    body = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{escape(title(name))} · Croupier</title><link rel="stylesheet" href="{root}{STYLE_SHEET}"></head>\n'
        f'<body><nav aria-label="Pages">{_menu(name, root)}</nav>\n<main>{_wide(body)}</main></body></html>\n'
    )


def build(folder: Path) -> int:
    """Write every page into a folder, with the style sheet and the pictures; how many pages there are."""
    for name in names():
        file = folder / f"{name}{_SUFFIX}"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(page(name), encoding="utf-8")
    (folder / STYLE_SHEET).write_text(style_sheet(), encoding="utf-8")
    (folder / "table.svg").write_bytes((_home() / "table.svg").read_bytes())
    return len(names())


def style_sheet() -> str:
    return _STYLE


def _home() -> Traversable:
    """Where the Markdown is: inside the package in a wheel, under `docs/` in a checkout."""
    packaged = resources.files("croupier") / "web" / "docs"
    return packaged if packaged.is_dir() else Path(__file__).resolve().parents[3] / "docs"


def _source(name: str) -> str:
    if name not in names() or not (file := _home() / f"{name}.md").is_file():
        raise NoSuchPage(f"there is no page {name!r}")
    return file.read_text(encoding="utf-8")


_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


def _all(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from _all(token.children or [])


def _give_ids(tokens: list[Token]) -> None:
    """Headings can be linked to, by the names that are usual: small letters, with hyphens for spaces."""
    for heading, inside in zip(tokens, tokens[1:], strict=False):
        if heading.type == "heading_open":
            heading.attrs["id"] = re.sub(r"[^\w\- ]", "", inside.content.lower()).replace(" ", "-")


def _address(name: str, link: str) -> str:
    """Where a link leads: to a page here, or out of the house; what is only in the repository leads nowhere."""
    if re.match(r"[a-z]+:", link) or link.startswith("#"):
        return link
    path, _, place = link.partition("#")
    target = normpath(str(PurePosixPath(name).parent / path))
    if target.removesuffix(".md") not in names():
        return "#"
    return path.removesuffix(".md") + _SUFFIX + (f"#{place}" if place else "")


def _menu(here: str, root: str) -> str:
    parts = [f'<a class="home" href="{root}index{_SUFFIX}">Croupier</a>']
    for section, pages in SECTIONS.items():
        links = "".join(
            f'<li><a href="{root}{name}{_SUFFIX}"{" aria-current=page" if name == here else ""}>{escape(title(name))}</a>'
            for name in pages
        )
        parts.append(f"<h2>{section}</h2><ul>{links}</ul>")
    return "".join(parts)


def _wide(html: str) -> str:
    """Tables that are wider than a phone scroll by themselves."""
    return html.replace("<table>", '<div class="wide" tabindex="0"><table>').replace("</table>", "</table></div>")


_STYLE = """\
:root{--paper:#fff;--ink:#1b1f24;--dim:#56606b;--rule:#d5dae0;--soft:#f4f6f8;--link:#14598f}
@media(prefers-color-scheme:dark){:root{--paper:#14171b;--ink:#e8ebee;--dim:#9aa5b1;--rule:#343b44;--soft:#1d2228;--link:#7dbdf0}}
*{box-sizing:border-box}
body{margin:0;display:grid;grid-template-columns:17rem minmax(0,1fr);background:var(--paper);color:var(--ink);
font:16px/1.55 ui-sans-serif,system-ui,sans-serif}
nav{padding:1.2rem 1rem 2rem;border-right:1px solid var(--rule);font-size:.9rem;position:sticky;top:0;max-height:100vh;overflow:auto}
nav h2{font-size:.8rem;color:var(--dim);margin:1.2rem 0 .2rem}nav ul{list-style:none;margin:0;padding:0}nav li{margin:.15rem 0}
nav .home{font-weight:700;font-size:1.1rem}nav a{text-decoration:none}nav [aria-current]{font-weight:700;color:var(--ink)}
main{padding:1.2rem 2rem 4rem;max-width:54rem;min-width:0}
h1{font-size:1.7rem;line-height:1.2;margin:.2rem 0 1rem}h2{font-size:1.2rem;margin:2rem 0 .5rem}h3{font-size:1rem;margin:1.4rem 0 .3rem}
a{color:var(--link)}a[href="#"]{color:inherit;text-decoration:none}
pre{background:var(--soft);border:1px solid var(--rule);border-radius:4px;padding:.7rem .9rem;overflow:auto}
code{font:.88em/1.45 ui-monospace,monospace}p code,li code,td code{background:var(--soft);padding:.05em .25em;border-radius:3px}
.wide{overflow-x:auto;margin:.8rem 0}table{border-collapse:collapse;font-size:.9rem}
th,td{text-align:left;vertical-align:top;padding:.3rem .8rem .3rem 0;border-bottom:1px solid var(--rule)}th{color:var(--dim)}
img{max-width:100%}a:focus-visible,.wide:focus-visible{outline:2px solid var(--link);outline-offset:2px}
@media(max-width:50rem){body{display:block}nav{position:static;max-height:none;border-right:0;border-bottom:1px solid var(--rule)}main{padding:1rem}}
"""
