# SPDX-License-Identifier: Apache-2.0
"""Objects, versions and changes."""
from __future__ import annotations

import dataclasses
import datetime
import json as json_module
from typing import Any, Dict, List, Optional, TypedDict

from . import _abi
from ._core import LIB, Date, data, date_of, fill, flag, make, micros, moment_of, optional, options, sized_text, take, text

KINDS = {"blog": 1, "feed": 2, "post": 3, "page": 4, "comment": 5, "pingback": 6}  # pingback: in queries only
# What happened in a version.
VERDICTS = {"new": 3, "content": 2, "gone": 4, "back": 5, "moved": 6}
_KIND_NAMES = {number: name for name, number in KINDS.items()}


def _listed(lines: str) -> List[str]:
    return [line for line in lines.split("\n") if line]


class Object:
    """A post, page, comment or blog, as extraction or an archive gives it. It belongs to no handle: keep it as you like.

    `json` is the whole object by schemas/object.schema.json; the attributes are the parts that most programs need. Text that
    is not known is "".
    """

    __slots__ = ("kind", "url", "key", "published", "modified", "versions", "sightings", "first_seen", "last_seen",
                 "last_changed", "_line", "_json")  # fmt: skip

    def __init__(self, handle: Any):
        fields = fill(_abi.bfa_object_fields, LIB.bfa_object_read, handle)
        self._line = take(make(LIB.bfa_object_to_json, handle, 1))
        self._json: Optional[Dict[str, Any]] = None
        self.kind: str = _KIND_NAMES[fields.kind]
        self.url: str = text(fields.url)
        self.key: bytes = data(fields.key)
        self.published: Optional[Date] = date_of(fields.published)
        self.modified: Optional[Date] = date_of(fields.modified)
        self.versions: int = fields.versions
        self.sightings: int = fields.sightings
        self.first_seen: Optional[datetime.datetime] = moment_of(fields.first_seen)
        self.last_seen: Optional[datetime.datetime] = moment_of(fields.last_seen)
        self.last_changed: Optional[datetime.datetime] = moment_of(fields.last_changed)

    @property
    def json(self) -> Dict[str, Any]:
        if self._json is None:
            self._json = json_module.loads(self._line)
        return self._json

    def to_json(self) -> str:
        """One line by schemas/object.schema.json."""
        return self._line.decode("utf-8")

    @classmethod
    def from_json(cls, line: str) -> "Object":
        encoded_line = sized_text(line)
        handle = make(LIB.bfa_object_from_json, encoded_line, len(encoded_line))
        try:
            return cls(handle)
        finally:
            LIB.bfa_object_free(handle)

    def _text(self, name: str) -> str:
        return str(self.json.get(name, ""))

    @property
    def title(self) -> str:
        """Plain text."""
        return self._text("title")

    @property
    def text(self) -> str:
        """The article or comment as plain text."""
        return self._text("text")

    @property
    def html(self) -> str:
        """The article or comment as clean markup."""
        return self._text("html")

    @property
    def language(self) -> str:
        """A tag of RFC 5646."""
        return self._text("language")

    @property
    def authors(self) -> List[str]:
        """Names, in the order of the page."""
        return list(self.json.get("authors", []))

    @property
    def tags(self) -> List[str]:
        """Tags; `categories` are apart."""
        return list(self.json.get("tags", []))

    @property
    def categories(self) -> List[str]:
        """Categories, of blogs that tell them from tags."""
        return _listed(self.attributes.get("categories", ""))

    @property
    def references(self) -> List[Dict[str, str]]:
        """Links and images of the article, by schemas/object.schema.json."""
        return list(self.json.get("references", []))

    @property
    def attributes(self) -> Dict[str, str]:
        """What else is known, by name."""
        return dict(self.json.get("attributes", {}))

    def __repr__(self) -> str:
        return f"<bfa.Object {self.kind} {self.url}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Object) and (self.key, self._line) == (other.key, other._line)

    def __hash__(self) -> int:
        return hash(self._line)


