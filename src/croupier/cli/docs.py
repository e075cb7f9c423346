"""`croupier docs`: the documentation as a folder of pages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Option

from croupier.cli.terminal.options import Json
from croupier.cli.terminal.output import Complaint, document, say


def docs(
    to: Annotated[str, Option(metavar="FOLDER", help="Write all pages here, to be opened in a browser.")] = "",
    reference: Annotated[
        str, Option(metavar="FOLDER", help="Write the pages of reference anew, as Markdown: docs/reference.")
    ] = "",
    as_json: Json = False,
) -> None:
    """Write the documentation as pages.

    Without a folder they are listed. The pages need nothing else, and no page asks another host for anything.
    """
    from croupier.web.documentation import SECTIONS, build, title

    try:
        if reference:
            from croupier.cli.telling.reference import PAGES

            for name, write in PAGES.items():
                (Path(reference) / f"{name}.md").write_text(write(), encoding="utf-8")
        if to:
            build(Path(to))
    except OSError as error:
        raise Complaint(f"{error.filename} cannot be written: {error.strerror}") from None
    if as_json:
        document({section: {name: title(name) for name in names} for section, names in SECTIONS.items()})
    elif to:
        say(f"the documentation begins with {Path(to) / 'index.html'}")
    elif not reference:
        for section, names in SECTIONS.items():
            say(section)
            for name in names:
                say(f"  {name:<40} {title(name)}")
