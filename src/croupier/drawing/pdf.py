"""Pages of text and tables as a PDF file, with the fonts that every reader has; no more than our documents need.

The same lines give the same bytes: there is no date and nothing drawn by lot in the file.

>>> pdf_of("Sunday", [[Line("bold", "Terms")]])[:8]
b'%PDF-1.4'
"""

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

_WIDTH, _HEIGHT, _MARGIN, _LEADING = 595, 842, 56, 14
_ROOM = _HEIGHT - 2 * _MARGIN
_TABLE_LEADING = 10.5

Font = Literal["", "bold", "figures", "figures bold"]
_FONTS: dict[Font, str] = {"": "Helvetica", "bold": "Helvetica-Bold", "figures": "Courier", "figures bold": "Courier-Bold"}


class Line(msgspec.Struct, frozen=True):
    """One line in one font; the heading of a table `repeats` where the table goes on over the page."""

    font: Font
    text: str
    size: float = 10
    repeats: bool = False

    @property
    def height(self) -> float:
        if self.font.startswith("figures"):
            return _TABLE_LEADING
        return max(_LEADING, 1.4 * self.size)


def pdf_of(title: str, blocks: Sequence[Sequence[Line]]) -> bytes:
    """A document of blocks of lines; a block begins on a new page rather than leave its first lines alone on the old one."""
    pages = list(_pages(blocks))
    fonts = " ".join(f"/F{number} {number + 2} 0 R" for number in range(1, len(_FONTS) + 1))
    objects = ["<< /Type /Catalog /Pages 2 0 R /Lang (en) >>", ""]
    objects += [f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>" for name in _FONTS.values()]
    kids = []
    for number, page in enumerate(pages, 1):
        content = _content(page, f"{title}, page {number} of {len(pages)}")
        kids.append(len(objects) + 1)
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {_WIDTH} {_HEIGHT}] "
            f"/Resources << /Font << {fonts} >> >> /Contents {len(objects) + 2} 0 R >>"
        )
        objects.append(f"<< /Length {len(_bytes(content))} >>\nstream\n{content}\nendstream")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(f'{kid} 0 R' for kid in kids)}] /Count {len(kids)} >>"
    objects.append(f"<< /Title ({_escaped(title)}) >>")
    return _file(objects)


_TOGETHER = 5
"""So many lines of a block at least stand on the page where it begins."""


def _pages(blocks: Sequence[Sequence[Line]]) -> Iterator[list[Line]]:
    page: list[Line] = []
    left: float = _ROOM
    for block in blocks:
        if page and sum(line.height for line in block[:_TOGETHER]) > left:
            yield page
            page, left = [], _ROOM
        repeated: list[Line] = []
        for line in block:
            if line.height > left:
                yield page
                page, left = list(repeated), _ROOM - sum(each.height for each in repeated)
            if page or line.text:  # no page begins with an empty line
                page.append(line)
                left -= line.height
            if line.repeats:
                repeated = [line]
    if page:
        yield page


def _content(page: Sequence[Line], foot: str) -> str:
    said = ["BT", f"{_MARGIN} {_HEIGHT - _MARGIN} Td"]
    for line in page:
        font = list(_FONTS).index(line.font) + 1
        said.append(f"{line.height:g} TL /F{font} {line.size:.4g} Tf ({_escaped(line.text)}) Tj T*")
    said += ["ET", "BT", f"{_MARGIN} {_MARGIN // 2} Td", f"/F1 8 Tf ({_escaped(foot)}) Tj", "ET"]
    return "\n".join(said)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")


def _bytes(text: str) -> bytes:
    return text.encode("cp1252", "replace")


def _file(objects: Sequence[str]) -> bytes:
    """The objects behind each other, with the table that says where each is; the last one says what the file is."""
    whole, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(whole))
        whole += _bytes(f"{number} 0 obj\n{body}\nendobj\n")
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    size = len(objects) + 1
    trailer = f"trailer\n<< /Size {size} /Root 1 0 R /Info {len(objects)} 0 R >>\nstartxref\n{len(whole)}\n%%EOF\n"
    return whole + f"xref\n0 {size}\n0000000000 65535 f \n{table}{trailer}".encode()
