// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <utility>

#include "base/counted.h"
#include "base/guard.h"
#include "bfa/io/digest.h"
#include "bfa/object/version.h"
#include "bfa/text/utf8.h"
#include "object/date_span.h"
#include "object/folded_text.h"
#include "object/reference_keys.h"
#include "object/short_change.h"

namespace bfa {
namespace {

// Attributes that are statements of the author; all others are counters or are about the running of the
// blog.
constexpr std::array<const char*, 3> kComparedAttributes = {"categories", "license", "rights"};

std::vector<std::string> name_set(const std::vector<std::string>& names) {
  std::vector<std::string> keys;
  keys.reserve(names.size());
  for (const auto& name : names) {
    if (std::string key = folded_key(name); !key.empty()) keys.push_back(std::move(key));
  }
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

// A value that is no longer found was not necessarily removed by the author: a value that becomes unknown is
// not a change.
bool same_names(const std::vector<std::string>& before, const std::vector<std::string>& after) {
  if (before == after) return true;
  const auto b = name_set(after);
  return b.empty() || name_set(before) == b;
}

// A day that a platform writes as an instant, before and after its time zone was set.
bool same_midnight(const Timestamp& before, const Timestamp& after) {
  using std::chrono::days;
  return before.civil() == after.civil() && std::chrono::floor<days>(after.civil()) == after.civil();
}

bool same_time(const std::optional<Timestamp>& before, const std::optional<Timestamp>& after) {
  if (!after) return true;
  if (!before) return false;
  if (before->precision == after->precision) {
    using std::chrono::seconds;
    return std::chrono::floor<seconds>(before->utc) == std::chrono::floor<seconds>(after->utc) ||
           same_midnight(*before, *after);
  }
  return span_of(*before).meets(span_of(*after));
}

// "3 days ago" is another date at each visit.
bool same_published(const DataObject& before, const DataObject& after) {
  return after.attributes.count("relative_date") > 0 || same_time(before.published, after.published);
}

// As long as the publication is a local time, a change on its day or the next is not known to be later. It
// becomes known with the zone, without an act of the author.
bool hidden_by_zone(const DataObject& before, const DataObject& after) {
  using std::chrono::days;
  if (before.modified || !after.modified || !before.published || !after.published) return false;
  if (before.published->precision != TimePrecision::kLocalTime) return false;
  if (after.published->precision != TimePrecision::kInstant) return false;
  return std::chrono::floor<days>(after.modified->civil()) <=
         std::chrono::floor<days>(before.published->utc) + days(1);
}

bool same_modified(const DataObject& before, const DataObject& after) {
  return same_time(before.modified, after.modified) || hidden_by_zone(before, after);
}

// A comment can come from its page at one time and from its feed at another. Each has its own markup, so
// that a difference between the two is not a change. Only a change of the status to or from "gone" counts.
bool of_two_sources(const DataObject& before, const DataObject& after) {
  return before.kind == ObjectKind::kComment && after.kind == ObjectKind::kComment &&
         (before.provenance.method == "feed") != (after.provenance.method == "feed");
}

bool is_gone(const DataObject& object) {
  return object.status == "gone";
}

std::string attribute(const DataObject& object, const char* name) {
  const auto found = object.attributes.find(name);
  return found == object.attributes.end() ? std::string() : found->second;
}

bool same_or_unknown(const std::string& before, const std::string& after) {
  return after.empty() || same_text(before, after);
}

std::string join(const std::vector<std::string>& parts) {
  std::string out;
  for (const auto& part : parts) (out += out.empty() ? "" : ", ") += part;
  return out;
}

std::string cut(const std::string& text) {
  constexpr std::size_t kDetail = 120;
  std::string line = collapse_space(text);
  if (line.size() <= kDetail) return line;
  std::size_t end = kDetail;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0U) == 0x80U) --end;
  return line.substr(0, end) + "...";
}

void add_reason(Change& change, const char* field, const std::string& before, const std::string& after) {
  const char* const kind = before.empty() ? "added" : after.empty() ? "removed" : "changed";
  std::string detail = before.empty()  ? cut(after)
                       : after.empty() ? cut(before)
                                       : cut(before) + " -> " + cut(after);
  change.reasons.push_back({field, kind, std::move(detail)});
}

std::string time_text(const std::optional<Timestamp>& time) {
  return time ? format_timestamp(*time) : std::string();
}

std::vector<std::uint64_t> word_hashes(std::string_view text) {
  const auto words = split_words(text);
  std::vector<std::uint64_t> hashes;
  hashes.reserve(words.size());
  for (const auto& word : words) hashes.push_back(fast_hash(word));
  std::sort(hashes.begin(), hashes.end());
  return hashes;
}

// Sorensen-Dice over the words with their counts: 1 for the same words in any order, 0 for no common words.
double word_similarity(std::string_view before, std::string_view after) {
  const auto a = word_hashes(before), b = word_hashes(after);
  if (a.empty() && b.empty()) return same_text(before, after) ? 1 : 0;
  std::vector<std::uint64_t> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return 2.0 * static_cast<double>(both.size()) / static_cast<double>(a.size() + b.size());
}

std::string percent(double similarity) {
  std::array<char, 48> line{};
  std::snprintf(line.data(), line.size(), "%.1f %% of the words are the same", similarity * 100);
  return line.data();
}

void compare_text(const DataObject& before, const DataObject& after, bool edits, Change& change) {
  if (same_text(before.text, after.text)) return;
  change.similarity = word_similarity(before.text, after.text);
  if (edits) change.text_edits = word_diff(before.text, after.text);
  const char* const kind = before.text.empty() ? "added" : after.text.empty() ? "removed" : "changed";
  change.reasons.push_back({"text", kind, percent(change.similarity)});
}

void add_reference_reason(Change& change, const char* kind, const std::vector<Reference>& links,
                          const std::vector<Reference>& media) {
  if (links.empty() && media.empty()) return;
  std::string detail;
  if (!links.empty()) detail = counted(links.size(), "link", "links");
  if (!media.empty()) {
    if (!detail.empty()) detail += ", ";
    detail += counted(media.size(), "medium", "media");
  }
  change.reasons.push_back({"references", kind, std::move(detail)});
}

void compare_references(const DataObject& before, const DataObject& after, Change& change) {
  if (before.references == after.references) return;
  const ReferenceKeys a(before), b(after);
  b.without(a, change.links_added, change.media_added);
  a.without(b, change.links_removed, change.media_removed);
  add_reference_reason(change, "added", change.links_added, change.media_added);
  add_reference_reason(change, "removed", change.links_removed, change.media_removed);
}

void compare_metadata(const DataObject& before, const DataObject& after, Change& change) {
  if (!same_or_unknown(before.subtitle, after.subtitle))
    add_reason(change, "subtitle", before.subtitle, after.subtitle);
  if (!same_names(before.authors, after.authors))
    add_reason(change, "authors", join(before.authors), join(after.authors));
  if (!same_published(before, after))
    add_reason(change, "published", time_text(before.published), time_text(after.published));
  if (!same_modified(before, after))
    add_reason(change, "modified", time_text(before.modified), time_text(after.modified));
  if (!same_names(before.tags, after.tags)) add_reason(change, "tags", join(before.tags), join(after.tags));
  for (const char* const name : kComparedAttributes) {
    if (!same_or_unknown(attribute(before, name), attribute(after, name)))
      add_reason(change, name, attribute(before, name), attribute(after, name));
  }
}

void compare_status(const DataObject& before, const DataObject& after, Change& change) {
  if (is_gone(before) != is_gone(after)) {
    add_reason(change, "status", is_gone(before) ? "gone" : "active", is_gone(after) ? "gone" : "active");
  }
}

// For objects that could not be compared: a change that did not happen does less harm than one that is lost.
Change changed_in_unknown_way() {
  Change change;
  change.verdict = Verdict::kContent;
  change.similarity = 0;
  return change;
}

Change compared(const DataObject& before, const DataObject& after, bool edits) {
  Change change;
  change.url = after.url;
  if (of_two_sources(before, after)) {
    change.similarity = 1;
  } else {
    compare_text(before, after, edits, change);
    if (!same_text(before.title, after.title)) add_reason(change, "title", before.title, after.title);
    compare_references(before, after, change);
    compare_metadata(before, after, change);
  }
  compare_status(before, after, change);
  change.verdict = change.reasons.empty() ? Verdict::kNone : Verdict::kContent;
  return change;
}

}  // namespace

bool object_changed(const DataObject& before, const DataObject& after) {
  return guarded_or(
      [&]() -> bool {
        if (of_two_sources(before, after)) return is_gone(before) != is_gone(after);
        if (!same_text(before.text, after.text) || !same_text(before.title, after.title)) return true;
        if (!same_or_unknown(before.subtitle, after.subtitle)) return true;
        if (!same_names(before.authors, after.authors) || !same_names(before.tags, after.tags)) return true;
        if (!same_published(before, after) || !same_modified(before, after)) return true;
        if (is_gone(before) != is_gone(after)) return true;
        for (const char* const name : kComparedAttributes) {
          if (!same_or_unknown(attribute(before, name), attribute(after, name))) return true;
        }
        return before.references != after.references && !(ReferenceKeys(before) == ReferenceKeys(after));
      },
      [] { return true; });
}

Change compare_objects(const DataObject& before, const DataObject& after) {
  return guarded_or([&] { return compared(before, after, true); }, changed_in_unknown_way);
}

Change compare_in_short(const DataObject& before, const DataObject& after) {
  return guarded_or([&] { return compared(before, after, false); }, changed_in_unknown_way);
}

}  // namespace bfa
