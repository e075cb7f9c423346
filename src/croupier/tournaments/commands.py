"""Everything that somebody can ask for in a tournament: the operator, the director, an entrant, or the software at the tables."""

from typing import Literal

from croupier.kernel.events import Command, PersonsCommand
from croupier.tournaments.state import Staff, TableFacts
from croupier.tournaments.terms import Penalty, Terms

Source = Literal["house", "seeded", "live"]
"""Who drew: the operating system's random source, one with a seed for training, or people with cards."""

# Before play


class DraftTerms(Command, frozen=True, kw_only=True):
    """Write the terms down, or write them again before entries open."""

    terms: Terms
    readings: tuple[str, ...] = ()


class ChangeTerms(Command, frozen=True, kw_only=True):
    """Change terms that entrants know already, before play begins."""

    terms: Terms
    why: str


class MakeTermsAvailable(Command, frozen=True, kw_only=True):
    pass


class AdviseInspectorate(Command, frozen=True, kw_only=True):
    pass


class TellRegulator(Command, frozen=True, kw_only=True):
    """Tell the regulator of a change of the terms."""


class AppointDirector(Command, frozen=True, kw_only=True):
    person: str


class AppointDeputy(Command, frozen=True, kw_only=True):
    person: str


class Attend(Command, frozen=True, kw_only=True):
    """The director or a deputy is there from now on."""


class StepOut(Command, frozen=True, kw_only=True):
    """The director or a deputy is not there from now on."""


class DesignateTables(Command, frozen=True, kw_only=True):
    tables: tuple[str, ...]


class OpenEntries(Command, frozen=True, kw_only=True):
    pass


class MoveStart(Command, frozen=True, kw_only=True):
    """Another start, in seconds; `told` is since when the players know."""

    to: int
    told: int


class BriefPlayers(Command, frozen=True, kw_only=True):
    understood: bool = True


class InstructPlayers(Command, frozen=True, kw_only=True):
    """Teach the game: by a dealer's demonstration, or with so many practice hands, or both."""

    demonstration: bool = False
    practice_hands: int = 0


class CancelTournament(Command, frozen=True, kw_only=True):
    why: str


# Entries


class Enter(PersonsCommand, frozen=True, kw_only=True):
    """Enter a person. The one who takes the entry says whether they may be in the casino and meet the criteria, if any."""

    staff: Staff = ""
    entitled: bool = True
    selected: bool = True


class RefuseEntry(PersonsCommand, frozen=True, kw_only=True):
    why: str


class ApproveStaff(Command, frozen=True, kw_only=True):
    person: str


class SignTerms(Command, frozen=True, kw_only=True):
    person: str


class Withdraw(Command, frozen=True, kw_only=True):
    person: str


class NameSubstitute(PersonsCommand, frozen=True, kw_only=True):
    """Somebody else takes an entry over; the same is asked of them as of everybody who enters."""

    substitute: str
    staff: Staff = ""
    entitled: bool = True
    selected: bool = True


class CloseEntries(Command, frozen=True, kw_only=True):
    """No more entries: the prizes are fixed."""


class DrawSeats(Command, frozen=True, kw_only=True):
    """Seat everybody in the order that was drawn, one at each table in turn."""

    order: tuple[str, ...]
    source: Source = "live"


class SeatLate(PersonsCommand, frozen=True, kw_only=True):
    """Seat somebody who entered late, entered again or comes from the waiting list, where the draw has put them."""

    table: str
    seat: int
    source: Source = "live"


class BuyAgain(PersonsCommand, frozen=True, kw_only=True):
    """A re-buy: more chips for a player who has no more than the starting bank, or who has lost the last ones."""

    overruled = frozenset({"stack"})
    stack: int = 0


class BuyAddOn(Command, frozen=True, kw_only=True):
    person: str


class EnterAgain(PersonsCommand, frozen=True, kw_only=True):
    """Somebody who is out pays and enters again; a player still in gives up the chips that they have."""

    overruled = frozenset({"stack"})
    stack: int = 0


# Play


class StartPlay(Command, frozen=True, kw_only=True):
    pass


class PauseClock(Command, frozen=True, kw_only=True):
    why: str = ""


class ResumeClock(Command, frozen=True, kw_only=True):
    pass


class DeductTime(Command, frozen=True, kw_only=True):
    """Time off the level: so many players `agreed`, and each table has `played` at least so many hands of it, -1 if unknown."""

    overruled = frozenset({"played"})
    seconds: int
    agreed: int = 0
    played: int = -1


class ExtendTime(Command, frozen=True, kw_only=True):
    seconds: int


class ExtendTable(Command, frozen=True, kw_only=True):
    """Give one table more time: it goes on with its level, or its round, while the others go on with the next."""

    table: str
    seconds: int
    why: str


class NextLevel(Command, frozen=True, kw_only=True):
    """The time of the level is up; `hands` is the number of the hand that each table is at."""

    overruled = frozenset({"hands"})
    hands: dict[str, int] = {}


class ReportHand(Command, frozen=True, kw_only=True):
    """A hand at a table is over: who has no chips left, each with what they had before it. `banks` is said in rounds."""

    table: str
    hand: int
    out: dict[str, int] = {}
    banks: dict[str, int] = {}


