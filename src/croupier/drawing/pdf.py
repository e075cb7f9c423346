"""Documents on paper of size A4, by fpdf2 and with fonts of our own, so that names and signs of every Latin, Greek and Cyrillic
alphabet come out right. A letter that the fonts lack is a box.

The same document is the same bytes: the date in the file is always the same one, and nothing in it is drawn by lot.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from importlib import resources

from fpdf import FPDF
from fpdf.fonts import TTFFont

from croupier.drawing.document import Document, Grid, Items
from croupier.version import VERSION

_FONTS = {"": "DejaVuSans.ttf", "B": "DejaVuSans-Bold.ttf"}
_MARGIN, _TEXT, _TABLE, _LEADING = 20, 9.5, 7.5, 1.45
_SMALLEST, _LEAST_COLUMN = 0.8, 25
_PAGES = "\ue000"
"""Stands for the number of pages until it is known; the fonts lack it, so no text has it."""
_TOGETHER = 5
"""A section or a table begins on a page only if at least this many of its lines fit there."""


class Paper(FPDF):
    """Pages with the title and their number at the foot."""

    def __init__(self, title: str) -> None:
        super().__init__()
        for style, file in _FONTS.items():
            with resources.as_file(resources.files("croupier.drawing") / "fonts" / file) as path:
                self.add_font("DejaVu", style, path)
        self.files = [font for font in self.fonts.values() if isinstance(font, TTFFont)]
        self.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))
        self.set_producer(f"Croupier {VERSION}")
        self.set_lang("en")
        self.set_margins(_MARGIN, _MARGIN)
        self.set_auto_page_break(True, _MARGIN)
        self.alias_nb_pages(_PAGES)
        self.name = self.known(title)
        self.set_title(self.name)
        self.add_page()

    def footer(self) -> None:
        self.set_y(-_MARGIN * 0.7)
        self.set_font("DejaVu", size=7)
        self.cell(0, 5, f"{self.name}, page {self.page} of {_PAGES}")

    def known(self, text: str) -> str:
        """The text with a box for every letter that the fonts lack."""
        return "".join(letter if ord(letter) in self.files[0].cmap else "□" for letter in text)

    def words(self, text: str, size: float = _TEXT, style: str = "", indent: float = 0) -> None:
        """A paragraph, if there is one."""
        if text:
            self.set_font("DejaVu", style, size)
            self.set_x(_MARGIN + indent)
            self.multi_cell(0, self.font_size * _LEADING, self.known(text), align="L", new_x="LMARGIN")

    def room(self, lines: int = _TOGETHER) -> None:
        """A new page if so many lines do not fit on this one."""
        self.set_font("DejaVu", size=_TEXT)
        if self.will_page_break(lines * self.font_size * _LEADING):
            self.add_page()

    def grid(self, grid: Grid) -> None:
        """A table as wide as its words. If it is wider than the page, the letters are smaller, and its widest column wraps."""
        self.set_font("DejaVu", "B", _TABLE)
        rows = [[self.known(cell) for cell in row] for row in (grid.head, *grid.rows)]
        wide = self._widths(rows)
        others = sum(wide) - max(wide)
        scale = min(1, max(self.epw / sum(wide), min(_SMALLEST, (self.epw - _LEAST_COLUMN) / others if others else 1)))
        size = scale * _TABLE
        self.set_font("DejaVu", "B", size)
        wide = self._widths(rows)
        wide[wide.index(max(wide))] -= max(0, sum(wide) - self.epw)
        self.set_font("DejaVu", size=size)
        line = self.font_size * _LEADING
        with self.table(
            rows,
            align="L",
            borders_layout="SINGLE_TOP_LINE",
            col_widths=wide,
            width=min(sum(wide), self.epw),
            line_height=line,
            text_align=("L", *["R"] * (len(wide) - 1)),
            v_align="T",
        ):
            pass
        self.ln(line)

    def _widths(self, rows: Sequence[Sequence[str]]) -> list[float]:
        return [max(map(self.get_string_width, column)) + 2 * self.c_margin + 0.1 for column in zip(*rows, strict=True)]


def printed(document: Document) -> bytes:
    """The document as a PDF file."""
    paper = Paper(document.title)
    paper.words(document.title, 14, "B")
    paper.words(document.lead)
    paper.ln(2)
    for name, value in document.facts:
        paper.words(f"{name}: {value}")
    for section in document.sections:
        paper.ln(4)
        paper.room()
        paper.words(section.title, 11.5, "B")
        for block in section.blocks:
            paper.ln(1)
            match block:
                case Grid():
                    paper.room()
                    paper.grid(block)
                case Items(items):
                    for item in items:
                        paper.words(f"• {item}", indent=3)
                case str():
                    paper.words(block)
    paper.ln(4)
    paper.words(document.footer)
    made = bytes(paper.output())
    for font in paper.files:
        font.ttfont.close()
    return made
