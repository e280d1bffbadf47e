// SPDX-License-Identifier: Apache-2.0
#include "check/imports.h"

#include <nlohmann/json.hpp>
#include <set>

#include "base/counted.h"
#include "base/try.h"
#include "bfa/warc/fixity_manifest.h"
#include "check/file_digests.h"
#include "check/watched_file.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMostNote = 16u << 20;
constexpr const char* kAdvice =
    "restore it from a backup: no object depends on it, but it is evidence of an import";

// The first half of a digest: DIGEST.json. Files that were kept have a hyphen in their names.
bool is_note_name(std::string_view name) {
  if (!name.ends_with(".json")) return false;
  name.remove_suffix(5);
  return name.size() == 32 && name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

class ImportsCheck {
 public:
  ImportsCheck(FileSystem& fs, const std::string& directory, const SampleChoice& sample,
               const CheckOptions& options, CheckLog& log)
      : fs_(fs), folder_(directory + "/imports"), sample_(sample), options_(options), log_(log) {}

  Status run() {
    const auto there = fs_.exists(folder_);
    if (there && !*there) return {};
    const auto names = there ? fs_.list(folder_) : Result<std::vector<std::string>>(there.error());
    if (!names) {
      log_.failure(names.error(), "imports", "the folder");
      return {};
    }
    names_.insert(names->begin(), names->end());
    BFA_RETURN_IF_ERROR(compare_manifest());
    for (const std::string& name : names_)
      if (is_note_name(name)) read_note(name);
    if (unlisted_ > 0 && (options_.read_data || options_.digests))
      log_.note("imports_unlisted", shown(std::string(kFixityManifestName)),
                counted(unlisted_, "file of an import has", "files of imports have") +
                    " no digest there: only that they exist was looked at",
                "nothing: imports by versions before 0.3.0 recorded none");
    return {};
  }

 private:
  static std::string shown(const std::string& name) { return "imports/" + name; }

  Status compare_manifest() {
    if (!names_.contains(std::string(kFixityManifestName))) return {};
    const auto manifest = read_fixity_manifest(fs_, folder_);
    const std::string own = shown(std::string(kFixityManifestName));
    if (!manifest && manifest.error().code == Code::kCorrupt) {
      log_.damage("manifest_damaged", own, manifest.error().message, kAdvice);
    } else if (!manifest) {
      log_.failure(manifest.error(), own, "the manifest");
    }
    if (!manifest) return {};
    for (const auto& [name, digest] : *manifest) {
      listed_.insert(name);
      if (!is_there(name, "the manifest lists it")) continue;
      if (!(options_.read_data || options_.digests) || !sample_.takes(std::string_view(name))) continue;
      BFA_RETURN_IF_ERROR(compare(name, digest));
    }
    return {};
  }

  Status compare(const std::string& name, const std::string& digest) {
    const auto found = digest_of_file(fs_, folder_ + "/" + name, DigestAlgorithm::kSha256, options_.stop);
    if (!found && is_stopped(found.error())) return found.error();
    if (!found) {
      log_.failure(found.error(), shown(name), "the file");
    } else if (*found != digest) {
      log_.damage("digest_differs", shown(name),
                  "the manifest has SHA-256 " + digest + ", the file " + *found, kAdvice);
    }
    return {};
  }

  bool is_there(const std::string& name, const char* who) {
    if (names_.contains(name)) return true;
    if (missing_.insert(name).second)
      log_.damage("import_missing", shown(name), std::string("it does not exist: ") + who, kAdvice);
    return false;
  }

  // The note of an import names the files that were kept of it.
  void read_note(const std::string& name) {
    const auto text = read_file(fs_, folder_ + "/" + name, kMostNote);
    if (!text) {
      log_.failure(text.error(), shown(name), "the note of an import");
      return;
    }
    const auto note = nlohmann::json::parse(*text, nullptr, false);
    const auto files = note.is_object() ? note.find("files") : note.end();
    if (!note.is_object() || files == note.end() || !files->is_array()) {
      log_.damage("note_damaged", shown(name), "it is no note of an import", kAdvice);
      return;
    }
    for (const auto& file : *files) {
      if (!file.is_string()) continue;
      const auto kept = file.get<std::string>();
      if (is_there(kept, "the note of its import names it") && !listed_.contains(kept)) ++unlisted_;
    }
  }

  FileSystem& fs_;
  const std::string folder_;
  const SampleChoice& sample_;
  const CheckOptions& options_;
  CheckLog& log_;
  std::set<std::string> names_, listed_, missing_;
  std::uint64_t unlisted_ = 0;  // files that notes name, and the manifest does not
};

}  // namespace

Status check_imports(FileSystem& fs, const std::string& directory, const SampleChoice& sample,
                     const CheckOptions& options, CheckLog& log) {
  return ImportsCheck(fs, directory, sample, options, log).run();
}

}  // namespace bfa
