"""The page, in a real browser without a network: it shows the game, and can be scrubbed, clicked and linked to."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from riotsim.app.recordings import figure_meshes
from riotsim.bots.bot import play_out
from riotsim.files.assets.meshes import load_meshes
from riotsim.games.riot_dice.rules.game import new_game, rules_of
from riotsim.players import make_bots
from riotsim.replay.page import payload
from riotsim.replay.page.html import page, write_html
from riotsim.replay.recorded_timeline import RecordedTimeline, lay_out
from riotsim.replay.recording import Recording, record
from riotsim.replay.timeline import Timeline
from riotsim.simulation import perform
from riotsim.table.geometry.patches import Patch
from riotsim.table.geometry.plan import rectangle

from .browser import Browser, Page
from .conftest import Played

# One browser for all: that it draws in software makes it slow to start.
pytestmark = pytest.mark.xdist_group("browser")

MOST = 1_500_000
"""Largest size of a page with a game of five minutes (bytes). Two thirds of it are for the library that draws."""

WIDE, HIGH = 800, 500

SMALL = (640, 400)
"""Size of the window for the page with hostile names (pixels). In a lower window the table has no room."""

SCALE = 0.5
"""Number of drawn pixels for one pixel of the window. The tests look at a still smaller picture."""

DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))))"
"""Script that waits until the page has drawn its picture."""

LOOK = """
(() => {
  const { stage } = riotsim, small = document.createElement("canvas");
  const c = small.getContext("2d", { willReadFrequently: true });
  small.width = 160;
  small.height = 100;
  stage.draw();
  c.drawImage(stage.renderer.domElement, 0, 0, 160, 100);
  return Array.from(c.getImageData(0, 0, 160, 100).data);
})()
"""
"""Script that returns the canvas as 100 rows of 160 pixels, each as red, green, blue and alpha."""


@pytest.fixture(scope="module")
def file(recording: Recording, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the path of the page, which is alone in its folder."""
    path = tmp_path_factory.mktemp("alone") / "game.html"
    write_html(recording, path, figure_meshes=figure_meshes())
    return path


@pytest.fixture(scope="module")
def opened(file: Path, chromium: Browser) -> Iterator[tuple[Page, object]]:
    """Yield the page, opened in a browser by a link to a time. Also yield the time that the page showed, and whether
    the start screen was hidden.
    """
    with chromium.page(WIDE, HIGH, SCALE) as found:
        found.call("Page.navigate", url=f"{file.as_uri()}#t=12.34")
        found.wait("window.riotsim?.ready")
        showed = found.run("[riotsim.time, document.getElementById('start').hidden]")
        yield found, showed


@pytest.fixture
def browser(opened: tuple[Page, object]) -> Page:
    """Return the page that is open in the browser."""
    return opened[0]


def at(browser: Page, ms: float) -> list[int]:
    """Go to a time with the whole table in view, and return the picture."""
    browser.run(f"riotsim.follow(false); riotsim.overview(); riotsim.settle(); riotsim.seek({ms})")
    browser.run(DRAWN)
    seen: list[int] = browser.run(LOOK)
    return seen


def differing(one: list[int], two: list[int]) -> int:
    """Return how many colour values of two pictures differ by more than 24."""
    return sum(abs(a - b) > 24 for a, b in zip(one, two, strict=True))


def test_one_small_file(file: Path, recording: Recording) -> None:
    """The page of a replay is one file of less than 1.5 MB. The page loads no other files, and every placeholder is
    filled.
    """
    text = file.read_text(encoding="utf-8")
    assert len(text.encode()) < MOST
    assert "{{" not in text.partition('<script type="application/octet-stream"')[0].partition("<body>")[2]
    assert "src=" not in text.partition("<body>")[2].partition("<script")[0]
    assert page(recording, figure_meshes()) == text


def test_names_are_only_text(recording: Recording) -> None:
    """If a replay's title looks like HTML or a placeholder, the page shows it as text."""
    made = page(replace(recording.part(0, 2), title="</title><script>alert(1)</script> {{data}}"))
    assert "<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; {{data}}</title>" in made
    assert "alert(1)</script>" not in made


def test_draws_the_table(browser: Page) -> None:
    """The page draws the green felt and many other colours. The console has no errors, and nothing but the page's own
    file is loaded.
    """
    seen = at(browser, 60_000)
    colours = {tuple(seen[k : k + 3]) for k in range(0, len(seen), 4)}
    felt = sum(seen[k + 1] > seen[k] + 12 and seen[k + 1] > seen[k + 2] + 4 for k in range(0, len(seen), 4))
    assert len(colours) > 400
    assert felt > 160 * 100 * 0.15
    assert browser.said == []
    assert [url for url in browser.asked if not url.startswith(("data:", "blob:", "file:///"))] == []
    assert sum(url.startswith("file:///") for url in browser.asked) == 1


