"""A person's visit to a table: ante, decide, be paid, and go round again. All it knows is what seat 1 may see."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.books import book_of
from croupier.cli.playing import showing
from croupier.cli.playing.coach import Coach
from croupier.cli.terminal.asking import Keyboard, Leaving
from croupier.cli.terminal.output import behind, column, paint, say
from croupier.jackpots.lines import told_exactly
from croupier.kernel.cards import HIDDEN, Card, CardError, parse_cards
from croupier.kernel.clauses import BookError
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Command, Event
from croupier.kernel.legal import Legal
from croupier.kernel.money import MoneyError, cents, dollars, plain
from croupier.players.house_player import HousePlayer
from croupier.stud.commands import (
    ChangeCard,
    Fold,
    LeaveSeat,
    PlaceAnte,
    PlaceBet,
    PlaceBlindBet,
    PlaceJackpot,
    Reveal,
    Settle,
    TakeBackAnte,
    TakeBackBet,
    TakeBackJackpot,
    TakeInstantWin,
)
from croupier.stud.events import AntePlaced, AnteTakenBack, BetPlaced, CardChanged, HandFolded, PlayerTold, WagerSettled
from croupier.stud.jackpot_events import JackpotLost, JackpotPaid, JackpotPlaced, JackpotTakenBack
from croupier.stud.table import Table as Picture
from croupier.stud.table import purse_of, stack_of
from croupier.stud.telling import tell
from croupier.tables.eyes import Eyes
from croupier.tables.house_table import HouseTable
from croupier.tables.linked_table import LinkedTable

ME = 1
_OWN_DEEDS = AntePlaced | AnteTakenBack | BetPlaced | CardChanged | HandFolded | JackpotPlaced | JackpotTakenBack
_HELP = """\
  10      place an ante of that sum; enter repeats the last
  b       bet twice the ante; 'b 15' tries another amount
  f       fold
  bb      bet before the deal, where the game has that; 'ub' takes it back
  i       be paid at once, where the game has that
  x 9c    change a card, where the game has that
  j       place a jackpot wager, where the table takes them; 'uj' takes it back
  u       take the ante back, before the deal
  ? 5.5   our line for a clause
  q       leave the table, between rounds"""


class Session:
    """One visit. `quiet` plays without a word, for those who only want `as_data`."""

    def __init__(
        self, table: HouseTable, usual: int, keyboard: Keyboard, *, quiet: bool = False, coach: Coach | None = None
    ) -> None:
        self._table = table
        self._eyes = Eyes(table, ME)
        self._others = [HousePlayer(table, seat) for seat in self._picture.seats if seat != ME]
        self._usual = usual
        self._keyboard = keyboard
        self._quiet = quiet
        self._coach = coach
        self._book = book_of(table.rules.book)
        self._explained: set[str] = set()
        self._offered = -1
        self._offers: dict[str, Legal] = {}
        self._before = self._mark = 0
        self._rounds: list[dict[str, Any]] = []
        self._sat_down_with = self._picture.stack(ME)

    def play(self) -> None:
        """Rounds until the person leaves; one round by the house if nobody ever says anything."""
        self._greet()
        try:
            while self._picture.stack(ME):
                self._round()
            self._say("You have no chips left.")
        except Leaving as leaving:
            if leaving.unheard:
                self.play_by_itself()
        except KeyboardInterrupt:
            self._say()
        self._farewell()

    def play_by_itself(self) -> None:
        """One round in which the house decides for the person as well."""
        self._say("Nobody is at the keyboard: the house plays one round for seat 1.")
        player = HousePlayer(self._table, ME)
        if (ante := player.ante(self._usual)) is None:
            self._say(f"The chips do not last for an ante of {dollars(self._usual)} and the bet.")
            return
        self._before, self._mark = self._picture.stack(ME), len(self._table.events)
        anted = self._do(ante)
        if anted and (jackpot := self._picture.options.jackpot):
            self._do(PlaceJackpot(seat=ME, amount=jackpot))
        if anted and self._deal():
            self._do(player.decision())
            self._finish()

    def as_data(self) -> dict[str, Any]:
        """The visit as one document: each round's payments, and every event as seat 1 saw it."""
        return {
            "game": self._table.rules.game,
            "viewer": f"seat {ME}",
            "rounds": self._rounds,
            "net": plain(self._net),
            "chips": plain(self._sat_down_with + self._net),
            "events": [msgspec.to_builtins(event) for event in self._eyes.seen],
        }

    @property
    def _picture(self) -> Picture:
        return self._eyes.picture

    @property
    def _net(self) -> int:
        """What the visit has brought so far; wagers still on the table count as gone."""
        money = self._picture.money
        return money.get(stack_of(ME), 0) + money.get(purse_of(ME), 0)

    def _round(self) -> None:
        self._before, self._mark = self._picture.stack(ME), len(self._table.events)
        self._say()
        here = self._table
        meter = f", the prize meter stands at ${told_exactly(here.meter)}" if isinstance(here, LinkedTable) else ""
        self._say(paint(f"Round {self._picture.round}", "bold") + f", you have {dollars(self._before)}{meter}")
        while (answer := self._answer()) or not self._picture.boxes[ME].seat:
            command = self._command(answer) if answer else PlaceAnte(seat=ME, amount=self._usual)
            if command is not None and self._do(command) and isinstance(command, PlaceAnte):
                self._usual = command.amount
        if not self._deal():
            raise Leaving
        while ME in self._picture.undecided:
            command = self._command(self._answer())
            if command is None or self._warned_of(command):
                continue
            if self._do(command) and isinstance(command, ChangeCard):
                self._show_hands()
        self._finish()

    def _answer(self) -> str:
        """What the person says next; what may be said is shown whenever it has changed."""
        picture = self._picture
        if picture.version != self._offered:
            self._offered = picture.version
            self._show_offers()
        if picture.phase == "deciding":
            *others, last = self._offers or ("q",)
            return self._keyboard.ask(f"{', '.join(others)} or {last}? " if others else f"{last}? ")
        if picture.boxes[ME].seat:
            return self._keyboard.ask("Enter to deal: ")
        return self._keyboard.ask(f"Ante [{dollars(self._usual)}]: ")

    def _command(self, answer: str) -> Command | None:
        """The command that an answer means, or None when it was answered here."""
        word, _, rest = answer.partition(" ")
        try:
            match word.lower():
                case "b" | "bet":
                    due = 2 * self._picture.ante_in_play(ME)
                    return PlaceBet(seat=ME, amount=cents(rest) if rest else due)
                case "bb":
                    return PlaceBlindBet(seat=ME, amount=2 * self._picture.ante_in_play(ME))
                case "ub":
                    return TakeBackBet(seat=ME)
                case "f" | "fold":
                    return Fold(seat=ME)
                case "i" | "instant":
                    return TakeInstantWin(seat=ME)
                case "x" | "exchange" if rest:
                    return ChangeCard(seat=ME, amount=self._picture.ante_in_play(ME), card=self._one_card(rest))
                case "u" | "undo":
                    return TakeBackAnte(seat=ME)
                case "j" | "jackpot":
                    return PlaceJackpot(seat=ME, amount=self._picture.options.jackpot)
                case "uj":
                    return TakeBackJackpot(seat=ME)
                case "q" | "quit":
                    self._leave()
                case "":
                    self._say(f"Say {' or '.join(self._offers)}; ? helps.")
                case _ if word.startswith("?"):
                    self._explain(answer.removeprefix("?").strip())
                case _:
                    return PlaceAnte(seat=ME, amount=cents(answer))
        except (CardError, MoneyError) as error:
            self._say(f"{error}; ? helps")
        return None

    def _one_card(self, text: str) -> Card:
        cards = parse_cards(text)
        if len(cards) != 1 or cards[0] is HIDDEN:
            raise CardError(f"{text!r} is not one card")
        return cards[0]

    def _leave(self) -> None:
        """Take an ante back that still may be, and get up; the book says when that is refused."""
        picture = self._picture
        if picture.phase == "wagers" and picture.boxes[ME].seat:
            self._do(TakeBackAnte(seat=ME))
        if self._do(LeaveSeat(seat=ME)):
            raise Leaving

    def _do(self, command: Command) -> bool:
        """Ask the table; a refusal is one line with its clause, and what the player must be told is told."""
        mark = len(self._table.events)
        decision = self._table.do(command)
        if isinstance(decision, Refused):
            self._say(f"{paint('Refused', 'yellow')}: {decision.reason}  {behind(decision.clauses)}")
            return False
        for event in self._eyes.seen[mark:]:
            if isinstance(event, PlayerTold) or (isinstance(event, _OWN_DEEDS) and event.box == ME):
                self._say(f"{tell(event, self._table.rules)}  {behind(event.clauses)}")
        return True

    def _warned_of(self, command: Command) -> bool:
        """Whether the coach warns of a decision, which then waits to be made again; nobody is warned in silence."""
        warning = "" if self._coach is None or self._quiet else self._coach.warning(command)
        if warning:
            self._say(f"{paint('Coach', 'yellow')}: {warning}")
        return bool(warning)

    def _deal(self) -> bool:
        """The other antes, and the deal up to 'bet or fold'; seat 1 sees its hand and the dealer's card."""
        for player in self._others:
            if (ante := player.ante(self._picture.options.minimum)) is not None:
                self._do(ante)
        decision = self._table.deal()
        if isinstance(decision, Refused):
            self._say(f"The dealer cannot go on: {decision.reason}  {behind(decision.clauses)}")
            return False
        self._show_hands()
        return True

    def _finish(self) -> None:
        """The other players decide, the dealer shows and settles, and seat 1 is told what it comes to."""
        for player in self._others:
            if player.undecided:
                self._do(player.decision())
        hand = self._picture.boxes[ME].cards
        self._do(Reveal())
        self._do(Settle())
        if isinstance(self._table, LinkedTable):
            self._table.pay_prizes()
        seen = self._eyes.seen[self._mark :]
        sign, chips = self._picture.options, self._picture.stack(ME)
        self._say()
        for line in showing.outcome_lines(self._table.rules, seen, ME, hand, sign):
            self._say(line)
        self._say(f"  net {showing.signed(chips - self._before)}, chips {dollars(chips)}")
        self._rounds.append(_as_data(seen, chips - self._before))

    def _greet(self) -> None:
        rules, picture = self._table.rules, self._picture
        sign = picture.options
        edition = rules.edition[:1].upper() + rules.edition[1:]
        limits = f"{dollars(sign.minimum)} to {dollars(sign.maximum)}"
        self._say(paint(rules.title, "bold"))
        self._say(f"{edition}. Antes {limits}, cards from a {sign.device}.")
        players = f" of {len(picture.seats)}" if len(picture.seats) > 1 else ""
        self._say(f"You are seat {ME}{players}. Type ? for help, q to leave.")

    def _farewell(self) -> None:
        picture = self._picture
        if left := picture.ante(ME) + picture.bet(ME) + picture.exchange(ME) + picture.jackpot(ME):
            self._say(f"The round is not over: your {dollars(left)} stays on the table.")
        change = "as much as you brought"
        if self._net:
            change = f"{dollars(abs(self._net))} {'more' if self._net > 0 else 'less'} than you brought"
        if self._coach is not None:
            self._say(self._coach.summary())
        self._say(f"Goodbye. You leave with {dollars(self._sat_down_with + self._net)}, {change}.")

    def _show_hands(self) -> None:
        self._say()
        for line in showing.hands_lines(self._table.rules, self._picture, ME):
            self._say(line)

    def _show_offers(self) -> None:
        """What may be done and by which clauses; our line for a clause the first time that it comes up."""
        self._offers = showing.keyed(self._table.legal(seat=ME), ME)
        for line in showing.offer_lines(self._offers):
            self._say(line)
        for number in dict.fromkeys(number for offer in self._offers.values() for number in offer.clauses):
            if number not in self._explained:
                self._explained.add(number)
                self._say(f"      {paint(number.ljust(9), 'dim')} {column(self._book.clause(number).line, 16)}")

    def _explain(self, number: str) -> None:
        if not number:
            self._say(_HELP)
            return
        try:
            self._say(f"  {number}  {column(self._book.clause(number).line, len(number) + 4)}")
        except BookError as error:
            self._say(str(error))

    def _say(self, text: str = "") -> None:
        if not self._quiet:
            say(text)


def _as_data(events: list[Event], net: int) -> dict[str, Any]:
    """A round of seat 1: how each wager came out, in the shape of a settlement."""
    lines: list[dict[str, Any]] = []
    for event in events:
        if isinstance(event, HandFolded) and event.box == ME:
            lines.append({"wager": "ante", "result": "fold", "odds": "", "pays": "0.00", "clauses": event.clauses})
        elif isinstance(event, WagerSettled) and event.box == ME:
            odds, pays = event.odds.replace(" to ", ":"), plain(event.pays)
            lines.append(
                {"wager": event.wager, "result": event.result, "odds": odds, "pays": pays, "clauses": event.clauses}
            )
        elif isinstance(event, JackpotLost | JackpotPaid) and event.box == ME:
            pays = plain(event.amount) if isinstance(event, JackpotPaid) else "0.00"
            result = "win" if isinstance(event, JackpotPaid) else "lose"
            lines.append({"wager": "jackpot", "result": result, "odds": "", "pays": pays, "clauses": event.clauses})
    return {"net": plain(net), "lines": lines}
