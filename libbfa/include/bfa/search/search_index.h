// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bfa/search/catalogue.h"
#include "bfa/store/archive.h"

namespace bfa {

// What is searched for. `text`: words, "phrases", prefix*, -word, and fields (title:, author:, tag:,
// category:, text:, blog:). All must be found, in one version that passes all filters. docs/search.md has the
// rules.
struct SearchQuery {
  std::string text;        // UTF-8; at most 4096 bytes; may be empty with `author`, `tag` or `category`
  std::size_t limit = 20;  // hits; at most 1000
  bool newest = false;     // newest captures first; else the best first
  std::optional<ObjectKind> kind;  // only of this kind, by the rules of bfa/object/filters.h
  std::string blog_host;           // only of this host; empty: any
  ObjectFilter belongs;            // only objects that it accepts, by their URL as it is now; empty: all
  // What `blog:` in `text` means: known_blog_filter() (bfa/subscribe/blog_filter.h) for the archive. Its
  // errors are those of the search. Empty: the host of what is named.
  std::function<Result<BlogFilter>(std::string_view blog)> blog_of;
  // These words in the field, side by side; empty: any. `tag`: in tags or categories.
  std::string author, tag, category;
  std::optional<UtcTime> since, until;  // versions that were captured at since <= time < until
  // Objects that were published in this time, the last date included, by the rules of ObjectListQuery.
  std::string published_from, published_to;
  bool changed = false;        // only versions that changed something: all but the first one of each object
  std::set<Verdict> verdicts;  // only versions with one of these; empty: all
  bool deleted = false;        // only objects that are gone (404 or 410) now, in any of their versions
  // SearchAnswer::next of the page before, of the same query; empty: the first page. Newest first, what
  // arrives meanwhile shifts nothing. Best first, versions that came after the first page are left out, and a
  // few hits may change places when the index grows.
  std::string after;
};

// Parts of a text that fit: pairs of bytes, begin and end.
using TextMarks = std::vector<std::pair<std::size_t, std::size_t>>;
struct MarkedText {
  std::string text;
  TextMarks marks;
};

// An object that was found, in its newest version that fits.
struct SearchHit {
  std::string key, url, title, blog_host;
  std::string post, post_title;  // of a comment: URL and title of its post
  std::string published, language;
  ObjectKind kind = ObjectKind::kPost;
  std::string comment_type;    // as ListedObject
  std::uint64_t version = 0;   // its number, from 1
  std::uint64_t versions = 0;  // of the object
  bool only_old = false;       // the newest version does not fit
  bool gone = false;           // the object is gone now
  UtcTime captured{};          // of that version
  std::uint64_t sequence = 0;
  // A part of its text, on one line; of an object without text, its subtitle, or the texts of its pictures
  // and links. Empty when it has none of these.
  std::string snippet;
  TextMarks marks;                       // of the snippet
  TextMarks title_marks;                 // of the title
  MarkedText authors, tags, categories;  // by ", ", the first 50 of each
};

// The documented JSON object of a hit (docs/search.md), on one line. Thread-safe.
BFA_EXPORT std::string hit_to_json(const SearchHit& hit);

struct SearchAnswer {
  std::vector<SearchHit> hits;
  // Versions that fit, counted up to SearchIndex::kMostRanked, or kMostCounted when newest first was asked
  // for.
  std::uint64_t versions = 0;
  bool more_versions = false;  // there are more than were counted
  bool by_time = false;        // newest first: asked for, or too many fit to be ranked
  std::uint64_t reach = 0;     // the index has all steps up to this one
  std::string next;            // mark of the next page; empty: there is none
};

// A capture in the index. `hop`: 0 for the last answer of a step; n for its n-th request, which another
// address answered. `redirect`: the address of that last answer, where `hop` is not 0. Of a step that an
// older program stored, only its first request has such a capture, with the time and place of the last
// answer; `status` is 0 then, and `mime` empty.
struct IndexedCapture {
  std::string key, url;  // SURT key (surt_key)
  UtcTime time{};
  std::uint64_t sequence = 0;
  std::uint32_t hop = 0;
  int status = 0;
  std::string mime, digest, redirect;
  WarcRef warc;          // without record_id
  bool revisit = false;  // the payload is another record's: Archive::original_of
};

// Which capture of a range was visited last.
struct CapturePlace {
  std::string key;
  UtcTime time{};
  std::uint64_t sequence = 0;
  std::uint32_t hop = 0;
};
BFA_EXPORT CapturePlace place_of(const IndexedCapture& capture);

struct CaptureRange {
  std::string first, last;          // SURT keys: first <= key < last; an empty `last`: key == first
  std::optional<UtcTime> from, to;  // from <= time <= to
  bool backwards = false;           // from the greatest key and the newest capture
  // Only what comes after it, in this direction. It costs the same wherever it is: long lists are read in
  // parts, so that other readers of the index are not kept waiting.
  std::optional<CapturePlace> after;
  std::uint64_t skip = 0;  // leaves out so many captures first; costs by their number
};

struct SearchIndexOptions {
  std::string folder;  // for the index; empty: `index` in the archive, or a cache folder if that is read-only
};

// What an index has.
struct IndexCoverage {
  std::uint64_t reach = 0;  // all steps up to this one
  std::uint64_t objects = 0, versions = 0;
  std::optional<UtcTime> last_capture;  // when the newest of these steps was captured
};

// Whether an index is whole and current.
struct IndexHealth {
  std::string file;         // empty: the archive has no index
  std::string damage;       // what is not whole, for people; empty: nothing
  bool same_store = true;   // false: it was made from a store that is no more
  std::uint64_t reach = 0;  // it has all steps up to this one
};

// The index of an archive: the words of all versions of its objects, and its captures by address. Derived
// data in an SQLite file beside the store: it can be removed at any time. It remembers the last step that it
// has, and which store it was made from. Thread-safe; several processes may have it open. Errors of all: kIo,
// kCorrupt (remove the file, or bfa rebuild --index), and those of Archive.
class BFA_EXPORT SearchIndex {
 public:
  // More versions that fit are not ranked. Newest first, no more than kMostCounted are counted.
  static constexpr std::uint64_t kMostRanked = 2000, kMostCounted = 500;

