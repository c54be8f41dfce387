"""Sets of words as they are easiest to read and to extend: in one text, parted by blanks."""


def word_set(words: str) -> frozenset[str]:
    """Return the words of a text parted by blanks."""
    return frozenset(words.split())
