"""What a person can ask for on the command line: a module for each command."""
