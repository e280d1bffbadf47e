// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <limits>
#include <tuple>
#include <utility>

#include "base/try.h"
#include "bfa/object/filters.h"
#include "bfa/object/version.h"
#include "bfa/url/canonical.h"
#include "bfa/url/url.h"
#include "object/short_change.h"
#include "store/bytes.h"
#include "store/object_ledger.h"
#include "store/object_moves.h"

namespace bfa {
namespace {

constexpr std::array kLookupOrder = {ObjectKind::kPost, ObjectKind::kPage, ObjectKind::kBlog,
                                     ObjectKind::kComment, ObjectKind::kFeed};
constexpr std::array kListOrder = {ObjectKind::kBlog, ObjectKind::kFeed, ObjectKind::kPost, ObjectKind::kPage,
                                   ObjectKind::kComment};

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

namespace {

ObjectSummary numbers_of(const ObjectHead& head) {
  ObjectSummary summary;
  summary.versions = head.versions;
  summary.sightings = head.sightings;
  summary.first_seen = head.first_seen;
  summary.last_seen = head.last_seen;
  summary.last_changed = head.last_changed;
  summary.comment_count = head.comments;
  return summary;
}

// The same, with the pingbacks among the comments counted apart.
Result<ObjectSummary> summary_of(const ObjectRows& rows, const ObjectHead& head,
                                 const std::optional<UtcTime>& time = {}) {
  ObjectSummary summary = numbers_of(head);
  if (summary.comment_count == 0) return summary;
  BFA_ASSIGN_OR_RETURN(const std::uint64_t pingbacks, rows.pingbacks_on(head.url, time));
  summary.pingback_count = std::min(pingbacks, summary.comment_count);
  summary.comment_count -= summary.pingback_count;
  return summary;
}

// What a head knows of the newest state.
DataObject state_of(const ObjectHead& head) {
  DataObject object;
  object.kind = head.kind;
  object.url = head.url;
  object.title = head.title;
  object.status = head.status;
  object.language = head.language;
  object.post = head.post;
  object.id = head.id;
  object.published = head.published;
  if (!head.comment_type.empty()) object.attributes["comment_type"] = head.comment_type;
  return object;
}

// The end of a moment in the order of versions.
Moment whole_instant(UtcTime time) {
  return {time, std::numeric_limits<std::uint64_t>::max()};
}

// In a listing of one host: the host itself or one below it.
bool is_wanted(const FoundObject& object, const ObjectQuery& query, std::size_t host_end) {
  if (query.first_seen_after && object.head.first_seen <= *query.first_seen_after) return false;
  if (query.changed_after && object.head.latest.sequence <= *query.changed_after) return false;
  if (query.kind && listed_kind(object.head.kind, object.head.comment_type) != *query.kind) return false;
  const std::string& key = object.key;
  return key.size() <= host_end || key[host_end] == '\0' || key[host_end] == ':';
}

}  // namespace

Result<bool> ObjectReader::visit_one(
    const FoundObject& object, const ObjectQuery& query,
    const std::function<bool(const std::string& key, const ObjectSummary&)>& visit) const {
  BFA_ASSIGN_OR_RETURN(auto version, query.at ? rows_.version_at_or_before(object, whole_instant(*query.at))
                                              : rows_.latest(object.key));
  if (!version) return true;
  if (query.as_first_read) {
    BFA_ASSIGN_OR_RETURN(version, rows_.as_first_read(object, std::move(*version)));
  }
  ObjectHead head = object.head;
  if (query.at) {
    BFA_ASSIGN_OR_RETURN(head, rows_.head_at(object, *query.at));
  }
  BFA_ASSIGN_OR_RETURN(ObjectSummary summary, summary_of(rows_, head, query.at));
  summary.latest = std::move(version->version.object);
  return visit(object.key, summary);
}

Status ObjectReader::for_each_of_kind(
    ObjectKind kind, const ObjectQuery& query,
    const std::function<Result<bool>(const std::string& key, const ObjectSummary&)>& visit) const {
  std::string prefix = object_key(kind, "x:").substr(0, 2);
  if (!query.blog_host.empty()) prefix += reversed_host(query.blog_host);
  const std::size_t host_end = query.blog_host.empty() ? std::string::npos : prefix.size();
  const auto visit_plainly = [&](const std::string& key, const ObjectSummary& summary) {
    const auto go_on = visit(key, summary);
    return go_on && *go_on;
  };
  if (query.at || query.as_first_read) {
    return rows_.for_each_head(prefix, prefix_end(prefix), [&](const FoundObject& object) -> Result<bool> {
      if (!is_wanted(object, query, host_end)) return true;
      return visit_one(object, query, visit_plainly);
    });
  }
  if (query.heads_only) {
    return rows_.for_each_head(prefix, prefix_end(prefix), [&](const FoundObject& object) -> Result<bool> {
      if (!is_wanted(object, query, host_end)) return true;
      ObjectSummary summary = numbers_of(object.head);
      summary.latest = state_of(object.head);
      return visit(object.key, summary);
    });
  }
  return rows_.for_each_latest(prefix, prefix_end(prefix),
                               [&](const FoundObject& object, const StoredVersion& version) -> Result<bool> {
                                 if (!is_wanted(object, query, host_end)) return true;
                                 BFA_ASSIGN_OR_RETURN(ObjectSummary summary, summary_of(rows_, object.head));
                                 summary.latest = version.version.object;
                                 return visit(object.key, summary);
                               });
}

Status ObjectReader::for_each(
    const ObjectQuery& query,
    const std::function<bool(const std::string& key, const ObjectSummary&)>& visit) const {
  bool stopped = false;
  for (const auto kind : kListOrder) {
    if (stopped || (query.kind && stored_kind(*query.kind) != kind)) continue;
    if (query.url.empty()) {
      BFA_RETURN_IF_ERROR(for_each_of_kind(
          kind, query, [&](const std::string& key, const ObjectSummary& summary) -> Result<bool> {
            stopped = !visit(key, summary);
            return !stopped;
          }));
      continue;
    }
    BFA_ASSIGN_OR_RETURN(const auto object, rows_.find(object_key(kind, query.url)));
    if (!object) continue;
    BFA_ASSIGN_OR_RETURN(const bool go_on, visit_one(*object, query, visit));
    stopped = !go_on;
  }
  return {};
}

Result<std::optional<std::string>> ObjectReader::find_by_surt(const std::string& url) const {
  const std::string twin = twin_of(url);
  const auto wanted = Url::parse(url);
  const std::string fragment = wanted ? std::string(wanted->fragment()) : std::string();
  BFA_ASSIGN_OR_RETURN(const auto keys, rows_.keys_by_surt(url));
  std::optional<std::string> best;
  for (const auto& key : keys) {
    BFA_ASSIGN_OR_RETURN(const auto object, rows_.find(key));
    if (!object || twin_of(object->head.url) != twin) continue;
    const auto found = Url::parse(object->head.url);
    if (!found || found->fragment() != fragment) continue;
    best = object->key;
    if (object->head.kind == ObjectKind::kPost) break;  // people usually look for the post
  }
  return best;
}

Result<std::string> ObjectReader::find(const std::string& url) const {
  for (const auto& spelling : spellings(url)) {
    for (const auto kind : kLookupOrder) {
      BFA_ASSIGN_OR_RETURN(auto object, rows_.find(object_key(kind, spelling)));
      if (object) return std::move(object->key);
    }
  }
  BFA_ASSIGN_OR_RETURN(auto key, find_by_surt(url));
  if (key) return std::move(*key);
  const auto parsed = Url::parse(url);
  if (parsed && !parsed->fragment().empty()) return find(parsed->without_fragment().href());
  return not_found(url);
}

Result<ObjectSummary> ObjectReader::summary(const std::string& key) const {
  BFA_ASSIGN_OR_RETURN(const auto object, rows_.find(key));
  if (!object) return not_found(key);
  BFA_ASSIGN_OR_RETURN(auto version, rows_.latest(object->key));
  if (!version) return corrupt_row("newest version");
  BFA_ASSIGN_OR_RETURN(ObjectSummary summary, summary_of(rows_, object->head));
  summary.latest = std::move(version->version.object);
  return summary;
}

Result<std::vector<Version>> ObjectReader::versions(const std::string& key) const {
  std::vector<Version> out;
  BFA_ASSIGN_OR_RETURN(const auto object, rows_.find(key));
  if (!object) return out;
  BFA_RETURN_IF_ERROR(rows_.for_each_version(*object, [&](StoredVersion version) -> Result<bool> {
    out.push_back(std::move(version.version));
    return true;
  }));
  return out;
}

Result<std::vector<Sighting>> ObjectReader::sightings(const std::string& key) const {
  std::vector<Sighting> out;
  BFA_ASSIGN_OR_RETURN(const auto object, rows_.find(key));
  if (!object) return out;
  BFA_RETURN_IF_ERROR(rows_.for_each_sighting(*object, [&](const Moment& moment) -> Result<bool> {
    out.push_back({moment.time, moment.sequence});
    return true;
  }));
  return out;
}

namespace {

// `made`: what comparing the two versions gave.
void finish_change(Change& made, const StoredVersion& before, const StoredVersion& after) {
  made.from = before.version.observed;
  made.to = after.version.observed;
  if (after.verdict == Verdict::kGone || after.verdict == Verdict::kBack) made.verdict = after.verdict;
  note_move(made, before.version.object, after.version.object);
}

}  // namespace

// Changes are computed: they follow from the versions.
Result<std::vector<Change>> ObjectReader::changes(const std::string& key) const {
  std::vector<Change> out;
  BFA_ASSIGN_OR_RETURN(const auto object, rows_.find(key));
  if (!object) return out;
  std::optional<StoredVersion> before;
  BFA_RETURN_IF_ERROR(rows_.for_each_version(*object, [&](StoredVersion version) -> Result<bool> {
    if (before) {
      Change made = compare_objects(before->version.object, version.version.object);
      finish_change(made, *before, version);
      out.push_back(std::move(made));
    }
    before = std::move(version);
    return true;
  }));
  return out;
}

Result<ObjectHistory> ObjectReader::history_in_short(const std::string& key) const {
  ObjectHistory out;
  BFA_ASSIGN_OR_RETURN(const auto object, rows_.find(key));
  if (!object) return out;
  std::optional<StoredVersion> before;
  BFA_RETURN_IF_ERROR(rows_.for_each_version(*object, [&](StoredVersion version) -> Result<bool> {
    if (before) {
      Change made = compare_in_short(before->version.object, version.version.object);
      finish_change(made, *before, version);
      out.changes.push_back(std::move(made));
      out.versions.push_back(std::move(before->version));
    }
    before = std::move(version);
    return true;
  }));
  if (before) out.versions.push_back(std::move(before->version));
  return out;
}

Result<std::vector<Reading>> ObjectReader::readings(const std::string& key, const Version& version) const {
  BFA_ASSIGN_OR_RETURN(const auto object, rows_.find(key));
  if (!object) return not_found(key);
  return rows_.readings(*object, {version.observed, version.sequence});
}

Result<ReadBy> ObjectReader::read_by(const std::string& key, const std::optional<Moment>& moment) const {
  BFA_ASSIGN_OR_RETURN(const auto object, rows_.find(key));
  if (!object) return not_found(key);
  return rows_.read_by(*object, moment);
}

Result<std::optional<Version>> ObjectReader::version_at(const std::string& key, UtcTime time) const {
  BFA_ASSIGN_OR_RETURN(const auto object, rows_.find(key));
  if (!object) return std::optional<Version>();
  BFA_ASSIGN_OR_RETURN(auto version, rows_.version_at_or_before(*object, whole_instant(time)));
  if (!version) return std::optional<Version>();
  return std::optional<Version>(std::move(version->version));
}

Result<std::optional<Version>> ObjectReader::last_version(const std::string& key) const {
  BFA_ASSIGN_OR_RETURN(auto version, rows_.latest(key));
  if (!version) return std::optional<Version>();
  return std::optional<Version>(std::move(version->version));
}

Result<std::vector<DataObject>> ObjectReader::comments_of(const std::string& post_url) const {
  BFA_ASSIGN_OR_RETURN(const auto keys, rows_.comment_keys(post_url));
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
