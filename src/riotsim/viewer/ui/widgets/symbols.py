"""The symbols of bosses, drawn as shapes: letters of these forms are in few fonts, and never of one size."""

from imgui_bundle import imgui


def draw_symbol(draw: imgui.ImDrawList, symbol: str, x: float, y: float, r: float, ink: int) -> bool:
    """Draw a symbol about a middle (pixels), as large as a circle of that radius looks; tell whether it is known."""
    match symbol:
        case "●":
            draw.add_circle_filled((x, y), r * 0.95, ink)
        case "▲":
            draw.add_triangle_filled((x, y - 1.15 * r), (x + 1.15 * r, y + 0.85 * r), (x - 1.15 * r, y + 0.85 * r), ink)
        case "■":
            draw.add_rect_filled((x - 0.88 * r, y - 0.88 * r), (x + 0.88 * r, y + 0.88 * r), ink, 0.12 * r)
        case "◆":
            draw.add_quad_filled((x, y - 1.25 * r), (x + 1.25 * r, y), (x, y + 1.25 * r), (x - 1.25 * r, y), ink)
        case _:
            return False
    return True
