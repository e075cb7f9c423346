"""Reading pages: a strict reader of HTML that finds what is not closed, what is inline, and what may be pressed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from html.parser import HTMLParser
from typing import Any

VOID = {"br", "hr", "img", "input", "link", "meta", "circle", "ellipse", "path", "rect", "use"}
"""What has no end: of HTML, and of the drawings where it ends itself."""


class Element:
    """An element with its attributes and all the text inside it."""

    def __init__(self, tag: str, attributes: dict[str, str], above: list[Element]) -> None:
        self.tag, self.attributes, self.above = tag, attributes, above
        self.text = ""

    def get(self, name: str) -> str:
        return self.attributes.get(name, "")

    @property
    def classes(self) -> list[str]:
        return self.get("class").split()

    @property
    def words(self) -> str:
        return " ".join(self.text.split())

    def within(self, **wanted: str) -> bool:
        return any(each.get(name) == value for each in self.above for name, value in wanted.items())


class Reader(HTMLParser):
    """Takes a page apart; whatever is not well formed raises."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[Element] = []
        self._open: list[Element] = []
        self.feed(html)
        self.close()
        assert not self._open, f"not closed: {[each.tag for each in self._open]}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_data(" ")
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"{tag} says {names} twice"
        element = Element(tag, {name: value or "" for name, value in attrs}, [*self._open])
        self.elements.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        assert self._open, f"</{tag}> closes nothing"
        assert self._open[-1].tag == tag, f"</{tag}> closes <{self._open[-1].tag}>"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.text += data

    def all(self, tag: str = "", **wanted: str) -> list[Element]:
        """The elements of that tag, with these attributes or, as `css`, of that class."""
        css = wanted.pop("css", "")
        return [
            each
            for each in self.elements
            if (not tag or each.tag == tag)
            and (not css or css in each.classes)
            and all(each.get(name.replace("_", "-")) == value for name, value in wanted.items())
        ]

    def one(self, tag: str = "", **wanted: str) -> Element:
        found = self.all(tag, **wanted)
        assert len(found) == 1, f"{len(found)} of {tag} {wanted}"
        return found[0]

    @property
    def orders(self) -> list[dict[str, Any]]:
        """The commands that can be given with the buttons of this page, as they are on the buttons."""
        return [json.loads(each.get("data-do")) for each in self.elements if "data-do" in each.attributes]

    @property
    def clauses(self) -> set[tuple[str, str]]:
        """Every clause behind a chip, with its book."""
        chips = [each.get("data-clause").split() for each in self.elements if "data-clause" in each.attributes]
        return {(book, number) for book, *numbers in chips for number in numbers}

    @property
    def faces(self) -> set[str]:
        """The cards that lie face up."""
        return {each.get("data-face") for each in self.elements if each.get("data-face")}


def whole(regions: Mapping[str, str]) -> Reader:
    """All regions of a page together."""
    return Reader("".join(regions.values()))


def check_strict(html: str) -> Reader:
    """A page that is well formed and holds nothing inline: no style, no script, no handler."""
    page = Reader(html)
    for each in page.elements:
        assert each.tag != "style", "a style sheet inside of the page"
        assert each.tag != "script" or each.get("src").startswith("/static/"), "a script inside of the page"
        for name, value in each.attributes.items():
            assert name != "style", f"{each.tag} has a style: {value}"
            assert not name.startswith("on"), f"{each.tag} has a handler: {name}"
            assert not value.startswith(("http:", "https:", "//")) or name == "xmlns", f"{each.tag} goes elsewhere: {value}"
    ids = [each.get("id") for each in page.elements if each.get("id")]
    assert len(ids) == len(set(ids)), f"twice: {[one for one in ids if ids.count(one) > 1]}"
    for each in page.all("button"):
        assert each.words or each.get("aria-label"), f"a button without a name: {each.attributes}"
    for each in page.all("input"):
        labelled = each.get("aria-label") or any(above.tag == "label" for above in each.above)
        assert labelled, f"an input without a name: {each.attributes}"
    return page


def without_amounts(command: Mapping[str, Any], names: Iterable[str] = ("amount", "chips")) -> str:
    """A command but for how much, which the player chooses."""
    left = {name: value for name, value in command.items() if name not in names}
    if command["do"] in ("raise", "take-back"):
        left.pop("to", None)
    return json.dumps(left, sort_keys=True)
