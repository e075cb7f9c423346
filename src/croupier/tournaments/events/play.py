"""Play: the clock, hands, chips, eliminations, moves, penalties, and how a table or a dispute ends."""

from typing import Literal

from croupier.kernel.events import OfPerson, Public
from croupier.tournaments.state import Bust, Extra, Move, Place, Proposal, Tournament, Undone
from croupier.tournaments.terms import Penalty


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
    """One table has more time for a level, by its place in the schedule, or for a round: `seconds` in total."""

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
            state.deal = None  # it was calculated, and accepted by some, with the old chips
        if state.hand_for_hand:
            state.done = (*state.done, self.table)


class ChipsCounted(Public, frozen=True, kw_only=True):
    """Everyone's chips at a table. `difference` is how much more, or less, that is than the table held; `why` says why."""

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
    """A player is back at their place, or at another; `chips` come from other players, `house` from the house."""

    place: Place
    chips: dict[str, int]
    why: str
    house: int = 0

    def alter(self, state: Tournament) -> None:
        bust = next(recorded for recorded in state.busts if recorded.person == self.person)
        state.busts.remove(bust)
        loose = 0 if self.chips or self.house else bust.stack
        undone = state.undone[self.person] = Undone(bust, self.chips, self.house, loose)
        state.entrants[self.person].status = "entered"
        state.sit(self.person, self.place)
        state.loosen(bust.table, -loose)
        for person in self.chips:
            state.bought.pop(person, None)
        state.proposal = state.deal = None  # they do not include the player who is back
        if state.banked:
            state.banks[self.person] = undone.given
            for person, amount in self.chips.items():
                state.banks[person] -= amount


class EliminationRedone(OfPerson, frozen=True, kw_only=True):
    """The elimination stands, at its place in the order. `chips` go back to those who had handed them over."""

    chips: dict[str, int]

    def alter(self, state: Tournament) -> None:
        undone = state.undone.pop(self.person)
        if state.banked:
            del state.banks[self.person]
            for person, amount in self.chips.items():
                state.banks[person] += amount
        state.busts.append(undone.bust)
        state.busts.sort(key=lambda bust: bust.order)
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
    """The director has moved a player. `paid` says that they paid the last blind in the hand before."""

    move: Move
    why: str
    paid: bool = False

    def alter(self, state: Tournament) -> None:
        state.sit(self.move.person, self.move.to)
        state.bought.pop(self.move.person, None)
        state.entrants[self.move.person].paid_last = self.paid


class HandForHandStarted(Public, frozen=True, kw_only=True):
    """All tables play their next hand together. The clock stops meanwhile."""

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
    """A penalty; `hands` is its length in hands."""

    penalty: Penalty
    hands: int = 0
    why: str = ""
    practice: str = ""

    def alter(self, state: Tournament) -> None:
        entrant = state.entrants[self.person]
        entrant.penalty += self.hands
        entrant.warnings += self.penalty == "warning"


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
    """A player has left the tournament; the chips stay in play at the place until they are blinded off, or, with `after_hand`,
    until the hand in play is over.
    """

    why: Literal["retired", "disqualified"]
    after_hand: bool = False

    def alter(self, state: Tournament) -> None:
        entrant = state.entrants[self.person]
        entrant.status, entrant.absent = self.why, True
        entrant.went = 1 + max(other.went for other in state.entrants.values())


class PlaceDisqualified(OfPerson, frozen=True, kw_only=True):
    """A player whose play is over is disqualified: the place stays, a prize goes to the next player.

    `awarded` is what each person wins now, if that was settled before, and `returned` what nobody is left to win.
    """

    why: str
    awarded: dict[str, int] = {}
    returned: int = 0

    def alter(self, state: Tournament) -> None:
        state.entrants[self.person].status = "disqualified"
        if state.phase == "over":
            state.awarded = {**self.awarded}


class ChipsRemoved(OfPerson, frozen=True, kw_only=True):
    """Chips of a player who left the tournament leave play."""

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
    """A person who is not satisfied is informed of the right to complain to the regulator."""

    advice: str
