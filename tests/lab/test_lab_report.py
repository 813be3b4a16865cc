"""`riotsim lab report`: a page in a single file, compared with the ledger and opened in a browser."""

import math
import re
import shlex
import subprocess
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import numpy as np
import pytest
from command_line import riotsim
from hypothesis import given
from hypothesis import strategies as st
from replay.browser import Browser, Page
from small_campaigns import APART, campaign, made_up, plan, played_into

from riotsim.cli.lab.run import read
from riotsim.files.resources import builtin_rules
from riotsim.lab.campaigns.campaign import Campaign
from riotsim.lab.campaigns.ledger import Ledger
from riotsim.lab.campaigns.plan import Plan, Trial, make_plan
from riotsim.lab.campaigns.stopping import Status, status
from riotsim.lab.campaigns.trial import Played, rerun
from riotsim.lab.report.charts import forest
from riotsim.lab.report.findings import Example, choose_examples, why_chosen
from riotsim.lab.report.formatting import interval, span
from riotsim.lab.report.html import Report, Sample, make_report, page
from riotsim.lab.report.reproduction import campaign_file, commands, own_files
from riotsim.lab.report.spreads import _bins
from riotsim.lab.statistics.intervals import Estimate

pytestmark = pytest.mark.xdist_group("browser")  # one process plays the campaign and opens browsers

HOSTILE = '</script><script>document.title = "stolen"</script><img src="http://example.com/x.png">'
"""A name that would run a script and load a picture if a page showed it as HTML."""


def report(*args: str | Path) -> subprocess.CompletedProcess[str]:
    """Run `riotsim lab report` with the given arguments."""
    return riotsim("lab", "report", *args)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the path of a ledger with the small campaign, which is over."""
    return played_into(tmp_path_factory.mktemp("played") / "lab.sqlite")


@pytest.fixture(scope="module")
def file(played: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the path of the page of the small campaign, in a folder without other files."""
    path = tmp_path_factory.mktemp("alone") / "hands.html"
    done = report("hands", "--db", played, "-o", path)
    assert done.returncode == 0, done.stderr
    assert "to watch" in done.stderr
    return path


@pytest.fixture(scope="module")
def browser(file: Path, chromium: Browser) -> Iterator[Page]:
    """Yield the page of the small campaign in a browser without a network."""
    with chromium.page(900, 700) as found:
        found.call("Page.navigate", url=file.as_uri())
        found.wait("document.body?.dataset.ready === 'yes'")
        yield found


def alike_in_all(pairs: int) -> Status:
    """Return the status of the made-up campaign, with nothing that differs between its arms."""
    now = made_up(pairs)
    for one in now.samples.games.values():
        one.figures["towers felled"] = 3.0
    return now


def test_what_differs_is_said_first_and_nothing_else() -> None:
    """The page begins with the differences, each with its interval and corrected p-value, and has no other findings."""
    found = make_report(made_up()).findings
    assert [one.sentence for one in found] == ["Towers felled: more in “apart” than in “all alike”, 5.83 against 3.50."]
    assert re.fullmatch(r"Difference \+2\.33 .*chance of as much without any: under 0\.001\.", found[0].evidence)


def test_no_interval_of_two_pairs_has_what_cannot_be() -> None:
    """Intervals of counts lie at 0 or more, and intervals of shares within 0 to 1. Intervals of differences may be
    negative, but a share's difference is at least -1. An interval without any bounds is allowed.
    """
    now = made_up(pairs=2)
    parts = ("decided at", "forced decisions", "decided early", "throws that fell their target")
    for trial, game in now.samples.games.items():
        game.figures.update(dict.fromkeys(parts, 0.9 - 0.8 * trial.pair))
        game.figures["margin"] = 4.0 * trial.pair + (trial.arm == "apart") * trial.pair
    lines = {line.measure: line for line in make_report(now).lines}
    for measure, line in lines.items():
        for one in line.estimates.values():
            assert one is not None
            most = 1.0 if measure in parts or measure.startswith("wins ") else math.inf
            assert (one.low, one.high) == (-math.inf, math.inf) or 0.0 <= one.low <= one.high <= most, measure
    assert lines["margin"].differences["apart"].estimate.low < 0.0
    shares = [line.differences["apart"].estimate for name, line in lines.items() if name in parts]
    assert all(one.low >= -1.0 or one.low == -math.inf for one in shares)


