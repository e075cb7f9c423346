"""Every command in a tournament: from the operator, the director, an entrant, or the software at the tables.

It is long because it is a single list.
"""

from typing import Literal

from croupier.kernel.actors import HOUSE
from croupier.kernel.events import BeginsPlay, Command, PersonsCommand
from croupier.tournaments.state import DIRECTOR, ENTRANT, Phase, Staff, TableFacts
from croupier.tournaments.terms import Penalty, Terms

Source = Literal["house", "seeded", "live"]
"""Who drew: the operating system's random source, one with a seed for training, or people with cards."""

OPERATOR, OFFICER = "operator", "officer"
"""The rank that acts for the operator, and the one that lets staff play."""

ENTRANTS = (ENTRANT, DIRECTOR, HOUSE)
"""What the director or the desk may also do for an entrant."""

SOFTWARE = (HOUSE, DIRECTOR)
"""What the software does, or the director by hand."""

DRAFTS: tuple[Phase, ...] = ("", "draft")
PUBLIC: tuple[Phase, ...] = ("draft", "entries")
BEFORE_END: tuple[Phase, ...] = ("", "draft", "entries", "playing")
ENTRIES: tuple[Phase, ...] = ("entries",)
OPEN: tuple[Phase, ...] = ("entries", "playing")
PLAY: tuple[Phase, ...] = ("playing",)
OVER: tuple[Phase, ...] = ("over",)

# Before play


class DraftTerms(Command, line="draft {terms}[ readings {readings:names}]", by=OPERATOR, ground="terms_documented", when=DRAFTS):
    """Write the terms down, or write them again before entries open."""

    terms: Terms
    readings: tuple[str, ...] = ()


class ChangeTerms(Command, line="change terms {terms}: {why}", by=OPERATOR, ground="terms_changes_notified", when=ENTRIES):
    """Change terms that entrants already know, before play begins."""

    terms: Terms
    why: str


class MakeTermsAvailable(Command, line="make terms available", by=OPERATOR, ground="terms_made_available", when=PUBLIC):
    pass


class AdviseInspectorate(Command, line="advise inspectorate", by=OPERATOR, ground="inspectorate_advised", when=PUBLIC):
    pass


class TellRegulator(Command, line="tell regulator", by=OPERATOR, ground="terms_changes_notified", when=PUBLIC):
    """Tell the regulator of a change of the terms."""


class AppointDirector(
    PersonsCommand, line="appoint director {person}", by=OPERATOR, ground="director_appointed", when=BEFORE_END
):
    pass


class AppointDeputy(PersonsCommand, line="appoint deputy {person}", by=DIRECTOR, ground="deputy_appointed", when=BEFORE_END):
    pass


class Attend(Command, line="attend", by=DIRECTOR, ground="director_absent", when=BEFORE_END):
    """The director or a deputy is present from now on."""


class StepOut(Command, line="step out", by=DIRECTOR, ground="director_absent", when=BEFORE_END):
    """The director or a deputy is absent from now on."""


class DesignateTables(
    Command, line="designate {tables:names}[; dealt by hand{=by_hand}]", by=OPERATOR, ground="tables_designated", when=BEFORE_END
):
    """Say which tables serve the tournament, and whether people deal there whom the software does not follow."""

    tables: tuple[str, ...]
    by_hand: bool = False


class OpenEntries(Command, line="open entries", by=OPERATOR, ground="terms_documented", when=("draft",)):
    pass


class MoveStart(Command, line="move start to {to} told {told}", by=DIRECTOR, ground="terms_start_may_move", when=PUBLIC):
    """Another start, in seconds; `told` is since when the players know."""

    to: int
    told: int


class BriefPlayers(
    Command, line="brief players[, not understood{!understood}]", by=DIRECTOR, ground="players_briefed", when=OPEN
):
    understood: bool = True


class InstructPlayers(
    Command,
    line="instruct[ by demonstration{=demonstration}][ with {practice_hands} practice hands]",
    by=DIRECTOR,
    ground="players_instructed",
    when=ENTRIES,
):
    """Teach the game: by a dealer's demonstration, or with so many practice hands, or both."""

    demonstration: bool = False
    practice_hands: int = 0


class CancelTournament(Command, line="cancel: {why}", by=OPERATOR, ground="terms_refunds", when=("draft", "entries", "playing")):
    why: str


# Entries


