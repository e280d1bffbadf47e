# SPDX-License-Identifier: Apache-2.0
"""Feeds, extraction, robots.txt and addresses."""
from __future__ import annotations

import ctypes
import dataclasses
import datetime
import json as json_module
from typing import Any, Dict, Iterable, List, Optional, Tuple

from . import _abi
from ._core import (LIB, CorruptError, Date, Finding, Handle, NotFoundError, call, data, date_of, encoded, fill, findings_of,
                    flag, make, micros, moment_of, optional, options, plain_bytes, sized_text, take, text, warn_of)  # fmt: skip
from .objects import Object


@dataclasses.dataclass(frozen=True)
class FeedEntry:
    """An entry of a feed, as it is written there; "" and None: not given. `summary` and `content` may be HTML."""

    id: str
    link: str
    title: str
    summary: str
    content: str
    authors: List[str] = dataclasses.field(hash=False)
    tags: List[str] = dataclasses.field(hash=False)
    published: Optional[Date]
    updated: Optional[Date]
    comments_feed: str
    comments_url: str = ""
    language: str = ""


@dataclasses.dataclass(frozen=True)
class Feed:
    """A feed; `json` is all of it by schemas/feed.schema.json. `self_url`: its own address, as it says; `next_url`: of its next page."""

    format: str
    version: str
    title: str
    link: str
    language: str
    is_comments: bool
    entries: List[FeedEntry] = dataclasses.field(hash=False)
    findings: List[Finding] = dataclasses.field(hash=False)
    json: Dict[str, Any] = dataclasses.field(hash=False)
    subtitle: str = ""
    id: str = ""
    self_url: str = ""
    next_url: str = ""
    updated: Optional[Date] = None


def _entry(feed: Any, index: int) -> FeedEntry:
    of = fill(_abi.bfa_feed_entry, LIB.bfa_feed_entry_at, feed, index)
    authors = [text(LIB.bfa_feed_entry_author(feed, index, number)) for number in range(of.authors)]
    tags = [text(LIB.bfa_feed_entry_tag(feed, index, number)) for number in range(of.tags)]
    return FeedEntry(text(of.id), text(of.link), text(of.title), text(of.summary), text(of.content), authors, tags,
                     date_of(of.published), date_of(of.updated), text(of.comments_feed), text(of.comments_url), text(of.language))  # fmt: skip


def parse_feed(feed: bytes, address: Optional[str] = None, content_type: Optional[str] = None) -> Feed:
    """Parses RSS, RDF, Atom or JSON Feed in any charset. Raises CorruptError for what is no feed."""
    feed = plain_bytes(feed)
    out, found = ctypes.c_void_p(), ctypes.c_void_p()
    call(LIB.bfa_feed_parse, feed, len(feed), optional(address), optional(content_type), ctypes.byref(out), ctypes.byref(found))
    findings = findings_of(found)
    try:
        of = fill(_abi.bfa_feed_fields, LIB.bfa_feed_read, out)
        entries = [_entry(out, index) for index in range(of.entries)]
        whole = json_module.loads(take(make(LIB.bfa_feed_to_json, out)))
        return Feed(text(of.format), text(of.version), text(of.title), text(of.link), text(of.language), bool(of.is_comments),
                    entries, findings, whole, text(of.subtitle), text(of.id), text(getattr(of, "self")), text(of.next),
                    date_of(of.updated))  # fmt: skip
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
    """The feeds that a page names, best first. For a page that names none, addresses that blogs usually have (`source` "usual"):
    nobody has looked whether they exist."""
    html = plain_bytes(html)
    links = make(LIB.bfa_feed_discover, html, len(html), encoded(url), optional(content_type))
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
    rules: Dict[str, Any] = dataclasses.field(hash=False)

    @property
    def reason(self) -> str:
        """Why nothing was learned; "" when something was."""
        return "" if self.learned else str(self.rules.get("reason", ""))


@dataclasses.dataclass(frozen=True)
class Extraction:
    """What a page gave. `object` None: the page has no content of its own."""

    object: Optional[Object]
    comments: List[Object] = dataclasses.field(hash=False)
    findings: List[Finding] = dataclasses.field(hash=False)


