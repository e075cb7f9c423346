"""Before play: terms, people in charge, tables, entries, seats and purchases."""

from typing import Self

from msgspec.structs import replace

from croupier.kernel.actors import Viewer
from croupier.kernel.events import Event, OfPerson, Public
from croupier.tournaments.state import Entrant, Place, Purchase, Staff, Tournament
from croupier.tournaments.terms import Terms


class TermsDrafted(Public, frozen=True, kw_only=True):
    terms: Terms
    version: int
    readings: tuple[str, ...] = ()

    def alter(self, state: Tournament) -> None:
        state.phase = "draft"
        state.terms, state.version, state.readings = self.terms, self.version, self.readings
        state.starts = self.terms.details.starts


class TermsChanged(Public, frozen=True, kw_only=True):
    """Public terms have changed: the regulator must be informed, and players are briefed on them again."""

    terms: Terms
    version: int
    why: str

    def alter(self, state: Tournament) -> None:
        state.terms, state.version, state.owed, state.available = self.terms, self.version, True, False
        state.starts, state.briefed = self.terms.details.starts, False


class TermsMadeAvailable(Public, frozen=True, kw_only=True):
    def alter(self, state: Tournament) -> None:
        state.available = True


class InspectorateAdvised(Public, frozen=True, kw_only=True):
    def alter(self, state: Tournament) -> None:
        state.advised = True


class RegulatorTold(Public, frozen=True, kw_only=True):
    def alter(self, state: Tournament) -> None:
        state.owed = False


class DirectorAppointed(OfPerson, frozen=True, kw_only=True):
    def alter(self, state: Tournament) -> None:
        state.present = tuple(person for person in state.present if person != state.director)
        state.director = self.person


class DeputyAppointed(OfPerson, frozen=True, kw_only=True):
    def alter(self, state: Tournament) -> None:
        state.deputies = (*state.deputies, self.person)


class DirectorPresent(OfPerson, frozen=True, kw_only=True):
    def alter(self, state: Tournament) -> None:
        state.present = (*state.present, self.person)


class DirectorAway(OfPerson, frozen=True, kw_only=True):
    def alter(self, state: Tournament) -> None:
        state.present = tuple(person for person in state.present if person != self.person)


class TablesDesignated(Public, frozen=True, kw_only=True):
    tables: tuple[str, ...]
    by_hand: bool = False

    def alter(self, state: Tournament) -> None:
        state.tables, state.by_hand = self.tables, self.by_hand


class EntriesOpened(Public, frozen=True, kw_only=True):
    def alter(self, state: Tournament) -> None:
        state.phase = "entries"


class StartMoved(Public, frozen=True, kw_only=True):
    to: int
    told: int

    def alter(self, state: Tournament) -> None:
        state.starts, state.owed = self.to, state.phase == "entries" or state.owed


class PlayersBriefed(Public, frozen=True, kw_only=True):
    """Everyone who has entered by now is briefed."""

    def alter(self, state: Tournament) -> None:
        state.briefed = True
        for entrant in state.entrants.values():
            entrant.briefed = True


class PlayersInstructed(Public, frozen=True, kw_only=True):
    """Practice hands count for nothing."""

    demonstration: bool
    practice_hands: int

    def alter(self, state: Tournament) -> None:
        state.practice += self.practice_hands


class TournamentCancelled(Public, frozen=True, kw_only=True):
    """Everyone gets back what they paid."""

    why: str

    def alter(self, state: Tournament) -> None:
        state.phase = "cancelled"
        state.seats, state.secrets, state.proposal, state.deal, state.round_open = {}, {}, None, None, False
        state.loose = {}
        for payer in state.payers:
            state.gets_back(payer, payer.paid)
            payer.status, payer.place = "withdrawn", None


class EntryTaken(OfPerson, frozen=True, kw_only=True):
    """A person has entered and paid, with a numbered receipt. `again` is a further entry of the same person.

    A new entrant has yet to be briefed.
    """

    number: int
    fee: int
    buy_in: int
    staff: Staff = ""
    again: bool = False

    def alter(self, state: Tournament) -> None:
        entrant = state.entrants.get(self.person)
        state.receipts = max(state.receipts, self.number)
        if entrant is None or not self.again:
            state.comes_in(self.person)
            entrant = state.entrants[self.person] = Entrant(person=self.person, number=self.number, staff=self.staff, entries=0)
        entrant.entries += 1
        entrant.paid, entrant.fees = entrant.paid + self.fee + self.buy_in, entrant.fees + self.fee
        entrant.pooled, entrant.version = entrant.pooled + state.terms.prizes.per_entry, state.version
        state.pays(self.person, self.fee + self.buy_in)
        entrant.status = "entered"
        state.briefed = state.briefed and state.phase != "entries"
        if self.again:
            state.busts = [bust for bust in state.busts if bust.person != self.person]


class AlternateListed(OfPerson, frozen=True, kw_only=True):
    staff: Staff = ""

    def alter(self, state: Tournament) -> None:
        state.waiting[self.person] = self.staff


class EntryRefused(Event, frozen=True, kw_only=True):
    """An application is refused; the reason is for the applicant and those in charge."""

    person: str
    why: str

    def seen_by(self, viewer: Viewer) -> Self:
        if viewer.role in ("supervisor", "inspector") or viewer.person == self.person:
            return self
        return replace(self, why="")


class StaffApproved(OfPerson, frozen=True, kw_only=True):
    def alter(self, state: Tournament) -> None:
        state.approved = (*state.approved, self.person)


class TermsSigned(OfPerson, frozen=True, kw_only=True):
    version: int

    def alter(self, state: Tournament) -> None:
        state.entrants[self.person].signed = self.version


