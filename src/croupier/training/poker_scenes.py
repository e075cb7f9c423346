"""A scene in the poker room and what happens in it, told as somebody on the floor sees it."""

from collections.abc import Callable, Collection

from croupier.kernel.cards import HIDDEN, faces
from croupier.kernel.money import dollars
from croupier.kernel.rulings import Irregularity
from croupier.kernel.telling import filled
from croupier.poker.commands import Report
from croupier.poker.rules import Rules
from croupier.poker.state import State
from croupier.poker.telling import limits
from croupier.tables.poker_table import PokerTable
from croupier.training.poker_situations import MOMENTS, Scene
from croupier.training.scenes import FACTS, FORMS, counted, listed
from croupier.training.situations import ROOM


def describe(table: PokerTable, scene: Scene) -> tuple[str, ...]:
    """The hand so far, in a few sentences, with nothing that onlookers cannot see."""
    picture, rules = table.picture(), table.rules
    dealt = "A dealer deals the cards." if scene.live else "The house software deals the cards."
    lines = [f"{rules.title}: players sit in seats {listed(range(1, scene.seats + 1))}; {limits(picture.options)}. {dealt}"]
    if scene.moment != "between":
        blinds = listed(picture.positions[1:])
        lines.append(f"The button is at seat {picture.positions[0]}, and seats {blinds} have posted the blinds.")
    if scene.side and scene.moment != "between":
        lines.append("Seat 1 has wagered on a red flop.")
    lines.append(_moment(picture, scene))
    return tuple(lines)


def happened(rules: Rules, report: Report) -> str:
    """What somebody reports, in one sentence."""
    irregularity = rules.irregularities[report.what]
    said = "" if HIDDEN in report.cards else _story(report)
    said = said or _plain(report, irregularity)
    if report.note and report.note not in said:
        said = f"{said} ({report.note})"
    return f"{said[:1].upper()}{said[1:]}."


def _moment(picture: State, scene: Scene) -> str:
    board = f" The board is {faces(picture.hand.board)}." if picture.hand.board else ""
    match scene.moment:
        case "between":
            return "No hand is being played."
        case "blinds":
            return "The cards are shuffled and cut, and none has been dealt."
        case "discard":
            first = next(number for number in picture.hand.ring if picture.hand.players[number].discarded)
            return f"Players are discarding; seat {first} has done so.{board}"
        case "showdown":
            return f"All betting is over, and the hands are being shown.{board}"
    done = f"{_seats(picture.hand.actors)} acted" if picture.hand.actors else "Nobody has acted"
    behind = f" {_seats(picture.hand.held)} acted out of turn." if picture.hand.held else ""
    turn = f"it is the turn of seat {picture.hand.turn}" if picture.hand.turn else "the round is over"
    return f"{done} {MOMENTS[scene.moment]}, and {turn}.{behind}{board}"


def _seats(numbers: Collection[int]) -> str:
    return f"Seats {listed(numbers)} have" if len(numbers) > 1 else f"Seat {listed(numbers)} has"


_BESIDE = " beside the right one"


def _seen(report: Report) -> str:
    return f": {faces(report.cards)}" if report.cards else ""


def _exposed(report: Report) -> str:
    if report.count > 1:
        return f"the dealer exposes {counted(report.count)} in the deal{_seen(report)}"
    return f"the dealer exposes a card of seat {report.player} in the deal{_seen(report)}" if report.player else ""


def _opened(report: Report) -> str:
    number = report.count if report.count >= 0 else len(report.cards) + 1
    return f"the dealer opens {counted(number)} at once instead of one{_seen(report)}{_BESIDE * bool(report.cards)}"


def _flop(report: Report) -> str:
    number = report.count if report.count >= 0 else 3 + max(len(report.cards), 1)
    return f"the flop has {counted(number)}" + (f", {faces(report.cards)} beyond three" if report.cards else "")


def _boxed(report: Report) -> str:
    number = max(report.count if report.count >= 0 else 1, len(report.cards))
    where = f"were dealt face up to seat {report.player}" if report.player else "are face up in the deck"
    if number == 1:
        where = where.replace("were", "was").replace("are", "is")
    return f"{counted(number)} {where}{_seen(report)}"


def _deck(report: Report) -> str:
    if report.note == "different backs":
        return "the deck has cards with different backs"
    if report.count >= 0:
        return f"the deck is counted: {report.count} cards"
    return f"something is wrong with the deck: {report.note}" if report.note else ""


_STORIES: dict[str, Callable[[Report], str]] = {
    "exposed-card": _exposed,
    "exposed-in-cut": lambda r: f"{counted(r.count)} {'is' if r.count == 1 else 'are'} exposed in the cut" if r.count > 0 else "",
    "defective-deck": _deck,
    "boxed-card": _boxed,
    "flop-too-many": _flop,
    "two-cards-opened": _opened,
    "many-cards-opened": _opened,
    "passed-over": lambda r: (
        f"seat {r.player} was passed over, and seats {listed(r.players)} acted" if len(r.players) > 1 else ""
    ),
}
"""Stories that take more than a template."""


def _story(report: Report) -> str:
    """What needs its numbers told; nothing where the book's own name for it and the facts do."""
    if report.what in _STORIES:
        return _STORIES[report.what](report)
    return filled(ROOM["stories"].get(report.what, ""), report, forms=FORMS)


def _plain(report: Report, irregularity: Irregularity) -> str:
    facts = [FACTS[name](report) for name in irregularity.asks]
    if report.amount >= 0 and "amount" not in irregularity.asks:
        facts.append(dollars(report.amount))
    about = ", ".join(fact for fact in facts if fact)
    return f"{irregularity.says} ({about})" if about else irregularity.says
