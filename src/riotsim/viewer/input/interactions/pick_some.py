"""The interaction of picking several pieces: clicks and boxes pick them, and a button or a key gives the answer."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from itertools import accumulate
from types import MappingProxyType

from riotsim.play.group_requests import PickSome
from riotsim.table.pieces import PieceId, place_of
from riotsim.table.poses import Point, distance
from riotsim.table.state import Table
from riotsim.viewer.input.interactions.choose import HOVER
from riotsim.viewer.input.interactions.interaction import Pointer, TableOverlay
from riotsim.viewer.scene.marks import Mark, Path
from riotsim.viewer.scene.scene import Glow

LEAST_BOX = 8.0
"""Distance that the pointer must move with the button pressed to draw a box (mm). A shorter movement is a click."""

BY_BOX = ". Drag a box on the table to pick all in it; with Shift it adds to those picked"
"""Hint that the player can draw a box on the table to pick many pieces."""

FEW = 4
"""Greatest number of items to pick together without buttons to pick all and to pick none."""


class PickSomeInteraction:
    """A choice of several items, made with clicks and boxes on the table.

    - A click on a piece picks it, or unpicks it if it is picked already.
    - A box picks the pieces inside and unpicks all others.
    - With Shift, clicks and boxes unpick nothing.
    - If at most one item may be picked, a click with Shift does the same as a click without.

    Items that aren't pieces can't be picked on the table.
    """

    level = 0.0

    instruction = ""

    def __init__(self, request: PickSome, table: Table, texts: Mapping[str, str] = MappingProxyType({})) -> None:
        """Begin with nothing picked.

        Args:
            request: The request.
            table: The table.
            texts: For each item, the meaning of picking it, in the game's words. Some items may have no text.
        """
        self.request = request
        self._texts = texts
        self.picked: tuple[str, ...] = ()
        """The items that are picked now, in the order of the request."""
        self.highlighted: str | None = None
        """The item that is highlighted, or None. The pointer and the keys highlight items."""
        pieces = request.items if request.are_pieces else ()
        self._last: str | None = None
        """The item that was picked or unpicked last, except by a box. `pick_to` starts at this item.

        It is None at first, and after `pick_all` or `pick_none`.
        """
        self._places = {item: at for item in pieces if (at := _place(table, item)) is not None}
        self._pressed: Point | None = None
        self._box: tuple[Point, Point] | None = None

    @property
    def is_ready(self) -> bool:
        """True if the picked items are an allowed answer."""
        return self.request.refusal(self.picked) is None

    @property
    def has_many(self) -> bool:
        """True if more than `FEW` items may be picked together.

        If the request has a budget, the weights of the `FEW` + 1 lightest items must not exceed it in total.
        """
        request = self.request
        most = len(request.items) if request.most is None else min(len(request.items), request.most)
        if request.budget is not None:
            totals = accumulate(sorted(request.weights))
            most = min(most, sum(total <= request.budget for total in totals))
        return most > FEW

    def toggle(self, item: str | None = None) -> None:
        """Pick an item, or unpick it if it is picked already. None means the highlighted item.

        An unknown name changes nothing. If at most one item may be picked, the new item replaces the old one.
        """
        item = self.highlighted if item is None else item
        if item in self.request.items:
            self._pick(self._toggled(item))
            self._last = item

    def pick_to(self, item: str) -> None:
        """Pick all items of the request from the last picked or unpicked item to `item`, both included.

        If there is no such last item (see `_last`), pick only `item`. Items that were picked before stay picked. If at
        most one item may be picked, toggle only `item`.
        """
        if self.request.most == 1:
            self.toggle(item)
            return
        places = [self.request.items.index(one) for one in (self._last or item, item)]
        self._pick({*self.picked, *self.request.items[min(places) : max(places) + 1]})
        self._last = item

    def pick_all(self) -> None:
        """Pick further items one by one, in the order of the request, until no further item may be picked.

        If the already picked items aren't allowed together, unpick them first. If nothing is picked then, pick only
        items of the largest group (`PickSome.largest_group`).
        """
        some = replace(self.request, least=0)
        found = self.picked if some.refusal(self.picked) is None else ()
        left = list(self.request.items if found else self.request.largest_group())
        while left:
            before = found
            for item in left:
                more = some.in_order({*found, item})
                found = more if some.refusal(more) is None else found
            left = [item for item in left if item not in found] if found != before else []
        self._pick(found)
        self._last = None

    def pick_none(self) -> None:
        """Unpick all items."""
        self._pick(())
        self._last = None

    def next(self, by: int = 1) -> None:
        """Highlight the item that is `by` places further on. A negative number goes back."""
        items = self.request.items
        if items:
            at = items.index(self.highlighted) if self.highlighted in items else -1 if by > 0 else 0
            self.highlighted = items[(at + by) % len(items)]

    def moved(self, pointer: Pointer) -> None:
        """Highlight the item under the pointer. If the player is drawing a box, draw it up to the pointer."""
        if self._pressed is not None and (self._box or distance(self._pressed, pointer.at) > LEAST_BOX):
            self._box = self._pressed, pointer.at
        self.highlighted = self._item(pointer)

    def pressed(self, pointer: Pointer) -> object | None:
        """Begin a click, or a box around items. Return None, because only `default_answer` returns an answer."""
        self._pressed, self._box = pointer.at, None
        return None

    def released(self, pointer: Pointer) -> object | None:
        """Pick or unpick items by the click or the box, as the class says.

        Return None, because only `default_answer` returns an answer.
        """
        if self._pressed is None:
            return None
        self.moved(pointer)
        kept = self.picked if pointer.shift else ()
        if self._box is not None:
            self._pick({*kept, *self._inside(*self._box)})
        elif (item := self._item(pointer)) is not None:
            adds = pointer.shift and self.request.most != 1
            self._pick({*self.picked, item} if adds else self._toggled(item))
            self._last = item
        self._pressed = self._box = None
        return None

    def cancel(self) -> bool:
        """Discard the box that is being drawn around items, and return whether there was one."""
        drawn, self._pressed, self._box = self._box is not None, None, None
        return drawn

    def default_answer(self) -> object | None:
        """Return the picked items, even if they are not an allowed answer."""
        return self.picked

    def overlay(self) -> TableOverlay:
        """Return the glow of pieces, the lines between linked pieces (`PickSome.links`), the box, and the summary.

        A line is drawn only if both of its pieces are picked.
        """
        glow: dict[PieceId, Glow] = dict.fromkeys(self._places, "legal")
        glow |= {item: "chosen" for item in self.picked if item in self._places}
        inside = () if self._box is None else self._inside(*self._box)
        looked = [item for item in self._places if item == self.highlighted or item in inside]
        glow |= dict.fromkeys(looked, "hover")
        marks: list[Mark] = [
            Path((self._places[one], self._places[other]), HOVER, 2.0)
            for one, other in self.request.links or ()
            if {one, other} <= {*self.picked} & self._places.keys()
        ]
        if self._box is not None:
            (left, front), (right, back) = self._box
            corners = ((left, front), (right, front), (right, back), (left, back), (left, front))
            marks.append(Path(corners, HOVER, 1.5))
        return TableOverlay(glow, tuple(marks), self.summary)

    @property
    def summary(self) -> str:
        """A text about the picked items.

        - If nothing is picked: the number of items that may be picked.
        - If something is picked: the number of items and the total of their weights. If the items aren't allowed, the
          text also says why.
        """
        if not self.picked:
            return f"{self._limits}{BY_BOX if self.has_many and self._places else ''}"
        number = f"{len(self.picked)} picked"
        if self.request.weights:
            limit = "" if self.request.budget is None else f" of {self.request.budget}"
            number += f", total {self.request.total(self.picked)}{limit}"
        refusal = self.request.refusal(self.picked)
        return number if refusal is None else f"{number}: {refusal}"

    @property
    def _limits(self) -> str:
        """A sentence, without a full stop, about the allowed number of items.

        If the request has a budget, the sentence also names the greatest total of their weights.
        """
        least, most, count = self.request.least, self.request.most, len(self.request.items)
        top = None if most is None or most >= count else most
        if top is None:
            number = f"at least {_number(least)}" if least else "any number, or none"
        elif least == top:
            number = _number(top)
        else:
            number = f"{least} to {top}" if least else f"at most {_number(top)}"
        budget = "" if self.request.budget is None else f", with a total of at most {self.request.budget}"
        return f"Pick {number}{budget}"

    def about(self, item: str) -> str:
        """Return an item's label, its weight, and the game's words about the item, separated by commas.

        If the item has no label, no weight or no words, that part is left out.
        """
        place = self.request.items.index(item)
        label = self.request.labels[place] if self.request.labels else ""
        weight = f"counts {self.request.weights[place]}" if self.request.weights else ""
        return ", ".join(filter(None, (label, weight, self._texts.get(item, ""))))

    def _item(self, pointer: Pointer) -> PieceId | None:
        return pointer.piece if pointer.piece in self._places else None

    def _inside(self, one: Point, other: Point) -> list[PieceId]:
        """Return the pieces whose centre lies in the rectangle between two corners (mm)."""
        (left, right), (front, back) = (sorted(pair) for pair in zip(one, other, strict=True))
        return [item for item, (x, y) in self._places.items() if left <= x <= right and front <= y <= back]

    def _toggled(self, item: str) -> Collection[str]:
        """Return the items that are picked after a click on `item`."""
        return {item} - {*self.picked} if self.request.most == 1 else {*self.picked} ^ {item}

    def _pick(self, items: Collection[str]) -> None:
        self.picked = self.request.in_order(items)


def _number(count: int) -> str:
    """Return a number as text: "one" for 1, and digits for any other number."""
    return "one" if count == 1 else str(count)


def _place(table: Table, item: str) -> Point | None:
    """Return the place of a model, die or token (mm), or None if no such piece is on the table."""
    piece = table.movable(item)
    return None if piece is None else place_of(piece)
