"""How currencies are written, from CLDR by Babel, into `kernel/currencies.toml`: `python tools/currencies.py`.

The program itself needs these few figures alone, so it reads this file and not Babel.
"""

from __future__ import annotations

import json
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.numbers import get_currency_symbol

LANGUAGES = ("en", "it")
FILE = Path(__file__).parents[1] / "src" / "croupier" / "kernel" / "currencies.toml"
_HEAD = """# Made by tools/currencies.py from CLDR (Babel): change nothing here.
# Of each language: how a sum is written (¤ is the sign, # the number), what parts thousands, and the decimal point.
# Of each currency: its decimals, its sign in every language, and `home`, its sign where it is the money of the country.
"""


def _homes() -> dict[str, list[str]]:
    """The currencies of today, each with the territories where it is used."""
    found: dict[str, list[str]] = {}
    for territory, used in sorted(get_global("territory_currencies").items()):
        for code, _, until, tender in used:
            if tender and until is None:
                found.setdefault(code, []).append(territory)
    return found


def _home_sign(code: str, territories: list[str]) -> str:
    """The sign in English where the currency is at home: that of the country its code is named after."""
    if code[:2] not in territories:
        return ""
    try:
        return str(get_currency_symbol(code, f"en_{code[:2]}"))
    except UnknownLocaleError:
        return ""


def made() -> str:
    """The text of the file."""
    lines = [_HEAD]
    for language in LANGUAGES:
        locale = Locale.parse(language)
        pattern = locale.currency_formats["standard"].pattern.replace("#,##0.00", "#")
        signs = locale.number_symbols["latn"]
        parts = (f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in (
            ("pattern", pattern), ("group", signs["group"]), ("point", signs["decimal"])))  # fmt: skip
        lines.append(f"[language.{language}]\n" + "\n".join(parts) + "\n")
    lines.append("[currency]")
    fractions = get_global("currency_fractions")
    for code, territories in sorted(_homes().items()):
        signs = {language: get_currency_symbol(code, language) for language in LANGUAGES}
        home = _home_sign(code, territories)
        signs |= {"home": home} if home and home != signs["en"] else {}
        said = ", ".join(f"{name} = {json.dumps(sign, ensure_ascii=False)}" for name, sign in signs.items())
        lines.append(f"{code} = {{ decimals = {fractions.get(code, fractions['DEFAULT'])[0]}, {said} }}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FILE.write_text(made(), encoding="utf-8")