def test_nothing_strange_runs_in_the_page(browser: Page) -> None:
    """If foreign HTML with an event handler gets into the page, the page's security policy keeps the handler from
    running.
    """
    browser.run("document.body.insertAdjacentHTML('beforeend', '<p id=odd onclick=\"window.odd = 1\">')")
    browser.run("document.getElementById('odd').click(); document.getElementById('odd').remove()")
    assert browser.run("window.odd") is None
    browser.run("const odd = document.createElement('img'); odd.src = 'file:///'; document.body.append(odd)")
    assert all("Content Security Policy" in said for said in browser.said)
    assert browser.said
    browser.said.clear()


def test_scrubbing_changes_the_picture(browser: Page, timeline: RecordedTimeline) -> None:
    """The pictures of two different times differ. If the page goes back to a time, the picture is the same as
    before.
    """
    early, late = at(browser, 500), at(browser, timeline.end * 0.7)
    assert differing(early, late) > 300
    assert differing(early, at(browser, 500)) == 0


def test_pieces_are_where_they_were(browser: Page, recording: Recording, timeline: RecordedTimeline) -> None:
    """At the end of a replay, the page shows exactly the pieces of the last table. Standing models are at their
    places.
    """
    at(browser, timeline.end)
    shown: dict[str, Any] = browser.run(
        "Object.fromEntries(riotsim.stage.actors.filter((one) => one.holder.visible)"
        ".map((one) => [one.track.piece.id, one.holder.position.toArray()]))"
    )
    last = recording.moments[-1].after
    assert set(shown) == {*last.models, *last.tokens, *last.dice}
    for model in last.models.values():
        if not model.fallen:
            assert shown[model.id] == pytest.approx([*model.at, model.level], abs=0.02)


def test_clicking_the_bar(browser: Page, timeline: RecordedTimeline) -> None:
    """If the mark of a fall on the time bar is clicked, the page goes to the mark's time and shows the mark's text."""
    box = browser.run("document.getElementById('scrub').getBoundingClientRect().toJSON()")
    fall = [mark for mark in timeline.marks if mark.kind == "collapse"][-1]
    browser.click(box["left"] + box["width"] * fall.ms / timeline.end + 1, box["top"] + 30)
    assert browser.run("riotsim.time") == fall.ms
    tip = browser.run("document.getElementById('tip').textContent")
    assert fall.text in tip


def test_links_lead_to_moments(opened: tuple[Page, object]) -> None:
    """If the page's address has a time, the page opens at that time. If the page goes to another time, the address
    changes.
    """
    browser, showed = opened
    assert showed == [12340, True]
    browser.run("location.hash = '#t=83.5'")
    browser.wait("riotsim.time === 83500")
    browser.run("riotsim.seek(12340)")
    assert browser.run("location.hash") == "#t=12.34"


def test_the_log(browser: Page, recording: Recording, timeline: RecordedTimeline) -> None:
    """The log shows the lines of what has happened so far, with the latest line in view. If a line is clicked, the page
    goes to the time at which the line begins.
    """
    assert browser.run("document.querySelectorAll('#log [data-line]').length") == len(recording.lines)
    middle = timeline.end // 2
    at(browser, middle)
    known = sum(timeline.spans[line.last_moment].end <= middle for line in recording.lines)
    shown = "[...document.querySelectorAll('#log [data-line]')].filter((one) => one.offsetParent).length"
    assert browser.run(shown) == known
    assert browser.run(
        "(() => { const [log, here] = ['#log', '#log .here'].map((one) => document.querySelector(one)"
        ".getBoundingClientRect());"
        "return here.top >= log.top && here.bottom <= Math.min(log.bottom, innerHeight) + 1; })()"
    )
    line = next(k for k, one in enumerate(recording.lines) if timeline.spans[one.moment].begin > 60_000)
    browser.run(f"document.querySelectorAll('#log [data-line]')[{line}].firstChild.click()")
    assert browser.run("riotsim.time") == timeline.spans[recording.lines[line].moment].begin


def test_keys(browser: Page, timeline: RecordedTimeline) -> None:
    """Keys go to both ends of the replay, by steps of 2 s, and to the next or last throw. Keys also change the speed,
    and start and stop the replay.
    """
    falls = [mark.ms for mark in timeline.marks if mark.kind in ("throw", "collapse")]
    for key, then in (("Home", 0), ("ArrowRight", 2000), ("ArrowLeft", 0), ("End", timeline.end)):
        browser.key(key)
        assert browser.run("riotsim.time") == then
    browser.key("Home")
    browser.key("]")
    assert 0 < browser.run("riotsim.time") <= falls[0]
    browser.key("]")
    there = browser.run("riotsim.time")
    browser.key("]")
    browser.key("[")
    assert browser.run("riotsim.time") == there
    browser.key(" ")
    assert browser.run("document.body.classList.contains('playing')")
    browser.wait(f"riotsim.time > {there}")
    browser.key(" ")
    assert not browser.run("document.body.classList.contains('playing')")
    browser.key("+")
    assert browser.run("document.querySelector('#speeds [aria-pressed=true]').textContent") == "×2"
    browser.key("-")


