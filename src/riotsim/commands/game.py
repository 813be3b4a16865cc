"""`riotsim game`: bots play Riot Dice on the real table, and the game is told as it goes."""

import hashlib
import json as plain_json
import secrets
import shlex
import time
from collections.abc import Iterable, Mapping
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riotsim.commands.options import pairs
from riotsim.commands.problems import BadInput
from riotsim.commands.progress import waiting
from riotsim.commands.streams import print_json

if TYPE_CHECKING:
    from riotsim.games.riot_dice.rulebook import Rulebook
    from riotsim.games.riot_dice.state import State
    from riotsim.play.session import Session

NAMES = ("Ada", "Bea", "Cy", "Dee")
"""Who plays where nobody is named."""

DEFAULT_RULES = "riot_dice"

DEFAULT_BOT = "greedy"

SEED_BITS = 32
"""Length of a seed that is made up; short enough to be typed again."""

MOST_SEED = 2**64 - 1
"""The largest seed: what a saved game holds."""

LONGEST_NAME = 20
"""Letters of a boss's name: what fits beside the others'."""


def game(
    rules: Annotated[
        str, typer.Option(metavar="NAME|FILE", help="Rules that come with the program, or a file of your own.")
    ] = DEFAULT_RULES,
    options: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="An option of the rules, such as tower.swig=2."),
    ] = None,
    boss: Annotated[
        list[str] | None, typer.Option(metavar="NAME=BOT", help="Who plays: greedy or random bots, 2 to 4 of them.")
    ] = None,
    gang: Annotated[list[str] | None, typer.Option(metavar="NAME=GANG", help="A boss's gang.")] = None,
    hand: Annotated[list[str] | None, typer.Option(metavar="NAME=HAND", help="A boss's hand.")] = None,
    seed: Annotated[
        str | None,
        typer.Option(metavar="NUMBER", help="The same seed gives the same game; else one is made up, and told."),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Only tell how it ended.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Write JSON and nothing else.")] = False,
) -> None:
    """Watch bots play Riot Dice: dice are thrown for real, towers of them wobble and fall."""
    from riotsim.files.dice import load_dice
    from riotsim.files.figures import load_figures
    from riotsim.files.meshes import load_meshes
    from riotsim.files.rules import read_rules, with_options
    from riotsim.files.yaml import validate
    from riotsim.games.riot_dice.game import new_game
    from riotsim.games.riot_dice.rulebook import Rulebook
    from riotsim.physics import perform

    document = with_options(read_rules(rules), dict(pairs("--set", options or (), "tower.swig=2")))
    book = validate(document, Rulebook)
    bots = _bots(boss or (), book)
    gangs = _of_bosses("--gang", gang or (), bots, book.gangs, "gang")
    hands = _of_bosses("--hand", hand or (), bots, book.hands, "hand")
    chosen = _seed(seed)
    file = Path(rules)
    beside = file.parent if file.is_file() else None
    with waiting() as say:
        meshes, figures = load_meshes(book, beside, say=say), load_figures(book, beside, say=say)
        dice = load_dice(book, beside, document, say=say)
    begun = time.perf_counter()
    session = new_game(
        book, list(bots), chosen, perform, meshes, figures=figures, own_dice=dice, gangs=gangs, hands=hands
    )
    try:
        if quiet or json:
            _play_untold(session, book, bots, chosen)
        else:
            _play(session, book, bots, _titles(book, gangs), chosen)
        wall = time.perf_counter() - begun
        if json:
            titles = _titles(book, gangs)
            seats = [{"name": name, "bot": bot, "gang": gangs.get(name), "gang_title": titles.get(name),
                      "hand": hands.get(name, book.hand)} for name, bot in bots.items()]  # fmt: skip
            print_json(_document(session, rules, book, chosen, seats, wall))
        else:
            again = _again(rules, chosen, options=options, boss=boss, gang=gang, hand=hand)
            _show_result(session, bots, again)
    finally:
        session.close()


