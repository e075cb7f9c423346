"""A picture of every case: all that happened and the state after each of it, who saw what, and what would come of other lines.

A picture is many lines of text; of each case its length and its digest are kept, so that nothing changes unnoticed. Sums are
written with `$`, whatever the currency of the book. Where a picture differs, read it before and after:

    PYTHONPATH=src:tests python -m money.pictures "the name of a case"
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from croupier.books import BOOKS
from croupier.cases.case import cases_of
from croupier.cases.house_cases import run_case
from croupier.jackpots.lines import read_line as read_meter_line
from croupier.kernel.actors import DEALER, INSPECTOR, ONLOOKER, Viewer
from croupier.kernel.cards import HIDDEN
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.entries import encode
from croupier.kernel.events import Command, Event
from croupier.kernel.incidents import Report, Rule
from croupier.kernel.lines import said_by
from croupier.kernel.streams import Stream, on_record
from croupier.poker.lines import read_line as read_poker_line
from croupier.promotions.lines import read_line as read_promotion_line
from croupier.room.lines import read_line as read_room_line
from croupier.stud.lines import read_line as read_house_line
from croupier.tournaments.lines import read_line as read_tournament_line

AnyStream = Stream[Any, Any]
QUESTIONS = Path(__file__).with_name("questions")
_NOTHING_LAID_DOWN = '"committed":"",'
"""No case lays down a deck, which is the house's own practice: pictures are as they were before a state could say so."""
_NOTHING_HELD = '"holds":{},'
"""Few cases hold winnings back: the pictures of the others are as they were before a state could say so."""
_NOTHING_SEEN = '"seen":[],'
"""In few cases a card is seen by mistake: likewise."""
_NO_TOKENS_CONCEDED = ',"bet_lay_tokens":0'
"""Hardly ever is a bet of tokens conceded: likewise."""
_NOBODY_WENT = ',"went":0'
"""Few leave a tournament with chips at their place: likewise."""
_NO_WAGER_OF_A_PAY_TABLE = ',"wagers":[]'
"""No book here has such wagers: likewise."""
_NOT_BY_HAND = (',"by_hand":false', ',"loose":{}', ',"loose":0')
"""Few tournaments are dealt by hand: likewise."""
_IN_THE_ENTRIES = re.compile(r',"payouts":\d+|,"bought":\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}')
"""How many prizes were paid, and who has bought and can still undo it: added since, and told by the entries as well."""
_SHOWN = 10
"""So many characters of a digest are kept."""


def picture(run: Any) -> str:
    """The picture of a case in one line."""
    refused = f", {_answer(run.refused)}" if run.refused else ""
    read = run.stream.rules.currency.read if run.case.subject != "room" else str
    return f"{happened(run)}, answers {_digest(map(read, what_would_come(run)))}{read(refused)}"


def happened(run: Any) -> str:
    """The first part of it."""
    size = sum(len(stream.entries) for stream in streams_of(run))
    return f"{run.case.name}: {size} entries {_digest(what_happened(run))}"


def _digest(lines: Iterator[str]) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()[:_SHOWN]


def streams_of(run: Any) -> list[AnyStream]:
    """The records of a case: a table and the meters it is linked to, a room with its tables, or a stream that stands alone."""
    if run.case.subject == "room":
        return list(run.room.streams)
    return [run.stream, *([run.stream.casino.meters] if hasattr(run.stream, "casino") else [])]


def what_happened(run: Any) -> Iterator[str]:
    """Every command with its events, and the state after each; then what people have seen of it."""
    for stream in streams_of(run):
        engine = stream.engine
        state = engine.blank()
        for entry in stream.entries:
            yield f"{entry.said} at {entry.at}: {_text(entry.command)}"
            for event in entry.events:
                state = engine.evolve(state, event)
                yield f"  {_text(event)}"
            yield f"  so that {_text(state)}"
        assert _text(state) == _text(stream.state), "a record does not fold to the state of its stream"
        for viewer in (ONLOOKER, INSPECTOR, Viewer(person="p1"), Viewer(person="p2")):
            yield f"{viewer} saw {_text(stream.view(viewer))}"
            yield f"{viewer} knows {_text(stream.picture(viewer))}"


