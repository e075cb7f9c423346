"""The terms of a tournament as a page: every sentence with the clauses that ask for it. One file, nothing loaded from elsewhere.

>>> "<h1>Sunday</h1>" in terms_page("Sunday", {"Winners": [("The last one wins.", "12.4.6(a)")]})
True
"""

from collections.abc import Mapping, Sequence
from html import escape

_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}"
    "h1{font-size:1.6rem}h2{font-size:1.15rem;margin-top:1.6rem}li{margin:.25rem 0}cite{color:#595959;font-style:normal}"
)


def terms_page(title: str, parts: Mapping[str, Sequence[tuple[str, str]]]) -> str:
    """A page with the title, then under each heading its sentences, each with its clauses."""
    body = [f"<h1>{escape(title)}</h1>"]
    for heading, part in parts.items():
        items = "".join(f"<li>{escape(says)} <cite>{escape(clauses)}</cite></li>" for says, clauses in part)
        body.append(f"<h2>{escape(heading)}</h2><ul>{items}</ul>")
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{_STYLE}</style>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{"".join(body)}</body></html>\n'
