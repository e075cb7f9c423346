"""`croupier settle`: one hand settled to the cent, each wager with the clauses that decide it."""

from functools import partial
from typing import Annotated, Any

from typer import Argument, Option

from croupier.books import book_of, rules_of
from croupier.books.book import Book
from croupier.cli.playing.showing import payment, signed
from croupier.cli.terminal import typed
from croupier.cli.terminal.options import DealtFrom, Json, MaximumPayout, Reading, dealt_from
from croupier.cli.terminal.output import Complaint, answer, facts
from croupier.kernel.cards import parse_cards
from croupier.kernel.decisions import Refused
from croupier.kernel.hands import HandValue
from croupier.kernel.money import cents
from croupier.stud.events import WagerSettled
from croupier.stud.rules import Options, Rules
from croupier.stud.telling import tell
from croupier.tables.one_hand import Settlement, read_action, settle_hand

_ACTION = "bet, fold, concede, instant, exchange:CARD:NEW or exchange:CARD:NEW:fold."


def settle(
    game: Annotated[str, Argument(metavar="GAME", callback=typed.game, help="The game, such as star-caribbean-stud.")],
    ante: Annotated[str, Option(metavar="SUM", help="The ante, such as 10 or 12.50.")],
    player: Annotated[str, Option(metavar="CARDS", help='Such as "As Ad 9c 7h 2s".')],
    dealer: Annotated[str, Option(metavar="CARDS", help="The dealer's five cards.")],
    action: Annotated[str, Option(metavar="ACTION", help=_ACTION)] = "bet",
    bet: Annotated[
        str,
        Option(metavar="SUM", help="The bet; what the rules ask for if not given. Another amount counts as found at settlement."),
    ] = "",
    minimum: Annotated[str, Option(metavar="SUM", help="The minimum ante on the sign.")] = "",
    maximum: Annotated[str, Option(metavar="SUM", help="The maximum ante on the sign.")] = "",
    maximum_payout: MaximumPayout = "0",
    chip: Annotated[str, Option(metavar="SUM", help="The smallest chip; to the cent if not given.")] = "",
    device: DealtFrom = "",
    reading: Reading = None,
    as_json: Json = False,
) -> None:
    """Settle one hand against the dealer's and explain it with clauses.

    The hand is really played, at its own table. Without limits on the sign, they allow the ante.
    """
    rules = rules_of(game)
    wager = cents(ante)
    if not wager:
        raise Complaint("the ante must be above zero, for example --ante 10")
    does = read_action(action)
    if bet and does.does not in ("bet", "concede"):
        raise Complaint(f"--bet {bet}: there is no bet with --action {action}")
    sign = _sign(rules, wager, minimum, maximum, maximum_payout, chip, device, tuple(reading or ()))
    settled = settle_hand(
        game,
        ante=wager,
        player=parse_cards(player),
        dealer=parse_cards(dealer),
        action=does,
        bet=cents(bet) if bet else None,
        options=sign,
    )
    if isinstance(settled, Refused):
        cited = f" ({rules.book} {', '.join(settled.clauses)})" if settled.clauses else ""
        raise Complaint(rules.currency.told(f"{settled.reason}{cited}"))
    ways = {"said": partial(tell, rules=rules), "payment": partial(payment, rules=rules, whole=True), "signed": signed}
    data = _as_data(rules, book_of(game), settled, action)
    under = book_of(game), _cited(settled)
    answer(data, "settle.txt", as_json=as_json, settled=settled, **ways, currency=rules.currency, under=under)


def _sign(
    rules: Rules, ante: int, minimum: str, maximum: str, payout: str, chip: str, device: str, readings: tuple[str, ...]
) -> Options:
    """What the sign of the table says, or by default a sign that allows this ante."""
    usual = rules.usual_options()
    smallest = cents(chip) if chip else 1
    least = cents(minimum) if minimum else min(ante, usual.minimum, cents(maximum) if maximum else ante)
    return Options(
        places=usual.places,
        minimum=least,
        maximum=cents(maximum) if maximum else max(ante, usual.maximum, least),
        unit=smallest,
        chip=smallest,
        maximum_payout=cents(payout) or usual.maximum_payout,
        device=dealt_from(rules, device),
        readings=readings,
    )


def _as_data(rules: Rules, book: Book, settled: Settlement, action: str) -> dict[str, Any]:
    return {
        **facts(rules, "game book", action=action),
        **facts(settled, "net:$", player=_hand_data(settled.player)),
        "dealer": {**_hand_data(settled.dealer), "qualifies": settled.qualifies},
        "found": [{"sentence": tell(event, rules), "clauses": event.clauses} for event in settled.found],
        "lines": [_line_data(rules, line) for line in settled.lines],
        "told": [{"advice": rules.currency.told(told.advice), "clauses": told.clauses} for told in settled.told],
        "clauses": {number: book.clause(number).line for number in _cited(settled)},
    }


def _line_data(rules: Rules, line: WagerSettled) -> dict[str, Any]:
    came_out = facts(line, "wager result", odds=line.odds.replace(" to ", ":"))
    return came_out | facts(line, "stake:$ pays:$ returned:$ clauses", sentence=tell(line, rules))


def _hand_data(value: HandValue) -> dict[str, Any]:
    return {"hand": value.name, "category": value.category.label, "cards": [*map(str, value.cards)], "wild": value.wild}


def _cited(settled: Settlement) -> list[str]:
    """Every clause behind a payment or an advice, once, in order of appearance."""
    cited = [*(line.clauses for line in settled.lines), *(event.clauses for event in (*settled.found, *settled.told))]
    return list(dict.fromkeys(number for clauses in cited for number in clauses))
