"""What the tables know better than the sender of a command makes its repeat no other command."""

from __future__ import annotations

import inspect
import re

from croupier.kernel.streams import _is_again
from croupier.tables.tournament_tables import TournamentTables
from croupier.tournaments import commands


def test_a_repeat_is_the_same_command_whatever_it_says_of_what_the_tables_know() -> None:
    sent = commands.Disqualify(person="p2", why="cheating", stack=900)
    kept = commands.Disqualify(person="p2", why="cheating", stack=1_000, in_hand=True)
    assert _is_again(kept, sent)
    assert not _is_again(kept, commands.Disqualify(person="p2", why="late", stack=900))


def test_whatever_the_tables_replace_is_declared() -> None:
    """Every command that `_with_facts` names says what is replaced of it, and only what it has."""
    named = set(re.findall(r"commands\.(\w+)\(\)", inspect.getsource(TournamentTables._with_facts)))
    declared = {name for name, kind in vars(commands).items() if isinstance(kind, type) and getattr(kind, "overruled", None)}
    assert named == declared
    for name in declared:
        kind = getattr(commands, name)
        assert kind.overruled <= {*kind.__struct_fields__}, name
