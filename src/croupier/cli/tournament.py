"""`croupier tournament`: terms checked, begun, read and printed; tournaments played out by bots.

`croupier promotion`: the terms of a promotional prize compared with the book's section on promotions.
"""

import re
from pathlib import Path
from typing import Annotated, Any

from typer import Argument, Exit, Option, Typer

from croupier.books import USUAL_POKER_GAME, USUAL_PROMOTIONS, rules_of_tournaments
from croupier.cli.terminal import typed
from croupier.cli.terminal.options import Json
from croupier.cli.terminal.output import Complaint, answer, behind, document, facts, missing_extra, on_files, read_toml, say, tell
from croupier.cli.terminal.progress_line import progress
from croupier.drawing.document import Document, Items, Section, as_html, as_pdf
from croupier.kernel.clauses import cited
from croupier.kernel.money import plain
from croupier.players.field import Field
from croupier.tables.tournament_stream import sample_text
from croupier.tournaments.items import findings, required, statements
from croupier.tournaments.state import TournamentRules
from croupier.tournaments.terms import Terms, read_terms

tournament = Typer(help="Tournaments: check, create and print terms, or play one out.", no_args_is_help=True)

_File = Annotated[str, Argument(metavar="TERMS.toml", help="The terms, a TOML file.")]
_GAP = re.compile(r"^(\w+) = .*?  #\?$")


@tournament.command()
def check(file: _File, as_json: Json = False) -> None:
    """Check what the terms of a tournament still lack. Exit status 1 if anything."""
    rules, terms = _terms(file)
    gaps, clauses = findings(rules, terms), required(rules, terms)
    lacks = [facts(gap, "ground clauses says", against_rules=gap.against) for gap in gaps]
    data = facts(rules, "book game", may_open=not gaps, findings=lacks, clauses=clauses)
    complete = f"The terms are complete: all {len(clauses)} clauses that ask for something have it. Registration may open."
    _say_lacks(data, as_json, "Registration", [(gap.against, gap.says, gap.clauses) for gap in gaps], complete)


def _say_lacks(data: dict[str, Any], as_json: bool, what: str, lacks: list[Any], complete: str) -> None:
    """What terms lack or may not say, each with its clauses, or that they are complete. Exit status 1 if they lack anything."""
    answer(data, "terms_lacking.txt", as_json=as_json, what=what, lacks=lacks, complete=complete)
    if lacks:
        raise Exit(1)


@tournament.command()
def new(
    game: Annotated[str, Argument(metavar="GAME", callback=typed.game, help="The game, such as crown-holdem.")],
    as_json: Json = False,
) -> None:
    """Show terms to start from: what each tournament must fill in is empty and marked."""
    lines, gaps, part = [], [], ""
    for line in sample_text(game).splitlines():
        if head := re.fullmatch(r"\[+([\w.]+)\]+", line):
            part = head.group(1) + "."
        if match := _GAP.fullmatch(line):
            gaps.append(part + match.group(1))
            line = f'{match.group(1)} = ""  # to be filled in'
        lines.append(line)
    lines[0] = "# Terms of a tournament. Fill in what is marked; 'croupier tournament check' shows what is missing."
    text = "\n".join(lines)
    if as_json:
        document({"game": game, "template": text, "gaps": gaps})
        return
    say(text)


@tournament.command()
def terms(
    file: _File,
    pdf: Annotated[str, Option("--pdf", metavar="FILE.pdf", help="Write them as a PDF file.")] = "",
    html: Annotated[str, Option("--html", metavar="FILE.html", help="Write them as a page.")] = "",
    as_json: Json = False,
) -> None:
    """Read the terms in plain words, each sentence with the clause that asks for it."""
    rules, read = _terms(file)
    title, said = read.title or "Tournament terms", statements(rules, read)
    parts = {heading: Items(tuple(f"{says} [{cited(clauses)}]" for says, clauses in part)) for heading, part in said.items()}
    whole = Document(title=title, sections=tuple(Section(heading, (items,)) for heading, items in parts.items()))
    for file, made in ((pdf, as_pdf), (html, lambda terms: as_html(terms).encode())):
        with on_files(file), missing_extra("pdf"):
            Path(file).write_bytes(made(whole)) if file else None
    if as_json:
        parts_data = {
            heading: [{"says": sentence, "clauses": clauses} for sentence, clauses in part] for heading, part in said.items()
        }
        document({"title": read.title, "game": read.game, "terms": parts_data, "pdf": pdf, "html": html})
    elif written := " and ".join(filter(None, (pdf, html))):
        say(f"{written}: the terms of {title}")
    else:
        tell("tournament_terms.txt", title=title, said=said)


