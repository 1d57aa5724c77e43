"""Capture OpenTelemetry spans in memory."""

from typing import Any

from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from server.server_thread import Running

from prikup.server.telemetry import OtlpSpans

__all__ = ["ATTRIBUTES", "Caught"]

ATTRIBUTES = {
    "relay": {"prikup.trace", "prikup.code"},
    "table": {"prikup.trace", "prikup.code"},
    "act": {"prikup.done"},
    "request": {"prikup.request", "http.request.method", "http.response.status_code"},
}
"""The allowed attributes of spans, by span name: no card, user name, address or table id can be among them."""


class Caught:
    """The spans that a server produces from now on."""

    def __init__(self, running: Running) -> None:
        self._exporter = InMemorySpanExporter()
        provider = TracerProvider(resource=Resource.get_empty())
        provider.add_span_processor(SimpleSpanProcessor(self._exporter))
        running.services.spans = OtlpSpans(provider)

    def spans_named(self, *names: str) -> list[ReadableSpan]:
        """Return the spans with the given names, in the order in which they ended."""
        return [span for span in self._exporter.get_finished_spans() if span.name in names]

    def checked_attributes(self) -> list[dict[str, Any]]:
        """Return the attributes of all spans; check that they contain no more than `ATTRIBUTES` allows."""
        spans = self._exporter.get_finished_spans()
        for span in spans:
            assert set(span.attributes or ()) == ATTRIBUTES[span.name]
            assert not any((span.events, span.links, span.status.description))
        return [dict(span.attributes or ()) for span in spans]
