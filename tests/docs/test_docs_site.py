"""The documentation can be built as a site without warnings and without a network. Some of its pages are generated from
the program.
"""

import importlib
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from typer import Context
from typer.core import TyperGroup, TyperOption
from typer.main import get_command

from riotsim.cli.main import app

ROOT = Path(__file__).parents[2]

# By name, because `tools` is a folder of scripts and no package.
docs_site = importlib.import_module("tools.docs_site")

NOWHERE = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), "http://127.0.0.1:9")
"""Environment variables with which any request to the network fails."""

LOADED = re.compile(r"<(?:script|link|img|source|iframe)\b[^>]*?(?:src|href)=\"?https?://[^\s\">]+", re.IGNORECASE)
"""Pattern of a URL that a browser would load when it opens a page."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the whole site as `make docs` does, and return its folder. A warning, such as one about a dead link, fails
    the build.
    """
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    environment = {**os.environ, **NOWHERE, "NO_MKDOCS_2_WARNING": "1"}
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return folder


@pytest.mark.xdist_group("docs_site")
def test_the_site_builds_strictly(site: Path) -> None:
    """The site has every page of `docs/` and every generated page, and no others."""
    wanted = {str(page.relative_to(ROOT / "docs").with_suffix(".html")) for page in ROOT.glob("docs/**/*.md")}
    wanted |= {str(Path(page).with_suffix(".html")) for page in docs_site.generated()}
    assert {str(page.relative_to(site)) for page in site.rglob("*.html")} == wanted | {"404.html"}


@pytest.mark.xdist_group("docs_site")
def test_pages_load_nothing_from_the_network(site: Path) -> None:
    """No page of the site loads scripts, styles, pictures or frames from another address."""
    pages = sorted(site.rglob("*.html"))
    assert pages
    assert {found for page in pages for found in LOADED.findall(page.read_text(encoding="utf-8"))} == set()


@pytest.mark.xdist_group("docs_site")
def test_the_python_reference_has_the_public_parts(site: Path) -> None:
    """The pages of the Python reference have headings for public names, each with its full name."""
    told = (site / "reference/python/physics.html").read_text(encoding="utf-8")
    assert 'id="riotsim.simulation.perform"' in told
    assert 'id="riotsim.table.acts.Roll.at"' in told
    told = (site / "reference/python/play.html").read_text(encoding="utf-8")
    assert 'id="riotsim.play.session.session.Session.answer"' in told
    told = (site / "reference/python/testing.html").read_text(encoding="utf-8")
    assert 'id="riotsim.testing.asserts.assert_stands"' in told
    assert 'id="riotsim.measuring.standing"' in told


def test_the_command_line_page_is_for_users() -> None:
    """The page on the command line leaves out the parts of docstrings that are for programmers."""
    page = docs_site.command_line()
    assert "Raises:" not in page
    assert "BadInput" not in page


def test_the_command_line_page_has_every_command_and_option() -> None:
    """On the page about the command line, each command has a heading, and a row for each option that its help shows."""
    sections = re.split(r"^#+ (riotsim .+)$", docs_site.command_line(), flags=re.MULTILINE)[1:]
    told = dict(zip(sections[::2], sections[1::2], strict=True))
    seen, options = list[str](), list[str]()

    def look(command: Any, words: str) -> None:
        if words != "riotsim":
            rows = [row for row in told[words].splitlines() if row.startswith("| `-")]
            shown = [one for one in command.params if isinstance(one, TyperOption) and not one.hidden]
            assert [re.findall(r"`(-[^`]+)`", row.split(" | ")[0]) for row in rows] == [
                [*one.opts, *one.secondary_opts] for one in shown
            ], words
            options.extend(one.opts[0] for one in shown)
            seen.append(words)
        if isinstance(command, TyperGroup):
            context = Context(command)
            for name in command.list_commands(context):
                below = command.get_command(context, name)
                if below is not None and not below.hidden:
                    look(below, f"{words} {name}")

    look(get_command(app), "riotsim")
    assert sorted(told) == sorted(seen)
    assert len(seen) > 20
    assert len(options) > 50


@pytest.mark.parametrize("game", sorted(docs_site.GAMES))
def test_the_page_of_rules_keys_has_every_key(game: str) -> None:
    """The page on a game's rules keys has each key that the rules file sets, down to the second level."""
    page = docs_site.rules_keys(game)
    rules = YAML(typ="safe").load((ROOT / "rules" / f"{game}.yaml").read_text(encoding="utf-8"))
    for key, value in rules.items():
        assert f"## {key}\n" in page or key == "game", key
        if isinstance(value, dict) and "NAME" not in page.partition(f"## {key}\n")[2].partition("\n## ")[0]:
            assert [name for name in value if f"`{key}.{name}" not in page] == []


@pytest.mark.parametrize(
    ("uri", "link", "moved"),
    [
        ("games/riot_dice.md", "[who](../../LICENSE-ATTRIBUTION.md)", "[who](../licence.md)"),
        ("contributing.md", "[rules](docs/games/riot_dice.md#towers)", "[rules](games/riot_dice.md#towers)"),
        ("how-to/testing.md", "[an example](../../examples/own_dice)", "an example (`examples/own_dice`)"),
        ("index.md", "[commands](../src/riotsim/cli/main.py)", "[commands](reference/cli.md)"),
        ("how-to/python.md", "[keys](../../rules/riot_dice.yaml)", "[keys](../reference/rules-riot_dice.md)"),
        ("how-to/lab.md", "[`run.py`](../../tools/run.py)", "`run.py`"),
        ("index.md", "[a page](https://example.org/x.md)", "[a page](https://example.org/x.md)"),
    ],
)
def test_links_stay_within_the_site(uri: str, link: str, moved: str) -> None:
    """If a page links to a file outside `docs/` that has a page in the site, the link leads to this page. Otherwise the
    link becomes the file's path.
    """
    assert docs_site.links_within_the_site(link, uri) == moved


def test_pages_that_are_made_from_code_exist() -> None:
    """Each file that has a generated page in the site exists, and so does the generated page."""
    assert [path for path in docs_site.FROM_CODE if not (docs_site.ROOT / path).is_file()] == []
    assert set(docs_site.FROM_CODE.values()) <= docs_site.generated()
