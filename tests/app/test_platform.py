"""The platform that the check of an installation finds."""

import platform
import sys

import pytest

from riotsim.app import checks
from riotsim.app.checks import CheckResult

ADVICE = "pybullet has no wheel for this platform and Python; where it was compiled, riotsim runs all the same"


@pytest.mark.parametrize(
    ("system", "machine", "python", "version", "advice"),
    [
        ("Linux", "x86_64", "CPython", (3, 11), ""),
        ("Darwin", "x86_64", "CPython", (3, 11), ADVICE),
        ("Linux", "aarch64", "CPython", (3, 11), ADVICE),
        ("Linux", "x86_64", "PyPy", (3, 11), ADVICE),
        ("Linux", "x86_64", "CPython", (3, 12), ADVICE),
    ],
)
def test_advice_is_given_where_pybullet_has_no_wheel(
    monkeypatch: pytest.MonkeyPatch, system: str, machine: str, python: str, version: tuple[int, int], advice: str
) -> None:
    """The check of an installation advises against platforms for which PyBullet has no wheel. There is a wheel for
    Linux on x86-64 with Python 3.11 only.
    """
    with monkeypatch.context() as patch:
        patch.setattr(platform, "system", lambda: system)
        patch.setattr(platform, "machine", lambda: machine)
        patch.setattr(platform, "python_implementation", lambda: python)
        patch.setattr(sys, "version_info", (*version, 7, "final", 0))
        found = checks._platform()
    assert found == CheckResult("platform", "works", f"{system} {machine}", advice)
