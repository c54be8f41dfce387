"""Small gold sets and results, for tests of the evaluation."""

import json
import zlib
from pathlib import Path

import numpy as np

from core.evaluate.gold import GoldSet, read_set
from core.evaluate.metrics import measure
from core.evaluate.results import ItemResult, SetResult
from core.evaluate.runners import RUNNERS

CARD = """name = "{name}"
kind = "{kind}"
description = "For a test."
author = "factledger maintainers"
source = "Written for this test."
licence = "Apache-2.0"
made_on = 2026-03-01

[counts]
total = {total}
zh = {zh}
en = {en}
"""


def put_set(root: Path, name: str, kind: str, rows: list[dict], **counts: int) -> GoldSet:
    """Write a gold set below a folder and read it."""
    folder = root / name
    folder.mkdir(parents=True, exist_ok=True)
    rows = [{"id": f"{name}:{number}", "lang": "en", **row} for number, row in enumerate(rows, start=1)]
    counted = {lang: sum(row["lang"] == lang for row in rows) for lang in ("zh", "en")}
    (folder / "card.toml").write_text(
        CARD.format(name=name, kind=kind, **{"total": len(rows), **counted, **counts}), "utf-8"
    )
    (folder / "items.jsonl").write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    return read_set(folder)


def chances(purpose: str):
    """A seeded generator by purpose."""
    return np.random.default_rng([7, zlib.crc32(purpose.encode())])


def item(number: int, lang: str = "en", name: str = "s", **counts: float) -> ItemResult:
    """An item's result with some counts; what is found says them."""
    found = " ".join(f"{key}={value}" for key, value in sorted(counts.items()))
    return ItemResult(f"{name}:{number}", {"lang": lang}, counts, f"text {number}", "expected", found, 0.0)


def set_result(kind: str, items: list[ItemResult], name: str = "s", digest: str = "d") -> SetResult:
    """A set's result, measured."""
    measured = measure(
        name,
        [one.counts for one in items],
        [one.slices for one in items],
        RUNNERS[kind].metrics,
        chances(f"bootstrap:{name}"),
    )
    return SetResult(name, kind, digest, items, measured)
