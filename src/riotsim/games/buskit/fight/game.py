"""A game of Buskit from its beginning to its end, through all phases (BK-02, BK-05)."""

from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from riotsim.games.buskit.chapters.armour import unspent
from riotsim.games.buskit.chapters.attack import UNARMED
from riotsim.games.buskit.characters.character import Character
from riotsim.games.buskit.characters.equipment import WeaponFigures
from riotsim.games.buskit.characters.figures import CharacterFigures, CompanyFigures, company_faults
from riotsim.games.buskit.fight.recovery import heal
from riotsim.games.buskit.fight.round import act_by_surprise, begin_round, play_next_turn
from riotsim.games.buskit.fight.setup import empty_table, set_up_model
from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.games.buskit.state import SIDES, Fighter, State
from riotsim.play.requests import PlayerId
from riotsim.play.session.session import Perform, Play, Rules, Session, Waiting
from riotsim.table.dice.dice_set import DiceSet
from riotsim.table.dice.kinds import DieKind

NO_COMPANIES: Final[Mapping[PlayerId, CompanyFigures]] = MappingProxyType({})
NO_KINDS: Final[Mapping[str, DieKind]] = MappingProxyType({})

MOOK, DUELLIST, MARKSMAN, BRUISER, WRESTLER = "sneak.glb", "ruffian.glb", "marksman.glb", "bruiser.glb", "wildcard.glb"
"""Mesh files of the characters' miniatures.

`MOOK` is for mooks. For any other character, the first weapon decides:

- `DUELLIST`: a light melee weapon.
- `MARKSMAN`: a weapon that shoots.
- `BRUISER`: a heavy melee weapon.
- `WRESTLER`: no weapon.
"""

MINIATURES: Final = (DUELLIST, MARKSMAN, BRUISER, WRESTLER, "unit_close.glb", "unit_ranged.glb", MOOK)
"""Mesh files of all miniatures. If a miniature is taken, the first free miniature of this list replaces it."""


def rules_of(rules: Rulebook, kinds: Mapping[str, DieKind] = NO_KINDS) -> Rules[State]:
    """Return the function that lets a session play a game, from any checkpoint to the end.

    Args:
        rules: The rulebook.
        kinds: The loaded kinds of dice whose shape is a mesh, by name.
    """

    def run(play: Play[State]) -> Coroutine[Waiting, object, None]:
        return play_on(Skirmish(play, rules, dice_of(rules, kinds)))

    return run


def dice_of(rules: Rulebook, kinds: Mapping[str, DieKind] = NO_KINDS) -> DiceSet:
    """Return the set of dice of a rulebook."""
    return rules.dice.dice_set(kinds)


async def play_on(game: Skirmish) -> None:
    """Play the phases of a game one after the other: set-up, surprise, rounds of turns, and healing."""
    state = game.state
    game.play.begin_turn()
    while state.phase == "set-up":
        await set_up_model(game)
    while state.phase == "surprise":
        await act_by_surprise(game)
    while state.result is None:
        game.play.begin_turn()
        if state.phase == "round":
            await begin_round(game)
        while state.phase == "turns":
            await play_next_turn(game)
    while state.phase == "healing":
        game.play.begin_turn()
        await heal(game)


