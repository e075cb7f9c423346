"""What each event of a tournament changes, and that it changes nothing else: one rich state, and every event by itself."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import asdict, fields, replace

from croupier.kernel.actors import Viewer
from croupier.kernel.events import Event
from croupier.tournaments import events
from croupier.tournaments.state import Bust, Clock, Entrant, Extra, Move, Place, PrizeDeal, Proposal, Purchase, Tournament, Undone
from croupier.tournaments.terms import Details, Format, Prizes, Terms, Wagers

A1, A2, B1, B2 = Place("A", 1), Place("A", 2), Place("B", 1), Place("B", 2)
ROUNDS = Terms(format=Format(structure="rounds"))
LEVELS = Terms(format=Format(structure="elimination"), wagers=Wagers(denominations=(100_00, 25_00)))
PRICED = Terms(format=Format(structure="elimination"), prizes=Prizes(per_entry=70, per_rebuy=12, per_add_on=9))
LATER = Terms(details=Details(starts=900))
PROPOSAL = Proposal((), "uneven")
DEAL = PrizeDeal("even", {"p1": 5}, agreed=("p1",))
AGREED = PrizeDeal("even", {"p1": 5, "p2": 5}, agreed=("p1", "p2"))
P3, P4 = (Bust(f"p{n}", "B", n, hand=7, stack=10, order=n, batch=n) for n in (3, 4))


def entrant(number: int, **said: Any) -> Entrant:
    return Entrant(f"p{number}", number, paid=120, fees=20, signed=2, **said)


def state(**said: Any) -> Tournament:
    """p1 and p2 play, p3 and p4 are out, p5 stands on the waiting list."""
    people = {
        "p1": entrant(1, place=A1, penalty=3, secrets=1),
        "p2": entrant(2, place=B1),
        "p3": entrant(3, status="out"),
        "p4": entrant(4, status="out"),
    }
    held: dict[str, Any] = {
        "phase": "playing",
        "terms": ROUNDS,
        "version": 2,
        "starts": 500,
        "director": "d",
        "present": ("d", "e"),
        "deputies": ("e",),
        "receipts": 4,
        "entrants": people,
        "waiting": {"p5": ""},
        "seats": {"A": {1: "p1"}, "B": {1: "p2"}},
        "clock": Clock(level=3, left=60, since=100, given=90),
        "proposal": PROPOSAL,
        "deal": DEAL,
        "busts": [P3, P4],
        "outs": 4,
        "hands": {"A": 5},
        "banks": {"p1": 50, "p2": 70},
        "secrets": {"p1": 9, "p2": 8},
        "agreed": {"A": ("p1", "p2")},
        "ended": ("Z",),
        "done": ("Z",),
        "hands_off": 2,
        "practice": 1,
        "coloured": ("Z",),
        "round_open": True,
        "approved": ("s",),
        "cashed": {"p1": 3},
        "paid": {"p4": 1},
    }
    return Tournament(**held | said)


def changed_by(event: Event, **said: Any) -> dict[str, Any]:
    """The parts of the state that are different after the event; of entrants and the clock only what is different in them."""
    before = state(**said)
    after = before.copied()
    after.take(event)
    found = {
        field.name: getattr(after, field.name)
        for field in fields(Tournament)
        if getattr(after, field.name) != getattr(before, field.name)
    }
    if "clock" in found:
        found["clock"] = _other(before.clock, after.clock)
    if "entrants" in found:
        fresh = Entrant("", 0)
        pairs = {person: (before.entrants.get(person, fresh), one) for person, one in after.entrants.items()}
        found["entrants"] = {person: other for person, pair in pairs.items() if (other := _other(*pair))}
        if gone := sorted(set(before.entrants) - set(after.entrants)):
            found["gone"] = gone
    return found


def _other(before: Any, after: Any) -> dict[str, Any]:
    return {name: value for name, value in asdict(after).items() if value != getattr(before, name)}


def said_of(kind: type[Event], **said: Any) -> Event:
    return kind(clauses=(), **said)


OUT = {"proposal": None, "deal": None}


@pytest.mark.parametrize(
    ("event", "changes"),
    [
        (
            said_of(events.TermsDrafted, terms=LATER, version=1, readings=("r",)),
            {"phase": "draft", "terms": LATER, "version": 1, "readings": ("r",), "starts": 900},
        ),
        (
            said_of(events.TermsChanged, terms=LATER, version=3, why=""),
            {"terms": LATER, "version": 3, "owed": True, "starts": 900},
        ),
        (said_of(events.TermsMadeAvailable), {"available": True}),
        (said_of(events.InspectorateAdvised), {"advised": True}),
        (said_of(events.DirectorAppointed, person="f"), {"director": "f", "present": ("e",)}),
        (said_of(events.DeputyAppointed, person="f"), {"deputies": ("e", "f")}),
        (said_of(events.DirectorPresent, person="f"), {"present": ("d", "e", "f")}),
        (said_of(events.DirectorAway, person="e"), {"present": ("d",)}),
        (said_of(events.TablesDesignated, tables=("A", "B")), {"tables": ("A", "B")}),
        (said_of(events.EntriesOpened), {"phase": "entries"}),
        (said_of(events.StartMoved, to=800, told=2), {"starts": 800}),
        (
            said_of(events.PlayersBriefed),
            {"briefed": True, "entrants": {f"p{number}": {"briefed": True} for number in range(1, 5)}},
        ),
        (said_of(events.PlayersInstructed, demonstration=True, practice_hands=2), {"practice": 3}),
        (
            said_of(events.EntryTaken, person="p5", number=7, fee=20, buy_in=100, staff="employee"),
            {
                "receipts": 7,
                "waiting": {},
                "entrants": {"p5": {"person": "p5", "number": 7, "staff": "employee", "paid": 120, "fees": 20, "version": 2}},
                "paid_in": {"p5": 120},
            },
        ),
        (
            said_of(events.EntryTaken, person="p3", number=3, fee=20, buy_in=100, again=True),
            {
                "busts": [P4],
                "entrants": {"p3": {"status": "entered", "entries": 2, "paid": 240, "fees": 40, "version": 2}},
                "paid_in": {"p3": 120},
            },
        ),
        (
            said_of(events.EntryTaken, person="p3", number=5, fee=20, buy_in=100),
            {
                "receipts": 5,
                "forfeited": [entrant(3, status="out")],
                "entrants": {"p3": {"status": "entered", "number": 5, "signed": 0, "version": 2}},
                "paid_in": {"p3": 120},
            },
        ),
        (said_of(events.AlternateListed, person="p6", staff="associate"), {"waiting": {"p5": "", "p6": "associate"}}),
        (said_of(events.EntryRefused, person="p6", why="barred"), {}),
        (said_of(events.StaffApproved, person="t"), {"approved": ("s", "t")}),
        (said_of(events.TermsSigned, person="p1", version=3), {"entrants": {"p1": {"signed": 3}}}),
        (said_of(events.EntryWithdrawn, person="p5", back=0), {"waiting": {}}),
        (
            said_of(events.EntryWithdrawn, person="p2", back=120),
            {
                "seats": {"A": {1: "p1"}},
                "entrants": {"p2": {"status": "withdrawn", "paid": 0, "fees": 0, "place": None}},
                "refunded": {"p2": 120},
            },
        ),
        (
            said_of(events.EntryWithdrawn, person="p3", back=0),
            {"entrants": {"p3": {"status": "withdrawn"}}, "refunded": {"p3": 0}},
        ),
        (
            said_of(events.SubstituteNamed, person="p1", substitute="p9", staff="contractor"),
            {
                **OUT,
                "entrants": {
                    "p9": {
                        "person": "p9",
                        "number": 1,
                        "staff": "contractor",
                        "place": A1,
                        "penalty": 3,
                        "secrets": 1,
                        "paid": 120,
                        "fees": 20,
                    }
                },
                "gone": ["p1"],
                "banks": {"p9": 50, "p2": 70},
                "secrets": {"p9": 9, "p2": 8},
                "seats": {"A": {1: "p9"}, "B": {1: "p2"}},
                "agreed": {"A": ("p2",)},
            },
        ),
        (
            said_of(events.PrizesFixed, prizes=(60, 40), overlay=10, entries=4),
            {"closed": True, "prizes": (60, 40), "overlay": 10},
        ),
        (
            said_of(events.SeatsDrawn, seats={"p1": B1, "p2": A1}, bank=30, source="", carried={"p2": 44}),
            {
                "seats": {"A": {1: "p2"}, "B": {1: "p1"}},
                "banks": {"p1": 30, "p2": 44},
                "entrants": {"p1": {"place": B1}, "p2": {"place": A1}},
            },
        ),
        (
            said_of(events.PlayerSeated, person="p3", place=B2, bank=30, source=""),
            {
                "seats": {"A": {1: "p1"}, "B": {1: "p2", 2: "p3"}},
                "entrants": {"p3": {"place": B2}},
                "banks": {"p1": 50, "p2": 70, "p3": 30},
                "proposal": None,
            },
        ),
        (
            said_of(events.StackGivenUp, person="p2", chips=70, place=B1),
            {"seats": {"A": {1: "p1"}}, "entrants": {"p2": {"place": None}}},
        ),
        (
            said_of(events.ChipsBought, person="p1", what="add-on", cost=15, chips=20, place=A1),
            {
                "banks": {"p1": 70, "p2": 70},
                "bought": {"p1": Purchase("add-on", 15, 0, 20)},
                "entrants": {"p1": {"paid": 135, "add_ons": 1}},
                "paid_in": {"p1": 15},
            },
        ),
        (
            said_of(events.ChipsBought, person="p3", what="re-buy", cost=15, chips=20, place=B2),
            {
                "banks": {"p1": 50, "p2": 70, "p3": 20},
                "bought": {"p3": Purchase("re-buy", 15, 0, 20, P3)},
                "busts": [P4],
                "seats": {"A": {1: "p1"}, "B": {1: "p2", 2: "p3"}},
                "entrants": {"p3": {"status": "entered", "paid": 135, "rebuys": 1, "place": B2}},
                "paid_in": {"p3": 15},
                "proposal": None,
            },
        ),
        (
            said_of(events.LevelBegun, level=4, number=3, seconds=30, at=700),
            {"clock": {"level": 4, "left": 30, "since": 700, "given": 30}, "hands_off": 0},
        ),
        (said_of(events.ClockPaused, left=40), {"clock": {"left": 40, "since": None}}),
        (said_of(events.ClockResumed, at=300), {"clock": {"since": 300}}),
        (said_of(events.TimeDeducted, seconds=5), {"clock": {"left": 55, "given": 85}}),
        (said_of(events.TimeExtended, seconds=5), {"clock": {"left": 65, "given": 95}}),
        (said_of(events.TableExtended, table="A", of=3, seconds=50, why=""), {"extra": {"A": Extra(3, 50)}}),
        (
            said_of(events.HandReported, table="A", hand=6, served=("p1",), banks={"p1": 65}),
            {"hands": {"A": 6}, "banks": {"p1": 65, "p2": 70}, "entrants": {"p1": {"penalty": 2}}, "deal": None},
        ),
        (said_of(events.HandReported, table="B", hand=6), {"hands": {"A": 5, "B": 1}, "deal": None}),
        (
            said_of(events.EliminationUndone, person="p3", place=B2, chips={"p1": 10, "p2": 5}, why="", house=2),
            {
                "busts": [P4],
                "undone": {"p3": Undone(P3, {"p1": 10, "p2": 5}, 2)},
                "seats": {"A": {1: "p1"}, "B": {1: "p2", 2: "p3"}},
                "banks": {"p1": 40, "p2": 65, "p3": 17},
                "entrants": {"p3": {"status": "entered", "place": B2}},
                "proposal": None,
                "deal": None,
            },
        ),
        (said_of(events.MovesDeclined, why=""), {"proposal": None}),
        (
            said_of(events.PlayersMoved, moves=(Move("p1", A1, B1), Move("p2", B1, A2)), why="", breaks="", paid=("p2",)),
            {
                "proposal": None,
                "seats": {"A": {2: "p2"}, "B": {1: "p1"}},
                "entrants": {"p1": {"place": B1}, "p2": {"place": A2, "paid_last": True}},
            },
        ),
        (
            said_of(events.PlayerMoved, move=Move("p1", A1, B2), why="", paid=True),
            {"seats": {"B": {1: "p2", 2: "p1"}}, "entrants": {"p1": {"place": B2, "paid_last": True}}},
        ),
        (
            said_of(events.HandForHandStarted, number=2, left=33),
            {"rounds_held": 2, "hand_for_hand": 2, "done": (), "clock": {"left": 33, "since": None}},
        ),
        (said_of(events.HandTimeTaken, seconds=7), {"clock": {"left": 53}, "hands_off": 3}),
        (said_of(events.ColouredUp, table="A", chip=100_00, changes={}), {"coloured": ("Z", "A")}),
        (said_of(events.ColouredUp, table="A", chip=100_00, changes={}, last=True), {"chip": 100_00, "coloured": ()}),
        (said_of(events.PenaltyGiven, person="p1", penalty="warning"), {"entrants": {"p1": {"warnings": 1}}}),
        (said_of(events.PenaltyGiven, person="p1", penalty="missed hands", hands=2), {"entrants": {"p1": {"penalty": 5}}}),
        (said_of(events.AbsenceNoted, person="p1", means=""), {"entrants": {"p1": {"absent": True}}}),
        (
            said_of(events.Refunded, person="p1", amount=105, why=""),
            {"entrants": {"p1": {"paid": 15, "fees": 15}}, "refunded": {"p1": 105}},
        ),
        (said_of(events.Refunded, person="p1", amount=90, why=""), {"entrants": {"p1": {"paid": 30}}, "refunded": {"p1": 90}}),
        (
            said_of(events.PlayerGone, person="p1", why="retired"),
            {"entrants": {"p1": {"status": "retired", "absent": True, "went": 1}}},
        ),
        (
            said_of(events.PlaceDisqualified, person="p3", why="", awarded={"p1": 1}),
            {"entrants": {"p3": {"status": "disqualified"}}},
        ),
        (said_of(events.ChipsRemoved, person="p1", chips=5, place=A1), {}),
        (said_of(events.EndAgreed, person="p3", table="A"), {"agreed": {"A": ("p1", "p2", "p3")}}),
        (said_of(events.EndAgreed, person="p2", table="B"), {"agreed": {"A": ("p1", "p2"), "B": ("p2",)}}),
        (
            said_of(events.TableEnded, table="A", because="", banks={"p1": 44}),
            {"ended": ("Z", "A"), "banks": {"p1": 44, "p2": 70}},
        ),
        (said_of(events.TournamentDisputeDecided, decision="no", about="the level"), {"disputes": ("the level",)}),
        (said_of(events.EntrantAdvised, advice="so"), {}),
        (
            said_of(events.RoundBegun, round=2, at=800),
            {
                "round": 2,
                "round_began": 800,
                "hands": {},
                "ended": (),
                "agreed": {},
                "secrets": {},
                "banks": {},
                "entrants": {"p1": {"secrets": 0}},
            },
        ),
        (
            said_of(events.RoundBegun, round=2, at=800, secondary=True),
            {
                "round": 2,
                "round_began": 800,
                "secondary": True,
                "hands": {},
                "ended": (),
                "agreed": {},
                "secrets": {},
                "entrants": {"p1": {"secrets": 0}},
            },
        ),
        (said_of(events.PlayersReturned, persons=("p3",)), {"busts": [P4], "entrants": {"p3": {"status": "entered"}}}),
        (
            said_of(events.SecretWagerMade, person="p1", amount=12),
            {"secrets": {"p1": 12, "p2": 8}, "entrants": {"p1": {"secrets": 2}}},
        ),
        (said_of(events.SecretWagersRevealed, table="A", wagers={"p1": 9}), {"secrets": {"p2": 8}}),
        (
            said_of(events.RoundClosed, round=1, on=("p1",), banks={}, cashed={"p1": 4, "p2": 6}),
            {
                "round_open": False,
                "seats": {},
                "entrants": {"p1": {"place": None}, "p2": {"place": None}},
                "cashed": {"p1": 7, "p2": 6},
            },
        ),
        (said_of(events.DealAgreed, person="p2"), {"deal": replace(DEAL, agreed=("p1", "p2"))}),
        (said_of(events.TournamentFinished, ranking=(), awarded={"p1": 60}), {"phase": "over", "awarded": {"p1": 60}}),
        (said_of(events.PrizePaidOut, person="p1", amount=60, receipt=1), {"paid": {"p4": 1, "p1": 60}, "payouts": 1}),
        (said_of(events.PrizeTakenBack, person="p4", amount=1, why="by mistake"), {"paid": {}}),
    ],
    ids=lambda part: type(part).__name__ if isinstance(part, Event) else "",
)
def test_what_an_event_changes(event: Event, changes: dict[str, Any]) -> None:
    assert changed_by(event) == changes


@pytest.mark.parametrize(
    ("event", "said", "changes"),
    [
        (
            said_of(events.TermsChanged, terms=ROUNDS, version=2, why=""),
            {"available": True},
            {"available": False, "owed": True, "starts": 0},
        ),
        (said_of(events.RegulatorTold), {"owed": True}, {"owed": False}),
        (said_of(events.StartMoved, to=800, told=2), {"phase": "entries"}, {"starts": 800, "owed": True}),
        (said_of(events.StartMoved, to=800, told=2), {"owed": True}, {"starts": 800}),
        (
            said_of(events.EntryTaken, person="p3", number=4, fee=20, buy_in=100),
            {"entrants": {"p3": Entrant("p3", 3, status="withdrawn")}},
            {
                "entrants": {"p3": {"status": "entered", "number": 4, "paid": 120, "fees": 20, "version": 2}},
                "paid_in": {"p3": 120},
            },
        ),
        (
            said_of(events.EntryTaken, person="p3", number=4, fee=20, buy_in=100, again=True),
            {"terms": PRICED, "busts": [], "version": 3, "paid_in": {"p3": 120}},
            {
                "entrants": {"p3": {"status": "entered", "entries": 2, "paid": 240, "fees": 40, "pooled": 70, "version": 3}},
                "paid_in": {"p3": 240},
            },
        ),
        (
            said_of(events.ChipsBought, person="p1", what="add-on", cost=15, chips=20, place=A1),
            {"terms": PRICED},
            {
                "bought": {"p1": Purchase("add-on", 15, 9, 20)},
                "entrants": {"p1": {"paid": 135, "add_ons": 1, "pooled": 9}},
                "paid_in": {"p1": 15},
            },
        ),
        (
            said_of(events.ChipsBought, person="p3", what="re-buy", cost=15, chips=20, place=None),
            {"terms": PRICED},
            {
                "bought": {"p3": Purchase("re-buy", 15, 12, 20, P3)},
                "entrants": {"p3": {"status": "entered", "paid": 135, "rebuys": 1, "pooled": 12, "bought": 20}},
                "busts": [P4],
                "proposal": None,
                "paid_in": {"p3": 15},
            },
        ),
        (
            said_of(events.PlayerSeated, person="p3", place=B2, bank=20, source=""),
            {"terms": PRICED, "entrants": {"p2": entrant(2, place=B1), "p3": entrant(3, bought=20)}},
            {
                "seats": {"A": {1: "p1"}, "B": {1: "p2", 2: "p3"}},
                "entrants": {"p3": {"place": B2, "bought": 0}},
                "proposal": None,
            },
        ),
        (
            said_of(events.Refunded, person="p1", amount=30, why=""),
            {"entrants": {"p1": entrant(1, pooled=70)}, "refunded": {"p1": 5}},
            {"entrants": {"p1": {"paid": 90, "pooled": 40}}, "refunded": {"p1": 35}},
        ),
        (
            said_of(events.Refunded, person="p1", amount=80, why=""),
            {"entrants": {"p1": entrant(1, pooled=70)}},
            {"entrants": {"p1": {"paid": 40, "pooled": 0}}, "refunded": {"p1": 80}},
        ),
        (said_of(events.WithheldAllotted, person="p1", amount=30, why=""), {"allotted": {"p1": 5}}, {"allotted": {"p1": 35}}),
        (
            said_of(events.SeatsDrawn, seats={"p1": A2}, bank=30, source=""),
            {"terms": LEVELS},
            {"seats": {"B": {1: "p2"}, "A": {2: "p1"}}, "entrants": {"p1": {"place": A2}}},
        ),
        (
            said_of(events.ChipsBought, person="p1", what="re-buy", cost=15, chips=20, place=A2),
            {"terms": LEVELS},
            {
                "bought": {"p1": Purchase("re-buy", 15, 0, 20)},
                "entrants": {"p1": {"paid": 135, "rebuys": 1}},
                "paid_in": {"p1": 15},
            },
        ),
        (said_of(events.PlayBegun), {"phase": "entries", "terms": LEVELS}, {"phase": "playing", "chip": 25_00}),
        (said_of(events.PlayBegun), {"phase": "entries", "chip": 5}, {"phase": "playing", "chip": 0}),
        (
            said_of(events.HandReported, table="A", hand=6),
            {"hand_for_hand": 1},
            {"hands": {"A": 6}, "done": ("Z", "A"), "deal": None},
        ),
        (said_of(events.HandReported, table="A", hand=6), {"deal": AGREED}, {"hands": {"A": 6}}),
        (
            said_of(events.EliminationUndone, person="p3", place=B2, chips={"p1": 10}, why=""),
            {"terms": LEVELS},
            {
                "busts": [P4],
                "undone": {"p3": Undone(P3, {"p1": 10})},
                "seats": {"A": {1: "p1"}, "B": {1: "p2", 2: "p3"}},
                "entrants": {"p3": {"status": "entered", "place": B2}},
                "proposal": None,
                "deal": None,
            },
        ),
        (said_of(events.MovesProposed, proposal=PROPOSAL), {"proposal": None}, {"proposal": PROPOSAL}),
        (
            said_of(events.HandForHandEnded, at=300),
            {"hand_for_hand": 2},
            {"hand_for_hand": 0, "done": (), "clock": {"since": 300}},
        ),
        (
            said_of(events.AbsenceEnded, person="p1"),
            {"entrants": {"p1": entrant(1, absent=True)}},
            {"entrants": {"p1": {"absent": False}}},
        ),
        (
            said_of(events.PlaceDisqualified, person="p3", why="", awarded={"p1": 1}),
            {"phase": "over", "awarded": {"p3": 1}},
            {"awarded": {"p1": 1}, "entrants": {"p3": {"status": "disqualified"}}},
        ),
        (said_of(events.RoundBegun, round=0, at=0), {"round_open": False}, {"round_open": True}),
        (said_of(events.DealProposed, deal=DEAL), {"deal": None}, {"deal": DEAL}),
        (said_of(events.DealAgreed, person="p2"), {"deal": None}, {}),
        (said_of(events.SubstituteNamed, person="p3", substitute="p9"), {"undone": {"p3": P3}}, {"undone": {}}),
    ],
    ids=lambda part: type(part).__name__ if isinstance(part, Event) else "",
)
def test_what_an_event_changes_in_another_state(event: Event, said: dict[str, Any], changes: dict[str, Any]) -> None:
    found = changed_by(event, **said)
    assert {name: found[name] for name in changes} == changes
    if not isinstance(event, events.RoundBegun | events.SubstituteNamed):
        assert found == changes


@pytest.mark.parametrize(
    ("why", "status"), [("no chips", "out"), ("rank", "out"), ("retired", "retired"), ("disqualified", "disqualified")]
)
def test_whoever_is_out_leaves_seat_bank_secrets_and_what_was_proposed(why: Any, status: str) -> None:
    bust = Bust("p1", "A", 1, hand=8, stack=50, order=6, batch=6, why=why)
    assert changed_by(said_of(events.PlayerEliminated, bust=bust), undone={"p1": Undone(P3, {})}) == {
        **OUT,
        "busts": [P3, P4, bust],
        "outs": 6,
        "seats": {"B": {1: "p2"}},
        "banks": {"p2": 70},
        "secrets": {"p2": 8},
        "undone": {},
        "entrants": {"p1": {"status": status, "place": None}},
    }
    earlier = replace(bust, order=3)
    assert "outs" not in changed_by(said_of(events.PlayerEliminated, bust=earlier))


@pytest.mark.parametrize("terms", [ROUNDS, LEVELS])
def test_an_elimination_put_back_stands_at_its_place_again(terms: Terms) -> None:
    undone = Undone(P3, {"p1": 10})
    banks = {"p1": 40, "p2": 70, "p3": 10}
    seats = {"A": {1: "p1"}, "B": {1: "p2", 2: "p3"}}
    people = {**state().entrants, "p3": entrant(3, place=B2)}
    said: dict[str, Any] = {"terms": terms, "undone": {"p3": undone}, "busts": [P4], "seats": seats}
    redone = said_of(events.EliminationRedone, person="p3", chips={"p1": 10})
    after = state(**said, banks={**banks}, entrants=people)
    after.take(redone)
    assert (after.busts, after.undone) == ([P3, P4], {})
    assert (after.proposal, after.deal) == (None, None)
    assert after.seats == {"A": {1: "p1"}, "B": {1: "p2"}}
    assert (after.entrants["p3"].status, after.entrants["p3"].place) == ("out", None)
    assert after.banks == ({"p1": 50, "p2": 70} if terms is ROUNDS else banks)


def test_a_tournament_that_is_cancelled_owes_nobody_anything() -> None:
    after = state(forfeited=[entrant(8)])
    after.take(said_of(events.TournamentCancelled, why=""))
    assert (after.phase, after.seats) == ("cancelled", {})
    for one in (*after.entrants.values(), *after.forfeited):
        assert (one.status, one.paid, one.fees, one.place) == ("withdrawn", 0, 0, None)


@pytest.mark.parametrize(
    ("viewer", "sees"),
    [
        (Viewer(role="supervisor"), True),
        (Viewer(role="inspector"), True),
        (Viewer(role="onlooker", person="p1"), True),
        (Viewer(role="onlooker", person="p2"), False),
        (Viewer(role="dealer"), False),
    ],
)
def test_who_sees_a_secret_wager_and_why_an_entry_was_refused(viewer: Viewer, sees: bool) -> None:
    wager = events.SecretWagerMade(person="p1", amount=12, clauses=())
    refused = events.EntryRefused(person="p1", why="barred", clauses=())
    assert wager.seen_by(viewer) == (wager if sees else replace(wager, amount=0))
    assert refused.seen_by(viewer) == (refused if sees else replace(refused, why=""))
