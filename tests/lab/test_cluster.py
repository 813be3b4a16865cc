"""A campaign on a dask cluster: a scheduler and two workers on loopback, one of which is killed."""

import json
import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from command_line import riotsim
from small_campaigns import ONE, campaign

from riotsim.cli.lab.options import worker_pool
from riotsim.lab.campaigns import workers

TIMEOUT = 240.0


LOOPBACK = ("--host", "127.0.0.1", "--dashboard-address", "127.0.0.1:0")

CERTIFICATE = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=riotsim -keyout cluster.key -out cluster.pem"

TLS = """
distributed:
  comm:
    require-encryption: true
    tls:
      ca-file: {folder}/cluster.pem
      scheduler: {cert: {folder}/cluster.pem, key: {folder}/cluster.key}
      worker: {cert: {folder}/cluster.pem, key: {folder}/cluster.key}
      client: {cert: {folder}/cluster.pem, key: {folder}/cluster.key}
"""
"""The configuration that `docs/how-to/lab.md` shows. `{folder}` stands for the folder of certificate and key."""


FORKS = """
import json, os, sys
import distributed.cli.dask_scheduler as scheduler, distributed.cli.dask_worker as worker

for line in sys.stdin:
    command, *sys.argv[1:] = json.loads(line)
    if command == "worker":
        import riotsim.lab.campaigns.trial
    if (child := os.fork()) == 0:
        for stream, mode in enumerate((os.O_RDONLY, os.O_WRONLY, os.O_WRONLY)):
            os.dup2(os.open(os.devnull, mode), stream)
        sys.exit({"scheduler": scheduler, "worker": worker}[command].main())
    print(child, flush=True)
"""
"""Script that reads commands of dask, runs each in a fork, and prints the fork's process id.

A fork doesn't have to import dask again, which would take a second or two.
"""


@contextmanager
def _dask(**settings: str) -> Iterator[Callable[..., int]]:
    """Yield a function that starts a scheduler or a worker and returns its process."""
    started: list[int] = []
    command, env = [sys.executable, "-c", FORKS], {**os.environ, **settings}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env) as forks:
        told, answers = forks.stdin, forks.stdout
        assert told is not None
        assert answers is not None

        def start(*words: str) -> int:
            print(json.dumps(words), file=told, flush=True)
            started.append(int(answers.readline()))
            return started[-1]

        try:
            yield start
        finally:
            for one in started:  # none is another process by now: they are children of one that doesn't wait for them
                os.kill(one, signal.SIGKILL)


def _free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


def _answers(port: int) -> bool:
    with socket.socket() as calling:
        return calling.connect_ex(("127.0.0.1", port)) == 0


def _lab(file: Path, db: Path, *more: str, path: Path | None = None, **settings: str) -> "subprocess.Popen[str]":
    """Start `riotsim lab run` in the folder of the campaign's file. The folder `path`, if given, is put on Python's
    path.
    """
    command = [sys.executable, "-m", "riotsim", "lab", "run", str(file), "--db", str(db), "--json", *more]
    env = {**os.environ, **settings}
    if path is not None:
        env["PYTHONPATH"] = os.pathsep.join([str(path), *filter(None, [env.get("PYTHONPATH")])])
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=file.parent, env=env
    )


@contextmanager
def _cluster(folder: Path, workers: int, protocol: str = "tcp", **settings: str) -> Iterator[tuple[str, list[int]]]:
    """Start a scheduler and workers on loopback; yield the scheduler's address and all process ids, the scheduler's
    first.
    """
    pytest.importorskip("distributed")
    port = _free_port()
    address = f"{protocol}://127.0.0.1:{port}"
    worker = ("worker", address, "--nthreads", "1", "--no-nanny", "--local-directory", str(folder), *LOOPBACK)
    with _dask(**settings) as start:
        first = start("scheduler", "--port", str(port), "--protocol", protocol, *LOOPBACK)
        until = time.monotonic() + TIMEOUT
        while not _answers(port):
            assert time.monotonic() < until
            time.sleep(0.1)
        yield address, [first, *(start(*worker) for _ in range(workers))]


