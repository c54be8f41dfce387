"""Word tables, written as one readable string."""


def word_set(*lines: str) -> frozenset[str]:
    """Return the words of the lines, parted by blanks."""
    return frozenset(word for line in lines for word in line.split())
