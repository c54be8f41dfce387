"""How fast 1,000 chunks are asked about when a model takes 200 ms: wall time, memory, calls. Run by ``make bench``.

Figures are printed and judged, never asserted in a test: they depend on the machine and on what else it does.
"""

import argparse
import os
import resource
import sys
import tempfile
import threading
import time
import warnings
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "support")]
warnings.filterwarnings("ignore", module=r"dagster\.")  # notices of previews, which hide the figures

from model_lake import model_settings  # noqa: E402 - the path above comes first
from model_server import model_server  # noqa: E402
from tiny_lake import markdown, put  # noqa: E402

from assets.chunks import refresh_chunks  # noqa: E402
from assets.extracted_facts import refresh_extracted_facts  # noqa: E402
from assets.raw_reports import refresh_raw_reports  # noqa: E402
from core.contracts.tables import CHUNK_OUTCOMES, CHUNKS  # noqa: E402
from pipelines.resources import batch_of  # noqa: E402

SLACK = 1.25  # of the time that the model alone takes
MOST_GROWTH_MB = 300
REPORTS_A_DAY = 10
CHUNKS_A_REPORT = 20
PARAGRAPHS = 176  # of about 350 characters


def corpus(root: Path, chunks: int) -> Path:
    """Reports of 20 chunks of about 3,000 characters each, over several days, no two sentences alike."""
    files = {}
    for report in range(-(-chunks // CHUNKS_A_REPORT)):
        day = f"2026-02-{1 + report // REPORTS_A_DAY:02}"
        lines = [_paragraph(report, n) for n in range(PARAGRAPHS)]
        files[f"plant/{day}/r{report:03}.md"] = markdown(day, f"# Report {report}", "", *lines)
    return put(root / "reports", files)


def _paragraph(report: int, number: int) -> str:
    """Four sentences as a maintenance log has them, one name in them."""
    place = f"station {report}-{number}"
    return (
        f"The crew of {place} found a pressure of {number % 17}.{report % 10} bar behind the second valve. "
        "It had been lower on the day before, and nobody on the night shift could say why the gauge had moved. "
        f"A spare part with the number {report * 1000 + number} was ordered because the old one leaks at high load. "
        f"The control room of {place} runs PostgreSQL {10 + number % 8}.\n"
    )


class Memory:
    """The most memory that this process holds inside a ``with`` block, over what it held at its start, in MB."""

    growth = 0.0

    def __enter__(self) -> "Memory":
        self._over = threading.Event()
        self._start = held_mb()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._over.wait(0.05):
            self.growth = max(self.growth, held_mb() - self._start)


def held_mb() -> float:
    """The memory that this process holds now, in MB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 2**20


def main() -> int:
    """Print the figures; exit code 1 when one is over its limit."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--chunks", type=int, default=1000)
    options.add_argument("--seconds", type=float, default=0.2)
    options.add_argument("--concurrency", type=int, default=32)
    chosen = options.parse_args()
    others = children_cpu()
    with tempfile.TemporaryDirectory() as folder, model_server(chosen.seconds, Path(folder) / "log") as base_url:
        root = Path(folder)
        settings = model_settings(extract__base_url=base_url, calls__concurrency=chosen.concurrency)
        batch = batch_of(corpus(root, chosen.chunks), root / "lake", settings)
        days = batch.days()
        refresh_raw_reports(batch, days)
        refresh_chunks(batch, days)
        count = batch.lake.read_all(CHUNKS).height
        warm_up(settings, root)
        with Memory() as memory:
            started, cpu = time.perf_counter(), time.process_time()
            refresh_extracted_facts(batch, days)
            wall, cpu = time.perf_counter() - started, time.process_time() - cpu
        load = os.getloadavg()[0]
        growth = memory.growth
        calls = len((root / "log").read_text().splitlines()) - 1
        outcomes = batch.lake.read_all(CHUNK_OUTCOMES)["outcome"].value_counts().to_dicts()
    limit = SLACK * count * chosen.seconds / chosen.concurrency
    say(f"{count} chunks of {chosen.seconds * 1000:.0f} ms, {chosen.concurrency} at once: {calls} calls, {outcomes}")
    say(f"wall time {wall:.2f} s, limit {limit:.2f} s ({SLACK} times the model's own): {verdict(wall <= limit)}")
    say(f"CPU of this process meanwhile: {cpu:.2f} s, {1000 * cpu / count:.1f} ms a chunk")
    say(f"CPU of the server's process in its whole life: {children_cpu() - others:.2f} s")
    say(f"load of the machine in the last minute: {load:.1f} on {os.cpu_count()} processors")
    say(f"memory grew by {growth:.0f} MB, limit {MOST_GROWTH_MB} MB: {verdict(growth < MOST_GROWTH_MB)}")
    return int(wall > limit or growth >= MOST_GROWTH_MB or calls != count)


def warm_up(settings, root: Path) -> None:
    """Load the client libraries, as every night does once, with one call."""
    put(root / "warm", {"hosts/2026-01-01/a.md": markdown("2026-01-01", "# Host", "", "Host warm runs PostgreSQL 9.")})
    batch = batch_of(root / "warm", root / "warm-lake", settings)
    for stage in (refresh_raw_reports, refresh_chunks, refresh_extracted_facts):
        stage(batch, batch.days())


def children_cpu() -> float:
    """The CPU time of all processes that this one has started and seen end, in seconds."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def verdict(is_kept: bool) -> str:
    """In a word."""
    return "kept" if is_kept else "MISSED"


def say(line: str) -> None:
    """Print a figure."""
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    sys.exit(main())