def rules_hash(book: "Rulebook") -> str:
    """Give the SHA-256 of rules as they are in force, in hexadecimal: equal rules have equal hashes."""
    text = plain_json.dumps(book.model_dump(mode="json"), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _titles(book: "Rulebook", gangs: Mapping[str, str]) -> dict[str, str]:
    """What the gangs are called, of bosses who have chosen one."""
    return {boss: book.gangs[gang].title for boss, gang in gangs.items()}


def _play_untold(session: "Session[State]", book: "Rulebook", bots: Mapping[str, str], seed: int) -> None:
    """Play a game to its end; a person at a terminal sees how far it is if it takes long."""
    from riotsim.bosses.boss import play_out
    from riotsim.commands.progress import passing
    from riotsim.commands.seats import seated

    with passing() as say:
        for _ in play_out(session, seated(bots, book, seed)):
            say(f"turn {session.state.activations + 1}")


def _play(
    session: "Session[State]",
    book: "Rulebook",
    bots: Mapping[str, str],
    titles: Mapping[str, str],
    seed: int,
) -> None:
    """Play a game to its end, telling it as it goes."""
    from rich.console import Console
    from rich.markup import escape

    from riotsim.bosses.boss import play_out
    from riotsim.commands.seats import seated
    from riotsim.commands.standing import gangs_line, turn_head
    from riotsim.commands.telling import Commentator

    commentator = Commentator(session.state, session.table, book.clock.after)
    console = Console(highlight=False, soft_wrap=True)
    about = {name: ", ".join(filter(None, (bot, titles.get(name)))) for name, bot in bots.items()}
    players = " against ".join(f"{commentator.boss(name)} [dim]({escape(about[name])})[/]" for name in bots)
    console.print(f"[bold]Riot Dice[/] {players} [dim]· seed {seed}[/]")
    console.print(gangs_line(session.state))
    told_to, turn = len(session.events), session.checkpoint
    for _ in play_out(session, seated(bots, book, seed)):
        lines = list(commentator.tell(session.events[told_to:]))
        told_to = len(session.events)
        if session.checkpoint is not turn or session.over:
            turn = session.checkpoint
            lines += commentator.rest()
            if not session.over:
                number = session.state.activations + 1
                lines += ["", *turn_head(session.state, session.table, number, console.width)]
        for line in lines:
            console.print(line)


def _again(rules: str, seed: int, **given: list[str] | None) -> str:
    """Give the command that plays the same game again, for a shell; what was given more than once by its option."""
    words = ["riotsim", "game"] + (["--rules", rules] if rules != DEFAULT_RULES else [])
    for option, values in given.items():
        words += chain.from_iterable(
            ("--set" if option == "options" else f"--{option}", value) for value in values or ()
        )
    return shlex.join([*words, "--seed", str(seed)])


def _show_result(session: "Session[State]", bots: Mapping[str, str], again: str) -> None:
    from rich.console import Console
    from rich.markup import escape

    from riotsim.commands.streams import print_rich
    from riotsim.commands.telling import result_table, verdict

    result = session.state.result
    assert result is not None, "the game is over"
    count = session.state.activations
    print_rich("", verdict(result), "", result_table(result, bots), "")
    # A terminal may fold a long command, but what is copied from it has no line end in its middle.
    told = Console(highlight=False, soft_wrap=True)
    told.print(f"[dim]{count} {'activation' if count == 1 else 'activations'} · play it again:[/]")
    told.print(escape(again))


def _document(
    session: "Session[State]",
    rules: str,
    book: "Rulebook",
    seed: int,
    seats: list[dict[str, str | None]],
    wall: float,
) -> dict[str, object]:
    from riotsim.commands.telling import plain_event

    result = session.state.result
    assert result is not None, "the game is over"
    return {
        "game": "riot_dice",
        "seed": seed,
        "rules": {"name": rules, "sha256": rules_hash(book)},
        "bosses": seats,
        "result": {"winners": list(result.winners), "loot": dict(result.loot), "unfinished": result.unfinished},
        "activations": session.state.activations,
        "events": [plain_event(event) for event in session.events],
        "wall_s": wall,
    }


def _bots(given: Iterable[str], book: "Rulebook") -> dict[str, str]:
    """Who plays, and which bot each of them is."""
    from riotsim.commands.seats import BOTS
    from riotsim.games.riot_dice.rulebook import FEWEST_BOSSES, MOST_BOSSES
    from riotsim.play.rulebooks import unknown

    bots = dict(pairs("--boss", given, "Ada=greedy")) or dict.fromkeys(NAMES[: book.bosses], DEFAULT_BOT)
    for name, bot in bots.items():
        if len(name) > LONGEST_NAME or not name.isprintable():
            raise BadInput(f"--boss: a boss's name has 1 to {LONGEST_NAME} letters, not {name!r}")
        if bot not in BOTS:
            raise BadInput(f"--boss {name}={bot}: {unknown(f'no bot is called {bot!r}', bot, BOTS)}")
    if not FEWEST_BOSSES <= len(bots) <= MOST_BOSSES:
        raise BadInput(f"--boss: {FEWEST_BOSSES} to {MOST_BOSSES} bosses can play, not {len(bots)}")
    return bots


def _of_bosses(
    option: str, given: Iterable[str], bots: Mapping[str, str], known: Iterable[str], what: str
) -> dict[str, str]:
    """What bosses have been given of the things that the rules name."""
    from riotsim.play.rulebooks import unknown

    names = list(known)
    found = dict(pairs(option, given, f"Ada={names[0] if names else what}"))
    for boss, name in found.items():
        if boss not in bots:
            raise BadInput(f"{option} {boss}={name}: {unknown(f'no boss is called {boss!r}', boss, bots)}")
        if name not in names:
            raise BadInput(f"{option} {boss}={name}: {unknown(f'no {what} is called {name!r}', name, names)}")
    return found


def _seed(text: str | None) -> int:
    if text is None:
        return secrets.randbits(SEED_BITS)
    if not (text.isascii() and text.isdecimal() and int(text) <= MOST_SEED):
        raise BadInput(f"--seed is a whole number from 0 to {MOST_SEED}, not {text!r}")
    return int(text)
