// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "bfa/base/export.h"
#include "bfa/base/result.h"
#include "bfa/store/archive.h"
#include "bfa/subscribe/arrivals.h"

namespace bfa {

// How programs outside of the archive are told what arrived: one line of JSON, or a feed.

// The id of an arrival: a "urn:uuid:" made of its key, its step and the time of its capture. It is equal at
// each call and after a rebuild. The number of a version is no part of it, because an import of older
// captures moves that number. Thread-safe.
BFA_EXPORT std::string arrival_id(const Arrival& arrival);

// One line without its end, as schemas/arrival.schema.json describes it: "v", "id", "url", "kind", "verdict",
// "fields", "similarity", "title", "version", "captured", "arrived", "cursor". UTF-8; equal arrivals give
// equal bytes. Thread-safe. Without memory it is empty.
BFA_EXPORT std::string arrival_to_json(const Arrival& arrival);

// What happened, for people: "new post", "edited: text (92 % similar), title", "gone", "back", "moved from
// URL", "new comment on URL". Thread-safe.
BFA_EXPORT std::string arrival_summary(const Arrival& arrival);

// What a comment without a title of its own is called: "Comment by Ann on The title of the post", with the
// address of the post where it has no title. Of a state without authors (ObjectQuery::heads_only) they are
// looked up. Thread-safe.
BFA_EXPORT std::string comment_name(const Archive& archive, const DataObject& comment);

struct ChangeFeedOptions {
  ArrivalQuery query;         // which arrivals; `blog_host` makes it the feed of one blog
  std::size_t entries = 100;  // the newest so many
  std::string title;          // empty: "Changes in the archive", or "Changes of" the host or blog
  std::string self_url;       // where the feed will be found; empty: not known
};

// A feed of the newest arrivals, newest first. Ids of entries are arrival_id; "updated" is the time of
// arrival. Without arrivals it is a valid feed without entries. Its bytes are equal as long as the archive is
// unchanged. Errors: those of for_each_arrival. Thread-safe. Sources: RFC 4287; JSON Feed 1.1.
BFA_EXPORT Result<std::string> changes_as_atom(const Archive& archive, const ChangeFeedOptions& options);
BFA_EXPORT Result<std::string> changes_as_json_feed(const Archive& archive, const ChangeFeedOptions& options);

// Where an archive's site shows an arrival; empty: nowhere.
struct ArrivalPages {
  std::string page;        // the object in the version that arrived
  std::string difference;  // what changed from the version before
};

// A feed of arrivals that the caller chose.
struct ArrivalFeed {
  std::vector<Arrival> newest;  // newest first
  std::string name;             // what tells feeds of one archive apart; its id is made of it
  std::string title, self_url;  // `self_url` may be empty
  // Absolute addresses. With a page, that page is the entry's alternate link (in JSON its `url`), the address
  // on the web its `via` link (`external_url`), and the difference a `related` link. Without one the address
  // on the web is the alternate link. May be empty.
  std::function<ArrivalPages(const Arrival&)> pages;
};

// The same two forms. Errors: those of Archive. Thread-safe.
BFA_EXPORT Result<std::string> arrivals_as_atom(const Archive& archive, const ArrivalFeed& feed);
BFA_EXPORT Result<std::string> arrivals_as_json_feed(const Archive& archive, const ArrivalFeed& feed);

}  // namespace bfa
