"""Games of another shape: Three Card Poker to the last deal, and random books against the settlements of the table itself."""

from __future__ import annotations

import random
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Literal

import pytest
from msgspec.structs import replace

from added_books import books_forgotten
from croupier import books
from croupier.kernel.cards import DECK, CardError, parse_cards
from croupier.kernel.errors import BookError
from croupier.kernel.hands import Category, high, kinds_of
from croupier.kernel.money import Odds
from croupier.odds.charts import chart
from croupier.odds.counting import NotCounted
from croupier.odds.information import others_seen
from croupier.odds.rules_of_thumb import rules_of_thumb
from croupier.odds.shapes import WagerOdds, best_five, wager_odds
from croupier.odds.simulation import Plan, simulate
from croupier.odds.simulation_tables import play_of
from croupier.odds.solver import solve
from croupier.stud.rules import Device, Options, Rules, Wager
from croupier.stud.settlement import Stakes, lines

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "three_card_poker"
ANTE = 120_00
"""Can be paid in halves, quarters and fifths without rounding."""
ORDER = "high card, one pair, flush, straight, three of a kind, straight flush"
SIGN = Options(minimum=1, maximum=10**9, unit=1, chip=1)


@pytest.fixture(scope="module")
def three() -> Iterator[Rules]:
    with books_forgotten():
        books.add_book(FOLDER)
        yield books.rules_of("three-card-poker")


def test_three_card_poker_to_the_last_deal(three: Rules) -> None:
    """The counts are those of a separate enumeration of all 407,170,400 deals."""
    solution = solve(three)
    assert (solution.deals, solution.total) == (407_170_400, -13_733_780)
    assert solution.decisions == {"bet": 274_517_600, "fold": 132_652_800}
    ends = {one.outcome: one.deals for one in solution.outcomes}
    assert sum(ends.values()) == solution.deals
    assert sum(deals for end, deals in ends.items() if end.startswith("dealer does not qualify")) == 85_493_652
    assert sum(deals for end, deals in ends.items() if end.startswith("dealer wins")) == 91_401_616
    assert sum(deals for end, deals in ends.items() if end.startswith("stand-off")) == 267_648
    assert (ends["straight flush wins"], ends["three of a kind wins"], ends["straight wins"]) == (617_044, 665_776, 8_975_484)
    assert (solution.advice("Qs 6d 4c").play, solution.advice("Qs 6d 3c").play) == ("bet", "fold")
    assert chart(solution, wild=False).told == "bet with queen high (Q-6-4) or better, fold with less"
    (plus,) = wager_odds(three, solution)
    assert isinstance(plus, WagerOdds)
    assert plus.edge == Fraction(512, 22_100)
    both = solve(three, wagers={"pair-plus": 1})
    assert Fraction(both.total) / both.deals == Fraction(-13_733_780, 407_170_400) - Fraction(512, 22_100)
    assert both.wagered == solution.wagered + 1


SIX = Wager(
    name="six-card",
    title="6 Card Bonus",
    clauses=("6.6",),
    odds={Category(kind): Odds(to) for kind, to in zip((3, 4, 5, 6, 7, 8, 11), (5, 10, 20, 25, 50, 200, 1000), strict=True)},
    cards="both",
    fold="stays",
)


def test_the_best_five_of_six_cards(three: Rules) -> None:
    """The edges of a 6 Card Bonus and a 5+1 bonus are those of a separate enumeration of all 20,358,520 hands, in C."""
    assert (sum(best_five(5).values()), best_five(5)[Category.FULL_HOUSE]) == (2_598_960, 3_744)
    (bonus,) = wager_odds(replace(three, wagers={SIX.name: SIX}), solve(three))
    assert isinstance(bonus, WagerOdds)
    assert (f"{bonus.house_edge:.6%}", bonus.all) == ("10.224790%", 20_358_520)
    crown = books.rules_of("crown-caribbean-stud")
    odds = {Category(kind): Odds(to) for kind, to in zip((3, 4, 5, 6, 7, 8, 11), (7, 10, 15, 20, 100, 200, 1000), strict=True)}
    plus = replace(SIX, odds=odds, cards="upcard")
    (bonus,) = wager_odds(replace(crown, wagers={plus.name: plus}, grounds=dict(crown.grounds) | GROUNDS), solve(crown))
    assert isinstance(bonus, WagerOdds)
    assert f"{bonus.house_edge:.6%}" == "8.561408%"
    (refused,) = wager_odds(replace(crown, wagers={SIX.name: SIX}, grounds=dict(crown.grounds) | GROUNDS), solve(crown))
    assert "the best five of 10 cards are not counted" in str(refused)


