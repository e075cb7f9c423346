"""Browsers of several people at once, and what every page must be: without errors, and without serious faults for axe."""

from __future__ import annotations

import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from server.running import Running

CHROMIUM = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))), "")
"""Debian's Chromium: the shell, if it is there. It has the same engine without windows, and takes a third of the work."""

DESKTOP, PHONE = (1440, 900), (375, 812)
PATIENCE = 20_000
"""How long something may take to appear, in milliseconds: far more than it does, for machines that are busy."""

_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
_RULES = {"resultTypes": ["violations"]}


class Visit:
    """A house, and people who look at it with browsers of their own."""

    def __init__(self, house: Running, browser: Browser) -> None:
        self.house, self.browser = house, browser
        self.contexts: list[BrowserContext] = []
        self.errors: list[str] = []

    def page(self, person: str, path: str, size: tuple[int, int] = DESKTOP, **more: Any) -> Page:
        """A page of the house as someone sees it, in a browser context of their own."""
        context = self.browser.new_context(viewport={"width": size[0], "height": size[1]}, **more)
        self.contexts.append(context)
        self._sign_in(context, person)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._heard)
        page.goto(self.house.url + path)
        return page

    def look(self, page: Page, person: str, path: str) -> None:
        """Another page, perhaps as someone else, in the same browser: a new one costs more than all that is looked at."""
        page.context.clear_cookies()
        self._sign_in(page.context, person)
        page.goto(self.house.url + path)

    def _sign_in(self, context: BrowserContext, person: str) -> None:
        if person:
            token = self.house.run(self.house.server.sessions.begin(person))
            context.add_cookies([{"name": "croupier", "value": token, "url": self.house.url}])

    def _heard(self, message: Any) -> None:
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.errors.append(message.text)

    def close(self) -> None:
        """Everyone leaves; what went wrong in their browsers comes to light."""
        for context in self.contexts:
            context.close()
        self.contexts.clear()
        errors, self.errors = self.errors, []
        assert not errors, errors


def serious(page: Page) -> list[str]:
    """What axe finds serious or critical on a page as it is now."""
    expect(page.locator(".ghost")).to_have_count(0)  # what travels has arrived
    found = Axe().run(page, options=_RULES).response["violations"]
    return [
        f"{each['id']}: {node['target']} {node.get('failureSummary', '')[:300]}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


def resize(page: Page, width: int, height: int) -> None:
    """Another size of the window, and wait until the page is drawn in it."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function("([width]) => innerWidth === width", arg=[width])
    page.evaluate("() => document.fonts.ready")
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


def sideways(page: Page) -> int:
    """By how many pixels a page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


_COVERED = """() => {
  const found = [];
  for (const one of document.querySelectorAll("a[href], button, input, select, summary")) {
    const box = one.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const shows = (above) => {
      const clip = above.getBoundingClientRect();
      const inside = x >= clip.left && x <= clip.right && y >= clip.top && y <= clip.bottom;
      return inside || getComputedStyle(above).overflow === "visible";
    };
    let seen = one.checkVisibility() && box.width > 1 && x >= 0 && y >= 0 && x < innerWidth - 1 && y < innerHeight - 1;
    for (let above = one.parentElement; seen && above; above = above.parentElement) seen = shows(above);
    if (!seen || one.closest(".vh") || one.classList.contains("skip")) continue;
    const hit = document.elementFromPoint(x, y);
    if (!hit || !(one.contains(hit) || hit.contains(one) || hit.closest("label")?.contains(one))) {
      found.push(`${one.outerHTML.slice(0, 80)} lies under ${hit?.outerHTML.slice(0, 80)}`);
    }
  }
  return found;
}"""


def covered(page: Page) -> list[str]:
    """What one would tap in the window as it is now, and something else lies over it."""
    return list(page.evaluate(_COVERED))


class Line:
    """A network between a browser and a house, which can fall silent: nothing comes through, and nothing is closed."""

    def __init__(self, url: str) -> None:
        self._to = int(url.rsplit(":", 1)[1])
        self.through = threading.Event()
        self.through.set()
        self._ends: list[socket.socket] = []
        self._server = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._server.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._server.accept()
                far = socket.create_connection(("127.0.0.1", self._to))
                self._ends += [near, far]
                for ends in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=ends, daemon=True).start()

    def _carry(self, source: socket.socket, to: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                self.through.wait()
                to.sendall(data)
            to.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        self.through.set()
        for end in (self._server, *self._ends):
            end.close()


@contextmanager
def opened() -> Iterator[Browser]:
    """A browser, without anybody in it."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=_ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def visiting(house: Running, browser: Browser) -> Iterator[Visit]:
    visit = Visit(house, browser)
    try:
        yield visit
    finally:
        visit.errors.clear()
        visit.close()
