// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/finding.h"
#include "bfa/base/time.h"

namespace bfa {

// An outline of an OPML document: a subscription (it has `xml_url`), a link, or a folder of others.
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
  std::string version;  // "1.0", "2.0"; empty when it does not say
  std::string title, owner_name, owner_email;
  std::optional<Timestamp> created, modified;
  std::vector<OpmlOutline> outlines;

  bool operator==(const Opml&) const = default;
};

// A subscription with the folders that it stands in, outermost first.
struct OpmlFeed {
  std::string xml_url, html_url, title;
  std::vector<std::string> folders;

  bool operator==(const OpmlFeed&) const = default;
};

// Reads an OPML document (any charset, repaired like a feed, each repair a finding). `base`: its address, for
// relative ones; may be empty. Addresses that are no http URL are left out with a finding. Attributes count
// in any case. Errors: kCorrupt when it is no OPML, kLimit (32 MiB, 256 levels, 100,000 outlines: the rest is
// left out with a finding). Thread-safe. Source: OPML 1.0 and 2.0 (opml.org/spec2.opml).
BFA_EXPORT Result<Opml> parse_opml(std::string_view bytes, std::string_view base, Findings& findings);

// All subscriptions in document order, each address once.
BFA_EXPORT std::vector<OpmlFeed> feeds_of(const Opml& opml);

// The document as OPML 2.0 in UTF-8, dates by RFC 822; parse_opml() of it gives the same again, but for the
// version, missing texts and types of subscriptions, and dates known to the day only. Errors: kIo when memory
// ends. Thread-safe.
BFA_EXPORT Result<std::string> write_opml(const Opml& opml);

}  // namespace bfa
