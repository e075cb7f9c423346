"""`make kill`: kill servers a hundred times under load, one on SQLite, two at once on PostgreSQL.

    PYTHONPATH=tests python -m kill --store sqlite --times 100
    PYTHONPATH=tests python -m kill --store postgres --times 100
    PYTHONPATH=tests python -m kill --store postgres --times 100 --stop --processes 4

With `--stop`, servers on PostgreSQL also stand still for up to 15 seconds (SIGSTOP) and then go on, and it is an error if a table
of bots stands still for more than 10 seconds, or for more than 5 where servers were only killed.
Exit status 1 if an acknowledged command or order is lost or stands twice, if a refused one is on record, if money, meters or
tournament chips do not add up, if a checkpoint that was shown is contradicted or a command decided again comes out otherwise, or
if a server ends, does not open or does not stop: then what it said last is printed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from kill.killing import Report, kill_again_and_again, told
from simulation.saying import say

_STILL = {"stop": 10.0, "kill": 5.0, "join": 10.0, "nothing": 10.0}
"""For how many seconds a table may stand still."""


def run(store: str, times: int, seed: int, *, stop: bool = False, processes: int = 2) -> Report:
    with tempfile.TemporaryDirectory(prefix="kill") as folder:
        if store == "sqlite":
            return kill_again_and_again(f"{folder}/house.db", Path(folder), times, seed=seed, aloud=True)
        from floor.postgres import programs, running

        where = programs()
        if where is None:
            raise SystemExit("there is no PostgreSQL here: PG_BINDIR names the folder of its programs")
        with running(where, durable=True) as cluster:
            more = (1.0, 15.0) if stop else None
            report = kill_again_and_again(
                cluster.new_database(), Path(folder), times, seed=seed, aloud=True, processes=processes, stopped=more
            )
            if report.wrong:
                log = (cluster.folder / "log").read_text(errors="replace")
                report.wrong.append(f"the log of PostgreSQL ends with:\n{log[-3_000:]}")
            return report


def main() -> int:
    parser = argparse.ArgumentParser(prog="kill", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--store", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stop", action="store_true", help="let servers stand still too")
    parser.add_argument("--processes", type=int, default=2, help="how many have the house on PostgreSQL")
    asked = parser.parse_args()
    began = time.monotonic()
    report = run(asked.store, asked.times, asked.seed, stop=asked.stop, processes=asked.processes)
    took = time.monotonic() - began
    say(
        f"{report.kills} kills on {asked.store} in {took:.0f} s: {report.entries} entries, {report.acknowledged} commands "
        f"acknowledged and {report.refused} refused, {report.repeated} of them sent more than once, {report.at_once} twice at "
        f"the same moment, {report.tournaments} tournaments to their end; "
        f"{len(report.wrong)} things wrong"
    )
    if asked.stop:
        say(f"{report.stops} stops; tables of bots stood still for at most, after {told(report.after)}")
        say(f"for want of a processor the servers took {report.slow:.1f} times as long as they need")
        report.wrong.extend(
            f"a table stood still for {seconds:.1f} s after {kind}"
            for kind, seconds in report.after.items()
            if seconds > _STILL[kind]
        )
    for wrong in report.wrong[:20]:
        say(f"WRONG: {wrong}")
    return bool(report.wrong)


if __name__ == "__main__":
    sys.exit(main())
