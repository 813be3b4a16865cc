"""The command line as a whole: its fast help, version and credits, and its messages when something goes wrong."""

import ast
import json
import os
import resource
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from command_line import in_a_fork
from command_line import riotsim as here

from riotsim import physics, simulation
from riotsim.files.deferred_interrupts import deferred_interrupts
from riotsim.table.acts import Settled

COLD_HELP = {"app", "cli", "errors", "games.__init__", "play.markup"}
"""The parts of riotsim that `riotsim --help` imports. Of `games` it imports the package, but no game."""

COLD_THROW = COLD_HELP | {
    "files", "games.registry", "games.riot_dice.description", "games.riot_dice.rulebook", "measuring", "physics",
    "play.game", "play.house_rules", "play.requests", "play.rulebook", "rulebooks", "simulation", "table",
}  # fmt: skip
"""The parts of riotsim that `riotsim throw` imports: no store, no sessions, and only the rulebook of one game."""

FOR_THROWS = {"numpy", "pybullet", "pydantic", "ruamel.yaml"}
HEAVY = FOR_THROWS | {"jinja2", "loky", "moderngl", "PIL", "polars", "psutil", "pyglet", "scipy", "sqlite3", "trimesh"}
"""Libraries that take long to import, and that only the commands which need them import."""

QUICK = 0.5
"""The longest time in which `riotsim --help` is there (s of processor time)."""

TRIES = 3


def riotsim(*args: str) -> subprocess.CompletedProcess[str]:
    """Run the program in a separate process."""
    return subprocess.run([sys.executable, "-m", "riotsim", *args], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("args", "parts", "libraries"),
    [(("--help",), COLD_HELP, set()), (("throw", "3d6", "--seed", "1"), COLD_THROW, FOR_THROWS)],
    ids=("help", "throw"),
)
def test_a_cold_start_imports_what_it_needs(args: tuple[str, ...], parts: set[str], libraries: set[str]) -> None:
    """A command imports only those parts of riotsim and those libraries that it uses. If the test fails, import the new
    module inside the function that needs it, or below `TYPE_CHECKING`.
    """
    script = (
        "import json, sys\n"
        f"sys.argv = ['riotsim', *{args!r}]\n"
        "before = set(sys.modules)\n"
        "from riotsim.cli.main import main\n"
        "try:\n"
        "    main()\n"
        "finally:\n"
        "    print(json.dumps(sorted(set(sys.modules) - before)), file=sys.stderr)\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = json.loads(run.stderr)
    assert "riotsim.cli.main" in loaded
    packages = {".".join(part.split(".")[:depth]) for part in parts for depth in range(1, part.count(".") + 1)}
    ours = {name.removeprefix("riotsim.") for name in loaded if name.startswith("riotsim.")}
    assert {name for name in ours - packages if not f"{name}.".startswith(tuple(f"{part}." for part in parts))} == set()
    assert HEAVY & set(loaded) <= libraries


def test_help_is_for_users() -> None:
    """The part of a command's docstring for programmers is not in its help."""
    for command in (("play",), ("game",), ("games", "delete"), ("lab", "export")):
        run = here(*command, "--help")
        assert run.returncode == 0
        assert "Usage" in run.stdout
        assert "Raises" not in run.stdout


def test_help_is_quick() -> None:
    """`riotsim --help` takes less than half a second of processor time (the best of three, on a busy machine)."""

    def spent() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        riotsim("--help")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    assert any(spent() < QUICK for _ in range(TRIES))


def test_version_gives_credit() -> None:
    """`riotsim --version` prints the credit that the author of Riot Dice asks for."""
    run = riotsim("--version")
    assert run.returncode == 0
    assert (
        "riotsim is powered by Riot Dice, an open-source rules engine by Mike Hutchinson "
        "(https://planetsmashergames.com/riot-dice)." in run.stdout
    )


def test_unknown_command_is_said_on_stderr() -> None:
    """If a command is mistyped, the message on stderr names it. The exit code is 2, and there is no traceback."""
    run = here("thorw", "3d6")
    assert run.returncode == 2
    assert "thorw" in run.stderr
    assert "Traceback" not in run.stderr
    assert run.stdout == ""


@pytest.mark.parametrize(
    ("words", "meant"), [(("gmae",), "'game'"), (("lab", "rnu"), "'run'"), (("games", "shwo"), "'show'")], ids=" ".join
)
def test_a_mistyped_command_names_the_one_that_was_meant(words: tuple[str, ...], meant: str) -> None:
    """If a command is mistyped, the message names the one that was probably meant. This holds for commands of groups,
    too.
    """
    run = here(*words)
    assert run.returncode == 2
    assert f"Did you mean {meant}" in run.stderr


@pytest.mark.parametrize("words", [(), ("game",), ("throw",), ("games", "show"), ("lab", "compare")], ids=" ".join)
def test_h_is_help_and_flags_have_no_type(words: tuple[str, ...]) -> None:
    """For commands and groups, `-h` shows the help. In the help, options that are flags have no type `<bool>`."""
    run = here(*words, "-h")
    assert run.returncode == 0
    assert "Usage" in run.stdout
    assert "<bool>" not in run.stdout


def test_short_options_are_those_that_users_try() -> None:
    """`-v` and `-V` print the version as `--version` does. The help of `riotsim game` has `-q`."""
    assert here("-v").stdout == here("-V").stdout == here("--version").stdout != ""
    assert "-q" in here("game", "-h").stdout


def test_bash_completes_commands_and_options(tmp_path: Path) -> None:
    """If Bash has read the script that `--show-completion` prints, it completes commands and options."""
    completed = {
        "la": "lab", "lab ru": "run", "games --json sh": "show", "throw -3 --se": "--set --seed", "game --ga": "--gang",
    }  # fmt: skip
    program = tmp_path / "riotsim"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m riotsim "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    script = (
        'eval "$(riotsim --show-completion bash)"\n'
        'for typed in "$@"; do\n'
        "COMP_WORDS=(riotsim $typed)\n"
        "COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n"
        "_riotsim_completion riotsim\n"
        'echo "$typed: ${COMPREPLY[@]}"\n'
        "done\n"
    )
    run = subprocess.run(
        ["bash", "-c", script, "bash", *completed],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
    )
    assert run.stdout.splitlines() == [f"{typed}: {offered}" for typed, offered in completed.items()]