class UndoElimination(PersonsCommand, frozen=True, kw_only=True):
    """Somebody was put out by mistake: they are back, with chips that others hand over, or the house in a game against it."""

    chips: dict[str, int] = {}
    house: int = 0
    why: str = ""


class RedoElimination(PersonsCommand, frozen=True, kw_only=True):
    """An elimination that was taken back was right after all: it holds as it was."""


class ProposeMoves(Command, frozen=True, kw_only=True):
    """Ask for the moves that the terms want now. `draws` are numbers in random order, for seats that are drawn."""

    facts: dict[str, TableFacts]
    draws: tuple[int, ...] = ()
    source: Source = "live"


class ConfirmMoves(Command, frozen=True, kw_only=True):
    pass


class DeclineMoves(Command, frozen=True, kw_only=True):
    why: str


class MovePlayer(PersonsCommand, frozen=True, kw_only=True):
    """The director moves somebody to a seat of another table, for a reason. `facts` are those of both tables."""

    overruled = frozenset({"facts"})
    table: str
    seat: int
    why: str
    facts: dict[str, TableFacts] = {}


class StartHandForHand(Command, frozen=True, kw_only=True):
    pass


class EndHandForHand(Command, frozen=True, kw_only=True):
    pass


class ColourUp(Command, frozen=True, kw_only=True):
    """Take the smallest chip out of play at a table: `stacks` there, and the order in which the cards of the race fell."""

    overruled = frozenset({"stacks"})
    table: str
    stacks: dict[str, int]
    order: tuple[str, ...] = ()


class Penalise(PersonsCommand, frozen=True, kw_only=True):
    """A penalty: so many hands or rounds for those; `phone` says that it is for a phone in play."""

    overruled = frozenset({"in_hand", "stack"})
    penalty: Penalty
    number: int = 1
    why: str = ""
    phone: bool = False
    stack: int = 0
    in_hand: bool = False


class Disqualify(PersonsCommand, frozen=True, kw_only=True):
    """`in_hand` says that a hand is being played with them: it is dead, and their chips stay where they are to its end."""

    overruled = frozenset({"in_hand", "stack"})
    why: str
    stack: int = 0
    in_hand: bool = False


class Retire(PersonsCommand, frozen=True, kw_only=True):
    overruled = frozenset({"in_hand", "stack"})
    stack: int = 0
    in_hand: bool = False


class TakeChips(PersonsCommand, frozen=True, kw_only=True):
    """The hand is over in which somebody left the tournament: their chips leave play, as the terms say."""

    stack: int


class NoteAbsent(PersonsCommand, frozen=True, kw_only=True):
    """Somebody is not there; `late` before they have played at all."""

    late: bool = False


class NoteBack(Command, frozen=True, kw_only=True):
    person: str


class Refund(PersonsCommand, frozen=True, kw_only=True):
    """Give money back where the terms allow it."""

    amount: int
    why: str


class AgreeToEnd(PersonsCommand, frozen=True, kw_only=True):
    """A player agrees that play at their table ends now."""


class EndTable(Command, frozen=True, kw_only=True):
    """End play at a table early: because it is settled who goes on, or because all there agree."""

    overruled = frozenset({"stacks"})
    table: str
    because: Literal["decided", "agreed"]
    stacks: dict[str, int] = {}


class DecideTournamentDispute(Command, frozen=True, kw_only=True):
    """A dispute about the tournament; `about` tells it from others, `satisfied` says whether the person leaves it at that."""

    decision: str
    about: str = ""
    satisfied: bool = False


# Rounds


class StartRound(Command, frozen=True, kw_only=True):
    """Begin the next round: those who are in sit down in the order drawn. A `secondary` one is for those who qualify."""

    order: tuple[str, ...]
    secondary: bool = False
    source: Source = "live"


class MakeSecretWager(PersonsCommand, frozen=True, kw_only=True):
    amount: int


class RevealSecretWagers(Command, frozen=True, kw_only=True):
    table: str


class CloseRound(Command, frozen=True, kw_only=True):
    """All tables have played the round: who goes on is found. `draws` part equal banks where the terms have that drawn."""

    draws: tuple[str, ...] = ()


# Prizes


class ProposeDeal(Command, frozen=True, kw_only=True):
    """Another distribution of what is left to win, by the chips of those left, or in sums that they name."""

    overruled = frozenset({"stacks"})
    how: Literal["icm", "chip chop", "even", "named"]
    stacks: dict[str, int] = {}
    sums: dict[str, int] = {}


class AgreeToDeal(Command, frozen=True, kw_only=True):
    person: str


class Finish(Command, frozen=True, kw_only=True):
    """Play is over: places and prizes stand, and the chips go where the terms say."""


class AllotWithheld(Command, frozen=True, kw_only=True):
    """Say what becomes of a prize that nobody could win: it goes to a person, or to the house where nobody is named."""

    amount: int
    why: str
    person: str = ""


class PayOut(PersonsCommand, frozen=True, kw_only=True):
    """Pay a prize, against a receipt."""
