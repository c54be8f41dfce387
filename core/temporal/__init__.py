"""Time: document dates, time expressions in English and Chinese, and how long a claim holds."""

from core.temporal.documents import find_published, parse_published, published_from_name
from core.temporal.projection import project, strip_projection
from core.temporal.resolver import resolve
from core.temporal.validity import Validity, validity

__all__ = [
    "Validity",
    "find_published",
    "parse_published",
    "project",
    "published_from_name",
    "resolve",
    "strip_projection",
    "validity",
]
