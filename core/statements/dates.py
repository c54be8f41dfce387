"""Calendar dates as written, and their ISO form: enough to compare texts, not to resolve relative time."""

import re
from collections.abc import Iterator

_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_MONTH_NUMBER = {name[:3]: index for index, name in enumerate(_MONTHS, 1)}
_MONTH = (
    "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
    "oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_DAY = "(?:3[01]|[12][0-9]|0?[1-9])"
_YEAR = "(?:1[5-9]|20)[0-9]{2}"
_PATTERNS = "|".join(
    (
        rf"(?P<iso>(?<![0-9.])(?P<y1>{_YEAR})[-/.](?P<m1>1[0-2]|0?[1-9])[-/.](?P<d1>{_DAY})(?!\.?[0-9]|-[0-9]))",
        rf"(?P<dmy>(?<![0-9])(?P<d2>{_DAY})(?:st|nd|rd|th)?(?:"
        rf" of)? (?P<n2>{_MONTH})\.?(?:,? (?P<y2>{_YEAR}))?(?![0-9a-z]))",
        rf"(?P<mdy>(?<![a-z])(?P<n3>{_MONTH})\.? (?P<d3>{_DAY})(?:st|nd|rd|th)?(?![0-9])(?:"
        rf" ?,? (?P<y3>{_YEAR}))?(?![0-9a-z]))",
        rf"(?P<my>(?<![a-z])(?P<n4>{_MONTH})\.?(?:,| of)? (?P<y4>{_YEAR})(?![0-9a-z]))",
        rf"(?P<zh>(?:(?P<y5>{_YEAR}) ?年 ?)?(?P<m5>1[0-2]|0?[1-9]) ?月(?! ?份?之?[前后内])(?:"
        rf" ?(?P<d5>{_DAY}) ?[日号])?)",
        rf"(?P<zy>(?P<y6>{_YEAR}) ?年(?!代))",
        rf"(?P<ym>(?<![0-9.-])(?P<y7>{_YEAR})-(?P<m7>1[0-2]|0[1-9])(?![0-9-]))",
        rf"(?P<qy>(?<![a-z0-9])q(?P<q8>[1-4])[ -]?(?P<y8>{_YEAR})(?![0-9]))",
    )
)
DATE = re.compile(_PATTERNS, re.IGNORECASE)
_FORMS = {
    "iso": ("y1", "m1", "d1"),
    "dmy": ("y2", "n2", "d2"),
    "mdy": ("y3", "n3", "d3"),
    "my": ("y4", "n4", ""),
    "zh": ("y5", "m5", "d5"),
    "zy": ("y6", "", ""),
    "ym": ("y7", "m7", ""),
}


def iso_date(match: re.Match[str]) -> str:
    """Return a match of ``DATE`` as YYYY-MM-DD, YYYY-MM, YYYY, YYYY-Qn, or with "--" for an unnamed year."""
    form = match.lastgroup or ""
    kind = next((name for name in (*_FORMS, "qy") if match[name] is not None), form)
    if kind == "qy":
        return f"{match['y8']}-Q{match['q8']}"
    year, month, day = ((match[name] if name else None) for name in _FORMS[kind])
    parts = [year or "-"]
    if month:
        parts.append(f"{_MONTH_NUMBER.get(month[:3].lower()) or int(month):02d}")
    if day:
        parts.append(f"{int(day):02d}")
    return "-".join(parts)


def find_dates(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield (start, end, ISO form) of each written date, left to right."""
    for match in DATE.finditer(text):
        yield match.start(), match.end(), iso_date(match)


def covers(wide: str, narrow: str) -> bool:
    """Return whether one ISO form is the other or a coarser form of it ("2014" covers "2014-09-02")."""
    return narrow == wide or narrow.startswith(wide + "-")
