"""The frame of a report: one HTML page that needs nothing else, for screens light and dark, phones and paper."""

from collections.abc import Iterable, Sequence
from html import escape
from importlib import resources

import msgspec

_STYLE = (resources.files("croupier.odds.report") / "style.css").read_text(encoding="utf-8")


class Part(msgspec.Struct, frozen=True):
    """A part of a report: its title, and its content as HTML."""

    title: str
    html: str


def page(title: str, lead: str, facts: Sequence[tuple[str, str]], parts: Iterable[Part], footer: str) -> str:
    """The whole page. `facts` stand under the title; `footer` says how the figures come about."""
    told = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in facts)
    body = "\n".join(f"<section><h2>{escape(part.title)}</h2>{part.html}</section>" for part in parts)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"/>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>\n"
        f'<header><h1>{escape(title)}</h1><p class="lead">{escape(lead)}</p><dl>{told}</dl></header>\n{body}\n'
        f"<footer>{paragraph(footer)}</footer></body></html>\n"
    )


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table with its headings; the first column is words."""
    top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    lines = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="wide" tabindex="0"><table><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table></div>'


def figure(svg: str, caption: str) -> str:
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"


def paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def folded(summary: str, html: str) -> str:
    """Content that opens when asked for."""
    return f"<details><summary>{escape(summary)}</summary>{html}</details>"
