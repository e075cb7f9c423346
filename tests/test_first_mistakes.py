"""Mistakes of someone who writes a first book: each is refused as it is loaded, with file, line and what to write instead."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from added_books import books_forgotten
from croupier import books
from croupier.cases.case import Case, cases_of
from croupier.cases.house_cases import run_case
from croupier.kernel.errors import BookError
from croupier.kernel.money import MoneyError
from croupier.kernel.pay_tables import Pay

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
NEW_JERSEY, THREE = "new_jersey", "three_card_poker"
FALLEN = '[irregularity.fallen]\nsays = "cards lie on the floor"\nclauses = ["16.13(a)", "16.13(b)"]\nasks = {asks}\n'
UNIT = '[options.unit]\nclause = "16.7(b)"\ndefault = "0"\n\n[options.jackpot]'
ONE, TWO = "below = 'exposed_cards_void'", "at_least = 'exposed_cards_void'"
STEPS = f"then = [{{ do = 'direct', says = '{{count}} on the floor', {ONE} }}, {{ do = 'void round', says = 'too many', {TWO} }}]"


def copied(of: str, to: Path) -> Path:
    return Path(shutil.copytree(EXAMPLES / of, to / "torch"))


def changed(of: str, to: Path, file: str, old: str, new: str) -> Path:
    folder = copied(of, to)
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


def with_ruling(to: Path, asks: str, ruling: str) -> Path:
    """New Jersey's book with one more irregularity, whose ruling this is."""
    folder = copied(NEW_JERSEY, to)
    with (folder / "irregularities.toml").open("a", encoding="utf-8") as file:
        file.write("\n" + FALLEN.format(asks=asks))
    (folder / "rulings.toml").write_text(f"[ruling.fallen]\n{ruling}\n", encoding="utf-8")
    return folder


def refusal(folder: Path) -> str:
    with books_forgotten(), pytest.raises(BookError) as error:
        books.add_book(folder)
    message = str(error.value)
    assert re.search(r"\.toml:\d+: ", message), message
    assert "\n" not in message
    return message


@pytest.mark.parametrize(
    ("of", "file", "old", "new", "says"),
    [
        (
            THREE,
            "params.toml",
            "three of a kind, straight flush",
            "three of a kind, straight flush, royal flush",
            "has no row for a",
        ),
        (THREE, "params.toml", '"flush" = 4\n', "", "no row for a flush, though a one pair, which is lower"),
        (
            THREE,
            "params.toml",
            "three of a kind, straight flush",
            "three of a kind, royal flush, straight flush",
            "below the other",
        ),
        (THREE, "params.toml", "decks =", "hand = { clause = [], value = 1 }\ndecks =", "hand names no clause"),
        (THREE, "play.toml", '"bet or fold"', '"bet or fld"', "calls cannot be {'bet or fld': 'play or fold'}"),
        (NEW_JERSEY, "params.toml", '  { hand = "full house", amount = "100", clause = "16.11(b)" },\n', "", "though a flush"),
        (NEW_JERSEY, "params.toml", '{ hand = "full house"', '{ hand = "flush"', "has two rows for a flush: delete one"),
        (NEW_JERSEY, "params.toml", 'amount = "500", ', "", "has no prize for a four of a kind: write amount"),
        (NEW_JERSEY, "params.toml", 'value = 2, unit = "decks', 'value = 0, unit = "decks', "a shuffler has at least one deck"),
        (NEW_JERSEY, "params.toml", '"last", "automatic shuffler" = "last"', '"last"', "are not for the same devices"),
        (NEW_JERSEY, "params.toml", '"card shoe" = 1', '"card shoe" = 1, "hand-held shoe" = 1', "both are a shoe: write one"),
        (
            NEW_JERSEY,
            "params.toml",
            'percent = "10", clause = "16.11(a)"',
            'percent = "10", clause = "99.1"',
            "prizes cites 99.1",
        ),
        (NEW_JERSEY, "params.toml", 'percent = "10", clause = "16.11(a)"', 'percent = "10", clause = 99', "prizes cites 99"),
        (NEW_JERSEY, "params.toml", '"automatic shuffler" = 5', '"automatic shuffler" = 2.5', "is not a table of whole numbers"),
        (
            NEW_JERSEY,
            "params.toml",
            '"automatic shuffler" = "last"',
            '"automatic shuffler" = ["last"]',
            "which is no place in a hand",
        ),
        (NEW_JERSEY, "params.toml", '{ hand = "flush"', "{ hand = 3", "has a prize for '3', which is not a hand"),
        (NEW_JERSEY, "params.toml", "[options.jackpot]", UNIT, "options prescribe a table that cannot be opened: unit and"),
        (NEW_JERSEY, "book.toml", '"Dealer", ', '"Dealer", "Dealer", ', "ranks names a rank twice"),
        (NEW_JERSEY, "book.toml", 'edition = "', 'edition = "" # "', "`edition` is the name of this edition"),
        (NEW_JERSEY, "book.toml", 'nj-caribbean-stud = "', '# "', "games is empty: write the name of the game"),
        (NEW_JERSEY, "book.toml", 'seed = "10000"', 'seed = "10000"\nnotice = { pair = 3 }', "notice names 'pair', which"),
        (NEW_JERSEY, "irregularities.toml", 'clauses = ["16.13(e)"]', "clauses = []", "deck-count names no clause"),
        (NEW_JERSEY, "irregularities.toml", 'asks = ["box"]\n', "", 'is "absent", so a report says the box: write it'),
        (NEW_JERSEY, "irregularities.toml", 'asks = ["count"]\n', "", '"deck counted", so a report says the count'),
    ],
)
def test_a_mistake_in_the_data_is_named(of: str, file: str, old: str, new: str, says: str, tmp_path: Path) -> None:
    assert says in refusal(changed(of, tmp_path, file, old, new))


