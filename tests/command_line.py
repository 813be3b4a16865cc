"""Runs `riotsim` with arguments in the process of the tests, which saves the second that a start takes.

Tests of starts, signals, closed streams and colours need a process of their own instead.
"""

import gc
import signal
import sys
from collections.abc import Mapping
from io import BytesIO, TextIOWrapper
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from riotsim.cli.main import main


def riotsim(*args: str | Path, env: Mapping[str, str] = {}, cwd: Path | None = None) -> CompletedProcess[str]:
    """Run a command and return its exit code and output, as `subprocess.run` with captured text does.

    Args:
        args: The arguments after `riotsim`.
        env: Variables of the environment that are added for this command.
        cwd: The current folder of the command; None for that of the tests.

    Raises:
        Exception: The command has a bug; a process would show its traceback.
    """
    words = ["riotsim", *map(str, args)]
    thresholds, handler = gc.get_threshold(), signal.getsignal(signal.SIGINT)
    with pytest.MonkeyPatch.context() as patch:
        for key, value in {"COLUMNS": "80", "RIOTSIM_BOTS": "", **env}.items():
            patch.setenv(key, value)
        out, err = BytesIO(), BytesIO()
        patch.setattr(sys, "argv", words)
        patch.setattr(sys, "stdout", TextIOWrapper(out, encoding="utf-8", write_through=True))
        patch.setattr(sys, "stderr", TextIOWrapper(err, encoding="utf-8", write_through=True))
        patch.setattr(sys, "stdin", TextIOWrapper(BytesIO()))
        patch.setattr(sys, "unraisablehook", sys.unraisablehook)
        if cwd is not None:
            patch.chdir(cwd)
        code: object = 0
        try:
            main()
        except SystemExit as leaving:
            code = leaving.code
        finally:
            gc.set_threshold(*thresholds)
            signal.signal(signal.SIGINT, handler)
        code = code if isinstance(code, int) else int(code is not None)
        return CompletedProcess(words, code, out.getvalue().decode(), err.getvalue().decode())
