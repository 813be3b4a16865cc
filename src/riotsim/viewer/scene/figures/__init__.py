"""Miniatures: sculpting, painting and caching them."""
