"""While prizes wait, whatever is reported and ruled has a way on: to the end of the round, with table and meter in agreement."""

from __future__ import annotations

import pytest

from croupier.books import rules_of
from croupier.cases.case import Case
from croupier.cases.house_cases import Run
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Command
from croupier.stud import commands
from croupier.tables.linked_table import LinkedTable

METERS = {
    "crown-caribbean-stud": "option 1 seed 10000 cost 1",
    "crown-wild-aruba": "seed 10000 cost 1",
    "star-caribbean-stud": "seed 50000 cost 1 increment 50.00 approval none",
    "nz-caribbean-stud": "seed 10000 cost 1 increment 70.00 approval none",
    "venezia-caribbean-poker": "seed 0 cost 1 increment 100.00 pays four of a kind=500.00, full house=100.00, flush=50.00",
}
PLAY = """
jackpot 1
jackpot 2
hand 1: As Ks Qs Js Ts
hand 2: 7d 7h 7c 7s 3h
hand dealer: Ac Kc 8d 6s 3c
deal
bet 1
bet 2
settle
"""
FACTS = (
    {"box": "1", "boxes": "2", "count": "51", "amount": "5.00", "player": "1", "person": "p1", "cards": "As Ks Qs Js Ts"},
    {"box": "dealer", "boxes": "1", "count": "4", "amount": "50.00", "player": "2", "person": "p9", "cards": "??"},
)


def played(game: str, *lines: str) -> Run:
    table = {"seats": 2, "ante": "10.00", "meter": METERS[game]}
    return Run(Case(clause="", name="", play="\n".join((PLAY, *lines)), expect={}, table=table), game)


@pytest.mark.parametrize("facts", FACTS, ids=["box 1", "the dealer"])
@pytest.mark.parametrize(("game", "what"), [(game, what) for game in METERS for what in rules_of(game).irregularities])
def test_every_report_and_every_ruling_leads_on(game: str, what: str, facts: dict[str, str]) -> None:
    asks = rules_of(game).irregularities[what].asks
    report = f"report {what} " + " ".join(f"{name} {facts[name]}" for name in asks)
    run = played(game, report)
    if run.refused is not None:
        assert run.stream.state.prizes
    question = run.stream.state.question
    for ruling in [f"by {question.rank}: rule {name}" for name in question.names] if question else [""]:
        plays_to_the_end(played(game, report, ruling))


def plays_to_the_end(run: Run) -> None:
    table = run.stream
    assert isinstance(table, LinkedTable)
    for _ in range(20):
        assert table.casino.wrong() == []
        assert all(amount >= 0 for amount in table.stacks.values())
        if table.state.phase == "wagers":
            assert table.casino.meters.state.prizes == {}
            return
        if table.state.phase == "prizes" and table.state.question is None:
            table.pay_prizes()
            continue
        command, by = next_step(table)
        assert not isinstance(answer := table.do(command, by=by), Refused), answer
    raise AssertionError(f"{table.state.phase} does not end")


def next_step(table: LinkedTable) -> tuple[Command, str | None]:
    state = table.state
    if state.question is not None:
        return commands.Rule(option=state.question.names[0]), state.question.rank
    if state.retracting:
        box = state.retracting[0]
        return commands.PlayOn(seat=state.boxes[box].seat, box=box), None
    if state.undecided:
        box = state.undecided[0]
        return commands.Fold(seat=state.boxes[box].seat, box=box), None
    return (commands.Reveal() if state.phase == "deciding" else commands.Settle()), None
