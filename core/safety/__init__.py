"""Spans of a report that no extractor may see: injected memory, our own exports, prompt injection."""
