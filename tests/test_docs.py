"""What the documents say exists: links, commands, targets, options."""

import re
import tomllib
from pathlib import Path

import pytest
import typer.main

from pipelines.cli import app

ROOT = Path(__file__).resolve().parent.parent
HIDDEN = {".venv", ".git", "reports", ".hypothesis", "node_modules", ".pytest_cache", "lake", "dagster", "eval"}
DOCUMENTS = sorted(
    path for path in ROOT.rglob("*.md") if not HIDDEN.intersection(path.relative_to(ROOT).parts) and path.is_file()
)
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
TARGETS = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))
COMMANDS = typer.main.get_command(app).commands

every_document = pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())


def code_in(text: str) -> str:
    """The fenced blocks and the code spans of a Markdown text."""
    fenced = re.findall(r"^```[a-z]*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return "\n".join(fenced + re.findall(r"`([^`\n]+)`", text))


@every_document
def test_every_link_to_a_file_leads_somewhere(path):
    """Relative links, without their anchors."""
    text = path.read_text("utf-8")
    links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text)
    local = [link for link in links if not re.match(r"[a-z]+:", link)]
    assert [link for link in local if not (path.parent / link).exists()] == []


@every_document
def test_every_make_target_that_is_named_exists(path):
    """``make run`` in a text is a target of the Makefile."""
    named = set(re.findall(r"(?<![\w-])make ([a-z]+)\b", code_in(path.read_text("utf-8"))))
    assert named - TARGETS == set()


@every_document
def test_every_command_that_is_named_exists_with_its_options(path):
    """``factledger run --from`` is a command with that option."""
    for command, rest in re.findall(r"(?<![\w/.-])factledger ([a-z]+)([^\n|;&]*)", code_in(path.read_text("utf-8"))):
        assert command in COMMANDS, f"{path.name}: factledger {command}"
        nested = getattr(COMMANDS[command], "commands", {}).values()  # of a group, such as eval
        parameters = [parameter for one in (COMMANDS[command], *nested) for parameter in one.params]
        known = {option for parameter in parameters for option in parameter.opts} | {"--help"}
        assert set(re.findall(r"(?<!\S)--[a-z-]+", rest)) - known == set(), f"{path.name}: factledger {command}{rest}"


def test_every_target_is_in_the_help():
    """``make help`` lists every target, and every target is declared phony."""
    described = set(re.findall(r"^([a-z-]+):.*##", MAKEFILE, re.MULTILINE))
    (phony,) = re.findall(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
    assert TARGETS == described == set(phony.split())


def test_every_command_says_what_it_does():
    """Help of a command and of each of its options is a sentence."""
    for name, command in COMMANDS.items():
        assert (command.help or "").endswith("."), name
        for parameter in command.params:
            assert getattr(parameter, "help", "x"), f"{name}: {parameter.name}"


def test_the_project_file_names_files_that_exist():
    """Licence files of the package are there."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert [name for name in project["license-files"] if not (ROOT / name).is_file()] == []
