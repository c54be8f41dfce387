"""What Dagster and people start: definitions, jobs, schedules, resources, the command line."""
