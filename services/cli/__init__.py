"""The command line `pataca`: data on standard output, progress and messages on standard error."""
