"""The documentation as a house serves it: every page, its style and the pictures on it, and nothing else."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from posixpath import normpath

from added_books import books_forgotten
from croupier import books
from croupier.web import documentation
from server.calling import Called


def test_pages_and_their_pictures_are_served(tmp_path: Path) -> None:
    async def ask() -> None:
        house = await Called(tmp_path / "key").open()
        shown = set()
        for name in documentation.names():
            reply = await house.ask("GET", f"/help/{name}.html")
            assert reply.status == 200, name
            icon = re.search(r'<link rel="icon" href="([^"]+)"', reply.body.decode())
            assert icon, name
            assert normpath(f"/help/{name}/../{icon[1]}") == "/help/icon.svg", name
            for source in re.findall(r'<img src="([^"]+)"', reply.body.decode()):
                shown.add(normpath(f"/help/{name}/../{source}"))
        assert shown
        for address in (*shown, *(f"/help/{name}" for name in documentation.FILES)):
            reply = await house.ask("GET", address)
            kind = dict(reply.headers)[b"content-type"]
            assert (reply.status, kind.startswith((b"image/", b"text/css", b"text/javascript"))) == (200, True), address
        for address in (
            "/help/pictures/nothing.webp",
            "/help/pictures/",
            "/help/conformance.toml",
            "/help/pictures/%2e%2e/index.md",
        ):
            assert (await house.ask("GET", address)).status == 404, address

    asyncio.run(ask())


def test_games_of_added_books_are_listed_with_the_others() -> None:
    before = documentation.page("play")
    with books_forgotten():
        books.add_book(Path(__file__).resolve().parents[2] / "examples" / "three_card_poker")
        for code in ("en", "it"):
            page = documentation.page("play", code)
            house, poker = page.split("</table>")[:2]
            assert '<a href="/rules/three-card-poker">Three Card Poker at the Lantern House</a>' in house
            assert "/rules/three-card-poker" not in poker
    assert documentation.page("play") == before
    assert "/rules/three-card-poker" not in before
