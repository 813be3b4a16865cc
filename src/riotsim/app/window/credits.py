"""Credits of riotsim as the window shows them. `LICENSE-ATTRIBUTION.md` has all of them."""

PROGRAM: tuple[tuple[str, str], ...] = (
    (
        "The window",
        "It is drawn with pyglet (BSD licence) and Dear ImGui by Omar Cornut, through imgui-bundle by Pascal Thomet "
        "(both MIT licence).\n"
        "Its letters are Roboto by Christian Robertson, Google (Apache licence 2.0), its signs Font Awesome Free by "
        "Fonticons (SIL Open Font Licence 1.1); both come with imgui-bundle.",
    ),
    (
        "The table",
        "Bullet, through pybullet, by Erwin Coumans and others (zlib licence), moves what moves. Pages of replays draw "
        "with three.js, copyright 2010-2026 by the authors of three.js (MIT licence).",
    ),
    ("riotsim", "The program is under the MIT licence."),
)
"""Credits of the program's components: headings, each with its paragraphs."""


def all_credits() -> tuple[tuple[str, str], ...]:
    """Return all credits, the games' first: headings, each with its paragraphs."""
    from riotsim.games.registry import GAMES  # late: it brings all rules

    return (*((game.title, game.credit) for game in GAMES.values()), *PROGRAM)
