"""``factledger review``: decisions for a person to look at, and what the person says about them."""

import json
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from core.errors import FactledgerError
from core.lake.asking import answered_rules
from core.lake.lake import Lake
from core.lake.ledger import Ledger, replay_by_domain
from core.registry import rules_of
from core.review.tasks import tasks_of
from core.review.verdicts import Reviewed, merged, reviewed
from pipelines.lakes import existing
from pipelines.model_options import FileArgument, LakeOption, ProfileOption, SettingsOption, settings_of

if TYPE_CHECKING:
    from core.evaluate.gold_items import DecisionItem

review_app = typer.Typer(help="Have a person look at decisions, and keep what the person says.")


def register_review(app: typer.Typer) -> None:
    """Add ``review`` with its commands."""
    app.add_typer(review_app, name="review")


@review_app.command("export")
def export_tasks(
    file: FileArgument,
    limit: Annotated[int, typer.Option(min=1, help="At most so many tasks, the most telling first.")] = 50,
    lake: LakeOption = None,
) -> None:
    """Write conflicts, refused and unsure decisions as tasks, one JSON object a line; fill in ``verdict``."""
    known, _, _ = Ledger(Lake(existing(lake))).log.known()
    tasks = tasks_of(known.values(), replay_by_domain(known.values()), limit)
    file.write_text("".join(json.dumps(task, ensure_ascii=False) + "\n" for task in tasks), "utf-8")
    typer.echo(f"{len(tasks)} tasks in {file}. Fill in verdict, then: factledger review import {file} --reviewer NAME")


@review_app.command("import")
def import_verdicts(
    file: FileArgument,
    reviewer: Annotated[str, typer.Option(help="Who filled the tasks in; decisions name this person.")],
    gold: Annotated[Path | None, typer.Option(help="Folder of a gold set of decisions that gains the items.")] = None,
    lake: LakeOption = None,
    profile: ProfileOption = "",
    settings: SettingsOption = None,
) -> None:
    """Take a reviewer's verdicts in: they stand over every decider, in this and in later runs."""
    from pipelines.resources import now

    root = existing(lake)
    ledger = Ledger(Lake(root))
    try:
        lines = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FactledgerError(f"{file}: cannot be read ({error}). Give the file of tasks, in UTF-8.") from error
    facts = {(row["domain"], row["fact_id"]) for row in ledger.log.rows()}
    found = reviewed(lines, reviewer, facts, now(), gold.name if gold else "reviewed")
    rules = answered_rules(rules_of(settings_of(settings, profile)), root)
    done = ledger.answer(found.answers, rules, str(uuid.uuid4()), now)
    typer.echo(
        f"{len(found.answers)} verdicts of {reviewer}, {found.untouched} tasks left open; {done.redecided} decisions "
        f"made again; " + (f"commit {done.commit}." if done.committed else "nothing changed.")
    )
    for plan in done.held:
        typer.echo(plan.told())
    if gold is not None:
        typer.echo(f"{_into_gold(gold, found.items, reviewer)} items in {gold}.")
    raise typer.Exit(_set_aside(file, found))


def _into_gold(folder: Path, items: "list[DecisionItem]", reviewer: str) -> int:
    from core.evaluate.gold import CARD, Card, read_set, write_set
    from core.evaluate.gold_items import DecisionItem
    from pipelines.resources import now

    old: list[DecisionItem] = []
    card = Card(
        name=folder.name, kind="decisions", description="Decisions of a ledger as reviewers judged them.",
        author=reviewer, source="review tasks", licence="not stated", made_on=now().date(), counts={},
    )  # fmt: skip
    if (folder / CARD).exists():
        known = read_set(folder)
        old, card = [item for item in known.items if isinstance(item, DecisionItem)], known.card
        if card.kind != "decisions":
            raise FactledgerError(f"{folder}: is a gold set of kind {card.kind}; verdicts are decisions.")
    both = merged(old, items)
    write_set(folder, card, both)
    return len(both)


def _set_aside(file: Path, found: Reviewed) -> int:
    """Write the lines that could not be taken in beside the file; return the exit code."""
    beside = file.with_name(f"{file.name}.quarantine")
    if not found.quarantined:
        beside.unlink(missing_ok=True)
        return 0
    rows = [{"line": number, "reason": reason, "row": line} for number, reason, line in found.quarantined]
    beside.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    typer.echo(f"{len(rows)} lines are quarantined with their reasons in {beside}. (exit code 1)")
    return 1
