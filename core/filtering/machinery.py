"""English guards: progress and state of the machinery that does the work."""

from core.filtering.rule import FilterRule, found

MACHINERY_RULES: tuple[FilterRule, ...] = (
    FilterRule(
        id="en-temporary-workspace",
        reason="operational_log",
        language="en",
        scope="any",
        test=found(
            r"\btemporary (?:workspace|monitoring)\b"
            r"|\b(?:created|creating|cleaned(?: up)?|dropped|deleted|removed|opened|truncated) (?:an? "
            r"|the )?temporary table\b"
            r"|\btemporary table (?:was|has been|is being) (?:created|cleaned|dropped|deleted|removed|truncated)\b"
        ),
        why="Scratch space is gone after the task.",
        hits=("Uses a temporary workspace for this run", "Created a temporary table for the import"),
        keeps=("ETL design uses a temporary table for dedup",),
    ),
    FilterRule(
        id="en-agent-runtime",
        reason="operational_log",
        language="en",
        scope="any",
        test=found(
            r"\bplanning-only turn\b|\breported (?:an? )?tracking event error\b"
            r"|\breceived (?:an? )?service error\b|\bselected model is at capacity\b"
            r"|\b(?:assistant|system)(?:'s)? (?:eta (?:is|tomorrow)|is due tomorrow|requires confirmation today)\b"
            r"|\bfunctioning correctly (?:now|today)\b"
        ),
        why="The state of the assistant's own machinery is no knowledge about the world.",
        hits=(
            "Assistant ETA is Friday",
            "System requires confirmation today",
            "The selected model is at capacity",
        ),
        keeps=("User's tax return is due tomorrow", "Loan application requires confirmation today"),
    ),
    FilterRule(
        id="en-task-status",
        reason="operational_log",
        language="en",
        scope="any",
        test=found(
            r"\b(?:import|upload|export|sync|download) (?:task|job)s? (?:has |have |was |is |got )?(?:now "
            r"|just )?(?:started|completed|failed|queued|running|finished)\b"
            r"|\bsmoke[- ]tests? (?:have |has |were |was )?(?:passed|failed|completed)\b"
            r"|\bcron (?:job |task )?(?:failed|finished|completed|just ran|is running)\b"
        ),
        why="A task's progress is stale at the next line of the log.",
        hits=("Upload task queued", "Import task completed", "The smoke test passed"),
        keeps=("Backup cron runs nightly", "The smoke-test implementation detail is a fixture per suite"),
    ),
    FilterRule(
        id="en-debug-trace",
        reason="operational_log",
        language="en",
        scope="transcript",
        test=found(
            r"\bdebug(?:ging)? (?:log|trace|session|command|output|run|task)s? (?:has |have |was |is |now |just )*"
            r"(?:shows?|showed|showing|report(?:s|ed)|returned|failed|failing|completed|started|ended|finished"
            r"|running|printed|says|said|crashed|timed out)\b"
        ),
        why="One debugging step is chatter about the work, not its result.",
        hits=("Debugging session reported an error",),
        keeps=(
            "Debugging a race condition in the scheduler",
            "Prefers debug log level in staging",
        ),
    ),
)
