"""Finished rounds to look at again: a list of them, each step of one as the viewer saw it, and one in a file."""

from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import NamedTuple

from croupier.books import book_of
from croupier.floor.replays import RoundSeen, Sentence, Step
from croupier.kernel.clauses import number_key
from croupier.tables.any_table import AnyTable
from croupier.web.pages import line_of, page
from croupier.web.pieces import joined
from croupier.web.spoken import spoken
from croupier.web.texts import text

StepShown = tuple[Step, str]
"""A step with the cloth at that moment."""


class RoundListed(NamedTuple):
    """A round in the list: its result, with the names of people, and who else played."""

    round: RoundSeen
    outcome: list[Sentence]
    players: str


def _listed(seen_round: RoundSeen, person: str, names: Mapping[str, str]) -> RoundListed:
    called = {seat: names.get(player, player) for seat, player in seen_round.people.items()}
    mine = next((seat for seat, player in seen_round.people.items() if player == person), 0) if person else 0
    outcome = [(spoken(says, called, mine), clauses) for says, clauses in seen_round.outcome]
    return RoundListed(seen_round, outcome, joined(called[seat] for seat in sorted(called) if seat != mine))


def hands_list(table: AnyTable, rounds: list[RoundSeen], person: str, names: Mapping[str, str], *, mine: bool, most: int) -> str:
    """The latest rounds, the newest first; optionally only those that the viewer played in."""
    wanted = [seen_round for seen_round in reversed(rounds) if not mine or seen_round.net is not None]
    return _page(
        "hands_list.html",
        table,
        book=table.rules.book,
        rounds=[_listed(seen_round, person, names) for seen_round in wanted[:most]],
        more=max(len(wanted) - most, 0),
        any_mine=any(seen_round.net is not None for seen_round in rounds),
        mine=mine,
    )


def hand_replay(table: AnyTable, seen_round: RoundSeen, steps: list[StepShown], number: int) -> str:
    """One step of a round, with links to all others."""
    at = min(max(number, 1), len(steps))
    replayed = [step for step, _ in steps]
    return _page("hand_replay.html", table, book=table.rules.book, round=seen_round, steps=replayed, at=at, shown=steps[at - 1])


def hand_file(
    table: AnyTable, seen_round: RoundSeen, steps: list[StepShown], *, title: str, viewer: str, house: bool, proof: bytes = b""
) -> str:
    """One round in one file that needs no network: every step as the viewer saw it, its clauses, and how to check it.

    It comes from a `house`, or from a record that its reader has; `proof` is the proof of the cards, if there is one.
    """
    book = book_of(table.rules.book, seen_round.edition)
    cited = {number for step, _ in steps for _, clauses in step.says for number in clauses}
    script = _static("hand_file.js")
    return _page(
        "hand_file.html",
        table,
        title=title,
        book=book,
        edition=seen_round.edition,
        round=seen_round,
        steps=steps,
        viewer=viewer,
        clauses=[(number, line_of(book, number)) for number in sorted(cited, key=number_key)],
        how=text("hands.file_how_house" if house else "hands.file_how_record"),
        proof=b64encode(proof).decode(),
        style="".join(_static(f"{name}.css") for name in ("style", "ring", "house", "play")),
        script=script,
        digest=b64encode(sha256(script.encode()).digest()).decode(),
    )


def _page(template: str, table: AnyTable, **shown: object) -> str:
    poker = table.engine.kind == "poker table"
    return page(template, currency=table.rules.currency, stream=table.name, poker=poker, **shown)


@cache
def _static(name: str) -> str:
    return (resources.files("croupier.web") / "static" / name).read_text(encoding="utf-8")
