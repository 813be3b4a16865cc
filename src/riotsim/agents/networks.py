"""Policies in files: the weights of a network, and the name of its game.

A file is an `.npz` archive. It holds arrays of numbers, and one text with the game's name. It holds no code, and
nothing is unpickled.
"""

import json
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt

from riotsim.agents.interface import AgentInterface, Mask
from riotsim.agents.observations import FloatArray
from riotsim.errors import InvalidInput

PREFIX: Final = "policy:"
"""Prefix of the name of a bot whose policy is in a file. The whole name is `policy:FILE`."""

ENDING: Final = ".npz"
"""The ending of a policy's file."""

MAX_BYTES: Final = 64 << 20
"""Greatest total size of the unpacked arrays in a policy's file (bytes). Our choice."""

MAX_LAYERS: Final = 8
"""Greatest number of layers of a network. Our choice."""


_UNREADABLE: Final = (
    *(OSError, ValueError, EOFError, NotImplementedError, RuntimeError, OverflowError, MemoryError),
    *(zipfile.BadZipFile, zlib.error),
)
"""Errors that damaged or hostile archives cause. An array whose header claims a huge shape causes MemoryError."""


class UnusablePolicy(InvalidInput, ValueError):
    """A policy that can't play: its file is missing or invalid, or its network doesn't fit the game."""


@dataclass(frozen=True, slots=True)
class Network:
    """A network with one output for each action. It chooses the legal action with the largest output.

    Its hidden layers have the activation tanh.
    """

    game: str
    """The name of the game, such as `riot_dice`."""
    weights: tuple[npt.NDArray[np.float32], ...]
    """The weights of each layer, shape (inputs, outputs)."""
    biases: tuple[npt.NDArray[np.float32], ...]
    """The biases of each layer, shape (outputs,)."""

    def __call__(self, observation: FloatArray, mask: Mask) -> int:
        """Return the legal action with the largest output."""
        return int(np.where(mask, self.outputs(observation), -np.inf).argmax())

    def outputs(self, observation: FloatArray) -> FloatArray:
        """Return the output of each action, before any mask."""
        signal = observation
        for k, (weights, biases) in enumerate(zip(self.weights, self.biases, strict=True)):
            signal = (np.tanh(signal) if k else signal) @ weights + biases
        return signal

    def fault(self, interface: AgentInterface) -> str | None:
        """Return why the network can't play a game, or None if it can.

        Args:
            interface: The observations and actions of the game's players.
        """
        if self.game != interface.game.name:
            return f"it was trained for {self.game}, and this is {interface.game.name}"
        sees, acts = self.weights[0].shape[0], self.weights[-1].shape[1]
        if (sees, acts) != (interface.encoder.size, interface.layout.count):
            return (
                f"it sees {sees:,} numbers and has {acts:,} actions, and here are {interface.encoder.size:,} and "
                f"{interface.layout.count:,}: it was trained with other rules or another number of players"
            )
        return None

    def save(self, file: str | Path) -> None:
        """Write the network to a file, whose name should end with `.npz`."""
        arrays: dict[str, npt.NDArray[Any]] = {"about": np.array(json.dumps({"game": self.game}))}
        for k, (weights, biases) in enumerate(zip(self.weights, self.biases, strict=True)):
            arrays |= {f"weights_{k}": weights, f"biases_{k}": biases}
        with Path(file).open("wb") as out:
            np.savez(out, **arrays)  # type: ignore[arg-type]  # numpy's types take the arrays for its flag

    @classmethod
    def load(cls, file: str | Path) -> Self:
        """Read a network from a file.

        Raises:
            UnusablePolicy: The file can't be read, or isn't a policy. The message names the file.
        """
        try:
            with zipfile.ZipFile(file) as archive:
                size = sum(one.file_size for one in archive.infolist())
            if size > MAX_BYTES:
                raise UnusablePolicy(f"{file}: its arrays have {size:,} bytes, and may have {MAX_BYTES:,} at most")
            with np.load(file, allow_pickle=False) as arrays:
                return cls._of({name: arrays[name] for name in arrays.files})
        except UnusablePolicy as fault:
            raise UnusablePolicy(str(fault) if str(fault).startswith(str(file)) else f"{file}: {fault}") from None
        except FileNotFoundError:
            raise UnusablePolicy(f"{file}: there is no such file") from None
        except KeyError as missing:
            raise UnusablePolicy(f"{file} is no policy: it has no array {missing}") from missing
        except _UNREADABLE as error:
            reason = str(error).partition("\n")[0]
            raise UnusablePolicy(f"{file} is no policy: {reason}") from error

    @classmethod
    def _of(cls, arrays: dict[str, npt.NDArray[Any]]) -> Self:
        about = arrays["about"]
        if about.dtype.kind != "U" or about.ndim:
            raise UnusablePolicy("`about` must be a text")
        told = json.loads(str(about))
        if not isinstance(told, dict) or not isinstance(told.get("game"), str):
            raise UnusablePolicy('`about` must be JSON with the game, such as {"game": "riot_dice"}')
        count = sum(name.startswith("weights_") for name in arrays)
        if not 1 <= count <= MAX_LAYERS:
            raise UnusablePolicy(f"a network has 1 to {MAX_LAYERS} layers, not {count}")
        layers = range(count)
        weights = tuple(_numbers(arrays[f"weights_{k}"], 2) for k in layers)
        biases = tuple(_numbers(arrays[f"biases_{k}"], 1) for k in layers)
        if reason := _mismatch(weights, biases):
            raise UnusablePolicy(reason)
        return cls(told["game"], weights, biases)


def is_policy(name: str) -> bool:
    """Return whether a bot's name has the form `policy:FILE`, where `FILE` ends with `.npz`."""
    return name.startswith(PREFIX) and name.endswith(ENDING)


def load_policy(name: str) -> Network:
    """Read a policy from a file.

    Args:
        name: Name of a bot, in the form `policy:FILE`.

    Raises:
        UnusablePolicy: The file can't be read, or isn't a policy.
    """
    return Network.load(name.removeprefix(PREFIX))


def _numbers(array: npt.NDArray[Any], dimensions: int) -> npt.NDArray[np.float32]:
    if array.dtype.kind not in "fiu" or array.ndim != dimensions:
        raise UnusablePolicy(f"weights are numbers in rows and columns, and biases numbers in a row, not {array.dtype}")
    with np.errstate(over="ignore"):  # a number that is too large becomes infinite, and is refused below
        found = array.astype(np.float32)
    if not np.isfinite(found).all():
        raise UnusablePolicy("weights and biases must be finite")
    return found


def _mismatch(weights: Sequence[npt.NDArray[np.float32]], biases: Sequence[npt.NDArray[np.float32]]) -> str | None:
    """Return why layers don't fit together, or None if they do."""
    for k, (weight, bias) in enumerate(zip(weights, biases, strict=True)):
        if weight.shape[1] != bias.shape[0]:
            return f"layer {k} has {weight.shape[1]} outputs and {bias.shape[0]} biases"
        if k and weight.shape[0] != weights[k - 1].shape[1]:
            return f"layer {k} has {weight.shape[0]} inputs, and the layer before {weights[k - 1].shape[1]} outputs"
    return None
