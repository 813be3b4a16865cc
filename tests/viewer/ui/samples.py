"""Sample screens for tests and stored pictures."""

import re
from dataclasses import replace

from shown_checks import ATTACK, DAMAGE, INITIATIVE, LANDED

from riotsim.app.window.rules_pages import rules_page
from riotsim.play.displays import Gauge, Initiative, RosterUnit, SheetCell
from riotsim.replay.recording import SEATS, Seat
from riotsim.table.dice.signs import Sign
from riotsim.viewer.input.keys import Action
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui.models import (
    Choice,
    Company,
    DiceCount,
    Fight,
    FightSide,
    GameClock,
    GameModel,
    KeyClash,
    LogLine,
    PieceStanding,
    PlaybackState,
    Prompt,
    ReplayModel,
    SettingsModel,
    Sheet,
    Standing,
    TimelineMark,
    Tip,
    Turn,
)
from riotsim.viewer.ui.rules_model import RulesModel
from riotsim.viewer.ui.sandbox_model import Chosen, FileDialog, SandboxModel, TrayItem
from riotsim.viewer.ui.scene_model import Ruler, SceneLabel, SceneUnit
from riotsim.viewer.ui.start_model import (
    LOADING,
    OWN_RULES_KEY,
    Draft,
    FileReport,
    Offer,
    Option,
    OwnFile,
    RulesOffer,
    SeatDraft,
    SeatOption,
    StartModel,
    StoredGame,
)

ADA = Seat("Ada", *SEATS[0], about="person")
BEA = Seat("Bea", *SEATS[1], about="greedy bot")
CLEO = Seat("Cleopatra VII of the Lower Nile and Alexandria", *SEATS[2], about="person")
DORA = Seat("Dora", *SEATS[3], about="random bot")

ADAS = ("m1", "m2", "m3", "m4", "m5")
BEAS = ("m6", "m7", "m8", "m9", "m10")

CHOICES = (
    Choice("activate", "Activate a model", "One action, or two different ones", "run"),
    Choice("leg_it", "Leg it", "Leave with 3 in your stash", "leave", pieces=("m1", "m4")),
)

ASK = Prompt(
    ADA,
    "Which model acts?",
    "Any of your models that stands may act, the same one turn after turn if you like. A fallen one can't.",
    "RD-21",
    CHOICES,
    hint="Click a model that glows",
    confirm="Activate m3",
    ready=True,
)

_OWNERS = {"Ada": ADA, "Bea": BEA, **dict.fromkeys(ADAS, ADA), **dict.fromkeys(BEAS, BEA)}


def _named(line: LogLine) -> LogLine:
    """Return a line with the places of the players' and models' names in it."""
    words = [found for found in re.finditer(r"\w+", line.text) if found[0] in _OWNERS]
    return replace(line, names=tuple((word.start(), word.end(), _OWNERS[word[0]].colour) for word in words))


_LINES = (
    LogLine("Turn 10", 10, 0, (), ADA),
    LogLine("m2 scoots [4, 2, 6], takes a coin on the way and pockets it: 3", 10, 1, ("m2", "d1")),
    LogLine("Ada steadies the tower of m2: 5 dice high", 10, 2, ("m2",)),
    LogLine("m2 takes a swig: tower of 6", 10, 1, ("m2",)),
    LogLine("Turn 11", 11, 0, (), BEA),
    LogLine("m7 shoots [5, 1] at m1: big damage, 2 dice on its tower", 11, 1, ("m7", "m1")),
    LogLine("the tower of m1 falls, and m1 falls over", 11, 2, ("m1",)),
    LogLine("m7 takes a swig: tower of 3", 11, 1, ("m7",)),
    LogLine("Turn 12", 12, 0, (), ADA),
    LogLine("Ada has to decide", 12, 1),
)
LOG = tuple(map(_named, _LINES))


