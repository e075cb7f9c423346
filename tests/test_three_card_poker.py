"""Three Card Poker, the second example of a book from outside: hands of three cards, and wagers that a table of hands pays."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from added_books import books_forgotten
from croupier import books
from croupier.books.book import Book
from croupier.cases.case import cases_of
from croupier.cases.house_cases import run_case
from croupier.kernel.decisions import Refused
from croupier.kernel.errors import BookError
from croupier.kernel.money import plain
from croupier.stud import PlaceWager, TakeBackWager
from croupier.stud.lines import read_line, write_line
from croupier.tables.any_game import audit, load
from croupier.tables.house_table import HouseTable, house_table
from croupier.training.coach import advice

HOME = Path(__file__).resolve().parents[1]
FOLDER = HOME / "examples" / "three_card_poker"
TEXT = HOME / "docs" / "how-to" / "three-card-poker.md"
GAME = "three-card-poker"
PLUS = '[wager.pair-plus]\ntitle = "Pair Plus"\n'


@pytest.fixture
def three() -> Iterator[Book]:
    with books_forgotten():
        yield books.add_book(FOLDER)


def test_it_has_every_clause_of_its_text_and_a_case_for_each(three: Book) -> None:
    assert re.findall(r"^\*\*([\d.]+)\*\*", TEXT.read_text(encoding="utf-8"), re.MULTILINE) == list(three.catalogue.clause)
    cases = [case for _, case in cases_of(three.folder)]
    assert {case.name: run_case(case, three.id).failures() for case in cases} == {case.name: [] for case in cases}
    shown = {number for case in cases for number in case.shows}
    assert [n for n, clause in three.catalogue.clause.items() if clause.executable and n not in shown] == []
    for parameter in (each for each in three.params.values() if each.threshold):
        sides = {case.edge for case in cases if set(case.shows).intersection(parameter.clauses)}
        assert sides >= {"below", "at", "above"}


def say(table: HouseTable, *lines: str) -> object:
    decision: object = None
    for line in lines:
        decision = table.do(read_line(line, table.state, table.rules))
        assert not isinstance(decision, Refused), (line, decision)
    return decision


def live(*lines: str) -> HouseTable:
    """A table at which a dealer deals by hand, box 1 with an ante of 10 and a Pair Plus of 20."""
    table = house_table(GAME, seats=1)
    say(table, "ante 1 10.00", "wager 1 pair-plus 20.00", "shuffle", "no more bets", "deal 1: ?? ?? ??", "deal dealer: ?? ?? ??")
    say(table, "bet or fold", *lines)
    return table


@pytest.mark.usefixtures("three")
def test_a_live_dealer_shows_the_hands_that_a_wager_looks_at() -> None:
    table = live("bet 1", "reveal Jc 9h 8d")
    refused = table.do(read_line("settle", table.state, table.rules))
    assert isinstance(refused, Refused)
    assert (refused.ground, refused.reason) == ("hand_not_shown", "box 1 must be shown first")
    say(table, "show 1: 9s 9d 4c", "settle")
    assert plain(table.state.stack(1)) == "1030.00"
    assert audit(table.dump())
    assert load(table.dump()).state == table.state


def test_a_folded_hand_is_shown_where_the_wager_stays(tmp_path: Path) -> None:
    with books_forgotten():
        books.add_book(changed(tmp_path, "params.toml", 'fold = "loses"', 'fold = "stays"'))
        table = live("fold 1", "reveal Jc 9h 8d")
        assert isinstance(table.do(read_line("settle", table.state, table.rules)), Refused)
        assert "show 1: ?? ?? ??" in [write_line(one.command) for one in table.legal()]
        say(table, "show 1: 9s 9d 4c", "settle")
        assert plain(table.state.stack(1)) == "1010.00"
        assert audit(table.dump())


@pytest.mark.usefixtures("three")
@pytest.mark.parametrize(
    ("line", "stack"),
    [
        ("correct wager 1 pair-plus to 50.00; miscounted", "940.00"),
        ("correct wager 1 pair-plus to 0; it was box 2", "990.00"),
        ("correct ante 1 to 20.00; miscounted", "960.00"),
        ("correct box 1 to undecided; misheard", "970.00"),
    ],
)
def test_a_live_dealers_slip_is_put_right(line: str, stack: str) -> None:
    table = live("fold 1") if "box 1" in line else live()
    say(table, line)
    assert plain(table.state.stack(1)) == stack
    say(table, "fold 1", "reveal Jc 9h 8d", "settle")
    assert plain(table.state.stack(1)) == stack
    assert audit(table.dump())


@pytest.mark.usefixtures("three")
def test_wagers_are_offered_and_what_is_offered_is_taken() -> None:
    table = house_table(GAME, seats=2, seed=4)
    assert not [one for one in table.legal(seat=1) if isinstance(one.command, PlaceWager)]
    say(table, "ante 1 10.00")
    (offer,) = [one for one in table.legal(seat=1) if isinstance(one.command, PlaceWager)]
    assert (offer.least, offer.most, offer.step, offer.clauses) == (5_00, 100_00, 1_00, ("3.3", "6.6"))
    assert not isinstance(table.do(offer.command), Refused)
    assert write_line(offer.command) == "wager 1 pair-plus 5.00"
    assert [one.command for one in table.legal(seat=1) if isinstance(one.command, TakeBackWager)]
    for line, ground in (
        ("wager 1 pair-plus 5.00", "wager_once"),
        ("wager 2 pair-plus 5.00", "nothing_wagered"),
        ("wager 1 ante-bonus 5.00", "not_in_this_book"),
        ("wager 1 jackpot 5.00", "not_in_this_book"),
    ):
        refused = table.do(read_line(line, table.state, table.rules))
        assert isinstance(refused, Refused)
        assert refused.ground == ground, line
    say(table, "take back 1")
    assert plain(table.state.stack(1)) == "1000.00"


@pytest.mark.usefixtures("three")
def test_the_coach_weighs_what_lies_beside_the_ante() -> None:
    for lines in ((), ("wager 1 pair-plus 100.00",)):
        table = HouseTable(GAME, books.rules_of(GAME).usual_options(training=True), seed=1)
        say(table, "sit 1 1000.00", "ante 1 10.00", *lines)
        table.deal()
        found = advice(table, 1)
        assert found is not None
        assert set(found.values) == {"bet", "fold"}
        assert found.values["fold"] == (-11 if lines else -1)


def changed(to: Path, file: str, old: str, new: str) -> Path:
    folder = Path(shutil.copytree(FOLDER, to / "torch"))
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"none"', '"middle"', "params.toml:7: dealer_face_up_card is 'middle', which is no place in a hand: top, last or none"),
        ("value = 3, unit", "value = 2, unit", "params.toml:5: cards_per_hand is 2: a hand here has 3, 4 or 5 cards"),
        ("value = 3, unit", "value = 6, unit", "games with cards that all share, or with several decisions, are not supported"),
        ("value = 7, unit", "value = 17, unit", "params.toml:1: three-card-poker: places is 17; one deck is enough for 1 to 16"),
        ("flush, straight, three", "flush, three", "params.toml:4: hand_order has no place for a straight"),
        ("one pair, flush", "two pairs, one pair, flush", "hand_order has 'two pairs', which hands of 3 cards cannot be"),
        ("one pair, flush", "one pair, one pair, flush", "hand_order has 'one pair' twice"),
        ('"high card, one pair', '"one pair, high card', "hand_order begins with 'one pair': the lowest hand"),
        ("queen high", "queen hi", "params.toml:9: qualifying_hand 'queen hi' is not a hand that a dealer can qualify with"),
        ('"one pair" = 1\n', '"two pairs" = 1\n', "pair-plus pays 'two pairs', which is not a hand"),
        ('"one pair" = 1\n', '"one pair" = -1\n', "params.toml:35: pair-plus pays a one pair: -1 is no odds"),
        ('stake = "own"', 'stake = "chips"', "params.toml:28: pair-plus: Invalid enum value 'chips'"),
        ('stake = "own"', "stake = 0", "params.toml:28: pair-plus: Expected `int` >= 1"),
        ('stake = "own"', "stake = 1", "params.toml:28: pair-plus has limits, and a stake that is tied to the ante"),
        ('minimum = "5"', 'minimum = "500"', "params.toml:29: pair-plus has a minimum above its maximum"),
        ('minimum = "5"', 'minimum = "five"', "params.toml:29: pair-plus has a limit that is not a sum"),
        ('fold = "loses"', 'fold = "stays"\nregardless = false', "pair-plus is decided against the dealer: it looks"),
        ("[wager.pair-plus", "[wager.bet", "bet cannot be the name of a wager"),
        ('clause = "6.6"', 'clause = "6.9"', "params.toml:27: pair-plus cites 6.9, which is not a clause"),
        (PLUS, PLUS + "board = 5\n", "pair-plus: Object contains unknown field `board`"),
        ('stake = "ante"', 'stake = "ante"\ncards = "dealer"', "ante-bonus is paid on the ante: it looks at the player's hand"),
    ],
)
def test_what_cannot_be_is_refused_at_load_with_its_place(old: str, new: str, says: str, tmp_path: Path) -> None:
    with books_forgotten(), pytest.raises(BookError, match=re.escape(says)):
        books.add_book(changed(tmp_path, "params.toml", old, new))


@pytest.mark.parametrize("feature", ["exchange", "instant win", "wild cards", "jackpot"])
def test_parts_of_the_engine_that_do_not_go_together_are_refused(feature: str, tmp_path: Path) -> None:
    folder = changed(tmp_path, "play.toml", "calls =", f"features = [{feature!r}]\ncalls =")
    with books_forgotten(), pytest.raises(BookError, match=f"{feature}|no clause is given"):
        books.add_book(folder)


@pytest.mark.parametrize(
    ("terms", "hands", "decided", "result", "net"),
    [
        ('fold = "stays"', "hand 1: 6s 5d 4c\nhand dealer: Jc 9h 8d", "fold 1", "win", "50.00"),
        ('fold = "stays"', "hand 1: Ks 9d 4c\nhand dealer: Jc 9h 8d", "fold 1", "lose", "-20.00"),
        ('cards = "dealer"', "hand 1: Ks 9d 4c\nhand dealer: 6s 5d 4h", "bet 1", "win", "40.00"),
        ('cards = "both"', "hand 1: Ks 9d 4c\nhand dealer: 9c 4h 4d", "bet 1", "lose", "-30.00"),
        ("regardless = false", "hand 1: 6s 6d 4c\nhand dealer: Jc 9h 8d", "bet 1", "void", "10.00"),
        ("regardless = false", "hand 1: 6s 6d 4c\nhand dealer: 7c 7h 8d", "bet 1", "lose", "-30.00"),
        ("regardless = false", "hand 1: 6s 6d 4c\nhand dealer: 6c 6h 4d", "bet 1", "stand-off", "0.00"),
        ("regardless = false", "hand 1: 6s 6d 4c\nhand dealer: Qc 9h 8d", "bet 1", "win", "30.00"),
    ],
)
def test_other_terms_of_a_wager(terms: str, hands: str, decided: str, result: str, net: str, tmp_path: Path) -> None:
    folder = changed(tmp_path, "params.toml", 'fold = "loses"', terms)
    if "both" in terms:
        more = ("two pairs", "full house", "four of a kind", "royal flush")
        params = folder / "params.toml"
        params.write_text(
            params.read_text(encoding="utf-8") + "".join(f'"{hand}" = "loses"\n' for hand in more), encoding="utf-8"
        )
    file = folder / "clauses.toml"
    file.write_text(file.read_text(encoding="utf-8").replace('"wager_folded"', '"wager_folded", "wager_void"'), encoding="utf-8")
    cases = folder / "cases" / "three_card_poker.toml"
    cases.write_text(
        f'book = "{GAME}"\n[[case]]\nclause = "6.6"\nname = "own"\ntable = {{ seats = 1, ante = "10.00" }}\n'
        f'play = """\nwager 1 pair-plus 10.00\n{hands}\ndeal\n{decided}\nsettle\n"""\n'
        f'expect = {{ results = {{ "pair-plus 1" = "{result}" }}, net = {{ 1 = "{net}" }} }}\n',
        encoding="utf-8",
    )
    with books_forgotten():
        book = books.add_book(folder)
        ((_, case),) = cases_of(book.folder)
        assert run_case(case, book.id).failures() == []
