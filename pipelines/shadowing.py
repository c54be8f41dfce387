"""A candidate configuration beside the one in use: the same day, in a copy of the lake."""

import shutil
from pathlib import Path

from assets.context import Batch, Progress, silent
from core.audit.differences import Differences, differences
from core.contracts.frames import to_frame
from core.contracts.tables import NOTES, RAW_REPORTS
from core.errors import FactledgerError
from core.lake.files import locked
from core.lake.lake import Lake
from core.lake.notes_table import LedgerTables
from core.settings import Settings
from pipelines.running import run_corpus

_SHARED = "replies"  # stored by content, so both lakes may use one store, and what the shadow pays for is paid
_MARK = ".shadow"


def shadow(
    places: tuple[Path, Path, Path],
    settings: Settings,
    day: str = "",
    progress: Progress = silent,
    max_cost: float | None = None,
) -> tuple[Batch, Differences]:
    """Run a day under other settings in a copy of the lake, and return that run and how its notes differ.

    Args:
        places: the reports, the lake in use (it gains replies of models, nothing else), and the copy; a copy
            that an earlier shadow run made is replaced.
        settings: the candidate's.
        day: ISO; empty is the newest day that has reports.
        progress: told how far the run is.
        max_cost: where the run stops asking a model.

    Raises:
        FactledgerError: the lake has no such day, the copy's folder holds something else, or the run failed.
    """
    reports, lake, copy = places
    days = Lake(lake).days(RAW_REPORTS)
    chosen = day or (days[-1] if days else "")
    if chosen not in days:
        raise FactledgerError(f"{lake}: has no day {chosen or 'at all'}. Run `factledger run` first.")
    _copied(lake, copy)
    batch = run_corpus(reports, copy, settings, (chosen, chosen), progress, max_cost)
    return batch, differences(_notes(lake), _notes(copy))


def _copied(lake: Path, copy: Path) -> None:
    if copy.resolve() == lake.resolve() or copy.resolve() in lake.resolve().parents:
        raise FactledgerError(f"{copy}: is the lake, or holds it. Name another folder for the shadow.")
    if copy.exists() and any(copy.iterdir()) and not (copy / _MARK).exists():
        raise FactledgerError(f"{copy}: is no shadow of a lake. Name another folder, or empty it.")
    if copy.exists():
        shutil.rmtree(copy)
    (lake / _SHARED).mkdir(exist_ok=True)
    copy.mkdir(parents=True)
    (copy / _MARK).touch()
    with locked(lake / ".lock"):
        for path in sorted(lake.iterdir()):
            if path.is_dir() and path.name != _SHARED and path.resolve() != copy.resolve():
                shutil.copytree(path, copy / path.name)
            elif path.is_file() and not path.name.startswith("."):
                shutil.copy2(path, copy / path.name)
    (copy / _SHARED).symlink_to((lake / _SHARED).resolve(), target_is_directory=True)


def _notes(lake: Path) -> list[dict[str, object]]:
    return to_frame(LedgerTables(lake).read(NOTES)).to_dicts()