INTERRUPTED_COMMANDS = {
    "plain": "signal.raise_signal(signal.SIGINT)",
    "in code from a string": "exec('signal.raise_signal(signal.SIGINT)')",
    "twice": "signal.raise_signal(signal.SIGINT)\n    finally:\n        signal.raise_signal(signal.SIGINT)",
    "in a destructor": "type('Dying', (), {'__del__': lambda _: signal.raise_signal(signal.SIGINT)})()",
    "swallowed": "signal.raise_signal(signal.SIGINT)\n    except BaseException:\n        pass",
}
"""Statements during which Ctrl-C is pressed. After the last two, the command would end as if nothing had happened."""


@pytest.mark.parametrize("command", INTERRUPTED_COMMANDS.values(), ids=INTERRUPTED_COMMANDS)
def test_ctrl_c_stops_without_a_traceback(command: str, tmp_path: Path) -> None:
    """If a SIGINT comes during a command, the program ends with exit code 130 and prints only "stopped". It doesn't die
    by the signal, as `python -m` does when `exec` of a string is interrupted.
    """
    block = f"try:\n        {command}" if command.count("\n") else command
    script = (
        "import signal, sys\n"
        "from riotsim.cli import main as cli\n"
        "sys.argv = ['riotsim', 'wait']\n"
        "@cli.app.command()\n"
        "def wait() -> None:\n"
        f"    {block}\n"
        "cli.main()\n"
    )
    (tmp_path / "interrupted.py").write_text(script, encoding="utf-8")
    arguments = [sys.executable, "-m", "interrupted"]
    run = subprocess.run(arguments, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (130, "", "stopped\n")


@pytest.mark.parametrize("module", ["riotsim.cli", "typer", "riotsim.app.interrupts", "inspect"])
def test_ctrl_c_stops_the_start(module: str) -> None:
    """If a SIGINT comes while the program imports its modules, it ends with exit code 130 and "stopped"."""
    script = (
        "import signal, sys\n"
        "class Press:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == {module!r}:\n"
        "            signal.raise_signal(signal.SIGINT)\n"
        "from riotsim.__main__ import main\n"
        "sys.meta_path.insert(0, Press())\n"
        "sys.argv = ['riotsim', '--help']\n"
        "main()\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (130, "", "stopped\n")


def test_ctrl_c_stops_even_while_python_starts(tmp_path: Path) -> None:
    """The command that `make setup` makes blocks SIGINT while Python starts. If Ctrl-C comes then, here in
    `sitecustomize`, the program still ends with exit code 130 and "stopped".
    """
    command = Path(sys.executable).with_name("riotsim")
    if "--block-signal=INT" not in command.read_text(encoding="utf-8"):
        pytest.skip("env can't block signals here, or the environment wasn't made by make setup")
    (tmp_path / "sitecustomize.py").write_text("import signal\nsignal.raise_signal(signal.SIGINT)\n")
    settings = {**os.environ, "PYTHONPATH": str(tmp_path)}
    run = subprocess.run([command, "--help"], env=settings, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (130, "", "stopped\n")


def test_little_is_imported_before_ctrl_c_works() -> None:
    """The module that the console script imports first imports no other module. So Ctrl-C is handled early."""
    script = "import sys\nbefore = set(sys.modules)\nimport riotsim.__main__\nprint(set(sys.modules) - before)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ast.literal_eval(run.stdout) == {"riotsim", "riotsim.__main__"}


def test_ctrl_c_when_all_is_done_changes_nothing() -> None:
    """If a SIGINT comes while Python shuts down after a command, the exit code stays 0 and nothing is printed."""
    script = (
        "import atexit, signal, sys\n"
        "atexit.register(signal.raise_signal, signal.SIGINT)\n"
        "from riotsim.__main__ import main\n"
        "sys.argv = ['riotsim', '--version']\n"
        "main()\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")


GAME = ("game", "--quiet", "--no-save", "--seed", "1", "--set", "terrain.hill.scale=1.1", "--set", "clock.minutes=1")
"""Arguments for a short game whose mesh has to be read from a file."""


INTERRUPTED_AT = """
import json, os, signal, sys

awaited, args = json.loads(sys.argv[1]), json.loads(sys.argv[2])
found = {}

class Press:
    def find_spec(self, name, *_):
        if name not in awaited:
            return
        awaited[name] -= 1
        if awaited[name]:
            return
        del awaited[name]
        ours, theirs = os.pipe()
        sys.stdout.flush()
        pid = os.fork()
        if not pid:
            awaited.clear()
            os.dup2(theirs, 1)
            os.dup2(theirs, 2)
            os.close(ours)
            os.close(theirs)
            if name in AT_ONCE:
                signal.raise_signal(signal.SIGINT)
            else:
                print("begun", flush=True)
            return
        os.close(theirs)
        with os.fdopen(ours) as pipe:
            if name not in AT_ONCE:
                pipe.readline()
                os.kill(pid, signal.SIGINT)
            said = pipe.read()
        found[name] = [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), said]
        if not awaited:
            print(json.dumps(found), flush=True)
            os._exit(0)

sys.meta_path.insert(0, Press())
sys.argv = ["riotsim", *args]
from riotsim.cli import main as cli
cli.main()
"""
"""A program that runs riotsim and presses Ctrl-C in a fork, once for each package of a list. It does so when Python
looks for the package the given number of times. It prints how each fork ended.
"""

AT_ONCE = {"_ruamel_yaml": 2, "embreex": 1}
"""Optional packages for which ruamel.yaml and trimesh look, and the number of the look at which Ctrl-C is pressed at
once.
"""


@pytest.mark.parametrize(
    ("args", "packages"),
    [
        (GAME, dict.fromkeys(("pydantic", "numpy", "scipy.linalg", "networkx", "trimesh.scene"), 1) | AT_ONCE),
        (("doctor",), {"scipy.linalg": 1}),
    ],
    ids=("game", "doctor"),
)
def test_ctrl_c_stops_while_packages_are_imported(args: tuple[str, ...], packages: dict[str, int]) -> None:
    """If a SIGINT comes while a heavy package is imported, the program stops. The interrupted import isn't taken for a
    missing optional package.
    """
    script = INTERRUPTED_AT.replace("AT_ONCE", repr([*AT_ONCE]))
    words = [sys.executable, "-c", script, json.dumps(packages), json.dumps(args)]
    run = subprocess.run(words, capture_output=True, text=True, check=True)
    assert json.loads(run.stdout) == {package: [130, "stopped\n"] for package in packages}


def test_ctrl_c_that_is_swallowed_stops_the_game_all_the_same() -> None:
    """If a SIGINT is swallowed during an act, the game stops all the same."""
    true = physics.perform

    def perform(*args: Any, **options: Any) -> Settled:
        with suppress(BaseException):
            signal.raise_signal(signal.SIGINT)
        return true(*args, **options)

    def interrupted() -> subprocess.CompletedProcess[str]:
        physics.perform = perform  # this process is a fork
        return here("game", "--quiet", "--no-save", "--seed", "1")

    run = in_a_fork(interrupted)
    assert (run.returncode, run.stdout, run.stderr) == (130, "", "stopped\n")


def test_ctrl_c_stops_a_bot_that_thinks() -> None:
    """If a SIGINT is swallowed while a bot tries an act, the bot tries no further act and the game stops."""
    tries = 0

    def perform(*args: Any, **options: Any) -> Settled:
        nonlocal tries
        if not options:  # the game's own acts have a rate for their trace
            tries += 1
            with suppress(BaseException):
                signal.raise_signal(signal.SIGINT)
        return simulation.perform(*args, **options)

    def interrupted() -> tuple[subprocess.CompletedProcess[str], int]:
        planners = ("--boss", "Ada=planner", "--boss", "Bea=planner")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("riotsim.app.open_games.perform", perform)
            return here("game", "--quiet", "--no-save", "--seed", "1", "--set", "loot.each=2", *planners), tries

    run, tried = in_a_fork(interrupted)
    assert (run.returncode, run.stdout, run.stderr) == (130, "", "stopped\n")
    assert tried == 1


def test_an_interrupt_is_held_until_the_import_is_over() -> None:
    """If an interrupt comes during a block that holds interrupts back, it is raised after the block."""
    swallowed: list[BaseException] = []

    def import_like_trimesh() -> None:
        with deferred_interrupts():
            try:
                signal.raise_signal(signal.SIGINT)
            except BaseException as error:
                swallowed.append(error)

    with pytest.raises(KeyboardInterrupt):
        import_like_trimesh()
    assert not swallowed
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("rules show >&-", "closed"),
        ("rules show >/dev/full", "no space left"),
        ("throw 3d6 --seed 1 --json >/dev/full", "no space left"),
        ("--help >/dev/full", "no space left"),
        ("throw 3d6 --seed 1 --count 40", "PYTHONIOENCODING=utf-8"),
    ],
)
def test_where_nothing_can_be_written_is_one_line(command: str, words: str) -> None:
    """If stdout is closed, full or can't encode a letter, the program ends with exit code 1 and one line on stderr."""
    run = subprocess.run(
        ["sh", "-c", f'"$0" -m riotsim {command}', sys.executable],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "ascii" if words.startswith("PYTHON") else "utf-8"},
    )
    assert run.returncode == 1
    (line,) = run.stderr.splitlines()
    assert words in line


