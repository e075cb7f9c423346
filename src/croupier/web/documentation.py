"""The documentation as pages: the Markdown files of `docs/`, each with a way to the others. No script, no request elsewhere.

>>> "<h1" in page("index")
True
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import pairwise
from pathlib import Path, PurePosixPath
from posixpath import normpath

from markdown_it import MarkdownIt
from markdown_it.token import Token

from croupier.kernel.errors import CroupierError

_LISTED = resources.files("croupier.web") / "documentation.toml"
SECTIONS: Mapping[str, list[str]] = tomllib.loads(_LISTED.read_text(encoding="utf-8"))
"""Every page by its name, in the order in which they are offered."""

STYLE_SHEET = "style.css"
PICTURES = "pictures"
_KINDS = {".webp": "image/webp", ".png": "image/png", ".svg": "image/svg+xml"}
_SUFFIX = ".html"


class NoSuchPage(CroupierError):
    """There is no page of that name."""


def names() -> list[str]:
    """Every page there is."""
    return [name for section in SECTIONS.values() for name in section]


def title(name: str) -> str:
    """The title of a page: its first heading."""
    return _source(name).split("\n", 1)[0].removeprefix("# ").strip()


@cache
def page(name: str) -> str:
    """A page as HTML, made once. Its links to other pages are relative, and end in `.html`."""
    text = _source(name)
    tokens = _MARKDOWN.parse(text)
    _give_ids(tokens)
    for token in _all(tokens):
        if token.type == "link_open":
            token.attrs["href"] = _address(name, str(token.attrs["href"]))
        if token.attrs.pop("style", "") == "text-align:right":  # the casino's pages allow no style in a tag
            token.attrs["class"] = "right"
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
    (folder / PICTURES).mkdir(exist_ok=True)
    for each in (home() / PICTURES).iterdir():
        (folder / PICTURES / each.name).write_bytes(each.read_bytes())
    return len(names())


def picture(name: str) -> tuple[bytes, str]:
    """A picture of the pages, `pictures/floor.webp`, with its kind."""
    kind = _KINDS.get(PurePosixPath(name).suffix)
    known = {f"{PICTURES}/{each.name}": each for each in (home() / PICTURES).iterdir()}
    if kind is None or name not in known:
        raise NoSuchPage(f"there is no picture {name!r}")
    return known[name].read_bytes(), kind


def style_sheet() -> str:
    return (resources.files("croupier.web") / "documentation.css").read_text(encoding="utf-8")


def home() -> Traversable:
    """Where the Markdown is: inside the package in a wheel, under `docs/` in a checkout."""
    packaged = resources.files("croupier") / "web" / "docs"
    return packaged if packaged.is_dir() else Path(__file__).resolve().parents[3] / "docs"


def _source(name: str) -> str:
    if name not in names() or not (file := home() / f"{name}.md").is_file():
        raise NoSuchPage(f"there is no page {name!r}")
    return file.read_text(encoding="utf-8")


_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


def _all(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from _all(token.children or [])


def _give_ids(tokens: list[Token]) -> None:
    """Headings can be linked to, by the names that are usual: small letters, with hyphens for spaces."""
    for heading, inside in pairwise(tokens):
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
    """What is wider than a phone scrolls by itself, by the keyboard as well."""
    html = html.replace("<pre>", '<pre tabindex="0">').replace("</table>", "</table></div>")
    return html.replace("<table>", '<div class="wide" tabindex="0"><table>')
