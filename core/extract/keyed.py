"""Keyed values as facts, in one format: ``Subject — Key: Value`` and ``主题 — 键：值``."""

import re
from functools import lru_cache

from core.extract.english.sentence import finite_verb, read_sentence
from core.text.language import language_of

DASH = " — "
_QUOTED = re.compile("「[^「」]{1,40}」|『[^『』]{1,40}』")
_HAN = re.compile(r"[\u3400-\u9fff]")
_KEY_VALUE = re.compile(r"^(?P<key>[^:：\n]{1,120}?)\s*(?:[:：]|\.\.\.)\s*(?P<value>\S.*)$", re.DOTALL)
_URL_KEY = re.compile(r"^(?:https?|ftp|hxxps?|mailto)$", re.IGNORECASE)
_TIME = re.compile(r"\d$")


def is_chinese(text: str) -> bool:
    """Return whether a text is to be read as Chinese."""
    return not text.isascii() and _reads_as_chinese(text)


@lru_cache(maxsize=8_192)
def _reads_as_chinese(text: str) -> bool:
    return _HAN.search(text) is not None and language_of(without_quotes(text)) == "zh"


def without_quotes(text: str) -> str:
    """Return a text without what it quotes in East Asian marks: a foreign name is not the text's language."""
    return _QUOTED.sub("", text)


# What stands before a colon is a clause, not the name of a property.
_ZH_CLAUSE = re.compile(
    r"[，。]|^[\u3400-\u9fff].{14,}|[\u3400-\u9fff](?:包括|如下|是|为|了)$|^[\u3400-\u9fff].{4,}(?:说"
    r"|称|表示|公布|解释)"
)
_NAME_MOST_WORDS = 3


@lru_cache(maxsize=4_096)
def is_clause(key: str) -> bool:
    """Return whether the words before a colon say something by themselves rather than name a property."""
    if _HAN.search(key):
        return _ZH_CLAUSE.search(key) is not None
    s = read_sentence(key)
    return len(s.words) > _NAME_MOST_WORDS and finite_verb(s, 0, len(s.words)) is not None


def keyed_fact(subject: str, key: str, value: str) -> str:
    """Return one keyed value as a fact; without a subject it is ``Key: Value``."""
    key = key.strip().rstrip(":：?？ ").strip()
    value = value.strip().rstrip(";；,，").strip()
    colon = "：" if _HAN.search(key) or (_HAN.search(value) and not key.isascii()) else ": "
    return f"{subject}{DASH}{key}{colon}{value}" if subject else f"{key}{colon}{value}"


def split_key_value(text: str) -> tuple[str, str] | None:
    """Return key and value of a line such as ``Severity: High``; None when the colon means something else."""
    match = _KEY_VALUE.match(text)
    if match is None:
        return None
    key, value = match["key"].strip(" *_"), match["value"].strip()
    if (
        not key
        or _URL_KEY.match(key)
        or value.startswith("//")
        or (_TIME.search(key) and value[:1].isdigit() and ": " not in text)
    ):
        return None
    return key, value