@pytest.mark.parametrize(
    ("asks", "ruling", "says"),
    [
        ('["count"]', "then = [{ do = 'direct', says = '{cuont} on the floor' }]", "names {cuont}, which its report does"),
        ("[]", "then = [{ do = 'direct', says = '{count} on the floor' }]", "irregularities.toml, or name {note}, {says}"),
        ('["count"]', "then = [{ do = 'direct', says = '{count on the floor' }]", "words that cannot be filled in: expected '}'"),
        (
            '[]\nranks = ["Dealer"]',
            "question = '{box}?'\noptions.a = { means = 'b', clauses = ['16.13(a)'], then = [{ do = 'stand', says = 'x' }] }",
            "names {box}, which",
        ),
        ('["count"]', "then = [{ do = 'direct', says = '{count:cardz}' }]", "there is no form 'cardz'"),
        ("[]", "question = 'what?'\noptions.a = { means = 'b', clauses = ['16.13(a)'] }", "no rank gives it: write ranks"),
        (
            '[]\nranks = ["Dealer"]',
            "question = 'so?'\noptions.a = { means = 'b', clauses = ['16.2(a)'] }",
            "from which nothing follows",
        ),
        ("[]", "then = [{ do = 'void hand', says = 'x' }]", "does 'void hand', which needs the box: write it under asks"),
        ("[]", "then = [{ do = 'notify', says = 'x' }]", "notifies nobody: write who = [...]"),
        ("[]", "then = [{ do = 'shuffle' }]", "does 'shuffle', which has no words: write says"),
        ("[]", "then = [{ do = 'misdeal', says = 'x' }]", "does 'misdeal', which is not done at such a"),
        ("[]", STEPS.replace("{count}", "some"), "depends on the count: write it under asks"),
        ('["count"]', STEPS.replace("exposed_cards_void", "exposed"), "exposed is missing"),
        ('["count"]\nusual = "deck counted"', STEPS, "has a `usual` procedure and a ruling in rulings.toml: delete one"),
    ],
)
def test_a_mistake_in_a_ruling_is_named(asks: str, ruling: str, says: str, tmp_path: Path) -> None:
    assert says in refusal(with_ruling(tmp_path, asks, ruling))


def played(folder: Path, play: str, **expect: object) -> list[str]:
    """What is not as expected once this has been played at a table of the book, for two players."""
    with books_forgotten():
        book = books.add_book(folder)
        table = {"seats": 2, "ante": "10.00"}
        case = Case(clause=next(iter(book.catalogue.clause)), name="x", table=table, play=play, expect=expect)
        return [fault for fault in run_case(case, book.id).failures() if "was not cited" not in fault or "cites" in expect]