@contextmanager
def _killed_at(games: int, db: Path, victim: int) -> Iterator[None]:
    """Kill a process while the block runs, as soon as the ledger has stored so many games."""
    over = threading.Event()

    def watch() -> None:
        while _entered(db) < games:
            if over.wait(0.1):
                return
        os.kill(victim, signal.SIGKILL)
        killed.set()

    killed = threading.Event()
    watching = threading.Thread(target=watch)
    watching.start()
    try:
        yield
    finally:
        over.set()
        watching.join()
    assert killed.is_set(), "the campaign ended too soon"


def _found(run: "subprocess.Popen[str]") -> dict[str, Any]:
    out, err = run.communicate(timeout=TIMEOUT)
    assert run.returncode == 0, err
    found: dict[str, Any] = json.loads(out)
    return found


def test_a_cluster_does_without_a_worker_and_not_without_its_scheduler(tmp_path: Path) -> None:
    """If one of a cluster's two workers is killed midway, the figures are those of a run on this machine alone. If the
    scheduler is killed, the games so far are kept, and a message says that the same command goes on.
    """
    file, long = tmp_path / "hands.yaml", tmp_path / "long.yaml"
    file.write_text(json.dumps(campaign(pairs=2)))
    long.write_text(json.dumps(campaign(pairs=500)))
    commands = [("lab", "run", str(path), "--json", "--db") for path in (file, long)]
    with _cluster(tmp_path, 2) as (address, (scheduler, first, _)):
        with _killed_at(4, tmp_path / "cluster.sqlite", first):
            there = riotsim(*commands[0], tmp_path / "cluster.sqlite", "--cluster", address)
        with _killed_at(1, tmp_path / "x.sqlite", scheduler):
            gone = riotsim(*commands[1], tmp_path / "x.sqlite", "--cluster", address)
    assert gone.returncode == 2
    assert "the cluster has gone; the same command plays what is missing" in gone.stderr
    assert "Traceback" not in gone.stderr
    assert _entered(tmp_path / "x.sqlite") > 0
    assert there.returncode == 0, there.stderr
    assert json.loads(there.stdout)["games"] == 8  # equal players are played once
    here = riotsim(*commands[0], tmp_path / "here.sqlite", "--workers", "1")
    assert json.loads(there.stdout) == json.loads(here.stdout)


CONNECTED = """
import logging, sys
from riotsim.lab.campaigns.workers import cluster_pool

with cluster_pool(sys.argv[1]):
    for part in ("distributed.batched", "distributed.client", "distributed.comm.tcp", "tornado.application"):
        logging.getLogger(part).error("Batched Comm Closed")
"""
"""Script that connects to a cluster, and has parts of dask and tornado log an error."""


def test_the_log_of_dask_is_kept_from_the_terminal(tmp_path: Path) -> None:
    """If dask or tornado logs an error while riotsim is connected to a cluster, nothing is printed."""
    with _cluster(tmp_path, 0) as (address, _):
        run = subprocess.run([sys.executable, "-c", CONNECTED, address], capture_output=True, text=True, check=True)
    assert run.stderr == run.stdout == ""


OWN_BOT = """
from riotsim import GreedyBot

class Mine(GreedyBot):
    pass
"""