def _pieces(names: tuple[str, ...], heights: tuple[int, ...]) -> tuple[PieceStanding, ...]:
    return tuple(PieceStanding(name, name, height) for name, height in zip(names, heights, strict=True))


_ADAS = _pieces(ADAS, (0, 6, 2, 11, 4))
_BEAS = _pieces(BEAS, (3, 0, 1, 7, 23))
STANDINGS = (
    Standing(ADA, 3, (replace(_ADAS[0], fallen=True), _ADAS[1], replace(_ADAS[2], acting=True), *_ADAS[3:])),
    Standing(BEA, 5, (*_BEAS[:3], replace(_BEAS[3], risk="tall"), replace(_BEAS[4], risk="danger"))),
)

FOUR = (
    *STANDINGS,
    Standing(CLEO, 12, _pieces(("m11", "m12", "m13", "m14", "m15"), (1, 2, 3, 4, 5))),
    Standing(DORA, 2, (), note="legged it"),
)

DICE = (
    DiceCount("Ada", tuple("123456"), (9, 14, 11, 8, 12, 10), (10.7,) * 6, SEATS[0][0]),
    DiceCount("Bea", tuple("123456"), (7, 6, 11, 9, 4, 13), (8.3,) * 6, SEATS[1][0]),
    DiceCount("All of d20", tuple(map(str, range(1, 21))), tuple((n * 7) % 5 for n in range(20)), (2.0,) * 20),
)

GAME = GameModel(
    "Riot Dice",
    Turn(12, ADA, "to decide", GameClock(1122, "nobody may boot")),
    (ADA, BEA),
    prompt=ASK,
    standings=STANDINGS,
    score_name="loot",
    log=LOG,
    dice=DICE,
    playback=PlaybackState(1.0, False, "m7 shoots"),
    can_undo=True,
    undo_about="Undo",
    game="g-2b7f",
)

WATCHED = replace(
    GAME,
    prompt=None,
    waiting="Bea thinks about what m7 does next.",
    turn=Turn(13, BEA, "shoots", GameClock(95, "nobody may boot")),
    tip=Tip("m3, a ruffian", ("Tower of 2, safe in a careful hand", "Toughness 3, moves 3d6", "4.2 in from m7"), ADA),
    ruler=Ruler((430, 300), (800, 420), 214.0, "m3 to m7"),
    labels=(SceneLabel((620, 220), "6 in", SEATS[0][0]),),
    page="dice",
    can_undo=False,
    notice="The disk is full: the game goes on, and is not stored.",
)

PAGES = tuple(
    RosterUnit(f"p{n}", name, "paper", place, 1 + n % 3, Sign(icon, n % 4), is_out=n in (2, 5))
    for n, (name, place, icon) in enumerate(
        (
            ("Quire", "d4", "melee"), ("Vellum Reeve", "e3", "saves"), ("Inkling", "dead", "id"),
            ("Rubricator", "c1", "magic"), ("Folio", "h8", "fly"), ("Errant Bookbinder", "gone", "id"),
        )
    )
)  # fmt: skip

STONES = (
    RosterUnit("s1", "Keystone", "granite", "near the bridge"),
    RosterUnit("s2", "Rubble", "granite", "lost", is_out=True),
)

UNITS = replace(
    GAME,
    companies=(Company(ADA, "The Lower Shelf", PAGES), Company(BEA, "Stonework", STONES)),
    acting="p1",
    page="units",
)

NET = tuple(
    SheetCell(column, row, title, "what it does", Sign(icon, count), marked=title == "Melee")
    for column, row, title, icon, count in (
        (1, 0, "Id", "id", 0), (0, 1, "Saves", "saves", 3), (1, 1, "Melee", "melee", 4), (2, 1, "Magic", "magic", 2),
        (3, 1, "Fly", "fly", 1), (1, 2, "Smite", "smite", 2),
    )
)  # fmt: skip

