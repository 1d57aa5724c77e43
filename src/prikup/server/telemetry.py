"""OpenTelemetry spans, which follow a person's connection from node to node.

They exist only if the extra `telemetry` is installed and an endpoint is configured by the standard variables
(`OTEL_EXPORTER_OTLP_ENDPOINT` and so on); otherwise OpenTelemetry is not even imported. A span holds a duration and an
outcome: no card, name, address, table or person. The attributes `prikup.trace` and `prikup.request` match it to the
log, which only the operator can read.
"""

import os
import threading
import time
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from prikup.server.logging import logger

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider

__all__ = ["PARENT", "ConnectionSpan", "OtlpSpans", "Spans", "spans"]

PARENT = "traceparent"
"""The header with the parent span (W3C Trace Context), which a relaying node sends to the owner."""
ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
SpanAttributes = dict[str, str | int | bool]
ENDS_WITHIN = 3.0
"""Seconds that the last spans have to reach their collector when the server ends."""


class ConnectionSpan(Struct, frozen=True):
    """A person's connection through one node: its span, and the trace context for the next node ("": none)."""

    span: Any = None
    parent: str = ""


class Spans:
    """The span recorder of a server without telemetry: does nothing."""

    enabled = False

    def begin(self, kind: Literal["relay", "table"], came: int, parent: str = "") -> ConnectionSpan:
        """Start the span of a connection: at a table, or relayed to one.

        `came` is when the person connected, in microseconds; `parent` is the trace context sent by a relaying node.
        """
        return ConnectionSpan()

    def end(self, way: ConnectionSpan, code: int) -> None:
        """Record the end of a connection: the WebSocket code with which the server closed it, or 0."""

    def act(self, way: ConnectionSpan, seconds: float, *, done: bool) -> None:
        """Record that an action on this connection was answered after some seconds: durable, or not `done`."""

    def request(self, name: str, method: str, status: int, seconds: float) -> None:
        """Record that a request was answered; the log has it under this name."""

    def close(self) -> None:
        """Send the remaining spans, if that is quick."""


SILENT = Spans()


class OtlpSpans(Spans):
    """The span recorder that exports to OpenTelemetry."""

    enabled = True

    def __init__(self, provider: "TracerProvider") -> None:
        from opentelemetry import trace
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        self._provider, self._tracer = provider, provider.get_tracer("prikup")
        self._within, self._header = trace.set_span_in_context, TraceContextTextMapPropagator()

    def begin(self, kind: Literal["relay", "table"], came: int, parent: str = "") -> ConnectionSpan:
        """Start the span of a connection, as a child of the relaying node's span if there is one."""
        parent_context = self._header.extract({PARENT: parent}) if parent else None
        span = self._tracer.start_span(kind, parent_context, attributes={"prikup.trace": f"{came:x}"})
        headers: dict[str, str] = {}
        self._header.inject(headers, self._within(span))
        return ConnectionSpan(span, headers.get(PARENT, ""))

    def end(self, way: ConnectionSpan, code: int) -> None:
        """End the span of a connection."""
        way.span.set_attribute("prikup.code", code)
        way.span.end()

    def act(self, way: ConnectionSpan, seconds: float, *, done: bool) -> None:
        """Record the span of an action, as a child of its connection's span."""
        self._tell("act", self._within(way.span), seconds, {"prikup.done": done})

    def request(self, name: str, method: str, status: int, seconds: float) -> None:
        """Record the span of a request."""
        attributes: SpanAttributes = {
            "prikup.request": name,
            "http.request.method": method,
            "http.response.status_code": status,
        }
        self._tell("request", None, seconds, attributes)

    def _tell(self, name: str, parent_context: Any, seconds: float, attributes: SpanAttributes) -> None:
        end_ns = time.time_ns()
        start_ns = end_ns - round(seconds * 1e9)
        self._tracer.start_span(name, parent_context, attributes=attributes, start_time=start_ns).end(end_ns)

    def close(self) -> None:
        """Send the remaining spans, without waiting longer than `ENDS_WITHIN` for the collector."""
        last = threading.Thread(target=self._provider.shutdown, daemon=True)
        last.start()
        last.join(ENDS_WITHIN)


def spans() -> Spans:
    """Return the span recorder that the environment variables configure."""
    if not any(map(os.environ.get, ENDPOINTS)) or os.environ.get("OTEL_SDK_DISABLED", "").lower() == "true":
        return SILENT
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import SERVICE_NAME, Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ModuleNotFoundError:
        logger.warning("telemetry-missing")
        return SILENT
    service_name = os.environ.get("OTEL_SERVICE_NAME") or "prikup"
    provider = TracerProvider(resource=Resource.create({SERVICE_NAME: service_name}), shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return OtlpSpans(provider)
