"""What a worker of the lab keeps in memory."""

import subprocess
import sys

from riotsim.files.rules import load_rules
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.store.begin import make_header
from riotsim.store.database.document import Seat

BRIEF = {"clock.minutes": 1, "clock.after": "last_activation"}

PLAYS = """
import sys
from riotsim.lab.campaigns.trial import Job, play
played = play(Job(sys.stdin.read(), {}))
assert not played.failure, played.failure
print([name for name in ("trimesh", "scipy", "networkx", "PIL") if name in sys.modules])
"""


def test_a_worker_leaves_meshes_to_a_process_that_ends() -> None:
    """What reading them needs would take 63 MB in each worker for as long as it plays."""
    seats = [Seat(name="Ada", player="random"), Seat(name="Bea", player="random")]
    header = make_header("riot_dice", "riot_dice", load_rules("riot_dice", Rulebook, BRIEF), 3, seats)
    found = subprocess.run(
        [sys.executable, "-c", PLAYS], input=header.model_dump_json(), capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stderr
    assert found.stdout.splitlines()[-1] == "[]"
