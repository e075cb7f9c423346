"""Odd books: every tool that gives a number uses the book's own numbers, or refuses by name; none loads that cannot be played."""

from __future__ import annotations

import random
import re
import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from added_books import books_forgotten
from cli.program import Run
from croupier import books
from croupier.kernel.cards import DECK
from croupier.kernel.errors import BookError, CroupierError
from croupier.odds.simulation import Plan, simulate
from croupier.odds.simulation_tables import play_of
from croupier.odds.solution import Solution
from croupier.odds.solver import solve
from croupier.players.bots import HousePlayer
from croupier.stud import Reveal, Settle
from croupier.stud.rules import Options, Rules
from croupier.stud.settlement import Stakes, lines
from croupier.tables.any_game import audit
from croupier.tables.house_table import house_table
from croupier.web.lab_page import Variant, rows_of, worked_out

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
Changes = dict[str, list[tuple[str, str]]]
LANTERN, THREE = ("sixth_book", "lantern-stud"), ("three_card_poker", "three-card-poker")
BONUS = (
    '\n[wager.bonus]\ntitle = "bonus"\nclause = "6.3"\nstake = "ante"\n[wager.bonus.rows]\n"flush" = "3 to 2"\n"straight" = 0\n'
    '"full house" = "loses"\n"four of a kind" = "loses"\n"straight flush" = 0\n"royal flush" = "loses"\n'
)
ABOVE_A_PAIR = (
    "two pairs",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
)
SIDE = (
    '\n[wager.side]\ntitle = "side"\nclause = "6.3"\nstake = 2\nfold = "stays"\n[wager.side.rows]\n"one pair" = "3 to 2"\n'
    + "".join(f'"{hand}" = "loses"\n' for hand in ABOVE_A_PAIR)
)
GROUNDS = [
    ('"wager_locked"', '"wager_locked", "wager_placed", "wager_limits", "wager_once", "wager_taken_back", "wager_folded"'),
    ('"hand_not_shown"', '"hand_not_shown", "wager_hand_checked"'),
]
WILD = ('"hand_flush"', '"hand_flush", "hand_five_of_a_kind", "hand_wild_royal_flush", "values_differ"')
WILD_CARDS = [('deal_order="dealer first"', 'deal_order="dealer first",\n        features=frozenset({"wild cards"})')]
ROYAL = '"royal flush" = 200\n'
THREES = "high card, one pair, flush, straight, three of a kind, straight flush"
MORE = [
    ('"straight" = 1\n', '"straight" = 1\n"flush" = "loses"\n"four of a kind" = 4\n'),
    ('"one pair" = 1\n', '"one pair" = 1\n"two pairs" = "loses"\n"four of a kind" = 40\n'),
]
FOUR = "high card, one pair, two pairs, straight, flush, three of a kind, four of a kind, straight flush"

ODD: dict[str, tuple[tuple[str, str], Changes]] = {
    "an ante paid 2 to 1": (LANTERN, {"params.toml": [('"6.3", value = 1', '"6.3", value = 2')]}),
    "a flush paid 3 to 2": (LANTERN, {"params.toml": [('"flush" = 6', '"flush" = "3 to 2"')]}),
    "a bet of one ante": (LANTERN, {"params.toml": [('"5.2", value = 2', '"5.2", value = 1')]}),
    "a dealer who always plays": (LANTERN, {"params.toml": [('"ace and king"', '"any hand"')]}),
    "zero rows": (LANTERN, {"params.toml": [('"high card" = 1', '"high card" = 0'), ('"one pair" = 1', '"one pair" = 0')]}),
    "no card shown": (LANTERN, {"params.toml": [('= "top"', '= "none"')]}),
    "five cards with a bonus": (LANTERN, {"params.toml": [(ROYAL, ROYAL + BONUS)], "clauses.toml": GROUNDS}),
    "a wager that stays": (LANTERN, {"params.toml": [(ROYAL, ROYAL + SIDE)], "clauses.toml": GROUNDS}),
    "three cards and a pair to qualify": (THREE, {"params.toml": [('value = "queen high"', 'value = "pair of twos"')]}),
    "three cards and bonus rows of parts": (THREE, {"params.toml": [('"straight" = 1', '"straight" = "3 to 2"')]}),
    "three cards and a wager tied to the ante": (
        THREE,
        {"params.toml": [('stake = "own"\nminimum = "5"\nmaximum = "100"', "stake = 3")]},
    ),
    "four cards, two hands by the clauses of the others": (
        THREE,
        {"params.toml": [("value = 3, unit", "value = 4, unit"), (THREES, FOUR), *MORE]},
    ),
}
REFUSED: dict[str, tuple[tuple[str, str], Changes, str]] = {
    "53 cards": (LANTERN, {"params.toml": [("value = 52", "value = 53")]}, "params.toml:2: lantern-stud: deck_size is 53"),
    "two cards": (THREE, {"params.toml": [("value = 3, unit", "value = 2, unit")]}, "games with cards that all share"),
    "four cards without their order": (LANTERN, {"params.toml": [('"4.1", value = 5', '"4.1", value = 4')]}, "need an order"),
    "four cards in the order of three": (THREE, {"params.toml": [("value = 3, unit", "value = 4, unit")]}, "no place for a"),
    "wild cards, five of a kind uncited": (LANTERN, {"__init__.py": WILD_CARDS}, "no clause is given for hand_five_of_a_kind"),
    "wild cards with wagers": (
        LANTERN,
        {"params.toml": [(ROYAL, ROYAL + BONUS)], "clauses.toml": [*GROUNDS, WILD], "__init__.py": WILD_CARDS},
        "'wild cards' is not supported in a game with [wager.bonus]",
    ),
    "a board": (
        LANTERN,
        {"params.toml": [("places =", 'board_cards = { clause = "4.1", value = 5 }\nplaces =')]},
        "board_cards is a number that nobody",
    ),
}


