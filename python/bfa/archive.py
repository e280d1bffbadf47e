# SPDX-License-Identifier: Apache-2.0
"""Archives: open, crawl, import, list, look up, check, pack, migrate."""
# mypy: enable-incomplete-feature=Unpack
from __future__ import annotations

import ctypes
import dataclasses
import datetime
import json as json_module
import operator
import os
import pathlib
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple, TypedDict, Union

from . import _abi
from ._core import (LIB, LOGGER, BfaError, Callback, DeniedError, Finding, Handle, InvalidArgumentError, NotFoundError, Pointer,
                    Running, Stop, StrPath, UnavailableError, call, encoded, error_of, fields as field_array, fill, findings_of,
                    flag, known_micros, lasting, log_line, long_call, make, make_error, micros, moment_of, optional, options,
                    path, path_of, paths_or_one, plain_bytes, stop_of, strings, take, text, texts, warn_of)  # fmt: skip
from .objects import Change, Object, Query, Version, changes_of, query_of, versions_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

EventFunction = Callable[[Dict[str, Any]], Optional[bool]]
PACKAGE_FORMS = ("mets", "bag", "eark-sip", "eark-aip", "ocfl", "dspace", "blogforever-2013", "wacz", "warc")
PACKAGE_CONTAINERS = ("dir", "tar", "zip", "7z")
_MODES = {"r": _abi.BFA_ARCHIVE_READ, "w": _abi.BFA_ARCHIVE_WRITE, "a": _abi.BFA_ARCHIVE_CREATE}


@dataclasses.dataclass(frozen=True)
class Blog:
    """A blog of an archive."""

    home: str
    feed: str
    feeds: List[str] = dataclasses.field(hash=False)
    zone: str
    became: str
    moved_to: str
    last_crawl: Optional[datetime.datetime]
    due: Optional[datetime.datetime]
    crawls: int


@dataclasses.dataclass(frozen=True)
class Report:
    """What a crawl or import did for a blog. `json` is all of it, the event "done" of schemas/event.schema.json."""

    blog: str  # its home page
    posts: int  # of `created`
    created: int  # objects that were stored for the first time, also comments and pages
    changed: int  # objects with a new version
    failed: int  # pages that were not answered, could not be read, or were read in part
    requests: int  # of an import: captures that were taken
    interrupted: bool  # by a stop or a callback
    error: Optional[BfaError]  # why the whole blog failed
    failures: List[BfaError] = dataclasses.field(hash=False)  # of single pages, the first 1,000
    json: Dict[str, Any] = dataclasses.field(hash=False)


@dataclasses.dataclass(frozen=True)
class Replay:
    """What an import, a restore or a rebuild did."""

    steps: int  # of a restore or a rebuild: those that were taken again
    captures: int  # that were taken
    skipped: int  # captures of an import that belong to no blog; steps of a rebuild that could not be read
    known: int  # captures that the archive had: same address, date and payload
    lost_objects: int  # of a rebuild: those that `accept_loss` accepted
    reports: List[Report] = dataclasses.field(hash=False)  # of each blog
    findings: List[Finding] = dataclasses.field(hash=False)  # also the captures that could not be read
    restored: int = 0  # packages that an archive was made from
    repeated: int = 0  # of a rebuild: steps whose number came twice, and that have another one now
    repeated_inputs: int = 0  # of an import: inputs that were imported before, and are left out


@dataclasses.dataclass(frozen=True)
class Package:
    """A package that was written. `blog`: the home page; `records`: MARC records, of "wacz" and "warc" WARC records;
    `bytes`: of all files."""

    directory: pathlib.Path  # or the file, of a container
    blog: str
    records: int
    warc_files: int
    bytes: int


@dataclasses.dataclass(frozen=True)
class CheckReport:
    """`result`: "sound", "sampled", "incomplete", "damaged". `problems`, `json`: by schemas/check.schema.json."""

    result: str
    problems: List[Dict[str, Any]] = dataclasses.field(hash=False)
    json: Dict[str, Any] = dataclasses.field(hash=False)


