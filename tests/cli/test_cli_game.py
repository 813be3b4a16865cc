"""`riotsim game`: bots play a game, and the program prints it."""

import json
import shlex
import subprocess

import pytest
from command_line import riotsim
from rich.text import Text

from riotsim import physics
from riotsim.app.output.results import verdict
from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.show.narration import RiotFormatter
from riotsim.games.riot_dice.state import Boss, Fighter, State
from riotsim.play.narration import FinalScore, Narration
from riotsim.play.scenarios.expected_events import event_name
from riotsim.table.state import Table

BRIEF = (
    "--set",
    "clock.minutes=1",
    "--set",
    "clock.after=last_activation",
    "--boss",
    "Ada=random",
    "--boss",
    "Bea=greedy",
)
"""Options for a game of two activations each."""

RANDOM = (*BRIEF[:-1], "Bea=random")
"""Options for the same game, with random bots only."""


def game(*args: str) -> subprocess.CompletedProcess[str]:
    """Run `riotsim game`."""
    return riotsim("game", *args)


def test_json_is_all_there_is() -> None:
    """With `--json`, stdout is one JSON document with result, seed, rules, bosses and events. The same seed gives the
    same game.
    """
    first, second = (game("--json", "--seed", "5", *RANDOM) for _ in range(2))
    assert first.returncode == 0
    told, again = json.loads(first.stdout), json.loads(second.stdout)
    assert told["seed"] == 5
    assert told["rules"]["name"] == "riot_dice"
    assert len(told["rules"]["sha256"]) == 64
    assert [boss["name"] for boss in told["bosses"]] == ["Ada", "Bea"]
    assert told["events"][-1]["event"] == "game_over"
    assert set(told["result"]["loot"]) == {"Ada", "Bea"}
    assert told["activations"] > 0
    assert told["id"] != again["id"], "in the store"
    for document in (told, again):
        del document["wall_s"], document["id"]
    assert told == again


def test_a_gang_is_called_by_its_title() -> None:
    """RD-02: if a boss has chosen a gang, the heading and the `--json` document have the gang's title."""
    chosen = ("--gang", "Ada=heavy_mob", "--seed", "5", *RANDOM)
    heading = game(*chosen).stdout.splitlines()[0]
    assert "Ada (random, The Heavy Mob) against Bea (random)" in heading
    seats = json.loads(game("--json", *chosen).stdout)["bosses"]
    assert [seat["gang_title"] for seat in seats] == ["The Heavy Mob", None]


def test_quiet_tells_how_it_ended() -> None:
    """With `--quiet`, events are left out. The output is short, and ends with the command that has the seed."""
    run = game("--quiet", "--seed", "5", *RANDOM)
    assert run.returncode == 0
    assert run.stdout.splitlines()[-1].endswith("--seed 5")
    assert "takes a swig" not in run.stdout
    assert len(run.stdout.splitlines()) < 12


def test_says_how_to_play_it_again() -> None:
    """The last line is a whole command, quoted for a shell. If it is run, it prints the same game."""
    odd = ("--set", "clock.minutes=1", "--set", "clock.after=last_activation", "--gang", "Ann B=heavy_mob",
           "--hand", "Ann B=drunk", "--player", "Ann B=random", "--player", "Bo [b]=random")  # fmt: skip
    first = game("--quiet", "--no-save", "--seed", "5", *odd)
    command = shlex.split(first.stdout.splitlines()[-1])
    assert command[:2] == ["riotsim", "game"]
    assert sorted(command[2:]) == sorted(["--seed", "5", *odd])
    assert game("--quiet", "--no-save", *command[2:]).stdout == first.stdout


def test_a_game_is_read_without_colours() -> None:
    """The names of all models stand once below the title. If the standings of four bosses don't fit into a turn's
    heading, each boss has a line.
    """
    many = [word for name in ("Ada", "Bea", "Cy", "Dee") for word in ("--boss", f"{name}=random")]
    lines = game("--seed", "5", *BRIEF[:4], *many).stdout.splitlines()
    assert "Ada: Alf, Bert" in lines[1]
    assert "Dee: Queenie" in lines[1]
    head = next(k for k, line in enumerate(lines) if "'s turn" in line)
    assert lines[head].endswith("1:00")
    assert [line.split()[0] for line in lines[head + 1 : head + 5]] == ["Ada", "Bea", "Cy", "Dee"]


def test_a_game_that_begins_with_a_turn_begins_with_its_head() -> None:
    """If a game has no set-up, the first turn's heading is printed once, before any event."""
    lines = game("--rules", "demolition_dice", "--seed", "5", "--set", "dice=1").stdout.splitlines()
    assert [line.split()[:4] for line in lines if line.startswith("  1 ")] == [["1", "│", "Ada", "0"]]
    assert lines[1:3] == ["", next(line for line in lines if line.startswith("  1 "))]


