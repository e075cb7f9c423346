"""Commands as short lines of text: for cases, golden playthroughs, replays and a dealer's keyboard.

    sit 1 500.00      ante 1 10.00         no more bets    bet or fold      reveal             report miscount box 2 count 6
    leave 1           ante 1 10.00 box 3   deal            bet 1            show 1: As Kd ...  rule void
    shuffle           take back 1          deal 1: As      fold 1           settle             do check the cards
    cut 20            blind bet 1          turn up As      change 1 9c      concede 1          sign closing due 1200
    make up 1         take back bet 1      jackpot 1       take back jackpot 1                 pay jackpot 1 500.00

`by TG Area Manager: settle` says who, `by p7 as seat 3: fold 3` which person, `at 1200: close` when, in seconds. A bet without
an amount has the sum that the book asks for, and so has a changed card; `box 3` is a box other than the seat's own; `#` starts a
comment. `correct As to Ad; misread` corrects a card that a live dealer recorded wrong, `correct box 2 to fold; misheard` what
a player did, `correct box 2 to unchanged; it was box 3` a changed card, `correct ante 2 to 20.00; miscounted` an ante.
`payout 1 30.00` says what box 1 is paid. `wager 1 pair-plus 10.00` places a side wager, `take back wager 1 pair-plus`
takes it back, `correct wager 1 pair-plus to 20.00; miscounted` corrects it.
"""

from typing import Any, NamedTuple

from croupier.kernel.events import Command
from croupier.kernel.grammar import Fills, Grammar
from croupier.kernel.lines import LineError, said_by
from croupier.stud import commands
from croupier.stud.rules import Rules
from croupier.stud.state import State

__all__ = ["LineError", "read_line", "said_by", "write_line"]


class _At(NamedTuple):
    """The table that a line is read for, and its rules."""

    state: State
    rules: Rules

    def ante(self, given: dict[str, Any]) -> int:
        """The part of the ante that plays, on the box that a line is about."""
        number = given.get("box") or given["seat"]
        return self.state.ante_in_play(number) if 0 < number < len(self.state.boxes) else 0


def _bet(at: _At, given: dict[str, Any]) -> int:
    return at.rules.bet_multiple * at.ante(given)


def _least(at: _At, given: dict[str, Any]) -> int:
    """The sum a side wager must be, or its minimum."""
    wager = at.rules.wagers.get(given["wager"])
    return wager.limits(at.ante(given), *at.state.limits_of(given["seat"]))[0] if wager is not None else 0


_FILLS: Fills = {
    commands.Shuffle: {"source": lambda _, given: "stacked" if "deck" in given else "live"},
    commands.PlaceBlindBet: {"amount": _bet},
    commands.PlaceBet: {"amount": _bet},
    commands.ChangeCard: {"amount": lambda at, given: at.rules.exchange_price * at.ante(given)},
    commands.PlaceJackpot: {"amount": lambda at, _: at.state.options.jackpot},
    commands.PlaceWager: {"amount": _least},
    commands.RefuseWager: {"note": lambda _, given: ""},
    commands.CancelJackpot: {"note": lambda _, given: ""},
}

GRAMMAR = Grammar(
    commands=commands,
    fills=_FILLS,
    facts={"box": "box", "boxes": "ints", "player": "int", "person": "text", "count": "int", "cards": "cards", "amount": "$"},
    hint="'ante 1 10.00', 'bet 1', 'fold 1', 'deal', 'settle'",
)
write_line = GRAMMAR.write


def read_line(text: str, state: State, rules: Rules) -> Command:
    """The command in a line at a table in this state, played by these rules."""
    return GRAMMAR.read(text, _At(state, rules))
