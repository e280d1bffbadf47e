# SPDX-License-Identifier: Apache-2.0
"""Archives of blogs, by libbfa. docs/python.md explains the package.

    import bfa

    with bfa.Archive("my-archive") as archive:
        for post in archive.objects(kind="post"):
            print(post.url, post.title, post.versions)

Times have zones. Errors are subclasses of BfaError, by what can be done next. Long calls end in order at Ctrl-C. What the
library logs goes to the logger "bfa". The package needs libbfa.so.0 and nothing else.
"""
from ._core import (BfaError, CorruptError, Date, DeniedError, DiskError, Finding, InternalError, InvalidArgumentError, LIB,
                    LimitError, NotFoundError, Stop, TruncatedError, UnavailableError, UnsupportedError)
from .archive import Archive, Blog, CheckReport, CrawlOptions, Package, Replay, Report, check, rebuild
from .migrate import Migration, Note, migrate, read_captures
from .objects import Change, Object, Version, compare
from .warc import (CdxEntry, Exchange, Place, Record, WarcReader, WarcReport, WarcWriter, find_in_index, index, validate)
from .web import (Extraction, Extractor, Feed, FeedEntry, FeedLink, Learned, Robots, canonical_url, discover_feeds, parse_feed,
                  registered_domain, resolve_url, surt)

__version__: str = LIB.bfa_version().decode("ascii")
del LIB

__all__ = [
    "Archive", "BfaError", "Blog", "CdxEntry", "Change", "CheckReport", "CorruptError", "CrawlOptions", "Date", "DeniedError",
    "DiskError", "Exchange", "Extraction", "Extractor", "Feed", "FeedEntry", "FeedLink", "Finding", "InternalError",
    "InvalidArgumentError", "Learned", "LimitError", "Migration", "NotFoundError", "Note", "Object", "Package", "Place", "Record",
    "Replay", "Report", "Robots", "Stop", "TruncatedError", "UnavailableError", "UnsupportedError", "Version", "WarcReader",
    "WarcReport", "WarcWriter", "canonical_url", "check", "compare", "discover_feeds", "find_in_index", "index", "migrate",
    "parse_feed", "read_captures", "rebuild", "registered_domain", "resolve_url", "surt", "validate",
]  # fmt: skip