def test_tells_the_game() -> None:
    """Without options for the output, each turn has a heading with the clock, and events are printed without
    colours.
    """
    run = game("--seed", "5", *BRIEF)
    assert run.returncode == 0
    assert "'s turn" in run.stdout
    assert "tower of 1" in run.stdout
    assert " in" in run.stdout
    assert "1:00" in run.stdout
    assert "\x1b" not in run.stdout, "no colours where nobody sees them"


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--player", "Ada=greedy"], ["2 to 4 players can play, not 1", "add another as --player NAME=greedy"]),
        (
            ["--set", "bosses=3", "--boss", "Ada=random", "--boss", "Bea=random"],
            ["--set bosses=3 is for 3 players, and 2 play: seat 3 players, or leave this option out"],
        ),
        (["--boss", "Ada=gredy", "--boss", "Bea=random"], ["gredy", "did you mean greedy"]),
        (["--boss", "Ada=greedy"], ["2 to 4 players", "not 1"]),
        (["--boss", "Ada=greedy", "--boss", "Ada=random"], ["Ada is there twice"]),
        (["--boss", "Ada"], ["--player", "Ada=greedy"]),
        (["--seed", "-1"], ["--seed", "whole number"]),
        (["--seed", "abc"], ["--seed", "'abc'"]),
        (["--seed", "9" * 5000], ["--seed", "whole number"]),
        (["--db", "x" * 300], ["so long a name", "xxx"]),
        (["--gang", "Ada=heavy_mop"], ["heavy_mop", "did you mean heavy_mob"]),
        (["--gang", "Zoe=heavy_mob"], ["no player is called 'Zoe'"]),
        (["--hand", "Ada=druk"], ["druk", "did you mean drunk"]),
        (["--set", "tower.swig"], ["--set", "tower.swig=2"]),
        (["--set", "tower.swg=2"], ["--set tower.swg: is no key"]),
        (["--seat-option", "Ada.gang=heavy_mop"], ["--seat-option Ada.gang=heavy_mop: ", "did you mean heavy_mob"]),
        (["--set", "house.least_drop=350mm"], ["house.least_drop", "300mm"]),
        (["--set", "loot.size=1mm"], ["loot.size", "15 to 40mm"]),
        (["--set", "table.width=1in", "--set", "table.terrain=[]"], ["table.width", "152.4"]),
        (["--rules", "riot_dise"], ["riot_dise"]),
    ],
)
def test_bad_input_is_one_line(args: list[str], words: list[str]) -> None:
    """A game that can't be played exits with 2 and one line on stderr, and prints nothing on stdout."""
    run = game(*args)
    assert run.returncode == 2
    assert run.stdout == ""
    assert len(run.stderr.strip().splitlines()) == 1
    for word in words:
        assert word in run.stderr


