# SPDX-License-Identifier: Apache-2.0
"""How the package calls the library: errors, texts, times, handles, callbacks, and calls that last."""
from __future__ import annotations

import _thread
import atexit
import contextlib
import ctypes
import dataclasses
import datetime
import functools
import logging
import operator
import os
import pathlib
import signal
import threading
import time
import weakref
from typing import Any, Callable, Dict, Iterable, List, NoReturn, Optional, Sequence, Tuple, Type, TypeVar, Union, cast

from . import _abi

StrPath = Union[str, "os.PathLike[str]"]
LOGGER = logging.getLogger("bfa")
_LEVELS = (logging.DEBUG, logging.INFO, logging.WARNING, logging.ERROR)
_UTC = datetime.timezone.utc
_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=_UTC)
_MICROSECOND = datetime.timedelta(microseconds=1)


def _load() -> ctypes.CDLL:
    """$BFA_LIBRARY; the library inside of the package (wheels); the loader's path."""
    inside = pathlib.Path(__file__).parent / "libbfa.so.0"
    named = os.environ.get("BFA_LIBRARY")
    names = [named] if named else [*([str(inside)] if inside.exists() else []), "libbfa.so.0", "libbfa.so"]
    reasons = []
    for name in names:
        try:
            return ctypes.CDLL(name)
        except OSError as error:
            reasons.append(f"{name}: {error}")
    raise ImportError("libbfa was not found; set BFA_LIBRARY or LD_LIBRARY_PATH. " + "; ".join(reasons))


LIB = _load()
for _name, (_result, _parameters) in _abi.FUNCTIONS.items():
    try:
        _function = getattr(LIB, _name)
    except AttributeError:
        raise ImportError(f"libbfa has no {_name}: it is older than this package") from None
    _function.restype, _function.argtypes = _result, _parameters


class BfaError(Exception):
    """Why a call failed. `code` is a stable name; `where` a file, URL or key; `offset` in bytes, or None."""

    code = "internal"

    def __init__(self, message: str, where: str = "", offset: Optional[int] = None):
        super().__init__(message)
        self.message, self.where, self.offset = message, where, offset

    def __str__(self) -> str:
        place = self.where if self.offset is None or not self.where else f"{self.where}:{self.offset}"
        return f"{place}: {self.message} ({self.code})" if place else f"{self.message} ({self.code})"


class InvalidArgumentError(BfaError, ValueError):
    """The call has to be changed."""

    code = "invalid_argument"


class NotFoundError(BfaError, LookupError):
    """It is not there; often not an error."""

    code = "not_found"


class CorruptError(BfaError):
    """This item cannot be read; the others may."""

    code = "corrupt"


class TruncatedError(BfaError):
    """This item ends too early."""

    code = "truncated"


class UnsupportedError(BfaError):
    """A form that this version cannot read."""

    code = "unsupported"


class LimitError(BfaError):
    """A size, depth or time limit was reached."""

    code = "limit"


class UnavailableError(BfaError):
    """Transient, locked, or stopped: try again."""

    code = "unavailable"


class DeniedError(BfaError):
    """Refused by robots.txt or policy: do not try again."""

    code = "denied"


class DiskError(BfaError):
    """The local disk or memory failed."""

    code = "io"


class InternalError(BfaError):
    """A defect of libbfa."""

    code = "internal"


_ERRORS: Sequence[Type[BfaError]] = (
    BfaError, InvalidArgumentError, NotFoundError, CorruptError, TruncatedError, UnsupportedError, LimitError,
    UnavailableError, DeniedError, DiskError, InternalError,
)  # fmt: skip


def make_error(code: int, message: str, where: str, offset: int = -1) -> BfaError:
    return _ERRORS[code](message, where, None if offset < 0 else offset)


