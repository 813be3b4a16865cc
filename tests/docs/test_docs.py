"""The documentation is true: every clause is tested, every link leads somewhere, and the games' authors are
credited.
"""

import importlib
import re
from pathlib import Path

import pytest
from typer import Context
from typer.core import TyperGroup
from typer.main import get_group

from riotsim.cli.main import app
from riotsim.games.registry import GAMES
from riotsim.rulebooks import read_rulebook

ROOT = Path(__file__).parents[2]
CLAUSES = ROOT / "docs" / "games" / "riot_dice.md"
DEMOLITION = ROOT / "docs" / "games" / "demolition_dice.md"
CLASH = ROOT / "docs" / "games" / "cube_clash.md"
BUSKIT = ROOT / "docs" / "games" / "buskit.md"
RIFTWAR = ROOT / "docs" / "games" / "riftwar.md"
RULES_PAGES = {"RD": CLAUSES, "DD": DEMOLITION, "CC": CLASH, "BK": BUSKIT, "RW": RIFTWAR}
"""The page of each game's clauses, by the letters of their ids."""

DESIGNERS = ("Sarah Cotner", "Yukun Drew", "Darrell Sweet")
CREDIT = (
    "powered by Riot Dice, an open-source rules engine by Mike Hutchinson (https://planetsmashergames.com/riot-dice)"
)
LICENCE = "http://creativecommons.org/licenses/by/4.0/"

TOP = 10
"""The number of lines at a file's top within which the credit for adapted work has to stand."""

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])

ID = re.compile(r"\b(?:RD|DD|CC|BK|RW)-\d\d\b")
RANGE = re.compile(rf"{ID.pattern}(?:\s*(?:\.\.+|–|—|-|to|until|through)\s*){ID.pattern}")
"""A pattern of a range of clauses, such as RD-40..RD-48. A range doesn't count as a test of any clause in it."""

LINK = re.compile(r"\]\((?!https?://|#)([^)#\s]+)(#[^)\s]+)?")

GENERATED = {ROOT / "docs" / path for path in importlib.import_module("tools.docs_site").generated()}
"""Pages that are generated for the site, and aren't files of `docs/`."""

FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)

SOURCES = re.compile(r"^Source: (.+)$", re.MULTILINE)
"""A pattern of the line in a chapter that names the files of its rules."""

INNER = re.compile(
    r"`((?:app|bots|cli|envs|files|games|lab|measuring|physics|play|replay|store|table|testing|viewer)/[\w./]+\.py)`"
)
"""A pattern of a module that a page names by its path within the package."""

NAMED_PAGE = re.compile(r"\bdocs/[\w/-]+\.md\b")

NAMED_CODE = re.compile(r"`((?:src|tests|tools|examples|benchmarks|rules|assets|docs)/[\w./-]*\w)/?`")


def defined(letters: str) -> list[str]:
    """Return the ids of the clauses on a game's rules page, in the page's order."""
    text = RULES_PAGES[letters].read_text(encoding="utf-8")
    return re.findall(rf"^\| ({letters}-\d\d) \|", text, re.MULTILINE)


def named(text: str) -> set[str]:
    """Return the ids of clauses that a text names singly, and not only within a range."""
    return set(ID.findall(RANGE.sub("", text)))


@pytest.mark.parametrize("letters", RULES_PAGES)
def test_every_clause_is_named_by_a_test_or_a_scenario(letters: str) -> None:
    """For each game, every clause of the rules page is named by a test or a scenario."""
    here = Path(__file__)
    files = [path for path in ROOT.glob("tests/**/*.py") if path != here]
    files += ROOT.glob("tests/scenarios/**/*.yaml")
    tested: set[str] = set()
    for path in files:
        tested |= named(path.read_text(encoding="utf-8"))
    assert [clause for clause in defined(letters) if clause not in tested] == []


@pytest.mark.parametrize("letters", RULES_PAGES)
def test_clauses_have_ids_of_their_own(letters: str) -> None:
    """On a rules page, no id of a clause is given twice, and the ids are in ascending order."""
    ids = defined(letters)
    assert ids
    assert ids == sorted(set(ids))


