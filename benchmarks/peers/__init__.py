"""Other engines that play the same throws, for a picture of where riotsim stands: MuJoCo, Rapier, cannon-es."""
