"""Everything that can happen at a stud table: what it changes, and who may see it."""

from typing import Literal, Self

from msgspec.structs import replace

from croupier.kernel.accounts import FLOAT
from croupier.kernel.actors import Viewer
from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.events import Event, OfBox, OfSeat, Public, Source
from croupier.kernel.money import together
from croupier.stud.commands import Money
from croupier.stud.rules import Options
from croupier.stud.state import DEALER, EMPTY, Box, Choice, State, bet_of

Result = Literal["win", "lose", "stand-off", "void"]


def face_down(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return (HIDDEN,) * len(cards)


def out(table: State, number: int, choice: Choice) -> State:
    """The table with a box's hand out of play and its cards on the discard rack."""
    box = table.boxes[number]
    rack = table.discards if box.choice in ("fold", "void") else (*box.cards, *table.discards)
    nothing = {"collected": 0, "collected_tokens": 0, "paid_early": {}, "taken": {}}
    return replace(
        table.with_hand(number, choice=choice, had_bet=box.choice == "bet", **nothing),
        discards=rack,
        retracting=tuple(waiting for waiting in table.retracting if waiting != number),
    )


def next_round(table: State) -> State:
    """The table cleared for the next round."""
    return replace(
        table,
        phase="wagers",
        round=table.round + 1,
        boxes=(EMPTY,) * len(table.boxes),
        shuffled=False,
        cut=False,
        committed="",
        deck=(),
        upcard=None,
        revealed=False,
        discards=(),
        exposed=0,
        seen=(),
        question=None,
        retracting=(),
        unchecked=(),
        checked=(),
        prizes={},
        settled=(),
        holds={},
        stated={},
    )


class TableOpened(Public, frozen=True, kw_only=True):
    """The first event: which game by which edition of its book, and what the signs say."""

    game: str
    edition: str
    options: Options

    def apply(self, table: State) -> State:
        boxes = (EMPTY,) * (self.options.places + 1)
        return replace(table, edition=self.edition, options=self.options, boxes=boxes)


class SeatTaken(OfSeat, frozen=True, kw_only=True):
    """A person sits down. A round already in progress does not count as sat out."""

    person: str

    def apply(self, table: State) -> State:
        idle, before = table.idle, table.idle.get(self.person, 0)
        if table.phase != "wagers":
            idle = {**idle, self.person: before - 1}
        return replace(table, people=dict(sorted({**table.people, self.seat: self.person}.items())), idle=idle)


class SeatLeft(OfSeat, frozen=True, kw_only=True):
    """A player leaves. A marker for a kept minimum goes; limits agreed with the person stay with the person.

    A player who only `moves` to another seat does not leave the table.
    """

    person: str
    moves: bool = False

    def apply(self, table: State) -> State:
        table = replace(table, people={seat: person for seat, person in table.people.items() if seat != self.seat})
        if self.moves:
            return table
        return replace(
            table,
            limits={who: own for who, own in table.limits.items() if who != self.person or who not in table.kept},
            kept=tuple(who for who in table.kept if who != self.person),
            parted=tuple(parted.without(self.person) for parted in table.parted),
        )


class ChipsBought(OfSeat, frozen=True, kw_only=True):
    """Cash, a voucher or tokens are exchanged for chips at the table."""

    amount: int
    using: Money = "cash"


class TokensTaken(OfSeat, frozen=True, kw_only=True):
    """A promotional voucher is exchanged for tokens, which may be wagered like chips."""

    amount: int


class CardsShuffled(Event, frozen=True, kw_only=True):
    """A deck in its new order, with the colour of its backs. Nobody sees the order while the round is in play."""

    deck: tuple[Card, ...]
    colour: str = "blue"
    source: Source = "live"

    def seen_by(self, viewer: Viewer) -> Self:
        return replace(self, deck=face_down(self.deck))

    def apply(self, table: State) -> State:
        return replace(table, shuffled=True, cut=False, committed="", deck=self.deck, colour=self.colour, source=self.source)


class CardsCut(Public, frozen=True, kw_only=True):
    """The cards above the cut go below the others; everyone sees where it was cut, but not the cards."""

    place: int

    def apply(self, table: State) -> State:
        return replace(table, cut=True, deck=table.deck[self.place :] + table.deck[: self.place])


class AntePlaced(OfBox, frozen=True, kw_only=True):
    seat: int
    amount: int
    tokens: int = 0

    def apply(self, table: State) -> State:
        return replace(table, boxes=table.with_box(self.box, Box(seat=self.seat)))


class AnteTakenBack(OfBox, frozen=True, kw_only=True):
    def apply(self, table: State) -> State:
        return replace(table, boxes=table.with_box(self.box, EMPTY))


class AnteMadeUp(OfBox, frozen=True, kw_only=True):
    """An ante found below the minimum is raised by `amount`."""

    amount: int


class WagerPlaced(OfBox, frozen=True, kw_only=True):
    """A side wager is placed beside the ante of a box."""

    seat: int
    wager: str
    amount: int

    def apply(self, table: State) -> State:
        return table.with_hand(self.box, wagers=(*table.boxes[self.box].wagers, self.wager))


class WagerTakenBack(OfBox, frozen=True, kw_only=True):
    wager: str

    def apply(self, table: State) -> State:
        return table.with_hand(self.box, wagers=tuple(name for name in table.boxes[self.box].wagers if name != self.wager))


class PlayerTold(Public, frozen=True, kw_only=True):
    """Advice that the book requires, recorded so that it counts next time."""

    seat: int = 0
    person: str
    about: str
    advice: str

    def apply(self, table: State) -> State:
        return replace(table, told=tuple(sorted({*table.told, (self.person, self.about)})))


class NoMoreBetsCalled(Public, frozen=True, kw_only=True):
    def apply(self, table: State) -> State:
        return replace(table, phase="dealing", dealt={})


class CardsDealt(Event, frozen=True, kw_only=True):
    """Cards to some boxes, face down: nobody may look before the dealer says so. `at` is when, in seconds."""

    hands: dict[int, tuple[Card, ...]]
    at: int = 0

    def seen_by(self, viewer: Viewer) -> Self:
        return replace(self, hands={box: face_down(cards) for box, cards in self.hands.items()})

    def apply(self, table: State) -> State:
        boxes, used, dealt = list(table.boxes), 0, dict(table.dealt)
        for number, cards in self.hands.items():
            boxes[number] = replace(boxes[number], cards=boxes[number].cards + cards)
            used += len(cards)
            if self.at:
                dealt[number] = (dealt.get(number, (self.at, 0))[0], self.at)
        return replace(table, boxes=tuple(boxes), deck=table.deck[used:], dealt=dealt)


class CardTurnedUp(Public, frozen=True, kw_only=True):
    """One of the dealer's cards, for all to see."""

    place: int
    card: Card

    def apply(self, table: State) -> State:
        cards = table.dealer.cards
        cards = (*cards[: self.place], self.card, *cards[self.place + 1 :])
        return replace(table.with_hand(DEALER, cards=cards), upcard=self.place)


class BetOrFoldCalled(Public, frozen=True, kw_only=True):
    def apply(self, table: State) -> State:
        return replace(table, phase="deciding")


class HandPickedUp(Event, frozen=True, kw_only=True):
    """A player looks at the hand; nobody else sees it."""

    box: int
    seat: int
    cards: tuple[Card, ...]

    def seen_by(self, viewer: Viewer) -> Self:
        return self if viewer.seat == self.seat else replace(self, cards=face_down(self.cards))

    def apply(self, table: State) -> State:
        return table.with_hand(self.box, cards=self.cards, picked_up=True)


class HandStaysBlind(OfBox, frozen=True, kw_only=True):
    """A player's further hand, or one with a binding blind bet; nobody looks at it before it is settled."""


class BetPlaced(OfBox, frozen=True, kw_only=True):
    """A bet of twice the ante; a blind one is made before the deal."""

    amount: int
    tokens: int = 0
    blind: bool = False

    def apply(self, table: State) -> State:
        return table.with_hand(self.box, choice="bet", blind=self.blind)


class BetTakenBack(OfBox, frozen=True, kw_only=True):
    """A bet made before the deal is returned, and the hand is to be decided like any other."""

    def apply(self, table: State) -> State:
        return table.with_hand(self.box, choice="", blind=False)


class CardChanged(Event, frozen=True, kw_only=True):
    """One card of the hand given up for the next of the deck; only the player sees them."""

    box: int
    seat: int
    place: int
    old: Card
    new: Card

    def seen_by(self, viewer: Viewer) -> Self:
        return self if viewer.seat == self.seat else replace(self, old=HIDDEN, new=HIDDEN)

    def apply(self, table: State) -> State:
        box = table.boxes[self.box]
        cards = (*box.cards[: self.place], self.new, *box.cards[self.place + 1 :])
        changed = table.with_hand(self.box, cards=cards, given_up=(self.old,), changed_at=self.place)
        return replace(changed, deck=table.deck[1:])


class HandFolded(OfBox, frozen=True, kw_only=True):
    """The ante is collected; the cards stay face down, are counted and go to the discard rack. Nothing can be taken back."""

    counted: int
    collected: int
    tokens: int = 0

    def apply(self, table: State) -> State:
        box = table.boxes[self.box]
        return replace(
            table,
            results=table.results_with(table.person_at(box.seat), self.tokens - self.collected),
            boxes=table.with_box(
                self.box, replace(box, choice="fold", collected=self.collected, collected_tokens=self.tokens, taken=self.postings)
            ),
            discards=(*box.cards, *table.discards),
            retracting=tuple(waiting for waiting in table.retracting if waiting != self.box),
        )


class HandConceded(OfBox, frozen=True, kw_only=True):
    """A player gives up after seeing the dealer's hand: the wagers are collected and the hand does not come back."""

    counted: int
    collected: int
    tokens: int = 0
    bet_lay: int = 0
    bet_lay_tokens: int = 0

    def apply(self, table: State) -> State:
        after = out(table, self.box, "conceded")
        return after.with_hand(
            self.box,
            collected=self.collected,
            collected_tokens=self.tokens,
            bet_lay=self.bet_lay,
            bet_lay_tokens=self.bet_lay_tokens,
            taken=self.postings,
        ).reckoned()


class InstantWinTaken(OfBox, frozen=True, kw_only=True):
    """A strong hand is paid immediately, without waiting for the dealer's hand."""

    cards: tuple[Card, ...]
    hand: str

    def apply(self, table: State) -> State:
        return table.with_hand(self.box, cards=self.cards, shown=True, choice="instant")


class InstantWinUndone(OfBox, frozen=True, kw_only=True):
    """An immediate payment is taken back: the hand's wagers are where they were. It stands as it had bet, or is decided again."""

    def apply(self, table: State) -> State:
        box = table.boxes[self.box]
        again: Choice = "bet" if box.paid_early.get(bet_of(self.box)) else ""
        before = table.with_hand(self.box, choice=again, paid_early={}).reckoned()
        return replace(before, holds=table.holds_again(before))


class DealerRevealed(Public, frozen=True, kw_only=True):
    cards: tuple[Card, ...]
    hand: str
    qualifies: bool

    def apply(self, table: State) -> State:
        return replace(table.with_hand(DEALER, cards=self.cards, shown=True), phase="settling", revealed=True)


class HandShown(OfBox, frozen=True, kw_only=True):
    """A player's hand, turned up for comparison, at its best value, and at its value for a jackpot if that differs."""

    cards: tuple[Card, ...]
    hand: str
    jackpot_hand: str = ""

    def apply(self, table: State) -> State:
        return table.with_hand(self.box, cards=self.cards, shown=True)


class WagerSettled(OfBox, frozen=True, kw_only=True):
    """One wager decided: `pays` is what the house adds to a winning wager, `returned` the part of the stake that goes back.

    `plays` is the part of a winning wager that is paid at the odds, if that is not all of it.
    """

    wager: str
    result: Result
    stake: int
    pays: int = 0
    returned: int = 0
    odds: str = ""
    plays: int = -1

    def apply(self, table: State) -> State:
        box = table.boxes[self.box]
        results = table.results_with(table.person_at(box.seat), -self.postings.get(FLOAT, 0))
        if box.choice == "instant":  # paid before the round was settled; undoing the settlement leaves it
            early = together(box.paid_early, self.postings)
            return replace(table.with_hand(self.box, paid_early=early), results=results)
        return replace(table, results=results, settled=(*table.settled, self.postings))


class SettlementUndone(Public, frozen=True, kw_only=True):
    """The settlement is undone while its prizes wait: all wagers are where they were, to be settled again or void.

    `boxes` are those whose jackpot wagers had been decided.
    """

    boxes: tuple[int, ...]

    def apply(self, table: State) -> State:
        before = table.reckoned()
        return replace(
            before,
            phase="settling" if table.revealed else "deciding",
            registered=tuple(sorted({*table.registered, *self.boxes})),
            unchecked=(),
            checked=(),
            prizes={},
            settled=(),
            holds=table.holds_again(before),
        )


class CardsCollected(OfBox, frozen=True, kw_only=True):
    counted: int


class RoundEnded(Public, frozen=True, kw_only=True):
    """The table is clear and betting opens for the next round.

    Only a round at a full table counts against players who sat it out, unless `idle_counts` says that any round does.
    """

    round: int
    idle_counts: bool = False

    def apply(self, table: State) -> State:
        wagered = {box.seat for box in table.boxes}
        counts = self.idle_counts or len(table.seats) == table.options.places
        idle = {who: table.idle.get(who, 0) + 1 for seat, who in table.people.items() if counts and seat not in wagered}
        return replace(next_round(table), idle=idle)
