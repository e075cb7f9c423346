# mypy: ignore-errors
"""A round of Caribbean Stud, played with a client that a generator made from `/openapi.json`. Run by `test_generated_client.py`.

Arguments: the folder with the generated package `house`, the address of the server, the token of a player.
"""

import sys
import time

folder, url, token = sys.argv[1:]
sys.path.insert(0, folder)

from house import AuthenticatedClient  # noqa: E402
from house.api.api import command, history, house, legal, me  # noqa: E402
from house.models import CommandCommandSent, PlaceAnte, PlaceBet, RoundEnded, StudTakeSeat  # noqa: E402

client = AuthenticatedClient(base_url=url, token=token)
TABLE = "crown-1"


def give(id, asked):
    """Give a command, and return the events that it caused."""
    return command.sync(TABLE, client=client, body=CommandCommandSent(id=id, command=asked)).events


assert me.sync(client=client).person == "player-1"
assert [table["name"] for table in house.sync(client=client).tables] == [TABLE]
give("c1", StudTakeSeat(do="take-seat", seat=1, chips=500_00))
(placed,) = give("c2", PlaceAnte(do="place-ante", seat=1, amount=10_00))
assert (placed.amount, placed.says) == (1000, placed.says)
refused = command.sync(
    TABLE, client=client, body=CommandCommandSent(id="c3", command=PlaceAnte(do="place-ante", seat=1, amount=1))
)
assert refused.ground, refused

ended = None
until = time.monotonic() + 30
while ended is None and time.monotonic() < until:
    offers = legal.sync(TABLE, client=client).offers.additional_properties["1"]
    bets = [offer.command for offer in offers if isinstance(offer.command, PlaceBet)]
    if bets:
        give("c4", bets[0])
    entries = history.sync(TABLE, client=client).entries
    ended = next((event for entry in entries for event in entry.events if isinstance(event, RoundEnded)), None)
    time.sleep(0.1)
assert ended is not None, "the round did not end"
sys.stdout.write(ended.says)
