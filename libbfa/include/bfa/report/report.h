// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bfa/io/file_system.h"
#include "bfa/store/archive.h"

namespace bfa {

// The figures of an archive: what its blogs publish, how, when and how often, what was edited, what may have
// been lost, and what it costs. docs/report.md explains each. Source: Archiving Data Objects using Web Feeds,
// section 3, Tables 1 and 2, Figures 1 and 2. What is not known is absent, never 0.

struct ReportOptions {
  UtcTime now{};        // the time of the report; the system's clock when it is the epoch
  int dead_after = 12;  // months without a post, up to the last visit, after which a blog counts as silent
  FileSystem* fs = nullptr;  // to measure the files of the archive; posix_file_system() when null
};

// A series of durations, in seconds. Without members all but `count` mean nothing.
struct Spread {
  std::uint64_t count = 0;
  double min = 0, q1 = 0, median = 0, q3 = 0, max = 0, mean = 0;
  std::optional<double> deviation;  // of the sample; absent for fewer than two
};

// A feed of posts.
struct FeedFigures {
  std::string url;
  std::string format, version;          // "rss", "2.0"; empty: no answer was a feed
  std::optional<std::uint64_t> window;  // entries of its newest state
  std::uint64_t answers = 0;            // of the feed's server, in the archive
  std::uint64_t failing = 0;            // answers at the end, in a row, that are no feed
  // Answers that can be compared with the one before; among these, those of which no entry was known. Between
  // these two answers posts may have been lost. Absent: nothing can be compared.
  std::optional<std::uint64_t> compared, overflows;
};

// A blog in the report. Times of posts are the dates that they state.
struct BlogFigures {
  std::string home, title;
  std::string domain;  // registrable domain, private suffixes as domains of their own
  bool subscribed = false;
  std::vector<FeedFigures> feeds;  // the one that its posts were learned from first
  std::uint64_t posts = 0, comments = 0, pingbacks = 0;
  std::uint64_t versions = 0;   // of posts
  std::uint64_t changed = 0;    // posts with a change of their content
  std::uint64_t revisited = 0;  // posts that were seen more than once: only these can show a change
  std::uint64_t gone = 0;       // posts
  std::optional<UtcTime> first_post, newest_post, first_visit, last_visit;
  std::uint64_t crawls = 0;              // finished ones
  std::uint64_t answers = 0, bytes = 0;  // captures at its addresses; bytes of their records as stored
  std::uint64_t failed = 0, media_missing = 0;
  Spread intervals;               // between publications
  bool intervals_by_day = false;  // its dates have no time of day: intervals are whole days
  Spread delays;  // from publication to first capture, of posts published after the first visit
  // The mean wait of an entry of its feeds for the next poll, in seconds, as the budget of the last run and
  // what is known of the feeds now let expect. Absent: no run polls it.
  std::optional<double> promised_delay;
  // Visits at which all entries of a feed were new, so that posts before them may be lost. Absent: not known.
  std::optional<std::uint64_t> possible_loss;
  std::optional<bool> silent;  // no new post for ReportOptions::dead_after months before the last visit
  bool feed_failing = false;   // the last answer of each of its feeds is no feed, or it could not be fetched
};

// The blogs of one registrable domain.
struct DomainFigures {
  std::string domain;
  std::uint64_t blogs = 0, posts = 0;
  std::uint64_t series = 0;         // blogs with an interval
  std::optional<double> mean;       // seconds: the average of the mean intervals of the blogs
  std::optional<double> deviation;  // seconds: the pooled standard deviation
};

// Posts by weekday (Monday first) and hour.
using WeekCounts = std::array<std::array<std::uint64_t, 24>, 7>;

struct MonthFigures {
  std::uint64_t published = 0;  // posts by the date that they state
  std::uint64_t arrived = 0;    // posts by their first capture
  std::uint64_t changes = 0;    // new versions whose content changed, by their capture
};

// Changes of content by the age at which they were seen.
struct AgeFigures {
  std::string age;            // "hour", "day", "week", "month", "year", "later", "unknown"
  std::uint64_t looks = 0;    // captures of posts of this age, but for the first ones: 0: nobody looked
  std::uint64_t changes = 0;  // 0 without looks means not known
  // Those where the capture before, which was still the same, is of this age too: the edit was made then.
  std::uint64_t certain = 0;
  // By similarity of the texts: the text is the same (another field changed), at least .99, .9, .5, less.
  std::array<std::uint64_t, 5> by_similarity{};
};

struct StorageFigures {
  std::optional<std::uint64_t> warc_files, warc_bytes, store_bytes;  // absent: cannot be listed
  std::uint64_t answers = 0, answer_bytes = 0;  // captures, and the bytes of their records
  std::uint64_t elsewhere = 0;                  // captures at addresses of no blog
  std::uint64_t revisits = 0;    // captures whose payload is stored once, in the record of another capture
  std::int64_t saved_bytes = 0;  // by these: the records that they refer to less their own; may be negative
};

struct ArchiveReport {
  UtcTime made{};
  int dead_after = 12;
  std::string directory;
  std::vector<BlogFigures> blogs;                   // by address
  std::vector<DomainFigures> domains;               // by name
  std::map<std::string, std::uint64_t> feed_types;  // "rss 2.0" to feeds
  std::uint64_t pingbacks = 0;
  std::uint64_t posts = 0, comments = 0, pages = 0, versions = 0, changed = 0, revisited = 0, gone = 0;
  std::uint64_t unowned = 0;  // posts and comments at addresses of no known blog; in the totals too
  // How exact the dates of posts are: "instant", "local" (no zone), "day", "coarser", "none"; not used:
  // "future" (later than the capture by more than a day), "ancient" (before 1990).
  std::map<std::string, std::uint64_t> dates;
  std::uint64_t midnight = 0;            // of those with a time, at 00:00:00: most are days; not in the weeks
  Spread intervals, delays;              // of all blogs together
  std::optional<double> promised_delay;  // as that of a blog, over all entries that are expected
  WeekCounts week_utc{}, week_own{};     // week_own: as the post writes it, in its own zone
  std::uint64_t with_own_offset = 0;     // posts of week_own that state an offset from UTC that is not 0
  std::map<std::string, MonthFigures> months;  // "2026-03"
  std::vector<AgeFigures> ages;
  std::map<std::string, std::uint64_t> verdicts;        // of later versions of posts: "content", "gone", ...
  std::map<std::string, std::uint64_t> changed_fields;  // "text", "title", ...: changes that name the field
  // Visits with possible loss, over the blogs for which it is known; for how many it is, and is not.
  std::optional<std::uint64_t> possible_loss;
  std::uint64_t loss_known = 0, loss_unknown = 0;
  StorageFigures storage;
};

// Cost: one scan of the heads and of the captures, the versions of posts that have several, and each distinct
// answer of a feed. Memory: 32 bytes for each post and 24 for each answer of a feed, beside the blogs and
// the history of one post. The archive may be written to meanwhile. Thread-safe. Errors: those of Archive.
BFA_EXPORT Result<ArchiveReport> make_report(const Archive& archive, const ReportOptions& options);

// One line of JSON: schemas/report.schema.json. With `blogs` false without the list of blogs. Empty when
// memory runs out. Thread-safe.
BFA_EXPORT std::string report_to_json(const ArchiveReport& report, bool blogs = true);

// One page of HTML in UTF-8 that needs nothing else: no script, no other resource, plots as SVG with a table
// of their numbers each. Empty when memory runs out. Thread-safe.
BFA_EXPORT std::string report_to_html(const ArchiveReport& report);

// A duration for people: "42 s", "12 min", "3 h 20 min", "3 d 4 h", "45 d", "2.3 y". Thread-safe. Empty when
// memory runs out.
BFA_EXPORT std::string duration_text(double seconds);

}  // namespace bfa
