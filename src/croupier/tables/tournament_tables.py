"""A tournament with its tables: the tournament's stream and the streams of its tables change together, or not at all.

The tournament seats, moves and pays its players; the tables play their hands. A hand begins only when the tournament lets it, and
its end is reported with those who have no chips left. A level applies from a table's next hand. Tables and tournament are linked,
so everything done to one of them comes through here: one link, and so one long file.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any

from msgspec.structs import replace

from croupier.books import game_of
from croupier.kernel.accounts import kind_of, stack_of
from croupier.kernel.actors import HOUSE, Said
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.errors import TableError
from croupier.kernel.events import Command, Event, PersonsCommand
from croupier.kernel.links import Ask, Links, Step, TablesLink, Work, software
from croupier.kernel.streams import Kept, Salted
from croupier.poker import commands as poker
from croupier.poker.events import ChipsAdded, HandBegun, HandCalledOff, HandsDealt, SeatTaken
from croupier.stud import commands as stud
from croupier.stud.events import RoundEnded, RoundVoided, SeatTaken as HouseSeatTaken
from croupier.tables.any_table import AnyTable
from croupier.tables.house_table import HouseTable
from croupier.tables.poker_table import PokerTable
from croupier.tables.tournament_stream import TournamentStream
from croupier.tournaments import commands, events
from croupier.tournaments.commands import Source
from croupier.tournaments.funds import chips_in_play, differences
from croupier.tournaments.moving import concerned, to_break
from croupier.tournaments.playing import may_begin, not_in_hand, round_over
from croupier.tournaments.state import Move, Place, TableFacts, Tournament
from croupier.tournaments.terms import Level, Round, Terms

_NOT_PLAYERS = ("purse", "float")
"""Accounts at a table that hold no chips in play: what its players brought, and the house's own."""
_ACTS = (*PokerTable.deciding, *HouseTable.deciding, poker.Straddle)
"""What a player does in a hand, and one who sits out does not; blinds are posted for them."""
_BEGIN = (poker.BeginHand, stud.CallNoMoreBets)
_IN_HAND = "a hand is being played: chips are counted after it"
_BETWEEN_HANDS = "a hand is being played: players are moved between hands"
_AT_REST: dict[type[Command], tuple[str, str]] = {
    commands.ConfirmMoves: ("terms_progression", _BETWEEN_HANDS),
    commands.MovePlayer: ("terms_progression", _BETWEEN_HANDS),
    commands.ColourUp: ("terms_chips", _IN_HAND),
    commands.EndTable: ("terms_ends_early", _IN_HAND),
    commands.ProposeDeal: ("terms_distribution", _IN_HAND),
}
"""What is not done while a hand is in play, with the ground and the words."""
_SAID_BY_TABLES: dict[type[Command], tuple[str, str]] = {
    commands.RevealSecretWagers: ("terms_secret", "secret wagers are turned up as betting closes, and not before"),
    commands.ReportHand: ("terms_structure", "the tables report their hands themselves"),
}
_BEGINS = (HandBegun, RoundEnded, RoundVoided)
_SITS_OUT = (events.AbsenceNoted, events.PenaltyGiven, events.PlayerGone)


class _Held(Salted):
    """Holds back the entries of a table until everything it belongs to is saved."""

    def __init__(self, follower: Callable[[Any, bytes], None] | None) -> None:
        self.entries: list[tuple[Any, bytes]] = []
        salt = follower.salt if isinstance(follower, Salted) else str
        super().__init__(lambda entry, line: self.entries.append((entry, line)), salt)


