"""Decisions that a person should look at, and what the person says."""
