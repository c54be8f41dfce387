"""Extraction with a language model: prompt, parsing, asking one chunk, running many."""
