"""What a rule says of a player is kept by person. Whatever is kept by the number of a seat is listed here, with its reason."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import fields

from croupier.poker import hand, state as poker_state
from croupier.stud import state as stud_state

BY_SEAT = {
    "poker State.seats": "who sits where",
    "poker State.positions": "the button and the blinds lie at places; which blind came to whom is in `came`",
    "poker State.before": "the same of the hand before",
    "poker State.wanted": "wishes of those who sit there, for the next hand; they fall with the seat",
    "poker State.reserved": "places that were left",
    "poker State.verified": "an amount, and who verified it",
    "poker Hand.players": "nobody with cards leaves their seat within a hand; who does so after it is in `gone`",
    "poker Hand.ring": "as players",
    "poker Hand.called_in": "as players",
    "poker Hand.out": "as players",
    "poker Hand.posted": "as players",
    "poker Hand.straddles": "as players",
    "poker Hand.burned_for": "numbers of board cards",
    "poker Hand.unburned": "numbers of board cards",
    "poker Hand.strays": "cards dealt to places by mistake",
    "poker Hand.actors": "as players",
    "poker Hand.held": "as players",
    "poker Hand.owed": "as players",
    "poker Hand.opening": "amounts",
    "poker Hand.won": "as players; how each person fared is in `results`",
    "poker Hand.awarded": "within the hand, before anybody can leave",
    "poker Hand.side_results": "as players",
    "poker Hand.showing": "as players",
    "poker Player.entered": "blinds by number",
    "poker Player.shown_to": "who was shown the hand as they sat in it; after it everybody at the table may ask",
    "poker Seat.missed": "blinds by number",
    "stud State.people": "who sits where",
    "stud State.dealt": "times, by box",
    "stud State.retracting": "boxes; nobody leaves with a wager on the table",
    "stud State.jackpot_seats": "boxes; nobody leaves with a wager in play, and one that waits goes along with who leaves",
    "stud State.stated": "payouts that were said, by box, in the round",
    "stud State.cancelled": "boxes; nobody leaves with a wager on the table",
    "stud State.dark": "boxes",
    "stud State.registered": "boxes",
    "stud State.unchecked": "boxes",
    "stud State.checked": "boxes",
    "stud State.prizes": "boxes, in the round; the table waits for them",
    "stud Hold.prizes": "boxes, in the round",
}
KINDS: dict[str, type[msgspec.Struct]] = {
    "poker State": poker_state.State,
    "poker Seat": poker_state.Seat,
    "poker Hand": hand.Hand,
    "poker Player": hand.Player,
    "stud State": stud_state.State,
    "stud Hold": stud_state.Hold,
}
NUMBERED = ("dict[int,", "tuple[int,", "list[int]")


@pytest.mark.parametrize("name", KINDS)
def test_what_is_kept_by_seat_has_its_reason(name: str) -> None:
    found = {f"{name}.{field.name}" for field in fields(KINDS[name]) if _numbered(field.type)}
    assert found == {known for known in BY_SEAT if known.startswith(f"{name}.")}


def _numbered(kind: object) -> bool:
    return str(kind).removeprefix("<class '").startswith(NUMBERED) or "tuple[int, ..." in str(kind)
