"""Spans of OpenTelemetry, which follow somebody from the node that they came to, to the one that has their table.

There are some where the extra `telemetry` is installed and an endpoint is configured, by the variables that all
programs have for it (`OTEL_EXPORTER_OTLP_ENDPOINT` and so on); otherwise nothing of it is even imported. A span says
how long something took, and how it ended: no card, name, address, table or person. By `prikup.trace` and
`prikup.request` it is found in the log, which only the host has.
"""

import os
import threading
import time
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from prikup.server.logging import logger

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider

__all__ = ["PARENT", "Spans", "Told", "Way", "spans"]

PARENT = "traceparent"
"""The header by which the node that relays says of which span the owner's is a part (W3C Trace Context)."""
ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
Facts = dict[str, str | int | bool]
ENDS_WITHIN = 3.0
"""Seconds that the last spans have to reach their collector when the server ends."""


class Way(Struct, frozen=True):
    """Somebody's way to a table, through one node: its span, and what the next node is told of it ("": nothing)."""

    span: Any = None
    parent: str = ""


class Spans:
    """A server's account of its work, where nobody wants one: nothing is told."""

    told = False

    def begin(self, kind: Literal["relay", "table"], came: int, parent: str = "") -> Way:
        """Note that somebody who `came` then is at a table, or relayed to one; `parent` is what another node said."""
        return Way()

    def end(self, way: Way, code: int) -> None:
        """Note that they are gone: the WebSocket code with which they were sent away, or 0."""

    def act(self, way: Way, seconds: float, *, done: bool) -> None:
        """Note that an action on this way was answered, and after how many seconds: it is durable, or not `done`."""

    def request(self, name: str, method: str, status: int, seconds: float) -> None:
        """Note that a request was answered, which the log knows by this name."""

    def close(self) -> None:
        """Send what has not been sent yet, if that does not take long."""


SILENT = Spans()


class Told(Spans):
    """A server's account of its work, which is told to OpenTelemetry."""

    told = True

    def __init__(self, provider: "TracerProvider") -> None:
        from opentelemetry import trace
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        self._provider, self._tracer = provider, provider.get_tracer("prikup")
        self._within, self._header = trace.set_span_in_context, TraceContextTextMapPropagator()

    def begin(self, kind: Literal["relay", "table"], came: int, parent: str = "") -> Way:
        """Begin the span of a way, as a part of that at the node that relays, if there is one."""
        around = self._header.extract({PARENT: parent}) if parent else None
        span = self._tracer.start_span(kind, around, attributes={"prikup.trace": f"{came:x}"})
        said: dict[str, str] = {}
        self._header.inject(said, self._within(span))
        return Way(span, said.get(PARENT, ""))

    def end(self, way: Way, code: int) -> None:
        """End the span of a way."""
        way.span.set_attribute("prikup.code", code)
        way.span.end()

    def act(self, way: Way, seconds: float, *, done: bool) -> None:
        """Tell of an action, as a part of its way."""
        self._tell("act", self._within(way.span), seconds, {"prikup.done": done})

    def request(self, name: str, method: str, status: int, seconds: float) -> None:
        """Tell of a request."""
        about: Facts = {"prikup.request": name, "http.request.method": method, "http.response.status_code": status}
        self._tell("request", None, seconds, about)

    def _tell(self, name: str, around: Any, seconds: float, about: Facts) -> None:
        end = time.time_ns()
        begun = end - round(seconds * 1e9)
        self._tracer.start_span(name, around, attributes=about, start_time=begun).end(end)

    def close(self) -> None:
        """Send what waits; a collector that does not answer keeps nobody."""
        last = threading.Thread(target=self._provider.shutdown, daemon=True)
        last.start()
        last.join(ENDS_WITHIN)


def spans() -> Spans:
    """Return the account that the environment asks for."""
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
    named = os.environ.get("OTEL_SERVICE_NAME") or "prikup"
    provider = TracerProvider(resource=Resource.create({SERVICE_NAME: named}), shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return Told(provider)
