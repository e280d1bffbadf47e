# SPDX-License-Identifier: Apache-2.0
"""Captures of any format, in and out."""
from __future__ import annotations

import ctypes
import dataclasses
import datetime
import pathlib
from typing import Any, Callable, List, Optional, Sequence, Union

from . import _abi
from ._core import (LIB, LOGGER, Callback, Flag, Stop, StrPath, call, fill, flag, lasting, long_call, make, micros, optional,
                    options, path, path_of, paths_or_one, stop_of, strings, text, texts)  # fmt: skip
from .warc import PACKINGS, Record

TARGETS = {"warc": 0, "wacz": 1, "cdxj": 2, "objects": 3, "static": 4, "csv": 5, "markdown": 6}


@dataclasses.dataclass(frozen=True)
class Note:
    """What a migration changed or left out: `kind` is "not_carried", "changed", "unknown_time" or "damage"."""

    kind: str
    id: str
    message: str
    source: str
    url: str


@dataclasses.dataclass(frozen=True)
class Migration:
    """What a migration did; `notes`: the first 1,000."""

    units: int
    records: int
    pages: int
    objects: int
    lossless: bool
    notes: List[Note] = dataclasses.field(hash=False)
    files: List[pathlib.Path] = dataclasses.field(hash=False)


def _note(of: Any) -> Note:
    return Note(text(of.kind), text(of.id), text(of.message), path_of(of.source), text(of.url))


@lasting
def migrate(inputs: Union[StrPath, Sequence[StrPath]], output: StrPath, target: Optional[str] = None, packing: str = "gzip",
            level: int = 0, title: Optional[str] = None, base_url: Optional[str] = None, blogs: Sequence[str] = (),
            at: Optional[datetime.datetime] = None, sidecars: bool = True, stop: Optional[Stop] = None) -> Migration:  # fmt: skip
    """Reads all captures of the inputs and writes them to `output`, which must not exist. `target`: "warc", "wacz", "cdxj",
    "objects", "static" (pages), "csv" (a row for each version), "markdown"; None: by the suffix of the output. `packing` and `level`:
    of WARC files. `base_url`: the address of a plain folder. `blogs`: home pages, for targets with objects; none: found in the
    captures. `at`: of static pages; None: the last good capture of each. `sidecars`: OUTPUT.report.jsonl and OUTPUT.premis.xml."""
    given = options(_abi.bfa_migrate_options)
    if target is not None:
        if target not in TARGETS:
            raise ValueError(f"target is one of {', '.join(TARGETS)}")
        given.target = TARGETS[target]
    if packing not in PACKINGS:
        raise ValueError(f"packing is one of {', '.join(PACKINGS)}")
    given.packing, given.level, given.sidecars = PACKINGS[packing], level, flag(sidecars)
    given.title, given.base_url, given.at = optional(title), optional(base_url), micros(at)
    given.blogs, given.blog_count = strings(texts(blogs))
    stop = stop_of(stop)
    given.stop = stop.handle
    array, count = strings(paths_or_one(inputs))
    done = long_call(lambda: make(LIB.bfa_migrate, array, count, path(output), ctypes.byref(given)), stop)
    try:
        of = fill(_abi.bfa_migration_result, LIB.bfa_migration_read, done)
        notes = [_note(fill(_abi.bfa_note, LIB.bfa_migration_note, done, index)) for index in range(of.notes)]
        files = [pathlib.Path(path_of(LIB.bfa_migration_file(done, index))) for index in range(of.files)]
        return Migration(of.units, of.records, of.pages, of.objects, bool(of.lossless), notes, files)
    finally:
        LIB.bfa_migration_free(done)


@lasting
def read_captures(inputs: Union[StrPath, Sequence[StrPath]], on_record: Callable[[Record], Optional[bool]],
                  on_note: Optional[Callable[[Note], Optional[bool]]] = None, base_url: Optional[str] = None) -> None:  # fmt: skip
    """Calls `on_record` with each capture of the inputs as a WARC record, for migrations with a filter of one's own:
    WarcWriter.copy() takes it. False ends the reading. A record lives until `on_record` returns, and has read() and chunks(), but
    no exchange(): the records that were written have one. Without `on_note` what it would get is logged as warnings. Both are
    called from another thread than the main one, so that Ctrl-C is not lost."""
    given = options(_abi.bfa_migrate_options)
    given.base_url = optional(base_url)

    def visit(handle: int) -> Optional[bool]:
        fields = fill(_abi.bfa_record_fields, LIB.bfa_record_read, handle)
        record = Record(handle, fields, None)
        try:
            return on_record(record)
        finally:
            record._handle = None

    def note(pointer: Any) -> Optional[bool]:
        told = _note(pointer[0])
        if on_note is not None:
            return on_note(told)
        LOGGER.warning("%s: %s: %s (%s)", told.source, told.kind, told.message, told.id)
        return None

    flag = Flag()
    records, notes = Callback(_abi.bfa_record_fn, visit, flag), Callback(_abi.bfa_note_fn, note, flag)
    array, count = strings(paths_or_one(inputs))
    long_call(lambda: call(LIB.bfa_captures_read, array, count, ctypes.byref(given), records.c, notes.c, None), flag)
    records.reraise()
    notes.reraise()
