"""A small tournament of each kind in words: what is said, and what the director, a player and the inspector are told of it."""

from __future__ import annotations

from typing import Any

from croupier.kernel.actors import HOUSE, INSPECTOR, SUPERVISOR, Viewer
from croupier.kernel.clauses import cited
from croupier.kernel.decisions import Refused
from croupier.kernel.lines import said_by
from croupier.poker import commands as poker
from croupier.stud import commands as stud
from croupier.tables.poker_table import PokerTable
from croupier.tables.tournament_tables import TournamentTables
from croupier.tournaments.commands import DraftTerms
from croupier.tournaments.items import statements
from croupier.tournaments.lines import read_line
from croupier.tournaments.terms import Terms
from tournaments.fields import terms

VIEWERS = {"director": SUPERVISOR, "p2": Viewer(person="p2"), "inspector": INSPECTOR}

_BEFORE = """
open entries
make terms available
advise inspectorate
open entries
appoint director d. one
attend
appoint deputy v. two
designate A, B
enter p1
enter p2
enter p3
refuse entry of x9: asked to stay away
enter p4
enter p5
at 20000: withdraw p5
brief players
instruct by demonstration with 2 practice hands
"""
POKER = (
    _BEFORE
    + """
at 36000: start play
draw seats: p3, p1, p4, p2
at 36000: start play
hands A 2
at 37000: pause clock: a fire alarm
hands A 1
at 37300: resume clock
at 37400: penalise p1 missed hands 1: shouting
hands A 1
at 37500: next level
play A 1
play A 6
at 42000: next level
at 42001: next level
at 42600: next level
close entries
play A 40
finish
pay out
decide dispute: the result stands
"""
)
STUD = (
    _BEFORE
    + """
at 36000: start play
start round: p3, p1, p4, p2
secret wager p1 60
secret wager p2 9
by p3 as entrant: secret wager p1 60
reveal wagers at B
rounds B
rounds A
close round; drawn p1, p2, p3, p4
next round
rounds A
close round; drawn p1, p2, p3, p4
finish
close entries
finish
pay out
"""
)


def tournament_playthrough(game: str) -> str:
    """The whole tournament as each viewer is told of it."""
    stud_game = game in ("crown-caribbean-stud", "crown-wild-aruba")
    chosen = _stud(game) if stud_game else _poker(game)
    tournament = TournamentTables(game, seed=11)
    said = [f"{game}: a tournament of four", ""]
    for heading, part in statements(tournament.stream.rules, chosen).items():
        said += [heading, *(f"  {sentence} ({cited(clauses)})" for sentence, clauses in part)]
    tournament.do(DraftTerms(terms=chosen))
    answers = []
    for line in filter(None, (STUD if stud_game else POKER).splitlines()):
        answers.append(f"> {line}")
        answers += [f"  Refused: {refused.reason} ({cited(refused.clauses)})" for refused in _play(tournament, line)]
    said += ["", *answers, "", f"what does not add up: {tournament.wrong() or 'nothing'}"]
    rules = tournament.stream.rules
    for name, viewer in VIEWERS.items():
        said += ["", f"as the {name} sees it" if name != "p2" else "as p2 sees it"]
        seen = tournament.stream.view(viewer)
        said += [f"  {tournament.stream.engine.tell(event, rules)} ({cited(event.clauses)})" for event in seen]
    return "\n".join(said) + "\n"


def _poker(game: str) -> Terms:
    return terms(game, {"late_entry": "none"}, format={"seats": 4})


def _stud(game: str) -> Terms:
    rounds = [
        {"hands": 2, "minimum": "10", "maximum": "200", "compulsory": True, "advance": 1, "advance_by": "table"},
        {"hands": 2, "minimum": "20", "maximum": "300", "compulsory": True},
    ]
    return terms(game, format={"seats": 2, "rounds": rounds})


def _play(tournament: TournamentTables, line: str) -> list[Refused]:
    """A line of the tournament, or one of those that play hands; gives back what was refused."""
    words = line.split()
    if words[0] == "hands":
        return _folded(tournament, words[1], int(words[2]))
    if words[0] == "play":
        return _all_in(tournament, words[1], int(words[2]))
    if words[0] == "rounds":
        return _rounds(tournament, words[1])
    if line == "next round":
        decision = tournament.draw_seats()
        return [decision] if isinstance(decision, Refused) else []
    if line == "pay out":
        done = [tournament.do(read_line(f"pay {person}")) for person in tournament.state.awarded]
        return [decision for decision in done if isinstance(decision, Refused)]
    who, said = said_by(line)
    decision = tournament.do(read_line(said, tournament.state), **who)
    return [decision] if isinstance(decision, Refused) else []


def _table(tournament: TournamentTables, name: str) -> Any:
    return tournament.tables[name]


def _folded(tournament: TournamentTables, name: str, hands: int) -> list[Refused]:
    """So many hands in which everyone folds to the last blind."""
    table = _table(tournament, name)
    for _ in range(hands):
        begun = table.do(poker.BeginHand(), by=HOUSE, at=max(table.at, tournament.stream.at))
        if isinstance(begun, Refused):
            return [begun]
        table.run()
        while table.turn:
            if tournament.fold_for_absent(name) is None:
                assert not isinstance(table.do(poker.Fold(seat=table.turn)), Refused)
            table.run()
    return []


def _all_in(tournament: TournamentTables, name: str, hands: int) -> list[Refused]:
    """So many hands in which everyone goes all in, or as many as there are players for."""
    table = _table(tournament, name)
    for _ in range(hands):
        if len(table.state.seats) < 2:
            break
        begun = table.do(poker.BeginHand(), by=HOUSE, at=max(table.at, tournament.stream.at))
        if isinstance(begun, Refused):
            return [begun]
        table.run()
        while table.turn:
            _bold(table)
            table.run()
    return []


def _bold(table: PokerTable) -> None:
    seat, hand = table.turn, table.state.hand
    if hand.phase != "betting" or not hand.turn:
        discard = poker.Discard(seat=seat, card=hand.players[seat].cards[0])
        assert not isinstance(table.do(discard), Refused)
    elif isinstance(table.do(poker.AllIn(seat=seat)), Refused):
        assert not isinstance(table.do(poker.Call(seat=seat)), Refused)


def _rounds(tournament: TournamentTables, name: str) -> list[Refused]:
    """The hands of a round at a table: everyone wagers twice the minimum and bets."""
    table = _table(tournament, name)
    for _ in range(2):
        for seat in table.state.seats:
            if not table.state.boxes[seat].seat:
                table.do(stud.PlaceAnte(seat=seat, amount=2 * table.state.options.minimum))
        dealt = table.deal()
        if isinstance(dealt, Refused):
            return [dealt]
        while table.turn:
            bet = stud.PlaceBet(seat=table.turn, amount=2 * table.state.ante_in_play(table.turn))
            assert not isinstance(table.do(bet), Refused)
        table.do(stud.Reveal(), by=HOUSE)
        table.do(stud.Settle(), by=HOUSE)
    return []
