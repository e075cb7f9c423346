"""A person's visit to a table, of the house or of the poker room: round after round, with what seat 1 may see and no more."""

from __future__ import annotations

import tomllib
from importlib import resources
from types import SimpleNamespace
from typing import Any

import msgspec
from msgspec.structs import asdict

from croupier.books import book_of, values_of
from croupier.cli.playing.coaching import ME, Coach
from croupier.cli.playing.showing import hand_lines, pay_lines, payment, signed, with_cards
from croupier.cli.terminal.output import Keyboard, Leaving, behind, cards_text, column, exact_dollars, paint, say, say_clauses
from croupier.kernel.accounts import kind_of, owner_of, purse_of
from croupier.kernel.actors import Viewer
from croupier.kernel.cards import HIDDEN, Card, CardError, faces
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.errors import CroupierError
from croupier.kernel.events import Command, Event, PlayersCommand
from croupier.kernel.grammar import FORMS as LINE_FORMS
from croupier.kernel.legal import Legal
from croupier.kernel.lines import LineError, said_by
from croupier.kernel.money import MoneyError, dollars, plain
from croupier.kernel.telling import FORMS, filled, times
from croupier.kernel.wild import WILD_RANK
from croupier.players.bots import Bot, HousePlayer
from croupier.poker import lines as poker_lines
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


class Words(msgspec.Struct, frozen=True):
    """What is said at one kind of table, and what can be typed there: `words.toml` explains each."""

    name: str
    middle: str
    sign: str
    greeting: str
    opens: str
    broke: str
    stopped: str
    number: str
    draws: str
    quiet: frozenset[str]
    help: str
    keys: dict[str, str]
    asks: dict[str, tuple[str, str]]
    offers: dict[str, tuple[str, str]]
    results: dict[str, tuple[str, str, str]]


