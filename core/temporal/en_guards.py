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
    r"|ending|is|was)[\s-]{1,2}|^\s*|[(|,~–-]\s?)$",
    re.IGNORECASE,
)


_MONTH_RANGE_AFTER = re.compile(rf"\s?(?:[-–—~]|to|through|until|and)\s?(?:{MONTH_PATTERN})(?![a-z])", re.IGNORECASE)


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


def is_verb(found: Found) -> bool:
    """Tell whether "may" or "march" in lower case goes on as a verb does: "2018 may also", "this may be"."""
    name = found["mon"]
    if name not in ("may", "march"):
        return False
    return re.match(r"\s[a-z]{2,}", found.string[found.end() : found.end() + 4]) is not None


def month_alone(found: Found) -> Made:
    """Take a month's name for a month unless it is a verb, an adjective or an unmarked abbreviation."""
    name = found["mon"].strip(".").lower()
    text, start, end = found.string, found.start(), found.end()
    if name in ("may", "march") and _MONTH_AFTER_NOT.match(text, end):
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


_COUNT_AFTER = re.compile(
    r"\s?(?:%|percent|[a-z]{0,12}\s?(?:users|hosts|victims|devices|servers|systems|units"
    r"|domains|samples|emails|messages|organi[sz]ations|people"
    r"|companies|customers|employees|records|files|machines|computers|lines|bytes|times"
    r"|dollars|usd|euros|attacks|instances|samples|accounts|"
    r"km|kb|mb|gb|ms|hours|minutes|seconds|days|points|pages|items|requests|packets"
    r"|connections|ips|addresses|hashes|sites|websites)\b)",
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
    r"|suite|box|room|flight|route|highway|dynamics|"
    r"matlab|quickbooks|ansys|symantec|norton|foxit|nitro|pack|r2|eq|size|offset|address)[\s.:#-]{1,2}$",
    re.IGNORECASE,
)


def year_alone(found: Found) -> Made:
    """Take four digits for a year where their neighbours do, not for a count, a product or an identifier."""
    text, start, end = found.string, found.start("y"), found.end("y")
    before = text[max(0, start - 24) : start]
    if _PRODUCT_BEFORE.search(before) or _COUNT_BEFORE.search(before):
        return "Y", None
    if before[-1:] in ("/", "\\", "_", "@", "%", "+", "=", ".", ":") and before[-2:-1] not in (" ", "\n", ""):
        return "Y", None
    if text[end : end + 1] in ("/", "\\", "_", "@", "%", "+", "=", "°") or _COUNT_AFTER.match(text, end):
        return "Y", None
    if re.match(r"[-.,:]\d(?!\d{3}(?!\d))|-[A-Za-z]", text[end : end + 6]):
        return "Y", None
    if re.search(r"(?<!\b[12]\d{2})\d[-.,:]$|[A-Za-z_*]-$", before[-6:]) and not re.search(
        r"(?i)\b(?:mid|early|late|pre|post)-$", before
    ):
        return "Y", None
    value = of_fields(Fields(int(found["y"])))
    plausible = 1900 <= int(found["y"]) <= 2099
    cue = _YEAR_CUE.search(before)
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


def _as_adjective(found: Found, value: Value) -> Value | None:
    """Take "2021 data" for a year and "2021 samples" for a count."""
    after = re.match(r"\s([A-Za-z]{2,20})\b", found.string[found.end("y") : found.end("y") + 22])
    if after is None or not 2001 <= int(found["y"]) <= 2035:
        return None
    return None if after[1].endswith("s") and after[1].islower() else value


_WEEKDAY_CUE = re.compile(r"\b(?:on|last|next|this|by|until|since|every|each)\s$", re.IGNORECASE)


def _alone(text: str, start: int, end: int) -> bool:
    """Tell whether an expression is all there is, but for a word or two's room."""
    return start <= 8 and not text[:start].strip() and not text[end : end + 8].strip()


def weekday(found: Found) -> Made:
    """Take a weekday's name, or its marked abbreviation, for the nearest such day."""
    name = found["w"].strip(".")
    text, start, end = found.string, found.start(), found.end()
    if len(name) < 6 and not found[0].endswith(".") and not _alone(text, start, end):
        dated = name[0].isupper() and re.match(r"(?:[,\s]{0,2}|\sat\s)\d", text[end : end + 5])
        if not dated and not _WEEKDAY_CUE.search(text, max(0, start - 8), start):
            return "W", None
    return "W", weekday_near(weekday_number(name), None)
