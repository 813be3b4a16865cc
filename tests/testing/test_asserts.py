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
    """Seven dice with 2 mm of lean each have 8 − 7 mm to spare; with 3 mm the upper six hang over the edge."""
    assert_stands(with_tower(table, 7, lean=(2.0, 0.0)))
    assert_falls(with_tower(table, 7, lean=(3.0, 0.0)))


@pytest.mark.parametrize(("lean", "margin"), [(2.0, 1.0), (3.0, -2.5), (0.0, 8.0)])
def test_statics_of_a_tower_on_a_table(table: Table, lean: float, margin: float) -> None:
    """Of seven dice the upper six have their centre 3.5 steps from the lowest one's: 8 mm less 3.5 times the lean."""
    assert watch_tower(with_tower(table, 7, lean=(lean, 0.0), yaw=0.0), "tower", 0.1).margin == pytest.approx(margin)


def test_the_message_of_a_tower_that_fell(table: Table) -> None:
    """It names the tower, when it fell, and what statics says of it."""
    said = (
        r"^the tower 'keep' of 7 dice fell within 0\.\d\d s; by statics it should fall: "
        r"at its worst level the centre of mass is 2\.50 mm "
    )
    with pytest.raises(AssertionError, match=said):
        assert_stands(with_tower(table, 7, name="keep", lean=(0.0, 3.0)))


def test_the_message_of_a_tower_that_stands(table: Table) -> None:
    """It says for how long it was watched, and by how much it stands."""
    said = r"^the tower 'tower' of 4 dice still stands after 0\.5 s; by statics it should stand, with 8\.00 mm to spare"
    with pytest.raises(AssertionError, match=said):
        assert_falls(with_tower(table, 4), seconds=0.5)


def test_without_a_name_all_towers_have_to_stand(table: Table) -> None:
    """One of three that falls is found."""
    three = with_tower(with_tower(table, 3, name="a", at=(100.0, 100.0)), 3, name="c", at=(300.0, 300.0))
    assert_stands(three)
    with pytest.raises(AssertionError, match="the tower 'b' of 5 dice fell"):
        assert_stands(with_tower(three, 5, name="b", at=(200.0, 400.0), lean=(6.0, 0.0)))


@pytest.mark.parametrize(
    ("tower", "said"), [("keep", "no tower 'keep': there is tower"), (None, "no tower: there is none on this table")]
)
def test_a_tower_that_is_not_there_is_an_error(tower: str | None, said: str) -> None:
    """A slip in a test is told as such, not as a tower that fell."""
    table = with_tower(empty_table(), 2) if tower else empty_table()
    with pytest.raises(ValueError, match=said):
        assert_stands(table, tower)


def test_a_tower_stands_where_and_as_it_was_asked_for() -> None:
    """Size, place, turn and lean are those of the call, and the lowest die stands on the table."""
    table = with_tower(empty_table(), 3, at=(100.0, 200.0), size=12.0, lean=(1.0, -1.0), yaw=0.5)
    dice = table.tower_dice("tower")
    assert [die.pose.at for die in dice] == [(100.0, 200.0, 6.0), (101.0, 199.0, 18.0), (102.0, 198.0, 30.0)]
    assert all(die.pose.orientation == about_z(0.5) and die.size == 12.0 for die in dice)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asserts run riotsim in this process, which saves each a start.

    That they start it as they should is shown by a game that isn't stored, and by `test_example.py`.
    """
    run_riotsim_here(monkeypatch)


in_this_process = pytest.mark.usefixtures("here")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """The example, somewhere else."""
    shutil.copytree(EXAMPLE, tmp_path / "own")
    return tmp_path / "own"


@in_this_process
def test_rules_that_are_unsound_are_told_line_by_line(own: Path) -> None:
    """File, line, field and what would be right."""
    rules = own / "house.yaml"
    assert_rules(rules)
    rules.write_text(rules.read_text().replace("swig: 2 ", "swigs: 2"))
    with pytest.raises(AssertionError, match=r"house\.yaml is not in order:\n  .*house\.yaml:\d+: tower\.swigs: "):
        assert_rules(rules)
    with pytest.raises(AssertionError, match=r"nothing\.yaml is not in order:\n  .*nothing\.yaml: cannot be read"):
        assert_rules(own / "nothing.yaml")


@in_this_process
def test_a_scenario_that_does_not_hold_is_told(own: Path) -> None:
    """The message has the expected and the found value. For an unreadable file it has the line."""
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
    """A game that a limit of its rules cuts off has no end. The message fits every game."""
    message = rf"^the game of seed 3 by {rules} had no end: the rules' limit .* \(turns or rounds played: {played}\)$"
    with pytest.raises(AssertionError, match=message):
        assert_game_ends(rules, seed=3, options=limit)


def test_a_game_of_a_test_is_not_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The user's own store has no games that tests played."""
    store = tmp_path / "games.sqlite"
    monkeypatch.setenv("RIOTSIM_DB", str(store))
    assert_game_ends("demolition_dice", seed=3, players=3)
    assert not store.exists()


@in_this_process
def test_rules_that_are_not_there_are_told(own: Path) -> None:
    """The message is that of riotsim."""
    with pytest.raises(
        AssertionError, match=r"riotsim game --no-save --rules \S*none\.yaml .* could not be done:\n  .*none\.yaml"
    ):
        assert_game_ends(own / "none.yaml")


@in_this_process
def test_a_hand_that_builds_too_little_is_told(own: Path) -> None:
    """A hand that lets go half a die off its mark hardly ever gets to six: its chance stands in the message."""
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
    """An interval that reaches the share whatever is built is no test: it is told how many towers would make it one.

    Of none of n Wilson's interval ends at z² / (n + z²): below 0.05 from 73 on.
    """
    with pytest.raises(ValueError, match=re.escape(said)):
        assert_builds(own / "house.yaml", 6, hand="grandma", at_least=at_least, towers=towers)


def test_fixtures_come_with_the_plugin(pytester: pytest.Pytester) -> None:
    """A table, its cover and a steady hand are there without an import; a project's own of that name comes first."""
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
    """Beside another plugin's `table`, riotsim's is there under the name that a conftest gives it."""
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
    """The report of pytest points at the test, not into riotsim."""
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
    """The message has the numbers of players that are possible."""
    with pytest.raises(ValueError, match=f"players={players}: a game has from 1 to 4"):
        assert_game_ends("riot_dice", players=players)
