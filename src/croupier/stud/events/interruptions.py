"""Events when something goes wrong at the table, or when someone in charge decides something. There are many."""

from typing import Self

from msgspec.structs import replace

from croupier.kernel.accounts import FLOAT, in_tokens
from croupier.kernel.actors import Viewer
from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.events import HousePractice, OfBox, Public
from croupier.kernel.money import together
from croupier.stud.events.round import next_round, out
from croupier.stud.rules import Device
from croupier.stud.state import DEALER, EMPTY, Box, Choice, Decided, Done, Parted, Sign, State


class PeopleNotified(Public, frozen=True, kw_only=True):
    """The people whom the book wants notified immediately."""

    who: tuple[str, ...]
    of: str


class CardTurnedBack(OfBox, frozen=True, kw_only=True):
    """A card exposed by mistake is turned face down again and the deal goes on; it counts towards a misdeal."""

    exposed: int

    def apply(self, table: State) -> State:
        more = table.boxes[self.box].exposed + self.exposed - table.exposed
        return replace(table.with_hand(self.box, exposed=more), exposed=self.exposed)


class ExposedCardStays(Public, frozen=True, kw_only=True):
    """A dealer's card exposed by mistake becomes the up card; no other is turned."""

    place: int
    card: Card
    exposed: int

    def apply(self, table: State) -> State:
        cards = table.dealer.cards
        cards = (*cards[: self.place], self.card, *cards[self.place + 1 :])
        return replace(table.with_hand(DEALER, cards=cards), upcard=self.place, exposed=self.exposed)


class DealerCardSeen(Public, frozen=True, kw_only=True):
    """Another of the dealer's cards is face up by mistake; the players' up card stays the same."""

    place: int
    card: Card
    exposed: int

    def apply(self, table: State) -> State:
        cards = table.dealer.cards
        cards = (*cards[: self.place], self.card, *cards[self.place + 1 :])
        after = table.with_hand(DEALER, cards=cards, exposed=table.dealer.exposed + 1)
        return replace(after, exposed=self.exposed, seen=(*table.seen, self.card))


class CardsCounted(Public, frozen=True, kw_only=True):
    """The deck in use is counted."""

    count: int

    def apply(self, table: State) -> State:
        return replace(table, counted=table.round)


class RoundVoided(Public, frozen=True, kw_only=True):
    """A misdeal or a void round: every wager of the round is returned, and betting opens for the next round.

    A void round is not one of the hands that a notice of closing promises, and nobody sat it out; but a player who
    wagered in it has not sat out either.
    """

    round: int
    why: str

    def apply(self, table: State) -> State:
        signs = tuple(replace(sign, round=sign.round + 1) if sign.round <= table.round else sign for sign in table.signs)
        wagered = {table.person_at(box.seat) for box in table.boxes}
        idle = {person: max(rounds, 0) for person, rounds in table.idle.items() if person not in wagered}
        nothing = replace(table, boxes=(EMPTY,) * len(table.boxes)).reckoned()
        return replace(next_round(nothing), signs=signs, idle=idle)


class HandVoided(OfBox, frozen=True, kw_only=True):
    """One hand is void: its wagers are returned and its cards go to the discard rack."""

    why: str

    def apply(self, table: State) -> State:
        return out(table, self.box, "void").reckoned()


class WagersForfeited(OfBox, frozen=True, kw_only=True):
    """One hand loses its wagers by a ruling or a rule, whatever its cards; a void round returns them."""

    why: str

    def apply(self, table: State) -> State:
        after = out(table, self.box, "void")
        chips, tokens = self.postings.get(FLOAT, 0), self.postings.get(in_tokens(FLOAT), 0)
        return after.with_hand(self.box, collected=chips + tokens, collected_tokens=tokens).reckoned()


class CardsBurnt(OfBox, frozen=True, kw_only=True):
    """Cards dealt to a box without a wager are taken away unseen."""

    counted: int

    def apply(self, table: State) -> State:
        boxes = table.boxes
        if 0 < self.box < len(boxes) and not boxes[self.box].seat:
            boxes = table.with_box(self.box, EMPTY)
        return replace(table, boxes=boxes)


class DealerHandVoided(Public, frozen=True, kw_only=True):
    """The dealer's hand is void; the events around this one say what happens to the wagers. Nobody has to choose any more."""

    def apply(self, table: State) -> State:
        return replace(table.with_hand(DEALER, choice="void"), retracting=())


