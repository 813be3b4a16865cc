"""What somebody has made, and what it was before: undo and redo without end."""

from typing import Generic, TypeVar

T = TypeVar("T")


class History(Generic[T]):
    """A value, those before it, and those that were taken back."""

    def __init__(self, first: T) -> None:
        self._past: list[T] = []
        self._now = first
        self._undone: list[T] = []

    @property
    def now(self) -> T:
        """As it is."""
        return self._now

    @property
    def can_undo(self) -> bool:
        """Whether there is something before it."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back."""
        return bool(self._undone)

    def change(self, value: T) -> None:
        """Have it be something else; what was taken back is forgotten."""
        self._past.append(self._now)
        self._now = value
        self._undone.clear()

    def undo(self) -> None:
        """Go back, if there is something to go back to."""
        if self._past:
            self._undone.append(self._now)
            self._now = self._past.pop()

    def redo(self) -> None:
        """Put back what was taken back last, if something was."""
        if self._undone:
            self._past.append(self._now)
            self._now = self._undone.pop()
