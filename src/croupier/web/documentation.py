"""The documentation as pages: the Markdown files of `docs/`, with links between them and a search. Nothing from other hosts.

>>> "<h1" in page("index")
True
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import resources
from itertools import pairwise
from pathlib import Path, PurePosixPath
from posixpath import normpath

import msgspec
from jinja2 import Template
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from croupier.books import GAMES, TITLES, game_of, is_ours
from croupier.cases.readings import home as home
from croupier.kernel.errors import CroupierError
from croupier.kernel.languages import ENGLISH


def _file(name: str) -> str:
    return (resources.files("croupier.web") / name).read_text(encoding="utf-8")


SECTIONS: Mapping[str, list[str]] = tomllib.loads(_file("documentation.toml"))
"""Every page by name, in the order of the contents."""

_SCRIPTS = dict.fromkeys(("search.js", "search-index.js"), "text/javascript")
FILES = {"icon.svg": "image/svg+xml", "style.css": "text/css", **_SCRIPTS}
"""The files that every page loads, by name, with their types."""
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


def page(name: str, code: str = ENGLISH) -> str:
    """A page as HTML, made once, in a language that has it. Its links to other pages are relative, and end in `.html`."""
    return _page(name, code, _added_games() if name == "play" else ())


def _added_games() -> tuple[tuple[bool, str], ...]:
    """The games of added books, each a row of the tables of games: whether it is poker, and the row."""
    own = ((game, TITLES[book]) for game, book in GAMES.items() if not is_ours(book))
    return tuple(
        (game_of(game).poker is not None, f"| [{title.games[game]}](/rules/{title.id}) | {title.title} |") for game, title in own
    )


def _with_rows(text: str, rows: Iterable[tuple[bool, str]]) -> str:
    """The text with these rows at the end of its first table, or of its second one for poker."""
    parts = re.split(r"(?m)(?<=\|\n)(?!\|)", text)
    for poker, row in rows:
        parts[poker] += f"{row}\n"
    return "".join(parts)


@cache
def _page(name: str, code: str, added: tuple[tuple[bool, str], ...]) -> str:
    text = _source(name)
    try:
        text = _file(f"pages_{code}/{name.removeprefix('play/')}.md")
    except FileNotFoundError:
        code = ENGLISH
    tokens = _MARKDOWN.parse(_with_rows(text, added))
    _give_ids(tokens)
    for token in _all(tokens):
        if token.type == "link_open":
            token.attrs["href"] = _address(name, str(token.attrs["href"]))
        if token.attrs.pop("style", "") == "text-align:right":  # the casino's pages allow no style attributes
            token.attrs["class"] = "right"
    order, body = names(), _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})
    source = _file("documentation.html")
    html: str = Template(
        source, autoescape=True, keep_trailing_newline=True, trim_blocks=True
    ).render(
        name=name,
        heading=text.split("\n", 1)[0].removeprefix("# ").strip(),
        language=code,
        root="../" * name.count("/"),
        sections=SECTIONS,
        title=title,
        body=Markup(_wide(body)),  # noqa: S704  made of our own files
        before=order[order.index(name) - 1 : order.index(name)],
        after=order[order.index(name) + 1 : order.index(name) + 2],
    )
    return html


@cache
def file(name: str) -> str:
    """One of `FILES`."""
    if name != "search-index.js":
        return _file({"icon.svg": "static/icon.svg", "style.css": "documentation.css", "search.js": "documentation.js"}[name])
    parts: list[dict[str, str]] = []
    for page_name in names():
        tokens = _MARKDOWN.parse(_source(page_name))
        _give_ids(tokens)
        for before, token in pairwise(tokens):
            if before.type == "heading_open":
                place = {"page": page_name, "title": title(page_name), "id": str(before.attrs["id"])}
                parts.append({**place, "heading": token.content, "text": ""})
            elif parts and token.content:
                parts[-1]["text"] += " ".join(token.content.lower().split()) + " "
    return f"window.croupierHelp = {msgspec.json.encode(parts).decode()};"


def build(folder: Path) -> int:
    """Write every page into a folder, with what they load and the pictures; how many pages there are."""
    for name in names():
        written = folder / f"{name}{_SUFFIX}"
        written.parent.mkdir(parents=True, exist_ok=True)
        written.write_text(page(name), encoding="utf-8")
    for name in FILES:
        (folder / name).write_text(file(name), encoding="utf-8")
    (folder / PICTURES).mkdir(exist_ok=True)
    for picture_file in (home() / PICTURES).iterdir():
        (folder / PICTURES / picture_file.name).write_bytes(picture_file.read_bytes())
    return len(names())


def picture(name: str) -> tuple[bytes, str]:
    """A picture of the pages, `pictures/floor.webp`, with its kind."""
    kind = _KINDS.get(PurePosixPath(name).suffix)
    known = {f"{PICTURES}/{picture_file.name}": picture_file for picture_file in (home() / PICTURES).iterdir()}
    if kind is None or name not in known:
        raise NoSuchPage(f"there is no picture {name!r}")
    return known[name].read_bytes(), kind


def fragment(markdown: str) -> str:
    """A piece of a page as HTML, without links, which depend on the place of the page."""
    return str(_MARKDOWN.render(re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", markdown)))


def _source(name: str) -> str:
    if name not in names() or not (page_file := home() / f"{name}.md").is_file():
        raise NoSuchPage(f"there is no page {name!r}")
    return re.sub(r"^<!--.*?-->\n", "", page_file.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


def _all(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from _all(token.children or [])


def _give_ids(tokens: list[Token]) -> None:
    """Headings can be linked to, by the usual names: lower case, with hyphens for spaces."""
    for heading, inside in pairwise(tokens):
        if heading.type == "heading_open":
            heading.attrs["id"] = re.sub(r"[^\w\- ]", "", inside.content.lower()).replace(" ", "-")


def _address(name: str, link: str) -> str:
    """Where a link leads: to a page here, or outside; links to files of the repository are removed."""
    if re.match(r"[a-z]+:", link) or link.startswith(("#", "/")):
        return link
    path, _, place = link.partition("#")
    target = normpath(str(PurePosixPath(name).parent / path))
    if target.removesuffix(".md") not in names():
        return "#"
    return path.removesuffix(".md") + _SUFFIX + (f"#{place}" if place else "")


def _wide(html: str) -> str:
    """Content wider than a phone scrolls on its own, also by keyboard; a picture's text is its caption too."""
    html = re.sub(r'<p>(<img [^>]*alt="([^"]*)"[^>]*>)</p>', r"<figure>\1<figcaption>\2</figcaption></figure>", html)
    html = html.replace("<pre>", '<pre tabindex="0">').replace("</table>", "</table></div>")
    return html.replace("<table>", '<div class="wide" tabindex="0"><table>')