class GivenOptions(TypedDict, total=False):
    """The options of crawls by their names, for those who check types. CrawlOptions says what they are."""

    user_agent: Optional[str]
    from_: Optional[str]
    agent: Optional[str]
    strategy: Optional[str]
    zone: Optional[str]
    proxy: Optional[str]
    ca_file: Optional[str]
    base_url: Optional[str]
    obey_robots: bool
    obey_crawl_delay: bool
    media: bool
    ordered: bool
    allow_private: bool
    comments: bool
    extract: bool
    max_depth: int
    max_pages: int
    max_bytes: int
    threads: int
    delay_ms: int
    timeout_ms: int
    total_timeout_ms: int
    connect_to: Sequence[str]
    feeds: Sequence[str]
    exclude: Sequence[str]
    include: Sequence[str]
    lift: Sequence[str]
    robots_tags: Union[str, int]
    recheck: Union[str, int]
    order: Union[str, int]
    keep_inputs: Union[str, int]


class CrawlOptions:
    """Options of crawls, imports and rebuilds. An unknown name is a TypeError.

    Texts: `user_agent`, `from_` (a contact: who crawls), `agent` (for robots.txt), `strategy`, `zone` (of local times in pages),
    `proxy`, `ca_file`, `base_url` (of imports: the address of a folder). Yes or no: `obey_robots`, `obey_crawl_delay`, `media`,
    `ordered` (reproducible), `allow_private`, `comments`, `extract`. Numbers: `max_depth`, `max_pages` and `max_bytes` (of one
    blog; 0: no limit), `threads` (0: one a core), `delay_ms` (between two requests to one host), `timeout_ms` (without a byte),
    `total_timeout_ms`. Lists of texts: `connect_to`, `feeds`, `exclude`, `include`, `lift`. Names: `robots_tags` ("ignore",
    "archive", "obey"), `recheck` ("due", "all", "none"), `order` ("nearest", "stage", "breadth"), `keep_inputs` (of imports: "no",
    "copies", "links"). bfa/c/crawl.h and `bfa crawl --help` say more of each."""

    _LISTS = ("connect_to", "feeds", "exclude", "include", "lift")
    _NAMES = {"robots_tags": ("ignore", "archive", "obey"), "recheck": ("due", "all", "none"),
              "order": ("nearest", "stage", "breadth"), "keep_inputs": ("no", "copies", "links")}  # fmt: skip
    _HIDDEN = ("struct_size", "on_event", "event_user", "log", "log_user", "stop")

    def __init__(self, **values: Unpack[GivenOptions]):
        self.c = options(_abi.bfa_crawl_options)
        self.c.log = log_line
        self._kept: List[Any] = []
        kinds = dict((field[0], field[1]) for field in _abi.bfa_crawl_options._fields_)
        given: str
        value: Any
        for given, value in values.items():
            name = given.rstrip("_")
            if name in self._HIDDEN or name.endswith("_count") or name not in kinds:
                raise TypeError(f"there is no option {given!r}")
            if name in self._LISTS:
                array, count = strings(texts(value))
                self._kept.append(array)
                setattr(self.c, name, array)
                setattr(self.c, name + "_count", count)
            elif kinds[name] is ctypes.c_char_p:
                setattr(self.c, name, optional(value))
            elif name in self._NAMES and isinstance(value, str):
                if value not in self._NAMES[name]:
                    raise ValueError(f"{given} is one of {', '.join(self._NAMES[name])}")
                setattr(self.c, name, self._NAMES[name].index(value))
            else:
                setattr(self.c, name, operator.index(value))


def _parts(changes: bool, with_text: bool) -> int:
    return (_abi.BFA_TABLE_CHANGES if changes else 0) | (_abi.BFA_TABLE_TEXT if with_text else 0)


