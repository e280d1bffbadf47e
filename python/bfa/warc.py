# SPDX-License-Identifier: Apache-2.0
"""WARC and ARC files: read, write, validate, index."""
from __future__ import annotations

import contextlib
import ctypes
import dataclasses
import datetime
import itertools
import os
import struct
import threading
import warnings
from typing import Any, BinaryIO, Callable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from . import _abi
from ._core import (ENDING, FORKED, LIB, BfaError, Callback, CorruptError, Finding, Flag, Handle, InvalidArgumentError, Running,
                    Stop, StrPath, UnavailableError, UnsupportedError, call, data, draining, encoded, error_of,
                    fields as field_array, fill, findings_of, flag, lasting, long_call, make, micros, moment_of, optional,
                    options, path, path_of, paths, plain_bytes, stop_of, strings, take, text, warn_of)  # fmt: skip

TYPES = ("warcinfo", "response", "resource", "request", "metadata", "revisit", "conversion", "continuation", "unknown")
_POLICIES = {"ignore": 0, "warn": 1, "fail": 2}
PACKINGS = {"plain": 0, "gzip": 1, "zstd": 2}
_REVISITS = (None, "identical_payload", "not_modified", "unknown")
DEFAULT_MAX_BYTES = 256 << 20
_WRITING = "this WarcWriter is writing, in another thread"
_READING = "this WarcReader is reading, in another thread or from its own stream"
# So many records are left unread before their headers are read ahead, so many at once: see WarcReader.__next__.
_QUIET, _BATCH, _NEVER = 16, 256, float("inf")


@dataclasses.dataclass(frozen=True)
class Exchange:
    """The HTTP answer of a record. `body`: without transfer and content coding; `findings`: what was odd about it."""

    url: str
    status: int
    reason: str
    headers: List[Tuple[str, str]] = dataclasses.field(hash=False)
    started: Optional[datetime.datetime]
    ip_address: str
    body: bytes
    findings: List[Finding] = dataclasses.field(hash=False)

    def header(self, name: str) -> str:
        """All values of a header, joined by ", "; "" when it is absent."""
        wanted = name.lower()
        return ", ".join(value for each, value in self.headers if each.lower() == wanted)


# bfa_record_fields: size, type, date, content length, offset, version, fields.
_HEADER = struct.Struct("@NiqQQPNPN").unpack_from
_HEADERS = struct.Struct("@NiqQQPNPN").iter_unpack
_HEADER_SIZE = struct.calcsize("@NiqQQPNPN")
assert ctypes.sizeof(_abi.bfa_record_fields) == _HEADER_SIZE


def _place_in(headers: Any, index: int) -> int:
    """The offset of a record in an array of headers."""
    return int(_HEADER(headers, index * _HEADER_SIZE)[4])


