"""Whether a book can be played: all its rules can be made, and everything it declares is used.

Its files alone are checked as they are read (`book.read_book`).
"""

import re
from collections.abc import Callable, Generator, Iterator, Set
from functools import cache, partial
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from typing import Any

from croupier import books
from croupier.books.book import Book, code_fails, fields, nearest, phases_known, place
from croupier.kernel.errors import BookError, CroupierError
from croupier.kernel.rulings import STEPS, Question, asked
from croupier.kernel.telling import named_in
from croupier.stud.grounds import GROUNDS

_ENGINE_OF = {"rules": "stud", "poker": "poker", "meters": "jackpots", "room": "room"}
"""The engine that plays what a book's folder has under a name."""
_NUMBER = re.compile(r"""\.number\(\s*"(\w+)"\)""")


def faults(book: Book) -> Iterator[BookError]:
    """Every fault of a book that could be read, one after the other."""
    module = import_module(book.module)
    games: Any = getattr(module, "GAMES", {})
    if not isinstance(games, dict) or not all(isinstance(game, books.Game) for game in games.values()):
        where = place(books.folder_of(book.id) / "__init__.py", "GAMES")
        yield BookError(f"{where}: GAMES is not a dictionary of games: write GAMES = {{NAME: Game(rules=...)}}")
        return
    if set(games) != set(book.title_page.games):
        strange = min(set(games) ^ set(book.title_page.games))
        yield book.wrong("book", "games", f"and GAMES in __init__.py differ: {strange} is in one of them only")
        return
    if not games:
        yield book.wrong("book", "games", f'is empty: write the name of the game and its title, such as {book.id} = "..."')
    if len(set(ranks := book.title_page.ranks)) < len(ranks) or not ranks:
        says = "names a rank twice" if ranks else "is empty: write who deals and who supervises, from the lowest up"
        yield book.wrong("book", "ranks", says)
    yield from _of_play(book)
    wired: set[str] = set()
    engines = {"stud" if game.rules is not None else "poker" for game in games.values()}
    yield from _of_phases(book, engines)
    for name, game in games.items():
        made = yield from _made(book, partial(_rules, name, game))
        wired |= set(made.irregularities) if made is not None else set(book.irregularities)
        if made is not None:
            yield from _of_reports(book, made)
        if game.rules is not None and made is not None and (wrong := made.options_wrong(made.usual_options())):
            yield book.wrong("params", "options", f"prescribe a table that cannot be opened: {wrong}")
        if hasattr(module, "tournaments"):
            yield from _made(book, partial(books.rules_of_tournaments, name))
    for section in ("meters", "room", "promotions"):
        if hasattr(module, section):
            engines.add(_ENGINE_OF.get(section, section))
            yield from _made(book, partial(getattr(books, f"rules_of_{section}"), book.id))
    for what in sorted(set(book.irregularities) - wired):
        says = "is declared, and no game takes it: give `irregularities=book.irregularities_by({...})` to the rules"
        yield book.wrong("irregularities", what, says)
    needed = frozenset[str]().union(*(numbers_read(engine) for engine in engines))
    for name in sorted(needed - set(book.params)):
        yield book.wrong("params", name, 'is missing: the engine asks for it; write it with its clause and "value = ..."')
    read = {*book.asked, *needed, *_named(books.folder_of(book.id))}
    for name in book.params:
        if name not in read:
            says = f"is a number that nobody reads{nearest(name, {*book.asked, *needed} - {*book.params})}"
            yield book.wrong("params", name, f"{says}: delete it, or read it in __init__.py")


def _of_phases(book: Book, engines: Set[str]) -> Iterator[BookError]:
    """Phases that no game of the book has."""
    known = frozenset[str]().union(*map(phases_known, engines))
    named: list[tuple[str, str, Any]] = [("duties", *one) for one in book.duties.items()]
    named += [("irregularities", *one) for one in book.irregularities.items()]
    for file, name, one in named:
        for phase in sorted(set(one.phases) - known):
            yield book.wrong(file, name, f"has the phase {phase!r}, which no game of the book has{nearest(phase, known)}", phase)


def _of_play(book: Book) -> Iterator[BookError]:
    """Features and readings in play.toml that nothing uses; the book's own code must use its readings."""
    sources = [file.read_text(encoding="utf-8") for file in books.folder_of(book.id).iterdir() if file.name.endswith(".py")]
    for game, said in book.play.items():
        for feature in said.get("features", ()):
            if feature not in GROUNDS.feature:
                says = f"has no feature {feature!r} to use{nearest(str(feature), GROUNDS.feature)}"
                yield book.wrong("play", game, says, "features", str(feature))
        for reading in said.get("readings", ()):
            if not any(str(reading) in source for source in sources):
                says = f"has the reading {reading!r}, which nobody reads: delete it, or read it in __init__.py"
                yield book.wrong("play", game, says, "readings", str(reading))


