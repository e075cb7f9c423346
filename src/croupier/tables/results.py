"""What a round brings each person: a row for every decided wager, and for everything else that moved their money.

Everything that says what a person has won or lost uses this. A person's money is their chips, what is on the layout for them
and what they have away from the table: placing a wager, buying chips or leaving changes nothing, losing a wager does.
Promotional tokens are not money. So a person's rows always add up to what the ledger says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from croupier.kernel.accounts import FLOAT, TOKENS, Account, currency_of, in_tokens, kind_of, owner_of
from croupier.kernel.events import Event
from croupier.kernel.incidents import WinningsWithheld
from croupier.poker import events as poker
from croupier.stud import events as stud

ENDS = (stud.RoundEnded, stud.RoundVoided, poker.HandEnded)
_BEGINS = (poker.HandBegun, stud.AntePlaced)
_OFF = (*ENDS, poker.HandCalledOff)
_SITS, _LEAVES = (stud.SeatTaken, poker.SeatTaken), (stud.SeatLeft, poker.SeatLeft, poker.PickedUp)
_BY_PERSON, _BY_SEAT, _BY_BOX = ("purse", "kept"), ("stack", "held", "side"), ("ante", "bet", "exchange", "jackpot", "wager")
_PLAYERS = (*_BY_PERSON, *_BY_SEAT, *_BY_BOX)

_SETTLES = (stud.WagerSettled, stud.AnteReinstated, stud.JackpotLost, stud.JackpotHandKept, stud.JackpotPaid)
_OF_ONE_BOX = (
    stud.HandVoided,
    stud.WagersForfeited,
    stud.WagersRetracted,
    stud.CardsReturned,
    stud.AnteReinstated,
    stud.ChoiceCorrected,
)
_SHOWN = (stud.WagerSettled, stud.HandVoided, stud.WagersForfeited, stud.JackpotReturned, stud.JackpotNotPaid)
"""What has a row even if it moves no money."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One decided wager, or something else that moved a person's money: `event` says what it was.

    `net` is what it brought them in chips; `stake` and `back` are what was there and what came back, tokens included. `place` is
    where in the record it was, if given.
    """

    person: str
    box: int
    event: Event
    net: int
    stake: int = 0
    back: int = 0
    early: bool = False
    place: Any = None

    @property
    def wagers(self) -> dict[str, int]:
        """What was on each wager when it was decided; an excess that goes back does not count."""
        event = self.event
        if isinstance(event, stud.WagerSettled):
            return {event.wager: event.stake}
        if isinstance(event, stud.JackpotPaid):
            return {"jackpot": self.stake}
        if isinstance(event, stud.AnteFound | stud.BetFound):  # of a hand that was given up
            name = "ante" if isinstance(event, stud.AnteFound) else "bet"
            return {name: event.postings.get(FLOAT, 0) + event.postings.get(in_tokens(FLOAT), 0)}
        back = sum(amount for name, amount in event.postings.items() if kind_of(name) == "stack")
        found: dict[str, int] = {}
        for name, amount in sorted(event.postings.items(), key=lambda moved: kind_of(moved[0]) != "bet"):
            if kind_of(name) in _BY_BOX and amount < 0:
                lost, back = max(-amount - back, 0), max(back + amount, 0)
                wager = name.partition(":")[0].partition("@")[0].removeprefix("wager.")
                found[wager] = found.get(wager, 0) + lost
        return {wager: lost for wager, lost in found.items() if lost}


class Results:
    """The rows of the current or last round, as its events come in; what moves between two rounds is separate.

    `people` says who sat where before the first event, `boxes` whose wager is on a box.
    """

    def __init__(self, people: Mapping[int, str] | None = None) -> None:
        self.people, self.boxes = dict(people or {}), dict[int, int]()
        self.on, self.rows, self.between, self.players = False, list[Row](), list[Row](), set[str]()
        self.number, self._at_once = 0, set[int]()
        self.place: Any = None

    @classmethod
    def of(cls, events: Sequence[Event], after: Mapping[int, str]) -> Results:
        """Add these events; `after` says who sits where after them."""
        results = cls(people_before(events, after))
        for event in events:
            results.take(event)
        return results

    def net(self, person: str) -> int:
        return sum(row.net for row in self.rows if row.person == person)

    def of_box(self, box: int) -> int | None:
        """The result of a box so far, or None if there is none."""
        nets = [row.net for row in self.rows if row.box == box]
        return sum(nets) if nets else None

    def take(self, event: Event) -> None:
        if not self.on and isinstance(event, _BEGINS):
            self.on, self.rows, self.players, self._at_once = True, [], set(), set()
        self.number = event.hand if isinstance(event, poker.HandBegun) else self.number
        if isinstance(event, _SITS):
            self.people[event.seat] = event.person
        elif isinstance(event, stud.AntePlaced):
            self.boxes[event.box] = event.seat
            self.players.add(self.people.get(event.seat, ""))
        elif isinstance(event, poker.SeatChanged):
            self.people[event.to] = self.people.get(event.seat, "")
        elif isinstance(event, poker.HandsDealt):
            self.players |= {self.people.get(seat, "") for seat in event.hands}
        elif isinstance(event, stud.InstantWinTaken):
            self._at_once.add(event.box)
        elif isinstance(event, stud.InstantWinUndone):
            self._at_once.discard(event.box)
        self._enter(event)
        if isinstance(event, (poker.SeatChanged, *_LEAVES)):
            self.people.pop(event.player if isinstance(event, poker.PickedUp) else event.seat, None)
        if isinstance(event, _OFF):
            self.on, self.number = False, getattr(event, "round", self.number)
            if isinstance(event, poker.HandCalledOff):
                self.between, self.rows = [*self.between, *self.rows], []

    def _enter(self, event: Event) -> None:
        """Record what an event brings each person, replacing the rows that it undoes."""
        gains, shown, undoes = self._gains(event), isinstance(event, _SHOWN), _undoes(event)
        if not (gains or shown or undoes):
            return
        box = getattr(event, "box", 0)
        owner = self.people.get(self.boxes.get(box, box), "")
        if box and shown and (event.postings or not isinstance(event, stud.JackpotReturned)):
            gains.setdefault(owner, 0)
        rows = self.rows if self.on else self.between
        if undoes is not None:
            gone = [row for row in rows if undoes(row)]
            rows[:] = [row for row in rows if not undoes(row)]
            for row in gone:
                gains[row.person] = gains.get(row.person, 0) + row.net
        for person, net in gains.items():
            if person and (net or (shown and person == owner)):
                at = box or next((seat for seat, sits in self.people.items() if sits == person), 0)
                rows.append(self._row(event, person, at, net))
                self.players.add(person)

    def _row(self, event: Event, person: str, box: int, net: int) -> Row:
        stake, back = max(-net, 0), max(net, 0)
        early = isinstance(event, stud.WagerSettled) and box in self._at_once
        match event:
            case stud.WagerSettled():
                stake, back = event.stake, event.pays + event.returned
            case stud.HandFolded() | stud.HandConceded():
                stake, back = event.collected, 0
            case stud.JackpotPaid():
                stake, back = event.amount - net, event.amount
            case stud.HandVoided():
                back = sum(max(amount, 0) for name, amount in event.postings.items() if kind_of(name) in ("stack", *_BY_PERSON))
                stake = back - net
            case stud.JackpotReturned():
                stake = back = max(event.postings.values())
        return Row(person=person, box=box, event=event, net=net, stake=stake, back=back, early=early, place=self.place)

    def _gains(self, event: Event) -> dict[str, int]:
        """What an event brings each person. If only players' own money moves, it only changes place."""
        gains: dict[str, int] = {}
        only_places = True
        for name, amount in event.postings.items():
            if not (place := _place(name)):
                continue
            kind, owner = place
            if kind in _BY_PERSON:
                person = owner
            elif kind in _PLAYERS:
                number = int(owner)
                person = self.people.get(self.boxes.get(number, 0) if kind in _BY_BOX else number, "")
            else:
                only_places = False
                continue
            gains[person] = gains.get(person, 0) + amount
        return {} if only_places else {person: amount for person, amount in gains.items() if amount}


