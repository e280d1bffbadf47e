// SPDX-License-Identifier: Apache-2.0
#include "check/ocfl_check.h"

#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "check/file_digests.h"
#include "check/watched_file.h"
#include "package/ocfl/object_folder.h"

namespace bfa {
namespace {

constexpr std::string_view kExtensions = "extensions/";
constexpr const char* kRestore = "restore the object from a copy, or pack it into another storage root";

class OcflCheck {
 public:
  OcflCheck(FileSystem& fs, const std::string& folder, const std::string& shown, const CheckOptions& options,
            CheckLog& log, CheckReport& counts)
      : fs_(fs), folder_(folder), shown_(shown), options_(options), log_(log), counts_(counts) {}

  Status run(std::map<std::string, std::string>& files) {
    declaration();
    auto inventory = read_ocfl_inventory(fs_, folder_);
    if (!inventory) {
      tell_bad_inventory(inventory.error(), kOcflInventoryName);
      return {};
    }
    inventory_ = std::move(*inventory);
    const auto text = read_checked_inventory(fs_, folder_);
    own_ = text && format_ocfl_inventory(inventory_) == *text;
    if (text) sidecar("", inventory_.algorithm, *text);
    for (std::size_t number = 1; number <= inventory_.versions.size(); ++number) version(number);
    for (const auto& [digest, paths] : inventory_.manifest) {
      for (const std::string& path : paths) {
        content_.insert(path);
        BFA_RETURN_IF_ERROR(compare(path, inventory_.algorithm, digest));
      }
    }
    for (const auto& [algorithm, digests] : inventory_.fixity) {
      for (const auto& [digest, paths] : digests) {
        for (const std::string& path : paths) BFA_RETURN_IF_ERROR(compare(path, algorithm, digest));
      }
    }
    walk();
    files = inventory_.files_of(inventory_.versions.size());
    return {};
  }

 private:
  std::string name_of(const std::string& file) const { return shown_.empty() ? file : shown_ + "/" + file; }

  void damage(const std::string& id, const std::string& file, const std::string& message) {
    log_.damage(id, name_of(file), message, kRestore);
  }

  void declaration() {
    const auto text = read_file(fs_, folder_ + "/" + kOcflObjectNamaste, 4096);
    if (!text && text.error().code == Code::kNotFound) {
      damage("ocfl_damaged", kOcflObjectNamaste, "the object has lost its declaration");
    } else if (!text) {
      log_.failure(text.error(), name_of(kOcflObjectNamaste), "the declaration of the object");
    } else if (*text != "ocfl_object_1.1\n") {
      damage("ocfl_damaged", kOcflObjectNamaste, "this is no declaration of an object of OCFL 1.1");
    }
  }

  void tell_bad_inventory(const Error& error, const std::string& file) {
    if (error.code == Code::kNotFound) {
      damage("inventory_missing", file, "the inventory is missing");
    } else if (error.code == Code::kCorrupt) {
      damage("inventory_damaged", file, error.message);
    } else {
      log_.failure(error, name_of(file), "the inventory");
    }
  }

  // The inventory that the version had: it must agree with that of the object.
  void version(std::size_t number) {
    const std::string name = inventory_.version_name(number);
    const std::string file = name + "/" + kOcflInventoryName;
    inventories_.insert(file);
    sidecars_.insert(file + "." + inventory_.algorithm);
    const auto there = fs_.exists(folder_ + "/" + file);
    const bool newest = number == inventory_.versions.size();
    if (there && !*there) {
      if (newest)
        damage("inventory_missing", file, "the newest version has lost its inventory");
      else
        log_.note("inventory_missing", name_of(file), "the version has no inventory of its own", kRestore);
      return;
    }
    const auto text = read_checked_inventory(fs_, folder_ + "/" + name);
    if (!text) return tell_bad_inventory(text.error(), file);
    const auto own = parse_ocfl_inventory(*text);
    if (!own) return tell_bad_inventory(own.error(), file);
    sidecar(name + "/", own->algorithm, *text);
    if (newest) {
      const auto root = read_checked_inventory(fs_, folder_);
      if (root && *root != *text)
        damage("inventory_damaged", file, "the inventory of the newest version is not that of the object");
      return;
    }
    if (own->id != inventory_.id || own->head != name)
      damage("inventory_damaged", file, "the inventory is that of another version or object");
    if (own->algorithm != inventory_.algorithm) return;  // its digests cannot be compared
    for (std::size_t i = 0; i < own->versions.size() && i < number; ++i) {
      if (own->versions[i].state != inventory_.versions[i].state)
        damage("inventory_damaged", file,
               "what it says of " + own->version_name(i + 1) + " is not what the object's inventory says");
    }
  }

