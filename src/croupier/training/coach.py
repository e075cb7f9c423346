"""A coach at the player's side: whether a decision is a mistake, and what it costs.

Casino staff do not advise players, and nobody may calculate strategies by machine at a table: so advice exists only at training
tables (`Options.training`). It knows what the player's seat may see, and nothing else.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from croupier.books import rules_of
from croupier.kernel.actors import Viewer
from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.decisions import Refused
from croupier.kernel.errors import TableError
from croupier.kernel.events import Command
from croupier.kernel.money import dollars
from croupier.stud.commands import BoxCommand, ChangeCard, Fold, PlaceBet, TakeInstantWin
from croupier.stud.rules import Rules
from croupier.tables.house_table import HouseTable

if TYPE_CHECKING:
    from croupier.odds.solution import Solution

_DUTY = "explain a rule"
"""The duty by which a book says how far staff may help a player."""

_DOING = {"fold": "folding", "bet": "betting", "instant win": "taking the instant win"}
_ADVISED = {"instant win": "take the instant win"}
Terms = tuple[str, str, tuple[str, ...], Fraction | None, tuple[tuple[str, Fraction], ...]]
Decision = Fold | PlaceBet | TakeInstantWin | ChangeCard
"""What a player decides on a hand."""


class Mistake(msgspec.Struct, frozen=True, kw_only=True):
    """A decision that is not the best one. `cost` is what it loses on average against the best, in antes; `cents` in money.

    `values` has every choice with its value in antes.
    """

    seat: int
    box: int
    play: str
    better: str
    cost: Fraction
    cents: int
    values: dict[str, Fraction]

    def __str__(self) -> str:
        advised = _ADVISED.get(self.better, self.better)
        return f"{doing(self.play)} costs {float(self.cost):.2f} antes ({dollars(self.cents)}): {advised}"


def _check_training(table: HouseTable) -> None:
    if not table.state.options.training:
        raise TableError(str(refusal_for(table.rules)))


def refusal_for(rules: Rules) -> Refused:
    """The refusal of advice at a table that is not for training, with the book's clause if it has one."""
    duty = rules.duties.get(_DUTY)
    return Refused(
        ground="no_advice_from_staff",
        reason="players are only advised at training tables",
        clauses=duty.clauses if duty is not None else (),
    )


def mistake(table: HouseTable, command: Command, known: Advice | None = None) -> Mistake | None:
    """Whether a player's decision is a mistake, before it is made; `known` are the values of the choices, if already calculated.

    None for the best decision, for a command that is not a decision on a hand, and for one the table would refuse.
    `TableError` at a table that is not for training. The first question takes seconds: the game is solved for it.
    """
    _check_training(table)
    if not isinstance(command, Decision) or isinstance(table.foresee(command), Refused):
        return None
    advised = known or advice(table, command.seat, command.box if isinstance(command, BoxCommand) else 0)
    return judged(advised, command) if advised is not None else None


def judged(advice: Advice, command: Command) -> Mistake | None:
    """Whether a decision is a mistake, given the value of every choice; None if it is the best, or none of them."""
    if not is_choice(advice, command):
        return None
    assert isinstance(command, Decision)  # noqa: S101
    play = _play(command)
    cost = advice.values[advice.better] - advice.values[play]
    if cost <= 0:
        return None
    return Mistake(
        seat=command.seat,
        box=advice.box,
        play=play,
        better=advice.better,
        cost=cost,
        cents=round(cost * advice.ante),
        values=advice.values,
    )


def is_decision(command: Command) -> bool:
    return isinstance(command, Decision)


def is_choice(advice: Advice, command: Command) -> bool:
    """Whether a command is one of the evaluated choices."""
    return isinstance(command, Decision) and _play(command) in advice.values