GROUNDS = dict.fromkeys(
    ("wager_placed", "wager_limits", "wager_once", "wager_taken_back", "wager_hand_checked", "wager_folded"), ("6.5",)
)


@pytest.mark.parametrize(("device", "up"), [("shoe", "Ac"), ("shuffler", "3d")])
def test_a_bonus_on_the_card_that_is_turned_up_looks_at_that_one(three: Rules, device: Device, up: str) -> None:
    crown = books.rules_of("crown-caribbean-stud")
    places: dict[Device, int | None] = {"shoe": 0, "shuffler": 4}
    wager = replace(SIX, cards="upcard")
    rules = replace(crown, wagers={SIX.name: wager}, upcard_place=places, grounds=dict(crown.grounds) | GROUNDS)
    stakes = Stakes(ante=10_00, bet=20_00, most=500_00, wagers={SIX.name: 1_00})
    table = replace(SIGN, device=device)
    (line,) = (
        one
        for one in lines(rules, table, stakes, parse_cards("3s 3h 8c 9s Jd"), parse_cards("Ac Kd 8h 5c 3d"))
        if one.wager == SIX.name
    )
    assert line.result == ("win" if up == "3d" else "lose")
    with pytest.raises(BookError, match=r'\[wager.six-card\] has cards = "upcard": that needs a dealer\'s card'):
        replace(three, wagers={SIX.name: wager})


def test_a_hand_alone_is_asked_about(three: Rules) -> None:
    with pytest.raises(CardError, match="the dealer shows no card"):
        solve(three).advice("Qs 6d 4c", "9h")
    with pytest.raises(CardError, match="a hand has 3 cards, not 5"):
        solve(three).advice("Qs 6d 4c 3h 2h")


@pytest.mark.parametrize("limit", [Fraction(2), Fraction(9, 2)])
def test_a_maximum_payout_cuts_each_wager_by_itself(three: Rules, limit: Fraction) -> None:
    held = solve(three, maximum_payout=limit, wagers={"pair-plus": Fraction(1, 2)})
    for hand, plus in (("5h 4h 3h", 20), ("6s 6d 6c", 15)):
        kind = three.value([*map(type(DECK[0]), hand.split())]).category
        extra = Fraction(held.terms.extra[kind][1], held.terms.parts)
        bonus = Fraction({8: 5, 3: 4}[int(kind)])
        assert extra == min(limit, bonus) + min(limit, Fraction(plus))


def _changed(file: Path, *changes: tuple[str, str]) -> None:
    text = file.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")


def _odd_book(seed: int, to: Path) -> Path:
    """Three Card Poker with random numbers, in three or four cards, with a dealer's card or without."""
    chance = random.Random(seed)
    folder = Path(shutil.copytree(FOLDER, to / f"torch_{seed}"))
    params, clauses = folder / "params.toml", folder / "clauses.toml"
    for file in ("book.toml", "play.toml"):
        _changed(folder / file, ("three-card-poker", "torch-poker"))
    _changed(clauses, ('"wager_folded"', '"wager_folded", "wager_void"'))
    middle = ORDER.split(", ")[1:]
    if seed % 3 == 2:
        middle = ["one pair", "two pairs", "straight", "flush", "three of a kind", "four of a kind", "straight flush"]
        chance.shuffle(middle)
        _changed(params, (ORDER, ", ".join(["high card", *middle])), ('clause = "4.1", value = 3', 'clause = "4.1", value = 4'))
        _changed(clauses, ('"hand_flush"', '"hand_flush", "hand_two_pairs", "hand_four_of_a_kind"'))
    if seed % 2:
        _changed(params, ('"none"', '"top"'))
        _changed(clauses, ('"deal_not_complete"', '"deal_not_complete", "card_turned_after_shuffler", "last_card_from_shoe"'))
    odds = ("1", "2", "7", '"3 to 2"', '"6 to 5"')
    _changed(
        params,
        ('value = "queen high"', f'value = "{chance.choice(("queen high", "any hand", "pair of fives", "ace and king"))}"'),
        ('clause = "5.2", value = 1', f'clause = "5.2", value = {chance.randint(1, 3)}'),
        ('ante_odds = { clause = "6.3", value = 1', f'ante_odds = {{ clause = "6.3", value = {chance.choice(odds)}'),
        ('stake = "own"\nminimum = "5"\nmaximum = "100"', f"stake = {chance.choice((1, 2))}"),
        ('fold = "loses"', f"regardless = {chance.choice(('true', 'false'))}"),
    )
    text = params.read_text(encoding="utf-8")
    for table in ("ante-bonus.rows]\n", "pair-plus.rows]\n"):
        head, _, rest = text.partition(table)
        missing = [hand for hand in middle if f'"{hand}" =' not in rest.partition("\n\n")[0]]
        text = head + table + "".join(f'"{hand}" = "loses"\n' for hand in missing) + rest
    rows = re.compile(r'(?m)^("[a-z ]+") = \d+$')
    params.write_text(rows.sub(lambda row: f"{row[1]} = {chance.choice((*odds, '0'))}", text), encoding="utf-8")
    return folder