class AnteReinstated(OfBox, frozen=True, kw_only=True):
    """An ante that was collected is on its box again."""

    def apply(self, table: State) -> State:
        owner = table.person_at(table.boxes[self.box].seat)
        return replace(table.fared(owner, -self.postings.get(FLOAT, 0)), settled=(*table.settled, self.postings))


class RetractionOffered(Public, frozen=True, kw_only=True):
    """Players may take their wagers back; play waits for each answer."""

    boxes: tuple[int, ...]

    def apply(self, table: State) -> State:
        return replace(table, retracting=self.boxes, retraction_clauses=self.clauses)


class WagersRetracted(OfBox, frozen=True, kw_only=True):
    def apply(self, table: State) -> State:
        return out(table, self.box, "void").reckoned()


class RetractionDeclined(OfBox, frozen=True, kw_only=True):
    def apply(self, table: State) -> State:
        return replace(table, retracting=tuple(box for box in table.retracting if box != self.box))


class CardsReturned(OfBox, frozen=True, kw_only=True):
    """Cards taken by mistake are on the box again, with what was taken with them; a fold is open again, a bet stands."""

    def apply(self, table: State) -> State:
        box = table.boxes[self.box]
        back = replace(box, choice="" if box.choice == "fold" else box.choice, collected=0, collected_tokens=0)
        rack = table.discards
        if box.choice == "fold":
            rack = rack[len(box.cards) :]
        return replace(table, boxes=table.with_box(self.box, back), discards=rack).reckoned()


class HandDeemedOwn(OfBox, frozen=True, kw_only=True):
    """The one hand that a player looked at counts as the seat's own; all others are played blind, including the seat's."""

    def apply(self, table: State) -> State:
        seat = table.boxes[self.box].seat
        boxes = tuple(
            replace(box, own=number == self.box, picked_up=number == self.box) if seat and box.seat == seat else box
            for number, box in enumerate(table.boxes)
        )
        return replace(table, boxes=boxes)


class _Found(OfBox, frozen=True, kw_only=True):
    """The real amount of a wager, if it is not what was recorded.

    If the hand was given up, `collected` is what the house then takes in all, ante and bet, and `tokens` the part of
    that in tokens.
    """

    amount: int
    tokens: int = 0
    collected: int = 0

    def apply(self, table: State) -> State:
        if not self.collected:
            return table
        box = table.boxes[self.box]
        taken = together(box.taken, self.postings)
        known = {"collected": self.collected, "collected_tokens": self.tokens, "taken": taken, **self.lay(box)}
        return table.with_hand(self.box, **known).reckoned()

    def lay(self, box: Box) -> dict[str, int]:
        """What is then known of the bet that was there."""
        return {}


class BetFound(_Found, frozen=True, kw_only=True):
    """The real amount on the bet area."""

    def lay(self, box: Box) -> dict[str, int]:
        return {"bet_lay": self.amount, "bet_lay_tokens": min(box.bet_lay_tokens, self.amount)}


class AnteFound(_Found, frozen=True, kw_only=True):
    """The real amount on the ante area."""


class _Corrected(HousePractice, frozen=True, kw_only=True):
    """A correction to what a live dealer recorded: the house's own practice. Money moves to where it belongs."""

    box: int
    why: str

    def __post_init__(self) -> None:
        if self.clauses:
            raise ValueError(f"{type(self).__name__} is the house's own: it names no clause")


class ChoiceCorrected(_Corrected, frozen=True, kw_only=True):
    """A player did not do what was recorded: hand and wagers are as they were before it.

    The hand `stands` as it had bet, or is to be decided; if the player did something else, that follows.
    """

    was: Done
    stands: Choice = ""

    def apply(self, table: State) -> State:
        box, rack = table.boxes[self.box], list(table.discards)
        for card in box.cards if self.was != "bet" else ():
            if card in rack:
                rack.remove(card)
        again = replace(
            box,
            choice=self.stands,
            blind=box.blind and self.stands == "bet",
            collected=0,
            collected_tokens=0,
            had_bet=False,
            bet_lay=0,
            bet_lay_tokens=0,
            taken={},
        )
        return replace(table, boxes=table.with_box(self.box, again), discards=tuple(rack)).reckoned()