def initial_state(
    rules: Rulebook,
    players: Sequence[PlayerId],
    companies: Mapping[PlayerId, str],
    hands: Mapping[PlayerId, str],
    brought: Mapping[PlayerId, CompanyFigures] = NO_COMPANIES,
) -> State:
    """Return the state of a new game.

    Args:
        rules: The rulebook.
        players: The players in the order of play.
        companies: Name of each player's side in the rules. By default the first player has the first side, and so on.
        hands: Name of each player's hand in the rules. The default is the hand that the rules name.
        brought: Sides from players' own files, used instead of those in the rules.

    Raises:
        ValueError: The rules are for another number of players, a player has no name, two players have the same name,
            or a side breaks the rules. The message lists all faults of the sides.
    """
    if len(players) != rules.sides or len(set(players)) < len(players) or not all(players):
        told = ", ".join(players) or "none"
        raise ValueError(f"{rules.sides} players play, each with a name of their own, not {told} (BK-02)")
    names, faults, fighters = list(rules.companies), list[str](), dict[str, Fighter]()
    titles: dict[PlayerId, str] = {}
    for number, player in enumerate(players):
        name = companies.get(player, names[number % len(names)])
        figures = brought.get(player) or rules.companies[name]
        titles[player] = figures.name
        if rules.mode == "duel":  # the first of a side, one against one
            figures = figures.model_copy(update={"side": figures.side[:1]})
        found = [sentence for _, sentence in company_faults(rules.terms(), figures.model_dump(mode="json"))]
        faults += [f"{figures.name}: {sentence}" for sentence in found]
        if not found:
            drawn = _miniatures(figures, rules.weapons)
            for name, character in zip(figures.side, figures.chosen(rules.terms()), strict=True):
                shown = replace(character, miniature=drawn[name])
                fighter = new_fighter(rules, shown, player, SIDES[number])
                fighters[fighter.id] = fighter
    if faults:
        raise ValueError("; ".join(faults))
    return State(tuple(players), {player: hands.get(player, rules.hand) for player in players}, fighters, titles)


def _miniatures(company: CompanyFigures, weapons: Mapping[str, WeaponFigures]) -> dict[str, str]:
    """Return the mesh file of each character's miniature, by the character's name in the company.

    Each character gets the miniature that fits its rank and first weapon (see `_fitting_miniature`). If another
    character has that one already, the first free miniature of `MINIATURES` is used. If all are taken, two characters
    share the fitting one.

    Args:
        company: The company.
        weapons: The weapons of the rules, by name.
    """
    found: dict[str, str] = {}
    for name in dict.fromkeys(company.side):
        wanted = _fitting_miniature(company.characters[name], weapons)
        free = (one for one in (wanted, *MINIATURES) if one not in found.values())
        found[name] = next(free, wanted)
    return found


def _fitting_miniature(character: CharacterFigures, weapons: Mapping[str, WeaponFigures]) -> str:
    """Return the mesh file of the miniature that fits a character's rank and first weapon."""
    if character.role == "mook":
        return MOOK
    if not character.weapons or character.weapons[0] == UNARMED:
        return WRESTLER
    weapon = weapons[character.weapons[0]]
    if weapon.skill == "shoot":
        return MARKSMAN
    return BRUISER if weapon.might > 1 else DUELLIST


def new_fighter(rules: Rulebook, character: Character, player: PlayerId, letter: str) -> Fighter:
    """Return a new fighter, with full Wounds, Shock and armour (BK-14, BK-16).

    Args:
        rules: The rulebook.
        character: The character who fights.
        player: The player whose fighter it is.
        letter: The letter of the player's side. The fighter's name begins with it, such as `a.ines`.
    """
    wild = 0 if character.role == "mook" else rules.wild.dice  # BK-24
    return Fighter(
        f"{letter}.{character.name}",
        character,
        player,
        character.full_wounds,
        character.full_shock,
        spent=unspent(rules, character.armour),
        wild=wild,
    )


def new_game(
    rules: Rulebook,
    players: Sequence[PlayerId],
    seed: int,
    perform: Perform,
    *,
    companies: Mapping[PlayerId, str] | None = None,
    hands: Mapping[PlayerId, str] | None = None,
    brought: Mapping[PlayerId, CompanyFigures] = NO_COMPANIES,
    kinds: Mapping[str, DieKind] = NO_KINDS,
) -> Session[State]:
    """Begin a game, and return its session.

    Args:
        rules: The rulebook.
        players: The players in the order of play.
        seed: The game's seed.
        perform: Function that performs acts.
        companies: Name of each player's side in the rules, by player.
        hands: Name of each player's hand in the rules, by player.
        brought: The sides that players bring in their own files, by player.
        kinds: The loaded kinds of dice whose shape is a mesh, by name.

    Raises:
        ValueError: The players or their sides can't play (see `initial_state`).
    """
    state = initial_state(rules, players, companies or {}, hands or {}, brought)
    return Session(rules_of(rules, kinds), state, empty_table(rules), seed, perform)
