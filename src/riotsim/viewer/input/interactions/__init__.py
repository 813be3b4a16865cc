"""Interactions. Each lets a person answer one kind of request with the mouse on the table.

Interactions describe a drawing, but draw nothing themselves.

- `interaction`: the protocol of all interactions, the pointer, and the drawing on the table during a decision.
- `choose`, `path`, `place`: clicking a piece, a path or a spot. `pick_some`, `place_some`: several at once.
- `throw`, `target_throw`, `stack`, `carry`: gestures with dice and models.
"""