def doing(play: str) -> str:
    """A choice as an activity: folding, betting, changing 9c."""
    return _DOING.get(play) or play.replace("change", "changing", 1)


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """Every choice that is open with a hand, and its value in antes."""

    box: int
    ante: int
    values: dict[str, Fraction]

    @property
    def better(self) -> str:
        return max(self.values, key=lambda choice: self.values[choice])

    @property
    def margin(self) -> Fraction:
        """How far the best choice is ahead of the next, in antes."""
        first, *others = sorted(self.values.values(), reverse=True)
        return first - others[0] if others else Fraction(0)

    def __str__(self) -> str:
        best = sorted(self.values, key=lambda choice: self.values[choice], reverse=True)[:3]
        return (
            f"{_ADVISED.get(best[0], best[0])}: "
            + ", ".join(f"{choice} {float(self.values[choice]):+.2f}" for choice in best)
            + " antes on average"
        )


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A hand to decide on, with everything its value depends on: it can be calculated anywhere."""

    game: str
    edition: str
    readings: tuple[str, ...]
    payout: Fraction | None
    box: int
    ante: int
    hand: tuple[Card, ...] = ()
    up: Card | None = None
    given_up: tuple[Card, ...] = ()
    wagers: tuple[tuple[str, Fraction], ...] = ()

    @property
    def terms(self) -> Terms:
        """What the solution of the game depends on."""
        return self.game, self.edition, self.readings, self.payout, self.wagers


def advice(table: HouseTable, seat: int, box: int = 0) -> Advice | None:
    """The value of each of a player's choices now; None if there is no hand to decide on. As for `mistake`."""
    asked = question(table, seat, box)
    return advised(asked) if asked is not None else None


def question(table: HouseTable, seat: int, box: int = 0) -> Question | None:
    """What a player has to decide on now, as the seat sees it; None if there is no such hand. As for `mistake`."""
    _check_training(table)
    number = box or seat
    seen = table.picture(Viewer(seat=seat))
    held, up, ante = seen.boxes[number], seen.upcard_face, seen.ante_in_play(number)
    if (up is None and table.rules.has_upcard) or HIDDEN in (*held.cards, up) or not ante or number not in seen.undecided:
        return None
    options = seen.options
    payout = Fraction(options.maximum_payout, ante) if options.maximum_payout else None
    return Question(
        game=table.rules.game,
        edition=table.rules.edition,
        readings=options.readings,
        payout=payout,
        box=number,
        ante=ante,
        hand=held.cards,
        up=up,
        given_up=held.given_up,
        wagers=tuple((name, Fraction(on, ante)) for name, on in seen.side_wagers(number).items()),
    )


def advised(asked: Question) -> Advice:
    """The value of every choice; the first question about a game takes seconds."""
    return Advice(box=asked.box, ante=asked.ante, values=values_of(solved(*asked.terms), asked))


def _play(command: Fold | PlaceBet | TakeInstantWin | ChangeCard) -> str:
    if isinstance(command, ChangeCard):
        return f"change {command.card}"
    return {Fold: "fold", PlaceBet: "bet", TakeInstantWin: "instant win"}[type(command)]


def values_of(solution: Solution, asked: Question) -> dict[str, Fraction]:
    """Every choice available with this hand, and its value in antes."""
    from croupier.odds.exchange import ExchangeSolution, bet_after_change

    if asked.given_up and asked.up is not None and isinstance(solution, ExchangeSolution):
        bet = bet_after_change(solution, asked.hand, asked.up, asked.given_up[0])
        return {"bet": bet, "fold": Fraction(solution.changed.fold, solution.changed.parts)}
    return {choice: Fraction(value) for choice, value in solution.advice(asked.hand, asked.up).values.items()}


def solved(
    game: str, edition: str, readings: tuple[str, ...], payout: Fraction | None, wagers: tuple[tuple[str, Fraction], ...]
) -> Solution:
    """The best play under these terms. A maximum payout that no hand can reach does not count as another game."""
    rules = rules_of(game, edition)
    bets = (*rules.bet_odds.values(), *rules.bet_odds_after_exchange.values())
    paid = [rules.bet_multiple * odds.pays(1) for odds in bets] + [odds.pays(1) for odds in rules.instant_odds.values()]
    binding = payout is not None and max(paid, default=0) > payout
    return _solution(game, edition, readings, payout if binding else None, wagers)


@lru_cache(maxsize=8)  # each takes dozens of megabytes
def _solution(
    game: str, edition: str, readings: tuple[str, ...], payout: Fraction | None, wagers: tuple[tuple[str, Fraction], ...]
) -> Solution:
    from croupier.odds.solver import solve

    return solve(rules_of(game, edition), readings=readings, maximum_payout=payout, wagers=dict(wagers))
