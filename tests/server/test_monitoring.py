"""The alert rules and dashboard of docs/monitoring: they parse, use existing metrics, and alerts fire."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from server.server_thread import run_server

MONITORING = Path(__file__).parents[2] / "docs" / "monitoring"
RULES: list[dict[str, Any]] = yaml.safe_load((MONITORING / "alerts.yaml").read_text())["groups"][0]["rules"]
DASHBOARD: dict[str, Any] = json.loads((MONITORING / "dashboard.json").read_text())
EXPRESSIONS = [
    *(rule["expr"] for rule in RULES),
    *(target["expr"].replace("$__rate_interval", "5m") for panel in DASHBOARD["panels"] for target in panel["targets"]),
]
NOT_OURS = {"up"}
"""Metrics that Prometheus adds to each scrape."""
LABELS_OF_PROMETHEUS = {"job", "instance"}
UNUSED_METRICS = {"process_virtual_memory_bytes"}
"""Metrics without use for an operator."""
NAME = re.compile(r"\b(?:(?:prikup|process)_\w+|up(?=\{))")
SELECTOR = re.compile(r"\b((?:prikup|process)_\w+)\{([^}]*)\}")

promtool = pytest.mark.skipif(not shutil.which("promtool"), reason="there is no promtool (Debian: prometheus)")


@pytest.fixture(scope="module")
def series(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """Return the labels of each series a server exports, by name; series without a value yet are at least declared."""
    with run_server(tmp_path_factory.mktemp("served"), limited=True) as running:
        running.services.metrics.chore_held.labels("pairing")
        running.services.metrics.requests.labels(200)
        running.services.metrics.sockets_closed.labels(0)
        running.services.metrics.sockets_declined.labels("too-many")
        labels_by_series: dict[str, set[str]] = {}
        for metric in running.services.metrics.registry.collect():
            for sample in metric.samples:
                if not sample.name.endswith("_created"):
                    labels_by_series.setdefault(sample.name, set()).update(sample.labels)
    return labels_by_series


def names() -> Iterator[str]:
    """Yield every metric name used in the rules and the dashboard."""
    for expression in EXPRESSIONS:
        yield from NAME.findall(expression)


def test_monitoring_expressions_use_existing_metrics_and_labels(series: dict[str, set[str]]) -> None:
    assert set(names()) - NOT_OURS <= set(series)
    for expression in EXPRESSIONS:
        for name, matchers in SELECTOR.findall(expression):
            assert set(re.findall(r"(\w+)[=!]", matchers)) <= series[name] | LABELS_OF_PROMETHEUS, expression
        for label_list in re.findall(r"by \(([^)]*)\)", expression):
            assert set(label_list.split(", ")) <= set().union(*(series[name] for name in NAME.findall(expression))), (
                expression
            )


def test_monitoring_uses_all_exported_metrics(series: dict[str, set[str]]) -> None:
    def metric(name: str) -> str:
        return re.sub(r"_(?:bucket|count|sum)$", "", name)

    assert {metric(name) for name in series} - {metric(name) for name in names()} == UNUSED_METRICS


def test_dashboard_panels_have_unique_titles_and_do_not_overlap() -> None:
    panels = DASHBOARD["panels"]
    assert len({panel["id"] for panel in panels}) == len({panel["title"] for panel in panels}) == len(panels)
    cells = [
        (x, y)
        for place in (panel["gridPos"] for panel in panels)
        for x in range(place["x"], place["x"] + place["w"])
        for y in range(place["y"], place["y"] + place["h"])
    ]
    assert len(cells) == len(set(cells)), "none covers another"


@promtool
def test_prometheus_accepts_alert_and_dashboard_expressions(tmp_path: Path) -> None:
    """The expressions of the dashboard are checked too, as recording rules."""
    rules = [{"record": f"asked:{number}", "expr": expression} for number, expression in enumerate(EXPRESSIONS)]
    (tmp_path / "dashboard.yaml").write_text(json.dumps({"groups": [{"name": "dashboard", "rules": rules}]}))
    run_promtool("check", "rules", MONITORING / "alerts.yaml", tmp_path / "dashboard.yaml")


STEADY, LATE = "0+1x60", "0+0x60"
"""A counter that increases by one each minute, and one that stays at zero."""
TROUBLE: dict[str, dict[str, str]] = {
    "PrikupDown": {'up{job="prikup"}': "0x60"},
    "PrikupRestarts": {'process_start_time_seconds{job="prikup"}': "0+60x60"},
    "PrikupDoesNotWrite": {'prikup_log_lines_total{level="error",event="not-written"}': STEADY},
    "PrikupErrors": {'prikup_log_lines_total{level="error",event="failed"}': STEADY},
    "PrikupServerErrors": {
        'prikup_requests_total{status="500"}': STEADY,
        'prikup_requests_total{status="200"}': "0+50x60",
    },
    "PrikupSlowMoves": {'prikup_move_seconds_bucket{le="0.5"}': LATE, 'prikup_move_seconds_bucket{le="+Inf"}': STEADY},
    "PrikupSlowDisk": {'prikup_write_seconds_bucket{le="0.5"}': LATE, 'prikup_write_seconds_bucket{le="+Inf"}': STEADY},
    "PrikupLoopLate": {
        'prikup_loop_lag_seconds_bucket{le="0.02"}': "0+90x60",
        "prikup_loop_lag_seconds_count": "0+100x60",
    },
    "PrikupConnectionsNearlyFull": {"prikup_connections": "900x60", "prikup_connections_most": "1000x60"},
    "PrikupConnectionsRefused": {'prikup_connections_refused_total{full="server"}': STEADY},
    "PrikupFloods": {'prikup_connections_cut_total{why="frames-flood"}': "0+3x60"},
    "PrikupTooManyRequests": {
        'prikup_requests_total{status="429"}': STEADY,
        'prikup_requests_total{status="200"}': "0+9x60",
    },
    "PrikupWorkersLost": {'prikup_log_lines_total{level="warning",event="worker-lost"}': STEADY},
    "PrikupPlayersWait": {"prikup_worker_calls": "20x60", "prikup_worker_processes": "2x60"},
    "PrikupRatingsBehind": {"prikup_ratings_due": "1x60"},
    "PrikupMemory": {'process_resident_memory_bytes{job="prikup"}': "8e8x60"},
}
"""An hour of samples for which each alert must fire."""


def test_alerts_all_have_a_trial_summary_and_severity() -> None:
    assert set(TROUBLE) == {rule["alert"] for rule in RULES}
    assert all(rule["annotations"]["summary"] and rule["labels"]["severity"] for rule in RULES)


@promtool
@pytest.mark.parametrize("alert", TROUBLE)
def test_alert_fires_on_trouble_and_is_silent_otherwise(alert: str, tmp_path: Path) -> None:
    series = [{"series": name, "values": values} for name, values in TROUBLE[alert].items()]
    fires = {"expr": f'count(ALERTS{{alertname="{alert}", alertstate="firing"}})', "eval_time": "50m"}
    fires["exp_samples"] = [{"labels": "{}", "value": 1}]  # type: ignore[assignment]  # not all values are strings
    quiet = {"expr": 'count(ALERTS{alertstate="firing"})', "eval_time": "50m", "exp_samples": []}
    well = [{"series": name, "values": "0x60"} for name in TROUBLE[alert] if not name.startswith("up{")]
    tests = [
        {"interval": "1m", "input_series": series, "promql_expr_test": [fires]},
        {"interval": "1m", "input_series": well, "promql_expr_test": [quiet]},
    ]
    (tmp_path / "test.yaml").write_text(json.dumps({"rule_files": [str(MONITORING / "alerts.yaml")], "tests": tests}))
    run_promtool("test", "rules", tmp_path / "test.yaml")


def run_promtool(*arguments: str | Path) -> None:
    """Run promtool, which must succeed."""
    process = subprocess.run(("promtool", *arguments), capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stdout + process.stderr
