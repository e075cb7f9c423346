"""Everything that can become so in a tournament."""

from typing import Literal, Self

from msgspec.structs import replace

from croupier.kernel.actors import Viewer
from croupier.kernel.events import Event, OfPerson, Public
from croupier.tournaments.state import Bust, Entrant, Extra, Move, Place, PrizeDeal, Proposal, Purchase, Staff, Tournament, Undone
from croupier.tournaments.terms import Penalty, Terms


class TermsDrafted(Public, frozen=True, kw_only=True):
    terms: Terms
    version: int
    readings: tuple[str, ...] = ()

    def alter(self, state: Tournament) -> None:
        state.phase = "draft"
        state.terms, state.version, state.readings = self.terms, self.version, self.readings
        state.starts = self.terms.details.starts


class TermsChanged(Public, frozen=True, kw_only=True):
    """Terms that were public have changed: the regulator is to hear of it, and players are briefed on them again."""

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
        state.present = tuple(one for one in state.present if one != state.director)
        state.director = self.person


class DeputyAppointed(OfPerson, frozen=True, kw_only=True):
    def alter(self, state: Tournament) -> None:
        state.deputies = (*state.deputies, self.person)


class DirectorPresent(OfPerson, frozen=True, kw_only=True):
    def alter(self, state: Tournament) -> None:
        state.present = (*state.present, self.person)


class DirectorAway(OfPerson, frozen=True, kw_only=True):
    def alter(self, state: Tournament) -> None:
        state.present = tuple(one for one in state.present if one != self.person)


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
    """Everybody who has entered by now is briefed."""

    def alter(self, state: Tournament) -> None:
        state.briefed = True
        for one in state.entrants.values():
            one.briefed = True


class PlayersInstructed(Public, frozen=True, kw_only=True):
    """Practice hands count for nothing."""

    demonstration: bool
    practice_hands: int

    def alter(self, state: Tournament) -> None:
        state.practice += self.practice_hands


class TournamentCancelled(Public, frozen=True, kw_only=True):
    """Everybody gets back what they paid."""

    why: str

    def alter(self, state: Tournament) -> None:
        state.phase = "cancelled"
        state.seats, state.secrets, state.proposal, state.deal, state.round_open = {}, {}, None, None, False
        state.loose = {}
        for one in state.payers:
            state.gets_back(one, one.paid)
            one.status, one.place = "withdrawn", None


# Entries


class EntryTaken(OfPerson, frozen=True, kw_only=True):
    """Somebody has entered and paid, with a numbered receipt. `again` is a further entry of the same person.

    Who enters has yet to be briefed.
    """

    number: int
    fee: int
    buy_in: int
    staff: Staff = ""
    again: bool = False

    def alter(self, state: Tournament) -> None:
        one = state.entrants.get(self.person)
        state.receipts = max(state.receipts, self.number)
        if one is None or not self.again:
            state.comes_in(self.person)
            one = state.entrants[self.person] = Entrant(person=self.person, number=self.number, staff=self.staff, entries=0)
        one.entries += 1
        one.paid, one.fees = one.paid + self.fee + self.buy_in, one.fees + self.fee
        one.pooled, one.version = one.pooled + state.terms.prizes.per_entry, state.version
        state.pays(self.person, self.fee + self.buy_in)
        one.status = "entered"
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
    """An entry is withdrawn: with the money back where it is in time, without where it is not."""

    back: int

    def alter(self, state: Tournament) -> None:
        if self.person in state.waiting:
            del state.waiting[self.person]
            return
        one = state.entrants[self.person]
        if one.place is not None:
            state.stand(self.person)
            if state.by_hand:
                del state.banks[self.person]
        one.status = "withdrawn"
        state.gets_back(one, self.back)


class SubstituteNamed(OfPerson, frozen=True, kw_only=True):
    """Another person stands in: the entry, the seat and the chips are theirs from now on, and the briefing is still to come."""

    substitute: str
    staff: Staff = ""

    def alter(self, state: Tournament) -> None:
        one = state.entrants.pop(self.person)
        state.comes_in(self.substitute)
        one.person, one.signed, one.staff, one.briefed = self.substitute, 0, self.staff, False
        if self.person in state.banks:
            state.banks[self.substitute] = state.banks.pop(self.person)
        if self.person in state.secrets:
            state.secrets[self.substitute] = state.secrets.pop(self.person)
        state.entrants[self.substitute] = one
        state.proposal = state.deal = None  # they speak of somebody who is not there any more
        state.undone.pop(self.person, None)
        state.bought.pop(self.person, None)
        state.briefed = state.briefed and state.phase != "entries"
        if one.place is not None:
            state.seats[one.place.table][one.place.seat] = self.substitute
            agreed = state.agreed.get(one.place.table, ())
            state.agreed[one.place.table] = tuple(person for person in agreed if person != self.person)


