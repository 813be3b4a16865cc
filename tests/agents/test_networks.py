"""Policies in files: a saved network can be loaded again. Any other file is refused, and no code in a file is run."""

import io
import json
import pickle
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from riotsim.agents import networks
from riotsim.agents.networks import Network, UnusablePolicy, is_policy

CHANCE = np.random.default_rng(1)


def network() -> Network:
    """A network of two layers that sees 4 numbers and has 6 actions."""
    layers = ((4, 5), (5, 6))
    weights = tuple(CHANCE.normal(size=shape).astype(np.float32) for shape in layers)
    return Network("riot_dice", weights, tuple(np.zeros(shape[1], np.float32) for shape in layers))


def test_a_network_is_read_as_it_was_written(tmp_path: Path) -> None:
    """A network that was saved and loaded again has the same game and outputs. The network takes the legal action with
    the largest output.
    """
    made = network()
    made.save(tmp_path / "net.npz")
    read = Network.load(tmp_path / "net.npz")
    seen = CHANCE.normal(size=4).astype(np.float32)
    assert read.game == "riot_dice"
    assert np.array_equal(read.outputs(seen), made.outputs(seen))
    order = np.argsort(-made.outputs(seen))
    mask = np.ones(6, np.int8)
    assert read(seen, mask) == order[0]
    mask[order[0]] = 0
    assert read(seen, mask) == order[1]


class Trap:
    """An object that would write a file when it is unpickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (Path("trap_was_run"),)


def test_nothing_in_a_file_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a file holds pickled objects, the file is refused and the objects are not unpickled."""
    monkeypatch.chdir(tmp_path)
    with Path("trap.npz").open("wb") as out:
        np.savez(out, about=np.array([Trap()], dtype=object), weights_0=np.zeros((1, 1)), biases_0=np.zeros(1))
    with pytest.raises(UnusablePolicy, match=r"trap\.npz is no policy.*allow_pickle"):
        Network.load("trap.npz")
    Path("raw.npz").write_bytes(pickle.dumps(Trap()))
    with pytest.raises(UnusablePolicy, match=r"raw\.npz is no policy"):
        Network.load("raw.npz")
    assert not Path("trap_was_run").exists()


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"about": np.array("{}")}, "`about` must be JSON with the game"),
        ({"about": np.array(3)}, "`about` must be a text"),
        ({"about": np.array("no JSON")}, "is no policy"),
        ({"weights_0": np.zeros((4, 5), dtype="U1")}, "weights are numbers"),
        ({"weights_0": np.full((4, 5), np.nan)}, "must be finite"),
        ({"weights_1": np.zeros((7, 6))}, "layer 1 has 7 inputs, and the layer before 5 outputs"),
        ({"biases_1": np.zeros(7)}, "layer 1 has 6 outputs and 7 biases"),
        ({"weights_2": np.zeros((6, 6))}, "is no policy"),
    ],
)
def test_what_is_no_policy_is_told(tmp_path: Path, changed: dict[str, Any], message: str) -> None:
    """If a file isn't a proper policy, the message gives the name of the file and the fault."""
    made = network()
    arrays = {"about": np.array(json.dumps({"game": "riot_dice"}))}
    for k in range(2):
        arrays |= {f"weights_{k}": made.weights[k], f"biases_{k}": made.biases[k]}
    file = tmp_path / "net.npz"
    with file.open("wb") as out:
        np.savez(out, **(arrays | changed))
    with pytest.raises(UnusablePolicy, match=message) as told:
        Network.load(file)
    assert str(told.value).startswith(str(file))


def test_a_file_that_unpacks_to_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If an archive's contents would be larger than the limit when unpacked, the file is refused."""
    monkeypatch.setattr(networks, "MAX_BYTES", 1000)
    file = tmp_path / "big.npz"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("weights_0.npy", bytes(2000))
    with pytest.raises(UnusablePolicy, match="may have 1,000 at most"):
        Network.load(file)


@cache
def packed(**changed: bytes) -> bytes:
    """Return a network's file, compressed, with other contents for some arrays."""
    made = io.BytesIO()
    arrays: dict[str, Any] = {"about": np.array(json.dumps({"game": "riot_dice"}))}
    arrays |= {"weights_0": np.ones((4, 6), np.float32), "biases_0": np.zeros(6, np.float32)}
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in arrays.items():
            content = io.BytesIO()
            np.save(content, array)
            archive.writestr(f"{name}.npy", changed.get(name, content.getvalue()))
    return made.getvalue()


def test_hostile_archives_are_refused(tmp_path: Path) -> None:
    """If an array's header claims terabytes, or a text nests a hundred thousand brackets, the file is refused in one
    line.
    """
    header = b"{'descr': '<f4', 'fortran_order': False, 'shape': (1000000000000, 3), }".ljust(117) + b"\n"
    claims = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header
    deep = io.BytesIO()
    np.save(deep, np.array("[" * 100_000))
    file = tmp_path / "net.npz"
    for content in (packed(weights_0=claims), packed(about=deep.getvalue())):
        file.write_bytes(content)
        with pytest.raises(UnusablePolicy, match=r"net\.npz is no policy: .+") as told:
            Network.load(file)
        assert "\n" not in str(told.value)


@given(st.dictionaries(st.integers(0, len(packed()) - 1), st.integers(0, 255), min_size=1, max_size=20))
@example({10: 0, 11: 0})  # the time at which an array was written
@example({0: 0})
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_damaged_file_is_the_same_policy_or_is_told(tmp_path: Path, damage: dict[int, int]) -> None:
    """If any bytes of a policy's file are changed, the file either loads as the policy that it was, or is refused as
    unusable in one line that names the file.
    """
    content = bytearray(packed())
    for place, byte in damage.items():
        content[place] = byte
    file = tmp_path / "net.npz"
    file.write_bytes(content)
    message = None
    try:
        read = Network.load(file)
    except UnusablePolicy as refused:
        message = str(refused)
    else:
        assert read.game == "riot_dice"
        assert read.outputs(np.arange(4, dtype=np.float32)).tolist() == [6.0] * 6
    assert message is None or (message.startswith(str(file)) and "\n" not in message)


def test_names_of_policies() -> None:
    """A player's name stands for a policy in a file only if it ends with .npz. So a user's own module may be called
    `policy`.
    """
    assert is_policy("policy:some/net.npz")
    assert not is_policy("policy:Sniper")
    assert not is_policy("greedy")
