"""Sentences that only give a property of the section's subject: read as keyed values.

"A base score of 9.8 has been calculated" says nothing without the heading above; as
``CVE-… — base score: 9.8`` it does, and two revisions of it can be compared.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PropertySentence:
    """A sentence shape with the groups ``key`` and ``value`` (and ``key2``/``value2`` for a second property)."""

    id: str
    why: str
    pattern: re.Pattern[str]
    hit: str
    keep: str


PROPERTY_SENTENCES: Sequence[PropertySentence] = (
    PropertySentence(
        id="calculated-score",
        why="A score is a property of the vulnerability whose section it stands in.",
        pattern=re.compile(
            r"^An? (?P<key>(?:[\w.]+ ){0,4}?(?:base )?score) of (?P<value>\d+(?:\.\d+)?) (?:has been|was"
            r"|is) (?:calculated|assigned|given)"
            r"(?:[;,.] (?:and )?[Tt]he (?P<key2>(?:\w+ )?vector string) is (?P<value2>\S{4,120}?))?\.?$"
        ),
        hit="A CVSS v3 base score of 9.8 has been calculated; the vector string is AV:N/AC:L.",
        keep="A score of experts has been asked.",
    ),
    PropertySentence(
        id="plain-property",
        why="Severity, impact and status without a subject belong to the section's.",
        pattern=re.compile(
            r"^[Tt]he (?P<key>(?:overall |CVSS |CVSSv3 |base )?(?:severity|score|impact|status|vector string"
            r"|CVSS vector string|risk|attack complexity|attack vector))"
            r"(?: of this (?:vulnerability|issue|flaw))? (?:is|was) (?:rated |considered |set to "
            r"|currently )?(?P<value>[^.;,]{1,60}?)\.?$"
        ),
        hit="The severity is high.",
        keep="The severity of CVE-2024-1 depends on the configuration.",
    ),
    PropertySentence(
        id="zh-property",
        why="同上：没有主语的评分与等级属于本节的主题。",
        pattern=re.compile(
            r"^(?:该漏洞的?)?(?P<key>CVSS(?:v?\d(?:\.\d)?)?(?:基础)?评分|基础评分|危害等级|严重程度|严重性"
            r"|漏洞等级|风险等级)(?:为|是|达到)(?P<value>[^，。；]{1,20})[。]?$"
        ),
        hit="CVSS评分为9.8。",
        keep="评分标准为专家所定，与厂商无关。",
    ),
)


def properties_of(sentence: str) -> list[tuple[str, str]]:
    """Return the (key, value) pairs that a property sentence gives, [] for every other sentence."""
    for shape in PROPERTY_SENTENCES:
        match = shape.pattern.match(sentence)
        if match is None:
            continue
        groups = match.groupdict()
        pairs = [(groups["key"], groups["value"])]
        if groups.get("key2"):
            pairs.append((groups["key2"], groups["value2"]))
        return pairs
    return []
