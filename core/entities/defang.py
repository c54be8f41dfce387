"""Defanged indicators and their plain form: hxxp, [.], (dot), [at] and the like."""

import ipaddress
import re

# One separator between two labels of a host, plain or defanged.
DOT = r"(?:\.| ?\[(?:\.|dot|DOT)\] ?| ?\((?:\.|dot|DOT)\) ?|\{(?:\.|dot)\}|\\\.)"
AT = r"(?:@| ?\[(?:@|at|AT)\] ?| ?\((?:@|at|AT)\) ?|\{(?:@|at)\})"
SCHEME = r"(?:[Hh](?:[Tt][Tt]|[Xx][Xx]|\*\*)[Pp][Ss]?|[Ff][Tt][Pp]|[Ff][Xx][Pp])(?:\[:\]|:|\[:)(?://|\[//\])\]?"

_DEFANGED_DOT = re.compile(r" ?[\[({](?:\.|dot)[\])}] ?|\\\.", re.IGNORECASE)
_DEFANGED_AT = re.compile(r" ?[\[({](?:@|at)[\])}] ?", re.IGNORECASE)
_SCHEME = re.compile(r"^([A-Za-z*]{3,5}?)(s?)(?:\[:\]|:|\[:)(?://|\[//\])\]?", re.IGNORECASE)
_PLAIN_SCHEMES = {"hxxp": "http", "h**p": "http", "fxp": "ftp", "http": "http", "ftp": "ftp"}


def refang(text: str) -> str:
    """Return the text with defanged dots and at-signs made plain."""
    return _DEFANGED_AT.sub("@", _DEFANGED_DOT.sub(".", text))


def plain_host(surface: str) -> str:
    """Return a host, address or e-mail in plain lower case."""
    return refang(surface).strip().lower()


def plain_url(surface: str) -> str:
    """Return a URL with a plain scheme and host in lower case; its path is kept as it is."""
    plain = refang(surface)
    match = _SCHEME.match(plain)
    if match is None:
        return plain
    scheme = _PLAIN_SCHEMES.get(match[1].lower(), match[1].lower()) + match[2].lower()
    host, slash, path = plain[match.end() :].partition("/")
    return f"{scheme}://{host.lower()}{slash}{path}".removesuffix("/")


def plain_ipv6(surface: str) -> str | None:
    """Return an IPv6 address in its compressed form, or None when it is none."""
    try:
        return ipaddress.IPv6Address(surface).compressed
    except ValueError:
        return None
