"""What the page is given: columns of small whole numbers that lose nothing one could see."""

import numpy as np

from riotsim.replay.page import payload
from riotsim.replay.timeline import Timeline


def test_keys_survive_the_page(timeline: Timeline) -> None:
    """What the page unpacks is what was packed: to 1/100 mm and 1/10,000 of a turn, with no sudden signs."""
    data = payload.key_columns(timeline.tracks)
    count = sum(len(track.keys) for track in timeline.tracks)
    sizes = [("<u4", 4), *[("<i4", 4)] * 3, *[("<i2", 2)] * 4]
    columns, at = [], 0
    for kind, width in sizes:
        columns.append(np.frombuffer(data, kind, count, at))
        at += width * count
    assert at == len(data)
    first = 0
    for track in timeline.tracks:
        part = slice(first, first + len(track.keys))
        first += len(track.keys)
        times = np.cumsum(columns[0][part].astype(np.int64))
        assert times.tolist() == [key.ms for key in track.keys]
        places = (
            np.stack([np.cumsum(column[part].astype(np.int64)) for column in columns[1:4]], axis=1)
            / payload.POSITION_STEPS
        )
        assert np.abs(places - np.array([key.pose.at for key in track.keys])).max() < 0.0051
        # Sums wrap at 16 bits, as they do in the page.
        wrapped = np.stack([np.cumsum(column[part], dtype=np.int16) for column in columns[4:]], axis=1)
        turns = wrapped / payload.ROTATION_STEPS
        exact = np.array([key.pose.turn for key in track.keys])
        assert np.abs(np.abs(np.einsum("ij,ij->i", turns, exact)) - 1.0).max() < 1e-4
        assert (np.einsum("ij,ij->i", turns[1:], turns[:-1]) > -1e-3).all()
