"""Content-derived identifiers: the same content has the same id in every run and on every machine."""

import hashlib
import unicodedata

_DIGEST_BYTES = 10  # 20 hex digits


def content_id(prefix: str, *parts: str) -> str:
    """Return ``prefix`` and 20 hex digits of BLAKE2b over the parts.

    Each part is preceded by its length in bytes, so ("ab", "c") and ("a", "bc") differ.
    """
    digest = hashlib.blake2b(digest_size=_DIGEST_BYTES)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(8, "big"))
        digest.update(data)
    return prefix + digest.hexdigest()


def normalised_fact_text(text: str) -> str:
    """Return the form of a fact's text that its identity rests on: NFKC, case-folded, blanks folded."""
    composed = text if text.isascii() else unicodedata.normalize("NFKC", text)
    return " ".join(composed.casefold().split())


def report_id(source_key: str) -> str:
    """Return the id of the report that a source key names."""
    return content_id("rep_", unicodedata.normalize("NFC", source_key))


def revision_id(of_report: str, content_sha256: str) -> str:
    """Return the id of the revision of a report whose bytes have this SHA-256 (hex)."""
    return content_id("rev_", of_report, content_sha256)


def chunk_id(of_revision: str, char_start: int, char_end: int) -> str:
    """Return the id of the chunk of a revision between two code-point offsets (half-open)."""
    return content_id("chk_", of_revision, str(char_start), str(char_end))


def fact_id(of_report: str, text: str) -> str:
    """Return the id of a fact: what this report says, whichever revision or chunk says it."""
    return content_id("fct_", of_report, normalised_fact_text(text))
