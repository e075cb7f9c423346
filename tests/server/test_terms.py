"""The terms of a tournament as a page of the house: what the content policy would block is not in it."""

from __future__ import annotations

from pathlib import Path
from urllib.request import urlopen

from croupier.floor.demo import Demo
from server.running import running


async def _furnish(demo: Demo) -> None:
    await demo.people()
    await demo.tournament()


def test_terms_are_a_page_of_the_house_with_their_clauses(tmp_path: Path) -> None:
    with running(tmp_path / "house.db", furnish=_furnish) as house:
        page = urlopen(f"{house.url}/tournaments/evening/terms", timeout=20).read().decode()  # noqa: S310
    assert "<style" not in page
    assert 'data-clause="crown-poker 12.4' in page
    assert "style.css" in page
