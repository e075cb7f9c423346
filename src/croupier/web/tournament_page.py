"""Tournaments: what is planned, the clock for the wall, who is where, prizes, and the director's desk."""

from typing import NamedTuple

import msgspec

from croupier.kernel.actors import Capacity
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Command
from croupier.kernel.money import plain
from croupier.tables.tournament import TournamentTables
from croupier.tournaments.commands import BuyAddOn, BuyAgain, EnterAgain, MakeSecretWager
from croupier.tournaments.items import findings
from croupier.tournaments.money import accounts
from croupier.tournaments.playing import advice
from croupier.tournaments.state import DIRECTOR, ENTRANT, Entrant, Place, Tournament
from croupier.tournaments.terms import Level
from croupier.web.pages import page
from croupier.web.regions import log, viewer_of
from croupier.web.texts import text


class ClockShown(msgspec.Struct, frozen=True, kw_only=True):
    """What the clock on the wall shows. Its time runs by itself from one moment, or stands."""

    state: Tournament
    title: str
    level: str
    blinds: str
    ante: str
    next: str
    until: int
    left: int
    runs: bool
    pause: bool
    average: str
    prizes: tuple[tuple[int, str], ...]


def chips(amount: int) -> str:
    """Tournament chips, which are no money."""
    return plain(amount).removesuffix(".00")


