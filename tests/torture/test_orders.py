"""The sample corpus in many orders, batch sizes and late arrivals: one hash."""

import os
import random
from pathlib import Path

import pytest

from core.lake.lake import Lake
from core.lake.ledger import Ledger
from core.settings import load_settings
from pipelines.nightly import STAGES
from pipelines.resources import batch_of

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "reports"
ORDERS = int(os.environ.get("FACTLEDGER_TORTURE_ORDERS", "60"))

pytestmark = pytest.mark.torture


def test_permutations_of_days_and_batches(tmp_path_factory):
    """Days in random orders, one, three or all at a time: the same content hash as one sorted run."""
    root = tmp_path_factory.mktemp("orders")
    batch = batch_of(SAMPLE, root / "staged", load_settings())
    days = batch.days()
    for _, refresh, _ in STAGES:
        refresh(batch, days)
    rng = random.Random(20260301)
    expected = None
    for attempt in range(ORDERS):
        lake = root / f"lake-{attempt}"
        lake.mkdir()
        (lake / "normalised_facts").symlink_to(root / "staged" / "normalised_facts")
        ledger = Ledger(Lake(lake))
        order = days if attempt == 0 else rng.sample(days, len(days))
        size = len(days) if attempt == 0 else rng.choice([3, 7, len(days)])
        for start in range(0, len(order), size):
            ledger.reconcile(order[start : start + size], batch.rules, "run", batch.now)
        expected = expected or ledger.digests()
        assert ledger.digests() == expected, f"attempt {attempt}: order {order[:5]}…, {size} days at a time"