def _event_function(on_event: EventFunction) -> Callable[[Any], Optional[bool]]:
    """Gives events as dictionaries by schemas/event.schema.json, and progress as {"event": "progress", ...}."""

    def run(event: Any) -> Optional[bool]:
        fields = fill(_abi.bfa_event_fields, LIB.bfa_event_read, event)
        if fields.kind != _abi.BFA_EVENT_PROGRESS:
            return on_event(json_module.loads(take(make(LIB.bfa_event_to_json, event))))
        return on_event({"event": "progress", "blog": text(fields.blog), "requests": fields.requests, "bytes": fields.bytes,
                         "new": fields.created, "changed": fields.changed, "failed": fields.failed,
                         "queued": fields.queued})  # fmt: skip

    return run


def _reports_of(handle: Any) -> List[Report]:
    """The reports of a list, which is freed."""
    made = []
    try:
        for index in range(LIB.bfa_reports_count(handle)):
            of = fill(_abi.bfa_report, LIB.bfa_reports_at, handle, index)
            error = make_error(of.code, text(of.message), text(of.where)) if of.code else None
            failures = []
            for number in range(of.failures):
                failure = LIB.bfa_reports_failure(handle, index, number)
                failures.append(make_error(LIB.bfa_error_code(failure), LIB.bfa_error_message(failure).decode("utf-8", "replace"),
                                           LIB.bfa_error_where(failure).decode("utf-8", "replace")))  # fmt: skip
                LIB.bfa_error_free(failure)
            whole = json_module.loads(take(make(LIB.bfa_reports_to_json, handle, index)))
            made.append(Report(text(of.blog), of.posts, of.created, of.changed, of.failed, of.requests,
                               bool(of.interrupted), error, failures, whole))  # fmt: skip
    finally:
        LIB.bfa_reports_free(handle)
    return made


class _CrawlCall:
    """The options of one call with its callback and its stop."""

    def __init__(self, given: GivenOptions, on_event: Optional[EventFunction], stop: Optional[Stop]):
        self.options = CrawlOptions(**given)
        self.stop = stop_of(stop)
        self.options.c.stop = self.stop.handle
        self.callback: Optional[Callback] = None
        if on_event is not None:
            self.callback = Callback(_abi.bfa_event_fn, _event_function(on_event), tells=True)
            self.options.c.on_event = self.callback.c

    def run(self, function: Any, *arguments: Any) -> None:
        long_call(lambda: call(function, *arguments), self.stop)
        if self.callback is not None:
            self.callback.reraise()


def _replay(run: _CrawlCall, function: Any, *arguments: Any) -> Replay:
    counts = _abi.bfa_replay(ctypes.sizeof(_abi.bfa_replay))
    reports, findings = ctypes.c_void_p(), ctypes.c_void_p()
    run.run(function, *arguments, ctypes.byref(counts), ctypes.byref(reports), ctypes.byref(findings))
    return Replay(counts.steps, counts.captures, counts.skipped, counts.known, counts.lost_objects, _reports_of(reports),
                  findings_of(findings), 0, counts.repeated, counts.repeated_inputs)  # fmt: skip


@dataclasses.dataclass(frozen=True)
class _Contents:
    """A package that import_() found."""

    path: str
    blog: str
    warcs: List[str] = dataclasses.field(hash=False)
    has_steps: bool


def _packages_at(where: bytes) -> List[_Contents]:
    found = make(LIB.bfa_package_list_find, where)
    try:
        made = []
        for index in range(LIB.bfa_package_list_count(found)):
            of = fill(_abi.bfa_package_contents, LIB.bfa_package_list_at, found, index)
            warcs = [path_of(LIB.bfa_package_list_warc(found, index, number)) for number in range(of.warcs)]
            made.append(_Contents(path_of(of.path), text(of.blog), warcs, bool(of.has_steps)))
        return made
    finally:
        LIB.bfa_package_list_free(found)


