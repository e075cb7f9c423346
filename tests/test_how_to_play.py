"""How to play: one page for each game, as the books say it now, linked from its table and first in Help."""

from __future__ import annotations

import os
import re

from croupier.books import GAMES
from croupier.web import documentation
from how_to_play import games, pages, pictures

DOCS = documentation.home()


def write() -> None:
    for name, text in pages().items():
        path = DOCS / f"{name}.md"
        path.parent.mkdir(exist_ok=True)  # type: ignore[attr-defined]
        path.write_text(text, encoding="utf-8")  # type: ignore[attr-defined]
    for name, drawn in pictures().items():
        (DOCS / "pictures" / name).write_text(drawn, encoding="utf-8")  # type: ignore[attr-defined]


def test_every_page_and_picture_is_as_the_books_are() -> None:
    if os.environ.get("UPDATE_GOLDEN"):
        write()
    for name, text in pages().items():
        assert (DOCS / f"{name}.md").read_text(encoding="utf-8") == text, (
            f"{name}: UPDATE_GOLDEN=1 pytest tests/test_how_to_play.py"
        )
    for name, drawn in pictures().items():
        assert (DOCS / "pictures" / name).read_text(encoding="utf-8") == drawn, name


def test_every_game_has_a_page_and_players_come_first() -> None:
    assert set(games()) == set(GAMES)
    listed = next(iter(documentation.SECTIONS.values()))
    assert listed == ["play", *(f"play/{name}" for name in games())]
    for name in games():
        html = documentation.page(f"play/{name}")
        for source in re.findall(r'<img src="([^"]+)"', html):
            assert documentation.picture(source.removeprefix("../"))[1] == "image/svg+xml"
