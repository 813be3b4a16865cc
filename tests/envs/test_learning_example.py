import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "learning" / "learner.py"


def test_the_example_learns_something(tmp_path: Path) -> None:
    """The example of learning runs from any folder, without a screen. Its learner wins more than a random player."""
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), "4"], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    lots, learner = (int(won) for won in re.findall(r"against lots: (\d+) of 4 games won", done.stdout))
    assert learner > lots