class ChangeCorrected(_Corrected, frozen=True, kw_only=True):
    """A player did not change a card: the first hand is whole again, the price is returned and the new card is not dealt yet."""

    def apply(self, table: State) -> State:
        box, place = table.boxes[self.box], table.boxes[self.box].changed_at
        cards = (*box.cards[:place], *box.given_up, *box.cards[place + 1 :])
        again = replace(box, cards=cards, given_up=(), changed_at=0)
        return replace(table, boxes=table.with_box(self.box, again), deck=(HIDDEN, *table.deck))


class WagerCorrected(_Corrected, frozen=True, kw_only=True):
    """A side wager is another sum than was recorded, or does not exist."""

    wager: str
    amount: int

    def apply(self, table: State) -> State:
        others = tuple(name for name in table.boxes[self.box].wagers if name != self.wager)
        return table.with_hand(self.box, wagers=(*others, self.wager) if self.amount else others)


class AnteCorrected(_Corrected, frozen=True, kw_only=True):
    """An ante is another sum than was recorded, and the bet and the price of a changed card with it; or it does not exist."""

    amount: int

    def apply(self, table: State) -> State:
        if self.amount:
            return table
        after = replace(table, boxes=table.with_box(self.box, EMPTY))
        if after.wagered or after.phase != "dealing":
            return after
        return replace(after, phase="wagers", shuffled=False, cut=False, deck=())  # no box is left to deal to


class PayoutStated(HousePractice, frozen=True, kw_only=True):
    """The dealer has said what a box is paid, and what is right. Players do not hear of it: it could give a hand away."""

    box: int
    amount: int = -1
    right: int = -1

    def seen_by(self, viewer: Viewer) -> Self:
        return self if viewer.role in ("dealer", "supervisor", "inspector") else replace(self, amount=-1, right=-1)

    def apply(self, table: State) -> State:
        return table if self.amount < 0 else replace(table, stated={**table.stated, self.box: self.amount})


class RoundStands(Public, frozen=True, kw_only=True):
    """Something went wrong, but the round is played on."""

    why: str


class BetReopened(Public, frozen=True, kw_only=True):
    """The bet is returned to the player, who decides again."""

    boxes: tuple[int, ...]

    def apply(self, table: State) -> State:
        boxes = list(table.boxes)
        for number in self.boxes:
            boxes[number] = replace(boxes[number], choice="")
        return replace(table, boxes=tuple(boxes), phase="deciding")


class ExcessReturned(OfBox, frozen=True, kw_only=True):
    """What is above the proper amount is returned before the bet is settled; `tokens` of it are promotional tokens."""

    amount: int
    tokens: int = 0


class ShuffleOrdered(Public, frozen=True, kw_only=True):
    """The cards are to be shuffled again before they are dealt; wagers stand, and betting is closed again afterwards.

    A box whose wagers were returned may be wagered on again. `cards_back` says that cards already dealt come back first.
    """

    why: str
    cards_back: bool = False

    def apply(self, table: State) -> State:
        boxes = tuple(EMPTY if box.choice == "void" else box for box in table.boxes)
        after = replace(table, phase="wagers", boxes=boxes, shuffled=False, cut=False, deck=())
        if not self.cards_back:
            return after
        boxes = tuple(Box(seat=box.seat) if box.seat else EMPTY for box in boxes)
        return replace(after, boxes=boxes, upcard=None, discards=(), exposed=0, seen=(), dealt={})


class DeckCheckOrdered(Public, frozen=True, kw_only=True):
    """The deck must be checked again, as at the opening, before it is used further."""

    why: str
    opening: tuple[str, ...] = ()

    def apply(self, table: State) -> State:
        done = tuple(duty for duty in table.done if duty not in self.opening)
        return replace(table, done=done, shuffled=False, cut=False, deck=())


class DeviceReplaced(Public, frozen=True, kw_only=True):
    """The game goes on with another device and new cards, which must be checked as at the opening."""

    device: Device
    opening: tuple[str, ...] = ()

    def apply(self, table: State) -> State:
        done = tuple(duty for duty in table.done if duty not in self.opening)
        options = replace(table.options, device=self.device)
        return replace(table, options=options, done=done, shuffled=False, cut=False, deck=())


class DirectionGiven(Public, frozen=True, kw_only=True):
    """The dealer or someone in charge directs players; no seats means everyone at the table."""

    seats: tuple[int, ...] = ()
    says: str


