// SPDX-License-Identifier: Apache-2.0
#include "bfa/feed/feed.h"

#include "base/try.h"
#include "bfa/c/web.h"
#include "bfa/feed/discover.h"
#include "bfa/html/document.h"
#include "bfa/http/message.h"
#include "bfa/text/charset.h"
#include "c/handle.h"

struct bfa_feed : bfa::CHandle<bfa::HandleKind::kFeed> {
  bfa::Feed feed;
  bfa::Findings findings;
};

struct bfa_feed_links : bfa::CHandle<bfa::HandleKind::kFeedLinks> {
  std::vector<bfa::FeedCandidate> list;
};

namespace bfa {
namespace {

bfa_feed_entry fields_of(const FeedEntry& entry) {
  bfa_feed_entry made{};
  made.id = view_of(entry.id);
  made.link = view_of(entry.link);
  made.title = view_of(entry.title);
  made.summary = view_of(entry.summary);
  made.content = view_of(entry.content);
  made.comments_url = view_of(entry.comments_url);
  made.comments_feed = view_of(entry.comments_feed);
  made.language = view_of(entry.language);
  made.published = date_of(entry.published);
  made.updated = date_of(entry.updated);
  made.authors = entry.authors.size();
  made.tags = entry.tags.size();
  return made;
}

bfa_view text_at(const std::vector<std::string>& list, std::size_t index) {
  return index < list.size() ? view_of(list[index]) : no_view();
}

}  // namespace
}  // namespace bfa

using bfa::Status;
using bfa::usable;

bfa_code bfa_feed_parse(const char* bytes, size_t size, const char* address, const char* content_type,
                        bfa_feed** out, bfa_findings** findings, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    if (findings != nullptr) *findings = nullptr;
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{bytes, "bytes"}}));
    bfa::FeedOrigin origin;
    origin.address = bfa::text_or_empty(address);
    origin.content_type = bfa::text_or_empty(content_type);
    auto made = std::make_unique<bfa_feed>();
    BFA_ASSIGN_OR_RETURN(made->feed, bfa::parse_feed({bytes, size}, origin, made->findings));
    BFA_RETURN_IF_ERROR(bfa::give_findings(made->findings, findings));
    *out = made.release();
    return {};
  });
}

bfa_code bfa_feed_read(const bfa_feed* feed, bfa_feed_fields* out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{feed, "feed"}, {out, "out"}}));
    const bfa::Feed& of = feed->feed;
    bfa_feed_fields made{};
    made.format = bfa::view_of(of.format);
    made.version = bfa::view_of(of.version);
    made.title = bfa::view_of(of.title);
    made.link = bfa::view_of(of.link);
    made.subtitle = bfa::view_of(of.subtitle);
    made.language = bfa::view_of(of.language);
    made.id = bfa::view_of(of.id);
    made.self = bfa::view_of(of.self);
    made.next = bfa::view_of(of.next);
    made.updated = bfa::date_of(of.updated);
    made.is_comments = of.is_comments ? 1 : 0;
    made.entries = of.entries.size();
    return bfa::fill(out, made, "bfa_feed_fields");
  });
}

bfa_code bfa_feed_entry_at(const bfa_feed* feed, size_t index, bfa_feed_entry* out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{feed, "feed"}, {out, "out"}}));
    BFA_RETURN_IF_ERROR(bfa::check_index(index, feed->feed.entries.size()));
    return bfa::fill(out, bfa::fields_of(feed->feed.entries[index]), "bfa_feed_entry");
  });
}

bfa_view bfa_feed_entry_author(const bfa_feed* feed, size_t index, size_t author) {
  if (!usable(feed) || index >= feed->feed.entries.size()) return bfa::no_view();
  return bfa::text_at(feed->feed.entries[index].authors, author);
}

bfa_view bfa_feed_entry_tag(const bfa_feed* feed, size_t index, size_t tag) {
  if (!usable(feed) || index >= feed->feed.entries.size()) return bfa::no_view();
  return bfa::text_at(feed->feed.entries[index].tags, tag);
}

bfa_code bfa_feed_to_json(const bfa_feed* feed, bfa_string** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{feed, "feed"}}));
    auto json = bfa::feed_to_json(feed->feed, feed->findings);
    if (json.empty()) return bfa::Error{bfa::Code::kIo, "out of memory", "C interface", -1};
    BFA_ASSIGN_OR_RETURN(*out, bfa::make_c_string(std::move(json)));
    return {};
  });
}

void bfa_feed_free(bfa_feed* feed) {
  bfa::free_handle(feed);
}

bfa_code bfa_feed_discover(const char* html, size_t size, const char* url, const char* content_type,
                           bfa_feed_links** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{html, "html"}, {url, "url"}}));
    BFA_ASSIGN_OR_RETURN(const auto page, bfa::Url::parse(url));
    bfa::Findings ignored;  // what a page lost says nothing about its feeds
    const auto charset = bfa::parse_media_type(bfa::text_or_empty(content_type)).charset;
    const auto text = bfa::decode_text({html, size}, charset, bfa::CharsetContext::kHtml, ignored);
    BFA_ASSIGN_OR_RETURN(const auto document,
                         bfa::HtmlDocument::parse(text.text, ignored, {}, text.encoding));
    auto made = std::make_unique<bfa_feed_links>();
    made->list = bfa::discover_feeds(document, page);
    if (made->list.empty()) made->list = bfa::conventional_feeds(page);
    *out = made.release();
    return {};
  });
}

size_t bfa_feed_links_count(const bfa_feed_links* links) {
  return usable(links) ? links->list.size() : 0;
}

bfa_code bfa_feed_links_at(const bfa_feed_links* links, size_t index, bfa_feed_link* out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{links, "links"}, {out, "out"}}));
    BFA_RETURN_IF_ERROR(bfa::check_index(index, links->list.size()));
    const bfa::FeedCandidate& of = links->list[index];
    bfa_feed_link made{};
    made.url = bfa::view_of(of.url);
    made.type = bfa::view_of(of.type);
    made.title = bfa::view_of(of.title);
    made.from = static_cast<int32_t>(of.from);
    made.comments = of.comments ? 1 : 0;
    return bfa::fill(out, made, "bfa_feed_link");
  });
}

void bfa_feed_links_free(bfa_feed_links* links) {
  bfa::free_handle(links);
}

int32_t bfa_feed_looks_like(const char* bytes, size_t size) {
  if (bytes == nullptr) return 0;
  return bfa::c_value(0, [&] { return bfa::looks_like_feed({bytes, size}) ? 1 : 0; });
}

bfa_code bfa_feed_display_title(const bfa_feed* feed, bfa_string** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{feed, "feed"}}));
    BFA_ASSIGN_OR_RETURN(*out, bfa::make_c_string(bfa::display_title(feed->feed)));
    return {};
  });
}

bfa_code bfa_feed_entry_display_title(const bfa_feed* feed, size_t index, bfa_string** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{feed, "feed"}}));
    BFA_RETURN_IF_ERROR(bfa::check_index(index, feed->feed.entries.size()));
    BFA_ASSIGN_OR_RETURN(*out, bfa::make_c_string(bfa::display_title(feed->feed.entries[index])));
    return {};
  });
}
