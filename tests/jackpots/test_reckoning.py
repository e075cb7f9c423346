"""What a history of meters adds up to, item by item, from events written by hand: every sign, every pool, every hit."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from croupier.jackpots import events
from croupier.jackpots.prizes import GRAINS
from croupier.jackpots.reconciliation import Hit, Reckoning, Tally, differences, reckon
from croupier.jackpots.systems import Ledger, MeterState, Outcome, Prize, System, Terms
from croupier.kernel.events import Event

TERMS = Terms(game="nz-caribbean-stud", cost=1_00, seed=7, increment="50", minor_increment="20")
BY = ("11.6",)
OPENED = (
    events.SystemOpened(system="main", terms=TERMS, tables=("A",), seed=7, clauses=BY),
    events.SystemOpened(system="side", terms=TERMS, tables=("B",), seed=5, clauses=BY),
)
FLUSH = Prize(table="A", round=3, box=1, hand="flush", pays=100, source="meter", formula="", clauses=BY)
ROYAL = replace(FLUSH, box=2, hand="royal flush", pays=900, source="house")
OUTCOME = Outcome(
    table="A",
    round=3,
    dealt=0,
    hands={1: "flush", 2: "royal flush"},
    at=44,
    meter=1_234,
    deducted=1_000,
    minor_deducted=200,
    added=30,
    minor_added=4,
)
RECORDED = events.OutcomeRecorded(system="main", outcome=OUTCOME, prizes={"A/3/1": FLUSH, "A/3/2": ROYAL}, clauses=BY)
REOPENED = events.OutcomeReopened(system="main", table="A", round=3, clauses=BY)
WITHDRAWN = events.OutcomeWithdrawn(system="main", table="A", round=3, why="", boxes=(1, 2), added=60, minor_added=8, clauses=BY)
REFUSED = events.PrizeRefused(prize="A/3/2", system="main", why="", back=700, minor_back=50, added=20, minor_added=3, clauses=BY)
HITS = {
    "A/3/1": Hit(prize="A/3/1", hand="flush", pays=100, source="meter", meter=1_234, at=44),
    "A/3/2": Hit(prize="A/3/2", hand="royal flush", pays=900, source="house", meter=1_234, at=44),
}


def registered(*, wagers: int = 300, increment: int = 20, minor: int = 1) -> events.WagersRegistered:
    return events.WagersRegistered(
        system="main", table="A", round=3, boxes=(1,), wagers=wagers, increment=increment, minor_increment=minor, clauses=BY
    )


CANCELLED = events.GameCancelled(
    system="main", table="A", why="", wagers=100, increment=6, minor_increment=2, added=9, minor_added=5, clauses=BY
)


@pytest.mark.parametrize(
    ("history", "major", "minor"),
    [
        ((), Tally(seed=7), Tally()),
        ((registered(), registered()), Tally(seed=7, contributions=40, wagers=600 * GRAINS), Tally(contributions=2)),
        (
            (registered(), CANCELLED),
            Tally(seed=7, contributions=14, wagers=200 * GRAINS, added=9),
            Tally(contributions=-1, added=5),
        ),
        ((RECORDED,), Tally(seed=7, prizes=1_000, added=30, hits=HITS), Tally(prizes=200, added=4)),
        ((RECORDED, REOPENED), Tally(seed=7), Tally()),
        ((RECORDED, REOPENED, RECORDED), Tally(seed=7, prizes=1_000, added=30, hits=HITS), Tally(prizes=200, added=4)),
        ((RECORDED, WITHDRAWN), Tally(seed=7, added=60), Tally(added=8)),
        ((RECORDED, REFUSED), Tally(seed=7, prizes=300, added=10, hits={"A/3/1": HITS["A/3/1"]}), Tally(prizes=150, added=1)),
        # what is refused and what is withdrawn after it come to the same as withdrawing at once
        ((RECORDED, REFUSED, WITHDRAWN), Tally(seed=7, added=60), Tally(added=8)),
        (
            (RECORDED, events.PrizePaid(prize="A/3/2", system="main", pays=900, clauses=BY)),
            Tally(seed=7, prizes=1_000, added=30, hits=HITS | {"A/3/2": replace(HITS["A/3/2"], paid=True)}),
            Tally(prizes=200, added=4),
        ),
        (
            (events.TermsChanged(system="main", terms=TERMS, added=11, clauses=BY),),
            Tally(seed=7, added=11, adjustments=["new terms"]),
            Tally(),
        ),
        (
            (
                events.Contributed(system="main", amount=13, minor=False, clauses=BY),
                events.Contributed(system="main", amount=2, minor=True, clauses=BY),
            ),
            Tally(seed=7, added=13),
            Tally(added=2),
        ),
        (
            (events.PoolDivided(system="main", terms=TERMS, minor=3, clauses=BY),),
            Tally(seed=7, transfers=-3, adjustments=["pool divided"]),
            Tally(transfers=3),
        ),
        (
            (events.PoolsCombined(system="main", terms=TERMS, minor=3, clauses=BY),),
            Tally(seed=7, transfers=3, adjustments=["pools combined"]),
            Tally(transfers=-3),
        ),
        (
            (events.SystemClosed(system="main", shares={"side": 4}, withdrawn=3, clauses=BY),),
            Tally(seed=7, transfers=-4, added=-3, adjustments=["closed"]),
            Tally(),
        ),
    ],
)
def test_every_event_is_put_down_where_it_belongs(history: tuple[Event, ...], major: Tally, minor: Tally) -> None:
    books = reckon((*OPENED, *history))
    assert books["main"] == major
    assert books["main, minor"] == minor
    given = sum(event.shares["side"] for event in history if isinstance(event, events.SystemClosed))
    assert books["side"] == Tally(seed=5, transfers=given)
    assert books["side, minor"] == Tally()


def shown(*, major: int = 27, minor: int = 1, wagers: int = 300) -> MeterState:
    """Meters that show this; the history below adds up to 27 and 1 grains, and to 300 cents of wagers."""
    main = System(name="main", terms=TERMS, major=Ledger(seeded=major), minor=Ledger(seeded=minor), wagers=wagers)
    return MeterState(systems={"main": main})


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (shown(), []),
        (shown(major=28), ["main shows 28 grains, its history adds up to 27"]),
        (shown(major=26), ["main shows 26 grains, its history adds up to 27"]),
        (shown(minor=0), ["main, minor shows 0 grains, its history adds up to 1"]),
        (shown(minor=-1), ["main, minor shows -1 grains, its history adds up to 1", "main, minor is below zero: -1 grains"]),
        (shown(wagers=301), ["main has taken 301 cents, its history adds up to 3000000 grains"]),
    ],
)
def test_what_does_not_add_up_is_said(state: MeterState, said: list[str]) -> None:
    assert differences((OPENED[0], registered()), state) == said


def test_a_meter_at_nil_is_not_below_it() -> None:
    nothing = replace(OPENED[0], seed=0)
    empty = System(name="main", terms=TERMS)
    assert differences((nothing,), MeterState(systems={"main": empty})) == []


def test_what_was_paid_is_counted_also_once_it_is_forgotten() -> None:
    reckoning = Reckoning()
    for event in (*OPENED, RECORDED):
        reckoning.take(event)
    assert reckoning.paid == 0
    reckoning.take(events.PrizePaid(prize="A/3/1", system="main", pays=100, clauses=BY))
    assert reckoning.paid == 100
    reckoning.forget(MeterState())
    assert (reckoning.paid, reckoning.outcomes, set(reckoning.books["main"].hits)) == (100, {}, {"A/3/2"})
    reckoning.take(events.PrizePaid(prize="A/3/2", system="main", pays=900, clauses=BY))
    assert reckoning.paid == 1000
