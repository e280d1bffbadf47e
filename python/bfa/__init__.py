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
from .archive import Affected, Archive, Blog, CheckReport, CrawlOptions, Package, Replay, Report, check, rebuild, restore
from .migrate import Migration, Note, migrate, read_captures
from .objects import Change, Object, Version, compare
from .search import SearchAnswer, SearchHit, SearchIndex, remove_index
from .serve import Reply, Server, Site
from .warc import (CdxEntry, Comparison, Difference, Exchange, Place, Record, Segments, WarcReader, WarcReport, WarcWriter, compare_warcs, complete_bytes,
                   find_in_index, index, new_record_id, read_index, recover, train_dictionary, validate)
from .web import (Extraction, Extractor, Feed, FeedEntry, FeedLink, Learned, Robots, RobotsTags, Sitemap, SitemapEntry, Subscription,
                  canonical_url, decode_text, detect_language, discover_feeds, find_date, host_to_ascii, parse_date, parse_feed,
                  parse_opml, parse_sitemap, registered_domain, resolve_url, robots_meta, robots_tag, surt, write_opml)

__version__: str = LIB.bfa_version().decode("ascii")
del LIB

__all__ = [
    "Affected", "Archive", "BfaError", "Blog", "CdxEntry", "Change", "CheckReport", "Comparison", "CorruptError", "CrawlOptions", "Date", "DeniedError",
    "Difference", "DiskError", "Exchange", "Extraction", "Extractor", "Feed", "FeedEntry", "FeedLink", "Finding",
    "InternalError", "InvalidArgumentError", "Learned", "LimitError", "Migration", "NotFoundError", "Note", "Object", "Package",
    "Place", "Record", "Replay", "Reply", "Report", "Robots", "RobotsTags", "SearchAnswer", "SearchHit", "SearchIndex", "Segments", "Server", "Site", "Sitemap", "SitemapEntry", "Stop",
    "Subscription", "TruncatedError", "UnavailableError", "UnsupportedError", "Version", "WarcReader", "WarcReport",
    "WarcWriter", "canonical_url", "check", "compare", "compare_warcs", "complete_bytes", "decode_text", "detect_language",
    "discover_feeds", "find_date", "find_in_index", "host_to_ascii", "index", "migrate", "new_record_id", "parse_date",
    "parse_feed", "parse_opml", "parse_sitemap", "read_captures", "read_index", "rebuild", "recover", "registered_domain", "remove_index",
    "resolve_url", "restore", "robots_meta", "robots_tag", "surt", "train_dictionary", "validate", "write_opml",
]  # fmt: skip
