"""Panels: what the window shows as text and buttons, over plain data, and what the player wishes by them."""
