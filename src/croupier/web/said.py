"""Sentences to one person: what somebody who plays is reminded of, and why the house has ended a session."""

from collections.abc import Mapping

from croupier.kernel.money import Currency
from croupier.web.pieces import money
from croupier.web.texts import text

_ENDED = {ground: f"sign.{ground}" for ground in ("self_excluded", "person_excluded", "account_closed")}


def reminder_says(seconds: int, results: Mapping[Currency, int]) -> str:
    """For how long somebody has played without a break, and what the day has brought in each currency.

    >>> from croupier.kernel.money import DOLLARS, currency
    >>> reminder_says(3900, {DOLLARS: -35_00, currency("EUR"): 20_00})
    'You have played for 65 minutes. Today you have lost $35. Today you have won €20.'
    """
    sums = [("won" if net > 0 else "lost", currency.told(money(abs(net)))) for currency, net in results.items()]
    said = [text(f"reminder.{name}", amount=amount) for name, amount in sums] or [text("reminder.even")]
    return " ".join((text("reminder.played", minutes=seconds // 60), *said))


def signed_out_because(ground: str) -> str:
    """The sentence for a ground; without one they have signed out themselves, or it was too long ago."""
    return text(_ENDED.get(ground, "live.signed_out"))
