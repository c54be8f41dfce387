"""The house: what may import what, what core may touch, and which folders there are."""

import ast
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("core", "assets", "pipelines")
FOLDERS = {"core", "assets", "pipelines", "tests", "data", ".ci"}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def sources(*folders: str, root: Path = ROOT) -> list[Path]:
    """The Python files of some folders, in order."""
    return sorted(path for folder in folders for path in (root / folder).rglob("*.py"))


def lint_imports(root: Path) -> subprocess.CompletedProcess[str]:
    """Run the import contracts of the project over a copy of it, or over itself."""
    command = [Path(sys.executable).with_name("lint-imports"), "--no-cache", "--no-logo"]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)


def test_imports_go_one_way():
    """First pipelines, then assets, then core; and core knows no orchestrator and no command line."""
    done = lint_imports(ROOT)
    assert done.returncode == 0, done.stdout
    assert f"{len(PROJECT['tool']['importlinter']['contracts'])} kept, 0 broken" in done.stdout


@pytest.mark.parametrize(
    ("module", "line", "contract"),
    [
        ("core/planted.py", "import dagster", "core knows no orchestrator and no command line"),
        ("core/text/planted.py", "def later():\n    from rich import print", "core knows no orchestrator"),
        ("core/planted.py", "from assets.context import Batch", "imports go pipelines to assets to core"),
        ("assets/planted.py", "import pipelines.cli", "imports go pipelines to assets to core"),
    ],
)
def test_an_import_that_goes_the_other_way_is_caught(tmp_path, module, line, contract):
    """The contracts can fail: in a copy of the code with one line too many, they do."""
    for name in PACKAGES:
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / module).write_text(line + "\n")
    done = lint_imports(tmp_path)
    assert done.returncode == 1
    assert any(contract in row and "BROKEN" in row for row in done.stdout.splitlines()), done.stdout
    assert module.removesuffix(".py").replace("/", ".") in done.stdout


def test_there_are_the_agreed_folders_and_no_others():
    """A new place for code is a decision, not an accident."""
    ignored = [line.strip("/") for line in (ROOT / ".gitignore").read_text("utf-8").splitlines() if line]
    found = {
        path.name
        for path in ROOT.iterdir()
        if path.is_dir() and path.name != ".git" and not any(fnmatch(path.name, pattern) for pattern in ignored)
    }
    assert found == FOLDERS


def test_tests_mirror_the_code():
    """A folder of tests/core is a package of core (``extract_model``: core/extract/model), and no package itself."""
    folders = {path.parent.relative_to(ROOT / "tests" / "core") for path in sources("tests/core")} - {Path()}
    strays = [
        str(folder)
        for folder in sorted(folders)
        if not any((ROOT / "core" / name).is_dir() for name in (folder, str(folder).replace("_", "/")))
    ]
    assert strays == []
    assert list((ROOT / "tests").rglob("__init__.py")) == []


# What core gets handed in, and where it may touch it itself all the same, and why.
CLOCK = ("datetime.datetime.now", "datetime.datetime.utcnow", "datetime.datetime.today", "datetime.date.today", "time")
ENVIRONMENT = ("os.environ", "os.environb", "os.getenv", "os.getenvb", "os.path.expanduser", "pathlib.Path.home")
PROCESS = ("os.getpid", "os.kill", "os.system", "subprocess", "multiprocessing", "threading")
CHANCE = ("random", "secrets", "uuid", "numpy.random", "os.urandom", "tempfile")
PLACE = ("locale", "os.getcwd", "pathlib.Path.cwd", "platform", "getpass")
NETWORK = ("socket", "http", "urllib.request", "requests", "httpx")
ALLOWED = {
    "core/lake/files.py": {"os.getpid", "os.kill"},  # whose half-written file is it, and does its writer live
    "core/adapters/clock.py": {"time.monotonic"},  # how long a model's answer may take
    "core/lake/notes_table.py": {"time.time_ns"},  # against file times, to sync what a commit wrote
}


