"""Tournaments: the clock for the wall, who is where, prizes, and what a player may do."""

from functools import partial
from typing import Any

from croupier.kernel.actors import Capacity
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Command
from croupier.kernel.money import plain
from croupier.tables.tournament_tables import TournamentTables
from croupier.tournaments.commands import AgreeToDeal, AgreeToEnd, BuyAddOn, BuyAgain, EnterAgain, MakeSecretWager, Retire
from croupier.tournaments.events import PlayersMoved
from croupier.tournaments.finishing import certain
from croupier.tournaments.funds import chips_in_play
from croupier.tournaments.items import chips
from croupier.tournaments.penalties import advice
from croupier.tournaments.ranking import place_of
from croupier.tournaments.state import ENTRANT, Entrant, Tournament
from croupier.tournaments.terms import Level
from croupier.web.pages import page
from croupier.web.texts import text


def clock_of(keeper: TournamentTables, now: int) -> dict[str, Any]:
    """What the clock on the wall shows. Its time runs from one moment by itself, or is stopped."""
    state: Tournament = keeper.state
    terms, level, this = state.terms, state.level, state.this_round
    playing = len(state.playing)
    started = state.phase == "playing"
    in_play = chips_in_play(state) if started else 0
    ahead = next((next_level for next_level in terms.format.levels[state.clock.level :]), None)
    break_now = level is not None and level.is_break
    return {
        "state": state,
        "title": terms.title or keeper.stream.name,
        "level": text("clock.break") if break_now else text("clock.level", number=state.level_number),
        "blinds": _blinds(level),
        "wagers": " – ".join(chips(sum_) for sum_ in (this.minimum, this.maximum) if sum_) if this is not None else "",
        "ante": chips(level.ante) if level is not None and level.ante else "",
        "next": _blinds(ahead) if ahead is not None else "",
        "until": (now + state.clock.left_at(now)) if started else state.starts,
        "left": max(state.clock.left_at(now), 0) if started else 0,
        "runs": state.clock.since is not None if started else True,
        "pause": break_now,
        "average": chips(in_play // playing // 100 * 100) if playing and in_play else "",
        "prizes": tuple((place, plain(amount)) for place, amount in enumerate(state.prizes, 1)),
    }


def _blinds(level: Level | None) -> str:
    if level is None:
        return ""
    return text("clock.break") if level.is_break else " / ".join(chips(blind) for blind in level.blinds)


def standing(keeper: TournamentTables) -> list[tuple[Entrant, str]]:
    """Everyone still in, the largest stack first, each with their chips."""
    playing = [keeper.state.entrants[person] for person in keeper.state.playing]
    stacks = {one.person: keeper.stack_of(one.person) for one in playing if one.place is not None}
    ranked = sorted(playing, key=lambda one: -stacks.get(one.person, 0))
    return [(one, chips(stacks[one.person]) if one.person in stacks else "") for one in ranked]


def tournament_regions(
    keeper: TournamentTables, person: str, capacities: list[Capacity], names: dict[str, str], now: int
) -> dict[str, str]:
    """The page of a tournament for a player or an onlooker."""
    state: Tournament = keeper.state
    entrant = state.entrants.get(person)
    seat = entrant.place if entrant is not None else None
    table = keeper.tables.get(seat.table) if seat is not None else None
    shown = partial(page, currency=keeper.stream.rules.currency, state=state, names=names)
    return {
        "clock": page("tournament_clock.html", clock=clock_of(keeper, now), now=now),
        "mine": shown(
            "tournament_mine.html",
            person=person,
            entrant=entrant,
            stream=keeper.stream.name,
            entrant_capacity=ENTRANT,
            book=keeper.stream.rules.book,
            seat=seat,
            chips_of=chips,
            stream_of_seat=table.name if table is not None else "",  # one that is dealt by hand has none
            **said_of_rulings(keeper),
            may=_may(keeper, person) if entrant is not None else {},
            secret_from=_secret_from(keeper, person),
        ),
        "standing": shown("tournament_standing.html", rows=standing(keeper)),
        "prizes": shown("tournament_prizes.html"),
    }


def said_of_rulings(keeper: TournamentTables) -> dict[str, Any]:
    """The advice to a person who is not satisfied with a ruling, and its clauses."""
    rules = keeper.stream.rules
    return {"advice": advice(rules), "advice_clauses": rules.cite("inspector_named", "terms_complaints")}


def _may(keeper: TournamentTables, person: str) -> dict[str, int]:
    """What an entrant may do now, by its tag, each with its price; each of them would be accepted."""
    details = keeper.state.terms.details
    entry = (details.buy_in or 0) + (details.entry_fee or 0)
    commands: list[tuple[Command, int | None]] = [
        (BuyAgain(person=person), details.rebuy),
        (BuyAddOn(person=person), details.add_on),
        *([(EnterAgain(person=person), entry)] if not keeper.state.entrants[person].playing else []),
        (AgreeToDeal(person=person), 0),
        (AgreeToEnd(person=person), 0),
        (Retire(person=person), 0),
    ]
    return {
        command.declared.tag: cost or 0
        for command, cost in commands
        if not isinstance(keeper.stream.foresee(command, by=ENTRANT, person=person), Refused)
    }


def _secret_from(keeper: TournamentTables, person: str) -> int:
    """The smallest secret wager that an entrant may make now; None if none is allowed."""
    terms, this = keeper.state.terms, keeper.state.this_round
    if this is None or not terms.wagers.secret:
        return 0
    least = max(this.minimum, min(terms.wagers.denominations, default=1))
    wager = MakeSecretWager(person=person, amount=least)
    return 0 if isinstance(keeper.stream.foresee(wager, by=ENTRANT, person=person), Refused) else least


PRINTED = ("seat-cards", "move-slips", "players", "payouts")
"""The printouts of a desk."""


def on_paper(keeper: TournamentTables, names: dict[str, str], what: str) -> dict[str, Any]:
    """The content of a sheet: who sits where, who moves, all players, or the prizes with a line for each signature."""
    state: Tournament = keeper.state
    moved = next((event.moves for event in reversed(keeper.stream.events) if isinstance(event, PlayersMoved)), ())
    won = certain(state)
    places = {who: place_of(state, who) for who in won}
    return {
        "what": what,
        "currency": keeper.stream.rules.currency,
        "stream": keeper.stream.name,
        "title": state.terms.title or keeper.stream.name,
        "tournament": state,
        "names": names,
        "seated": sorted((place, who) for who in state.playing if (place := state.entrants[who].place) is not None),
        "moves": state.proposal.moves if state.proposal is not None else moved,
        "won": sorted(won.items(), key=lambda winner: (places[winner[0]], winner[0])),
        "places": places,
        "chips_of": chips,
    }
