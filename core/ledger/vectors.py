"""Hashed n-gram vectors of small whole numbers.

Whole numbers make every dot product exact, so that a score does not depend on how facts were
batched, on the number of threads or on the machine: a condition for a fold that gives the same
table whatever the order of arrival.
"""

import re
import unicodedata
import zlib
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

DIMENSIONS = 512
_WORD_WEIGHT, _TRIGRAM_WEIGHT, _HAN_WEIGHT, _HAN_PAIR_WEIGHT = 3, 1, 1, 2
# With 512 dimensions, every product of two capped counts summed stays below 2**24, where float32 is exact.
_CAP = 127
_WORD = re.compile(r"[^\W_㐀-鿿]+")
_HAN_RUN = re.compile(r"[㐀-鿿]+")

Vector = npt.NDArray[np.float32]


def vector(text: str) -> Vector:
    """Return the vector of a text: ``DIMENSIONS`` whole numbers from 0 to 127, as float32."""
    counts = np.zeros(DIMENSIONS, dtype=np.float32)
    for feature, weight in _features(unicodedata.normalize("NFKC", text).casefold()):
        counts[zlib.crc32(feature.encode("utf-8", "surrogatepass")) % DIMENSIONS] += weight
    np.minimum(counts, _CAP, out=counts)
    return counts


def _features(text: str) -> Iterator[tuple[str, int]]:
    for word in _WORD.findall(text):
        yield f"w:{word}", _WORD_WEIGHT
        padded = f"^{word}$"
        for start in range(len(padded) - 2):
            yield padded[start : start + 3], _TRIGRAM_WEIGHT
    for run in _HAN_RUN.findall(text):
        for character in run:
            yield f"h:{character}", _HAN_WEIGHT
        for start in range(len(run) - 1):
            yield f"p:{run[start : start + 2]}", _HAN_PAIR_WEIGHT
