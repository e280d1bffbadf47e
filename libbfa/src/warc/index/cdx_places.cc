// SPDX-License-Identifier: Apache-2.0
#include "warc/index/cdx_places.h"

#include <string_view>

#include "base/try.h"
#include "bfa/warc/cdx.h"

namespace bfa {
namespace {

// An index must not refer to files outside of its folder.
bool leads_below(std::string_view name) {
  if (name.empty() || name.front() == '/') return false;
  while (!name.empty()) {
    const std::size_t slash = name.find('/');
    if (name.substr(0, slash) == "..") return false;
    name.remove_prefix(slash == std::string_view::npos ? name.size() : slash + 1);
  }
  return true;
}

}  // namespace

Result<std::uint64_t> each_cdx_place(FileSystem& fs, const std::string& path,
                                     const std::function<Status(const CdxPlace&)>& visit) {
  const std::size_t slash = path.find_last_of('/');
  const std::string folder = slash == std::string::npos ? std::string() : path.substr(0, slash + 1);
  std::uint64_t places = 0;
  Status visited;
  const auto take = [&](const CdxEntry& entry) {
    if (!entry.offset || entry.filename.empty()) return true;
    CdxPlace place;
    place.offset = *entry.offset;
    if (leads_below(entry.filename)) place.file = folder + entry.filename;
    place.original = entry.mime != "warc/revisit" && (entry.status.empty() || entry.status == "200");
    ++places;
    visited = visit(place);
    return visited.ok();
  };
  Findings findings;  // of lines that are not index lines
  BFA_RETURN_IF_ERROR(read_cdx(fs, path, take, findings));
  BFA_RETURN_IF_ERROR(visited);
  return places;
}

}  // namespace bfa
