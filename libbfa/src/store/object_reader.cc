// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "base/try.h"
#include "bfa/object/json.h"
#include "bfa/object/version.h"
#include "bfa/url/canonical.h"
#include "bfa/url/url.h"
#include "store/bytes.h"
#include "store/object_ledger.h"

namespace bfa {
namespace {

constexpr std::array kLookupOrder = {ObjectKind::kPost, ObjectKind::kPage, ObjectKind::kBlog,
                                     ObjectKind::kComment, ObjectKind::kFeed};
constexpr std::array kListOrder = {ObjectKind::kBlog, ObjectKind::kFeed, ObjectKind::kPost, ObjectKind::kPage,
                                   ObjectKind::kComment};

Result<Version> read_version(const Database::Row& row) {
  BFA_ASSIGN_OR_RETURN(const Moment moment, parse_moment(row.first));
  BFA_ASSIGN_OR_RETURN(DataObject object, object_from_json(row.second));
  return Version{std::move(object), moment.time, moment.sequence};
}

Error not_found(const std::string& what) {
  return Error{Code::kNotFound, "the archive has no such object", what, -1};
}

// The text itself, its canonical form as a URL, and that form with the other scheme.
std::vector<std::string> spellings(const std::string& text) {
  std::vector<std::string> out = {text};
  const auto url = Url::parse(text);
  if (!url) return out;
  const std::string canonical = canonical_url(*url).href();
  out.push_back(canonical);
  if (canonical.starts_with("https:")) out.push_back("http:" + canonical.substr(6));
  if (canonical.starts_with("http:")) out.push_back("https:" + canonical.substr(5));
  return out;
}

}  // namespace

Result<std::optional<ObjectRecord>> ObjectReader::record(const std::string& key) const {
  BFA_ASSIGN_OR_RETURN(const auto bytes, database_.get(Family::kObjects, key));
  if (!bytes) return std::optional<ObjectRecord>();
  BFA_ASSIGN_OR_RETURN(const ObjectRecord record, decode_object_record(*bytes));
  return std::optional<ObjectRecord>(record);
}

Result<std::vector<std::string>> ObjectReader::comment_keys(const std::string& post_url) const {
  const std::string prefix = urls::comments(post_url);
  std::vector<std::string> keys;
  BFA_RETURN_IF_ERROR(database_.for_each(Family::kUrls, prefix, prefix_end(prefix),
                                         [&](const Database::Row& row) -> Result<bool> {
                                           keys.push_back(row.first.substr(prefix.size()));
                                           return true;
                                         }));
  return keys;
}

Result<ObjectSummary> ObjectReader::summarise(const std::string& key, const ObjectRecord& record,
                                              const std::optional<UtcTime>& at) const {
  ObjectSummary summary;
  summary.versions = record.versions;
  summary.sightings = record.sightings;
  summary.first_seen = record.first_seen;
  summary.last_seen = record.last_seen;
  summary.last_changed = record.last_changed;
  if (at) {
    BFA_ASSIGN_OR_RETURN(auto version, version_at(key, *at));
    if (!version) return not_found(key);
    summary.latest = std::move(version->object);
  } else {
    const std::string version_key = moment_key(key, record.latest.time, record.latest.sequence);
    BFA_ASSIGN_OR_RETURN(const auto bytes, database_.get(Family::kVersions, version_key));
    if (!bytes)
      return Error{Code::kCorrupt, "store: a version is missing; bfa rebuild makes the store anew", {}, -1};
    BFA_ASSIGN_OR_RETURN(summary.latest, object_from_json(*bytes));
  }
  if (summary.latest.kind == ObjectKind::kPost || summary.latest.kind == ObjectKind::kPage) {
    BFA_ASSIGN_OR_RETURN(const auto comments, comment_keys(summary.latest.url));
    summary.comment_count = comments.size();
  }
  return summary;
}

Result<bool> ObjectReader::visit_one(
    const std::string& key, const ObjectRecord& record, const ObjectQuery& query,
    const std::function<bool(const std::string& key, const ObjectSummary&)>& visit) const {
  if (query.at) {
    BFA_ASSIGN_OR_RETURN(const auto version, version_at(key, *query.at));
    if (!version) return true;
  }
  BFA_ASSIGN_OR_RETURN(const ObjectSummary summary, summarise(key, record, query.at));
  return visit(key, summary);
}

Status ObjectReader::for_each(
    const ObjectQuery& query,
    const std::function<bool(const std::string& key, const ObjectSummary&)>& visit) const {
  if (!query.url.empty()) {
    for (const auto kind : kListOrder) {
      if (query.kind && *query.kind != kind) continue;
      const std::string key = object_key(kind, query.url);
      BFA_ASSIGN_OR_RETURN(const auto known, record(key));
      if (!known) continue;
      BFA_ASSIGN_OR_RETURN(const bool go_on, visit_one(key, *known, query, visit));
      if (!go_on) return {};
    }
    return {};
  }
  bool stopped = false;
  for (const auto kind : kListOrder) {
    if (stopped || (query.kind && *query.kind != kind)) continue;
    std::string prefix = object_key(kind, "x:").substr(0, 2);
    if (!query.blog_host.empty()) prefix += reversed_host(query.blog_host);
    const std::size_t host_end = prefix.size();
    BFA_RETURN_IF_ERROR(database_.for_each(
        Family::kObjects, prefix, prefix_end(prefix), [&](const Database::Row& row) -> Result<bool> {
          const char after = row.first.size() > host_end ? row.first[host_end] : '\0';
          if (!query.blog_host.empty() && after != '\0' && after != ':') return true;
          BFA_ASSIGN_OR_RETURN(const ObjectRecord known, decode_object_record(row.second));
          BFA_ASSIGN_OR_RETURN(const bool go_on, visit_one(row.first, known, query, visit));
          stopped = !go_on;
          return go_on;
        }));
  }
  return {};
}

Result<std::optional<std::string>> ObjectReader::find_by_surt(const std::string& url) const {
  const std::string prefix = urls::surt(url);
  const std::string twin = twin_of(url);
  const auto wanted = Url::parse(url);
  const std::string fragment = wanted ? std::string(wanted->fragment()) : std::string();
  std::optional<std::string> best;
  BFA_RETURN_IF_ERROR(database_.for_each(
      Family::kUrls, prefix, prefix_end(prefix), [&](const Database::Row& row) -> Result<bool> {
        std::string key = row.first.substr(prefix.size());
        BFA_ASSIGN_OR_RETURN(const auto version, last_version(key));
        if (!version || twin_of(version->object.url) != twin) return true;
        const auto found = Url::parse(version->object.url);
        if (!found || found->fragment() != fragment) return true;
        best = std::move(key);
        return version->object.kind != ObjectKind::kPost;  // people usually look for the post
      }));
  return best;
}

Result<std::string> ObjectReader::find(const std::string& url) const {
  for (const auto& spelling : spellings(url)) {
    for (const auto kind : kLookupOrder) {
      std::string key = object_key(kind, spelling);
      BFA_ASSIGN_OR_RETURN(const bool known, database_.contains(Family::kObjects, key));
      if (known) return key;
    }
  }
  BFA_ASSIGN_OR_RETURN(auto key, find_by_surt(url));
  if (key) return std::move(*key);
  const auto parsed = Url::parse(url);
  if (parsed && !parsed->fragment().empty()) return find(parsed->without_fragment().href());
  return not_found(url);
}

Result<ObjectSummary> ObjectReader::summary(const std::string& key) const {
  BFA_ASSIGN_OR_RETURN(const auto known, record(key));
  if (!known) return not_found(key);
  return summarise(key, *known, std::nullopt);
}

Result<std::vector<Version>> ObjectReader::versions(const std::string& key) const {
  const std::string prefix = moment_prefix(key);
  std::vector<Version> out;
  BFA_RETURN_IF_ERROR(database_.for_each(Family::kVersions, prefix, prefix_end(prefix),
                                         [&](const Database::Row& row) -> Result<bool> {
                                           BFA_ASSIGN_OR_RETURN(Version version, read_version(row));
                                           out.push_back(std::move(version));
                                           return true;
                                         }));
  return out;
}

Result<std::vector<Sighting>> ObjectReader::sightings(const std::string& key) const {
  const std::string prefix = moment_prefix(key);
  std::vector<Sighting> out;
  BFA_RETURN_IF_ERROR(database_.for_each(Family::kSightings, prefix, prefix_end(prefix),
                                         [&](const Database::Row& row) -> Result<bool> {
                                           BFA_ASSIGN_OR_RETURN(const Moment moment, parse_moment(row.first));
                                           out.push_back({moment.time, moment.sequence});
                                           return true;
                                         }));
  return out;
}

Result<std::vector<Change>> ObjectReader::changes(const std::string& key) const {
  BFA_ASSIGN_OR_RETURN(const auto states, versions(key));
  std::vector<Change> out;
  for (std::size_t i = 1; i < states.size(); ++i) {
    const Version& before = states[i - 1];
    const Version& after = states[i];
    Change made = compare_objects(before.object, after.object);
    const std::string change_key = moment_key(key, after.observed, after.sequence);
    BFA_ASSIGN_OR_RETURN(const auto bytes, database_.get(Family::kChanges, change_key));
    if (bytes) {
      BFA_ASSIGN_OR_RETURN(Change kept, change_from_json(*bytes));
      kept.text_edits = std::move(made.text_edits);
      made = std::move(kept);
    }
    made.from = before.observed;
    made.to = after.observed;
    out.push_back(std::move(made));
  }
  return out;
}

Result<std::optional<Version>> ObjectReader::version_at(const std::string& key, UtcTime time) const {
  BFA_ASSIGN_OR_RETURN(const auto row,
                       database_.last_row(Family::kVersions, moment_prefix(key),
                                          moment_key(key, time + std::chrono::microseconds(1), 0)));
  if (!row) return std::optional<Version>();
  BFA_ASSIGN_OR_RETURN(Version version, read_version(*row));
  return std::optional<Version>(std::move(version));
}

Result<std::optional<Version>> ObjectReader::last_version(const std::string& key) const {
  BFA_ASSIGN_OR_RETURN(const auto known,
                       record(key));  // most requested keys are unknown: this lookup is cheap
  if (!known) return std::optional<Version>();
  const std::string prefix = moment_prefix(key);
  BFA_ASSIGN_OR_RETURN(const auto row, database_.last_row(Family::kVersions, prefix, prefix_end(prefix)));
  if (!row) return std::optional<Version>();
  BFA_ASSIGN_OR_RETURN(Version version, read_version(*row));
  return std::optional<Version>(std::move(version));
}

Result<std::vector<DataObject>> ObjectReader::comments_of(const std::string& post_url) const {
  BFA_ASSIGN_OR_RETURN(const auto keys, comment_keys(post_url));
  std::vector<DataObject> out;
  for (const auto& key : keys) {
    BFA_ASSIGN_OR_RETURN(auto version, last_version(key));
    if (version) out.push_back(std::move(version->object));
  }
  std::stable_sort(out.begin(), out.end(), [](const DataObject& a, const DataObject& b) {
    const auto time = [](const DataObject& o) { return o.published ? o.published->utc : UtcTime::max(); };
    return std::tuple(time(a), a.url, a.id) < std::tuple(time(b), b.url, b.id);
  });
  return out;
}

}  // namespace bfa