class TournamentTables(TablesLink[AnyTable]):
    """One tournament and the tables that it plays at. Without a `seed` the operating system's random source draws."""

    def __init__(
        self,
        game: str,
        *,
        stream: TournamentStream | None = None,
        seed: int | None = None,
        follower: Callable[[Any, bytes], None] | None = None,
        links: Links | None = None,
    ) -> None:
        self.stream: TournamentStream = stream or TournamentStream(game, name="tournament", follower=follower)
        super().__init__(self.stream, links)
        self.game, self._places = game, dict[str, str]()
        self.poker = game_of(game).poker is not None
        self._seed = seed
        self._random: random.Random = secrets.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311
        self.source: Source = "house" if seed is None else "seeded"
        self._follower = follower
        self.elsewhere: Callable[[str], str] = lambda name: ""
        """Why a house that has other tables too cannot give a table of that name to the tournament."""
        self.called: Callable[[str], str] = lambda name: name
        """The name of a table's stream: different if a closed game there has the table's own name."""
        self.committed_decks = False
        """Whether the order of every deck that the software shuffles is committed first."""

    @classmethod
    def load(
        cls, tournament: Iterable[str | bytes], tables: Mapping[str, Iterable[str | bytes]], *, seed: int | None = None
    ) -> TournamentTables:
        """The tournament that these records were written from: its own, and one for each table by its name."""
        stream = TournamentStream.load(tournament)
        loaded = cls(stream.pins.game, stream=stream, seed=seed)
        kind: type[AnyTable] = PokerTable if loaded.poker else HouseTable
        for name, lines in tables.items():
            loaded.keep(name, kind.load(lines))
        return loaded

    @property
    def state(self) -> Any:
        return self.stream.state

    # Doing

    def do(self, command: Command, **who: Any) -> Decision:
        """Give a command to the tournament, with all that follows at its tables."""
        return self.stream.do(command, **who)

    def add(self, name: str, table: AnyTable) -> None:
        """Add an existing table; it must belong to this tournament."""
        if table.state.options.tournament != self.stream.name:
            raise TableError(f"table {name} is played for cash: a designated table serves the tournament alone")
        self.keep(name, table)

    def keep(self, name: str, table: AnyTable) -> None:
        """Add a table of this tournament that is already on record."""
        super().keep(name, table)
        self._places[table.name] = name

    def forget(self, name: str) -> None:
        """Forget a table whose stream was never saved."""
        super().forget(self._places.pop(name, name))

    def draw_order(self) -> tuple[str, ...]:
        """Those still in, in random order."""
        return tuple(self._random.sample(self.state.playing, len(self.state.playing)))

    def draw_seats(self, *, at: int | None = None) -> Decision:
        """Draw the seats, or those of the next round."""
        draws = commands.StartRound if self.state.terms.in_rounds else commands.DrawSeats
        return self.do(draws(order=self.draw_order(), source=self.source), by=HOUSE, at=at)

    def seat_late(self, person: str, *, at: int | None = None) -> Decision:
        """Draw a free seat at the shortest table for a late entrant."""
        if (seating := self.late_seat(person)) is None:
            return Refused("place_taken", "there is no free seat", self.stream.rules.cite("place_taken"))
        return self.do(seating, by=HOUSE, at=at)

    def late_seat(self, person: str) -> commands.SeatLate | None:
        """A free seat at the shortest table, drawn; None if there is none."""
        state = self.state
        size = state.terms.format.seats
        counts = {name: len(there) for name, there in state.seats.items() if len(there) < size and self._resting(name)}
        spare = next((name for name in state.tables if name not in state.seats), "")
        if not counts and not spare:
            return None
        table = min(counts, key=lambda name: counts[name]) if counts else spare
        free = [seat for seat in range(1, size + 1) if not state.at(Place(table, seat))]
        return commands.SeatLate(person=person, table=table, seat=self._random.choice(free), source=self.source)

    def _resting(self, name: str) -> bool:
        return name not in self.tables or self.tables[name].engine.at_rest(self.tables[name].state)  # type: ignore[arg-type]

    def _between(self, name: str) -> bool:
        """Whether no cards are dealt at a table, even if wagers for the next hand are there."""
        table = self.tables.get(name)
        return self._resting(name) or (table is not None and table.state.phase == "wagers")

    def propose(self, *, at: int | None = None) -> Decision:
        """Ask what moves the terms require now, with the facts of the tables and numbers drawn for seats."""
        return self.do(self.proposal(), by=HOUSE, at=at)

    def proposal(self, told: Mapping[str, TableFacts] = {}) -> commands.ProposeMoves:
        """The question what moves the terms require now, with the facts of tables dealt by hand."""
        facts = {name: told.get(name) or self.facts(name) for name in concerned(self.state)}
        seats = len(facts) * self.state.terms.format.seats + sum(map(len, self.state.seats.values()))
        choices = self.state.terms.choices
        drawn = to_break(self.state) or "drawn" in (choices.moved, choices.moved_seat)  # not every question costs a draw
        draws = tuple(self._random.sample(range(seats), seats)) if drawn else ()
        return commands.ProposeMoves(facts=facts, draws=draws, source=self.source)

    def colour_up(self, *, at: int | None = None) -> list[Decision]:
        """Take the smallest chip out of play at all tables, the cards of each race drawn; stops at a refusal."""
        done: list[Decision] = []
        for name in list(self.state.seats):
            done.append(self.do(self.race(name), by=HOUSE, at=at))
            if isinstance(done[-1], Refused):
                break
        return done

    def race(self, name: str) -> commands.ColourUp:
        """The colour-up of a table, with the cards of the race drawn if its terms require one."""
        larger, stacks = self.state.next_chip, self.stacks(name) if name in self.state.seats else {}
        racing = [person for person, stack in stacks.items() if larger and stack % larger]
        raced = self.state.terms.choices.colour_up == "chip race"
        return commands.ColourUp(table=name, stacks={}, order=tuple(self._random.sample(racing, len(racing))) if raced else ())

    def fold_for_absent(self, name: str, *, at: int | None = None) -> Decision | None:
        """The dealer kills the hand of a player who is absent or serves a penalty, when it is their turn."""
        table = self.tables[self._places.get(name, name)]
        if not table.turn or not self.sits_out(name, table.turn):
            return None
        fold: Command = self._dead(name, table.turn, self.state) if self.poker else table.fold(table.turn)
        return table.do(fold, by=HOUSE, at=at)

    def facts(self, name: str) -> TableFacts:
        """Where the button and the last blind are at a table, and how many chips are there."""
        if name not in self.tables:
            return TableFacts()
        state: Any = self.tables[name].state
        positions = getattr(state, "positions", ())
        return TableFacts(
            last=positions[-1] if positions else 0,
            button=positions[0] if positions else 0,
            new=tuple(number for number, seat in sorted(state.seats.items()) if seat.new) if self.poker else (),
        )

    def stacks(self, name: str) -> dict[str, int]:
        """Everyone's chips at a table, by person."""
        if self.state.by_hand:
            return {person: self.state.banks[person] for person in self.state.seats[name].values()}
        table = self.tables[name]
        return {table.state.person_at(seat): chips for seat, chips in table.stacks.items()}

    def wrong(self) -> list[str]:
        """What does not add up, in words: the tournament's own books, its tables' chips, and who sits where."""
        faults = differences(self.state)
        if self.state.by_hand:
            held, in_play = sum(map(self.state.chips_at, self.state.seats)), chips_in_play(self.state)
            if self.state.phase != "over" and held != in_play:
                faults.append(f"the tables hold {held} in chips, {in_play} are in play")
            return faults
        if not self.poker and not all(table.engine.at_rest(table.state) for table in self.tables.values()):  # type: ignore[arg-type]
            return faults
        at_tables = sum(
            amount
            for table in self.tables.values()
            for account, amount in table.state.money.items()
            if kind_of(account) not in _NOT_PLAYERS
        )
        if at_tables != chips_in_play(self.state):
            faults.append(f"the tables hold {at_tables} in chips, {chips_in_play(self.state)} are in play")
        for name, table in self.tables.items():
            there = {seat: table.state.person_at(seat) for seat in table.state.seats}
            if there != self.state.seats.get(name, {}) and self.state.phase == "playing":
                faults.append(f"table {name}: {there} sit there, and the tournament has {self.state.seats.get(name, {})}")
            elif isinstance(table, PokerTable) and self.state.phase == "playing":
                out = (holder.person for holder in table.state.seats.values() if holder.away or holder.dealt_out)
                there_yet = (person for person in out if not self.state.entrants[person].absent)
                faults += [f"{person} is dealt out, and not absent from the tournament" for person in there_yet]
        return faults

    # What tables and tournament mean for each other

    def fill(self, ask: Ask) -> Command:
        """Fills in draws that are left open, and what people have in chips."""
        return self._with_facts(self._with_draws(ask.command)) if ask.stream is self.stream else ask.command

    def refuses(self, ask: Ask) -> Refused | None:
        if ask.stream is self.stream:
            return self._not_by_the_tables(ask.command)
        name = self._names[ask.stream]
        if isinstance(ask.command, _BEGIN):
            return self._not_now(name, self.tables[name], ask.said)
        return self._not_theirs(name, ask.command, ask.said)

    def asks(self, ask: Ask) -> Iterable[Ask]:
        """Before a hand begins, the table plays by its level, and secret wagers are turned up."""
        if ask.stream is not self.stream and isinstance(ask.command, _BEGIN):
            name = self._names[ask.stream]
            table = self.tables[name]
            if (level := self._level(name, table, max(ask.said.at, self.stream.at))) is not None:
                yield Ask(table, level, software(ask.said, table))
            yield from self._turned_up(name, table, ask.said)
        yield ask

    def follows(self, work: Work, steps: Sequence[Step]) -> Iterator[Ask | Refused]:
        for step in steps:
            if step.stream is self.stream:
                yield from self._at_tables(work, step)
            elif step.stream in self._names:
                yield from self._in_tournament(work, step)

    def _at_tables(self, work: Work, step: Step) -> Iterator[Ask]:
        """What an entry of the tournament makes happen at its tables; nobody else changes tables that are dealt by hand."""
        if self.state.by_hand:
            return
        opened: dict[str, AnyTable] = {}
        for name, change in self._changes(step.events, opened, work.state(self.stream)):
            table = opened.get(name) or self.tables[name]
            yield Ask(table, change, software(step.said, table))
        for event in step.events:
            place = self._place_of(getattr(event, "person", ""))
            if isinstance(event, _SITS_OUT) and place is not None and self.poker:
                yield from self._kill(place.table, work, step.said)
        work.then += [partial(self._stands, name, table) for name, table in opened.items()]

    def _in_tournament(self, work: Work, step: Step) -> Iterator[Ask]:
        """What happened at a table, as the tournament must know it."""
        name = self._names[step.stream]
        table = self.tables[name]
        if table.ended(step.events) and not any(isinstance(event, RoundVoided) for event in step.events):
            yield from self._hand_over(name, table, step)
        if any(isinstance(event, HandsDealt) for event in step.events):
            yield from self._kill(name, work, step.said)
        if table.ended(step.events) or any(isinstance(event, HandCalledOff) for event in step.events):
            yield from self._take_chips(name, work, step.said)
        yield from self._shut_out(name, work, step.said)

    def _shut_out(self, name: str, work: Work, said: Said) -> Iterator[Ask]:
        """A player excluded by a ruling leaves the tournament with all chips, once the hand in play is over: nothing of theirs
        takes part any more.
        """
        table = work.state(self.tables[name])
        if not table.excluded or not self.tables[name].engine.at_rest(table):
            return
        for seat, person in list(work.state(self.stream).seats.get(name, {}).items()):
            if person in table.excluded and work.state(self.stream).entrants[person].playing:
                stack, by = table.stack(seat), software(said, self.stream)
                yield Ask(self.stream, commands.Retire(person=person, stack=stack), by)
                yield Ask(self.stream, commands.TakeChips(person=person, stack=stack), by, optional=True)

    def _turned_up(self, name: str, table: AnyTable, said: Said) -> Iterator[Ask]:
        """As betting closes, secret wagers are turned up and become antes, so nobody can wager after seeing them. Compulsory
        wagers are taken from absent players, if the terms say so.
        """
        if made := self.secrets_at(name):
            yield Ask(self.stream, commands.RevealSecretWagers(table=name), software(said, self.stream))
        this, people = self.state.this_round, self.state.seats.get(name, {}).values()
        if this is not None and this.compulsory and self.state.terms.conduct.absence == "blinded off":
            absent = (player for player in people if self.state.entrants[player].absent and self.stack_of(player) >= this.minimum)
            boxes: Any = table.state.boxes  # type: ignore[union-attr]
            idle = (player for player in absent if not boxes[table.state.seat_of(player)].seat)
            made = {**dict.fromkeys(idle, this.minimum), **made}
        for person, amount in made.items():
            ante = stud.PlaceAnte(seat=table.state.seat_of(person), amount=amount)
            yield Ask(table, ante, software(said, table))

    def secrets_at(self, name: str) -> dict[str, int]:
        """The secret wagers at a table that are not turned up yet."""
        made, there = self.state.secrets, self.state.seats.get(self._places.get(name, name), {})
        return {who: made[who] for who in there.values() if who in made}

    def may_still_ante(self, name: str) -> list[int]:
        """The seats at a table of the house that have no wager yet, open or secret, and can make one."""
        name = self._places.get(name, name)
        state: Any = self.tables[name].state
        this, secret = self.state.this_round, self.secrets_at(name)
        least = this.minimum if this is not None else state.options.minimum
        idle = [seat for seat in state.seats if not state.boxes[seat].seat and state.stack(seat) >= least]
        return [seat for seat in idle if state.person_at(seat) not in secret and not self.sits_out(name, seat)]

    def _kill(self, name: str, work: Work, said: Said) -> Iterator[Ask]:
        """Kill the hands of those who sit out, in the order of play, if the terms say so from the start; the last one stays."""
        table = self.tables[name]
        hand = work.state(table).hand
        if self.state.terms.choices.dead_hand == "in turn" or hand.phase in ("between", "blinds"):
            return
        last = self.facts(name).last
        start = next((n for n, seat in enumerate(hand.ring, 1) if seat == last), 0)
        state = work.state(self.stream)
        for seat in (*hand.ring[start:], *hand.ring[:start]):
            if hand.players[seat].live and self.sits_out(name, seat, state):
                yield Ask(table, self._dead(name, seat, state), software(said, table), optional=True)

    def _take_chips(self, name: str, work: Work, said: Said) -> Iterator[Ask]:
        """A hand in which a player left the tournament is over: their chips leave play if the terms say so."""
        state, conduct = work.state(self.stream), self.state.terms.conduct
        chips = {"disqualified": conduct.disqualified_chips, "retired": conduct.retired_chips}
        for seat, person in list(state.seats.get(name, {}).items()):
            if chips.get(state.entrants[person].status) == "removed":
                left = commands.TakeChips(person=person, stack=work.state(self.tables[name]).stack(seat))
                yield Ask(self.stream, left, software(said, self.stream), optional=True)

    def _not_now(self, name: str, table: AnyTable, said: Said) -> Refused | None:
        """Why no hand begins at this table now; in rounds, who has yet to make the compulsory wager."""
        if (refusal := may_begin(self.stream.rules, self.state, name, max(said.at, self.stream.at))) is not None:
            return refusal
        this = self.state.this_round
        compulsory = not self.poker and this is not None and this.compulsory
        if compulsory and (able := self.may_still_ante(name)):
            reason = f"seat {able[0]} must bet at least the minimum first"
            return self.stream.rules.refuse("terms_minimum", reason)
        return None

    def _not_theirs(self, name: str, command: Command, said: Said) -> Refused | None:
        """A player who sits a hand out does not act in it, and the software kills only their hands. An open wager is made if
        there is no secret one, and for a hand of the round.
        """
        if isinstance(command, stud.PlaceAnte):
            if self.state.at(Place(name, command.seat)) in self.state.secrets:
                return self.stream.rules.refuse("terms_secret", "this player has made a secret wager for the hand")
            return round_over(self.stream.rules, self.state, name, max(said.at, self.stream.at))
        if not isinstance(command, _ACTS):
            return None
        seat = command.seat
        if said.seat and self.sits_out(name, seat):
            return not_in_hand(self.stream.rules, self.state, self.state.at(Place(self._places.get(name, name), seat)))
        if said.capacity == HOUSE and not self.sits_out(name, seat):
            return self.stream.rules.refuse("terms_penalties", "this player is present and acts for themselves")
        return None

    def sits_out(self, name: str, seat: int, state: Tournament | None = None) -> bool:
        """Whether a person is absent, serves a penalty or has left the tournament; their chips are still there."""
        state = state or self.state
        person = state.at(Place(self._places.get(name, name), seat))
        return bool(person) and bool(state.entrants[person].absent or state.entrants[person].penalty)

    def _dead(self, name: str, seat: int, state: Tournament) -> poker.Fold:
        """The hand of a person who takes no part is killed, for the reason that keeps them out."""
        entrant = state.entrants[state.at(Place(self._places.get(name, name), seat))]
        if entrant.status == "disqualified" or entrant.status == "retired":
            return poker.Fold(seat=seat, because=entrant.status)
        return poker.Fold(seat=seat, because="penalty" if entrant.penalty else "absence")

    def _signs(self, terms: Terms, level: Level | Round, chip: int = 0) -> Any:
        """The signs of a table in a level or round, as the book wants them."""
        return self.stream.rules.table_options(terms, level, chip, self.stream.name)

    def _level(self, name: str, table: AnyTable, at: int, state: Any = None) -> Command | None:
        """The command that sets the table to its level of the tournament, or None if it already plays by it."""
        state = state or self.state
        if isinstance(table, PokerTable):
            chip = state.next_chip if name in state.coloured else state.chip
            options = self._signs(state.terms, state.level_at(name, at), chip)
            options = replace(options, committed_decks=table.state.options.committed_decks)
            return None if options == table.state.options else poker.SetLevel(options=options)
        this = self._signs(state.terms, state.this_round)
        now = table.state.options
        if (now.minimum, now.maximum) == (this.minimum, this.maximum):
            return None
        return None if table.state.wagered else stud.ChangeLimits(minimum=this.minimum, maximum=this.maximum)

    def _hand_over(self, name: str, table: AnyTable, step: Step) -> Iterator[Ask]:
        """Report a finished hand if it matters: a player is out or sits out, hands are counted, a deal is being discussed."""
        happened = step.events
        after: Any = table.engine.copied(table.state)  # type: ignore[arg-type]
        for event in happened:
            after = table.engine.evolve(after, event)
        state = self.state

        def before(seat: int) -> int:
            """What a seat had when the hand began."""
            stack, moved = stack_of(seat), 0
            for event in chain(reversed(happened), reversed(table.events)):
                if isinstance(event, SeatTaken | HouseSeatTaken) and event.seat == seat:
                    break
                moved += event.postings.get(stack, 0)
                if isinstance(event, _BEGINS) and event is not happened[-1]:
                    break
            return int(after.stack(seat)) - moved

        seats = state.seats.get(name, {})
        out = {person: before(seat) for seat, person in sorted(seats.items()) if not after.stack(seat)}
        counted = state.terms.in_rounds or state.hand_for_hand or state.deal is not None
        if not out and not counted and not any(state.entrants[person].penalty for person in seats.values()):
            return
        banks = {p: after.stack(seat) for seat, p in seats.items() if p not in out} if state.terms.in_rounds else {}
        reported = commands.ReportHand(table=name, hand=table.round, out=out, banks=banks)
        yield Ask(self.stream, reported, software(step.said, self.stream))
        for seat in (seat for seat, person in seats.items() if person in out):
            yield Ask(table, table.leave(seat), software(step.said, table))

    def _not_by_the_tables(self, command: Command) -> Refused | None:
        """Why something is impossible at the tables now, which the tournament alone does not see."""
        rules, state = self.stream.rules, self.state
        match command:
            case commands.RedoElimination() if (undone := state.undone.get(command.person)) is not None:
                if self.stack_of(command.person) != undone.given:
                    return rules.refuse(
                        "nobody_out", f"{command.person} has won or lost since: the earlier position cannot be restored"
                    )
            case commands.DesignateTables():
                if other := next((why for name in command.tables if (why := self.elsewhere(name))), ""):
                    return rules.refuse("tournament_table", other)
            case commands.UndoElimination():
                if all_in := [person for person, sum_ in command.chips.items() if 0 < self.stack_of(person) <= sum_]:
                    return rules.refuse("nobody_out", f"{all_in[0]} keeps chips, so nobody is eliminated")
            case commands.RevealSecretWagers() | commands.ReportHand() if command.table in self.tables:
                return rules.refuse(*_SAID_BY_TABLES[type(command)])
            case commands.UndoPurchase() if (place := self._place_of(command.person)) is not None and not state.by_hand:
                if not self._resting(place.table) or not self._untouched(place):
                    return rules.refuse("terms_costs", f"{command.person} has played a hand with what was bought")
            case commands.ConfirmMoves() if state.proposal is not None and not state.by_hand:
                if any(self.facts(name).last != last for name, last in state.proposal.last.items()):
                    return rules.refuse("terms_progression", "hands have been played since: propose again")
            case commands.CancelTournament() if not all(map(self._between, state.seats)):
                return rules.refuse("terms_refunds", "a hand is being played: it is played to its end, or ruled on, first")
            case commands.MakeSecretWager() if (place := self._place_of(command.person)) is not None:
                table = self.tables.get(place.table)
                if isinstance(table, HouseTable) and (table.state.phase != "wagers" or table.state.boxes[place.seat].seat):
                    return rules.refuse("terms_secret", "a secret wager is made before the hand, instead of an open one")
        return rules.refuse(*_AT_REST[type(command)]) if not all(map(self._resting, self._touched(command))) else None

    def _touched(self, command: Command) -> Iterable[str]:
        """The tables at which no hand may be played while a command changes something there."""
        match command:
            case commands.ConfirmMoves() if self.state.proposal is not None and not self.state.by_hand:
                return self.state.proposal.origins  # type: ignore[no-any-return]
            case commands.MovePlayer() if (place := self._place_of(command.person)) is not None:
                return (place.table, command.table)
            case commands.ColourUp() | commands.EndTable():
                return (command.table,)
            case commands.ProposeDeal():
                return self.state.seats  # type: ignore[no-any-return]
        return ()

    def _with_draws(self, command: Command) -> Command:
        """A command with the draws that its sender leaves to the software."""
        match command:
            case commands.DrawSeats() | commands.StartRound() if not command.order:
                return replace(command, order=self.draw_order(), source=self.source)
            case commands.CloseRound() if not command.draws:
                return replace(command, draws=self.draw_order())
            case commands.ProposeMoves() if not command.facts or self.state.by_hand:
                return self.proposal(command.facts)
            case commands.ColourUp() if not command.order:
                return self.race(command.table)
            case commands.ReportHand() if self.state.by_hand and not command.hand:
                return replace(command, hand=self.state.hands.get(command.table, 0) + 1)
            case commands.SeatLate() if not command.table:
                return self.late_seat(command.person) or command
        return command

    def _with_facts(self, command: Command) -> Command:
        """A command with what the tables know better than its sender: what people have in chips."""
        match command:
            case commands.BuyAgain() | commands.EnterAgain() | commands.Disqualify() | commands.Retire() | commands.Penalise():
                told: dict[str, Any] = {"stack": self.stack_of(command.person)}
                return replace(command, **told, **self._in_hand(command))
            case commands.ColourUp() | commands.EndTable() if command.table in self.state.seats:
                return replace(command, stacks=self.stacks(command.table))
            case commands.MovePlayer() if self._place_of(command.person) is not None:
                tables = (self._place_of(command.person).table, command.table)
                return replace(command, facts={name: self.facts(name) for name in tables if name in self.state.seats})
            case commands.NextLevel() | commands.DeductTime() if self.state.by_hand:
                return command
            case commands.NextLevel() if self.poker:
                return replace(command, hands={name: self._hand(name).number for name in self.state.seats})
            case commands.DeductTime() if self.poker:
                return replace(command, played=min(map(self._played, self.state.seats), default=-1))
            case commands.ProposeDeal() if command.how != "named":
                return replace(command, stacks={person: self.stack_of(person) for person in self.state.playing})
        return command

    def _hand(self, name: str) -> Any:
        state: Any = self.tables[name].state
        return state.hand

    def _played(self, name: str) -> int:
        """How many hands of the level a table has finished."""
        hand = self._hand(name)
        return max(0, int(hand.number - (hand.phase != "between")) - int(self.state.clock.hands.get(name, 0)))

    def _in_hand(self, command: PersonsCommand) -> dict[str, bool]:
        """Whether a player who must leave cannot do so yet, if that matters: a hand with them is in play."""
        place = self._place_of(command.person)
        if "in_hand" not in command.overruled or place is None or place.table not in self.tables:
            return {}
        table: Any = self.tables[place.table]
        who = Said(HOUSE, HOUSE, table.at)
        return {"in_hand": isinstance(table.engine.decide(table.rules, table.state, table.leave(place.seat), who), Refused)}

    def _untouched(self, place: Place) -> bool:
        """Whether the last change to a seat's chips was that its player brought them, or got more between hands."""
        stack = stack_of(place.seat)
        last = next((event for event in reversed(self.tables[place.table].events) if event.postings.get(stack)), None)
        return isinstance(last, SeatTaken | HouseSeatTaken | ChipsAdded)

    def stack_of(self, person: str) -> int:
        """A person's chips, zero if they sit nowhere."""
        place = self._place_of(person)
        return self.stacks(place.table).get(person, 0) if place is not None else 0

    def _place_of(self, person: str) -> Any:
        entrant = self.state.entrants.get(person)
        return entrant.place if entrant is not None else None

    def _changes(
        self, happened: Iterable[Event], opened: dict[str, AnyTable], after: Tournament
    ) -> Iterator[tuple[str, Command]]:
        """What must be done at tables after these events of the tournament, in order."""
        for event in happened:
            match event:
                case events.SeatsDrawn():
                    for name in {place.table: 0 for place in event.seats.values()}:
                        table = None if self.poker else self.tables.get(name)
                        if table is not None and (limits := self._level(name, table, 0, after)) is not None:
                            yield name, limits
                    for person, place in event.seats.items():
                        yield self._sit(person, place, event.carried.get(person, event.bank), opened)
                case events.PlayerSeated():
                    yield self._sit(event.person, event.place, event.bank, opened, late=True)
                case events.ChipsBought():
                    yield from self._bought(event, opened)
                case events.PurchaseUndone() if event.place is not None and not event.out:
                    yield from self._given(event.person, -event.chips)
                case events.PurchaseUndone() if event.place is not None:  # the chips leave with their player, who is out again
                    yield event.place.table, self.tables[event.place.table].leave(event.place.seat)
                case events.PlayersMoved():
                    yield from self._moved(event.moves, opened)
                case events.PlayerMoved():
                    yield from self._moved((event.move,), opened)
                case events.EliminationUndone():
                    for person, amount in event.chips.items():
                        yield from self._given(person, -amount)
                    yield self._sit(event.person, event.place, sum(event.chips.values()) + event.house, opened)
                case events.EliminationRedone():
                    place = self.state.entrants[event.person].place
                    yield place.table, self.tables[place.table].leave(place.seat)
                    for person, amount in event.chips.items():  # they go back to those who handed them over
                        yield from self._given(person, amount)
                case events.ColouredUp():
                    for person, amount in event.changes.items():
                        yield from self._given(person, amount)
                case events.ChipsRemoved() | events.StackGivenUp():
                    yield event.place.table, self.tables[event.place.table].leave(event.place.seat)
                case events.AbsenceNoted() | events.AbsenceEnded() | events.PlayerGone():
                    yield from self._dealt_out(event, after.entrants[event.person].place)
                case events.SubstituteNamed():
                    yield from self._replaced(event, opened)
                case events.EntryWithdrawn() | events.TournamentCancelled() | events.RoundClosed():
                    person = event.person if isinstance(event, events.EntryWithdrawn) else ""
                    for name, there in self.state.seats.items():
                        for seat in (seat for seat, sitting in there.items() if person in ("", sitting)):
                            yield from self._up(name, seat)
                case events.TournamentFinished():  # nobody sits there any more, and their chips are gone
                    for name, table in self.tables.items():
                        for seat in sorted(table.state.seats):
                            yield from self._up(name, seat)

    def _moved(self, moves: tuple[Move, ...], opened: dict[str, AnyTable]) -> Iterator[tuple[str, Command]]:
        """People leave their seats and take others, with their chips. An absent player stays absent, and still owes the same."""
        held = {move.person: self.stacks(move.origin.table)[move.person] for move in moves}
        seats: dict[str, Any] = {move.person: self.tables[move.origin.table].state.seats[move.origin.seat] for move in moves}
        for move in moves:
            yield move.origin.table, self.tables[move.origin.table].leave(move.origin.seat)
        for move in moves:
            name, sitting = self._sit(move.person, move.to, held[move.person], opened)
            if not isinstance(sitting, poker.TakeSeat):
                yield name, sitting
                continue
            owed = seats[move.person].missed if self.state.terms.choices.missed_blinds == "owed" else ()
            there = self.tables.get(name)
            remembered = isinstance(there, PokerTable) and move.person in there.state.left
            yield name, replace(sitting, missed=owed) if owed or remembered else sitting
            if seats[move.person].away:
                yield name, poker.StepAway(seat=move.to.seat)

    def _sit(
        self, person: str, place: Place, chips: int, opened: dict[str, AnyTable], *, late: bool = False
    ) -> tuple[str, Command]:
        if place.table not in self.tables and place.table not in opened:
            opened[place.table] = self._open(place.table)
        if self.poker:
            return place.table, poker.TakeSeat(seat=place.seat, chips=chips, person=person, late=late)
        return place.table, stud.TakeSeat(seat=place.seat, chips=chips, person=person)

    def _open(self, name: str) -> AnyTable:
        """A table of the tournament, as its first level or this round wants it."""
        state = self.state
        seed = None if self._seed is None else self._random.randrange(2**32)
        kept: Kept = {"name": self.called(name), "clock": self.stream.clock, "follower": _Held(self._follower)}
        kept["edition"] = self.stream.rules.edition
        if self.poker:
            level = state.level or state.terms.format.levels[0]
            chip = state.chip or min(state.terms.wagers.denominations)
            options = self._signs(state.terms, level, chip)
            options = replace(options, committed_decks=self.committed_decks)
            return PokerTable(self.game, options, seed=seed, **kept)
        this = state.terms.format.rounds[min(state.round, len(state.terms.format.rounds) - 1)]
        house = replace(self._signs(state.terms, this), committed_decks=self.committed_decks)
        return HouseTable(self.game, house, seed=seed, **kept)

    def _stands(self, name: str, table: AnyTable) -> None:
        """A new table is there: its entries go where those of the tournament go."""
        held, table.follower = table.follower, self._follower
        self.keep(name, table)
        if self._follower is not None and isinstance(held, _Held):
            for entry, line in held.entries:
                self._follower(entry, line)

    def _bought(self, event: events.ChipsBought, opened: dict[str, AnyTable]) -> Iterator[tuple[str, Command]]:
        if (place := event.place) is None:  # the chips wait for a seat
            return
        if self.tables[place.table].state.person_at(place.seat) != event.person:
            yield self._sit(event.person, place, event.chips, opened)
        else:
            yield from self._given(event.person, event.chips)

    def _dealt_out(
        self, event: events.AbsenceNoted | events.AbsenceEnded | events.PlayerGone, place: Place | None
    ) -> Iterator[tuple[str, Command]]:
        """If absent players are dealt out and owe what they miss, the table's own button says so. A player who left for good is
        dealt in again, so that compulsory wagers are taken from the chips that stay there.
        """
        if place is None or not self.poker:
            return
        seat: Any = self.tables[place.table].state.seats[place.seat]
        if not isinstance(event, events.AbsenceNoted):
            if seat.away:
                yield place.table, poker.ComeBack(seat=place.seat)
        elif event.means != "blinded off":
            yield place.table, poker.StepAway(seat=place.seat)

    def _given(self, person: str, amount: int) -> Iterator[tuple[str, Command]]:
        """A person gets chips where they sit, or hands them over if negative. At a house table they sit down
        again with them.
        """
        place = self._place_of(person)
        if self.poker:
            yield place.table, poker.AddChips(seat=place.seat, chips=amount)
            return
        held = self.stacks(place.table)[person]
        yield place.table, stud.LeaveSeat(seat=place.seat)
        yield self._sit(person, place, held + amount, {})

    def _replaced(self, event: events.SubstituteNamed, opened: dict[str, AnyTable]) -> Iterator[tuple[str, Command]]:
        """The substitute takes over the seat and the chips, and owes the blinds that are owed there."""
        place = self.state.entrants[event.person].place
        if place is not None:
            table, held = self.tables[place.table], self.stacks(place.table)[event.person]
            owed = table.state.seats[place.seat].missed if isinstance(table, PokerTable) else ()
            yield place.table, table.leave(place.seat)
            name, sitting = self._sit(event.substitute, place, held, opened)
            yield name, replace(sitting, missed=owed) if owed else sitting

    def _up(self, name: str, seat: int) -> Iterator[tuple[str, Command]]:
        """A person gets up between hands. An ante for a hand that is not played goes back first."""
        table = self.tables[name]
        if isinstance(table, HouseTable) and table.state.phase == "wagers":
            boxes = (box for box in table.state.wagered if table.state.boxes[box].seat == seat)
            yield from ((name, stud.TakeBackAnte(seat=seat, box=box)) for box in boxes)
        yield name, table.leave(seat)
