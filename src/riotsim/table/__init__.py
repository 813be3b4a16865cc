"""What stands where: pieces, dice and their faces, measuring, and the plain acts and facts."""
