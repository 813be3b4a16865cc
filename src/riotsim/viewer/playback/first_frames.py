"""The first frames that show what the player is asked. Input from before them is meant for something else."""

UNSEEN_FRAMES = 2
"""Number of frames whose input arrived before the player could see what is asked: the first frame that shows it, and
the next one, whose input arrived while the first one was drawn.
"""


class FirstFrames:
    """A count of the frames that have shown what the player is asked."""

    def __init__(self) -> None:
        self._shown: tuple[object, ...] = ()
        self._left = 0

    @property
    def is_unseen(self) -> bool:
        """True while input that arrives may not be meant for what is asked."""
        return self._left > 0

    def begin(self, *shown: object) -> None:
        """Begin a frame that shows these objects; None stands for nothing. If one of them was not shown in the frame
        before, the count begins anew.
        """
        if any(one is not None and all(one is not other for other in self._shown) for one in shown):
            self._left = UNSEEN_FRAMES
        self._shown = shown

    def end(self) -> None:
        """End a frame, which the player sees now."""
        self._left = max(self._left - 1, 0)
