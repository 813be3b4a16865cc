"""What a worker of the lab keeps in memory."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent

PLAYS = """
import sys
sys.path.insert(0, {saves!r})
from stored import header
from riotsim.lab.trial import Job, play
played = play(Job(header().model_dump_json(), {{}}))
assert not played.failure, played.failure
print([name for name in ("trimesh", "scipy", "networkx", "PIL") if name in sys.modules])
"""


def test_a_worker_leaves_meshes_to_a_process_that_ends() -> None:
    """What reading them needs would take 65 MB in each worker for as long as it plays."""
    script = PLAYS.format(saves=str(HERE.parent / "saves"))
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    assert found.stdout.splitlines()[-1] == "[]"
