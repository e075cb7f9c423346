"""Commands of the poker room as short lines of text: for cases, playthroughs, replays and a dealer's keyboard.

    sit 1 500.00       begin              check 1            flop As Kd 2c       report exposed-card player 2 cards 9c
    add 1 100.00       post 1             call 1             turn 9h             rule misdeal
    leave 1            straddle 1         bet 1 20.00        river 2s            do count the cards
    move 1 to 4        shuffle            raise 1 60.00      discard 1 9c        announce {"blinds": [1000, 2000]}
    away 1             cut 20             all in 1           show 1: As Kd       agree 1 to change
    back 1             deal               fold 1             muck 1              commission {"percent": 5, "cap": 1000}
    sit out 1          shuffle stub       chips 1 25.00      ask 2 to see 1      close
    side 1 red 5.00    open hands         push               settle side wagers  fees
    want 1 place 4     list guest 12      pick up 3 as guest 12                  draw for place 4: guest 12 Ks, seat 1 9d
    show 1 to 2        inspect 2          split 1,2          call from list to 3 with 500.00
    make up 1          take back 1        buy time 1         take back 1 and raise to 90.00         call time

A raise says the total that it makes in the round. `by TG Area Manager: close` says who, `at 1200: ...` when, in seconds;
`#` starts a comment. A player's several chips stand side by side: `chips 1 25.00 25.00 saying raise`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from croupier.kernel.cards import Card, parse_cards, show_cards
from croupier.kernel.events import Command
from croupier.kernel.lines import LineError, read_facts, said_by, say_facts
from croupier.kernel.money import cents, plain
from croupier.poker import commands
from croupier.poker.rules import Commission, Options

__all__ = ["LineError", "read_line", "said_by", "write_line"]

T = TypeVar("T")
_SUM = r"\$?[\d.,]+"
_S = r"(?P<seat>\d+)"


def read_line(text: str) -> Command:
    """The command that a line says.

    >>> read_line("raise 3 60.00")
    Raise(by='', at=0, seat=3, to=6000)
    """
    who, said = said_by(text)
    for pattern, make in _LINES:
        if match := re.fullmatch(pattern, said):
            command = make(**match.groupdict())
            return replace(command, **who) if who else command
    raise LineError(
        f"{said!r} is not understood; lines are such as 'call 1', 'raise 1 60.00', 'fold 1', 'flop', 'push'"
    )


def write_line(command: Command) -> str:
    """The line that says a command."""
    said = _WRITERS[type(command)](command)
    usual = "" if hasattr(command, "seat") else type(command).__struct_defaults__[0]
    if command.at:
        said = f"at {command.at}: {said}"
    return said if command.by in ("", usual) else f"by {command.by}: {said}"


def _one_card(text: str) -> Card:
    cards = parse_cards(text)
    if len(cards) != 1:
        raise LineError("say one card")
    return cards[0]


def _chips(seat: str, chips: str, said: str | None) -> Command:
    return commands.PutChips(seat=int(seat), chips=tuple(map(cents, chips.split())), said=said or "")


def _hands(hands: str) -> Command:
    """`deal 1: As Kd, 2: ?? ??`: the faces that are known."""
    found: dict[int, tuple[Card, ...]] = {}
    for part in hands.split(","):
        number, _, cards = part.partition(":")
        if not number.strip().isdecimal():
            raise LineError(f"{part.strip()!r} is no hand; write 'deal 1: As Kd, 2: Qh Qc'")
        found[int(number)] = parse_cards(cards)
    return commands.Deal(hands=found)


def _counts(counts: str) -> Command:
    """`deal counts 2: 3, 4: 1`: who got another number of cards by mistake."""
    pairs = (part.partition(":") for part in counts.split(","))
    return commands.Deal(counts={int(seat): int(count) for seat, _, count in pairs})


def _signs(text: str, kind: type[T]) -> T:
    """Signs as JSON, sums in cents: `{"blinds": [1000, 2000]}`."""
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.MsgspecError as error:
        raise LineError(f"{text!r}: {error}") from None


def _say_signs(signs: Any) -> str:
    return msgspec.json.encode(signs).decode()


def _draw(place: str, drawn: str) -> Command:
    """`draw for place 4: Ann Ks, seat 2 9d`: who drew which card."""
    pairs = [part.strip().rpartition(" ") for part in drawn.split(",")]
    names, cards = tuple(name.strip() for name, _, _ in pairs), tuple(_one_card(card) for _, _, card in pairs)
    return commands.DrawForSeat(place=int(place), names=names, cards=cards)


def _say_draw(command: commands.DrawForSeat) -> str:
    drawn = ", ".join(f"{name} {card}" for name, card in zip(command.names, command.cards, strict=True))
    return f"draw for place {command.place}: {drawn}"


_FACTS: dict[str, Callable[[str], Any]] = {
    "player": int,
    "players": lambda text: tuple(int(seat) for seat in text.split(",")),
    "count": int,
    "cards": parse_cards,
    "amount": cents,
}
_SAYERS: dict[str, Callable[[Any], str]] = {
    "player": str,
    "players": lambda seats: ",".join(map(str, seats)),
    "count": str,
    "cards": show_cards,
    "amount": plain,
}


def _report(what: str, facts: str | None) -> Command:
    """`report wrong-count player 2 count 3`."""
    return commands.Report(what=what, **read_facts(facts or "", _FACTS))


def _say_report(command: commands.Report) -> str:
    said = say_facts(command, commands.Report(what=command.what), _SAYERS)
    return f"report {command.what} {said}".rstrip()


def _seat_only(kind: type[Any]) -> Callable[..., Command]:
    def make(seat: str) -> Command:
        made: Command = kind(seat=int(seat))
        return made

    return make


def _board(cards: str | None, bare: str | None) -> Command:
    return commands.DealBoard(cards=parse_cards(cards or ""), burn=not bare)


_SEATED: dict[str, type[Any]] = {
    "leave": commands.LeaveSeat,
    "away": commands.StepAway,
    "back": commands.ComeBack,
    "sit out": commands.SitOut,
    "post": commands.PostBlind,
    "straddle": commands.Straddle,
    "check": commands.Check,
    "call": commands.Call,
    "fold": commands.Fold,
    "all in": commands.AllIn,
    "make up": commands.MakeUp,
    "buy time": commands.BuyTime,
    "muck": commands.MuckHand,
    "take back side": commands.TakeBackSideWager,
}
_PLAIN: dict[str, type[Any]] = {
    "begin": commands.BeginHand,
    "call off": commands.CallOff,
    "deal": commands.Deal,
    "call time": commands.CallTime,
    "open hands": commands.OpenHands,
    "push": commands.PushPots,
    "settle side wagers": commands.SettleSideWagers,
    "fees": commands.CollectFees,
    "verify fees": commands.VerifyFees,
    "drop fees": commands.DropFees,
    "announce closing": commands.AnnounceClosing,
    "change table": commands.ChangeTable,
    "close": commands.CloseTable,
}

_LINES: list[tuple[str, Callable[..., Command]]] = [
    *((rf"{word} {_S}", _seat_only(kind)) for word, kind in _SEATED.items()),
    *((word, kind) for word, kind in _PLAIN.items()),
    (
        rf"sit {_S} (?P<chips>{_SUM})(?P<moved> from another game)?",
        lambda seat, chips, moved: commands.TakeSeat(seat=int(seat), chips=cents(chips), from_game=bool(moved)),
    ),
    (rf"add {_S} (?P<chips>{_SUM})", lambda seat, chips: commands.AddChips(seat=int(seat), chips=cents(chips))),
    (
        rf"take off {_S} (?P<chips>{_SUM})",
        lambda seat, chips: commands.RemoveChips(seat=int(seat), chips=cents(chips)),
    ),
    (rf"move {_S} to (?P<to>\d+)", lambda seat, to: commands.ChangeSeat(seat=int(seat), to=int(to))),
    (rf"want {_S} place (?P<place>\d+)", lambda seat, place: commands.WantSeat(seat=int(seat), place=int(place))),
    (r"draw for place (?P<place>\d+): (?P<drawn>.+)", _draw),
    (
        r"pick up (?P<player>\d+)(?: as (?P<name>.+))?",
        lambda player, name: commands.PickUp(player=int(player), name=name or ""),
    ),
    (r"list (?P<name>.+)", lambda name: commands.JoinList(name=name)),
    (r"unlist (?P<name>.+)", lambda name: commands.LeaveList(name=name)),
    (
        rf"call from list to (?P<place>\d+)(?: with (?P<chips>{_SUM}))?",
        lambda place, chips: commands.CallFromList(place=int(place), chips=cents(chips or "0")),
    ),
    (rf"show {_S} to (?P<to>\d+)", lambda seat, to: commands.ShowTo(seat=int(seat), to=int(to))),
    (
        r"split (?P<players>\d+(?:,\d+)*)",
        lambda players: commands.AgreeToSplit(players=tuple(map(int, players.split(",")))),
    ),
    (
        r"inspect (?P<player>\d+)(?::\s*(?P<cards>.+))?",
        lambda player, cards: commands.InspectHand(player=int(player), cards=parse_cards(cards or "")),
    ),
    (
        rf"agree {_S} to (?P<to>change|closing)",
        lambda seat, to: commands.Agree(seat=int(seat), to=to),
    ),
    (
        r"announce(?: (?P<game>crown-[\w-]+))? (?P<signs>\{.*\})",
        lambda game, signs: commands.AnnounceChange(options=_signs(signs, Options), game=game or ""),
    ),
    (
        r"commission (?P<signs>\{.*\})(?P<bare> without a sign)?",
        lambda signs, bare: commands.ChangeCommission(commission=_signs(signs, Commission), sign=not bare),
    ),
    (r"hourly fees", lambda: commands.CollectFees(hourly=True)),
    (
        rf"side {_S} (?P<colour>\w+) (?P<amount>{_SUM})",
        lambda seat, colour, amount: commands.PlaceSideWager(seat=int(seat), colour=colour, amount=cents(amount)),
    ),
    (r"tell of bonus (?P<player>\d+)", lambda player: commands.NotifyBonus(player=int(player))),
    (r"award bonus (?P<player>\d+)", lambda player: commands.AwardBonus(player=int(player))),
    (r"shuffle stub(?: (?P<deck>.+))?", lambda deck: commands.ShuffleStub(deck=parse_cards(deck or ""))),
    (r"shuffle(?: (?P<deck>.+))?", lambda deck: commands.Shuffle(deck=parse_cards(deck or ""))),
    (r"cut (?P<place>\d+)", lambda place: commands.Cut(place=int(place))),
    (r"deal counts (?P<counts>.+)", _counts),
    (r"deal (?P<hands>\d+:.+)", _hands),
    (r"(?:board|flop|turn|river)(?: (?P<cards>(?!without).+?))?(?P<bare> without a burn)?", _board),
    (
        rf"bet {_S} (?P<amount>{_SUM})",
        lambda seat, amount: commands.Bet(seat=int(seat), amount=cents(amount)),
    ),
    (rf"raise {_S} (?:to )?(?P<to>{_SUM})", lambda seat, to: commands.Raise(seat=int(seat), to=cents(to))),
    (
        rf"take back {_S}(?: and raise to (?P<to>{_SUM}))?",
        lambda seat, to: commands.TakeBack(seat=int(seat), to=cents(to) if to else 0),
    ),
    (rf"chips {_S} (?P<chips>[\d.,$ ]+?)(?: saying (?P<said>\w+))?", _chips),
    (rf"discard {_S} (?P<card>\S+)", lambda seat, card: commands.Discard(seat=int(seat), card=_one_card(card))),
    (
        rf"show {_S}(?::\s*(?P<cards>.+))?",
        lambda seat, cards: commands.ShowHand(seat=int(seat), cards=parse_cards(cards or "")),
    ),
    (
        rf"ask {_S} to see (?P<whose>\d+)(?::\s*(?P<cards>.+))?",
        lambda seat, whose, cards: commands.AskToSee(seat=int(seat), whose=int(whose), cards=parse_cards(cards or "")),
    ),
    (
        r"do (?P<duty>[^;]+)(?:; (?P<note>.*))?",
        lambda duty, note: commands.Perform(duty=duty.strip(), note=note or ""),
    ),
    (r"report (?P<what>[\w-]+)(?: (?P<facts>.*))?", _report),
    (
        r"rule (?P<option>[^;]+)(?:; (?P<note>.*))?",
        lambda option, note: commands.Rule(option=option.strip(), note=note or ""),
    ),
]


def _with_note(said: str, note: str) -> str:
    return f"{said}; {note}" if note else said


def _with_cards(said: str, cards: tuple[Card, ...], mark: str = "") -> str:
    return f"{said}{mark} {show_cards(cards)}" if cards else said


def _say_deal(command: commands.Deal) -> str:
    if command.counts:
        return "deal counts " + ", ".join(f"{seat}: {count}" for seat, count in command.counts.items())
    if command.hands:
        return "deal " + ", ".join(f"{seat}: {show_cards(cards)}" for seat, cards in command.hands.items())
    return "deal"


def _say_chips(command: commands.PutChips) -> str:
    chips = " ".join(map(plain, command.chips))
    return f"chips {command.seat} {chips}" + (f" saying {command.said}" if command.said else "")


def _seat_line(word: str) -> Callable[[Any], str]:
    return lambda command: f"{word} {command.seat}"


def _plain_line(word: str) -> Callable[[Any], str]:
    return lambda command: word


_WRITERS: dict[type[Command], Callable[[Any], str]] = {
    **{kind: _seat_line(word) for word, kind in _SEATED.items()},
    **{kind: _plain_line(word) for word, kind in _PLAIN.items()},
    commands.OpenTable: lambda c: "open",
    commands.Agree: lambda c: f"agree {c.seat} to {c.to}",
    commands.AnnounceChange: lambda c: " ".join(filter(None, ["announce", c.game, _say_signs(c.options)])),
    commands.ChangeCommission: lambda c: (
        f"commission {_say_signs(c.commission)}" + ("" if c.sign else " without a sign")
    ),
    commands.CollectFees: lambda c: "hourly fees" if c.hourly else "fees",
    commands.PlaceSideWager: lambda c: f"side {c.seat} {c.colour} {plain(c.amount)}",
    commands.NotifyBonus: lambda c: f"tell of bonus {c.player}",
    commands.AwardBonus: lambda c: f"award bonus {c.player}",
    commands.TakeSeat: lambda c: f"sit {c.seat} {plain(c.chips)}" + (" from another game" if c.from_game else ""),
    commands.AddChips: lambda c: f"add {c.seat} {plain(c.chips)}",
    commands.RemoveChips: lambda c: f"take off {c.seat} {plain(c.chips)}",
    commands.ChangeSeat: lambda c: f"move {c.seat} to {c.to}",
    commands.WantSeat: lambda c: f"want {c.seat} place {c.place}",
    commands.DrawForSeat: _say_draw,
    commands.PickUp: lambda c: f"pick up {c.player}" + (f" as {c.name}" if c.name else ""),
    commands.JoinList: lambda c: f"list {c.name}",
    commands.LeaveList: lambda c: f"unlist {c.name}",
    commands.CallFromList: lambda c: f"call from list to {c.place}" + (f" with {plain(c.chips)}" if c.chips else ""),
    commands.ShowTo: lambda c: f"show {c.seat} to {c.to}",
    commands.AgreeToSplit: lambda c: f"split {','.join(map(str, c.players))}",
    commands.InspectHand: lambda c: _with_cards(f"inspect {c.player}", c.cards, ":"),
    commands.Shuffle: lambda c: _with_cards("shuffle", c.deck),
    commands.ShuffleStub: lambda c: _with_cards("shuffle stub", c.deck),
    commands.Cut: lambda c: f"cut {c.place}",
    commands.Deal: _say_deal,
    commands.DealBoard: lambda c: _with_cards("board", c.cards) + ("" if c.burn else " without a burn"),
    commands.Bet: lambda c: f"bet {c.seat} {plain(c.amount)}",
    commands.Raise: lambda c: f"raise {c.seat} {plain(c.to)}",
    commands.PutChips: _say_chips,
    commands.TakeBack: lambda c: f"take back {c.seat}" + (f" and raise to {plain(c.to)}" if c.to else ""),
    commands.Discard: lambda c: f"discard {c.seat} {c.card}",
    commands.ShowHand: lambda c: _with_cards(f"show {c.seat}", c.cards, ":"),
    commands.AskToSee: lambda c: _with_cards(f"ask {c.seat} to see {c.whose}", c.cards, ":"),
    commands.Perform: lambda c: _with_note(f"do {c.duty}", c.note),
    commands.Report: _say_report,
    commands.Rule: lambda c: _with_note(f"rule {c.option}", c.note),
}