@tournament.command()
def run(
    file: _File,
    players: Annotated[int, Option(help="How many enter.")] = 20,
    seed: Annotated[int, Option(help="The same seed plays the same tournament.")] = 1,
    record: Annotated[str, Option("--record", metavar="DIR", help="Write the records of tournament and tables there.")] = "",
    speed: Annotated[bool, Option("--speed", help="Also report the speed.")] = False,
    audited: Annotated[bool, Option("--audit/--no-audit", help="Decide every command of all records again.")] = True,
    as_json: Json = False,
) -> None:
    """Let bots play a tournament out: standings, prizes, and whether everything balances. Exit status 1 if not."""
    from time import perf_counter

    rules, read = _terms(file)
    if lacking := findings(rules, read):
        raise Complaint(
            f"registration may not open: {lacking[0].says} ({cited(lacking[0].clauses)}); see 'croupier tournament check'"
        )
    seats = read.format.seats * (read.format.tables or read.details.most_players)
    least, most = read.details.least_players, min(read.details.most_players, seats)
    if not least <= players <= most:
        raise Complaint(f"these terms are for {least} to {most} players, not {players}")
    began = perf_counter()
    field = Field(read, players, seed)
    result = field.play(progress("playing"))
    took = perf_counter() - began
    streams = {field.tournament.stream.name: field.tournament.stream, **field.tournament.tables}
    deviations = [str(audit) for stream in streams.values() if audited and not (audit := stream.audit())]
    wrong = [*result.wrong, *deviations]
    if record:
        _keep(record, {name: stream.dump() for name, stream in streams.items()})
    places = _places(result.ranking)
    data = {
        **facts(read, "title game"),
        **facts(result, "entries rebuys hands pool:$"),
        "standings": [{"place": place, "person": who, "prize": plain(result.awarded.get(who, 0))} for place, who in places],
        "audited": audited,
        "wrong": wrong,
        **({"seconds": took, "hands_a_second": result.hands / took} if speed else {}),
    }
    shown: dict[str, Any] = {
        "data": data,
        "pool": result.pool,
        "awarded": result.awarded,
        "places": places[: max(len(result.awarded), 10)],
    }
    entries = sum(stream.number for stream in streams.values())
    answer(data, "tournament_run.txt", as_json=as_json, **shown, entries=entries, records=len(streams), currency=rules.currency)
    if wrong:
        raise Exit(1)


def _places(ranking: tuple[tuple[str, ...], ...]) -> list[tuple[str, str]]:
    """Everyone with their place, `3-4` if two share it."""
    places, ahead = [], 0
    for rank in ranking:
        place = str(ahead + 1) if len(rank) == 1 else f"{ahead + 1}-{ahead + len(rank)}"
        places += [(place, person) for person in rank]
        ahead += len(rank)
    return places


def _keep(folder: str, records: dict[str, str]) -> None:
    with on_files(folder):
        Path(folder).mkdir(parents=True, exist_ok=True)
        for name, text in records.items():
            Path(folder, f"{name}.jsonl").write_text(text, encoding="utf-8")


def _terms(file: str) -> tuple[TournamentRules, Terms]:
    read = read_terms(read_toml(file))
    if not read.game:
        raise Complaint(f'{file} does not say which game: game = "{USUAL_POKER_GAME}", for instance')
    return rules_of_tournaments(read.game), read


def promotion(
    file: Annotated[str, Argument(metavar="[FILE]", help="The terms, a TOML file.")] = "",
    sample: Annotated[bool, Option("--sample", help="Show terms that may open, to start from.")] = False,
    book: Annotated[str, Option(metavar="BOOK", help="The book whose rules on promotions apply.")] = USUAL_PROMOTIONS,
    as_json: Json = False,
) -> None:
    """Check what the terms of a promotion still lack. Exit status 1 if anything."""
    from croupier.promotions.terms import findings, read_terms, required
    from croupier.tables.promotion import PROMOTIONS, sample_text

    if sample:
        say(sample_text(book).rstrip())
        return
    if not file:
        raise Complaint("say which file has the terms; 'croupier promotion --sample' shows one")
    terms = read_terms(read_toml(file))
    rules = PROMOTIONS.rules(book)
    lacking, clauses = findings(rules, terms), required(rules, terms)
    found = [facts(gap, "clauses says prohibited") for gap in lacking]
    data = facts(rules, "book", may_open=not lacking, findings=found, clauses=clauses)
    complete = f"The terms are complete: the promotion may open.  {behind(clauses)}"
    _say_lacks(data, as_json, "The promotion", [(gap.prohibited, gap.says, gap.clauses) for gap in lacking], complete)
