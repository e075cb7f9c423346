"""What a book gives the engine (`Rules`), and what a house chooses within the book (`Options`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, get_args

import msgspec

from croupier.kernel.actors import Said
from croupier.kernel.cards import DECK, HIDDEN, Card, CardError
from croupier.kernel.decisions import Refused
from croupier.kernel.duties import Duty
from croupier.kernel.errors import BookError
from croupier.kernel.events import Event, Places
from croupier.kernel.hands import Category, HandValue, PlacedValue, best_high, kinds_of
from croupier.kernel.incidents import Report
from croupier.kernel.money import Odds, dollars
from croupier.kernel.rulebook import Rulebook
from croupier.kernel.rulings import Irregularity
from croupier.stud.grounds import GROUNDS, hand_ground

if TYPE_CHECKING:
    from croupier.stud.state import Box

Device = Literal["shoe", "shuffler"]
Order = Literal["players first", "dealer first"]
BelowMinimum = Literal["plays once", "refused"]
AboveMaximum = Literal["plays to the maximum", "refused"]
OddAmount = Literal["paid up", "refused"]
Looks = Literal["player", "dealer", "both", "upcard"]


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the signs at one table say, and what the operator chose where the book leaves a choice. Sums are in cents.

    `unit` is the step of wagers above the minimum, `chip` the smallest chip used for payment; a maximum payout of 0 is none.
    `jackpot` is the price of a jackpot wager, zero if none is offered, and `jackpot_option` the book's option that pays it.
    A `manual_jackpot` is run without electronic equipment. `extra_boxes`, `extra_hands_seen` and `blind_bets` allow those
    if the book lets the operator decide. `readings` names the other readings of the book, by their names in
    `docs/interpretations.md`, that this house has chosen. At a `training` table nothing of value is played for, so
    players may be told how to play. `tournament` names the tournament that the table belongs to: all its chips are that
    tournament's, and worth no money. With `committed_decks`, the house commits to the order of each deck before its
    software shuffles it.
    """

    places: Places = 7
    minimum: int = 10_00
    maximum: int = 500_00
    unit: int = 1_00
    chip: int = 1_00
    maximum_payout: int = 0
    device: Device = "shuffler"
    extra_boxes: bool = False
    extra_hands_seen: bool = False
    blind_bets: bool = False
    jackpot: int = 0
    jackpot_option: int = 0
    manual_jackpot: bool = False
    readings: tuple[str, ...] = ()
    training: bool = False
    tournament: str = ""
    committed_decks: bool = False

    def not_in_chips(self, *amounts: int) -> str:
        """Which of these amounts the table's chips cannot make, and what would work, in words; empty if they make all."""
        for amount in amounts:
            if amount < 0:
                return "an amount cannot be below zero"
            if rest := amount % self.chip:
                near = " or ".join(dollars(possible) for possible in (amount - rest, amount - rest + self.chip) if possible)
                return f"the smallest chip is {dollars(self.chip)}: {dollars(amount)} cannot be made, {near} can"
        return ""


SUMS = frozenset({"minimum", "maximum", "unit", "chip", "maximum_payout", "jackpot"})
"""The options that are sums of money."""


class Prescribed(msgspec.Struct, frozen=True, kw_only=True):
    """What a book prescribes for one option of a table, and under which clauses; see `[options]` in its `params.toml`."""

    clauses: tuple[str, ...]
    default: int | str | bool | tuple[str, ...] | None = None
    least: int | None = None
    most: int | None = None
    only: tuple[str, ...] = ()

    def wrong(self, name: str, value: int | str) -> str:
        """How a value differs from what is prescribed, in words. No payout limit counts as the highest; no jackpot is zero."""
        if name == "jackpot" and not value:
            return ""
        if self.only and value not in self.only:
            return f"{name}: {' or '.join(self.only)}, not {value}"
        endless = name == "maximum_payout" and not value
        if isinstance(value, int) and (
            (self.least is not None and value < self.least and not endless)
            or (self.most is not None and (value > self.most or endless))
        ):
            said = "no limit" if endless else dollars(value) if name in SUMS else value
            return f"{name.replace('_', ' ')}: {self.in_words(name)}, not {said}"
        return ""

    def in_words(self, name: str) -> str:
        """The allowed values: `6 to 7`, or `$5,000.00 or more`; empty if there are no limits."""
        said = dollars if name in SUMS else str
        least, most = (None if end is None else said(end) for end in (self.least, self.most))
        if least == most:
            return most or ""
        return f"{least} to {most}" if least and most else f"{least} or more" if least else f"{most} or less"


