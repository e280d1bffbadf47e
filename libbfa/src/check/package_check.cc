// SPDX-License-Identifier: Apache-2.0
#include "check/package_check.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/try.h"
#include "bfa/container/container.h"
#include "bfa/io/digest.h"
#include "bfa/warc/validate.h"
#include "check/capture_file.h"
#include "check/file_digests.h"
#include "check/mets_files.h"
#include "check/ocfl_check.h"
#include "check/watched_file.h"
#include "package/aip/package_place.h"
#include "package/ocfl/object_folder.h"
#include "store/journal.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMaxManifestBytes = 256u << 20;
constexpr const char* kPackAgain =
    "restore the package from a copy, or make it again with bfa pack after the archive was checked";

std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = i + 2 < text.size() && text[i] == '%' ? hex_value(text[i + 1]) : -1;
    const int low = high >= 0 ? hex_value(text[i + 2]) : -1;
    if (low < 0) {
      out += text[i];
      continue;
    }
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return out;
}

class PackageCheck {
 public:
  PackageCheck(FileSystem& fs, std::string directory, std::string shown, const CheckOptions& options,
               CheckLog& log, CheckReport& counts)
      : container_fs_(make_container_file_system(fs)),
        fs_(*container_fs_),
        directory_(std::move(directory)),
        shown_(std::move(shown)),
        prefix_(shown_),
        options_(options),
        log_(log),
        counts_(counts) {}

  Status run() {
    std::error_code error;
    if (std::filesystem::is_regular_file(directory_, error)) {
      const std::string name = shown_.empty() ? directory_.substr(directory_.rfind('/') + 1) : shown_;
      if (is_capture_file(directory_)) return check_capture_file(fs_, directory_, name, log_, counts_);
      BFA_ASSIGN_OR_RETURN(const auto places, find_packages(fs_, directory_));
      Status checked;
      for (const PackagePlace& place : places) {
        directory_ = place.root;
        files_ = {place.files.begin(), place.files.end()};
        checked = look();
        if (!checked) break;
      }
      return checked;
    }
    if (is_ocfl_root(directory_)) BFA_RETURN_IF_ERROR(check_ocfl_root(fs_, directory_, log_));
    BFA_ASSIGN_OR_RETURN(const auto objects, list_ocfl_objects(directory_));
    if (objects.empty() && !is_ocfl_root(directory_)) return look();
    if (objects.empty())
      log_.unseen("package_empty", kOcflRootNamaste,
                  "the storage root has no object: there is nothing that could be compared",
                  "compare it with what it was made from; pack the archive into it again");
    const std::string root = directory_;
    for (const std::string& object : objects) BFA_RETURN_IF_ERROR(look_at_object(root, object));
    return {};
  }

 private:
  // An object of OCFL: its inventories, then the package that its newest version is.
  Status look_at_object(const std::string& root, const std::string& object) {
    ++counts_.packages;
    directory_ = object;
    const std::string name = object == root ? std::string() : object.substr(root.size() + 1);
    const std::string shown = shown_.empty() || name.empty() ? shown_ + name : shown_ + "/" + name;
    content_.clear();
    BFA_RETURN_IF_ERROR(check_ocfl_object(fs_, object, shown, options_, log_, counts_, content_));
    prefix_ = shown;
    files_.clear();
    for (const auto& [logical, path] : content_) files_.insert(logical);
    std::set<std::string> named;
    if (!files_.contains("METS.xml")) return {};
    const std::uint64_t counted = counts_.package_files;
    const Status checked = check_mets("METS.xml", named);
    counts_.package_files = counted;  // METS names them once more
    return checked;
  }

  Status look() {
    const auto has = [&](const char* name) { return fs_.exists(directory_ + name); };
    counted_.clear();
    const std::uint64_t before = counts_.package_files;
    // DSpace wants lower case.
    const auto small = has("/mets.xml");
    const std::string document = small && *small ? "mets.xml" : "METS.xml";
    const auto mets_there = has(("/" + document).c_str()), bag_there = has("/bagit.txt");
    if (!mets_there || !bag_there) {
      log_.failure(mets_there ? bag_there.error() : mets_there.error(), shown_, "the folder");
      return {};
    }
    const bool mets = *mets_there, bag = *bag_there;
    if (!mets && !bag) {
      BFA_ASSIGN_OR_RETURN(const bool data, has("/data"));
      BFA_ASSIGN_OR_RETURN(const bool metadata, has("/metadata"));
      if (!data && !metadata) {
        return Error{Code::kNotFound, "neither a package (METS.xml) nor a bag (bagit.txt)", directory_, -1};
      }
      log_.damage("mets_damaged", name_of("METS.xml"), "the package has lost its METS.xml", kPackAgain);
      return {};
    }
    ++counts_.packages;
    if (files_.empty()) list_files();
    if (bag) BFA_RETURN_IF_ERROR(check_bag());
    std::set<std::string> named;
    const bool inside = bag && files_.contains("data/METS.xml");
    if (mets) BFA_RETURN_IF_ERROR(check_mets(document, named));
    if (inside) BFA_RETURN_IF_ERROR(check_mets("data/METS.xml", named));
    for (const std::string& name : files_) {
      if (!bag && !named.contains(name))
        log_.note("file_foreign", name_of(name), "the package does not name this file",
                  "move it elsewhere if it does not belong to the package");
    }
    if (counts_.package_files == before)
      log_.unseen("package_empty", name_of(bag ? "bagit.txt" : document),
                  "the package names no file: there is nothing that could be compared",
                  "compare it with what it was made from; a package of bfa pack always names its files");
    return {};
  }

