"""The fonts of the panels: Roboto with icons of Font Awesome, as shipped with the ImGui package."""

from dataclasses import dataclass
from pathlib import Path

import imgui_bundle
from imgui_bundle import imgui

FOLDER = Path(imgui_bundle.__file__).parent / "assets" / "fonts"
REGULAR = FOLDER / "Roboto" / "Roboto-Regular.ttf"
BOLD = FOLDER / "Roboto" / "Roboto-Bold.ttf"
ICON_FONT = FOLDER / "Font_Awesome_6_Free-Solid-900.otf"

TEXT_SIZE = 16.0
"""Size of plain text (panel units)."""

SMALL, TINY, TINIEST, LARGE, HUGE = 14.0, 12.0, 11.0, 20.0, 32.0
"""Other sizes of text, by name (panel units)."""


RENEWING_SIZE = 8.0
"""The font size that `Fonts.renew_sizes` requests from ImGui (pixels). Any other size would have the same effect."""

DENSITY_STEP = 1 / 1024
"""Each request of `Fonts.renew_sizes` raises its density by this amount.

So each request asks for a size that ImGui doesn't have yet.
"""


@dataclass(slots=True)
class Fonts:
    """The font of texts, in a regular form (`plain`) and in bold. Both can be drawn at any size."""

    plain: imgui.ImFont
    bold: imgui.ImFont
    _texture: int = -1
    """Id of ImGui's glyph texture at the last call of `renew_sizes`; -1 before the first call."""
    _renewals: int = 0
    """Number of times that `renew_sizes` has requested a new size."""

    def renew_sizes(self, atlas: imgui.ImFontAtlas) -> None:
        """Make ImGui select font sizes anew if it has a new texture for glyphs.

        Call this in each frame, before the first text. When the texture is full, ImGui takes a new one. From then on,
        glyphs could appear in a wrong size without this call.
        """
        if atlas.tex_data.unique_id == self._texture:
            return
        # When the texture is full, ImGui drops the records of unused sizes, and moves the others in memory. The loader
        # (1.93) knows the size that it selected last by the address of its record. If another record has moved to this
        # address, the loader selects nothing. It always selects a size that is new, by its pixels or its density.
        self._texture = atlas.tex_data.unique_id
        self._renewals += 1
        for font in (self.plain, self.bold):
            font.get_font_baked(RENEWING_SIZE, 1 + self._renewals * DENSITY_STEP)


def load_fonts(io: imgui.IO) -> Fonts:
    """Load the fonts into the current ImGui context. If the ImGui package has no Roboto, use ImGui's default font."""
    return Fonts(_font(io, REGULAR), _font(io, BOLD))


def _font(io: imgui.IO, path: Path) -> imgui.ImFont:
    font = io.fonts.add_font_from_file_ttf(str(path), TEXT_SIZE) if path.is_file() else io.fonts.add_font_default()
    if ICON_FONT.is_file():
        among = imgui.ImFontConfig()
        among.merge_mode = True
        among.pixel_snap_h = True
        io.fonts.add_font_from_file_ttf(str(ICON_FONT), TEXT_SIZE, among)
    return font


PLAY = "\uf04b"
PAUSE = "\uf04c"
SKIP = "\uf050"
FIRST = "\uf049"
BACK = "\uf048"
ON = "\uf051"
UNDO = "\uf0e2"
REDO = "\uf01e"
MENU = "\uf0c9"
SET = "\uf013"
DICE = "\uf522"
COINS = "\uf51e"
CLOCK = "\uf017"
CROWN = "\uf521"
STAR = "\uf005"
CROSS = "\uf00d"
CHECK = "\uf00c"
LOCK = "\uf023"
LOUD = "\uf028"
MUTED = "\uf6a9"
ROBOT = "\uf544"
PERSON = "\uf007"
PLUS = "\u002b"
OPEN = "\uf078"
WARNING = "\uf071"
RULER = "\uf545"
ABOUT = "\uf05a"
HOME = "\uf015"
LEAVE = "\uf2f5"
FILM = "\uf008"
HAND = "\uf256"
FIST = "\uf6de"
PINCH = "\uf4c0"
RUN = "\uf70c"
AIM = "\uf140"
BOOT = "\uf54b"
FLAG = "\uf11e"
GLASS = "\uf252"
FALLEN = "\ue546"
SCROLL = "\uf70e"
BOOK = "\uf02d"
FOLDER_OPEN = "\uf07c"
EYE = "\uf06e"
SANDBOX = "\uf5fd"
SAVE = "\uf0c7"
REMOVE = "\uf1f8"
HEART = "\uf004"
TURN_LEFT = "\uf060"
TURN_RIGHT = "\uf061"
ZOOM_IN = "\uf00e"
ZOOM_OUT = "\uf010"
GRID = "\uf84c"
CAMERA = "\uf03d"
ENLARGE = "\uf424"

ICONS = {
    "play": PLAY,
    "undo": UNDO,
    "redo": REDO,
    "dice": DICE,
    "coins": COINS,
    "heart": HEART,
    "crown": CROWN,
    "check": CHECK,
    "cross": CROSS,
    "hand": HAND,
    "fist": FIST,
    "pinch": PINCH,
    "run": RUN,
    "aim": AIM,
    "boot": BOOT,
    "leave": LEAVE,
    "flag": FLAG,
    "robot": ROBOT,
    "person": PERSON,
    "eye": EYE,
}
"""Characters of the icon font, by the names that `Choice.icon` may have."""
