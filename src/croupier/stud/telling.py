"""Events in plain words, one sentence each, for readers. The event has the clauses, not the sentence.

Facts that a sentence shows but its event does not have are found here; all words are in `sentences.toml`.
"""

import re
from types import SimpleNamespace
from typing import Literal, NamedTuple

from croupier.kernel.accounts import FLOAT, kind_of
from croupier.kernel.cards import HIDDEN
from croupier.kernel.languages import in_book
from croupier.kernel.money import Odds, dollars
from croupier.kernel.telling import Telling, about
from croupier.stud import events
from croupier.stud.rules import Rules
from croupier.stud.state import DEALER


def _dealt(event: events.CardsDealt, rules: Rules) -> SimpleNamespace:
    """Whether all get the same number of cards, face down; if so, who."""
    counts = {len(cards) for cards in event.hands.values()}
    alike = len(event.hands) > 1 and len(counts) == 1 and all(HIDDEN in cards for cards in event.hands.values())
    boxes = tuple(box for box in event.hands if box != DEALER)
    return about(event, alike=alike, count=next(iter(counts), 0), boxes=boxes, dealer=DEALER in event.hands)


def _settled(event: events.WagerSettled, rules: Rules) -> SimpleNamespace:
    side, paid = rules.wagers.get(event.wager), working(event, rules)
    bonus = side is not None and not side.placed
    what = "instant" if event.wager == "instant" else "bonus" if bonus else event.result
    return about(event, what=what, title=_title(event, rules), odds=event.odds, paid=paid)


class Working(NamedTuple):
    """How much of a wager plays, 0 if all of it does; what the odds alone give, and whether that was capped or rounded up."""

    plays: int
    exact: int
    pays: int
    made: Literal["", "cut", "up"]


def working(event: events.WagerSettled, rules: Rules) -> Working:
    """How a payment was calculated. Records from before `plays` do not say how much of an oversized wager plays."""
    if not (numbers := re.fullmatch(r"(\d+) to (\d+)", event.odds)):
        return Working(0, event.pays, event.pays, "")
    plays = event.stake if event.plays < 0 else event.plays
    bonus = not event.stake and event.wager in rules.wagers  # it is paid on the ante
    part = plays if event.plays >= 0 and not bonus else 0
    exact = Odds(*map(int, numbers.groups())).pays(plays)
    over = ("bet_above_twice_wins", "wager_above_maximum")
    too_much = any(ground in rules.grounds and set(rules.cite(ground)) <= set(event.clauses) for ground in over)
    if event.pays == exact or (not part and (too_much or event.wager == "instant")):
        return Working(part, event.pays, event.pays, "")
    return Working(part, int(exact), event.pays, "cut" if event.pays < exact else "up")


_BACK = ("ante", "bet", "exchange", "wager", "jackpot")


def _back(event: events.RoundVoided | events.HandVoided, rules: Rules) -> SimpleNamespace:
    """Which wagers are returned: jackpot wagers may stay for the next round, and some were collected already."""
    out = {kind_of(spot) for spot, amount in event.postings.items() if amount < 0}
    back = tuple(kind for kind in _BACK if kind in out or (kind == "ante" and kind_of(FLOAT) in out))
    return about(event, back=back)


def _title(event: events.WagerPlaced | events.WagerTakenBack | events.WagerCorrected | events.WagerSettled, rules: Rules) -> str:
    """A wager by the book's name for it."""
    return rules.wagers[event.wager].title if event.wager in rules.wagers else event.wager


tell = Telling(
    "croupier.stud",
    events,
    {
        "first sum": lambda limits: dollars(limits[0]),
        "last sum": lambda limits: dollars(limits[1]),
        "no more bets": lambda rules: rules.calls.get("no more bets", "no more bets"),
        "bet or fold": lambda rules: rules.calls.get("bet or fold", "bet or fold"),
    },
    facts={
        events.TableOpened: lambda event, rules: about(
            event,
            title=in_book(rules.book, "book.toml", "title", rules.title),
            edition=in_book(rules.book, "book.toml", "edition", event.edition),
        ),
        events.CardsDealt: _dealt,
        events.WagerSettled: _settled,
        events.WagerPlaced: lambda event, rules: about(event, title=_title(event, rules)),
        events.WagerTakenBack: lambda event, rules: about(event, title=_title(event, rules)),
        events.WagerCorrected: lambda event, rules: about(event, title=_title(event, rules)),
        events.SignDisplayed: lambda event, _: about(event, later=event.due > event.at),
        events.PayoutStated: lambda event, _: about(event, correct=event.amount == event.right),
        events.RoundVoided: _back,
        events.HandVoided: _back,
    },
)
"""A sentence for every event of its own; a test fails for an event without one."""