def what_would_come(run: Any) -> Iterator[str]:
    """What people may do when a case is over, and what would come of lines that nobody has said."""
    for stream in streams_of(run):
        seats = getattr(stream.state, "seats", ())
        for who in (DEALER, stream.rules.ranks[-1], *seats):
            yield f"{who} may {_text(stream.legal(by=who))}"
        for line, command, who in _questions(stream):
            said = stream.who(command, **who)
            asking = [said]
            if "by" not in who and not said.seat:
                asking.append(msgspec.structs.replace(said, person="somebody", capacity=stream.rules.ranks[-1]))
            for each in asking:
                wrong = stream.unnamed(each)
                decision = Refused("command_not_understood", wrong) if wrong else stream.decided(command, each)
                on_record(decision)  # as `do` checks it
                yield f"{each}: {line}: {_answer(decision)}"
                if not isinstance(decision, Refused):
                    yield f"  so that {_text(_after(stream, decision.events))}"


def _answer(decision: Decision) -> str:
    if isinstance(decision, Refused):
        looked = ", having looked at cards" if decision.looked else ""
        return f"refused {decision.ground}: {decision.reason} ({', '.join(decision.clauses)}){looked}"
    return _text(decision)


def _after(stream: AnyStream, events: tuple[Event, ...]) -> Any:
    """The state as it would be then; that of the stream stays as it is."""
    state = stream.engine.copied(stream.state)
    for event in events:
        state = stream.engine.evolve(state, event)
    return state


def _questions(stream: AnyStream) -> Iterator[tuple[str, Command, dict[str, Any]]]:
    for who, said in _lines(stream.engine.kind):
        if stream.engine.kind == "house table":
            command: Command = read_house_line(said, stream.state, stream.rules)
        elif stream.engine.kind == "tournament":
            command = read_tournament_line(said, stream.state)
        elif stream.engine.kind == "meters":
            command = read_meter_line(said, stream.rules.game)
        else:
            command = _read(stream.engine.kind, said)
        yield said, command, who
    for report in _reports(stream):
        yield f"{_text(report)}", report, {}
    if (question := getattr(stream.state, "question", None)) is not None:
        for name in question.names:
            yield f"rule {name}", Rule(option=name), {}


@cache
def _read(kind: str, said: str) -> Command:
    return {"promotion": read_promotion_line, "room": read_room_line}.get(kind, read_poker_line)(said)


@cache
def _lines(kind: str) -> list[tuple[dict[str, Any], str]]:
    text = (QUESTIONS / f"{kind.replace(' ', '_')}.txt").read_text(encoding="utf-8")
    return [said_by(line) for line in text.splitlines() if line and not line.startswith("#")]


def _reports(stream: AnyStream) -> Iterator[Report]:
    """Every irregularity of the book, with nothing said of it and with the usual facts."""
    for what in stream.rules.irregularities:
        yield Report(what=what)
        usual = Report(what=what, player=1, players=(1, 2), box=1, boxes=(1, 2), count=3, amount=5_00)
        yield usual
        yield msgspec.structs.replace(usual, player=2, players=(2,), box=0, boxes=(2,), count=0, cards=_some(stream))


def _some(stream: AnyStream) -> tuple[Any, ...]:
    """A card that lies somewhere on the table, if one is known."""
    hand = getattr(stream.state, "hand", None)
    held = hand.players.values() if hand is not None else getattr(stream.state, "boxes", ())
    return next(((card,) for holder in held for card in holder.cards if card != HIDDEN), ())


def _text(thing: Any) -> str:
    text = encode(thing).decode()
    never = (_NOTHING_LAID_DOWN, _NOTHING_HELD, _NOTHING_SEEN, _NO_TOKENS_CONCEDED, _NOBODY_WENT, _NO_WAGER_OF_A_PAY_TABLE)
    for nothing in (*never, *_NOT_BY_HAND):
        text = text.replace(nothing, "")
    return _IN_THE_ENTRIES.sub("", text)


def main(name: str) -> None:
    for book, folder in BOOKS.items():
        for case in (case for _, case in cases_of(folder) if case.name == name):
            run = run_case(case, case.game or book)
            sys.stdout.write("".join(f"{line}\n" for line in (*what_happened(run), *what_would_come(run))))


if __name__ == "__main__":
    main(sys.argv[1])
