"""Forgeries: what was changed is found by the hashes, and where a forger made those again, by deciding every command again.

Some things no rule decides: who a dealer is, what a note says, when something happened that no rule asks the time of, which
cards a shuffle brought. A person who rewrites those from end to end is found only by the head, which someone else has kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, strategies as st

from croupier.kernel.auditing import Audit
from croupier.kernel.cards import DECK, parse_cards
from croupier.kernel.entries import seal_broken
from croupier.kernel.errors import HistoryError
from croupier.stud import commands
from croupier.tables.any_game import audit
from croupier.tables.house_table import HouseTable, house_table
from croupier.tables.stacking import shuffle_into, stacked_deck
from properties.play import PLAYABLE
from record.evenings import evening
from record.forging import Json, entries_of, numbered, sealed

every_game = pytest.mark.parametrize("game", PLAYABLE)
Path = tuple[str | int, ...]


@cache
def lines_of(game: str) -> tuple[str, ...]:
    return tuple(evening(game).dump().splitlines())


@cache
def flush() -> tuple[str, ...]:
    """A record in which a flush beats a dealer who qualifies, and a hand is folded."""
    table = house_table("crown-caribbean-stud", seats=2)
    for seat in (1, 2):
        table.do(commands.PlaceAnte(seat=seat, amount=10_00))
    hands = {1: parse_cards("Qs Ts 9s 7s 3s"), 0: parse_cards("Ac Kc Jh 9d 7d")}
    assert shuffle_into(table, stacked_deck(table, hands)) is None
    table.deal()
    steps = (commands.PlaceBet(seat=1, amount=20_00), commands.Fold(seat=2), commands.Reveal(), commands.Settle())
    for command in steps:
        table.do(command)
    assert table.state.stack(1) == 1000_00 + 10_00 + 5 * 20_00
    return tuple(table.dump().splitlines())


# Values, by where they stand


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every single value in some JSON, and where it stands."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from leaves(part, (*path, name))
    elif isinstance(value, list):
        for place, part in enumerate(value):
            yield from leaves(part, (*path, place))
    else:
        yield path, value


def put(entry: Json, path: Path, value: Any) -> None:
    inside: Any = entry
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] = value


def others(value: Any, chance: Random) -> Any:
    """Another value of the same kind, as near as a forger would choose it."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + chance.choice((1, -1, 100, -100, 10_00))
    if value in {str(card) for card in DECK}:
        return chance.choice([str(card) for card in DECK if str(card) != value])
    return chance.choice((f"{value}x", value[:-1], "p1", "p2", "dealer", "", "250 to 1"))


# Without the hashes made again


@every_game
def test_any_value_that_is_changed_breaks_the_seal(game: str) -> None:
    chance, lines = Random(1), lines_of(game)
    for number, line in enumerate(lines):
        assert sealed_alone(entries_of([line])[0]) == line
        found = list(leaves(entries_of([line])[0]))
        for path, value in found:
            entry = entries_of([line])[0]
            put(entry, path, others(value, chance))
            if (changed := sealed_alone(entry)) != line:
                assert seal_broken(changed.encode()), (number, path)
        path, value = chance.choice(found)
        entry = entries_of([line])[0]
        put(entry, path, f"{value}x" if isinstance(value, str) else value + 1)
        with pytest.raises(HistoryError, match=f"^line {number + 1}: |^there is no "):
            HouseTable.load([*lines[:number], sealed_alone(entry), *lines[number + 1 :]])


def sealed_alone(entry: Json) -> str:
    """The line of an entry with the hash that stands in it, right or wrong."""
    return sealed([entry], anew=False)[0]


# With every hash made again

Forger = Callable[[list[Json]], list[Json] | None]


def with_event(tag: str, change: Callable[[Json], Any], *, having: Json | None = None) -> Forger:
    """Change the first event of that kind which has these values."""

    def forge(entries: list[Json]) -> None:
        wanted = {"event": tag, **(having or {})}
        change(next(event for entry in entries for event in entry["events"] if wanted.items() <= event.items()))

    return forge


def with_entry(tag: str, change: Callable[[Json], Any]) -> Forger:
    """Change the entry in which something of that kind became so."""

    def forge(entries: list[Json]) -> None:
        change(entries[entry_of(entries, tag)])

    return forge


