"""The talk at a table as one person may read it, and what the books say about it."""

from collections.abc import Collection, Mapping, Sequence

from croupier.books import book_of
from croupier.floor.chat import LONGEST, Message
from croupier.web.pages import page
from croupier.web.texts import text

PHRASES = ("hello", "luck", "well_played", "thanks", "minute")
"""What may be said at any time, because it reveals nothing about anyone's cards."""


def chat_region(
    stream: str,
    book: str,
    person: str,
    said: Sequence[tuple[Message, bool]],
    *,
    names: Mapping[str, str],
    silenced: Collection[str],
    in_charge: bool,
    playing: bool,
) -> str:
    """The part of a table's page with what was said there."""
    lines = [
        (one, names.get(one.person, one.person), text(f"phrase.{one.phrase}") if one.phrase else one.words, waits)
        for one, waits in said
    ]
    return page(
        "chat.html",
        stream=stream,
        book=book,
        clauses=book_of(book).title_page.conduct,
        lines=lines,
        person=person,
        silenced=silenced,
        phrases=[(name, text(f"phrase.{name}")) for name in PHRASES],
        may="silenced" if person in silenced else "speak" if person else "read",
        in_charge=in_charge,
        playing=playing,
        longest=LONGEST,
    )
