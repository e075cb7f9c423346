"""A person's visit to a table, of the house or the poker room: round after round, with what seat 1 may see and no more."""

from contextlib import suppress
from types import SimpleNamespace
from typing import Any, cast

import msgspec
from msgspec.structs import asdict

from croupier.books import book_of, values_of
from croupier.cli.playing.coaching import ME, Coach
from croupier.cli.playing.showing import hand_lines, payment, signed, with_cards
from croupier.cli.terminal.output import (
    Keyboard,
    Leaving,
    behind,
    cards_text,
    column,
    exact_dollars,
    paint,
    say,
    say_clauses,
    tell,
)
from croupier.cli.terminal.typed import either
from croupier.drawing.document import as_recorded
from croupier.kernel.accounts import kind_of, owner_of, purse_of
from croupier.kernel.actors import Capacity, Viewer
from croupier.kernel.cards import HIDDEN, Card, CardError, faces
from croupier.kernel.data import data_of
from croupier.kernel.decisions import Refused
from croupier.kernel.errors import CroupierError
from croupier.kernel.events import Command, Event, PlayersCommand
from croupier.kernel.grammar import FORMS as LINE_FORMS
from croupier.kernel.legal import Legal
from croupier.kernel.lines import LineError, said_by
from croupier.kernel.money import MoneyError, dollars, plain
from croupier.kernel.telling import FORMS, capital, filled, times
from croupier.kernel.wild import WILD_RANK
from croupier.players.bots import Bot, HousePlayer
from croupier.poker import lines as poker_lines
from croupier.poker.events import HandsDealt
from croupier.poker.telling import charges, limits
from croupier.stud import lines as house_lines
from croupier.stud.commands import PlaceAnte, PlaceJackpot
from croupier.stud.events import WagerSettled
from croupier.tables.any_line import read_line
from croupier.tables.any_table import AnyTable
from croupier.tables.card_table import whose
from croupier.tables.house_table import HouseTable
from croupier.tables.linked_table import LinkedTable
from croupier.tables.results import Results, Row

_WRONG = (CardError, MoneyError, LineError, IndexError)


