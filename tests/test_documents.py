"""Documents: what their markup means, and the same words as a page, on paper and as text."""

from __future__ import annotations

import os
import re
import subprocess
import sys

from croupier.drawing.document import Block, Document, Figure, Grid, Items, Section, as_html, as_pdf, as_text, read
from paper import pages_of, words_of

MARKUP = """
# Terms & more
> For everybody
= Game: crown-holdem
= Command:

## Prizes
The first paragraph.
The second | has a bar.
| place | wins | |
| first | $50 | |
| second | $20 | <b> |

| meter | |
| $1 | |

- one
- two
! A curve\t<svg/>
! More\t<svg/>\tAll of it

## Nothing
--- The end.
"""


def test_every_mark_is_read() -> None:
    found = read(MARKUP)
    assert (found.title, found.lead, found.footer) == ("Terms & more", "For everybody", "The end.")
    assert found.facts == (("Game", "crown-holdem"), ("Command", ""))
    prizes, nothing = found.sections
    assert prizes.blocks == (
        "The first paragraph.",
        "The second | has a bar.",
        Grid(("place", "wins", ""), (("first", "$50", ""), ("second", "$20", "<b>"))),
        Grid(("meter", ""), (("$1", ""),)),
        Items(("one", "two")),
        Figure("A curve", "<svg/>"),
        Figure("More", "<svg/>", "All of it"),
    )
    assert nothing == Section("Nothing", ())


def test_the_same_words_everywhere() -> None:
    found = read(MARKUP)
    html, text, paper = as_html(found), as_text(found), words_of(as_pdf(found))
    assert "<td>&lt;b&gt;</td>" in html
    assert "<ul><li>one</li><li>two</li></ul><figure><svg/><figcaption>A curve</figcaption></figure>" in html
    assert "<details><summary>All of it</summary>" in html
    assert "place   wins\nfirst    $50\nsecond   $20  <b>\n" in text
    assert "- one\n- two\n\nNothing" in text
    for words in ("Terms & more", "The first paragraph.", "second $20 <b>", "two", "The end.", "page 1 of 1"):
        assert words in paper
    assert "svg" not in paper


def test_what_a_document_does_not_have_leaves_no_gap() -> None:
    html = as_html(Document(title="Short", sections=(Section("One", ("word",)),)))
    assert "<header><h1>Short</h1></header>" in html
    assert "lead" not in html.partition("<body>")[2]
    assert "<footer>" not in html


def test_names_of_every_alphabet_that_the_fonts_have_come_out_right() -> None:
    names = "Māori, Łódź, €5, NZ$5, ¥5, Ðorđe, İstanbul, Ştefan, Ελένη, Жанна, As♠ → ≥"
    made = words_of(as_pdf(read(f"# {names}\n## {names}\n| {names} |\n| {names} |\n\n- {names}")))
    assert made.count(names) == 6  # the last one is at the foot


def test_a_letter_that_the_fonts_lack_is_a_box_and_never_another_letter() -> None:
    made = words_of(as_pdf(Document(title="Hana 花 Ⲁ😀", lead="Kenji 健二 {nb} Łódź", sections=())))
    assert made == "Hana □ □□ Kenji □□ {nb} Łódź Hana □ □□, page 1 of 1"


def test_the_same_document_is_the_same_bytes_on_another_day_in_another_process() -> None:
    made = as_pdf(read(MARKUP))
    assert re.findall(rb"D:(\d{8})", made) == [b"20000101"]
    again = f"import sys; from croupier.drawing.document import as_pdf, read; sys.stdout.buffer.write(as_pdf(read({MARKUP!r})))"
    environment = {"PYTHONHASHSEED": "7", "PYTHONPATH": os.pathsep.join(sys.path)}
    assert subprocess.run([sys.executable, "-c", again], env=environment, capture_output=True, check=True).stdout == made


def test_the_headings_of_a_table_stand_on_every_page_and_no_section_begins_at_the_foot_of_one() -> None:
    rows = tuple((f"row {number}", f"{number}.00") for number in range(150))
    for before in range(44, 50):
        blocks: tuple[Block, ...] = (*["A line."] * before, Grid(("hand", "pays"), rows))
        pages = pages_of(as_pdf(Document(title="Long", sections=(Section("First", blocks), Section("Second", ("word",))))))
        with_rows = [page.splitlines() for page in pages if "row" in page]
        assert all("hand pays" in page for page in with_rows)
        assert all(sum(line.startswith("row ") for line in page) > 2 for page in with_rows[:1])
        assert [line for page in with_rows for line in page if line.startswith("row ")] == [" ".join(row) for row in rows]


def test_a_table_wider_than_the_page_stays_on_it() -> None:
    wide = Grid(("what", *(f"column {n}" for n in range(12))), (("a long description of it all " * 4, *["1,234,567.89"] * 12),))
    made = words_of(as_pdf(Document(title="Wide", sections=(Section("One", (wide,)),))))
    assert made.count("1,234,567.89") == 12