class Enter(
    PersonsCommand,
    BeginsPlay,
    line="enter {person}[, {staff}][, not entitled{!entitled}][, not selected{!selected}]",
    by=ENTRANTS,
    ground="terms_method",
    when=OPEN,
):
    """Enter a person. The person taking the entry confirms that they may be in the casino and meet the criteria, if any."""

    staff: Staff = ""
    entitled: bool = True
    selected: bool = True


class RefuseEntry(PersonsCommand, line="refuse entry of {person}: {why}", by=OPERATOR, ground="terms_refusal", when=OPEN):
    why: str


class ApproveStaff(PersonsCommand, line="approve {person}", by=OFFICER, ground="terms_staff", when=PUBLIC):
    pass


class SignTerms(PersonsCommand, line="sign {person}", by=ENTRANT, ground="terms_signed", when=OPEN):
    pass


class Withdraw(PersonsCommand, line="withdraw {person}", by=ENTRANTS, ground="terms_entry", when=OPEN):
    pass


class NameSubstitute(
    PersonsCommand,
    BeginsPlay,
    line="substitute {substitute} for {person}[, {staff}][, not entitled{!entitled}][, not selected{!selected}]",
    by=ENTRANTS,
    ground="terms_entry",
    when=OPEN,
):
    """Another person takes an entry over, with the same confirmations as for everyone who enters."""

    substitute: str
    staff: Staff = ""
    entitled: bool = True
    selected: bool = True


class CloseEntries(Command, line="close entries", by=DIRECTOR, ground="terms_pool", when=OPEN):
    """No more entries: the prizes are fixed."""


class DrawSeats(Command, line="draw seats: {order:names}[; {source}]", by=SOFTWARE, ground="equal_chance", when=ENTRIES):
    """Seat everyone in the drawn order, one at each table in turn."""

    order: tuple[str, ...]
    source: Source = "live"


class SeatLate(
    PersonsCommand, BeginsPlay, line="seat {person} at {table}/{seat}[; {source}]", by=SOFTWARE, ground="equal_chance", when=OPEN
):
    """Seat a person who entered late, entered again or comes from the waiting list, at the drawn seat."""

    table: str
    seat: int
    source: Source = "live"


class BuyAgain(PersonsCommand, BeginsPlay, line="rebuy {person}[ with {stack:$}]", by=ENTRANTS, ground="terms_costs", when=PLAY):
    """A re-buy: more chips for a player with no more than the starting bank, or without any chips left."""

    overruled = frozenset({"stack"})
    stack: int = 0


class BuyAddOn(PersonsCommand, BeginsPlay, line="add-on {person}", by=ENTRANTS, ground="terms_costs", when=PLAY):
    pass


class UndoPurchase(PersonsCommand, line="undo purchase of {person}: {why}", by=DIRECTOR, ground="terms_costs", when=PLAY):
    """A person's last re-buy or add-on was a mistake: money and chips go back, before a hand was played with them."""

    why: str


class EnterAgain(
    PersonsCommand, BeginsPlay, line="enter again {person}[ with {stack:$}]", by=ENTRANTS, ground="terms_buy_back", when=PLAY
):
    """A person who is out pays and enters again; a player still in gives up the chips that they have."""

    overruled = frozenset({"stack"})
    stack: int = 0


# Play


class StartPlay(Command, line="start play", by=DIRECTOR, ground="play_not_begun", when=ENTRIES):
    pass


class PauseClock(Command, line="pause clock[: {why}]", by=DIRECTOR, ground="terms_rounds", when=PLAY):
    why: str = ""


class ResumeClock(Command, line="resume clock", by=DIRECTOR, ground="terms_rounds", when=PLAY):
    pass


class DeductTime(
    Command,
    line="deduct {seconds} seconds[, {agreed} agree][, {played} hands played]",
    by=DIRECTOR,
    ground="terms_rounds",
    when=PLAY,
):
    """Time off the level: so many players `agreed`, and each table has `played` at least so many hands of it, -1 if unknown."""

    overruled = frozenset({"played"})
    seconds: int
    agreed: int = 0
    played: int = -1


class ExtendTime(Command, line="extend {seconds} seconds", by=DIRECTOR, ground="terms_rounds", when=PLAY):
    seconds: int


class ExtendTable(Command, line="extend table {table} {seconds} seconds: {why}", by=DIRECTOR, ground="terms_rounds", when=PLAY):
    """Give one table more time: it stays on its level, or its round, while the others go on to the next."""

    table: str
    seconds: int
    why: str


