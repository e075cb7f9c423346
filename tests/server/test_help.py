"""The documentation as a house serves it: every page, its style and the pictures on it, and nothing else."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from posixpath import normpath

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
