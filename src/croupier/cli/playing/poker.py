"""A person's visit to the poker room: hand after hand against the house's own players. All it knows is what seat 1 may see."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.books import book_of
from croupier.cli.playing.poker_showing import HELP, deed, keyed, table_lines
from croupier.cli.playing.showing import signed
from croupier.cli.terminal.asking import Keyboard, Leaving
from croupier.cli.terminal.output import behind, cards_text, column, paint, say
from croupier.kernel.cards import CardError, parse_cards
from croupier.kernel.clauses import BookError
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Command, Event
from croupier.kernel.lines import LineError
from croupier.kernel.money import MoneyError, cents, dollars, plain
from croupier.players.bots import Bot
from croupier.poker import commands, endings, events
from croupier.poker.deal import discards_due
from croupier.poker.lines import read_line
from croupier.poker.table import Table as Picture
from croupier.poker.table import purse_of
from croupier.poker.telling import charges, limits, tell
from croupier.tables.eyes import Eyes
from croupier.tables.poker_table import PokerTable

ME = 1
_EXAMPLES = {"b": "b 20", "r": "r 60", "d": "d 9c", "a": "add 100"}
_QUIETLY = (events.CardsShuffled, events.CardsCut, endings.ShowdownBegun, endings.HandEnded, events.DiscardsAsked)


class PokerSession:
    """One visit. `quiet` plays without a word; `watch` has a bot play seat 1 as well."""

    def __init__(
        self, table: PokerTable, keyboard: Keyboard, *, seed: int, quiet: bool = False, watch: bool = False
    ) -> None:
        self._table = table
        self._eyes: Eyes[Picture] = Eyes(table, ME)
        self._bots = {seat: Bot(table, seat, seed) for seat in table.state.seats if watch or seat != ME}
        self._stand_in = Bot(table, ME, seed)
        self._keyboard = keyboard
        self._quiet = quiet
        self._watch = watch
        self._book = book_of(table.rules.book)
        self._explained: set[str] = set()
        self._going = False
        self._told = len(self._eyes.seen)
        self._hands: list[dict[str, Any]] = []

    def play(self, *, hands: int = 0) -> None:
        """Hands until the person leaves, or so many; one hand by the house if nobody ever says anything."""
        self._greet()
        try:
            while not hands or len(self._hands) < hands:
                if self._going and ME in self._bots:
                    self._leave()
                self._between()
                self._hand()
        except Leaving as leaving:
            if leaving.unheard:
                self._say("Nobody is at the keyboard: the house plays one hand for seat 1.")
                self._bots[ME] = self._stand_in
                self._hand()
        except KeyboardInterrupt:
            self._say()
        self._farewell()

    def as_data(self) -> dict[str, Any]:
        """The visit as one document: what each hand brought, and every event as seat 1 saw it."""
        return {
            "game": self._table.rules.game,
            "viewer": f"seat {ME}",
            "hands": self._hands,
            "net": plain(self._net),
            "events": [msgspec.to_builtins(event) for event in self._eyes.seen],
        }

    @property
    def _picture(self) -> Picture:
        return self._eyes.picture

    @property
    def _net(self) -> int:
        return self._picture.stack(ME) + self._picture.money.get(purse_of(ME), 0)

    @property
    def _brought(self) -> int:
        """All the chips that were bought."""
        bought = (event.postings.get(purse_of(ME), 0) for event in self._eyes.seen)
        return -sum(amount for amount in bought if amount < 0)

    def _between(self) -> None:
        """Between hands: the house buys its players in again, and the person says when to go on."""
        for seat in self._bots:
            if (seat != ME or self._watch) and self._picture.stack(seat) < self._picture.options.blinds[-1]:
                self._table.do(commands.AddChips(seat=seat, chips=self._picture.options.minimum_buy_in))
        if not self._watch and not self._picture.stack(ME):
            self._say("You have no chips left; 'add 500' buys more, q leaves.")
        self._tell()
        if self._watch:
            return
        self._going = False
        while answer := self._keyboard.ask("Enter to deal: "):
            if (command := self._command(answer)) is not None:
                self._do(command)
                self._tell()

    def _hand(self) -> None:
        """One hand from the button to the push."""
        before, last = self._picture.stack(ME), self._picture.hand
        self._say()
        self._offer_side_wager()
        while True:
            for decision in self._table.run():
                if isinstance(decision, Refused):
                    self._say(f"The dealer cannot go on: {decision.reason}  {behind(decision.clauses)}")
                    raise Leaving
            self._tell()
            state = self._table.state
            if state.phase == "between":
                break
            turn = state.turn or next(iter(state.owed), 0) or self._discarding()
            if turn in self._bots:
                self._do(self._bots[turn].decide())
            elif turn == ME:
                self._my_turn()
            else:
                raise Leaving
        if self._picture.hand == last:
            self._say("No hand can be dealt: fewer than two players are at the table.")
            if ME in self._bots:
                raise Leaving
            return
        chips = self._picture.stack(ME)
        self._say(f"  net {signed(chips - before)}, chips {dollars(chips)}")
        self._hands.append({"hand": self._picture.hand, "net": plain(chips - before), "chips": plain(chips)})

    def _discarding(self) -> int:
        state = self._table.state
        return state.in_hand[0].number if discards_due(self._table.rules, state) else 0

    def _offer_side_wager(self) -> None:
        """Where the flop can be wagered on, the person may do so once the hand has begun."""
        if not self._picture.options.flop_chase[1] or ME in self._bots:
            return
        self._do(commands.BeginHand())
        self._tell()
        while answer := self._keyboard.ask("'side red 5', 'side black 5', or enter to deal: "):
            if (command := self._command(answer)) is not None:
                self._do(command)
                self._tell()

    def _my_turn(self) -> None:
        self._show_table()
        offers = keyed(self._table.legal(seat=ME))
        for key, offer in offers.items():
            said = deed(offer, self._picture, ME)
            self._say(f"  {paint(key.ljust(7), 'bold')}  {said}  {behind(offer.clauses)}")
        for number in dict.fromkeys(number for offer in offers.values() for number in offer.clauses):
            if number not in self._explained:
                self._explained.add(number)
                self._say(f"      {paint(number.ljust(11), 'dim')} {column(self._book.clause(number).line, 18)}")
        words = [key if key[1:2] != " " else key[0] for key in offers]
        asks = " or ".join(part for part in (", ".join(words[:-1]), words[-1]) if part) if words else "what"
        while ME not in self._bots:
            command = self._command(self._keyboard.ask(f"{asks}? "))
            if command is not None and self._do(command):
                return

    def _command(self, answer: str) -> Command | None:
        """The command that an answer means, or None when it was answered here."""
        word, _, rest = answer.partition(" ")
        seat = self._picture.seats.get(ME)
        try:
            match word.lower():
                case "c" | "check" | "call" if not rest:
                    call = seat is not None and self._picture.to_call(seat) > 0
                    return commands.Call(seat=ME) if call else commands.Check(seat=ME)
                case "b" | "bet" if rest:
                    return commands.Bet(seat=ME, amount=cents(rest))
                case "r" | "raise" if rest:
                    return commands.Raise(seat=ME, to=cents(rest.removeprefix("to ")))
                case "a" | "all" if rest in ("", "in"):
                    return commands.AllIn(seat=ME)
                case "f" | "fold" if not rest:
                    return commands.Fold(seat=ME)
                case "d" | "discard" if rest:
                    return commands.Discard(seat=ME, card=parse_cards(rest)[0])
                case "b" | "bet" | "r" | "raise" | "d" | "discard" | "add" if not rest:
                    self._say(f"Say what with it, such as '{_EXAMPLES[word[0].lower()]}'; ? helps.")
                case "side" if len(parts := rest.split()) == 2:
                    return commands.PlaceSideWager(seat=ME, colour=parts[0], amount=cents(parts[1]))
                case "add" if rest:
                    return commands.AddChips(seat=ME, chips=cents(rest))
                case "away" if not rest:
                    return commands.StepAway(seat=ME)
                case "back" if not rest:
                    return commands.ComeBack(seat=ME)
                case "post" if not rest:
                    return commands.PostBlind(seat=ME)
                case "q" | "quit" if not rest:
                    self._leave()
                case "":
                    self._say("Say what you do; ? helps.")
                case _ if word.startswith("?"):
                    self._explain(answer.removeprefix("?").strip())
                case _:
                    return replace(read_line(answer), by=f"seat {ME}")
        except (CardError, MoneyError, LineError, IndexError) as error:
            self._say(f"{error}; ? helps")
        return None

    def _leave(self) -> None:
        """Get up. In a hand the book does not allow it; asked a second time, the house plays the hand to its end."""
        if self._going and self._picture.phase != "between":
            self._say("The house plays this hand for you; then you leave.")
            self._bots[ME] = self._stand_in
            return
        if self._do(commands.LeaveSeat(seat=ME)):
            raise Leaving
        self._going = True
        self._say("q again leaves after this hand, which the house then plays for you.")

    def _do(self, command: Command) -> bool:
        decision = self._table.do(command)
        if isinstance(decision, Refused):
            self._say(f"{paint('Refused', 'yellow')}: {decision.reason}  {behind(decision.clauses)}")
            return False
        return True

    def _tell(self) -> None:
        """What has happened since, as seat 1 saw it."""
        seen = self._eyes.seen
        for event in seen[self._told :]:
            if not isinstance(event, _QUIETLY):
                self._say(f"{self._sentence(event)}  {behind(event.clauses)}")
        self._told = len(seen)

    def _sentence(self, event: Event) -> str:
        if isinstance(event, events.HandsDealt):
            mine = event.hands.get(ME, ())
            return f"Your hand: {cards_text(mine)}" if mine else f"{len(event.hands)} players are dealt in."
        return tell(event, self._table.rules)

    def _show_table(self) -> None:
        self._say()
        for line in table_lines(self._picture, ME):
            self._say(line)

    def _greet(self) -> None:
        rules, sign = self._table.rules, self._picture.options
        self._say(paint(rules.title, "bold"))
        self._say(f"{limits(sign)[:1].upper()}{limits(sign)[1:]}. Commission: {charges(sign.commission)}.")
        self._say(f"You are seat {ME} of {len(self._picture.seats)}. Type ? for help, q to leave.")

    def _farewell(self) -> None:
        change = "as much as you brought"
        if self._net:
            change = f"{dollars(abs(self._net))} {'more' if self._net > 0 else 'less'} than you brought"
        self._say(f"Goodbye. You leave with {dollars(self._brought + self._net)}, {change}.")

    def _explain(self, number: str) -> None:
        if not number:
            self._say(HELP)
            return
        try:
            self._say(f"  {number}  {column(self._book.clause(number).line, len(number) + 4)}")
        except BookError as error:
            self._say(str(error))

    def _say(self, text: str = "") -> None:
        if not self._quiet:
            say(text)