class PlayFirstDirected(Public, frozen=True, kw_only=True):
    """These players decide on their hands before the others pick theirs up, round after round, until that is lifted.

    `people` are all those directed so far.
    """

    seats: tuple[int, ...]
    people: tuple[str, ...] = ()

    def apply(self, table: State) -> State:
        people = self.people or tuple(map(table.person_at, self.seats))
        return replace(table, first=people, first_clauses=self.clauses)


class PlayersParted(Public, frozen=True, kw_only=True):
    """These people may not play together at this table: the first who sits here plays, until they leave."""

    people: tuple[str, ...]

    def apply(self, table: State) -> State:
        return replace(table, parted=(*table.parted, Parted(self.people, self.clauses)))


class MeasuresLifted(Public, frozen=True, kw_only=True):
    """The direction to these people is lifted: they pick up their cards with the others, and may play with anyone."""

    people: tuple[str, ...]

    def apply(self, table: State) -> State:
        return replace(
            table,
            first=tuple(person for person in table.first if person not in self.people),
            parted=tuple(parted for parted in table.parted if not set(parted.people) & set(self.people)),
        )


class DisputeDecided(Public, frozen=True, kw_only=True):
    """A player's dispute is decided; `amount` is what the player is paid.

    If `by` names who decided, the decision is kept, with what it was `about`, in which `round`, and what was `claimed`: a
    `final` one cannot be reopened.
    """

    player: int
    person: str = ""
    decision: str
    amount: int = 0
    by: str = ""
    about: str = ""
    final: bool = False
    round: int = -1
    claimed: int = 0

    def apply(self, table: State) -> State:
        if not self.by:
            return table
        when = table.round if self.round < 0 else self.round
        decided = Decided(by=self.by, about=self.about, round=when, final=self.final, claimed=self.claimed)
        return replace(table, disputes={**table.disputes, self.person: (*table.disputes.get(self.person, ()), decided)})


class SignDisplayed(Public, frozen=True, kw_only=True):
    """A notice goes up. If it promises a number of hands, a round in progress is not one of them.

    A notice already up may name another time, and keeps the time it went up.
    """

    says: str
    amount: int
    at: int
    due: int

    def apply(self, table: State) -> State:
        first = table.round if table.phase == "wagers" else table.round + 1
        sign = Sign(says=self.says, amount=self.amount, shown=self.at, due=self.due, round=first)
        if (hanging := table.sign(self.says, self.amount)) is not None:
            sign = replace(sign, shown=hanging.shown, round=hanging.round)
        others = (other for other in table.signs if other.about != sign.about)
        return replace(table, signs=(*others, sign))


class LimitsChanged(Public, frozen=True, kw_only=True):
    """New limits on the sign; `keep` are those who continue at the minimum they had, with a marker at their place."""

    minimum: int
    maximum: int
    keep: dict[int, tuple[int, int]] = {}

    def apply(self, table: State) -> State:
        own = {who: limits for who, limits in table.limits.items() if who not in table.kept}
        keep = {table.person_at(seat): limits for seat, limits in self.keep.items()}
        signs = tuple(sign for sign in table.signs if sign.says != "minimum" or sign.amount > self.minimum)
        return replace(
            table,
            options=replace(table.options, minimum=self.minimum, maximum=self.maximum),
            limits={**own, **keep},
            kept=tuple(sorted(keep)),
            signs=table.signs if self.keep else signs,
        )


class LimitsAgreed(Public, frozen=True, kw_only=True):
    """A player's own limits, shown by a marker at the place; none once they are removed."""

    player: int
    limits: tuple[int, int] | None

    def apply(self, table: State) -> State:
        person = table.person_at(self.player)
        others = {who: limits for who, limits in table.limits.items() if who != person}
        return replace(
            table,
            limits=others if self.limits is None else {**others, person: self.limits},
            kept=tuple(who for who in table.kept if who != person),
        )


class WagerRefused(OfBox, frozen=True, kw_only=True):
    """A wager is removed from the layout before the deal."""

    why: str

    def apply(self, table: State) -> State:
        return replace(table, boxes=table.with_box(self.box, EMPTY))


class TableClosed(Public, frozen=True, kw_only=True):
    def apply(self, table: State) -> State:
        return replace(table, phase="closed")