def test_what_goes_by_two_names_is_found_once() -> None:
    """If two measures have the same value in all games, the report tells their difference only once."""
    now = made_up()
    for one in now.samples.games.values():
        one.figures["dice felled"] = one.figures["towers felled"]
    assert len(make_report(now).findings) == 1


def test_what_never_scattered_has_no_interval_in_words() -> None:
    """If an interval has no bounds, as with two equal pairs, the report shows a question mark in its place. Differences
    of shares are shown in points.
    """
    assert interval(Estimate(40.0, -math.inf, math.inf, 2)) == "40.0 (?)"
    assert span("turns", Estimate(2.0, -math.inf, math.inf, 2)) == "+2.00 (?)"
    assert span("draws", Estimate(0.02, 0.005, 0.035, 2)) == "+2.00 (+0.50 to +3.50) points"


def test_where_nothing_differs_it_says_so() -> None:
    """If nothing differs between arms in six pairs, the report says so. It shows a game to watch all the same."""
    alike = make_report(alike_in_all(6))
    assert alike.findings[0].sentence.startswith("Nothing that was measured differs")
    assert choose_examples(alike.status.samples, alike.findings)
    assert '<span class="whole">over</span>' in page(alike, {}, "")


@pytest.mark.parametrize("pairs", [1, 2, 5])
def test_what_so_few_pairs_can_not_show_is_not_denied(pairs: int) -> None:
    """Five pairs can't show a difference, however large it is. So the page says that the pairs are
    too few, in place of a finding and not in green.
    """
    alike = make_report(alike_in_all(pairs))
    (told,) = alike.findings
    assert told.sentence.endswith("can show next to nothing: whether anything differs between the arms is not known.")
    assert told.sentence.startswith("1 pair of seeds can" if pairs == 1 else f"{pairs} pairs of seeds can")
    assert told.evidence == "Fewer than 6 pairs can't show a difference, however large it is."
    text = page(alike, {}, "")
    assert "over, with too few pairs to show anything" in text
    assert "by more than chance can do" not in text
    single = make_report(made_up(pairs, arms={"one": {"bosses": APART}}))
    assert single.findings[0].sentence.endswith("whether anybody wins more or less than equals would is not known.")


def test_arms_that_are_alike_are_told() -> None:
    """If the options of two arms make no difference to the rules, the report says that nothing can differ."""
    for option, alike in (({"dice": 8}, False), ({}, True)):
        made = plan(pairs=1, arms={"one": {}, "two": {"set": option}})
        assert ("nothing can differ" in page(_of(made), {}, "")) == alike


def test_what_never_varies_in_the_first_arm_is_drawn_all_the_same() -> None:
    """If a measure never varies in the first arm, the plot of differences still shows it. Its unit is then the scatter
    of both arms together.
    """
    now = made_up()
    made = now.samples.plan
    games = {
        trial: one._replace(figures=one.figures | ({"towers felled": 3.0} if trial.arm == "all alike" else {}))
        for trial, one in now.samples.games.items()
    }
    still = make_report(status(made, games))
    panel = forest(still.status.samples, still.lines)
    assert panel is not None
    (trace,) = panel.charts["all"]["data"]
    # The second arm has 5⅓ and 6⅓ by turns: a standard deviation of ½.
    assert trace["x"][trace["y"].index("towers felled")] == pytest.approx((17 / 3 + 1 / 6 - 3) / np.sqrt(0.25 / 2))


