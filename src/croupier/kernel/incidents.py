"""What every table has around its play: duties, reports, rulings, sanctions, editions. Each state says what changes."""

from typing import Any, Self

import msgspec
from msgspec.structs import replace

from croupier.kernel.actors import DEALER, HOUSE, Viewer
from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.decisions import Option
from croupier.kernel.duties import Effect
from croupier.kernel.events import Command, Event, HousePractice, Public

# What someone can ask for

HIGHEST, NAMED = "highest", "named"
"""The highest rank of the book, and the rank that the book or a question names."""


class Perform(Command, line="do {duty:part}[; {note}]", by=NAMED):
    """Do one of the book's duties (`duties.toml`), with a note if there is something to say."""

    duty: str
    note: str = ""


class Report(Command, by=DEALER):
    """Say what happened; the book decides what follows. Which facts matter depends on the report; 0, -1 or empty means not given.

    `player` is a seat; `person` names someone who does not sit at the table.
    """

    what: str
    box: int = -1
    boxes: tuple[int, ...] = ()
    player: int = 0
    players: tuple[int, ...] = ()
    person: str = ""
    count: int = -1
    cards: tuple[Card, ...] = ()
    amount: int = -1
    note: str = ""


class Rule(Command, line="rule {option:part}[; {note}]", by=NAMED):
    """Give one of the rulings that the table waits for."""

    option: str
    note: str = ""


class AdoptEdition(Command, line="adopt edition {edition}", by=HIGHEST, ground="table_opened"):
    """Play by another edition of the book from the next round on."""

    edition: str


class CommitDeck(Command, line="commit deck {root:word}", by=HOUSE):
    """Commit the order of the deck that the house is about to shuffle: the root of `kernel.decks`, in hexadecimal.

    A second commitment before the shuffle replaces the first.
    """

    root: str


class CorrectCard(Command, line="correct {was} to {now}[; {why}]", by=DEALER):
    """Correct a card that a live dealer recorded: the card entered as `was` is really `now`, and `why` says what went wrong."""

    was: Card
    now: Card
    why: str = ""


# What then happens


class Question(msgspec.Struct, frozen=True):
    """What waits for a ruling: which report, which rulings are open, who may give them, under which clauses."""

    report: Report
    question: str
    options: tuple[Option, ...]
    rank: str
    clauses: tuple[str, ...]

    @property
    def what(self) -> str:
        return self.report.what

    @property
    def names(self) -> tuple[str, ...]:
        """The rulings that are open, by name."""
        return tuple(option.name for option in self.options)


class IrregularityReported(Event, frozen=True, kw_only=True):
    """Someone says what happened. What follows is in the events after this one; named cards stay with the command.

    The `note` may mention face-down cards: only those who rule see it.
    """

    what: str
    says: str
    box: int = -1
    boxes: tuple[int, ...] = ()
    player: int = 0
    players: tuple[int, ...] = ()
    person: str = ""
    count: int = -1
    amount: int = -1
    note: str = ""
    at: int = -1

    def seen_by(self, viewer: Viewer) -> Self:
        return self if viewer.role == "supervisor" else replace(self, note="")

    def apply(self, table: Any) -> Any:
        return table.reported(self.at)


class RulingAsked(Event, frozen=True, kw_only=True):
    """The book leaves it to a person: play waits until one of the options is ruled.

    Only those who rule see the cards and details in the report, not the table.
    """

    question: str
    options: tuple[Option, ...]
    rank: str
    report: Report

    def seen_by(self, viewer: Viewer) -> Self:
        return self if viewer.role == "supervisor" else replace(self, report=replace(self.report, cards=(), note=""))

    def apply(self, table: Any) -> Any:
        return table.asked(Question(self.report, self.question, self.options, self.rank, self.clauses))


class RulingGiven(Event, frozen=True, kw_only=True):
    """Someone has ruled; `at` is given if a time to act begins again. Only those who rule see the `note`."""

    what: str
    option: str
    by: str
    note: str = ""
    at: int = -1

    def seen_by(self, viewer: Viewer) -> Self:
        return self if viewer.role == "supervisor" else replace(self, note="")

    def apply(self, table: Any) -> Any:
        return table.ruled(self.at)


class DutyDone(Public, frozen=True, kw_only=True):
    """Something that the book requires or allows, done and on record. `opening` are duties that must be done again."""

    duty: str
    by: str
    effect: Effect = ""
    note: str = ""
    opening: tuple[str, ...] = ()

    def apply(self, table: Any) -> Any:
        return table.did(self.duty, self.effect, self.opening)


class PlayerExcluded(Public, frozen=True, kw_only=True):
    """A person takes no further part: what is still on the table is settled; new wagers and another seat are refused."""

    person: str
    player: int = 0

    def apply(self, table: Any) -> Any:
        return table.excluding(self.person)


class WinningsWithheld(Public, frozen=True, kw_only=True):
    """Winnings held back until an inquiry is over.

    For this round, `left` is still to be held back as it is paid, and so are the `prizes` of these boxes.
    """

    person: str
    player: int = 0
    amount: int
    left: int = 0
    prizes: tuple[int, ...] = ()

    def apply(self, table: Any) -> Any:
        return table.withholding(self)


class WinningsReleased(Public, frozen=True, kw_only=True):
    """What happens to held-back winnings: they are paid after all, or kept by the house."""

    person: str
    amount: int
    paid: bool

    def apply(self, table: Any) -> Any:
        return table.releasing(self.person, self.paid)


class GuessRefused(Event, frozen=True, kw_only=True):
    """The refusal of a command depended on cards that its sender may not see, so it could have been a guess: it stays on record.

    Only those in charge see the command and the reason.
    """

    ground: str = ""

    def seen_by(self, viewer: Viewer) -> Self:
        return self if viewer.role in ("supervisor", "inspector") else replace(self, ground="")


class EditionAdopted(Public, frozen=True, kw_only=True):
    """Another edition of the book applies from the next round on, with the digest of its meaning."""

    edition: str
    digest: str

    def apply(self, table: Any) -> Any:
        return table.adopting(self.edition)


class DeckCommitted(HousePractice, frozen=True, kw_only=True):
    """The order of the deck that is shuffled next, in this round, is committed; anyone may see its entry."""

    root: str
    round: int

    def apply(self, table: Any) -> Any:
        return table.committed_to(self.root)


EVERYBODY, NOBODY = -1, 0
"""Who sees a recorded card, if it is not the player of one seat."""


class CardCorrected(HousePractice, frozen=True, kw_only=True):
    """A card is really another one than recorded; if that one is face up, like the card itself, the two change places.

    `seat` says who sees it: everyone if the card is face up, otherwise the player who has looked at it, or nobody. What was done
    before stays done, and what follows uses the corrected card. Only the names of cards change, wherever they appear,
    so a picture of the table is corrected exactly as the table is. The reason may name the card, and is seen with it.
    """

    was: Card
    now: Card
    why: str
    seat: int = EVERYBODY

    def seen_by(self, viewer: Viewer) -> Self:
        if self.seat == EVERYBODY or (self.seat != NOBODY and viewer.seat == self.seat):
            return self
        return replace(self, was=HIDDEN, now=HIDDEN, why="", seat=NOBODY)

    def apply(self, table: Any) -> Any:
        return table.with_faces({self.was: self.now, self.now: self.was})
