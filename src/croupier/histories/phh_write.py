"""Hands of a poker table as PHH: what the viewer may see, amounts in whole units, and our own fields where PHH has none.

Ours are `_chip` (the smallest), `_burns`, `_button` and `_blinds_at` (places), `_buttons` (in front of players), `_dead` (posts
that do not count as a bet), `_commission` and `_commission_taken`, `_most`, `_bets`, `_readings`. Pineapple discards are `sd`.
"""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from croupier.histories.hand_log import HandLog, hands_of
from croupier.histories.phh_format import Amount, HandHistory, variant_of
from croupier.kernel.actors import INSPECTOR, Viewer
from croupier.kernel.data import data_of
from croupier.poker import events
from croupier.poker.rules import Options, Rules
from croupier.poker.telling import tell
from croupier.tables.poker_table import PokerTable

_SILENT = frozenset(data_of("croupier.histories", "formats.toml")["phh"]["silent"])


def histories(table: PokerTable, viewer: Viewer = INSPECTOR) -> list[HandHistory]:
    """Every hand dealt at a table; the one in play as far as it has come."""
    return [history_of(table.rules, log) for log in hands_of(table, viewer)]


def amount(cents: int) -> Amount:
    """Cents in whole units: an int where there are no odd cents.

    >>> amount(1250), amount(1200)
    (Decimal('12.5'), 12)
    """
    return cents // 100 if cents % 100 == 0 else (Decimal(cents) / 100).normalize()


def history_of(rules: Rules, log: HandLog) -> HandHistory:
    """One hand in PHH."""
    sign = log.options
    fields: dict[str, Any] = {
        "variant": variant_of(rules.game, sign.betting),
        "ante_trimming_status": not sign.ante_by_last_blind,
        "antes": _forced(log, _antes(log)),
        "blinds_or_straddles": _forced(log, _blinds(log)),
        **_limits(sign),
        "starting_stacks": [amount(log.stacks[seat]) for seat in log.ring],
        "actions": _actions(rules, log),
        "hand": log.number,
        "seats": list(log.ring),
        "seat_count": sign.places,
        **({"finishing_stacks": [amount(log.finishing[seat]) for seat in log.ring]} if log.ended else {}),
        "currency_symbol": rules.currency.sign,
    }
    if log.ended:
        fields["winnings"] = [amount(log.winnings.get(seat, 0)) for seat in log.ring]
    return HandHistory(fields | _own(log))


def _limits(sign: Options) -> dict[str, Any]:
    if not sign.bets:
        return {"min_bet": amount(sign.least_bet(0))}
    limits: dict[str, Any] = {"small_bet": amount(sign.least_bet(0)), "big_bet": amount(sign.least_bet(3))}
    if sign.betting == "spread limit":
        limits["_most"] = amount(sign.most)
    if [sign.least_bet(street) for street in range(4)] != [sign.least_bet(0)] * 2 + [sign.least_bet(3)] * 2:
        limits["_bets"] = [amount(sign.least_bet(street)) for street in range(4)]
    return limits


def _own(log: HandLog) -> dict[str, Any]:
    sign, charge = log.options, log.options.commission
    burns = [card for event in log.events if isinstance(event, events.BoardDealt) for card in event.burn]
    dead = [_posted(log, seat, lambda event: event.dead * (event.kind != "ante")) for seat in log.ring]
    terms = {"percent": charge.percent, "cap": amount(charge.cap), "per_hand": [amount(a) for a in charge.per_hand]}
    fields = {
        "_chip": amount(sign.chip),
        "_burns": _cards(burns),
        "_button": log.positions[0],
        "_blinds_at": list(log.positions[1:]),
        "_buttons": [f"seat {seat}: {button}" for seat, button in sorted(log.buttons.items())],
        "_dead": [amount(cents) for cents in dead] if any(dead) else [],
        "_commission": {name: value for name, value in terms.items() if value} if charge.from_pots else {},
        "_commission_taken": amount(log.commission),
        "_readings": list(sign.readings),
    }
    return {name: value for name, value in fields.items() if value}


def _forced(log: HandLog, owed: list[int]) -> list[Amount]:
    """As PHH lists what is posted: with two players the other way round."""
    listed = [amount(cents) for cents in owed]
    return listed[::-1] if len(log.ring) == 2 else listed


def _posted(log: HandLog, seat: int, part: Callable[[events.BlindPosted], int]) -> int:
    return sum(part(event) for event in log.events if isinstance(event, events.BlindPosted) and event.seat == seat)


def _antes(log: HandLog) -> list[int]:
    """The full ante, even of a player who had less."""
    paid = [_posted(log, seat, lambda event: event.kind == "ante") for seat in log.ring]
    return [log.options.ante * number for number in paid]


def _blinds(log: HandLog) -> list[int]:
    """Full blinds, even of a player who had less; straddles; as negative amounts the posts of players who come in between."""

    def owed(event: events.BlindPosted) -> int:
        if event.kind == "blind":
            place = max(n for n, at in enumerate(log.positions) if at == event.seat and n)
            return log.options.blinds[place - 1]
        return {"straddle": event.live, "post": -event.live, "ante": 0}[event.kind]

    return [_posted(log, seat, owed) for seat in log.ring]


def _cards(cards: Any) -> str:
    return "".join(str(card) for card in cards)


def _actions(rules: Rules, log: HandLog) -> list[str]:
    player = {seat: f"p{number}" for number, seat in enumerate(log.ring, 1)}
    actions: list[str] = []
    for event in log.events:
        who = player.get(getattr(event, "seat", 0), "")
        match event:
            case events.HandsDealt(hands=hands):
                actions += [f"d dh {player[seat]} {_cards(cards)}" for seat, cards in hands.items()]
            case events.Checked() | events.Called():
                actions.append(f"{who} cc")
            case events.Raised(to=to):
                actions.append(f"{who} cbr {amount(to)}")
            case events.Folded(dead=dead):
                actions.append(f"{who} f{f' # dead: {dead}' if dead else '' if event.in_turn else ' # out of turn'}")
            case events.BoardDealt(cards=cards):
                actions.append(f"{'# for side wagers: ' if event.for_side else ''}d db {_cards(cards)}")
            case events.CardDiscarded(card=card):
                actions.append(f"{who} sd {card}")
            case events.HandShown(cards=cards):
                actions.append(f"{who} sm {_cards(cards)}")
            case events.HandMucked():
                actions.append(f"{who} sm")
            case _ if actions and event.__struct_config__.tag not in _SILENT:
                actions.append(f"# {tell(event, rules)}")
    return actions
