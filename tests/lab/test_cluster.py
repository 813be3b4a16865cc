"""A campaign on a dask cluster: a scheduler and two workers on loopback, one of which is killed."""

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from small_campaigns import campaign

from riotsim.cli.lab.options import worker_pool

PATIENCE = 120.0


@contextmanager
def _running(*command: str) -> Iterator["subprocess.Popen[bytes]"]:
    process = subprocess.Popen([sys.executable, "-m", *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def _free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


def _answers(port: int) -> bool:
    with socket.socket() as calling:
        return calling.connect_ex(("127.0.0.1", port)) == 0


def _lab(file: Path, db: Path, *more: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "riotsim", "lab", "run", str(file), "--db", str(db), "--json", *more]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def _found(run: "subprocess.Popen[str]") -> dict[str, Any]:
    out, err = run.communicate(timeout=PATIENCE)
    assert run.returncode == 0, err
    found: dict[str, Any] = json.loads(out)
    return found


def test_a_cluster_plays_the_same_campaign_though_a_worker_is_killed(tmp_path: Path) -> None:
    """What two workers of a cluster play, one of them killed midway, has the figures of this machine's processes."""
    pytest.importorskip("distributed")
    file = tmp_path / "hands.yaml"
    file.write_text(json.dumps(campaign(pairs=3)))
    port = _free_port()
    address = f"tcp://127.0.0.1:{port}"
    worker = ("distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard",
              "--dashboard-address", ":0", "--local-directory", str(tmp_path))  # fmt: skip
    with ExitStack() as stack:
        scheduler = ("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard",
                     "--dashboard-address", ":0")  # fmt: skip
        stack.enter_context(_running(*scheduler))
        until = time.monotonic() + PATIENCE
        while not _answers(port):
            assert time.monotonic() < until
            time.sleep(0.1)
        first, _ = (stack.enter_context(_running(*worker)) for _ in range(2))
        run = _lab(file, tmp_path / "cluster.sqlite", "--cluster", address)
        while _entered(tmp_path / "cluster.sqlite") < 4:
            assert run.poll() is None, run.communicate()
            time.sleep(0.05)
        first.kill()
        there = _found(run)
    assert there["games"] == 18
    assert there == _found(_lab(file, tmp_path / "here.sqlite", "--workers", "2"))


def _entered(db: Path) -> int:
    from riotsim.lab.campaigns.ledger import Ledger

    if not db.exists():
        return 0
    with Ledger(db) as ledger:
        return sum(entry.played for entry in ledger.campaigns())


def test_a_cluster_that_does_not_answer_is_told_so(tmp_path: Path) -> None:
    """One message and exit code 2, and nothing is waited for in vain."""
    file = tmp_path / "hands.yaml"
    file.write_text(json.dumps(campaign()))
    run = _lab(file, tmp_path / "x.sqlite", "--cluster", f"tcp://127.0.0.1:{_free_port()}")
    _, err = run.communicate(timeout=PATIENCE)
    assert run.returncode == 2
    assert "nobody answers there" in err
    assert "Traceback" not in err


def test_what_goes_wrong_in_a_game_is_not_put_down_to_the_cluster() -> None:
    """Only while it is called is a cluster told to give no answer; what is raised later stays what it is."""
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=1, processes=False, dashboard_address=":0") as cluster,
        pytest.raises(OSError, match="the disk is full"),
        worker_pool(None, cluster.scheduler_address),
    ):
        raise OSError("the disk is full")
