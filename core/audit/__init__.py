"""What must always hold, recomputed from the tables themselves."""