class PrizesFixed(Public, frozen=True, kw_only=True):
    """Entries are closed: the pool, what the house adds to it, and the prize of each place."""

    prizes: tuple[int, ...]
    overlay: int
    entries: int

    def alter(self, state: Tournament) -> None:
        state.closed, state.prizes, state.overlay = True, self.prizes, self.overlay


class SeatsDrawn(Public, frozen=True, kw_only=True):
    """Everybody has a seat and so many chips, or what they bring from the round before."""

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
        state.proposal = None  # it was made for the tables of before


class StackGivenUp(OfPerson, frozen=True, kw_only=True):
    """Somebody gives up seat and chips to enter again: the chips leave play."""

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
        one, prizes = state.entrants[self.person], state.terms.prizes
        one.paid += self.cost
        state.pays(self.person, self.cost)
        add_on = self.what == "add-on"
        one.add_ons, one.rebuys = one.add_ons + add_on, one.rebuys + (not add_on)
        pooled = prizes.per_add_on if add_on else prizes.per_rebuy
        one.pooled += pooled
        bust = next((bust for bust in state.busts if bust.person == self.person), None)
        state.bought[self.person] = Purchase(self.what, self.cost, pooled, self.chips, bust)
        if one.status == "out":
            one.status = "entered"
            state.busts = [bust for bust in state.busts if bust.person != self.person]
            if self.place is not None:
                state.sit(self.person, self.place)
            elif not state.terms.in_rounds:
                one.bought = self.chips
            state.proposal = None
        if state.banked and (self.place is not None or state.terms.in_rounds):
            state.banks[self.person] = state.banks.get(self.person, 0) + self.chips


class PurchaseUndone(OfPerson, frozen=True, kw_only=True):
    """A re-buy or add-on never was: money and chips have gone back. Who was out before it is out again."""

    what: str
    cost: int
    chips: int
    place: Place | None
    why: str
    out: bool = False

    def alter(self, state: Tournament) -> None:
        one, bought = state.entrants[self.person], state.bought.pop(self.person)
        one.paid, one.pooled = one.paid - self.cost, one.pooled - bought.pooled
        state.refunded[self.person] = state.refunded.get(self.person, 0) + self.cost
        one.add_ons, one.rebuys = one.add_ons - (self.what == "add-on"), one.rebuys - (self.what != "add-on")
        if bought.bust is not None:
            state.stand(self.person)
            one.status, one.bought = "out", 0
            state.busts = sorted([*state.busts, bought.bust], key=lambda bust: bust.order)
            state.banks.pop(self.person, None)
            state.proposal = state.deal = None
        elif state.banked:
            state.banks[self.person] -= self.chips


# Play


class PlayBegun(Public, frozen=True, kw_only=True):
    def alter(self, state: Tournament) -> None:
        state.phase = "playing"
        state.chip = min(state.terms.wagers.denominations, default=0)


class LevelBegun(Public, frozen=True, kw_only=True):
    """The next level, or a break: `level` is its place in the schedule, `number` that of the level, zero for a break."""

    level: int
    number: int
    seconds: int
    at: int
    hands: dict[str, int] = {}

    def alter(self, state: Tournament) -> None:
        state.clock.level, state.clock.left, state.clock.since = self.level, self.seconds, self.at
        state.clock.given, state.clock.hands = self.seconds, self.hands
        state.hands_off = 0


class ClockPaused(Public, frozen=True, kw_only=True):
    left: int
    why: str = ""

    def alter(self, state: Tournament) -> None:
        state.clock.left, state.clock.since = self.left, None


class ClockResumed(Public, frozen=True, kw_only=True):
    at: int

    def alter(self, state: Tournament) -> None:
        state.clock.since = self.at


class TimeDeducted(Public, frozen=True, kw_only=True):
    seconds: int

    def alter(self, state: Tournament) -> None:
        state.clock.left -= self.seconds
        state.clock.given -= self.seconds


class TimeExtended(Public, frozen=True, kw_only=True):
    seconds: int

    def alter(self, state: Tournament) -> None:
        state.clock.left += self.seconds
        state.clock.given += self.seconds


