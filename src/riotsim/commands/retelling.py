"""Tells a game of Riot Dice for its replay: the lines that `riotsim game` prints, and a sentence for each event."""

from collections.abc import Iterable, Iterator, Mapping

from rich.text import Text

from riotsim.commands.narrating import Narrated, Narrator
from riotsim.commands.sequence import as_told
from riotsim.commands.standing import turns_over
from riotsim.commands.telling import DEED, VERBS, Commentator
from riotsim.files.resources import builtin_meshes
from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.state import State
from riotsim.play.requests import BossId
from riotsim.play.rolling import Lost, RolledAgain
from riotsim.replay.sculpts import Sculpt, read_glb
from riotsim.replay.telling import Said, Turn, plain_sentence
from riotsim.table.state import Table

MINIATURES = ("ruffian.glb", "bruiser.glb")


class RiotTelling:
    """Riot Dice in plain lines. It begins with the state and the table of the checkpoint that is replayed from."""

    def __init__(self, state: State, table: Table, after_time: str) -> None:
        self._narrator = Narrator(Commentator(state, table, after_time))

    def turn(self, state: State) -> Turn:
        """Give the turn that a game is in."""
        return turn_of(state)

    def tell(self, happened: Iterable[object]) -> Iterator[Said]:
        """Give the lines that are complete; what comes of a deed stays indented."""
        for event in as_told(happened):
            yield from map(_said, self._narrator.tell(event))

    def growing(self) -> Said | None:
        """Give the line that may still grow."""
        growing = self._narrator.growing
        return None if growing is None else _said(growing)

    def rest(self) -> Iterator[Said]:
        """Give the line that was kept."""
        return map(_said, self._narrator.rest())

    def stashes(self, state: State) -> Mapping[BossId, int]:
        """Give the loot of each boss."""
        return {name: boss.stash for name, boss in state.bosses.items()}

    def sentence(self, event: object) -> str:
        """Say one event."""
        return sentence(event)


def turn_of(state: State) -> Turn:
    """Give the turn that a game is in: turns are counted when they are over."""
    if state.phase in ("drop", "deploy"):
        return Turn(0, None)
    return Turn(turns_over(state) + 1, state.turn)


def _said(line: Narrated) -> Said:
    """A line without its markup, from the indent of a deed on."""
    return Said(Text.from_markup(line.markup, emoji=False).plain.removeprefix(DEED).rstrip(), line.pieces)


def sentence(event: object) -> str:
    """Say one event of Riot Dice, on one line."""
    return _setup(event) or _deed(event) or _blow(event) or plain_sentence(event)


def _setup(event: object) -> str:
    match event:
        case events.TokenLands(boss, token):
            return f"{boss} drops loot {token}" if boss else f"loot {token} lies in the middle"
        case events.TokenBack(token):
            return f"loot {token} rolls off the table and is put back"
        case events.FirstBoss(boss):
            return f"{boss} goes first"
        case events.NoLegalSpot(boss, short):
            return f"no spot is legal for {boss}; the nearest to legal is {short:g} in short"
        case events.Deployed(model, boss):
            return f"{boss} deploys {model}"
        case events.LegsIt(boss, dropped):
            return f"{boss} legs it" + (f", leaving {dropped} loot behind" if dropped else "")
        case events.TimeIsUp():
            return "time is up"
        case events.Scoops(boss, tokens):
            return f"{boss} scoops up what is left: {tokens} loot"
        case events.GameOver(winners, loot, unfinished):
            stood = ", ".join(f"{boss} {tokens}" for boss, tokens in loot)
            how = "unfinished" if unfinished else f"won by {' and '.join(winners)}"
            return f"the game is over, {how}; loot: {stood}"
    return ""


def _deed(event: object) -> str:
    match event:
        case events.Activated(model, boss):
            return f"{boss} activates {model}"
        case events.Acts(model, action):
            return f"{model} {VERBS[action]}"
        case events.Rolled(boss, model, purpose, shows):
            return f"{boss} rolls {' '.join(map(str, shows)) or 'no dice'} to {purpose} with {model}"
        case RolledAgain(boss, die, why):
            return f"{boss} rolls die {die} again: {why}"
        case Lost(boss):
            return f"{boss} loses a die over the edge"
        case events.Moved(model, inches, stopped_by):
            return f"{model} moves {inches:.1f} in" + (f", stopped by {stopped_by}" if stopped_by else "")
        case events.Discarded(model, die):
            return f"{model} leaves die {die} unused"
        case events.Loot(boss, model, token):
            return f"{model} picks up loot {token} for {boss}"
        case events.TowerGrows(model, height):
            return f"{model}'s tower grows to {height}"
        case events.StandsUp(model):
            return f"{model} stands up"
        case events.Boots(model, other):
            return f"{model} boots {other}"
    return ""


def _blow(event: object) -> str:
    match event:
        case events.Bullet(model, shows, hits):
            return f"{model}'s bullet, a {shows}, hits {hits}"
        case events.Damage(model, points, by):
            return f"{model} takes {points} damage from {by}"
        case events.TowerFalls(model, by, dice):
            return f"{model}'s tower of {dice} falls: {by}'s doing"
        case events.TowerPushed(model):
            return f"{model}'s tower is pushed, and stands"
        case events.FallsOver(model):
            return f"{model} falls over"
        case events.FightBreaksOut(active, passive):
            return f"{active} fights {passive}"
        case events.Throws(active, passive, (first, second)):
            return f"{active} goes for a {first}, {passive} for a {second}"
        case events.Shoved(model):
            return f"{model} is shoved"
        case events.Pinched(boss, victim):
            return f"{boss} takes loot from {victim}"
    return ""


def sculpts() -> dict[str, Sculpt]:
    """Give the miniatures that come with the program, as replays draw them, by the names of their files."""
    found = builtin_meshes()
    return {name: read_glb(found[name].read_bytes()) for name in MINIATURES}
