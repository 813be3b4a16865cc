"""The pages of the documentation that are made from the program: command line, rules keys and Python reference.

`mkdocs.yml` names this file as a hook, so MkDocs calls its functions whose names begin with `on_`.
"""

import gc
import importlib.util
import os
import pkgutil
import posixpath
import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

import typer
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from typer.core import TyperGroup

from riotsim.app.output.documents import game_schema, odds_schema, throw_schema
from riotsim.cli.main import app
from riotsim.files.rules import read_rules, rules_schema
from riotsim.games.registry import GAMES

COMMAND = "riotsim"

PYTHON_PAGES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "index": ("The public API", ("riotsim",)),
    "table": (
        "Tables and pieces",
        (
            "riotsim.table.state",
            "riotsim.table.pieces",
            "riotsim.table.poses",
            "riotsim.table.units",
            "riotsim.table.dice.kinds",
            "riotsim.table.dice.dice_set",
            "riotsim.table.towers",
            "riotsim.table.statics",
            "riotsim.table.geometry.plan",
            "riotsim.table.geometry.regions",
            "riotsim.table.sight.lines",
            "riotsim.table.sight.path",
            "riotsim.table.sight.bodies",
            "riotsim.table.sight.solids",
        ),
    ),
    "physics": ("Acts and physics", ("riotsim.simulation", "riotsim.table.acts")),
    "play": ("Sessions and requests", ("riotsim.play.session.session", "riotsim.play.requests")),
    "games": ("Games", ("riotsim.games.registry", "riotsim.play.game", "riotsim.play.presentation")),
    "testing": (
        "Testing and measuring",
        (
            "riotsim.testing.asserts",
            "riotsim.testing.fairness",
            "riotsim.testing.rolls",
            "riotsim.testing.tables",
            "riotsim.testing.plugin",
            "riotsim.testing.findings",
            "riotsim.testing.generators.*",
            "riotsim.measuring.*",
        ),
    ),
}
"""Title and modules of each page of the Python reference; `.*` stands for a package and all modules in it."""


ROOT = Path(__file__).parents[1]

FROM_THE_TOP = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "LICENSE-ATTRIBUTION.md": "licence.md",
}
"""Pages that lie at the top of the repository, where GitHub and packages look for them, and their paths in the site."""

FROM_CODE = {
    "src/riotsim/cli/main.py": "reference/cli.md",
    "src/riotsim/app/output/documents.py": "reference/json.md",
    "src/riotsim/__init__.py": "reference/python/index.md",
    "src/riotsim/simulation.py": "reference/python/physics.md",
    "src/riotsim/play/game.py": "reference/python/games.md",
    "src/riotsim/play/presentation.py": "reference/python/games.md",
    "src/riotsim/testing/__init__.py": "reference/python/testing.md",
    **{f"rules/{name}.yaml": f"reference/rules-{name}.md" for name in GAMES},
}
"""Files of the repository, and the generated page of the site that tells the same. A page of `docs/` links to the file,
so that the link also leads somewhere where the repository is read without the site.
"""

MEASURES: Mapping[str, str] = {
    "mm|in": "a length: `6in`, `16mm`",
    "rad|deg": "an angle: `30deg`",
    "mm/s|in/s": "a speed: `700mm/s`",
    "rad/s|deg/s": "a rate of spin: `45rad/s`",
    "mm/s2|m/s2|in/s2": "an acceleration: `1.6m/s2`",
}
"""Words for quantities of rules files, by the units that their pattern in the schema allows."""

LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?://|#|mailto:)([^)#\s]+)(#[^)\s]*)?\)")


def on_startup(*, command: str, dirty: bool) -> None:
    """Turn off garbage collection. It takes an eighth of the time of a build, and saves 40 of 200 MB."""
    gc.disable()


def on_serve(server: object, *, config: MkDocsConfig, builder: object) -> None:
    """Turn on garbage collection again, because `mkdocs serve` builds the site again and again."""
    gc.enable()


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages to those that lie in `docs/`."""
    for path, content in pages().items():
        files.append(File.generated(config, path, content=content))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Point links that leave `docs/` at the site's page of the file, or show the file's path if there is none."""
    return links_within_the_site(markdown, page.file.src_uri)


