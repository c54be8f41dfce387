"""Offline evaluation: gold sets in, per-item counts, metrics with intervals and comparisons out.

Here: reading gold sets, the fact matcher, one runner per kind of set, metrics and the release gate.
Not here: the stages that are measured; they are called as a run calls them. To add a kind, add its
item to ``gold_items`` and one row to ``runners.RUNNERS``.
"""
