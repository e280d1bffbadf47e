// SPDX-License-Identifier: Apache-2.0
#include <limits>
#include <nlohmann/json.hpp>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/object/json.h"
#include "crawlmodel/crawl_json.h"
#include "store/address_claims.h"
#include "store/archive_impl.h"
#include "store/bytes.h"
#include "store/capture_hops.h"
#include "store/object_history.h"
#include "store/object_moves.h"
#include "store/step_record.h"
#include "store/touched.h"

namespace bfa {
namespace {

using Row = Database::Row;

Result<RecordedCrawl> decode_crawl(std::string_view row) {
  const auto json = nlohmann::json::parse(row, nullptr, false);
  if (!json.is_object()) return corrupt_row("crawl");
  const auto text = [&json](const char* name) {
    const auto at = json.find(name);
    return at != json.end() && at->is_string() ? at->get<std::string>() : std::string();
  };
  RecordedCrawl crawl;
  BFA_ASSIGN_OR_RETURN(crawl.began, parse_rfc3339(text("began")));
  if (const std::string ended = text("ended"); !ended.empty()) {
    BFA_ASSIGN_OR_RETURN(crawl.ended, parse_rfc3339(ended));
  }
  if (const auto at = json.find("after"); at != json.end() && at->is_number_unsigned())
    crawl.after = at->get<std::uint64_t>();
  const auto blogs = json.find("blogs");
  if (blogs == json.end() || !blogs->is_array()) return crawl;
  for (const auto& blog : *blogs) {
    if (blog.is_string()) crawl.blogs.push_back(blog.get<std::string>());
  }
  return crawl;
}

}  // namespace

Result<std::vector<BlogState>> ArchiveImpl::blogs() const {
  return guarded([&]() -> Result<std::vector<BlogState>> {
    std::vector<BlogState> out;
    const std::string prefix = meta::blog({});
    BFA_RETURN_IF_ERROR(
        database_->for_each(Family::kMeta, prefix, prefix_end(prefix), [&](const Row& row) -> Result<bool> {
          BFA_ASSIGN_OR_RETURN(BlogState blog, blog_from_json(row.second));
          out.push_back(std::move(blog));
          return true;
        }));
    return out;
  });
}

Result<std::vector<Decision>> ArchiveImpl::decisions(const std::string& kind) const {
  return guarded([&]() -> Result<std::vector<Decision>> {
    std::vector<Decision> out;
    const std::string prefix = meta::decisions(kind);
    BFA_RETURN_IF_ERROR(
        database_->for_each(Family::kMeta, prefix, prefix_end(prefix), [&](const Row& row) -> Result<bool> {
          BFA_ASSIGN_OR_RETURN(Decision decision, decision_from_json(row.second));
          out.push_back(std::move(decision));
          return true;
        }));
    return out;
  });
}

Status ArchiveImpl::for_each_note(
    const std::string& prefix,
    const std::function<bool(const std::string& name, const std::string& bytes)>& visit) const {
  return guarded([&]() -> Status {
    const std::string first = meta::note(prefix);
    return database_->for_each(Family::kMeta, first, prefix_end(first), [&](const Row& row) -> Result<bool> {
      return visit(row.first.substr(meta::note({}).size()), row.second);
    });
  });
}

Status ArchiveImpl::reset_seen(const std::string& blog) {
  return guarded([&]() -> Status {
    if (!frontier_)
      return Error{Code::kInvalidArgument, "the archive is not open for writing", directory_, -1};
    BFA_RETURN_IF_ERROR(frontier_->reset_seen(blog));
    // Forgotten rows do no harm, but they take space. A blog may be visited each hour, and erasing is a
    // synced write: it is done once in a while.
    constexpr std::uint64_t kEraseEvery = 16;
    BFA_ASSIGN_OR_RETURN(const auto bytes, database_->get(Family::kMeta, meta::epoch(blog)));
    const std::uint64_t epoch = bytes ? u64_value(*bytes) : 0;
    if (epoch % kEraseEvery != 0) return {};
    BFA_RETURN_IF_ERROR(sink_->flush());
    const std::string prefix = blog + '\0';
    return database_->erase_range_now(Family::kSeen, prefix, prefix + u64_bytes(epoch));
  });
}

Result<std::vector<FailedTask>> ArchiveImpl::failures(const std::string& blog) const {
  return guarded([&]() -> Result<std::vector<FailedTask>> {
    std::vector<FailedTask> out;
    std::string prefix = meta::failures(blog);
    if (blog.empty()) prefix.pop_back();
    BFA_RETURN_IF_ERROR(
        database_->for_each(Family::kMeta, prefix, prefix_end(prefix), [&](const Row& row) -> Result<bool> {
          BFA_ASSIGN_OR_RETURN(FailedTask failure, decode_failure(row.second));
          out.push_back(std::move(failure));
          return true;
        }));
    return out;
  });
}

Result<std::vector<RecordedCrawl>> ArchiveImpl::crawls() const {
  return guarded([&]() -> Result<std::vector<RecordedCrawl>> {
    std::vector<RecordedCrawl> out;
    const std::string first = meta::crawl(0), last = meta::crawl(std::numeric_limits<std::uint64_t>::max());
    BFA_RETURN_IF_ERROR(database_->for_each(Family::kMeta, first, last, [&](const Row& row) -> Result<bool> {
      BFA_ASSIGN_OR_RETURN(RecordedCrawl crawl, decode_crawl(row.second));
      crawl.number = u64_value(std::string_view(row.first).substr(first.size() - sizeof(std::uint64_t)));
      out.push_back(std::move(crawl));
      return true;
    }));
    return out;
  });
}

Status ArchiveImpl::refresh() {
  return guarded([&]() -> Status {
    if (options_.mode != ArchiveOptions::Mode::kRead) return {};
    return database_->catch_up();
  });
}

Result<std::uint64_t> ArchiveImpl::last_step() const {
  return guarded([&]() -> Result<std::uint64_t> {
    const std::string prefix = "s:";
    BFA_ASSIGN_OR_RETURN(const auto row,
                         database_->last_row(Family::kSteps, prefix + u64_bytes(0), prefix_end(prefix)));
    return row ? u64_value(std::string_view(row->first).substr(prefix.size())) : 0;
  });
}

Status ArchiveImpl::for_each_object(
    const ObjectQuery& query,
    const std::function<bool(const std::string& key, const ObjectSummary&)>& visit) const {
  return guarded([&] { return objects_->for_each(query, visit); });
}

Result<std::string> ArchiveImpl::find_object(const std::string& url) const {
  return guarded([&] { return objects_->find(url); });
}

Result<ObjectSummary> ArchiveImpl::summary(const std::string& key) const {
  return guarded([&] { return objects_->summary(key); });
}

Result<std::vector<Version>> ArchiveImpl::versions(const std::string& key) const {
  return guarded([&] { return objects_->versions(key); });
}

Result<std::vector<Reading>> ArchiveImpl::readings(const std::string& key, const Version& version) const {
  return guarded([&] { return objects_->readings(key, version); });
}

Result<ReadBy> ArchiveImpl::read_by(const std::string& key, const std::optional<Moment>& moment) const {
  return guarded([&] { return objects_->read_by(key, moment); });
}

Result<std::vector<Sighting>> ArchiveImpl::sightings(const std::string& key) const {
  return guarded([&] { return objects_->sightings(key); });
}

Result<std::vector<Change>> ArchiveImpl::changes(const std::string& key) const {
  return guarded([&] { return objects_->changes(key); });
}

Result<std::optional<Version>> ArchiveImpl::version_at(const std::string& key, UtcTime time) const {
  return guarded([&] { return objects_->version_at(key, time); });
}

Result<std::vector<DataObject>> ArchiveImpl::comments_of(const std::string& post_url) const {
  return guarded([&] { return objects_->comments_of(post_url); });
}

Status ArchiveImpl::for_each_claim(const std::string& blog,
                                   const std::function<bool(const AddressClaim&)>& visit) const {
  return guarded([&] { return bfa::for_each_claim(*database_, blog, visit); });
}

Result<std::vector<std::string>> ArchiveImpl::former_addresses(const std::string& key) const {
  return guarded([&] { return bfa::former_addresses(ObjectRows(*database_), key); });
}

Status ArchiveImpl::for_each_capture_after(std::uint64_t after,
                                           const std::function<bool(const Capture&)>& visit) const {
  return guarded([&]() -> Status {
    if (after == std::numeric_limits<std::uint64_t>::max()) return {};
    return database_->for_each(
        Family::kCaptures, u64_bytes(after + 1), {}, [&](const Row& row) -> Result<bool> {
          BFA_ASSIGN_OR_RETURN(const CaptureRecord record, decode_capture_record(row.second));
          return visit(record.capture);
        });
  });
}

Status ArchiveImpl::for_each_known_page(const std::string& blog,
                                        const std::function<bool(const Capture&)>& visit) const {
  return guarded([&]() -> Status {
    const std::string prefix = urls::pages(blog);
    return database_->for_each(
        Family::kUrls, prefix, prefix_end(prefix), [&](const Row& row) -> Result<bool> {
          BFA_ASSIGN_OR_RETURN(const auto bytes, database_->get(Family::kCaptures, row.second));
          if (!bytes)
            return Error{
                Code::kCorrupt, "store: a capture is missing; bfa rebuild makes the store anew", {}, -1};
          BFA_ASSIGN_OR_RETURN(const CaptureRecord record, decode_capture_record(*bytes));
          return visit(record.capture);
        });
  });
}

Result<std::vector<Template>> ArchiveImpl::templates(const std::string& blog) const {
  return guarded([&]() -> Result<std::vector<Template>> {
    std::vector<Template> out;
    const std::string prefix = meta::templates(blog);
    BFA_RETURN_IF_ERROR(
        database_->for_each(Family::kMeta, prefix, prefix_end(prefix), [&](const Row& row) -> Result<bool> {
          BFA_ASSIGN_OR_RETURN(Template t, template_from_json(row.second));
          out.push_back(std::move(t));
          return true;
        }));
    return out;
  });
}

Result<CaptureTrail> trail_of(const Archive& archive, std::uint64_t sequence) {
  return guarded([&]() -> Result<CaptureTrail> {
    CaptureTrail trail;
    const auto* const stored = dynamic_cast<const ArchiveImpl*>(&archive);
    if (stored == nullptr) {
      BFA_ASSIGN_OR_RETURN(trail.original, archive.original_of(sequence));
      return trail;
    }
    BFA_ASSIGN_OR_RETURN(const auto bytes, stored->database().get(Family::kCaptures, u64_bytes(sequence)));
    if (!bytes) return trail;
    BFA_ASSIGN_OR_RETURN(CaptureRecord record, decode_capture_record(*bytes));
    trail.original = std::move(record.original);
    trail.hops = std::move(record.hops);
    return trail;
  });
}

Result<ObjectHistory> history_in_short(const Archive& archive, const std::string& key) {
  const auto* const stored = dynamic_cast<const ArchiveImpl*>(&archive);
  if (stored != nullptr) return ObjectReader(stored->database()).history_in_short(key);
  ObjectHistory out;
  BFA_ASSIGN_OR_RETURN(out.versions, archive.versions(key));
  BFA_ASSIGN_OR_RETURN(out.changes, archive.changes(key));
  return out;
}

Result<bool> for_each_touched_after(const Archive& archive, std::uint64_t after,
                                    const std::function<bool(const std::string&)>& visit) {
  const auto* const stored = dynamic_cast<const ArchiveImpl*>(&archive);
  if (stored == nullptr) return false;
  const std::string prefix = "s:";
  if (after == std::numeric_limits<std::uint64_t>::max()) return true;
  bool noted = true;
  BFA_RETURN_IF_ERROR(stored->database().for_each(Family::kSteps, prefix + u64_bytes(after + 1),
                                                  prefix_end(prefix),
                                                  [&](const Database::Row& row) -> Result<bool> {
                                                    noted = !row.second.empty();
                                                    if (!noted) return false;
                                                    ByteReader reader(row.second);
                                                    if (static_cast<char>(reader.u8()) != kTouchedRow)
                                                      return corrupt_row("step");
                                                    while (!reader.at_end()) {
                                                      const std::string key(reader.bytes());
                                                      if (!reader.ok()) return corrupt_row("step");
                                                      if (!visit(key)) return false;
                                                    }
                                                    return true;
                                                  }));
  return noted;
}

}  // namespace bfa
