"""The state of one table: seats, boxes, cards and money, folded from its events. Long, because it is all one state."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from croupier.kernel.accounts import FLOAT, Account, account, in_tokens, purse_of, stack_of, withheld_of
from croupier.kernel.cards import HIDDEN, Card, Faces, faces, renamed
from croupier.kernel.drawing import cards_html, table_html
from croupier.kernel.duties import Effect
from croupier.kernel.events import Event
from croupier.kernel.incidents import EVERYBODY, NOBODY, Question, WinningsWithheld
from croupier.kernel.money import left_of, post
from croupier.stud.rules import Options

DEALER = 0
"""The dealer's own place among the boxes; players' boxes count from 1 at the dealer's left."""

Phase = Literal["wagers", "dealing", "deciding", "settling", "prizes", "closed"]
Choice = Literal["", "bet", "fold", "void", "conceded", "instant"]
Done = Literal["bet", "fold", "conceded"]
"""What a player may have done with a hand, as a dealer records it."""


@cache
def ante_of(box: int) -> Account:
    return account("ante", box)


@cache
def bet_of(box: int) -> Account:
    return account("bet", box)


@cache
def exchange_of(box: int) -> Account:
    """The price of a changed card, until the round is over."""
    return account("exchange", box)


@cache
def jackpot_of(box: int) -> Account:
    """The jackpot wager of a box, until it is decided."""
    return account("jackpot", box)


@cache
def tokens_of(seat: int) -> Account:
    """A player's promotional tokens."""
    return in_tokens(stack_of(seat))


@cache
def wager_of(name: str, box: int) -> Account:
    """A side wager on a box, until it is decided."""
    return account(f"wager.{name}", box)


METER = account("meter")
"""What this table has taken for the prize meter, minus what it has paid out for it."""

VOUCHERS = in_tokens(account("vouchers"))
"""Promotional vouchers that were exchanged for tokens."""


class Box(msgspec.Struct, frozen=True, gc=False):
    """One betting area in this round: whose wager, which cards, what was decided.

    `collected` is what the house took of a hand that is out, in case it must be returned, and `collected_tokens` the
    part of it in promotional tokens. `blind` marks a bet made before the deal, `given_up` the card that was changed for
    another. `had_bet` is true of a hand that is out of the game after it had bet. `paid_early` is what moved when the hand
    was settled before the others, in case that must be undone. `own` marks a hand that counts as that of its player's seat.
    `exposed` is how many of its cards were seen by mistake, besides the dealer's up card, `bet_lay` the bet that was there
    when the hand was conceded, `bet_lay_tokens` what of it was tokens. `taken` is what moved when it was given up.
    `changed_at` is the place of the card that replaced the one in `given_up`, `wagers` names the side wagers.
    """

    seat: int = 0
    cards: tuple[Card, ...] = ()
    picked_up: bool = False
    choice: Choice = ""
    shown: bool = False
    blind: bool = False
    given_up: tuple[Card, ...] = ()
    collected: int = 0
    collected_tokens: int = 0
    had_bet: bool = False
    paid_early: dict[Account, int] = {}
    own: bool = False
    exposed: int = 0
    bet_lay: int = 0
    bet_lay_tokens: int = 0
    taken: dict[Account, int] = {}
    changed_at: int = 0
    wagers: tuple[str, ...] = ()

    @property
    def void(self) -> bool:
        """Whether the hand is out and its wagers are returned; those of a forfeited hand are not."""
        return self.choice == "void" and not self.collected


class Sign(msgspec.Struct, frozen=True):
    """A notice on the table: what it announces, since when it is up (seconds), and from when it applies.

    `round` is the first round played under it. Signs for different amounts are up side by side.
    """

    says: str
    amount: int
    shown: int
    due: int
    round: int

    @property
    def about(self) -> tuple[str, int]:
        return self.says, self.amount


class Parted(msgspec.Struct, frozen=True):
    """People who may not play at one table together, in order of precedence: the first who sits here plays."""

    people: tuple[str, ...]
    clauses: tuple[str, ...]

    def keeps_out(self, person: str, seated: Collection[str]) -> bool:
        """Whether one of these people with precedence over that person sits at the table."""
        return person in self.people and any(other in seated for other in self.people[: self.people.index(person)])

    def without(self, person: str) -> Parted:
        """A person who has left the table comes after those who stayed."""
        if person not in self.people:
            return self
        return replace(self, people=(*(partner for partner in self.people if partner != person), person))


