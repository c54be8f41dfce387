"""The files of a corpus folder, with the metadata that lies beside them."""

import json
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from unicodedata import normalize

import yaml

from core.errors import LakeError
from core.stages.reports import file_kind


@dataclass(frozen=True)
class CorpusFile:
    """One file of a corpus; ``extra`` is what the manifest and its sidecar say of it."""

    path: str  # relative to the root, "/"-separated, NFC
    location: Path
    extra: Mapping[str, str] = field(default_factory=dict)
    problem: str | None = None  # why its sidecar cannot be read


def corpus_files(root: Path) -> Iterator[CorpusFile]:
    """Yield the report files below a folder, in order of path.

    A ``manifest.jsonl`` (or ``index.jsonl``) at the root describes files by ``path``; a sidecar
    ``<file>.meta.yaml`` describes one file and wins over the manifest. Hidden files and files
    that are still being written (``.part``, ``.tmp``) are left alone.

    Raises:
        LakeError: the folder does not exist or the manifest is broken.
    """
    if not root.is_dir():
        raise LakeError(f"{root}: is no folder. Point --reports at the folder that holds the reports.")
    manifest = _manifest(root)
    for location in sorted(path for path in root.rglob("*") if path.is_file()):
        path = normalize("NFC", _readable(location.relative_to(root)))
        if file_kind(path) != "report":
            continue
        extra = dict(manifest.get(path, {}))
        beside, problem = _sidecar(location)
        yield CorpusFile(path, location, {**extra, **beside}, problem)


def _readable(path: Path) -> str:
    """A path as text that any table can hold; bytes of a name that are no UTF-8 are escaped."""
    return path.as_posix().encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _manifest(root: Path) -> dict[str, dict[str, str]]:
    entries: dict[str, dict[str, str]] = {}
    for name in ("index.jsonl", "manifest.jsonl"):
        path = root / name
        if not path.is_file():
            continue
        for number, line in enumerate(path.read_bytes().removeprefix(BOM_UTF8).splitlines(), start=1):
            if not line.strip():
                continue
            try:
                row = json.loads(line.decode("utf-8"))
                key = normalize("NFC", row["path"])
            except (ValueError, TypeError, KeyError) as error:
                raise LakeError(
                    f"{path}: line {number} is no JSON object with a path ({error!r}). Fix or remove the line."
                ) from error
            entries.setdefault(key, {}).update(_strings(row))
    return entries


def _sidecar(location: Path) -> tuple[dict[str, str], str | None]:
    for suffix in (".meta.yaml", ".meta.yml"):
        path = location.with_name(location.name + suffix)
        if path.is_file():
            try:
                content = yaml.safe_load(path.read_text("utf-8"))
            except (yaml.YAMLError, ValueError, RecursionError) as error:  # ValueError: no UTF-8, or no such date
                return {}, f"{path.name}: is no YAML ({error}); fix it or remove it"
            if not isinstance(content, Mapping):
                return {}, f"{path.name}: is no mapping of names to values; fix it or remove it"
            return _strings(content), None
    return {}, None


def _strings(row: Mapping[str, object]) -> dict[str, str]:
    return {str(name): str(value) for name, value in row.items() if value is not None and name != "path"}
