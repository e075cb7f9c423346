"""What runs have found once, as plans of their own, so that a seed may mean another run one day."""

from __future__ import annotations

from typing import NamedTuple

from simulation.plan import Fault, Plan


class Regression(NamedTuple):
    """A run that once failed, and what was wrong then."""

    name: str
    plan: Plan


REGRESSIONS = (
    Regression(
        "the turn of a player who was noted as absent stayed theirs, because nothing had happened at the table itself",
        Plan(seed=1, house="tournament", processes=2, commands=4, faults=()),
    ),
    Regression(
        "a repeated command was acknowledged while its first entry was on its way to the store, which then did not keep it",
        Plan(
            seed=72,
            house="linked",
            processes=1,
            commands=1,
            faults=(Fault("given up and not kept", 0, 0, 0.36334396561652493), Fault("request twice", 0, 0, 0.6600010612754519)),
        ),
    ),
    Regression(
        "a repeated command was answered with the number of now, not of its entry",
        Plan(seed=1, house="poker", processes=1, commands=5, faults=(Fault("reply late", 4, 1, 0.756),)),
    ),
    Regression(
        "a repeated command was refused where its entry was not at hand any more",
        Plan(
            seed=6,
            house="mixed",
            processes=3,
            commands=3,
            faults=(
                Fault("slow store", 0.6677542655541923, 2, 0.5368227437172213),
                Fault("database lost to one", 0.18537022146226834, 1, 0.8193856684128927),
                Fault("request twice", 4, 1, 0.8520682085563567),
                Fault("reply lost", 1, 5, 0.8102685838151545),
                Fault("reply late", 4, 1, 0.9538043535754005),
                Fault("request lost", 3, 1, 0.6277979733765432),
                Fault("request twice", 2, 6, 0.6142334685399933),
            ),
        ),
    ),
    Regression(
        "a process that read more lines than it had asked for skipped some, and listened no more",
        Plan(seed=0, house="poker", processes=2, commands=0, faults=()),
    ),
    Regression(
        "a lost database ended dealer and bots for ever",
        Plan(seed=3, house="mixed", processes=1, commands=0, faults=(Fault("database lost", 0.3556, 0, 2.2514),)),
    ),
    Regression(
        "a commit that came through after its connection was lost was never seen by its own process",
        Plan(
            seed=49,
            house="mixed",
            processes=1,
            commands=3,
            faults=(
                Fault("crash", 1.6603092805953292, 0, 1.0733566684364415),
                Fault("cut off, written later", 2.498298833661664, 0, 2.9237285695391524),
                Fault("reply lost", 0, 2, 0.061061976770794),
                Fault("reply late", 0, 6, 0.8615306214351611),
            ),
        ),
    ),
    Regression(
        "a command whose sender gave up stayed in memory though it was not kept",
        Plan(
            seed=9,
            house="linked",
            processes=2,
            commands=3,
            faults=(
                Fault("cut off, written later", 0.12509671091638097, 1, 0.40996855499590235),
                Fault("given up and not kept", 3, 0, 0.885404528980168),
                Fault("reply lost", 1, 0, 0.1651708187620713),
                Fault("request lost", 0, 1, 0.5943292354934258),
                Fault("reply lost", 1, 2, 0.21392743321306767),
                Fault("given up", 0, 0, 0.30649478344103454),
                Fault("given up", 2, 4, 0.7500382974381723),
                Fault("request twice", 3, 2, 0.6305710750048295),
            ),
        ),
    ),
    Regression(
        "bots and dealer did not hear that a table was read again, and waited for ever",
        Plan(
            seed=33,
            house="mixed",
            processes=1,
            commands=5,
            faults=(
                Fault("crash after the write", 3.5330296223920787, 0, 0.9789671052385863),
                Fault("clock back", 2.160238276986508, 1, 1.4661979651974597),
                Fault("cut off, written later", 1.3061117322828069, 1, 0.040064722826245874),
                Fault("request twice and not kept", 3, 1, 0.871340983012457),
                Fault("request lost", 5, 1, 0.6708358370183972),
                Fault("request twice and not kept", 4, 5, 0.05605424222483093),
                Fault("request late", 4, 6, 0.41959024575475107),
                Fault("given up", 0, 5, 0.8791176635476866),
                Fault("request twice and not kept", 1, 1, 0.1915021355345991),
                Fault("reply lost", 3, 3, 0.6929473185616911),
            ),
        ),
    ),
    Regression(
        "somebody acted after the exclusion that was on record already, because the clock of that process was ahead",
        Plan(seed=1941, house="linked", processes=2, commands=5, faults=(Fault("request twice", 0, 2, 0.468231777538233),)),
    ),
    Regression(
        "a process that had stood still carried out what it had been given before, though the others had believed it gone",
        Plan(seed=2, house="mixed", processes=2, commands=6, faults=(Fault("stands still", 0.6, 0, 7.0),)),
    ),
    Regression(
        "a process that had stood still for a moment carried out a bet that another had refused meanwhile",
        Plan(seed=5, house="poker", processes=2, commands=6, faults=(Fault("stands still", 1.4, 0, 3.0),)),
    ),
    Regression(
        "an ante that was refused as one too many was placed after all, once its first process went on",
        Plan(seed=10, house="linked", processes=2, commands=6, faults=(Fault("stands still", 0.4, 0, 3.0),)),
    ),
    Regression(
        "a command that was refused as stale was carried out where it had come without what its sender had seen",
        Plan(
            seed=20,
            house="poker",
            processes=3,
            commands=3,
            faults=(
                Fault("failed append", 0.5026664196536017, 1, 2.9876760255546593),
                Fault("slow store", 0.8792830037767105, 2, 1.823963645229527),
                Fault("reply late", 0, 3, 0.1397987241265467),
                Fault("reply lost", 1, 0, 0.3041756821460614),
                Fault("stale", 1, 2, 0.9962022203265394),
                Fault("reply lost", 1, 1, 0.7947433128208143),
                Fault("request late", 0, 2, 0.16166855760794158),
            ),
        ),
    ),
)
