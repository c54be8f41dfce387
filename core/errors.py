"""Every error of the package, named by what the caller does next.

Messages have three parts: where, what was found against what was expected, what to do.
"""


class FactledgerError(Exception):
    """Root of all errors that this package raises on purpose.

    ``passes``: what was wrong may be over when the same is done again a little later, with nothing mended.
    """

    passes = False


class SettingsError(FactledgerError):
    """A person must edit a setting; nothing has run."""


class ContractError(FactledgerError):
    """A table broke its declared schema: code or an upstream file changed. Stop."""


class UnreadableReportError(FactledgerError):
    """One report cannot be read; it is quarantined with ``reason`` and the run goes on."""

    def __init__(self, reason: str, detail: str) -> None:
        """Keep a stable ``reason`` word and a ``detail`` sentence for the quarantine row."""
        super().__init__(f"{reason}: {detail}")
        self.reason = reason
        self.detail = detail


class UnansweredError(FactledgerError):
    """A model left open what a run must have answered; nothing was committed."""

    def __init__(self, message: str, *, passes: bool) -> None:
        """Keep whether its provider was down, which passes, or answered in a way that nobody can use."""
        super().__init__(message)
        self.passes = passes


class LakeError(FactledgerError):
    """The lake cannot be read or written as it stands; the message says what to do."""
