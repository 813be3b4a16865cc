"""Files are written as a whole: a reader never finds half of the new content."""

import os
import stat
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from riotsim.files.atomic import write_whole, writing_whole
from riotsim.files.problems import BadFile
from riotsim.viewer.settings import Settings, save


def test_a_file_is_written_over_and_keeps_its_permissions(tmp_path: Path) -> None:
    """If a file exists, `write_whole` replaces its content and keeps its permissions. No other file is left in the
    folder.
    """
    file = tmp_path / "game.json"
    write_whole(file, b"first")
    assert stat.S_IMODE(file.stat().st_mode) == 0o644
    file.chmod(0o600)
    write_whole(file, b"second")
    assert file.read_bytes() == b"second"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("there", [True, False])
def test_a_link_stays_one(tmp_path: Path, there: bool) -> None:
    """A symbolic link stays, and its target is written, whether it exists or not."""
    target, link = tmp_path / "far" / "game.json", tmp_path / "link"
    target.parent.mkdir()
    if there:
        target.write_bytes(b"first")
    link.symlink_to(target)
    write_whole(link, b"second")
    assert link.is_symlink()
    assert target.read_bytes() == b"second"
    assert list(target.parent.iterdir()) == [target]


def test_a_pipe_is_written_into(tmp_path: Path) -> None:
    """`write_whole` writes into a pipe, even more than fits into the pipe at once. The pipe stays a pipe."""
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()
    write_whole(pipe, b"x" * 200_000)
    reader.join(10)
    assert read == [b"x" * 200_000]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_device_is_written_into(tmp_path: Path) -> None:
    """If the target is a link to a device, `write_whole` writes into the device, and the link stays. The device is a
    terminal.
    """
    try:
        ours, terminal = os.openpty()
        os.ttyname(terminal)
    except OSError:
        pytest.skip("there are no terminals here")
    link = tmp_path / "screen"
    link.symlink_to(os.ttyname(terminal))
    write_whole(link, b"hello")
    assert link.is_symlink()
    assert stat.S_ISCHR(link.stat().st_mode)
    assert os.read(ours, 5) == b"hello"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("typo/game.json", "there is no folder {folder}/typo"),
        ("file/game.json", "{folder}/file is no folder"),
        ("dangling", "there is no folder {folder}/typo"),
        (".", "it is a folder"),
        ("round", "symbolic links"),
        ("x" * 300, "name too long"),
    ],
)
def test_what_can_not_be_written_is_told(tmp_path: Path, name: str, told: str) -> None:
    """If a file can't be written, the message says why, and names a folder that is missing. No folder is made."""
    (tmp_path / "file").touch()
    (tmp_path / "dangling").symlink_to(tmp_path / "typo" / "game.json")
    (tmp_path / "round").symlink_to(tmp_path / "round")
    before = sorted(tmp_path.iterdir())
    with pytest.raises(BadFile) as problem:
        write_whole(tmp_path / name, b"content")
    assert told.format(folder=tmp_path) in str(problem.value)
    assert sorted(tmp_path.iterdir()) == before


def test_what_grows_takes_its_place_once_it_is_whole(tmp_path: Path) -> None:
    """While a file is being written, its old content stays in place. The new content is in another file beside it, with
    the same ending.
    """
    file = tmp_path / "film.mp4"
    file.write_bytes(b"first")
    file.chmod(0o600)
    with writing_whole(file, ".mp4") as place:
        place.write_bytes(b"half")
        assert file.read_bytes() == b"first"
        assert (place.parent, place.suffix) == (tmp_path, ".mp4")
        place.write_bytes(b"all of it")
    assert file.read_bytes() == b"all of it"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [file]


def grown(path: Path, content: bytes) -> None:
    """Write a file through `writing_whole`."""
    with writing_whole(path) as place:
        place.write_bytes(content)


def settings(path: Path, _content: bytes) -> None:
    """Write settings of the window."""
    save(Settings(volume=0.9), path)


@pytest.mark.parametrize("write", [write_whole, grown, settings])
def test_a_power_cut_leaves_one_whole_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Callable[[Path, bytes], None]
) -> None:
    """The whole new content is synchronised to the disk before it replaces the old file. So a power cut can't leave
    half a file.
    """
    file, synchronised = tmp_path / "game.json", dict[int, int]()
    file.write_bytes(b"first")
    sync, replace = os.fsync, os.replace

    def synchronise(handle: int) -> None:
        sync(handle)
        synchronised[os.fstat(handle).st_ino] = os.fstat(handle).st_size

    replaced = list[bytes]()

    def take_place(old: Path, new: Path) -> None:
        status = os.stat(old)
        assert synchronised.get(status.st_ino) == status.st_size > 0
        replaced.append(file.read_bytes())
        replace(old, new)

    monkeypatch.setattr(os, "fsync", synchronise)
    monkeypatch.setattr(os, "replace", take_place)
    monkeypatch.setattr(Path, "replace", take_place)
    write(file, b"second" * 100_000)
    assert replaced == [b"first"]
    assert file.read_bytes() != b"first"


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_what_was_not_finished_is_gone(tmp_path: Path, error: type[BaseException]) -> None:
    """If an error or Ctrl-C stops the writing of a new file, no file is left in the folder."""
    file = tmp_path / "film.mp4"

    def begin(error: BaseException) -> None:
        with writing_whole(file) as place:
            place.write_bytes(b"half")
            raise error

    with pytest.raises(error):
        begin(error())
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(BadFile, match="no space left"):
        begin(OSError(28, "No space left on device"))
    assert list(tmp_path.iterdir()) == []


def test_a_pipe_gets_what_has_grown(tmp_path: Path) -> None:
    """If the target of `writing_whole` is a pipe, the pipe gets the whole content at the end. No other file is left."""
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()
    with writing_whole(pipe) as place:
        place.write_bytes(b"x" * 200_000)
    reader.join(10)
    assert read == [b"x" * 200_000]
    assert list(tmp_path.iterdir()) == [pipe]
