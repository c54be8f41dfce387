"""The metadata of a day of normalised facts leads to the pages that show its reports."""

from pathlib import Path

from tiny_lake import STAGES, TINY, TINY_DAYS, batch_on, put

from assets.days import day_metadata
from assets.normalised_facts import STAGE
from assets.working import Ended


def test_each_day_links_to_its_coverage(tmp_path):
    """As the path of a page that is there, also after it was thrown away."""
    batch = batch_on(put(tmp_path / "reports", TINY), tmp_path / "lake")
    for stage in STAGES[:-1]:
        stage(batch, TINY_DAYS)
    for _ in range(2):
        ended = Ended(STAGE.refresh(batch, TINY_DAYS), 0.0)
        for day in ended.done:
            link = day_metadata(batch, STAGE, day, ended)["coverage"]
            assert f"Coverage of {day}" in Path(link.path).read_text("utf-8")
            Path(link.path).unlink()