_FORMS = FORMS | {
    "capital": capital,
    "limits": lambda it: capital(limits(it.seen.options)),
    "charges": lambda it: charges(it.seen.options.commission),
    "times": lambda it: times(it.amount // max(it.seen.ante_in_play(ME), 1)),
    "to_call": lambda it: dollars(min(it.seen.hand.to_call(it.seen.hand.players[ME]), it.chips)),
    "owed": lambda it: dollars(it.seen.hand.owed.get(ME, 0)),
    "held": lambda it: faces(it.held),
}


class Visit:
    """One visit of the person at seat 1; with `watch` the house plays that seat too. `quiet` plays without output, for those
    who only want `as_data`. `usual` is the ante that enter places.
    """

    def __init__(
        self,
        table: AnyTable,
        keyboard: Keyboard,
        *,
        usual: int = 0,
        seed: int = 0,
        quiet: bool = False,
        watch: bool = False,
        coach: Coach | None = None,
    ) -> None:
        self._table, self._keyboard, self._quiet, self._usual, self._seed = table, keyboard, quiet, usual, seed
        self._coach = None if quiet else coach
        self._house = isinstance(table, HouseTable)
        self._words: dict[str, Any] = data_of("croupier.cli.playing", "words.toml")["house" if self._house else "poker"]
        self._name: str = self._words["name"]
        self._book = book_of(table.rules.book)
        self._person = table.state.person_at(ME)
        self._eyes = table.eyes(Viewer(person=self._person))
        self._bots = {seat: self._bot(seat) for seat in table.state.seats if watch or seat != ME}
        self._wild = WILD_RANK if table.rules.has("wild cards") else 0
        self._offers: dict[str, Legal] = {}
        self._listed: list[str] = []
        self._behind: dict[str, None] = {}  # the clauses behind the output since the last answer
        self._heard = self._mark = len(self._eyes.seen)
        self._going, self._own = False, ""
        self._rounds: list[dict[str, Any]] = []
        grammar = house_lines.GRAMMAR if self._house else poker_lines.GRAMMAR
        starts = {line.partition("{seat}")[0] for line, kind in grammar.templates if issubclass(kind, PlayersCommand)}
        self._starts = sorted(starts, key=len, reverse=True)

    def play(self, rounds: int = 0, *, alone: bool = False) -> None:
        """Rounds until the person leaves, or a number of rounds; one by the house if nobody ever answers, or nobody is asked."""
        self._greet()
        try:
            if alone:
                raise Leaving(unheard=True)
            while not rounds or len(self._rounds) < rounds:
                self._between()
                self._round()
        except Leaving as leaving:
            if leaving.unheard:
                self._say(f"No keyboard input: the house plays one {self._name} for seat 1.")
                self._bots[ME] = self._bot(ME)
                with suppress(Leaving):
                    self._round()
        except KeyboardInterrupt:
            self._say()
        self._farewell()

    def as_data(self) -> dict[str, Any]:
        """The visit as one document: what each round brought, and every event as seat 1 saw it."""
        return {
            "game": self._table.rules.game,
            "viewer": f"seat {ME}",
            f"{self._name}s": self._rounds,
            "net": plain(self._net),
            "chips": plain(self._brought + self._net),
            "events": [msgspec.to_builtins(event) for event in self._eyes.seen],
        }

    @property
    def _picture(self) -> Any:
        return self._eyes.picture

    @property
    def _net(self) -> int:
        """What the visit has brought so far; wagers still on the table count as lost."""
        return int(self._picture.stack(ME) + self._picture.money.get(purse_of(self._person), 0))

    @property
    def _brought(self) -> int:
        """All the chips that were bought."""
        return -sum(min(event.postings.get(purse_of(self._person), 0), 0) for event in self._eyes.seen)

    def _bot(self, seat: int) -> Bot | HousePlayer:
        table = self._table
        return HousePlayer(table, seat) if isinstance(table, HouseTable) else Bot(table, seat, self._seed)

    # A round

    def _between(self) -> None:
        """Before a round: the person wagers or does other things, and says when to go on."""
        if self._going and ME in self._bots:
            self._leave()
        self._going = False
        self._say("", paint(self._filled(self._words["opens"]), "bold"))
        if ME in self._bots:
            return
        if not self._picture.stack(ME):
            self._say(self._words["broke"])
            if self._house:
                raise Leaving
        self._until_enter()

    def _until_enter(self) -> None:
        """The person's actions before the cards, until enter, which places the usual ante first if one is open. A placed
        ante is offered again; a refused one is not, but the smallest that may be placed instead.
        """
        while (answer := self._answer()) or "sum" in self._offers:
            command = self._command(answer or (plain(self._usual) if self._usual else ""))
            done = command is not None and self._do(command)
            if isinstance(command, PlaceAnte) and (done or command.amount == self._usual):
                least = self._offers["sum"].least if "sum" in self._offers else 0
                self._usual = command.amount if done else least if least != command.amount else 0

    def _round(self) -> None:
        """One round to its end."""
        table, begun, asked = self._table, False, ME in self._bots
        self._prepare()
        while table.in_play or not begun:
            begun = begun or table.in_play
            if (seat := table.awaited) == ME and ME not in self._bots:
                self._my_turn()
            elif seat:
                self._do(self._bots[seat].decide(), seat)
            elif not asked and begun and any(offer.command.declared.tag == "place-side-wager" for offer in table.legal(seat=ME)):
                asked = True
                self._until_enter()
            elif (step := table.next_step()) is None:
                if not begun:
                    self._say(self._filled(self._words["stopped"]))
                if begun or ME in self._bots:
                    raise Leaving
                return
            else:
                self._step(step)
        self._result()

    def _prepare(self) -> None:
        """The house's players buy chips or ante."""
        for seat, bot in sorted(self._bots.items()):
            if (command := bot.prepare(self._usual if seat == ME else 0)) is not None:
                self._do(command, seat)
            elif seat == ME and self._house:
                self._say(self._filled(self._words["stopped"]))
                raise Leaving
        for offer in self._table.legal(seat=ME) if ME in self._bots else ():
            if isinstance(offer.command, PlaceJackpot):
                self._do(offer.command)

    def _step(self, step: Command) -> None:
        """What the house does next; a table that stops at it is left."""
        if settles := step.declared.tag == self._words["draws"]:
            self._draw()
        if not self._do(step, whose(step), "The dealer cannot continue"):
            raise Leaving
        if settles and isinstance(self._table, LinkedTable):
            self._table.pay_prizes()
            self._tell()

    def _my_turn(self) -> None:
        self._draw()
        while ME not in self._bots:
            command = self._command(self._answer())
            if command is None or self._warned_of(command):
                continue
            if self._do(command):
                if self._coach is not None and (praise := self._coach.made(command)):
                    self._say(f"{paint('Coach', 'green')}: {praise}")
                return

    def _result(self) -> None:
        """What the round has brought, wager by wager."""
        seen = self._eyes.seen[self._mark :]
        self._mark = len(self._eyes.seen)
        results = Results.of(seen, {seat: self._picture.person_at(seat) for seat in self._picture.seats})
        rows = [row for row in results.rows if row.person == self._person and self._words["results"]]
        told = [(*self._row(row), row.event.clauses) for row in rows]
        net, chips = results.net(self._person), self._picture.stack(ME)
        if rows:
            self._say(f"{paint('Your wagers', 'bold')} on {self._own}")
        for said, _, clauses in told:
            self._told(f"  {said}", clauses)
        self._say(f"  net {signed(net)}, chips {dollars(chips)}")
        if self._coach is not None:
            self._coach.score.hands += 1
        lines = {"lines": [data for _, data, _ in told]} if self._words["results"] else {}
        self._rounds.append({self._name: results.number, "net": plain(net), "chips": plain(chips), **lines})

    def _row(self, row: Row) -> tuple[str, dict[str, Any]]:
        """The result of a wager, in words and as data in the form of a settlement."""
        event, rules = row.event, cast("Any", self._table.rules)
        if isinstance(event, WagerSettled):
            said, wager, result = payment(event, rules), event.wager, event.result
            odds, pays = event.odds.replace(" to ", ":"), event.pays
        else:
            wager, result, says = self._words["results"].get(event.__struct_config__.tag, ("", "", ""))
            said, odds, pays = filled(says, event) or self._table.engine.tell(event, rules), "", row.back
            said = f"{said}: {signed(row.net)}"
        return said, {"wager": wager, "result": result, "odds": odds, "pays": plain(pays), "clauses": event.clauses}

    # Answers

    def _answer(self) -> str:
        """The person's next answer; choices for their own box are shown whenever they have changed, and why on request."""
        offers: dict[str, tuple[Legal, str]] = {}
        for offer in self._table.legal(seat=ME):
            key, does = self._words["offers"].get(offer.command.declared.tag, ("", ""))
            if key and asdict(offer.command).get("box", 0) in (0, ME):
                offers.setdefault(self._filled(key, offer), (offer, with_cards(self._filled(does, offer), self._wild)))
                self._behind |= dict.fromkeys(offer.clauses)
        width = max((3, *map(len, offers)))
        lines = [f"  {paint(key.ljust(width), 'bold')}  {does}" for key, (_, does) in offers.items()]
        for line in lines if lines != self._listed else ():
            self._say(line)
        self._listed = lines
        self._offers = {key.partition(" ")[0]: offer for key, (offer, _) in reversed(offers.items())}
        if self._table.awaited == ME:
            return self._keyboard.ask(f"{self._choices}? ")
        if "sum" in self._offers:
            return self._keyboard.ask(f"Ante [{self._table.rules.currency.of(self._usual)}]: " if self._usual else "Ante: ")
        return self._keyboard.ask("Enter to deal: ")

    @property
    def _choices(self) -> str:
        return either(reversed(self._offers or ("q",)))

    def _command(self, answer: str) -> Command | None:
        """The command that an answer means, or None if it was handled here: a question, or text that is not understood."""
        if answer.startswith("?"):
            self._explain(answer.removeprefix("?").strip())
            return None
        own = {"w": self._why, "p": self._pay_table, "h": self._hint, "why": self._why, "hint": self._hint}
        own |= {"q": self._leave, "quit": self._leave}
        if answer.lower() in own:
            own[answer.lower()]()
            return None
        self._behind.clear()
        if not answer:
            self._say(f"Say {self._choices}; ? helps.")
            return None
        try:
            return self._meant(said_by(answer)[1])
        except _WRONG as error:
            self._say(f"{error}; ? helps")
        return None

    def _meant(self, answer: str) -> Command | None:
        """A key is an offer, or short for the words of a line; a sum alone is a wager; everything else is a line."""
        word, _, rest = answer.partition(" ")
        word = word.lower()
        line = self._words["keys"].get(word, word)
        asks, form = self._words["asks"].get(line, ("", ""))
        if not rest and word in self._offers and not asks:
            return self._offers[word].command
        if not rest and asks and not (rest := self._keyboard.ask(self._filled(asks))):
            return None
        if form and rest:
            LINE_FORMS[form].read(rest.split()[-1])
        if word[:1].isdigit() and not rest:
            return self._read(f"{self._words['number']} {word}", short=True)
        return self._read(f"{line} {rest}".strip(), short=word in self._words["keys"])

    def _read(self, line: str, *, short: bool) -> Command:
        """The command in a line that may leave out the person's own seat; a `short` line always does."""
        start = next((start for start in self._starts if f"{line} ".startswith(start)), "")
        mine = f"{start}{ME} {line[len(start) :]}".strip() if start else line
        other: Command | None = None
        wrong: Exception | None = None
        for said in (mine, line) if short else (line, mine):
            try:
                command = read_line(self._table, said)
            except _WRONG as error:
                wrong = error if wrong is None or not isinstance(error, LineError) else wrong
                continue
            if not isinstance(command, PlayersCommand) or command.seat == ME:
                return command
            other = other or command
        if other is None:
            raise wrong or LineError(line)
        return other

    def _leave(self) -> None:
        """Get up, with wagers that can be taken back. In a round the book does not allow it: when asked again, the house plays
        the round to its end.
        """
        if self._going and self._table.in_play:
            self._say(f"The house plays this {self._name} for you; then you leave.")
            self._bots[ME] = self._bot(ME)
            return
        if "u" in self._offers and not self._table.in_play:
            self._do(self._offers["u"].command)
        if self._do(self._table.leave(ME)):
            raise Leaving
        self._going = True
        self._say(f"q again leaves after this {self._name}, which the house then plays for you.")

    def _do(self, command: Command, by: Capacity | None = ME, refusal: str = "") -> bool:
        """Whether the table accepts it: the result is printed, and a refusal is one line with its clause."""
        if isinstance(decision := self._table.do(command, by=by), Refused):
            self._behind |= dict.fromkeys(decision.clauses)
            self._say(f"{refusal or paint('Refused', 'yellow')}: {decision.reason}  {behind(decision.clauses)}")
        self._tell()
        return not isinstance(decision, Refused)

    # The coach

    def _warned_of(self, command: Command) -> bool:
        """Whether the coach warns of a decision, which then waits to be repeated."""
        if self._coach is None or not (warning := self._coach.warning(command)):
            return False
        self._say(f"{paint('Coach', 'yellow')}: {warning}")
        return True

    def _hint(self) -> None:
        hint = self._coach.hint() if self._coach is not None else "none sits at this table: play with --coach."
        self._say(f"{paint('Coach', 'green')}: {hint}")

    # Output

    def _greet(self) -> None:
        self._say(paint(self._table.rules.title, "bold"))
        self._say(self._filled(self._words["sign"]), self._filled(self._words["greeting"]))
        if self._wild:
            self._say("A card with a star is wild: it stands for whatever makes the best hand.")

    def _farewell(self) -> None:
        own = ("stack", "purse", "kept")
        left = sum(on for name, on in self._picture.money.items() if owner_of(name) == str(ME) and kind_of(name) not in own)
        score = self._coach.score if self._coach is not None else ""
        figures = {"left": left, "score": score, "brought": self._brought, "net": self._net}
        self._say(*as_recorded("farewell.txt", name=self._name, **figures))

    def _tell(self) -> None:
        """What has happened since, as seat 1 saw it; results of the person's own wagers come at the end."""
        seen = self._eyes.seen
        for event in seen[self._heard :]:
            mine = isinstance(event, WagerSettled) and event.box == ME
            if event.__struct_config__.tag not in self._words["quiet"] and not mine:
                self._told(self._sentence(event), event.clauses)
        self._heard = len(seen)

    def _sentence(self, event: Event) -> str:
        if isinstance(event, HandsDealt) and ME in event.hands:
            return f"Your hand: {faces(event.hands[ME])}"
        return self._table.engine.tell(event, self._table.rules)

    def _draw(self) -> None:
        """The table as seat 1 sees it: the middle, the person's own hand, and the places."""
        seen, game, held = self._picture, self._table.rules.game, self._held
        middle = seen.dealer.cards if self._house else seen.hand.board
        standing = hand_as_it_stands(game, middle, ()) if self._house else ""
        if standing and isinstance(self._table, HouseTable):
            qualifies = self._table.rules.qualifies(self._table.rules.value(middle))
            standing += "; qualifies" if qualifies else "; does not qualify"
        named = hand_as_it_stands(game, held, () if self._house else middle)
        self._own = f"{cards_text(held, self._wild)}, {named}" if named else "a hand that nobody saw"
        self._say("", *(hand_lines(self._words["middle"], middle, standing, self._wild) if middle else ()))
        self._say(*hand_lines("Your hand", held, named, self._wild))
        self._say(self._table.drawn(self._eyes.viewer, brief=True))

    @property
    def _held(self) -> tuple[Card, ...]:
        """The person's own cards."""
        seen = self._picture
        hand = seen.boxes[ME] if self._house else seen.hand.players.get(ME)
        return hand.cards if hand is not None else ()

    def _told(self, sentence: str, clauses: tuple[str, ...] = ()) -> None:
        """Print it, and keep the clauses behind it in case someone asks why."""
        self._behind |= dict.fromkeys(clauses)
        self._say(with_cards(sentence, self._wild))

    def _why(self) -> None:
        """Our lines for the clauses behind the last output."""
        if self._behind and not self._quiet:
            say_clauses(self._book, list(self._behind))
        elif not self._behind:
            self._say("  No clause applies to that.")

    def _pay_table(self) -> None:
        """What a hand pays, if the house pays."""
        if not self._quiet:
            shown = {"house": self._house, "sign": self._picture.options}
            tell("pay_lines.txt", rules=self._table.rules, **shown, currency=self._table.rules.currency)

    def _explain(self, number: str) -> None:
        try:
            self._say(f"  {number}  {column(self._book.clause(number).line, len(number) + 4)}" if number else self._words["help"])
        except CroupierError as error:
            self._say(str(error))

    def _filled(self, template: str, offer: Legal | None = None) -> str:
        """A text of `words.toml`, about an offer if one is given."""
        seen, table = self._picture, self._table
        given: dict[str, Any] = {"seen": seen, "chips": seen.stack(ME), "usual": self._usual, "held": self._held}
        given["others"] = len(seen.seats) if len(seen.seats) > 1 else 0
        given["meter"] = exact_dollars(table.meter) if isinstance(table, LinkedTable) else ""
        if offer is not None:
            given |= asdict(offer.command) | {"most": offer.most if offer.most > offer.least else 0}
        return filled(template, SimpleNamespace(**given), table.rules, _FORMS)

    def _say(self, *lines: str) -> None:
        for line in () if self._quiet else lines or ("",):
            say(self._table.rules.currency.told(line))


def hand_as_it_stands(game: str, hole: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    """What a hand makes with the board so far: `pair of kings (A-9-4)`, and the low if the game has one."""
    if HIDDEN in (*hole, *board):
        return ""
    try:
        values = values_of(game)(hole, board)
    except CardError:  # there are too few cards yet, or one is to be discarded
        return ""
    parts = {part: value for part, value in values.items() if part in ("bet", "high", "low")}
    return "; ".join(value.name if value is not None else f"no {part}" for part, value in parts.items())
