"""A physical tabletop for games with dice.

The games are Riot Dice by Mike Hutchinson, Demolition Dice, Cube Clash, Buskit and RiftWar. Dice are thrown, towers are
built and models are carried in a rigid-body simulation. On the same machine, the same seed always gives the same
result, to the last bit.

>>> import riotsim
>>> throw = riotsim.throw("3d6", seed=7)
>>> throw.faces, throw.total
((3, 4, 5), 12)
>>> tower = riotsim.build_tower(8, hand="steady", seed=1)
>>> tower.stands, riotsim.carry_tower(tower, 6).stands
(True, True)
>>> riotsim.load_rules("riot_dice", {"tower.swig": 2}).tower.swig
2
>>> class Sniper(riotsim.GreedyBot):
...     def answer(self, request, session):
...         if isinstance(request, riotsim.Choose) and "shoot" in request.options:
...             return "shoot"
...         return super().answer(request, session)
...
>>> players = {"Ada": "greedy", "Bea": Sniper}
>>> with riotsim.new_game("riot_dice", players, seed=2, options={"loot.each": 2}) as game:
...     result = game.play()
...     page = game.replay().save("game.html")
...
>>> sorted(game.scores)  # game.scores is a dict: each player's loot (the amounts depend on the processor)
['Ada', 'Bea']

Notebooks show throws, towers, tables, dice and games as pictures. `RiotsimError` is the base class of riotsim's errors.
Each name is imported when it is first used, so `import riotsim` is quick.
"""

TYPE_CHECKING = False  # type checkers assume True; importing the constant would double the time until Ctrl-C works
if TYPE_CHECKING:
    from riotsim.bots.bot import Bot, Luck, play_out
    from riotsim.bots.custom import UnusableBot
    from riotsim.bots.greedy import GreedyBot
    from riotsim.bots.planner import PlannerBot
    from riotsim.bots.random import RandomBot
    from riotsim.errors import (
        IllegalAnswer,
        InvalidInput,
        InvalidValue,
        PhysicsError,
        RiotsimError,
        StorageError,
        Unavailable,
    )
    from riotsim.files.problems import BadFile
    from riotsim.games.registry import GAMES
    from riotsim.library.games import Match, NoBot, new_game, resume_game, stored_games
    from riotsim.library.replays import Replay, load_replay
    from riotsim.library.throws import Throw, throw, throws
    from riotsim.library.towers import BuiltTower, build_tower, carry_tower
    from riotsim.physics.scene.scene import Diverged
    from riotsim.play.group_requests import PickSome, PlaceSome
    from riotsim.play.requests import (
        Aim,
        AimThrow,
        Choose,
        PickPiece,
        PickPoint,
        PickWay,
        PlaceDie,
        Refused,
        Request,
        SetPace,
        Spot,
        Step,
    )
    from riotsim.play.session.journal import ReplayDiverged
    from riotsim.play.session.session import NothingLeft, Session
    from riotsim.players import BOTS
    from riotsim.pools.exact import Odds, odds
    from riotsim.rulebooks import load_rules
    from riotsim.simulation import frames, perform
    from riotsim.store.database.lock import Busy
    from riotsim.store.database.store import Store
    from riotsim.table.acts import Carry, Displacement, Drop, Hand, Pace, Roll, Settled, Shift, Stack, Tip
    from riotsim.table.dice.kinds import DieKind, die_kind
    from riotsim.table.pieces import Die, Model, Terrain, Token
    from riotsim.table.poses import Pose
    from riotsim.table.state import Surface, Table, Tray
    from riotsim.table.units import inches

    __version__: str