class NextLevel(Command, line="next level[; {hands:at}]", by=SOFTWARE, ground="terms_rounds", when=PLAY):
    """The time of the level is up; `hands` is the number of the hand that each table is at."""

    overruled = frozenset({"hands"})
    hands: dict[str, int] = {}


class ReportHand(
    Command, line="hand {hand} at {table}[: {out:had}][; {banks:has}]", by=SOFTWARE, ground="terms_structure", when=PLAY
):
    """A hand at a table is over: who has no chips left, each with what they had before it. In rounds, `banks` are given."""

    table: str
    hand: int
    out: dict[str, int] = {}
    banks: dict[str, int] = {}


class CountChips(Command, line="count {table}: {stacks:has}[; because {why}]", by=DIRECTOR, ground="terms_chips", when=PLAY):
    """Everyone's chips at a table dealt by hand. They add up to what the table holds, or a reason is given."""

    table: str
    stacks: dict[str, int]
    why: str = ""


class UndoElimination(
    PersonsCommand,
    line="undo {person}[; house gives {house:$}][; {chips:gives}]: {why}",
    by=DIRECTOR,
    ground="terms_elimination",
    when=PLAY,
):
    """A player was eliminated by mistake: they are back, with chips from other players, or from the house if it plays."""

    chips: dict[str, int] = {}
    house: int = 0
    why: str = ""


class RedoElimination(PersonsCommand, line="redo {person}", by=DIRECTOR, ground="terms_elimination", when=PLAY):
    """An elimination that was taken back was right after all: it stands."""


class ProposeMoves(
    Command, line="propose: {facts}[, drawn {draws:ints}][; {source}]", by=SOFTWARE, ground="terms_tables", when=PLAY
):
    """Ask for the moves that the terms require now. `draws` are numbers in random order, for drawn seats."""

    facts: dict[str, TableFacts]
    draws: tuple[int, ...] = ()
    source: Source = "live"


class ConfirmMoves(Command, line="confirm moves", by=DIRECTOR, ground="terms_tables", when=PLAY):
    pass


class DeclineMoves(Command, line="decline moves: {why}", by=DIRECTOR, ground="terms_tables", when=PLAY):
    why: str


class MovePlayer(
    PersonsCommand, line="move {person} to {table}/{seat}[, {facts}]: {why}", by=DIRECTOR, ground="terms_progression", when=PLAY
):
    """The director moves a player to a seat of another table, for a reason. `facts` are those of both tables."""

    overruled = frozenset({"facts"})
    table: str
    seat: int
    why: str
    facts: dict[str, TableFacts] = {}


class StartHandForHand(Command, line="hand for hand", by=DIRECTOR, ground="terms_structure", when=PLAY):
    pass


class EndHandForHand(Command, line="end hand for hand", by=DIRECTOR, ground="terms_structure", when=PLAY):
    pass


class ColourUp(
    Command, line="colour up {table}: {stacks:has}[; race {order:names}]", by=SOFTWARE, ground="terms_chips", when=PLAY
):
    """Take the smallest chip out of play at a table: `stacks` there, and the order of the cards in the race."""

    overruled = frozenset({"stacks"})
    table: str
    stacks: dict[str, int]
    order: tuple[str, ...] = ()


class Penalise(
    PersonsCommand,
    line="penalise {person} {penalty}[ {number}][ with {stack:$}][ in a hand{=in_hand}][ for a phone{=phone}][: {why}]",
    by=DIRECTOR,
    ground="terms_penalties",
    when=PLAY,
):
    """A penalty: so many hands or rounds for those named; `phone` says that it is for a phone used in play."""

    overruled = frozenset({"in_hand", "stack"})
    penalty: Penalty
    number: int = 1
    why: str = ""
    phone: bool = False
    stack: int = 0
    in_hand: bool = False


class Disqualify(
    PersonsCommand,
    line="disqualify {person}[ with {stack:$}][ in a hand{=in_hand}]: {why}",
    by=DIRECTOR,
    ground="terms_disqualified",
    when=("playing", "over"),
):
    """`in_hand` says that a hand with them is in play: it is dead, and their chips stay until its end."""

    overruled = frozenset({"in_hand", "stack"})
    why: str
    stack: int = 0
    in_hand: bool = False


class Retire(
    PersonsCommand,
    line="retire {person}[ with {stack:$}][ in a hand{=in_hand}]",
    by=ENTRANTS,
    ground="terms_retirement",
    when=PLAY,
):
    overruled = frozenset({"in_hand", "stack"})
    stack: int = 0
    in_hand: bool = False