class Wager(msgspec.Struct, frozen=True, kw_only=True):
    """A wager paid by a table of hands: `[wager.NAME]` in a book's `params.toml`.

    `stake` is `own` within its limits in cents (0: those of the ante), a multiple of the ante, or `ante`: nothing more is
    staked, and the rows are paid on the ante of a hand that bets. It looks at the player's hand, the dealer's, or the best five
    cards of both, or of the player's hand and the dealer's up card. If it is not `regardless` of the dealer,
    it is decided like the bet: void if the dealer does not play, lost with the lower hand. A hand without a row loses. A hand
    that is folded loses it too, unless the wager `stays`.
    """

    name: str
    title: str
    clauses: tuple[str, ...]
    odds: Mapping[Category, Odds]
    stake: Literal["own", "ante"] | int = "own"
    minimum: int = 0
    maximum: int = 0
    cards: Looks = "player"
    regardless: bool = True
    fold: Literal["loses", "stays"] = "loses"

    @property
    def placed(self) -> bool:
        """Whether players put up chips for it."""
        return self.stake != "ante"

    def limits(self, ante: int, least: int, most: int) -> tuple[int, int]:
        """The least and the most that may be wagered beside an ante with these limits."""
        if isinstance(self.stake, int):
            return self.stake * ante, self.stake * ante
        return self.minimum or least, self.maximum or most

    def reads(
        self, value: Callable[[Sequence[Card]], HandValue], player: Sequence[Card], dealer: Sequence[Card], up: int | None
    ) -> HandValue:
        """The hand it is paid by; `up` is the place of the dealer's up card."""
        if self.cards in ("both", "upcard"):
            return best_high((*player, *(dealer if self.cards == "both" or up is None else dealer[up : up + 1])))
        return value(player if self.cards == "player" else dealer)


def _remembered(value: Callable[[Sequence[Card]], HandValue]) -> Callable[[Sequence[Card]], HandValue]:
    known = lru_cache(maxsize=128)(value)  # a round needs its few hands several times
    return lambda cards: known(tuple(cards))


def ALWAYS_PAID(options: Options, value: HandValue) -> bool:  # noqa: N802
    """No reading of the book leaves a winning bet unpaid."""
    return False


