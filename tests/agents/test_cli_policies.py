"""A policy is a trained player in a file. The command line can use one in a game, in a resumed game, in the window and
in the lab.
"""

from pathlib import Path

import numpy as np
import pytest
from command_line import riotsim

from riotsim.agents.networks import Network
from riotsim.app.window.offers import new_game_options
from riotsim.envs import demolition_dice_v0
from riotsim.files.problems import BadFile
from riotsim.lab.campaigns.campaign import Campaign
from riotsim.lab.campaigns.plan import make_plan
from riotsim.library.games import new_game

PLAYERS = ("--player", "Bea=random", "--player", "Cy=random")
POLICY = "policy:net.npz"
GAME = ("game", "--rules", "demolition_dice", "--seed", "1", "--quiet")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a policy for Demolition Dice of three players, and one for other sizes."""
    core = demolition_dice_v0.raw_env().core
    sees, acts = core.encoder.size, core.interface.layout.count
    weights = np.random.default_rng(1).normal(size=(sees, acts)).astype(np.float32)
    Network("demolition_dice", (weights,), (np.zeros(acts, np.float32),)).save(tmp_path / "net.npz")
    Network("demolition_dice", (weights[1:],), (np.zeros(acts, np.float32),)).save(tmp_path / "small.npz")
    return tmp_path


def test_a_policy_plays_a_game_that_can_be_resumed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game in which a policy plays can be resumed, and starts as the unbroken game with the same seed does. If the
    policy's file is gone, `riotsim game --resume` refuses and names the file.
    """
    whole = riotsim(*GAME, "--no-save", "--player", "Ada=policy:net.npz", *PLAYERS, cwd=folder)
    assert whole.returncode == 0, whole.stderr
    monkeypatch.chdir(folder)
    players = {"Ada": "policy:net.npz", "Bea": "random", "Cy": "random"}
    with new_game("demolition_dice", players, seed=1, store="games.sqlite") as game:
        for _ in range(9):
            game.step()
    assert game.id is not None
    resume = ("game", "--quiet", "--resume", game.id, "--db", "games.sqlite")
    (folder / "net.npz").rename(folder / "moved.npz")
    missing = riotsim(*resume)
    assert (missing.returncode, missing.stdout) == (2, "")
    assert "Ada is played by a policy: net.npz: there is no such file" in " ".join(missing.stderr.split())
    (folder / "moved.npz").rename(folder / "net.npz")
    resumed = riotsim(*resume)
    assert resumed.returncode == 0, resumed.stderr
    assert resumed.stdout.splitlines()[:6] == whole.stdout.splitlines()[:6]


@pytest.mark.parametrize(
    ("player", "why"),
    [
        ("policy:none.npz", "none.npz: there is no such file"),
        ("policy:net.npy", "no bot is called 'policy:net.npy'"),
        ("policy:small.npz", "it sees 238 numbers and has 1,731 actions, and here are 239 and 1,731"),
    ],
)
def test_a_policy_that_cannot_play_is_told(folder: Path, player: str, why: str) -> None:
    """If a policy's file is missing, misnamed or of other sizes, `riotsim game` gives the reason and exit code 2."""
    run = riotsim(*GAME, "--no-save", "--player", f"Ada={player}", *PLAYERS, cwd=folder)
    assert (run.returncode, run.stdout) == (2, "")
    assert why in " ".join(run.stderr.split())
    assert "Traceback" not in run.stderr


def test_a_policy_is_for_one_game(folder: Path) -> None:
    """If a policy was trained for another game, `riotsim game` refuses to let it play."""
    run = riotsim("game", "--no-save", "--player", "Ada=policy:net.npz", "--player", "Bea=random", cwd=folder)
    assert run.returncode == 2
    assert "it was trained for demolition_dice, and this is riot_dice" in " ".join(run.stderr.split())


def test_the_start_screen_offers_a_policy_that_was_named() -> None:
    """If the command line names a policy, the start screen offers the policy under the name of its file."""
    offered = {option.key: option.label for option in new_game_options(["policy:some/net.npz", "greedy"]).players}
    assert offered["policy:some/net.npz"] == "net"


def test_the_lab_plans_with_a_policy(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A campaign of the lab takes a policy as a player, like a bot. If the policy has the wrong sizes, the plan is
    refused before any game.
    """
    monkeypatch.chdir(folder)
    told = {
        "name": "learned",
        "rules": "demolition_dice",
        "players": [
            {"name": "Ada", "bot": "policy:net.npz"},
            {"name": "Bea", "bot": "random"},
            {"name": "Cy", "bot": "random"},
        ],
        "arms": {"one": {}},
        "pairs": 1,
    }
    plan = make_plan(Campaign.model_validate(told), "campaign.yaml")
    assert plan.arms["one"].header.seats[0].player == POLICY
    (folder / "small.npz").replace(folder / "net.npz")
    with pytest.raises(BadFile, match="trained with other rules"):
        make_plan(Campaign.model_validate(told), "campaign.yaml")
