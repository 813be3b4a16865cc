import re
import shutil
from pathlib import Path

import pytest
from command_line import run_riotsim_here

from riotsim.measuring.standing import watch_tower
from riotsim.table.poses import about_z
from riotsim.table.state import Table
from riotsim.testing.asserts import (
    assert_builds,
    assert_falls,
    assert_game_ends,
    assert_rules,
    assert_scenario,
    assert_stands,
)
from riotsim.testing.tables import empty_table, with_tower

pytest_plugins = ["pytester"]

EXAMPLE = Path(__file__).parents[2] / "examples" / "own_dice"


def test_a_straight_tower_stands_and_a_leaning_one_falls(table: Table) -> None:
    """A tower of seven dice, each 2 mm beside the one below, stands with 8 − 7 mm to spare. With steps of 3 mm the
    tower falls, because the centre of the upper six is beyond the edge of the lowest.
    """
    assert_stands(with_tower(table, 7, lean=(2.0, 0.0)))
    assert_falls(with_tower(table, 7, lean=(3.0, 0.0)))


@pytest.mark.parametrize(("lean", "margin"), [(2.0, 1.0), (3.0, -2.5), (0.0, 8.0)])
def test_statics_of_a_tower_on_a_table(table: Table, lean: float, margin: float) -> None:
    """In a leaning tower of seven dice, the centre of the upper six is 3.5 steps from the middle of the lowest die. The
    margin is 8 mm less 3.5 steps.
    """
    assert watch_tower(with_tower(table, 7, lean=(lean, 0.0), yaw=0.0), "tower", 0.1).margin == pytest.approx(margin)


def test_the_message_of_a_tower_that_fell(table: Table) -> None:
    """If a tower falls that should stand, the message names the tower, when it fell, and what statics predicts."""
    said = (
        r"^the tower 'keep' of 7 dice fell within 0\.\d\d s; by statics it should fall: "
        r"at its worst level the centre of mass is 2\.50 mm "
    )
    with pytest.raises(AssertionError, match=said):
        assert_stands(with_tower(table, 7, name="keep", lean=(0.0, 3.0)))


def test_the_message_of_a_tower_that_stands(table: Table) -> None:
    """If a tower stands that should fall, the message says how long it was watched, and by how much it should stand."""
    said = r"^the tower 'tower' of 4 dice still stands after 0\.5 s; by statics it should stand, with 8\.00 mm to spare"
    with pytest.raises(AssertionError, match=said):
        assert_falls(with_tower(table, 4), seconds=0.5)


def test_without_a_name_all_towers_have_to_stand(table: Table) -> None:
    """If no tower is named and one of three falls, `assert_stands` fails and names it."""
    three = with_tower(with_tower(table, 3, name="a", at=(100.0, 100.0)), 3, name="c", at=(300.0, 300.0))
    assert_stands(three)
    with pytest.raises(AssertionError, match="the tower 'b' of 5 dice fell"):
        assert_stands(with_tower(three, 5, name="b", at=(200.0, 400.0), lean=(6.0, 0.0)))


@pytest.mark.parametrize(
    ("tower", "said"), [("keep", "no tower 'keep': there is tower"), (None, "no tower: there is none on this table")]
)
def test_a_tower_that_is_not_there_is_an_error(tower: str | None, said: str) -> None:
    """If the named tower isn't on the table, or no tower is, this is a ValueError and not a failed assertion."""
    table = with_tower(empty_table(), 2) if tower else empty_table()
    with pytest.raises(ValueError, match=said):
        assert_stands(table, tower)