class EntryWithdrawn(OfPerson, frozen=True, kw_only=True):
    """An entry is withdrawn: with the money back if in time, without it if not."""

    back: int

    def alter(self, state: Tournament) -> None:
        if self.person in state.waiting:
            del state.waiting[self.person]
            return
        entrant = state.entrants[self.person]
        if entrant.place is not None:
            state.stand(self.person)
            if state.by_hand:
                del state.banks[self.person]
        entrant.status = "withdrawn"
        state.gets_back(entrant, self.back)


class SubstituteNamed(OfPerson, frozen=True, kw_only=True):
    """Another person takes over: the entry, the seat and the chips are theirs from now on, and they must be briefed."""

    substitute: str
    staff: Staff = ""

    def alter(self, state: Tournament) -> None:
        entrant = state.entrants.pop(self.person)
        state.comes_in(self.substitute)
        entrant.person, entrant.signed, entrant.staff, entrant.briefed = self.substitute, 0, self.staff, False
        if self.person in state.banks:
            state.banks[self.substitute] = state.banks.pop(self.person)
        if self.person in state.secrets:
            state.secrets[self.substitute] = state.secrets.pop(self.person)
        state.entrants[self.substitute] = entrant
        state.proposal = state.deal = None  # they involve a player who has left
        state.undone.pop(self.person, None)
        state.bought.pop(self.person, None)
        state.briefed = state.briefed and state.phase != "entries"
        if entrant.place is not None:
            state.seats[entrant.place.table][entrant.place.seat] = self.substitute
            agreed = state.agreed.get(entrant.place.table, ())
            state.agreed[entrant.place.table] = tuple(person for person in agreed if person != self.person)


class PrizesFixed(Public, frozen=True, kw_only=True):
    """Entries are closed: the pool, what the house adds to it, and the prize of each place."""

    prizes: tuple[int, ...]
    overlay: int
    entries: int

    def alter(self, state: Tournament) -> None:
        state.closed, state.prizes, state.overlay = True, self.prizes, self.overlay


class SeatsDrawn(Public, frozen=True, kw_only=True):
    """Everyone has a seat and so many chips, or what they bring from the round before."""

    seats: dict[str, Place]
    bank: int
    source: str
    carried: dict[str, int] = {}

    @property
    def tables(self) -> set[str]:
        return {place.table for place in self.seats.values()}

    def alter(self, state: Tournament) -> None:
        for person in self.seats:
            state.stand(person)
        for person, place in self.seats.items():
            state.sit(person, place)
            if state.banked:
                state.banks[person] = self.carried.get(person, self.bank)


class PlayerSeated(OfPerson, frozen=True, kw_only=True):
    place: Place
    bank: int
    source: str

    def alter(self, state: Tournament) -> None:
        state.sit(self.person, self.place)
        state.entrants[self.person].bought = 0
        if state.banked:
            state.banks[self.person] = self.bank
        state.proposal = None  # it was made for the old tables


class StackGivenUp(OfPerson, frozen=True, kw_only=True):
    """A player gives up seat and chips to enter again: the chips leave play."""

    chips: int
    place: Place
    practice: str = ""

    def alter(self, state: Tournament) -> None:
        state.give_up(self.person)
        state.loosen(self.place.table, state.banks.get(self.person, 0) - self.chips)


class ChipsBought(OfPerson, frozen=True, kw_only=True):
    """A re-buy or an add-on. Without a `place` the chips wait until a seat is drawn, or for the next round."""

    what: str
    cost: int
    chips: int
    place: Place | None

    def alter(self, state: Tournament) -> None:
        entrant, prizes = state.entrants[self.person], state.terms.prizes
        entrant.paid += self.cost
        state.pays(self.person, self.cost)
        add_on = self.what == "add-on"
        entrant.add_ons, entrant.rebuys = entrant.add_ons + add_on, entrant.rebuys + (not add_on)
        pooled = prizes.per_add_on if add_on else prizes.per_rebuy
        entrant.pooled += pooled
        bust = next((bust for bust in state.busts if bust.person == self.person), None)
        state.bought[self.person] = Purchase(self.what, self.cost, pooled, self.chips, bust)
        if entrant.status == "out":
            entrant.status = "entered"
            state.busts = [bust for bust in state.busts if bust.person != self.person]
            if self.place is not None:
                state.sit(self.person, self.place)
            elif not state.terms.in_rounds:
                entrant.bought = self.chips
            state.proposal = None
        if state.banked and (self.place is not None or state.terms.in_rounds):
            state.banks[self.person] = state.banks.get(self.person, 0) + self.chips


class PurchaseUndone(OfPerson, frozen=True, kw_only=True):
    """A re-buy or add-on is cancelled: money and chips have gone back. A player who was out before it is out again."""

    what: str
    cost: int
    chips: int
    place: Place | None
    why: str
    out: bool = False

    def alter(self, state: Tournament) -> None:
        entrant, bought = state.entrants[self.person], state.bought.pop(self.person)
        entrant.paid, entrant.pooled = entrant.paid - self.cost, entrant.pooled - bought.pooled
        state.refunded[self.person] = state.refunded.get(self.person, 0) + self.cost
        entrant.add_ons, entrant.rebuys = entrant.add_ons - (self.what == "add-on"), entrant.rebuys - (self.what != "add-on")
        if bought.bust is not None:
            state.stand(self.person)
            entrant.status, entrant.bought = "out", 0
            state.busts = sorted([*state.busts, bought.bust], key=lambda bust: bust.order)
            state.banks.pop(self.person, None)
            state.proposal = state.deal = None
        elif state.banked:
            state.banks[self.person] -= self.chips