KEPT = replace(UNITS, sheet=Sheet("Quire of Ada", ("paper, health 1, on d4",), NET, ADA, kept="p0"))

STANCES = (Choice("0", "Steady", "hit in 64 %", previews=True), Choice("1", "Reckless", "hit in 73 %", previews=True))
CHECKED = replace(
    GAME,
    prompt=Prompt(BEA, "How do you fight?", "Reckless: attack +1, defence -1.", choices=STANCES),
    checks=(ATTACK,),
)
HIT = replace(GAME, prompt=None, checks=(LANDED, DAMAGE))

FIGHTERS = tuple(
    RosterUnit(
        piece, name, "hero", "up", gauges=(Gauge("Wounds", wounds, 8), Gauge("Shock", shock, 16)), initiative=placed
    )
    for piece, name, wounds, shock, placed in (
        ("m1", "Ines", 8, 16, Initiative(2, 8, 8, "acts")),
        ("m2", "Hired Hand 1", 3, 5, Initiative(1, 9, 10, "done")),
    )
)
FOES = (
    RosterUnit("m6", "Cole", "hero", "up", gauges=FIGHTERS[0].gauges, initiative=Initiative(3, 6, 12, "holds")),
    RosterUnit("m7", "Ottoline", "hero", "out", is_out=True, gauges=(Gauge("Wounds", 0, 12), Gauge("Shock", 4, 22))),
)
ORDERED = replace(
    HIT,
    checks=(INITIATIVE,),
    standings=(Standing(ADA, 2), Standing(BEA, 1)),
    companies=(Company(ADA, "Ines and a hand", FIGHTERS), Company(BEA, "Cole and Ottoline", FOES)),
    acting="m1",
    units=(
        SceneUnit((470.0, 300.0), ADA.colour, FIGHTERS[0].gauges, FIGHTERS[0].initiative),
        SceneUnit((560.0, 340.0), BEA.colour, FIGHTERS[1].gauges, FOES[0].initiative),
    ),
)

REFUSED = replace(GAME, refusal="a roll is released at least 50 mm up; a die merely set down is no roll", tip=None)

FIGHT_OPTIONS = (
    Choice("thump", "Thump", "beats pinch · roll your thump dice", "fist"),
    Choice("shove", "Shove", "beats thump · 3 in straight away", "hand"),
    Choice("pinch", "Pinch", "beats shove · take a coin", "pinch"),
)

_FIGHT = Fight(
    FightSide(ADA, "m3, tower of 2", chosen=True),
    FightSide(BEA, "m7, tower of 3"),
    FIGHT_OPTIONS,
    "Thump, shove or pinch?",
    "Both choose at once, without knowing the other's choice",
    "RD-61",
)
_BOTH = replace(_FIGHT, right=FightSide(BEA, "m7, tower of 3", chosen=True))

FIGHT = replace(GAME, prompt=None, turn=Turn(12, ADA, "fights", GameClock(1100, "nobody may boot")), fight=_FIGHT)
OPEN_FIGHT = replace(FIGHT, fight=replace(_FIGHT, left=FightSide(ADA, "m3, tower of 2")))
COUNTED = replace(FIGHT, fight=replace(_BOTH, count=2))
SHOWN = replace(FIGHT, fight=replace(_BOTH, shown=("thump", "shove")))

CROWDED = replace(
    GAME,
    turn=Turn(104, CLEO, "to decide", GameClock(0, "no boots, and a last turn each")),
    seats=(ADA, BEA, CLEO, DORA),
    standings=FOUR,
    prompt=replace(
        ASK,
        seat=CLEO,
        title="Where does the next of the fifteen tokens of loot fall, and from how high up?",
        choices=(
            *(
                Choice(f"c{n}", f"Choice number {n}", "with a few words about it" if n % 3 == 0 else "")
                for n in range(1, 8)
            ),
            Choice("no", "Boot the fallen one", refused="Time has run out: no more boots", icon="boot"),
            Choice("long", "Put every die that is left on the tower of Cleopatra VII of the Lower Nile", "and see"),
        ),
    ),
    can_redo=True,
)

