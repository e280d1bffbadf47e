// SPDX-License-Identifier: Apache-2.0
#include "check/package_check.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/ascii.h"
#include "base/try.h"
#include "bfa/warc/validate.h"
#include "check/capture_packages.h"
#include "check/file_digests.h"
#include "check/ocfl_check.h"
#include "check/package_checker.h"
#include "check/watched_file.h"
#include "package/aip/mets_seal.h"
#include "package/aip/package_place.h"
#include "package/ocfl/object_folder.h"
#include "store/journal.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMaxReadmeBytes = 1u << 20;

}  // namespace

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

Status PackageCheck::run() {
  std::error_code error;
  if (std::filesystem::is_regular_file(directory_, error)) return check_file();
  if (is_ocfl_root(directory_)) BFA_RETURN_IF_ERROR(check_ocfl_root(fs_, directory_, log_));
  BFA_ASSIGN_OR_RETURN(const auto objects, list_ocfl_objects(directory_));
  if (objects.empty() && !is_ocfl_root(directory_)) {
    Status looked = look();
    const bool folder = std::filesystem::is_directory(directory_, error);
    return looked || looked.error().code != Code::kNotFound || !folder ? looked : look_below();
  }
  if (objects.empty())
    log_.unseen("package_empty", kOcflRootNamaste,
                "the storage root has no object: there is nothing that could be compared",
                "compare it with what it was made from; pack the archive into it again");
  const std::string root = directory_;
  for (const std::string& object : objects) BFA_RETURN_IF_ERROR(look_at_object(root, object));
  return {};
}

Status PackageCheck::look_at_object(const std::string& root, const std::string& object) {
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

Status PackageCheck::look() {
  const auto has = [&](const char* name) { return fs_.exists(directory_ + name); };
  counted_.clear();
  sealed_ = false;
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
  if (!mets && !bag) return tell_lost_root();
  ++counts_.packages;
  if (files_.empty()) list_files();
  if (bag) BFA_RETURN_IF_ERROR(check_bag());
  std::set<std::string> named;
  const bool inside = bag && files_.contains("data/METS.xml");
  if (mets) BFA_RETURN_IF_ERROR(check_mets(document, named));
  if (inside) BFA_RETURN_IF_ERROR(check_mets("data/METS.xml", named));
  for (const std::string& name : files_) {
    if (bag || named.contains(name)) continue;
    const auto kind = sealed_ ? CheckProblem::Kind::kDamage : CheckProblem::Kind::kNote;
    log_.add(kind, "file_foreign", name_of(name), "the package does not name this file",
             "move it elsewhere if it does not belong to the package");
  }
  if (counts_.package_files == before)
    log_.unseen("package_empty", name_of(bag ? "bagit.txt" : document),
                "the package names no file: there is nothing that could be compared",
                "compare it with what it was made from; a package of bfa pack always names its files");
  return {};
}

Status PackageCheck::tell_lost_root() {
  const auto has = [&](const char* name) { return fs_.exists(directory_ + name); };
  for (const char* const left : {"/bag-info.txt", "/manifest-sha256.txt", "/manifest-sha512.txt"}) {
    BFA_ASSIGN_OR_RETURN(const bool bag, has(left));
    if (!bag) continue;
    log_.damage("bag_damaged", name_of("bagit.txt"), "the bag has lost its bagit.txt", kPackAgain);
    return {};
  }
  bool any = !files_.empty();  // it was found in a container, as a package
  for (const char* const left : {"/data", "/metadata", "/representations"}) {
    BFA_ASSIGN_OR_RETURN(const bool there, has(left));
    any = any || there;
  }
  if (!any) return no_package_at(directory_);
  // Folders of these names are in other collections of files too: an import says the same.
  if (files_.empty() && !find_packages(fs_, directory_)) {
    BFA_ASSIGN_OR_RETURN(const auto captures, find_packages_inside(fs_, directory_));
    if (!captures.empty()) return no_package_at(directory_);
  }
  BFA_ASSIGN_OR_RETURN(const bool dspace, has("/metadata/premis.xml"));
  const std::string document = dspace ? "mets.xml" : "METS.xml";
  log_.damage("mets_damaged", name_of(document), "the package has lost its " + document, kPackAgain);
  return {};
}

std::string PackageCheck::name_of(const std::string& file) const {
  const auto content = content_.find(file);
  const std::string& name = content == content_.end() ? file : content->second;
  return prefix_.empty() ? name : prefix_ + "/" + name;
}
// Where a file of the package is: in an object of OCFL by its inventory.
std::string PackageCheck::path_of(const std::string& file) const {
  const auto content = content_.find(file);
  return directory_ + "/" + (content == content_.end() ? file : content->second);
}

void PackageCheck::list_files() {
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
Status PackageCheck::check_mets(const std::string& document, std::set<std::string>& named) {
  if (!named.insert(document).second) return {};
  auto source = open_file_source(fs_, path_of(document));
  Status read = source ? Status() : Status(source.error());
  std::vector<std::string> further;
  if (read) {
    SealedSource sealed(**source);
    read = read_mets_files(sealed, [&](const MetsFile& file) -> Status {
      if (options_.stop.stop_requested()) return stopped_error();
      return check_mets_file(document, file, named, further);
    });
    const MetsSeal seal = read ? sealed.seal() : MetsSeal::kAbsent;
    sealed_ = sealed_ || seal != MetsSeal::kAbsent;
    if (seal == MetsSeal::kWrong)
      log_.damage("mets_damaged", name_of(document),
                  "the document was changed: it has another digest than its last line says", kPackAgain);
    if (read && seal == MetsSeal::kAbsent) tell_lost_seal(document);
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

// The digest of the README is in METS, and the README knows whether METS had one of its own.
void PackageCheck::tell_lost_seal(const std::string& document) {
  for (const char* const name : {"README.txt", "documentation/README.txt"}) {
    if (!files_.contains(name)) continue;
    const auto text = read_file(fs_, path_of(name), kMaxReadmeBytes);
    if (!text || text->find(kMetsSealWords) == std::string::npos) continue;
    log_.damage("mets_damaged", name_of(document),
                std::string("the document was changed: its last line is lost, which ") + name + " tells of",
                kPackAgain);
    sealed_ = true;
    return;
  }
}

Status PackageCheck::check_mets_file(const std::string& document, const MetsFile& file,
                                     std::set<std::string>& named, std::vector<std::string>& further) {
  const std::string href = percent_decoded(file.href);
  const std::string folder = document.substr(0, document.rfind('/') + 1);
  if (href.empty() || href.front() == '/' || href.find("://") != std::string::npos) {
    log_.damage("mets_damaged", name_of(document), "a file has no place in the package: '" + file.href + "'",
                kPackAgain);
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
    log_.unseen("digest_unknown", name_of(name), document + " has no digest of this file that is known here",
                "compare it with another tool");
    return {};
  }
  return compare(name, file.size, *algorithm, file.checksum, document);
}

// Which captures a damaged WARC file has lost.
void PackageCheck::tell_records(const std::string& name) {
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

Status PackageCheck::compare(const std::string& name, std::optional<std::uint64_t> size,
                             DigestAlgorithm algorithm, const std::string& wanted, const std::string& by) {
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
    log.note("file_foreign", "packages/" + name, kNoPackage, "move it elsewhere if you do not need it here");
  }
  return {};
}

}  // namespace bfa
