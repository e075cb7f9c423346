"""Many hands checked: the result of each, and of all together."""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import chain, islice
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from croupier.books import poker_rules_of
from croupier.drawing.document import in_lines
from croupier.histories.phh_format import Differs, HandHistory, NotPlayedHere, game_of
from croupier.histories.phh_replay import Replay, plain
from croupier.kernel.errors import HistoryError

Outcome = Literal["equal", "odd chip", "raked", "unknown", "not played", "different"]
"""Equal in all; except for chips that could not be divided; except for the room's rake; not decided by the known cards;
of a game that is not played here; otherwise different."""


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one hand: where in the file or the hand, why, and the clauses by which the book differs.

    `rake` is in the file's own chips. `number` is the hand's in its file; a hand is `named` by it if the file has several.
    `readings` are other readings of the book than ours, by which the room let players post.
    """

    outcome: Outcome
    number: int = 1
    named: str = ""
    at: str = ""
    why: str = ""
    clauses: tuple[str, ...] = ()
    rake: Fraction = Fraction(0)
    variant: str = ""
    readings: tuple[str, ...] = ()

    @property
    def where(self) -> str:
        return ", ".join(part for part in (self.named, self.at) if part)


EQUAL = Finding(outcome="equal")


def checked(history: HandHistory) -> Finding:
    """The result of playing a hand again by the book.

    If the room did what the book does not allow, the result names the other readings of the book that would allow it.
    """
    played = _played(history)
    if played.outcome != "different" or not played.clauses:
        return played
    game, _ = game_of(history.variant)
    others = [name for name in sorted(poker_rules_of(game).readings) if _goes_on(history, name, played)]
    if not others:
        return played
    return replace(played, why=f"{played.why}; a house may allow it by the reading {' or '.join(others)}")


def _goes_on(history: HandHistory, reading: str, finding: Finding) -> bool:
    """Whether a hand gets past the act where it stopped if the house has chosen another reading of the book."""
    chosen = [*history.texts("_readings"), reading]
    return _played(HandHistory(history.fields | {"_readings": chosen})).at != finding.at


def _played(history: HandHistory) -> Finding:
    try:
        replay = Replay(history)
        for _ in replay.steps():
            pass
    except Differs as error:
        return Finding(outcome="different", at=error.at, why=error.why, clauses=error.clauses)
    except NotPlayedHere as error:
        return Finding(outcome="not played", at="the file", why=str(error), variant=history.variant)
    except HistoryError as error:
        return Finding(outcome="different", at="the file", why=str(error))
    finding = found_of(replay)
    return replace(finding, readings=readings) if (readings := replay.readings) else finding


def found_of(replay: Replay) -> Finding:
    """The result of a hand that was played to the end."""
    took = f"the room took {plain(replay.rake)} of the pots of {plain(replay.pot)}"
    if replay.unknown:
        end = f"by the file {took}" if replay.payment.on_its_word else "the file does not say who was paid"
        return Finding(outcome="unknown", why=f"the known cards do not decide the payment; {end}")
    if replay.payment.odd_chip:
        return Finding(outcome="odd chip", why="equal but for an odd chip", clauses=replay.rules.cite("odd_chip_by_button"))
    return Finding(outcome="raked", why=took, rake=replay.rake) if replay.rake else EQUAL


def findings(hands: Iterable[HandHistory | HistoryError]) -> Iterator[Finding]:
    """The result of each hand of a file. If none can be read, raises what is wrong with the first."""
    rest = iter(hands)
    head = list(islice(rest, 2))
    unread: list[Finding] = []
    any_read = False
    for number, hand in enumerate(chain(head, rest), 1):
        if isinstance(hand, HistoryError):
            finding = Finding(outcome="different", at="the file", why=str(hand))
        else:
            finding, any_read = checked(hand), True
        if finding is not EQUAL:
            finding = replace(finding, number=number, named=f"hand {number}" if len(head) > 1 else "")
        if any_read:
            yield from unread
            unread.clear()
            yield finding
        else:
            unread.append(finding)
    if unread:
        raise next(hand for hand in head if isinstance(hand, HistoryError))


class Count:
    """How many hands had each result; `unread` are files without one, and why."""

    def __init__(self) -> None:
        self.outcomes: Counter[Outcome] = Counter()
        self.rake = Fraction(0)
        self.not_played: Counter[str] = Counter()
        self.readings: Counter[str] = Counter()
        self.unread: dict[str, str] = {}
        self._kept: list[tuple[str, Finding]] = []

    @property
    def hands(self) -> int:
        return sum(self.outcomes.values())

    @property
    def different(self) -> int:
        return self.outcomes["different"]

    def add(self, finding: Finding) -> None:
        self.outcomes[finding.outcome] += 1
        self.rake += finding.rake
        if finding.outcome == "not played":
            self.not_played[finding.variant] += 1
        self.readings.update(finding.readings)

    def keep(self, file: str, finding: Finding) -> None:
        """Keep what the document should name."""
        self._kept.append((file, finding))

    def document(self, *, each: bool = False) -> dict[str, Any]:
        """All of it for `--json`: counts, the total rake, and the named hands."""

        def rows(*outcomes: Outcome) -> list[dict[str, Any]]:
            return [_row(file, finding) for file, finding in self._kept if finding.outcome in outcomes]

        count = self.outcomes
        summary = {
            "hands": self.hands,
            "equal": count["equal"],
            "odd_chip": count["odd chip"],
            "odd_chip_hands": rows("odd chip"),
            "raked": {"hands": count["raked"], "sum": float(self.rake)},
            "unknown": count["unknown"],
            "not_played": self.not_played,
            "readings": self.readings,
            "different": rows("different"),
            "unread": [{"file": file, "why": why} for file, why in self.unread.items()],
        }
        return summary | {"each": rows("raked", "unknown", "not played")} if each else summary

    def sentence(self) -> str:
        """All of it in a line, and where the room's rules differ from ours."""
        return in_lines("phh_count.txt", count=self, plain=plain)


def _row(file: str, finding: Finding) -> dict[str, Any]:
    row: dict[str, Any] = {"file": file, "hand": finding.number, "at": finding.where, "why": finding.why}
    if finding.clauses:
        row["clauses"] = list(finding.clauses)
    if finding.outcome == "raked":
        row["rake"] = float(finding.rake)
    return row if finding.outcome in ("different", "odd chip") else {"outcome": finding.outcome, **row}