class Extractor(Handle):
    """Learns from a blog's feed and pages where its posts are, and extracts them. extract() may run in several threads while
    nothing else does."""

    _free = "bfa_extractor_free"

    def __init__(self, home: str, strategy: str = "ensemble", zone: Optional[str] = None, now: Optional[datetime.datetime] = None):
        given = options(_abi.bfa_extractor_options)
        given.strategy, given.zone, given.now = optional(strategy), optional(zone), micros(now)
        super().__init__(make(LIB.bfa_extractor_new, encoded(home), ctypes.byref(given)))

    def add_feed(self, feed: bytes, url: str, content_type: Optional[str] = None) -> None:
        """Adds a feed of the blog, for learn()."""
        feed = plain_bytes(feed)
        call(LIB.bfa_extractor_add_feed, self.handle, feed, len(feed), encoded(url), optional(content_type))

    def add_page(self, url: str, page: bytes, content_type: Optional[str] = "text/html") -> None:
        """Adds a page, for learn() and extract()."""
        page = plain_bytes(page)
        call(LIB.bfa_extractor_add_page, self.handle, encoded(url), page, len(page), optional(content_type))

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
            page = plain_bytes(page)
            out = make(LIB.bfa_extractor_extract_page, self.handle, encoded(url), page, len(page), optional(content_type))
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
        body = plain_bytes(body)
        out, found = ctypes.c_void_p(), ctypes.c_void_p()
        call(LIB.bfa_robots_parse, status, body, len(body), ctypes.byref(out), ctypes.byref(found))
        super().__init__(out)
        self.findings = findings_of(found)

    def allowed(self, agent: str, url: str) -> bool:
        """Whether `agent`, a product token as "libbfa", may fetch an address of this host."""
        return bool(LIB.bfa_robots_allowed(self.handle, encoded(agent), encoded(url)))

    def deciding_line(self, agent: str, url: str) -> str:
        """"line 12: Disallow: /private/"; "" when no rule matched."""
        return take(make(LIB.bfa_robots_deciding_line, self.handle, encoded(agent), encoded(url))).decode("utf-8", "replace")

    def crawl_delay(self, agent: str) -> Optional[datetime.timedelta]:
        """The least time between two requests of `agent`; None: not given."""
        delay = LIB.bfa_robots_crawl_delay(self.handle, encoded(agent))
        return None if delay < 0 else datetime.timedelta(milliseconds=delay)

    @property
    def sitemaps(self) -> List[str]:
        """The values of its Sitemap lines."""
        return [text(LIB.bfa_robots_sitemap(self.handle, index)) for index in range(LIB.bfa_robots_sitemaps(self.handle))]


def canonical_url(url: str, base: Optional[str] = None, *, drop_fragment: Optional[bool] = None,
                  drop_tracking: Optional[bool] = None, drop_session_ids: Optional[bool] = None,
                  drop_userinfo: Optional[bool] = None, drop_index_file: Optional[bool] = None,
                  drop_empty_query: Optional[bool] = None, drop_www: Optional[bool] = None,
                  unify_scheme: Optional[bool] = None) -> str:  # fmt: skip
    """The canonical form, an identity for objects. None: the default, which archives have."""
    settings = options(_abi.bfa_canonical_options)
    for name, value in (("drop_fragment", drop_fragment), ("drop_tracking", drop_tracking), ("drop_session_ids", drop_session_ids),
                        ("drop_userinfo", drop_userinfo), ("drop_index_file", drop_index_file),
                        ("drop_empty_query", drop_empty_query), ("drop_www", drop_www), ("unify_scheme", unify_scheme)):  # fmt: skip
        if value is not None:
            setattr(settings, name, flag(value))
    return take(make(LIB.bfa_url_canonical, encoded(url), optional(base), ctypes.byref(settings))).decode("utf-8")


def resolve_url(url: str, base: Optional[str] = None) -> str:
    """The URL as browsers resolve it."""
    return take(make(LIB.bfa_url_resolve, encoded(url), optional(base))).decode("utf-8")


def surt(url: str) -> str:
    """The key of CDX servers: "com,example)/path"."""
    return take(make(LIB.bfa_url_surt, encoded(url))).decode("utf-8", "replace")


def registered_domain(host: str) -> str:
    """The registered domain of a host, by the public suffix list."""
    return take(make(LIB.bfa_url_registered_domain, encoded(host))).decode("utf-8", "replace")


def host_to_ascii(host: str) -> str:
    """The host as it is in addresses: "xn--bcher-kva.example"."""
    return take(make(LIB.bfa_url_host_to_ascii, encoded(host))).decode("ascii")


@dataclasses.dataclass(frozen=True)
class Subscription:
    """A subscription of an OPML document. `feed` "": it names a page only."""

    feed: str = ""
    page: str = ""
    title: str = ""
    folders: Tuple[str, ...] = ()


def parse_opml(opml: bytes, base: Optional[str] = None) -> List[Subscription]:
    """The subscriptions in document order, then the outlines that name a page and no feed. Outlines that cannot be used are logged
    as warnings. Raises CorruptError for what is no OPML."""
    out, found = ctypes.c_void_p(), ctypes.c_void_p()
    opml = plain_bytes(opml)
    call(LIB.bfa_opml_parse, opml, len(opml), optional(base), ctypes.byref(out), ctypes.byref(found))
    try:
        warn_of(base or "OPML", found)
        made = []
        for index in range(LIB.bfa_opml_count(out)):
            of = fill(_abi.bfa_subscription, LIB.bfa_opml_at, out, index)
            folders = tuple(text(LIB.bfa_opml_folder(out, index, number)) for number in range(of.folders))
            made.append(Subscription(text(of.feed), text(of.page), text(of.title), folders))
        return made
    finally:
        LIB.bfa_opml_free(out)