def error_of(err: Any) -> BfaError:
    """The exception of an error handle, which is freed."""
    try:
        return make_error(
            LIB.bfa_error_code(err),
            LIB.bfa_error_message(err).decode("utf-8", "replace"),
            LIB.bfa_error_where(err).decode("utf-8", "replace"),
            LIB.bfa_error_offset(err),
        )
    finally:
        LIB.bfa_error_free(err)


FORKED = "the handle belongs to the process that was forked: open it anew in this one"
_LIVES = threading.RLock()  # of all pointers: collecting one may happen in the middle of another's change


class Pointer(ctypes.c_void_p):
    """A handle of the library. Calls that got it keep it alive, and so do the handles that were made from it: one that is
    closed meanwhile, by a callback or in another thread, is freed when the last of them has ended. It belongs to the process
    that made it: after a fork the child can neither use nor free it, because the library's threads and files are the parent's."""

    def __init__(self, value: Optional[int] = None):
        super().__init__(value)
        self._users = 0
        self._closed = False
        self._process = os.getpid()
        self._free: Optional[Callable[["Pointer"], None]] = None  # what is left to be called
        self._parents: List["Pointer"] = []

    def enter(self) -> None:
        with _LIVES:
            if self._closed:
                raise ValueError("the handle is closed")
            if self._process != os.getpid():
                raise ValueError(FORKED)
            self._users += 1

    @property
    def used(self) -> bool:
        with _LIVES:
            return self._users > 0

    def leave(self) -> None:
        with _LIVES:
            self._users -= 1
            free = self._free if self._users == 0 else None
        if free is not None and self._process == os.getpid():
            free(self)

    def close(self, free: Callable[["Pointer"], None]) -> None:
        with _LIVES:
            self._closed = True
            if self._users > 0:
                self._free = free
                return
        if self._process == os.getpid():
            free(self)

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise TypeError("a handle of the library can neither be copied nor pickled")

    def stands_on(self, parents: List["Pointer"]) -> None:
        for parent in parents:
            parent.enter()
            self._parents.append(parent)

    def __del__(self) -> None:
        for parent in getattr(self, "_parents", ()):
            parent.leave()


ENDING = "the interpreter ends: the library takes no calls of other threads than the main one any more"
_PATIENCE = 30.0  # seconds that the end of the interpreter waits for calls that were asked to stop
# The threads that are in the library, by their numbers, and what asks their calls to stop.
_RUNNING: Dict[int, List[Callable[[], object]]] = {}
STOPPED_AT_THE_END: "weakref.WeakSet[Any]" = weakref.WeakSet()  # what has threads of its own: it has a stop()
_ended = False  # no calls begin any more
_draining = False  # those that run are waited for


class Running:
    """What a thread does in the library, until the end of the block. _end_calls() waits for it, and no thread begins after that.

    A callback of a call that still runs when the interpreter is taken down would end the process: Python ends the thread when
    it asks for the GIL, by an exception that C++ cannot pass on. `stop` asks the call to end."""

    __slots__ = ("_stop", "_stops", "_thread")

    def __init__(self, stop: Optional[Callable[[], object]] = None):
        self._stop = stop

    def __enter__(self) -> None:
        self._thread = threading.get_ident()
        stops = _RUNNING.get(self._thread)
        if stops is None:
            _RUNNING[self._thread] = stops = []
            if _ended and threading.current_thread() is not threading.main_thread():
                del _RUNNING[self._thread]
                raise UnavailableError(ENDING)
        stops.append(self._stop or _nothing)
        self._stops = stops

    def __exit__(self, *exception: object) -> None:
        self._stops.pop()
        if not self._stops:
            _RUNNING.pop(self._thread, None)


def _nothing() -> None:
    pass


def draining() -> bool:
    """Whether calls are to end because the interpreter does."""
    return _draining


_Function = TypeVar("_Function", bound=Callable[..., Any])


def lasting(function: _Function) -> _Function:
    """Of functions with a long call: what it made may still be read when the interpreter ends meanwhile."""

    @functools.wraps(function)
    def run(*arguments: Any, **named: Any) -> Any:
        with Running():
            return function(*arguments, **named)

    return cast(_Function, run)


