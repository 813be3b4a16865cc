"""The parts of the rules page's text: paragraphs, clauses, tables and pictures."""

from collections.abc import Mapping, Sequence
from typing import Final

from imgui_bundle import imgui

from riotsim.table.dice.signs import Sign
from riotsim.viewer.ui.rules_model import Block, Clause, Grid, Paragraph, Picture, Tone, Words, plain
from riotsim.viewer.ui.widgets import theme
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.fonts import SMALL
from riotsim.viewer.ui.widgets.pictures import draw_picture
from riotsim.viewer.ui.widgets.signs import draw_sign
from riotsim.viewer.ui.widgets.text import Span
from riotsim.viewer.ui.widgets.theme import colour

TEXT: Final = 15.0
"""Text size (panel units)."""

ID_WIDTH: Final = 66.0
"""Width of the column with the ids of clauses (panel units)."""

ICON: Final = 34.0
"""Side of a clause's icon (panel units)."""

PAD: Final = 7.0
"""Padding around a clause's text (panel units)."""

CELL: Final = 9.0
"""Horizontal padding of a table's cells (panel units)."""

RIGHT: Final = 14.0
"""Space for the scroll bar at the right (panel units)."""

PICTURE_WIDTH: Final = 640.0
"""Largest width of a picture (panel units)."""

TONES: Final[Mapping[Tone, str]] = {"plain": theme.TEXT, "soft": theme.FAINT, "strong": "#ffffff"}
"""Colour of each tone (#rrggbb)."""


