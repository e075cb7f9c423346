"""What a PDF file says, as a reader shows it."""

from io import BytesIO

from pypdf import PdfReader


def pages_of(pdf: bytes) -> list[str]:
    """The words of each page."""
    return [page.extract_text() for page in PdfReader(BytesIO(pdf), strict=True).pages]


def words_of(pdf: bytes) -> str:
    """All words, with one space between them wherever a line ends."""
    return " ".join(" ".join(pages_of(pdf)).split())
