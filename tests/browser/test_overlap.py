"""Nine players with long names and seven-digit stacks: nothing on the cloth covers anything else, measured box by box."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from browser.driving import DESKTOP, PHONE, Visit, resize, serious, sideways
from browser.houses import LIVE, act, deal_poker
from croupier.floor.demo import Demo
from croupier.kernel.events import Command
from croupier.poker import commands as poker
from croupier.poker.rules import Options
from croupier.tables.poker_table import PokerTable
from server.running import Running

NAMES = {
    1: "Maximiliana Featherstonehaugh-Cholmondel",
    2: "周杰倫先生與他的朋友們",
    3: "عبد الرحمن بن عبد العزيز آل سعود",
    4: "พิพัฒน์พงศ์ สุวรรณภูมิ",
    5: "Wwwwwwwwwwwwwwwwwwwwwwww",
    6: "Лев Николаевич Преображенский",
    7: "ℵ",
    8: "श्रीनिवास रामानुजन अय्यंगार",
    9: "Ödön von Horváth der Ältere",
}
_DOLLARS = (9_876_543, 1_234_567, 2_000_000, 7_654_321, 9_999_999, 100_000, 8_888_888, 250_000, 5_555_555)
STACKS = dict(enumerate(_DOLLARS, 1))
HANDS = {1: "As Ad", 2: "Kh Kc", 3: "Qs Qd", 4: "7h 2c", 5: "Js Jd", 6: "Ts Td", 7: "9s 9c", 8: "8s 8c", 9: "6s 6c"}
SIZES = [(320, 568), PHONE, DESKTOP]

MEASURE = """() => {
  const felt = document.querySelector("#felt");
  const shown = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 0;
  const rect = (one) => one.getBoundingClientRect();
  const found = [];
  const add = (kind, seat, one) => { if (shown(one)) found.push({ kind, seat, one, box: rect(one) }); };
  const all = (within, kind, name) => { for (const one of within.querySelectorAll(kind)) add(kind, name, one); };
  for (const seat of felt.querySelectorAll(".seat")) {
    const name = seat.dataset.place;
    for (const kind of [".plate", ".hole", ".caption", ".side-wager"]) all(seat, kind, name);
    for (const one of seat.querySelectorAll(":scope > .wager")) add(".wager", name, one);
  }
  for (const one of felt.querySelectorAll(".bet-spot > *")) add("bet", one.parentElement.dataset.from, one);
  for (const kind of [".board .card", ".pots > *", ".running", ".print span", ".print b"]) all(felt, kind, kind);
  const shared = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from]);
  const over = (a, b) => shared(a, b, "left", "right") > 1 && shared(a, b, "top", "bottom") > 1;
  const faults = [];
  const say = ({ kind, seat, one }) => `${kind} of ${seat} (${one.textContent.replace(/\\s+/g, " ").trim().slice(0, 40)})`;
  found.forEach((a, place) => {
    for (const b of found.slice(place + 1)) {
      const holds = [a, b].find(({ kind }) => kind === ".hole");
      const other = holds === a ? b : a;
      const backs = holds && !holds.one.querySelector(".card:not(.down)");
      const own = holds && a.seat === b.seat && (other.kind !== ".wager" || backs); // a plate lies on the foot of its cards
      if (!own && over(a.box, b.box)) faults.push(`${say(a)} covers ${say(b)}`);
    }
  });
  for (const plate of felt.querySelectorAll(".seat .plate")) {
    const parts = [...plate.querySelectorAll(".who, .mark, .status, .stack")].filter(shown);
    parts.forEach((a, place) => {
      const [mine, whole] = [rect(a), rect(plate)];
      const says = `${a.className} (${a.textContent})`;
      const inside = mine.left > whole.left - 1 && mine.right < whole.right + 1 && mine.bottom < whole.bottom + 1;
      if (!inside) faults.push(`${says} leaves the plate`);
      if (a.matches(".stack, .mark") && a.scrollWidth > a.clientWidth + 1) faults.push(`${says} is cut off`);
      for (const b of parts.slice(place + 1)) if (over(mine, rect(b))) faults.push(`${says} covers ${b.className}`);
    });
  }
  return faults;
}"""


WIDE = """() => {
  const clipped = (one) => one && (getComputedStyle(one).overflowX !== "visible" || clipped(one.parentElement));
  const free = (one) => getComputedStyle(one).position === "absolute" || !clipped(one.parentElement);
  const wide = (one) => one.getBoundingClientRect().right > innerWidth + 1 && free(one);
  return [...document.querySelectorAll("body *")].filter(wide).map((one) => one.outerHTML.slice(0, 120)).slice(-5);
}"""
"""What is wider than the window."""


class Evening:
    """A table of nine with big blinds, dealt by the test alone, and two who look at it: a player and a guest."""

    def __init__(self, visit: Visit, name: str, game: str, people: dict[int, str]) -> None:
        self.house, self.name, self.people = visit.house, name, people
        floor = self.house.server.floor
        options = Options(places=9, blinds=(5_000_00, 10_000_00), minimum_buy_in=20_000_00, flop_chase=(5_00, 9_000_00))
        self.house.run(floor.transact(lambda: floor.house.open_table(name, game, options) and None))
        self.house.run(self.house.server.dealer.set(name, LIVE))
        for seat in people:
            self.do(poker.TakeSeat(seat=seat, chips=STACKS[seat] * 100), seat)
        self.pages = [visit.page(who, f"/tables/{name}", DESKTOP, reduced_motion="reduce") for who in (people[1], "")]

    @property
    def table(self) -> PokerTable:
        found = self.house.server.floor.house.tables[self.name]
        assert isinstance(found, PokerTable)
        return found

    def do(self, command: Command, seat: int) -> None:
        act(self.house, self.name, command, person=self.people[seat], by=seat)

    def bets(self, says: dict[int, str], otherwise: str) -> None:
        """One round of betting: each in turn does what is named for them once, and else what all do."""
        street = self.table.state.hand.board
        while (turn := self.table.state.hand.turn) and self.table.state.hand.board == street:
            named = says.pop(turn, otherwise)
            if named.isdecimal():
                self.do(poker.Raise(seat=turn, to=int(named)), turn)
            else:
                self.do(ACTS[named](seat=turn), turn)

    def looks(self, state: str) -> None:
        """Nothing overlaps for anyone, on any screen."""
        for page in self.pages:
            page.reload()
            for width, height in SIZES:
                resize(page, width, height)
                faults = page.evaluate(MEASURE)
                assert not faults, (state, width, faults)
                assert sideways(page) <= 0, (state, width, page.evaluate(WIDE))


ACTS: dict[str, Callable[..., Command]] = {
    "call": poker.Call, "fold": poker.Fold, "all in": poker.AllIn, "check": poker.Check,
}  # fmt: skip


@pytest.fixture(scope="module")
def people(house: Running) -> dict[int, str]:
    """Nine people with long names, and chips for the evening."""
    demo = Demo(house.server.floor, house.server.dealer)

    async def come() -> dict[int, str]:
        found = {}
        for seat, name in NAMES.items():
            found[seat] = f"rich-{seat}"
            await demo.register(found[seat], name)
            await demo.give(found[seat], (4 if seat == 3 else 2) * STACKS[seat] * 100)
        return found

    return house.run(come())


@pytest.mark.parametrize("game", ["crown-holdem", pytest.param("crown-omaha", marks=pytest.mark.slow)])
def test_nothing_covers_anything_at_a_full_table(visit: Visit, people: dict[int, str], game: str) -> None:
    evening = Evening(visit, f"nine-{game}", game, people)
    house, name, looks = visit.house, evening.name, evening.looks
    looks("nobody has cards")
    deal_poker(house, name, HANDS if game == "crown-holdem" else {}, "Ah Kd 5s 4c 3d")
    looks("dealt")
    evening.bets({4: "fold", 5: "999900000", 6: "all in", 8: "all in", 2: "all in"}, "call")
    looks("side pots, and everybody has called")
    assert not serious(evening.pages[0])
    while evening.table.state.phase != "between":
        step = evening.table.next_step()
        assert step is not None
        act(house, name, step)
        if isinstance(step, poker.DealBoard | poker.OpenHands | poker.PushPots):
            looks(type(step).__name__)
    evening.do(poker.StepAway(seat=5), 5)
    evening.do(poker.LeaveSeat(seat=3), 3)
    evening.do(poker.TakeSeat(seat=3, chips=STACKS[3] * 100), 3)
    evening.do(poker.LeaveSeat(seat=4), 4)
    looks("one is away, one waits for the blind, one place is free")
    assert evening.pages[0].locator(".seat .mark.new").is_visible()


PRESSED = """() => {
  const shown = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const pressed = [...document.querySelectorAll("main a.go, main button, main .do")].filter(shown);
  const words = [];
  const walk = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (!node.data.trim() || !shown(node.parentElement) || node.parentElement.closest("option, dialog, .vh")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) words.push({ node, box });
  }
  const shared = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from]);
  const faults = [];
  for (const one of pressed) {
    const mine = one.getBoundingClientRect();
    for (const { node, box } of words) {
      if (one.contains(node) || node.parentElement.contains(one)) continue;
      if (shared(mine, box, "left", "right") > 2 && shared(mine, box, "top", "bottom") > 3)
        faults.push(`${one.textContent.trim()} covers ${node.data.trim().slice(0, 60)}`);
    }
  }
  return faults;
}"""
"""Buttons that lie over words which are not theirs."""


@pytest.mark.parametrize(
    ("person", "path"),
    [("player-1", "/"), ("player-1", "/me"), ("player-1", "/tournaments"), ("supervisor-1", "/floor"), ("cashier-1", "/cage"),
     ("supervisor-1", "/people"), ("player-1", "/lab"), ("inspector-1", "/inspector"), ("", "/rules/crown-caribbean-stud/8.1")],
)  # fmt: skip
def test_no_button_covers_words(visit: Visit, person: str, path: str) -> None:
    page = visit.page(person, path, DESKTOP, reduced_motion="reduce")
    for width, height in SIZES:
        resize(page, width, height)
        faults = page.evaluate(PRESSED)
        assert not faults, (width, faults)
        assert sideways(page) <= 0, (width, page.evaluate(WIDE))


OUTSIDE = """() => {
  const cloth = document.querySelector("#felt").getBoundingClientRect();
  const [left, right] = [Math.max(cloth.left - 12, 0), Math.min(cloth.right + 12, innerWidth)];
  const out = ({ width, left: from, right: to }) => width && (from < left || to > right);
  const found = [...document.querySelectorAll("#felt .card, #felt .plate")].filter((one) => out(one.getBoundingClientRect()));
  return found.map((one) => one.outerHTML.slice(0, 80));
}"""
"""Cards and plates that leave the cloth by more than its edge, or the window."""


@pytest.mark.parametrize("path", ["/tables/crown-1", "/drill?game=star-caribbean-stud", "/drill?game=crown-holdem"])
def test_cards_and_names_stay_on_the_cloth_of_a_small_phone(visit: Visit, path: str) -> None:
    page = visit.page("player-1", path, (320, 568), reduced_motion="reduce")
    assert not page.evaluate(OUTSIDE)
    assert sideways(page) <= 0, page.evaluate(WIDE)