class BlockPainter:
    """A painter of paragraphs, clauses, tables and pictures, for one frame."""

    def __init__(self, ui: Ui, tokens: Sequence[str], opened: str) -> None:
        """Create a painter.

        Args:
            ui: The controls of the frame that is being drawn.
            tokens: The words that the user searches for, in lower case. They are marked wherever they occur.
            opened: Id of the page's first clause in view; empty for none. This clause is marked too.
        """
        self._ui = ui
        self._tokens = tokens
        self._opened = opened
        self._after_clause = False

    def draw(self, block: Block) -> str | None:
        """Draw a block at the cursor. If the block is a clause, return the id of the clause. If not, return None."""
        after_clause, self._after_clause = self._after_clause, isinstance(block, Clause)
        if after_clause and not self._after_clause:
            self._ui.frame.gap(6)
        match block:
            case Paragraph():
                self._paragraph(block)
            case Grid():
                self._grid(block)
            case Picture():
                self._picture(block)
            case Clause():
                self._clause(block)
                return block.id
        return None

    @property
    def _room(self) -> float:
        return self._ui.width_left - RIGHT

    def _spans(self, words: Words, *, tone: str = "") -> list[Span]:
        """Return a text as coloured parts, with the searched words marked."""
        found: list[Span] = []
        for text, kind in words:
            ink = tone or TONES[kind]
            found += _marked(text, ink, self._tokens)
        return found

    def _paragraph(self, block: Paragraph) -> None:
        ui = self._ui
        at = imgui.get_cursor_screen_pos()
        if block.listed:
            middle = (at.x + 8 * ui.scale, at.y + TEXT * 0.66 * ui.scale)
            imgui.get_window_draw_list().add_circle_filled(middle, 2.4 * ui.scale, colour(theme.GOLD))
            imgui.set_cursor_screen_pos((at.x + 20 * ui.scale, at.y))
        ui.text.spans(self._spans(block.words), TEXT, self._room - (20 if block.listed else 0))
        ui.frame.gap(0 if block.listed else 3)

    def _clause(self, clause: Clause) -> None:
        ui, s = self._ui, self._ui.scale
        at, room = imgui.get_cursor_screen_pos(), self._room
        inner = room - ID_WIDTH - 2 * PAD - 6 - (ICON + 8 if clause.icon else 0)
        spans = self._spans(clause.words)
        _, tall = ui.text.lay_out(spans, TEXT, inner)
        high = max(tall + 2 * PAD * s, (ICON + 2 * PAD) * s if clause.icon else 0.0)
        box = (at.x, at.y, at.x + room * s, at.y + high)
        ui.frame.items[f"rules.{clause.id}"] = box
        if not imgui.is_rect_visible(box[:2], box[2:]):
            imgui.dummy((room * s, high))
            ui.frame.gap(-4)
            return
        draw = imgui.get_window_draw_list()
        opened = clause.id == self._opened
        draw.add_rect_filled(box[:2], box[2:], colour(theme.RAISED if opened else theme.CARD, 0.8), 6 * s)
        if opened:
            draw.add_rect_filled(box[:2], (at.x + 4 * s, box[3]), colour(theme.GOLD), 3 * s)
        found = _marked(clause.id, "", self._tokens) if self._tokens else []
        tone = theme.GOLD if opened or len(found) > 1 or any(ink for _, ink in found) else theme.SOFT
        ui.text.draw_at(clause.id, at.x + (PAD + 5) * s, at.y + (PAD + TEXT * 0.62) * s, SMALL, tone, bold=True)
        left = at.x + (PAD + ID_WIDTH) * s
        if clause.icon:
            middle = (left + ICON / 2 * s, at.y + high / 2)
            draw.add_rect_filled(
                (middle[0] - ICON / 2 * s, middle[1] - ICON / 2 * s),
                (middle[0] + ICON / 2 * s, middle[1] + ICON / 2 * s),
                colour(theme.BACK),
                6 * s,
            )
            draw_sign(ui, draw, Sign(clause.icon), *middle, ICON * 0.92 * s, theme.GOLD)
            left += (ICON + 8) * s
        imgui.set_cursor_screen_pos((left, at.y + (high - tall) / 2))
        ui.text.spans(spans, TEXT, inner)
        imgui.set_cursor_screen_pos(at)
        imgui.dummy((room * s, high))
        ui.frame.gap(-4)

    def _grid(self, grid: Grid) -> None:
        ui, s = self._ui, self._ui.scale
        at = imgui.get_cursor_screen_pos()
        widths = self._widths(grid)
        draw = imgui.get_window_draw_list()
        y = at.y
        for n, row in enumerate((grid.head, *grid.rows)):
            tone = theme.GOLD if not n else ""
            spans = [self._spans(cell, tone=tone) for cell in row]
            laid = [
                ui.text.lay_out(cell, SMALL, wide - 2 * CELL, bold=not n)
                for cell, wide in zip(spans, widths, strict=True)
            ]
            high = max(tall for _, tall in laid) + 8 * s
            right = at.x + sum(widths) * s
            back = theme.RAISED if not n else theme.CARD
            if not n or n % 2 == 0:
                draw.add_rect_filled((at.x, y), (right, y + high), colour(back, 0.8), 5 * s)
            x = at.x
            for cell, wide in zip(spans, widths, strict=True):
                imgui.set_cursor_screen_pos((x + CELL * s, y + 4 * s))
                ui.text.spans(cell, SMALL, wide - 2 * CELL, bold=not n)
                x += wide * s
            y += high
        imgui.set_cursor_screen_pos(at)
        imgui.dummy((sum(widths) * s, y - at.y))
        ui.frame.gap(4)

    def _widths(self, grid: Grid) -> list[float]:
        """Return the widths of a table's columns (panel units).

        Each column is as wide as its longest text needs. If there is too little room for this, the widest columns get
        less than they need.
        """
        rows = (grid.head, *grid.rows)
        wanted = [
            max(self._ui.text.measure(plain(row[k]), SMALL, bold=row is grid.head) for row in rows) + 2 * CELL + 4
            for k in range(len(grid.head))
        ]
        room, left = self._room, len(wanted)
        widths = list(wanted)
        for place in sorted(range(len(wanted)), key=lambda k: wanted[k]):
            widths[place] = min(wanted[place], room / left)
            room, left = room - widths[place], left - 1
        return widths

    def _picture(self, picture: Picture) -> None:
        draw_picture(self._ui, picture.name, picture.data, min(self._room, PICTURE_WIDTH))
        self._ui.text.write(picture.about, SMALL, theme.FAINT, wrap=True, width=self._room)
        self._ui.frame.gap(4)


def _marked(text: str, tone: str, tokens: Sequence[str]) -> list[Span]:
    """Return a text as coloured parts: gold where one of `tokens` occurs, `tone` elsewhere.

    The `tokens` must be in lower case. The text may have capitals.
    """
    lowered = text.lower()
    hits = [False] * len(text)
    for token in tokens:
        begin = lowered.find(token)
        while begin >= 0:
            hits[begin : begin + len(token)] = [True] * len(token)
            begin = lowered.find(token, begin + len(token))
    found: list[Span] = []
    for letter, hit in zip(text, hits, strict=False):
        ink = theme.GOLD if hit else tone
        if found and found[-1][1] == ink:
            found[-1] = (found[-1][0] + letter, ink)
        else:
            found.append((letter, ink))
    return found