@lru_cache(maxsize=4096)
def _place(name: Account) -> tuple[str, str] | None:
    """The kind and owner of an account; tokens are not money."""
    return None if currency_of(name) == TOKENS else (kind_of(name), owner_of(name))


def _undoes(event: Event) -> Callable[[Row], bool] | None:
    """The rows that an event replaces, if it undoes or completes something."""
    if isinstance(event, stud.WagerSettled):  # the most frequent by far
        return None
    match event:
        case stud.RoundVoided():
            return lambda row: True
        case stud.SettlementUndone():
            return lambda row: isinstance(row.event, _SETTLES) and not row.early
        case stud.InstantWinUndone():
            return lambda row: row.box == event.box and row.early
        case stud.JackpotPaid() | stud.JackpotNotPaid():
            return lambda row: row.box == event.box and isinstance(row.event, stud.JackpotHandKept)
    if isinstance(event, _OF_ONE_BOX):
        return lambda row: row.box == event.box and not isinstance(row.event, WinningsWithheld)
    return None


def people_before(later: Iterable[Event], people: Mapping[int, str]) -> dict[int, str]:
    """Who sat where before these events, from who sits where after them."""
    then = dict(people)
    for event in reversed(list(later)):
        if isinstance(event, _SITS):
            then.pop(event.seat, None)
        elif isinstance(event, _LEAVES):
            then[event.player if isinstance(event, poker.PickedUp) else event.seat] = event.person
        elif isinstance(event, poker.SeatChanged) and (moved := then.pop(event.to, "")):
            then[event.seat] = moved
    return then
