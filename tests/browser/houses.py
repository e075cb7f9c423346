"""A small house for the browser tests: quick tables, no bots, so that nothing happens but what the test does."""

from __future__ import annotations

from croupier.floor.dealing import Pace, TableSettings
from croupier.floor.demo import Demo
from croupier.stud.rules import Options

QUICK = TableSettings(pace=Pace(antes=600.0, closing=0.1, deciding=0.0, between=0.1, step=0.1))
LIVE = TableSettings(live=True)


async def furnish(demo: Demo) -> None:
    await demo.people()
    for name, game, options in (
        ("crown-1", "crown-caribbean-stud", Options(places=3, minimum=5_00, committed_decks=True)),
        ("venice-1", "venezia-caribbean-poker", Options(places=3, minimum=5_00)),
        ("aruba-1", "crown-wild-aruba", Options(places=3, minimum=5_00, training=True)),
        ("star-1", "star-caribbean-stud", Options(places=3)),
        ("newzealand-1", "nz-caribbean-stud", Options(places=3)),
    ):
        await demo.open_table(name, game, options, QUICK)
    await demo.open_table("crown-live", "crown-caribbean-stud", Options(places=3, device="shoe"), LIVE)
    await demo.tournament()
