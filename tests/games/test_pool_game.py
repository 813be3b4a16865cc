"""A made-up game whose players share a tray is played, killed, undone, verified, replayed and filmed like any other."""

from collections.abc import Callable, Iterator

import pytest
from game_checks import (
    is_filmed,
    is_hosted,
    is_killed_and_goes_on,
    is_played_by_every_bot,
    is_replayed,
    is_told_in_its_words,
    is_undone,
    plays_and_verifies,
)
from game_subject import Subject, made_up_subject
from made_up_pool_game import ARMOUR, ATTACK, DEFENCE, POOLS, TRAY, Armoured, Rolled

import riotsim
from riotsim.app.recordings import recording_of
from riotsim.play.requests import Choose
from riotsim.play.session.journal import Acted
from riotsim.replay.page.payload import page_document
from riotsim.replay.recorded_timeline import lay_out
from riotsim.replay.text import lines
from riotsim.table.acts import Reading, Roll, Shift


@pytest.fixture(scope="module")
def pools(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Subject]:
    """Yield the made-up game with a rules file."""
    with pytest.MonkeyPatch.context() as patch:
        yield made_up_subject(POOLS, tmp_path_factory.mktemp("pools"), patch)


@pytest.mark.parametrize(
    "check",
    [
        is_told_in_its_words,
        plays_and_verifies,
        is_undone,
        is_replayed,
        is_filmed,
        is_hosted,
        is_played_by_every_bot,
    ],
    ids=lambda check: check.__name__,
)
def test_a_game_with_a_shared_tray_is_like_any(pools: Subject, check: Callable[[Subject], None]) -> None:
    """What holds for every game also holds for a game whose players share a tray."""
    check(pools)


def test_it_survives_a_kill(pools: Subject) -> None:
    """If the process is killed while dice lie in the tray, nothing is lost. The resumed game comes to the same end."""
    is_killed_and_goes_on(pools, 3)


def played(pools: Subject, **options: object) -> riotsim.Match:
    """Play a game in which all armour is thrown, and return it."""
    match = riotsim.new_game(pools.rules, {"Ada": "random", "Bea": "random"}, seed=5, options=options)
    while not match.is_over:
        (request,) = match.pending
        if isinstance(request, Choose):
            match.answer(request.options[0])
        else:
            match.step()
    return match


def acts(match: riotsim.Match) -> list[object]:
    """Return the acts of a game in order."""
    return [entry.act for entry in match.session.journal if isinstance(entry, Acted)]


def test_pools_are_thrown_at_once_and_armour_one_by_one(pools: Subject) -> None:
    """Both pools are one throw. Each die of armour is thrown by itself while all others lie in the tray."""
    with played(pools) as match:
        rolls = [act for act in acts(match) if isinstance(act, Roll)]
        first = rolls[0]
        assert first.shared
        assert [die.kind.name for die in first.dice] == [*ATTACK, *DEFENCE]
        assert [die.owner for die in first.dice] == ["Bea"] * len(ATTACK) + ["Ada"] * len(DEFENCE)
        assert sum(len(roll.dice) == 1 for roll in rolls) >= 2
        for event in match.events:
            if isinstance(event, Rolled):
                assert (len(event.attack), len(event.defence)) == (len(ATTACK), len(DEFENCE))
        assert any(isinstance(event, Armoured) for event in match.events)
        lying = {die.kind.name for die in match.table.dice.values()}
        assert lying >= {*ATTACK, *DEFENCE}


def test_dice_are_set_aside_before_armour_is_thrown(pools: Subject) -> None:
    """With `lying: set_aside`, the dice that lie are put on the rack before a die of armour is thrown."""
    with played(pools, lying="set_aside") as match:
        kinds = [type(act) for act in acts(match)]
        assert kinds[:4] == [Shift, Roll, Shift, Roll]
        assert len(match.table.dice) >= len(ATTACK) + len(DEFENCE) + 1
        assert sum(TRAY.is_on_rack(die.pose.xy) for die in match.table.dice.values()) >= len(ATTACK) + len(DEFENCE)
        assert len(match.table.dice) <= len(ATTACK) + len(DEFENCE) + len(ARMOUR)


def test_more_than_twelve_dice_are_thrown_in_batches(pools: Subject) -> None:
    """If both pools have nineteen dice together, they are thrown in batches of at most twelve. All dice are read, and
    earlier batches don't stay in the tray.
    """
    with played(pools, more=12) as match:
        rolls = [act for act in acts(match) if isinstance(act, Roll)]
        assert len(rolls[0].dice) == 12
        assert all(len(roll.dice) <= 12 for roll in rolls)
        rolled = next(event for event in match.events if isinstance(event, Rolled))
        assert (len(rolled.attack), len(rolled.defence)) == (len(ATTACK) + 12, len(DEFENCE))
        assert len(match.table.dice) < len(ATTACK) + 12 + len(DEFENCE)


def test_it_is_told_whose_dice_show_what(pools: Subject) -> None:
    """The text of the game names both players of a throw, and what each die shows. The page has the rack, the sectors
    and the stretches on which the runner is seen.
    """
    with played(pools) as match:
        recording = recording_of(match.session, match.header, match.rules)
    text = "\n".join(lines(recording))
    assert "* Bea throws d10 d8 d8 d4, Ada d12 d6 d6" in text
    (reading, *_) = (fact for moment in recording.moments for fact in moment.facts if isinstance(fact, Reading))
    assert f"{reading.owner}'s {reading.die} shows {reading.after}" in text
    page = page_document(recording, lay_out(recording), {})
    assert page["table"]["tray"]["rack"] == TRAY.rack
    drawn = [[page["patches"][number].get("name") for number in shown] for _, shown in page["drawn"]]
    assert [None, None] in drawn
    assert any("seen" in names for names in drawn)
