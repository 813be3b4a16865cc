"""The opponent: Bullet from C++, with nothing of riotsim around it, made to do the same work."""
