"""OpenTelemetry spans, which follow a user's connection from node to node.

A node is one of the servers that share a database. Spans are recorded only if the extra `telemetry` is installed and
one of the standard variables (`OTEL_EXPORTER_OTLP_ENDPOINT` and so on) names an endpoint; otherwise OpenTelemetry is
not even imported. A span contains a duration and an outcome, but no card, name, address, table or user. Its attributes
`prikup.trace` and `prikup.request` also appear in the log. By these the operator, who alone can read the log, finds the
log lines of a span.
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
"""The name of the request header with the trace context (W3C) of the parent span.

A node (one of the servers that share a database) sends the header when it relays a user's connection to the node that
owns the table.
"""
ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
SpanAttributes = dict[str, str | int | bool]
ENDS_WITHIN = 3.0
"""Seconds for which a stopping server waits until its last spans (records of durations) are exported."""


class ConnectionSpan(Struct, frozen=True):
    """The span (record of the duration and outcome) of a user's connection through one node.

    A node is one of the servers that share a database. `span` is the OpenTelemetry span, None without telemetry.
    `parent` is the trace context to send to the next node, so that its span becomes a child of this one; it is ""
    without telemetry.
    """

    span: Any = None
    parent: str = ""


class Spans:
    """Records spans (durations with outcomes). This class is the recorder without telemetry, whose methods do nothing.

    `OtlpSpans` overrides them.
    """

    enabled = False

    def begin(self, kind: Literal["relay", "table"], came: int, parent: str = "") -> ConnectionSpan:
        """Start the span (record of the duration and outcome) of a user's connection and return it.

        `kind` is "table" for a connection to a table of this server, "relay" for one that this server passes on to
        another server. `came` is the time at which the user connected, in microseconds; it identifies the connection in
        the log. `parent` is the trace context that a relaying server has sent, "" for none.
        """
        return ConnectionSpan()

    def end(self, way: ConnectionSpan, code: int) -> None:
        """Record the end of a connection. `way` is the span that `begin` has returned.

        `code` is the WebSocket code with which the server closed the connection, or 0 if the client closed it.
        """

    def act(self, way: ConnectionSpan, seconds: float, *, done: bool) -> None:
        """Record that a player's action was answered after `seconds`. `way` is the span of the connection that sent it.

        `done` is True if the action was stored durably, False if it was refused.
        """

    def request(self, name: str, method: str, status: int, seconds: float) -> None:
        """Record that an HTTP request was answered, after `seconds` and with the HTTP status `status`.

        `name` is the request's id in the log, and `method` its HTTP method.
        """

    def close(self) -> None:
        """Export the spans that are not exported yet, because the server stops. This takes only a short time."""


SILENT = Spans()


class OtlpSpans(Spans):
    """The recorder that exports spans with OpenTelemetry. `provider` creates and exports them."""

    enabled = True

    def __init__(self, provider: "TracerProvider") -> None:
        from opentelemetry import trace
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        self._provider, self._tracer = provider, provider.get_tracer("prikup")
        self._within, self._header = trace.set_span_in_context, TraceContextTextMapPropagator()

    def begin(self, kind: Literal["relay", "table"], came: int, parent: str = "") -> ConnectionSpan:
        """Start the span of a user's connection and return it.

        `kind` becomes the name of the span, and `came`, the time at which the user connected, an attribute. If `parent`
        is not empty, the span is a child of the relaying server's span.
        """
        parent_context = self._header.extract({PARENT: parent}) if parent else None
        span = self._tracer.start_span(kind, parent_context, attributes={"prikup.trace": f"{came:x}"})
        headers: dict[str, str] = {}
        self._header.inject(headers, self._within(span))
        return ConnectionSpan(span, headers.get(PARENT, ""))

    def end(self, way: ConnectionSpan, code: int) -> None:
        """End the span `way` of a connection, with the WebSocket close code as an attribute."""
        way.span.set_attribute("prikup.code", code)
        way.span.end()

    def act(self, way: ConnectionSpan, seconds: float, *, done: bool) -> None:
        """Record a player's action as a span that has ended. It is a child of `way`, the span of the connection.

        The action took `seconds`, and `done` is True if it was stored durably, False if it was refused.
        """
        self._emit_span("act", self._within(way.span), seconds, {"prikup.done": done})

    def request(self, name: str, method: str, status: int, seconds: float) -> None:
        """Record an HTTP request as a span that has ended and has no parent.

        The parameters are those of `Spans.request`.
        """
        attributes: SpanAttributes = {
            "prikup.request": name,
            "http.request.method": method,
            "http.response.status_code": status,
        }
        self._emit_span("request", None, seconds, attributes)

    def _emit_span(self, name: str, parent_context: Any, seconds: float, attributes: SpanAttributes) -> None:
        end_ns = time.time_ns()
        start_ns = end_ns - round(seconds * 1e9)
        self._tracer.start_span(name, parent_context, attributes=attributes, start_time=start_ns).end(end_ns)

    def close(self) -> None:
        """Export the spans that are not exported yet, but wait at most `ENDS_WITHIN` seconds for the collector."""
        last = threading.Thread(target=self._provider.shutdown, daemon=True)
        last.start()
        last.join(ENDS_WITHIN)


def spans() -> Spans:
    """Return the span recorder that the environment variables configure.

    It is an `OtlpSpans` if they name an endpoint and OpenTelemetry is installed, otherwise a recorder that does
    nothing.
    """
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
