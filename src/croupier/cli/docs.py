"""`croupier docs`: the documentation as pages. `croupier conformance`: what regulators ask of such a system, and what is met."""

import tomllib
from collections import Counter
from pathlib import Path
from typing import Annotated

from typer import Option

from croupier.cli.terminal.options import Json
from croupier.cli.terminal.output import Complaint, answer, say

STATES = ("met", "not applicable", "open")


def docs(
    to: Annotated[str, Option(metavar="FOLDER", help="Write all pages here, to be opened in a browser.")] = "",
    as_json: Json = False,
) -> None:
    """Write the documentation as web pages.

    Without a folder they are listed. The pages are complete and load nothing from another host.
    """
    from croupier.web.documentation import SECTIONS, build, title

    try:
        if to:
            build(Path(to))
    except OSError as error:
        raise Complaint(f"{error.filename} cannot be written: {error.strerror}") from None
    if to and not as_json:
        say(f"open the documentation at {Path(to) / 'index.html'}")
        return
    listed = {section: {name: title(name) for name in names} for section, names in SECTIONS.items()}
    answer(listed, "docs.txt", as_json=as_json, listed=listed)


def conformance(as_json: Json = False) -> None:
    """List what regulators ask of such a system, and what is met.

    Each item is met, with the test or command that shows it; not applicable; or open, with what is missing.
    It is the developers' own list. Nobody has certified it.
    """
    from croupier.web.documentation import home

    text = (home() / "conformance.toml").read_text(encoding="utf-8")
    items = tomllib.loads(text)["item"]
    by_status = Counter(item["status"] for item in items)
    counts = {state: by_status[state] for state in STATES}
    answer({"counts": counts, "items": items}, "conformance.txt", as_json=as_json, counts=counts, items=items)