def _packages_of(inputs: List[bytes]) -> Tuple[List[_Contents], bool]:
    """The packages of the inputs, and whether there is nothing else."""
    packages, other = [], None
    for each in inputs:
        found = _packages_at(each)
        packages += found
        other = other or (None if found else each)
    if other is not None and any(package.has_steps for package in packages):
        LOGGER.warning("%s is a package and %s is none: the captures of all are imported, and no package is restored",
                       packages[0].path, os.fsdecode(other))  # fmt: skip
    return packages, other is None


def _refuse_damaged(packages: List[_Contents], accept_loss: Optional[int]) -> None:
    """Each container is looked at once; the damages of all are accepted together."""
    damages, first = 0, ""
    accept_loss = None if accept_loss is None else operator.index(accept_loss)
    for where in dict.fromkeys(package.path.partition("!/")[0] for package in packages):
        damages += sum(each["kind"] != "note" for each in check(where, package=True).problems)
        first = first or (where if damages else "")
    if damages and accept_loss != damages:
        raise DeniedError(f"the package is damaged: nothing was written (accept_loss={damages})", first)


def _restore(directory: StrPath, packages: List[bytes], run: _CrawlCall, accept_loss: Optional[int]) -> Replay:
    array, count = strings(packages)
    restored = _abi.bfa_restored(ctypes.sizeof(_abi.bfa_restored))
    loss = -1 if accept_loss is None else operator.index(accept_loss)
    replay = _replay(run, LIB.bfa_restore, path(directory), array, count, ctypes.byref(run.options.c), loss, ctypes.byref(restored))
    return dataclasses.replace(replay, restored=restored.packages)


@lasting
def restore(directory: StrPath, packages: Union[StrPath, Sequence[StrPath]], accept_loss: Optional[int] = None,
            stop: Optional[Stop] = None, **given: Unpack[GivenOptions]) -> Replay:  # fmt: skip
    """Makes an archive from packages of bfa pack or Archive.pack(), or lays packages of what came later on one that was made so.
    `directory`: absent, empty, or such an archive, which nobody has open. `accept_loss`: the number of damages that DeniedError
    named. Raises UnavailableError when the archive has steps of its own."""
    return _restore(directory, paths_or_one(packages), _CrawlCall(given, None, stop), accept_loss)


def _close(handle: Pointer) -> None:
    err = ctypes.c_void_p()
    with Running():
        if LIB.bfa_archive_close(handle, ctypes.byref(err)) != _abi.BFA_OK:
            raise error_of(err)