def _end_calls() -> None:
    """Before the interpreter is taken down: asks the calls of daemon threads to stop, and waits until they did. Those of other
    threads have ended: Python waits for them first."""
    global _ended, _draining
    _ended = _draining = True
    for each in list(STOPPED_AT_THE_END):
        with contextlib.suppress(BfaError, ValueError):  # it was closed
            each.stop()
    until = time.monotonic() + _PATIENCE
    while True:
        others = [stops for thread, stops in list(_RUNNING.items()) if thread != threading.get_ident()]
        if not others:
            break
        if time.monotonic() > until:
            LOGGER.warning("calls of %d threads did not end within %d seconds", len(others), _PATIENCE)
            return
        for stop in [each for stops in others for each in list(stops)]:
            stop()
        time.sleep(0.01)
    _draining = False


def _forget_threads() -> None:
    """A forked process has no threads but the one that forked."""
    mine = threading.get_ident()
    for thread in [each for each in _RUNNING if each != mine]:
        del _RUNNING[thread]
    STOPPED_AT_THE_END.clear()


# After threading's own end, which waits for threads that are no daemons.
atexit.register(_end_calls)
os.register_at_fork(after_in_child=_forget_threads)


def call(function: Any, *arguments: Any) -> None:
    """Calls a function whose last parameter is the error; raises what it says."""
    with Running():
        _call(function, arguments)


_NUMBERS = frozenset((ctypes.c_int32, ctypes.c_uint32, ctypes.c_int64, ctypes.c_uint64, ctypes.c_size_t))


def _call(function: Any, arguments: Tuple[Any, ...]) -> None:
    used = []
    try:
        given: List[Any] = []
        for kind, each in zip(function.argtypes, arguments):
            if isinstance(each, Pointer):
                each.enter()
                used.append(each)
            elif kind in _NUMBERS:
                each = operator.index(each)
                if kind(each).value != each:  # ctypes would cut it
                    raise ValueError(f"{each} is out of range")
            given.append(each)
        err = ctypes.c_void_p()
        if function(*given, ctypes.byref(err)) != _abi.BFA_OK:
            raise error_of(err)
    except ctypes.ArgumentError as error:
        raise TypeError(str(error)) from None
    finally:
        for each in used:
            each.leave()


def make(function: Any, *arguments: Any) -> Pointer:
    """Calls a function whose last parameters are the handle to make and the error."""
    out = Pointer()
    parents = [each for each in arguments if isinstance(each, Pointer)]
    out.stands_on(parents)
    call(function, *arguments, ctypes.byref(out))
    return out


def fill(structure: Type[ctypes.Structure], function: Any, *arguments: Any) -> Any:
    """A structure that a function fills."""
    made = structure(ctypes.sizeof(structure))
    call(function, *arguments, ctypes.byref(made))
    return made


def options(structure: Type[ctypes.Structure]) -> Any:
    """A structure of options with its defaults."""
    made = structure()
    init = getattr(LIB, structure.__name__ + "_init")
    if init(ctypes.byref(made), ctypes.sizeof(structure)) != _abi.BFA_OK:
        raise ImportError(f"this libbfa knows another {structure.__name__}")
    return made


def data(view: Any) -> bytes:
    return ctypes.string_at(view.data, view.size)


def text(view: Any) -> str:
    return ctypes.string_at(view.data, view.size).decode("utf-8", "replace")


def path_of(view: Any) -> str:
    """A path as os gives it: with its bytes, whatever they are, so that the file is found."""
    return os.fsdecode(data(view))


def take(string: Any) -> bytes:
    """The bytes of a string, which is freed."""
    try:
        return data(LIB.bfa_string_view(string))
    finally:
        LIB.bfa_string_free(string)


