# SPDX-License-Identifier: Apache-2.0
"""Feeds, extraction, robots.txt and addresses."""
from __future__ import annotations

import ctypes
import dataclasses
import datetime
import json as json_module
from typing import Any, Dict, List, Optional

from . import _abi
from ._core import (LIB, Date, Finding, Handle, call, date_of, encoded, fill, findings_of, make, micros, options, take, text)
from .objects import Object


@dataclasses.dataclass(frozen=True)
class FeedEntry:
    id: str
    link: str
    title: str
    summary: str
    content: str
    authors: List[str]
    tags: List[str]
    published: Optional[Date]
    updated: Optional[Date]
    comments_feed: str


@dataclasses.dataclass(frozen=True)
class Feed:
    """A feed; `json` is all of it by schemas/feed.schema.json."""

    format: str
    version: str
    title: str
    link: str
    language: str
    is_comments: bool
    entries: List[FeedEntry]
    findings: List[Finding]
    json: Dict[str, Any]


def _entry(feed: Any, index: int) -> FeedEntry:
    of = fill(_abi.bfa_feed_entry, LIB.bfa_feed_entry_at, feed, index)
    authors = [text(LIB.bfa_feed_entry_author(feed, index, number)) for number in range(of.authors)]
    tags = [text(LIB.bfa_feed_entry_tag(feed, index, number)) for number in range(of.tags)]
    return FeedEntry(text(of.id), text(of.link), text(of.title), text(of.summary), text(of.content), authors, tags,
                     date_of(of.published), date_of(of.updated), text(of.comments_feed))  # fmt: skip


def parse_feed(feed: bytes, address: Optional[str] = None, content_type: Optional[str] = None) -> Feed:
    """Parses RSS, RDF, Atom or JSON Feed in any charset. Raises CorruptError for what is no feed."""
    out, found = ctypes.c_void_p(), ctypes.c_void_p()
    call(LIB.bfa_feed_parse, feed, len(feed), encoded(address), encoded(content_type), ctypes.byref(out), ctypes.byref(found))
    findings = findings_of(found)
    try:
        of = fill(_abi.bfa_feed_fields, LIB.bfa_feed_read, out)
        entries = [_entry(out, index) for index in range(of.entries)]
        whole = json_module.loads(take(make(LIB.bfa_feed_to_json, out)))
        return Feed(text(of.format), text(of.version), text(of.title), text(of.link), text(of.language), bool(of.is_comments),
                    entries, findings, whole)  # fmt: skip
    finally:
        LIB.bfa_feed_free(out)


@dataclasses.dataclass(frozen=True)
class FeedLink:
    """A feed that a page names. `source`: "link", "anchor" or "usual" (an address that blogs usually have)."""

    url: str
    type: str
    title: str
    source: str
    comments: bool


def discover_feeds(html: bytes, url: str, content_type: Optional[str] = None) -> List[FeedLink]:
    """The feeds that a page names, best first; without any, usual addresses."""
    links = make(LIB.bfa_feed_discover, html, len(html), encoded(url), encoded(content_type))
    try:
        found = [fill(_abi.bfa_feed_link, LIB.bfa_feed_links_at, links, index) for index in range(LIB.bfa_feed_links_count(links))]
        return [FeedLink(text(of.url), text(of.type), text(of.title), ("link", "anchor", "usual")[getattr(of, "from")],
                         bool(of.comments)) for of in found]  # fmt: skip
    finally:
        LIB.bfa_feed_links_free(links)


@dataclasses.dataclass(frozen=True)
class Learned:
    """The result of Extractor.learn(). `rules` is the template by schemas/template.schema.json, for Extractor.use()."""

    learned: bool
    pages: int
    entries: int
    matched: int
    rules: Dict[str, Any]

    @property
    def reason(self) -> str:
        """Why nothing was learned; "" when something was."""
        return "" if self.learned else str(self.rules.get("reason", ""))


@dataclasses.dataclass(frozen=True)
class Extraction:
    """What a page gave. `object` None: the page has no content of its own."""

    object: Optional[Object]
    comments: List[Object]
    findings: List[Finding]


