"""A process that has imported what reading a mesh needs, and forks processes that read meshes. This saves the second
that the imports of each start take.

A fork runs `worker.main` with its own pipes and limits, and ends as a started process does. Tests of the start itself
need the fixture `started_readers`.
"""

import gc
import os
import signal
import socket
import struct
import subprocess
import sys
import traceback
from types import TracebackType
from typing import IO, Any

from riotsim.files.mesh import reader, worker

_PID = struct.Struct("<q")
"""Form of a process's number or exit code, as sent between the tests and the process that forks."""


class ForkedReader:
    """A forked process with those parts of `subprocess.Popen` that the program uses."""

    def __init__(self, link: socket.socket) -> None:
        """Start the process.

        Args:
            link: Connection to the process that forks.
        """
        theirs_in, ours_in = os.pipe()
        ours_out, theirs_out = os.pipe()
        ours_err, theirs_err = os.pipe()
        theirs = (theirs_in, theirs_out, theirs_err)
        socket.send_fds(link, [_PID.pack(0)], theirs)
        for pipe in theirs:
            os.close(pipe)
        self._link = link
        self.stdin: IO[bytes] = open(ours_in, "wb")  # noqa: SIM115  # closed by the program, as a process's pipes are
        self.stdout: IO[bytes] = open(ours_out, "rb")  # noqa: SIM115
        self.stderr: IO[bytes] = open(ours_err, "rb")  # noqa: SIM115
        self.pid = _received(link)
        self.returncode: int | None = None

    def kill(self) -> None:
        """End the process by SIGKILL."""
        if self.returncode is None:
            os.kill(self.pid, signal.SIGKILL)  # not reaped yet, so the number is still its own

    def wait(self) -> int:
        """Wait until the process has ended, and return its exit code, which is negative after a signal."""
        if self.returncode is None:
            self._link.sendall(_PID.pack(self.pid))
            self.returncode = _received(self._link)
        return self.returncode


class ReaderForks:
    """A process that has imported what reading a mesh needs, and forks a reading process whenever one is wanted."""

    PIPE = subprocess.PIPE

    def __init__(self) -> None:
        """Prepare the forks. The process that forks starts with the first fork."""
        self._process: subprocess.Popen[bytes] | None = None
        self._link: socket.socket | None = None
        self._owner = os.getpid()
        self._path = os.environ.get("PYTHONPATH")

    def Popen(  # noqa: N802  # it takes the place of `subprocess.Popen`
        self, command: tuple[str, ...], *, env: dict[str, str], **others: Any
    ) -> "ForkedReader | subprocess.Popen[bytes]":
        """Fork a process that reads meshes. Start other processes, and those with another `PYTHONPATH`, in the usual
        way.
        """
        if command != reader._COMMAND or os.environ.get("PYTHONPATH") != self._path or os.getpid() != self._owner:
            return subprocess.Popen(command, env=env, **others)
        if self._link is None:
            self._link, theirs = socket.socketpair()
            with theirs:
                self._process = subprocess.Popen(
                    [sys.executable, "-P", __file__, str(theirs.fileno())],
                    env=env,
                    stdin=subprocess.DEVNULL,
                    pass_fds=[theirs.fileno()],
                )
        return ForkedReader(self._link)

    def __enter__(self) -> "ReaderForks":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        """End the process."""
        if self._link is not None and self._process is not None and os.getpid() == self._owner:
            self._link.close()
            self._process.wait()


def _received(link: socket.socket) -> int:
    """Return the number that the other side sends."""
    answer = link.recv(_PID.size, socket.MSG_WAITALL)
    assert len(answer) == _PID.size, "what forks the processes that read meshes has died"
    (number,) = _PID.unpack(answer)
    return int(number)


def fork_on_request(link: socket.socket) -> None:
    """If a request has the number 0 and pipes, fork a process. Else wait for the process with that number."""
    worker.import_everything()
    gc.collect()
    gc.freeze()
    while True:
        request, pipes, _, _ = socket.recv_fds(link, _PID.size, 3)
        if not request:
            return
        (number,) = _PID.unpack(request)
        if number:
            _, status = os.waitpid(number, 0)
            link.sendall(_PID.pack(os.waitstatus_to_exitcode(status)))
            continue
        number = os.fork()
        if not number:
            link.close()
            read_meshes(pipes)
        for pipe in pipes:
            os.close(pipe)
        link.sendall(_PID.pack(number))


def read_meshes(pipes: list[int]) -> None:
    """Do what a process that reads meshes does, with these pipes as its standard streams; then end the process."""
    code = 1
    try:
        for stream, pipe in enumerate(pipes):
            os.dup2(pipe, stream)
            os.close(pipe)
        worker.main()
        sys.stdout.flush()
        code = 0
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(code)


if __name__ == "__main__":
    fork_on_request(socket.socket(fileno=int(sys.argv[1])))