def test_a_finding_is_shown_by_a_game_that_has_it() -> None:
    """If the second arm has more of something, the report shows the game of that arm with the most of it."""
    now = made_up()
    found = make_report(now).findings
    trial = choose_examples(now.samples, found)[Example("apart", "towers felled", "most")]
    figures = {other: one.figures["towers felled"] for other, one in now.samples.games.items() if other.arm == "apart"}
    assert figures[trial] == max(figures.values())
    assert (
        why_chosen(now.samples, Example("apart", "towers felled", "most"), trial)
        == "the one with the most towers felled: 7"
    )


def test_a_boss_who_always_wins_is_found_but_not_after_three_pairs() -> None:
    """If a boss wins all games, the report tells it after 40 pairs of games, but not after 3."""
    for pairs, sure in ((3, False), (40, True)):
        made = plan(pairs=pairs, arms={"one": {"bosses": APART}})
        games = {
            trial: Played(
                {"turns": 5.0} | {f"wins {boss}": float(boss == "Ada") for boss in made.players}, {}, (), "", 0.0
            )
            for trial in made.trials()
        }
        says = [one.sentence for one in make_report(status(made, games)).findings]
        assert any(one.startswith("Ada wins 100 % of the games") for one in says) == sure


def test_the_campaigns_file_is_in_it_whole(tmp_path: Path) -> None:
    """If the campaign file that the page shows is saved, it gives the same campaign. The commands in the page name that
    file.
    """
    made = plan(name=f"is {HOSTILE[:20]}", stop={"measure": "wins Ada", "difference": 0.1}, arms={
        "1": {"set": {"dice": 8}}, "yes": {"bosses": APART}})  # fmt: skip
    run, _ = commands(made)
    file = tmp_path / shlex.split(run)[-1]
    file.write_text(campaign_file(made), encoding="utf-8")
    again = make_plan(read(file), str(file))
    assert again.definition == made.definition
    assert list(again.arms) == list(made.arms)
    text = page(_of(made), {}, "")
    assert campaign_file(made) in unescape(text)


def test_rules_files_of_ones_own_come_with_it(tmp_path: Path) -> None:
    """If the campaign file and the rules files of the page are saved, they give the same arms, even if several rules
    files had the same name.

    If two arms change different options of the same file, neither has the change of the other.
    """
    for folder in ("", "other", "again"):
        (tmp_path / folder).mkdir(exist_ok=True)
    usual = builtin_rules()["demolition_dice"].read_text()
    (tmp_path / "own.yaml").write_text(usual)
    (tmp_path / "other" / "own.yaml").write_text(re.sub(r"(?m)^dice: .*$", "dice: 6", usual))
    arms = {
        "more dice": {"set": {"dice": 8}}, "near": {"set": {"knock.distance": "9in"}},
        "other": {"rules": "other/own.yaml"}, "other, more": {"rules": "other/own.yaml", "set": {"dice": 7}},
        "usual": {"rules": "demolition_dice"},
    }  # fmt: skip
    made = make_plan(Campaign.model_validate(campaign(rules="own.yaml", arms=arms)), "campaign.yaml", tmp_path)
    beside = own_files(made)
    assert list(beside) == ["own.yaml", "own-2.yaml", "own-3.yaml"]
    for name, text in {**beside, "campaign.yaml": campaign_file(made)}.items():
        (tmp_path / "again" / name).write_text(text)
    again = make_plan(read(tmp_path / "again/campaign.yaml"), "campaign.yaml", tmp_path / "again")
    assert {name: arm.header.rules.sha256 for name, arm in again.arms.items()} == {
        name: arm.header.rules.sha256 for name, arm in made.arms.items()
    }
    assert len({arm.header.rules.sha256 for arm in made.arms.values()}) == len(arms)


def _of(made: Plan, warning: str = "") -> Report:
    games = {trial: Played({"turns": float(trial.pair), "wins Ada": 1.0}, {HOSTILE: {HOSTILE: 1}}, (), "", 0.0, warning)
             for trial in made.trials()}  # fmt: skip
    return make_report(status(made, games))