def test_ranges_name_no_clause() -> None:
    """If a text names a clause only within a range, the clause doesn't count as tested. If it names the clause singly,
    it does.
    """
    text = "\n".join(
        ("RD-40..RD-48", "RD-50 to RD-55", "DD-10–DD-20", "CC-40 to CC-49", "but also RD-71, DD-31 and CC-50")
    )
    assert named(text) == {"RD-71", "DD-31", "CC-50"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    """For every link from a page to a file of the project, the file exists, and so does the heading in it."""
    dead = []
    for target, anchor in LINK.findall(FENCED.sub("", page.read_text(encoding="utf-8"))):
        file = (page.parent / target).resolve()
        if not file.exists() or (anchor and anchor[1:] not in anchors(file)):
            dead.append(target + anchor)
    assert dead == []


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings."""
    headings = re.findall(r"^#+ (.+)$", FENCED.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {
        re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", heading.replace("`", "")).strip().lower())
        for heading in headings
    }


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_paths_in_the_text_exist(page: Path) -> None:
    """If a page names a file or folder of the project in its text, this file or folder exists."""
    if page.name == "CHANGELOG.md":
        pytest.skip("it tells of versions that had other files")
    named = NAMED_CODE.findall(FENCED.sub("", page.read_text(encoding="utf-8")))
    named += [f"src/riotsim/{path}" for path in INNER.findall(FENCED.sub("", page.read_text(encoding="utf-8")))]
    assert [path for path in named if not (ROOT / path).exists() and ROOT / path not in GENERATED] == []


def test_pages_that_code_names_exist() -> None:
    """If code, a rules file or a script names a page of `docs/`, this page exists."""
    folders = ("src", "tests", "tools", "benchmarks", "examples", "rules")
    files = [
        path for folder in folders for path in (ROOT / folder).rglob("*") if path.suffix in {".py", ".yaml", ".js"}
    ]
    dead = {
        f"{path.relative_to(ROOT)}: {page}"
        for path in files
        if "node_modules" not in path.parts and path.name != Path(__file__).name and path.name != "test_docs_site.py"
        for page in NAMED_PAGE.findall(path.read_text(encoding="utf-8"))
        if not (ROOT / page).exists() and ROOT / page not in GENERATED
    }
    assert dead == set()


@pytest.mark.parametrize("letters", RULES_PAGES)
def test_every_chapter_names_its_source(letters: str) -> None:
    """Each chapter with clauses names the files that have its rules, and these files exist."""
    chapters = re.split(r"^## ", RULES_PAGES[letters].read_text(encoding="utf-8"), flags=re.MULTILINE)
    chapters = [chapter for chapter in chapters if re.search(rf"^\| {letters}-\d\d \|", chapter, re.MULTILINE)]
    assert chapters
    for chapter in chapters:
        found = SOURCES.search(chapter)
        assert found, f"{chapter.splitlines()[0]} names no source"
        files = re.findall(r"`([^`]+)`", found[1])
        assert files
        assert [file for file in files if not (ROOT / "src" / "riotsim" / file).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_make_targets_exist(page: Path) -> None:
    """Every make target that a page names exists."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"(?:`|^)make ([a-z]+)", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert [target for target in targets if not re.search(rf"^{target}:", makefile, re.MULTILINE)] == []


def test_the_page_of_the_window_says_how_many_can_play() -> None:
    """The page about the window names each game, with the number of players that its usual rules allow."""
    page = (ROOT / "docs" / "how-to" / "window.md").read_text(encoding="utf-8")
    found = re.search(r"you begin a game: (.+?)\.", page)
    assert found is not None
    numbers = {"two to four players": (2, 4), "three": (3, 3), "two": (2, 2)}
    told: dict[str, tuple[int, int]] = {}
    for titles, number in re.findall(rf"(.+?) for ({'|'.join(numbers)})(?:, and |, |$)", found[1]):
        told |= dict.fromkeys(re.split(", | and ", titles), numbers[number])
    seats = {game.title: game.seats(read_rulebook(name).book) for name, game in GAMES.items()}
    assert told == {title: (one.least, one.most) for title, one in seats.items()}


def test_commands_in_the_readme_exist() -> None:
    """Every command of `riotsim` that the README names exists."""
    told = re.findall(r"`riotsim ([a-z]+)(?: ([a-z]+)\b(?!\.))?", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert told
    alone = {command.name or getattr(command.callback, "__name__", "") for command in app.registered_commands}
    alone |= {
        name
        for name, group in ((group.name, group.typer_instance) for group in app.registered_groups)
        if group is not None and group.registered_callback and group.registered_callback.invoke_without_command
    }
    grouped = {
        (name, one)
        for name, group in get_group(app).commands.items()
        if isinstance(group, TyperGroup)
        for one in group.list_commands(Context(group))
    }
    assert [(first, second) for first, second in told if first not in alone and (first, second) not in grouped] == []


@pytest.mark.parametrize("page", ["README.md", "LICENSE-ATTRIBUTION.md"])
def test_the_author_of_the_rules_is_credited(page: str) -> None:
    """The README and the page on licences have the credit that the author of Riot Dice asks for."""
    assert CREDIT in (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("adapted", [CLAUSES, ROOT / "rules" / "riot_dice.yaml"], ids=lambda path: path.name)
def test_adapted_rules_name_author_and_licence(adapted: Path) -> None:
    """The adapted rules name their author, the address of the original and the licence in their first lines (CC BY 4.0,
    section 3a).
    """
    top = "\n".join(adapted.read_text(encoding="utf-8").splitlines()[:TOP])
    for part in ("Mike Hutchinson", "https://planetsmashergames.com/riot-dice", LICENCE):
        assert part in top


@pytest.mark.parametrize(
    "page", [DEMOLITION, ROOT / "rules" / "demolition_dice.yaml", ROOT / "LICENSE-ATTRIBUTION.md"], ids=lambda p: p.name
)
def test_the_designers_of_demolition_dice_are_credited(page: Path) -> None:
    """The rules page, the rules file and the page on licences credit the designers of Demolition Dice."""
    text = page.read_text(encoding="utf-8")
    assert all(name in text for name in DESIGNERS)


@pytest.mark.parametrize(
    "page", [CLASH, ROOT / "rules" / "cube_clash.yaml", ROOT / "LICENSE-ATTRIBUTION.md"], ids=lambda p: p.name
)
def test_the_designer_of_cube_clash_is_credited(page: Path) -> None:
    """The rules page, the rules file and the page on licences credit the designer of Cube Clash, and have the address
    of the rules.
    """
    text = page.read_text(encoding="utf-8")
    assert "Ryan Hackel" in text
    assert "http://ceruleansgames.tripod.com/cubeclash.htm" in text


@pytest.mark.parametrize(
    "page", [BUSKIT, ROOT / "rules" / "buskit.yaml", ROOT / "LICENSE-ATTRIBUTION.md"], ids=lambda p: p.name
)
def test_the_authors_of_buskit_are_credited(page: Path) -> None:
    """The rules page, the rules file and the page on licences credit the authors of Buskit, and the author of the idea
    of Aspects.
    """
    text = page.read_text(encoding="utf-8")
    assert all(name in text for name in ("Adam", "Matt Schwaninger", "www.headonastick.com", "Fred Hicks"))


@pytest.mark.parametrize(
    "page", [RIFTWAR, ROOT / "rules" / "riftwar.yaml", ROOT / "LICENSE-ATTRIBUTION.md"], ids=lambda p: p.name
)
def test_the_author_of_riftwar_is_credited(page: Path) -> None:
    """The rules page, the rules file and the page on licences credit the author of RiftWar."""
    text = page.read_text(encoding="utf-8")
    assert "a11ce" in text
    assert "https://a11ce.com/wargames" in text
