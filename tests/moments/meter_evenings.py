"""Evenings of the prize meters of each book, and everything that someone could say at each moment of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from croupier.jackpots.lines import read_line
from croupier.jackpots.systems import MeterRules, MeterState
from croupier.kernel.actors import DEALER, Said
from croupier.kernel.decisions import Refused
from croupier.kernel.lines import said_by
from croupier.tables.meters import METERS, Meters
from moments.answers import told

_PAYS = "pays four of a kind=500.00, full house=100.00, flush=50.00"
_APPROVED = "increment 50 approval as granted"

METER_EVENINGS: dict[str, tuple[str, tuple[str, ...]]] = {
    "crown-meters": (
        "crown-caribbean-stud",
        (
            "open main: option 1 seed 10000 cost 1 tables A, B",
            "open side: option 1 seed 10000 cost 2 tables C",
            "notice link D main",
            "notice move C main",
            "notice unlink B main",
            "notice terms main",
            "notice terms side",
            "notice close side",
            "register A 1: 1, 2",
            "at 1199: register B 1: 1",
            "at 1200: register C 4: 3",
            "outcome A 1 dealt 20: 1 straight flush, 2 flush",
            "outcome B 1 dealt 10: 1 royal flush",
            "outcome C 4",
            "pay A/1/2",
            "by p1 as TG Assistant Casino Manager: verify A/1/1",
            "refuse B/1/1; a card too many",
            "withdraw A 1; a card too many",
            "cancel A",
            "equipment main fails",
            "equipment main works",
            "at 4000: terms main: option 2 seed 10000 cost 1; side: option 2 seed 10000 cost 2",
            "at 4000: link D main",
            "at 9000: close side: main 0.6812",
        ),
    ),
    "star-meters": (
        "star-caribbean-stud",
        (
            f"open main: seed 50000 cost 1 {_APPROVED} tables A, B",
            "register A 1: 1, 2, 3",
            "register B 1: 1",
            "outcome A 1: 1 royal flush, 2 straight flush, 3 flush",
            "equipment main fails",
            "by Inspector: equipment main fails, by hand",
            "pay A/1/3",
            "pay A/1/2",
            "outcome B 1",
            "pay A/1/1",
        ),
    ),
    "nz-meters": (
        "nz-caribbean-stud",
        (
            f"open main: seed 10000 cost 1 {_APPROVED} tables A, B",
            "contribute main 100.00",
            "register A 9: 1",
            "cancel A",
            f"divide main 500.00: seed 10000 cost 1 {_APPROVED} minor 20",
            "contribute main 10.00 minor",
            "register A 1: 1, 2",
            "register B 1: 1, 4",
            "outcome A 1 dealt 20 to 30: 1 straight flush, 2 flush",
            "outcome B 1 dealt 10 to 40: 1 royal flush, 4 full house",
            "by p1 as dealer: verify A/1/2",
            "by p2 as Game supervisor: verify A/1/2 deck 52",
            "pay A/1/2",
            "withdraw B 1; a card too many",
            "cancel B",
            "by p1 as dealer: verify A/1/1",
            "by p2 as Game supervisor: verify A/1/1 deck 52",
            "pay A/1/1",
            f"combine main: seed 10000 cost 1 {_APPROVED}",
        ),
    ),
    "venice-meters": (
        "venezia-caribbean-poker",
        (
            f"open main: seed 1000 cost 1 {_PAYS} tables A, B, C",
            "register A 1: 1, 2",
            "register C 1: 1",
            "register B 1: 1",
            "stop main",
            "outcome A 1: 1 royal flush",
            "outcome B 1: 1 royal flush",
            "withdraw B 1; a card too many",
            "outcome B 1: 1 straight flush",
            "cancel C; a null round",
            "resume main",
            "pay A/1/1",
        ),
    ),
}

METER_LINES = (
    "open main: seed 10000 cost 3 tables X",
    "open other: option 1 seed 10000 cost 1 tables X",
    "open other: option 1 seed 10000 cost 3 tables X",
    "open other: option 2 seed 10000 cost 3 tables X",
    "open other: seed 10000 cost 3 tables X",
    "open other: seed 10000 cost 3 tables A",
    "open other: seed 10000 cost 3",
    f"open other: seed 10000 cost 3 {_APPROVED} tables X, Y",
    f"open other: seed 10000 cost 3 {_APPROVED} minor 20 tables X, Y",
    f"open other: seed 10000 cost 3 {_PAYS} tables X",
    "open other: game crown-wild-aruba seed 10000 cost 1 tables X",
    "notice link D main",
    "notice link D main due 100",
    "notice close main",
    "notice close main at A",
    "notice close main at C",
    "notice terms main",
    "link A main",
    "link D main",
    "link D nowhere",
    "unlink A",
    "unlink B",
    "unlink X",
    "move C main",
    "move A main",
    "move X main",
    "terms main: option 2 seed 10000 cost 1",
    "terms main: option 1 seed 50000 cost 1",
    "terms main: seed 10000 cost 1",
    "terms main: seed 10000 cost 2",
    f"terms main: seed 60000 cost 1 {_APPROVED}",
    f"terms main: seed 60000 cost 1 {_PAYS}",
    f"terms main: seed 60000 cost 1 {_APPROVED} minor 20",
    "terms main: option 2 seed 10000 cost 1; side: option 2 seed 10000 cost 2",
    "terms main: option 2 seed 50000 cost 1; side: option 2 seed 50000 cost 2",
    "terms nowhere: seed 10000 cost 1",
    "close main",
    "close main: side 0.00",
    "close main: main 5.00",
    "close side",
    "close side: main 0.62",
    "close nowhere",
    "equipment main works",
    "equipment main fails",
    "equipment main fails to record amounts",
    "equipment main fails, by hand",
    "by Inspector: equipment main works",
    "by Inspector: equipment main fails, by hand",
    "by Inspector: register A 9: 1",
    "by seat 1: equipment main fails",
    "register A 1: 1",
    "register A 9: 1, 2",
    "register A 9: 1, 1",
    "register B 9: 1",
    "register X 9: 1",
    "cancel A",
    "cancel B",
    "cancel C",
    "cancel X",
    "register C 9: 1",
    "outcome A 1",
    "outcome A 9",
    "outcome A 1: 1 flush",
    "outcome A 1: 2 royal flush",
    "outcome A 1 dealt 5: 1 straight flush",
    "outcome A 1 dealt 5 to 9: 1 straight flush",
    "outcome A 1: 7 flush",
    "outcome A 1: 1 pair",
    "outcome B 1 dealt 5: 1 royal flush",
    "outcome B 1: 1 flush",
    "outcome X 1",
    "carry A 2",
    "carry A 1",
    "carry X 2",
    "withdraw A 1; a card too many",
    "withdraw A 1",
    "withdraw B 1; a card too many",
    "withdraw X 1; a card too many",
    "by house: withdraw A 1; a card too many",
    "by dealer: withdraw A 1; a card too many",
    "verify A/1/1",
    "verify A/1/2",
    "verify A/1/1 deck 51",
    "verify A/1/2 deck 51",
    "by house: verify A/1/1",
    "by p1 as dealer: verify A/1/1",
    "by p7 as dealer: verify A/1/1",
    "verify X/1/1",
    "pay A/1/1",
    "pay A/1/2",
    "pay A/1/3",
    "pay B/1/1",
    "pay X/1/1",
    "refuse A/1/1; a card too many",
    "refuse A/1/1",
    "refuse A/1/2; a card too many",
    "refuse B/1/1; a card too many",
    "refuse X/1/1; a card too many",
    "by house: refuse A/1/1; a card too many",
    "by dealer: refuse A/1/1; a card too many",
    "contribute main 0.00",
    "contribute main 5.00",
    "contribute main 5.00 minor",
    f"divide main 500.00: seed 10000 cost 1 {_APPROVED} minor 20",
    f"divide main 500.00: seed 10000 cost 2 {_APPROVED} minor 20",
    f"divide main 50000.00: seed 10000 cost 1 {_APPROVED} minor 20",
    "divide main 500.00: seed 10000 cost 1 increment 50 minor 20",
    f"divide main 500.00: seed 10000 cost 1 {_APPROVED}",
    f"combine main: seed 10000 cost 1 {_APPROVED}",
    f"combine main: seed 10000 cost 2 {_APPROVED}",
    f"combine main: seed 10000 cost 1 {_APPROVED} minor 20",
    "combine main: seed 10000 cost 1 increment 50",
    "stop main",
    "resume main",
    "adopt edition of next year",
)


class MeterMoment(NamedTuple):
    """The meters after a line, and when that was."""

    rules: MeterRules
    line: str
    state: MeterState
    at: int


@cache
def meter_moments(name: str) -> tuple[MeterMoment, ...]:
    """The moments of an evening. Kept, so that what is tried at them is all that a test does."""
    game, play = METER_EVENINGS[name]
    meters = Meters(game)
    operator = meters.rules.operator or DEALER
    found = [MeterMoment(meters.rules, "opened", meters.state.copied(), 0)]
    for line in play:
        who, said = said_by(line)
        rank = meters.rules.ranks[-1] if said.startswith(("withdraw", "refuse")) else operator
        decision = meters.do(read_line(said, game), **({"by": rank} | who))
        assert not isinstance(decision, Refused), f"{name}: {line}: {decision}"
        found.append(MeterMoment(meters.rules, line, meters.state.copied(), meters.at))
    return tuple(found)


def meters_tried(moment: MeterMoment) -> Iterator[tuple[str, str]]:
    """The result of everything that could be said at a moment: by the dealer, and by the highest rank where that may not."""
    rules = moment.rules
    for line in METER_LINES:
        who, said = said_by(line)
        command = read_line(said, rules.game)
        capacity = who.get("by", DEALER)
        person = str(who.get("person") or capacity)
        decision = METERS.decide(rules, moment.state, command, Said(person, capacity, moment.at))
        if isinstance(decision, Refused) and decision.ground == "rank_needed" and "by" not in who:
            decision = METERS.decide(rules, moment.state, command, Said("p8", rules.ranks[-1], moment.at))
        yield line, told(decision)