class Record:
    """A record. Its header can be kept; its block can be read once, until the reader goes on: by read(), chunks(), exchange() or
    WarcWriter.copy(). A second one of these raises InvalidArgumentError, also after one that failed: bytes would be missing."""

    __slots__ = ("_header", "_text", "_fields", "_handle", "_reader", "_turn", "_used")

    def __init__(self, handle: Any, fields: Any, reader: Union["WarcReader", "Segments", None], turn: int = -1):
        # What is not asked for is not decoded: many programs look at few records.
        self._header = header = _HEADER(fields)
        start = header[5]  # of the version; the fields follow it, after a line end or at once
        self._text = ctypes.string_at(start, header[7] + header[8] - start)
        self._handle = handle
        self._reader = reader
        self._turn = turn

    @classmethod
    def of_header(cls, header: Tuple[Any, ...], fields: bytes) -> "Record":
        """A record without its block."""
        made = cls.__new__(cls)
        made._header, made._text, made._handle, made._reader, made._turn = header, fields, None, None, -1
        return made

    @property
    def handle(self) -> Any:
        reader = self._reader
        if (self._handle is None and reader is None) or (reader is not None and reader._turn != self._turn):
            raise ValueError("the reader went on: the block of this record can no longer be read")
        if reader is not None:
            reader._quiet = 0
            if self._handle is None:
                self._handle = reader._again(self)  # type: ignore[union-attr]
        return self._handle

    @property
    def version(self) -> str:
        """"WARC/1.1"; of an ARC file "ARC/1.0", also of version 1.1: the block of its first record begins with "1 1 "."""
        return self._text[: self._header[6]].decode("utf-8", "replace")

    @property
    def type(self) -> str:
        """"response", "warcinfo", ...: one of TYPES; "unknown" for others. field("WARC-Type") has the name as written."""
        return TYPES[self._header[1]]

    @property
    def content_length(self) -> int:
        """Bytes of the block, as the header says."""
        return int(self._header[3])

    @property
    def offset(self) -> int:
        """Of its first (compressed) byte in the file."""
        return int(self._header[4])

    @property
    def date(self) -> Optional[datetime.datetime]:
        """WARC-Date, in UTC; None: there is none, or it cannot be read."""
        return moment_of(self._header[2])

    @property
    def fields(self) -> List[Tuple[str, str]]:
        """The fields in order; names may repeat."""
        try:
            return self._fields
        except AttributeError:
            lines = self._text[self._header[6] :].decode("utf-8", "replace").strip("\r\n").split("\r\n")
            self._fields: List[Tuple[str, str]] = [(name, value) for name, _, value in (line.partition(": ") for line in lines if line)]
            return self._fields

    def field(self, name: str) -> str:
        """The first field of that name, in any case; "" when it is absent."""
        wanted = name.lower()
        if hasattr(self, "_fields") or not name.isascii() or not name or ": " in name or "\r" in name or "\n" in name:
            return next((value for each, value in self.fields if each.lower() == wanted), "")
        # Many programs look at one or two fields: the others are not decoded.
        lines = b"\r\n" + self._text[self._header[6] :] + b"\r\n"
        key = f"\r\n{wanted}: ".encode("ascii")
        at = lines.lower().find(key)
        if at < 0:
            return ""
        begin = at + len(key)
        return lines[begin : lines.index(b"\r\n", begin)].decode("utf-8", "replace")

    @property
    def url(self) -> str:
        """WARC-Target-URI, without < >; "": there is none."""
        return self.field("WARC-Target-URI").strip("<>")

    @property
    def revisit(self) -> Optional[str]:
        """Of a revisit "identical_payload", "not_modified" or "unknown" (another profile); None: it is none."""
        return _REVISITS[LIB.bfa_record_revisit(self.handle)]

    @property
    def raw_header(self) -> bytes:
        """The header's bytes as the file has them; b"" of a record that came from no file."""
        return data(LIB.bfa_record_raw_header(self.handle))

    @property
    def length(self) -> Optional[int]:
        """Bytes that it takes in the file, compressed ones if it is; None before its block was read to the end."""
        return LIB.bfa_record_length(self.handle) or None

    @property
    def record_id(self) -> str:
        """WARC-Record-ID, without < >."""
        return self.field("WARC-Record-ID").strip("<>")

    def _reading(self, run: Callable[[], Any]) -> Any:
        """Runs a call that reads the block; what a stream raised is raised again."""
        reader = self._reader if isinstance(self._reader, WarcReader) else None
        if reader is not None:
            if reader._busy:
                raise RuntimeError(_READING)
            reader._busy = True
        try:
            made = run()
            self._used = True
            return made
        except BfaError as error:
            if not isinstance(error, (InvalidArgumentError, UnsupportedError)):  # these are raised before a byte is read
                self._used = True
            if reader is not None:
                reader._raise(error)
            raise
        finally:
            if reader is not None:
                reader._busy = False

    def _unread(self) -> Any:
        """The handle, for the first call that reads the block."""
        handle = self.handle
        if getattr(self, "_used", False):
            raise InvalidArgumentError("the block of the record was read", self.url)
        return handle

    def read(self, max_bytes: int = DEFAULT_MAX_BYTES) -> bytes:
        """The block. Raises LimitError when it is longer, TruncatedError and CorruptError where it is damaged; chunks() then gives,
        of a record that is read anew, the bytes before the damage."""
        handle = self._unread()
        return take(self._reading(lambda: make(LIB.bfa_record_block, handle, max_bytes)))

    def chunks(self, size: int = 1 << 16) -> Iterator[bytes]:
        """The block in pieces, in constant memory."""
        if size < 1:
            raise ValueError("size is 1 or more")
        return self._pieces(ctypes.create_string_buffer(size), size)

    def _pieces(self, buffer: Any, size: int) -> Iterator[bytes]:
        self._unread()
        got = ctypes.c_size_t()
        while True:
            self._reading(lambda: call(LIB.bfa_record_read_block, self.handle, buffer, size, ctypes.byref(got)))
            if got.value == 0:
                return
            yield buffer.raw[: got.value]

    def _exchange_handle(self, max_bytes: int) -> Any:
        return self._reading(lambda: make(LIB.bfa_record_exchange, self.handle, max_bytes))

    def exchange(self, max_bytes: int = DEFAULT_MAX_BYTES, original: Optional["Record"] = None) -> Exchange:
        """The block as an HTTP answer, of response, resource and revisit records; others raise UnsupportedError. `original`: the
        record that a revisit refers to, of another reader: the answer then has its body."""
        if original is not None:
            _record_of(original)
        handle = self._exchange_handle(max_bytes)
        try:
            if original is not None:
                first = original._exchange_handle(max_bytes)
                try:
                    whole = make(LIB.bfa_exchange_resolve, handle, first)
                finally:
                    LIB.bfa_exchange_free(first)
                revisit, handle = handle, whole
                LIB.bfa_exchange_free(revisit)
            of = fill(_abi.bfa_exchange_fields, LIB.bfa_exchange_read, handle)
            headers = [(text(LIB.bfa_exchange_header_name(handle, index)), text(LIB.bfa_exchange_header_value(handle, index)))
                       for index in range(of.headers)]  # fmt: skip
            out, found = ctypes.c_void_p(), ctypes.c_void_p()
            call(LIB.bfa_exchange_body, handle, 1, max_bytes, ctypes.byref(out), ctypes.byref(found))
            findings = findings_of(found)
            return Exchange(text(of.url), of.status, text(of.reason), headers, moment_of(of.started), text(of.ip_address),
                            take(out), findings)  # fmt: skip
        finally:
            LIB.bfa_exchange_free(handle)

    def __repr__(self) -> str:
        return f"<bfa.Record {self.type} {self.url}>"


