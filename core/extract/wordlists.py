"""Sets of words written as running text, so that a table of words stays readable."""


def word_set(words: str) -> frozenset[str]:
    """Return the words of a text that blanks part."""
    return frozenset(words.split())