def test_a_narrow_window(browser: Page) -> None:
    """If the window is as narrow as a phone, the log is below the table. Nothing sticks out at the side, even if the
    mouse was at the right end of the time bar.
    """
    box = browser.run("document.getElementById('scrub').getBoundingClientRect().toJSON()")
    browser.move(box["right"] - 5, box["top"] + 30)
    assert browser.run("document.getElementById('tip').getBoundingClientRect().right") > WIDE - 30
    browser.size(390, 800)
    browser.run(DRAWN)
    try:
        browser.wait("document.documentElement.scrollWidth <= 390")  # a busy machine lays out later
        assert browser.run(
            "document.getElementById('side').getBoundingClientRect().top"
            " >= document.getElementById('deck').getBoundingClientRect().bottom - 1"
        )
    finally:
        browser.size(WIDE, HIGH)
    assert browser.said == []


HOSTILE = '<img src="x" onerror="document.title=1">&amp;<b>'
"""A player's name that looks like HTML with a script."""


def painted(recording: Recording) -> Recording:
    """Return the recording with a table that is painted blue until the end of the tenth moment."""
    table = recording.first_table
    ground = rectangle(table.middle, table.width, table.depth)
    patches = (Patch(ground, recording.seats[0].name, fill="#1030ff", name="</script> sea"),)
    wet = tuple(
        replace(
            moment,
            before=replace(moment.before, patches=patches),
            after=replace(moment.after, patches=patches[number // 9 :]),
        )
        for number, moment in enumerate(recording.moments[:10])
    )
    return replace(recording, first_table=replace(table, patches=patches), moments=(*wet, *recording.moments[9:]))


@pytest.fixture(scope="module")
def hostile(played: Played) -> Recording:
    """Return the recording of the beginning of a game on a painted table. One player's name looks like HTML."""
    bots = {HOSTILE: "greedy", "Bea": "greedy"}
    session = new_game(played.rules, list(bots), 2, perform, load_meshes(played.rules))
    begin = session.checkpoint
    for _ in islice(play_out(session, make_bots(bots, played.rules, 2)), 30):
        pass
    made = record(
        rules_of(played.rules), begin, session.journal, replace(played, begin=begin).narration(),
        game="riot_dice", title=f"{HOSTILE} against Bea", players=bots,
    )  # fmt: skip
    return painted(made)


@pytest.fixture(scope="module")
def hostile_page(hostile: Recording, chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """Yield the page of the hostile recording, opened in a browser."""
    file = tmp_path_factory.mktemp("hostile") / "game.html"
    write_html(hostile, file, figure_meshes=figure_meshes())
    with chromium.page(*SMALL, SCALE) as found:
        found.call("Page.navigate", url=file.as_uri())
        found.wait("window.riotsim?.ready")
        yield found


def test_names_of_players_are_only_text(hostile: Recording, hostile_page: Page) -> None:
    """If a player's name looks like HTML, the page shows the name as text in the log, and adds no HTML elements."""
    hostile_page.run("riotsim.seek(1e9)")
    assert any(HOSTILE in line.text for line in hostile.lines)
    lines = hostile_page.run("[...document.querySelectorAll('#log [data-line]')].map((one) => one.textContent)")
    assert lines == [line.text.strip() for line in hostile.lines]
    names = hostile_page.run("[...document.querySelectorAll('#log .turn i')].map((one) => one.textContent)")
    assert HOSTILE in names
    assert hostile_page.run("document.title") == hostile.title
    assert hostile_page.run("document.querySelectorAll('img, [onerror]').length") == 0
    assert [url for url in hostile_page.asked if not url.startswith(("data:", "blob:", "file:///"))] == []


def test_patches_are_drawn_while_they_are_there(hostile: Recording, hostile_page: Page) -> None:
    """If a table is painted blue, the page shows the colour until the moment in which the paint is removed."""
    painted_until = lay_out(hostile).spans[9].end
    early, late = (np.array(at(hostile_page, ms)).reshape(100, 160, 4) for ms in (painted_until - 1, painted_until + 1))
    assert not hostile_page.said
    bluer = [int((picture[..., 2].astype(int) - picture[..., 1] > 40).sum()) for picture in (early, late)]
    assert bluer[0] > 1500 > 300 > bluer[1]


def test_keys_survive_the_page(timeline: Timeline) -> None:
    """The keyframes that are packed for the page can be unpacked. Places differ by at most 0.0051 mm, and rotations
    only by rounding. Quaternions don't change sign from one keyframe to the next.
    """
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
        exact = np.array([key.pose.orientation for key in track.keys])
        assert np.abs(np.abs(np.einsum("ij,ij->i", turns, exact)) - 1.0).max() < 1e-4
        assert (np.einsum("ij,ij->i", turns[1:], turns[:-1]) > -1e-3).all()