class TableExtended(Public, frozen=True, kw_only=True):
    """One table has more time for a level, by its place in the schedule, or for a round: `seconds` in all."""

    table: str
    of: int
    seconds: int
    why: str

    def alter(self, state: Tournament) -> None:
        state.extra[self.table] = Extra(self.of, self.seconds)


class HandReported(Public, frozen=True, kw_only=True):
    """A hand is over at a table. `served` are those who sat out a hand of their penalty in it."""

    table: str
    hand: int
    served: tuple[str, ...] = ()
    banks: dict[str, int] = {}

    def alter(self, state: Tournament) -> None:
        state.hands[self.table] = state.hands.get(self.table, 0) + 1
        for person in state.seats[self.table].values():
            state.bought.pop(person, None)  # a hand was played with it
        for person in self.served:
            state.entrants[person].penalty -= 1
        state.banks.update(self.banks)
        if not state.deal_stands:
            state.deal = None  # it was calculated, and agreed to by some, with the chips of before
        if state.hand_for_hand:
            state.done = (*state.done, self.table)


class ChipsCounted(Public, frozen=True, kw_only=True):
    """What players at a table have. `difference` is by how much that is more, or less, than the table held; `why` says why."""

    table: str
    stacks: dict[str, int]
    difference: int = 0
    why: str = ""

    def alter(self, state: Tournament) -> None:
        missing = sum(state.banks[person] - chips for person, chips in self.stacks.items()) + self.difference
        state.banks.update(self.stacks)
        state.loosen(self.table, missing)


class PlayerEliminated(Public, frozen=True, kw_only=True):
    bust: Bust

    def alter(self, state: Tournament) -> None:
        person = self.bust.person
        state.busts.append(self.bust)
        state.outs = max(state.outs, self.bust.order)
        one = state.entrants[person]
        one.status = {"retired": "retired", "disqualified": "disqualified"}.get(self.bust.why, "out")  # type: ignore[assignment]
        state.give_up(person)
        state.proposal, state.deal = None, state.deal if state.deal_stands else None
        state.bought.pop(person, None)
        state.loosen(self.bust.table, state.banks.pop(person, 0))
        state.undone.pop(person, None)
        state.secrets.pop(person, None)


class EliminationUndone(OfPerson, frozen=True, kw_only=True):
    """Somebody is back at their place, or at another; `chips` is what others hand over to them, `house` what the house does."""

    place: Place
    chips: dict[str, int]
    why: str
    house: int = 0

    def alter(self, state: Tournament) -> None:
        bust = next(one for one in state.busts if one.person == self.person)
        state.busts.remove(bust)
        loose = 0 if self.chips or self.house else bust.stack
        undone = state.undone[self.person] = Undone(bust, self.chips, self.house, loose)
        state.entrants[self.person].status = "entered"
        state.sit(self.person, self.place)
        state.loosen(bust.table, -loose)
        for person in self.chips:
            state.bought.pop(person, None)
        state.proposal = state.deal = None  # they do not speak of somebody who is there again
        if state.banked:
            state.banks[self.person] = undone.given
            for person, amount in self.chips.items():
                state.banks[person] -= amount


class EliminationRedone(OfPerson, frozen=True, kw_only=True):
    """The elimination holds as it was, at its place in the order. `chips` go back to those who had handed them over."""

    chips: dict[str, int]

    def alter(self, state: Tournament) -> None:
        undone = state.undone.pop(self.person)
        if state.banked:
            del state.banks[self.person]
            for person, amount in self.chips.items():
                state.banks[person] += amount
        state.busts.append(undone.bust)
        state.busts.sort(key=lambda one: one.order)
        state.entrants[self.person].status = "out"
        state.stand(self.person)
        state.loosen(undone.bust.table, undone.loose)
        state.proposal = state.deal = None


class MovesProposed(Public, frozen=True, kw_only=True):
    proposal: Proposal
    practice: str = ""

    def alter(self, state: Tournament) -> None:
        state.proposal = self.proposal


class MovesDeclined(Public, frozen=True, kw_only=True):
    why: str

    def alter(self, state: Tournament) -> None:
        state.proposal = None


class PlayersMoved(Public, frozen=True, kw_only=True):
    moves: tuple[Move, ...]
    why: str
    breaks: str = ""
    paid: tuple[str, ...] = ()

    def alter(self, state: Tournament) -> None:
        state.proposal = None
        for move in self.moves:
            state.stand(move.person)
        for move in self.moves:
            state.sit(move.person, move.to)
            state.bought.pop(move.person, None)
            state.entrants[move.person].paid_last = move.person in self.paid


