"""Geometry in the plane and of convex solids."""
