"""Events in plain words, one sentence each, for people who read along. The event has the clauses, not the sentence."""

import re

from croupier.kernel.accounts import FLOAT, kind_of
from croupier.kernel.cards import HIDDEN
from croupier.kernel.money import Odds, dollars
from croupier.kernel.telling import Telling, because, cards_told, moment, several, whose
from croupier.stud import events
from croupier.stud.rules import Rules
from croupier.stud.state import DEALER


def _dealt(event: events.CardsDealt, rules: Rules) -> str:
    counts = {len(cards) for cards in event.hands.values()}
    if len(event.hands) > 1 and len(counts) == 1 and all(HIDDEN in cards for cards in event.hands.values()):
        boxes = [box for box in event.hands if box != DEALER]
        whom = [several("box", boxes, "boxes"), *(["the dealer"] if DEALER in event.hands else [])]
        return f"{' and '.join(whom)} are dealt {counts.pop()} cards each, face down."
    hands = (f"{whose(box)} is dealt {cards_told(cards)}" for box, cards in event.hands.items())
    return f"{'; '.join(hands)}."


def _settled(event: events.WagerSettled, rules: Rules) -> str:
    part, paid = working(event, rules)
    if event.wager == "instant":
        on_ante = f"on the ante{part}: {paid} is paid as well."
        return f"for the instant win of box {event.box} {event.odds} {on_ante}"
    side = rules.wagers.get(event.wager)
    if side is not None and not side.placed:
        return f"for the {side.title} of box {event.box} {event.odds} on the ante: {paid} is paid as well."
    wager = f"the {_title(event, rules)} of box {event.box}, {dollars(event.stake)}{part},"
    if event.result == "win":
        return f"{wager} wins {event.odds}: {paid} is paid and the wager is returned."
    if event.result == "lose":
        back = f"; {dollars(event.returned)} is returned" if event.returned else ""
        return f"{wager} loses{back}."
    return f"{wager} {'is void' if event.result == 'void' else 'is a stand-off'} and is returned."


def working(event: events.WagerSettled, rules: Rules) -> tuple[str, str]:
    """How much of a wager plays, unless all of it does, and what is paid, with what the odds alone would come to.

    Records from before `plays` do not say how much of a wager that was too large plays.
    """
    numbers = re.fullmatch(r"(\d+) to (\d+)", event.odds)
    if not numbers:
        return "", dollars(event.pays)
    plays = event.stake if event.plays < 0 else event.plays
    bonus = not event.stake and event.wager in rules.wagers  # it is paid on the ante
    part = f", of which {dollars(plays)} plays" if event.plays >= 0 and not bonus else ""
    exact = Odds(*map(int, numbers.groups())).pays(plays)
    over = ("bet_above_twice_wins", "wager_above_maximum")
    too_much = any(ground in rules.grounds and set(rules.cite(ground)) <= set(event.clauses) for ground in over)
    if event.pays == exact or (not part and (too_much or event.wager == "instant")):
        return part, dollars(event.pays)
    said = dollars(int(exact))
    if event.pays < exact:
        return part, f"{said}, cut to the maximum payout of {dollars(event.pays)},"
    return part, f"{said}, made up to {dollars(event.pays)} for the chips,"


def _back(event: events.RoundVoided | events.HandVoided, its: str, plural: str = "") -> str:
    """Which wagers go back: those of the jackpot may stay for the next round, and some have been collected already."""
    names = {"ante": "ante", "bet": "bet", "exchange": "price of the exchanged card"}
    names |= {"wager": "side wager", "jackpot": "jackpot wager"}
    out = {kind_of(spot) for spot, amount in event.postings.items() if amount < 0}
    kinds = [f"{names[kind]}{plural}" for kind in names if kind in out or (kind == "ante" and kind_of(FLOAT) in out)]
    if not kinds:
        return ""
    listed = " and ".join([", ".join(kinds[:-1])] * (len(kinds) > 1) + kinds[-1:])
    return f", and {its}{listed} {'is' if len(kinds) == 1 and not plural else 'are'} returned"


def _title(event: events.WagerPlaced | events.WagerTakenBack | events.WagerCorrected | events.WagerSettled, rules: Rules) -> str:
    """A wager as the book calls it."""
    return rules.wagers[event.wager].title if event.wager in rules.wagers else event.wager


tell = Telling(
    "croupier.stud",
    events,
    {
        "limits": lambda limits: f"{dollars(limits[0])} to {dollars(limits[1])}",
        "first sum": lambda limits: dollars(limits[0]),
        "sign": lambda event: f", from {moment(event.due)}" if event.due > event.at else "",
        "stated": lambda event: (
            f"the dealer announces {dollars(event.amount)} for box {event.box}, which is correct"
            if event.amount == event.right
            else f"not paid: the dealer announced {dollars(event.amount)} for box {event.box}, but it is {dollars(event.right)}"
        ),
        "no more bets": lambda rules: rules.calls.get("no more bets", "no more bets"),
        "bet or fold": lambda rules: rules.calls.get("bet or fold", "bet or fold"),
    },
    {
        events.CardsDealt: _dealt,
        events.WagerSettled: _settled,
        events.WagerPlaced: lambda event, rules: f"seat {event.seat} puts {dollars(event.amount)} on {_title(event, rules)}.",
        events.WagerTakenBack: lambda event, rules: f"the {_title(event, rules)} of box {event.box} is taken back.",
        events.WagerCorrected: lambda event, rules: (
            f"corrected: the {_title(event, rules)} of box {event.box} is "
            f"{dollars(event.amount) if event.amount else 'none'}{because(event.why)}."
        ),
        events.RoundVoided: lambda event, _: f"round {event.round} is void{_back(event, '', 's')}{because(event.why)}.",
        events.HandVoided: lambda event, _: f"the hand of box {event.box} is void{_back(event, 'its ')}{because(event.why)}.",
    },
)
"""A sentence for every event of its own; a test fails for an event that has none."""