class Decided(msgspec.Struct, frozen=True):
    """A decided dispute: by whom, what it was about, in which round, and whether that is final.

    `claimed` is the sum that was claimed.
    """

    by: str
    about: str
    round: int
    final: bool = False
    claimed: int = 0

    @property
    def matter(self) -> tuple[int, str]:
        """What distinguishes one dispute of a person from another."""
        return self.round, self.about


EMPTY = Box()


class Fared(msgspec.Struct, frozen=True, gc=False):
    """A person's result in a round, in cents of chips; with `held`, winnings that were held back."""

    round: int
    net: int
    held: bool = False


class Hold(msgspec.Struct, frozen=True):
    """Winnings of this round that are held back: where `to`, by which clauses, how much is `left` to hold as it is paid, and
    the boxes whose `prizes` are held.
    """

    to: Account
    clauses: tuple[str, ...]
    left: int = 0
    prizes: tuple[int, ...] = ()


ROUNDS_APART = 50
"""How many rounds with a win or loss are kept separately."""


class State(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Everything about a table that its next decision depends on. `boxes[0]` is the dealer's hand.

    `seen` are cards of the dealer's that are face up by mistake, besides the up card.
    `people` says who sits where. What a person was `told`, who is `excluded`, who were `parted` and whose `disputes` were
    decided is kept by person, whatever the seat. `dealt` says when each box got its first and last card, in seconds.
    `source` is where the order of the deck comes from, `committed` the commitment to the one that is shuffled next,
    `counted` the round before which the cards were last counted. `limits` are those of single persons; those in `kept` have
    a marker for the minimum they had before a change. The people in `first` decide before the others pick up
    their cards. `metered` is true if a prize meter serves the table and says when and how much a prize is paid.
    `registered` are the boxes in the jackpot game, `cancelled` those whose wager was in a cancelled one, `unchecked`
    those whose hands the table waits for, `checked` those whose jackpot wager this round has decided, `prizes` the hands that
    have yet to be paid; `jackpot_seats` says who placed the wager that is on a box, or was there last, and `dark` where
    the equipment did not register it. `settled` is what the settlement has moved so far, in case it must be undone,
    `results` each person's results here, in order of time, and `holds` from whom winnings of this round are held
    back. `idle` is how many rounds in a row each person has sat out. `stated` is what a
    dealer has said that boxes are paid.
    """

    options: Options = Options()
    edition: str = ""
    phase: Phase = "wagers"
    round: int = 1
    people: dict[int, str] = {}
    boxes: tuple[Box, ...] = (EMPTY,)
    shuffled: bool = False
    cut: bool = False
    committed: str = ""
    deck: tuple[Card, ...] = ()
    source: str = "live"
    dealt: dict[int, tuple[int, int]] = {}
    upcard: int | None = None
    revealed: bool = False
    colour: str = "blue"
    discards: tuple[Card, ...] = ()
    exposed: int = 0
    seen: tuple[Card, ...] = ()
    told: tuple[tuple[str, str], ...] = ()
    question: Question | None = None
    retracting: tuple[int, ...] = ()
    retraction_clauses: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    counted: int = 0
    signs: tuple[Sign, ...] = ()
    limits: dict[str, tuple[int, int]] = {}
    kept: tuple[str, ...] = ()
    first: tuple[str, ...] = ()
    first_clauses: tuple[str, ...] = ()
    idle: dict[str, int] = {}
    excluded: tuple[str, ...] = ()
    parted: tuple[Parted, ...] = ()
    disputes: dict[str, tuple[Decided, ...]] = {}
    metered: bool = False
    jackpot_seats: dict[int, int] = {}
    dark: tuple[int, ...] = ()
    registered: tuple[int, ...] = ()
    cancelled: tuple[int, ...] = ()
    unchecked: tuple[int, ...] = ()
    checked: tuple[int, ...] = ()
    prizes: dict[int, str] = {}
    settled: tuple[dict[Account, int], ...] = ()
    results: dict[str, tuple[Fared, ...]] = {}
    holds: dict[str, Hold] = {}
    stated: dict[int, int] = {}
    money: dict[Account, int] = {}

    def _lie(self) -> list[tuple[str, tuple[Card, ...]]]:
        return [(f"box {n}" if n else "dealer", box.cards) for n, box in enumerate(self.boxes) if box.cards]

    def __repr__(self) -> str:
        cards = [f"{where} {faces(lie)}" for where, lie in self._lie()]
        return f"<State of round {self.round}, {self.phase}: {'; '.join(cards) or 'no cards'}>"

    def _repr_html_(self) -> str:
        return table_html(f"Round {self.round}, {self.phase}", [(where, cards_html(lie)) for where, lie in self._lie()])

    def ante(self, box: int) -> int:
        return self.lies_on(ante_of(box))

    def bet(self, box: int) -> int:
        return self.lies_on(bet_of(box))

    def lies_on(self, spot: Account) -> int:
        """What is on a spot, chips and tokens."""
        money = self.money
        return money.get(spot, 0) + money.get(in_tokens(spot), 0)

    def tokens_on(self, spot: Account) -> int:
        """The promotional tokens in what is on a spot."""
        return self.money.get(in_tokens(spot), 0)

    def jackpot(self, box: int) -> int:
        return self.money.get(jackpot_of(box), 0)

    def lies_in_play(self, box: int) -> bool:
        """Whether a box has a wager that this round decides."""
        in_game = self.jackpot(box) and box in self.registered
        return bool(in_game or self.ante(box) or self.bet(box) or self.exchange(box) or self.side_wagers(box))

    def side_wagers(self, box: int) -> dict[str, int]:
        """What is on a box for each side wager."""
        return {name: on for name in self.boxes[box].wagers if (on := self.money.get(wager_of(name, box), 0))}

    def stack(self, seat: int) -> int:
        return self.money.get(stack_of(seat), 0)

    def exchange(self, box: int) -> int:
        return self.money.get(exchange_of(box), 0)

    def tokens(self, seat: int) -> int:
        return self.money.get(tokens_of(seat), 0)

    @property
    def round_begun(self) -> bool:
        """Whether the first card of the round is dealt."""
        return self.phase not in ("wagers", "closed") and any(box.cards for box in self.boxes)

    def keeps_out(self, person: str) -> bool:
        """Whether a person takes no further part here, for good or because of others who sit at the table."""
        seated = self.people.values()
        return person in self.excluded or any(parted.keeps_out(person, seated) for parted in self.parted)

    @property
    def round_at_issue(self) -> int:
        """The current round, or between rounds the one before: a dispute then is about that."""
        return self.round - (self.phase in ("wagers", "closed"))

    @property
    def own_boxes(self) -> dict[int, int]:
        """By seat, the boxes that were deemed to be their players' own in this round."""
        return {box.seat: number for number, box in reversed([*enumerate(self.boxes)]) if box.own}

    def own_box(self, seat: int) -> int:
        """The box whose hand a player looks at in this round: the seat's, unless another was deemed to be it."""
        return self.own_boxes.get(seat, seat)

    def sign(self, says: str, amount: int = 0) -> Sign | None:
        """The sign that announces this, if one is up."""
        return next((sign for sign in self.signs if sign.about == (says, amount)), None)

    def limits_of(self, seat: int) -> tuple[int, int]:
        """The least and greatest ante of a player: those on the sign, or the player's own."""
        own = self.limits.get(self.person_at(seat)) if self.limits else None
        return own or (self.options.minimum, self.options.maximum)

    def ante_in_play(self, box: int) -> int:
        """The part of the ante that plays: a wager above the maximum plays to the maximum."""
        return min(self.ante(box), self.limits_of(self.boxes[box].seat)[1])

    def fared(self, person: str, net: int, *, held: bool = False) -> State:
        """The table after a person's win or loss in this round, or after winnings were held back."""
        return replace(self, results=self.results_with(person, net, held=held)) if net and person else self

    def results_with(self, person: str, net: int, *, held: bool = False) -> dict[str, tuple[Fared, ...]]:
        """Everyone's results after a person's win or loss in this round, or after winnings were held back."""
        if not net or not person:
            return self.results
        results = self.results.get(person, ())
        if results and (last := results[-1]).round == self.round and last.held == held:
            results, net = results[:-1], last.net + net
        elif len(results) >= ROUNDS_APART:
            first, second = results[:2]
            results = (Fared(second.round, left_of((first.net, second.net))), *results[2:])
        return {**self.results, person: results + (Fared(self.round, net, held),)}  # noqa: RUF005 - one copy, not two

    def won(self, person: str, rounds: int = 0) -> int:
        """What a person has won here, in all or in the last so many rounds including this one, and has neither lost again
        since nor had held back.
        """
        first = self.round - rounds + 1 if rounds > 0 else 0
        return left_of(result.net for result in self.results.get(person, ()) if result.round >= first)

    def held_in_round(self, person: str) -> int:
        """What was held back from a person in this round."""
        return -sum(result.net for result in self.results.get(person, ()) if result.held and result.round == self.round)

    def reckoned(self) -> State:
        """The table with this round's results as they are before a settlement: what was paid early, minus what
        the house has taken. Held-back winnings count only if they were won in either case.
        """
        so_far: dict[str, int] = {}
        for box in self.boxes:
            if box.seat and (person := self.person_at(box.seat)):
                taken = box.collected - box.collected_tokens + box.paid_early.get(FLOAT, 0)
                so_far[person] = so_far.get(person, 0) - taken
        after = replace(
            self,
            results={who: tuple(past for past in results if past.round != self.round) for who, results in self.results.items()},
        )
        for person in {**self.results, **so_far}:
            after = after.fared(person, so_far.get(person, 0))
            held = min(self.held_in_round(person), after.won(person))
            after = after.fared(person, -held, held=True)
        return after

    def was_told(self, person: str, about: str) -> bool:
        return (person, about) in self.told

    @property
    def seats(self) -> tuple[int, ...]:
        """The occupied places."""
        return tuple(self.people)

    def person_at(self, seat: int) -> str:
        """Who sits there, or nobody."""
        return self.people.get(seat, "")

    def seat_of(self, person: str) -> int:
        """Where a person sits, or 0."""
        for seat, sitting in self.people.items():  # runs with every command of the house: twice as fast as `next`
            if sitting == person:
                return seat
        return 0

    @property
    def at_rest(self) -> bool:
        """Whether no round is in play: betting is open, nobody has wagered, no ruling is pending."""
        return self.phase in ("wagers", "closed") and not self.wagered and not self.shuffled and self.question is None

    @property
    def jackpots(self) -> dict[int, int]:
        """The boxes with a jackpot wager, and whose it is."""
        return {box: seat for box, seat in sorted(self.jackpot_seats.items()) if self.jackpot(box)}

    @property
    def lights(self) -> tuple[int, ...]:
        """The boxes whose jackpot wager the equipment shows as registered; a manual jackpot has no lights."""
        return tuple(box for box in self.jackpots if box not in self.dark and not self.options.manual_jackpot)

    @property
    def dealer(self) -> Box:
        return self.boxes[DEALER]

    @property
    def wagered(self) -> tuple[int, ...]:
        """The boxes with a wager in this round, from the dealer's left."""
        return tuple([number for number, box in enumerate(self.boxes) if box.seat])

    @property
    def betting(self) -> tuple[int, ...]:
        """The boxes still in the game, from the dealer's left."""
        return tuple([number for number, box in enumerate(self.boxes) if box.choice == "bet"])

    @property
    def folded(self) -> tuple[int, ...]:
        return tuple([number for number, box in enumerate(self.boxes) if box.choice == "fold"])

    @property
    def given_up(self) -> tuple[int, ...]:
        """The boxes whose players have folded, or conceded after the dealer's hand was shown."""
        return tuple([number for number, box in enumerate(self.boxes) if box.choice in ("fold", "conceded")])

    @property
    def undecided(self) -> tuple[int, ...]:
        return tuple([number for number, box in enumerate(self.boxes) if box.seat and not box.choice])

    def is_own(self, number: int) -> bool:
        """Whether a hand is the one that its player may look at: the seat's, or one that counts as such."""
        return self.own_box(self.boxes[number].seat) == number

    @property
    def upcard_face(self) -> Card | None:
        return None if self.upcard is None else self.dealer.cards[self.upcard]

    def known_cards(self) -> set[Card]:
        """Every card of this round whose face is on record, on a box or given up."""
        return {card for box in self.boxes for card in (*box.cards, *box.given_up) if card is not HIDDEN}

    def faces_in_play(self) -> dict[Card, int]:
        """Every card of this round whose face is on record, with who sees it: the player who has looked at it, nobody, or
        everyone if it is face up.
        """
        faces: dict[Card, int] = {}
        for box in self.boxes:
            holder = EVERYBODY if box.shown else box.seat if box.picked_up else NOBODY
            faces |= dict.fromkeys(box.given_up, box.seat) | dict.fromkeys(box.cards, holder)
        faces |= dict.fromkeys(self.seen, EVERYBODY)
        if (face := self.upcard_face) is not None:
            faces[face] = EVERYBODY
        faces.pop(HIDDEN, None)
        return faces

    def with_box(self, number: int, box: Box) -> tuple[Box, ...]:
        boxes = [*self.boxes]
        boxes[number] = box
        return tuple(boxes)

    def with_hand(self, number: int, **changes: Any) -> State:
        """The table with a change to one box."""
        return replace(self, boxes=self.with_box(number, replace(self.boxes[number], **changes)))

    def moved(self, postings: dict[Account, int]) -> State:
        return replace(self, money=post(self.money, postings))

    def after(self, events: Iterable[Event]) -> State:
        """The table after these events."""
        table = self
        for event in events:
            table = event.apply(table).moved(event.postings)
        return table

    # changes by events that all tables share

    def reported(self, at: int) -> State:
        return self

    def asked(self, question: Question) -> State:
        return replace(self, question=question)

    def ruled(self, at: int) -> State:
        return replace(self, question=None)

    def did(self, duty: str, effect: Effect, opening: tuple[str, ...]) -> State:
        done = tuple(name for name in self.done if name not in opening)
        done = done if duty in done else (*done, duty)
        if effect == "cards counted":
            return replace(self, done=done, counted=self.round)
        if effect in ("reshuffle", "new cards"):
            return replace(self, done=done, shuffled=False, cut=False, deck=())
        return replace(self, done=done)

    def excluding(self, person: str) -> State:
        return replace(self, excluded=tuple(sorted({*self.excluded, person})))

    def withholding(self, held: WinningsWithheld) -> State:
        to = FLOAT if FLOAT in held.postings else withheld_of(held.person)
        hold = Hold(to, held.clauses, held.left, held.prizes)
        return replace(self.fared(held.person, -held.amount, held=True), holds={**self.holds, held.person: hold})

    def releasing(self, person: str, paid: bool) -> State:
        """Held-back winnings that are paid after all belong to the person, whatever happens to the round; what
        the house keeps, it keeps, even if the round is settled again.
        """
        if not paid:
            kept = {person: replace(self.holds[person], to=FLOAT)} if person in self.holds else {}
            return replace(self, holds={**self.holds, **kept})
        with_them = tuple(replace(result, held=False) for result in self.results.get(person, ()))
        return replace(
            self,
            results={**self.results, person: with_them} if with_them else self.results,
            holds={who: hold for who, hold in self.holds.items() if who != person},
        )

    def holds_again(self, undone: State) -> dict[str, Hold]:
        """What is held back once winnings are undone with a settlement: as much as comes back is still to be held."""
        return {
            who: replace(hold, left=hold.left + self.held_in_round(who) - undone.held_in_round(who))
            for who, hold in self.holds.items()
        }

    def paid_to(self, person: str) -> Account:
        """Where a person is paid: at the table, or in hand if they have left it."""
        seat = self.seat_of(person)
        return stack_of(seat) if seat else purse_of(person)

    def adopting(self, edition: str) -> State:
        return replace(self, edition=edition)

    def committed_to(self, root: str) -> State:
        return replace(self, committed=root)

    def with_faces(self, other: Faces) -> State:
        boxes = tuple(replace(box, cards=renamed(box.cards, other), given_up=renamed(box.given_up, other)) for box in self.boxes)
        return replace(self, boxes=boxes, discards=renamed(self.discards, other), seen=renamed(self.seen, other))
