"""What every table shares around its play: duties, reports, rulings, sanctions, editions. Each state says what changes."""

from typing import Any, Self

import msgspec
from msgspec.structs import replace

from croupier.kernel.actors import DEALER, HOUSE, Viewer
from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.decisions import Option
from croupier.kernel.duties import Effect
from croupier.kernel.events import Command, Event, HousePractice, Public

# What somebody can ask for

HIGHEST, NAMED = "highest", "named"
"""The highest rank of the book, and the one that the book or a question names for it."""


class Perform(Command, line="do {duty:part}[; {note}]", by=NAMED):
    """Do one of the book's duties (`duties.toml`), with a note where there is something to say."""

    duty: str
    note: str = ""


class Report(Command, by=DEALER):
    """Say what happened; the book decides what follows. Which facts matter depends on what it is; nothing said is 0, -1 or empty.

    `player` is a seat; `person` names somebody who does not sit at the table.
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

    One that is committed again before the shuffle takes the place of the first.
    """

    root: str


class CorrectCard(Command, line="correct {was} to {now}[; {why}]", by=DEALER):
    """Put right a card that a live dealer recorded: what is there as `was` is really `now`, and `why` it was recorded so."""

    was: Card
    now: Card
    why: str = ""


# What then is so


class Question(msgspec.Struct, frozen=True):
    """What waits for somebody's ruling: which report, which rulings are open, who may give them, under which clauses."""

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
    """Somebody says what happened. What follows is in the events after this one; cards that were named stay with the command.

    The `note` may tell of cards that are face down: it is for those who rule.
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

    Cards that somebody named in the report, and what they added to it, are for those who rule, not for the table.
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
    """Somebody has ruled; `at` is given where a time to act begins again with it. The `note` is for those who rule."""

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
    """Something that the book wants done or allows, done and on record. `opening` are duties that are to be done again."""

    duty: str
    by: str
    effect: Effect = ""
    note: str = ""
    opening: tuple[str, ...] = ()

    def apply(self, table: Any) -> Any:
        return table.did(self.duty, self.effect, self.opening)


class PlayerExcluded(Public, frozen=True, kw_only=True):
    """A person takes no further part: what still is on the table is settled, new wagers and another seat are refused."""

    person: str
    player: int = 0

    def apply(self, table: Any) -> Any:
        return table.excluding(self.person)


class WinningsWithheld(Public, frozen=True, kw_only=True):
    """Winnings held back until an investigation is over.

    Of this round's, `left` is still to be held back as it is paid, and so are the `prizes` of these boxes.
    """

    person: str
    player: int = 0
    amount: int
    left: int = 0
    prizes: tuple[int, ...] = ()

    def apply(self, table: Any) -> Any:
        return table.withholding(self)


class WinningsReleased(Public, frozen=True, kw_only=True):
    """What happens to winnings that were held back: they are paid after all, or kept by the house."""

    person: str
    amount: int
    paid: bool

    def apply(self, table: Any) -> Any:
        return table.releasing(self.person, self.paid)


class GuessRefused(Event, frozen=True, kw_only=True):
    """A command was refused by looking at cards that its sender may not see, so it could have been a guess: it stays on record.

    What it was and why it was refused is for those in charge.
    """

    ground: str = ""

    def seen_by(self, viewer: Viewer) -> Self:
        return self if viewer.role in ("supervisor", "inspector") else replace(self, ground="")


class EditionAdopted(Public, frozen=True, kw_only=True):
    """Another edition of the book holds from the next round on, with the digest of what it means."""

    edition: str
    digest: str

    def apply(self, table: Any) -> Any:
        return table.adopting(self.edition)


class DeckCommitted(HousePractice, frozen=True, kw_only=True):
    """The order of the deck that is shuffled next, in this round, is committed; anybody may be shown its entry."""

    root: str
    round: int

    def apply(self, table: Any) -> Any:
        return table.committed_to(self.root)


EVERYBODY, NOBODY = -1, 0
"""Who sees the face of a card that is on record, where it is not the player of one seat."""


class CardCorrected(HousePractice, frozen=True, kw_only=True):
    """A card is another than was recorded; where that one is face up, as the card itself is, the two change places.

    `seat` says who sees it: everybody where the card is face up, else the player who has looked at it, or nobody. What was done
    before stays done, and what follows goes by the card as it now is. Only the names of cards change, wherever somebody has
    them: so a picture of the table is put right as the table is. The reason may name the card, and is seen with it.
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