def links_within_the_site(markdown: str, uri: str) -> str:
    """Return a page whose links all stay within the site.

    Args:
        markdown: The page as it lies in the repository.
        uri: Its path within the site.
    """
    top = {site: name for name, site in FROM_THE_TOP.items()}
    here = posixpath.dirname(top.get(uri, f"docs/{uri}"))

    def moved(match: re.Match[str]) -> str:
        picture, text, target, anchor = match.groups()
        path = posixpath.normpath(posixpath.join(here, target))
        if path in FROM_THE_TOP:
            site = FROM_THE_TOP[path]
        elif path in FROM_CODE:
            site = FROM_CODE[path]
        elif path.startswith("docs/"):
            site = path.removeprefix("docs/")
        else:
            return text if text.startswith("`") else f"{text} (`{path}`)"
        return f"{picture}[{text}]({posixpath.relpath(site, posixpath.dirname(uri) or '.')}{anchor or ''})"

    return LINK.sub(moved, markdown)


def generated() -> set[str]:
    """Return the paths within `docs/` of all generated pages, without making them."""
    names = {"reference/cli.md", *FROM_THE_TOP.values()}
    names |= {f"reference/rules-{name}.md" for name in GAMES} | {"reference/json.md"}
    return names | {f"reference/python/{name}.md" for name in PYTHON_PAGES}


def pages() -> dict[str, str]:
    """Return the generated pages as Markdown, by their path within `docs/`."""
    made = {"reference/cli.md": command_line()}
    made |= {site: (ROOT / name).read_text(encoding="utf-8") for name, site in FROM_THE_TOP.items()}
    made |= {f"reference/rules-{name}.md": rules_keys(name) for name in GAMES}
    made["reference/json.md"] = json_documents()
    made |= {f"reference/python/{name}.md": python_page(*what) for name, what in PYTHON_PAGES.items()}
    return made


def command_line() -> str:
    """Return the page of all commands with their arguments and options, from typer's own description."""
    # Typer formats help for the terminal it runs in; a page shouldn't depend on that.
    os.environ.setdefault("TERM", "dumb")
    root = typer.main.get_command(app)
    parts = [
        "# Command line",
        "",
        "This page is generated from the commands themselves. `riotsim COMMAND --help` shows the same text.",
        "With `--json`, a command writes one JSON document to stdout and nothing else. Exit codes: 0 if all went well,",
        "1 if something failed, 2 for bad input, 130 after Ctrl-C.",
    ]
    for names, command in _commands(root, ()):
        parts += ["", f"{'#' * min(len(names) + 1, 4)} {' '.join((COMMAND, *names))}", "", _plain(command.help or "")]
        with typer.Context(command, info_name=" ".join((COMMAND, *names))) as context:
            usage = command.collect_usage_pieces(context)
        if not isinstance(command, TyperGroup):
            parts += ["", "```text", " ".join((COMMAND, *names, *map(_usage, usage))), "```"]
        rows = [_parameter(one) for one in command.params if not getattr(one, "hidden", False)]
        if rows:
            parts += ["", "| argument or option | meaning | default |", "|---|---|---|", *rows]
    return "\n".join(parts) + "\n"


