"""Plain text, and transcripts written as dated lines.

A transcript keeps the text of its file: segments point at what each person says, headers stay
where they are.
"""

import re
from dataclasses import dataclass

from core.model import Segment
from core.readers.drafts import Draft, Source
from core.readers.instants import parse_instant
from core.readers.transcripts import role_of
from core.text.words import word_set

_DAY = r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}"
_CLOCK = r"\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:\s?[APap]\.?[Mm]\.?)?"
_ZONE = r"(?:\s?(?:Z|UTC|GMT|[A-Z]{1,3}ST|[A-Z]{1,3}DT|[+-]\d{2}:?\d{2}))?"
_STAMP = rf"{_DAY}[ T]{_CLOCK}{_ZONE}"
_NAME_WORD = r"[A-Z\u00c0-\u00de\u4e00-\u9fff@][^\s:：\[\]()（）]{0,24}"
_WORD = rf"(?:{_NAME_WORD}|user|assistant|system|tool|human|ai|de|van|von|bin|al)"
_SPEAKER = rf"(?P<speaker>{_WORD}(?:[ \u00b7]{_WORD}){{0,3}})"
_LEAST_HEADERS = 2
_LOG_WORDS = word_set(
    "error warn warning info debug trace fatal notice critical alert note update updated status event time",
    "date utc",
)


@dataclass(frozen=True, slots=True)
class HeaderForm:
    """One way of opening a message on a line; the groups are ``at`` and ``speaker``."""

    id: str
    pattern: re.Pattern[str]
    hits: tuple[str, ...]
    keeps: tuple[str, ...] = ()


HEADER_FORMS: tuple[HeaderForm, ...] = (
    HeaderForm(
        "bracketed stamp",
        re.compile(rf"^\[(?P<at>{_STAMP})\][ \t]?{_SPEAKER}[ \t]?[:：][ \t]?", re.MULTILINE),
        hits=("[2026-01-06 09:30] Priya: hi", "[2026/1/6 9:30:05 UTC] 王芳：你好"),
        keeps=("[2026-01-06] Priya: hi", "[2026-01-06 09:30] no name here"),
    ),
    HeaderForm(
        "bare stamp",
        re.compile(
            rf"^(?P<at>{_STAMP})[ \t]{{1,4}}(?:[-–|][ \t])?(?!UTC|GMT|Z\b){_SPEAKER}[ \t]?[:：][ \t]?",
            re.MULTILINE,
        ),
        hits=("2026-01-06 09:30 Priya: hi", "2026-01-06T09:30Z Assistant: hi"),
        keeps=("2026-01-06 09:30 UTC: the actor logged in", "2026-01-06 09:30 initial access: x"),
    ),
    HeaderForm(
        "name and time",
        re.compile(rf"^{_SPEAKER}[ \t]?[(（](?P<at>(?:{_STAMP}|{_CLOCK}))[)）][ \t]?[:：][ \t]?", re.MULTILINE),
        hits=("Priya (09:30): hi", "王芳（09:30）：你好", "Ana Ruiz (2026-01-06 09:30): hi"),
        keeps=("Priya (lead): hi", "at noon (09:30): x"),
    ),
)


def read_plain(source: Source) -> Draft:
    """Return a text file as it is, with segments when two or more of its lines open a message in one form."""
    return Draft(text=source.text, media_type="text/plain", segments=text_segments(source.text))


def text_segments(text: str) -> tuple[Segment, ...]:
    """Return the messages of a transcript in plain text, none when it is not one.

    The form of the header with the most hits is the file's; lines of any other form are content.
    A content ends before the blanks that part it from the next header.
    """
    found = max((_headers(text, form) for form in HEADER_FORMS), key=len)
    if len(found) < _LEAST_HEADERS:
        return ()
    ends = [each.start() for each in found[1:]] + [len(text)]
    segments = []
    for index, (header, end) in enumerate(zip(found, ends, strict=True)):
        start = header.end()
        stop = start + len(text[start:end].rstrip())
        if stop > start:
            speaker = header["speaker"]
            role = role_of(None, speaker)
            segments.append(Segment(index, index, role, speaker, parse_instant(header["at"]), start, stop))
    return tuple(segments)


def _headers(text: str, form: HeaderForm) -> list[re.Match[str]]:
    found = list(form.pattern.finditer(text))
    return [] if any(each["speaker"].casefold() in _LOG_WORDS for each in found) else found
