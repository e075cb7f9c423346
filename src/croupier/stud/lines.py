"""Commands as short lines of text: for cases, golden playthroughs, replays and a dealer's keyboard.

    sit 1 500.00      ante 1 10.00         no more bets    bet or fold      reveal             report miscount box 2 count 6
    leave 1           ante 1 10.00 box 3   deal            bet 1            show 1: As Kd ...  rule void
    shuffle           take back 1          deal 1: As      fold 1           settle             do check the cards
    cut 20            blind bet 1          turn up As      change 1 9c      concede 1          sign closing due 1200
    make up 1         take back bet 1      jackpot 1       take back jackpot 1                 pay jackpot 1 500.00

`by TG Area Manager: settle` says who, `at 1200: close` when, in seconds; a bet without an amount is twice the ante, a
changed card costs the ante; `box 3`
names a box that is not the seat's own; `#` starts a comment.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from croupier.kernel.cards import HIDDEN, Card, parse_cards, show_cards
from croupier.kernel.events import Command
from croupier.kernel.lines import LineError, read_facts, said_by, say_facts
from croupier.kernel.money import cents, plain
from croupier.stud import commands
from croupier.stud.table import DEALER, Table

__all__ = ["LineError", "read_line", "said_by", "write_line"]


def read_line(text: str, table: Table) -> Command:
    """The command that a line says, at this table.

    >>> read_line("ante 1 12.50", Table())
    PlaceAnte(by='', at=0, seat=1, box=0, amount=1250, tokens=0)
    """
    who, said = said_by(text)
    for pattern, make in _LINES:
        if match := re.fullmatch(pattern, said):
            command = make(table, **match.groupdict())
            return replace(command, **who) if who else command
    raise LineError(
        f"{said!r} is not understood; lines are such as 'ante 1 10.00', 'bet 1', 'fold 1', 'deal', 'settle'"
    )


def write_line(command: Command) -> str:
    """The line that says a command."""
    said = _WRITERS[type(command)](command)
    usual = "" if hasattr(command, "seat") else "dealer"
    if command.at:
        said = f"at {command.at}: {said}"
    return said if command.by in ("", usual) else f"by {command.by}: {said}"


def _place(box: int) -> str:
    return "dealer" if box == DEALER else str(box)


def _box(text: str | None, default: int = 0) -> int:
    return default if text is None else DEALER if text == "dealer" else int(text)


def _one_card(text: str | None) -> Card | None:
    cards = parse_cards(text or "")
    if len(cards) > 1:
        raise LineError("say one card, not more")
    return cards[0] if cards else None


def _bet(table: Table, seat: str, amount: str | None, tokens: str | None, box: str | None) -> Command:
    number = _box(box) or int(seat)
    due = 2 * table.ante_in_play(number) if 0 < number < len(table.boxes) else 0
    return commands.PlaceBet(
        seat=int(seat),
        box=_box(box),
        amount=cents(amount) if amount else due,
        tokens=cents(tokens) if tokens else 0,
    )


def _blind_bet(table: Table, seat: str, amount: str | None, box: str | None) -> Command:
    bet = _bet(table, seat, amount, None, box)
    return commands.PlaceBlindBet(seat=int(seat), box=_box(box), amount=getattr(bet, "amount", 0))


def _ante(_: Table, seat: str, amount: str, tokens: str | None, box: str | None) -> Command:
    return commands.PlaceAnte(
        seat=int(seat), box=_box(box), amount=cents(amount), tokens=cents(tokens) if tokens else 0
    )


def _change(table: Table, seat: str, card: str, amount: str | None, new: str | None) -> Command:
    number = int(seat)
    price = table.ante_in_play(number) if 0 < number < len(table.boxes) else 0
    return commands.ChangeCard(
        seat=number,
        amount=cents(amount) if amount else price,
        card=_one_card(card) or HIDDEN,
        new=_one_card(new),
    )


_FACTS: dict[str, Callable[[str], Any]] = {
    "box": _box,
    "boxes": lambda text: tuple(int(box) for box in text.split(",")),
    "player": int,
    "count": int,
    "cards": parse_cards,
    "amount": cents,
}


def _report(_: Table, what: str, facts: str | None) -> Command:
    """`report miscount box 2 count 6`."""
    return commands.Report(what=what, **read_facts(facts or "", _FACTS))


def _say_report(command: commands.Report) -> str:
    said = say_facts(command, commands.Report(what=command.what), _SAYERS)
    return f"report {command.what} {said}".rstrip()


_SAYERS: dict[str, Callable[[Any], str]] = {
    "box": _place,
    "boxes": lambda boxes: ",".join(map(str, boxes)),
    "player": str,
    "count": str,
    "cards": show_cards,
    "amount": plain,
}


_SUM = r"\$?[\d.,]+"
_SEAT = r"(?P<seat>\d+)"
_AT_BOX = r"(?: box (?P<box>\d+))?"
_LINES: list[tuple[str, Callable[..., Command]]] = [
    (
        rf"sit {_SEAT} (?P<chips>{_SUM})",
        lambda _, seat, chips: commands.TakeSeat(seat=int(seat), chips=cents(chips)),
    ),
    (rf"leave {_SEAT}", lambda _, seat: commands.LeaveSeat(seat=int(seat))),
    (r"shuffle(?: (?P<deck>.+))?", lambda _, deck: commands.Shuffle(deck=parse_cards(deck or ""))),
    (r"cut (?P<place>\d+)", lambda _, place: commands.Cut(place=int(place))),
    (rf"ante {_SEAT} (?P<amount>{_SUM})(?: tokens (?P<tokens>{_SUM}))?{_AT_BOX}", _ante),
    (
        rf"say ante {_SEAT} (?P<amount>{_SUM})(?P<bare> without chips)?",
        lambda _, seat, amount, bare: commands.SpeakAnte(seat=int(seat), amount=cents(amount), covered=not bare),
    ),
    (
        rf"take back {_SEAT}{_AT_BOX}",
        lambda _, seat, box: commands.TakeBackAnte(seat=int(seat), box=_box(box)),
    ),
    (
        rf"take back bet {_SEAT}{_AT_BOX}",
        lambda _, seat, box: commands.TakeBackBet(seat=int(seat), box=_box(box)),
    ),
    (
        rf"make up {_SEAT}{_AT_BOX}",
        lambda _, seat, box: commands.MakeUpAnte(seat=int(seat), box=_box(box)),
    ),
    (rf"blind bet {_SEAT}(?: (?P<amount>{_SUM}))?{_AT_BOX}", _blind_bet),
    (r"no more bets", lambda _: commands.CallNoMoreBets()),
    (r"deal", lambda _: commands.Deal()),
    (
        r"deal (?P<box>dealer|\d+):\s*(?P<cards>.*)",
        lambda _, box, cards: commands.DealCards(box=_box(box), cards=parse_cards(cards)),
    ),
    (r"turn up(?: (?P<card>.+))?", lambda _, card: commands.TurnUp(card=_one_card(card))),
    (r"bet or fold", lambda _: commands.CallBetOrFold()),
    (rf"bet {_SEAT}(?: (?P<amount>{_SUM}))?(?: tokens (?P<tokens>{_SUM}))?{_AT_BOX}", _bet),
    (rf"fold {_SEAT}{_AT_BOX}", lambda _, seat, box: commands.Fold(seat=int(seat), box=_box(box))),
    (rf"change {_SEAT} (?P<card>\S+)(?: (?P<amount>{_SUM}))?(?: for (?P<new>\S+))?", _change),
    (
        rf"instant win {_SEAT}{_AT_BOX}(?::\s*(?P<cards>.+))?",
        lambda _, seat, box, cards: commands.TakeInstantWin(
            seat=int(seat), box=_box(box), cards=parse_cards(cards or "")
        ),
    ),
    (rf"concede {_SEAT}{_AT_BOX}", lambda _, seat, box: commands.Concede(seat=int(seat), box=_box(box))),
    (
        rf"tokens {_SEAT} (?P<amount>{_SUM})",
        lambda _, seat, amount: commands.TakeTokens(seat=int(seat), amount=cents(amount)),
    ),
    (rf"retract {_SEAT}{_AT_BOX}", lambda _, seat, box: commands.Retract(seat=int(seat), box=_box(box))),
    (rf"play on {_SEAT}{_AT_BOX}", lambda _, seat, box: commands.PlayOn(seat=int(seat), box=_box(box))),
    (r"reveal(?: (?P<cards>.+))?", lambda _, cards: commands.Reveal(cards=parse_cards(cards or ""))),
    (
        r"show (?P<box>\d+):\s*(?P<cards>.*)",
        lambda _, box, cards: commands.ShowHand(box=int(box), cards=parse_cards(cards)),
    ),
    (r"settle", lambda _: commands.Settle()),
    (
        r"do (?P<duty>[^;]+)(?:; (?P<note>.*))?",
        lambda _, duty, note: commands.Perform(duty=duty.strip(), note=note or ""),
    ),
    (r"report (?P<what>[\w-]+)(?: (?P<facts>.*))?", _report),
    (
        r"rule (?P<option>[^;]+)(?:; (?P<note>.*))?",
        lambda _, option, note: commands.Rule(option=option.strip(), note=note or ""),
    ),
    (
        rf"sign (?P<says>\w+)(?: (?P<amount>{_SUM}))?(?: due (?P<due>\d+))?",
        lambda _, says, amount, due: commands.DisplaySign(
            says=says, amount=cents(amount) if amount else 0, due=int(due or 0)
        ),
    ),
    (
        rf"limits (?P<least>{_SUM}) to (?P<most>{_SUM})(?P<keep> keeping players)?",
        lambda _, least, most, keep: commands.ChangeLimits(minimum=cents(least), maximum=cents(most), keep=bool(keep)),
    ),
    (
        rf"personal limits (?P<player>\d+)(?: (?P<least>{_SUM}) to (?P<most>{_SUM}))?",
        lambda _, player, least, most: commands.AgreeLimits(
            player=int(player), minimum=cents(least or "0"), maximum=cents(most or "0")
        ),
    ),
    (
        r"refuse wager (?P<box>\d+)(?:; (?P<note>.*))?",
        lambda _, box, note: commands.RefuseWager(box=int(box), note=note or ""),
    ),
    (r"vacate (?P<player>\d+)", lambda _, player: commands.VacateSeat(player=int(player))),
    (r"close", lambda _: commands.CloseTable()),
    (
        rf"offer jackpot (?P<cost>{_SUM})(?: option (?P<option>\d+))?",
        lambda _, cost, option: commands.SetJackpot(cost=cents(cost), option=int(option or 0)),
    ),
    (
        rf"jackpot {_SEAT}(?: (?P<amount>{_SUM}))?{_AT_BOX}",
        lambda table, seat, amount, box: commands.PlaceJackpot(
            seat=int(seat), box=_box(box), amount=cents(amount) if amount else table.options.jackpot
        ),
    ),
    (
        rf"take back jackpot {_SEAT}{_AT_BOX}",
        lambda _, seat, box: commands.TakeBackJackpot(seat=int(seat), box=_box(box)),
    ),
    (r"cancel jackpot(?:; (?P<note>.*))?", lambda _, note: commands.CancelJackpot(note=note or "")),
    (
        rf"pay jackpot (?P<box>\d+) (?P<amount>{_SUM})",
        lambda _, box, amount: commands.PayJackpot(box=int(box), amount=cents(amount)),
    ),
]


def _with_box(said: str, box: int) -> str:
    return f"{said} box {box}" if box else said


def _with_tokens(said: str, tokens: int) -> str:
    return f"{said} tokens {plain(tokens)}" if tokens else said


def _with_note(said: str, note: str) -> str:
    return f"{said}; {note}" if note else said


_WRITERS: dict[type[Command], Callable[[Any], str]] = {
    commands.OpenTable: lambda c: "open",
    commands.TakeSeat: lambda c: f"sit {c.seat} {plain(c.chips)}",
    commands.LeaveSeat: lambda c: f"leave {c.seat}",
    commands.Shuffle: lambda c: f"shuffle {show_cards(c.deck)}".rstrip(),
    commands.Cut: lambda c: f"cut {c.place}",
    commands.PlaceAnte: lambda c: _with_box(_with_tokens(f"ante {c.seat} {plain(c.amount)}", c.tokens), c.box),
    commands.SpeakAnte: lambda c: f"say ante {c.seat} {plain(c.amount)}" + ("" if c.covered else " without chips"),
    commands.TakeBackAnte: lambda c: _with_box(f"take back {c.seat}", c.box),
    commands.TakeBackBet: lambda c: _with_box(f"take back bet {c.seat}", c.box),
    commands.MakeUpAnte: lambda c: _with_box(f"make up {c.seat}", c.box),
    commands.PlaceBlindBet: lambda c: _with_box(f"blind bet {c.seat} {plain(c.amount)}", c.box),
    commands.CallNoMoreBets: lambda c: "no more bets",
    commands.Deal: lambda c: "deal",
    commands.DealCards: lambda c: f"deal {_place(c.box)}: {show_cards(c.cards)}",
    commands.TurnUp: lambda c: "turn up" if c.card is None else f"turn up {c.card}",
    commands.CallBetOrFold: lambda c: "bet or fold",
    commands.PlaceBet: lambda c: _with_box(_with_tokens(f"bet {c.seat} {plain(c.amount)}", c.tokens), c.box),
    commands.Fold: lambda c: _with_box(f"fold {c.seat}", c.box),
    commands.ChangeCard: lambda c: f"change {c.seat} {c.card} {plain(c.amount)}" + (f" for {c.new}" if c.new else ""),
    commands.TakeInstantWin: lambda c: (
        _with_box(f"instant win {c.seat}", c.box) + (f": {show_cards(c.cards)}" if c.cards else "")
    ),
    commands.Concede: lambda c: _with_box(f"concede {c.seat}", c.box),
    commands.TakeTokens: lambda c: f"tokens {c.seat} {plain(c.amount)}",
    commands.Retract: lambda c: _with_box(f"retract {c.seat}", c.box),
    commands.PlayOn: lambda c: _with_box(f"play on {c.seat}", c.box),
    commands.Reveal: lambda c: f"reveal {show_cards(c.cards)}".rstrip(),
    commands.ShowHand: lambda c: f"show {c.box}: {show_cards(c.cards)}",
    commands.Settle: lambda c: "settle",
    commands.Perform: lambda c: _with_note(f"do {c.duty}", c.note),
    commands.Report: _say_report,
    commands.Rule: lambda c: _with_note(f"rule {c.option}", c.note),
    commands.DisplaySign: lambda c: (
        f"sign {c.says}" + (f" {plain(c.amount)}" if c.amount else "") + (f" due {c.due}" if c.due else "")
    ),
    commands.ChangeLimits: lambda c: (
        f"limits {plain(c.minimum)} to {plain(c.maximum)}" + (" keeping players" if c.keep else "")
    ),
    commands.AgreeLimits: lambda c: (
        f"personal limits {c.player}" + (f" {plain(c.minimum)} to {plain(c.maximum)}" if c.maximum else "")
    ),
    commands.RefuseWager: lambda c: _with_note(f"refuse wager {c.box}", c.note),
    commands.VacateSeat: lambda c: f"vacate {c.player}",
    commands.CloseTable: lambda c: "close",
    commands.SetJackpot: lambda c: f"offer jackpot {plain(c.cost)}" + (f" option {c.option}" if c.option else ""),
    commands.PlaceJackpot: lambda c: _with_box(f"jackpot {c.seat} {plain(c.amount)}", c.box),
    commands.TakeBackJackpot: lambda c: _with_box(f"take back jackpot {c.seat}", c.box),
    commands.CancelJackpot: lambda c: _with_note("cancel jackpot", c.note),
    commands.PayJackpot: lambda c: f"pay jackpot {c.box} {plain(c.amount)}",
}
