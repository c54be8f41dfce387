"""The fold: facts in canonical order become decisions, notes and supersession edges. Pure."""