def test_names_are_text(chromium: Browser, tmp_path: Path) -> None:
    """If names of campaigns, arms, bosses or measures look like HTML, the page shows them as text. No script in them
    runs, and nothing is loaded.
    """
    bosses = [{"name": "<b>Ada</b><i>&amp;"}, {"name": "Bea"}, {"name": "Cy"}]
    made = plan(name=HOSTILE[:60], bosses=bosses, arms={HOSTILE[:60]: {}, "<a href=x>": {}})
    told = Sample(HOSTILE, HOSTILE, data="AAAA", warning=HOSTILE)
    here = _of(made)
    text = page(here, {one.example: told for one in here.findings}, "window.Plotly = {react() {}}")
    assert "<script>document" not in text
    assert "<img" not in text
    assert "<a href=x>" not in text
    file = tmp_path / "hostile.html"
    file.write_text(text, encoding="utf-8")
    with chromium.page(800, 600) as browser:
        browser.call("Page.navigate", url=file.as_uri())
        browser.wait("document.body?.dataset.ready === 'yes'")
        assert browser.run("document.querySelector('h1').textContent") == HOSTILE[:60]
        assert browser.run("document.title") != "stolen"
        assert not [one for one in browser.asked if one.startswith("http")]


def test_partial_results_say_so_and_failures_are_told() -> None:
    """If a campaign isn't over, its page says that it is partial. If a game broke down, the page says why."""
    now = made_up(pairs=4)
    early = status(plan(pairs=9), now.samples.games)
    assert "partial: not over yet; asked for: 9 pairs" in page(make_report(early), {}, "")
    broken = dict(now.samples.games)
    first = next(iter(broken))
    broken[first] = Played({}, {}, (), "", 0.0, "Diverged: it flew <away>")
    text = page(make_report(status(now.samples.plan, broken)), {}, "")
    assert "Diverged: it flew &lt;away&gt;" in text
    assert "partial" not in re.sub(r"<style>.*?</style>", "", text, flags=re.DOTALL)


def test_names_in_the_row_of_a_failed_game_are_text() -> None:
    """An arm whose name looks like HTML, and a failure that quotes one, are shown as they are."""
    made = plan(arms={"<b onclick=x>": {}, "other": {}})
    why = 'no answer of <a href="x">Ada</a>'
    games = {trial: Played({}, {}, (), "", 0.0, why if trial.pair == 1 else "") for trial in made.trials()}
    text = page(make_report(status(made, games)), {}, "")
    rows = text.partition("Not played to their end</h3>")[2].partition("</table>")[0]
    assert "<th>&lt;b onclick=x&gt;</th>" in rows
    assert "no answer of &lt;a href=&#34;x&#34;&gt;Ada&lt;/a&gt;" in rows
    assert "<b onclick" not in text
    assert "<a href" not in rows


def test_a_sample_is_the_very_game(played: Path) -> None:
    """If a game of the ledger is played again, its digest is the one that the ledger has. Another game has another
    digest.
    """
    with Ledger(played) as ledger:
        made, games = ledger.plan("hands"), ledger.games("hands")
    with rerun(made, Trial("apart", 1, 2)) as again:
        assert again.digest == games[Trial("apart", 1, 2)].digest
    with rerun(made, Trial("apart", 0, 2)) as other:
        assert other.digest != games[Trial("apart", 1, 2)].digest


def test_one_file_without_addresses(file: Path) -> None:
    """The page loads nothing from elsewhere, has no unfilled place of its template, and is smaller than 4 MB."""
    text = file.read_text(encoding="utf-8")
    bare = re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)
    assert not re.search(r"\b(src|srcset)=|url\(|@import|https?:(?!//planetsmashergames)", bare)
    assert "{{" not in bare
    assert len(text.encode()) < 4_000_000