def names(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield (line, dotted name) of everything that a module imports or uses of what it imported."""
    aliases: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                aliases[alias.asname or alias.name.split(".")[0]] = (
                    alias.name if alias.asname else alias.name.split(".")[0]
                )
                if alias.asname is None and "." in alias.name:
                    yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                aliases[alias.asname or alias.name] = f"{node.module}.{alias.name}"
                yield node.lineno, f"{node.module}.{alias.name}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute | ast.Name) and (dotted := _dotted(node, aliases)):
            yield node.lineno, dotted


def _dotted(node: ast.expr, aliases: dict[str, str]) -> str | None:
    if isinstance(node, ast.Name):
        return aliases.get(node.id)
    if isinstance(node, ast.Attribute) and (before := _dotted(node.value, aliases)):
        return f"{before}.{node.attr}"
    return None


def touched(source: str) -> set[str]:
    """The names of a module that reach outside of what it is handed; a call of ``astimezone()`` is the local zone."""
    tree = ast.parse(source)
    forbidden = (*CLOCK, *ENVIRONMENT, *PROCESS, *CHANCE, *PLACE, *NETWORK)
    found = {name for _, name in names(tree) if any(name == one or name.startswith(one + ".") for one in forbidden)}
    found = {name for name in found if not any(other.startswith(name + ".") for other in found)}
    for node in ast.walk(tree):
        is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if is_call and node.func.attr == "astimezone" and not node.args and not node.keywords:
            found.add("astimezone()")
        if is_call and node.func.attr == "fromtimestamp" and len(node.args) + len(node.keywords) < 2:
            found.add("fromtimestamp()")
    return found


def test_core_reads_no_clock_no_environment_and_no_chance():
    """Everything that could make two runs differ is handed in; the two exceptions are named here with their reason."""
    found = {
        path.relative_to(ROOT).as_posix(): names_
        for path in sources("core")
        if (names_ := touched(path.read_text("utf-8")))
    }
    assert found == ALLOWED


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("from datetime import datetime\ndatetime.now()", {"datetime.datetime.now"}),
        ("import datetime as dt\ndt.datetime.utcnow()", {"datetime.datetime.utcnow"}),
        ("from datetime import datetime, UTC\nclock = datetime.now", {"datetime.datetime.now"}),
        ("from datetime import date\ndate.today()", {"datetime.date.today"}),
        ("import time\ntime.time()", {"time.time"}),
        ("from time import perf_counter as p\np()", {"time.perf_counter"}),
        ("import os\nos.environ['A']", {"os.environ"}),
        ("import os\nos.environ.get('A')", {"os.environ.get"}),
        ("from os import getenv\ngetenv('A')", {"os.getenv"}),
        ("from pathlib import Path\nPath.home()", {"pathlib.Path.home"}),
        ("import random\nrandom.choice([1])", {"random.choice"}),
        ("import urllib.request", {"urllib.request"}),
        ("def later():\n    import uuid\n    return uuid.uuid4()", {"uuid.uuid4"}),
        ("at.astimezone()", {"astimezone()"}),
        ("from datetime import datetime\ndatetime.fromtimestamp(0)", {"fromtimestamp()"}),
        ("at.astimezone(UTC)\ndatetime.fromtimestamp(0, UTC)", set()),
        ("def now(): ...\nnow()\nself.now()\nbatch.time.now()", set()),  # handed in
        ("from datetime import timedelta\nimport os\nos.fsync(0)", set()),
        ("words = 'datetime.now os.environ'  # time.time", set()),
    ],
)
def test_the_scan_sees_what_it_is_to_see(source, expected):
    """By whatever name it was imported, called or not; and nothing in what is only spelled alike."""
    assert touched(source) == expected


def declared(*extras: str) -> set[str]:
    """The distributions that the project declares, as importlib names them."""
    listed = list(PROJECT["project"]["dependencies"])
    for extra in extras:
        listed += PROJECT["project"]["optional-dependencies"][extra]
    return {one.split(">")[0].split("=")[0].split("<")[0].split("[")[0].lower() for one in listed}


def imported(*folders: str) -> set[str]:
    """The top-level modules that some folders import, without the standard library and our own."""
    found = set()
    for path in sources(*folders):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.split(".")[0])
    helpers = {path.stem for path in sources("tests")}
    return found - set(sys.stdlib_module_names) - {*PACKAGES, "tests"} - helpers


@pytest.mark.parametrize(("folders", "extras"), [(PACKAGES, ()), (("tests",), ("dev", "ui"))], ids=["code", "tests"])
def test_every_package_that_is_imported_is_declared(folders, extras):
    """What works here by chance, because something else brought it along, may be missing elsewhere."""
    of_module = packages_distributions()
    missing = {
        module
        for module in imported(*folders)
        if not {name.lower() for name in of_module.get(module, [module])} & declared(*extras)
    }
    assert missing == set()


def test_no_file_grows_past_500_lines():
    """A file that long is two files. Lists of words and rules count too."""
    long = {
        path.relative_to(ROOT).as_posix(): count
        for path in sources("core", "assets", "pipelines")
        if (count := len(path.read_text("utf-8").splitlines())) > 500
    }
    assert long == {}
