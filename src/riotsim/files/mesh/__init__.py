"""How a mesh file of anybody's making is read without harm, and made fit for the physics."""
