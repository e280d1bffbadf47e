// SPDX-License-Identifier: Apache-2.0
#include "bfa/warc/materialise.h"

#include <set>

#include "base/guard.h"
#include "base/try.h"
#include "warc/copy/materialiser.h"
#include "warc/index/cdx_places.h"

namespace bfa {
namespace {

// A WARC file, or those that an index names.
Status add_files(FileSystem& fs, const std::string& path, std::vector<std::string>& warcs) {
  const auto reader = WarcReader::open(fs, path);
  if (reader || reader.error().code != Code::kUnsupported) {
    warcs.push_back(path);
    return {};
  }
  std::set<std::string> named;
  BFA_ASSIGN_OR_RETURN(const std::uint64_t lines, each_cdx_place(fs, path, [&](const CdxPlace& place) {
                         if (!place.file.empty()) named.insert(place.file);
                         return Status();
                       }));
  if (lines == 0) return reader.error();
  warcs.insert(warcs.end(), named.begin(), named.end());
  return {};
}

Status find_originals(FileSystem& fs, OriginalFinder& finder, const std::vector<std::string>& from,
                      const std::vector<std::string>& with) {
  std::vector<std::string> warcs = from;
  for (const auto& path : with) BFA_RETURN_IF_ERROR(add_files(fs, path, warcs));
  for (const auto& path : warcs) BFA_RETURN_IF_ERROR(finder.want_all(path));
  if (!finder.wants_any()) return {};
  for (const auto& path : warcs) BFA_RETURN_IF_ERROR(finder.see_all(path));
  return {};
}

Result<WarcCopyReport> materialise(FileSystem& fs, const std::vector<std::string>& from,
                                   const std::string& to, const MaterialiseOptions& options) {
  WarcCopyReport report;
  if (from.empty()) return Error{Code::kInvalidArgument, "no input file", {}, -1};
  BFA_ASSIGN_OR_RETURN(const PackedForm form, form_for(fs, to, from.front()));
  std::unique_ptr<OutputFile> out;
  if (!options.dry_run) {
    BFA_ASSIGN_OR_RETURN(out, OutputFile::create(fs, to, form));
  }
  OriginalFinder finder(fs);
  BFA_RETURN_IF_ERROR(find_originals(fs, finder, from, options.with));
  RecordFeed feed(fs, from, report);
  Materialiser writer(finder, [](const OriginalFinder::Place&) { return true; }, report);
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const bool more, feed.next());
    if (!more) break;
    BFA_RETURN_IF_ERROR(writer.write(feed, out.get()));
  }
  if (!out) return report;
  report.bytes_out = out->position();
  report.files.push_back(to);
  BFA_RETURN_IF_ERROR(out->finish());
  return report;
}

}  // namespace

Result<WarcCopyReport> materialise_warcs(FileSystem& fs, const std::vector<std::string>& from,
                                         const std::string& to, const MaterialiseOptions& options) {
  return guarded([&] { return materialise(fs, from, to, options); });
}

}  // namespace bfa