def write_opml(subscriptions: Iterable[Subscription], title: Optional[str] = None) -> bytes:
    """Subscriptions, without their folders, as OPML 2.0."""
    kept, items = [], list(subscriptions)
    array = (_abi.bfa_subscription * len(items))()
    for place, each in zip(array, items):
        place.struct_size = ctypes.sizeof(place)
        for name in ("feed", "page", "title"):
            raw = ctypes.create_string_buffer(encoded(getattr(each, name)))
            kept.append(raw)
            view = getattr(place, name)
            view.data, view.size = ctypes.addressof(raw), len(raw) - 1
    return take(make(LIB.bfa_opml_write, optional(title), array, len(items)))


@dataclasses.dataclass(frozen=True)
class SitemapEntry:
    """A page of a sitemap, or a further sitemap of an index."""

    url: str
    modified: Optional[Date]
    change_frequency: str
    priority: Optional[float]


@dataclasses.dataclass(frozen=True)
class Sitemap:
    """`kind`: "pages", "index" (of sitemaps), "text" or "feed"."""

    kind: str
    entries: List[SitemapEntry] = dataclasses.field(hash=False)
    findings: List[Finding] = dataclasses.field(hash=False)


def parse_sitemap(sitemap: bytes, url: str) -> Sitemap:
    """Reads a sitemap: XML, text, RSS or Atom, also in gzip. Raises CorruptError for what is none."""
    out, found = ctypes.c_void_p(), ctypes.c_void_p()
    sitemap = plain_bytes(sitemap)
    call(LIB.bfa_sitemap_parse, sitemap, len(sitemap), encoded(url), ctypes.byref(out), ctypes.byref(found))
    findings = findings_of(found)
    try:
        entries = []
        for index in range(LIB.bfa_sitemap_count(out)):
            of = fill(_abi.bfa_sitemap_entry, LIB.bfa_sitemap_at, out, index)
            priority = None if of.priority < 0 else of.priority
            entries.append(SitemapEntry(text(of.url), date_of(of.modified), text(of.change_frequency), priority))
        return Sitemap(("pages", "index", "text", "feed")[LIB.bfa_sitemap_kind(out)], entries, findings)
    finally:
        LIB.bfa_sitemap_free(out)


@dataclasses.dataclass(frozen=True)
class RobotsTags:
    """A page's directives for robots, those that matter to an archive."""

    noindex: bool
    nofollow: bool
    noarchive: bool
    unavailable_after: Optional[datetime.datetime]


def _tags(subject: str, function: Any, *arguments: Any) -> RobotsTags:
    of, found = _abi.bfa_robots_tags(ctypes.sizeof(_abi.bfa_robots_tags)), ctypes.c_void_p()
    call(function, *arguments, ctypes.byref(of), ctypes.byref(found))
    warn_of(subject, found)
    return RobotsTags(bool(of.noindex), bool(of.nofollow), bool(of.noarchive), moment_of(of.unavailable_after))


def robots_tag(value: str, agent: str) -> RobotsTags:
    """The directives for `agent` of one X-Robots-Tag line. What cannot be read in it is logged as a warning."""
    return _tags("X-Robots-Tag", LIB.bfa_robots_tag_parse, encoded(value), encoded(agent))


def robots_meta(name: str, content: str, agent: str) -> RobotsTags:
    """The directives for `agent` of one meta element. What cannot be read in it is logged as a warning."""
    return _tags("meta robots", LIB.bfa_robots_meta_parse, encoded(name), encoded(content), encoded(agent))


def decode_text(raw: bytes, charset: Optional[str] = None, context: str = "html") -> Tuple[str, str]:
    """Bytes in any charset, by the WHATWG rules: the text and the name of its encoding. `charset`: a label that came with them;
    `context`: "html", "xml" or "text". What contradicts the label is logged as a warning."""
    contexts = ("html", "xml", "text")
    if context not in contexts:
        raise ValueError(f"context is one of {', '.join(contexts)}")
    out, name, found = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
    raw = plain_bytes(raw)
    call(LIB.bfa_text_decode, raw, len(raw), optional(charset), contexts.index(context), ctypes.byref(out), ctypes.byref(name),
         ctypes.byref(found))  # fmt: skip
    warn_of("text", found)
    return take(out).decode("utf-8", "replace"), take(name).decode("ascii", "replace")


def detect_language(words: str) -> str:
    """The language as a BCP 47 tag; "" when it is not sure."""
    raw = sized_text(words)
    return take(make(LIB.bfa_text_language, raw, len(raw))).decode("ascii", "replace")


def parse_date(words: str) -> Date:
    """The date that a feed gives. Raises CorruptError for what is none."""
    of = _abi.bfa_date()
    call(LIB.bfa_date_parse, encoded(words), ctypes.byref(of))
    made = date_of(of)
    if made is None:
        raise CorruptError("the date is outside of the years of datetime")
    return made


def find_date(words: str, language: Optional[str] = None, now: Optional[datetime.datetime] = None) -> Optional[Date]:
    """The first date in a text as blogs print them; None: none that can be read with certainty. `now`: what "yesterday" counts
    from."""
    raw, of = sized_text(words), _abi.bfa_date()
    try:
        call(LIB.bfa_date_find, raw, len(raw), optional(language), micros(now), ctypes.byref(of), None)
    except NotFoundError:
        return None
    return date_of(of)
