"""What `settle`, `rule` and `jackpot quote` print is what the engine comes to, and every sum that they show adds up."""

from __future__ import annotations

import re
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from cli.program import Run
from croupier.books import rules_of
from croupier.kernel.cards import DECK, Card
from croupier.kernel.decisions import Refused
from croupier.kernel.errors import TableError
from croupier.kernel.money import cents, plain
from croupier.stud.lines import read_line
from croupier.stud.rules import Options
from croupier.stud.telling import tell
from croupier.tables.house_table import HouseTable
from croupier.tables.stacking import shuffle_into, stacked_deck
from croupier.training.consequences import Outcome, what_follows
from croupier.training.house_scenes import Scene, playable, set_up, variations
from sentences import wrong

HOUSE = playable()
_LINE = re.compile(
    r"  (?P<wager>\w+)(?: on the ante)?(?: of \$(?P<stake>[\d,.]+))?(?:, of which \$(?P<plays>[\d,.]+) plays,)? "
    r"(?:wins (?P<to>\d+) to (?P<each>\d+)|loses|is void and is returned|is a stand-off and is returned)"
    r"(?:, \$(?P<back>[\d,.]+) of it is returned)?: (?P<net>[+-]?\$[\d,.]+)"
    r"(?: \(\$(?P<exact>[\d,.]+), (?:cut|made up) to .*\$(?P<paid>[\d,.]+?)(?: for the chips)?\))?  \("
)


def money(text: str) -> int:
    return (-1 if "-" in text else 1) * cents(text.strip("+-$"))


def played(game: str, options: Options, ante: int, hands: dict[int, tuple[Card, ...]], lines: list[str]) -> int | None:
    """What a hand of these commands brings its player at a real table, or None where the book does not let it be played."""
    table = HouseTable(game, options)
    for line in ("sit 1 100000.00", f"ante 1 {plain(ante)}"):
        if isinstance(table.do(read_line(line, table.state, table.rules)), Refused):
            return None
    shuffle_into(table, stacked_deck(table, hands))
    for line in ("no more bets", "deal", "bet or fold", *lines, "settle"):
        if isinstance(table.do(read_line(line, table.state, table.rules)), Refused):
            return None
    return table.state.stack(1) - 100_000_00


