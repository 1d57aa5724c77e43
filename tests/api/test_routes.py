"""The table of routes: each request finds its route, and bodies are as their types say."""

import re
from typing import Any, get_type_hints

import pytest

from prikup.api.errors import MethodNotAllowed, NotFound
from prikup.api.matches import DEAL, TABLE_COMPARISON
from prikup.api.people import TABLE_PROFILES
from prikup.api.problems import AnswerRecord, MoveRecord, ProblemRecord, ProofRecord
from prikup.api.route import Route, match_route
from prikup.api.routes import all_routes, routes_for
from prikup.problems.open_problem import OpenProblem
from prikup.problems.problem import every_problem
from prikup.problems.problem_json import answered_record, proof_record, record


@pytest.mark.parametrize("route", [route for route in all_routes() if route not in (TABLE_COMPARISON, TABLE_PROFILES)])
def test_address_of_route_finds_it(route: Route) -> None:
    values = {name: 7 if kind is int else "a b/ü" for name, kind in route.parameters.items()}
    address = route.address(**values)
    assert match_route(routes_for(address), route.method, address) == (route, values)


def test_request_with_unknown_path_finds_no_route() -> None:
    for path in (
        "",
        "nothing",
        "matches/a/else",
        "matches/a/deals/x",
        "matches/a/deals/-1",
        "matches/a/deals/²",
        "matches/a/deals/" + "9" * 5000,
    ):
        with pytest.raises(NotFound, match="no-such-page"):
            match_route(routes_for(path), "GET", path)


def test_request_with_wrong_method_finds_path_only() -> None:
    for method, path in (("DELETE", "matches/a"), ("GET", "guests"), ("PUT", "me"), ("get", "options")):
        with pytest.raises(MethodNotAllowed, match="no-such-method"):
            match_route(routes_for(path), method, path)


@pytest.mark.parametrize("path", ["a/{b}", "a/{b:float}", "a/b:int}", "a/{b:int}/{b:str}"])
def test_route_rejects_unusable_path(path: str) -> None:
    with pytest.raises(ValueError, match=re.escape(path)):
        Route("GET", path, None)


def test_address_of_route_rejects_missing_or_unknown_parameters() -> None:
    for parameters in ({}, {"match": "a"}, {"match": "a", "deal": 1, "step": 2}):
        with pytest.raises(TypeError, match=re.escape(DEAL.path)):
            DEAL.address(**parameters)


def test_routes_are_listed_once() -> None:
    requests = [(route.method, route.path) for route in all_routes()]
    assert len(set(requests)) == len(requests)


def test_routes_that_read_a_query_list_bad_requests() -> None:
    assert [
        route.path for route in all_routes() if route.search and route.method == "GET" and 400 not in route.errors
    ] == []


@pytest.mark.parametrize("asks", ["card", "number", "discard"])
def test_bodies_of_problems_have_the_fields_of_their_types(asks: str) -> None:
    problem = next(problem for problem in every_problem(OpenProblem) if problem.asks == asks)
    answer: Any = answered_record(problem, problem.answer[0])
    for body, kind in ((record(problem), ProblemRecord), (answer, AnswerRecord), (proof_record(problem), ProofRecord)):
        assert body.keys() == get_type_hints(kind).keys()
    assert all(move.keys() == get_type_hints(MoveRecord).keys() for move in (*answer["line"], *answer["rest"]))
