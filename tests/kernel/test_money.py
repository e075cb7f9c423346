from __future__ import annotations

import contextlib
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from croupier.kernel.accounts import TOKENS, Account, account
from croupier.kernel.money import MoneyError, Odds, balanced, cents, dollars, moving, plain, post, round_up

sums = st.integers(min_value=0, max_value=10**17 - 1)
STACK, OTHER, FLOAT, ANTE = account("stack", 1), account("stack", 2), account("float"), account("ante", 1)
accounts = st.sampled_from([STACK, OTHER, FLOAT, ANTE])
balances = st.dictionaries(accounts, st.integers(-1000, 1000).filter(bool))


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("10", 1000),
        ("10.5", 1050),
        ("10.50", 1050),
        ("10.500", 1050),
        ("0.01", 1),
        ("0", 0),
        ("$1,000.00", 100_000),
        ("1,234,567.89", 123_456_789),
        ("$5", 500),
        (" 5 ", 500),
        ("007", 700),
        ("999999999999999.99", 10**17 - 1),
    ],
)
def test_amounts_are_read_as_cents(text: str, amount: int) -> None:
    assert cents(text) == amount


@pytest.mark.parametrize("text", ["0.005", "10.001", "$1,000.999"])
def test_a_fraction_of_a_cent_is_refused(text: str) -> None:
    with pytest.raises(MoneyError) as error:
        cents(text)
    assert str(error.value) == f"{text!r} is not a whole number of cents"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ten",
        "-5",
        "+5",
        "5-",
        "10.",
        ".50",
        "1e3",
        "0x10",
        "1,00",
        "1,0000",
        ",100",
        "$",
        "$-5",
        "5$",
        "1 000",
        "1_000",
        "nan",
        "inf",
        "5\n5",
        "€5",
        "١٢",
        "9" * 16,
        pytest.param("9" * 5000, id="5000 digits"),
        "1" + ",000" * 6,
    ],
)
def test_what_is_no_amount_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(MoneyError) as error:
        cents(text)
    assert str(error.value) == f"{text!r} is not an amount of money: enter one such as 10 or 12.50"
    assert "\n" not in str(error.value)


@given(st.text())
def test_any_text_is_an_amount_or_a_money_error(text: str) -> None:
    with contextlib.suppress(MoneyError):
        assert cents(text) >= 0


@given(sums)
def test_amounts_shown_are_read_back(amount: int) -> None:
    assert cents(plain(amount)) == amount
    assert cents(dollars(amount)) == amount


def test_amounts_as_they_are_shown() -> None:
    amounts = (0, 5, 1250, 100_000_000, -5, -123_450)
    assert [plain(amount) for amount in amounts] == ["0.00", "0.05", "12.50", "1000000.00", "-0.05", "-1234.50"]
    assert [dollars(amount) for amount in amounts] == ["$0.00", "$0.05", "$12.50", "$1,000,000.00", "-$0.05", "-$1,234.50"]


def test_odds_pay_exactly() -> None:
    assert Odds(20).pays(500) == 10_000
    assert Odds(3, 2).pays(500) == 750
    assert Odds(3, 2).pays(501) == Fraction(1503, 2)
    assert Odds(1, 3).pays(100) == Fraction(100, 3)
    assert Odds(250).pays(0) == 0


def test_odds_are_written_as_on_the_table() -> None:
    assert str(Odds(1)) == "1 to 1"
    assert str(Odds(3, 2)) == "3 to 2"


@pytest.mark.parametrize(
    ("amount", "unit", "rounded"),
    [
        (Fraction(0), 50, 0),
        (Fraction(1), 50, 50),
        (Fraction(49), 50, 50),
        (Fraction(50), 50, 50),
        (Fraction(51), 50, 100),
        (Fraction(100, 3), 1, 34),
        (Fraction(1503, 2), 1, 752),
        (Fraction(1, 1000), 250, 250),
        (Fraction(250), 250, 250),
    ],
)
def test_rounding_up_to_a_unit(amount: Fraction, unit: int, rounded: int) -> None:
    assert round_up(amount, unit) == rounded


@given(st.fractions(min_value=0, max_value=10**9), st.integers(1, 10_000))
def test_rounding_up_adds_less_than_a_unit(amount: Fraction, unit: int) -> None:
    rounded = round_up(amount, unit)
    assert isinstance(rounded, int)
    assert rounded % unit == 0
    assert 0 <= rounded - amount < unit


def test_postings_balance_when_they_sum_to_zero() -> None:
    assert balanced({})
    assert balanced({STACK: -1000, ANTE: 1000})
    assert balanced({FLOAT: -1700, STACK: 2700, ANTE: -1000})
    assert not balanced({STACK: 1000})
    assert not balanced({STACK: -1000, ANTE: 999})


def test_every_currency_balances_by_itself() -> None:
    tokens, wager = account("stack", 1, TOKENS), account("ante", 1, TOKENS)
    assert balanced({tokens: -1000, wager: 1000})
    assert balanced({tokens: -1000, wager: 1000, STACK: -5, ANTE: 5})
    assert not balanced({tokens: -1000, ANTE: 1000})


def test_posting_moves_money_and_drops_accounts_at_nil() -> None:
    before = {STACK: 1000}
    after = post(before, {STACK: -1000, ANTE: 1000})
    assert after == {ANTE: 1000}
    assert before == {STACK: 1000}
    assert post(after, {ANTE: -1000, FLOAT: -1000, STACK: 2000}) == {FLOAT: -1000, STACK: 2000}
    assert post({}, {STACK: 0}) == {}
    assert post(before, {}) == before


@given(balances, balances)
def test_posting_and_posting_back_changes_nothing(money: dict[Account, int], postings: dict[Account, int]) -> None:
    after = post(money, postings)
    assert sum(after.values()) == sum(money.values()) + sum(postings.values())
    assert post(after, {account: -amount for account, amount in postings.items()}) == money


def test_an_amount_moves_between_accounts_of_one_currency() -> None:
    assert moving(1000, STACK, ANTE) == {STACK: -1000, ANTE: 1000}
    with pytest.raises(MoneyError, match="not of one currency"):
        moving(1000, STACK, account("ante", 1, TOKENS))
    with pytest.raises(MoneyError, match="or are the same"):
        moving(1000, STACK, STACK)
