"""The language of a text by the share of its scripts: enough to choose rules, never a guess."""

import re

_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]")
_KANA = re.compile("[\u3041-\u30ff\uff66-\uff9f]")
_LATIN = re.compile("[A-Za-z\u00c0-\u024f]")
_NO_WORD = re.compile(r"\b(?:https?|hxxps?|ftp)\S{1,2000}|\b[0-9a-fA-F]{32,128}\b")
_LEAST_HAN = 0.15  # one Han character says as much as several Latin letters
_LEAST_KANA = 0.1
_LEAST_LATIN = 0.7


def language_of(text: str) -> str:
    """Return ``zh``, ``en`` or ``und`` by script share, links and hashes left out.

    A text is ``zh`` when Han characters are at least 15 % of its letters and kana are no tenth of
    the two, ``en`` when at least 70 % of the letters are Latin, else, and with no letters, ``und``.
    """
    words = _NO_WORD.sub(" ", text)
    letters = sum(map(str.isalpha, words))
    han, kana, latin = (len(script.findall(words)) for script in (_HAN, _KANA, _LATIN))
    if not letters:
        return "und"
    if han >= _LEAST_HAN * letters:
        return "zh" if kana < _LEAST_KANA * (han + kana) else "und"
    return "en" if latin >= _LEAST_LATIN * letters else "und"
