"""Spans of OpenTelemetry, caught in memory."""

from typing import Any

from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from server.running import Running

from prikup.server.telemetry import Told

__all__ = ["ATTRIBUTES", "Caught"]

ATTRIBUTES = {
    "relay": {"prikup.trace", "prikup.code"},
    "table": {"prikup.trace", "prikup.code"},
    "act": {"prikup.done"},
    "request": {"prikup.request", "http.request.method", "http.response.status_code"},
}
"""What spans tell, by their names: there is no room for a card, a name, an address or the id of a table."""


class Caught:
    """The spans of a server from now on."""

    def __init__(self, running: Running) -> None:
        self._exporter = InMemorySpanExporter()
        provider = TracerProvider(resource=Resource.get_empty())
        provider.add_span_processor(SimpleSpanProcessor(self._exporter))
        running.services.spans = Told(provider)

    def of(self, *names: str) -> list[ReadableSpan]:
        """Those of some names, in the order in which they ended."""
        return [span for span in self._exporter.get_finished_spans() if span.name in names]

    def told(self) -> list[dict[str, Any]]:
        """All that they tell but their times, which must be no more than is known here."""
        spans = self._exporter.get_finished_spans()
        for span in spans:
            assert set(span.attributes or ()) == ATTRIBUTES[span.name]
            assert not any((span.events, span.links, span.status.description))
        return [dict(span.attributes or ()) for span in spans]
