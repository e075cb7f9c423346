"""A scene and what happens in it, told as somebody on the floor sees it: seats, wagers, whose cards, what went wrong."""

from collections.abc import Callable, Iterable
from typing import Any

from croupier.kernel import telling
from croupier.kernel.cards import HIDDEN, Card, faces
from croupier.kernel.money import dollars
from croupier.kernel.rulings import Irregularity, called
from croupier.kernel.telling import filled, whose
from croupier.stud.commands import Report
from croupier.stud.rules import Rules
from croupier.stud.state import DEALER, State
from croupier.tables.house_table import HouseTable
from croupier.training.situations import HOUSE, Scene

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def describe(table: HouseTable, scene: Scene) -> tuple[str, ...]:
    """The round so far, in a few sentences, with nothing that onlookers cannot see."""
    picture, rules = table.picture(), table.rules
    lines = [_table(rules, picture, scene)]
    if scene.before is not None:
        lines.append("The same thing happened in the round before.")
    lines.append(_MOMENTS[scene.moment](rules, picture))
    return tuple(lines)


def happened(rules: Rules, report: Report, held: tuple[Card, ...] = ()) -> str:
    """What somebody reports, in one sentence; `held` are the cards that are really there, where cards are named."""
    irregularity = rules.irregularities[report.what]
    said = (
        filled(HOUSE["stories"][report.what], report, forms=FORMS)
        if _told_in_full(report, irregularity)
        else _plain(report, irregularity)
    )
    if held and report.cards:
        said += f"; they are {faces(held)}"
    return f"{said[:1].upper()}{said[1:]}."


def listed(items: Iterable[object]) -> str:
    """`1, 2 and 3`."""
    shown = [str(item) for item in items]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def counted(number: int, thing: str = "card") -> str:
    """`three cards`."""
    name = _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)
    return f"{name} {thing}{'' if number == 1 else 's'}"


FORMS: dict[str, Callable[[Any], str]] = {**telling.FORMS, "faces": faces, "listed": listed, "number of cards": counted}
"""How the fields of a report are shown in a story."""


def _table(rules: Rules, picture: State, scene: Scene) -> str:
    sign = picture.options
    seats = listed(range(1, scene.seats + 1))
    sit = f"players sit in seats {seats}, each" if scene.seats > 1 else "one player sits at place 1,"
    jackpot = f" and a jackpot wager of {dollars(scene.jackpot)}" if scene.jackpot else ""
    further = f" Seat {scene.extra_of} has further antes on box {listed(scene.extra)}." if scene.extra else ""
    return (
        f"{rules.title}: {sit} with an ante of {dollars(scene.ante)}{jackpot}; "
        f"the sign says {dollars(sign.minimum)} to {dollars(sign.maximum)}. The cards come from a {sign.device}.{further}"
    )


def _dealing(rules: Rules, picture: State) -> str:
    held = [
        f"{whose(number)} has {len(picture.boxes[number].cards)}"
        for number in (*picture.wagered, DEALER)
        if picture.boxes[number].cards
    ]
    down = "" if picture.upcard is not None else ", and no card of the dealer's has been turned up"
    return f"The cards are being dealt: {listed(held)}{down}."


def _dealt(rules: Rules, picture: State) -> str:
    card = picture.upcard_face
    up = f", the dealer's {card.symbol} is face up" if card else ""
    return f"All the cards are dealt{up}, and nobody has looked at a hand yet."


def _deciding(rules: Rules, picture: State) -> str:
    card = picture.upcard_face
    up = f" The dealer's {card.symbol} is face up." if card else ""
    call = rules.calls.get("bet or fold", "bet or fold")
    return f"The dealer has said '{call}'.{up} {_decisions(picture)}"


def _settling(rules: Rules, picture: State) -> str:
    value = rules.value(picture.dealer.cards)
    does = "qualifies" if rules.qualifies(value) else "does not qualify"
    shown = f"The dealer has shown {faces(picture.dealer.cards)}, {value.name}, and {does}"
    return f"{shown}; no wager is settled yet. {_decisions(picture)}"


def _decisions(picture: State) -> str:
    done = {"": "has yet to decide", "fold": "has folded"}
    said = []
    for number in picture.wagered:
        box = picture.boxes[number]
        changed = "has changed a card and " if box.given_up else ""
        choice = f"has bet {dollars(picture.bet(number))}" if box.choice == "bet" else done.get(box.choice, "is out")
        said.append(f"box {number} {changed}{choice}")
    return f"{'; '.join(said)}.".capitalize()


_MOMENTS: dict[str, Callable[[Rules, State], str]] = {
    "wagers": lambda rules, picture: "The cards are shuffled, and none has been dealt yet.",
    "dealing": _dealing,
    "dealt": _dealt,
    "deciding": _deciding,
    "settling": _settling,
}

FACTS: dict[str, Callable[[Report], str]] = {
    "box": lambda r: whose(r.box),
    "boxes": lambda r: f"box {listed(r.boxes)}",
    "player": lambda r: f"seat {r.player}",
    "person": called,
    "players": lambda r: f"seat{'s' * (len(r.players) > 1)} {listed(r.players)}" if r.players else "",
    "count": lambda r: counted(r.count),
    "cards": lambda r: faces(r.cards),
    "amount": lambda r: dollars(r.amount),
}


def _told_in_full(report: Report, irregularity: Irregularity) -> bool:
    """Whether our own sentence holds every fact that this book asks for."""
    if report.what not in HOUSE["stories"] or HIDDEN in report.cards:
        return False
    return set(irregularity.asks) <= {"box", "count", "amount", "cards"}


def _plain(report: Report, irregularity: Irregularity) -> str:
    facts = [FACTS[name](report) for name in irregularity.asks if name in FACTS]
    about = ", ".join([*facts, *([report.note] if report.note else [])])
    return f"{irregularity.says} ({about})" if about else irregularity.says
