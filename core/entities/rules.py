"""The table of entity patterns: one row a kind of thing, each with examples that a test runs.

To add a kind, add one row. Rows are tried in this order and an earlier row keeps its characters,
so the more specific kinds stand first. Patterns have bounded quantifiers only.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from core.entities import defang
from core.entities.domains import is_domain

_DOT, _AT = defang.DOT, defang.AT
_HYPHEN = "[-\u2010\u2011\u2013]"
_LABEL = "[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9])?"
_OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_START = "(?<![A-Za-z0-9])"
_END = "(?![A-Za-z0-9])"


class Found(NamedTuple):
    """A match as a rule sees it: the whole text, and the half-open span of the match."""

    text: str
    start: int
    end: int

    @property
    def surface(self) -> str:
        """The matched characters."""
        return self.text[self.start : self.end]


# Gives the canonical value and the end of the entity, or None when the match is no such thing.
Reading = Callable[[Found], tuple[str, int] | None]


@dataclass(frozen=True, slots=True)
class EntityRule:
    """How one type of entity is recognised; ``trigger`` is a cheap necessary condition."""

    id: str
    type: str
    why: str
    trigger: Callable[[str], object]
    pattern: re.Pattern[str]
    read: Reading
    hits: tuple[tuple[str, str], ...]  # (text, canonical)
    keeps: tuple[str, ...] = ()  # texts in which the rule finds nothing


def _has(*needles: str) -> Callable[[str], bool]:
    return lambda text: any(needle in text for needle in needles)


_has_digit = re.compile("[0-9]").search
_has_dot = re.compile(r"[A-Za-z0-9_\-](?:\.| ?[\[({\\])").search
_has_hash = re.compile("[0-9a-fA-F]{32}").search


def _upper(found: Found) -> tuple[str, int]:
    return re.sub(_HYPHEN, "-", found.surface).upper(), found.end


def _compact_upper(found: Found) -> tuple[str, int]:
    return re.sub(f"{_HYPHEN}|[ .]", "", found.surface).upper(), found.end


def _lower(found: Found) -> tuple[str, int]:
    return found.surface.lower(), found.end


def _host(found: Found) -> tuple[str, int]:
    return defang.plain_host(found.surface), found.end


_URL_TAIL = ".,;:!?'\"*|"
_BRACKETS = {")": "(", "]": "[", "}": "{"}


def _url(found: Found) -> tuple[str, int] | None:
    """Read a URL without the punctuation and the unopened brackets that follow it in a sentence."""
    surface = found.surface
    opened = {close: surface.count(opening) for close, opening in _BRACKETS.items()}
    closed = {close: surface.count(close) for close in _BRACKETS}
    size = len(surface)
    while size:
        last = surface[size - 1]
        if last in _BRACKETS:
            if closed[last] <= opened[last]:
                break
            closed[last] -= 1
        elif last not in _URL_TAIL:
            break
        size -= 1
    plain = defang.plain_url(surface[:size])
    return (plain, found.start + size) if "." in plain or "localhost" in plain else None


_VERSION_BEFORE = re.compile(
    r"(?:\b(?:version|versions|ver|v|release|build|firmware|update|agent|prior to|before|earlier than|through|"
    r"section|chapter|until|up to|client|driver|patch)|版本|固件|版|[<>=≤≥])[ :]{0,2}$",
    re.IGNORECASE,
)
_VERSION_AFTER = re.compile(
    r" ?(?:and|or) (?:later|earlier|newer|older|prior|below|above)|及以|之前|以前|以上|以下| ?版"
)
_ADDRESS_WORD = re.compile(r"\b(?:ip|ips|address|addresses|c2|host|server|proxy|dns)\b|地址|服务器", re.IGNORECASE)
_PRODUCT_BEFORE = re.compile(r"[A-Z][A-Za-z0-9]+ $")
_CONTEXT_CHARS = 14
_SMALL_MAJOR = 20  # products rarely pass major version 20 with four parts; address blocks start anywhere


def _ipv4(found: Found) -> tuple[str, int] | None:
    """Read an address unless the words around it say that the digits are a version."""
    plain = defang.plain_host(found.surface)
    if plain == found.surface and _is_version_there(found):
        return None
    return plain, found.end


def _is_version_there(found: Found) -> bool:
    text, start, end = found
    before = max(0, start - _CONTEXT_CHARS)
    if _VERSION_BEFORE.search(text, before, start) or _VERSION_AFTER.match(text, end):
        return True
    major = int(text[start : text.index(".", start)])
    product = major <= _SMALL_MAJOR and _PRODUCT_BEFORE.search(text, before, start)
    return bool(product) and _ADDRESS_WORD.search(text, max(0, start - 80), start) is None


def _ipv6(found: Found) -> tuple[str, int] | None:
    groups = [group for group in found.surface.split(":") if group]
    if len(groups) < 2 or not any(char.isdigit() for char in found.surface):
        return None
    plain = defang.plain_ipv6(found.surface)
    return (plain, found.end) if plain else None


def _domain(found: Found) -> tuple[str, int] | None:
    text, start, end = found
    surface = found.surface
    plain = defang.plain_host(surface)
    return (plain, end) if is_domain(plain, surface, text, start, end) else None


def _hash(size: int) -> Reading:
    def read(found: Found) -> tuple[str, int] | None:
        plain = found.surface.lower()
        mixed = any(char.isdigit() for char in plain) and any(char.isalpha() for char in plain)
        return (plain, found.end) if mixed and len(plain) == size else None

    return read


def _hash_rule(name: str, size: int) -> EntityRule:
    example = ("0123456789abcdef" * 4)[:size]
    return EntityRule(
        name,
        name,
        f"{size} hexadecimal digits with both digits and letters.",
        _has_hash,
        re.compile(f"{_START}[0-9a-fA-F]{{{size}}}{_END}"),
        _hash(size),
        ((f"hash {example.upper()}.", example),),
        ("0" * size, example + "a"),
    )


INDICATORS: tuple[EntityRule, ...] = (
    EntityRule(
        "url",
        "url",
        "A scheme and what follows up to a blank or a non-ASCII character.",
        _has("://", "[:]", "//]"),
        re.compile(defang.SCHEME + r"[!-;=?-_a-z{|}~]{1,2048}"),
        _url,
        (
            ("see hxxps[:]//Evil[.]example/Path.", "https://evil.example/Path"),
            ("(https://a.example/x_(y))", "https://a.example/x_(y)"),
            ("访问http://b.example/路径", "http://b.example"),
        ),
        ("http error", "://"),
    ),
    EntityRule(
        "email",
        "email",
        "A mailbox at a host, plain or defanged.",
        _has("@", "at]", "at)", "AT]", "at}"),
        re.compile(
            rf"(?<![A-Za-z0-9._%+-])[A-Za-z0-9_%+-](?:[A-Za-z0-9._%+-]{{0,62}}[A-Za-z0-9_%+-])?"
            rf"{_AT}{_LABEL}(?:{_DOT}{_LABEL}){{1,8}}"
        ),
        _host,
        (("mail bad[at]evil[.]example now", "bad@evil.example"), ("a.b@c.example.", "a.b@c.example")),
        ("@handle", "look at this"),
    ),
    EntityRule(
        "cve",
        "cve",
        "The MITRE form, any hyphen.",
        _has("CVE", "cve", "Cve"),
        re.compile(rf"{_START}[Cc][Vv][Ee]{_HYPHEN}[0-9]{{4}}{_HYPHEN}[0-9]{{4,19}}{_END}"),
        _upper,
        (("cve-2024-1234", "CVE-2024-1234"), ("CVE\u20112024\u201112345", "CVE-2024-12345")),
        ("CVE-24-1", "CVE-2024-123"),
    ),
    EntityRule(
        "cwe",
        "cwe",
        "A weakness id.",
        _has("CWE", "cwe"),
        re.compile(rf"{_START}[Cc][Ww][Ee]{_HYPHEN}[0-9]{{1,5}}{_END}"),
        _upper,
        (("CWE-79", "CWE-79"),),
        ("CWE list",),
    ),
    EntityRule(
        "advisory_id",
        "advisory_id",
        "The numbering schemes of advisory publishers.",
        _has_digit,
        re.compile(
            rf"{_START}(?:ICS(?:M?A|-ALERT|-VU)-[0-9]{{2}}-[0-9]{{3}}-[0-9]{{1,3}}[A-Z]?|AA[0-9]{{2}}-[0-9]{{3}}[A-Z]|"
            r"(?:RH[SBE]A|ELSA|SUSE-SU|openSUSE-SU)-[0-9]{4}:[0-9]{3,6}(?:-[0-9]{1,2})?|USN-[0-9]{3,5}-[0-9]{1,2}|"
            r"D[SL]A-[0-9]{3,5}(?:-[0-9]{1,2})?|GHSA(?:-[0-9a-z]{4}){3}|KB[0-9]{6,8}|MS[0-9]{2}-[0-9]{3}|"
            r"CNN?VD-[0-9]{4,6}-[0-9]{3,6}|ZDI-[0-9]{2}-[0-9]{3,4}|VU#[0-9]{5,7}|JVNDB-[0-9]{4}-[0-9]{6}|"
            rf"TALOS-[0-9]{{4}}-[0-9]{{4}}|FG-IR-[0-9]{{2}}-[0-9]{{3}}|SSA-[0-9]{{6}}|"
            # Any publisher: letters, maybe a kind of notice, a year and a running number.
            r"(?!CVE|CWE)[A-Z]{3,10}(?:-(?:SA|SB|SN|ADV|PSA))?-(?:19|20)[0-9]{2}-[0-9]{2,6}(?!-))"
            rf"{_END}"
        ),
        _upper,
        (
            ("ICSA-24-074-14", "ICSA-24-074-14"),
            ("AA23-061A", "AA23-061A"),
            ("VU#123456", "VU#123456"),
            ("KELP-SA-2026-07: a flaw", "KELP-SA-2026-07"),
            ("通告KELP-2026-0107。", "KELP-2026-0107"),
        ),
        ("AA23", "ICSA", "MAY-2026-05-01", "XX-2026-01"),
    ),
    EntityRule(
        "attack_technique",
        "attack_technique",
        "ATT&CK technique and sub-technique ids.",
        _has("T1"),
        re.compile(rf"{_START}T1[0-9]{{3}}(?:\.[0-9]{{3}})?{_END}"),
        _upper,
        (("T1059", "T1059"), ("(T1059.001)", "T1059.001")),
        ("T123", "AT1059", "T10591"),
    ),
    EntityRule(
        "attack_tactic",
        "attack_tactic",
        "ATT&CK tactic ids.",
        _has("TA0"),
        re.compile(rf"{_START}TA00[0-9]{{2}}{_END}"),
        _upper,
        (("TA0001", "TA0001"),),
        ("TA000",),
    ),
    _hash_rule("sha256", 64),
    _hash_rule("sha1", 40),
    _hash_rule("md5", 32),
    EntityRule(
        "ipv4",
        "ipv4",
        "Four octets, unless they are a version; leading zeros are none.",
        _has_digit,
        re.compile(rf"(?<![A-Za-z0-9.\-]){_OCTET}(?:{_DOT}{_OCTET}){{3}}(?![A-Za-z0-9]|\.[0-9]|-[0-9])"),
        _ipv4,
        (("C2 at 203.0.113[.]9:8080", "203.0.113.9"), ("地址192.0.2.1。", "192.0.2.1")),
        ("version 1.2.3.4 of the agent", "Agent 7.2.0.1", "1.2.3.4 or later", "1.2.3.4.5", "01.2.3.4"),
    ),
    EntityRule(
        "ipv6",
        "ipv6",
        "Hexadecimal groups that form an address.",
        _has("::", ":0", ":1", ":2", ":f", ":d"),
        re.compile(r"(?<![A-Za-z0-9:.])[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7}(?![A-Za-z0-9:])"),
        _ipv6,
        (("at 2001:DB8:0:0::1 now", "2001:db8::1"),),
        ("10:20:30", "std::string", "aa:bb:cc:dd:ee:ff"),
    ),
    EntityRule(
        "domain",
        "domain",
        "Labels on a known top-level domain; not file, field or product names.",
        _has_dot,
        re.compile(rf"(?<![A-Za-z0-9_.@/\\-]){_LABEL}(?:{_DOT}{_LABEL}){{1,8}}(?![A-Za-z0-9_-]|\.[A-Za-z0-9])"),
        _domain,
        (
            ("evil[.]example", "evil.example"),
            ("a.b.co.uk.", "a.b.co.uk"),
            ("域名evil.com用于", "evil.com"),
            ("evil (dot) example", "evil.example"),
        ),
        ("run a.py", "asp.net", "System.IO", "os.name(x)", "user.name", "e.g. this", "1.2.3", "core.a.finder.py"),
    ),
    EntityRule(
        "actor_number",
        "actor",
        "Numbered groups of the well-known naming schemes.",
        _has_digit,
        re.compile(
            rf"{_START}(?:[Aa][Pp][Tt](?:[ -]|-[Cc]-)?[0-9]{{1,3}}|UNC-?[0-9]{{3,5}}|FIN-?[0-9]{{1,2}}"
            rf"|TA-?[0-9]{{3,4}}|"
            rf"DEV-[0-9]{{4}}|Storm-[0-9]{{4}}|UAC-[0-9]{{4}}|UAT-[0-9]{{4}}|TAG-[0-9]{{2,3}}|UTA[0-9]{{4}}){_END}"
        ),
        _compact_upper,
        (("APT-28", "APT28"), ("apt 41 group", "APT41"), ("UNC1234", "UNC1234"), ("TA505", "TA505")),
        ("fin 2024", "TA 12", "FIN2024", "adapt28"),
    ),
)
