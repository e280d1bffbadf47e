// SPDX-License-Identifier: Apache-2.0
#include "check/capture_packages.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/try.h"
#include "bfa/container/container.h"
#include "bfa/warc/reader.h"
#include "check/capture_file.h"
#include "package/aip/package_place.h"
#include "package/aip/premis.h"
#include "package/ocfl/object_folder.h"
#include "store/journal.h"

namespace bfa {
namespace {

constexpr int kMaxRecords = 256;  // that are looked at: a step has a few, and some before it may be damaged
constexpr std::uint64_t kMaxBlock = 64u << 10;
constexpr std::uint64_t kMaxPackageFile = 16u << 20;
constexpr int kMaxNesting = 4;            // as CaptureInputOptions
constexpr std::size_t kMaxInner = 1'000;  // containers in others

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

class Finder {
 public:
  explicit Finder(FileSystem& fs) : fs_(fs) {}

  // `nesting`: how many containers the file is in.
  Status look(const std::string& path, int nesting) {
    if (is_capture_file(path)) {
      const auto own = is_capture_package(fs_, path);
      if (!own && own.error().code == Code::kIo) return own.error();
      if (own && *own) found_.push_back(path);
      return {};
    }
    if (nesting > kMaxNesting || (nesting > 0 && inner_ > kMaxInner)) return {};
    const auto container = is_container(fs_, path);
    if (!container || !*container) return {};
    if (nesting > 0) ++inner_;
    if (nesting > 0 && has_own_package(path)) {
      found_.push_back(path);
      return {};
    }
    const auto members = fs_.list(path + "!/");
    if (!members) return {};
    for (const std::string& member : *members) {
      if (!member.ends_with('/')) BFA_RETURN_IF_ERROR(look(path + "!/" + member, nesting + 1));
    }
    return {};
  }

  // What is below a package belongs to it.
  Status look_below(const std::string& folder) {
    namespace fs = std::filesystem;
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
      names.push_back(at->path().filename().string());
    if (error) return Error{Code::kIo, error.message(), folder, -1};
    std::ranges::sort(names);
    for (const std::string& name : names) {
      const std::string path = folder + name;
      const bool below = fs::is_directory(fs::symlink_status(path, error));
      if (below && (is_ocfl_root(path) || is_own_package(fs_, path))) {
        found_.push_back(path);
      } else if (below) {
        BFA_RETURN_IF_ERROR(look_below(path + "/"));
      } else if (fs::is_regular_file(path, error)) {
        BFA_RETURN_IF_ERROR(look_at_file(path));
      }
    }
    return {};
  }

  std::vector<std::string> found() { return std::move(found_); }

 private:
  // Of a folder.
  Status look_at_file(const std::string& path) {
    if (is_capture_file(path) || !has_own_package(path)) return look(path, 0);
    found_.push_back(path);
    return {};
  }

  // Of a file; one that cannot be read is looked at as any other file.
  bool has_own_package(const std::string& path) const {
    const auto places = find_packages(fs_, path);
    return places && std::ranges::any_of(
                         *places, [&](const PackagePlace& one) { return is_own_package(fs_, one.root); });
  }

  FileSystem& fs_;
  std::vector<std::string> found_;
  std::size_t inner_ = 0;
};

}  // namespace

Result<bool> is_capture_package(FileSystem& container_fs, const std::string& path) {
  if (path.ends_with(".wacz")) return is_wacz_of_package(container_fs, path);
  return is_warc_name(path) ? is_warc_of_archive(container_fs, path) : Result<bool>(false);
}

Result<std::vector<std::string>> find_packages_inside(FileSystem& container_fs, const std::string& path) {
  Finder finder(container_fs);
  std::error_code error;
  const bool folder = std::filesystem::is_directory(path, error);
  BFA_RETURN_IF_ERROR(folder ? finder.look_below(path.ends_with('/') ? path : path + "/")
                             : finder.look(path, 0));
  return finder.found();
}

}  // namespace bfa
