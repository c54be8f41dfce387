"""``factledger plan`` and ``replies``: what a model would be asked, and what it has said."""

from typing import Annotated

import typer

from core.lake.batches import LakeBatches
from core.lake.replies import Held, LakeReplies
from core.planning.plan import REASONS, Plan
from core.planning.prices import Price, Prices
from pipelines.lakes import existing
from pipelines.model_options import (
    FirstOption,
    LakeOption,
    LastOption,
    ProfileOption,
    ReportsOption,
    SettingsOption,
    places_of,
    settings_of,
    shown,
)

_DAY_SECONDS = 86_400


def register_model(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(plan)
    app.command()(replies)


def plan(  # noqa: PLR0913 - options of a command
    reports: ReportsOption = None,
    lake: LakeOption = None,
    first: FirstOption = "",
    last: LastOption = "",
    profile: ProfileOption = "",
    settings: SettingsOption = None,
    listed: Annotated[bool, typer.Option("--list", help="Name every chunk that would be asked about.")] = False,
) -> None:
    """Say what a run would ask a model, why, and what it would cost; nothing is asked or written."""
    from pipelines.deciding import decision_lines, decisions_of
    from pipelines.models import prices_of
    from pipelines.planning import plan_of

    chosen = settings_of(settings, profile)
    where = places_of(reports, lake)
    found = plan_of(*where, chosen, (first, last))
    for line in plan_lines(found, prices_of(chosen)):
        typer.echo(line)
    decisions = decisions_of(places_of(reports, lake)[1], chosen)
    for line in decision_lines(decisions, prices_of(chosen)) if decisions is not None else ():
        typer.echo(line)
    waiting = {key for record in LakeBatches(where[1]).live() for key in record.keys}
    held = sum(any(request.key in waiting for request in one.requests) for one in found.asked)
    if held:
        typer.echo(f"{held} of these chunks wait for a batch at the provider; a run leaves them alone until it is over")
    if listed:
        for one in found.asked:
            typer.echo(f"{one.day}  {one.chunk_id}  {one.why:<15}  {one.input_tokens:>7} tokens  {shown(one.path)}")


def plan_lines(found: Plan, prices: Prices) -> list[str]:
    """Return a plan as sentences."""
    if found.model is None:
        return [
            f"extractor {found.extractor}: {found.read} chunks to read, {found.answered} up to date",
            "0 model calls, cost 0",
        ]
    price = prices.of(found.model)
    tokens = found.tokens
    reasons = ", ".join(f"{found.reasons[why]} {why}" for why in REASONS if found.reasons[why])
    return [
        f"extractor {found.extractor}, model {found.model}",
        f"{len(found.asked)} chunks to ask about ({reasons or 'none'}), {found.answered} answered already",
        f"{found.calls} calls, about {tokens[0]:,} tokens in and {tokens[1]:,} out "
        "(estimated: 3.6 ASCII characters or 0.7 others a token)",
        *_money(found, price, prices),
    ]


def _money(found: Plan, price: Price | None, prices: Prices) -> list[str]:
    cost, batch, most = found.cost(price), found.batch_cost(price), found.most(price)
    if cost is None or batch is None or most is None:
        return [f"cost unknown: {prices.source} has no price of {found.model}; name one in a file as calls.prices"]
    checked = f", checked {prices.checked_on}" if prices.checked_on else ""
    return [
        f"cost about {cost:.4f} {prices.currency}, about {batch:.4f} by a provider's batch interface, at most "
        f"{most:.4f} if every chunk takes all its {found.max_calls} calls ({prices.source}{checked})"
    ]


def replies(
    lake: LakeOption = None,
    older: Annotated[
        int | None, typer.Option("--prune-older-than", help="Delete replies last written so many days ago or more.")
    ] = None,
) -> None:
    """Count the stored replies of models; with an age, delete the older ones, which would be paid for again."""
    from pipelines.resources import now

    store = LakeReplies(existing(lake))
    if older is not None:
        oldest = now().timestamp() - older * _DAY_SECONDS

        def is_kept(one: Held) -> bool:
            return one.written > oldest

        count, size = store.prune(is_kept)
        typer.echo(f"{count} replies deleted, {size:,} bytes")
    count, size = store.size()
    typer.echo(f"{count} replies in {store.folder}, {size:,} bytes")
    for path in store.damaged():
        typer.echo(f"{path}: is damaged; its question will be asked again")
