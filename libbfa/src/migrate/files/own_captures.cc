// SPDX-License-Identifier: Apache-2.0
#include "migrate/files/own_captures.h"

#include "base/try.h"
#include "bfa/warc/reader.h"
#include "package/aip/premis.h"
#include "store/journal.h"

namespace bfa {
namespace {

constexpr int kMaxRecords = 256;  // that are looked at: a step has a few, and some before it may be damaged
constexpr std::uint64_t kMaxBlock = 64u << 10;
constexpr std::uint64_t kMaxPackageFile = 16u << 20;

Result<bool> is_warc_of_archive(FileSystem& fs, const std::string& path) {
  const auto reader = WarcReader::open(fs, path);
  if (!reader) return reader.error().code == Code::kIo ? Result<bool>(reader.error()) : false;
  for (int i = 0; i < kMaxRecords; ++i) {
    BFA_ASSIGN_OR_RETURN(WarcRecord* const record, (*reader)->next());
    if (record == nullptr) break;
    const WarcHeader& header = record->header();
    if (header.type() != WarcType::kMetadata || header.content_type() != "application/warc-fields") continue;
    const auto block = read_all(record->block(), kMaxBlock);
    if (block && block->starts_with("bfa-record:")) return true;
  }
  return false;
}

Result<bool> is_wacz_of_package(FileSystem& fs, const std::string& path) {
  const auto text = read_file(fs, path + "!/datapackage.json", kMaxPackageFile);
  if (!text) return text.error().code == Code::kIo ? Result<bool>(text.error()) : true;
  return text->find("\"" + software_name() + " ") != std::string::npos;
}

}  // namespace

Result<bool> is_capture_package(FileSystem& container_fs, const std::string& path) {
  if (path.ends_with(".wacz")) return is_wacz_of_package(container_fs, path);
  return is_warc_name(path) ? is_warc_of_archive(container_fs, path) : Result<bool>(false);
}

}  // namespace bfa
