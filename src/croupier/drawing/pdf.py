"""Pages of plain text as a PDF file, with the fonts that every reader has; no more than a document of terms needs.

>>> pdf(["Terms"], [[("Place: level 1.", "12.4.1(a)(iv)")]], "Sunday")[:8]
b'%PDF-1.4'
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

_WIDTH, _HEIGHT, _MARGIN, _LEADING = 595, 842, 56, 14
_LETTERS = 92
"""So many letters of 10 points fit between the margins, reckoned with room to spare."""
_PER_PAGE = (_HEIGHT - 2 * _MARGIN) // _LEADING

Paragraph = tuple[str, str]
"""A sentence, and the clauses behind it."""


def pdf(headings: Sequence[str], parts: Sequence[Sequence[Paragraph]], title: str) -> bytes:
    """A document: a title, then under each heading its paragraphs, each with its clauses."""
    lines = list(_lines(headings, parts, title))
    pages = [lines[start : start + _PER_PAGE] for start in range(0, len(lines), _PER_PAGE)]
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", ""]
    objects += [f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>" for name in _FONTS]
    kids = []
    for number, page in enumerate(pages, 1):
        content = _content(page, f"{title}, page {number} of {len(pages)}")
        kids.append(len(objects) + 1)
        fonts = "/F1 3 0 R /F2 4 0 R"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {_WIDTH} {_HEIGHT}] "
            f"/Resources << /Font << {fonts} >> >> /Contents {len(objects) + 2} 0 R >>"
        )
        objects.append(f"<< /Length {len(content.encode('cp1252', 'replace'))} >>\nstream\n{content}\nendstream")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(f'{kid} 0 R' for kid in kids)}] /Count {len(kids)} >>"
    return _file(objects)


_FONTS = ("Helvetica", "Helvetica-Bold")


def _lines(headings: Sequence[str], parts: Sequence[Sequence[Paragraph]], title: str) -> Iterator[tuple[int, str]]:
    """The lines of the document, each with the number of its font."""
    yield 2, title
    for heading, part in zip(headings, parts, strict=True):
        yield 1, ""
        yield 2, heading
        for sentence, clauses in part:
            for line in wrap(f"{sentence}  [{clauses}]", _LETTERS, subsequent_indent="    "):
                yield 1, line


def _content(page: Sequence[tuple[int, str]], foot: str) -> str:
    said = ["BT", f"{_MARGIN} {_HEIGHT - _MARGIN} Td", f"{_LEADING} TL"]
    for font, line in page:
        said.append(f"/F{font} 10 Tf ({_escaped(line)}) Tj T*")
    said += ["ET", "BT", f"{_MARGIN} {_MARGIN // 2} Td", f"/F1 8 Tf ({_escaped(foot)}) Tj", "ET"]
    return "\n".join(said)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")


def _file(objects: Sequence[str]) -> bytes:
    whole, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(whole))
        whole += f"{number} 0 obj\n{body}\nendobj\n".encode("cp1252", "replace")
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    trailer = f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(whole)}\n%%EOF\n"
    return whole + f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}{trailer}".encode()
