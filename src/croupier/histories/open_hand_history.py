"""Hands of a poker table in the Open Hand History format: one JSON object a hand, with what one viewer may see.

The format has names for hold'em and Omaha. For our other games, and for spread limit, we use names of the same form. It has no
action for a discard, so discards are left out. The rake of a hand is listed with its main pot.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

import msgspec

from croupier.histories.hand_log import HandLog
from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.data import data_of
from croupier.poker import events
from croupier.poker.rules import Rules
from croupier.version import VERSION

_SPEC = "1.4.7"
_CALLED = data_of("croupier.histories", "formats.toml")["open_hand_history"]


def open_hand(
    rules: Rules, log: HandLog, *, site: str, table: str, at: datetime, names: Mapping[int, str] | None = None
) -> dict[str, Any]:
    """One finished hand; `names` are those of players by seat, otherwise their seats are used."""
    sign, named = log.options, names or {}
    blinds = (0, 0, *sign.blinds)[-2:]
    hand: dict[str, Any] = {
        "spec_version": _SPEC,
        "site_name": site,
        "network_name": "Croupier",
        "internal_version": VERSION,
        "tournament": bool(sign.tournament),
        "game_number": str(log.number),
        "start_date_utc": at.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "table_name": table,
        "game_type": _CALLED["games"].get(rules.variant, rules.title),
        "bet_limit": {
            "bet_type": _CALLED["limits"][sign.betting],
            "bet_cap": _units(sign.most) if sign.betting == "spread limit" else 0,
        },
        "table_size": sign.places,
        "currency": "CHIPS" if sign.tournament else rules.currency.code,
        "dealer_seat": log.positions[0],
        "small_blind_amount": _units(blinds[0]),
        "big_blind_amount": _units(blinds[1]),
        "ante_amount": _units(sign.ante),
        "players": [
            {"id": seat, "seat": seat, "name": named.get(seat) or f"Seat {seat}", "starting_stack": _units(log.stacks[seat])}
            for seat in sorted(log.ring)
        ],
        "rounds": _rounds(log),
        "pots": _pots(log),
    }
    if sign.tournament:
        hand["tournament_info"] = {"tournament_number": sign.tournament, "name": sign.tournament}
    if log.own in log.ring:
        hand["hero_player_id"] = log.own
    return {"ohh": hand}


def written(hands: Iterable[Mapping[str, Any]]) -> str:
    """Hands as a file of them: each on its line, with an empty line between."""
    return "\n\n".join(msgspec.json.encode(hand).decode() for hand in hands) + "\n"


def _units(cents: int) -> int | float:
    return cents // 100 if cents % 100 == 0 else cents / 100


def _cards(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards if card is not HIDDEN]


def _rounds(log: HandLog) -> list[dict[str, Any]]:
    board, bet, number = 0, 0, 0
    rounds: list[dict[str, Any]] = [{"id": 0, "street": "Preflop", "cards": [], "actions": []}]

    def begin(street: str, cards: Iterable[Card] = ()) -> None:
        rounds.append({"id": len(rounds), "street": street, "cards": _cards(cards), "actions": []})

    for event in log.events:
        if isinstance(event, events.BoardDealt) and not event.for_side:
            board, bet = board + len(event.cards), 0
            begin(_CALLED["streets"][str(board)], event.cards)
        elif isinstance(event, (events.HandShown, events.HandMucked)) and rounds[-1]["street"] != "Showdown":
            begin("Showdown")
        for action in _actions(event, log, raises=not board or bet > 0):
            number += 1
            rounds[-1]["actions"].append({"action_number": number, **action})
        bet = event.to if isinstance(event, events.Raised) else bet
    return rounds


def _actions(event: Any, log: HandLog, *, raises: bool) -> Iterator[dict[str, Any]]:
    """What players do in an event. A bet before the flop counts as a raise."""

    def action(what: str, amount: int = 0, **more: Any) -> dict[str, Any]:
        said: dict[str, Any] = {"player_id": event.seat, "action": what}
        if amount:
            said |= {"amount": _units(amount), "is_allin": event.all_in}
        return said | more

    match event:
        case events.HandsDealt(hands=hands):
            for seat, cards in hands.items():
                seen = _cards(cards)
                yield {"player_id": seat, "action": "Dealt Cards", **({"cards": seen} if seen else {})}
        case events.BlindPosted(live=live, dead=dead):
            if live:
                yield action(_post(event, log), live)
            if dead:
                yield action("Post Ante" if event.kind == "ante" else "Post Dead", dead)
        case events.Checked():
            yield action("Check")
        case events.Called(amount=amount):
            yield action("Call", amount)
        case events.Raised(amount=amount):
            yield action("Raise" if raises else "Bet", amount)
        case events.Folded():
            yield action("Fold")
        case events.HandShown(cards=cards):
            yield action("Shows Cards", cards=_cards(cards))
        case events.HandMucked():
            yield action("Mucks Cards")


def _post(event: events.BlindPosted, log: HandLog) -> str:
    """The format's name for a post. Of three or more blinds, the last two are the small and the big one."""
    if event.kind != "blind":
        return {"ante": "Post Ante", "straddle": "Straddle", "post": "Post Extra Blind"}[event.kind]
    places = [place for place, seat in enumerate(reversed(log.positions[1:])) if seat == event.seat]
    return {0: "Post BB", 1: "Post SB"}.get(places[0] if places else 2, "Post Extra Blind")


def _pots(log: HandLog) -> list[dict[str, Any]]:
    won: dict[int, dict[int, int]] = {}
    for event in log.events:
        if isinstance(event, events.PotPushed):
            wins = won.setdefault(event.pot, {})
            for seat, share in event.shares.items():
                wins[seat] = wins.get(seat, 0) + share
    return [
        {
            "number": number,
            "amount": _units(sum(wins.values()) + rake),
            "rake": _units(rake),
            "player_wins": [{"player_id": seat, "win_amount": _units(share)} for seat, share in wins.items() if share],
        }
        for number, wins in sorted(won.items())
        for rake in [0 if number else log.commission]
    ]
