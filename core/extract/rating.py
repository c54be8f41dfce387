"""How much a fact matters, and what it is about: two tables of cues."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.text.pattern_set import PatternSet

_BASE = 4
_TOP_SHARE = 0.25  # of a report's facts, at most this share is called 9 or 10


@dataclass(frozen=True, slots=True)
class Cue:
    """One reason to rate a fact higher (or lower), counted once a fact."""

    id: str
    weight: int
    pattern: str


CUES: tuple[Cue, ...] = (
    Cue("identifier", 1, r"\bcve-\d{4}-\d|\bghsa-|\bcnn?vd-|\bcwe-\d"),
    Cue("severity", 2, r"\bcritical\b|\bcvss\b|\bseverity\b|\bhigh[- ]severity|严重|高危|评分|危害等级"),
    Cue(
        "exploited",
        3,
        r"\b(?:has|have|been|was|were|being|is|are)(?: \w+ly)? exploited\b|\bactively exploit"
        r"|\b(?:known )?exploited vulnerabilit|\bmass exploitation\b|\bin the wild\b|\bzero[- ]day|被利用"
        r"|在野|零日|0day",
    ),
    Cue("exploitation", 1, r"\bexploit|利用"),
    Cue(
        "fixed",
        2,
        r"\bfix(?:ed|es)?\b|\bpatch(?:ed|es)?\b|\bupdate to\b|\bupgrade|\bversions? .{0,30}(?:or later"
        r"|prior|before|earlier)|\baffected (?:versions?|products?)|修复|补丁|升级|受影响",
    ),
    Cue(
        "harm",
        1,
        r"\bremote(?:ly)? (?:code|execut|attacker)|\barbitrary code|\bransom|\bexfiltrat"
        r"|\bdenial[- ]of[- ]service|\bencrypt(?:s|ed)\b|\bbreach|\bcompromis|\bstole|\bleak|远程代码|勒索"
        r"|窃取|泄露|拒绝服务|入侵",
    ),
    Cue("actor", 1, r"\bapt ?-?\d+|\b(?:threat )?(?:actors?|group|gang|ransomware)\b|组织|团伙|攻击者"),
    Cue(
        "date",
        1,
        r"\b(?:19|20)\d\d-\d\d|\b(?:january|february|march|april|may|june|july|august|september|october"
        r"|november|december) \d|\b(?:19|20)\d\d\b|\d{4}年|\d{1,2}月\d{1,2}日",
    ),
    Cue(
        "decision",
        1,
        r"\b(?:decided|agreed|approved|appointed|launch(?:ed|es)|deadline|moved to|married|born|died"
        r"|founded|acquired)\b|决定|批准|任命|收购|成立|结婚|出生|截止",
    ),
    Cue(
        "quantity",
        1,
        r"\b\d+(?:[.,]\d+)?(?: ?%| (?:million|billion|thousand|users|hosts|customers|victims|records"
        r"|devices|inches|mph)\b)|\$\d|\d+(?:万|亿|%|台|人|条)",
    ),
    Cue(
        "background",
        -1,
        r"^(?:[\w-]+ ){1,4}(?:is|are) (?:an? )?(?:[\w-]+ ){0,3}(?:platform|tool|technology|service|product"
        r"|workspace|protocol|application|framework)\b|\bwas originally\b|\bin general\b|\brefers to\b",
    ),
    Cue(
        "imperative",
        -2,
        r"^(?:ensure|use|enable|apply|consider|implement|disable|prevent|train|restrict|review|maintain"
        r"|install|deploy|keep"
        r"|limit|require|monitor|configure|block|update|push|leverage|prioriti[sz]e|avoid|do not|only)\b",
    ),
    Cue(
        "advice",
        -1,
        r"\b(?:recommends?|encourages?|should consider|best practices?|is recommended)\b|建议(?:用户)?(?:关注|加强)",
    ),
    Cue(
        "administrative",
        -1,
        r" — (?:revision|publisher|release date|original release|tlp|version history|author|language)[:：]",
    ),
    Cue("unnamed", -2, r"^(?:it|they|this|these|we|he|she|他|她|它|这|那|我们)\b"),
)

TAGS: tuple[tuple[str, str], ...] = (
    ("vulnerability", r"\bcve-\d|\bvulnerab|\bcwe-\d|\bcvss|\bflaw\b|\bexploit|漏洞|缺陷"),
    (
        "malware",
        r"\bmalware|\bransomware|\bbackdoor|\btrojan|\bloader\b|\bbotnet|\bweb ?shell|\bimplant|木马"
        r"|恶意软件|勒索软件|后门|僵尸网络",
    ),
    (
        "actor",
        r"\bapt ?-?\d|\bthreat actors?\b|\bhack(?:er|ing) group|\bransomware (?:gang|group)"
        r"|\bstate-sponsored|攻击者|黑客|团伙|组织",
    ),
    (
        "mitigation",
        r"\bpatch|\bfix(?:ed|es)?\b|\bmitigat|\bworkaround|\bupdate to\b|\bupgrade|\bdisable\b|修复|补丁|缓解|升级",
    ),
    ("policy", r"\bpolic(?:y|ies)\b|\bcompliance|\bregulation|\bshall\b|\bmust\b|政策|合规|条例|规定"),
    ("incident", r"\bbreach|\bincident|\boutage|\bleak|\bcompromised\b|\battacked\b|泄露|事件|入侵|攻击"),
    (
        "weather",
        r"\bsnow(?:fall|storms?|s|ing)?\b|\bstorm\b|\bwinds?\b|\bforecast|\brain\b|\btemperatures?\b|暴雪"
        r"|台风|降雨",
    ),
    (
        "project",
        r"\bproject\b|\bmigrat|\bdeadline|\bmilestone|\broadmap|\bdeploy|项目|上线|里程碑|迁移",
    ),
    ("work", r"\bworks? (?:at|for|as)\b|\bjob\b|\bcolleague|\bcompany\b|\bhired\b|\bmanager\b|公司|同事|工作|入职"),
    ("preference", r"\bprefers?\b|\bfavou?rite|\blikes?\b|\bloves?\b|\benjoys?\b|喜欢|偏好|爱好"),
    (
        "relationship",
        r"\b(?:wife|husband|brother|sister|mother|father|friend|daughter|son|partner|married)\b|妻子|丈夫"
        r"|朋友|父亲|母亲|儿子|女儿",
    ),
    ("habit", r"\bevery (?:day|week|morning)|\busually\b|\balways\b|每天|每周|习惯"),
    ("location", r"\bmoved to\b|\blives? in\b|\bbased in\b|\blocated in\b|住在|搬到|位于"),
)

_MOST_TAGS = 3
_PATTERNS = PatternSet([*(cue.pattern for cue in CUES), *(pattern for _, pattern in TAGS)])


def weight_of(text: str, main_names: Sequence[str] = ()) -> int:
    """Return the importance from 1 to 10 that a fact has by its own words and the report's main names."""
    total = _BASE + _read(text)[0]
    if any(name and name in text for name in main_names):
        total += 1
    return min(10, max(1, total))


def tags_of(text: str) -> tuple[str, ...]:
    """Return at most three topics of a fact, in the table's order."""
    return _read(text)[1]


@lru_cache(maxsize=8_192)  # the revisions of a report say most facts again
def _read(text: str) -> tuple[int, tuple[str, ...]]:
    """Return what the words of a fact weigh, and its topics."""
    found = _PATTERNS.found(text.lower())
    tags = [TAGS[number - len(CUES)][0] for number in found if number >= len(CUES)]
    return sum(CUES[number].weight for number in found if number < len(CUES)), tuple(tags[:_MOST_TAGS])


def calibrated(weights: Sequence[int]) -> list[int]:
    """Return the importance of each fact of a report: only the heaviest quarter may be 9 or 10.

    Ties at the edge are all kept down, so that equal facts are rated alike.

    Args:
        weights: what the facts weigh by their own words, 1 to 10, in any order.
    """
    room = max(1, int(len(weights) * _TOP_SHARE))
    if sum(weight >= 9 for weight in weights) <= room:
        return list(weights)
    edge = sorted(weights, reverse=True)[room]
    return [min(weight, 8) if weight <= edge else weight for weight in weights]
