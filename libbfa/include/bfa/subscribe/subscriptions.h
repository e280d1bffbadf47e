// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bfa/base/export.h"
#include "bfa/base/finding.h"
#include "bfa/feed/opml.h"
#include "bfa/store/archive.h"

namespace bfa {

// The blogs that an archive is to keep current. They are decisions: WARC records, so that a rebuild restores
// them.

struct Subscription {
  std::string url;                 // the blog's home page as the user gave it, or a feed
  std::vector<std::string> feeds;  // that the user knows; may be empty
  std::string title;               // for people; may be empty
  UtcTime added{};
};

// What add_subscriptions() did with its addresses.
struct AddReport {
  std::uint64_t added = 0;
  std::uint64_t known = 0;  // subscribed before, or twice in the list; new feeds of these are kept
  Findings refused;         // addresses that are none: `where` has each
};

// The address that lists keep for what a user typed: canonical, with a scheme. Errors:
// kInvalidArgument with the reason why it is no address of a blog. Thread-safe.
BFA_EXPORT Result<std::string> subscription_address(const std::string& text);

// Subscribes to blogs. An address that is not one is refused, and the others are taken. `http` and `https` of
// one address are one blog, and so is a blog that was crawled before. Nothing is fetched: the next crawl
// does. One synced write for all. Errors: those of Archive::put_decision.
BFA_EXPORT Result<AddReport> add_subscriptions(Archive& archive, const std::vector<Subscription>& wanted,
                                               UtcTime now);

// Ends a subscription; what is archived stays. Errors: kNotFound, those of Archive::put_decision.
BFA_EXPORT Status end_subscription(Archive& archive, const std::string& url, const std::string& reason,
                                   UtcTime now);

// In the order of addresses. Thread-safe. Errors: those of Archive.
BFA_EXPORT Result<std::vector<Subscription>> subscriptions(const Archive& archive);

// The subscriptions as an OPML document, in the order of addresses; with `known` also the blogs that were
// crawled without one. Each feed is an outline with `xml_url` and the blog's address as `html_url`: the feeds
// of the subscription, else the one that the blog was learned from. A blog without a feed has its own address
// as `xml_url` alone. add_subscriptions() of what is read back gives the same blogs, titles and feeds; a feed
// that was only found is then one that the user knows. A feed of two blogs stands with the first of them.
// Thread-safe. Errors: those of Archive.
BFA_EXPORT Result<Opml> opml_of_subscriptions(const Archive& archive, UtcTime now, bool known = false);

}  // namespace bfa
