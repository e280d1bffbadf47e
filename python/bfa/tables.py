# SPDX-License-Identifier: Apache-2.0
"""All versions of an archive as columns."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Dict, List, Optional

from . import _abi
from ._core import LIB, Stop, fill, long_call, make, stop_of, text
from .objects import Query, query_of

if TYPE_CHECKING:
    from .archive import Archive


def _texts(column: Any, rows: int) -> List[str]:
    offsets = (ctypes.c_int64 * (rows + 1)).from_address(ctypes.addressof(column.offsets.contents))[:]
    all_bytes = ctypes.string_at(column.bytes, offsets[-1])
    if all_bytes.isascii():  # offsets of bytes are then those of characters
        whole = all_bytes.decode("ascii")
        return [whole[start:end] for start, end in zip(offsets, offsets[1:])]
    return [all_bytes[start:end].decode("utf-8", "replace") for start, end in zip(offsets, offsets[1:])]


def _numbers(kind: Any, pointer: Any, rows: int) -> Any:
    return (kind * rows).from_address(ctypes.addressof(pointer.contents)) if rows else []


def _table(archive: "Archive", parts: int, stop: Optional[Stop], query: Query) -> Any:
    wanted = query_of(**query)
    ended = stop_of(stop)
    return long_call(
        lambda: make(LIB.bfa_archive_table, archive.handle, ctypes.byref(wanted), parts, ended.handle), ended
    )


def read_columns(archive: "Archive", parts: int, stop: Optional[Stop], query: Query) -> Dict[str, List[Any]]:
    table = _table(archive, parts, stop, query)
    try:
        rows = LIB.bfa_table_rows(table)
        columns: Dict[str, List[Any]] = {}
        for index in range(LIB.bfa_table_columns(table)):
            column = fill(_abi.bfa_column, LIB.bfa_table_column, table, index)
            name = text(column.name)
            if column.type == _abi.BFA_COLUMN_TEXT:
                columns[name] = _texts(column, rows)
            elif column.type == _abi.BFA_COLUMN_NUMBER:
                columns[name] = list(_numbers(ctypes.c_double, column.numbers, rows))
            else:
                values = list(_numbers(ctypes.c_int64, column.integers, rows))
                if column.type == _abi.BFA_COLUMN_TIME:
                    values = [None if value == _abi.BFA_NO_TIME else value for value in values]
                columns[name] = values
        return columns
    finally:
        LIB.bfa_table_free(table)


def read_frame(archive: "Archive", parts: int, query: Query) -> Any:
    import pandas  # type: ignore[import]

    columns = read_columns(archive, parts, None, query)
    frame = pandas.DataFrame(columns)
    for name in ("observed", "published", "modified"):
        frame[name] = pandas.to_datetime(pandas.Series(columns[name], dtype="Int64"), unit="us", utc=True, errors="coerce")
    for name in ("kind", "verdict", "language", "status"):
        if name in columns:
            frame[name] = frame[name].astype("category")
    return frame
