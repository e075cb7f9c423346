"""Poker tables in a given state, made for a test without playing up to it; and what a decision says."""

from __future__ import annotations

from typing import Any

from croupier.kernel.accounts import stack_of
from croupier.kernel.cards import DECK, HIDDEN
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.poker.rules import Options
from croupier.poker.state import POT, Seat, State

LIVE = (HIDDEN,) * 52


def answer(decision: Any) -> tuple[str, str]:
    return (decision.ground, decision.reason) if isinstance(decision, Refused) else ("", "")


def done(decision: Decision) -> tuple[Any, ...]:
    assert isinstance(decision, Accepted), decision
    return tuple(decision.events)


def table(*numbers: int, **said: Any) -> State:
    """Places 1, 3, 5 and 7 unless others are said, with the button at 7 and the blinds at 1 and 3, before the first card."""
    made = State(options=Options(places=8), game="crown-holdem")
    for number in numbers or (1, 3, 5, 7):
        made.seat_down(Seat(number, f"p{number}", stack_of(number)))
        made.money[stack_of(number)] = 500_00
    made.positions = (7, 1, 3)
    for number, amount in ((1, 5_00), (3, 10_00)):
        if number in made.seats:
            player = made.hand.players[number]
            player.posted, player.put_in, player.wagered = True, amount, amount
    hand: dict[str, Any] = {"phase": "blinds", "shuffled": True, "cut": True, "stub": DECK, "source": "seeded"}
    for name, value in (hand | said).items():
        setattr(made.hand, name, value)
    return made


def betting(*numbers: int, **said: Any) -> State:
    """The first betting round is over: everyone has put in the same."""
    made = table(*numbers, **{"phase": "betting", "ring": [*(numbers or (1, 3, 5, 7))], "stub": DECK[8:], **said})
    for place, player in enumerate(made.hand.players.values()):
        player.live = player.dealt_in = True
        player.put_in = player.wagered = 10_00
        player.cards = DECK[2 * place : 2 * place + 2]
    made.money[POT] = 40_00
    return made