def encoded(value: str) -> bytes:
    """What a `const char*` parameter gets. C text ends at NUL: one inside would cut it."""
    if not isinstance(value, str):
        raise TypeError(f"a text is wanted, not {type(value).__name__}")
    made = value.encode("utf-8", "surrogateescape")
    if b"\0" in made:
        raise ValueError("the text has a NUL character")
    return made


def optional(value: Optional[str]) -> Optional[bytes]:
    """As encoded(), where the parameter may be NULL."""
    return None if value is None else encoded(value)


def sized_text(value: str) -> bytes:
    """A text that is given with its size."""
    if not isinstance(value, str):
        raise TypeError(f"a text is wanted, not {type(value).__name__}")
    return value.encode("utf-8", "replace")


def flag(value: Any) -> int:
    """What a parameter that is 0 or 1 gets."""
    return int(operator.index(value) != 0)


def plain_bytes(value: Any) -> bytes:
    """What is given for bytes: those, or an object that holds some."""
    if isinstance(value, bytes):
        return value
    if isinstance(value, (bytearray, memoryview)):
        return bytes(value)
    raise TypeError(f"bytes are wanted, not {type(value).__name__}")


def path(value: StrPath) -> bytes:
    made = os.fsencode(value)
    if b"\0" in made:
        raise ValueError("the path has a NUL character")
    return made


def fields(items: Iterable[Tuple[str, str]]) -> Any:
    """An array of named values."""
    kept: Any = [(encoded(name), encoded(value)) for name, value in items]
    return (_abi.bfa_field * len(kept))(*kept)


def strings(values: Iterable[bytes]) -> Any:
    """An array for a list parameter, and its length."""
    items = list(values)
    return (ctypes.c_char_p * len(items))(*items), len(items)


def texts(values: Union[str, Iterable[str]]) -> List[bytes]:
    if isinstance(values, str):
        raise TypeError("a list of texts is wanted, not one text")
    return [encoded(each) for each in values]


def paths(values: Iterable[StrPath]) -> List[bytes]:
    if isinstance(values, (str, bytes, os.PathLike)):
        raise TypeError("a list of paths is wanted, not one path")
    return [path(each) for each in values]


def paths_or_one(values: Union[StrPath, Iterable[StrPath]]) -> List[bytes]:
    return [path(values)] if isinstance(values, (str, os.PathLike)) else paths(values)


def micros(moment: Optional[datetime.datetime]) -> int:
    """A time for the library; None is "not known". Times need a zone."""
    return _abi.BFA_NO_TIME if moment is None else known_micros(moment)


def known_micros(moment: datetime.datetime) -> int:
    if not isinstance(moment, datetime.datetime):
        raise TypeError(f"a datetime is wanted, not {type(moment).__name__}")
    if moment.tzinfo is None:
        raise ValueError("the time has no zone: use datetime.timezone.utc or another one")
    return (moment - _EPOCH) // _MICROSECOND


def moment_of(value: int) -> Optional[datetime.datetime]:
    """None: not known, or not within the years of datetime."""
    if value == _abi.BFA_NO_TIME:
        return None
    try:
        return _EPOCH + datetime.timedelta(microseconds=value)
    except OverflowError:
        return None


_PRECISIONS = ("", "year", "month", "day", "local", "instant")


@functools.total_ordering
@dataclasses.dataclass(frozen=True)
class Date:
    """A date as its source gives it. `precision`: "year", "month", "day", "local" (no zone is known), "instant".

    `datetime` of an instant has a zone, that of the others has none and is the start of the year, month or day. In order, they
    count as UTC, and what is less precise comes first.
    """

    datetime: datetime.datetime
    precision: str

    def __lt__(self, other: Any) -> bool:
        if not isinstance(other, Date):
            return NotImplemented
        return bool(self._order() < other._order())

    def _order(self) -> Tuple[Any, int]:
        moment = self.datetime
        return moment if moment.tzinfo else moment.replace(tzinfo=_UTC), _PRECISIONS.index(self.precision)

    def __str__(self) -> str:
        if self.precision == "instant":
            return self.datetime.isoformat().replace("+00:00", "Z")
        length = {"year": 4, "month": 7, "day": 10, "local": 19}[self.precision]
        return self.datetime.isoformat()[:length]


