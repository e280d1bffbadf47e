// SPDX-License-Identifier: Apache-2.0
// JSON Lines: a line for each version, schemas/version.schema.json.
#include <nlohmann/json.hpp>

#include "base/try.h"
#include "bfa/object/json.h"
#include "io/atomic_file.h"
#include "migrate/objects/export_job.h"

namespace bfa {
namespace {

using Json = nlohmann::ordered_json;

std::string line_of(const VersionRow& row, bool places) {
  Json head = {{"v", 1}, {"version", row.number}, {"versions", row.count}};
  head["observed"] = format_rfc3339(row.version.observed);
  head["verdict"] = verdict_name(row.verdict);
  if (!row.fields.empty()) {
    Json& fields = head["fields"] = Json::array();
    for (std::size_t at = 0; at <= row.fields.size();) {
      const std::size_t end = std::min(row.fields.find('\n', at), row.fields.size());
      fields.push_back(row.fields.substr(at, end - at));
      at = end + 1;
    }
  }
  if (row.version.readings > 1) head["readings"] = row.version.readings;
  if (row.version.truncated) head["truncated"] = true;
  std::string line = head.dump(-1, ' ', false, Json::error_handler_t::replace);
  line.pop_back();
  if (places) return line + ",\"object\":" + object_to_json(row.version.object) + "}\n";
  DataObject object = row.version.object;
  object.provenance.warc = {};
  return line + ",\"object\":" + object_to_json(object) + "}\n";
}

}  // namespace

Status write_json_lines(ExportJob& job) {
  BFA_ASSIGN_OR_RETURN(const auto file, AtomicFile::create_new(job.fs, job.output));
  BFA_RETURN_IF_ERROR(for_each_version(
      job, [&](const VersionRow& row) { return file->file().append(line_of(row, job.options.places)); }));
  BFA_RETURN_IF_ERROR(file->commit());
  job.report.files.push_back(job.output);
  return {};
}

}  // namespace bfa
