# SPDX-License-Identifier: Apache-2.0
"""Searching all versions of an archive."""
from __future__ import annotations

import ctypes
import dataclasses
import datetime
from typing import Any, Iterable, Iterator, List, Optional, Tuple, Union

from . import _abi
from ._core import (LIB, Handle, NotFoundError, StrPath, call, data, encoded, fill, flag, make, micros, moment_of, optional,
                    options, path, text)  # fmt: skip
from .archive import Archive
from .objects import KINDS, VERDICTS

MOST_HITS = 1000  # of one answer
_KIND_NAMES = {number: name for name, number in KINDS.items()}


@dataclasses.dataclass(frozen=True)
class SearchHit:
    """An object that was found, in its newest version that fits. `version`: its number, from 1; `only_old`: the newest version
    does not fit. `snippet`: a part of its text on one line; `marks`: the parts of it that fit, as (begin, end)."""

    kind: str
    key: bytes
    url: str
    title: str
    version: int
    versions: int
    only_old: bool
    captured: Optional[datetime.datetime]
    sequence: int
    snippet: str
    marks: List[Tuple[int, int]] = dataclasses.field(hash=False)
    gone: bool


@dataclasses.dataclass(frozen=True)
class SearchAnswer:
    """What a search found. `versions`: that fit, `more_versions`: there are more than were counted; `by_time`: newest first, asked
    for, or because too many fit to be ranked; `reach`: the index has all steps up to this one;
    `next`: for `after` of the next page, "" when there are no more."""

    hits: List[SearchHit] = dataclasses.field(hash=False)
    versions: int
    more_versions: bool
    by_time: bool
    reach: int
    next: str

    def __iter__(self) -> Iterator[SearchHit]:
        return iter(self.hits)

    def __len__(self) -> int:
        return len(self.hits)


class SearchIndex(Handle):
    """The index of an archive: the words of all versions. Opening it brings it up to date, and makes it when there is none. `folder`:
    an existing one for it; None: in the archive, or in a cache folder when that is read-only. Thread-safe."""

    _free = "bfa_search_index_free"

    def __init__(self, archive: Archive, folder: Optional[StrPath] = None):
        self._archive = _archive_of(archive)
        super().__init__(make(LIB.bfa_search_index_open, archive.handle, None if folder is None else path(folder)))

    def update(self, archive: Optional[Archive] = None) -> int:
        """Adds what came since; returns how many versions. `archive`: opened anew, or written to by this process."""
        self._archive = self._archive if archive is None else _archive_of(archive)
        added = ctypes.c_uint64()
        call(LIB.bfa_search_index_update, self.handle, self._archive.handle, ctypes.byref(added))
        return added.value

    @property
    def reach(self) -> int:
        """The number of the last step that it has."""
        step = ctypes.c_uint64()
        call(LIB.bfa_search_index_reach, self.handle, ctypes.byref(step))
        return step.value

    def search(self, query: str = "", limit: int = 20, newest: bool = False, kind: Optional[str] = None,
               host: Optional[str] = None, author: Optional[str] = None, tag: Optional[str] = None,
               since: Optional[datetime.datetime] = None, until: Optional[datetime.datetime] = None,
               published_from: Union[str, datetime.date, None] = None, published_to: Union[str, datetime.date, None] = None, changed: bool = False,
               deleted: bool = False, after: Optional[str] = None, category: Optional[str] = None,
               blog: Optional[str] = None, verdict: Union[str, Iterable[str], None] = None) -> SearchAnswer:  # fmt: skip
        """Words, "phrases", prefix*, -word and fields (title:, author:, tag:, category:, text:, blog:): docs/search.md. All must be
        found in one version. `since`, `until`: of the capture; `published_from`, `published_to`: "2026", "2026-01-31", or a date; `tag`: in tags
        or categories; `changed`: not the first versions; `verdict`: only versions in which this happened: "new", "content" (an edit),
        "gone", "back", "moved", or several of them; `deleted`: objects that are gone now; `host`: of all blogs of the host; `blog`: of
        the blog with this address; `after`: SearchAnswer.next of the page before. Raises InvalidArgumentError with a sentence for a
        query that cannot be answered, NotFoundError for a blog that the archive does not have."""
        given = options(_abi.bfa_search_query)
        if kind is not None and kind not in KINDS:
            raise ValueError(f"kind is one of {', '.join(KINDS)}")
        verdicts = {verdict} if isinstance(verdict, str) else set(verdict or ())
        if not verdicts <= set(VERDICTS):
            raise ValueError(f"verdict is one of {', '.join(VERDICTS)}")
        if not 1 <= limit <= MOST_HITS:
            raise ValueError(f"limit is 1 to {MOST_HITS}")
        given.text, given.limit, given.newest = encoded(query), limit, flag(newest)
        given.kind, given.blog_host = _abi.BFA_ANY if kind is None else KINDS[kind], optional(host)
        given.author, given.tag, given.after = optional(author), optional(tag), optional(after)
        given.category, given.blog = optional(category), optional(blog)
        given.verdicts = sum(1 << VERDICTS[each] for each in verdicts)
        given.since, given.until, given.changed, given.deleted = micros(since), micros(until), flag(changed), flag(deleted)
        given.published_from, given.published_to = _day(published_from), _day(published_to)
        hits = make(LIB.bfa_search, self.handle, self._archive.handle, ctypes.byref(given))
        try:
            answer = fill(_abi.bfa_search_answer, LIB.bfa_search_hits_read, hits)
            found = [_hit(hits, index) for index in range(answer.hits)]
            return SearchAnswer(found, answer.versions, bool(answer.more_versions), bool(answer.by_time), answer.reach, text(answer.next))
        finally:
            LIB.bfa_search_hits_free(hits)


def _archive_of(given: Archive) -> Archive:
    if not isinstance(given, Archive):
        raise TypeError(f"an Archive is wanted, not {type(given).__name__}")
    return given


def _day(value: Union[str, datetime.date, None]) -> Optional[bytes]:
    return optional(f"{value:%Y-%m-%d}" if isinstance(value, datetime.date) else value)


def _hit(hits: Any, index: int) -> SearchHit:
    of = fill(_abi.bfa_search_hit, LIB.bfa_search_hits_at, hits, index)
    snippet = data(of.snippet)
    begin, end = ctypes.c_size_t(), ctypes.c_size_t()
    marks = []
    for mark in range(of.marks):
        call(LIB.bfa_search_hits_mark, hits, index, mark, ctypes.byref(begin), ctypes.byref(end))
        # The library counts bytes, Python characters.
        first = len(snippet[: begin.value].decode("utf-8", "replace"))
        marks.append((first, first + len(snippet[begin.value : end.value].decode("utf-8", "replace"))))
    return SearchHit(_KIND_NAMES[of.kind], data(of.key), text(of.url), text(of.title), of.version, of.versions, bool(of.only_old),
                     moment_of(of.captured), of.sequence, snippet.decode("utf-8", "replace"), marks, bool(of.gone))  # fmt: skip


def remove_index(archive: Archive, folder: Optional[StrPath] = None) -> None:
    """Removes the files of an archive's index, also damaged ones: the next SearchIndex makes it anew."""
    call(LIB.bfa_search_index_remove, _archive_of(archive).handle, None if folder is None else path(folder))


__all__ = ["SearchAnswer", "SearchHit", "SearchIndex", "remove_index"]
