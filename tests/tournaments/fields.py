"""Small tournaments for the tests: terms that differ in what they choose, and fields of bots that play them."""

from __future__ import annotations

from typing import Any

from croupier.cases.tournament_cases import changed
from croupier.players.field import Field
from croupier.tables.tournament_stream import sample_terms
from croupier.tournaments.terms import Terms, read_terms

POKER = (
    "crown-holdem",
    "crown-pineapple",
    "crown-crazy-pineapple",
    "crown-crazy-pineapple-hi-lo",
    "crown-holdem-hi-lo",
    "crown-omaha",
    "crown-omaha-hi-lo",
)
STUD = ("crown-caribbean-stud", "crown-wild-aruba")

REBUYS: dict[str, Any] = {
    "details": {"rebuy": "100"},
    "format": {
        "seats": 5,
        "tables": 8,
        "rebuys": 2,
        "rebuy_until": 2,
        "rebuy_chips": "1500",
        "buy_back": {"method": "at the table", "until": 2, "times": 2},
    },
    "prizes": {"per_rebuy": "100"},
}
CHOICES: tuple[dict[str, Any], ...] = (
    {},
    {"ties": "shared", "breaking": "lowest number first", "moved_blind": "never twice running"},
    {"moved": "drawn", "moved_seat": "drawn", "redraw_at": [], "moved_blind": "never twice running", "hand_for_hand": "none"},
    {"ties": "stacks at one table", "colour_up": "rounded up", "redraw_at": [2], "late_entry": "none"},
)


def terms(game: str, choices: dict[str, Any] | None = None, **parts: Any) -> Terms:
    """The sample terms of a game with some parts changed."""
    setup: dict[str, Any] = {name: dict(part) for name, part in parts.items()}
    if choices:
        setup["choices"] = {"preset": "tda-2024", **choices}
    return read_terms(changed(sample_terms(game), setup))


def small(game: str, seed: int, players: int = 17) -> Field:
    """A field that has not begun; the seed also says what its terms choose."""
    if game in STUD:
        return Field(terms(game), players, seed)
    return Field(terms(game, CHOICES[seed % len(CHOICES)], **REBUYS), players, seed)