@pytest.mark.parametrize("command", ["tower 3 --seed 1 --count 5", "rules show", "rules chek", "replay nosuch"])
def test_a_closed_stderr_stops_nothing(command: str, tmp_path: Path) -> None:
    """If stderr is closed, a command has the same exit code and the same output as with an open stderr."""
    place = {"RIOTSIM_DB": str(tmp_path / "games.sqlite")}
    usual = here(*command.split(), env=place)
    closed = subprocess.run(
        ["sh", "-c", f'"$0" -m riotsim {command} 2>&-', sys.executable],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
        env={**os.environ, "COLUMNS": "80", **place},
    )
    assert (closed.returncode, closed.stdout) == (usual.returncode, usual.stdout)


def test_a_reader_who_has_enough_is_no_fault() -> None:
    """If nobody reads the output any more, as after `| head`, the program ends without a message."""
    command = f"({sys.executable} -m riotsim rules show; true) | true"
    run = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert run.stderr == ""


def test_a_fault_of_the_program_keeps_its_traceback() -> None:
    """If the program has a bug, its traceback is printed, and the exit code is 1."""
    script = (
        "import sys\n"
        "from riotsim.cli import main as cli\n"
        "sys.argv = ['riotsim', 'break-down']\n"
        "@cli.app.command()\n"
        "def break_down() -> None:\n"
        "    raise ZeroDivisionError('ours')\n"
        "cli.main()\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert "Traceback" in run.stderr
