"""What a person has learned in drills: kept between visits, so that wrong answers are asked again."""

import os
from pathlib import Path
from random import Random

import msgspec

from croupier.training.drills import Question

LEARNED = 2
"""How many right answers in a row it takes for a topic to be no longer weak."""

_REPEATS = 0.5


class Record(msgspec.Struct, kw_only=True):
    """How questions about one irregularity were answered. `streak` counts the right answers since the last wrong one."""

    game: str
    what: str
    asked: int = 0
    right: int = 0
    streak: int = 0
    clauses: list[str] = []

    @property
    def weak(self) -> bool:
        return self.right < self.asked and self.streak < LEARNED


class Progress(msgspec.Struct, kw_only=True):
    """All questions asked of one person, one record for each topic."""

    records: list[Record] = []

    def note(self, question: Question, right: bool) -> None:
        """Count an answer; the clauses of a wrong one are kept, to be read again."""
        game, what = question.game, question.report.what
        entry = next((record for record in self.records if (record.game, record.what) == (game, what)), None)
        if entry is None:
            entry = Record(game=game, what=what)
            self.records.append(entry)
        entry.asked += 1
        entry.right += right
        entry.streak = entry.streak + 1 if right else 0
        if not right:
            entry.clauses = list(question.clauses)

    def weak(self, games: tuple[str, ...]) -> list[Record]:
        """What is not learned yet, the least known first."""
        return sorted(
            (each for each in self.records if each.weak and each.game in games), key=lambda each: each.right / each.asked
        )

    def next_up(self, random: Random, games: tuple[str, ...], last: tuple[str, str] = ("", "")) -> tuple[str, str]:
        """The game to ask about next, and what: half the time something weak but not the last again, otherwise anything."""
        weak = [record for record in self.weak(games) if (record.game, record.what) != last]
        if weak and random.random() < _REPEATS:
            chosen = random.choice(weak[:5])
            return chosen.game, chosen.what
        return random.choice(games), ""

    @property
    def totals(self) -> tuple[int, int]:
        """How many questions were answered in total, and how many correctly."""
        return sum(record.asked for record in self.records), sum(record.right for record in self.records)


def state_file() -> Path:
    """Where progress is kept: in the user's state directory."""
    base = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(base) / "croupier" / "drill.json"


def load() -> Progress:
    """The saved progress; empty if there is no file, or none that can be read."""
    try:
        return msgspec.json.decode(state_file().read_bytes(), type=Progress)
    except (OSError, msgspec.DecodeError):
        return Progress()


def save(progress: Progress) -> bool:
    """Save it, and return whether that worked."""
    file = state_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        beside = file.with_suffix(".new")
        beside.write_bytes(msgspec.json.encode(progress))
        beside.replace(file)
    except OSError:
        return False
    return True
