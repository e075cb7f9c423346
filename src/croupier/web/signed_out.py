"""Why the house has ended somebody's session, in a sentence for them."""

from __future__ import annotations

from croupier.web.texts import text

_ENDED = {
    "self_excluded": "sign.self_excluded",
    "person_excluded": "sign.person_excluded",
    "account_closed": "sign.account_closed",
}


def signed_out_because(ground: str) -> str:
    """The sentence for a ground; without one they have signed out themselves, or it was too long ago."""
    return text(_ENDED.get(ground, "live.signed_out"))
