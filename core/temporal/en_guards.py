"""When an English month, year or weekday by itself is a time, and when it is a verb, a count or a product."""

import re

from core.temporal.en_words import Found, Made, weekday_number
from core.temporal.names import MONTH_PATTERN, MONTHS
from core.temporal.value import Fields, Value, of_fields, weekday_near

_ALWAYS_UPPER = frozenset(
    {"may", "march", "mar", "sep", "dec", "jan", "jun", "jul", "apr", "aug", "oct", "nov", "feb", "august"}
)


_MONTH_CUE = re.compile(
    r"(?:\b(?:in|since|by|during|until|till|of|from|to|through|throughout|between|and|or"
    r"|before|after|early|late|mid|last|next|this"
    r"|past|previous|for|as of|every|around|end of|beginning of|start of|per|on|starting"
    r"|ending|is|was|year['’]s)[\s-]{1,2}|^\s*|[(|,~–-]\s?)$",
    re.IGNORECASE,
)


_MONTH_RANGE_AFTER = re.compile(
    rf"\s?(?:[-–—~]|to|through|until|and)\s?(?:{MONTH_PATTERN})(?![a-z])"
    r"|\sof\s(?:this|last|next|the|that|\d{4})\b|\safter\snext\b",
    re.IGNORECASE,
)


_MONTH_AFTER_NOT = re.compile(r"\s?(?:madness|be\b|have\b|not\b|also\b|[a-z]{1,20}ly\b)", re.IGNORECASE)


_LOWER_CUE = re.compile(
    r"\b(?:in|since|during|until|till|of|from|early|late|mid|last|next|through|throughout|before|after|between)[\s-]{1,2}$",
    re.IGNORECASE,
)


_AFTER_MONTH = re.compile(rf"\b(?:{MONTH_PATTERN})\s?(?:[-–—~]|to|through|until|and)\s?$", re.IGNORECASE)


def _lower_month(text: str, start: int, end: int) -> bool:
    """Tell whether the neighbours of "may" or "march" in lower case make it a month."""
    return (
        _LOWER_CUE.search(text, max(0, start - 14), start) is not None
        or _MONTH_RANGE_AFTER.match(text, end) is not None
        or _AFTER_MONTH.search(text, max(0, start - 20), start) is not None
    )


_AFTER_DATE = re.compile(
    r"(?:in|to|and|or|of|at|for|on|by|is|was|were|through|until|till|with|the|as|but|from|after|before|this|next|last"
    r"|that|when|where|which|while|because|during|between|around|about|onwards?|it|we|they|he|she|you)\b"
)
"""Words that go on after a date; after "may" and "march" as verbs stands another one, or an adverb."""


_WORD_AFTER = re.compile(r"\s(?P<w>[a-z]{2,20})\b")


def is_verb(found: Found) -> bool:
    """Tell whether "may" or "march" in lower case goes on as a verb does: "2018 may also", "12 may have"."""
    if found["mon"] not in ("may", "march"):
        return False
    after = _WORD_AFTER.match(found.string, found.end())
    if after is None:
        return False
    goes_on = _AFTER_DATE.match(after["w"]) is None
    if found.end("mon") == found.end():
        return goes_on
    return goes_on and found.start("mon") == found.start() and after["w"].endswith("s")


_NAME_AFTER = re.compile(r"\s[A-Z][a-z’']{1,20}(?:[A-Z][a-z]{1,20})?(?![a-z])(?!\s(?:19|20)\d\d)")
_TITLE_AFTER = re.compile(
    r"\s(?:Patch|Security|Update|Release|Bulletin|Advisor|Report|Edition|Newsletter|Cumulative|Monthly|Preview|Rollup"
    r"|Critical|Microsoft|Android|Oracle|Adobe|Issue|Meeting|Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
)
_PLACED = re.compile(
    r"\b(?:in|since|during|until|till|of|last|next|this|early|late|mid|the|every|from|through|throughout|between"
    r"|before|after|by)[\s-]$",
    re.IGNORECASE,
)
_GIVEN_NAMES = frozenset({"april", "may", "june", "august"})


def is_name(found: Found) -> bool:
    """Tell whether a month is a person's first name: "April Moss signed", but "in April Oracle fixed"."""
    if found["mon"].lower() not in _GIVEN_NAMES or _NAME_AFTER.match(found.string, found.end()) is None:
        return False
    if _TITLE_AFTER.match(found.string, found.end()):
        return False
    return _PLACED.search(found.string, max(0, found.start() - 12), found.start()) is None


def month_alone(found: Found) -> Made:
    """Take a month's name for a month unless it is a verb, an adjective or an unmarked abbreviation."""
    name = found["mon"].strip(".").lower()
    text, start, end = found.string, found.start(), found.end()
    if name in ("may", "march") and _MONTH_AFTER_NOT.match(text, end):
        return "M", None
    if is_name(found):
        return "M", None
    cue = _MONTH_RANGE_AFTER.match(text, end) or _MONTH_CUE.search(text, max(0, start - 14), start)
    if name in _ALWAYS_UPPER and (cue is None or cue[0].strip() == "") and not _whole_cell(text, start, end):
        if not found["mon"][0].isupper() or name in ("may", "march"):
            return "M", None
        if len(name) <= 4 and not found[0].endswith("."):
            return "M", None
    if name in ("may", "march") and found["mon"][0].islower() and not _lower_month(text, start, end):
        return "M", None
    return "M", of_fields(Fields(month=MONTHS[name]))