def test_physics_that_breaks_down_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the engine loses a piece, `riotsim game` ends with exit code 1 and one line with the seed's option. There is
    no traceback.
    """

    def lose(*_: object, **__: object) -> None:
        raise physics.Diverged("the physics lost t00001")

    monkeypatch.setattr(physics, "perform", lose)
    run = game("--quiet", "--seed", "1", *RANDOM)
    assert run.returncode == 1
    assert run.stdout == ""
    (line,) = run.stderr.strip().splitlines()
    assert "lost t00001" in line
    assert "--seed" in line


def narration() -> Narration:
    """Return a narration of a game with three models."""
    owners = {"a1": "Ada", "a2": "Ada", "b1": "Bea"}
    fighters = {model: Fighter(boss, "git", ()) for model, boss in owners.items()}
    state = State({"Ada": Boss(), "Bea": Boss()}, fighters)
    return Narration(RiotFormatter(state, Table(600.0, 600.0), "no_boot"))


def told(*happened: object) -> list[str]:
    """Return the plain lines that are printed for events."""
    by = narration()
    lines = [*by.narrate([events.Activated("a1", "Ada"), *happened]), *by.flush()]
    return [Text.from_markup(line.markup).plain.strip() for line in lines]


def test_what_belongs_together_is_one_line() -> None:
    """A bullet, its damage and the tower that it makes share one line. So do a run and the loot at its end."""
    assert told(
        events.Acts("a1", "shoot"),
        events.Rolled("Ada", "a1", "shoot", (5, 2)),
        events.Bullet("a1", 5, "b1"),
        events.Damage("b1", 2, "Ada"),
        events.TowerGrows("b1", 1),
        events.TowerGrows("b1", 2),
        events.Moved("a1", 2.54, "t00003"),
        events.Loot("Ada", "a1", "t00003"),
        events.TowerGrows("a1", 1),
    ) == [
        "a1 shoots  5 2",
        "a 5 hits b1: b1 takes 2 damage, tower of 2",
        "a1 runs 2.5 in into loot and pockets it: Ada has 1",
        "a1 takes a swig: tower of 1",
    ]


def test_a_tower_that_falls_is_told_in_its_place() -> None:
    """If dice fell a tower during a throw, the fall has its line between the throw's beginning and the dice's
    numbers.
    """
    assert told(
        events.Acts("a1", "scoot"),
        events.TowerFalls("b1", "Ada", 4),
        events.Rolled("Ada", "a1", "move", (6, 6, 1)),
    ) == ["a1 scoots", "b1's tower of 4 comes down: Ada's doing", "the dice show  6 6 1"]


def test_damage_is_no_swig_when_a_tower_is_pushed_or_falls_amid_it() -> None:
    """RD-31: if an event comes between dice of damage, it has a line of its own. The dice after it still count as
    damage, and not as a swig.
    """
    assert told(
        events.Bullet("a1", 3, "b1"),
        events.Damage("b1", 3, "Ada"),
        events.TowerPushed("b1"),
        events.TowerGrows("b1", 2),
        events.TowerFalls("a2", "Bea", 4),
        events.TowerGrows("b1", 3),
        events.TowerGrows("b1", 4),
        events.TowerGrows("a1", 1),
    ) == [
        "a 3 hits b1: b1 takes 3 damage",
        "b1's tower is knocked, and holds",
        "b1's tower grows to 2",
        "a2's tower of 4 comes down: Bea's doing",
        "b1's tower grows to 4",
        "a1 takes a swig: tower of 1",
    ]


def test_a_tower_that_falls_to_its_last_die_of_damage_leaves_none_to_come() -> None:
    """RD-33: if the last die of damage fells a tower, no die of damage is left. So the next die is a swig."""
    assert told(
        events.Bullet("b1", 3, "a1"),
        events.Damage("a1", 1, "Bea"),
        events.TowerFalls("a1", "Ada", 7),
        events.TowerGrows("a1", 1),
    ) == ["a 3 hits a1: a1 takes 1 damage", "a1's tower of 7 comes down: Ada's doing", "a1 takes a swig: tower of 1"]


def test_nobody_runs_once_it_has_fallen() -> None:
    """RD-33: if a model's tower falls during a run, the run is printed before the fall. The same holds for a model that
    is shoved.
    """
    assert told(
        events.Acts("a1", "scoot"),
        events.Rolled("Ada", "a1", "move", (6, 6, 1)),
        events.Moved("a1", 1.0, None),
        events.TowerFalls("a1", "Ada", 6),
        events.FallsOver("a1"),
        events.Moved("a1", 6.0, None),
        events.Shoved("b1"),
        events.TowerFalls("b1", "Bea", 4),
        events.FallsOver("b1"),
        events.Moved("b1", 1.5, None),
    ) == [
        "a1 scoots  6 6 1",
        "a1 runs 1.0 in",
        "a1 runs 6.0 in",
        "a1's tower of 6 comes down: Ada's doing, and a1 falls over",
        "b1 is shoved 1.5 in",
        "b1's tower of 4 comes down: Bea's doing, and b1 falls over",
    ]


def test_loot_is_told_with_the_run_that_ends_at_it() -> None:
    """RD-47: if a run knocks over a tower, the run and its loot share one line, and the fall follows."""
    assert told(
        events.Acts("a1", "scoot"),
        events.TowerFalls("b1", "Ada", 4),
        events.Moved("a1", 0.0, "t00003"),
        events.Loot("Ada", "a1", "t00003"),
    ) == [
        "a1 scoots",
        "a1 is right beside loot and pockets it: Ada has 1",
        "b1's tower of 4 comes down: Ada's doing",
    ]


def test_a_boot_is_told_with_whom_it_is_for() -> None:
    """RD-71, RD-72: a boot at an enemy and a boot that helps up a friend have different words. If the enemy's boss has
    no loot, the line says so.
    """
    kick = "a1 puts the boot into b1, but Bea has no loot to take"
    assert told(events.Acts("a1", "boot"), events.Boots("a1", "b1")) == [kick]
    assert told(events.Acts("a1", "boot"), events.Boots("a1", "a2")) == ["a1 puts the boot in to get a2 up"]


def test_an_event_in_a_file_is_named_after_its_class() -> None:
    """The name of an event's class in lower case, with `_` between words, is the event's name in files."""
    assert event_name(events.TowerFalls) == "tower_falls"
    assert event_name(events.TimeIsUp) == "time_is_up"


def test_verdicts() -> None:
    """The verdict on a game names a winner or a draw. Without winners it says so, and so it does for an unfinished
    game.
    """
    loot = (("Ada", 3), ("Bea", 3))
    assert "wins" in verdict(FinalScore(("Ada",), "loot", loot, turns=3))
    assert "draw between" in verdict(FinalScore(("Ada", "Bea"), "loot", loot, turns=3))
    assert verdict(FinalScore((), "still up", (("Ada", 0), ("Bea", 0)), turns=3)) == "Nobody wins."
    assert "unfinished" in verdict(FinalScore((), "loot", loot, turns=3, unfinished="The game is unfinished."))