MENU = replace(GAME, menu=True, leave_note="The game is saved. You can continue it later.")
RULES_PAGE = rules_page("riot_dice")
assert RULES_PAGE is not None, "Riot Dice has rules"
RULES = replace(GAME, rules=RulesModel(RULES_PAGE, clause="RD-41"))
OPTIONS = replace(GAME, options=SettingsModel(Settings(), measured="medium, 62 pictures a second"))
OVER = replace(
    GAME,
    prompt=None,
    result_lines=("Bea wins with 9 loot", "Ada has 4", "41 turns, 19 minutes, 7 towers fell"),
    turn=Turn(41, None),
)
UNWATCHABLE = replace(
    OVER, replay_problem="games.sqlite: there is no game g-2b7f; `riotsim games list` shows the games that there are"
)
BROKE = replace(
    GAME, prompt=None, failure="The process that plays the game has ended. The game is stored up to turn 12."
)

DROPPING = replace(
    GAME,
    turn=Turn(0, None, clock=GameClock(1800, "nobody may boot")),
    prompt=Prompt(ADA, "Drop loot", "Choose where a token falls.", "RD-10", hint="Click the glowing area of the table"),
    log=(),
)

SETTING = GameModel("", Turn(0, None), (), waiting="Loading the game …")

REPLAY = ReplayModel(
    "Ada against Bea",
    Turn(12, ADA, "m2 scoots"),
    (ADA, BEA),
    74.0,
    221.0,
    tuple(
        TimelineMark(
            4.0 + 9.3 * n, f"Turn {n + 1}: {'a tower falls' if n % 5 == 3 else 'scoots'}", SEATS[n % 2][0], n % 5 == 3
        )
        for n in range(23)
    ),
    (
        TimelineMark(120.0, "Tallest tower: 13 dice, m2", short="Tallest tower"),
        TimelineMark(169.0, "Greatest fall: 21 dice of 3 towers, Ada", short="Greatest fall"),
        TimelineMark(31.0, "Best throw: 6, 6, 6 and 5 with 4d6, Bea", short="Best throw"),
    ),
    PlaybackState(2.0, True),
    STANDINGS,
    "loot",
    LOG,
    DICE,
)

SANDBOX = SandboxModel(
    "Riot Dice",
    (ADA, BEA),
    "Ada",
    "Bea",
    (2, 0),
    tray=(
        *(TrayItem(f"model.{name}", name.capitalize(), "Models") for name in ("git", "sneak", "bruiser", "cart")),
        TrayItem("die", "Die", "Dice and loot", "Over a tower it goes on top", is_die=True),
        TrayItem("loot", "Loot", "Dice and loot"),
        *(TrayItem(f"terrain.{name}", name.capitalize(), "Scenery") for name in ("wall", "crate", "hill")),
    ),
    piece_in_hand="die",
    face=4,
    chosen=Chosen("a2", "a2", ("git", "tower of 3 dice"), ADA, stands=True),
    hint="Click to place it; Shift and the wheel turn it, Esc cancels",
    can_undo=True,
)

SANDBOX_DIE = replace(
    SANDBOX,
    piece_in_hand="",
    chosen=Chosen("a2-tower-03", "d6", ("shows 4", "3 of 3 in a2's tower"), ADA, tuple(range(1, 7)), 4),
    notice="Saved: riotsim check /home/ada/position-1.yaml",
)
AIMS = replace(SANDBOX, phase="aims", hint="Hold the button, shake and flick", chosen=None)
TRIED = replace(SANDBOX, phase="tried", hint="", chosen=None)
SAVING = replace(
    SANDBOX,
    file=FileDialog(
        True,
        "/home/ada/position-1.yaml",
        "A tower in the way",
        problem="/home/ada/position-1.yaml already exists.",
        file_exists=True,
    ),
)
OPENING = replace(
    SANDBOX,
    file=FileDialog(False, "bad.yaml", problem="bad.yaml:12: given.models.a1.at: a1 and b1 overlap by 0.32 in"),
)