def _words() -> dict[str, Words]:
    text = (resources.files("croupier.cli.playing") / "words.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Words])


def _to_call(it: Any) -> str:
    return dollars(min(it.seen.hand.to_call(it.seen.hand.players[ME]), it.chips))


_FORMS = FORMS | {
    "capital": lambda said: said[:1].upper() + said[1:],
    "limits": lambda it: limits(it.seen.options).capitalize(),
    "charges": lambda it: charges(it.seen.options.commission),
    "times": lambda it: times(it.amount // max(it.seen.ante_in_play(ME), 1)),
    "to_call": _to_call,
    "owed": lambda it: dollars(it.seen.hand.owed.get(ME, 0)),
    "held": lambda it: faces(it.held),
}


class Visit:
    """One visit of the person at seat 1; `watch` has the house play that seat as well. `quiet` plays without a word, for those
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
        self._table, self._keyboard, self._quiet, self._coach, self._usual = table, keyboard, quiet, coach, usual
        self._house = isinstance(table, HouseTable)
        self._words = _words()["house" if self._house else "poker"]
        self._book = book_of(table.rules.book)
        self._person = table.state.person_at(ME)
        self._eyes = table.eyes(Viewer(person=self._person))
        self._seed = seed
        self._bots = {seat: self._bot(seat) for seat in table.state.seats if watch or seat != ME}
        self._wild = WILD_RANK if table.rules.has("wild cards") else 0
        self._offers: dict[str, Legal] = {}
        self._listed: list[str] = []
        self._behind: dict[str, None] = {}  # the clauses behind what was said since the last answer
        self._heard = self._mark = len(self._eyes.seen)
        self._going, self._own = False, ""
        self._rounds: list[dict[str, Any]] = []
        grammar = house_lines.GRAMMAR if self._house else poker_lines.GRAMMAR
        starts = {line.partition("{seat}")[0] for line, kind in grammar.templates if issubclass(kind, PlayersCommand)}
        self._starts = sorted(starts, key=len, reverse=True)

    def play(self, rounds: int = 0, *, alone: bool = False) -> None:
        """Rounds until the person leaves, or so many; one by the house if nobody ever says anything, or nobody is asked."""
        self._greet()
        try:
            if alone:
                raise Leaving(unheard=True)
            while not rounds or len(self._rounds) < rounds:
                self._between()
                self._round()
        except Leaving as leaving:
            if leaving.unheard:
                self._say(f"No keyboard input: the house plays one {self._words.name} for seat 1.")
                self._bots[ME] = self._bot(ME)
                self._round()
        except KeyboardInterrupt:
            self._say()
        self._farewell()

    def as_data(self) -> dict[str, Any]:
        """The visit as one document: what each round brought, and every event as seat 1 saw it."""
        return {
            "game": self._table.rules.game,
            "viewer": f"seat {ME}",
            f"{self._words.name}s": self._rounds,
            "net": plain(self._net),
            "chips": plain(self._brought + self._net),
            "events": [msgspec.to_builtins(event) for event in self._eyes.seen],
        }

    @property
    def _picture(self) -> Any:
        return self._eyes.picture

    @property
    def _net(self) -> int:
        """What the visit has brought so far; wagers still on the table count as gone."""
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
        """Before a round: the person wagers or whatever is open, and says when to go on."""
        if self._going:
            self._leave()
        self._say("", paint(self._filled(self._words.opens), "bold"))
        if ME in self._bots:
            return
        if not self._picture.stack(ME):
            self._say(self._words.broke)
            if self._house:
                raise Leaving
        self._until_enter()

    def _until_enter(self) -> None:
        while (answer := self._answer()) or "sum" in self._offers:
            command = self._command(answer) if answer else self._usual_ante()
            if command is None:
                continue
            done = self._do(command)
            if isinstance(command, PlaceAnte):
                self._after_ante(command.amount, done)

    def _round(self) -> None:
        """One round to its end."""
        table, begun, asked = self._table, False, ME in self._bots
        self._prepare()
        while table.in_play or not begun:
            begun = begun or table.in_play
            if (seat := table.awaited) == ME and ME not in self._bots:
                self._my_turn()
            elif seat:
                self._do(self._bots[seat].decide(), by=seat)
            elif not asked and begun and any(offer.command.declared.tag == "place-side-wager" for offer in table.legal(seat=ME)):
                asked = True
                self._until_enter()
            elif (step := table.next_step()) is None:
                self._say(self._filled(self._words.stopped))
                if ME in self._bots or begun:
                    raise Leaving
                return
            else:
                self._step(step)
        self._result()

    def _prepare(self) -> None:
        """The house's players buy chips or ante."""
        for seat, bot in self._bots.items():
            if (command := bot.prepare(self._usual if seat == ME else 0)) is not None:
                self._do(command, by=seat)
        for offer in self._table.legal(seat=ME) if ME in self._bots else ():
            if isinstance(offer.command, PlaceJackpot):
                self._do(offer.command)

    def _step(self, step: Command) -> None:
        """What the house does next; a table that stops at it is left."""
        if step.declared.tag == self._words.draws:
            self._draw()
        if not self._accepted(self._table.do(step, by=whose(step)), "The dealer cannot continue"):
            raise Leaving
        if isinstance(self._table, LinkedTable) and step.declared.tag == self._words.draws:
            self._table.pay_prizes()
        self._tell()

    def _my_turn(self) -> None:
        self._draw()
        while ME not in self._bots:
            command = self._command(self._answer())
            if command is None or self._warned_of(command):
                continue
            if self._do(command):
                self._praise(command)
                return

    def _result(self) -> None:
        """What the round has brought, wager by wager."""
        seen = self._eyes.seen[self._mark :]
        self._mark = len(self._eyes.seen)
        results = Results.of(seen, {seat: self._picture.person_at(seat) for seat in self._picture.seats})
        rows = [row for row in results.rows if row.person == self._person and self._words.results]
        net, chips = results.net(self._person), self._picture.stack(ME)
        if rows:
            self._say(f"{paint('Your wagers', 'bold')} on {self._own}")
        for row in rows:
            self._told(f"  {self._row_says(row)}", row.event.clauses)
        self._say(f"  net {signed(net)}, chips {dollars(chips)}")
        if self._coach is not None:
            self._coach.score.hands += 1
        lines = {"lines": [self._row_data(row) for row in rows]} if self._words.results else {}
        self._rounds.append({self._words.name: results.number, "net": plain(net), "chips": plain(chips), **lines})

    def _row_says(self, row: Row) -> str:
        if isinstance(row.event, WagerSettled):
            return payment(row.event, self._table.rules)  # type: ignore[arg-type]
        *_, says = self._words.results.get(row.event.__struct_config__.tag, ("",))
        return f"{filled(says, row.event) if says else self._sentence(row.event)}: {signed(row.net)}"

    def _row_data(self, row: Row) -> dict[str, Any]:
        wager, result, odds, pays = "", "", "", row.back
        if isinstance(row.event, WagerSettled):
            wager, result, odds, pays = row.event.wager, row.event.result, row.event.odds.replace(" to ", ":"), row.event.pays
        else:
            wager, result, _ = self._words.results.get(row.event.__struct_config__.tag, ("", "", ""))
        return {"wager": wager, "result": result, "odds": odds, "pays": plain(pays), "clauses": row.event.clauses}

    # Answers

    def _keyed(self) -> dict[str, Legal]:
        """What may be done on your own box, by what to type for it."""
        found: dict[str, Legal] = {}
        for offer in self._table.legal(seat=ME):
            key, _ = self._words.offers.get(offer.command.declared.tag, ("", ""))
            if key and asdict(offer.command).get("box", 0) in (0, ME):
                found.setdefault(self._filled(key, offer), offer)
        return found

    def _answer(self) -> str:
        """What the person says next; what may be said, and why on demand, is shown whenever it has changed."""
        offers = self._keyed()
        width = max((3, *map(len, offers)))
        lines = []
        for key, offer in offers.items():
            does = self._filled(self._words.offers[offer.command.declared.tag][1], offer)
            lines.append(f"  {paint(key.ljust(width), 'bold')}  {with_cards(does, self._wild)}")
            self._behind |= dict.fromkeys(offer.clauses)
        if lines != self._listed:
            self._listed = lines
            self._say(*lines)
        self._offers = {key.partition(" ")[0]: offer for key, offer in reversed(offers.items())}
        if self._table.awaited == ME:
            return self._keyboard.ask(f"{self._choices}? ")
        if "sum" in self._offers:
            return self._keyboard.ask(f"Ante [{dollars(self._usual)}]: " if self._usual else "Ante: ")
        return self._keyboard.ask("Enter to deal: ")

    @property
    def _choices(self) -> str:
        *others, last = reversed(self._offers or ("q",))
        return f"{', '.join(others)} or {last}" if others else last

    def _usual_ante(self) -> Command | None:
        """The ante that enter places; none where there is none to repeat."""
        self._behind.clear()
        if self._usual:
            return PlaceAnte(seat=ME, amount=self._usual)
        self._say("Enter an amount, or ? for help.")
        return None

    def _after_ante(self, amount: int, placed: bool) -> None:
        """What was placed is offered again; what was refused is not, but the least that may be placed instead."""
        if placed:
            self._usual = amount
        elif amount == self._usual:
            least = self._offers["sum"].least if "sum" in self._offers else 0
            self._usual = least if least != amount else 0

    def _command(self, answer: str) -> Command | None:
        """The command that an answer means, or None where it was answered here: a question, or what is not understood."""
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
        """A key is an offer, or short for the words of a line; a sum alone is a wager; all else is a line."""
        word, _, rest = answer.partition(" ")
        word = word.lower()
        line = self._words.keys.get(word, word)
        asks, form = self._words.asks.get(line, ("", ""))
        if not rest and word in self._offers and not asks:
            return self._offers[word].command
        if not rest and asks and not (rest := self._keyboard.ask(self._filled(asks))):
            return None
        if form and rest:
            LINE_FORMS[form].read(rest.split()[-1])
        if word[:1].isdigit() and not rest:
            return self._read(f"{self._words.number} {word}", short=True)
        return self._read(f"{line} {rest}".strip(), short=word in self._words.keys)

    def _read(self, line: str, *, short: bool) -> Command:
        """The command of a line in which the own seat may be left out; where it was `short` for one it always is."""
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
            if getattr(command, "seat", ME) == ME:
                return command
            other = other or command
        if other is None:
            raise wrong or LineError(line)
        return other

    def _leave(self) -> None:
        """Get up, with wagers that can be taken back. In a round the book does not allow it: asked a second time, the house plays
        the round to its end.
        """
        if self._going and self._table.in_play:
            self._say(f"The house plays this {self._words.name} for you; then you leave.")
            self._bots[ME] = self._bot(ME)
            return
        if "u" in self._offers and not self._table.in_play:
            self._do(self._offers["u"].command)
        if self._do(self._table.leave(ME)):
            raise Leaving
        self._going = True
        self._say(f"q again leaves after this {self._words.name}, which the house then plays for you.")

    def _do(self, command: Command, *, by: int = ME) -> bool:
        done = self._accepted(self._table.do(command, by=by))
        self._tell()
        return done

    def _accepted(self, decision: Decision, refusal: str = "") -> bool:
        """Whether the table goes along with it; a refusal is one line with its clause."""
        if isinstance(decision, Refused):
            self._behind |= dict.fromkeys(decision.clauses)
            self._say(f"{refusal or paint('Refused', 'yellow')}: {decision.reason}  {behind(decision.clauses)}")
            return False
        return True

    # The coach

    def _warned_of(self, command: Command) -> bool:
        """Whether the coach warns of a decision, which then waits to be made again; nobody is warned in silence."""
        warning = "" if self._coach is None or self._quiet else self._coach.warning(command)
        if warning:
            self._say(f"{paint('Coach', 'yellow')}: {warning}")
        return bool(warning)

    def _praise(self, command: Command) -> None:
        if self._coach is not None and not self._quiet and (said := self._coach.made(command)):
            self._say(f"{paint('Coach', 'green')}: {said}")

    def _hint(self) -> None:
        if self._coach is None:
            self._say("There is no coach at this table: play with --coach.")
        else:
            self._say(f"{paint('Coach', 'green')}: {self._coach.hint()}")

    # What is said

    def _greet(self) -> None:
        self._say(paint(self._table.rules.title, "bold"), self._filled(self._words.sign), self._filled(self._words.greeting))
        if self._wild:
            self._say("A card with a star is wild: it stands for whatever makes the best hand.")

    def _farewell(self) -> None:
        own = ("stack", "purse", "kept")
        left = sum(on for name, on in self._picture.money.items() if owner_of(name) == str(ME) and kind_of(name) not in own)
        if left:
            self._say(f"The {self._words.name} is not over: your {dollars(left)} stays on the table.")
        if self._coach is not None:
            self._say(str(self._coach.score))
        change = "as much as you brought"
        if self._net:
            change = f"{dollars(abs(self._net))} {'more' if self._net > 0 else 'less'} than you brought"
        self._say(f"Goodbye. You leave with {dollars(self._brought + self._net)}, {change}.")

    def _tell(self) -> None:
        """What has happened since, as seat 1 saw it; what came of the own wagers is said at the end."""
        seen = self._eyes.seen
        for event in seen[self._heard :]:
            mine = isinstance(event, WagerSettled) and event.box == ME
            if event.__struct_config__.tag not in self._words.quiet and not mine:
                self._told(self._sentence(event), event.clauses)
        self._heard = len(seen)

    def _sentence(self, event: Event) -> str:
        hands = getattr(event, "hands", {})
        if hands and not self._house and isinstance(hands, dict) and all(isinstance(cards, tuple) for cards in hands.values()):
            mine = hands.get(ME, ())
            return f"Your hand: {faces(mine)}" if mine else f"{len(hands)} players are dealt in."
        return self._table.engine.tell(event, self._table.rules)  # type: ignore[arg-type]

    def _draw(self) -> None:
        """The table as seat 1 sees it: what is in the middle, the own hand, and the places."""
        seen, game, held = self._picture, self._table.rules.game, self._held
        middle = seen.dealer.cards if self._house else seen.hand.board
        standing = hand_as_it_stands(game, middle, ()) if self._house else ""
        if standing and isinstance(self._table, HouseTable):
            qualifies = self._table.rules.qualifies(self._table.rules.value(middle))
            standing += "; qualifies" if qualifies else "; does not qualify"
        named = hand_as_it_stands(game, held, () if self._house else middle)
        self._own = f"{cards_text(held, self._wild)}, {named}" if named else "a hand that nobody saw"
        self._say("", *(hand_lines(self._words.middle, middle, standing, self._wild) if middle else ()))
        self._say(
            *hand_lines("Your hand", held, named, self._wild), *self._table.drawn(self._eyes.viewer, brief=True).split("\n")
        )

    @property
    def _held(self) -> tuple[Card, ...]:
        """The own cards."""
        seen = self._picture
        hands = seen.boxes if self._house else [seen.hand.players[ME]] * 2 if ME in seen.hand.players else [seen.hand] * 2
        return tuple(getattr(hands[ME], "cards", ()))

    def _told(self, sentence: str, clauses: tuple[str, ...] = ()) -> None:
        """Say it, and keep the clauses behind it for anyone who asks why."""
        self._behind |= dict.fromkeys(clauses)
        self._say(with_cards(sentence, self._wild))

    def _why(self) -> None:
        """Our lines for the clauses behind what was said last."""
        if self._behind and not self._quiet:
            say_clauses(self._book, list(self._behind))
        elif not self._behind:
            self._say("  No clause applies to that.")

    def _pay_table(self) -> None:
        """What a hand pays, where the house pays."""
        table = self._table
        if isinstance(table, HouseTable):
            self._say(*pay_lines(table.rules, self._picture.options))
        else:
            self._say("  Players play against one another for the pot.")

    def _explain(self, number: str) -> None:
        try:
            self._say(f"  {number}  {column(self._book.clause(number).line, len(number) + 4)}" if number else self._words.help)
        except CroupierError as error:
            self._say(str(error))

    def _filled(self, template: str, offer: Legal | None = None) -> str:
        """A text of `words.toml`, about an offer where one is given."""
        seen, table = self._picture, self._table
        given: dict[str, Any] = {"seen": seen, "chips": seen.stack(ME), "usual": self._usual, "held": self._held}
        given["others"] = len(seen.seats) if len(seen.seats) > 1 else 0
        given["meter"] = exact_dollars(table.meter) if isinstance(table, LinkedTable) else ""
        if offer is not None:
            given |= asdict(offer.command) | {"most": offer.most if offer.most > offer.least else 0}
        return filled(template, SimpleNamespace(**given), table.rules, _FORMS)

    def _say(self, *lines: str) -> None:
        for line in () if self._quiet else lines or ("",):
            say(line)


def hand_as_it_stands(game: str, hole: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    """What a hand makes with the board so far: `pair of kings (A-9-4)`, and the low where the game has one."""
    if HIDDEN in (*hole, *board):
        return ""
    try:
        values = values_of(game)(hole, board)
    except CardError:  # there are too few cards yet, or one is to be discarded
        return ""
    parts = {part: value for part, value in values.items() if part in ("bet", "high", "low")}
    return "; ".join(value.name if value is not None else f"no {part}" for part, value in parts.items())
