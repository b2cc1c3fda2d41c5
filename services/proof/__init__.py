"""Proof of the history: the tree over all events, signed checkpoints, bundles for outsiders and their check."""
