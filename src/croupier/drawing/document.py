"""A document of sections, sentences and tables that can be had as a page, as PDF and as text, the same words in each.

Nothing in it depends on the time or the machine: the same document is the same bytes.
"""

from collections.abc import Iterator, Sequence
from textwrap import wrap

import msgspec

from croupier.drawing.pdf import Line, pdf_of
from croupier.odds.report import page


class Grid(msgspec.Struct, frozen=True):
    """A table under its headings; the first column is words, the others are figures."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def lines(self) -> list[str]:
        """The table in letters of one width, its headings first."""
        widths = [max(map(len, column)) for column in zip(self.head, *self.rows, strict=True)]

        def line(row: Sequence[str]) -> str:
            first, *others = zip(row, widths, strict=True)
            return "  ".join([first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]).rstrip()

        return [line(row) for row in (self.head, *self.rows)]


class Section(msgspec.Struct, frozen=True):
    """A heading with what stands under it: sentences and tables, in their order."""

    title: str
    blocks: tuple[str | Grid, ...]


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """`facts` stand under the title, `footer` at the end."""

    title: str
    lead: str
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    footer: str


def as_html(document: Document) -> str:
    """One page that needs nothing else."""
    parts = []
    for section in document.sections:
        blocks = (page.paragraph(b) if isinstance(b, str) else page.table(b.head, b.rows) for b in section.blocks)
        parts.append(page.Part(section.title, "".join(blocks)))
    return page.page(document.title, document.lead, document.facts, parts, document.footer)


def as_text(document: Document) -> str:
    """The document for a terminal."""
    lines = [document.title, document.lead, "", *(f"{name}: {value}" for name, value in document.facts)]
    for section in document.sections:
        lines += ["", section.title, "-" * len(section.title)]
        for block in section.blocks:
            lines += [block] if isinstance(block, str) else [*block.lines(), ""]
    return "\n".join([*lines, "", document.footer])


def as_pdf(document: Document) -> bytes:
    """The document on paper of size A4."""
    return pdf_of(document.title, list(_blocks(document)))


_LETTERS, _FIGURES, _SIZE = 96, 100, 7.8
"""So many letters of text, and of a table in letters of this size, fit between the margins."""


def _blocks(document: Document) -> Iterator[list[Line]]:
    """The lines of the document in blocks that are better not torn apart."""
    yield [Line("bold", document.title, 13), *_words(document.lead)]
    yield [line for name, value in document.facts for line in _words(f"{name}: {value}")]
    for section in document.sections:
        heading = [Line("", ""), Line("bold", section.title, 11)]
        for block in section.blocks:
            yield [*heading, *(_words(block) if isinstance(block, str) else _table(block))]
            heading = []
    yield [Line("", ""), *_words(document.footer)]


def _words(text: str) -> list[Line]:
    return [Line("", line) for line in wrap(text, _LETTERS)]


def _table(grid: Grid) -> list[Line]:
    head, *rows = grid.lines()
    size = min(_SIZE, _SIZE * _FIGURES / max(map(len, (head, *rows))))
    lines = [Line("figures bold", head, size, repeats=True), *(Line("figures", row, size) for row in rows)]
    return [*lines, Line("", "")]
