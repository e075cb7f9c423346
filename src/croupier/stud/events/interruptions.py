"""What becomes so when something goes wrong at the table, or when somebody in charge decides something: a long list of events."""

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
    """Those whom the book wants told at once."""

    who: tuple[str, ...]
    of: str


class CardTurnedBack(OfBox, frozen=True, kw_only=True):
    """A card exposed in error is turned face down again and the deal goes on; it counts towards a misdeal."""

    exposed: int

    def apply(self, table: State) -> State:
        more = table.boxes[self.box].exposed + self.exposed - table.exposed
        return replace(table.with_hand(self.box, exposed=more), exposed=self.exposed)


class ExposedCardStays(Public, frozen=True, kw_only=True):
    """A dealer's card exposed in error becomes the card that is face up; no other is turned."""

    place: int
    card: Card
    exposed: int

    def apply(self, table: State) -> State:
        cards = table.dealer.cards
        cards = (*cards[: self.place], self.card, *cards[self.place + 1 :])
        return replace(table.with_hand(DEALER, cards=cards), upcard=self.place, exposed=self.exposed)


class DealerCardSeen(Public, frozen=True, kw_only=True):
    """A further card of the dealer's is face up by mistake; the card that was turned up for the players stays so."""

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
    """A misdeal or a void round: every wager of the round goes back, and the next round may be wagered on.

    A round that came to nothing is none of the hands that a notice of closing promises, and none that anybody sat out; but who
    wagered in it did not sit it out either.
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
    """One hand is void: its wagers go back and its cards to the discard rack."""

    why: str

    def apply(self, table: State) -> State:
        return out(table, self.box, "void").reckoned()


class WagersForfeited(OfBox, frozen=True, kw_only=True):
    """One hand loses its wagers by a ruling or a rule, whatever its cards; a void round gives them back."""

    why: str

    def apply(self, table: State) -> State:
        after = out(table, self.box, "void")
        chips, tokens = self.postings.get(FLOAT, 0), self.postings.get(in_tokens(FLOAT), 0)
        return after.with_hand(self.box, collected=chips + tokens, collected_tokens=tokens).reckoned()


class CardsBurnt(OfBox, frozen=True, kw_only=True):
    """Cards dealt where no wager lay are taken away unseen."""

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
    """Players may take their wagers back; play waits for each to say."""

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
    """Cards taken by mistake are on the box again, with whatever was taken with them; a fold is open again, a bet stands."""

    def apply(self, table: State) -> State:
        box = table.boxes[self.box]
        back = replace(box, choice="" if box.choice == "fold" else box.choice, collected=0, collected_tokens=0)
        rack = table.discards
        if box.choice == "fold":
            rack = rack[len(box.cards) :]
        return replace(table, boxes=table.with_box(self.box, back), discards=rack).reckoned()


class HandDeemedOwn(OfBox, frozen=True, kw_only=True):
    """The one hand that a player looked at counts as that of the seat; all others are played blind, that of the seat too."""

    def apply(self, table: State) -> State:
        seat = table.boxes[self.box].seat
        boxes = tuple(
            replace(box, own=number == self.box, picked_up=number == self.box) if seat and box.seat == seat else box
            for number, box in enumerate(table.boxes)
        )
        return replace(table, boxes=boxes)


class _Found(OfBox, frozen=True, kw_only=True):
    """What really is somewhere, where it is not what was recorded.

    Of a hand that was given up `collected` is what the house then takes of it in all, ante and bet, and `tokens` the part of
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
        """What is then known of the bet that lay there."""
        return {}


class BetFound(_Found, frozen=True, kw_only=True):
    """What really is on the bet area."""

    def lay(self, box: Box) -> dict[str, int]:
        return {"bet_lay": self.amount, "bet_lay_tokens": min(box.bet_lay_tokens, self.amount)}


class AnteFound(_Found, frozen=True, kw_only=True):
    """What really is on the ante area."""


class _Corrected(HousePractice, frozen=True, kw_only=True):
    """What a live dealer recorded is put right: the house's own practice, and what the record had moved goes where it belongs."""

    box: int
    why: str

    def __post_init__(self) -> None:
        if self.clauses:
            raise ValueError(f"{type(self).__name__} is the house's own: it names no clause")