def test_plots_are_drawn(browser: Page) -> None:
    """Each plot of the page has points. If another measure is chosen, a plot shows that measure, and nothing is loaded
    from a network.
    """
    marks = (
        "Array.from(document.querySelectorAll('.plot'), (box) => box.querySelectorAll('.point, .points path').length)"
    )
    drawn = browser.run(marks)
    assert len(drawn) >= 7
    assert all(drawn)
    choice = "document.querySelectorAll('figure select')[0]"
    title = f"{choice}.closest('figure').querySelector('.xtitle').textContent"
    before = browser.run(title)
    other = browser.run(f"Array.from({choice}.options, (one) => one.value).find((one) => one !== {choice}.value)")
    browser.run(f"{choice}.value = '{other}'; {choice}.dispatchEvent(new Event('change'))")
    assert browser.run(title) == other
    assert before != other
    assert browser.said == []
    assert not [one for one in browser.asked if not one.startswith(("file:", "blob:", "data:"))]


@pytest.mark.parametrize("width", [360, 900, 1600])
def test_it_fits_any_window(browser: Page, width: int) -> None:
    """If a window is 360, 900 or 1600 pixels wide, the page is exactly as wide as the window."""
    browser.size(width, 700)
    for _ in range(40):  # plots follow the window when the browser finds the time
        if browser.run("document.documentElement.scrollWidth") == width:
            break
        browser.run("new Promise((done) => setTimeout(done, 250))")
    assert browser.run("document.documentElement.scrollWidth") == width


def test_a_finding_without_a_game_is_read_from_left_to_right(browser: Page) -> None:
    """If a finding has no game to watch, its evidence begins as far to the left as its sentence."""
    lefts = browser.run(
        "(() => {const one = document.querySelector('.findings li'), game = one.querySelector('.sample');"
        "game.remove(); const found = ['.says', '.by'].map((name) => one.querySelector(name).offsetLeft);"
        "one.append(game); return found})()"
    )
    assert lefts[0] == lefts[1]


def test_a_game_opens(browser: Page) -> None:
    """If the button of a finding is clicked, the page shows the finding's game. Another button closes the game."""
    browser.size(240, 160)  # in which a game is drawn sooner
    browser.run("document.querySelector('.watch').click()")
    browser.wait("document.querySelector('#player iframe')?.contentWindow.riotsim?.ready")
    shown = browser.run("document.querySelector('#player iframe').contentDocument.querySelector('#title').textContent")
    assert shown.startswith("Demolition Dice: ")
    assert browser.run("document.querySelector('#player-tab').href").startswith("blob:")
    browser.run("document.querySelector('#player-close').click()")
    browser.wait("!document.querySelector('#player iframe')")
    assert browser.said == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("hands", "-o", "there.html"), "is there already"),
        (("heads",), "did you mean hands?"),
        (("hands", "--db", "no.sqlite"), "there is no ledger here"),
        (("hands", "-o", "no/where.html"), "there is no folder"),
    ],
    ids=["existing file", "unknown campaign", "no ledger", "no folder"],
)
def test_bad_input_is_one_message(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: str
) -> None:
    """A request that can't be met gives one sentence and exit code 2, and writes nothing."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RIOTSIM_LAB", str(played))
    Path("there.html").write_text("mine", encoding="utf-8")
    done = report(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert [one.read_text(encoding="utf-8") for one in tmp_path.iterdir()] == ["mine"]


@pytest.mark.parametrize(("count", "names"), [(1, ["0"]), (30, ["0", "29"]), (31, ["0 to 1", "30 to 31"])])
def test_whole_numbers_share_bars_only_if_there_are_many(count: int, names: list[str]) -> None:
    """If a measure has up to 30 different whole numbers, each has its own bar. If it has more, each bar stands for two
    or more numbers.
    """
    found = _bins(np.arange(float(count)))[1]
    assert [found[0], found[-1]][-len(names) :] == names


@given(st.lists(st.integers(0, 200).map(float), min_size=1, max_size=30))
def test_every_value_has_a_bar(values: list[float]) -> None:
    """A histogram of whole numbers counts each value once, in the bar whose label names the value."""
    edges, names = _bins(np.array(values))
    counts, _ = np.histogram(values, edges)
    assert counts.sum() == len(values)
    assert len(names) == len(counts)
    for value in values:
        (place,) = np.nonzero(np.histogram([value], edges)[0])[0]
        first, _, last = names[place].partition(" to ")
        assert int(first) <= value <= int(last or first)