def date_of(value: Any) -> Optional[Date]:
    utc = moment_of(value.utc) if value.precision else None
    if utc is None:
        return None
    precision = _PRECISIONS[value.precision]
    if precision != "instant":
        return Date(utc.replace(tzinfo=None), precision)
    if value.offset_minutes and abs(value.offset_minutes) < 24 * 60:  # Python knows no others
        utc = utc.astimezone(datetime.timezone(datetime.timedelta(minutes=value.offset_minutes)))
    return Date(utc, precision)


@dataclasses.dataclass(frozen=True)
class Finding:
    """Damage that was survived, or a fact that an archive should record."""

    code: str
    id: str
    message: str
    where: str
    offset: Optional[int]


def findings_of(handle: Any) -> List[Finding]:
    """The findings of a list, which is freed."""
    found = []
    try:
        for index in range(LIB.bfa_findings_count(handle)):
            each = fill(_abi.bfa_finding, LIB.bfa_findings_at, handle, index)
            code = LIB.bfa_code_name(each.code).decode()
            offset = None if each.offset < 0 else each.offset
            found.append(Finding(code, text(each.id), text(each.message), text(each.where), offset))
    finally:
        LIB.bfa_findings_free(handle)
    return found


def warn_of(subject: str, handle: Any) -> None:
    """Logs the findings of a list, which is freed, as warnings: for functions whose result has no place for them."""
    for each in findings_of(handle):
        place = "" if each.where in ("", subject) else f": {each.where}"
        if each.offset is not None:
            place += f":{each.offset}"
        LOGGER.warning("%s%s: %s (%s)", subject, place, each.message, each.id)


_Self = TypeVar("_Self", bound="Handle")


class Handle:
    """Owns a handle of the library: a context manager that frees it. A closed one raises ValueError. It can neither be copied
    nor pickled."""

    _free: str = ""

    def __init__(self, handle: ctypes.c_void_p):
        self._handle: Optional[Pointer] = handle if isinstance(handle, Pointer) else Pointer(handle.value)

    @property
    def handle(self) -> Pointer:
        if self._handle is None:
            raise ValueError(f"this {type(self).__name__} is closed")
        return self._handle

    @property
    def closed(self) -> bool:
        return self._handle is None

    def close(self) -> None:
        """Frees it, after the calls that use it; a second call does nothing."""
        handle, self._handle = self._handle, None
        if handle is not None:
            handle.close(getattr(LIB, self._free))

    def __enter__(self: _Self) -> _Self:
        if self._handle is None:
            raise ValueError(f"this {type(self).__name__} is closed")
        return self

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise TypeError(f"a {type(self).__name__} can neither be copied nor pickled")

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __del__(self) -> None:
        try:
            if getattr(self, "_handle", None) is not None:
                self.close()
        except KeyboardInterrupt:  # Python would drop it here: it is raised again outside
            _thread.interrupt_main()


class Stop(Handle):
    """Ends long calls that got it. request() may be called from any thread."""

    _free = "bfa_stop_free"

    def __init__(self) -> None:
        super().__init__(make(LIB.bfa_stop_new))

    def request(self) -> None:
        """Asks the calls to end; they do it soon, in order."""
        LIB.bfa_stop_request(self.handle)

    @property
    def requested(self) -> bool:
        return bool(LIB.bfa_stop_requested(self.handle))


def stop_of(given: Optional[Stop]) -> Stop:
    if given is not None and not isinstance(given, Stop):
        raise TypeError(f"a Stop is wanted, not {type(given).__name__}")
    return given or Stop()


class Flag:
    """Asks a call to end at its next callback, where the library has no stop for it."""

    requested = False

    def request(self) -> None:
        self.requested = True