@pytest.mark.parametrize(("count", "round_after"), [(1, 1), (2, 2), (3, 2)])
def test_a_step_depends_on_the_count_of_the_report(count: int, round_after: int, tmp_path: Path) -> None:
    folder = with_ruling(tmp_path, '["count"]', STEPS)
    assert played(folder, f"deal\nreport fallen count {count}", round=round_after) == []


@pytest.mark.parametrize(
    ("report", "expect"),
    [
        ("box 2 count 6", {"round": 2, "stack": {"1": "1000.00", "2": "1000.00"}}),
        ("box dealer count 4", {"round": 2, "stack": {"1": "1000.00", "2": "1000.00"}}),
        ("box 2 count 5", {"refused": "not_irregular", "round": 1}),
        ("box dealer count 5", {"refused": "not_irregular", "round": 1}),
    ],
)
def test_a_wrong_number_of_cards_can_void_the_round(report: str, expect: dict[str, object], tmp_path: Path) -> None:
    folder = changed(NEW_JERSEY, tmp_path, "irregularities.toml", '"wrong number of cards"', '"wrong number, round void"')
    assert played(folder, f"deal\nreport miscount {report}", **expect) == []


def test_a_wager_that_turns_hands_up_does_not_take_the_clause_of_what_comes_after(tmp_path: Path) -> None:
    ground = 'grounds = ["dealer_reveals"]\n\n[clause."16.10(g)"]\nline = "Turned up."\ngrounds = ["wager_hand_checked"]'
    folder = changed(NEW_JERSEY, tmp_path, "clauses.toml", 'grounds = ["dealer_reveals"]', ground)
    with books_forgotten():
        rules = books.rules_of(books.add_book(folder).id)
        needed = {"cards_collected", "hand_shown", "round_ended", "wager_hand_checked"}
        clauses = rules.declared.filled(books.book_of(rules.book).catalogue.cites(rules.game), needed)
    assert {ground: clauses[ground] for ground in sorted(needed)} == {
        "cards_collected": ("16.10(d)",),
        "hand_shown": ("16.10(d)",),
        "round_ended": ("16.10(d)",),
        "wager_hand_checked": ("16.10(g)",),
    }


def test_a_wager_that_turns_hands_up_has_the_clause_by_which_hands_are_shown(tmp_path: Path) -> None:
    with books_forgotten():
        rules = books.rules_of(books.add_book(copied(NEW_JERSEY, tmp_path)).id)
        clauses = rules.declared.filled(
            books.book_of(rules.book).catalogue.cites(rules.game), {"hand_shown", "wager_hand_checked"}
        )
    assert clauses["wager_hand_checked"] == ("16.10(d)",)


def test_a_hand_between_two_others_may_lose(tmp_path: Path) -> None:
    folder = changed(THREE, tmp_path, "params.toml", '"flush" = 4\n', '"flush" = "loses"\n')
    play = "wager 1 pair-plus 10.00\nhand 1: Ks 9s 4s\nhand dealer: Kc 8h 5c\ndeal\nbet 1\nfold 2\nsettle"
    assert played(folder, play, results={"pair-plus 1": "lose"}) == []


def test_digits_of_other_scripts_are_no_numbers() -> None:
    for written in ({"percent": "\u0661\u0660"}, {"multiple": "\u0665"}, {"amount": "\u0665"}):
        with pytest.raises(MoneyError):
            Pay.read(written)


def test_cases_of_another_book_are_refused(tmp_path: Path) -> None:
    folder = changed(THREE, tmp_path, "cases/three_card_poker.toml", 'book = "three-card-poker"', 'book = "thre-card-poker"')
    with books_forgotten(), pytest.raises(BookError, match=r'toml:1: these cases are of .* write book = "three-card-poker"'):
        cases_of(books.add_book(folder).folder)


def test_an_expectation_that_there_is_not_is_named(tmp_path: Path) -> None:
    says = ["nothing that a case can expect is called 'rounds'; did you mean round or odds?"]
    assert played(copied(NEW_JERSEY, tmp_path), "deal", rounds=1) == says


def test_a_file_of_cases_that_is_no_text_is_one_line(tmp_path: Path) -> None:
    folder = copied(NEW_JERSEY, tmp_path)
    (folder / "cases" / "more.toml").write_bytes(b"\xff\xfe")
    with books_forgotten(), pytest.raises(BookError, match=r"more.toml:1: "):
        cases_of(books.add_book(folder).folder)
