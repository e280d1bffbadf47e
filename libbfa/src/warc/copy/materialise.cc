// SPDX-License-Identifier: Apache-2.0
#include "bfa/warc/merge.h"

#include <set>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "warc/copy/copy_output.h"
#include "warc/copy/materialiser.h"
#include "warc/index/cdx_places.h"

namespace bfa {
namespace {

// Adds a WARC file, or those that an index lists.
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
  BFA_ASSIGN_OR_RETURN(CopyOutput out, CopyOutput::open(fs, from, to, options.dry_run));
  OriginalFinder finder(fs);
  BFA_RETURN_IF_ERROR(find_originals(fs, finder, from, options.with));
  RecordFeed feed(fs, from, report);
  Materialiser writer(finder, [](const std::string&, const OriginalFinder::Place&) { return true; }, report);
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const bool more, feed.next());
    if (!more) break;
    BFA_RETURN_IF_ERROR(writer.write(feed, out.file()));
  }
  return out.finish(std::move(report));
}

}  // namespace

Result<WarcCopyReport> materialise_warcs(FileSystem& fs, const std::vector<std::string>& from,
                                         std::string_view to, const MaterialiseOptions& options) {
  return guarded([&] { return materialise(fs, from, std::string(to), options); });
}

}  // namespace bfa
