"""`croupier promotion`: the terms of a promotional prize held against section 17 of the book of The Star."""

from __future__ import annotations

from typing import Annotated

from typer import Argument, Exit, Option

from croupier.cli.terminal.options import Json
from croupier.cli.terminal.output import Complaint, behind, document, paint, read_toml, say


def promotion(
    file: Annotated[str, Argument(metavar="[FILE]", help="The terms, a TOML file.")] = "",
    sample: Annotated[bool, Option("--sample", help="Show terms that may open, to start from.")] = False,
    as_json: Json = False,
) -> None:
    """Say what the terms of a promotion lack before it may open. Exit status 1 if anything."""
    from croupier.cases.promotions import sample_text
    from croupier.promotions.terms import findings, read_terms, required
    from croupier.tables.promotion import PROMOTIONS, STAR

    if sample:
        say(sample_text().rstrip())
        return
    if not file:
        raise Complaint("say which file has the terms; 'croupier promotion --sample' shows one")
    terms = read_terms(read_toml(file))
    rules = PROMOTIONS.rules(STAR)
    found, clauses = findings(rules, terms), required(rules, terms)
    if as_json:
        lacks = [{"clauses": one.clauses, "says": one.says, "prohibited": one.prohibited} for one in found]
        document({"book": rules.book, "may_open": not found, "findings": lacks, "clauses": clauses})
    elif found:
        say(paint("The promotion may not open yet.", "bold"))
        for one in found:
            say(f"  {'not allowed' if one.prohibited else 'missing'}: {one.says}  {behind(one.clauses)}")
    else:
        say(f"The terms are complete: the promotion may open.  {behind(clauses)}")
    if found:
        raise Exit(1)