SLOW = pytest.mark.slow


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=SLOW) for seed in (1, 3, 4, 5))])
def test_exact_odds_equal_a_plain_enumeration_of_settlements(seed: int, tmp_path: Path) -> None:
    chance = random.Random(400 + seed)
    with books_forgotten():
        books.add_book(_odd_book(seed, tmp_path))
        rules = books.rules_of("torch-poker")
        beside = rules.wagers["pair-plus"].stake
        assert isinstance(beside, int)
        solution = solve(rules, wagers={"pair-plus": beside})
        stakes = Stakes(ante=ANTE, bet=rules.bet_multiple * ANTE, most=10**9, wagers={"pair-plus": beside * ANTE})
        for _ in range(2):
            cards = chance.sample(DECK, rules.cards + rules.has_upcard)
            hand, up = cards[: rules.cards], cards[rules.cards :]
            rest = [card for card in DECK if card not in cards]
            dealers = ((*up, *others) for others in combinations(rest, rules.cards - len(up)))
            nets = [sum(line.net for line in lines(rules, SIGN, stakes, hand, dealer)) for dealer in dealers]
            found = solution.advice(hand, up[0] if up else None)
            assert found.bet == Fraction(sum(nets), ANTE * len(nets))
            assert found.fold == -1 - beside
            assert found.play == ("bet" if found.bet > found.fold else "fold")
        assert sum(one.deals for one in solution.outcomes) == solution.deals


@pytest.mark.parametrize("seed", [0, 1])
def test_a_wager_by_itself_is_worth_what_the_table_pays_on_every_hand(seed: int, tmp_path: Path) -> None:
    """Random rows, on the player's hand and on the dealer's: the exact edge is that of settling each of all hands."""
    chance = random.Random(500 + seed)
    with books_forgotten():
        books.add_book(_odd_book(seed, tmp_path))
        rules = books.rules_of("torch-poker")
        kinds = kinds_of(rules.cards)[chance.randint(1, 3) :]
        for looks in ("player", "dealer"):
            odds = {kind: Odds(chance.randint(1, 40), chance.choice((1, 2))) for kind in kinds}
            wager = Wager(name="beside", title="Beside", clauses=("6.6",), odds=odds, cards=looks, fold="stays")
            own = replace(rules, wagers={"beside": wager})
            stakes = Stakes(ante=ANTE, bet=rules.bet_multiple * ANTE, most=10**9, wagers={"beside": ANTE})
            net = 0
            for hand in combinations(DECK, rules.cards):
                other = [card for card in DECK[: 2 * rules.cards] if card not in hand][: rules.cards]
                pair = (hand, other) if looks == "player" else (other, hand)
                net += sum(line.net for line in lines(own, SIGN, stakes, *pair) if line.wager == "beside")
            (found,) = wager_odds(own, solve(rules))
            assert isinstance(found, WagerOdds)
            assert found.edge == Fraction(-net, ANTE * comb(52, rules.cards))


