"""Rounds at the house tables, and everything that someone could say at each moment of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from croupier.cases.case import Case
from croupier.cases.house_cases import Run
from croupier.kernel.actors import DEALER, Said
from croupier.kernel.decisions import AwaitingRuling, Decision, Refused
from croupier.kernel.events import Command
from croupier.kernel.incidents import Report, Rule
from croupier.kernel.legal import Legal
from croupier.kernel.lines import said_by
from croupier.stud.commands import Perform
from croupier.stud.engine import decide, legal
from croupier.stud.lines import read_line, write_line
from croupier.stud.rules import Rules
from croupier.stud.state import State
from moments.answers import told


class Evening(NamedTuple):
    """A table and what is played at it, one line a moment; at the lines that end in `!` every report is tried too."""

    game: str
    table: dict[str, Any]
    play: tuple[str, ...]


_HANDS = ("hand 1: As Ad 9c 7h 2s", "hand 2: Kh Qh Jh Th 9h", "hand 3: 3c 4d 6s 8h Jc", "hand dealer: Ac Kd 5c 4h 3s")

EVENINGS: dict[str, Evening] = {
    "crown-shoe": Evening(
        "crown-caribbean-stud",
        {"seats": 3, "device": "shoe", "jackpot": "1.00", "extra_boxes": True, "places": 5, "minimum": "10.00"},
        (
            "ante 1 10.00",
            "ante 2 25.00",
            "ante 1 12.00 box 5",
            "jackpot 1",
            "jackpot 2!",
            "shuffle",
            "cut 20",
            "no more bets!",
            "deal 1: As",
            "deal 2: Kh",
            "deal 5: 4d",
            "deal dealer: 9c!",
        ),
    ),
    "crown-shuffler": Evening(
        "crown-caribbean-stud",
        {"seats": 3, "ante": "20.00", "device": "shuffler", "jackpot": "1.00", "extra_boxes": True, "maximum": "100.00"},
        (
            "jackpot 2",
            "ante 3 10.00 box 6",
            *_HANDS,
            "deal!",
            "bet 2",
            "fold 1",
            "bet 3!",
            "fold 3 box 6",
            "reveal!",
            "settle!",
            "by TG Assistant Casino Manager: pay jackpot 2 10000.00",
        ),
    ),
    "wild-aruba": Evening(
        "crown-wild-aruba",
        {"seats": 3, "ante": "10.00", "device": "shuffler", "jackpot": "1.00"},
        (
            "jackpot 1",
            "hand 1: As Ad Ac 2h 2s",
            "hand 2: Kh Qh Jh Th 9h",
            "hand 3: 3c 4d 6s 8h Jc",
            "hand dealer: 8d 8c 5c 4h 3s",
            "deal!",
            "bet 1",
            "instant win 2",
            "fold 3",
            "reveal!",
            "settle",
            "pay jackpot 1 100.00",
        ),
    ),
    "star": Evening(
        "star-caribbean-stud",
        {"seats": 3, "device": "shuffler", "jackpot": "1.00", "places": 3, "maximum": "200.00"},
        (
            "tokens 1 15.00",
            "ante 1 20.00 tokens 15.00",
            "ante 2 25.00",
            "ante 3 30.00",
            "jackpot 2",
            "jackpot 3!",
            *_HANDS,
            "deal!",
            "bet 1",
            "bet 2!",
            "fold 3",
            "reveal!",
            "concede 1",
            "settle!",
            "pay jackpot 2 5000.00",
        ),
    ),
    "star-live": Evening(
        "star-caribbean-stud",
        {"seats": 2, "ante": "10.00", "device": "shoe"},
        ("shuffle", "cut 20", "no more bets", "deal dealer: ??", "deal 1: As", "deal 2: ??!"),
    ),
    "nz": Evening(
        "nz-caribbean-stud",
        {"seats": 3, "device": "shuffler", "jackpot": "1.00", "extra_boxes": True, "blind_bets": True},
        (
            "ante 1 10.00",
            "ante 2 25.00",
            "ante 3 10.00",
            "ante 1 10.00 box 5",
            "blind bet 3",
            "jackpot 1",
            "jackpot 2!",
            *_HANDS[:3],
            "hand dealer: Kd Qd 5c 4h 3s",
            "deal!",
            "bet 2",
            "fold 1!",
            "bet 1 box 5",
            "reveal!",
            "settle!",
            "report deck-count count 52",
            "by Game supervisor: pay jackpot 2 5000.00",
        ),
    ),
    "venice": Evening(
        "venezia-caribbean-poker",
        {"seats": 3, "device": "shuffler", "jackpot": "1.00", "blind_bets": True},
        (
            "ante 1 10.00",
            "ante 2 25.00",
            "ante 3 10.00",
            "blind bet 3",
            "jackpot 2",
            "jackpot 1!",
            *_HANDS,
            "stub: Kc Qc",
            "deal!",
            "change 1 7h",
            "bet 1",
            "bet 2!",
            "reveal!",
            "settle",
            "pay jackpot 2 500.00",
        ),
    ),
    "crown-signs": Evening(
        "crown-caribbean-stud",
        {"seats": 2, "device": "shoe", "chips": "9000.00", "places": 3},
        (
            "by TG Area Manager: sign minimum 25.00",
            "by TG Area Manager: sign closing",
            "at 1199: buy chips 1 5.00",
            "at 1200: buy chips 1 5.00",
            "by TG Area Manager: limits 25.00 to 500.00",
            "by TG Area Manager: personal limits 1 5.00 to 1000.00",
            "ante 1 1000.00",
            "ante 2 600.00",
            *_HANDS[:2],
            "hand dealer: Ac Kd 5c 4h 3s",
            "deal",
            "bet 1 2000.00",
            "bet 2 1000.00!",
            "reveal",
            "settle",
            "leave 1",
            "leave 2",
        ),
    ),
    "crown-retraction": Evening(
        "crown-caribbean-stud",
        {"seats": 3, "ante": "10.00", "jackpot": "1.00", "extra_boxes": True},
        (
            "ante 2 10.00 box 5",
            "jackpot 1",
            "jackpot 2",
            "deal",
            "fold 3",
            "report miscount box 1 count 4",
            "by TG Area Manager: rule 52 cards!",
            "play on 2",
            "retract 2 box 5",
            "bet 2",
        ),
    ),
    "star-signs": Evening(
        "star-caribbean-stud",
        {"seats": 3, "places": 3, "chips": "9000.00"},
        (
            "by Gaming Manager: sign minimum 25.00",
            "by Gaming Manager: sign closing",
            "at 1199: tokens 1 5.00",
            "at 1200: tokens 1 5.00",
            "by Gaming Manager: limits 25.00 to 500.00 keeping players",
            "by Gaming Manager: personal limits 2 5.00 to 1000.00",
            "ante 1 10.00 tokens 10.00",
            "ante 2 1000.00",
            *_HANDS[:2],
            "hand dealer: Ac Kd 5c 4h 3s",
            "deal",
            "report wrong-ante box 1 amount 8.00!",
            "bet 2 2000.00",
            "fold 1",
            "reveal",
            "report dispute player 1 amount 20.00",
            "by Gaming Supervisor: rule for the house!",
            "report review player 1 amount 20.00",
            "by Gaming Manager: rule confirm!",
        ),
    ),
    "crown-hands-awaited": Evening(
        "crown-caribbean-stud",
        {"seats": 2, "ante": "10.00", "jackpot": "1.00"},
        (
            "jackpot 1",
            "jackpot 2",
            "deal 1: ?? ?? ?? ?? ??",
            "deal 2: ?? ?? ?? ?? ??",
            "deal dealer: ?? ?? ?? ?? ??",
            "turn up Qc",
            "bet or fold",
            "report miscount box dealer count 4",
            "by TG Higher Duties Dealer: rule 52 cards",
            "show 1: As Ad 9c 7h 2s!",
            "show 2: Kh Qh Jh Th 9h",
        ),
    ),
    "crown-free-box": Evening(
        "crown-caribbean-stud",
        {"seats": 2, "extra_boxes": True, "places": 3, "jackpot": "1.00"},
        ("leave 1", "ante 2 10.00", "ante 2 10.00 box 1", "jackpot 2 box 1", "deal"),
    ),
    "crown-opening": Evening("crown-caribbean-stud", {"ready": False}, ("do check the cards",)),
    "nz-opening": Evening("nz-caribbean-stud", {"ready": False}, ("by Game supervisor: do inspect both decks",)),
    "venice-live": Evening(
        "venezia-caribbean-poker",
        {"seats": 2, "ante": "10.00", "jackpot": "1.00"},
        (
            "jackpot 2",
            "shuffle",
            "no more bets",
            "deal 1: As Ad 9c 7h 2s",
            "deal 2: ?? ?? ?? ?? ??",
            "deal dealer: ?? ?? ?? ?? ??",
            "turn up Kd!",
            "bet or fold",
            "change 1 7h 10.00 for 6d",
            "bet 1",
            "bet 2",
            "reveal Ac Kd 5c 4h 3s",
            "show 2: Kh Qh Jh Th 9h!",
        ),
    ),
}

LINES = (
    "open",
    "sit 1 100.00",
    "sit 4 100.00 as p9",
    "sit 4 0.00 as p9",
    "sit 8 100.00 as p9",
    "leave 1",
    "leave 3",
    "leave 4",
    "buy chips 1 50.00",
    "buy chips 1 0.00",
    "tokens 1 50.00",
    "tokens 1 0.00",
    "tokens 4 50.00",
    "shuffle",
    "cut 0",
    "cut 1",
    "cut 51",
    "cut 52",
    "by seat 1: cut 20",
    "ante 1 10.00",
    "ante 1 10.00 tokens 11.00",
    "ante 3 9.00",
    "ante 3 10.00",
    "ante 3 10.50",
    "ante 3 100.00",
    "ante 3 500.00",
    "ante 3 501.00",
    "ante 3 10.00 tokens 1.00",
    "ante 3 1000.01",
    "ante 4 10.00",
    "ante 3 10.00 box 2",
    "ante 3 10.00 box 4",
    "ante 3 10.00 box 0",
    "ante 3 10.00 box 9",
    "by seat 2: ante 3 10.00",
    "say ante 3 10.00",
    "say ante 3 10.00 with 20.00 in cash",
    "say ante 3 10.00 without chips",
    "take back 1",
    "take back 3",
    "take back 2 box 1",
    "take back bet 1",
    "take back bet 3",
    "make up 1",
    "blind bet 1",
    "blind bet 1 10.00",
    "blind bet 3",
    "no more bets",
    "deal",
    "deal 1: ??",
    "deal 1: ?? ?? ?? ?? ??",
    "deal 2: As",
    "deal 2: Qs",
    "deal dealer: ??",
    "turn up",
    "turn up As",
    "turn up 6d",
    "bet or fold",
    "bet 1",
    "bet 1 19.00",
    "bet 1 20.00 tokens 5.00",
    "bet 1 box 5",
    "bet 1 box 2",
    "bet 2",
    "bet 3",
    "bet 3 box 6",
    "fold 1",
    "fold 1 box 5",
    "fold 1 box 0",
    "fold 1 box 9",
    "fold 2",
    "fold 3",
    "change 1 7h",
    "change 1 7h 1.00",
    "change 1 7h 10.00 for 6d",
    "change 1 7h 10.00 for ??",
    "change 1 7h 10.00 for Ad",
    "change 1 Kc",
    "change 2 9h",
    "instant win 1",
    "instant win 2",
    "instant win 3",
    "concede 1",
    "concede 2",
    "concede 3",
    "retract 1",
    "retract 2 box 5",
    "play on 1",
    "play on 2",
    "play on 2 box 5",
    "reveal",
    "reveal Ac Kd 5c 4h 3s",
    "reveal Ac Kc 5c 4h 3s",
    "reveal As Kd 5c 4h 3s",
    "show 1:",
    "show 1: As Ad 9c 7h 2s",
    "show 2:",
    "show 2: Kh Qh Jh Th 9h",
    "show 2: As Qh Jh Th 9h",
    "show 2: Kh Kh Jh Th 9h",
    "show 2: Kh Qh",
    "show 3:",
    "settle",
    "sign minimum 25.00",
    "sign minimum 25.00 due 1",
    "sign closing",
    "sign beer",
    "limits 0.00 to 500.00",
    "limits 5.00 to 4.00",
    "limits 5.00 to 400.00",
    "limits 10.00 to 10.00",
    "limits 25.00 to 500.00",
    "limits 26.00 to 500.00",
    "limits 25.00 to 500.00 keeping players",
    "personal limits 1",
    "personal limits 1 5.00 to 1000.00",
    "personal limits 1 0.00 to 1000.00",
    "personal limits 3 5.00 to 1000.00",
    "personal limits 3 5.00 to 5.00",
    "personal limits 3 5.00 to 4.99",
    "personal limits 4 5.00 to 1000.00",
    "refuse wager 1; because",
    "refuse wager 1",
    "refuse wager 4; because",
    "refuse wager 9; because",
    "vacate 1",
    "vacate 4",
    "close",
    "offer jackpot 2.00",
    "offer jackpot 0.00",
    "offer jackpot 1.00 option 3",
    "jackpot 1",
    "jackpot 1 2.00",
    "jackpot 3",
    "jackpot 3 not accepted",
    "jackpot 1 box 2",
    "jackpot 1 box 5",
    "take back jackpot 1",
    "take back jackpot 2",
    "take back jackpot 3",
    "cancel jackpot",
    "cancel jackpot; begun by mistake",
    "pay jackpot 1 0.00",
    "pay jackpot 2 5000.00",
    "pay jackpot 2 250.00",
    "pay jackpot 3 100.00",
    "rule void",
    "by seat 1: rule void",
    "by seat 1: settle",
    "by seat 1: report exposed box 1 count 1",
)

_FACTS: tuple[dict[str, Any], ...] = (
    {},
    {"box": 1, "boxes": (1,), "player": 1, "count": 1, "amount": 10_00, "note": "as it was seen"},
    {"box": 0, "boxes": (2,), "player": 2, "count": 2, "amount": 25_00},
    {"box": 2, "boxes": (1, 2), "player": 3, "count": 4, "amount": 0},
    {"box": 5, "boxes": (5,), "player": 4, "count": 6, "amount": 50_00},
    {"box": 3, "boxes": (1, 3), "person": "p9", "count": 51, "amount": 1_00},
    {"box": 7, "boxes": (9,), "player": 9, "count": 53, "amount": 9_000_00},
    {"box": 7, "boxes": (2,), "player": 2},
)


REPORTS = ("reports a", "reports b", "reports c", "reports d")


class Moment(NamedTuple):
    """A state of a table, the line that led to it, and whether everything is reported there."""

    rules: Rules
    line: str
    table: State
    at: int
    reports: bool


@cache
def moments(name: str) -> tuple[Moment, ...]:
    """The moments of an evening. Kept, so that what is tried at them is all that a test does."""
    evening = EVENINGS[name]
    case = Case(clause="", name=name, play="", expect={}, table=evening.table)
    run = Run(case, evening.game)
    found = [Moment(run.stream.rules, "opened", run.stream.state, run.stream.at, False)]
    for line in evening.play:
        run.play(line.removesuffix("!"))
        assert run.refused is None, f"{name}: {line}: {run.refused}"
        if not line.startswith(("hand", "stub")):
            found.append(Moment(run.stream.rules, line.removesuffix("!"), run.stream.state, run.stream.at, line.endswith("!")))
    return tuple(found)


def tried(moment: Moment, part: str) -> Iterator[tuple[str, str]]:
    """The result of everything that could be said at a moment: the line, and the answer in short.

    The part is `lines`, each said by the person it is for and by the highest rank too where the dealer may not, `offers`, which
    is what the software says is open to each, or one of `REPORTS`, between which the reports are divided.
    """
    rules, table = moment.rules, moment.table
    if part == "offers":
        for capacity in (1, 2, 3, 4, DEALER, rules.ranks[-1]):
            yield f"open to {capacity}", "; ".join(_offer(offer) for offer in legal(rules, table, capacity))
        return
    if part == "lines":
        for line in LINES:
            who, said = said_by(line)
            yield line, told(_answer(moment, read_line(said, table, rules), who.get("by")))
        for duty in rules.duties:
            yield f"do {duty}", told(_answer(moment, Perform(duty=duty), None))
        return
    for what in list(rules.irregularities)[REPORTS.index(part) :: len(REPORTS)]:
        for number, facts in enumerate(_FACTS):
            report = Report(what=what, **facts)
            decision = _answer(moment, report, None)
            yield f"{what} {number}", told(decision)
            if isinstance(decision, AwaitingRuling):
                after = table
                for event in decision.events:
                    after = event.apply(after).moved(event.postings)
                for option in decision.options:
                    ruled = decide(rules, after, Rule(option=option.name), Said("p8", decision.rank, moment.at))
                    yield f"{what} {number}, {option.name}", told(ruled)


def _offer(offer: Legal) -> str:
    faces = " with faces" if offer.faces else ""
    return f"{write_line(offer.command)} up to {offer.most} by {offer.step} as {offer.by}{faces} ({', '.join(offer.clauses)})"


def _answer(moment: Moment, command: Command, by: Any) -> Decision:
    rules, table = moment.rules, moment.table
    seat = getattr(command, "seat", None)
    capacity = by or (seat if seat is not None else DEALER)
    person = table.person_at(capacity) or f"p{capacity}" if isinstance(capacity, int) else capacity
    decision = decide(rules, table, command, Said(person, capacity, moment.at))
    if isinstance(decision, Refused) and decision.ground == "rank_needed" and by is None:
        return decide(rules, table, command, Said("p8", rules.ranks[-1], moment.at))
    return decision
