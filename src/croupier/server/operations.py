"""For those who run the house: its health, its activity, and whether the software is what was installed."""

from collections.abc import Iterator
from math import ceil

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

import croupier
from croupier.floor.sections import SECTIONS, STANDS
from croupier.kernel.entries import SCHEMA
from croupier.server.answers import Problem, answered, json
from croupier.server.connections import most_memory
from croupier.server.server import Server


class Operations:
    """Health, metrics and the authentication of the software."""

    def __init__(self, server: Server) -> None:
        self.server, self.floor = server, server.floor

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/healthz", self.health),
            Route("/metrics", answered(self.metrics)),
            Route("/api/software", answered(self.software)),
        ]

    async def health(self, request: Request) -> Response:
        floor, tables = self.floor, self.floor.house.at_a_glance()
        trouble, late, shares = floor.trouble(), self.server.dealer.standing_still(), floor.sections.shares()
        stands = late.stands or (bool(tables) and tables.keys() <= floor.aside.keys())
        stands = stands or any(seconds > STANDS for seconds in shares.without.values())
        rows = map(floor.house.row, sorted(floor.house.names))
        warnings = {row.name: row.warnings for row in rows if row is not None and row.warnings}
        well = not (trouble or stands or self.server.wrong_software)
        body = {
            "well": well,
            "store": (trouble if self.server.at_this_machine(request) else trouble and "is lost") or "writes",
            "dealing": late.tables or "goes on",
            "process": floor.sections.name or "the only one",
            "sections": shares.owners or "all here",
            "without": {number: floor.clock.now() - ceil(seconds) for number, seconds in shares.without.items()},
            "software": self.server.wrong_software or "as installed",
            "books": warnings or "as recorded",
            "aside": sorted(floor.aside),
            "meters": self.server.reconciling.wrong or "reconcile",
            "schema": SCHEMA,
            "version": croupier.__version__,
        }
        return json(body, 200 if well else 503)

    async def software(self, request: Request) -> Response:
        """Check the software now; anyone signed in may ask."""
        self.server.reads_much(request, await self.server.signed_in(request))
        authenticate = await self.server.authenticate()
        return json({"right": authenticate.right, **msgspec.to_builtins(authenticate), "versions": await self.server.versions()})

    async def metrics(self, request: Request) -> Response:
        """Only for this machine: a count that grows with wrong passwords would tell strangers who has an account."""
        if not self.server.at_this_machine(request):
            raise Problem(403, "not_this_machine", "that is only for this machine")
        return PlainTextResponse("\n".join(self._lines()) + "\n", media_type="text/plain; version=0.0.4")

    def _lines(self) -> Iterator[str]:
        floor = self.floor
        for name, count in sorted(floor.counts.items()):
            yield f"# TYPE croupier_{name}_total counter"
            yield f"croupier_{name}_total {count}"
        gauges = {
            "streams": len(floor.house.names),
            "in_memory": len(floor.house.streams),
            "tables": len(floor.house.at_a_glance()),
            "live_streams": self.server.live.open,
            "rendered": self.server.live.rendered,
            "set_aside": len(floor.aside),
            "sections": sum(map(floor.sections.has, SECTIONS)),
            "store_unavailable": int(bool(floor.unavailable)),
            "clock_steps": len(floor.clock.steps),
            "resident_bytes": most_memory(),
        }
        for name, value in gauges.items():
            yield f"# TYPE croupier_{name} gauge"
            yield f"croupier_{name} {value}"
        if late := sorted(self.server.dealer.late):
            yield "# TYPE croupier_dealing_late_seconds summary"
            for quantile in (0.5, 0.99):
                yield f'croupier_dealing_late_seconds{{quantile="{quantile}"}} {late[int(quantile * len(late))]:.6f}'
