"""Commands of the poker room as short lines of text: for cases, playthroughs, replays and a dealer's keyboard.

    sit 1 500.00       begin              check 1            flop As Kd 2c       report exposed-card player 2 cards 9c
    add 1 100.00       post 1             call 1             turn 9h             rule misdeal
    leave 1            straddle 1         bet 1 20.00        river 2s            do count the cards
    move 1 to 4        shuffle            raise 1 60.00      discard 1 9c        announce {"blinds": [1000, 2000]}
    away 1             cut 20             all in 1           show 1: As Kd       agree 1 to change
    back 1             deal               fold 1             muck 1              commission {"percent": 5, "cap": 1000}
    sit out 1          shuffle stub       chips 1 25.00      ask 2 to see 1      close
    side 1 red 5.00    open hands         push               settle side wagers  fees
    want 1 place 4     list guest 12      pick up 3          unlist guest 12     draw for place 4: guest 12 Ks, seat 1 9d
    show 1 to 2        inspect 2          split 1,2          call from list to 3 with 500.00
    make up 1          take back 1        buy time 1         take back 1 and raise to 90.00         call time

A raise says the total that it makes in the round. `by TG Area Manager: close` says who, `by p7 as seat 3: fold 3` which person,
`at 1200: ...` when, in seconds; `#` starts a comment. A player's several chips stand side by side: `chips 1 25.00 25.00
saying raise`. `shuffle` leaves the cards in a dealer's hands; `shuffle seeded: As Kd ...` says the order and where it comes
from. `correct As to Ad; misread` puts right a card that such a dealer recorded wrong.
"""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.kernel.cards import Card, parse_cards, show_cards
from croupier.kernel.events import Command
from croupier.kernel.grammar import FORMS, Form, Grammar, Line
from croupier.kernel.lines import LineError, said_by
from croupier.poker import commands as c
from croupier.poker.rules import Commission, Options

__all__ = ["LineError", "read_line", "said_by", "write_line"]


def _hands(text: str) -> dict[int, tuple[Card, ...]]:
    """`1: As Kd, 2: ?? ??`: the faces that are known."""
    found: dict[int, tuple[Card, ...]] = {}
    for part in text.split(","):
        number, _, cards = part.partition(":")
        if not number.strip().isdecimal():
            raise LineError(f"{part.strip()!r} is no hand; write 'deal 1: As Kd, 2: Qh Qc'")
        found[int(number)] = parse_cards(cards)
    return found


def _counts(text: str) -> dict[int, int]:
    """`2: 3, 4: 1`: who got another number of cards by mistake."""
    pairs = (part.partition(":") for part in text.split(","))
    return {int(seat): int(count) for seat, _, count in pairs}


def _signs(kind: Any) -> Form:
    """Signs as JSON, sums in cents: `{"blinds": [1000, 2000]}`."""

    def read(text: str) -> Any:
        try:
            return msgspec.json.decode(text, type=kind)
        except msgspec.MsgspecError as error:
            raise LineError(f"{text!r}: {error}") from None

    return Form(r"\{.*\}", read, lambda signs: msgspec.json.encode(signs).decode())


_FORMS = {
    "hands": Form(r"\d+:.+", _hands, lambda hands: ", ".join(f"{seat}: {show_cards(h)}" for seat, h in hands.items())),
    "counts": Form(r".+", _counts, lambda counts: ", ".join(f"{seat}: {count}" for seat, count in counts.items())),
    "signs": _signs(dict[str, Any]),
    "options": _signs(Options),
    "commission": _signs(Commission),
    "game": Form(r"[\w-]+", str, str),
    "source": Form(r"house|seeded|stacked", str, str),
    "notice": Form(r"change|closing", str, str),
    "board": Form(r"(?!without).+?", parse_cards, show_cards),
}


class _Draw(Line):
    """`draw for place 4: p12 Ks, seat 2 9d`: who drew which card."""

    def __init__(self) -> None:
        super().__init__("draw for place {place}: {cards:drawn}", c.DrawForSeat, {}, {"drawn": Form(r".+", str, str)})

    def read(self, text: str, state: Any) -> Command | None:
        if (match := self._pattern.fullmatch(text)) is None:
            return None
        pairs = [part.strip().rpartition(" ") for part in match["cards"].split(",")]
        names, cards = (
            tuple(name.strip() for name, _, _ in pairs),
            tuple(FORMS["card"].read(card) for *_, card in pairs),
        )
        return c.DrawForSeat(place=int(match["place"]), names=names, cards=cards)

    def says(self, command: Command) -> bool:
        return True

    def write(self, command: Any) -> str:
        drawn = ", ".join(f"{name} {card}" for name, card in zip(command.names, command.cards, strict=True))
        return f"draw for place {command.place}: {drawn}"


