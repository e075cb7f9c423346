"""What is not paid, or taken back, leaves no trace: the meters are as if those hands had never won.

Random rounds at four tables are recorded; then some prizes are refused and some rounds withdrawn, in any order, while nobody has
been paid. The same evening without them must give the same prizes and the same meters.
"""

from __future__ import annotations

from random import Random

import pytest

from croupier.jackpots.lines import read_line
from croupier.jackpots.reconciliation import differences
from croupier.kernel.decisions import Refused
from croupier.tables.meters import Meters

TERMS = [
    ("star-caribbean-stud", "seed 60000 cost 1 increment 50 approval R1"),
    ("nz-caribbean-stud", "seed 20000 cost 1 increment 50 approval S1"),
    ("nz-caribbean-stud", "seed 20000 cost 1 increment 40 minor 30 approval S1"),
    ("venezia-caribbean-poker", "seed 1000 cost 1 pays four of a kind=500.00, full house=100.00, flush=50.00"),
    ("crown-caribbean-stud", "option 1 seed 10000 cost 1"),
]
TABLES = "ABCD"
HANDS = ("royal flush", "straight flush", "straight flush", "four of a kind", "full house", "flush")


def after(game: str, *lines: str) -> Meters:
    """The meters of a game after these lines, all of them said by its highest rank."""
    meters = Meters(game)
    for line in lines:
        decision = meters.do(read_line(line, game), by=meters.rules.ranks[-1], person="highest")
        assert not isinstance(decision, Refused), (line, decision)
    return meters


def outcome(table: str, hands: dict[int, str]) -> str:
    return f"outcome {table} 1: {', '.join(f'{box} {hand}' for box, hand in hands.items())}"


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize(("game", "terms"), TERMS)
def test_what_is_taken_back_never_was(game: str, terms: str, seed: int) -> None:
    chance = Random(f"{game} {terms} {seed}")
    won = {table: {box: chance.choice(HANDS) for box in (1, 2) if chance.random() < 0.5} for table in TABLES}
    order = chance.sample([table for table in TABLES if won[table]], k=sum(map(bool, won.values())))
    steps = [(table, box) for table in order for box in (*won[table], 0) if chance.random() < 0.35]
    chance.shuffle(steps)

    left, undone, withdrawn = {table: dict(hands) for table, hands in won.items()}, [], set()
    for table, box in steps:  # a round is withdrawn, or one of its prizes refused, while one of them waits
        if table in withdrawn or not left[table]:
            continue
        if box:
            undone.append(f"refuse {table}/1/{box}; a ruling")
            del left[table][box]
        else:
            undone.append(f"withdraw {table} 1; a card too many")
            withdrawn.add(table)
    cancelled = [t for t in TABLES if (t in withdrawn or not won[t]) and chance.random() < 0.5]
    ended = [f"cancel {table}; a misdeal" for table in cancelled]

    opened = [f"open main: {terms} tables {', '.join(TABLES)}", *(f"register {table} 1: 1, 2" for table in TABLES)]
    if game.startswith("venezia") and chance.random() < 0.5:
        opened.append("stop main")
    made = after(game, *opened, *(outcome(table, won[table]) for table in order), *undone, *ended)
    rest = [outcome(table, left[table]) for table in order if left[table] and table not in withdrawn]
    plain = after(game, *opened, *rest, *ended)

    told = "\n".join((*map(str, undone), *ended))
    assert {key: prize.pays for key, prize in made.state.prizes.items()} == {
        key: prize.pays for key, prize in plain.state.prizes.items()
    }, told
    assert made.state.systems["main"].pools == plain.state.systems["main"].pools, told
    assert differences(made.events, made.state) == []