class PlayerMoved(Public, frozen=True, kw_only=True):
    """The director has moved somebody. `paid` says that they have paid the last blind in the hand before."""

    move: Move
    why: str
    paid: bool = False

    def alter(self, state: Tournament) -> None:
        state.sit(self.move.person, self.move.to)
        state.bought.pop(self.move.person, None)
        state.entrants[self.move.person].paid_last = self.paid


class HandForHandStarted(Public, frozen=True, kw_only=True):
    """All tables play their next hand together. The clock stands meanwhile."""

    number: int
    left: int

    def alter(self, state: Tournament) -> None:
        state.rounds_held = state.hand_for_hand = self.number
        state.done = ()
        state.clock.left, state.clock.since = self.left, None


class HandForHandEnded(Public, frozen=True, kw_only=True):
    at: int

    def alter(self, state: Tournament) -> None:
        state.hand_for_hand, state.done = 0, ()
        state.clock.since = self.at


class HandTimeTaken(Public, frozen=True, kw_only=True):
    """What a hand played hand for hand takes off the clock."""

    seconds: int
    practice: str = ""

    def alter(self, state: Tournament) -> None:
        state.clock.left -= self.seconds
        state.hands_off += 1


class ColouredUp(Public, frozen=True, kw_only=True):
    """The smallest chips leave play at a table: what each player gains or loses by it. Nobody is raced out."""

    table: str
    chip: int
    changes: dict[str, int]
    won: tuple[str, ...] = ()
    rescued: tuple[str, ...] = ()
    last: bool = False
    practice: str = ""

    def alter(self, state: Tournament) -> None:
        for person in state.seats[self.table].values():
            state.bought.pop(person, None)
        if state.by_hand:
            state.banks |= {person: state.banks[person] + change for person, change in self.changes.items()}
        if self.last:
            state.chip, state.coloured = self.chip, ()
        else:
            state.coloured = (*state.coloured, self.table)


class PenaltyGiven(OfPerson, frozen=True, kw_only=True):
    """A penalty; `hands` is how many hands it comes to."""

    penalty: Penalty
    hands: int = 0
    why: str = ""
    practice: str = ""

    def alter(self, state: Tournament) -> None:
        one = state.entrants[self.person]
        one.penalty += self.hands
        one.warnings += self.penalty == "warning"


class AbsenceNoted(OfPerson, frozen=True, kw_only=True):
    means: str

    def alter(self, state: Tournament) -> None:
        state.entrants[self.person].absent = True


class AbsenceEnded(OfPerson, frozen=True, kw_only=True):
    def alter(self, state: Tournament) -> None:
        state.entrants[self.person].absent = False


class Refunded(OfPerson, frozen=True, kw_only=True):
    amount: int
    why: str

    def alter(self, state: Tournament) -> None:
        state.gets_back(state.entrants[self.person], self.amount)


class PlayerGone(OfPerson, frozen=True, kw_only=True):
    """Somebody has left the tournament, and the chips stay in play at the place until they are blinded off, or `after_hand`
    until the hand is over that is being played.
    """

    why: Literal["retired", "disqualified"]
    after_hand: bool = False

    def alter(self, state: Tournament) -> None:
        one = state.entrants[self.person]
        one.status, one.absent = self.why, True
        one.went = 1 + max(other.went for other in state.entrants.values())


class PlaceDisqualified(OfPerson, frozen=True, kw_only=True):
    """Somebody whose play is over is disqualified: the place stays, a prize goes to the player who is next.

    `awarded` is what each person wins now, where that was settled before, and `returned` what nobody is there to win any more.
    """

    why: str
    awarded: dict[str, int] = {}
    returned: int = 0

    def alter(self, state: Tournament) -> None:
        state.entrants[self.person].status = "disqualified"
        if state.phase == "over":
            state.awarded = {**self.awarded}


class ChipsRemoved(OfPerson, frozen=True, kw_only=True):
    """Chips of somebody who has left the tournament leave play."""

    chips: int
    place: Place

    def alter(self, state: Tournament) -> None:
        state.loosen(self.place.table, -self.chips)


class EndAgreed(OfPerson, frozen=True, kw_only=True):
    table: str

    def alter(self, state: Tournament) -> None:
        state.agreed[self.table] = (*state.agreed.get(self.table, ()), self.person)


class TableEnded(Public, frozen=True, kw_only=True):
    table: str
    because: str
    banks: dict[str, int]

    def alter(self, state: Tournament) -> None:
        state.ended = (*state.ended, self.table)
        state.banks.update(self.banks)


