// SPDX-License-Identifier: Apache-2.0
// CSV: a row for each version. docs/formats/export.md has the columns.
#include <array>
#include <set>
#include <utility>

#include "base/try.h"
#include "io/atomic_file.h"
#include "migrate/objects/csv_cell.h"
#include "migrate/objects/export_job.h"

namespace bfa {
namespace {

constexpr std::array<const char*, 6> kAttributes = {"categories", "license",      "rights",
                                                    "encoding",   "comment_type", "aliases"};

std::string lines_of(const std::vector<std::string>& values) {
  std::string text;
  for (const std::string& value : values) (text += text.empty() ? "" : "\n") += value;
  return text;
}

std::string addresses(const DataObject& object, bool links) {
  std::vector<std::string> found;
  for (const Reference& reference : object.references) {
    if ((reference.kind == ReferenceKind::kLink) == links) found.push_back(reference.url);
  }
  return lines_of(found);
}

std::string date_of(const std::optional<Timestamp>& time) {
  return time ? format_timestamp(*time) : std::string();
}

using Cells = std::vector<std::pair<const char*, std::string>>;

Cells cells_of(const VersionRow& row, bool places) {
  const DataObject& object = row.version.object;
  const WarcRef& warc = object.provenance.warc;
  Cells cells = {{"kind", std::string(kind_name(object.kind))},
                 {"url", object.url},
                 {"id", object.id},
                 {"version", std::to_string(row.number)},
                 {"versions", std::to_string(row.count)},
                 {"observed", format_rfc3339(row.version.observed)},
                 {"verdict", std::string(verdict_name(row.verdict))},
                 {"changed", row.fields},
                 {"status", object.status},
                 {"title", object.title},
                 {"subtitle", object.subtitle},
                 {"authors", lines_of(object.authors)},
                 {"published", date_of(object.published)},
                 {"modified", date_of(object.modified)},
                 {"language", object.language},
                 {"tags", lines_of(object.tags)},
                 {"post", object.post},
                 {"parent", object.parent},
                 {"feed", object.feed}};
  for (const char* const name : kAttributes) {
    const auto at = object.attributes.find(name);
    cells.emplace_back(name, at == object.attributes.end() ? std::string() : at->second);
  }
  cells.emplace_back("links", addresses(object, true));
  cells.emplace_back("media", addresses(object, false));
  cells.emplace_back("warc_file", places ? warc.file : std::string());
  cells.emplace_back("warc_offset", places && !warc.file.empty() ? std::to_string(warc.offset) : "");
  cells.emplace_back("warc_record", places ? warc.record_id : std::string());
  cells.emplace_back("text", object.text);
  return cells;
}

class CsvFile {
 public:
  CsvFile(ExportJob& job, AtomicFile& file) : job_(job), file_(file) {}

  Status add_head() {
    const Version none;
    std::string line;
    for (const auto& [name, value] : cells_of({none, 1, 1, Verdict::kNew, {}}, false))
      (line += line.empty() ? "" : ",") += name;
    return file_.file().append(line + "\r\n");
  }

  Status add(const VersionRow& row) {
    std::string line;
    bool first = true;
    for (const auto& [name, value] : cells_of(row, job_.options.places)) {
      if (!std::exchange(first, false)) line += ',';
      const CsvChange change = append_csv_cell(line, value, job_.options.exact_cells);
      guarded_ += change.guarded ? 1 : 0;
      repaired_ += change.repaired ? 1 : 0;
    }
    const DataObject& object = row.version.object;
    markup_ += object.html.empty() ? 0 : 1;
    for (const Reference& reference : object.references) words_ += reference.text.empty() ? 0 : 1;
    for (const auto& [name, value] : object.attributes) {
      if (std::find(kAttributes.begin(), kAttributes.end(), name) == kAttributes.end()) left_.insert(name);
    }
    return file_.file().append(line + "\r\n");
  }

  void tell() const {
    using Kind = MigrationNote::Kind;
    note_count(job_, Kind::kChanged, "cell_guarded", guarded_,
               "cell begins with an apostrophe, so that no spreadsheet runs it as a formula",
               "cells begin with an apostrophe, so that no spreadsheet runs them as formulas");
    note_count(job_, Kind::kChanged, "cell_repaired", repaired_, "cell had bytes that are no text",
               "cells had bytes that are no text");
    note_count(job_, Kind::kNotCarried, "markup", markup_, "version has its text without its markup",
               "versions have their text without its markup");
    note_count(job_, Kind::kNotCarried, "link_texts", words_, "link has its address only",
               "links have their addresses only");
    std::string names;
    for (const std::string& name : left_) names += (names.empty() ? "" : ", ") + name;
    note_count(job_, Kind::kNotCarried, "attributes", left_.size(), "attribute has no column: " + names,
               "attributes have no column: " + names);
  }

 private:
  ExportJob& job_;
  AtomicFile& file_;
  std::uint64_t guarded_ = 0, repaired_ = 0, markup_ = 0, words_ = 0;
  std::set<std::string> left_;  // names of attributes: a fixed list
};

}  // namespace

Status write_csv(ExportJob& job) {
  BFA_ASSIGN_OR_RETURN(const auto file, AtomicFile::create_new(job.fs, job.output));
  CsvFile csv(job, *file);
  BFA_RETURN_IF_ERROR(csv.add_head());
  BFA_RETURN_IF_ERROR(for_each_version(job, [&](const VersionRow& row) { return csv.add(row); }));
  BFA_RETURN_IF_ERROR(file->commit());
  csv.tell();
  job.report.files.push_back(job.output);
  return {};
}

}  // namespace bfa
