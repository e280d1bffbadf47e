# SPDX-License-Identifier: Apache-2.0
"""The part of JSON Schema that schemas/ uses: enough to check lines against it without another package."""
import re

TYPES = {
    "object": dict, "array": list, "string": str, "boolean": bool,
    "number": (int, float), "integer": int,
}  # fmt: skip
KNOWN = {
    "$schema", "$id", "title", "description", "type", "required", "properties", "additionalProperties", "items",
    "minItems", "minLength", "minimum", "maximum", "pattern", "enum", "const", "oneOf",
}  # fmt: skip


def resolved(schema, definitions):
    """`schema` with what each `$ref` names under the `$defs` of its root in its place."""
    if isinstance(schema, list):
        return [resolved(part, definitions) for part in schema]
    if not isinstance(schema, dict):
        return schema
    own = {name: resolved(part, definitions) for name, part in schema.items() if name not in ("$defs", "$ref")}
    if "$ref" not in schema:
        return own
    return {**resolved(definitions[schema["$ref"].removeprefix("#/$defs/")], definitions), **own}


def problems(schema, value, where="$"):
    """Why `value` does not fit `schema`, one text each; none when it fits."""
    if "$defs" in schema:
        return problems(resolved(schema, schema["$defs"]), value, where)
    unknown = set(schema) - KNOWN
    if unknown:
        return [f"{where}: schema uses {sorted(unknown)}, which this checker does not know"]
    if "const" in schema and value != schema["const"]:
        return [f"{where}: {value!r} is not {schema['const']!r}"]
    if "enum" in schema and value not in schema["enum"]:
        return [f"{where}: {value!r} is none of {schema['enum']}"]
    if "oneOf" in schema:
        fits = [s for s in schema["oneOf"] if not problems(s, value, where)]
        if len(fits) != 1:
            return [f"{where}: fits {len(fits)} of {len(schema['oneOf'])} forms"]
    wanted = schema.get("type")
    if wanted and (not isinstance(value, TYPES[wanted]) or (isinstance(value, bool) and wanted != "boolean")):
        return [f"{where}: {value!r} is no {wanted}"]
    check = {dict: object_problems, list: array_problems, str: string_problems}.get(type(value))
    return check(schema, value, where) if check else number_problems(schema, value, where)


def object_problems(schema, value, where):
    out = [f"{where}: no {name}" for name in schema.get("required", []) if name not in value]
    properties, others = schema.get("properties", {}), schema.get("additionalProperties", {})
    for name, member in value.items():
        out += problems(properties.get(name, others), member, f"{where}.{name}")
    return out


def array_problems(schema, value, where):
    out = [f"{where}: empty"] if len(value) < schema.get("minItems", 0) else []
    for i, item in enumerate(value):
        out += problems(schema.get("items", {}), item, f"{where}[{i}]")
    return out


def string_problems(schema, value, where):
    if len(value) < schema.get("minLength", 0):
        return [f"{where}: empty text"]
    if "pattern" in schema and not re.search(schema["pattern"], value):
        return [f"{where}: {value!r} does not match {schema['pattern']}"]
    return []


def number_problems(schema, value, where):
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        if not schema.get("minimum", value) <= value <= schema.get("maximum", value):
            return [f"{where}: {value} is out of range"]
    return []