@dataclasses.dataclass(frozen=True)
class Version:
    """An object as it was observed. `capture`: for Archive.body(); `readings`: how often its bytes were read with different results;
    `truncated`: each transfer of it was cut. Its object says nothing of other versions: `versions` and `sightings` are 0 there, and
    `first_seen`, `last_seen` and `last_changed` None. Archive.find() and get() have them."""

    object: Object
    observed: datetime.datetime
    sequence: int
    capture: int
    readings: int
    truncated: bool


@dataclasses.dataclass(frozen=True)
class Change:
    """What differs between two versions; `json` is all of it by schemas/change.schema.json."""

    url: str
    verdict: str
    start: Optional[datetime.datetime]
    end: Optional[datetime.datetime]
    similarity: float
    json: Dict[str, Any] = dataclasses.field(hash=False)

    @property
    def reasons(self) -> List[Dict[str, str]]:
        return list(self.json.get("reasons", []))


def change_of(handle: Any) -> Change:
    fields = fill(_abi.bfa_change_fields, LIB.bfa_change_read, handle)
    return Change(
        text(fields.url),
        text(LIB.bfa_verdict_name(fields.verdict)),
        moment_of(fields.__getattribute__("from")),
        moment_of(fields.to),
        fields.similarity,
        json_module.loads(take(make(LIB.bfa_change_to_json, handle))),
    )


def changes_of(handle: Any) -> List[Change]:
    """The changes of a list, which is freed."""
    try:
        return [change_of(LIB.bfa_changes_at(handle, index)) for index in range(LIB.bfa_changes_count(handle))]
    finally:
        LIB.bfa_changes_free(handle)


def versions_of(handle: Any) -> List[Version]:
    """The versions of a list, which is freed."""
    versions = []
    try:
        for index in range(LIB.bfa_versions_count(handle)):
            fields = fill(_abi.bfa_version_fields, LIB.bfa_versions_at, handle, index)
            observed = moment_of(fields.observed)
            assert observed is not None
            made = Object(LIB.bfa_versions_object(handle, index))
            versions.append(
                Version(made, observed, fields.sequence, fields.capture, fields.readings, bool(fields.truncated))
            )
    finally:
        LIB.bfa_versions_free(handle)
    return versions


def compare(before: Object, after: Object) -> Change:
    """What differs between two states of one object."""
    handles = []
    try:
        for each in (before, after):
            if not isinstance(each, Object):
                raise TypeError(f"an Object is wanted, not {type(each).__name__}")
            line = each.to_json().encode("utf-8")
            handles.append(make(LIB.bfa_object_from_json, line, len(line)))
        return changes_of(make(LIB.bfa_object_compare, *handles))[0]
    finally:
        for handle in handles:
            LIB.bfa_object_free(handle)


class Query(TypedDict, total=False):
    """What limits a listing, by name. Archive.objects() says more."""

    kind: Optional[str]
    host: Optional[str]
    url: Optional[str]
    at: Optional[datetime.datetime]
    first_seen_after: Optional[datetime.datetime]
    changed_after: int
    heads_only: bool
    blog: Optional[str]


def query_of(
    kind: Optional[str] = None,
    host: Optional[str] = None,
    url: Optional[str] = None,
    at: Optional[datetime.datetime] = None,
    first_seen_after: Optional[datetime.datetime] = None,
    changed_after: int = 0,
    heads_only: bool = False,
    blog: Optional[str] = None,
    **unknown: Any,
) -> Any:
    if unknown:
        raise TypeError(f"objects cannot be limited by {next(iter(unknown))!r}")
    query = options(_abi.bfa_object_query)
    if kind is not None:
        if kind not in KINDS:
            raise ValueError(f"{kind!r} is none of {', '.join(KINDS)}")
        query.kind = KINDS[kind]
    query.blog_host, query.url, query.blog = optional(host), optional(url), optional(blog)
    query.at, query.first_seen_after = micros(at), micros(first_seen_after)
    query.changed_after, query.heads_only = changed_after, flag(heads_only)
    return query


__all__ = ["Object", "Version", "Change", "compare"]
