"""Reports on a game's mathematics: one page in one file, with tables and plots, that can be mailed, printed and kept."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from croupier.books import book_of
from croupier.drawing import game_plots
from croupier.drawing.document import Document, Section, as_html, from_template
from croupier.kernel.money import DOLLARS, Currency
from croupier.odds.charts import chart
from croupier.odds.rules_of_thumb import WITHIN, rules_of_thumb
from croupier.odds.solution import Solution
from croupier.odds.threads import Progress
from croupier.stud.rules import Rules
from croupier.version import VERSION

Sections = tuple[Section, ...]
"""A part of a report, which may have several headings."""

EXACT = "Every figure is an exact sum over all deals by the rules named above, and comes out the same on every machine."
SAMPLED = "The rounds were simulated with the seed given above; the same seed gives the same figures on every machine."


def part(name: str, *figures: Any, currency: Currency = DOLLARS) -> Sections:
    """A part of a report: a macro of `templates/parts.md`, about these figures."""
    return from_template("part.md", currency=currency, name=name, figures=figures, draw=game_plots).sections


def strategy(rules: Rules, solution: Solution) -> Sections:
    """The best play as charts."""
    wild = rules.has("wild cards")
    return part("strategy", *(chart(solution, wild=wild, detail=detail) for detail in ("short", "full")))


def thumb(rules: Rules, solution: Solution, allowed: Fraction | None = None, progress: Progress | None = None) -> Sections:
    return part("thumb", rules_of_thumb(rules, solution, within=allowed or WITHIN, progress=progress))


def report(
    rules: Rules, title: str, lead: str, *parts: Sections, facts: Mapping[str, str] | None = None, footer: str = EXACT
) -> str:
    """The page of a report, with these facts of its own beside those about book and program."""
    told = {
        "Game": rules.game,
        "Book": f"{book_of(rules.book).title_page.title}, {rules.edition}",
        "Data of the book": rules.digest,
        **(facts or {}),
        "Made by": f"croupier {VERSION}",
    }
    sections = tuple(section for part in parts for section in part)
    whole = Document(title=f"{rules.title}: {title}", lead=lead, facts=tuple(told.items()), sections=sections, footer=footer)
    return as_html(whole)