def _commands(command: Any, names: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield every command below a group with the words that call it, in alphabetical order."""
    if names:
        yield names, command
    if isinstance(command, TyperGroup):
        # A group may import its commands only when they are asked for, so `commands` alone doesn't have them all.
        context = typer.Context(command)
        for name in sorted(command.list_commands(context)):
            below = command.get_command(context, name)
            if below is not None and not below.hidden:
                yield from _commands(below, (*names, name))


def _parameter(one: Any) -> str:
    """Return the row of an argument or option."""
    metavar = one.metavar or ""
    if one.param_type_name == "argument":
        name = f"`{(metavar or one.name.upper()).strip('[]')}`"
    else:
        spellings = ", ".join(f"`{spelling}`" for spelling in (*one.opts, *one.secondary_opts))
        name = f"{spellings} `{metavar}`" if metavar else spellings
    default = "" if one.default in (None, False, (), []) or callable(one.default) else f"`{one.default}`"
    if one.default is True:
        default = f"`{one.opts[0]}`"
    return f"| {name} | {_cell(_plain(getattr(one, 'help', '') or ''))} | {_cell(default)} |"


def _usage(piece: str) -> str:
    """Return a part of a usage line without typer's braces: `FILE...` in place of `{FILE...}...`."""
    words = re.sub(r"[{}]", "", piece).replace("......", "...").replace("…...", "…")
    return words.replace("[[", "[").replace("]]", "]").replace("dice", "DICE")


def _plain(text: str) -> str:
    """Return help text without the terminal's markup and what is for programmers, and with angle brackets escaped."""
    text = re.sub(r"\[/?(?:bold|dim|italic|cyan|green|red|yellow)?\]", "", text)
    return text.partition("\f")[0].replace("\b", "").replace("<", "&lt;").strip()


def rules_keys(name: str) -> str:
    """Return the page of every key that a game's rules file may have, from its JSON Schema.

    Args:
        name: The game, as the registry has it.
    """
    game = GAMES[name]
    schema = rules_schema(game.rules, name)
    set_by_default = read_rules(name).data
    assert isinstance(set_by_default, dict)
    parts = [
        f"# Keys of {game.title}'s rules files",
        "",
        f"This page is generated from the schema of the rules, which `riotsim rules schema {name}` writes for editors.",
        f"Defaults are those of `rules/{name}.yaml`. To change a rule, copy that whole file "
        "and change the copy, as the [tutorial](../tutorial.md#change-a-rule) shows.",
        f"The numbers in brackets are clauses of the rules, on [the page of the game](../games/{name}.md).",
    ]
    for key, part in schema["properties"].items():
        parts += ["", f"## {key}", ""]
        parts += _section(key, part, schema.get("$defs", {}), set_by_default.get(key))
    return "\n".join(parts) + "\n"


def json_documents() -> str:
    """Return the page of what `riotsim game`, `throw` and `odds` write with `--json`, from their JSON Schemas."""
    parts = [
        "# JSON of games, throws and odds",
        "",
        "This page is generated from the JSON Schemas that `riotsim games schema` writes for "
        f"{', '.join(f'`{name}`' for name in GAMES)}, `throw` and `odds`.",
        "",
        "Each event has the keys `event`, `turn` (0 is the set-up) and `scores_after` (the score of each player once "
        "the rules next ask a player or act). `riotsim games show ID --json` shows events as they are stored, without "
        "`turn` and `scores_after`.",
        "",
        "## riotsim throw --json",
    ]
    parts += _json_keys(throw_schema()["properties"], ())
    parts += ["", "## riotsim odds --json", *_json_keys(odds_schema()["properties"], ())]
    for name, game in GAMES.items():
        schema = game_schema(name)
        parts += ["", f"## riotsim game --json: {game.title}", *_json_keys(schema["properties"], ())]
        for event, part in schema["$defs"].items():
            parts += ["", f"### {name}: {event}", "", _plain(part["description"])]
            parts += _json_keys(part["properties"], ("event", "turn", "scores_after"))
    return "\n".join(parts) + "\n"


def _json_keys(properties: Mapping[str, Any], without: Collection[str]) -> list[str]:
    """Return the lines of a table of keys, or none if there are no keys."""
    rows = [f"| `{key}` | {_cell(_plain(part['description']))} |" for key, part in properties.items()
            if key not in without]  # fmt: skip
    return ["", "| key | meaning |", "|---|---|", *rows] if rows else []


def _section(key: str, part: Mapping[str, Any], definitions: Mapping[str, Any], value: object) -> list[str]:
    """Return the lines of one top-level key: its description and a table of what it holds."""
    resolved = _resolve(part, definitions)
    described = part.get("description") or resolved.get("description") or ""
    lines = [_plain(" ".join(described.split()))]
    rows: list[str] = []
    _rows(key, resolved, definitions, value, rows, root=True)
    if not _resolve(resolved, definitions).get("properties") and not resolved.get("additionalProperties"):
        # A single value needs no table that says the same again.
        default = f" The default is `{_yaml(value)}`." if value is not None else ""
        return [lines[0], "", f"Values: {_values(part, definitions)}.{default}"]
    if rows:
        lines += ["", "| key | values | default | meaning |", "|---|---|---|---|", *rows]
    return lines


def _rows(
    key: str,
    part: Mapping[str, Any],
    definitions: Mapping[str, Any],
    value: object,
    rows: list[str],
    *,
    root: bool = False,
    depth: int = 0,
) -> None:
    """Append a row for a key, or for each key below it."""
    inner = part.get("properties")
    anything = part.get("additionalProperties")
    if inner and depth < 4:
        for name, below in inner.items():
            given = value.get(name, below.get("default")) if isinstance(value, Mapping) else below.get("default")
            resolved = dict(_resolve(below, definitions))
            if "description" in below:
                resolved["description"] = below["description"]
            _rows(f"{key}.{name}", resolved, definitions, given, rows, depth=depth + 1)
        return
    if isinstance(anything, Mapping) and depth < 4:
        below = _resolve(anything, definitions)
        if below.get("properties"):
            if not root:
                rows.append(f"| `{key}` | one entry for each name | | {_cell(part.get('description', ''))} |")
            _rows(f"{key}.NAME", below, definitions, None, rows, depth=depth + 1)
            return
        if isinstance(value, Mapping) and value and "properties" not in below:
            values = _cell(_values(anything, definitions))
            rows.append(f"| `{key}.NAME` | {values} | | {_cell(part.get('description', ''))} |")
            return
    default = "" if value is None or isinstance(value, (Mapping, list)) else f"`{_yaml(value)}`"
    rows.append(f"| `{key}` | {_cell(_values(part, definitions))} | {default} | {_cell(part.get('description', ''))} |")


def _yaml(value: object) -> str:
    """Return a scalar as a rules file has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _resolve(part: Mapping[str, Any], definitions: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what a reference within the schema points at, with the description that stands beside the reference."""
    if "$ref" in part:
        target = dict(definitions[part["$ref"].rpartition("/")[2]])
        return {**target, **{k: v for k, v in part.items() if k == "description"}}
    kinds = [one for one in part.get("anyOf", ()) if one.get("type") != "null"]
    if len(kinds) == 1:
        return {**_resolve(kinds[0], definitions), **{k: v for k, v in part.items() if k == "description"}}
    return part


def _values(part: Mapping[str, Any], definitions: Mapping[str, Any]) -> str:
    """Return in words which values a key takes."""
    part = _resolve(part, definitions)
    if "enum" in part:
        return ", ".join(f"`{one}`" for one in part["enum"])
    if "const" in part:
        return f"`{part['const']}`"
    if "anyOf" in part:
        return " or ".join(_values(one, definitions) for one in part["anyOf"])
    for units, measure in MEASURES.items():
        if f"({units})" in part.get("pattern", ""):
            return measure
    kind = str(part.get("type", "anything"))
    words = {
        "integer": "whole number",
        "boolean": "`true`, `false`",
        "string": "text",
        "number": "number",
        "array": "list",
        "object": "mapping",
    }
    said = words.get(kind, kind)
    least, most = part.get("minimum"), part.get("maximum")
    above = part.get("exclusiveMinimum")
    bounds = []
    if above is not None:
        bounds = [f"above {above:g}", *([f"up to {most:g}"] if most is not None else [])]
    elif least is not None and most is not None:
        bounds = [f"from {least:g} to {most:g}"]
    elif least is not None or most is not None:
        bounds = [f"of at least {least:g}" if least is not None else f"of at most {most:g}"]
    if kind == "array" and _resolve(part.get("items", {}), definitions).get("type") in ("string", "integer", "number"):
        said = f"list of {_values(part['items'], definitions)}"
    return " ".join([said, *bounds])


def _cell(text: str) -> str:
    """Return text that fits into one cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")


def python_page(title: str, names: tuple[str, ...]) -> str:
    """Return a page of the Python reference, for mkdocstrings to fill.

    Args:
        title: The page's heading.
        names: Modules by their dotted names; `package.*` stands for a package and all modules below it.
    """
    parts = [f"# {title}"]
    for name in names:
        package = name.removesuffix(".*")
        parts += ["", f"::: {package}"]
        if name != package:
            parts += [line for module in _modules(package) for line in ("", f"::: {module}")]
    return "\n".join(parts) + "\n"


def _modules(package: str) -> list[str]:
    """Return the public modules below a package, without importing them."""
    found = importlib.util.find_spec(package)
    assert found is not None, f"there is no package {package}"
    names: list[str] = []
    for one in pkgutil.iter_modules(found.submodule_search_locations or [], f"{package}."):
        if not one.name.rpartition(".")[2].startswith("_"):
            names.append(one.name)
            if one.ispkg:
                names += _modules(one.name)
    return names
