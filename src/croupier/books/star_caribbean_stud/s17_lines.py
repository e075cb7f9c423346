"""Promotions in short lines, for cases, and in plain words, for people who read along.

    open                          notify 1 by mail                cash instead 1
    draw entry 17                 notify 1 by email in vain       pay 1 cash 4000 cheque 4000 transfer 4000
    draw entry 17 and entry 4     decide dispute: no prize        postpone: why
    draw entry 17 under badge 4   decide dispute: paid; agreed    validated
    refuse claim 1: reason        cancel: why                     tell regulator
    refuse claim 1: reason; name; address

`by Gaming Manager: open` says who, `at 3600: open` when, in seconds.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from croupier.books.star_caribbean_stud import s17_promotions as promotions
from croupier.kernel.events import Command, Event
from croupier.kernel.money import cents, dollars
from croupier.stud.lines import LineError, said_by

_SUM = r"\$?[\d.,]+"


def read_line(text: str) -> Command:
    """The command that a line says.

    >>> read_line("notify 1 by mail").method
    'mail'
    """
    who, said = said_by(text)
    for pattern, make in _LINES:
        if match := re.fullmatch(pattern, said):
            command = make(**match.groupdict())
            return replace(command, **who) if who else command
    raise LineError(f"{said!r} is not understood; lines are such as 'open', 'draw entry 17', 'notify 1 by mail'")


def _claim(prize: str, reason: str, name: str | None, address: str | None) -> Command:
    return promotions.RefuseClaim(
        prize=int(prize), reason=reason.strip(), name=(name or "").strip(), address=(address or "").strip()
    )


def _pay(prize: str, cash: str | None, cheque: str | None, transfer: str | None) -> Command:
    return promotions.ChoosePayment(
        prize=int(prize), cash=cents(cash or "0"), cheque=cents(cheque or "0"), transfer=cents(transfer or "0")
    )


_LINES: list[tuple[str, Callable[..., Command]]] = [
    (r"open", lambda: promotions.OpenPromotion()),
    (
        r"draw (?P<entries>.+?)(?: under (?P<scrutineer>.+))?",
        lambda entries, scrutineer: promotions.HoldDraw(
            entries=tuple(entry.strip() for entry in entries.split(" and ")), scrutineer=scrutineer or ""
        ),
    ),
    (r"cash instead (?P<prize>\d+)", lambda prize: promotions.ChooseCashAlternative(prize=int(prize))),
    (
        rf"pay (?P<prize>\d+)(?: cash (?P<cash>{_SUM}))?(?: cheque (?P<cheque>{_SUM}))?"
        rf"(?: transfer (?P<transfer>{_SUM}))?",
        _pay,
    ),
    (
        r"notify (?P<prize>\d+) by (?P<method>.+?)(?P<vain> in vain)?",
        lambda prize, method, vain: promotions.NotifyWinner(prize=int(prize), method=method, reached=not vain),
    ),
    (r"refuse claim (?P<prize>\d+):(?P<reason>[^;]*)(?:;(?P<name>[^;]*);(?P<address>.*))?", _claim),
    (
        r"decide dispute: (?P<decision>[^;]+)(?P<agreed>; agreed)?",
        lambda decision, agreed: promotions.DecideDispute(decision=decision, satisfied=bool(agreed)),
    ),
    (r"postpone: (?P<why>.+)", lambda why: promotions.Postpone(why=why)),
    (r"validated", lambda: promotions.ValidateIntegrity()),
    (r"cancel: (?P<why>.+)", lambda why: promotions.CancelDraw(why=why)),
    (r"tell regulator", lambda: promotions.NotifyRegulator()),
]


def tell(event: Event) -> str:
    """What became so, in a sentence."""
    said = SENTENCES[type(event)](event)
    return said[:1].upper() + said[1:]


def _winners(event: promotions.DrawHeld) -> str:
    who = ", ".join(f"{entry} wins prize {prize}" for prize, entry in event.winners.items())
    return f"the draw is held{f' under {event.scrutineer}' if event.scrutineer else ''}: {who}."


def _notified(event: promotions.WinnerNotified) -> str:
    reached = "is told" if event.reached else "could not be told"
    return f"the winner of prize {event.prize} {reached}, {event.method}{', too late' if event.late else ''}."


def _refused(event: promotions.ClaimRefused) -> str:
    kept = "; the details are kept" if event.kept else ""
    return f"a claim for prize {event.prize} is refused, and the patron is told why: {event.reason}{kept}."


SENTENCES: dict[type[Event], Callable[[Any], str]] = {
    promotions.PromotionDrafted: lambda event: f"the terms are drafted; prizes: {len(event.terms.prizes)}.",
    promotions.PromotionOpened: lambda event: "the promotion is open.",
    promotions.DrawHeld: _winners,
    promotions.CashAlternativeChosen: lambda event: f"prize {event.prize} is taken as {dollars(event.amount)} in cash.",
    promotions.PaymentChosen: lambda event: (
        f"prize {event.prize} is paid: {', '.join(f'{dollars(part)} {how}' for how, part in event.parts.items())}."
    ),
    promotions.WinnerNotified: _notified,
    promotions.ClaimRefused: _refused,
    promotions.PromotionDisputeDecided: lambda event: f"the operator's decision is final: {event.decision}.",
    promotions.PatronAdvised: lambda event: f"the person is told: {event.advice}.",
    promotions.PromotionPostponed: lambda event: f"the promotion is postponed: {event.why}.",
    promotions.IntegrityValidated: lambda event: "the promotion is in order again and goes on.",
    promotions.DrawCancelled: lambda event: f"the draw is cancelled: {event.why}.",
    promotions.RegulatorNotified: lambda event: f"the regulator is told{', too late' if event.late else ''}.",
}
"""A sentence for every event of a promotion."""