def settled(run: Run, random: Random) -> bool:
    """Settle a random hand by the command, and compare; False where the book does not let it be played."""
    game = random.choice(HOUSE)
    ante, chip = random.choice((5_00, 10_00, 12_50, 37_00, 150_00, 505_00)), random.choice((0, 1_00, 5_00))
    cap, most = random.choice((0, 0, 99_00, 1_000_00)), random.choice((0, 100_00, 500_00))
    deck = random.sample(DECK, 10)
    own = random.choice((deck[:5], [*map(Card, ("As", "Ks", "Qs", "Js", "Ts"))], [*map(Card, ("9s", "8s", "7s", "6s", "5s"))]))
    dealer = [card for card in DECK if card not in own]
    dealer = random.choice((random.sample(dealer, 5), [card for card in dealer if str(card)[0] in "AK"][:4] + dealer[-1:]))
    action = random.choice(("bet", "bet", "fold", "concede", "instant"))
    plays = min(ante, most or ante)
    bet = random.choice((0, 0, plays, 2 * plays, 2 * plays + 7_00, 3 * plays)) if action in ("bet", "concede") else 0
    given = ["--ante", plain(ante), "--player", " ".join(map(str, own)), "--dealer", " ".join(map(str, dealer))]
    given += ["--action", action, *(["--bet", plain(bet)] if bet else []), "--maximum-payout", plain(cap)]
    given += [*(["--chip", plain(chip)] if chip else []), *(["--maximum", plain(most)] if most else [])]
    rules = rules_of(game)
    least = min(ante, 10_00, most or ante)
    options = Options(
        places=1,
        minimum=least,
        maximum=most or max(ante, 500_00, least),
        unit=chip or 1,
        chip=chip or 1,
        maximum_payout=cap,
        device="shuffler" if "shuffler" in rules.upcard_place else "shoe",
    )
    found = bet and bet != 2 * plays
    decided = {"fold": "fold 1", "instant": "instant win 1"}.get(action, f"bet 1 {plain(2 * plays)}")
    after = ["reveal", *([f"report wrong-bet box 1 amount {plain(bet)}"] if found else [])]
    lines = [decided, *after, *(["concede 1"] if action == "concede" else [])]
    net = played(game, options, ante, {1: tuple(own), 0: tuple(dealer)}, lines)
    done = run("settle", game, *given)
    if net is None:
        assert done.status == 2, (game, given, done.out)
        return False
    assert done.status == 0, (game, given, done.err)
    out = rules.currency.read(done.out)
    shown = [line for line in out.splitlines() if line.startswith("  ") and ": " in line and "  (" in line]
    nets = []
    for line in shown:
        match = _LINE.match(line)
        assert match, line
        said: dict[str, Any] = match.groupdict()
        nets.append(money(said["net"]))
        if said["to"]:
            on = said["plays"] or said["stake"] or plain(ante)
            exact = Fraction(cents(on) * int(said["to"]), int(said["each"]))
            assert (cents(said["exact"]) if said["exact"] else nets[-1]) == exact, line
            assert not said["paid"] or cents(said["paid"]) == nets[-1], line
        elif "loses" in line:
            assert nets[-1] == cents(said["back"] or "0") - cents(said["stake"]), line
        else:
            assert nets[-1] == 0, line
    (told,) = (line for line in out.splitlines() if line.startswith("  net "))
    assert sum(nets) == money(told.removeprefix("  net ")) == net, (game, given, done.out)
    return True


def test_a_settlement_is_what_the_table_comes_to(run: Run) -> None:
    random = Random(21)
    assert sum(settled(run, random) for _ in range(40)) > 15


@pytest.mark.slow
def test_many_settlements_are_what_the_table_comes_to(run: Run) -> None:
    random = Random(2106)
    assert sum(settled(run, random) for _ in range(2000)) > 800


def said_of(outcome: Outcome[Any], rules: Any) -> list[str]:
    """All that `rule` says of an outcome, with what each ruling leads to."""
    said = [tell(event, rules) for event in outcome.events]
    said += [outcome.refused.reason] if outcome.refused is not None else []
    return said + [line for ruling in outcome.rulings for line in (ruling.means, *said_of(ruling.leads_to, rules))]


def follow(game: str, seed: int) -> None:
    """Every irregularity of a game at a random moment, with other numbers: what follows is said rightly."""
    random, rules = Random(seed), rules_of(game)
    for what in rules.irregularities:
        scene, report = Scene.made_up(random, rules, what)
        try:
            table = set_up(scene)
        except TableError:
            continue
        for each in (report, *variations(rules, scene, report)):
            faults = [fault for line in said_of(what_follows(rules, table.state, each), rules) for fault in wrong(line)]
            assert not faults, (game, what, faults)


@pytest.mark.parametrize("game", HOUSE)
def test_what_follows_is_said_rightly(game: str) -> None:
    follow(game, 21)


@pytest.mark.slow
@pytest.mark.parametrize("game", HOUSE)
def test_what_follows_is_said_rightly_at_many_moments(game: str) -> None:
    for seed in range(100):
        follow(game, seed)


@pytest.mark.parametrize("game", HOUSE)
def test_cards_that_nobody_counted_are_not_none(run: Run, game: str) -> None:
    known = rules_of(game).irregularities["extra-hand"].asks
    done = run("rule", game, "--what", "extra-hand", "--box", "5", *(("--count", "5") if "count" in known else ()))
    assert done.status == 0
    assert "0 cards" not in done.out
    none = run("rule", game, "--what", "extra-hand", "--box", "5", "--count", "0")
    assert "Nothing follows: " in none.out
    assert "no card" in none.out


