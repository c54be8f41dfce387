"""Keyed values as facts, in one format: ``Subject — Key: Value`` and ``主题 — 键：值``."""

import re

from core.text.language import language_of

DASH = " — "
_HAN = re.compile(r"[\u3400-\u9fff]")
_KEY_VALUE = re.compile(r"^(?P<key>[^:：\n]{1,120}?)\s*(?:[:：]|\.\.\.)\s*(?P<value>\S.*)$", re.DOTALL)
_URL_KEY = re.compile(r"^(?:https?|ftp|hxxps?|mailto)$", re.IGNORECASE)
_TIME = re.compile(r"\d$")


def is_chinese(text: str) -> bool:
    """Return whether a text is to be read as Chinese."""
    return _HAN.search(text) is not None and language_of(text) == "zh"


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
