"""What the window is handed: games to be begun, gone on with and looked at again, and the pieces it shows."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from pathlib import Path

from riotsim.commands import own_rules
from riotsim.commands.credits import all_credits
from riotsim.commands.game import DEFAULT_RULES, LONGEST_NAME, LONGEST_RULES, NAMES, SEED_BITS
from riotsim.commands.retelling import sculpts
from riotsim.commands.saving import default_place
from riotsim.commands.streams import printable
from riotsim.files.assets import look_over
from riotsim.files.meshes import quiet
from riotsim.files.problems import BadFile
from riotsim.files.resources import builtin_rules
from riotsim.files.rules import read_rules, with_options
from riotsim.files.store.document import Seat as StoredSeat
from riotsim.files.store.store import Store, Summary
from riotsim.files.store.writing import write_whole
from riotsim.files.yaml import Document, validate
from riotsim.games.registry import GAMES, played_as
from riotsim.play.game import Choice, Game
from riotsim.replay.recording import Recording, seats
from riotsim.replay.sculpts import Sculpt
from riotsim.saves.beginning import header_of
from riotsim.seating import BOTS, PERSON, bots_for, no_planner
from riotsim.viewer.door import Opening, Unplayable
from riotsim.viewer.front_door import Backdrop
from riotsim.viewer.panels import start_model
from riotsim.viewer.sandbox.bench import Bench

ABOUT = {
    PERSON: "somebody at this table",
    "greedy": "a bot that thinks one step ahead",
    "planner": "a bot that tries things out in thought, and takes its time",
    "hasty": "a planner that thinks less",
    "random": "a bot that does anything",
}

BARE = "bare"
"""A table with nothing on it."""


@dataclass
class WindowDoor:
    """Games for the window."""

    db: Path | None = None
    """The store, if it isn't the user's own."""
    version: str = field(default_factory=lambda: version("riotsim"))
    credits: tuple[tuple[str, str], ...] = field(default_factory=all_credits)

    def makings(self) -> start_model.Offer:
        """Give what a new game can be made of."""
        players = tuple(start_model.Option(name, name.capitalize(), ABOUT[name]) for name in (PERSON, *BOTS))
        games = tuple(start_model.Option(game.name, game.title, game.motto) for game in GAMES.values())
        return start_model.Offer(players, games, tuple(_builtin_offer(name) for name in builtin_rules()))

    def draft(self) -> start_model.Draft:
        """Offer a person against a bot."""
        rules = _builtin_offer(DEFAULT_RULES)
        first = rules.gangs[0].key if rules.gangs else ""
        players = (PERSON, "greedy")
        return start_model.Draft(
            tuple(start_model.SeatDraft(NAMES[k], players[k], k, first) for k in range(len(players))), DEFAULT_RULES, ""
        )

    def rules_file(self, text: str) -> Path | None:
        """Give the file that somebody means who has written this; None if there is none such."""
        path = own_rules.file_of(text)
        try:
            return path if text.strip() and path.is_file() else None
        except (OSError, ValueError):  # too long for a name, or in a folder that is nobody's business
            return None

    def rules_files(self, text: str) -> tuple[str, ...]:
        """Give the paths of rules files and folders that begin so."""
        return own_rules.matches(text)

    def look_at_rules(self, path: Path) -> start_model.RulesSeen:
        """Look a rules file over, as `riotsim rules check` does."""
        if faults := own_rules.faults(path):
            return start_model.RulesSeen(faults)
        try:
            return start_model.RulesSeen(offer=_rules_offer(read_rules(path), start_model.OWN, path.name))
        except BadFile as bad:  # it was written anew meanwhile
            return start_model.RulesSeen(tuple(map(str, bad.problems)))

    def stored(self) -> tuple[start_model.StoredGame, ...]:
        """Give the stored games, the latest first; none if there is no store, or none that can be read."""
        path = self.db or default_place()
        if not path.is_file():
            return ()
        try:
            with Store(path) as store:
                return tuple(
                    _listed(game) for game in sorted(store.games(), key=lambda game: game.changed, reverse=True)
                )
        except BadFile:
            return ()

    def trouble(self) -> str:
        """Say what is wrong with the store; empty if nothing is."""
        path = self.db or default_place()
        try:
            if path.exists():
                Store(path).close()
        except BadFile as bad:
            return str(bad)
        return ""

    def begin(self, draft: start_model.Draft) -> Opening:
        """Begin a game. Raises `Unplayable` for rules, names or a seed that can't be."""
        try:
            file = own_rules.file_of(draft.own) if draft.rules == start_model.OWN else Path(draft.rules)
            document = read_rules(file if draft.rules == start_model.OWN else draft.rules)
            game = played_as(document.data)
            document = with_options(document, dict(game.bare) if draft.table == BARE else {})
            book = validate(document, game.rules)
            beside = None if draft.rules in builtin_rules() else file.parent
            problems, _ = look_over(book, beside, document)
            if problems:
                raise BadFile(problems)
            header = header_of(
                game.name, printable(file.name)[:LONGEST_RULES], book, _seed(draft.seed),
                _seats(draft, game, game.gangs(book)), beside,
                live_clock=any(seat.player == PERSON for seat in draft.seats),
            )  # fmt: skip
        except BadFile as bad:
            raise Unplayable(str(bad)) from bad
        from riotsim.commands.hosting import GameInWindow  # late: it brings the engine

        return GameInWindow.new(header, self.db)

    def resume(self, game: str) -> Opening:
        """Go on with a stored game. Raises `Unplayable` if there is none such."""
        path = self.db or default_place()
        if not path.is_file():
            raise Unplayable(f"{path}: there is no store of games here yet")
        try:
            with Store(path) as store:
                store.summary(game.lower())
        except BadFile as bad:
            raise Unplayable(str(bad)) from bad
        from riotsim.commands.hosting import GameInWindow

        return GameInWindow.stored(game, self.db)

    def recording(self, game: str) -> Recording:
        """Give a stored game, to be shown again. Raises `Unplayable`."""
        from riotsim.commands.replay import recorded

        path = self.db or default_place()
        try:
            with Store(path) as store:
                return recorded(store.read(game, with_traces=True), str(path), quiet)
        except BadFile as bad:
            raise Unplayable(str(bad)) from bad

    def sandbox(self, draft: start_model.Draft) -> Bench:
        """Give the sandbox for the bosses, gangs and rules of a new game. Raises `Unplayable`."""
        from riotsim.commands.workbench import bench_for  # late: it brings the engine

        return bench_for(draft, bare=draft.table == BARE)

    def scenario(self, file: Path) -> Bench:
        """Give the sandbox for a scenario file. Raises `Unplayable` with what is wrong with it."""
        from riotsim.commands.workbench import bench_of

        return bench_of(file)

    def write_scenario(self, file: Path, text: str) -> None:
        """Write a scenario file whole: what was there stays until it is. Raises `Unplayable` if it can't be."""
        try:
            write_whole(file, text.encode("utf-8"))
        except BadFile as bad:
            raise Unplayable(str(bad)) from bad

    def scenarios(self) -> Path:
        """Give the folder that one is in: scenarios are text files among others of one's own."""
        return Path.cwd()

    def pictures(self) -> Path:
        """Give the user's own folder of pictures."""
        from platformdirs import user_pictures_path

        return user_pictures_path()

    def cache(self) -> Path:
        """Give the user's own folder for what can be made anew."""
        from platformdirs import user_cache_path

        return user_cache_path("riotsim")

    def sculpts(self) -> dict[str, Sculpt]:
        """Give what stands on bases."""
        return dict(sculpts())

    def backdrop(self) -> Callable[[], Backdrop]:
        """Give what makes a table to look at behind the start screen."""
        return _backdrop