def test_a_bet_after_a_changed_card_can_be_said(run: Run) -> None:
    hands = ("--player", "Qs Qd 9c 7h 3s", "--dealer", "Ac Kc Jh 9d 7d", "--action", "exchange:3s:Qc")
    done = run("settle", "venezia-caribbean-poker", "--ante", "10", "--bet", "35", *hands)
    assert "bet of €35.00, of which €20.00 plays, wins 3 to 1: +€60.00" in done.out


def test_an_ante_above_the_maximum_with_its_right_bet(run: Run) -> None:
    hands = ("--player", "Qs Qd 9c 7h 3s", "--dealer", "Ac Kc Jh 9d 7d")
    done = run("settle", "crown-caribbean-stud", "--ante", "150", "--maximum", "100", "--bet", "200", *hands)
    assert "is found on the bet" not in done.out
    assert "net +$300.00" in done.out


def quoted(run: Run, random: Random) -> None:
    """A random quote: each formula comes to its prize, and the meter to what it had, less that, and what the house added."""
    game = random.choice(HOUSE)
    meter, hands = (random.randint(10_000_00, 400_000_00), random.choices(("royal flush", "straight flush", "flush"), k=3))
    hands = hands[: random.randint(1, 3)] if game != "crown-wild-aruba" else hands[:1] * (hands[0] != "flush") or ["royal flush"]
    given = ["--meter", plain(meter), "--hands", ", ".join(hands), "--json"]
    given += ["--increment", "70"] if game in ("star-caribbean-stud", "nz-caribbean-stud") else []
    pays = "four of a kind=500,full house=100,flush=50"
    given += ["--notice", pays] if game == "venezia-caribbean-poker" else []
    done = run("jackpot", "quote", game, *given)
    assert done.status == 0, done.err
    found = done.json
    paid = sum(cents(each["pays"]) for each in found["payments"] if each["from"] == "meter")
    exactly = Fraction(meter) - paid + 100 * Fraction(found["added_by_the_house"])
    assert 100 * Fraction(found["meter_after"]) == exactly, (game, given, found)
    for each in found["payments"]:
        if (worth := reckoned(rules_of(game).currency.read(each["formula"]))) is not None:
            assert abs(worth - cents(each["pays"])) < 1, (game, each)


def reckoned(formula: str) -> Fraction | None:
    """What a formula comes to in cents; None where it leaves a share to be found elsewhere."""
    if "aggregate" in formula or "an equal share" in formula or "10% payouts" in formula:
        return None
    if match := re.fullmatch(r"the greater of \$([\d,.]+) and (.+)", formula):
        other = reckoned(match[2])
        return None if other is None else max(Fraction(cents(match[1])), other)
    total = Fraction(0)
    for part in formula.split(" + "):
        if not (match := re.fullmatch(r"(?:(\d+)/\((\d+)x(\d+)\+(\d+)\)|(\d+)/(\d+)|([\d.]+)%) of \$([\d,.]+)", part)):
            return None
        top, times, of, plus, above, below, percent, amount = match.groups()
        share = Fraction(percent) / 100 if percent else Fraction(int(above), int(below)) if above else None
        if share is None:
            share = Fraction(int(top), int(times) * int(of) + int(plus))
        total += share * cents(amount)
    return total


def test_a_quote_adds_up(run: Run) -> None:
    random = Random(21)
    for _ in range(25):
        quoted(run, random)


@pytest.mark.slow
def test_many_quotes_add_up(run: Run) -> None:
    random = Random(2106)
    for _ in range(1000):
        quoted(run, random)


@pytest.mark.parametrize("game", HOUSE)
def test_a_book_that_rules_on_a_wrong_ante_lets_it_be_reported(game: str) -> None:
    rules = rules_of(game)
    plays = {rules.below_minimum, rules.above_maximum, rules.odd_amount} != {"refused"}
    assert "wrong-ante" in rules.irregularities or not plays
