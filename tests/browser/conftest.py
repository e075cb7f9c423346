"""A real browser against a real server: Debian's Chromium, driven by Playwright; skipped with a reason where there is none."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from browser.driving import CHROMIUM, Visit, opened, visiting
from browser.houses import furnish
from server.running import Running, running


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if CHROMIUM or os.environ.get("CI"):
        return
    for item in items:
        if "browser" in str(item.path):
            item.add_marker(pytest.mark.skip(reason="there is no Chromium on this machine"))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("house") / "house.db", furnish=furnish) as found:
        yield found


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One for all these tests, as it takes seconds to start. Everybody has a context of their own in it."""
    with opened() as found:
        yield found


@pytest.fixture(scope="module")
def visits(house: Running, browser: Browser) -> Iterator[Visit]:
    with visiting(house, browser) as found:
        yield found


@pytest.fixture
def visit(visits: Visit) -> Iterator[Visit]:
    """The house in a browser, without anyone in it yet; nothing may have gone wrong there in the end."""
    yield visits
    visits.close()