def entry_of(entries: list[Json], tag: str) -> int:
    """The place of the first entry with such an event."""
    return next(n for n, entry in enumerate(entries) if any(event["event"] == tag for event in entry["events"]))


def at(tag: str, change: Callable[[list[Json], int], list[Json]]) -> Forger:
    """Change the order of entries at the first one with such an event."""
    return lambda entries: numbered(change(entries, entry_of(entries, tag)))


def paid_too_much(event: Json) -> None:
    """A flush at 250 to 1, with all its sums right."""
    pays = 250 * event["stake"]
    more = pays - event["pays"]
    event |= {"odds": "250 to 1", "pays": pays}
    event["postings"]["stack:1"] += more
    event["postings"]["float"] -= more


def bet_less(entry: Json) -> None:
    """Half the bet, on the command as well as on the layout."""
    entry["command"]["amount"] //= 2
    event = entry["events"][0]
    event["amount"] //= 2
    event["postings"] = {name: amount // 2 for name, amount in event["postings"].items()}


def somebody_else(entry: Json) -> None:
    """Another person at the seat, in every place of the entry that says so."""
    event = entry["events"][0]
    entry["person"] = event["person"] = "p7"
    event["postings"] = {name.replace("purse:p1", "purse:p7"): amount for name, amount in event["postings"].items()}


def swap(place: int) -> Callable[[Json], None]:
    def change(entry: Json) -> None:
        events = entry["events"]
        events[place], events[place + 1] = events[place + 1], events[place]

    return change


ANOTHER = {"event": "player-told", "clauses": ["5.4"], "seat": 1, "person": "p1", "about": "minimum", "advice": "x"}
WON = {"wager": "bet", "result": "win"}
FORGERIES: dict[str, tuple[Forger, str]] = {
    "odds of a settlement": (with_event("wager-settled", lambda e: e.update(odds="6 to 1"), having=WON), "Settle"),
    "a flush paid at 250 to 1": (with_event("wager-settled", paid_too_much, having=WON), "Settle"),
    "who won": (with_event("wager-settled", lambda e: e.update(result="lose"), having=WON), "Settle"),
    "the amount of a bet": (with_event("bet-placed", lambda e: e.update(amount=1_00)), "PlaceBet"),
    "the amount of a bet everywhere": (with_entry("bet-placed", bet_less), "PlaceBet"),
    "qualifies turned": (with_event("dealer-revealed", lambda e: e.update(qualifies=False)), "Reveal"),
    "the name of a hand": (with_event("dealer-revealed", lambda e: e.update(hand="a pair of aces")), "Reveal"),
    "a card that is not in the deck": (with_event("cards-dealt", lambda e: e["hands"]["1"].__setitem__(0, "2c")), "Deal"),
    "a card that is no card": (with_event("cards-dealt", lambda e: e["hands"]["1"].__setitem__(0, "??")), "Deal"),
    "a deck of another order": (with_event("cards-shuffled", lambda e: e["deck"].reverse()), "Shuffle"),
    "a deck with a card twice": (
        with_entry("cards-shuffled", lambda e: [d.__setitem__(0, "As") for d in decks_of(e)]),
        "Shuffle",
    ),
    "where a deck comes from": (with_event("cards-shuffled", lambda e: e.update(source="house")), "Shuffle"),
    "a seat given to somebody else": (with_event("seat-taken", lambda e: e.update(person="p7")), "TakeSeat"),
    "a seat given to somebody else in the whole entry": (with_entry("seat-taken", somebody_else), "PlaceAnte"),
    "a clause changed": (with_event("bet-placed", lambda e: e.update(clauses=["5.5"])), "PlaceBet"),
    "a clause of nothing": (with_event("round-ended", lambda e: e.update(clauses=["99.9"])), "Settle"),
    "an event dropped": (with_entry("hand-folded", lambda e: e.update(events=[dict(ANOTHER)])), "Fold"),
    "the last event dropped": (with_entry("round-ended", lambda e: e["events"].pop()), "Settle"),
    "the first event dropped": (with_entry("round-ended", lambda e: e["events"].pop(0)), "Settle"),
    "an event added": (with_entry("bet-placed", lambda e: e["events"].append(dict(ANOTHER))), "PlaceBet"),
    "an event doubled": (with_entry("round-ended", lambda e: e["events"].insert(0, e["events"][0])), "Settle"),
    "two events swapped": (with_entry("round-ended", swap(1)), "Settle"),
    "a card turned up too soon": (with_entry("seat-taken", lambda e: e["events"].append(turned_up())), "TakeSeat"),
    "a command replaced": (with_entry("hand-folded", lambda e: e.update(command={"do": "settle"})), "Settle"),
    "a command of another kind": (
        with_entry("hand-folded", lambda e: e.update(command={"do": "leave-seat", "seat": 2})),
        "LeaveSeat",
    ),
    "a command taken away": (with_entry("hand-folded", lambda e: e.update(command=None)), "the record"),
    "somebody without the rank": (with_entry("dealer-revealed", lambda e: e.update(capacity=2)), "Reveal"),
    "somebody whom the book does not know": (with_entry("dealer-revealed", lambda e: e.update(capacity="the cleaner")), "Reveal"),
    "somebody who does not sit there": (with_entry("bet-placed", lambda e: e.update(person="p2")), "PlaceBet"),
    "an entry dropped": (at("hand-folded", lambda e, n: [*e[:n], *e[n + 1 :]]), "Reveal"),
    "an entry doubled": (at("hand-folded", lambda e, n: [*e[: n + 1], *e[n:]]), "Fold"),
    "two entries swapped": (at("hand-folded", lambda e, n: [*e[:n], e[n + 1], e[n], *e[n + 2 :]]), "Reveal"),
    "an entry of another time": (with_entry("hand-folded", lambda e: e.update(at=e["at"] + 9)), "the record"),
    "another digest": (lambda entries: entries[0]["pins"].update(digest="0" * 16), ""),
    "another game of the book": (lambda entries: entries[0]["pins"].update(game="crown-wild-aruba"), "OpenTable"),
    "another edition": (lambda entries: entries[0]["pins"].update(edition="Version 99"), ""),
    "another book": (lambda entries: entries[0]["pins"].update(book="star-caribbean-stud"), ""),
    "a schema that nobody knows": (lambda entries: entries[3].update(schema=99), "the record"),
    "a schema from before": (lambda entries: entries[3].update(schema=0), "the record"),
}


def decks_of(entry: Json) -> tuple[list[str], list[str]]:
    return entry["command"]["deck"], entry["events"][0]["deck"]


def turned_up() -> Json:
    return next(e for entry in entries_of(flush()) for e in entry["events"] if e["event"] == "card-turned-up")


def forge(lines: tuple[str, ...], forger: Forger) -> list[str]:
    entries = entries_of(lines)
    return sealed(forger(entries) or entries)


@pytest.mark.parametrize("forgery", FORGERIES)
def test_an_audit_finds_a_forgery_whose_hashes_are_right(forgery: str) -> None:
    forger, command = FORGERIES[forgery]
    assert audit(flush()).deviation is None
    forged = forge(flush(), forger)
    found = audit(forged).deviation
    assert found is not None
    assert found.command == command
    assert all(seal_broken(line.encode()) == "" for line in forged)


def test_a_payment_of_250_to_1_folds_as_well_as_the_right_one_and_is_named_with_both_versions() -> None:
    forged = forge(flush(), with_event("wager-settled", paid_too_much, having=WON))
    assert HouseTable.load(forged).state.stack(1) == 1000_00 + 10_00 + 250 * 20_00
    found = audit(forged).deviation
    assert found is not None
    assert found.number == len(forged)
    assert found.clauses
    assert '"odds":"250 to 1"' in found.recorded
    assert '"odds":"5 to 1"' in found.decided


# One value at a time, anywhere


class Kind(NamedTuple):
    """Something in an entry that no rule decides, so that it can be rewritten and an audit does not see it."""

    says: str
    matches: Callable[[Path, Json], bool]


NOT_DECIDED = (
    Kind("who of the house spoke, by name", lambda path, e: path == ("person",) and not isinstance(e["capacity"], int)),
    Kind("in which rank, where several will do", lambda path, e: path == ("capacity",) and e["capacity"] != 1),
    Kind("when, within what the entries around allow", lambda path, e: path == ("at",)),
    Kind("what the sender called the command", lambda path, e: path == ("id",)),
    Kind("the version of the code", lambda path, e: path == ("pins", "code")),
    Kind("what a note says", lambda path, e: path == ("command", "note")),
    Kind("facts of a report that do not matter", lambda path, e: e["command"]["do"] == "report" and "events" not in path),
)
"""Beside these, a consistent rewrite: the same other name, card or time in every place where it stands."""


@every_game
@given(chance=st.randoms(use_true_random=False))
def test_a_forged_value_is_found_or_nothing_follows_from_it(game: str, chance: Random) -> None:
    lines = lines_of(game)
    entries = entries_of(lines)
    for _ in range(8):
        number = chance.randrange(len(entries))
        whole = [*leaves(entries[number])]
        # decks are long: without this, most forgeries would be of a card in one
        path, value = chance.choice([leaf for leaf in whole if "deck" not in leaf[0]] if chance.random() < 0.9 else whole)
        if path[0] in ("hash", "previous"):
            continue
        forged = entries_of(lines)
        put(forged[number], path, others(value, chance))
        again = sealed(forged)
        if again == list(lines):
            continue
        found = checked(again)
        if found is not None and found.deviation is None:
            assert any(kind.matches(path, entries[number]) for kind in NOT_DECIDED), (path, value, again[number])
            assert HouseTable.load(again).events == HouseTable.load(lines).events
            assert audit(again, head=entries[-1]["hash"]).deviation is not None


def checked(lines: list[str]) -> Audit | None:
    """What an audit says; nothing where nothing can be made of the first line."""
    try:
        return audit(lines)
    except HistoryError:
        return None


# Against a known head


def test_a_cut_off_end_is_found_by_the_head_alone() -> None:
    lines = lines_of("crown-caribbean-stud")
    head = entries_of(lines)[-1]["hash"]
    assert audit(lines, head=head).deviation is None
    assert audit(lines, head=head[:8]).deviation is None
    for cut in (1, 5, len(lines) - 1):
        short = lines[:-cut]
        assert audit(short).deviation is None
        found = audit(short, head=head).deviation
        assert found is not None
        assert head in found.says


def test_a_rewrite_from_end_to_end_is_found_by_the_head_alone() -> None:
    """Another person everywhere: by the rules, all is well. A dealer's order passed off as the house's is not."""
    text, head = "\n".join(flush()), entries_of(flush())[-1]["hash"]
    other_person = text.replace('"p1"', '"p7"').replace("purse:p1", "purse:p7")
    forged = sealed(entries_of(other_person.splitlines()))
    assert forged != list(flush())
    assert audit(forged).deviation is None
    assert audit(forged, head=head).deviation is not None
    assert audit(sealed(entries_of(text.replace('"stacked"', '"house"').splitlines()))).deviation is not None


def test_another_deck_everywhere_is_found_by_the_head_alone() -> None:
    table, other = (house_table("crown-caribbean-stud", seed=seed) for seed in (1, 2))
    for each in (table, other):
        each.do(commands.PlaceAnte(seat=1, amount=10_00))
        each.deal()
    forged = other.dump().splitlines()
    assert len(forged) == table.number
    assert audit(forged).deviation is None
    assert audit(forged, head=table.head).deviation is not None


# Read, and not audited


def test_a_forged_record_that_folds_raises_nothing_but_its_own_error() -> None:
    """`load` does not check that it was by the rules: what is asked of it then says so, and raises nothing else."""
    lines = lines_of("crown-caribbean-stud")
    number = entry_of(entries_of(lines), "ruling-asked")
    entries = entries_of(lines)[: number + 1]
    asked = next(event for event in entries[number]["events"] if event["event"] == "ruling-asked")
    asked["report"]["what"] = "earthquake"
    table = HouseTable.load(sealed(entries))
    assert audit(table.dump()).deviation is not None
    rank = table.rules.ranks[-1]
    for ask in (
        lambda: table.legal(by=rank),
        lambda: table.do(commands.Rule(option=asked["options"][0]["name"]), by=rank),
        lambda: table.foresee(commands.Rule(option=asked["options"][0]["name"]), by=rank),
    ):
        with pytest.raises(HistoryError, match="not by the rules"):
            ask()
    assert str(table)