def clock_of(keeper: TournamentTables, now: int) -> ClockShown:
    state: Tournament = keeper.state
    terms, level = state.terms, state.level
    playing = len(state.playing)
    started = state.phase == "playing"
    in_play = sum(sum(keeper.stacks(name).values()) for name in keeper.tables) if started else 0
    ahead = next((one for one in terms.format.levels[state.clock.level :]), None)
    break_now = level is not None and level.is_break
    return ClockShown(
        state=state,
        title=terms.title or keeper.stream.name,
        level=text("clock.break") if break_now else text("clock.level", number=state.level_number),
        blinds=_blinds(level),
        ante=chips(level.ante) if level is not None and level.ante else "",
        next=_blinds(ahead) if ahead is not None else "",
        until=(now + state.clock.left_at(now)) if started else state.starts,
        left=max(state.clock.left_at(now), 0) if started else 0,
        runs=state.clock.since is not None if started else True,
        pause=break_now,
        average=chips(in_play // playing) if playing and in_play else "",
        prizes=tuple((place, plain(amount)) for place, amount in enumerate(state.prizes, 1)),
    )


def _blinds(level: Level | None) -> str:
    if level is None:
        return ""
    return text("clock.break") if level.is_break else " / ".join(chips(blind) for blind in level.blinds)


class Seated(NamedTuple):
    """A player who is in, and with how much."""

    person: str
    name: str
    entrant: Entrant
    chips: str


def standing(keeper: TournamentTables, names: dict[str, str]) -> list[Seated]:
    """Those who are in, the largest stack first."""
    found = []
    for person in keeper.state.playing:
        one = keeper.state.entrants[person]
        stack = keeper.stack_of(person) if one.place is not None else 0
        shown = chips(stack) if one.place is not None and one.place.table in keeper.tables else ""
        found.append((stack, Seated(person, names.get(person, person), one, shown)))
    return [one for _, one in sorted(found, key=lambda pair: -pair[0])]


def tournament_regions(
    keeper: TournamentTables, person: str, capacities: list[Capacity], names: dict[str, str], now: int
) -> dict[str, str]:
    """The page of a tournament for a player or an onlooker."""
    state: Tournament = keeper.state
    entrant = state.entrants.get(person)
    return {
        "clock": page("tournament_clock.html", clock=clock_of(keeper, now), now=now),
        "mine": page(
            "tournament_mine.html",
            person=person,
            entrant=entrant,
            state=state,
            stream=keeper.stream.name,
            entrant_capacity=ENTRANT,
            book=keeper.stream.rules.book,
            seat=entrant.place if entrant is not None else None,
            stream_of_seat=_stream_of(keeper, entrant.place) if entrant is not None else "",
            **_advice(keeper),
            ways_back=_ways_back(keeper, person) if entrant is not None else [],
            secret_from=_secret_from(keeper, person),
        ),
        "standing": page("tournament_standing.html", rows=standing(keeper, names), state=state, names=names),
        "prizes": page("tournament_prizes.html", state=state, names=names),
    }


def _stream_of(keeper: TournamentTables, place: Place | None) -> str:
    """The name under which the table of a seat is found."""
    table = keeper.tables.get(place.table) if place is not None else None
    return table.name if table is not None else place.table if place is not None else ""


def _advice(keeper: TournamentTables) -> dict[str, object]:
    """What somebody hears who is not satisfied with a ruling, and the clauses of it."""
    rules = keeper.stream.rules
    return {"advice": advice(rules), "advice_clauses": rules.cite("inspector_named", "terms_complaints")}


STEPS = (
    ("make-terms-available", "available", "operator"),
    ("advise-inspectorate", "advised", "operator"),
    ("open-entries", "entries", "operator"),
    ("brief-players", "briefed", "director"),
    ("draw-seats", "seats", "director"),
    ("start-play", "playing", "director"),
)
"""What comes before the first hand, in order: the command, what it is done by, whose it is."""


class StepShown(msgspec.Struct, frozen=True, kw_only=True):
    """One thing to do before the first hand."""

    do: str
    facts: str
    label: str
    done: bool
    capacity: str


def _uncoloured(state: Tournament) -> list[str]:
    """The tables where the smallest chip is still in play, while there is a larger one to change it for."""
    if state.phase != "playing" or state.terms.in_rounds or state.terms.choices.colour_up == "none":
        return []
    if state.chip not in sorted(state.terms.wagers.denominations)[:-1]:
        return []
    return [table for table in state.seats if table not in state.coloured]


def _ways_back(keeper: TournamentTables, person: str) -> list[tuple[str, str, int]]:
    """What an entrant may buy now: the command, what it is called, and what it costs."""
    details = keeper.state.terms.details
    found: list[tuple[Command, int | None]] = [
        (BuyAgain(person=person, stack=keeper.stack_of(person)), details.rebuy),
        (BuyAddOn(person=person), details.add_on),
        (EnterAgain(person=person), (details.buy_in or 0) + (details.entry_fee or 0)),
    ]
    names = {BuyAgain: "buy-again", BuyAddOn: "buy-add-on", EnterAgain: "enter-again"}
    return [
        (names[type(command)], text(f"desk.{names[type(command)].replace('-', '_')}"), cost or 0)
        for command, cost in found
        if keeper.state.phase == "playing"
        and not (isinstance(command, EnterAgain) and keeper.state.entrants[person].playing)
        and not isinstance(keeper.stream.foresee(command, by=ENTRANT, person=person), Refused)
    ]


def _secret_from(keeper: TournamentTables, person: str) -> int:
    """The least secret wager that an entrant may make now; nothing where none may be made."""
    terms, this = keeper.state.terms, keeper.state.this_round
    if this is None or not terms.wagers.secret:
        return 0
    least = max(this.minimum, min(terms.wagers.denominations, default=1))
    wager = MakeSecretWager(person=person, amount=least)
    return 0 if isinstance(keeper.stream.foresee(wager, by=ENTRANT, person=person), Refused) else least


def desk_regions(
    keeper: TournamentTables, person: str, capacities: list[Capacity], names: dict[str, str], now: int
) -> dict[str, str]:
    """The director's desk."""
    state: Tournament = keeper.state
    rules = keeper.stream.rules
    director = DIRECTOR if person == state.director or DIRECTOR in capacities else ""
    operator = next((str(each) for each in capacities if rules.rank_of(each) >= rules.rank_of(rules.operator)), "")
    lacks = findings(rules, state.terms) if state.phase in ("", "draft") and state.version else []
    done = {
        "available": state.available,
        "advised": state.advised,
        "entries": state.phase in ("entries", "playing", "over"),
        "briefed": state.briefed,
        "seats": bool(state.seats) or state.phase in ("playing", "over"),
        "playing": state.phase in ("playing", "over"),
    }
    steps = [
        StepShown(
            do=do,
            facts='{"order": []}' if do == "draw-seats" else "{}",
            label=text(f"desk.{do.replace('-', '_')}"),
            done=done[mark],
            capacity=operator if whose == "operator" else director,
        )
        for do, mark, whose in STEPS
    ]
    viewer = viewer_of(keeper.stream, person, director or operator or None)
    return {
        "clock": page("tournament_clock.html", clock=clock_of(keeper, now), now=now),
        "steps": page("desk_steps.html", steps=steps, lacks=lacks, state=state, book=rules.book, director=director),
        "running": page(
            "desk_running.html",
            name=keeper.stream.name,
            state=state,
            director=director,
            rows=standing(keeper, names),
            players=[(row.person, row.name) for row in standing(keeper, names)],
            seated=[
                (who, f"{names.get(who, who)} · {table} · {seat}")
                for table, there in state.seats.items()
                for seat, who in there.items()
            ],
            proposal=state.proposal,
            names=names,
            book=rules.book,
            operator=operator,
            late=[who for who in state.playing if state.entrants[who].place is None],
            uncoloured=_uncoloured(state),
            unbriefed=[
                names.get(who, who) for who in state.playing if state.phase == "playing" and not state.entrants[who].briefed
            ],
            **_advice(keeper),
        ),
        "entries": page(
            "desk_entries.html",
            state=state,
            director=director,
            names=names,
            operator=operator,
            withheld=accounts(state)["withheld"],
            to_whom=[("", text("desk.to_house")), *((who, names.get(who, who)) for who in state.entrants)],
        ),
        "standing": page("tournament_standing.html", rows=standing(keeper, names), state=state, names=names),
        "prizes": page("tournament_prizes.html", state=state, names=names),
        "log": log(keeper.stream, viewer, lambda event: "", rounds=False),
    }
