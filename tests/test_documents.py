"""Documents: what their markup means, and the same words as a page, on paper and as text."""

from __future__ import annotations

from croupier.drawing.document import Document, Figure, Grid, Items, Section, as_html, as_pdf, as_text, read

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
    html, text, paper = as_html(found), as_text(found), as_pdf(found)
    assert "<td>&lt;b&gt;</td>" in html
    assert "<ul><li>one</li><li>two</li></ul><figure><svg/><figcaption>A curve</figcaption></figure>" in html
    assert "<details><summary>All of it</summary>" in html
    assert "place   wins\nfirst    $50\nsecond   $20  <b>\n" in text
    assert "- one\n- two\n\nNothing" in text
    for words in (b"Terms & more", b"The first paragraph.", b"- two", b"The end."):
        assert words in paper
    assert b"svg" not in paper


def test_what_a_document_does_not_have_leaves_no_gap() -> None:
    html = as_html(Document(title="Short", sections=(Section("One", ("word",)),)))
    assert "<header><h1>Short</h1></header>" in html
    assert "lead" not in html.partition("<body>")[2]
    assert "<footer>" not in html
