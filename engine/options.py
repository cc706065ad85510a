"""Rules options from text: ``KEY=VALUE`` pairs and TOML files, for every game alike."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from engine.api import BadRules, Rules

RulesT = TypeVar("RulesT", bound=Rules)

MAX_FILE_BYTES = 100_000


@dataclass(frozen=True)
class Option:
    """One rules option as a person reads it."""

    name: str
    value: Any
    allowed: str
    description: str


def read_rules(rules_type: type[RulesT], players: int, options: Sequence[str] = ()) -> RulesT:
    """Return the rules for a number of players from ``KEY=VALUE`` and ``@file.toml`` texts.

    Raises
    ------
    BadRules
        If an option does not exist, is given twice with different values, or its value is outside
        what is allowed; one line that says so.
    """
    given: dict[str, Any] = {}
    for text in options:
        for name, value in _pairs(text).items():
            if name in given and given[name] != value:
                raise BadRules(f"rules option {name} is given twice: {given[name]} and {value}")
            given[name] = value
    if str(given.pop("players", players)) != str(players):
        raise BadRules(f"the rules give another number of players than {players}")
    return make_rules(rules_type, {"players": players, **given})


def make_rules(rules_type: type[RulesT], values: Mapping[str, Any]) -> RulesT:
    """Return validated rules from a mapping, whose values may be texts; see :func:`read_rules`."""
    known = rules_type.model_fields
    for name in values:
        if name not in known:
            raise BadRules(f"rules option {name!r} does not exist; allowed: {', '.join(known)}")
    properties = rules_type.model_json_schema()["properties"]
    given = {name: _from_text(properties[name], value) for name, value in values.items()}
    try:
        return rules_type.model_validate(given)
    except ValidationError as error:
        raise BadRules(_one_line(error, properties)) from None


def describe(rules: Rules) -> list[Option]:
    """Return every option of some rules with its value there, what is allowed, and its meaning."""
    properties = rules.model_json_schema()["properties"]
    return [
        Option(name, getattr(rules, name), _allowed(properties[name]), field.description or "")
        for name, field in type(rules).model_fields.items()
    ]


def _pairs(text: str) -> dict[str, Any]:
    if text.startswith("@"):
        return _toml(Path(text[1:]))
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise BadRules(f"rules option {text!r}; allowed: KEY=VALUE or @file.toml")
    return {name.strip(): value.strip()}


def _toml(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise BadRules(f"{path} is larger than {MAX_FILE_BYTES} bytes")
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadRules(f"rules file {path} cannot be read: {reason}") from None


def _variants(schema: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return list(schema.get("anyOf", [schema]))


def _from_text(schema: Mapping[str, Any], value: Any) -> Any:
    """Split a list written ``1,2,3`` and read ``none``; the rest pydantic reads from text."""
    kinds = {variant.get("type") for variant in _variants(schema)}
    if not isinstance(value, str):
        return value
    if "null" in kinds and value.lower() == "none":
        return None
    if "array" in kinds:
        return [part.strip() for part in value.strip("[]()").split(",") if part.strip()]
    return value


def _allowed(schema: Mapping[str, Any]) -> str:
    """Return the values a JSON Schema allows, for people."""
    texts = []
    for variant in _variants(schema):
        if "enum" in variant or "const" in variant:
            texts += [str(value) for value in variant.get("enum", [variant.get("const")])]
        elif variant.get("type") == "boolean":
            texts += ["true", "false"]
        elif variant.get("type") == "null":
            texts.append("none")
        elif variant.get("type") == "array":
            size = variant.get("minItems")
            texts.append(f"{size} counts as 1,2,…" if size else "counts as 1,2,…")
        elif "maximum" in variant:
            texts.append(f"{variant.get('minimum', 0)} to {variant['maximum']}")
        else:
            texts.append(f"a whole number from {variant.get('minimum', 0)}")
    return ", ".join(texts)


def _one_line(error: ValidationError, properties: Mapping[str, Any]) -> str:
    faults = [e for e in error.errors() if e["type"] != "default_factory_not_called"]
    fault = faults[0]
    if not fault["loc"]:
        return "rules: " + fault["msg"].removeprefix("Value error, ")
    name = str(fault["loc"][0])
    shown = fault["input"]
    if name == "players":
        return f"players = {shown}; allowed: {_allowed(properties[name])}"
    return f"rules option {name} = {shown}; allowed: {_allowed(properties[name])}"