def _of_reports(book: Book, rules: Any) -> Iterator[BookError]:
    """What is wrong with the outcome of a report: a fact is missing, or its words cannot be filled in."""
    for what, irregularity in rules.irregularities.items():
        asks, usual, needed = irregularity.asks, book.irregularities[what].usual, fields()["needs"]
        ruling = book.questions.get(what, Question())
        if usual and what in book.questions:
            yield book.wrong("irregularities", what, "has a `usual` procedure and a ruling in rulings.toml: delete one")
        if lacking := [fact for fact in needed.get(usual, ()) if fact not in asks]:
            yield book.wrong("irregularities", what, f'is "{usual}", so a report says the {lacking[0]}: write it under asks')
        if ruling.question and not irregularity.ranks:
            yield book.wrong("irregularities", what, "waits for a ruling, and no rank gives it: write ranks = [...]")
        if irregularity.rule is None and not all(one.then for one in ruling.options.values()):
            yield book.wrong("rulings", what, "has a ruling from which nothing follows: write what does under `then`")
        words = [step.says for step in ruling.steps]
        if irregularity.follow is asked:  # the book has no code that adds facts to the report
            words += [ruling.question, *ruling.options, *(one.means for one in ruling.options.values())]
        known = {*asks, "says", "note", *(("called", "player") if {"player", "person"} & {*asks} else ())}
        for text in words:
            try:
                if strange := sorted(named_in(text) - known - {"rules"}):
                    says = f"names {{{strange[0]}}}, which its report does not say: ask for it in irregularities.toml, or name"
                    yield book.wrong("rulings", what, f"{says} {{{'}, {'.join(sorted(known))}}}")
            except ValueError as error:
                yield book.wrong("rulings", what, f"has words that cannot be filled in: {error}: {text}")
        for step in ruling.steps:
            needs, engine = {*needed.get(step.do, ())}, type(rules).__module__.rpartition(".")[0]
            for so, says in (
                (not STEPS[step.do].__module__.startswith(f"{engine}."), "is not done at such a table"),
                (needs and not needs & {*asks}, f"needs the {' or the '.join(sorted(needs))}: write it under asks"),
                ((step.at_least or step.below) and "count" not in asks, "depends on the count: write it under asks"),
                (not step.says and step.do not in ("exclude", "note"), "has no words: write says = ..."),
                (step.do == "notify" and not step.who, "notifies nobody: write who = [...]"),
            ):
                if so:
                    yield book.wrong("rulings", what, f"does {step.do!r}, which {says}", step.do)


def _rules(name: str, game: books.Game) -> Any:
    return (books.rules_of if game.rules is not None else books.poker_rules_of)(name)


def _made(book: Book, make: Callable[[], Any]) -> Generator[BookError, None, Any]:
    """Make some rules of the book; any failure in its code is reported as a fault of the book."""
    try:
        return make()
    except BookError as error:
        says, named = str(error), next((name for name in book.params if f": {name} " in str(error)), "")
        if "no clause is given" in says:
            says = f"{place(book.files['clauses'])}: {says}: write them as grounds of the clauses that they are about"
        elif ".toml" not in says:
            known = f"{place(book.files['params'], named)}: {says}"
            says = known if named else str(code_fails(books.folder_of(book.id), error))
        yield BookError(says)
    except CroupierError as error:
        yield BookError(f"{books.folder_of(book.id)}: {error}")
    except (Exception, SystemExit) as error:  # outside code may fail in any way
        yield code_fails(books.folder_of(book.id), error)
    return None


@cache
def numbers_read(engine: str) -> frozenset[str]:
    """The numbers of a book that an engine looks up by name during play."""
    sources = (file for file in resources.files(f"croupier.{engine}").iterdir() if file.name.endswith(".py"))
    return frozenset(name for file in sources for name in _NUMBER.findall(file.read_text(encoding="utf-8")))


def _named(folder: Traversable) -> set[str]:
    """Every word that appears as a string in the book's code."""
    sources = (file.read_text(encoding="utf-8") for file in folder.iterdir() if file.name.endswith(".py"))
    return {word for source in sources for word in re.findall(r"""["'](\w+)["']""", source)}
