"""`croupier submission`: the mathematics of a house game as a document for a test laboratory."""

from __future__ import annotations

import sys
from fractions import Fraction
from importlib.metadata import version
from shlex import quote
from typing import TYPE_CHECKING, Annotated

from msgspec.structs import replace
from typer import Argument, Context, Option

from croupier.books import game_of, jackpot_of, rules_of
from croupier.cli.jackpot import notice_of, refuse_others
from croupier.cli.odds import solved
from croupier.cli.terminal.options import ExactJson, HouseGame, Reading
from croupier.cli.terminal.output import Complaint, document, missing_extra, say, write_document
from croupier.kernel.money import cents
from croupier.stud.rules import Options, Rules

if TYPE_CHECKING:
    from croupier.drawing.submission import Submission
    from croupier.jackpots.prizes import Jackpot


_SIMPLER = ("pairs", "akj83", "three-rules")
_ROUNDS = 2_000_000


def submission(
    context: Context,
    game: HouseGame,
    files: Annotated[
        list[str] | None, Argument(metavar="FILE.html FILE.pdf", help="The file to write; default: shown here.")
    ] = None,
    ante: Annotated[str, Option(metavar="SUM", help="The ante beside a jackpot wager.")] = "10",
    minimum: Annotated[str, Option(metavar="SUM", help="The minimum ante of the table.")] = "10",
    maximum: Annotated[str, Option(metavar="SUM", help="The maximum ante of the table.")] = "500",
    maximum_payout: Annotated[str, Option(metavar="SUM", help="The maximum payout of a bet; 0 for no limit.")] = "0",
    places: Annotated[int, Option(metavar="N", help="The boxes of the table; as many as usual, if not said.")] = 0,
    cost: Annotated[str, Option(metavar="SUM", help="The price of a jackpot wager; 0 leaves the jackpot out.")] = "1",
    seed: Annotated[str, Option(metavar="SUM", help="The seed of the prize meter.")] = "",
    increment: Annotated[str, Option(metavar="PERCENT", help="Part of each wager that feeds the meter.")] = "",
    option: Annotated[int, Option(help="The option of the book that prizes are paid by.")] = 0,
    notice: Annotated[str, Option(metavar="HAND=SUM,...", help="What small hands win by the notice.")] = "",
    reading: Reading = None,
    as_json: ExactJson = False,
) -> None:
    """Write a test-laboratory submission for a house game.

    Pay table, the exact probability of every outcome, return with and without the jackpot, volatility, exposure, the
    strategy assumed, and digests of data and code. Nothing is rounded before it is printed, and the same version writes the
    same bytes again.
    """
    wanted = list(files or [])
    if strange := [name for name in wanted if not name.lower().endswith((".html", ".htm", ".pdf"))]:
        raise Complaint(f"{strange[0]}: a submission is a page or PDF, so its name ends in .html or .pdf")
    refuse_others(context, game)
    rules = rules_of(game)
    options = Options(
        places=places or rules.usual_options().places,
        minimum=cents(minimum),
        maximum=cents(maximum),
        maximum_payout=cents(maximum_payout) or rules.usual_options().maximum_payout,
        device=next(iter(rules.upcard_place)),
        jackpot=cents(cost) if game_of(game).jackpot else 0,
        jackpot_option=option,
        readings=tuple(reading or ()),
    )
    if wrong := rules.options_wrong(options):
        raise Complaint(wrong)
    if not options.minimum <= cents(ante) <= options.maximum:
        raise Complaint(f"--ante {ante} is not within the limits of the table, {minimum} to {maximum}")
    jackpot, declared = _jackpot(game, options, seed, increment, notice) if options.jackpot else (None, {})
    solved = _solved(rules, options, cents(ante), jackpot, declared, _command(context, game))

    from croupier.drawing import document as documents
    from croupier.drawing.submission import as_data, submission as submitted

    if as_json:
        document(as_data(solved))
        return
    whole = submitted(solved)
    for name in wanted:
        with missing_extra("pdf"):
            made = documents.as_pdf(whole) if name.lower().endswith(".pdf") else documents.as_html(whole).encode()
        write_document(name, made, "submission")
    if not wanted:
        say(documents.as_text(whole))


def _solved(
    rules: Rules, options: Options, ante: int, jackpot: Jackpot | None, notice: dict[str, int], command: str
) -> Submission:
    from croupier import __version__

    with missing_extra("odds"):
        from croupier.drawing.submission import Submission
        from croupier.odds.shapes import is_usual
        from croupier.odds.simulation import Plan, play_of, simulate
    solution = solved(rules.game, [], readings=options.readings)
    held = None
    if options.maximum_payout:
        limit = Fraction(options.maximum_payout, options.maximum)
        held = solved(rules.game, [], readings=options.readings, maximum_payout=limit)
    usual = is_usual(rules)
    simpler = {name: solved(rules.game, [], name, readings=options.readings) for name in _SIMPLER if usual}
    simulated = not solution.unpaid.any() and solution.terms.parts == 1 and not (usual and solution.terms.extra)
    checked = None if not simulated else simulate(rules, play_of(solution), Plan(rounds=_ROUNDS))
    versions = ", ".join(f"{name} {version(name)}" for name in ("numpy", "numba", "msgspec"))
    return Submission(
        rules=rules,
        solution=solution,
        options=options,
        ante=ante,
        jackpot=jackpot,
        held=held,
        command=command,
        made_by=f"croupier {__version__}",
        computed_with=f"Python {sys.version.split()[0]}, {versions}",
        strategies=simpler,
        simulated=checked,
        notice=notice,
    )


def _jackpot(game: str, options: Options, seed: str, increment: str, notice: str) -> tuple[Jackpot, dict[str, int]]:
    from croupier.tables.house_terms import terms_for_play

    terms = replace(terms_for_play(game, options.jackpot), option=options.jackpot_option)
    if seed:
        terms = replace(terms, seed=cents(seed))
    if increment:
        terms = replace(terms, increment=increment)
    if notice:
        terms = replace(terms, notice=notice_of(notice))
    return jackpot_of(terms), dict(terms.notice)


def _command(context: Context, game: str) -> str:
    """The command line that makes the same document again, without the place where it is written."""
    said = []
    for option in context.command.params:
        value = context.params.get(option.name or "")
        source = getattr(context.get_parameter_source(option.name or ""), "name", "")
        if source == "COMMANDLINE" and option.name not in ("game", "files", "as_json"):
            said += [f"{option.opts[0]} {quote(str(item))}" for item in (value if isinstance(value, list) else [value])]
    return " ".join(["croupier submission", game, *said])
