// SPDX-License-Identifier: Apache-2.0
// What an archive records besides steps: crawls, decisions, files of originals. WARC first, as with steps:
// the store may only contain data that follows from the WARC files.
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/container/container.h"
#include "bfa/object/json.h"
#include "crawlmodel/crawl_json.h"
#include "store/archive_impl.h"
#include "store/bytes.h"
#include "store/step_record.h"

namespace bfa {
namespace {

Error wrong_mode(const char* wanted) {
  return Error{Code::kInvalidArgument, std::string("the archive is not open for ") + wanted, {}, -1};
}

}  // namespace

// Nothing while steps are applied that are in WARC already.
Status ArchiveImpl::write_record(const std::string& target, const WarcFields& fields) {
  if (!warc_) return {};
  BFA_ASSIGN_OR_RETURN(
      const WarcRef ref,
      warc_->write_metadata(target, clock_.now(), "application/warc-fields", format_warc_fields(fields)));
  sink_->wrote(ref);
  return {};
}

Result<std::uint64_t> ArchiveImpl::begin_crawl(const std::vector<std::string>& blogs,
                                               const std::string& settings) {
  return guarded([&]() -> Result<std::uint64_t> {
    if (!warc_) return wrong_mode("writing");
    BFA_ASSIGN_OR_RETURN(const auto last, database_->get(Family::kMeta, meta::kCrawls));
    const std::uint64_t number = (last ? u64_value(*last) : 0) + 1;
    BFA_RETURN_IF_ERROR(
        write_record(blogs.empty() ? "urn:bfa:crawl" : blogs.front(), crawl_fields(number, blogs, settings)));
    BFA_RETURN_IF_ERROR(store_crawl(number, blogs, settings, clock_.now(), sequences_->last()));
    BFA_RETURN_IF_ERROR(sink_->flush());
    return number;
  });
}

Status ArchiveImpl::store_crawl(std::uint64_t crawl, const std::vector<std::string>& blogs,
                                const std::string& settings, UtcTime began, std::uint64_t after) {
  nlohmann::ordered_json json;
  json["v"] = 1;
  json["began"] = format_rfc3339(began);
  json["blogs"] = blogs;
  json["settings"] = settings;
  json["after"] = after;
  database_->put(Family::kMeta, meta::crawl(crawl),
                 json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  BFA_ASSIGN_OR_RETURN(const auto last, database_->get(Family::kMeta, meta::kCrawls));
  if (!last || u64_value(*last) < crawl)
    database_->put(Family::kMeta, std::string(meta::kCrawls), u64_bytes(crawl));
  return {};
}

Status ArchiveImpl::store_crawl_end(std::uint64_t crawl, UtcTime ended) {
  BFA_ASSIGN_OR_RETURN(const auto bytes, database_->get(Family::kMeta, meta::crawl(crawl)));
  if (!bytes) return Error{Code::kNotFound, "no crawl has this number", std::to_string(crawl), -1};
  auto json = nlohmann::ordered_json::parse(*bytes, nullptr, false);
  if (!json.is_object()) return {};
  json["ended"] = format_rfc3339(ended);
  database_->put(Family::kMeta, meta::crawl(crawl), json.dump());
  return {};
}

Status ArchiveImpl::end_crawl(std::uint64_t crawl) {
  return guarded([&]() -> Status {
    if (!warc_) return wrong_mode("writing");
    const UtcTime now = clock_.now();
    BFA_RETURN_IF_ERROR(store_crawl_end(crawl, now));
    BFA_RETURN_IF_ERROR(write_record("urn:bfa:crawl", crawl_end_fields(crawl, now)));
    return sink_->flush();
  });
}

Result<std::string> ArchiveImpl::last_settings() const {
  return guarded([&]() -> Result<std::string> {
    BFA_ASSIGN_OR_RETURN(const auto last, database_->get(Family::kMeta, meta::kCrawls));
    if (!last) return std::string();
    BFA_ASSIGN_OR_RETURN(const auto bytes, database_->get(Family::kMeta, meta::crawl(u64_value(*last))));
    const auto json = nlohmann::json::parse(bytes.value_or(std::string()), nullptr, false);
    const auto at = json.is_object() ? json.find("settings") : json.end();
    return at != json.end() && at->is_string() ? at->get<std::string>() : std::string();
  });
}

Result<Committed> ArchiveImpl::commit_recorded(StepResult result, const RecordedStep& recorded) {
  return guarded([&]() -> Result<Committed> {
    if (!replaying_) return wrong_mode("a rebuild");
    return sink_->apply_recorded(std::move(result), recorded);
  });
}

Status ArchiveImpl::keep_recorded(const StepResult& result, const RecordedStep& recorded) {
  return guarded([&]() -> Status {
    if (!replaying_) return wrong_mode("a rebuild");
    return sink_->keep_recorded(result, recorded);
  });
}

Status keep_recorded(Archive& archive, const StepResult& result, const RecordedStep& recorded) {
  return static_cast<ArchiveImpl&>(archive).keep_recorded(result, recorded);
}

Result<bool> ArchiveImpl::put_task_again(const CrawlTask& task) {
  return guarded([&]() -> Result<bool> {
    if (!sink_) return wrong_mode("writing");
    BFA_ASSIGN_OR_RETURN(const bool waits, frontier_->holds(task));
    if (waits) return false;
    BFA_RETURN_IF_ERROR(frontier_->put_again(task));
    return true;
  });
}

Result<bool> put_task_again(Archive& archive, const CrawlTask& task) {
  return static_cast<ArchiveImpl&>(archive).put_task_again(task);
}

Status ArchiveImpl::restore_crawl(std::uint64_t crawl, const std::vector<std::string>& blogs,
                                  const std::string& settings, UtcTime began) {
  return guarded([&]() -> Status {
    if (!replaying_) return wrong_mode("a rebuild");
    // The numbers that are used in WARC are all known by now: the last step that was applied counts.
    BFA_ASSIGN_OR_RETURN(const std::uint64_t after, last_step());
    return store_crawl(crawl, blogs, settings, began, after);
  });
}

Status ArchiveImpl::restore_crawl_end(std::uint64_t crawl, UtcTime ended) {
  return guarded([&]() -> Status {
    if (!replaying_) return wrong_mode("a rebuild");
    const Status stored = store_crawl_end(crawl, ended);
    // Its start may be in a file that is missing.
    return stored.ok() || stored.error().code == Code::kNotFound ? Status() : stored;
  });
}

Status ArchiveImpl::put_blog(const BlogState& blog) {
  return guarded([&]() -> Status {
    if (!sink_) return wrong_mode("writing");
    BFA_RETURN_IF_ERROR(write_record(blog.home, blog_fields(blog)));
    database_->put(Family::kMeta, meta::blog(blog.home), blog_to_json(blog));
    return {};
  });
}

Status ArchiveImpl::put_note(const std::string& name, const std::string& bytes) {
  return guarded([&]() -> Status {
    if (!sink_) return wrong_mode("writing");
    if (bytes.empty()) {
      database_->erase(Family::kMeta, meta::note(name));
    } else {
      database_->put(Family::kMeta, meta::note(name), bytes);
    }
    return {};
  });
}

Status ArchiveImpl::store_decision(const Decision& decision) {
  const std::string target = decision.target.empty() ? "urn:bfa:decision" : decision.target;
  BFA_RETURN_IF_ERROR(write_record(target, decision_fields(decision)));
  std::string key = meta::decision(decision.kind, decision.target);
  if (decision.value.empty()) {
    database_->erase(Family::kMeta, std::move(key));
  } else {
    database_->put(Family::kMeta, std::move(key), decision_to_json(decision));
  }
  return {};
}

Status ArchiveImpl::put_decision(const Decision& decision) {
  return guarded([&] { return put_decisions({decision}); });
}

Status ArchiveImpl::put_decisions(const std::vector<Decision>& decisions) {
  return guarded([&]() -> Status {
    if (!sink_) return wrong_mode("writing");
    for (const Decision& decision : decisions) {
      if (decision.kind.empty() || decision.kind.find('\0') != std::string::npos)
        return Error{Code::kInvalidArgument, "a decision needs a kind", decision.target, -1};
    }
    for (const Decision& decision : decisions) BFA_RETURN_IF_ERROR(store_decision(decision));
    return warc_ ? sink_->flush() : Status();
  });
}

Result<std::vector<std::string>> ArchiveImpl::closed_warcs() {
  BFA_ASSIGN_OR_RETURN(const auto files, list_warcs(fs_, warc_directory_));
  std::vector<std::string> names;
  for (const WarcFileSize& file : files) {
    if (!file.open) names.push_back(file.name);
  }
  return names;
}

// Writes the digests of files that were closed before into WARC. That of the file that is written now comes
// with the next writer.
Status ArchiveImpl::record_fixity() {
  const auto manifest = read_fixity_manifest(fs_, warc_directory_);
  if (!manifest) return {};  // keep_fixity() reports it
  for (const auto& [name, digest] : *manifest) {
    BFA_ASSIGN_OR_RETURN(const auto row,
                         database_->get(Family::kMeta, meta::decision(kFixityDecision, fixity_target(name))));
    if (row) {
      BFA_ASSIGN_OR_RETURN(const Decision known, decision_from_json(*row));
      if (known.reason.empty()) continue;
    }
    BFA_RETURN_IF_ERROR(
        store_decision({kFixityDecision, fixity_target(name), "sha256:" + digest, {}, clock_.now()}));
  }
  return {};
}

// Adds the files that were closed to the manifest, and all of it to the store.
Status ArchiveImpl::keep_fixity() {
  FixityManifest manifest;
  BFA_ASSIGN_OR_RETURN(const auto names, closed_warcs());
  const Status status = update_fixity_manifest(
      fs_, warc_directory_, names, closed_, [this](const std::string& line) { tell(line); }, manifest);
  for (const auto& [name, digest] : manifest) {
    std::string key = meta::decision(kFixityDecision, fixity_target(name));
    BFA_ASSIGN_OR_RETURN(const bool known, database_->contains(Family::kMeta, key));
    if (known) continue;
    database_->put(Family::kMeta, std::move(key),
                   decision_to_json({kFixityDecision, fixity_target(name), "sha256:" + digest,
                                     kFixityNotRecorded, clock_.now()}));
  }
  return status;
}

Result<IndexOriginalsReport> ArchiveImpl::index_originals(const std::string& path) {
  return guarded([&]() -> Result<IndexOriginalsReport> {
    if (!sink_) return wrong_mode("writing");
    std::error_code error;
    const std::string absolute = std::filesystem::absolute(path, error).lexically_normal().string();
    if (error) return Error{Code::kIo, "cannot be named: " + error.message(), path, -1};
    const auto files = make_container_file_system(fs_);
    BFA_ASSIGN_OR_RETURN(const bool there, files->exists(absolute));
    if (!there) return Error{Code::kNotFound, "no such file", absolute, -1};
    BFA_RETURN_IF_ERROR(write_record("urn:bfa:originals", originals_fields(absolute)));
    if (warc_) BFA_RETURN_IF_ERROR(sink_->flush());
    // A rebuild does not know the minimum size that was used. With all sizes it finds every original that it
    // needs.
    const std::uint64_t min_bytes = warc_ ? options_.warc.min_dedup_bytes : 1;
    BFA_ASSIGN_OR_RETURN(const IndexOriginalsReport report,
                         bfa::index_originals(*files, absolute, *dedup_, min_bytes));
    BFA_RETURN_IF_ERROR(sink_->flush());
    return report;
  });
}

Result<std::optional<PayloadOriginal>> ArchiveImpl::find_original(const std::string& payload_digest) {
  return guarded([&]() -> Result<std::optional<PayloadOriginal>> {
    if (!dedup_) return wrong_mode("writing");
    return dedup_->find(payload_digest);
  });
}

}  // namespace bfa