class TournamentDisputeDecided(Public, frozen=True, kw_only=True):
    decision: str
    about: str = ""

    def alter(self, state: Tournament) -> None:
        state.disputes = (*state.disputes, self.about)


class EntrantAdvised(Public, frozen=True, kw_only=True):
    """Somebody who is not satisfied hears that a complaint may go to the regulator."""

    advice: str

    def alter(self, state: Tournament) -> None:
        return None


# Rounds


class RoundBegun(Public, frozen=True, kw_only=True):
    round: int
    at: int
    secondary: bool = False

    def alter(self, state: Tournament) -> None:
        state.round, state.round_began, state.secondary = self.round, self.at, self.secondary
        state.hands, state.ended, state.agreed, state.secrets, state.bought = {}, (), {}, {}, {}
        state.round_open = True
        if not self.secondary and self.round > 1:  # who has gone on, or sits already, keeps what they had
            state.banks = {}
        for one in state.entrants.values():
            one.secrets = 0


class PlayersReturned(Public, frozen=True, kw_only=True):
    """Those who play a secondary round are in again."""

    persons: tuple[str, ...]

    def alter(self, state: Tournament) -> None:
        state.busts = [bust for bust in state.busts if bust.person not in self.persons]
        for person in self.persons:
            state.entrants[person].status = "entered"


class SecretWagerMade(Event, frozen=True, kw_only=True):
    """A wager that only its player and those in charge know; everybody sees that one was made."""

    person: str
    amount: int

    def seen_by(self, viewer: Viewer) -> Self:
        if viewer.role in ("supervisor", "inspector") or viewer.person == self.person:
            return self
        return replace(self, amount=0)

    def alter(self, state: Tournament) -> None:
        state.secrets[self.person] = self.amount
        state.entrants[self.person].secrets += 1


class SecretWagersRevealed(Public, frozen=True, kw_only=True):
    table: str
    wagers: dict[str, int]

    def alter(self, state: Tournament) -> None:
        for person in self.wagers:
            del state.secrets[person]


class RoundClosed(Public, frozen=True, kw_only=True):
    """A round is over: who goes on, with what everybody had. The others are out by the events before. `cashed` is what chips
    are paid for in cash, where the terms have that.
    """

    round: int
    on: tuple[str, ...]
    banks: dict[str, int]
    cashed: dict[str, int] = {}

    def alter(self, state: Tournament) -> None:
        state.round_open = False
        for person in list(state.entrants):
            state.stand(person)
        for person, amount in self.cashed.items():
            state.cashed[person] = state.cashed.get(person, 0) + amount


# Prizes


class DealProposed(Public, frozen=True, kw_only=True):
    deal: PrizeDeal

    def alter(self, state: Tournament) -> None:
        state.deal = self.deal


class DealAgreed(OfPerson, frozen=True, kw_only=True):
    def alter(self, state: Tournament) -> None:
        if state.deal is not None:
            state.deal = replace(state.deal, agreed=(*state.deal.agreed, self.person))


class TournamentFinished(Public, frozen=True, kw_only=True):
    """Play is over: the places, best first and those who tie together, and what each person has won.

    `passed_over` are those who may not win a prize, so that those behind them stand a place higher. `returned` is what
    nobody was there to win.
    """

    ranking: tuple[tuple[str, ...], ...]
    awarded: dict[str, int]
    passed_over: tuple[str, ...] = ()
    returned: int = 0
    chips: str = ""

    @property
    def first(self) -> list[str]:
        """Who has won: the best who may, together where they tie."""
        stay = ([person for person in rank if person not in self.passed_over] for rank in self.ranking)
        return next(filter(None, stay), [])

    def alter(self, state: Tournament) -> None:
        state.phase = "over"
        state.awarded = {**self.awarded}


class WithheldAllotted(OfPerson, frozen=True, kw_only=True):
    """The operator has decided on a prize that nobody could win: it is this person's, or the house's where nobody is named."""

    amount: int
    why: str

    def alter(self, state: Tournament) -> None:
        state.allotted[self.person] = state.allotted.get(self.person, 0) + self.amount


class PrizePaidOut(OfPerson, frozen=True, kw_only=True):
    amount: int
    receipt: int

    def alter(self, state: Tournament) -> None:
        state.paid[self.person] = state.paid.get(self.person, 0) + self.amount
        state.payouts += 1


class PrizeTakenBack(OfPerson, frozen=True, kw_only=True):
    """A prize that was paid by mistake is in the pool again."""

    amount: int
    why: str

    def alter(self, state: Tournament) -> None:
        del state.paid[self.person]