  std::string name_of(const std::string& file) const {
    const auto content = content_.find(file);
    const std::string& name = content == content_.end() ? file : content->second;
    return prefix_.empty() ? name : prefix_ + "/" + name;
  }
  // Where a file of the package is: in an object of OCFL by its inventory.
  std::string path_of(const std::string& file) const {
    const auto content = content_.find(file);
    return directory_ + "/" + (content == content_.end() ? file : content->second);
  }

  void list_files() {
    std::error_code error;
    const std::filesystem::path root(directory_);
    using Walk = std::filesystem::recursive_directory_iterator;
    Walk at(root, error);
    for (; !error && at != Walk(); at.increment(error)) {
      const std::string name = at->path().lexically_relative(root).generic_string();
      std::error_code ignored;
      if (at->is_symlink(ignored)) {
        log_.damage("file_linked", name_of(name),
                    "a symbolic link: the package does not hold these bytes itself",
                    "put the file itself in the place of the link, then check again");
      }
      if (at->is_directory(ignored)) continue;
      files_.insert(name);
      if (at->is_regular_file(ignored)) continue;
      special_.insert(name);
      log_.damage("file_special", name_of(name), "a pipe, a device or a link to nothing, and no file",
                  "put the file itself in its place, then check again");
    }
    if (error)
      log_.unseen("unreadable", shown_, "a folder of the package cannot be read: " + error.message(),
                  "make it readable for the user who checks, then check again");
  }

  // `document`: a METS file; those that it names as files are read too.
  Status check_mets(const std::string& document, std::set<std::string>& named) {
    if (!named.insert(document).second) return {};
    auto source = open_file_source(fs_, path_of(document));
    Status read = source ? Status() : Status(source.error());
    std::vector<std::string> further;
    if (read) {
      read = read_mets_files(**source, [&](const MetsFile& file) -> Status {
        if (options_.stop.stop_requested()) return stopped_error();
        return check_mets_file(document, file, named, further);
      });
    }
    if (!read && is_stopped(read.error())) return read;
    if (!read && read.error().code == Code::kCorrupt) {
      log_.damage("mets_damaged", name_of(document), read.error().message, kPackAgain, read.error().offset);
      return {};
    }
    if (!read) {
      log_.failure(read.error(), name_of(document), "the METS document");
      return {};
    }
    for (const std::string& next : further) BFA_RETURN_IF_ERROR(check_mets(next, named));
    return {};
  }

  Status check_mets_file(const std::string& document, const MetsFile& file, std::set<std::string>& named,
                         std::vector<std::string>& further) {
    const std::string href = percent_decoded(file.href);
    const std::string folder = document.substr(0, document.rfind('/') + 1);
    if (href.empty() || href.front() == '/' || href.find("://") != std::string::npos) {
      log_.damage("mets_damaged", name_of(document),
                  "a file has no place in the package: '" + file.href + "'", kPackAgain);
      return {};
    }
    // With "..": a file of the package named from another folder of it, or one outside.
    const std::string name = std::filesystem::path(folder + href).lexically_normal().generic_string();
    if (name.starts_with("..")) {
      log_.damage("mets_damaged", name_of(document), "a file is outside of the package: '" + file.href + "'",
                  kPackAgain);
      return {};
    }
    // Each representation of a package has a METS file of its own.
    const bool nested = name.starts_with("representations/") && name.ends_with("/METS.xml");
    if (nested && files_.contains(name)) further.push_back(name);
    if (!nested) named.insert(name);
    const auto algorithm = algorithm_named(file.checksum_type);
    if (!algorithm) {
      log_.unseen("digest_unknown", name_of(name),
                  document + " has no digest of this file that is known here",
                  "compare it with another tool");
      return {};
    }
    return compare(name, file.size, *algorithm, file.checksum, document);
  }

