"""Holding back: requests and tokens per minute, and one common pause when a provider asks for it."""

from typing import Protocol

from core.extract.model.protocol import Clock


class Limiter(Protocol):
    """Says when a call may leave."""

    async def admit(self, tokens: int) -> None:
        """Return when a call of so many tokens may be made."""

    def pause(self, seconds: float) -> None:
        """Let nobody through for that long."""


class NoLimits:
    """Lets every call through at once."""

    async def admit(self, tokens: int) -> None:
        """Return at once."""

    def pause(self, seconds: float) -> None:
        """Do nothing: each chunk waits for itself."""


class RateLimiter:
    """Spreads calls so that no minute holds more requests or tokens than allowed.

    Each call reserves the next free place in both lines; calls go in the order they came. A burst
    of ``burst_seconds`` worth of places may go at once after a quiet time.
    """

    def __init__(
        self,
        clock: Clock,
        requests_per_minute: float | None = None,
        tokens_per_minute: float | None = None,
        burst_seconds: float = 1.0,
    ) -> None:
        self._clock = clock
        self._per_request = 60 / requests_per_minute if requests_per_minute else 0.0
        self._per_token = 60 / tokens_per_minute if tokens_per_minute else 0.0
        self._burst = burst_seconds
        self._free_at = {"requests": clock.now(), "tokens": clock.now()}
        self._paused_until = clock.now()

    async def admit(self, tokens: int) -> None:
        """Return when a call of so many tokens may be made."""
        start = max(self._reserve("requests", self._per_request), self._reserve("tokens", self._per_token * tokens))
        while True:
            wait = max(start, self._paused_until) - self._clock.now()
            if wait <= 0:
                return
            await self._clock.sleep(wait)

    def _reserve(self, line: str, seconds: float) -> float:
        """Take the next place in a line; return when it comes up."""
        now = self._clock.now()
        place = max(self._free_at[line], now - self._burst)
        self._free_at[line] = place + seconds
        return place

    def pause(self, seconds: float) -> None:
        """Let nobody through for that long; a longer pause already set stays."""
        self._paused_until = max(self._paused_until, self._clock.now() + seconds)