_MODULES = {
    "bots.bot": ("Bot", "Luck", "play_out"),
    "bots.custom": ("UnusableBot",),
    "bots.greedy": ("GreedyBot",),
    "bots.planner": ("PlannerBot",),
    "bots.random": ("RandomBot",),
    "errors": (
        "IllegalAnswer",
        "InvalidInput",
        "InvalidValue",
        "PhysicsError",
        "RiotsimError",
        "StorageError",
        "Unavailable",
    ),
    "files.problems": ("BadFile",),
    "games.registry": ("GAMES",),
    "library.games": ("Match", "NoBot", "new_game", "resume_game", "stored_games"),
    "library.replays": ("Replay", "load_replay"),
    "rulebooks": ("load_rules",),
    "library.throws": ("Throw", "throw", "throws"),
    "library.towers": ("BuiltTower", "build_tower", "carry_tower"),
    "simulation": ("frames", "perform"),
    "physics.scene.scene": ("Diverged",),
    "play.group_requests": ("PickSome", "PlaceSome"),
    "play.requests": (
        "Aim",
        "AimThrow",
        "Choose",
        "PickPiece",
        "PickPoint",
        "PickWay",
        "PlaceDie",
        "Refused",
        "Request",
        "SetPace",
        "Spot",
        "Step",
    ),
    "play.session.journal": ("ReplayDiverged",),
    "play.session.session": ("NothingLeft", "Session"),
    "players": ("BOTS",),
    "pools.exact": ("Odds", "odds"),
    "store.database.lock": ("Busy",),
    "store.database.store": ("Store",),
    "table.acts": ("Carry", "Displacement", "Drop", "Hand", "Pace", "Roll", "Settled", "Shift", "Stack", "Tip"),
    "table.dice.kinds": ("DieKind", "die_kind"),
    "table.pieces": ("Die", "Model", "Terrain", "Token"),
    "table.poses": ("Pose",),
    "table.state": ("Surface", "Table", "Tray"),
    "table.units": ("inches",),
}
"""The public names, by the module that defines them. The modules' names lack the leading `riotsim.`."""

_MODULE_OF = {name: f"riotsim.{module}" for module, names in _MODULES.items() for name in names}

__all__ = [
    "BOTS",
    "GAMES",
    "Aim",
    "AimThrow",
    "BadFile",
    "Bot",
    "BuiltTower",
    "Busy",
    "Carry",
    "Choose",
    "Die",
    "DieKind",
    "Displacement",
    "Diverged",
    "Drop",
    "GreedyBot",
    "Hand",
    "IllegalAnswer",
    "InvalidInput",
    "InvalidValue",
    "Luck",
    "Match",
    "Model",
    "NoBot",
    "NothingLeft",
    "Odds",
    "Pace",
    "PhysicsError",
    "PickPiece",
    "PickPoint",
    "PickSome",
    "PickWay",
    "PlaceDie",
    "PlaceSome",
    "PlannerBot",
    "Pose",
    "RandomBot",
    "Refused",
    "Replay",
    "ReplayDiverged",
    "Request",
    "RiotsimError",
    "Roll",
    "Session",
    "SetPace",
    "Settled",
    "Shift",
    "Spot",
    "Stack",
    "Step",
    "StorageError",
    "Store",
    "Surface",
    "Table",
    "Terrain",
    "Throw",
    "Tip",
    "Token",
    "Tray",
    "Unavailable",
    "UnusableBot",
    "__version__",
    "build_tower",
    "carry_tower",
    "die_kind",
    "frames",
    "inches",
    "load_replay",
    "load_rules",
    "new_game",
    "odds",
    "perform",
    "play_out",
    "resume_game",
    "stored_games",
    "throw",
    "throws",
]


if not TYPE_CHECKING:  # hidden from type checkers, which then find misspelt names

    def __getattr__(name: str) -> object:
        """Return a public name of the library, and import its module when the name is first used.

        Raises:
            AttributeError: The library has no such name.
        """
        from importlib import import_module

        if name == "__version__":
            from importlib.metadata import version  # late: it takes a tenth of the time of `riotsim --help`

            return version("riotsim")
        if name not in _MODULE_OF:
            raise AttributeError(f"module 'riotsim' has no attribute {name!r}")
        found: object = getattr(import_module(_MODULE_OF[name]), name)
        globals()[name] = found
        return found

    def __dir__() -> list[str]:
        return sorted({*(name for name in globals() if name.startswith("__")), *__all__})
