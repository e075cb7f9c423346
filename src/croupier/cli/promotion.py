"""`croupier promotion`: the terms of a promotional prize held against section 17 of the book of The Star."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from croupier.cli.terminal.output import Complaint, behind, document, paint, say

_BOOK = "star-caribbean-stud"


def promotion(
    file: Annotated[str, typer.Argument(metavar="[FILE]", help="The terms, a TOML file.")] = "",
    sample: Annotated[bool, typer.Option("--sample", help="Show terms that may open, to start from.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Say what the terms of a promotion lack before it may open. Exit status 1 if anything."""
    from croupier.books import book_of
    from croupier.books.star_caribbean_stud.s17_terms import findings, read_terms, required
    from croupier.cases.promotions import sample_text

    if sample:
        say(sample_text().rstrip())
        return
    if not file:
        raise Complaint("say which file has the terms; 'croupier promotion --sample' shows one")
    terms = read_terms(_data(file))
    found = findings(book_of(_BOOK), terms)
    if as_json:
        lacks = [{"clause": one.clause, "says": one.says, "prohibited": one.prohibited} for one in found]
        document({"book": _BOOK, "may_open": not found, "findings": lacks, "clauses": list(required(terms))})
    elif found:
        say(paint("The promotion may not open yet.", "bold"))
        for one in found:
            say(f"  {'not allowed' if one.prohibited else 'missing'}: {one.says}  {behind((one.clause,))}")
    else:
        say(f"The terms are complete: the promotion may open.  {behind(required(terms))}")
    if found:
        raise typer.Exit(1)


def _data(file: str) -> dict[str, Any]:
    import tomllib

    try:
        with open(file, "rb") as opened:
            return tomllib.load(opened)
    except OSError as error:
        raise Complaint(f"{file} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Complaint(f"{file} is not TOML: {error}") from None
