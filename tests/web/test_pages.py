"""Whole pages, their texts, their style and their scripts: well formed, nothing inline, nothing from elsewhere, and small."""

from __future__ import annotations

import gzip
import re
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import pytest

import croupier
from croupier.drawing.cloths import cloths, style_sheet
from croupier.drawing.paths import placed
from croupier.drawing.playing_cards import BACKS, FOUR_INKS, INKS, PIPS, sprite
from croupier.drawing.ring import MOST, spot
from croupier.jackpots.systems import Terms as JackpotTerms
from croupier.kernel.cards import DECK
from croupier.tables.house_table import ENGINE as HOUSE
from croupier.tables.poker_table import ENGINE as POKER
from croupier.tables.tournament_stream import TOURNAMENTS
from croupier.web.extras import Extras, Meter
from croupier.web.lab_page import QUALIFYING
from croupier.web.pages import CONTENT_SECURITY_POLICY, environment, page
from croupier.web.texts import texts
from web.markup import Reader, check_strict
from web.tables import HANDS, house, poker, table_regions

WEB = resources.files("croupier.web")
STATIC = WEB / "static"
NAV = [("Lobby", "/"), ("Rules", "/rules")]
FIRST_LOAD = 150_000


def files(folder: Traversable, end: str) -> dict[str, str]:
    found = sorted(folder.iterdir(), key=lambda file: file.name)
    return {file.name: file.read_text(encoding="utf-8") for file in found if file.name.endswith(end)}


def house_page() -> str:
    table = house("crown-caribbean-stud", f"{HANDS}deal", seats=7, ante="10.00")
    extras = Extras(meter=Meter(value=18_432_17), deadline=30)
    regions = table_regions(table, "p1", capacity=1, now=5, extras=extras)
    return page(
        "table.html", title=table.rules.title, kind="house", stream=table.name, number=table.number, capacity=1, now=5,
        deals=False,
        regions=regions, nav=NAV, here="/", person="p1",
    )  # fmt: skip


def poker_page() -> str:
    table = poker("crown-holdem", "deal", seats=9)
    regions = table_regions(table, "p9", capacity=9, now=0)
    return page(
        "table.html", title=table.rules.title, kind="poker", stream=table.name, number=table.number, capacity=9, now=0,
        deals=False,
        regions=regions, nav=NAV, here="", person="p9",
    )  # fmt: skip


_COLUMN = {0: (), 1: (32.0,), 2: (66.0, 26.0), 3: (68.0, 36.0, 15.0), 4: (78.0, 57.0, 36.0, 15.0)}
"""How far down the seats of a column are on a phone, from the lowest up: none beside the board, which is in the middle."""


def upright_spot(number: int, seats: int) -> tuple[float, float]:
    """The place of a seat on a phone: a column on either side, and at the top those who are left."""
    side, top = divmod(seats - 1, 2)
    if number == 0:
        return 50.0, 88.0
    if top and number == side + 1:
        return 50.0, 9.5
    left = number <= side
    return 12.0 if left else 88.0, _COLUMN[side][(number if left else seats - number) - 1]