class TakeChips(
    PersonsCommand, line="take chips of {person}: {stack:$}", by=SOFTWARE, ground="terms_disqualified_chips", when=PLAY
):
    """A hand in which a player left the tournament is over: their chips leave play, as the terms say."""

    stack: int


class NoteAbsent(PersonsCommand, line="absent {person}[, late{=late}]", by=DIRECTOR, ground="terms_absence", when=PLAY):
    """A person is absent; `late` before they have played at all."""

    late: bool = False


class NoteBack(PersonsCommand, line="back {person}", by=DIRECTOR, ground="terms_absence", when=PLAY):
    pass


class Refund(PersonsCommand, line="refund {person} {amount:$}: {why}", by=DIRECTOR, ground="terms_refunds", when=OPEN):
    """Refund money, if the terms allow it."""

    amount: int
    why: str


class AgreeToEnd(PersonsCommand, line="agree to end {person}", by=ENTRANT, ground="terms_ends_agreed", when=PLAY):
    """A player agrees to end play at their table now."""


class EndTable(Command, line="end table {table} {because}[: {stacks:has}]", by=DIRECTOR, ground="terms_ends_early", when=PLAY):
    """End play at a table early: because it is settled who advances, or because everyone there agrees."""

    overruled = frozenset({"stacks"})
    table: str
    because: Literal["decided", "agreed"]
    stacks: dict[str, int] = {}


class DecideTournamentDispute(
    Command,
    line="decide dispute[ about {about:part}]: {decision:part}[; agreed{=satisfied}]",
    by=DIRECTOR,
    ground="terms_director_final",
    when=("entries", "playing", "over", "cancelled"),
):
    """A dispute about the tournament; `about` tells it from others, `satisfied` says whether the person leaves it at that."""

    decision: str
    about: str = ""
    satisfied: bool = False


# Rounds


class StartRound(
    Command,
    line=("start round: {order:names}[; {source}]", "start secondary round: {order:names}{=secondary}[; {source}]"),
    by=SOFTWARE,
    ground="terms_rounds",
    when=PLAY,
):
    """Begin the next round: those who are in sit down in the drawn order. A `secondary` one is for those who qualify."""

    order: tuple[str, ...]
    secondary: bool = False
    source: Source = "live"


class MakeSecretWager(PersonsCommand, line="secret wager {person} {amount:$}", by=ENTRANT, ground="terms_secret", when=PLAY):
    amount: int


class RevealSecretWagers(Command, line="reveal wagers at {table}", by=SOFTWARE, ground="terms_secret", when=PLAY):
    table: str


class CloseRound(Command, line="close round[; drawn {draws:names}]", by=DIRECTOR, ground="terms_progression", when=PLAY):
    """All tables have played the round: decide who advances. `draws` separate equal banks if the terms say so."""

    draws: tuple[str, ...] = ()


# Prizes


class ProposeDeal(Command, line="deal {how}[: {stacks:has}][; {sums:gets}]", by=DIRECTOR, ground="terms_distribution", when=PLAY):
    """Divide the remaining prizes differently, by the chips of those left, or in sums that they name."""

    overruled = frozenset({"stacks"})
    how: Literal["icm", "chip chop", "even", "named"]
    stacks: dict[str, int] = {}
    sums: dict[str, int] = {}


class AgreeToDeal(PersonsCommand, line="agree to deal {person}", by=ENTRANT, ground="terms_distribution", when=PLAY):
    pass


class Finish(Command, line="finish", by=DIRECTOR, ground="terms_winners", when=PLAY):
    """Play is over: places and prizes are final, and the chips go where the terms say."""


class AllotWithheld(Command, line="allot {amount:$}[ to {person}]: {why}", by=OPERATOR, ground="terms_distribution", when=OVER):
    """Decide on a prize that nobody could win: it goes to a person, or to the house if nobody is named."""

    amount: int
    why: str
    person: str = ""


class PayOut(PersonsCommand, line="pay {person}", by=DIRECTOR, ground="terms_distribution", when=("playing", "over")):
    """Pay a prize, against a receipt: to a player who is out once their place is certain, to all others at the end."""


class TakeBackPrize(
    PersonsCommand, line="take back prize of {person}: {why}", by=DIRECTOR, ground="terms_distribution", when=("playing", "over")
):
    """A prize was paid by mistake, and has been handed back."""

    why: str