def _line(template: str, kind: type[Command], **fixed: Any) -> Line:
    return Line(template, kind, None, _FORMS, **fixed)


GRAMMAR = Grammar(
    _line("open", c.OpenTable),
    _line(
        "sit {seat} {chips:$}[ as {person:part}][ from another game{=from_game}]"
        "[ owing blinds {missed:ints}][ entering late{=late}]",
        c.TakeSeat,
    ),
    _line("leave {seat}", c.LeaveSeat),
    _line("away {seat}", c.StepAway),
    _line("back {seat}", c.ComeBack),
    _line("sit out {seat}", c.SitOut),
    _line("post {seat}", c.PostBlind),
    _line("straddle {seat}", c.Straddle),
    _line("check {seat}", c.Check),
    _line("call {seat}", c.Call),
    _line("fold {seat}[ because {because:word}]", c.Fold),
    _line("all in {seat}", c.AllIn),
    _line("make up {seat}", c.MakeUp),
    _line("buy time {seat}", c.BuyTime),
    _line("muck {seat}", c.MuckHand),
    _line("take back side {seat}", c.TakeBackSideWager),
    _line("begin", c.BeginHand),
    _line("call off", c.CallOff),
    _line("deal", c.Deal),
    _line("call time", c.CallTime),
    _line("open hands", c.OpenHands),
    _line("push", c.PushPots),
    _line("settle side wagers", c.SettleSideWagers),
    _line("hourly fees", c.CollectFees, hourly=True),
    _line("fees", c.CollectFees),
    _line("verify fees", c.VerifyFees),
    _line("drop fees", c.DropFees),
    _line("announce closing", c.AnnounceClosing),
    _line("change table", c.ChangeTable),
    _line("set level {options:options}", c.SetLevel),
    _line("close", c.CloseTable),
    _line("add {seat} {chips:$}", c.AddChips),
    _line("take off {seat} {chips:$}", c.RemoveChips),
    _line("move {seat} to {to}", c.ChangeSeat),
    _line("want {seat} place {place}", c.WantSeat),
    _Draw(),
    _line("pick up {player}", c.PickUp),
    _line("exclude {person}", c.ExcludePlayer),
    _line("list {person}", c.JoinList),
    _line("unlist {person}", c.LeaveList),
    _line("call from list to {place}[ with {chips:$}]", c.CallFromList),
    _line("show {seat} to {to}", c.ShowTo),
    _line("split {players:ints}", c.AgreeToSplit),
    _line("inspect {player}[ of {person:part}][: {cards}]", c.InspectHand),
    _line("agree {seat} to {to:notice}", c.Agree),
    _line("announce[ {game:game}] {options:signs}[ from {takes_effect}]", c.AnnounceChange),
    _line("commission {commission:commission}[ without a sign{!sign}]", c.ChangeCommission),
    _line("side {seat} {colour:word} {amount:$}", c.PlaceSideWager),
    _line("tell of bonus {player}[ of {person}]", c.NotifyBonus),
    _line("award bonus {player}[ of {person}]", c.AwardBonus),
    _line("decline bonus {player}[ of {person}]", c.DeclineBonus),
    _line("shuffle stub[ {source:source}: {deck}][ secret {secret:word}]", c.ShuffleStub),
    _line("shuffle[ {source:source}: {deck}][ secret {secret:word}]", c.Shuffle),
    _line("cut {place}", c.Cut),
    _line("deal counts {counts:counts}", c.Deal),
    _line("deal {hands:hands}", c.Deal),
    _line("board[ {cards:board}][ without a burn{!burn}]", c.DealBoard),
    *(
        _line(f"{word}[ {{cards:board}}][ without a burn{{!burn}}]", c.DealBoard, named=word)
        for word in ("flop", "turn", "river")
    ),
    _line("bet {seat} {amount:$}", c.Bet),
    _line("raise {seat} {to:$}", c.Raise),
    _line("raise {seat} to {to:$}", c.Raise),
    _line("take back {seat}[ and raise to {to:$}]", c.TakeBack),
    _line("chips {seat} {chips:$s}[ saying {said:word}]", c.PutChips),
    _line("discard {seat} {card}", c.Discard),
    _line("show {seat}[: {cards}]", c.ShowHand),
    _line("ask {seat} to see {whose}[ of {person:part}][: {cards}]", c.AskToSee),
    facts={"players": "ints", "player": "int", "person": "text", "count": "int", "cards": "cards", "amount": "$"},
    hint="'call 1', 'raise 1 60.00', 'fold 1', 'flop', 'push'",
)
read_line, write_line = GRAMMAR.read, GRAMMAR.write
