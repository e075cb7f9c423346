"""The report of the cage as lines of text: money, chips, where each of them is, variances, and what does not balance."""

from collections.abc import Iterable, Mapping

from croupier.cage.report import CageReport, TableLine
from croupier.cage.telling import count_told, transfer_told
from croupier.kernel.money import dollars


def cage_text(report: CageReport) -> str:
    """The whole report; the last line says whether the house balances."""
    lines = [f"The cage at entry {report.number}", *_sums("money", report.cash)]
    for currency, lies in report.places.items():
        if not report.made[currency] and not lies:
            continue
        issued = f"{dollars(report.issued[currency])} of it outside the stock"
        lines += [f"{currency}: {dollars(report.made[currency])} in all, {issued}", *_column(lies)]
    lines += _part("in hand", (f"{person}: {_held(held)}" for person, held in report.hands.items()))
    lines += _part("at tables", map(_table, report.tables))
    lines += _part(
        "tournaments",
        (
            f"{each.name}: fees {dollars(each.fees)}, pool {dollars(each.pool)}, fees taken {dollars(each.collected)}; "
            f"{each.chips} in chips that are worth no money"
            for each in report.tournaments
        ),
    )
    lines += _part("waits", (f"{number}: {transfer_told(each)}, {each.by}" for number, each in report.waiting.items()))
    lines += _part("boxes to count", (f"{table}: {dollars(box.amount)}" for table, box in report.boxes.items()))
    lines += _part("counts", map(count_told, report.counts.values()))
    lines += _part(
        "variances",
        (f"{number}: {count_told(each)}{'' if each.note else ', not explained'}" for number, each in report.variances.items()),
    )
    lines += _part("floats to fill", report.short)
    lines += _part("does not balance", report.differences)
    if report.balanced:
        lines.append("All of it balances, to the cent.")
    return "\n".join(lines)


def _sums(name: str, sums: Mapping[str, int]) -> list[str]:
    return [f"{name}:", *_column({each: amount for each, amount in sums.items() if amount})]


def _column(sums: Mapping[str, int]) -> list[str]:
    width = max((len(name) for name in sums), default=0)
    right = max((len(dollars(amount)) for amount in sums.values()), default=0)
    return [f"  {name.ljust(width)}  {dollars(amount).rjust(right)}" for name, amount in sums.items()]


def _part(name: str, lines: Iterable[str]) -> list[str]:
    listed = [f"  {line}" for line in lines]
    return [f"{name}:", *listed] if listed else []


def _held(held: Mapping[str, int]) -> str:
    return ", ".join(f"{dollars(amount)} in {currency}" for currency, amount in held.items())


def _table(line: TableLine) -> str:
    sums = {
        "players": line.players,
        "wagers": line.wagers,
        "held back": line.withheld,
        "slide": line.slide,
        "float": line.float,
        "chip box": line.box,
        "elsewhere": line.other,
    }
    listed = [f"{name} {dollars(amount)}" for name, amount in sums.items() if amount]
    meter = f" (the float has {dollars(line.meter)} of the prize meters)" if line.meter else ""
    return f"{line.name}, {line.currency}: {', '.join(listed) or 'nothing'}{meter}"