def book(of: tuple[str, str], changes: Changes, to: Path) -> Path:
    folder = Path(shutil.copytree(EXAMPLES / of[0], to / "torch"))
    for file, pairs in changes.items():
        text = (folder / file).read_text(encoding="utf-8")
        for old, new in pairs:
            assert old in text
            text = text.replace(old, new)
        (folder / file).write_text(text, encoding="utf-8")
    return folder


def worth(solution: Solution, rules: Rules, player: list[object], dealer: list[object]) -> Fraction:
    """What a bet brings by the terms that the solver counts with."""
    mine, theirs = rules.value(player), rules.value(dealer)  # type: ignore[arg-type]
    terms = solution.terms.with_extra(mine.category)
    end = terms.stand_off if mine == theirs else terms.lose if mine < theirs else terms.wins[mine.category]
    return Fraction(end if rules.qualifies(theirs) else terms.unqualified, terms.parts)


@pytest.mark.parametrize("name", ODD)
def test_every_tool_uses_the_books_numbers_or_refuses(name: str, tmp_path: Path, run: Run) -> None:
    of, changes = ODD[name]
    with books_forgotten():
        folder = book(of, changes, tmp_path)
        books.add_book(folder)
        rules, chance = books.rules_of(of[1]), random.Random(7)
        solution = solve(rules)
        stakes = Stakes(ante=60_00, bet=60_00 * rules.bet_multiple, most=10**9)
        for _ in range(300):
            cards = chance.sample(DECK, 2 * rules.cards)
            hand, dealer = cards[: rules.cards], cards[rules.cards :]
            settled = sum(line.net for line in lines(rules, Options(chip=1, unit=1), stakes, hand, dealer))
            assert Fraction(settled, 60_00) == worth(solution, rules, [*hand], [*dealer])
        answer = worked_out(Variant(game=of[1]), with_chart=False)
        assert (answer.edge, answer.players) == (f"{abs(solution.house_edge):.4%}", solution.house_edge < 0)
        assert all(
            rules.bet_odds[kind].each == 1 for kind in rules.bet_odds if kind.name.lower() in {row[0] for row in rows_of(of[1])}
        )
        told = run("--add-book", str(folder), "odds", of[1], "--json").json
        assert told["house_edge"] == pytest.approx(solution.house_edge)
        if solution.terms.parts > 1 or name == "five cards with a bonus":
            with pytest.raises(CroupierError, match=r"counts whole antes|are not simulated"):
                simulate(rules, play_of(solution), Plan(rounds=10))
        else:
            found = simulate(rules, play_of(solution), Plan(rounds=4_000, seed=2))
            assert found.mean == pytest.approx(-solution.house_edge, abs=5 * found.standard_error)
        table = house_table(of[1], seats=1, seed=3)
        player = HousePlayer(table, 1)
        ante = player.prepare(60_00)
        assert ante is not None
        table.do(ante)
        table.deal()
        for command in (player.decide(), Reveal(), Settle()):
            assert table.do(command), command
        assert audit(table.dump())


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_played_is_refused_at_load(name: str, tmp_path: Path) -> None:
    of, changes, says = REFUSED[name]
    with books_forgotten(), pytest.raises(BookError, match=re.escape(says)):
        books.add_book(book(of, changes, tmp_path))
