"""What people in front of a screen notice, in a real browser against a real server process, each figure beside its bar.

Chromium is driven by Playwright. Fifty tables of bots play while it is measured, each watched over a live stream; every clock is
this machine's. A page is interactive when its scripts have run; an act is on a screen at the frame that shows it.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import sleep
from urllib.request import urlopen

import uvloop
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, expect, sync_playwright

from croupier.floor.dealing import Dealer, Pace, TableSettings
from croupier.floor.demo import Demo
from croupier.floor.floor import Floor
from croupier.floor.stores.sqlite import SQLiteStore
from croupier.server.access import Sessions
from croupier.stud import commands as stud
from croupier.stud.rules import Options

HEADINGS = ("in the browser", "figure", "bar", "kept")
TABLES, BOTS, ACTS, DEALS, CHANGES, LOADS = 50, 3, 150, 5, 6, 5
LIVE = TableSettings(live=True)
QUICK = TableSettings(pace=Pace(antes=600.0, closing=0.0, deciding=0.0, between=600.0, step=0.05))
GAME = "crown-caribbean-stud"
PEOPLE = ("player-1", "player-2", "inspector-1")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or "/usr/bin/chromium"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]

_HEAR = """() => {
  window.heard = [];
  document.addEventListener("croupier:updated", () => requestAnimationFrame(() => {
    window.heard.push([performance.timeOrigin + performance.now(), document.querySelector("#log li")?.textContent ?? ""]);
    window.told?.();
  }));
}"""
_HEARD = """(words) => new Promise((done) => {
  window.told = () => {
    const found = window.heard.find((one) => one[1].includes(words));
    if (found) done(found[0]);
  };
  window.told();
})"""
_ACT = """(tag) => {
  const button = document.querySelector(`#acts button[data-act="${tag}"]`);
  const at = performance.timeOrigin + performance.now();
  button.click();
  return at;
}"""
_FRAMES = """() => {
  window.frames_at = []; window.long = [];
  const long = new PerformanceObserver((list) => { for (const one of list.getEntries()) window.long.push(one.duration); });
  long.observe({ entryTypes: ["longtask"] });
  const frame = (at) => {
    if (document.getAnimations().some((one) => one.playState === "running")) window.frames_at.push(at);
    else window.frames_at.push(null);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""
_CHANGE = """([field, value, wanted]) => new Promise((done) => {
  const began = performance.now();
  const look = new MutationObserver(() => {
    if (document.querySelector("#answer .big")?.textContent.trim() !== wanted) return;
    look.disconnect();
    requestAnimationFrame(() => done(performance.now() - began));
  });
  look.observe(document.getElementById("main"), { childList: true, subtree: true, characterData: true });
  const input = [...document.querySelectorAll("form[data-lab] input")].find((one) => one.name === field);
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
})"""


def rows() -> Iterator[tuple[str, ...]]:
    """The table of results: what was measured, the figure, the bar, and whether it was kept."""
    with TemporaryDirectory(prefix="croupier-") as folder:
        database = Path(folder) / "house.db"
        tokens = uvloop.run(_furnished(database))
        with _serving(database) as url, sync_playwright() as playwright, _watched(url):
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            try:
                yield _lab(browser, url, tokens)  # first: it waits until the server has warmed up what it can
                yield from _loads(browser, url, tokens)
                yield _acts(browser, url, tokens)
                yield from _travel(browser, url, tokens)
            finally:
                browser.close()


def _row(what: str, figure: float, bar: float, unit: str, *, least: bool = False) -> tuple[str, ...]:
    kept = figure >= bar if least else figure <= bar
    sign = "at least" if least else "under"
    return what, f"{figure:,.0f} {unit}", f"{sign} {bar:,.0f} {unit}", "yes" if kept else "NO"


# The house


async def _furnished(database: Path) -> dict[str, str]:
    """Fifty tables of bots, one at which nothing happens but the acts, one that is dealt at once; sessions for people."""
    floor = Floor(SQLiteStore(database))
    await floor.open()
    dealer = Dealer(floor)
    demo = Demo(floor, dealer)
    await demo.people()
    await demo.open_table("acts", GAME, Options(places=3, minimum=5_00), LIVE)
    await demo.open_table("deals", GAME, Options(places=3, minimum=5_00), QUICK)
    games = (GAME, "star-caribbean-stud", "nz-caribbean-stud", "venezia-caribbean-poker", "crown-wild-aruba")

    async def of_bots(number: int) -> None:
        name, game = f"bots-{number:02d}", games[number % len(games)]
        await demo.open_table(name, game, Options(places=5, minimum=5_00), TableSettings())
        for seat in range(1, BOTS + 1):
            person = await demo.bot(100 + BOTS * number + seat)
            await demo.do(name, stud.TakeSeat(seat=seat, chips=500_00), person, seat)

    await asyncio.gather(*map(of_bots, range(TABLES)))
    for name, people in (("acts", ("player-1", "player-2")), ("deals", ("player-1",))):
        for seat, person in enumerate(people, 1):
            await demo.do(name, stud.TakeSeat(seat=seat, chips=1000_00), person, seat)
    sessions = Sessions(floor, 12)
    tokens = {person: await sessions.begin(person) for person in PEOPLE}
    await floor.close()
    return tokens


@contextmanager
def _serving(database: Path) -> Iterator[str]:
    command = [sys.executable, "-m", "croupier", "serve", "--demo", "--database", str(database), "--port", "0", "--quiet"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603
    try:
        assert process.stdout is not None
        line = next(line for line in process.stdout if "http://" in line)
        url = "http://" + line.partition("http://")[2].split("/")[0]
        for _ in range(100):
            with urlopen(f"{url}/healthz") as answer:  # noqa: S310
                if answer.status == 200:
                    break
            sleep(0.1)
        yield url
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(20)


@contextmanager
def _watched(url: str) -> Iterator[None]:
    """Somebody looks at every table of the bots, over a live stream that is read and thrown away."""
    host, _, port = url.removeprefix("http://").partition(":")
    stop = threading.Event()

    async def watch(name: str) -> None:
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(f"GET /live?open=table:{name} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
        while await reader.read(1 << 16):
            pass

    async def main() -> None:
        watching = [asyncio.create_task(watch(f"bots-{number:02d}")) for number in range(TABLES)]
        while not stop.is_set():
            await asyncio.sleep(0.2)
        for one in watching:
            one.cancel()
        await asyncio.gather(*watching, return_exceptions=True)

    thread = threading.Thread(target=lambda: asyncio.run(main()), daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(10)


# The browser


def _context(browser: Browser, url: str, token: str) -> BrowserContext:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.add_cookies([{"name": "croupier", "value": token, "url": url}])
    return context


def _loads(browser: Browser, url: str, tokens: dict[str, str]) -> Iterator[tuple[str, ...]]:
    for what, path in (("lobby", "/"), ("house table", "/tables/bots-00")):
        bytes_, times = list[float](), list[float]()
        for _ in range(LOADS):  # each in a browser that has kept nothing
            context = _context(browser, url, tokens["player-1"])
            page = context.new_page()
            counted = _counting(context.new_cdp_session(page))
            page.goto(url + path, wait_until="domcontentloaded")
            page.wait_for_timeout(300)
            times.append(page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"))
            bytes_.append(sum(counted) / 1000)
            context.close()
        yield _row(f"first load of the {what}, over the wire", max(bytes_), 150, "kB")
        yield _row(f"{what} interactive, median of {LOADS} cold loads", median(times), 1000, "ms")


def _counting(session: CDPSession) -> list[float]:
    """What the page has fetched, in bytes as they came over the wire, headers included."""
    counted: list[float] = []
    session.on("Network.loadingFinished", lambda event: counted.append(event["encodedDataLength"]))
    session.send("Network.enable")
    return counted


def _acts(browser: Browser, url: str, tokens: dict[str, str]) -> tuple[str, ...]:
    """From a click to the frame that shows it on the last of four screens: of two players, an inspector and a passer-by."""
    contexts = [_context(browser, url, tokens[person]) for person in PEOPLE]
    contexts.append(browser.new_context(viewport={"width": 375, "height": 812}))
    pages = [context.new_page() for context in contexts]
    for page in pages:
        page.goto(f"{url}/tables/acts")
        page.evaluate(_HEAR)
    actor = pages[0]
    took = list[float]()
    for number in range(ACTS):
        tag, shows = (("place-ante", "puts an ante"), ("take-back-ante", "taken back"))[number % 2]
        for page in pages:
            page.evaluate("window.heard.length = 0")
        actor.locator(f'#acts button[data-act="{tag}"]').first.wait_for()
        began = actor.evaluate(_ACT, tag)
        seen = [_first_heard(page, shows) for page in pages]
        took.append(max(seen) - began)
    for context in contexts:
        context.close()
    took.sort()
    figure = took[round(0.99 * len(took)) - 1]
    what = f"an act on every screen, p99 of {ACTS} (median {median(took):.0f} ms), {TABLES} tables of bots"
    return _row(what, figure, 200, "ms")


def _first_heard(page: Page, shows: str) -> float:
    """When a page first showed these words, by its own clock; it is waited for in the page, so that nobody asks in between."""
    return float(page.evaluate(_HEARD, shows))


def _travel(browser: Browser, url: str, tokens: dict[str, str]) -> Iterator[tuple[str, ...]]:
    """Rounds dealt and settled, once as people see them and once traced: which tells what a task has done and what waited."""
    context = _context(browser, url, tokens["player-1"])
    page = context.new_page()
    page.goto(f"{url}/tables/deals")
    _deals(page)
    frames = page.evaluate("window.frames_at")
    gaps = [after - before for before, after in pairwise(frames) if before and after]
    yield _row(f"frames while cards travel, median of {len(gaps)}", 1000 / median(gaps), 59, "a second", least=True)
    longest = max(page.evaluate("window.long"), default=0.0)
    browser.start_tracing(categories=["-*", "toplevel"])
    _deals(page)
    tasks = _tasks(browser.stop_tracing())
    context.close()
    wall, cost = max(tasks)
    yield _row(f"longest task while cards travel (of {wall:.0f} ms traced, {cost:.0f} at work)", max(longest, wall), 50, "ms")
    wall, cost = max(tasks, key=lambda task: task[1])
    yield _row(f"most work in one of them: processor time, without what it waited (by the clock {wall:.0f} ms)", cost, 50, "ms")


def _deals(page: Page) -> None:
    page.evaluate(_FRAMES)
    for _ in range(DEALS):
        page.locator('#acts button[data-act="place-ante"]').first.click()
        page.locator('#acts button[data-act="fold"]').first.wait_for()
        page.wait_for_timeout(500)
        page.locator('#acts button[data-act="fold"]').first.click()
        page.locator('#acts button[data-act="place-ante"]').first.wait_for()
        page.wait_for_timeout(500)


def _tasks(trace: bytes) -> list[tuple[float, float]]:
    """The tasks of the page's main thread: how long each has taken by the clock, and how long of that it was at work, in ms."""
    events = json.loads(trace)["traceEvents"]
    mains = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    tasks = [event for event in events if event["name"].endswith("RunTask") and event.get("ph") == "X"]
    found = {main: [task for task in tasks if (task["pid"], task["tid"]) == main] for main in mains}
    busiest = max(found.values(), key=len)  # that of the page: others have nothing to show
    return [(task["dur"] / 1000, task.get("tdur", 0) / 1000) for task in busiest]


def _lab(browser: Browser, url: str, tokens: dict[str, str]) -> tuple[str, ...]:
    context = _context(browser, url, tokens["player-1"])
    page = context.new_page()
    page.goto(f"{url}/lab?game={GAME}")
    for path in page.locator("header.spread nav a").evaluate_all("links => links.map(link => link.href)"):
        page.goto(path)  # the server warms one game after another: when all are there, it has nothing else to do
        page.locator("#answer .big").first.wait_for(timeout=60_000)
    page.goto(f"{url}/lab?game={GAME}")
    expect(page.locator("#answer .big").first).to_have_text("5.1991%", timeout=60_000)
    name = page.get_by_label("royal flush").get_attribute("name")
    took = [
        page.evaluate(_CHANGE, [name, value, shows]) for value, shows in (("100", "5.2243%"), ("250", "5.1991%")) * (CHANGES // 2)
    ]
    context.close()
    return _row(f"lab: royal flush 250 to 100 and back, worst of {CHANGES}, warm", max(took), 200, "ms")


if __name__ == "__main__":
    from benchmarks.__main__ import markdown

    print(markdown(HEADINGS, list(rows())))