class Archive(Handle):
    """An archive: a folder. `mode`: "r" reads, "w" writes, "a" writes and makes it when it is absent.

    Reading is thread-safe; crawl(), import_() and close() are not. `warcinfo`: fields for new WARC files, as {"operator": ...};
    `warc_prefix`: of their names, None: "bfa"; `max_warc_bytes`: past this size a new one is begun, None: the default.
    """

    def __init__(self, directory: StrPath, mode: str = "r", warcinfo: Optional[Dict[str, str]] = None,
                 warc_prefix: Optional[str] = None, max_warc_bytes: Optional[int] = None):  # fmt: skip
        if mode not in _MODES:
            raise ValueError("mode is 'r', 'w' or 'a'")
        self.directory = pathlib.Path(directory)
        self._mode, self._warcinfo = mode, dict(warcinfo or {})
        self._warc_prefix, self._max_warc_bytes = warc_prefix, max_warc_bytes
        super().__init__(self._open())

    def __repr__(self) -> str:
        return f"<bfa.Archive {str(self.directory)!r} {'closed' if self.closed else repr(self._mode)}>"

    def _open(self) -> Pointer:
        given = options(_abi.bfa_archive_options)
        given.mode, given.log = _MODES[self._mode], log_line
        given.warcinfo = field_array(self._warcinfo.items())
        given.warcinfo_count = len(self._warcinfo)
        given.warc_prefix = optional(self._warc_prefix)
        if self._max_warc_bytes is not None:
            given.max_warc_bytes = self._max_warc_bytes
        return make(LIB.bfa_archive_open, path(self.directory), ctypes.byref(given))

    def close(self) -> None:
        """Closes it; what was written is then durable, or an exception says that it may not be. While a call works on it, as in a
        callback or another thread, or an iterator over it lives, it is closed when these have ended."""
        handle, self._handle = self._handle, None
        if handle is not None:
            handle.close(_close)

    @property
    def last_step(self) -> int:
        """The number of the last step; 0: none. Tells whether anything arrived."""
        step = ctypes.c_uint64()
        call(LIB.bfa_archive_last_step, self.handle, ctypes.byref(step))
        return step.value

    def blogs(self) -> List[Blog]:
        """The blogs, by their home pages."""
        blogs = make(LIB.bfa_archive_blogs, self.handle)
        made = []
        try:
            for index in range(LIB.bfa_blogs_count(blogs)):
                of = fill(_abi.bfa_blog, LIB.bfa_blogs_at, blogs, index)
                feeds = [text(LIB.bfa_blogs_feed(blogs, index, number)) for number in range(of.feeds)]
                made.append(Blog(text(of.home), text(of.feed), feeds, text(of.zone), text(of.became), text(of.moved_to),
                                 moment_of(of.last_crawl), moment_of(of.due), of.crawls))  # fmt: skip
        finally:
            LIB.bfa_blogs_free(blogs)
        return made

    @lasting
    def crawl(self, urls: Union[str, Sequence[str]], on_event: Optional[EventFunction] = None, stop: Optional[Stop] = None,
              **given: Unpack[GivenOptions]) -> List[Report]:  # fmt: skip
        """Crawls blogs: unknown ones whole, known ones for what is new. Options: those of CrawlOptions; give `from_`, a contact.

        `on_event` gets each event as a dictionary, after it is safe on disk; False ends the crawl. Ctrl-C ends it in order.
        That a blog failed is in its report, not an exception. An archive takes one call that writes at a time: a second crawl() or
        import_(), of another thread or of `on_event`, raises UnavailableError.
        """
        array, count = strings(texts([urls] if isinstance(urls, str) else urls))
        run = _CrawlCall(given, on_event, stop)
        reports = ctypes.c_void_p()
        run.run(LIB.bfa_crawl, self.handle, array, count, ctypes.byref(run.options.c), ctypes.byref(reports))
        return _reports_of(reports)

    @lasting
    def import_(self, inputs: Union[StrPath, Sequence[StrPath]], blogs: Sequence[str] = (),
                on_event: Optional[EventFunction] = None, stop: Optional[Stop] = None,
                accept_loss: Optional[int] = None, **given: Unpack[GivenOptions]) -> Replay:  # fmt: skip
        """Takes captures of any format in, with their own times. `blogs`: home pages; none: found in the captures.

        Packages (METS, BagIt, E-ARK, of Archive.pack() and bfa pack) make an empty archive what it was, with all objects,
        versions and decisions: `Replay.restored` counts them. The archive is closed and opened again for that: nothing else may
        use it, and `on_event` is not called. On an archive with steps of its own their captures are merged by their times. A
        damaged package raises DeniedError with the number of damages, which `accept_loss` accepts.

        An archive takes one call that writes at a time: a second crawl() or import_() raises UnavailableError.
        """
        paths = paths_or_one(inputs)
        homes_of = texts(blogs)
        run = _CrawlCall(given, on_event, stop)
        packages, alone = _packages_of(paths)
        if packages and not alone:
            _refuse_damaged(packages, accept_loss)
        elif packages:
            restored = self._restore(paths, packages, run, accept_loss)
            if restored is not None:
                return restored
            paths = [os.fsencode(warc) for package in packages for warc in package.warcs]
            homes_of += [each for each in {encoded(package.blog) for package in packages if package.blog} if each not in homes_of]
        array, count = strings(paths)
        homes, home_count = strings(homes_of)
        return _replay(run, LIB.bfa_import, self.handle, array, count, homes, home_count, ctypes.byref(run.options.c))

    def _restore(self, paths: List[bytes], packages: List[_Contents], run: _CrawlCall, accept_loss: Optional[int]) -> Optional[Replay]:
        """None: the captures of the packages are to be merged."""
        if self._mode == "r":
            raise InvalidArgumentError("the archive is open for reading only", str(self.directory))
        if not all(package.has_steps for package in packages):
            _refuse_damaged(packages, accept_loss)
            return None
        if self.handle.used:
            raise ValueError("the archive is in use by an iterator, a callback or another thread: packages cannot be restored")
        self.close()
        try:
            return _restore(self.directory, paths, run, accept_loss)
        except UnavailableError:
            if run.stop.requested:
                raise
            LOGGER.warning("%s: the captures of the packages are merged and read anew: it has captures of its own, or a package of "
                           "one object is not alone", self.directory)
            return None
        finally:
            self._handle = self._open()

    def objects(self, **query: Unpack[Query]) -> Iterator[Object]:
        """The objects in the order of their keys. `kind`, `host`, `url`, `at`, `first_seen_after`, `changed_after`,
        `heads_only` (without texts, fast), `blog` (its address; `host`: all blogs of the host) limit them. Raises
        NotFoundError for a blog that the archive does not have."""
        wanted = query_of(**query)
        cursor = make(LIB.bfa_archive_objects, self.handle, ctypes.byref(wanted))
        try:
            while not self.closed:
                each = make(LIB.bfa_objects_next, cursor)
                if not each:
                    return
                yield Object(each)
            raise ValueError("the archive was closed while its objects were read")
        finally:
            LIB.bfa_objects_free(cursor)

    def __iter__(self) -> Iterator[Object]:
        return self.objects()

    def find(self, url: str) -> Object:
        """The object with that address, also after it moved. Raises NotFoundError."""
        return self._object(make(LIB.bfa_archive_find, self.handle, encoded(url)))

    def get(self, key: bytes) -> Object:
        """The object with that key."""
        key = plain_bytes(key)
        return self._object(make(LIB.bfa_archive_object, self.handle, key, len(key)))

    def _object(self, handle: Any) -> Object:
        try:
            return Object(handle)
        finally:
            LIB.bfa_object_free(handle)

    def _key(self, which: Union[Object, bytes, str]) -> bytes:
        if isinstance(which, str):
            return self.find(which).key
        return which.key if isinstance(which, Object) else plain_bytes(which)

    def versions(self, which: Union[Object, bytes, str]) -> List[Version]:
        """All versions of an object, by itself, its key or its address; oldest first."""
        key = self._key(which)
        return versions_of(make(LIB.bfa_archive_versions, self.handle, key, len(key)))

    def version_at(self, which: Union[Object, bytes, str], at: datetime.datetime) -> Optional[Version]:
        """The version that held at a time; None: it was not seen yet."""
        key = self._key(which)
        self.get(key)  # raises for an object that is not there
        try:
            return versions_of(make(LIB.bfa_archive_version_at, self.handle, key, len(key), known_micros(at)))[0]
        except NotFoundError:
            return None

    def changes(self, which: Union[Object, bytes, str]) -> List[Change]:
        """What changed, one for each version but the first."""
        key = self._key(which)
        return changes_of(make(LIB.bfa_archive_changes, self.handle, key, len(key)))

    def comments(self, post_url: str) -> List[Object]:
        """The comments of a post, by its address."""
        comments = make(LIB.bfa_archive_comments, self.handle, encoded(post_url))
        try:
            return [Object(LIB.bfa_object_list_at(comments, index)) for index in range(LIB.bfa_object_list_count(comments))]
        finally:
            LIB.bfa_object_list_free(comments)

    def body(self, capture: int, decoded: bool = True, max_bytes: int = 64 << 20) -> bytes:
        """The body of a capture (Version.capture). A body that cannot be decoded whole is logged as a warning."""
        out, findings = ctypes.c_void_p(), ctypes.c_void_p()
        call(LIB.bfa_archive_body, self.handle, capture, flag(decoded), max_bytes, ctypes.byref(out), ctypes.byref(findings))
        warn_of(f"capture {capture}", findings)
        return take(out)

    @lasting
    def columns(self, changes: bool = False, with_text: bool = False, stop: Optional[Stop] = None,
                **query: Unpack[Query]) -> Dict[str, List[Any]]:  # fmt: skip
        """All versions as lists by column, a row a version; objects() has the limits. Times are integers: microseconds since
        1970 in UTC, or None. `changes`: also `verdict`, `similarity`, `reasons`; computing them takes most of the time."""
        from .tables import read_columns

        return read_columns(self, _parts(changes, with_text), stop, query)

    @lasting
    def frame(self, changes: bool = True, with_text: bool = False, **query: Unpack[Query]) -> Any:
        """All versions as a pandas.DataFrame, a row a version; times are datetime64[ns, UTC]. Needs pandas."""
        from .tables import read_frame

        return read_frame(self, _parts(changes, with_text), query)

    @lasting
    def pack(self, output: Optional[StrPath] = None, url: Optional[str] = None, catalogue: bool = False,
             personal_data: bool = False, copy_warc: bool = True, form: str = "mets", into: str = "dir",
             latest_only: bool = False, since: Optional[datetime.datetime] = None, before: Optional[str] = None,
             earlier: Optional[StrPath] = None,
             organisation: Optional[str] = None, organisation_code: Optional[str] = None,
             organisation_address: Optional[str] = None, operator: Optional[str] = None, rights: Optional[str] = None,
             places: Optional[StrPath] = None, links: bool = False, pack_records: bool = True,
             time: Optional[datetime.datetime] = None, threads: int = 1, stop: Optional[Stop] = None) -> List[Package]:  # fmt: skip
        """Writes a package for each blog, of an archive that is open with "r". `form`: "mets" (METS, MARCXML, PREMIS), "bag",
        "eark-sip", "eark-aip", "ocfl", "dspace", "blogforever-2013", "wacz", "warc"; `into`: "dir", "tar", "zip", "7z".
        `since`: only what came then or later, and `before` the name of the package that this one continues. `earlier`, in
        place of these: a package, or a folder with packages, of an earlier call; only what they do not have.
        `organisation` to `rights`: who keeps the archive, as you state it. `places`: an .mmdb file. `pack_records`: MARC records
        as one packed file, else as XML. `time`: when the package says that it was made; equal times give equal bytes.
        `threads`: packages that are written at once; 0: one a core, at most 4. Ctrl-C and `stop` end it with UnavailableError:
        packages that were finished are whole."""
        given = options(_abi.bfa_pack_options)
        if form not in PACKAGE_FORMS or into not in PACKAGE_CONTAINERS:
            raise ValueError(f"form is one of {', '.join(PACKAGE_FORMS)}, into one of {', '.join(PACKAGE_CONTAINERS)}")
        given.form, given.into = PACKAGE_FORMS.index(form), PACKAGE_CONTAINERS.index(into)
        given.latest_only, given.since, given.before = flag(latest_only), micros(since), optional(before)
        given.organisation, given.organisation_code = optional(organisation), optional(organisation_code)
        given.organisation_address, given.operator_name = optional(organisation_address), optional(operator)
        given.rights, given.places = optional(rights), None if places is None else path(places)
        given.earlier = None if earlier is None else path(earlier)
        given.links, given.pack_records, given.time = flag(links), flag(pack_records), micros(time)
        given.output_directory = None if output is None else path(output)
        given.url, given.catalogue, given.personal_data = optional(url), flag(catalogue), flag(personal_data)
        given.copy_warc, given.log = flag(copy_warc), log_line
        ended = stop_of(stop)
        given.threads, given.stop = threads, ended.handle
        packages = long_call(lambda: make(LIB.bfa_pack, self.handle, ctypes.byref(given)), ended)
        made = []
        try:
            for index in range(LIB.bfa_packages_count(packages)):
                of = fill(_abi.bfa_package, LIB.bfa_packages_at, packages, index)
                made.append(Package(pathlib.Path(path_of(of.directory)), text(of.blog), of.records, of.warc_files, of.bytes))
        finally:
            LIB.bfa_packages_free(packages)
        return made


