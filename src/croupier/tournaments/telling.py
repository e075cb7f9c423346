"""Events of a tournament in plain words, one sentence each. The event has the clauses, not the sentence."""

from typing import Any

from croupier.kernel.events import Event
from croupier.kernel.money import dollars
from croupier.kernel.telling import FORMS, Sentence, counted, sentence, sentences_of
from croupier.tournaments import events
from croupier.tournaments.items import chips
from croupier.tournaments.state import Place

_FORMS = {
    **FORMS,
    "chips": chips,
    "minutes": lambda seconds: counted("second", seconds) if seconds % 60 else counted("minute", seconds // 60),
    "place": lambda place: f"table {place.table}, seat {place.seat}",
    "rule": lambda rule: f" (practice {rule})" if rule else "",
    "list": lambda names: ", ".join(map(str, names)),
}


def tell(event: Event, rules: object = None) -> str:
    """The event in words.

    >>> tell(events.TimeExtended(seconds=120, clauses=("12.4.3(a)(i)",)))
    'The level is extended by 2 minutes.'
    """
    said = sentence(SENTENCES, event, None, _FORMS)
    for name in _names(event):  # names stay as they are
        if said.startswith(name[:1].upper() + name[1:]):
            return name + said[len(name) :]
    return said


def _names(event: Event) -> list[str]:
    """Whose name a sentence may begin with."""
    bust, move = getattr(event, "bust", None), getattr(event, "move", None)
    found = (getattr(event, "substitute", ""), getattr(event, "person", ""))
    return [name for name in (*found, getattr(bust, "person", ""), getattr(move, "person", "")) if name]


def _place(place: Place) -> str:
    return f"table {place.table}, seat {place.seat}"


def _entry(event: events.EntryTaken, _: Any = None) -> str:
    again = " again" if event.again else ""
    staff = f", {event.staff}" if event.staff else ""
    paid = f"fee {dollars(event.fee)}, buy-in {dollars(event.buy_in)}"
    return f"{event.person}{staff} enters{again}: receipt {event.number}, {paid}."


def _withdrawn(event: events.EntryWithdrawn, _: Any = None) -> str:
    return (
        f"{event.person} withdraws and is refunded {dollars(event.back)}."
        if event.back
        else f"{event.person} withdraws without a refund."
    )


def _seats(event: events.SeatsDrawn, _: Any = None) -> str:
    tables = len({place.table for place in event.seats.values()})
    banks = "the chips they bring" if event.carried else chips(event.bank)
    return f"seats are drawn: {counted('player', len(event.seats))} at {counted('table', tables)}, each with {banks}."


def _eliminated(event: events.PlayerEliminated, _: Any = None) -> str:
    bust = event.bust
    how = {"no chips": "is out", "retired": "retires", "disqualified": "is disqualified", "rank": "does not advance"}[
        bust.why
    ]
    where = f" at table {bust.table}" if bust.table else ""
    before = "" if bust.why == "rank" else " before the hand"
    return f"{bust.person} {how}{where}, with {chips(bust.stack)}{before}."


def _moves(proposal: Any) -> str:
    return "; ".join(f"{move.person} to {_place(move.to)}" for move in proposal.moves)


def _coloured(event: events.ColouredUp, _: Any = None) -> str:
    said = f"table {event.table} is coloured up to {chips(event.chip)}"
    said += f"; one chip each to {', '.join(event.won)}" if event.won else ""
    said += f"; {', '.join(event.rescued)} stay in with one chip" if event.rescued else ""
    return said + (f" (practice {event.practice})" if event.practice else "") + "."


def _penalty(event: events.PenaltyGiven, _: Any = None) -> str:
    hands = f", {counted('hand', event.hands)}" if event.hands else ""
    rule = f" (practice {event.practice})" if event.practice else ""
    return f"{event.person} has a penalty: {event.penalty}{hands}{rule}{': ' + event.why if event.why else ''}."


def _finished(event: events.TournamentFinished, _: Any = None) -> str:
    won = ", ".join(f"{person} {dollars(sum_)}" for person, sum_ in event.awarded.items())
    passed = f"; passed over: {', '.join(event.passed_over)}" if event.passed_over else ""
    stay = [[person for person in rank if person not in event.passed_over] for rank in event.ranking]
    first = next((rank for rank in stay if rank), [])
    how = "share first place" if len(first) > 1 else "wins"
    held = f" {dollars(event.returned)} that nobody may win is withheld." if event.returned else ""
    return f"the tournament is over. {' and '.join(first) or 'nobody'} {how}. Prizes: {won or 'none'}{passed}.{held}"


SENTENCES: dict[type[Event], Sentence] = sentences_of("croupier.tournaments", events) | {
    events.PlayersInstructed: lambda e, _: (
        "the game is taught"
        + (" by a demonstration" if e.demonstration else "")
        + (f", with {counted('practice hand', e.practice_hands)} that do not count" if e.practice_hands else "")
        + "."
    ),
    events.EntryTaken: _entry,
    events.EntryWithdrawn: _withdrawn,
    events.PrizesFixed: lambda e, _: (
        f"{counted('entry', e.entries, 'entries')}: {counted('prize', len(e.prizes))}, {dollars(sum(e.prizes))} in total"
        + (f", including {dollars(e.overlay)} that the house adds to meet its guarantee" if e.overlay else "")
        + "."
    ),
    events.SeatsDrawn: _seats,
    events.ChipsBought: lambda e, _: (
        f"{e.person} pays {dollars(e.cost)} for {'an' if e.what == 'add-on' else 'a'} {e.what} of {chips(e.chips)}"
        + ("." if e.place is not None else ", and waits for a seat.")
    ),
    events.LevelBegun: lambda e, _: (
        f"level {e.number} begins: {counted('minute', e.seconds // 60)}."
        if e.number
        else f"a break of {counted('minute', e.seconds // 60)} begins."
    ),
    events.HandReported: lambda e, _: (
        f"hand {e.hand} at table {e.table} is over" + (f"; {', '.join(e.served)} sat it out" if e.served else "") + "."
    ),
    events.PlayerEliminated: _eliminated,
    events.MovesProposed: lambda e, _: (
        f"proposed ({e.proposal.why}{', practice ' + e.practice if e.practice else ''}): {_moves(e.proposal)}."
    ),
    events.PlayerMoved: lambda e, _: (
        f"{e.move.person} is moved by the director from {_place(e.move.origin)} to {_place(e.move.to)}: {e.why}."
    ),
    events.PlayersMoved: lambda e, _: f"moved ({e.why}): {_moves(e)}.",
    events.ColouredUp: _coloured,
    events.PenaltyGiven: _penalty,
    events.PlaceDisqualified: lambda e, _: (
        f"{e.person} is disqualified and keeps the finishing place without a prize: {e.why}."
        + (f" Prizes: {', '.join(f'{p} {dollars(s)}' for p, s in e.awarded.items())}." if e.awarded else "")
    ),
    events.PlayerGone: lambda e, _: (
        f"{e.person} has left ({e.why}); "
        + ("the chips leave play when this hand is over." if e.after_hand else "the chips stay at the seat.")
    ),
    events.RoundBegun: lambda e, _: f"{'a secondary round' if e.secondary else f'round {e.round}'} begins.",
    events.SecretWagerMade: lambda e, _: (
        f"{e.person} makes a secret wager{' of ' + chips(e.amount) if e.amount else ''}."
    ),
    events.SecretWagersRevealed: lambda e, _: (
        f"secret wagers at table {e.table}: {', '.join(f'{p} {chips(a)}' for p, a in e.wagers.items())}."
    ),
    events.RoundClosed: lambda e, _: (
        f"round {e.round} is over; "
        + (f"advancing: {', '.join(e.on)}" if e.on else "nobody advances")
        + (f"; chips cashed: {', '.join(f'{p} {dollars(a)}' for p, a in e.cashed.items())}." if e.cashed else ".")
    ),
    events.DealProposed: lambda e, _: (
        f"deal proposed ({e.deal.how}): {', '.join(f'{p} {dollars(a)}' for p, a in e.deal.sums.items())}."
    ),
    events.TournamentFinished: _finished,
    events.WithheldAllotted: lambda e, _: (
        f"{dollars(e.amount)} that was withheld goes to {e.person or 'the house'}: {e.why}."
    ),
}
"""A sentence for every event; a test fails for an event that has none."""
