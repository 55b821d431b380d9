"""What can be counted about a server, for Prometheus; nothing about any one hand.

Start reading at `Metrics`.
"""

from __future__ import annotations

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from wildrank.table import House

KIND: Final = CONTENT_TYPE_LATEST
_SECONDS: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5)
_WRITES: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256)


class Metrics:
    """The counters of one application.

    Attributes:
        lines: Sockets that said hello.
        wishes: What clients asked for, by kind and whether it was granted.
    """

    def __init__(self, house: House) -> None:
        """Count for a house."""
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.lines = Counter("wildrank_lines", "Sockets that said hello.", registry=self.registry)
        self.wishes = Counter(
            "wildrank_wishes",
            "What clients asked for.",
            ["kind", "granted"],
            registry=self.registry,
        )
        self._commit = Histogram(
            "wildrank_commit_seconds",
            "From the begin of a transaction until it is synced.",
            buckets=_SECONDS,
            registry=self.registry,
        )
        self._writes = Histogram(
            "wildrank_commit_writes",
            "Writes that shared a transaction.",
            buckets=_WRITES,
            registry=self.registry,
        )
        self._gauge("wildrank_tables_awake", "Tables with a task.").set_function(
            lambda: len(house)
        )
        self._gauge("wildrank_tables_asleep", "Tables that wait in the log.").set_function(
            lambda: house.asleep
        )
        self._gauge("wildrank_clients", "Clients connected.").set_function(lambda: house.connected)
        self._gauge("wildrank_store_failing", "Whether nothing can be written.").set_function(
            lambda: float(bool(house.store.trouble))
        )

    def _gauge(self, name: str, words: str) -> Gauge:
        return Gauge(name, words, registry=self.registry)

    def committed(self, writes: int, seconds: float) -> None:
        """Count a transaction."""
        self._commit.observe(seconds)
        self._writes.observe(writes)

    def text(self) -> bytes:
        """Return everything as Prometheus reads it."""
        return generate_latest(self.registry)