  // Which captures a damaged WARC file has lost.
  void tell_records(const std::string& name) {
    if (!is_warc_name(name)) return;
    const auto report = validate_warc(fs_, path_of(name));
    if (!report || !(report->corrupt || report->truncated || report->digests_bad > 0)) return;
    for (const Finding& finding : report->findings) {
      if (finding.code != Code::kCorrupt && finding.code != Code::kTruncated) continue;
      log_.damage("record_damaged", name_of(name), finding.message,
                  "restore the package; without a copy, bfa warc repair keeps the other records",
                  finding.offset);
    }
  }

  Status compare(const std::string& name, std::optional<std::uint64_t> size, DigestAlgorithm algorithm,
                 const std::string& wanted, const std::string& by) {
    if (special_.contains(name)) return {};  // reading it may never end
    if (counted_.insert(name).second) ++counts_.package_files;
    const std::string path = path_of(name);
    const auto bytes = fs_.file_size(path);
    if (!bytes && bytes.error().code == Code::kNotFound) {
      log_.damage("file_missing", name_of(name), "a file that " + by + " names is missing", kPackAgain);
      return {};
    }
    if (!bytes) {
      log_.failure(bytes.error(), name_of(name), "the file");
      return {};
    }
    if (size && *bytes != *size) {
      tell_records(name);
      log_.damage(
          "size_differs", name_of(name),
          "the file has " + std::to_string(*bytes) + " bytes, and by " + by + " " + std::to_string(*size),
          kPackAgain);
      return {};
    }
    if (!options_.read_data && !options_.digests) return {};
    const auto digest = digest_of_file(fs_, path, algorithm, options_.stop);
    if (!digest && is_stopped(digest.error())) return digest.error();
    if (!digest) {
      log_.failure(digest.error(), name_of(name), "the file");
    } else if (*digest != ascii_lower_case(wanted)) {
      log_.damage("digest_differs", name_of(name),
                  "the file has the digest " + *digest + ", and by " + by + " " + wanted, kPackAgain);
      tell_records(name);
    }
    return {};
  }

  // RFC 8493.
  Status check_bag() {
    const auto declaration = read_file(fs_, directory_ + "/bagit.txt", 4096);
    if (!declaration) {
      log_.failure(declaration.error(), name_of("bagit.txt"), "the declaration of the bag");
    } else if (!declaration->starts_with("BagIt-Version: ") ||
               declaration->find("\nTag-File-Character-Encoding: ") == std::string::npos) {
      log_.damage("bag_damaged", name_of("bagit.txt"), "this is no declaration of a bag", kPackAgain);
    }
    bool any = false;
    std::map<std::string, std::set<std::string>> payload;  // by manifest
    for (const std::string& file : files_) {
      const bool tags = file.starts_with("tagmanifest-");
      if ((!tags && !file.starts_with("manifest-")) || !file.ends_with(".txt")) continue;
      const std::size_t begin = file.find('-') + 1;
      const auto algorithm = algorithm_named(file.substr(begin, file.size() - 4 - begin));
      if (!algorithm) {
        log_.unseen("digest_unknown", name_of(file), "a manifest of digests that are not known here",
                    "compare it with another tool");
        continue;
      }
      std::set<std::string> named;
      BFA_RETURN_IF_ERROR(check_manifest(file, *algorithm, named));
      if (tags && named.empty())
        log_.damage("manifest_damaged", name_of(file), "it names no file: its lines are lost", kPackAgain);
      if (tags) continue;
      any = true;
      tell_unnamed(file, named);
    }
    compare_oxum();
    if (!any) log_.damage("bag_damaged", name_of("bagit.txt"), "the bag has no manifest", kPackAgain);
    return {};
  }

  // RFC 8493 section 2.2.2: "Payload-Oxum: OCTETS.FILES".
  void compare_oxum() {
    constexpr std::string_view kLabel = "Payload-Oxum: ";
    if (!files_.contains("bag-info.txt")) return;
    const auto text = read_file(fs_, directory_ + "/bag-info.txt", kMaxManifestBytes);
    if (!text) {
      log_.failure(text.error(), name_of("bag-info.txt"), "the description of the bag");
      return;
    }
    const std::size_t label = ("\n" + *text).find("\n" + std::string(kLabel));
    if (label == std::string::npos) return;
    const std::size_t begin = label + kLabel.size();
    const std::string stated = text->substr(begin, text->find_first_of("\r\n", begin) - begin);
    std::uint64_t bytes = 0, count = 0;
    for (const std::string& name : files_) {
      if (!name.starts_with("data/") || special_.contains(name)) continue;
      const auto size = fs_.file_size(directory_ + "/" + name);
      if (!size) {
        log_.failure(size.error(), name_of(name), "the file");
        return;
      }
      bytes += *size;
      ++count;
    }
    const std::string found = std::to_string(bytes) + "." + std::to_string(count);
    if (stated != found)
      log_.damage("bag_damaged", name_of("bag-info.txt"),
                  "the payload is " + found + " (bytes, files), and by Payload-Oxum " + stated, kPackAgain);
  }