def test_a_tower_stands_where_and_as_it_was_asked_for() -> None:
    """`with_tower` builds a tower with the size, place, turn and lean of the call. The lowest die lies on the table."""
    table = with_tower(empty_table(), 3, at=(100.0, 200.0), size=12.0, lean=(1.0, -1.0), yaw=0.5)
    dice = table.tower_dice("tower")
    assert [die.pose.at for die in dice] == [(100.0, 200.0, 6.0), (101.0, 199.0, 18.0), (102.0, 198.0, 30.0)]
    assert all(die.pose.orientation == about_z(0.5) and die.size == 12.0 for die in dice)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make assertions run riotsim in this process, which saves the start of a process for each.

    That assertions start riotsim rightly is checked by the test of a game that isn't stored, and by `test_example.py`.
    """
    run_riotsim_here(monkeypatch)


in_this_process = pytest.mark.usefixtures("here")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """Return a copy of the example in another folder."""
    shutil.copytree(EXAMPLE, tmp_path / "own")
    return tmp_path / "own"


@in_this_process
def test_rules_that_are_unsound_are_told_line_by_line(own: Path) -> None:
    """If a rules file has an unknown field, the message has the file, the line and the field. If the file is missing,
    the message says that it can't be read.
    """
    rules = own / "house.yaml"
    assert_rules(rules)
    rules.write_text(rules.read_text().replace("swig: 2 ", "swigs: 2"))
    with pytest.raises(AssertionError, match=r"house\.yaml is not in order:\n  .*house\.yaml:\d+: tower\.swigs: "):
        assert_rules(rules)
    with pytest.raises(AssertionError, match=r"nothing\.yaml is not in order:\n  .*nothing\.yaml: cannot be read"):
        assert_rules(own / "nothing.yaml")


@in_this_process
def test_a_scenario_that_does_not_hold_is_told(own: Path) -> None:
    """If a scenario doesn't hold, the message has the expected and the found value. If its file is invalid, the message
    has the line.
    """
    scenario = own / "two_swigs.yaml"
    scenario.write_text(scenario.read_text().replace("tower: 3", "tower: 4"))
    with pytest.raises(AssertionError, match=r"then\.models\.a1\.tower: expected 4, found 3"):
        assert_scenario(scenario)
    scenario.write_text("riotsim: scenario/1\n")
    with pytest.raises(AssertionError, match=r"two_swigs\.yaml does not hold:\n  .*two_swigs\.yaml:\d+: "):
        assert_scenario(scenario)


@in_this_process
@pytest.mark.parametrize(
    ("rules", "limit", "played"),
    [
        ("riot_dice", {"clock.max_activations": 2}, 2),
        ("cube_clash", {"turns.max": 2}, 2),
        ("buskit", {"rounds.max": 1}, 1),
    ],
)
def test_a_game_without_an_end_is_told(rules: str, limit: dict[str, object], played: int) -> None:
    """If a limit of the rules cuts a game off, the assertion says that the game had no end. The same message fits games
    with turns and games with rounds.
    """
    message = rf"^the game of seed 3 by {rules} had no end: the rules' limit .* \(turns or rounds played: {played}\)$"
    with pytest.raises(AssertionError, match=message):
        assert_game_ends(rules, seed=3, options=limit)


def test_a_game_of_a_test_is_not_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that an assertion plays isn't saved in the user's store."""
    store = tmp_path / "games.sqlite"
    monkeypatch.setenv("RIOTSIM_DB", str(store))
    assert_game_ends("demolition_dice", seed=3, players=3)
    assert not store.exists()


@in_this_process
def test_rules_that_are_not_there_are_told(own: Path) -> None:
    """If the rules of a game can't be found, the assertion shows the message of `riotsim game`."""
    with pytest.raises(
        AssertionError, match=r"riotsim game --no-save --rules \S*none\.yaml .* could not be done:\n  .*none\.yaml"
    ):
        assert_game_ends(own / "none.yaml")


@in_this_process
def test_a_hand_that_builds_too_little_is_told(own: Path) -> None:
    """If a hand puts dice down too inexactly to build six high, the assertion fails. The message says how many towers
    were built, and the interval of the chance.
    """
    rules = own / "house.yaml"
    rules.write_text(rules.read_text().replace("place_sigma: 0.8mm", "place_sigma: 5mm"))
    with pytest.raises(
        AssertionError, match=r"the hand 'grandma' built \d of 10 towers of 6 dice: its chance is 0\.\d\d to "
    ):
        assert_builds(rules, 6, hand="grandma", at_least=0.9, towers=10)


