"""The declared schema of every table, and the gate that enforces it."""