  void tell_unnamed(const std::string& manifest, const std::set<std::string>& named) {
    for (const std::string& name : files_) {
      if (name.starts_with("data/") && !named.contains(name))
        log_.damage("file_foreign", name_of(name), manifest + " does not name this file of the bag",
                    "move it elsewhere if it does not belong to the bag, else make the bag again");
    }
  }

  Status check_manifest(const std::string& file, DigestAlgorithm algorithm, std::set<std::string>& named) {
    const auto text = read_file(fs_, directory_ + "/" + file, kMaxManifestBytes);
    if (!text) {
      log_.failure(text.error(), name_of(file), "the manifest");
      return {};
    }
    const std::string_view all = *text;
    for (std::size_t at = 0; at < all.size();) {
      if (options_.stop.stop_requested()) return stopped_error();
      const std::size_t end = std::min(all.find('\n', at), all.size());
      std::string_view line = all.substr(at, end - at);
      if (line.ends_with('\r')) line.remove_suffix(1);
      const auto offset = static_cast<std::int64_t>(at);
      at = end + 1;
      if (line.empty()) continue;
      const std::size_t gap = line.find_first_of(" \t");
      const std::size_t begin = gap == std::string_view::npos ? gap : line.find_first_not_of(" \t*", gap);
      const std::string name =
          begin == std::string_view::npos ? std::string() : percent_decoded(line.substr(begin));
      const std::size_t digits = digest(algorithm, {}).size() * 2;
      const bool plain =
          !name.empty() && name.front() != '/' && ("/" + name + "/").find("/../") == std::string::npos;
      const bool hex = gap == digits && line.substr(0, gap).find_first_not_of("0123456789abcdefABCDEF") ==
                                            std::string_view::npos;
      if (!plain || !hex) {
        log_.damage("manifest_damaged", name_of(file), "a line is not a digest and a name", kPackAgain,
                    offset);
        continue;
      }
      named.insert(name);
      BFA_RETURN_IF_ERROR(compare(name, {}, algorithm, std::string(line.substr(0, gap)), file));
    }
    return {};
  }

  const std::unique_ptr<FileSystem> container_fs_;
  FileSystem& fs_;
  std::string directory_;  // of the package; within a container: "a.zip!/NAME"
  const std::string shown_;
  std::string prefix_;                          // of the names of the package's files
  std::map<std::string, std::string> content_;  // of an object of OCFL: content paths by logical ones
  const CheckOptions& options_;
  CheckLog& log_;
  CheckReport& counts_;
  std::set<std::string> files_;
  std::set<std::string> special_;  // of these, what is no file
  std::set<std::string> counted_;
};

}  // namespace

Status check_one_package(FileSystem& fs, const std::string& directory, const std::string& shown,
                         const CheckOptions& options, CheckLog& log, CheckReport& counts) {
  return PackageCheck(fs, directory, shown, options, log, counts).run();
}

Status check_packages(FileSystem& fs, const std::string& archive, const SampleChoice& sample,
                      const CheckOptions& options, CheckLog& log, CheckReport& counts) {
  BFA_ASSIGN_OR_RETURN(const bool any, fs.exists(archive + "/packages"));
  if (!any) return {};
  const auto names = fs.list(archive + "/packages");
  if (!names) {
    log.failure(names.error(), "packages", "the folder");
    return {};
  }
  for (const std::string& name : *names) {
    if (options.stop.stop_requested()) return stopped_error();
    if (name.starts_with('.')) {
      log.note("file_foreign", "packages/" + name, "a package that was not finished",
               "run bfa pack again: it makes the package anew");
      continue;
    }
    CheckOptions how = options;
    if (!sample.takes("packages/" + name)) how.read_data = how.digests = false;
    const Status checked =
        check_one_package(fs, archive + "/packages/" + name, "packages/" + name, how, log, counts);
    if (checked) continue;
    if (is_stopped(checked.error())) return checked;
    if (checked.error().code != Code::kNotFound) {
      log.failure(checked.error(), "packages/" + name, "the package");
      continue;
    }
    log.note("file_foreign", "packages/" + name, "neither a package (METS.xml) nor a bag (bagit.txt)",
             "move it elsewhere if you do not need it here");
  }
  return {};
}

}  // namespace bfa
