"""What a book gives the poker engine (`Rules`), and what a house chooses and shows on its signs (`Options`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, Literal

import msgspec

from croupier.kernel.actors import DEALER, HOUSE
from croupier.kernel.decisions import Accepted
from croupier.kernel.events import Places
from croupier.kernel.grounds import grounds_of
from croupier.kernel.incidents import Report
from croupier.kernel.money import Odds
from croupier.kernel.rulebook import Rulebook
from croupier.kernel.rulings import Irregularity
from croupier.kernel.strength import NO_LOW, Cards, best_of_each, best_omaha_of_each

GROUNDS = grounds_of("croupier.poker")
Betting = Literal["no limit", "pot limit", "half pot limit", "fixed limit", "spread limit"]
Discard = Literal["", "before the flop", "after the flop"]
NewPlayers = Literal["wait or post", "wait", "post", "dealt in"]
Strengths = Callable[[Iterable[Cards], Cards], list[int]]
"""Reads face-up hands, all with one board."""
STREETS = ("first", "second", "third", "final")
"""The betting rounds: before the flop, on the flop, on the fourth and on the fifth card."""


class Commission(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the house charges at a table; sums are in cents, zero if a method is not used.

    `percent` of the pots up to `cap`, `per_hand` from the pots by the number of players dealt in (the last amount holds
    for more), `per_person` from each player before a hand, `hourly` from each player in advance. `most_hourly` is the highest
    hourly fee that the sign mentions; by default, the fee itself.
    """

    percent: int | float = 0
    cap: int = 0
    per_hand: tuple[int, ...] = ()
    per_person: int = 0
    hourly: int = 0
    most_hourly: int = 0

    @property
    def from_pots(self) -> bool:
        return bool(self.percent or self.per_hand)

    @property
    def highest_hourly(self) -> int:
        """The highest hourly fee on the sign."""
        return self.most_hourly or self.hourly

    def share(self, pot: int, chip: int) -> int:
        """The percentage of a pot, rounded down to whole chips. A percentage is read as written: 2.3 is 23 in 1,000."""
        percent = self.percent if isinstance(self.percent, int) else Fraction(str(self.percent))
        return int(pot * percent // (100 * chip)) * chip


NO_COMMISSION = Commission()


class Bonus(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A bonus prize on a sign: the hand that wins it, and the prize. Cash is in cents; goods and services are named."""

    hand: str
    cash: int = 0
    goods: str = ""


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the signs at one table say, and what the house chose where the book leaves a choice. Sums are in cents.

    - `blinds` are the compulsory ones from the left of the button, the last the largest; `minimum` is the least bet of a round
      (the last blind if zero).
    - `bets` are the fixed amounts of the four betting rounds, or the least bets where the limit is spread; `most` is the
      greatest bet or raise of a spread limit.
    - `chip` is the smallest chip in play. `straddle` allows one, `over_blinds` any number, each double the last.
    - `ante` is paid by every player, or for all by the one who posts the last blind where `ante_by_last_blind`; a stack too
      short for both pays the ante first, or the blind where `blind_before_ante`.
    - `time_to_act` is in seconds, as is `extra_time`, which costs `extra_time_fee` and can be had `extra_times` in a hand.
      `time_bank` are seconds beyond it, so many for each from sitting down to getting up; they are drawn by themselves.
    - `new_players` is what the supervisor asks of them; `standalone` tables put commission into their float.
    - `flop_chase` is the least and the most that may be wagered on a colour of the flop, zero where it is not offered.
    - `readings` names the other readings of the book that this house has chosen.
    - `tournament` names the tournament that the table belongs to: all its chips are that tournament's, and worth no money.
    - Where the house has `committed_decks`, it commits the order of each deck that its software shuffles before it does.
    """

    places: Places = 10
    betting: Betting = "no limit"
    blinds: tuple[int, ...] = (5_00, 10_00)
    minimum: int = 0
    bets: tuple[int, ...] = ()
    most: int = 0
    chip: int = 1_00
    minimum_buy_in: int = 200_00
    maximum_buy_in: int = 0
    straddle: bool = False
    over_blinds: bool = False
    ante: int = 0
    ante_by_last_blind: bool = False
    blind_before_ante: bool = False
    button: bool = True
    time_to_act: int = 0
    extra_time: int = 0
    extra_time_fee: int = 0
    extra_times: int = 0
    time_bank: int = 0
    new_players: NewPlayers = "wait or post"
    standalone: bool = False
    commission: Commission = NO_COMMISSION
    flop_chase: tuple[int, int] = (0, 0)
    bonuses: tuple[Bonus, ...] = ()
    readings: tuple[str, ...] = ()
    tournament: str = ""
    committed_decks: bool = False

    @property
    def charged(self) -> bool:
        """Whether the house charges anything."""
        return self.commission != NO_COMMISSION

    @property
    def limited(self) -> bool:
        """Whether bets are limited to fixed amounts, rather than to the pot or not at all."""
        return self.betting in ("fixed limit", "spread limit")

    def least_bet(self, street: int) -> int:
        """The smallest bet of a betting round."""
        if self.bets:
            return self.bets[min(street, len(self.bets) - 1)]
        return self.minimum or self.blinds[-1]


class Rules(Rulebook, frozen=True, kw_only=True):
    """One flop game of one book: its numbers, its hand values, its procedures.

    `supervisor` is the rank that verifies what a dealer does, `manager` the one that changes games and closes tables. `highs`
    and `lows` give the strengths of hands, as `kernel.strength` has them; `lows` is None where there is no low half.
    `percents` is the range of a percentage commission. `notice_hands` is the notice for a changed game, `closing_hands` that
    for closing, `notice_seconds` that for a higher minimum, `return_seconds` how long a player who was picked up keeps the
    place at the top of the list.
    `hand_names` are the hands from the best down, `suits` the places of the suits, the highest first. `pot_percents` says how
    much of the pot a limit by the pot allows; an all-in of less than `full_raise_percent` of a raise is none there.
    A straddle is `straddle_times` the last blind. An all-in of `reopens_percent` of a bet or raise opens limited betting
    again; a silent raise of `made_up_percent` is made up to a full one. `other_game` gives the rules of another game of the
    book by its name. `staff` are the dealer and everyone above, as they are usually named. `checks`
    are those made so far, the most frequent of all acts: by seat, betting round, and whether as the first and with no bet.
    """

    declared = GROUNDS

    supervisor: str
    manager: str
    most_players: int
    hole_cards: int
    highs: Strengths
    lows: Strengths | None = None
    discard: Discard = ""
    most_raises: int = 3
    straddle_times: int = 2
    reopens_percent: int = 50
    made_up_percent: int = 50
    percents: tuple[Fraction, Fraction] = (Fraction(2), Fraction(10))
    flop_chase_odds: Mapping[str, Odds] = {}
    notice_hands: int = 3
    closing_hands: int = 3
    notice_seconds: int = 1200
    return_seconds: int = 1200
    live_seats_free: int = 2
    hand_names: tuple[str, ...] = ()
    suits: Mapping[str, int] = {}
    pot_percents: Mapping[str, int] = {}
    full_raise_percent: int = 100
    other_game: Callable[[str], Rules | None] = lambda name: None
    staff: frozenset[str] = frozenset()
    checks: dict[tuple[int, int, bool, bool], Accepted] = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        features = {"discards": bool(self.discard), "low": self.lows is not None}
        self.check_grounds(GROUNDS.needed(frozenset(name for name, has in features.items() if has)))
        self.check_ranks((self.supervisor, self.manager))
        above = (rank for rank in self.ranks if self.rank_of(rank) >= self.rank_of(DEALER))
        msgspec.structs.force_setattr(self, "staff", frozenset({DEALER, HOUSE, *above}))

    @property
    def variant(self) -> str:
        """The kind of game in hand histories: T hold'em, P pineapple, C crazy pineapple, O Omaha; `/8` is hi-lo.

        Empty for a game of another kind.
        """
        letter = _VARIANTS.get((self.hole_cards, self.discard, self.highs), "")
        return f"{letter}/8" if letter and self.lows is not None else letter

    def high(self, cards: Cards, board: Cards) -> int:
        """The strength of one face-up hand."""
        return self.highs((cards,), board)[0]

    def low(self, cards: Cards, board: Cards) -> int:
        """The strength of its low, or `NO_LOW` as in every game without a low half."""
        return NO_LOW if self.lows is None else self.lows((cards,), board)[0]

    def report_lacks(self, table: Any, irregularity: Irregularity, report: Report) -> str:
        if "players" in irregularity.asks and not (report.players and set(report.players) <= set(table.seats)):
            return "say which seats' players they were"
        return ""


_VARIANTS: Mapping[tuple[int, Discard, Strengths], str] = {
    (2, "", best_of_each): "T",
    (3, "before the flop", best_of_each): "P",
    (3, "after the flop", best_of_each): "C",
    (4, "", best_omaha_of_each): "O",
}
