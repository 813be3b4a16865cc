"""Thin OpenGL 3.3: a context, programs, meshes and targets. Nothing in here knows what is drawn."""