@lasting
def rebuild(directory: StrPath, accept_loss: Optional[int] = None, on_event: Optional[EventFunction] = None,
            stop: Optional[Stop] = None, **given: Unpack[GivenOptions]) -> Replay:  # fmt: skip
    """Makes the store of an archive again from its WARC files. Raises DeniedError with the number when objects would be lost;
    `accept_loss` is that number."""
    run = _CrawlCall(given, on_event, stop)
    loss = -1 if accept_loss is None else accept_loss
    return _replay(run, LIB.bfa_rebuild, path(directory), ctypes.byref(run.options.c), loss)


@lasting
@dataclasses.dataclass(frozen=True)
class Affected:
    """A capture or an object that a problem of a check is about: `id` and `file` are those of the problem."""

    id: str
    file: str
    is_object: bool
    url: str
    time: Optional[datetime.datetime]  # of the capture; of the version


def check(directory: StrPath, package: bool = False, on_progress: Optional[Callable[[str, int, int], Optional[bool]]] = None,
          stop: Optional[Stop] = None, *, read_data: Optional[bool] = None, digests: Optional[bool] = None,
          packages: Optional[bool] = None, record: Optional[bool] = None, sample: Optional[float] = None,
          seed: Optional[int] = None, threads: Optional[int] = None,
          on_affected: Optional[Callable[[Affected], Optional[bool]]] = None) -> CheckReport:  # fmt: skip
    """Looks whether an archive, or with `package` a package or bag, is whole. `read_data`: all bytes of WARC files and packages,
    and each record; `digests`: all bytes, digests only; `packages`: those in packages/; `record`: the result is stored in the
    archive, where it may be written to; `sample`: in percent, above 0, and `seed`, 0: others each time; `threads` 0: one a core.
    None: the default. `on_affected` is called with each capture and object that a damage affects, when the check ends; the report
    has their numbers. Damage is in the report, no exception. A check that was stopped is "incomplete"."""
    settings = options(_abi.bfa_check_options)
    for name, value in (("read_data", read_data), ("digests", digests), ("packages", packages), ("record", record),
                        ("seed", seed), ("threads", threads)):  # fmt: skip
        if value is not None:
            setattr(settings, name, operator.index(value))
    if sample is not None:
        settings.sample = sample
    stop = stop_of(stop)
    settings.stop = stop.handle
    callbacks = []
    if on_progress is not None:
        told = on_progress
        callbacks.append(Callback(_abi.bfa_check_progress_fn, lambda p: told(text(p[0].doing), p[0].done, p[0].all), tells=True))
        settings.on_progress = callbacks[-1].c
    if on_affected is not None:
        tell = on_affected
        callbacks.append(Callback(_abi.bfa_affected_fn, lambda a: tell(Affected(
            text(a[0].id), text(a[0].file), bool(a[0].is_object), text(a[0].url), moment_of(a[0].time)))))  # fmt: skip
        settings.on_affected = callbacks[-1].c
    function = LIB.bfa_check_package if package else LIB.bfa_check_archive
    report = long_call(lambda: make(function, path(directory), ctypes.byref(settings)), stop)
    try:
        for callback in callbacks:
            callback.reraise()
        lines = [json_module.loads(line) for line in take(make(LIB.bfa_check_report_to_json, report)).splitlines()]
    finally:
        LIB.bfa_check_report_free(report)
    return CheckReport(lines[-1]["result"], lines[:-1], lines[-1])


__all__ = ["Affected", "Archive", "Blog", "CheckReport", "CrawlOptions", "Package", "Replay", "Report", "check", "rebuild"]
