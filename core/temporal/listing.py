"""Dates in a list lend each other the year that is written once: "3 May and 5 June 2022"."""

import re
from dataclasses import replace

from core.temporal.rules import Node
from core.temporal.value import Fields, of_fields

_BETWEEN = re.compile(r"\s?(?:,|/|,?\s(?:and|or)|\s?&)\s?(?:on\s|in\s)?(?:the\s)?", re.IGNORECASE)
_LONGEST = 12  # characters between two dates of a list


def shared_years(plain: str, nodes: list[Node]) -> list[Node]:
    """Return the nodes with the year of a list's last date lent to the dates before it.

    Only dates of one kind lend: days to days and months to months. "December and January 2023" name the
    December before. Dates whose year is said or counted from the anchor keep their own.
    """
    result = list(nodes)
    for place in range(len(nodes) - 2, -1, -1):
        first, second = nodes[place], result[place + 1]
        if first.code != second.code or first.code not in "DM":
            continue
        between = plain[first.end : second.start]
        if len(between) <= _LONGEST and _BETWEEN.fullmatch(between):
            result[place] = _with_year_of(first, second.value.fields)
    return result


def _with_year_of(node: Node, lender: Fields | None) -> Node:
    fields, value = node.value.fields, node.value
    if lender is None or lender.year is None or lender.month is None or fields is None or fields.month is None:
        return node
    if fields.year is not None or fields.year_shift is not None or value.form != "point" or value.clock is not None:
        return node
    later = (fields.month, fields.day or 1) > (lender.month, lender.day or 31)
    lent = replace(fields, year=lender.year - later)
    return replace(node, value=of_fields(lent) if value.rebuild is None else value.rebuild(lent))