def _whole_cell(text: str, start: int, end: int) -> bool:
    """Tell whether an expression fills its line or table cell."""
    before = text[max(0, start - 3) : start].rstrip(" *_")
    after = text[end : end + 3].lstrip(" *_.")
    return (not before or before[-1] in "\n|") and (not after or after[0] in "\n|")


_YEAR_CUE = re.compile(
    r"(?:\b(?:in|since|by|during|until|till|of|from|to|through|throughout|between|and"
    r"|before|after|early|late|mid|year|years|circa|least"
    r"|than|for|the|this|around|about|on|spring|summer|fall|autumn|winter|christmas"
    r"|easter|as|our|their|q[1-4]|h[12]|=|is|was|a|across|within|or|not|only)[\s-]{1,2}"
    r"|['’]s\s|[(\[|,~=–—/&:>-]\s?|\*\*|[\u3400-\u9fff]\s?)$",
    re.IGNORECASE,
)


COUNT_AFTER = re.compile(
    r"\s?(?:%|percent|[a-z]{0,12}\s?(?:users|hosts|victims|devices|servers|systems|units"
    r"|domains|samples|emails|messages|organi[sz]ations|people"
    r"|companies|customers|employees|records|files|machines|computers|lines|bytes|times"
    r"|dollars|usd|euros|attacks|instances|samples|accounts|"
    r"km|kb|mb|gb|ms|hours|minutes|seconds|days|points|pages|items|requests|packets"
    r"|connections|ips|addresses|hashes|sites|websites)\b)"
    r"|\s(?:page|user|host|line|word|person|mile|dollar|euro|bit|byte|eur|gbp|cny|yuan|rmb)\b"
    r"|\s(?:R2|LTS[BC]|(?:SP|SU|CU)\s?\d)",
    re.IGNORECASE,
)


_COUNT_BEFORE = re.compile(
    r"\b(?:units|over|nearly|almost|approximately|roughly|more than|less than|up to|some|top)\s$",
    re.IGNORECASE,
)


_PRODUCT_BEFORE = re.compile(
    r"\b(?:windows|server|office|exchange|excel|word|outlook|access|powerpoint|studio"
    r"|sharepoint|sql|edition|project|visio|acrobat|reader|autocad"
    r"|no|number|line|page|error|event|code|section|id|model|type|rev|bulletin|apartment"
    r"|suite|box|room|flight|route|highway|dynamics|manager|coldfusion|teamcity|workbench|autodesk|vcenter"
    r"|matlab|quickbooks|ansys|symantec|norton|foxit|nitro|pack|r2|eq|size|offset|address"
    r"|tcp|udp|ssl|rsa|usd|eur|gbp|cny|rmb|po|ref|ticket|invoice|hash|serial|with)[\s.:#-]{1,2}"
    r"(?:\d{4}(?:\s(?:R2|SP\d))?(?:,|\sand|\sor|,\sand|,\sor|/)\s?){0,6}$",
    re.IGNORECASE,
)


_LAST_LIKELY = 2040  # a later number without a word that makes it a year is a model or an amount
_ENDING_IN = re.compile(r"\b(?:ending|ends|starting|starts) (?:in|with)\s$", re.IGNORECASE)
_NUMBER_GOES_ON = re.compile(r"[.,:]\d|:[0-9a-f:]|-(?!(?:19|20)\d\d(?!\d))\d|-[A-Za-z]")


def year_alone(found: Found) -> Made:
    """Take four digits for a year where their neighbours do, not for a count, a product or an identifier."""
    text, start, end = found.string, found.start("y"), found.end("y")
    before = text[max(0, start - 72) : start]
    if _PRODUCT_BEFORE.search(before) or _COUNT_BEFORE.search(before):
        return "Y", None
    if before[-1:] in ("/", "\\", "_", "@", "%", "+", "=", ".", ":") and before[-2:-1] not in (" ", "\n", ""):
        return "Y", None
    if text[end : end + 1] in ("/", "\\", "_", "@", "%", "+", "=", "°") or COUNT_AFTER.match(text, end):
        return "Y", None
    if _NUMBER_GOES_ON.match(text, end):
        return "Y", None
    if re.search(r"(?<!(?<![0-9A-Za-z])[12]\d{2})\d[-.,:]$|[A-Za-z_*]-$", before[-6:]) and not re.search(
        r"(?i)\b(?:mid|early|late|pre|post)-$", before
    ):
        return "Y", None
    value = of_fields(Fields(int(found["y"])))
    plausible = 1900 <= int(found["y"]) <= 2099
    if _ENDING_IN.search(before):
        return "Y", None
    cue = _YEAR_CUE.search(before)
    if not cue and int(found["y"]) > _LAST_LIKELY:
        return "Y", None
    if not plausible and not (cue and re.search(r"(?i)\b(?:in|since|year|of)\s$", before)):
        return "Y", None
    if cue or _whole_cell(text, start, end) or not before.strip() or before[-1:] in "\n":
        return "Y", value
    if re.match(
        r"\s?(?:[.,;:!?)\]|]|$|\n|and\b|or\b|to\b|were\b|was\b|is\b|has\b|in\b|as\b|by\b|[-–]\s?\d{4}\b)",
        text[end : end + 8],
    ):
        return "Y", value
    if re.search(r"[A-Z][A-Za-z]{1,20}\s$", before) and 2001 <= int(found["y"]) <= 2035:
        return "Y", value
    return "Y", _as_adjective(found, value)


