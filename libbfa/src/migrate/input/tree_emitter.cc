// SPDX-License-Identifier: Apache-2.0
#include "migrate/input/tree_emitter.h"

#include <utility>

#include "base/try.h"
#include "migrate/input/payload_type.h"

namespace bfa {
namespace {

constexpr std::size_t kInspectBytes = 4096;

}  // namespace

CaptureTime TreeEmitter::time_of_file(const TreeFile& file) const {
  if (!file.modified) {
    return {build.now(), "unknown; WARC-Date is the time of the migration", true};
  }
  std::string from = "the file's modification time, which copying programs set to the server's Last-Modified";
  if (file.modified_zone_unknown) from += "; its zone is unknown and taken as UTC";
  return {*file.modified, std::move(from), false};
}

Result<std::optional<Blob>> TreeEmitter::bytes_of(const TreeFile& file) const {
  auto bytes = tree_.read(file, max_file_bytes_);
  if (bytes) return std::optional(std::move(*bytes));
  if (bytes.error().code == Code::kIo) return std::move(bytes).error();
  const bool large = bytes.error().code == Code::kLimit;
  emit.note(large ? MigrationNote::Kind::kNotCarried : MigrationNote::Kind::kDamage,
            large ? "file_too_large" : "file_broken", file.name + ": " + bytes.error().message);
  return std::optional<Blob>();
}

Result<std::string> TreeEmitter::file_record(const TreeFile& file, FileRecord what) {
  BFA_ASSIGN_OR_RETURN(auto bytes, bytes_of(file));
  if (!bytes) return std::string();
  BFA_ASSIGN_OR_RETURN(const auto source, bytes->open());
  BFA_ASSIGN_OR_RETURN(const std::string begin,
                       read_all(*make_limit_source(*source, kInspectBytes), kInspectBytes));
  const bool conversion = !what.original.empty();
  const auto seen = inspect_payload_type(begin);
  const auto named = named_payload_type(what.name.empty() ? file.name : what.name);
  RecordBuilder::Capture capture;
  capture.type = conversion ? "conversion" : "resource";
  capture.url = what.url;
  capture.date = conversion ? build.now() : what.time.time;
  capture.content_type = !seen.empty() ? seen : !named.empty() ? named : "application/octet-stream";
  capture.more.emplace_back("WARC-Identified-Payload-Type", seen);
  if (conversion) capture.more.emplace_back("WARC-Refers-To", "<" + what.original + ">");
  capture.block = std::move(*bytes);
  std::string id;
  BFA_ASSIGN_OR_RETURN(MigratedRecord record, build.capture(std::move(capture), id));
  BFA_RETURN_IF_ERROR(emit.record(std::move(record)));
  what.facts.insert(what.facts.begin(), {"source-path", file.name});
  if (!conversion) {
    what.facts.emplace_back("capture-time", what.time.from);
    if (what.time.unknown) {
      emit.note(MigrationNote::Kind::kUnknownTime, "no_capture_time", file.name + ": nothing tells when",
                what.url);
    }
  }
  if (file.modified) what.facts.emplace_back("file-modified", format_rfc3339(*file.modified));
  what.facts.emplace_back("content-type-from", !seen.empty()    ? "inspection"
                                               : !named.empty() ? "the file's name"
                                                                : "nothing");
  BFA_RETURN_IF_ERROR(emit.record(build.metadata(what.url, id, what.facts)));
  return id;
}

}  // namespace bfa