GANG = SeatOption(
    "gang",
    "Gang",
    (Option("ruffians", "Five ruffians", "jacks of all trades"), Option("mixed", "Bruiser and four runners")),
)

TABLES = (Option("alley", "The alley, 24 × 24 in", "Two walls, a hill, crates"), Option("yard", "The yard, 36 × 36 in"))

OFFER = Offer(
    (
        Option("person", "A person"),
        Option("greedy", "Greedy", "takes what is best at once"),
        Option("random", "Random", "does anything"),
    ),
    (Option("riot_dice", "Riot Dice", "Gangs of miniatures, towers of dice, and loot. Thrown for real."),),
    (
        RulesOffer("riot_dice", "Riot Dice", "riot_dice", (GANG,), TABLES, about="The rules as they come"),
        RulesOffer("mine", "my_rules.yaml", "riot_dice", (GANG,), TABLES, about="From your folder"),
    ),
)

DRAFT = Draft(
    (SeatDraft("Ada", "person", 0, {"gang": "ruffians"}), SeatDraft("Bea", "greedy", 1, {"gang": "ruffians"})),
    "riot_dice",
    "alley",
)

GAMES = (
    StoredGame("g-2b7f", (ADA, BEA), "turn 12", "10 minutes ago", about="Riot Dice", details="Game g-2b7f, seed 42"),
    StoredGame("g-11c0", (ADA, BEA, CLEO, DORA), "turn 3", "yesterday", is_busy=True, about="Demolition Dice"),
    StoredGame("g-09aa", (BEA, DORA), "Bea won, 9 to 4", "on 3 November", is_over=True, about="Riot Dice"),
)

START = StartModel(
    DRAFT,
    OFFER,
    SettingsModel(Settings(), measured="medium"),
    games=GAMES,
    credits=(
        ("Riot Dice", "riotsim is powered by Riot Dice, an open-source rules engine by Mike Hutchinson."),
        ("Letters", "Roboto by Google, and Font Awesome Free."),
    ),
    version="riotsim 0.1.0",
)

FIRST_FRAME = StartModel(Draft((), "", ""), LOADING, SettingsModel(Settings()), version="riotsim 0.1.0")

FOUR_SEATS = replace(
    START,
    draft=replace(
        DRAFT,
        seats=(
            *DRAFT.seats,
            SeatDraft("Cleopatra VII of the Lower Nile", "random", 2, {"gang": "mixed"}),
            SeatDraft("Ada", "person", 3, {"gang": "mixed"}),
        ),
        seed="12345",
    ),
    problem="my_rules.yaml:12: weapons.pistol.range: a length was expected, such as 6in",
)

FAULTY = OwnFile(
    FileReport(
        (
            "mine.yaml:12: weapons.pistol.range: a length is written like 12in or 300mm, not 'far'",
            "mine.yaml:40: gang.models[1]: no model is called 'got'; did you mean git?",
        )
    )
)
OWN_RULES = replace(START, draft=replace(DRAFT, rules=OWN_RULES_KEY, own="~/rules/mine.yaml"), own_rules=FAULTY)

CAPTURING = replace(
    START, page="settings", settings=SettingsModel(Settings(keys={Action.UNDO: "U"}), capturing=Action.UNDO)
)
CLASHING = replace(
    START,
    page="settings",
    settings=SettingsModel(
        Settings(),
        Action.FULL_SCREEN,
        KeyClash(Action.FULL_SCREEN, "M", (Action.MUTE,)),
        problem="window.json: volume: too loud",
    ),
)