  // Opens the index of `archive` and brings it up to date; makes one. One that this user may only read is
  // opened as it is, also in `options.folder`.
  static Result<std::unique_ptr<SearchIndex>> open(const Archive& archive,
                                                   const SearchIndexOptions& options = {});
  // Removes the files of an archive's index, also damaged ones: the next open() makes it anew.
  static Status remove(const Archive& archive, const SearchIndexOptions& options = {});
  // Whether the archive in a folder has an index. Cheap.
  static bool exists(const std::string& archive_directory);
  // Brings the index of an archive up to date if it has one, and returns the number of versions that were
  // added: for programs that have written to the archive. Makes none.
  static Result<std::uint64_t> update_existing(const Archive& archive);
  // Looks whether the index of the archive in a folder is whole: SQLite's integrity check of all tables, and
  // that of FTS5. Reads all of it. Of an index that this user may only read, a temporary copy is checked.
  // Errors: kUnavailable, kIo when it cannot be looked at.
  static Result<IndexHealth> check(const std::string& archive_directory);
  virtual ~SearchIndex() = default;

  // Adds what came since; returns how many versions. `archive`: opened anew, or written to by this process.
  // What is cut off goes on from there. Errors besides: kDenied (a read-only index that lacks steps).
  virtual Result<std::uint64_t> update(const Archive& archive) = 0;
  virtual Result<std::uint64_t> reach() const = 0;
  // For people: what a search has looked at. Cheap.
  virtual Result<IndexCoverage> coverage(const Archive& archive) const = 0;
  virtual const std::string& file() const = 0;
  // True when the file was removed, or another one stands in its place: another process makes the index anew.
  // All other calls say kUnavailable then; open() gives the new one. Cheap.
  virtual bool is_replaced() const = 0;

  // Errors: kInvalidArgument with a sentence when the query cannot be answered. Cost: by the versions that
  // fit up to kMostRanked when they are ranked, else by the hits.
  virtual Result<SearchAnswer> search(const Archive& archive, const SearchQuery& query) const = 0;

  // Lists, counts and calendars from the index alone (bfa/search/catalogue.h). Errors besides:
  // kInvalidArgument
  // (`after` of a list is not one of its marks).
  virtual Result<ObjectList> list_objects(const ObjectListQuery& query) const = 0;
  // The days of a blog on which anything was, in order; of all blogs when `blog_host` is empty.
  virtual Result<std::vector<DayCounts>> count_days(const std::string& blog_host) const = 0;
  // The values of a field over posts, the most frequent first, with the number of posts.
  virtual Result<std::vector<std::pair<std::string, std::uint64_t>>> count_values(
      const std::string& blog_host, ValueField field, std::size_t limit) const = 0;
  // By host. `new_since`: for BlogCounts::new_posts.
  virtual Result<std::vector<BlogCounts>> count_blogs(const std::optional<UtcTime>& new_since = {}) const = 0;
  virtual Result<std::vector<ListedArrival>> list_arrivals(const ArrivalListQuery& query) const = 0;
  // The step of an arrival by its id; nothing when there is none.
  virtual Result<std::optional<std::uint64_t>> find_arrival(const std::string& id) const = 0;

  // The captures of a range, by key, time and step, until `visit` returns false. A few visits at a
  // time are possible; further ones wait.
  virtual Status for_each_capture(const CaptureRange& range,
                                  const std::function<bool(const IndexedCapture&)>& visit) const = 0;
  // Their number, without `skip`.
  virtual Result<std::uint64_t> count_captures(const CaptureRange& range) const = 0;
  // The steps of which the response (or revisit) record may have this id ("urn:uuid:..."): ask the archive
  // for their captures, as different ids are rarely told apart. Request, metadata and other records are not
  // in the index.
  virtual Result<std::vector<std::uint64_t>> find_record(const std::string& record_id) const = 0;
};

// Addresses of posts and pages on the host of `url` whose path and query differ from its own in a few
// characters: what may have been meant by a mistyped address. At most `most`, the most similar first. None
// for an address of more than 200 bytes, or when the archive cannot be read. Needs no index. Cost: reads the
// heads of at most 20,000 objects of the host. Thread-safe.
BFA_EXPORT std::vector<std::string> similar_addresses(const Archive& archive, const std::string& url,
                                                      std::size_t most);

}  // namespace bfa