  // Beside an inventory; `place` is its folder. No digest covers the sidecar: that of an object of bfa pack
  // has exactly these bytes.
  void sidecar(const std::string& place, const std::string& algorithm, const std::string& inventory) {
    const std::string name = place + kOcflInventoryName + "." + algorithm;
    sidecars_.insert(name);
    const auto kind = algorithm_named(algorithm);
    const auto text = read_file(fs_, folder_ + "/" + name, 4096);
    if (!own_ || !kind || !text) return;
    if (*text != hex_encode(digest(*kind, inventory)) + " " + kOcflInventoryName + "\n")
      damage("inventory_damaged", name, "the sidecar has other bytes than the digest and the name");
  }

  Status compare(const std::string& path, const std::string& by, const std::string& wanted) {
    if (counted_.insert(path).second) ++counts_.package_files;
    std::error_code error;
    const auto status = std::filesystem::symlink_status(folder_ + "/" + path, error);
    if (status.type() != std::filesystem::file_type::regular &&
        status.type() != std::filesystem::file_type::not_found)
      return {};  // the walk says so; reading it may never end
    const auto there = fs_.exists(folder_ + "/" + path);
    if (there && !*there) {
      damage("file_missing", path, "a file that the inventory names is missing");
      return {};
    }
    if (!options_.read_data && !options_.digests) return {};
    const auto algorithm = algorithm_named(by);
    if (!algorithm) {
      log_.unseen("digest_unknown", name_of(path), "a digest of the kind " + by + " is not known here",
                  "compare it with another tool");
      return {};
    }
    const auto digest = digest_of_file(fs_, folder_ + "/" + path, *algorithm, options_.stop);
    if (!digest && is_stopped(digest.error())) return digest.error();
    if (!digest) {
      log_.failure(digest.error(), name_of(path), "the file");
    } else if (*digest != wanted) {
      damage("digest_differs", path,
             "the file has the digest " + *digest + ", and by the inventory " + wanted);
    }
    return {};
  }

  // What is there and must not be.
  void walk() {
    std::error_code error;
    const std::filesystem::path root(folder_);
    using Walk = std::filesystem::recursive_directory_iterator;
    for (Walk at(root, error); !error && at != Walk(); at.increment(error)) {
      const std::string name = at->path().lexically_relative(root).generic_string();
      std::error_code ignored;
      if (name == "extensions" || name == "logs" || name.starts_with("extensions/") ||
          name.starts_with("logs/")) {
        if (!at->is_directory(ignored)) tell_addition(name);
      } else if (at->is_symlink(ignored)) {
        damage("file_linked", name, "a symbolic link: the object does not hold these bytes itself");
      } else if (at->is_directory(ignored)) {
        folder(name, std::filesystem::is_empty(at->path(), ignored));
      } else if (!at->is_regular_file(ignored)) {
        damage("file_special", name, "a pipe or a device, and no file");
      } else if (!is_own(name) && !content_.contains(name)) {
        damage("file_foreign", name, "the inventory does not name this file");
      }
    }
    if (error)
      log_.unseen("unreadable", shown_, "a folder of the object cannot be read: " + error.message(),
                  "make it readable for the user who checks, then check again");
  }

  // OCFL allows additions, of which no digest is known; bfa pack makes none.
  void tell_addition(const std::string& name) {
    const char* const what = "a file of an extension or log of the object: no digest is known of it";
    if (own_)
      damage("file_foreign", name, what);
    else
      log_.note("file_foreign", name_of(name), what, kRestore);
  }

  void folder(const std::string& name, bool empty) {
    if (empty) damage("folder_empty", name, "an empty folder: an object has none");
    if (name.find('/') != std::string::npos) return;
    for (std::size_t number = 1; number <= inventory_.versions.size(); ++number) {
      if (name == inventory_.version_name(number)) return;
    }
    damage("file_foreign", name, "the inventory has no version of this name");
  }

