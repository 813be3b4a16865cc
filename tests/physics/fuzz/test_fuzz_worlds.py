import faulthandler
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from physics_suite.invariants.any_world import PROMISES, broken
from physics_suite.invariants.observation import Watched, watch
from physics_suite.invariants.usual_world import DEEPEST, STIRS, USUAL_PROMISES, gained, stirred

from riotsim.physics import Diverged
from riotsim.physics.engine.world import TICK
from riotsim.simulation import perform
from riotsim.table.acts import CutShort, Settled
from riotsim.testing.findings import Grid
from riotsim.testing.generators.worlds import Trial, random_trial, trials
from riotsim.testing.plugin import Record, Size

HANGS = 1800.0
"""If a test of this file takes this long, the process tells where it hangs, and ends (s).

Acts take 0.2 s. The slowest ever seen took 54 s, on a machine that was busy with much else.
"""

PIECES = 10
"""The worlds are divided among this many tests, so that several processes share a long run."""


@pytest.fixture(autouse=True)
def watchdog() -> Iterator[None]:
    """End the process and print where it is if a test hangs: a hang within the engine can't be caught otherwise."""
    faulthandler.dump_traceback_later(HANGS, exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()


_settled: dict[tuple[int, bool], Settled] = {}
"""What each watched world has settled to, by its seed and whether it is nasty.

Keeping frames would take too much memory.
"""


def watched_world(seed: int, *, nasty: bool = False) -> Watched:
    """Watch the act of a seed's world."""
    one = watch(random_trial(seed, nasty=nasty))
    _settled[seed, nasty] = one.settled
    return one


def settled_world(seed: int, *, nasty: bool = False) -> Settled:
    """Return what a seed's world settles to, watched now or by an earlier test."""
    return _settled.get((seed, nasty)) or watched_world(seed, nasty=nasty).settled


def tell(watched: list[Watched], title: str) -> Grid:
    """Return a table that counts the acts by kind, and the acts that reported each kind of fact."""
    seen = Counter(type(one.trial.act).__name__ for one in watched)
    for one in watched:
        seen.update({type(fact).__name__ for fact in one.settled.facts})
    return Grid(title, ("what", "acts"), tuple((what, str(count)) for what, count in sorted(seen.items())))


@pytest.mark.takes(minutes=1)
@pytest.mark.parametrize("piece", range(PIECES))
def test_usual_worlds_keep_all_promises(record: Record, size: Size, piece: int) -> None:
    """In a usual world, an act ends in time, with finite numbers and every piece accounted for.

    At the end nothing is inside anything else, and what rests stays at rest. No energy comes from nowhere: impacts with
    e < 1 and friction only lose energy (mechanics). So no single body gains any, nor does any group of bodies that may
    have touched. No body has more than its group had. Only a body that overlaps another by a step's way, 8 mm, is
    lifted, by that way at most. See `physics_suite.invariants.usual_world.gains`. 1,500 worlds in the long size.
    """
    count = size(2, 150)
    watched = [watched_world(seed) for seed in range(piece * count, (piece + 1) * count)]
    for seed, one in enumerate(watched, piece * count):
        assert not broken(one, USUAL_PROMISES), f"random_trial({seed})"
    source = "mechanics: impacts (e < 1) and friction lose energy; overlaps of one step's way are pushed apart"
    lifted = max(gained(one) for one in watched)
    record(
        "random worlds",
        f"energy gained, worst of {count}",
        found=lifted,
        at_most=1.0,
        unit="of what may be",
        source=source,
        grids=(tell(watched, f"{count} usual worlds from seed {piece * count}"),),
    ).must_hold()
    record(
        "random worlds",
        f"moved once at rest, worst of {count}",
        found=max(stirred(one)[0] for one in watched),
        at_most=STIRS,
        unit="mm",
        source="rest is rest",
        note=f"Nothing at rest was deeper than {DEEPEST} mm in anything.",
    ).must_hold()
    longest = max(one.settled.ticks for one in watched) * TICK
    record("random worlds", f"longest of {count} acts", found=longest, unit="s", source="the limit of the act")


@pytest.mark.takes(minutes=1)
@pytest.mark.parametrize("piece", range(PIECES))
def test_nasty_worlds_keep_what_can_be_kept(record: Record, size: Size, piece: int) -> None:
    """Even if pieces begin inside one another, an act ends in time, with finite numbers and every piece accounted for.

    Otherwise the engine gives the act up with an error that names a piece; it gives up at most 2 % of the acts. Energy
    is not checked. The engine pushes overlapping pieces apart as fast as it can, up to the 10 m/s at which it gives an
    act up. 500 worlds in the long size.
    """
    count = size(1, 50)
    watched, given_up = [], []
    for seed in range(piece * count, (piece + 1) * count):
        trial = random_trial(seed, nasty=True)
        try:
            watched.append(watched_world(seed, nasty=True))
        except Diverged as problem:
            given_up.append((trial, str(problem)))
        else:
            assert not broken(watched[-1], PROMISES), f"random_trial({seed}, nasty=True)"
    for trial, said in given_up:
        assert any(name in said for name in (*trial.table.ids(), "thrown-", "dropped", "put")), said
    record(
        "random worlds",
        f"nasty worlds that the engine gave up, of {count}",
        found=len(given_up) / count,
        at_most=0.02,
        unit="of all",
        source="an error that names the piece is allowed, never a hang or a number that is none",
        note="Not checked in these: energy, depth at rest, and rest for good. Pieces begin in one another.",
        grids=(tell(watched, f"{count} nasty worlds from seed {piece * count}"),),
    ).must_hold()


@pytest.mark.parametrize("seed", [187, 312])
def test_a_carry_that_is_cut_short_ends_with_a_look(seed: int) -> None:
    """If a carry is cut short at its time limit, the act keeps every promise, its length among them.

    The act may end only when the engine looks at the pieces: in these two worlds 7 and 2 ticks after the limit.
    """
    watched = watch(random_trial(seed, nasty=True))
    assert watched.settled.facts_of(CutShort)
    assert not broken(watched, PROMISES)


@pytest.mark.takes(minutes=3)
def test_worlds_settle_with_the_same_bits_twice(size: Size) -> None:
    """The same table, act and seed give the same outcome, in usual worlds and nasty ones, watched or not."""
    for seed in range(size(2, 100)):
        for nasty in (False, True):
            trial = random_trial(seed, nasty=nasty)
            assert perform(trial.table, trial.act, trial.seed) == settled_world(seed, nasty=nasty), seed


@pytest.mark.takes(minutes=3)
def test_hypothesis_finds_no_world_that_breaks_a_promise(size: Size) -> None:
    """If hypothesis makes worlds, they keep all promises of usual worlds.

    If one doesn't, hypothesis shrinks it. 300 worlds in the long size.
    """

    @settings(
        max_examples=size(8, 300),
        derandomize=True,  # what is checked before a commit is the same each time
        suppress_health_check=list(HealthCheck),  # a table is many choices, and an act takes a while
        phases=(Phase.explicit, Phase.generate, Phase.shrink),
    )
    @given(trials())
    def keeps_all(trial: Trial) -> None:
        assert not broken(watch(trial), USUAL_PROMISES)

    keeps_all()


def test_most_acts_come_to_rest() -> None:
    """Of 16 usual acts on felt, wood and neoprene, at most one is cut short before everything rests."""
    usual = [seed for seed in range(30) if random_trial(seed).table.surface.name in ("felt", "wood", "neoprene")]
    cut = [seed for seed in usual[:16] if settled_world(seed).facts_of(CutShort)]
    assert len(cut) <= 1