def _record_of(given: Any) -> None:
    if not isinstance(given, Record):
        raise TypeError(f"a Record is wanted, not {type(given).__name__}")


class WarcReader(Handle):
    """Iterates over the records of a WARC or ARC file, of any packing, of a member of a container ("a.wacz!/archive/b.warc.gz"),
    or of a binary stream. Damage is a finding and reading goes on; with `policy="fail"` the first one raises. Regular files are
    unpacked in threads of the library's own, ahead of the records that were taken; `read_ahead=False` leaves that out. A header of
    more than `max_header_bytes` (None: the default) is damage. The headers
    of a regular file may be read up to 256 records ahead while nobody asks for blocks: `findings` and `lost_bytes` are then those
    of the records that were read. One thread at a time reads from it and its records: another one gets RuntimeError meanwhile."""

    _free = "bfa_warc_reader_close"

    def __init__(self, source: Union[StrPath, BinaryIO], policy: str = "warn", check_digests: bool = False, offset: int = 0,
                 read_ahead: bool = True, max_header_bytes: Optional[int] = None):  # fmt: skip
        given = options(_abi.bfa_warc_options)
        if policy not in _POLICIES:
            raise ValueError(f"policy is one of {', '.join(_POLICIES)}")
        given.policy, given.check_digests = _POLICIES[policy], flag(check_digests)
        if max_header_bytes is not None:
            given.max_header_bytes = max_header_bytes
        self._turn = 0
        self._busy = False
        self._stream: Optional[_StreamCallback] = None
        self._quiet, self._needed = 0, _NEVER  # records left unread in a row; so many let headers be read ahead
        self._file = ("", "")  # what opens it again
        self._second: Optional[WarcReader] = None
        self._ready: Iterator[Tuple[Any, ...]] = iter(())  # headers that were read ahead
        self._start, self._texts = 0, b""
        if not isinstance(source, (str, os.PathLike)):
            if not callable(getattr(source, "read", None)):
                raise TypeError(f"a path or a binary stream is wanted, not {type(source).__name__}")
            self._stream = _StreamCallback(source)
            name = encoded(str(getattr(source, "name", "stream")))
            try:
                handle = make(LIB.bfa_warc_reader_open_stream, self._stream.c, None, name, ctypes.byref(given))
            except BfaError as error:
                self._stream.explain(error)
                raise
        else:
            regular = os.path.isfile(source)  # a pipe would be waited for at close()
            given.read_ahead = flag(read_ahead) and int(regular)
            handle = make(LIB.bfa_warc_reader_open, path(source), ctypes.byref(given), offset)
            name_of_file = os.path.abspath(os.fsdecode(source))
            if regular and read_ahead and not check_digests and max_header_bytes is None and not name_of_file.endswith(".open"):  # it will get another name
                self._file, self._needed = (name_of_file, policy), _QUIET
        super().__init__(handle)
        self._out, self._err = ctypes.c_void_p(), ctypes.c_void_p()
        self._record_fields = _abi.bfa_record_fields(ctypes.sizeof(_abi.bfa_record_fields))
        self._next: Any = LIB.bfa_warc_reader_next_fields if self._stream is None else _next_of_stream
        self._arguments = (handle, ctypes.byref(self._out), ctypes.byref(self._record_fields), ctypes.byref(self._err))
        # Of the record that was read last: its offset, and how many records in a row have it (those of a member).
        self._last, self._run = -1, 0
        self._headers: Any = b""  # those that were read ahead
        self._before = (0, -1, 0)  # before them: _turn, _last and _run

    def __iter__(self) -> Iterator[Record]:
        # A generator gives the records of headers that were read ahead faster than a call of __next__ each.
        while True:
            yield from self._of_ready()
            try:
                record = self._read_next()
            except StopIteration:
                return
            if record is not None:
                yield record

    def __next__(self) -> Record:
        while True:
            for record in self._of_ready():
                return record
            made = self._read_next()
            if made is not None:
                return made

    def _of_ready(self) -> Iterator[Record]:
        """The records of the headers that were read ahead and are not taken yet."""
        start, texts = self._start, self._texts
        for header in self._ready:
            made = _new_record(Record)
            begin = header[5] - start
            made._header, made._text, made._handle = header, texts[begin : begin + header[6] + header[8]], None
            made._reader = self
            made._turn = self._turn = self._turn + 1
            yield made

    def _read_next(self) -> Optional[Record]:
        """The next record, or None: headers were read ahead, in _ready. Raises StopIteration at the end."""
        # A call costs more than a header. When many records in a row were left unread, the headers that follow are read in one
        # call; a block that is wanted all the same is read by a second reader (_again).
        if self._handle is None:
            raise ValueError("this WarcReader is closed")
        if self._busy:
            raise RuntimeError(_READING)
        if self._handle._process != os.getpid():
            raise ValueError(FORKED)
        if self._quiet >= self._needed:
            if self._read_batch():
                return None
            raise StopIteration
        self._busy = True  # another thread may run during the call
        try:
            self._turn = turn = self._turn + 1
            failed = self._next(*self._arguments)
            if failed:
                self._raise(error_of(ctypes.c_void_p(self._err.value)))
            handle = self._out.value
            if handle is None:
                if self._stream is not None:
                    self._stream.reraise()
                raise StopIteration
            record = Record(handle, self._record_fields, self, turn)
            if self._needed is not _NEVER:
                self._quiet += 1
                place = record._header[4]
                self._run = self._run + 1 if place == self._last else 1
                self._last = place
                if record._text.startswith(b"ARC/"):  # a record in the middle may be read in another way
                    self._needed = _NEVER
            return record
        finally:
            self._busy = False

    def _read_headers(self, array: Any, most: int) -> Tuple[int, int, bytes]:
        """Fills the array: how many headers, and the address and the text of all."""
        handle, count = self.handle, ctypes.c_size_t()
        if self._busy:
            raise RuntimeError(_READING)
        self._busy = True
        self._turn += 1
        try:
            array[0].struct_size = ctypes.sizeof(_abi.bfa_record_fields)
            call(LIB.bfa_warc_reader_next_batch, handle, most, array, ctypes.byref(count))
            if count.value > 0:
                start, last = array[0].version.data, array[count.value - 1].fields
                return count.value, start, ctypes.string_at(start, last.data + last.size - start)
        except BfaError as error:
            self._raise(error)
        finally:
            self._busy = False
        if self._stream is not None:
            self._stream.reraise()
        return 0, 0, b""

    def _read_batch(self) -> bool:
        """Reads headers ahead. False at the end."""
        # Ctrl-C waits for a call: about 32 MB of the file, by the mean of the records so far.
        most = max(1, min(_BATCH, (32 << 20) * self._turn // max(1, self._last)))
        array = (_abi.bfa_record_fields * most)()
        count, self._start, self._texts = self._read_headers(array, most)
        headers = memoryview(array).cast("B")[: count * _HEADER_SIZE]
        self._ready, self._headers, self._before = _HEADERS(headers), headers, (self._turn, self._last, self._run)
        if count == 0:
            return False
        place, run = _place_in(headers, count - 1), 1
        while run < count and _place_in(headers, count - 1 - run) == place:
            run += 1
        self._run = run + (self._run if run == count and place == self._last else 0)
        self._last = place
        return True

    def _again(self, record: Record) -> Any:
        """The handle of a record whose header was read ahead, of a second reader."""
        before, last, run = self._before
        index = record._turn - before - 1
        place = record._header[4]
        within = 0  # records of the same member before it
        while within < index and _place_in(self._headers, index - 1 - within) == place:
            within += 1
        if within == index and place == last:
            within += run
        self._needed *= 8
        file, policy = self._file
        second = self._second = WarcReader(file, policy, offset=place, read_ahead=False)
        found = next(itertools.islice(second, within, None), None)
        if found is None or found.fields != record.fields:
            raise CorruptError("the file was changed while it was read", file, place)
        return found._handle

    def headers(self, batch: int = 512) -> Iterator["Record"]:
        """The records that follow, without their blocks: for lists and statistics, and faster than iterating over the reader. A
        record's read() raises ValueError; open a reader at its `offset` for that. Up to `batch` records are read at once."""
        if not 0 < batch <= 65536:
            raise ValueError("batch is 1 to 65536")
        for header in self._ready:  # that iterating read ahead
            self._turn += 1
            begin = header[5] - self._start
            yield Record.of_header(header, self._texts[begin : begin + header[6] + header[8]])
        array = (_abi.bfa_record_fields * batch)()
        self._needed = _NEVER  # _last and _run end here
        while True:
            count, start, texts = self._read_headers(array, batch)
            if count == 0:
                return
            for header in _HEADERS(memoryview(array).cast("B")[: count * _HEADER_SIZE]):
                begin = header[5] - start
                yield Record.of_header(header, texts[begin : begin + header[6] + header[8]])

    def _raise(self, error: BfaError) -> None:
        if self._stream is not None:
            self._stream.explain(error)
        raise error

    def close(self) -> None:
        """Frees it. Raises RuntimeError while another thread reads, or in a stream that it reads from."""
        if self._busy:
            raise RuntimeError(_READING)
        self._turn += 1
        for _ in self._ready:  # who iterates gets no more of them
            pass
        super().close()
        if self._second is not None:
            self._second.close()

    @property
    def findings(self) -> List[Finding]:
        return findings_of(make(LIB.bfa_warc_reader_findings, self.handle))

    @property
    def lost_bytes(self) -> int:
        return int(LIB.bfa_warc_reader_lost_bytes(self.handle))


_new_record = Record.__new__


def _next_of_stream(*arguments: Any) -> int:
    with Running():  # it calls back
        return int(LIB.bfa_warc_reader_next_fields(*arguments))


class Segments(Handle):
    """Records that were written in segments (WARC 1.1, section 7), of one or more files. open() gives each whole."""

    _free = "bfa_segments_free"

    def __init__(self, files: Sequence[StrPath]):
        self._turn = self._quiet = 0
        names = paths(files)
        super().__init__(make(LIB.bfa_segments_new))
        for each in names:
            call(LIB.bfa_segments_scan, self.handle, each)

    @property
    def origins(self) -> List[str]:
        """The ids of first segments, without < >."""
        return [text(LIB.bfa_segments_origin(self.handle, index)) for index in range(LIB.bfa_segments_count(self.handle))]

    def open(self, origin: str) -> Record:
        """The joined record. Its block can be read until the next open(); a missing segment raises TruncatedError there."""
        self._turn += 1
        handle = ctypes.c_void_p()
        call(LIB.bfa_segments_open, self.handle, encoded(origin), ctypes.byref(handle))
        fields = fill(_abi.bfa_record_fields, LIB.bfa_record_read, handle)
        return Record(handle.value, fields, self, self._turn)

    @property
    def findings(self) -> List[Finding]:
        """What was odd about the record that was opened last; complete when its block was read."""
        return findings_of(make(LIB.bfa_segments_findings, self.handle))

    def close(self) -> None:
        self._turn += 1
        super().close()


def train_dictionary(samples: Sequence[bytes], max_bytes: int = 112640) -> bytes:
    """A zstd dictionary for records like the samples; b"": too few for a gain."""
    samples = [plain_bytes(each) for each in samples]
    views = (_abi.bfa_view * len(samples))()
    kept = [ctypes.create_string_buffer(each, len(each)) for each in samples]
    for view, each in zip(views, kept):
        view.data, view.size = ctypes.addressof(each), len(each)
    return take(make(LIB.bfa_warc_dictionary, views, len(samples), max_bytes))


class _StreamCallback:
    """Gives the library the bytes of a stream of Python."""

    def __init__(self, stream: Any):
        self._stream = stream
        self.raised: Optional[BaseException] = None
        self.c = _abi.bfa_read_fn(self._read)

    def _read(self, to: int, size: int, got: Any, _user: Any) -> int:
        try:
            if draining():
                raise UnavailableError(ENDING)
            chunk = self._stream.read(size)
            if not isinstance(chunk, (bytes, bytearray, memoryview)) or len(chunk) > size:
                raise TypeError("the stream does not give bytes")
            ctypes.memmove(to, bytes(chunk), len(chunk))
            got[0] = len(chunk)
            return int(_abi.BFA_OK)
        except BaseException as error:  # noqa: B902  the library must not see it
            self.raised = error
            return int(_abi.BFA_IO)

    def explain(self, error: BfaError) -> None:
        """Raises what made the library fail with that error, if it was the stream."""
        self.reraise()
        if "callback" in error.message:
            # It did not begin: a signal's exception came before its first line, and ctypes has printed it.
            raise KeyboardInterrupt from error

    def reraise(self) -> None:
        if self.raised is not None:
            raised, self.raised = self.raised, None
            raise raised


@dataclasses.dataclass(frozen=True)
class Place:
    """Where a record was written."""

    file: str
    offset: int
    length: int
    record_id: str


def _place(of: Any) -> Place:
    return Place(path_of(of.file), of.offset, of.length, text(of.record_id))


class WarcWriter(Handle):
    """Writes the one new file `target`, or with `folder=True` files to a folder. As a context manager it closes the file at the
    end of the block, and drops it when the block raises. One that is never closed drops its file, with a ResourceWarning.
    `dictionary`: of train_dictionary(), for zstd. `max_file_bytes`: in a folder, past this size a new file is begun; None: the default."""

    _free = "bfa_warc_writer_free"

    def __init__(self, target: StrPath, packing: str = "gzip", level: int = 0, folder: bool = False, prefix: str = "bfa",
                 warcinfo: Optional[Mapping[str, str]] = None, dictionary: bytes = b"", max_file_bytes: Optional[int] = None):  # fmt: skip
        given = options(_abi.bfa_warc_write_options)
        if packing not in PACKINGS:
            raise ValueError(f"packing is one of {', '.join(PACKINGS)}")
        given.packing, given.level, given.prefix = PACKINGS[packing], level, optional(prefix)
        if max_file_bytes is not None:
            given.max_file_bytes = max_file_bytes
        dictionary = plain_bytes(dictionary)
        fields = field_array((warcinfo or {}).items())
        given.warcinfo, given.warcinfo_count = fields, len(fields)
        kept = ctypes.create_string_buffer(dictionary, len(dictionary))
        given.dictionary, given.dictionary_size = ctypes.addressof(kept), len(dictionary)
        function = LIB.bfa_warc_writer_open if folder else LIB.bfa_warc_writer_create
        self._target = os.fspath(target)
        self._turn = threading.Lock()  # one thread at a time writes
        super().__init__(make(function, path(target), ctypes.byref(given)))

    def write_record(self, fields: Union[Mapping[str, str], Sequence[Tuple[str, str]]], block: bytes) -> Place:
        """Writes a record of these fields; Content-Length is added. Digests are the caller's."""
        items = list(fields.items()) if isinstance(fields, Mapping) else list(fields)
        block = plain_bytes(block)
        place = _abi.bfa_place(ctypes.sizeof(_abi.bfa_place))
        array = field_array(items)
        self._write(LIB.bfa_warc_writer_record, array, len(array), block, len(block), ctypes.byref(place))
        return _place(place)

    def copy(self, record: Record) -> Place:
        """Copies a record whose block was not read."""
        _record_of(record)
        place = _abi.bfa_place(ctypes.sizeof(_abi.bfa_place))
        handle = record._unread()
        with self._alone():
            try:
                record._reading(lambda: call(LIB.bfa_warc_writer_copy, self.handle, handle, ctypes.byref(place)))
            except BfaError:
                record._used = True  # the writer's errors may come after its first bytes
                raise
        return _place(place)

    def write_exchange(self, url: str, response: bytes, request: bytes = b"", started: Optional[datetime.datetime] = None,
                       ip_address: str = "") -> Place:  # fmt: skip
        """Writes request and response records of raw bytes with their heads; the place is that of the response."""
        request, response = plain_bytes(request), plain_bytes(response)
        place = _abi.bfa_place(ctypes.sizeof(_abi.bfa_place))
        self._write(LIB.bfa_warc_writer_exchange, encoded(url), request, len(request), response, len(response), micros(started),
                    encoded(ip_address), ctypes.byref(place))  # fmt: skip
        return _place(place)

    def sync(self) -> None:
        """Makes the records written so far durable."""
        self._write(LIB.bfa_warc_writer_sync)

    def _write(self, function: Any, *arguments: Any) -> None:
        with self._alone():
            call(function, self.handle, *arguments)

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        if not self._turn.acquire(blocking=False):
            raise RuntimeError(_WRITING)
        try:
            yield
        finally:
            self._turn.release()

    def close(self) -> None:
        """Gives the file its final name. Raises RuntimeError while another thread writes."""
        with self._alone():
            handle, self._handle = self._handle, None
            if handle is not None:
                call(LIB.bfa_warc_writer_close, handle)  # frees it, also when it fails

    def discard(self) -> None:
        """Ends without closing: a new file is removed."""
        super().close()

    def __exit__(self, *exception: object) -> None:
        if exception and exception[0] is not None:
            self.discard()
        else:
            self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", None) is not None:
            self.discard()  # first: the warning may be an error
            warnings.warn(f"a WarcWriter of {self._target!r} was not closed: the file is removed", ResourceWarning, source=self)


@dataclasses.dataclass(frozen=True)
class WarcReport:
    """What a validation found."""

    file: str
    records: int
    digests_ok: int
    digests_bad: int
    lost_bytes: int
    truncated: bool
    corrupt: bool
    spec_violation: bool
    findings: List[Finding] = dataclasses.field(hash=False)

    @property
    def valid(self) -> bool:
        """Whole, by the standard, and with right digests."""
        return not (self.truncated or self.corrupt or self.spec_violation or self.digests_bad or self.lost_bytes)


@lasting
def validate(file: StrPath, threads: int = 1, *, stop: Optional[Stop] = None) -> WarcReport:
    """Reads a whole file and checks framing, mandatory fields and digests. `threads` 0: one a core."""
    ended = stop_of(stop)
    report = long_call(lambda: make(LIB.bfa_warc_validate, path(file), threads, ended.handle), ended)
    try:
        of = fill(_abi.bfa_warc_result, LIB.bfa_warc_report_read, report)
        findings = findings_of(make(LIB.bfa_warc_report_findings, report))
        return WarcReport(path_of(of.file), of.records, of.digests_ok, of.digests_bad, of.lost_bytes, bool(of.truncated),
                          bool(of.corrupt), bool(of.spec_violation), findings)  # fmt: skip
    finally:
        LIB.bfa_warc_report_free(report)


@dataclasses.dataclass(frozen=True)
class Difference:
    """A capture that is in one of two sets of files ("only_a", "only_b"), or differs ("differs")."""

    kind: str
    url: str
    date: str
    digest_a: str
    digest_b: str
    file_a: str
    file_b: str


class Comparison(List[Difference]):
    """The differences, and how many captures there are: `captures_a` and `captures_b` in the sets, `same` in both, `only_a` and
    `only_b` in one, `differing` with other payloads."""

    captures_a = captures_b = same = only_a = only_b = differing = 0


@lasting
def compare_warcs(a: Sequence[StrPath], b: Sequence[StrPath], *, stop: Optional[Stop] = None) -> Comparison:
    """Compares the captures of two sets of files: address, date and payload. Empty: they have the same. Captures that damage hides
    are missing on their side, and nothing is said of damage itself: validate() the files."""
    found = Comparison()

    def visit(pointer: Any) -> None:
        of = pointer[0]
        kind = ("only_a", "only_b", "differs")[of.kind]
        found.append(Difference(kind, text(of.url), text(of.date), text(of.digest_a), text(of.digest_b), path_of(of.file_a),
                                path_of(of.file_b)))  # fmt: skip

    ended = stop_of(stop)
    callback = Callback(_abi.bfa_difference_fn, visit)
    counts = _abi.bfa_warc_comparison(ctypes.sizeof(_abi.bfa_warc_comparison))
    first, second = strings(paths(a)), strings(paths(b))
    long_call(lambda: call(LIB.bfa_warc_compare, *first, *second, callback.c, None, ended.handle, ctypes.byref(counts)), ended)
    callback.reraise()
    for name in ("captures_a", "captures_b", "same", "only_a", "only_b", "differing"):
        setattr(found, name, getattr(counts, name))
    return found


@lasting
def complete_bytes(file: StrPath, *, stop: Optional[Stop] = None) -> int:
    """Where the last complete record of a file ends. Raises CorruptError when complete records follow damage."""
    ended = stop_of(stop)
    return int(long_call(lambda: fill(_abi.bfa_warc_tail, LIB.bfa_warc_check_tail, path(file), ended.handle), ended).kept_bytes)


@lasting
def recover(folder: StrPath) -> List[str]:
    """Cuts each ".open" file of a folder that nobody writes to to its last complete record, and renames it: the new names. An
    archive does this itself."""
    names: List[str] = []

    def visit(pointer: Any) -> None:
        names.append(path_of(pointer[0].file))

    flag = Flag()
    callback = Callback(_abi.bfa_recovery_fn, visit)
    long_call(lambda: call(LIB.bfa_warc_recover, path(folder), callback.c, None), flag)
    callback.reraise()
    return names


def new_record_id() -> str:
    """A random WARC-Record-ID: "<urn:uuid:...>"."""
    return take(make(LIB.bfa_warc_record_id)).decode("ascii")


@dataclasses.dataclass(frozen=True)
class CdxEntry:
    """A capture as an index has it. `line`: as CDXJ."""

    key: str
    timestamp: str
    url: str
    mime: str
    status: str
    digest: str
    filename: str
    offset: Optional[int]
    length: Optional[int]
    line: str


def _entries(run: Callable[[Callback], None]) -> List[CdxEntry]:
    entries: List[CdxEntry] = []

    def visit(pointer: Any) -> None:
        of = pointer[0]
        entries.append(CdxEntry(text(of.key), text(of.timestamp), text(of.url), text(of.mime), text(of.status), text(of.digest),
                                path_of(of.filename), None if of.offset < 0 else of.offset,
                                None if of.length < 0 else of.length, text(of.line)))  # fmt: skip

    flag = Flag()
    callback = Callback(_abi.bfa_cdx_fn, visit, flag)
    long_call(lambda: run(callback), flag)
    callback.reraise()
    return entries


@lasting
def index(file: StrPath) -> List[CdxEntry]:
    """The captures of a WARC or ARC file, in file order. Damage is logged as a warning."""
    found = ctypes.c_void_p()
    entries = _entries(lambda callback: call(LIB.bfa_warc_index, path(file), callback.c, None, ctypes.byref(found)))
    warn_of(os.fsdecode(file), found)
    return entries


@lasting
def find_in_index(file: StrPath, key: str, prefix: bool = False) -> List[CdxEntry]:
    """The captures of a key (surt()) in a sorted index: CDX, CDXJ or ZipNum. With `prefix` also of the keys that begin so."""
    return _entries(lambda callback: call(LIB.bfa_cdx_find, path(file), encoded(key), flag(prefix), callback.c, None))


@lasting
def read_index(file: StrPath) -> List[CdxEntry]:
    """All entries of an index file, in its order: CDX or CDXJ, plain or gzip. Lines that are none are logged as warnings."""
    found = ctypes.c_void_p()
    entries = _entries(lambda callback: call(LIB.bfa_cdx_read, path(file), callback.c, None, ctypes.byref(found)))
    warn_of(os.fsdecode(file), found)
    return entries


__all__ = ["CdxEntry", "Comparison", "Difference", "Exchange", "Place", "Record", "Segments", "WarcReader", "WarcReport", "WarcWriter", "compare_warcs", "complete_bytes",
           "find_in_index", "index", "new_record_id", "read_index", "recover", "train_dictionary", "validate"]  # fmt: skip
