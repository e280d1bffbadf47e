// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bfa/base/result.h"
#include "bfa/object/version.h"

namespace bfa {

// What an index knows of objects and versions without asking the store: for lists, counts and calendars of
// large archives. SearchIndex gives it.

// An object in a list: as it stands now, or as it stood at the time that was asked for. `blog_host`: the host
// of its URL (of a comment without one: of its post), lower case, without the port. Blogs in folders of one
// host have one blog_host: archive_status() (bfa/subscribe/status.h) tells them apart, by their addresses.
// Of authors, tags and categories at most 200 each are kept, and none of more than 1000 bytes; of a title
// 20,000 bytes.
struct ListedObject {
  std::string key, url, title, blog_host;
  std::string post, post_title;  // of a comment: URL and title of its post
  ObjectKind kind = ObjectKind::kPost;
  std::string comment_type;  // of a pingback or trackback: "pingback", "trackback"
  std::string published;     // as Timestamp is written: "2026-01-31", "2026-01-31T10:00:00Z"; empty: unknown
  std::string language, status;  // status: "active", "gone", "restricted"
  std::vector<std::string> authors, tags, categories;
  UtcTime first_seen{}, changed{};  // captures of the first version, and of the one that is listed
  std::uint64_t version = 0;        // the listed one, from 1
  std::uint64_t versions = 0;       // of the object, so far
};

// Which objects of a host are meant, for hosts with several blogs: BlogFilter::belongs
// (bfa/subscribe/blog_filter.h). It gets the URL of an object and, of a comment, the URL of its post. It is
// called for each object that passes the other filters: the cost is by these.
using ObjectFilter = std::function<bool(const std::string& url, const std::string& post)>;

// What a filter by blog means for the lists of an index and for a search: a host and, where that host has
// other objects than those of the blog, which of them are meant.
struct BlogFilter {
  std::string host;      // lower case, without the port; empty: any
  ObjectFilter belongs;  // empty: all of the host. It keeps what it needs, and is thread-safe
};

// Which objects, and in which order. Empty members: any.
struct ObjectListQuery {
  std::optional<ObjectKind> kind;  // by the rules of bfa/object/filters.h
  // Values as they are written in objects. `tag`: in tags or categories; `category`: in categories.
  std::string blog_host, author, tag, category, language;
  ObjectFilter belongs;
  std::string post;  // comments and pingbacks of this post
  // Dates as Timestamp is written: from the beginning of the first one to the end of the last one. "2012-04"
  // to "2012-04" is April (bfa/object/filters.h). Of an object the beginning of what its date says counts.
  // In orders the less precise date is the earlier one: "2026" < "2026-01-01" < "2026-01-01T00:00:00Z". An
  // object without a date is in no list with a bound.
  std::string published_from, published_to;
  // The objects as they stood then, without those that were gone. Values and titles are those of the time;
  // dates of publication are compared and sorted as they are known now. With `gone`: what was there then and
  // is gone now.
  std::optional<UtcTime> at;
  bool edited = false;  // only objects with a version (by then) whose content differs from the one before
  bool gone = false;    // only objects whose status is "gone"
  // kPublished: objects without a date are the oldest. kChanged: by the capture of the listed version. kKey:
  // ascending always.
  enum class Order : std::uint8_t { kPublished, kChanged, kKey } order = Order::kPublished;
  bool oldest_first = false;
  std::string after;       // ObjectList::next of the page before; empty: the first page
  std::size_t limit = 50;  // at most 1000
};

struct ObjectList {
  std::vector<ListedObject> objects;
  std::string next;  // empty: there are no more. Stable: what arrives meanwhile shifts nothing
};

// Numbers of a day (UTC) for a calendar.
struct DayCounts {
  std::string day;  // "2026-01-31"
  // Published on it; edits of posts (kContent) that were seen on it; captures of pages that were made on it.
  std::uint64_t posts = 0, edits = 0, captures = 0;
};

// A blog in numbers.
struct BlogCounts {
  std::string host;
  // `posts`: with those that are gone. `edited`: posts of which a version differs in its content from the one
  // before (verdict kContent); that a page went, came back or moved is no edit. `gone`: posts whose page is
  // gone now. `versions`: of all its objects.
  std::uint64_t posts = 0, pages = 0, comments = 0, pingbacks = 0, edited = 0, gone = 0, versions = 0;
  std::uint64_t new_posts = 0;  // first captured at the time that was asked for, or later
  // `last_changed`: capture of the newest version of a post or comment; of a page where there is neither.
  std::optional<UtcTime> first_seen, last_changed;
  std::string newest_post;  // its `published`; empty: none says
};

enum class ValueField : std::uint8_t { kAuthor, kTag, kCategory, kLanguage };

// A version in the order in which it came into the archive.
struct ListedArrival {
  std::string id;              // arrival_id (bfa/notify/change_feed.h): equal after a rebuild
  std::uint64_t sequence = 0;  // of the step that brought it
  std::string key, url, title, blog_host;
  std::string post, post_title, author;  // of a comment: its post's URL and title, and its first author
  ObjectKind kind = ObjectKind::kPost;
  std::string comment_type;  // as ListedObject
  std::uint64_t version = 0;
  Verdict verdict = Verdict::kNew;
  double similarity = 1;            // of kContent: to the version before
  std::vector<std::string> fields;  // that changed (ChangeReason::field), sorted; none of a first version
  UtcTime captured{};
};

struct ArrivalListQuery {
  std::uint64_t after = 0;    // a sequence: only what came later; with `newest_first` 0: from the newest on
  bool newest_first = false;  // then `after` bounds from above: only what came earlier
  std::string blog_host;
  ObjectFilter belongs;
  std::string tag;                 // only of objects that have it now, as a tag or a category
  std::string category;            // only of objects that have it now, as a category
  std::optional<ObjectKind> kind;  // by the rules of bfa/object/filters.h
  std::set<Verdict> verdicts;      // only these; empty: all
  bool pages = false;              // list pages too
  std::size_t limit = 100;         // steps are never cut: a few more may come
};

}  // namespace bfa