class ChoiceCorrected(_Corrected, frozen=True, kw_only=True):
    """A player has not done what was recorded: hand and wagers are where they lay before it.

    The hand `stands` as it had bet, or is to be decided; where the player has done something else, that follows.
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
    """A player has changed no card: the first hand is whole again, the price goes back and the new card is still to be dealt."""

    def apply(self, table: State) -> State:
        box, place = table.boxes[self.box], table.boxes[self.box].changed_at
        cards = (*box.cards[:place], *box.given_up, *box.cards[place + 1 :])
        again = replace(box, cards=cards, given_up=(), changed_at=0)
        return replace(table, boxes=table.with_box(self.box, again), deck=(HIDDEN, *table.deck))


class WagerCorrected(_Corrected, frozen=True, kw_only=True):
    """A wager of a pay table is another than was recorded; or there is none at all."""

    wager: str
    amount: int

    def apply(self, table: State) -> State:
        others = tuple(name for name in table.boxes[self.box].wagers if name != self.wager)
        return table.with_hand(self.box, wagers=(*others, self.wager) if self.amount else others)


class AnteCorrected(_Corrected, frozen=True, kw_only=True):
    """An ante is another than was recorded, and the bet and the price of a changed card with it; or there is none at all."""

    amount: int

    def apply(self, table: State) -> State:
        if self.amount:
            return table
        after = replace(table, boxes=table.with_box(self.box, EMPTY))
        if after.wagered or after.phase != "dealing":
            return after
        return replace(after, phase="wagers", shuffled=False, cut=False, deck=())  # nothing is left to deal to


class PayoutStated(HousePractice, frozen=True, kw_only=True):
    """The dealer has said what a box is paid, and what it really is. Players are not told: it could tell them of a hand."""

    box: int
    amount: int = -1
    right: int = -1

    def seen_by(self, viewer: Viewer) -> Self:
        return self if viewer.role in ("dealer", "supervisor", "inspector") else replace(self, amount=-1, right=-1)

    def apply(self, table: State) -> State:
        return table if self.amount < 0 else replace(table, stated={**table.stated, self.box: self.amount})


class RoundStands(Public, frozen=True, kw_only=True):
    """Something went wrong, and the round is played on all the same."""

    why: str


class BetReopened(Public, frozen=True, kw_only=True):
    """The bet comes back to the player, who decides again."""

    boxes: tuple[int, ...]

    def apply(self, table: State) -> State:
        boxes = list(table.boxes)
        for number in self.boxes:
            boxes[number] = replace(boxes[number], choice="")
        return replace(table, boxes=tuple(boxes), phase="deciding")


class ExcessReturned(OfBox, frozen=True, kw_only=True):
    """What is above the proper amount goes back before the bet is settled; `tokens` of it are promotional tokens."""

    amount: int
    tokens: int = 0


class ShuffleOrdered(Public, frozen=True, kw_only=True):
    """The cards are to be shuffled again before they are dealt; wagers stand, and betting is closed again afterwards.

    A box whose wagers went back may be wagered on again. `cards_back` says that cards which have been dealt come back first.
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
    """The deck is to be checked again, as at the opening, before it is used any further."""

    why: str
    opening: tuple[str, ...] = ()

    def apply(self, table: State) -> State:
        done = tuple(duty for duty in table.done if duty not in self.opening)
        return replace(table, done=done, shuffled=False, cut=False, deck=())


class DeviceReplaced(Public, frozen=True, kw_only=True):
    """The game goes on with another device and with new cards, which are to be checked as at the opening."""

    device: Device
    opening: tuple[str, ...] = ()

    def apply(self, table: State) -> State:
        done = tuple(duty for duty in table.done if duty not in self.opening)
        options = replace(table.options, device=self.device)
        return replace(table, options=options, done=done, shuffled=False, cut=False, deck=())


class DirectionGiven(Public, frozen=True, kw_only=True):
    """Somebody in charge, or the dealer, tells players what to do; no seats means everybody at the table."""

    seats: tuple[int, ...] = ()
    says: str


class PlayFirstDirected(Public, frozen=True, kw_only=True):
    """These players decide on their hands before the others pick theirs up, round after round, until it is lifted.

    `people` are all of whom that holds, with those who were told before.
    """

    seats: tuple[int, ...]
    people: tuple[str, ...] = ()

    def apply(self, table: State) -> State:
        people = self.people or tuple(map(table.person_at, self.seats))
        return replace(table, first=people, first_clauses=self.clauses)


class PlayersParted(Public, frozen=True, kw_only=True):
    """These people do not play together at this table: the first of them who sits here plays, until that one leaves."""

    people: tuple[str, ...]

    def apply(self, table: State) -> State:
        return replace(table, parted=(*table.parted, Parted(self.people, self.clauses)))


class MeasuresLifted(Public, frozen=True, kw_only=True):
    """What was directed of these people holds no longer: they pick up their cards with the others, and play with anybody."""

    people: tuple[str, ...]

    def apply(self, table: State) -> State:
        return replace(
            table,
            first=tuple(person for person in table.first if person not in self.people),
            parted=tuple(parted for parted in table.parted if not set(parted.people) & set(self.people)),
        )


class DisputeDecided(Public, frozen=True, kw_only=True):
    """A player's dispute is decided; `amount` is what the player is paid by it.

    Where `by` names who decided, the decision is kept, with what it was `about`, in which `round`, and what was `claimed`: a
    `final` one is not taken up again.
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
    """A notice goes up. Where it gives notice of hands, a round in progress is none of them.

    One that hangs there already may name another time, and has hung all the while.
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
    """New limits on the sign; `keep` are those who go on at the minimum they had, with a marker at their place."""

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
    """Limits of a player's own, shown by a marker at the place; none once they are taken back."""

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
    """A wager is taken off the layout before the deal."""

    why: str

    def apply(self, table: State) -> State:
        return replace(table, boxes=table.with_box(self.box, EMPTY))


class TableClosed(Public, frozen=True, kw_only=True):
    def apply(self, table: State) -> State:
        return replace(table, phase="closed")
