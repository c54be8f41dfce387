"""Canonical keys of subjects and slots: for equality, never shown as text."""

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources

from core.entities.aliases import DEFAULT, AliasTable
from core.entities.finder import cached_entities
from core.entities.wordset import word_set
from core.statements.values import fold

_MARKUP = " \t\"'`*_.,;:。"
_ARTICLE = re.compile(r"^(?:(?:the|a|an|our|this|that) |[该此本](?=\S))")
_POSSESSIVE = re.compile(r"(?:'s|s'|的)$")
_USER = word_set("i me my mine user the_user 我 用户 本人")
_PRONOUNS = word_set(
    """
    it he she they this that these those his her their its which who there we us our
    它 他 她 他们 它们 其 这 那 此 我们
    """
)
# Descriptions that name nothing outside the report that uses them.
_LOCAL = word_set(
    """
    attack attacks malware campaign actor actors group company vulnerability vulnerabilities issue flaw bug
    incident outage breach report advisory victim system device product products software file update
    organisation organization government agency server service threat exploit sample person man woman
    user_account affected_product affected_products team's
    漏洞 攻击 组织 公司 系统 产品 设备 恶意软件 事件 报告 该组织 central_bank bank 央行 银行
    """
)
_GENERIC_HEADS = re.compile(
    r"\b(?:the|vulnerability|flaw|issue|bug|domain|address|ip|host|server|group|actor|malware|advisory|file|hash)\b"
    r"|漏洞|域名|地址|组织|团伙|恶意软件"
)
_BARE_ARTICLES = frozenset(("", "the", "a", "an", "该", "此", "本"))
_IDENTIFIERS = word_set("cve cwe advisory_id ipv4 ipv6 domain url email md5 sha1 sha256 actor malware")


def subject_key(text: str, aliases: AliasTable = DEFAULT) -> str:
    """Return the key of a subject, or "" when the text names nothing beyond its own report.

    An entity's canonical value stands for all its spellings ("the CVE-2024-1 flaw" is the CVE).
    """
    plain = text.strip(_MARKUP)
    folded = _strip(fold(plain))
    if folded in _PRONOUNS or folded.replace(" ", "_") in _LOCAL:
        return ""
    if folded in _USER:
        return "user"
    return _entity_key(plain, aliases) or folded


def _strip(folded: str) -> str:
    for pattern in (_ARTICLE, _POSSESSIVE):
        folded = pattern.sub("", folded).strip(_MARKUP)
    return folded


def _entity_key(plain: str, aliases: AliasTable) -> str:
    found = cached_entities(plain, aliases)
    if len(found) != 1:
        return ""
    entity = found[0]
    rest = fold(plain[: entity.char_start] + " " + plain[entity.char_end :])
    if entity.type in _IDENTIFIERS:
        rest = _GENERIC_HEADS.sub("", rest)
    return fold(entity.canonical) if _strip(rest) in _BARE_ARTICLES else ""


@lru_cache(maxsize=1)
def _slots() -> Mapping[str, tuple[str, str]]:
    table = tomllib.loads(resources.files("core.statements").joinpath("slots.toml").read_text(encoding="utf-8"))
    rows = ((name, (row["key"], row["kind"])) for row in table["slot"] for name in (row["key"], *row["names"]))
    return {fold(name): slot for name, slot in rows}


def known_slot(text: str) -> tuple[str, str] | None:
    """Return (key, kind of value) of a slot that the table names, or None."""
    return _slots().get(_strip(fold(text)))


def slot_key(text: str) -> tuple[str, str]:
    """Return (key, kind of value) of a slot; one that the table lacks is its own folded text."""
    folded = _strip(fold(text))
    return _slots().get(folded, (folded, "text"))
