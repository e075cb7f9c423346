"""The exact numbers of counts.txt."""

from __future__ import annotations

from pathlib import Path

COUNTS: dict[str, dict[str, int]] = {}

for _line in Path(__file__).with_name("counts.txt").read_text(encoding="utf-8").splitlines():
    if _line.startswith("["):
        _block = COUNTS.setdefault(_line.strip("[]"), {})
    elif _line and not _line.startswith("#"):
        _what, _number = _line.rsplit(maxsplit=1)
        _block[_what.strip()] = int(_number.replace(",", ""))
