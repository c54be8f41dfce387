"""The sensor that watches the folder of reports and has the nightly job run for what is new in it."""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import dagster as dg

from assets.context import Batch
from core.stages.reports import file_kind, place
from pipelines.nightly import days_config, nightly_job

QUIET_SECONDS = float(os.environ.get("FACTLEDGER_QUIET_SECONDS", "30"))
_SHOWN = 3  # files named in a reason
_STAMP_BYTES = 8  # of a million files, two that share a stamp are a matter of one in 10^7


@dataclass(frozen=True)
class Cursor:
    """What earlier ticks saw: stamps of files that a run was asked for, and of those that may still grow."""

    done: frozenset[str] = frozenset()
    waiting: frozenset[str] = frozenset()

    @classmethod
    def parse(cls, text: str | None) -> "Cursor":
        """Return the cursor that ``str`` wrote; an unreadable one knows nothing, so all files count as new."""
        try:
            read = json.loads(text or "{}")
            return cls(frozenset(read["done"]), frozenset(read["waiting"]))
        except (ValueError, KeyError, TypeError):
            return cls()

    def __str__(self) -> str:
        """As JSON, the same for the same files."""
        return json.dumps({"done": sorted(self.done), "waiting": sorted(self.waiting)}, separators=(",", ":"))


@dataclass(frozen=True)
class Look:
    """What one look at the folder found."""

    cursor: Cursor
    ready: Sequence[str] = ()  # paths of files that are new or changed, and whole
    growing: Sequence[str] = ()  # paths of those that may still be written
    run_key: str = ""
    first: str = ""  # the earliest day concerned, ISO; empty: it can be any


def look(root: Path, cursor: Cursor, now: float, quiet_seconds: float = QUIET_SECONDS) -> Look:
    """Return what is new or changed below a folder, by path, size and time of change; no file is opened.

    A file counts as whole when it had the same size and time at an earlier look, or was last changed
    ``quiet_seconds`` before ``now`` (seconds since 1970) or longer ago. As long as one new file may still
    grow, nothing is ready: a run reads the whole folder, and would take the half for a revision.
    """
    found = dict(_stamps(root))
    new = {stamp: one for stamp, one in found.items() if stamp not in cursor.done}
    growing = [stamp for stamp, (_, at) in new.items() if stamp not in cursor.waiting and now - at < quiet_seconds]
    done = cursor.done & found.keys()
    if growing or not new:
        return Look(Cursor(done, frozenset(new)), growing=sorted(found[stamp][0] for stamp in growing))
    paths = sorted(path for path, _ in new.values())
    key = hashlib.blake2b("".join(sorted(new)).encode(), digest_size=16).hexdigest()
    return Look(Cursor(done | new.keys()), ready=paths, run_key=key, first=_first_day(paths))


def _stamps(root: Path) -> Iterator[tuple[str, tuple[str, float]]]:
    """Yield (stamp, (path, time of change in seconds)) of every file that a run would look at."""
    for folder, _, names in os.walk(root):
        for name in names:
            location = Path(folder, name)
            path = location.relative_to(root).as_posix()
            if file_kind(path) == "ignored":
                continue
            try:
                seen = location.stat()
            except OSError:  # gone since, or a link to nowhere
                continue
            told = f"{path}\0{seen.st_size}\0{seen.st_mtime_ns}".encode("utf-8", "surrogateescape")
            shown = path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
            yield hashlib.blake2b(told, digest_size=_STAMP_BYTES).hexdigest(), (shown, seen.st_mtime)


def _first_day(paths: Sequence[str]) -> str:
    """The earliest day among those that the folders of files name; empty when one is in no dated folder."""
    days = [place(path).day for path in paths]
    return min((day for day in days if day is not None), default="") if None not in days else ""


def _named(paths: Sequence[str]) -> str:
    return ", ".join(paths[:_SHOWN]) + (", …" if len(paths) > _SHOWN else "")


# Days after the earliest one are asked for too: an older delivery can renumber the revisions of later days, and a
# day whose inputs are as they were costs nothing.
@dg.sensor(
    name="drop_folder",
    job=nightly_job,
    minimum_interval_seconds=int(os.environ.get("FACTLEDGER_FOLDER_SECONDS", "60")),
    default_status=dg.DefaultSensorStatus.STOPPED,
    description="Looks after the folder of reports: once what is new or changed in it is whole, the nightly job runs.",
)
def drop_folder(context: dg.SensorEvaluationContext, batch: dg.ResourceParam[Batch]) -> dg.SensorResult:
    """Ask for one run for all that is new; a second tick over the same files asks for none."""
    if not batch.reports.is_dir():
        return dg.SensorResult(skip_reason=f"{batch.reports}: is no folder. FACTLEDGER_REPORTS names it.")
    found = look(batch.reports, Cursor.parse(context.cursor), batch.now().timestamp())
    if found.growing:
        reason = f"{len(found.growing)} files may still be written, so the run waits: {_named(found.growing)}"
        return dg.SensorResult(skip_reason=reason, cursor=str(found.cursor))
    if not found.ready:
        reason = f"nothing new among {len(found.cursor.done)} files in {batch.reports}"
        return dg.SensorResult(skip_reason=reason, cursor=str(found.cursor))
    request = dg.RunRequest(run_key=found.run_key, run_config=days_config(found.first, ""), tags=_tags(found))
    context.log.info(f"{len(found.ready)} files are new or changed: {_named(found.ready)}")
    return dg.SensorResult(run_requests=[request], cursor=str(found.cursor))


def _tags(found: Look) -> Mapping[str, str]:
    return {"factledger/new_files": str(len(found.ready))}