def _seed(text: str) -> int:
    if not text.strip():
        return secrets.randbits(SEED_BITS)
    if not text.strip().isdecimal() or int(text) >= 2**64:
        raise Unplayable(f"A seed is a whole number from 0 to {2**64 - 1:,}, not {text!r}")
    return int(text)


def _seats(draft: start_model.Draft, game: Game, gangs: Choice) -> list[StoredSeat]:
    names = [seat.name.strip() for seat in draft.seats]
    for name in names:
        if not name or len(name) > LONGEST_NAME or not name.isprintable():
            raise Unplayable(f"A boss's name has 1 to {LONGEST_NAME} letters, not {name!r}")
    if len(set(names)) < len(names):
        raise Unplayable("Two bosses can't have the same name")
    for seat in draft.seats:
        if seat.player not in (PERSON, *bots_for(game)):
            raise Unplayable(no_planner(game, seat.player))
    return [
        StoredSeat(
            name=name,
            player=seat.player,
            gang=seat.gang if seat.gang in gangs.options else None,
            colour=None if seat.colour == place else seat.colour,
        )
        for place, (name, seat) in enumerate(zip(names, draft.seats, strict=True))
    ]


@cache
def _builtin_offer(rules: str) -> start_model.RulesOffer:
    """What may be chosen under rules that come with the program."""
    return _rules_offer(read_rules(rules), rules, rules.replace("_", " ").title())


def _rules_offer(document: Document, key: str, label: str) -> start_model.RulesOffer:
    """What may be chosen under rules."""
    game = played_as(document.data)
    book = validate(document, game.rules)
    seats = game.seats(book)
    gangs = tuple(start_model.Option(name, title) for name, title in game.gangs(book).options.items())
    tables = [start_model.Option("", "As the rules have it")]
    if game.bare:
        tables.append(start_model.Option(BARE, "Bare felt, no scenery"))
    return start_model.RulesOffer(key, label, game.name, gangs, tuple(tables), seats.least, seats.most)


def _listed(game: Summary) -> start_model.StoredGame:
    about: Mapping[str, str] = {seat.name: seat.player for seat in game.header.seats}
    over = game.result is not None
    stands = f"turn {game.turns}"
    if game.result is not None:
        winners = game.result.get("winners")
        names = [str(name) for name in winners] if isinstance(winners, list) else []
        stands = f"{names[0]} won" if len(names) == 1 else "a draw" if names else "over"
    return start_model.StoredGame(
        game.id, seats(about, game.header.colours), stands, _when(game.changed), over, game.holder is not None
    )


def _when(iso: str) -> str:
    """Say when something was, in words."""
    then = datetime.fromisoformat(iso)
    then = then if then.tzinfo else then.replace(tzinfo=UTC)
    minutes = int((datetime.now(UTC) - then).total_seconds() // 60)
    if minutes < 2:
        return "just now"
    if minutes < 60:
        return f"{minutes} minutes ago"
    if minutes < 24 * 60:
        return f"{minutes // 60} hour{'s' if minutes >= 120 else ''} ago"
    return f"{then.astimezone().day} {then.astimezone():%B %Y}"


def _backdrop() -> Backdrop:
    """A game of a few turns, as it stands."""
    from riotsim.commands.backdrop import backdrop  # late: it brings the engine, and what reads meshes

    return backdrop()
