"""The shared options of the lab's commands, and functions that open the ledger and start workers."""

import shlex
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from riotsim.app.saving import data_folder, make_data_folder
from riotsim.errors import BadInput

if TYPE_CHECKING:
    from riotsim.lab.campaigns.ledger import Ledger
    from riotsim.lab.campaigns.workers import WorkerPool

Db: TypeAlias = Annotated[
    Path | None,
    typer.Option("--db", metavar="FILE", envvar="RIOTSIM_LAB", show_envvar=False,
                 help="The ledger; by default the file that RIOTSIM_LAB in the environment names, or else "
                 "riotsim/lab.sqlite in this system's folder for users' data."),
]  # fmt: skip

Name: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="NAME",
        help="The campaign's name in `riotsim lab list`. Its digest may be left out if only one campaign fits.",
    ),
]

Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Write JSON and nothing else.")]

All: TypeAlias = Annotated[bool, typer.Option("--all", help="Show all measures, also those that nobody asked about.")]

Workers: TypeAlias = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, max=1024, help="Number of games played at a time; by default one for each core."),
]

Cluster: TypeAlias = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="A running dask cluster, such as tcp://10.0.0.5:8786.")
]


def open_ledger(db: Path | None, *, must_exist: bool = False) -> "Ledger":
    """Open the ledger.

    Args:
        db: The ledger; None for the user's default ledger.
        must_exist: Whether a missing ledger is an error. By default it is created.

    Raises:
        BadFile: The file is not a ledger, can't be used, lies in a missing folder, or is missing although it must
            exist.
    """
    from riotsim.files.problems import BadFile, Problem
    from riotsim.lab.campaigns.ledger import Ledger

    path = db if db is not None else data_folder() / "lab.sqlite"
    if must_exist and not path.exists():
        raise BadFile([Problem(str(path), "there is no ledger here yet; riotsim lab run CAMPAIGN.yaml makes one")])
    make_data_folder(path)
    return Ledger(path)


def this_command() -> str:
    """Return the command line of this process, quoted for a shell. The same command resumes the campaign."""
    return shlex.join(["riotsim", *sys.argv[1:]])


@contextmanager
def worker_pool(workers: int | None, cluster: str | None) -> "Iterator[WorkerPool]":
    """Yield a pool of workers on this machine or on a cluster.

    Workers on this machine end when the `with` block ends.

    Args:
        workers: Number of processes on this machine; None for one on each core.
        cluster: Address of a dask cluster; None for this machine.

    Raises:
        BadInput: The cluster can't be used, or both arguments are given.
    """
    from riotsim.lab.campaigns.workers import cpu_count, local_pool

    if cluster is None:
        pool = local_pool(workers or cpu_count())
        try:
            yield pool
        finally:
            pool.close()
        return
    if workers is not None:
        raise BadInput("--workers is for this machine; how many a cluster has is the cluster's")
    with ExitStack() as stack:
        yield _connect_to_cluster(stack, cluster)


def _connect_to_cluster(stack: ExitStack, cluster: str) -> "WorkerPool":
    """Connect to a cluster and return its pool of workers. The connection lasts until the stack is closed.

    Args:
        stack: Stack of contexts. The connection is added to it.
        cluster: Address of the cluster.

    Raises:
        BadInput: dask is not installed, or the connection fails.
    """
    from riotsim.lab.campaigns.workers import cluster_pool

    try:
        return stack.enter_context(cluster_pool(cluster))
    except ImportError as error:
        raise BadInput("--cluster needs dask: pip install 'riotsim[cluster]'") from error
    except (OSError, ValueError) as error:
        raise BadInput(f"--cluster {cluster}: can't connect ({error})") from error