class Rules(Rulebook, frozen=True, kw_only=True):
    """One game of one book: its numbers, its hand values, its procedures, and the clauses behind every ground.

    - `deck_size` is the number of cards that are shuffled and dealt from; a bet is `bet_multiple` times the ante.
    - A hand has `cards` cards. `order` has the kinds of hands, lowest first, if they rank differently from five cards in poker.
    - `dealt_at_a_time` is how many cards a box gets in its turn; `upcard_place` which of the dealer's is turned up, if any.
    - `wagers` are those paid by a table of hands, in the order in which they are settled.
    - `features` are the optional parts of the engine that this game uses; `grounds.toml` lists them.
    - `blind_bets_optional` leaves blind bets to the house; `calls` are the dealer's calls if the book has other words for them.
    - Changing a card costs `exchange_price` times the ante. A shuffler has `shuffler_decks`, used in turn.
    - `reports_no_decision` says that the book has its own rule for a player who makes no decision: if the software
      deals, it reports that (`absent`) once the time is over; in other books it folds for the player.
    - `ranks_for` names the lowest rank for acts that the dealer alone may not do.
    - `jackpot_counts` says whether a hand takes part in the jackpot, `jackpot_hand` which prize a value wins (empty for
      none), `jackpot_fixed` what a hand wins whatever a meter shows (zero for a share of it), `jackpot_least` the smallest
      such share, `jackpot_row` the clauses of its row, `jackpot_next` which box is paid first in a book that has an
      order, and `jackpot_follows` the clauses for cancelling a jackpot game, by the clause that returns a wager.
    - `prescribed` is what the book prescribes for the options of a table.
    - `hand_clauses`, calculated from the grounds, are those of single kinds of hands: cited before a hand is turned up,
      they would give it away.
    """

    declared = GROUNDS

    most_places: int
    deck_size: int
    bet_multiple: int
    deal_order: Order
    dealt_at_a_time: Mapping[Device, int]
    upcard_place: Mapping[Device, int | None]
    bet_odds: Mapping[Category, Odds]
    ante_odds: Odds
    qualifies: Callable[[HandValue], bool]
    qualifying_hand: str
    value: Callable[[Sequence[Card]], HandValue]
    jackpot_value: Callable[[Sequence[Card]], HandValue]
    jackpot_counts: Callable[[Options, Box], bool] = lambda options, box: box.choice == "bet"
    jackpot_hand: Callable[[Options, HandValue], str] = lambda options, value: ""
    jackpot_options: frozenset[int] = frozenset({0})
    jackpot_fixed: Callable[[Options, str], int] = lambda options, hand: 0
    jackpot_least: Callable[[Options, str], int] = lambda options, hand: 0
    jackpot_row: Callable[[str], tuple[str, ...]] = lambda hand: ()
    jackpot_next: Callable[[Mapping[int, str]], int] = lambda prizes: max(prizes)
    jackpot_follows: Mapping[str, tuple[str, ...]] = {}
    cards: int = 5
    order: tuple[Category, ...] = ()
    wagers: Mapping[str, Wager] = {}
    below_minimum: BelowMinimum = "refused"
    above_maximum: AboveMaximum = "refused"
    odd_amount: OddAmount = "refused"
    extra_hands_blind: bool = True
    blind_bets_optional: bool = True
    blind_bet_can_fold: bool = False
    decides_in_turn: Callable[[Options], bool] = lambda options: True
    bet_odds_after_exchange: Mapping[Category, Odds] = {}
    exchange_price: int = 1
    exchange_returned: Callable[[Options], bool] = lambda options: False
    instant_odds: Mapping[Category, Odds] = {}
    instant_ante_odds: Odds = Odds(1)
    concedes_to_no_hand: Callable[[Options], bool] = lambda options: False
    dealer_void: Callable[[Rules, Any], Sequence[Event]] = lambda rules, table: ()
    bet_unpaid: Callable[[Options, HandValue], bool] = ALWAYS_PAID
    equal_hands: Literal["stand-off", "void"] = "stand-off"
    closing: tuple[Literal["hands", "minutes"], int] | None = None
    minimum_notice: int = 0
    idle_rounds: int = 0
    idle_only_when_full: bool = True
    shuffler_decks: int = 2
    calls: Mapping[Literal["no more bets", "bet or fold"], str] = {}
    reports_no_decision: bool = False
    ranks_for: Mapping[str, str] = {}
    hand_clauses: frozenset[str] = frozenset()
    prescribed: Mapping[str, Prescribed] = {}

    def __post_init__(self) -> None:
        if strange := self.features - set(GROUNDS.feature):
            known = ", ".join(sorted(filter(None, GROUNDS.feature)))
            raise BookError(f"{self.game}: the engine has no feature {min(strange)!r}; there are {known}")
        if self.deal_order not in get_args(Order):
            raise BookError(f"{self.game}: the deal order is {' or '.join(get_args(Order))}, not {self.deal_order!r}")
        self.check_grounds(self.grounds_needed())
        kinds = [self.grounds.get(hand_ground(category), ()) for category in Category]
        shared = set.intersection(*(set(clauses) for clauses in kinds if clauses))
        single = frozenset(clause for clauses in kinds for clause in clauses if clause not in shared)
        msgspec.structs.force_setattr(self, "hand_clauses", single)

        self.check_ranks(self.ranks_for.values())
        self.check_shape()
        value, jackpot_value = self.value, self.jackpot_value  # a settlement needs the same hands several times
        msgspec.structs.force_setattr(self, "value", _remembered(value))
        same = jackpot_value is value
        msgspec.structs.force_setattr(self, "jackpot_value", self.value if same else _remembered(jackpot_value))

    @property
    def kinds(self) -> tuple[Category, ...]:
        """The kinds of hands, lowest first."""
        wild = (Category.FIVE_OF_A_KIND, Category.WILD_ROYAL_FLUSH) if self.has("wild cards") else ()
        return self.order or tuple(sorted((*kinds_of(self.cards), *wild)))

    @property
    def has_upcard(self) -> bool:
        """Whether one of the dealer's cards is turned up before the players decide."""
        return None not in self.upcard_place.values()

    def grounds_needed(self) -> set[str]:
        """The grounds that need a clause from the book: not those of hands unknown to the game, of an up card in a game without
        one, or of qualifying if the dealer always plays.
        """
        needed = GROUNDS.needed(self.features | ({"wagers"} if self.wagers else set()))
        needed -= {hand_ground(kind) for kind in Category if kind not in self.kinds}
        if self.order and self.has("jackpot") and self.jackpot_value is not self.value:
            needed |= {"values_differ"}
        if all(wager.regardless for wager in self.wagers.values()):
            needed -= {"wager_void"}
        if self.qualifying_hand == "any hand":
            needed -= {"ante_wins_unqualified", "bet_void_unqualified", "cards_collected_unqualified"}
        return needed if self.has_upcard else needed - {"last_card_from_shoe", "card_turned_after_shuffler"}

    def check_shape(self) -> None:
        """Refuse to load a game that the engine cannot deal or pay."""
        if self.deck_size != len(DECK):
            raise BookError(f"{self.game}: deck_size is {self.deck_size}; the deck here has {len(DECK)} cards and no joker")
        if self.bet_multiple < 1:
            raise BookError(f"{self.game}: bet_multiple is {self.bet_multiple}; a bet is at least once the ante")
        if self.shuffler_decks < 1:
            raise BookError(f"{self.game}: decks is {self.shuffler_decks}; a shuffler has at least one deck")
        try:
            self.value(DECK[: self.cards])
        except CardError as error:
            says = f"{self.game}: cards_per_hand is {self.cards}, and such a hand cannot be read: {error}"
            raise BookError(says) from None
        if not all(1 <= number <= self.cards for number in self.dealt_at_a_time.values()):
            raise BookError(f"{self.game}: cards_dealt_at_a_time cannot be more than the {self.cards} cards of a hand, nor zero")
        most = (self.deck_size - self.cards * (1 + self.has("exchange"))) // self.cards
        if not 1 <= self.most_places <= most:
            raise BookError(f"{self.game}: places is {self.most_places}; one deck is enough for 1 to {most}")
        if None in (places := set(self.upcard_place.values())) and len(places) > 1:
            raise BookError(f"{self.game}: dealer_face_up_card is none with one device only: write none for all, or for none")
        for feature in ("exchange", "instant win", "wild cards") if self.order or not self.has_upcard else ():
            if self.has(feature):
                shape = "its own order of hands" if self.order else "no card turned up"
                raise BookError(f"{self.game}: {feature!r} is not supported in a game with {shape}")
        for wager in self.wagers.values():
            if wager.cards == "upcard" and (not self.has_upcard or self.cards < 4):
                needs = "a dealer's card that is turned up, and four or five cards in a hand"
                raise BookError(f'{self.game}: [wager.{wager.name}] has cards = "upcard": that needs {needs}')
        for feature in ("exchange", "instant win", "wild cards") if self.wagers else ():
            if self.has(feature):
                raise BookError(f"{self.game}: {feature!r} is not supported in a game with [wager.{min(self.wagers)}]")
        tables = {"bet_odds": self.bet_odds}
        if self.has("exchange"):
            tables["bet_odds_after_exchange"] = self.bet_odds_after_exchange
        for name, rows in tables.items():
            if missing := [hand.label for hand in self._paid_hands() if hand not in rows]:
                raise BookError(f'{self.game}: {name} has no row for a {missing[0]}: write "{missing[0]}" = 1, or what it pays')

    def _paid_hands(self) -> list[Category]:
        """The kinds of hands that can beat a dealer who plays, so a pay table needs a row for each."""
        best = (14, 13, 12, 11, 9)[: self.cards]
        places = {kind: place for place, kind in enumerate(self.kinds)}
        every = [PlacedValue(category=kind, ranks=best, cards=(), place=places[kind]) for kind in self.kinds]
        return [hand.category for hand in every if self.qualifies(hand)]

    def report_lacks(self, table: Any, irregularity: Irregularity, report: Report) -> str:
        places = table.options.places
        if "box" in irregularity.asks and not 0 <= report.box <= places:
            return f"say which box it was: 1 to {places}, or the dealer"
        if "boxes" in irregularity.asks and not (report.boxes and all(1 <= box <= places for box in report.boxes)):
            return f"say which boxes they were: 1 to {places}"
        return ""

    def duty_for(self, name: str, said: Said, table: Any) -> Duty | Refused:
        """As for every table; and for a duty that needs a certain hand, whether the player has looked at one."""
        duty = super().duty_for(name, said, table)
        if isinstance(duty, Refused) or not duty.hands:
            return duty
        held = table.boxes[said.seat] if said.seat in table.wagered else None
        if held is None or not held.picked_up or held.choice not in ("", "bet"):
            return self.no("hand_not_held", "none", clauses=duty.clauses, seat=said.seat)
        if HIDDEN not in held.cards and self.value(held.cards).category.label not in duty.hands:
            return self.no("hand_not_held", "another", clauses=duty.clauses, seat=said.seat)
        return duty

    def usual_places(self, seats: int = 1) -> int:
        """As many places as a table usually has, or as these seats need, but not more than the book allows."""
        return min(max(seats, Options().places), self.most_places)

    def usual_options(self, seats: int = 1, **chosen: Any) -> Options:
        """The default options of a table: what the book prescribes, then what is usual."""
        device = "shuffler" if "shuffler" in self.upcard_place else next(iter(self.upcard_place))
        usual: dict[str, Any] = {"places": self.usual_places(seats), "device": device}
        usual |= {name: option.default for name, option in self.prescribed.items() if option.default is not None}
        return Options(**(usual | {"places": max(usual["places"], seats)} | chosen))

    def not_prescribed(self, options: Options) -> Refused | None:
        """The refusal of options that differ from what the book prescribes, with its clauses."""
        for name, option in self.prescribed.items() if not options.tournament else ():
            if wrong := option.wrong(name, getattr(options, name)):
                return Refused("options_not_allowed", wrong, option.clauses)
        return None

    def options_wrong(self, options: Options) -> str:
        """What the book does not allow in these options, in words; empty if all is well."""
        if (refusal := self.not_prescribed(options)) is not None:
            return refusal.reason
        if not 1 <= options.places <= self.most_places:
            return f"a table has 1 to {self.most_places} places, not {options.places}"
        if not 0 < options.minimum <= options.maximum:
            return "the minimum must be above zero and no more than the maximum"
        if options.unit <= 0 or options.chip <= 0 or options.maximum_payout < 0:
            return "unit and smallest chip must be above zero, the maximum payout zero or more"
        if in_chips := options.not_in_chips(options.minimum, options.maximum, options.unit):
            return in_chips
        strange = sorted(set(options.readings) - self.readings)
        known = ", ".join(sorted(self.readings)) or "none"
        no_option = options.jackpot < 0 or options.jackpot_option not in self.jackpot_options
        wrong = (
            (options.device not in self.upcard_place, f"{self.title} is not dealt from a {options.device}"),
            (options.extra_boxes and not self.has("more boxes"), f"{self.title} allows a player one box only"),
            (options.extra_hands_seen and self.extra_hands_blind, f"in {self.title} a player looks at one hand only"),
            (options.blind_bets and not self.has("blind bets"), f"{self.title} has no bets before the deal"),
            (options.jackpot and not self.has("jackpot"), f"{self.title} takes no jackpot wagers here"),
            (no_option, "a jackpot wager must cost something and be paid by an option that the book has"),
            (options.manual_jackpot and not self.has("manual jackpot"), f"{self.title} has no jackpot run by hand"),
            (options.tournament and not self.has("tournaments"), f"{self.title} has no tournaments here"),
            (
                options.tournament and (options.jackpot or options.maximum_payout),
                "at a table of a tournament there are no jackpot wagers and no maximum payout",
            ),
            (strange, f"there is no reading {''.join(strange[:1])!r} of this book; there are {known}"),
        )
        return next((says for so, says in wrong if so), "")