class Extractor(Handle):
    """Learns from a blog's feed and pages where its posts are, and extracts them. extract() may run in several threads while
    nothing else does."""

    _free = "bfa_extractor_free"

    def __init__(self, home: str, strategy: str = "ensemble", zone: Optional[str] = None, now: Optional[datetime.datetime] = None):
        given = options(_abi.bfa_extractor_options)
        given.strategy, given.zone, given.now = encoded(strategy), encoded(zone), micros(now)
        super().__init__(make(LIB.bfa_extractor_new, encoded(home), ctypes.byref(given)))

    def add_feed(self, feed: bytes, url: str, content_type: Optional[str] = None) -> None:
        call(LIB.bfa_extractor_add_feed, self.handle, feed, len(feed), encoded(url), encoded(content_type))

    def add_page(self, url: str, page: bytes, content_type: Optional[str] = "text/html") -> None:
        call(LIB.bfa_extractor_add_page, self.handle, encoded(url), page, len(page), encoded(content_type))

    def learn(self) -> Learned:
        """It is no error if nothing can be learned: see Learned.reason."""
        of, rules = _abi.bfa_learned(ctypes.sizeof(_abi.bfa_learned)), ctypes.c_void_p()
        call(LIB.bfa_extractor_learn, self.handle, ctypes.byref(of), ctypes.byref(rules))
        return Learned(bool(of.learned), of.pages, of.entries, of.matched, json_module.loads(take(rules)))

    def use(self, rules: Dict[str, Any]) -> None:
        """Uses the rules of an earlier learn()."""
        line = json_module.dumps(rules).encode("utf-8")
        call(LIB.bfa_extractor_use, self.handle, line, len(line))

    def extract(self, url: str, page: Optional[bytes] = None, content_type: Optional[str] = "text/html") -> Extraction:
        """Extracts an added page, or with `page` any one. Raises NotFoundError for one that was not added."""
        if page is None:
            out = make(LIB.bfa_extractor_extract, self.handle, encoded(url))
        else:
            out = make(LIB.bfa_extractor_extract_page, self.handle, encoded(url), page, len(page), encoded(content_type))
        try:
            made = LIB.bfa_extraction_object(out)
            comments = [Object(LIB.bfa_extraction_comment(out, index)) for index in range(LIB.bfa_extraction_comments(out))]
            findings = findings_of(make(LIB.bfa_extraction_findings, out))
            return Extraction(Object(made) if made else None, comments, findings)
        finally:
            LIB.bfa_extraction_free(out)


class Robots(Handle):
    """A robots.txt. `status`: of the answer; 404 allows all, 503 and 0 (no answer) forbid all."""

    _free = "bfa_robots_free"

    def __init__(self, body: bytes, status: int = 200):
        out, found = ctypes.c_void_p(), ctypes.c_void_p()
        call(LIB.bfa_robots_parse, status, body, len(body), ctypes.byref(out), ctypes.byref(found))
        super().__init__(out)
        self.findings = findings_of(found)

    def allowed(self, agent: str, url: str) -> bool:
        return bool(LIB.bfa_robots_allowed(self.handle, encoded(agent), encoded(url)))

    def deciding_line(self, agent: str, url: str) -> str:
        """"line 12: Disallow: /private/"; "" when no rule matched."""
        return take(make(LIB.bfa_robots_deciding_line, self.handle, encoded(agent), encoded(url))).decode("utf-8", "replace")

    def crawl_delay(self, agent: str) -> Optional[datetime.timedelta]:
        delay = LIB.bfa_robots_crawl_delay(self.handle, encoded(agent))
        return None if delay < 0 else datetime.timedelta(milliseconds=delay)

    @property
    def sitemaps(self) -> List[str]:
        return [text(LIB.bfa_robots_sitemap(self.handle, index)) for index in range(LIB.bfa_robots_sitemaps(self.handle))]


def canonical_url(url: str, base: Optional[str] = None, **given: bool) -> str:
    """The canonical form, an identity for objects. Options: `drop_fragment`, `drop_tracking`, `drop_www`, ... (bfa/c/web.h)."""
    settings = options(_abi.bfa_canonical_options)
    for name, value in given.items():
        if not hasattr(settings, name) or name == "struct_size":
            raise TypeError(f"there is no option {name!r}")
        setattr(settings, name, int(value))
    return take(make(LIB.bfa_url_canonical, encoded(url), encoded(base), ctypes.byref(settings))).decode("utf-8")


def resolve_url(url: str, base: Optional[str] = None) -> str:
    """The URL as browsers resolve it."""
    return take(make(LIB.bfa_url_resolve, encoded(url), encoded(base))).decode("utf-8")


def surt(url: str) -> str:
    """The key of CDX servers: "com,example)/path"."""
    return take(make(LIB.bfa_url_surt, encoded(url))).decode("utf-8", "replace")


def registered_domain(host: str) -> str:
    """The registered domain of a host, by the public suffix list."""
    return take(make(LIB.bfa_url_registered_domain, encoded(host))).decode("utf-8", "replace")
