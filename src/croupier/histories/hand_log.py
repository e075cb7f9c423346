"""The history of a poker table cut into hands, as a viewer may see them: the source of hand histories."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from croupier.kernel.actors import Viewer
from croupier.kernel.cards import Faces, renamed
from croupier.kernel.events import Event
from croupier.kernel.incidents import CardCorrected
from croupier.poker import events as happened
from croupier.poker.pots import pushed
from croupier.poker.rules import Options
from croupier.poker.state import Seat, State
from croupier.tables.poker_table import PokerTable

_JOINS = (happened.SeatTaken, happened.SeatChanged, happened.ChipsAdded)
"""Events that give a person other chips, or another seat, after a hand has begun and before its cards are dealt."""


class HandLog(msgspec.Struct):
    """One hand that was dealt. `stacks` are the chips before blinds and antes, `finishing` those at the end.

    A card that a dealer recorded wrong is shown as corrected from the start, and a hand as it was last read.
    `ring` are the seats dealt in, clockwise from the left of the button; `buttons` the markers in front of players in the hand
    or out of it, such as `missed blind`. `own` is the seat of the person it is written for, if they sat there.
    """

    number: int
    options: Options
    positions: tuple[int, ...]
    stacks: dict[int, int]
    buttons: dict[int, str]
    own: int = 0
    ring: tuple[int, ...] = ()
    events: list[Event] = []
    finishing: dict[int, int] = {}
    ended: bool = False

    @property
    def winnings(self) -> dict[int, int]:
        """What each seat was pushed from the pots."""
        return pushed(self.events)

    @property
    def commission(self) -> int:
        return sum(event.amount for event in self.events if isinstance(event, happened.CommissionDropped))


def hands_of(table: PokerTable, viewer: Viewer) -> Iterator[HandLog]:
    """Every hand dealt at a table, the one in play last, as the viewer may see it."""
    state = State()
    person = viewer.person or table.state.person_at(viewer.seat)
    log: HandLog | None = None
    for event in table.view(viewer):
        if isinstance(event, happened.HandBegun):
            if log is not None and log.ring:
                yield log
            log = _begun(state, event, person)
        before = {seat: state.stack(seat) for seat in state.seats} if isinstance(event, _JOINS) else {}
        state.take(event)
        if log is None or log.ended:
            continue
        if isinstance(event, _JOINS) and not log.ring:  # before the cards, so they are dealt in
            for seat in state.seats:
                log.stacks[seat] = log.stacks.get(seat, 0) + state.stack(seat) - before.get(seat, 0)
            log.own = state.seat_of(person)
        if isinstance(event, CardCorrected):
            other = {event.was: event.now, event.now: event.was}
            log.events = [_with_faces(past, other) for past in log.events]
        elif isinstance(event, happened.HandShown):
            log.events = [past for past in log.events if not (isinstance(past, happened.HandShown) and past.seat == event.seat)]
        log.events.append(event)
        if isinstance(event, happened.HandsDealt):
            log.ring = tuple(event.hands)
        log.finishing = {seat: state.stack(seat) for seat in log.ring}
        log.ended = isinstance(event, happened.HandEnded)
    if log is not None and log.ring:
        yield log


def _with_faces(event: Event, other: Faces) -> Event:
    """An event whose cards appear in histories, with misread cards replaced by the real ones."""
    match event:
        case happened.BoardDealt() | happened.HandShown():
            return replace(event, cards=renamed(event.cards, other))
        case happened.HandsDealt():
            return replace(event, hands={seat: renamed(cards, other) for seat, cards in event.hands.items()})
        case happened.CardDiscarded():
            return replace(event, card=other.get(event.card, event.card))
    return event


def _begun(state: State, event: happened.HandBegun, person: str) -> HandLog:
    buttons = {number: button for number, seat in state.seats.items() if (button := _button(seat))}
    return HandLog(
        number=event.hand,
        options=state.options,
        positions=event.positions,
        stacks={seat: state.stack(seat) for seat in state.seats},
        buttons=buttons,
        own=state.seat_of(person),
    )


def _button(seat: Seat) -> str:
    if seat.dealt_out:
        return "dealt out"
    if seat.away:
        return "absent" if seat.missed else "walking"
    return "missed blind" if seat.missed else ""
