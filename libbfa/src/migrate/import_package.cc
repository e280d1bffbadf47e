// SPDX-License-Identifier: Apache-2.0
#include "bfa/migrate/import.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/container/container.h"
#include "bfa/io/digest.h"
#include "bfa/warc/fixity_manifest.h"
#include "migrate/files/package_damages.h"
#include "migrate/files/package_note.h"
#include "migrate/files/package_steps.h"
#include "migrate/files/recorded_objects.h"
#include "package/aip/package_place.h"
#include "package/files/folder_lock.h"
#include "package/ocfl/object_folder.h"
#include "store/files/copy_file.h"
#include "store/files/layout.h"
#include "store/journal.h"

namespace bfa {
namespace {

constexpr const char* kPartialCopy = "import.partial";

std::string base_of(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

// Without the ending of a file that is still written.
std::string plain_warc_name(std::string name) {
  constexpr std::string_view kOpen = ".open";
  if (name.ends_with(kOpen)) name.resize(name.size() - kOpen.size());
  return name;
}

// Whether a WARC file is there, but for those of these names.
bool has_captures(const std::string& directory, const std::vector<std::string>& but) {
  std::error_code none;
  const auto files = std::filesystem::directory_iterator(directory + "/warc", none);
  return std::any_of(begin(files), end(files), [&](const auto& file) {
    const std::string name = plain_warc_name(file.path().filename().string());
    return name.find(".warc") != std::string::npos && std::ranges::count(but, name) == 0;
  });
}

// Restores or extends an archive. Used once.
class Restorer {
 public:
  Restorer(std::string directory, const ArchiveOptions& archive, const CrawlOptions& crawl,
           std::optional<std::uint64_t> accept_loss)
      : directory_(std::move(directory)),
        archive_(archive),
        crawl_(crawl),
        accept_loss_(accept_loss),
        files_(make_container_file_system(fs_)) {}

  Result<RestoreReport> run(const std::vector<std::string>& paths) {
    std::error_code error;
    const bool there = std::filesystem::exists(directory_, error);
    BFA_RETURN_IF_ERROR(fs_.create_directories(directory_));
    // Files are copied before the archive is locked for writing: two restores would remove each other's.
    auto lock = FolderLock::take(directory_);
    if (!lock && lock.error().code == Code::kUnavailable)
      return Error{Code::kUnavailable, "the archive is locked: another process restores packages into it",
                   directory_, -1};
    if (!lock) return std::move(lock).error();
    const bool nothing = std::filesystem::is_empty(directory_, error);
    auto report = restore(paths);
    // Where nothing was, a restore that failed leaves nothing.
    if (report || !nothing || error) return report;
    const Status ignored = discard_new_archive(directory_, there);  // what made this necessary is reported
    (void)ignored;
    return report;
  }

 private:
  Result<RestoreReport> restore(const std::vector<std::string>& paths) {
    for (const std::string& path : paths) {
      BFA_ASSIGN_OR_RETURN(auto places, places_at(path));
      for (PackagePlace& place : places) {
        BFA_ASSIGN_OR_RETURN(PackageNote found, package_note_of(*files_, place));
        std::optional<SourceNote>& note = found.note;
        if (found.recovered) report_.recovered.push_back(place.root);
        if (!is_restorable(note))
          return Error{Code::kInvalidArgument, "the package records no steps of a blog", place.root, -1};
        packages_.push_back({std::move(place), std::move(*note)});
      }
    }
    // A package and those that continue it, in the order of their steps.
    std::stable_sort(packages_.begin(), packages_.end(),
                     [](const Package& a, const Package& b) { return a.note.last_step < b.note.last_step; });
    BFA_RETURN_IF_ERROR(check(paths));
    leave_out_parts();
    BFA_RETURN_IF_ERROR(leave_out_present());
    if (!packages_.empty()) BFA_RETURN_IF_ERROR(refuse_other_steps());
    if (packages_.empty()) {
      BFA_ASSIGN_OR_RETURN(const bool whole, store_is_whole());
      if (whole) return std::move(report_);
    } else {
      BFA_RETURN_IF_ERROR(copy_files());
    }
    auto rebuilt = rebuild_archive(directory_, archive_, crawl_);
    if (!rebuilt) {
      remove_copies();
      // What the archive has must stay: see are_objects().
      if (objects_ && rebuilt.error().code == Code::kDenied) return beside_others();
      return std::move(rebuilt).error();
    }
    report_.replay = std::move(*rebuilt);
    return std::move(report_);
  }

  struct Package {
    PackagePlace place;
    SourceNote note;
  };

  // Packages of single objects beside the one of their blog give nothing more, and would keep it from being
  // restored.
  void leave_out_parts() {
    const std::vector<Package> all = packages_;
    std::erase_if(packages_, [&](const Package& package) {
      const auto warcs = package.place.warcs();
      const bool part = std::ranges::any_of(all, [&](const Package& other) {
        return is_within(package.note, warcs, other.note, other.place.warcs());
      });
      if (part) report_.present.push_back(package.place.root);
      return part;
    });
  }

  Result<std::vector<PackagePlace>> places_at(const std::string& path) const {
    BFA_ASSIGN_OR_RETURN(auto places, capture_package_places(*files_, path));
    if (!places.empty()) return places;
    return find_packages(*files_, path);
  }

  Status check(const std::vector<std::string>& paths) {
    PackageDamages damages;
    for (const std::string& path : paths) {
      std::error_code error;
      std::set<std::string> roots = {path};
      if (std::filesystem::is_directory(path, error) && !is_ocfl_root(path)) {
        roots.clear();
        for (const Package& package : packages_) {
          if (package.place.root.starts_with(path)) roots.insert(outer_path(package.place.root));
        }
      }
      for (const std::string& root : roots) {
        BFA_ASSIGN_OR_RETURN(const bool listed, damages.add(root, crawl_.stop));
        if (!listed) BFA_RETURN_IF_ERROR(note_lost_steps(root, damages));
      }
    }
    report_.damages = damages.count();
    return damages.accept(accept_loss_);
  }

  // Of packages whose lists are damaged: source.json knows the steps that lost files had.
  Status note_lost_steps(const std::string& root, PackageDamages& damages) const {
    for (const Package& package : packages_) {
      if (outer_path(package.place.root) != root) continue;
      BFA_ASSIGN_OR_RETURN(const std::uint64_t lost,
                           count_missing_steps(*files_, package.place, package.note));
      if (lost > 0)
        damages.note(root, "metadata/source.json: " + std::to_string(lost) +
                               " of its steps are in no WARC file of the package");
    }
    return {};
  }

  // A package whose files the archive has was restored before.
  Status leave_out_present() {
    BFA_ASSIGN_OR_RETURN(const bool there, fs_.exists(directory_ + "/bfa.toml"));
    if (!there) return {};
    std::vector<Package> left;
    for (Package& package : packages_) {
      bool all = true;
      for (const std::string& warc : package.place.warcs()) {
        BFA_ASSIGN_OR_RETURN(const Place own, place_of(warc));
        all = all && own.there;
        if (!all) break;
      }
      if (all) report_.present.push_back(package.place.root);
      if (!all) left.push_back(std::move(package));
    }
    packages_ = std::move(left);
    return {};
  }

  // False when the store lacks what the files have: an import was killed after it had copied them.
  Result<bool> store_is_whole() const {
    ArchiveOptions options = archive_;
    options.mode = ArchiveOptions::Mode::kRead;
    BFA_ASSIGN_OR_RETURN(const auto archive, Archive::open(directory_, options));
    return archive->reconciliation().unread.empty();
  }

  // The WARC files of the archive. `readings`: whether one has what was read of one object.
  Result<std::vector<std::string>> own_files(bool& readings) const {
    std::vector<std::string> files;
    BFA_ASSIGN_OR_RETURN(const bool folder, fs_.exists(directory_ + "/warc"));
    if (!folder) return files;
    BFA_ASSIGN_OR_RETURN(const auto names, fs_.list(directory_ + "/warc"));
    for (const std::string& name : names) {
      if (!is_warc_name(plain_warc_name(name))) continue;
      files.push_back(directory_ + "/warc/" + name);
      if (readings) continue;
      BFA_ASSIGN_OR_RETURN(readings, begins_with_readings(*files_, files.back()));
    }
    return files;
  }

  // What was read for the package of one object is all that its steps give: beside other captures, which may
  // have the same steps, other objects would be lost. Beside packages of other objects of the same archive it
  // is not: each has what was read of its own. True: of these all packages and the archive are.
  Result<bool> are_objects(bool there) const {
    bool readings = false;
    BFA_ASSIGN_OR_RETURN(auto files, own_files(readings));
    const auto of_object = [](const Package& package) { return !package.note.object.empty(); };
    if (std::ranges::none_of(packages_, of_object)) {
      if (!readings) return false;
      return Error{Code::kUnavailable,
                   "the archive was restored from a package of one object: the captures are merged",
                   directory_, -1};
    }
    bool fit = std::ranges::all_of(packages_, of_object);
    if (fit && packages_.size() == 1 && !there) return true;
    for (const Package& package : packages_) {
      for (std::string& warc : package.place.warcs()) files.push_back(std::move(warc));
    }
    if (fit) {
      BFA_ASSIGN_OR_RETURN(fit, fit_as_recorded(*files_, files));
    }
    if (fit) return true;
    return beside_others();
  }
  Error beside_others() const {
    return {Code::kUnavailable,
            "a package of one object is not restored beside other captures: its own are merged",
            packages_.front().place.root, -1};
  }

  // Steps are known by their numbers. When two records have one number, the archive is another one than that
  // of the packages. What it has already is left out.
  Status refuse_other_steps() {
    BFA_ASSIGN_OR_RETURN(const bool there, fs_.exists(directory_ + "/bfa.toml"));
    if (!there) BFA_RETURN_IF_ERROR(refuse_without_beginning(notes()));
    BFA_ASSIGN_OR_RETURN(objects_, are_objects(there));
    if (!there) return refuse_gaps(nullptr);
    if (objects_) return {};
    ArchiveOptions options = archive_;
    options.mode = ArchiveOptions::Mode::kRead;
    BFA_ASSIGN_OR_RETURN(const auto archive, Archive::open(directory_, options));
    BFA_RETURN_IF_ERROR(leave_out_recorded());
    return refuse_gaps(archive.get());
  }

  Status leave_out_recorded() {
    bool readings = true;  // not looked for
    BFA_ASSIGN_OR_RETURN(const auto own, own_files(readings));
    std::vector<std::vector<std::string>> warcs;
    for (const Package& package : packages_) warcs.push_back(package.place.warcs());
    BFA_ASSIGN_OR_RETURN(const RecordedSteps compared, compare_steps(*files_, own, warcs));
    if (!compared.one_archive)
      return Error{Code::kUnavailable,
                   "the archive has steps of its own: the captures of the package are merged by their times",
                   packages_.front().place.root, -1};
    for (std::size_t i = packages_.size(); i-- > 0;) {
      if (compared.brings_news[i]) continue;
      report_.present.push_back(packages_[i].place.root);
      packages_.erase(packages_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    return {};
  }

  // A package of what came later is laid on the one that it continues, not over a gap. `archive`: may be
  // null.
  Status refuse_gaps(const Archive* archive) const {
    const std::vector<NotedPackage> noted = notes();
    for (const NotedPackage& package : noted) BFA_RETURN_IF_ERROR(refuse_gap(package, noted, archive));
    return {};
  }

  std::vector<NotedPackage> notes() const {
    std::vector<NotedPackage> noted;
    for (const Package& package : packages_) noted.push_back({&package.note, package.place.root});
    return noted;
  }

  Status copy_files() {
    const std::string folder = directory_ + "/warc";
    BFA_RETURN_IF_ERROR(fs_.create_directories(folder));
    for (const Package& package : packages_) {
      for (const std::string& warc : package.place.warcs()) {
        const Status copied = copy(warc, folder);
        if (!copied) {
          remove_copies();
          return copied;
        }
      }
      report_.packages.push_back(package.place.root);
    }
    return fs_.sync_directory(folder);
  }

  // Of a file of a package. A wrong checksum of a container's member is not reported: the check did that.
  Result<std::string> sha256_of(const std::string& warc) const {
    BFA_ASSIGN_OR_RETURN(const auto file, files_->open(warc));
    Digester digester(DigestAlgorithm::kSha256);
    std::vector<std::byte> block(std::size_t{1} << 20U);
    for (std::uint64_t at = 0; at < file->size();) {
      BFA_ASSIGN_OR_RETURN(const std::size_t got, file->read_at(at, block));
      if (got == 0) break;
      digester.update(std::span(block).first(got));
      at += got;
    }
    return hex_encode(digester.finish());
  }

  // Where a file of a package is in the archive, or would be copied to: under its name, or under the next one
  // that is free, because packages of the same second have files of the same names.
  struct Place {
    std::string path;
    bool there = false;  // with the same bytes
  };
  Result<Place> place_of(const std::string& warc) {
    const std::string name = base_of(warc), folder = directory_ + "/warc/";
    const std::size_t at = name.rfind(".warc");
    Place place{folder + name, false};
    std::string digest;
    for (int i = 2;; ++i) {
      BFA_ASSIGN_OR_RETURN(const bool taken, fs_.exists(place.path));
      if (!taken) return place;
      if (digest.empty()) {
        BFA_ASSIGN_OR_RETURN(digest, sha256_of(warc));
      }
      BFA_ASSIGN_OR_RETURN(const std::string own, sha256_of_file(fs_, place.path));
      place.there = own == digest;
      if (place.there) return place;
      place.path = folder + name.substr(0, at) + "-" + std::to_string(i) + name.substr(at);
    }
  }

  // Copies a file, unless an import that was killed has left it there.
  Status copy(const std::string& warc, const std::string& folder) {
    BFA_ASSIGN_OR_RETURN(const Place place, place_of(warc));
    if (place.there) return {};
    // A name without ".warc" until it is whole: a file that a kill cut is no WARC file of the archive.
    BFA_ASSIGN_OR_RETURN(const std::uint64_t size, files_->file_size(warc));  // see sha256_of()
    const std::string partial = folder + "/" + kPartialCopy;
    const auto copied = copy_file(*files_, warc, partial, size);
    const Status named = copied ? fs_.rename(partial, place.path) : Status(copied.error());
    if (!named) {
      copies_.push_back(partial);  // on a full disk it would keep all else from being written
      return named;
    }
    copies_.push_back(place.path);
    ++report_.files;
    return {};
  }

  void remove_copies() {
    for (const std::string& path : copies_) {
      const Status ignored = fs_.remove(path);  // what made this necessary is reported
      (void)ignored;
    }
  }

  const std::string directory_;
  const ArchiveOptions& archive_;
  const CrawlOptions& crawl_;
  const std::optional<std::uint64_t> accept_loss_;
  FileSystem& fs_ = posix_file_system();
  const std::unique_ptr<FileSystem> files_;  // also within containers
  std::vector<Package> packages_;
  std::vector<std::string> copies_;
  bool objects_ = false;  // all packages are of one object each, and so is what the archive has
  RestoreReport report_;
};

}  // namespace

Result<std::uint64_t> check_before_import(const std::vector<PackageContents>& packages,
                                          std::optional<std::uint64_t> accept_loss, std::stop_token stop) {
  return guarded([&]() -> Result<std::uint64_t> {
    std::map<std::string, bool> roots;  // and whether only files of captures are there
    for (const PackageContents& package : packages) {
      const bool loose = has_neighbours(package);
      const auto [at, first] = roots.emplace(outer_path(package.path), loose);
      at->second = at->second && loose;
    }
    PackageDamages damages;
    for (const auto& [root, loose] : roots) {
      if (auto added = damages.add(root, stop, loose); !added) return std::move(added).error();
    }
    BFA_RETURN_IF_ERROR(damages.accept(accept_loss));
    return damages.count();
  });
}

Result<RestoreReport> restore_packages(const std::string& directory, const std::vector<std::string>& packages,
                                       const ArchiveOptions& archive_options, const CrawlOptions& options,
                                       std::optional<std::uint64_t> accept_loss) {
  return guarded([&]() -> Result<RestoreReport> {
    return Restorer(directory, archive_options, options, accept_loss).run(packages);
  });
}

std::vector<std::string> warc_files_of(const Archive& archive) {
  std::vector<std::string> names;
  std::error_code none;
  for (const auto& file : std::filesystem::directory_iterator(archive.warc_directory(), none))
    names.push_back(plain_warc_name(file.path().filename().string()));
  return names;
}

Status discard_new_archive(const std::string& directory, bool keep_folder,
                           const std::vector<std::string>& own) {
  return guarded([&]() -> Status {
    BFA_ASSIGN_OR_RETURN(const auto lock, WriterLock::take(directory));
    if (has_captures(directory, own)) return {};
    std::error_code error;
    if (!keep_folder) {
      std::filesystem::remove_all(directory, error);
    } else {
      for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
        std::filesystem::remove_all(entry.path(), error);
        if (error) break;
      }
    }
    if (error) return Error{Code::kIo, error.message(), directory, -1};
    return {};
  });
}

}  // namespace bfa