class Callback:
    """A Python function that the library calls. What it raises ends the call, which then raises it; `stop` ends it too.

    A call with callbacks runs by long_call(), not in the main thread: there a signal's exception would be raised when a callback
    begins, before its first line, where ctypes only prints it. `tells`: the call says itself that it was stopped."""

    def __init__(self, kind: Any, function: Callable[..., Optional[bool]], stop: Optional[Flag] = None, tells: bool = False):
        self.raised: Optional[BaseException] = None
        self._function, self._stop, self._tells = function, stop, tells
        self.c = kind(self._run)

    def _run(self, *arguments: Any) -> int:
        try:
            if _draining and not self._tells:
                raise UnavailableError(ENDING)
            if _draining or (self._stop is not None and self._stop.requested):
                return _abi.BFA_STOP
            answer = self._function(*arguments[:-1])  # without `user`
        except BaseException as error:  # noqa: B902  the library must not see it
            self.raised = error
            return _abi.BFA_STOP
        return _abi.BFA_STOP if answer is False else _abi.BFA_OK

    def reraise(self) -> None:
        if self.raised is not None:
            raised, self.raised = self.raised, None
            raise raised


def _log_line(level: int, line: Any, _user: Any) -> None:
    number = _LEVELS[min(max(level, 0), 3)]
    if LOGGER.isEnabledFor(number):
        LOGGER.log(number, "%s", text(line))


log_line = _abi.bfa_log_fn(_log_line)  # the log hook of all calls: the logger "bfa"


def long_call(function: Callable[[], Any], stop: Union[Stop, Flag]) -> Any:
    """Runs a call that lasts in a thread, so that the main thread sees signals: at Ctrl-C it asks the call to stop, waits
    until it did, and raises KeyboardInterrupt. In other threads than the main one the call runs where it is.

    While the call runs, Python's own handler of SIGINT is replaced by one that only takes note: an exception that is raised
    inside of a destructor or a weak reference's callback would be lost. A handler of the program's own stays."""
    if not isinstance(stop, Stop):
        return _long_call(lambda: _noted(function, stop.request), stop)
    handle = stop.handle
    handle.enter()  # its owner may close it while the call looks at it
    try:
        return _long_call(lambda: _noted(function, lambda: LIB.bfa_stop_request(handle)), stop)
    finally:
        handle.leave()


def _noted(function: Callable[[], Any], stop: Callable[[], object]) -> Any:
    with Running(stop):
        return function()


def _long_call(function: Callable[[], Any], stop: Union[Stop, Flag]) -> Any:
    if threading.current_thread() is not threading.main_thread() or _ended:  # it begins no threads at its end
        return function()
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return _run_in_thread(function, stop)
    noted: List[int] = []

    def note(number: int, _frame: Any) -> None:
        noted.append(number)
        stop.request()

    signal.signal(signal.SIGINT, note)
    try:
        result = _run_in_thread(function, stop)
    except BaseException:  # noqa: B902  a call that was stopped may raise its own
        if noted:
            raise KeyboardInterrupt from None
        raise
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if noted:
        raise KeyboardInterrupt
    return result


def _run_in_thread(function: Callable[[], Any], stop: Union[Stop, Flag]) -> Any:
    results: List[Any] = []
    errors: List[BaseException] = []
    begun = threading.Event()

    def run() -> None:
        begun.set()
        try:
            results.append(function())
        except BaseException as error:  # noqa: B902  it is raised below
            errors.append(error)

    thread = threading.Thread(target=run, name="bfa")
    interrupt: Optional[BaseException] = None
    try:
        thread.start()
    except BaseException as error:  # noqa: B902  it may run nevertheless: a signal came while start() waited for it
        interrupt = error
        stop.request()
        begun.wait(1)
    while thread.is_alive():
        try:
            thread.join(0.2)
        except BaseException as error:  # noqa: B902
            interrupt = interrupt or error
            stop.request()
    if interrupt is not None:
        raise interrupt
    if errors:
        raise errors[0]
    return results[0]