@pytest.mark.proof
def test_own_bots_play_on_a_cluster_that_has_the_same_module(tmp_path: Path) -> None:
    """A worker of a cluster imports a bot from the campaign's folder.

    If the worker finds no such module, or has imported an older version of it, the run ends with a message. The message
    names the worker, and no game is stored.
    """
    here, elsewhere = tmp_path / "here", tmp_path / "elsewhere"
    here.mkdir()
    elsewhere.mkdir()
    (here / "cluster_bot.py").write_text(OWN_BOT)
    (elsewhere / "absent_bot.py").write_text(OWN_BOT)
    files = {}
    for module in ("cluster_bot", "absent_bot"):
        players = [{"name": "Ada", "bot": f"{module}:Mine"}, {"name": "Bea"}, {"name": "Cy"}]
        files[module] = here / f"{module}.yaml"
        files[module].write_text(json.dumps(campaign(pairs=1, bosses=players, arms=ONE)))
    with _cluster(tmp_path, 1) as (address, _):
        there = _found(_lab(files["cluster_bot"], tmp_path / "there.sqlite", "--cluster", address))
        absent = _lab(files["absent_bot"], tmp_path / "absent.sqlite", "--cluster", address, path=elsewhere)
        _, missing = absent.communicate(timeout=TIMEOUT)
        (here / "cluster_bot.py").write_text(f"{OWN_BOT}    # a better one\n")
        changed = _lab(files["cluster_bot"], tmp_path / "changed.sqlite", "--cluster", address)
        _, older = changed.communicate(timeout=TIMEOUT)
    assert there["failed"] == []
    assert there == _found(_lab(files["cluster_bot"], tmp_path / "here.sqlite", "--workers", "1"))
    assert (absent.returncode, changed.returncode) == (2, 2), (missing, older)
    assert "there is no module absent_bot" in missing
    assert "has another version of its module" in older
    for told in (missing, older):
        assert "the worker, process " in told
        assert "Traceback" not in told
    assert _entered(tmp_path / "absent.sqlite") == _entered(tmp_path / "changed.sqlite") == 0


@pytest.mark.proof
@pytest.mark.skipif(shutil.which("openssl") is None, reason="makes its certificate with openssl")
def test_a_cluster_with_tls_plays_for_who_has_the_key_alone(tmp_path: Path) -> None:
    """If dask has the configuration of the docs, a campaign is played on a cluster with TLS. Without this
    configuration, or with another key, the run ends with a message that it can't connect.
    """
    file = tmp_path / "hands.yaml"
    file.write_text(json.dumps(campaign(pairs=1, arms=ONE)))
    configs = {}
    for owner in ("ours", "stranger"):
        (tmp_path / owner).mkdir()
        subprocess.run(shlex.split(CERTIFICATE), check=True, capture_output=True, cwd=tmp_path / owner)
        configs[owner] = tmp_path / owner / "cluster.yaml"
        configs[owner].write_text(TLS.replace("{folder}", str(tmp_path / owner)))
    with _cluster(tmp_path, 1, "tls", DASK_CONFIG=str(configs["ours"])) as (address, _):
        without = {
            config: _lab(file, tmp_path / f"{owner}.sqlite", "--cluster", address, DASK_CONFIG=config)
            for owner, config in (("nobody", ""), ("stranger", str(configs["stranger"])))
        }
        there = _lab(file, tmp_path / "there.sqlite", "--cluster", address, DASK_CONFIG=str(configs["ours"]))
        assert _found(there)["failed"] == []
        for config, refused in without.items():
            _, told = refused.communicate(timeout=TIMEOUT)
            assert refused.returncode == 2, told
            assert told.startswith(f"--cluster {address}: can't connect (")
            assert ("TLS needs distributed.comm.tls" in told) == (not config)


def _entered(db: Path) -> int:
    from riotsim.lab.campaigns.ledger import Ledger

    if not db.exists():
        return 0
    with Ledger(db) as ledger:
        return sum(entry.played for entry in ledger.campaigns())


def test_a_cluster_that_does_not_answer_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a cluster doesn't answer in time, the command prints that it can't connect, and ends with exit code 2."""
    pytest.importorskip("distributed")
    monkeypatch.setattr(workers, "CONNECT_SECONDS", 0.5)
    file = tmp_path / "hands.yaml"
    file.write_text(json.dumps(campaign()))
    address = f"tcp://127.0.0.1:{_free_port()}"
    run = riotsim("lab", "run", file, "--db", tmp_path / "x.sqlite", "--cluster", address, "--json")
    assert run.returncode == 2
    assert "can't connect" in run.stderr
    assert "Traceback" not in run.stderr


def test_what_goes_wrong_in_a_game_is_not_put_down_to_the_cluster() -> None:
    """If an OSError is raised while a pool of a cluster is in use, it isn't turned into a message about the cluster."""
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=1, processes=False, dashboard_address=":0") as cluster,
        pytest.raises(OSError, match="the disk is full"),
        worker_pool(None, cluster.scheduler_address),
    ):
        raise OSError("the disk is full")
