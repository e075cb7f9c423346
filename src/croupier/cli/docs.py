"""`croupier docs`: the documentation as a folder of pages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Option

from croupier.cli.terminal.output import Complaint, say


def docs(
    to: Annotated[str, Option(metavar="FOLDER", help="Write all pages here, to be opened in a browser.")] = "",
    reference: Annotated[
        str, Option(metavar="FOLDER", help="Write the pages of reference anew, as Markdown: docs/reference.")
    ] = "",
) -> None:
    """Write the documentation as pages.

    Without a folder the pages are listed. The pages need nothing else, and no page asks another host for anything.
    """
    try:
        if reference:
            from croupier.cli.telling.reference import PAGES

            for name, write in PAGES.items():
                (Path(reference) / f"{name}.md").write_text(write(), encoding="utf-8")
        if to:
            from croupier.web.documentation import build

            say(f"{build(Path(to))} pages, beginning with {Path(to) / 'index.html'}")
    except OSError as error:
        raise Complaint(f"{error.filename} cannot be written: {error.strerror}") from None
    if not to and not reference:
        from croupier.web.documentation import SECTIONS, title

        for section, names in SECTIONS.items():
            say(section)
            for name in names:
                say(f"  {name:<40} {title(name)}")