_DATE_LEAD = re.compile(
    r"(?:\b(?:on|from|since|until|till|by|before|after|of|and|or|to|between|through|dated?|published|updated|released?"
    r"|posted|issued|revised|modified|created|mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}|[^A-Za-z\s]|\n)\s{0,2}$|^\s*$",
    re.IGNORECASE,
)


def is_release(found: Found) -> bool:
    """Tell whether figures between full stops are a release: "Gateway 2020.1.3", "upgrade to 2021.12.1"."""
    before = found.string[max(0, found.start() - 20) : found.start()]
    if _RELEASE_LEAD.search(before):
        return True
    padded = len(found["mo"]) == 2 and len(found["d"]) == 2
    return _DATE_LEAD.search(before) is None or not (padded or _WORDLESS.search(before))


_RELEASE_LEAD = re.compile(
    r"\b(?:fixed|patched|upgraded?|updated?|available|present|resolved|before|prior)\s(?:in|to)\s$", re.I
)
_WORDLESS = re.compile(r"(?:^|[^A-Za-z\s]|\n)\s*$|\b(?:on|since|until|dated?|published)\s$", re.IGNORECASE)


def is_identifier(found: Found) -> bool:
    """Tell whether figures are the tail of an identifier or a step of a path: "AB-2024-07", "/2021/05/x"."""
    text, start, end = found.string, found.start(), found.end()
    return _IDENTIFIER_LEAD.search(text, max(0, start - 3), start) is not None or (
        text[end : end + 1] == "/" and text[end + 1 : end + 2].isalpha()
    )


_IDENTIFIER_LEAD = re.compile(r"(?<![/.])(?<![/.]\d)[A-Z0-9]-$|[/\\_=]$")  # but not 2018/1/10-2018/7/10


def stands_as_date(found: Found) -> bool:
    """Tell whether a run of eight figures may be a date: no word for a number or a name stands before it."""
    before = found.string[max(0, found.start() - 72) : found.start()]
    return _PRODUCT_BEFORE.search(before) is None and _NAMED_BEFORE.search(before) is None


_NAMED_BEFORE = re.compile(
    r"\b(?:named|called|key|password|pid|digest|checksum|account|user|customer|sample|md5|value|token|sequence)"
    r"\s(?:is\s)?$",
    re.IGNORECASE,
)


def _as_adjective(found: Found, value: Value) -> Value | None:
    """Take "2021 data" for a year and "2021 samples" for a count."""
    after = re.match(r"\s([A-Za-z]{2,20})\b", found.string[found.end("y") : found.end("y") + 22])
    if after is None or not 2001 <= int(found["y"]) <= 2035:
        return None
    return None if after[1].endswith("s") and after[1].islower() else value


_WEEKDAY_CUE = re.compile(
    r"\b(?:on|last|next|this|by|until|since|every|each|first|second|third|fourth|fifth|\d(?:st|nd|rd|th))\s$",
    re.IGNORECASE,
)


def _alone(text: str, start: int, end: int) -> bool:
    """Tell whether an expression is all there is, but for a word or two's room."""
    return start <= 8 and not text[:start].strip() and not text[end : end + 8].strip()


_INDEFINITE = re.compile(r"\b(?:a|an entire|one|any)\s$", re.IGNORECASE)
_GROUP_AFTER = re.compile(r"\s[A-Z][a-z]")


def weekday(found: Found) -> Made:
    """Take a weekday's name, or its marked abbreviation, for the nearest such day."""
    name = found["w"].strip(".")
    text, start, end = found.string, found.start(), found.end()
    if text[max(0, start - 4) : start].lower() == "the " and _GROUP_AFTER.match(text, end):
        return "W", None  # "the Monday Group"
    if _INDEFINITE.search(text, max(0, start - 16), start):
        return "W", None  # "on a Sunday afternoon" is no day that can be told
    if len(name) < 6 and not _alone(text, start, end):
        dated = name[0].isupper() and re.match(r"(?:[,\s]{0,2}|\sat\s)\d", text[end : end + 5])
        if not dated and not _WEEKDAY_CUE.search(text, max(0, start - 8), start):
            return "W", None
    return "W", weekday_near(weekday_number(name), None)
