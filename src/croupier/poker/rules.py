"""What a book gives the poker engine (`Rules`), and what a house chooses and shows on its signs (`Options`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar, Literal

import msgspec

from croupier.kernel.cards import Card
from croupier.kernel.money import Odds, dollars
from croupier.kernel.rulebook import Rulebook
from croupier.poker.grounds import FEATURES, GROUNDS

if TYPE_CHECKING:
    from croupier.poker.irregularities import Irregularity

Betting = Literal["no limit", "pot limit", "half pot limit", "fixed limit", "spread limit"]
Discard = Literal["", "before the flop", "after the flop"]
NewPlayers = Literal["wait or post", "wait", "post", "dealt in"]
STREETS = ("first", "second", "third", "final")
"""The betting rounds: before the flop, on the flop, on the fourth and on the fifth card."""


class Commission(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the house charges at a table; sums are in cents, nil where a method is not used.

    `percent` of the pots up to `cap`, `per_hand` from the pots by the number of players dealt in (the last amount holds
    for more), `per_person` from each player before a hand, `hourly` from each player in advance.
    """

    percent: int = 0
    cap: int = 0
    per_hand: tuple[int, ...] = ()
    per_person: int = 0
    hourly: int = 0

    @property
    def from_pots(self) -> bool:
        return bool(self.percent or self.per_hand)


NIL = Commission()


class Bonus(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A bonus prize on a sign: the hand that wins it, and what it is. Cash is in cents; goods and services are named."""

    hand: str
    cash: int = 0
    goods: str = ""


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the signs at one table say, and what the house has chosen where the book leaves a choice. Sums are in cents.

    - `blinds` are the compulsory ones from the left of the button, the last the largest; `minimum` is the least bet of a round
      (the last blind if nil).
    - `bets` are the fixed amounts of the four betting rounds, or the least bets where the limit is spread; `most` is the
      greatest bet or raise of a spread limit.
    - `chip` is the smallest chip in play. `straddle` allows one, `over_blinds` any number, each double the last.
    - `ante` is paid by every player, or for all by the one who posts the last blind where `ante_by_last_blind`.
    - `time_to_act` is in seconds, as is `extra_time`, which costs `extra_time_fee` and can be had `extra_times` in a hand.
    - `new_players` is what the supervisor asks of them; `standalone` tables put commission into their float.
    - `flop_chase` is the least and the most that may be wagered on a colour of the flop, nil where it is not offered.
    - `readings` names the other readings of the book that this house has chosen.
    """

    places: int = 10
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
    button: bool = True
    time_to_act: int = 0
    extra_time: int = 0
    extra_time_fee: int = 0
    extra_times: int = 0
    new_players: NewPlayers = "wait or post"
    standalone: bool = False
    commission: Commission = NIL
    flop_chase: tuple[int, int] = (0, 0)
    bonuses: tuple[Bonus, ...] = ()
    readings: tuple[str, ...] = ()

    @property
    def limited(self) -> bool:
        """Whether bets are limited to amounts, not to the pot or not at all."""
        return self.betting in ("fixed limit", "spread limit")

    def least_bet(self, street: int) -> int:
        """The least bet of a betting round."""
        if self.bets:
            return self.bets[min(street, len(self.bets) - 1)]
        return self.minimum or self.blinds[-1]


class Rules(Rulebook, frozen=True, kw_only=True):
    """One flop game of one book: its numbers, its hand values, its procedures.

    `high` and `low` give strengths of `kernel.strength`; `low` is None where there is no low half. `percents` is the range
    of a percentage commission. `notice_hands` is the notice for a changed game and for closing, `notice_seconds` that for
    a higher minimum, `return_seconds` how long a player who was picked up keeps the place at the top of the list.
    """

    sentences: ClassVar[Mapping[str, str]] = GROUNDS

    most_players: int
    hole_cards: int
    high: Callable[[tuple[Card, ...], tuple[Card, ...]], int]
    low: Callable[[tuple[Card, ...], tuple[Card, ...]], int] | None = None
    discard: Discard = ""
    most_raises: int = 3
    percents: tuple[int, int] = (2, 10)
    flop_chase_odds: Mapping[str, Odds] = {}
    notice_hands: int = 3
    notice_seconds: int = 1200
    return_seconds: int = 1200
    live_seats_free: int = 2
    irregularities: Mapping[str, Irregularity] = {}

    def __post_init__(self) -> None:
        needed = set(GROUNDS)
        if not self.discard:
            needed -= FEATURES["discards"]
        if self.low is None:
            needed -= FEATURES["low"]
        self.check_grounds(needed)

    def options_wrong(self, options: Options) -> str:
        """What the book does not allow in these options, in words; empty when all is well."""
        return next((wrong for wrong, found in self._wrong(options) if found), "")

    def _wrong(self, sign: Options) -> list[tuple[str, bool]]:
        amounts = (*sign.blinds, *sign.bets, sign.chip, sign.minimum_buy_in)
        charge = sign.commission
        least, most = self.percents
        strange = set(sign.readings) - self.readings
        return [
            (
                f"at most {self.most_players} players play {self.title}, not {sign.places}",
                not 2 <= sign.places <= self.most_players,
            ),
            (
                "there is at least one blind, and the last is the largest",
                not sign.blinds or max(sign.blinds) != sign.blinds[-1],
            ),
            ("blinds, bets, chips and the buy-in are above nil", min(amounts) <= 0),
            (
                f"the last blind must be at least the table minimum of {dollars(sign.least_bet(0))}",
                sign.blinds[-1:] < (sign.least_bet(0) if sign.blinds else 0,),
            ),
            (
                "a fixed or spread limit needs the bets of the betting rounds",
                sign.limited and not 1 <= len(sign.bets) <= 4,
            ),
            (
                "a spread limit needs a greatest bet that is no less than the least",
                sign.betting == "spread limit" and sign.most < max(sign.bets, default=0),
            ),
            (
                "blinds and bets are multiples of the smallest chip",
                any(amount % sign.chip for amount in (*sign.blinds, *sign.bets, sign.minimum)),
            ),
            ("a greatest buy-in is no less than the least", 0 < sign.maximum_buy_in < sign.minimum_buy_in),
            (
                f"a percentage commission is nil or {least} to {most} percent, not {charge.percent}",
                charge.percent != 0 and not least <= charge.percent <= most,
            ),
            (
                "a commission from the pots needs a cap in dollars",
                charge.from_pots and charge.cap <= 0,
            ),
            (
                "no charge is below nil",
                min(charge.cap, charge.per_person, charge.hourly, *charge.per_hand, sign.ante, sign.extra_time_fee) < 0,
            ),
            (
                "side wagers have a least and a greatest amount",
                not 0 <= sign.flop_chase[0] <= sign.flop_chase[1]
                or (sign.flop_chase[1] > 0 and sign.flop_chase[0] == 0),
            ),
            ("a bonus prize is cash or something named", any(bool(b.cash > 0) == bool(b.goods) for b in sign.bonuses)),
            (
                f"there is no reading {min(strange, default='')!r} of this book to choose; there is "
                f"{', '.join(sorted(self.readings)) or 'none'}",
                bool(strange),
            ),
        ]

    def reads(self, options: Options, reading: str) -> bool:
        """Whether this house has chosen another reading of the book, by its name."""
        return reading in options.readings
