"""What is wrong with a sentence that people read or hear, as far as its words show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from croupier.cases.house_cases import Run
from croupier.cases.poker import PokerRun
from croupier.kernel.actors import Viewer
from croupier.poker import events as poker
from croupier.stud import events as stud
from croupier.tables.card_table import CardTable
from croupier.tables.house_table import HouseTable
from croupier.web import house_page, poker_page
from croupier.web.regions import said
from croupier.web.spoken import ME, spoken
from test_plain_words import problems

_THINGS = "card|round|second|minute|hand|player|place|seat|chip|prize|table|re-buy|wager|time|hour|day|warning|case|clause"
_NAMED = "".join(f"(?<!{word} )" for word in ("seat", "box", "place", "table", "round", "level", "hand", "option"))
_WRONG = {
    "one of several": rf"{_NAMED}(?<![\w.,$/])1 ({'|'.join(f'{thing}s' for thing in _THINGS.split('|'))}|boxes|entries)\b",
    "several of one": rf"{_NAMED}(?<![\w.,$/])(0|[2-9]|\d\d+) ({_THINGS}|box)\b(?!s|es)",
    "a list in the singular": r"\b(box|seat) \d+, \d+(?! counted)\b",
    "the dealer as a box": r"\b(box|seat|place) 0\b",
    "nothing as a sum": r"\$0\.00 (of winnings|goes back|is held)",
    "words of a program": r"Object contains|\bNone\b|[{}]|<class",
    "hands as nobody says them": r"\bkickers?\b|high card, \w+, then|, then \w+, \w+",
    "a thing with the wrong article": r"\b[Aa] (?:ace|eight|ante|instant|ammunition|imitation)\b|\b[Aa]n (?:card|king|queen)\b",
}
_TIMED = re.compile(r"a sign.* announces (a minimum|that)", re.IGNORECASE)
_PAID = re.compile(
    r"\$([\d,.]+)(?:, of which \$([\d,.]+) plays)?, wins (\d+) to (\d+): "
    r"\$([\d,.]+?)(?:, (?:cut|made up) to .*?\$[\d,.]+?.*)?,? is paid"
)


def wrong(said: str) -> Iterator[str]:
    """What is wrong with one sentence."""
    for what, pattern in _WRONG.items():
        if re.search(pattern, f" {said}"):
            yield f"{what}: {said}"
    ours = re.sub(r"\([^)]*\)|there is no hand .*", "", said)  # not what someone noted, nor names as they must be typed
    yield from (f"{problem}: {said}" for problem in problems(ours))
    if _TIMED.search(said) and " from " not in said:
        yield f"a sign without its time: {said}"
    for stake, part, to, each, come_to in _PAID.findall(said):
        if _cents(part or stake) * int(to) != _cents(come_to) * int(each):
            yield f"a sum that does not add up: {said}"


def _cents(text: str) -> int:
    return round(100 * float(text.replace(",", "")))


def of_run(run: Any) -> list[str]:
    """What is wrong with all that the run of a case said: events, refusals, and what the rulings mean."""
    told = [sentence for step in run.steps for sentence, _ in step.outcome]
    told += [option.means for option in getattr(getattr(run, "awaiting", None), "options", ())]
    found = [what for sentence in dict.fromkeys(told) for what in wrong(sentence)]
    if isinstance(run, Run | PokerRun):
        found += [what for seat, line in dict.fromkeys(heard_by_players(run.stream)) for what in heard_wrong(line, seat)]
    return found


_AUXILIARY = "is|has|was|does|goes"
_WRONG_TO_A_PLAYER = {
    "somebody else's verb": rf"\byou (?:{_AUXILIARY}|(?!pass\b|miss\b|discuss\b|express\b)[a-z]+s)\b|\b(?:{_AUXILIARY}) you\b",
    "a second verb of somebody else": r"\bYou [^:;]* and (?:is|has|takes|loses|gets|plays|folds|wins|pays|bets|calls)\b",
    "of you": r"\bof you\b",
    "an article after your": r"\byour (?:the|a|an)\b|\byour can\b",
    "their things as another's": r"\byou(?:r\b[^:]*)? [^:]*\b(?:its|themselves)\b",
    "the player, who is you": r"\byour (?:hand|wager)s?\b.*\b(?:its|that|the) player\b",
    "signs of cards or of a program": r"[♠♥♦♣]|\b[0-9a-f]{8}\b|\x00",
    "you in capitals, or not": r"^you\b|[a-z,;] You\b",
}


def heard_wrong(says: str, mine: int) -> Iterator[str]:
    """What is wrong with a sentence as the player of a seat hears it."""
    ours = re.sub(r" \([^)]*\)", "", says)  # not the names of options, nor what someone noted
    for what, pattern in _WRONG_TO_A_PLAYER.items():
        if re.search(pattern, ours):
            yield f"{what}: {says}"
    if re.search(rf"\bseat {mine}\b", re.sub(r"(?:sit down in|move to|leave|get up from) seat \d+", "", ours), re.IGNORECASE):
        yield f"one's own seat by its number: {says}"


def heard_by_players(table: CardTable[Any, Any]) -> Iterator[tuple[int, str]]:
    """All that two players hear, who were the only ones in their seats, with one box and with two."""
    quiet = (house_page.HouseSeen if isinstance(table, HouseTable) else poker_page.PokerSeen).quiet
    sat = {(each.seat, each.person) for each in table.events if isinstance(each, stud.SeatTaken | poker.SeatTaken)}
    moved = any(isinstance(each, poker.SeatChanged) for each in table.events)
    people = {seat: person for seat, person in sat if [seat for seat, _ in sat].count(seat) == 1 and not moved}
    names = {seat: f"Player {seat}" for seat in people}
    for seat in sorted(people)[:1] + sorted(people)[1:][-1:]:
        lines = said(table, Viewer(person=people[seat]), 0, quiet, {people[seat]: ME})
        for boxes in ((seat,), (seat, seat + 1)) if isinstance(table, HouseTable) else ((),):
            yield from ((seat, line) for one in lines if (line := spoken(one, names, seat, boxes)))
