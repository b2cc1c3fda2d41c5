"""Read models: a projection is its tables, how events become its rows, and the questions it answers."""
