"""Text in a language that the embedded extractor does not read: it is left, and said to be left."""

import re
from dataclasses import dataclass
from functools import lru_cache

from core.extract.keyed import without_quotes
from core.extract.wordlists import word_set
from core.text.language import language_of
from core.text.pattern_set import PatternSet

UNREAD = "unread_language"
_LEAST_LETTERS = 8  # a shorter run is a name or a code
_OTHER_SCRIPT = re.compile(
    "[\u0370-\u052f\u0590-\u06ff\u0900-\u0dff\u0e00-\u0eff\u10a0-\u10ff\u3041-\u30ff\uac00-\ud7af\uff66-\uff9f]"
)
_WORD = re.compile(r"[^\W\d_]+")
# Words that carry no meaning of their own, in languages written in Latin letters; none is a common English word
# but "die". Two of them and no English one in a sentence, or three against one, make it another language.
_OTHERS = word_set(
    """
    der die das und nicht ein eine einen einem einer eines wurde wurden werden dem auf für sich auch bei nach über
    sie wir ist sind durch zum zur
    le la les des une dans pour sur avec qui que ont été aux cette depuis est du par ses leur
    el los las del una por para con desde fue está han como más sus
    il gli della dei delle nel nella sono è per che di degli dal
    os uma não foi pelo pela dos das em ao são
    het een van niet zijn voor met werd naar deze
    och att det som är för inte på av till
    của và là được các trong đã một cho những
    nie się jest przez dla oraz
    bir ve için ile olarak bu
    """
)
_ENGLISH = word_set(
    """
    the of and to was were for with by that from are has have this it its which been be as or not at will
    """
)


def _not_in_capitals(word: str) -> str:
    """Return a pattern for a word in any case but all capitals."""
    either = [f"[{letter}{letter.upper()}]" for letter in word]
    return "|".join("".join([*either[:at], letter, *either[at + 1 :]]) for at, letter in enumerate(word))


# Whether a text holds any of them at all: hardly one in English does, and the words need not be counted.
_ANY_OTHER = PatternSet([rf"(?:^|\PL)(?:{'|'.join(map(_not_in_capitals, sorted(_OTHERS)))})(?:\PL|$)"])


@dataclass(frozen=True, slots=True)
class Unread:
    """Tells of each sentence of one text whether it is in a language other than English and Chinese."""

    possible: bool  # some sentence may be; cheap to know for a whole chunk
    least_small_words: int  # of other languages, that make a sentence without an English one theirs

    def has(self, sentence: str) -> bool:
        """Return whether a sentence is in another language, by its script or its small words."""
        return self.possible and _is_unread(sentence, self.least_small_words)


def unread_of(text: str) -> Unread:
    """Return how to tell the sentences of a text; in one that is mostly of another language, one small word does."""
    others, english = _small_words(text) if _ANY_OTHER.holds(text) else (0, 0)
    mostly = others > 2 and others >= 3 * english
    return Unread(_OTHER_SCRIPT.search(text) is not None or others > 1, 1 if mostly else 2)


@lru_cache(maxsize=4_096)
def _is_unread(sentence: str, least: int) -> bool:
    if sum(map(str.isalpha, sentence)) < _LEAST_LETTERS:
        return False
    spoken = without_quotes(sentence)
    language = language_of(spoken)
    if language == "zh":
        return False
    others, english = _small_words(spoken)
    if language == "und":  # an English sentence may name a person in another script
        return _OTHER_SCRIPT.search(spoken) is not None and english < 2
    return others >= least and others >= 3 * english


def _small_words(text: str) -> tuple[int, int]:
    """Return how many of a text's words are small words of other languages, and of English; capitals are codes."""
    words = [word.lower() for word in _WORD.findall(text) if not word.isupper()]
    others, english = (sum(map(words.count, small.intersection(words))) for small in (_OTHERS, _ENGLISH))
    return others, english
