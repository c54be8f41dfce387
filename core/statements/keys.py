"""Canonical keys of subjects and slots: for equality, never shown as text."""

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources

from core.entities.aliases import DEFAULT, AliasTable
from core.entities.finder import cached_entities
from core.entities.wordset import word_set
from core.model import Entity
from core.statements.generic import is_generic, unnumbered
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
_NUMBERS_OF_TITLES = frozenset(("cve", "advisory_id"))
_FLAW = re.compile(r"\b(?:vulnerabilit(?:y|ies)|flaw|bug|issue|advisory)\b|漏洞|通告|公告")
_BESIDE_FLAW = re.compile(r"\b(?:patch|fix|exploit|workaround|poc|scanner|campaign|attack)|补丁|利用|攻击")
_PROJECT = re.compile("(?<=[\u3400-\u9fff]{2})项目$")
_HEADING_OF = re.compile(r"^(?P<heading>[^:：]{2,40})[:：] ?(?P<named>.{2,200})$")
_QUALIFIER = re.compile(
    r"^(?:(?P<s>.{1,200}?) )?(?:(?:for|in) )?(?P<q>(?:fy ?|q[1-4] )?(?:19|20)[0-9]{2})$"
    r"|^(?P<s2>.{0,100}?)(?P<q2>(?:19|20)[0-9]{2})年?(?:的)?$"
)


def title_key(text: str, aliases: AliasTable = DEFAULT) -> str:
    """Return the key of a subject that may be a title: the one CVE or advisory that it names, else its own key.

    A bare heading before a name ("Profile: Kelp") is left out.
    """
    numbers = {e.canonical for e in cached_entities(text, aliases) if e.type in _NUMBERS_OF_TITLES}
    if len(numbers) == 1:
        return fold(next(iter(numbers)))
    heading = _HEADING_OF.match(text)
    if heading and is_generic(heading["heading"]):
        return subject_key(heading["named"], aliases)
    return subject_key(text, aliases)


def qualified(subject: str, slot: str) -> tuple[str, str]:
    """Return subject and slot keys with a year at the subject's end given to the slot.

    "Growth for 2026" and "growth of Norland for 2026" are the slot "growth 2026".
    """
    match = _QUALIFIER.match(subject)
    if match is None:
        return subject, slot
    year = re.sub("[^0-9]", "", match["q"] or match["q2"])[-4:]
    rest = (match["s"] or match["s2"] or "").strip()
    return rest.removesuffix(" for").removesuffix(" in"), f"{slot} {year}"


def subject_key(text: str, aliases: AliasTable = DEFAULT) -> str:
    """Return the key of a subject, or "" when the text names nothing beyond its own report.

    An entity's canonical value stands for all its spellings ("the CVE-2024-1 flaw" is the CVE).
    """
    plain = unnumbered(text.strip(_MARKUP))
    folded = _strip(fold(plain))
    if folded in _USER:
        return "user"
    if folded in _PRONOUNS or folded.replace(" ", "_") in _LOCAL or is_generic(folded):
        return ""
    return _entity_key(plain, aliases) or _PROJECT.sub("", folded)


def actor_key(text: str, aliases: AliasTable = DEFAULT) -> str:
    """Return the key of who uses or replaces something; "we" and "the team" are one team, the domain's own."""
    folded = _strip(fold(text))
    return TEAM if folded in _TEAM else subject_key(text, aliases)


TEAM = "team"
_TEAM = word_set("we team us 我们 团队 我们团队")


def _strip(folded: str) -> str:
    for pattern in (_ARTICLE, _POSSESSIVE):
        folded = pattern.sub("", folded).strip(_MARKUP)
    return folded


def _entity_key(plain: str, aliases: AliasTable) -> str:
    found = cached_entities(plain, aliases)
    numbers = [entity for entity in found if entity.type in _NUMBERS_OF_TITLES]
    if len(numbers) == 1 and _names_a_flaw(plain, numbers[0]):
        return fold(numbers[0].canonical)
    if len(found) != 1:
        return ""
    entity = found[0]
    rest = fold(plain[: entity.char_start] + " " + plain[entity.char_end :])
    if entity.type in _IDENTIFIERS:
        rest = _GENERIC_HEADS.sub("", rest)
    return fold(entity.canonical) if _strip(rest) in _BARE_ARTICLES else ""


def _names_a_flaw(plain: str, number: Entity) -> bool:
    """Return whether what stands around an identifier says that the subject is the flaw or advisory itself."""
    rest = fold(plain[: number.char_start] + " " + plain[number.char_end :])
    return _FLAW.search(rest) is not None and not _BESIDE_FLAW.search(rest)


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
