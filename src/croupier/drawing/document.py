"""A document of sections, sentences, tables and drawings, available as a page, as PDF and as text, with the same words in each.

What a document says is a template in `drawing/templates`, in a simple markup: `#` the title, `>` the line under it, `=` a fact,
`##` a section, `|` a row of a table (the first one its headings), `-` an item of a list, `!` a drawing, `---` before the last
words; any other line is a paragraph. Figures are formatted there: `{{ solution.deals|f(",") }}`.

Nothing in it depends on the time or the machine: the same document is the same bytes.
"""

from collections.abc import Sequence
from functools import cache
from importlib import resources
from itertools import groupby
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.kernel.cards import faces
from croupier.kernel.money import DOLLARS, Currency

if TYPE_CHECKING:
    from croupier.drawing.joined_templates import Templates

_STYLE = resources.files("croupier.drawing") / "document.css"


class Grid(msgspec.Struct, frozen=True):
    """A table under its headings; the first column is words, the others are figures."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def lines(self) -> list[str]:
        """The table in a fixed-width font, its headings first."""
        widths = [max(map(len, column)) for column in zip(self.head, *self.rows, strict=True)]

        def line(row: Sequence[str]) -> str:
            first, *others = zip(row, widths, strict=True)
            return "  ".join([first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]).rstrip()

        return [line(row) for row in (self.head, *self.rows)]


class Items(msgspec.Struct, frozen=True):
    """A list."""

    items: tuple[str, ...]


class Figure(msgspec.Struct, frozen=True):
    """A drawing as SVG with its caption; one with a `summary` opens on a page when asked for. Paper and text leave it out."""

    caption: str
    svg: str
    summary: str = ""


Block = str | Grid | Items | Figure


class Section(msgspec.Struct, frozen=True):
    """A heading with the text below it, in order."""

    title: str
    blocks: tuple[Block, ...]


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """`facts` are below the title, `footer` at the end."""

    title: str
    lead: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    sections: tuple[Section, ...]
    footer: str = ""


def from_template(template: str, *, currency: Currency = DOLLARS, **figures: Any) -> Document:
    """A document from the template of this name and what it is about."""
    return read(rendered(template, currency=currency, **figures))


def rendered(template: str, *, currency: Currency = DOLLARS, **figures: Any) -> str:
    """The text of a template, filled in with figures; its sums are in the currency."""
    return currency.told(_templates().get_template(template).render(figures, currency=currency))


def in_lines(template: str, *, currency: Currency = DOLLARS, **figures: Any) -> str:
    """The lines of a template, without empty ones at the ends."""
    return currency.told("\n".join(as_recorded(template, currency=currency, **figures)))


def as_recorded(template: str, **figures: Any) -> tuple[str, ...]:
    """The lines of a template with sums as in the record; the caller converts them to a currency."""
    text = _templates().get_template(template).render(figures)
    return tuple(line for line in map(str.rstrip, text.splitlines()) if line)


def in_one_line(template: str, **figures: Any) -> str:
    """A drawing by a template, which has one line for each of its parts."""
    return "".join(map(str.strip, rendered(template, **figures).splitlines()))


def filled(text: str, **figures: Any) -> str:
    """A line that is a template itself, filled in."""
    return _templates().from_string(text).render(figures)


@cache
def _templates() -> "Templates":
    from jinja2 import PackageLoader

    from croupier.drawing import figures
    from croupier.drawing.chip_stacks import chips_svg
    from croupier.drawing.joined_templates import Templates
    from croupier.drawing.playing_cards import card_svg

    environment = Templates(loader=PackageLoader("croupier.drawing"))  # of plain text, which `as_html` escapes
    environment.filters |= figures.FILTERS
    environment.globals |= {"card_svg": card_svg, "chips_svg": chips_svg, "faces": faces}
    return environment


def read(text: str) -> Document:
    r"""A document from its markup.

    >>> read("# Terms\n## Prizes\n| place | wins |\n| first | $50 |").sections[0].blocks
    (Grid(head=('place', 'wins'), rows=(('first', '$50'),)),)
    """
    parts: dict[str, str] = {}
    facts: list[tuple[str, str]] = []
    sections: list[tuple[str, list[Block]]] = []
    for mark, group in groupby(map(str.strip, text.splitlines()), _mark):
        lines = [line.removeprefix(mark).strip() for line in group]
        match mark:
            case "#" | ">" | "---":
                parts[mark] = lines[0]
            case "=":
                facts += [(name.strip(), value.strip()) for name, _, value in (line.partition(":") for line in lines)]
            case "##":
                sections.append((lines[0], []))
            case "|":
                head, *rows = (tuple(map(str.strip, line.removesuffix("|").split("|"))) for line in lines)
                sections[-1][1].append(Grid(head, tuple(rows)))
            case "-":
                sections[-1][1].append(Items(tuple(lines)))
            case "!":
                sections[-1][1].extend(Figure(*line.split("\t")) for line in lines)
            case _ if sections:
                sections[-1][1].extend(filter(None, lines))
    return Document(
        title=parts["#"],
        lead=parts.get(">", ""),
        facts=tuple(facts),
        sections=tuple(Section(title, tuple(blocks)) for title, blocks in sections),
        footer=parts.get("---", ""),
    )


def _mark(line: str) -> str:
    mark = line.partition(" ")[0]
    return mark if mark in ("#", ">", "=", "##", "|", "-", "!", "---") else ""


def as_html(document: Document) -> str:
    """One self-contained page, for light and dark screens, phones and paper."""
    return rendered("document.html", part="page", shown=document, style=_STYLE.read_text(encoding="utf-8"))


def blocks_html(section: Section) -> str:
    """The text below a heading."""
    return rendered("document.html", part="blocks", shown=section)


def as_text(document: Document) -> str:
    """The document for a terminal."""
    lines = [document.title, document.lead, "", *(f"{name}: {value}" for name, value in document.facts)]
    for section in document.sections:
        lines += ["", section.title, "-" * len(section.title)]
        for block in section.blocks:
            lines += [*block.lines(), ""] if isinstance(block, Grid) else _words(block)
    return "\n".join([*lines, "", document.footer])


def _words(block: Block) -> list[str]:
    """Everything that is not a table, in words: a paragraph, or the items of a list."""
    return [block] if isinstance(block, str) else [f"- {item}" for item in block.items] if isinstance(block, Items) else []


def as_pdf(document: Document) -> bytes:
    """The document on A4 paper; needs the extra `pdf`."""
    from croupier.drawing.pdf import printed

    return printed(document)
