"""A corpus of six small files, and the whole line over it without the orchestrator."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from assets.chunks import refresh_chunks
from assets.context import Batch
from assets.durable_facts import refresh_durable_facts
from assets.extracted_facts import refresh_extracted_facts
from assets.normalised_facts import refresh_normalised_facts
from assets.raw_reports import refresh_raw_reports
from assets.reconcile import Settled, settle
from core.contracts.tables import Table
from core.lake.lake import Lake
from core.registry import extractor_of, rules_of
from core.settings import Settings

TODAY = "2026-06-01"


def message(role: str, sent_at: str, content: str, speaker: str | None = None) -> str:
    """One line of a transcript."""
    return json.dumps({"role": role, "speaker": speaker, "timestamp": sent_at, "content": content}) + "\n"


def markdown(published: str | None, *lines: str, **front: str) -> str:
    """A Markdown report; ``front`` goes into its front matter."""
    entries = {**({"published": published} if published else {}), **front}
    head = "".join(f"{name}: {value}\n" for name, value in entries.items())
    return (f"---\n{head}---\n" if entries else "") + "\n".join(lines) + "\n"


# Day 3 corrects day 1's advisory (two values change), the transcript has a message that gives no facts,
# and one file cannot be read.
TINY: Mapping[str, str] = {
    "advisories/2026-02-01/gateway.md": markdown(
        "2026-02-01",
        "# Meridian Gateway advisory",
        "",
        "Meridian Gateway 4.2 is affected by CVE-2026-1111. The CVSS score of CVE-2026-1111 is 7.5. "
        "The vulnerability CVE-2026-1111 is fixed in Meridian Gateway 4.3.",
    ),
    "advisories/2026-02-03/gateway.md": markdown(
        "2026-02-03",
        "# Meridian Gateway advisory",
        "",
        "Meridian Gateway 4.2 is affected by CVE-2026-1111. The CVSS score of CVE-2026-1111 is 9.8. "
        "The vulnerability CVE-2026-1111 is fixed in Meridian Gateway 4.4.",
    ),
    "advisories/2026-02-03/scan.pdf": "%PDF-1.7\n",
    "cti/2026-02-02/heron.md": markdown(
        "2026-02-02",
        "# Grey Heron",
        "",
        "Grey Heron targets energy companies in Norway. "
        "Grey Heron uses the domain relay.example.net for command and control. "
        "Yesterday Grey Heron attacked a utility in Bergen.",
    ),
    "通告/2026-02-02/漏洞 公告.md": markdown(
        "2026-02-02",
        "# 漏洞公告",
        "",
        "北辰网关 5.1 存在漏洞 CVE-2026-2222。该漏洞的 CVSS 评分为 8.1。北辰公司于2026年1月30日发布了补丁。",
    ),
    "projects/2026-02-03/standup.jsonl": message(
        "user",
        "2026-02-03T09:00:00+01:00",
        "The staging cluster runs PostgreSQL 16. I prefer deployments on Tuesdays.",
        "Mara",
    )
    + message("assistant", "2026-02-03T09:01:00+01:00", "The production cluster runs PostgreSQL 15.")
    + message("user", "2026-02-03T09:02:00+01:00", "We moved the backup job to Frankfurt yesterday.", "Mara"),
}
TINY_DAYS = ["2026-02-01", "2026-02-02", "2026-02-03"]


def put(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files below a folder, byte for byte; return the folder."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def batch_on(reports: Path, lake: Path, settings: Settings | None = None, today: str = TODAY) -> Batch:
    """A batch whose clock stands still."""
    chosen, noon = settings or Settings(), datetime.fromisoformat(f"{today}T12:00:00").replace(tzinfo=UTC)
    return Batch(reports, Lake(lake), chosen, extractor_of(chosen), rules_of(chosen), lambda: noon, "test-run")


STAGES = (
    refresh_raw_reports,
    refresh_chunks,
    refresh_extracted_facts,
    refresh_durable_facts,
    refresh_normalised_facts,
)


def run_stages(batch: Batch, days: Sequence[str] | None = None) -> list[str]:
    """Run every stage before the fold over some days (all when None); return the days."""
    chosen = batch.days() if days is None else list(days)
    for stage in STAGES:
        stage(batch, chosen)
    return chosen


def run_line(batch: Batch, days: Sequence[str] | None = None) -> Settled:
    """Run everything over some days (all when None)."""
    return settle(batch, run_stages(batch, days))


def rows(lake: Lake, table: Table) -> list[dict[str, Any]]:
    """All rows of a stage table, in order of day."""
    return lake.read_all(table).to_dicts()


def rewrite(lake: Lake, table: Table, day: str, change: Any) -> None:
    """Replace one partition by ``change(rows)``, keeping the inputs it claims to be made from."""
    lake.write(table, day, change(lake.read(table, day).to_dicts()))
