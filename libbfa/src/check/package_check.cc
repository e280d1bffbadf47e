// SPDX-License-Identifier: Apache-2.0
#include "check/package_check.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include "base/try.h"
#include "bfa/io/digest.h"
#include "check/mets_files.h"
#include "check/watched_file.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMaxManifestBytes = 256u << 20;
constexpr std::size_t kBufferBytes = 1u << 20;
constexpr const char* kPackAgain =
    "restore the package from a copy, or make it again with bfa pack after the archive was checked";

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

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

std::string lower(std::string_view text) {
  std::string out;
  for (const char c : text) out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

// "SHA-256" or "sha256".
std::optional<DigestAlgorithm> algorithm_named(std::string_view name) {
  std::string plain = lower(name);
  std::erase(plain, '-');
  if (plain == "sha256") return DigestAlgorithm::kSha256;
  if (plain == "sha512") return DigestAlgorithm::kSha512;
  if (plain == "sha1") return DigestAlgorithm::kSha1;
  if (plain == "md5") return DigestAlgorithm::kMd5;
  return {};
}

Result<std::string> digest_of(FileSystem& fs, const std::string& path, DigestAlgorithm algorithm,
                              const std::stop_token& stop) {
  BFA_ASSIGN_OR_RETURN(const auto source, open_file_source(fs, path));
  Digester digester(algorithm);
  std::vector<std::byte> buffer(kBufferBytes);
  for (;;) {
    if (stop.stop_requested()) return stopped_error();
    BFA_ASSIGN_OR_RETURN(const std::size_t got, source->read(buffer));
    if (got == 0) return hex_encode(digester.finish());
    digester.update(std::span(buffer).first(got));
  }
}

class PackageCheck {
 public:
  PackageCheck(FileSystem& fs, std::string directory, std::string shown, const CheckOptions& options,
               CheckLog& log, CheckReport& counts)
      : fs_(fs),
        directory_(std::move(directory)),
        shown_(std::move(shown)),
        options_(options),
        log_(log),
        counts_(counts) {}

  Status run() {
    const auto has = [&](const char* name) { return fs_.exists(directory_ + name); };
    const auto mets_there = has("/METS.xml"), bag_there = has("/bagit.txt");
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
    list_files();
    if (bag) BFA_RETURN_IF_ERROR(check_bag());
    if (mets) BFA_RETURN_IF_ERROR(check_mets(bag));
    return {};
  }

 private:
  std::string name_of(const std::string& file) const { return shown_.empty() ? file : shown_ + "/" + file; }

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
      if (!at->is_directory(ignored)) files_.insert(name);
    }
    if (error)
      log_.unseen("unreadable", shown_, "a folder of the package cannot be read: " + error.message(),
                  "make it readable for the user who checks, then check again");
  }

  Status check_mets(bool in_bag) {
    const std::string path = directory_ + "/METS.xml";
    auto source = open_file_source(fs_, path);
    Status read = source ? Status() : Status(source.error());
    std::set<std::string> named = {"METS.xml"};
    if (read) {
      read = read_mets_files(**source, [&](const MetsFile& file) -> Status {
        if (options_.stop.stop_requested()) return stopped_error();
        return check_mets_file(file, named);
      });
    }
    if (!read && is_stopped(read.error())) return read;
    if (!read && read.error().code == Code::kCorrupt) {
      log_.damage("mets_damaged", name_of("METS.xml"), read.error().message, kPackAgain, read.error().offset);
      return {};
    }
    if (!read) {
      log_.failure(read.error(), name_of("METS.xml"), "the METS document");
      return {};
    }
    if (in_bag) return {};
    for (const std::string& name : files_) {
      if (!named.contains(name))
        log_.note("file_foreign", name_of(name), "the package does not name this file",
                  "move it elsewhere if it does not belong to the package");
    }
    return {};
  }

  Status check_mets_file(const MetsFile& file, std::set<std::string>& named) {
    const std::string name = percent_decoded(file.href);
    if (name.empty() || name.front() == '/' || name.find("://") != std::string::npos) {
      log_.damage("mets_damaged", name_of("METS.xml"),
                  "a file has no place in the package: '" + file.href + "'", kPackAgain);
      return {};
    }
    named.insert(name);
    const auto algorithm = algorithm_named(file.checksum_type);
    if (!algorithm) {
      log_.unseen("digest_unknown", name_of(name), "METS.xml has no digest of this file that is known here",
                  "compare it with another tool");
      return {};
    }
    return compare(name, file.size, *algorithm, file.checksum, "METS.xml");
  }

  Status compare(const std::string& name, std::optional<std::uint64_t> size, DigestAlgorithm algorithm,
                 const std::string& wanted, const std::string& by) {
    ++counts_.package_files;
    const std::string path = directory_ + "/" + name;
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
      log_.damage(
          "size_differs", name_of(name),
          "the file has " + std::to_string(*bytes) + " bytes, and by " + by + " " + std::to_string(*size),
          kPackAgain);
      return {};
    }
    if (!options_.read_data && !options_.digests) return {};
    const auto digest = digest_of(fs_, path, algorithm, options_.stop);
    if (!digest && is_stopped(digest.error())) return digest.error();
    if (!digest) {
      log_.failure(digest.error(), name_of(name), "the file");
    } else if (*digest != lower(wanted)) {
      log_.damage("digest_differs", name_of(name),
                  "the file has the digest " + *digest + ", and by " + by + " " + wanted, kPackAgain);
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
      if (tags) continue;
      any = true;
      tell_unnamed(file, named);
    }
    if (!any) log_.damage("bag_damaged", name_of("bagit.txt"), "the bag has no manifest", kPackAgain);
    return {};
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

  FileSystem& fs_;
  const std::string directory_, shown_;
  const CheckOptions& options_;
  CheckLog& log_;
  CheckReport& counts_;
  std::set<std::string> files_;
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