  // Of the object itself, not of its content.
  bool is_own(const std::string& name) const {
    return name == kOcflObjectNamaste || name == kOcflInventoryName || sidecars_.contains(name) ||
           inventories_.contains(name);
  }

  FileSystem& fs_;
  const std::string& folder_;
  const std::string& shown_;
  const CheckOptions& options_;
  CheckLog& log_;
  CheckReport& counts_;
  OcflInventory inventory_;
  std::set<std::string> content_, counted_, inventories_, sidecars_;
  bool own_ = false;  // written by this software, as its inventory shows
};

// Sections 3.8 and 4.1: extensions are folders. That of the layout of bfa pack has its parameters, which are
// compared, and nothing else; no digest is known of the files of others.
void tell_extension_file(const std::string& name, CheckLog& log) {
  const std::string layout = std::string(kExtensions) + kOcflLayoutName + "/";
  if (name == layout + "config.json") return;
  constexpr const char* kAway = "move it elsewhere, if no program put it there";
  if (name.starts_with(layout) || name.find('/', kExtensions.size()) == std::string::npos)
    log.damage("file_foreign", name, "a file among the extensions that belongs to none", kAway);
  else
    log.note("file_foreign", name, "a file of an extension that is not known here", kAway);
}

}  // namespace

Status check_ocfl_object(FileSystem& fs, const std::string& folder, const std::string& shown,
                         const CheckOptions& options, CheckLog& log, CheckReport& counts,
                         std::map<std::string, std::string>& files) {
  return OcflCheck(fs, folder, shown, options, log, counts).run(files);
}

Status check_ocfl_root(FileSystem& fs, const std::string& root, CheckLog& log) {
  const auto text = read_file(fs, root + "/" + kOcflRootNamaste, 4096);
  if (!text && text.error().code == Code::kNotFound) {
    log.damage("ocfl_damaged", kOcflRootNamaste, "the storage root has lost its declaration", kRestore);
  } else if (!text) {
    log.failure(text.error(), kOcflRootNamaste, "the declaration of the storage root");
  } else if (*text != "ocfl_1.1\n") {
    log.damage("ocfl_damaged", kOcflRootNamaste, "this is no declaration of a storage root of OCFL 1.1",
               kRestore);
  }
  // Other layouts are allowed: objects are found by their declarations.
  if (const Status layout = check_ocfl_layout(fs, root); !layout && layout.error().code == Code::kCorrupt)
    log.damage("ocfl_damaged", std::filesystem::path(layout.error().where).lexically_relative(root),
               layout.error().message, "restore it from a copy, or pack into another storage root");
  std::error_code error;
  const std::filesystem::path top(root);
  using Walk = std::filesystem::recursive_directory_iterator;
  for (Walk at(top, error); !error && at != Walk(); at.increment(error)) {
    const std::string name = at->path().lexically_relative(top).generic_string();
    std::error_code ignored;
    if (at->is_directory(ignored)) {
      const bool skipped = at.depth() == 0 && name.starts_with('.');
      if (name.starts_with('.') && at.depth() == 0)
        log.note("file_foreign", name, "a version that was not finished",
                 "run bfa pack again: it makes the version anew");
      const bool object = !name.starts_with(kExtensions) && is_ocfl_object(at->path().string());
      if (skipped || object) at.disable_recursion_pending();
      if (!skipped && !object && name != "extensions" && std::filesystem::is_empty(at->path(), ignored))
        log.damage("folder_empty", name, "an empty folder: a storage root has none", "remove it");
    } else if (name.starts_with(kExtensions)) {
      tell_extension_file(name, log);
    } else if (at.depth() > 0) {
      log.damage("file_foreign", name, "a file between the objects of the storage root",
                 "move it elsewhere, if it belongs to no object");
    } else if (name != kOcflRootNamaste && name != "ocfl_layout.json") {
      // Section 4.1: files that describe the storage root are allowed. No digest is known of them.
      log.note("file_foreign", name, "a file of the storage root that belongs to no object",
               "move it elsewhere, if it does not describe the storage root");
    }
  }
  if (error) return Error{Code::kIo, error.message(), root, -1};
  return {};
}

}  // namespace bfa