def ring_css() -> str:
    """The places as rules of a style sheet: `--x` and `--y` on a wide page, on a phone `--px` and `--py`."""
    lines = []
    for seats in range(2, MOST + 1):
        for number in range(seats):
            (x, y), (px, py) = (where(number, seats) for where in (spot, upright_spot))
            lines.append(f".ring-{seats} .slot-{number}{{--x:{x:g}%;--y:{y:g}%;--px:{px:g}%;--py:{py:g}%}}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("html", [house_page(), poker_page()], ids=["house", "poker"])
def test_a_page_is_whole(html: str) -> None:
    assert html.startswith("<!doctype html>")
    found = check_strict(html)
    main = found.one("main")
    assert main.get("data-stream")
    assert main.get("data-as") in ("1", "9")
    assert found.one("a", css="skip").get("href") == f"#{main.get('id')}"
    for name in ("felt", "now", "acts", "result", "log", "signs", "jackpot"):
        assert any(above is main for above in found.one("section", id=name).above)
    speaking = found.one(id="say")
    assert speaking.get("aria-live") == "polite"
    assert not any(above is main for above in speaking.above)  # a region that is replaced would not be heard
    wanted = {each.get("href").removeprefix("#") for each in found.all("use")}
    assert wanted <= {each.get("id") for each in found.elements}
    assert len(found.all("h1")) == 1


def test_a_page_without_a_capacity_says_so() -> None:
    table = house("crown-caribbean-stud", seats=1)
    regions = table_regions(table, "p9", capacity=None, now=0)
    html = page("table.html", title="t", kind="house", stream="s", number=3, capacity=None, now=0, deals=True, regions=regions)
    assert check_strict(html).one("main").get("data-as") == ""


def test_nothing_inline_is_ever_allowed() -> None:
    assert "unsafe" not in CONTENT_SECURITY_POLICY
    assert CONTENT_SECURITY_POLICY.startswith("default-src 'none';")


def test_templates_hold_no_text_of_their_own() -> None:
    """All that people read is in one place."""
    for name, template in files(WEB / "templates", ".html").items():
        bare = re.sub(r"(?s)\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", "", template)
        words = re.findall(r"[A-Za-z]{2,}", " ".join(re.findall(r">([^<]*)<", bare)))
        assert not words, f"{name}: {words}"


def test_every_text_is_used_and_every_text_used_is_there() -> None:
    pages = "".join(files(WEB, ".py").values()) + "".join(files(WEB / "templates", ".html").values())
    server = resources.files("croupier") / "server"
    pages += (WEB / "table_acts.toml").read_text(encoding="utf-8") + (server / "pages.toml").read_text(encoding="utf-8")
    code = pages + "".join(files(server, ".py").values())
    engines = pages + "".join(path.read_text(encoding="utf-8") for path in Path(croupier.__file__).parent.rglob("*.py"))
    used = set(re.findall(r"""["']([a-z_]+\.[a-z_-]+)["']""", code)) - set(files(WEB / "templates", ".html"))
    used -= {"house.db", "house.zip", "lab.toml"}  # files, not texts
    used -= {f"terms.{field}" for field in (*JackpotTerms.__struct_fields__, "title")}  # fields of forms
    used |= {f"qualifying.{name}" for name in QUALIFYING}
    known = texts()
    missing = {name for name in used if name.split(".")[0] in {each.split(".")[0] for each in known}} - set(known)
    assert not missing
    tags = {*HOUSE.codec.tags, *POKER.codec.tags}
    desk = TOURNAMENTS.codec.commands
    fields = {*TOURNAMENTS.codec.tags, "button", "last", *(field for command in desk for field in command.__struct_fields__)}
    put_together = set(re.findall(r"""["']([a-z_]+)\.(?:["'] ~|\{)""", code))  # the last part stands elsewhere
    for name in set(known) - used:
        section, last = name.split(".")
        assert section in put_together, f"{name} is not used"
        spelt = (f'"{last}"', f'"{last.replace("_", "-")}"')
        asked = section in ("desk", "desk_act", "desk_field") and last.removesuffix("_at") in fields
        assert last in tags if section == "act" else asked or any(each in engines for each in spelt), f"{name} is not used"


def test_no_page_copies_what_all_templates_know_name_by_name() -> None:
    for name in files(WEB / "templates", ".html"):
        assert type(environment().get_template(name).globals) is dict, name


def test_templates_can_be_read() -> None:
    for name in files(WEB / "templates", ".html"):
        environment().get_template(name)


def test_whatever_counts_down_stands_where_it_was_stopped() -> None:
    """Both scripts that count take the seconds from one function, which knows a clock that stands."""
    scripts = files(STATIC, ".js")
    counting = [name for name, text in scripts.items() if "[data-until]" in text]
    assert counting == ["live.js", "screen.js"]
    for name in counting:
        assert "secondsLeft(" in scripts[name]
        assert "dataset.until" not in scripts[name]
    assert "dataset.left" in scripts["times.js"]


def test_every_module_of_script_is_there_and_loads_nothing_else() -> None:
    scripts = files(STATIC, ".js")
    for name, code in scripts.items():
        for wanted in re.findall(r'from "(.*?)"|import "(.*?)"', code):
            module = "".join(wanted)
            assert module.startswith("./"), f"{name} loads {module}"
            assert module[2:] in scripts, f"{name} loads {module}"
        assert not re.search(r"https?://|eval\(|new Function|document\.write", code), name
        assert ".innerHTML" not in code.replace("held.innerHTML", ""), f"{name} writes markup"  # only what the house sends
    loaded = Reader(house_page()).all("script")
    assert all(each.get("src").removeprefix("/static/") in scripts for each in loaded)


def test_the_first_load_is_small() -> None:
    """A page with all that it loads, each compressed by itself as a server sends it."""
    static = {file.name: file.read_bytes() for file in STATIC.iterdir()}
    sizes = {name: len(gzip.compress(data)) for name, data in static.items()}
    assert sum(sizes.values()) + len(gzip.compress(house_page().encode())) < FIRST_LOAD


def test_the_style_sheet_has_the_cloths_and_inks_of_the_drawings() -> None:
    style = (STATIC / "style.css").read_text(encoding="utf-8")
    for cloth in cloths():
        line = f"--felt: {cloth.felt}; --deep: {cloth.deep}; --print: {cloth.print}; --gold: {cloth.accent};"
        assert f".cloth-{cloth.name} {{ {line} }}" in style_sheet()
    assert " ".join(f"--ink-{suit}: {INKS[suit]};" for suit in "shdc") in style
    four = " ".join(f"--ink-{suit}: {FOUR_INKS[suit]};" for suit in "dc")
    assert f":root.four-colours {{ {four} }}" in style


def test_the_seats_are_where_the_drawing_has_them() -> None:
    assert (STATIC / "ring.css").read_text(encoding="utf-8") == ring_css()


def test_the_sprite_has_every_card() -> None:
    ids = {each.get("id") for each in Reader(sprite()).all("symbol")}
    assert {f"card-{card}" for card in DECK} | {f"back-{name}" for name in BACKS} <= ids


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_text_on_every_cloth_and_page_can_be_read() -> None:
    """At least 4.5 to 1, as the guidelines for accessible pages ask."""
    for cloth in cloths():
        for ink in (cloth.print, cloth.accent, "#ffffff"):
            assert contrast(ink, cloth.felt) >= 4.5, (cloth.name, ink)
            assert contrast(ink, cloth.deep) >= 4.5, (cloth.name, ink)
    for ink in {*INKS.values(), *FOUR_INKS.values()}:
        assert contrast(ink, "#fffefb") >= 4.5, ink
    style = (STATIC / "style.css").read_text(encoding="utf-8")
    blocks = re.findall(r"(?s)--page: #.*?\}", style)
    assert len(blocks) == 3, "one for light pages, and the same twice for dark ones"
    light, dark, chosen = (dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{3,6})", block)) for block in blocks)
    assert dark == chosen
    for colours in (light, dark):
        full = {
            name: value if len(value) == 7 else "#" + "".join(2 * part for part in value[1:]) for name, value in colours.items()
        }
        for ink in ("ink", "quiet", "accent", "danger", "won", "lost"):
            for ground in ("page", "panel"):
                assert contrast(full[ink], full[ground]) >= 4.5, (ink, ground, full[ink], full[ground])
        assert contrast(full["quiet"], full["sunk"]) >= 4.5
        assert contrast(full["on-accent"], full["accent"]) >= 4.5
        assert contrast(full["warn-ink"], full["warn-ground"]) >= 4.5


def test_a_shape_is_placed_by_its_numbers() -> None:
    """The same steps wherever it lies; upside down its steps are turned and its arcs are not."""
    club = PIPS["c"]
    first, second = placed(club, 10, 10), placed(club, 40, 60)
    assert first.startswith("M10 0.4")
    assert second.startswith("M40 50.4")
    assert first.removeprefix("M10 0.4") == second.removeprefix("M40 50.4")
    assert placed("M0 2L4 0A3 5 0 0 1 0-2Z", 0, 0, -2) == "M0 -4l-8 4a6 10 0 0 1 8 4z"
    assert placed("M1 1H3M5 5V7", 10, 20) == "M11 21h2M15 25v2"
