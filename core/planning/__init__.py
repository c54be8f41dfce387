"""What a run would ask a model, why, and what that would cost; questions and replies as files."""