@pytest.mark.parametrize(
    ("towers", "at_least", "said"),
    [
        (
            1,
            0.5,
            "1 towers are too few: a hand that builds 0.25 of them would pass for one that builds 0.5; 16 would do",
        ),
        (
            10,
            0.05,
            "10 towers are too few: a hand that builds 0 of them would pass for one that builds 0.05; 73 would do",
        ),
        (40, 0.0, "at_least is a share above 0 and up to 1, not 0"),
        (40, 80.0, "at_least is a share above 0 and up to 1, not 80"),
    ],
)
def test_towers_too_few_to_say_anything_are_refused(own: Path, towers: int, at_least: float, said: str) -> None:
    """If too few towers are built, even a much worse hand would pass. Such a number is refused, and the message says
    how many are enough. A required share outside 0 to 1 is refused as well.

    If none of n towers stands, Wilson's interval ends at z² / (n + z²): below 0.05 from 73 on.
    """
    with pytest.raises(ValueError, match=re.escape(said)):
        assert_builds(own / "house.yaml", 6, hand="grandma", at_least=at_least, towers=towers)


def test_fixtures_come_with_the_plugin(pytester: pytest.Pytester) -> None:
    """With riotsim's plugin, tests can use `table` and `steady_hand` without an import. If a project has its own
    fixture `felt`, it replaces riotsim's.
    """
    pytester.makepyfile(
        """
        import pytest
        from riotsim.table.acts import Hand
        from riotsim.table.state import FELT, Table

        @pytest.fixture
        def felt():
            return "mine"

        def test_all(table, steady_hand, felt):
            assert isinstance(table, Table) and table.surface is FELT and not table.dice
            assert isinstance(steady_hand, Hand) and steady_hand.place_sigma == 0.0
            assert felt == "mine"
        """
    )
    pytester.runpytest("-p", "riotsim.testing.plugin").assert_outcomes(passed=1)


def test_a_fixture_may_be_had_by_another_name(pytester: pytest.Pytester) -> None:
    """If another plugin has a fixture `table`, a conftest can import riotsim's under another name, and tests can use
    both.
    """
    pytester.makepyfile(others="import pytest\n\n@pytest.fixture\ndef table():\n    return 'theirs'\n")
    pytester.makeconftest("from others import table\nfrom riotsim.testing.plugin import table as riot_table\n")
    pytester.makepyfile(
        """
        from riotsim.table.state import Table

        def test_both(table, riot_table):
            assert table == "theirs" and isinstance(riot_table, Table)
        """
    )
    pytester.runpytest("-p", "riotsim.testing.plugin").assert_outcomes(passed=1)


def test_a_failing_assert_shows_its_sentence_and_the_line_of_the_test(pytester: pytest.Pytester) -> None:
    """If an assertion of riotsim fails, pytest's report points at the line of the test and not into riotsim."""
    pytester.makepyfile(
        """
        from riotsim.testing.asserts import assert_falls
        from riotsim.testing.tables import with_tower

        def test_it_falls(table):
            assert_falls(with_tower(table, 2), seconds=0.1)
        """
    )
    done = pytester.runpytest("-p", "riotsim.testing.plugin")
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(
        [
            ">*assert_falls(with_tower(table, 2), seconds=0.1)",
            "E*AssertionError: the tower 'tower' of 2 dice still stands after 0.1 s; by statics it should stand*",
        ]
    )
    done.stdout.no_fnmatch_line("*asserts.py*")


@pytest.mark.parametrize("players", [0, 5])
def test_no_game_of_too_many_players_is_tried(players: int) -> None:
    """If a game is asked for with 0 or 5 players, it is refused, and the message says that 1 to 4 are possible."""
    with pytest.raises(ValueError, match=f"players={players}: a game has from 1 to 4"):
        assert_game_ends("riot_dice", players=players)
