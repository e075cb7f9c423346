"""What is wrong with a sentence that people read, as far as its words show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

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
    ours = re.sub(r"\([^)]*\)|there is no hand .*", "", said)  # not what somebody noted, nor names as they must be typed
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
    said = [sentence for step in run.steps for sentence, _ in step.outcome]
    said += [option.means for option in getattr(getattr(run, "awaiting", None), "options", ())]
    return [what for sentence in dict.fromkeys(said) for what in wrong(sentence)]
