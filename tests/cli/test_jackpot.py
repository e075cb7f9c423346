"""`croupier jackpot`, and jackpots in `croupier play`."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.program import Run
from croupier.books import rules_of
from croupier.jackpots.lines import read_line
from croupier.kernel.decisions import Accepted
from croupier.kernel.lines import said_by
from croupier.tables.meters import Meters

GAME = "crown-caribbean-stud"
LINES = (
    "open main: option 1 seed 10000 cost 1 tables A, B",
    "open side: option 1 seed 10000 cost 2 tables C",
    "register A 1: 1, 2",
    "at 30: outcome A 1: 1 flush, 2 straight flush",
    "pay A/1/1",
    "register C 4: 1",
    "at 60: outcome C 4",
    "at 60: notice close side",
    "at 1260: close side: main 0.6812",
)


@pytest.fixture
def dump(tmp_path: Path) -> Path:
    meters = Meters(GAME)
    for line in LINES:
        who, said = said_by(line)
        decision = meters.do(read_line(said, GAME), **({"by": "TG Area Manager"} | who))
        assert isinstance(decision, Accepted), decision
    file = tmp_path / "meters.jsonl"
    file.write_text(meters.dump(), encoding="utf-8")
    return file


def test_a_quote_as_data(run: Run) -> None:
    done = run(
        *("jackpot", "quote", GAME, "--option", "1", "--seed", "10000", "--cost", "1", "--json"),
        *("--meter", "123456.78", "--hands", "royal flush, straight flush, straight flush, flush"),
    )
    assert done.status == 0, done.err
    paid = [(payment["hand"], payment["pays"], payment["from"]) for payment in done.json["payments"]]
    assert paid == [
        ("royal flush", "102880.84", "meter"),
        ("straight flush", "10288.09", "meter"),
        ("straight flush", "10288.09", "meter"),
        ("flush", "100.00", "house"),
    ]
    assert all(payment["clauses"] for payment in done.json["payments"])
    assert done.json["meter_after"] == "10000.00"


@pytest.mark.parametrize(
    ("book", "more", "pays"),
    [
        ("crown-wild-aruba", ("--cost", "2"), "1234.60"),
        ("star-caribbean-stud", (), "5000.00"),
        ("nz-caribbean-stud", (), "1234.56"),
    ],
)
def test_a_straight_flush_in_other_books(run: Run, book: str, more: tuple[str, ...], pays: str) -> None:
    done = run("jackpot", "quote", book, "--meter", "12345.67", "--hands", "straight flush", "--json", *more)
    assert done.status == 0, done.err
    assert [payment["pays"] for payment in done.json["payments"]] == [pays]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--hands", "three of a kind"), ("no jackpot hand 'three of a kind'", "four of a kind")),
        (("--hands", ""), ("name at least one hand",)),
        (("--hands", "flush", "--seed", "12345"), ("no seed of $12,345.00",)),
        (("--hands", "flush", "--option", "3"), ("Option 1 and Option 2",)),
        (("--hands", "flush", "crown-holdem"), ("crown-holdem",)),
    ],
)
def test_what_cannot_be_quoted(run: Run, arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    assert run("jackpot", "quote", "--meter", "20000", *arguments).complains(*words)


def test_a_report_in_words(run: Run, dump: Path) -> None:
    done = run("jackpot", "report", str(dump))
    assert done.status == 0, done.err
    for words in ("34.06% of the wagers", "A/1/2", "pending", "side, closed", "every meter shows what its history adds up to"):
        assert words in done.out


def test_a_report_as_data(run: Run, dump: Path) -> None:
    report = run("jackpot", "report", str(dump), "--json").json
    main, side = report["meters"]["main"], report["meters"]["side"]
    assert report["differences"] == []
    assert (main["wagers"], main["contributions"], main["transfers"]) == ("2.00", "0.6812", "0.6812")
    assert [(hit["hand"], hit["pays"], hit["from"], hit["paid"], hit["at"]) for hit in main["hits"]] == [
        ("straight flush", "1000.10", "meter", False, 30),
        ("flush", "100.00", "house", True, 30),
    ]
    assert main["meter"] == "10000.6812"
    assert (side["closed"], side["meter"], side["transfers"], side["added"]) == (True, "0.00", "-0.6812", "-20000.00")


def test_the_history_of_the_meters(run: Run, dump: Path) -> None:
    done = run("jackpot", "report", str(dump), "--history")
    assert "Round 1 at table A is registered with 2 wagers, $2.00: $0.6812 is added to the meter main." in done.out
    assert "The meter side closes: $0.6812 to main, the house takes back $20,000.00.  (9.1.1(i), 9.1.1(j))" in done.out
    assert len(run("jackpot", "report", str(dump), "--history", "--json").json["history"]) == len(LINES)


def test_a_report_from_standard_input(run: Run, dump: Path) -> None:
    assert run("jackpot", "report", "-", "--json", said=dump.read_bytes()).json["meters"]["main"]["meter"] == "10000.6812"


@pytest.mark.parametrize("said", [b"", b"{}\n", b"nonsense\n", b"\xff\xfe"])
def test_what_is_no_history_of_meters(run: Run, said: bytes) -> None:
    assert run("jackpot", "report", "-", said=said).complains("standard input")


def test_a_missing_file(run: Run, tmp_path: Path) -> None:
    assert run("jackpot", "report", str(tmp_path / "none")).complains("cannot be read")


def test_playing_with_a_jackpot(run: Run) -> None:
    done = run("play", GAME, "--jackpot", "1", "--seed", "3", said="10\nj\n\nb\n10\nj\nuj\n\nf\nq\n")
    assert done.status == 0, done.err
    assert "the prize meter stands at $10,000.00" in done.out
    assert "Seat 1 makes a jackpot wager of $1.00 on box 1." in done.out
    assert "jackpot loses: -$1.00" in done.out
    assert "the prize meter stands at $10,000.3406" in done.out
    assert "The jackpot wager of box 1 is taken back." in done.out


@pytest.mark.parametrize("game", [GAME, "crown-wild-aruba"])
def test_the_house_plays_a_jackpot_too(run: Run, game: str) -> None:
    done = run("play", game, "--jackpot", "2.50", "--seats", "3", "--seed", "11", "--json")
    assert done.status == 0, done.err
    assert [line["wager"] for line in done.json["rounds"][0]["lines"]].count("jackpot") == 1


def test_no_jackpot_wager_where_none_is_taken(run: Run) -> None:
    done = run("play", GAME, "--seed", "3", said="10\nj\n\nf\nq\n")
    assert "no jackpot wagers are taken at this table" in done.out


def test_the_distribution_is_drawn(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "meter.svg"
    done = run("jackpot", "distribution", "--option", "2", "--seed", "75000", "--svg", str(picture))
    assert done.status == 0, done.err
    assert done.out.startswith("Option 2, seed $75,000.00, increment 20.28%\n")
    assert "█" in done.out
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    steps = run("jackpot", "distribution", "--json").json["steps"]
    assert sum(step["chance"] for step in steps) == pytest.approx(1)


def test_a_picture_that_cannot_be_written(run: Run, tmp_path: Path) -> None:
    assert run("jackpot", "distribution", "--svg", str(tmp_path / "nowhere" / "x.svg")).complains("No such file")
    assert run("jackpot", "distribution", "--seed", "12345").complains("no seed of $12,345.00")


def test_the_rounding_of_a_prize_is_explained_by_its_clause(run: Run) -> None:
    quoted = run("jackpot", "quote", "crown-car", "--meter", "159810.01", "--hands", "royal").out
    assert "royal flush           $159,811.00" in quoted
    assert "10.2.1  The rounded meter value" in quoted
    assert "10.2.1  The rounded meter value" in run("jackpot", "break-even").out


def test_break_even_shows_its_working(run: Run) -> None:
    for game in ("crown-caribbean-stud", "crown-wild-aruba", "star-caribbean-stud", "nz-caribbean-stud"):
        found = run("jackpot", "break-even", game, "--json").json
        returned = sum(row["adds_cents"] for row in found["working"])
        assert returned == pytest.approx(100, abs=0.001), game
        assert all(row["formula"] for row in found["working"])
    out = run("jackpot", "break-even").out
    assert "straight flush            36   $15,981.10" in out
    assert "with the meter one cent lower $0.99999" in out


def test_a_jackpot_table_of_ones_own(run: Run) -> None:
    """The textbook's table: 263,205.26 by percentages, 263,205.30 where the ten percent are paid in whole cents."""
    textbook = "royal flush=100%, straight flush=10%, four of a kind=100, full house=75, flush=50"
    for game in ("crown-caribbean-stud", "star-caribbean-stud", "venezia-caribbean-poker", "nz-caribbean-stud"):
        asked = ("jackpot", "break-even", game, "--prizes", textbook)
        assert run(*asked, "--json").json["break_even_meter"] == "263205.30"
        assert f"If parts of a cent were paid, {rules_of(game).currency.of(263_205_26)} would do." in run(*asked).out
    own = ("jackpot", "break-even", "--prizes")
    assert run(*own, "royal flush").complains("'royal flush' names no prize")
    assert run(*own, "flush=50").complains("no meter breaks even")
    assert run(*own, "royal flush=100%, flash=50").complains("did you mean")
    assert run(*own, "royal flush=100%, royal flush=5").complains("twice")
    assert run(*own, textbook, "--option", "2").complains("--option")
    assert run(*own, "royal flush=100%", "--cost", "0").complains("the wager must cost something")


def test_sums_are_written_in_one_form(run: Run) -> None:
    assert "meter after: $236,884.70" in run("jackpot", "quote", "--meter", "263205.30", "--hands", "straight flush").out
    assert "$10,000.00" in run("jackpot", "funding", "--option", "1").out
    assert "mean $121,750.06" in run("jackpot", "distribution").out
