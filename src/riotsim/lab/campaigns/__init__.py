"""Campaigns of many games: planning, playing and storing them."""