@pytest.mark.parametrize("cards", ["both", "upcard"])
def test_the_best_five_is_that_of_every_choice_of_five(three: Rules, cards: Literal["both", "upcard"]) -> None:
    """What the table pays on six cards is paid on the same kinds of hands as are counted."""
    crown, chance = books.rules_of("crown-caribbean-stud"), random.Random(7)
    wager = replace(SIX, cards=cards)
    rules = replace(three if cards == "both" else crown, wagers={SIX.name: wager}, grounds=dict(crown.grounds) | GROUNDS)
    stakes, paid = Stakes(ante=ANTE, bet=2 * ANTE, most=10**9, wagers={SIX.name: ANTE}), Counter[bool]()
    for _ in range(3_000):
        dealt = chance.sample(DECK, 2 * rules.cards)
        hand, dealer = dealt[: rules.cards], dealt[rules.cards :]
        seen = dealt if cards == "both" else [*hand, dealer[crown.upcard_place["shuffler"] or 0]]
        kind = max(high(five) for five in combinations(seen, 5)).category
        (line,) = (one for one in lines(rules, SIGN, stakes, hand, dealer) if one.wager == SIX.name)
        assert line.net == (wager.odds[kind].to * ANTE if kind in wager.odds else -ANTE)
        paid[kind in wager.odds] += 1
    assert min(paid.values()) > 50


@pytest.mark.parametrize("shown", [False, True])
def test_a_simulation_of_another_shape_agrees(three: Rules, shown: bool) -> None:
    cited = dict(three.grounds) | dict.fromkeys(("last_card_from_shoe", "card_turned_after_shuffler"), ("4.2",))
    rules = replace(three, upcard_place={"shuffler": 0 if shown else None}, grounds=cited)
    found = simulate(rules, play_of(solve(rules)), Plan(rounds=60_000, seed=9))
    assert found.exact_mean is not None
    assert found.mean == pytest.approx(found.exact_mean, abs=5 * found.standard_error)


def test_five_cards_without_a_dealers_card_are_counted_too() -> None:
    usual = books.rules_of("nz-caribbean-stud")
    rules = replace(usual, upcard_place=dict.fromkeys(usual.upcard_place), features=usual.features - {"jackpot"})
    with_card, without = solve(usual), solve(rules)
    assert without.deals * 5 == with_card.deals
    assert without.dealer_qualifies == with_card.dealer_qualifies
    assert without.house_edge > with_card.house_edge


def test_what_is_not_counted_is_refused_by_name(three: Rules) -> None:
    solution = solve(three)
    with pytest.raises(NotCounted, match="rules of thumb are for hands of five cards"):
        rules_of_thumb(three, solution)
    with pytest.raises(NotCounted, match="a dealer who shows no card"):
        others_seen(three, solution, 2, samples=10, seed=1)
    with pytest.raises(NotCounted, match="takes no wager 'ante-bonus'"):
        solve(three, wagers={"ante-bonus": 1})
    bonus = Wager(name="bonus", title="Bonus", clauses=(), odds={Category.FLUSH: Odds(2)}, stake="ante")
    five = replace(books.rules_of("star-caribbean-stud"), wagers={"bonus": bonus}, grounds=_with_wagers())
    assert solve(five).house_edge < solve("star-caribbean-stud").house_edge
    with pytest.raises(NotCounted, match="paid on the ante are not simulated"):
        simulate(five, play_of(solve(five)), Plan(rounds=100))
    with pytest.raises(NotCounted, match="beside the bet"):
        others_seen(five, solve(five), 1, samples=10, seed=1)


def _with_wagers() -> dict[str, tuple[str, ...]]:
    names = ("placed", "limits", "once", "taken_back", "hand_checked", "folded", "void")
    return dict(books.rules_of("star-caribbean-stud").grounds) | {f"wager_{name}": ("1.1",) for name in names}


def test_an_order_of_five_cards_that_is_not_pokers_is_refused() -> None:
    rules = books.rules_of("nz-caribbean-stud")
    swapped = tuple(sorted(kinds_of(5), key=lambda kind: {5: 6.5}.get(int(kind), int(kind))))

    def value(cards: object) -> object:
        found = high(cards)  # type: ignore[arg-type]
        return replace(found, category={5: Category.FULL_HOUSE, 6: Category.FLUSH}.get(int(found.category), found.category))

    assert swapped != kinds_of(5)
    with pytest.raises(NotCounted, match="hands read as this book does"):
        solve(replace(rules, value=value))
