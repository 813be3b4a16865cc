"""Statics: what stands without asking the engine."""
