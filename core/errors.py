"""Every error of the package, named by what the caller does next.

Messages have three parts: where, what was found against what was expected, what to do.
"""


class FactledgerError(Exception):
    """Root of all errors that this package raises on purpose."""


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


class LakeError(FactledgerError):
    """The lake cannot be read or written as it stands; the message says what to do."""
