// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/finding.h"
#include "bfa/base/time.h"

namespace bfa {

// An outline of an OPML document: a subscription (with `xml_url`), a link, or a folder of outlines.
struct OpmlOutline {
  std::string text, title, type, description, language, version;
  std::string xml_url;                  // of the feed, absolute
  std::string html_url;                 // of the blog, absolute; also `url` of outlines that are links
  std::vector<std::string> categories;  // "/Tech/C++", "news": from the comma-separated attribute
  std::optional<Timestamp> created;
  std::vector<OpmlOutline> children;

  bool operator==(const OpmlOutline&) const = default;
};

struct Opml {
  std::string version;  // "1.0", "2.0"; empty when unknown
  std::string title, owner_name, owner_email;
  std::optional<Timestamp> created, modified;
  std::vector<OpmlOutline> outlines;

  bool operator==(const Opml&) const = default;
};

// A subscription with its folders, the outermost first.
struct OpmlFeed {
  std::string xml_url, html_url, title;
  std::vector<std::string> folders;

  bool operator==(const OpmlFeed&) const = default;
};

// Reads an OPML document in any charset; it is repaired like a feed, and each repair is a finding. `base`:
// its URL, to resolve relative ones; may be empty. URLs that are not http are left out with a finding.
// Attribute names match in any case. Errors: kCorrupt when it is not OPML, kLimit (32 MiB, 256 levels;
// outlines beyond 100,000 are left out with a finding), kIo when memory runs out. Thread-safe. Source:
// OPML 1.0 and 2.0 (opml.org/spec2.opml).
BFA_EXPORT Result<Opml> parse_opml(std::string_view bytes, std::string_view base, Findings& findings);

// All subscriptions in document order, each URL once. Thread-safe.
BFA_EXPORT std::vector<OpmlFeed> feeds_of(const Opml& opml);

// The outlines that name a page and no feed, as blogs whose feed the writer did not know: `xml_url` is empty.
// Links and includes (their type says so) are none. In document order, each URL once. Thread-safe.
BFA_EXPORT std::vector<OpmlFeed> pages_of(const Opml& opml);

// The document as OPML 2.0 in UTF-8, dates by RFC 822. parse_opml() reads back an equal value except for the
// version, absent texts and types of subscriptions, and dates that are known only to the day. Errors: kIo
// when memory runs out. Thread-safe.
BFA_EXPORT Result<std::string> write_opml(const Opml& opml);

}  // namespace bfa
