"""``factledger plans``, ``approve`` and ``reject``: what a run held back for a person."""

import uuid
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from core.lake.held import HeldPlan, HeldPlans
from core.lake.lake import Lake
from core.lake.ledger import Ledger
from core.ledger.notes import RETIRING
from pipelines.lakes import existing, report_paths
from pipelines.render import plain

PlanArgument = Annotated[str, typer.Argument(metavar="PLAN", help="A plan's id, or its first digits.")]
LakeOption = Annotated[Path | None, typer.Option(help="Folder of the lake (default: FACTLEDGER_LAKE or data/lake).")]

_console = Console(soft_wrap=True, highlight=False)


def register_held(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(plans)
    app.command()(approve)
    app.command()(reject)


def plans(
    wanted: Annotated[str | None, typer.Argument(metavar="PLAN", help="Show every note that it would retire.")] = None,
    lake: LakeOption = None,
) -> None:
    """List what runs held back because it would retire too many notes at once."""
    held = HeldPlans(existing(lake))
    listed = held.all() if wanted is None else [held.one(wanted)]
    for plan in listed:
        _say(
            f"{plan.plan_id}  {plan.made_at:%Y-%m-%d %H:%M}  {plan.domain}  retires {len(plan.retirements)} of "
            f"{plan.current} current notes ({plan.allowed} allowed), run {plan.run_id}"
        )
        for one in plan.retirements if wanted is not None else ():
            _say(f"  - {one.text}  ({one.note_id})")
            _say(f"  + {one.new_text}  ({one.reason})" if one.new_text else f"    {one.how}: {one.reason}")
    if not listed:
        _say("no plan is held")


def approve(wanted: PlanArgument, lake: LakeOption = None) -> None:
    """Commit a held plan as it is shown; refused when its domain has changed since."""
    from pipelines.resources import now

    plan, commit = Ledger(Lake(existing(lake))).approve(wanted, str(uuid.uuid4()), now)
    _say(f"approved: {plan.plan_id}; {plan.domain}: {len(plan.retirements)} notes retired, commit {commit}.")


def reject(wanted: PlanArgument, lake: LakeOption = None) -> None:
    """Say how to get rid of what a held plan rests on: it comes back until its reports are undone or mended."""
    root = existing(lake)
    plan = HeldPlans(root).one(wanted)
    _say(f"{plan.plan_id}: nothing of it is in the ledger. Every run of its days makes it again, until you either")
    _say("take out what it rests on:")
    paths = report_paths(Lake(root))
    for report, count in _retiring(plan).most_common():
        _say(f"  factledger undo --report {paths.get(report, report)}    # retires {count}")
    _say("or deliver a mended report in its place, or allow more with reconcile.retire_share and retire_least.")


def _retiring(plan: HeldPlan) -> Counter[str]:
    """How many notes each report retires in a plan; the reports that it takes out count too."""
    touching = [row for row in plan.rows if row["operation"] in RETIRING or row["action"] == "withdrawn"]
    return Counter(row["report_id"] for row in touching)


def _say(line: str) -> None:
    _console.print(plain(line), markup=False)
