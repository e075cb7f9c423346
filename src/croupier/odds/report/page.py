"""The frame of a report: one HTML page that needs nothing else, for screens light and dark, phones and paper."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

import msgspec

_STYLE = """
:root{--paper:#fff;--ink:#1b1f24;--dim:#5b6570;--rule:#d5dae0;--soft:#f4f6f8;--good:#1f6fb2;--bad:#c2571a;--even:#7a8490}
@media(prefers-color-scheme:dark){:root{--paper:#14171b;--ink:#e8ebee;--dim:#9aa5b1;--rule:#343b44;--soft:#1d2228;
--good:#5aa9e6;--bad:#ee9350;--even:#8b96a3}}
@media print{:root{--paper:#fff;--ink:#000;--dim:#444;--rule:#bbb;--soft:#fff;--good:#1f6fb2;--bad:#c2571a;--even:#777}
section{break-inside:avoid-page}details{display:block}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:52rem;padding:1.5rem 1rem 3rem;background:var(--paper);color:var(--ink);
font:16px/1.5 ui-sans-serif,system-ui,sans-serif}
h1{font-size:1.6rem;line-height:1.2;margin:0 0 .3rem}h2{font-size:1.15rem;margin:2.2rem 0 .6rem}
p{margin:.5rem 0}.lead{color:var(--dim);margin:0 0 1rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:.8rem 0;font-size:.92rem}
dt{color:var(--dim)}dd{margin:0;overflow-wrap:anywhere}
.wide{overflow-x:auto;margin:.6rem 0}
table{border-collapse:collapse;font-size:.92rem;font-variant-numeric:tabular-nums;width:100%}
th,td{padding:.28rem .5rem;text-align:right;border-bottom:1px solid var(--rule);white-space:nowrap}
th:first-child,td:first-child{text-align:left;padding-left:0;white-space:normal}th:last-child,td:last-child{padding-right:0}
thead th{color:var(--dim);font-weight:600;white-space:normal;vertical-align:bottom}
ul{margin:.4rem 0;padding-left:1.2rem}figure{margin:1rem 0}figcaption{color:var(--dim);font-size:.88rem;margin-top:.4rem}
svg{display:block;width:100%;max-width:42rem;height:auto;font:12px ui-sans-serif,system-ui,sans-serif}
svg text{fill:var(--ink)}svg .figure,svg .end{text-anchor:end}svg .middle,svg .mark{text-anchor:middle}
svg .mark{font-size:10px}svg .dim{fill:var(--dim)}
.good{fill:var(--good)}.bad{fill:var(--bad)}.even{fill:var(--even)}.none{fill:none}
.axis{stroke:var(--dim)}.grid{stroke:var(--rule);stroke-width:.6}.level{stroke:var(--bad);stroke-dasharray:4 3}
.curve{fill:none;stroke:var(--good);stroke-width:2}.thin{fill:none;stroke:var(--even);stroke-width:1.2}
.area{fill:var(--good)}.a0,.a5{fill-opacity:.12}.a1,.a4{fill-opacity:.24}.a2,.a3{fill-opacity:.42}
@media(max-width:34rem){table{font-size:.78rem}th,td{padding:.28rem .25rem}svg{font-size:13px}svg .mark{font-size:11px}}
summary{cursor:pointer;color:var(--dim)}
footer{margin-top:2.5rem;padding-top:.8rem;border-top:1px solid var(--rule);color:var(--dim);font-size:.88rem}
code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}
"""


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
    return f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table></div>'


def figure(svg: str, caption: str) -> str:
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"


def paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def folded(summary: str, html: str) -> str:
    """Content that opens when asked for."""
    return f"<details><summary>{escape(summary)}</summary>{html}</details>"
