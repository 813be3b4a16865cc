"""Pieces as bodies of the engine, their motion, and towers of them."""
