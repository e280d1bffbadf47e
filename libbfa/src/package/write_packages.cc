// SPDX-License-Identifier: Apache-2.0
#include "bfa/package/aip.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/guard.h"
#include "base/parallel.h"
#include "base/try.h"
#include "bfa/io/digest.h"
#include "package/aip/earlier.h"
#include "package/aip/marcxml.h"
#include "package/aip/package_plan.h"
#include "package/deliver.h"
#include "package/files/folder_lock.h"
#include "package/ocfl/object_folder.h"
#include "package/package_builder.h"
#include "store/archive_impl.h"
#include "store/journal.h"
#include "store/marks.h"
#include "store/step_record.h"

namespace bfa {
namespace {

constexpr std::array<std::pair<std::string_view, PackageForm>, 9> kForms = {
    {{"mets", PackageForm::kMets},
     {"bag", PackageForm::kBag},
     {"eark-sip", PackageForm::kEarkSip},
     {"eark-aip", PackageForm::kEarkAip},
     {"ocfl", PackageForm::kOcfl},
     {"dspace", PackageForm::kDspace},
     {"blogforever-2013", PackageForm::kBlogForever2013},
     {"wacz", PackageForm::kWacz},
     {"warc", PackageForm::kWarc}}};
constexpr std::array<std::pair<std::string_view, PackageContainer>, 4> kContainers = {
    {{"dir", PackageContainer::kFolder},
     {"tar", PackageContainer::kTar},
     {"zip", PackageContainer::kZip},
     {"7z", PackageContainer::k7z}}};

// Only these characters are used unchanged in names and hrefs; WARC writers use no others.
bool is_plain_name(const std::string& name) {
  return !name.empty() && name[0] != '.' && std::ranges::all_of(name, [](char c) {
    return is_letter_or_digit(c) || c == '.' || c == '-' || c == '_';
  });
}

// The WARC files of the archive that packages are made from. `open`: whether others are still being written.
Result<std::vector<std::string>> warc_names(const Archive& archive, const LogHook& log, bool& open) {
  FileSystem& fs = posix_file_system();
  std::vector<std::string> taken;
  BFA_ASSIGN_OR_RETURN(const bool any, fs.exists(archive.warc_directory()));
  if (!any) return taken;
  BFA_ASSIGN_OR_RETURN(const std::vector<std::string> names, fs.list(archive.warc_directory()));
  for (const std::string& name : names) {
    if (name.ends_with(".open")) {
      open = true;
      if (log) log(LogLevel::kWarn, name + " is still being written and is left out");
    }
    if (!is_warc_name(name)) continue;
    if (is_plain_name(name)) {
      taken.push_back(name);
    } else if (log) {
      log(LogLevel::kWarn, name + " is left out: its name has characters that packages must not hold");
    }
  }
  return taken;
}

// Says from which time on captures are in files that are still being written. A package that continues these
// packages must begin there: one that begins later is refused where it is imported.
Status tell_left_out(const Archive& archive, const std::vector<std::string>& names, const LogHook& log) {
  const std::set<std::string> finished(names.begin(), names.end());
  std::optional<UtcTime> first;
  BFA_RETURN_IF_ERROR(archive.for_each_capture([&](const Capture& capture) {
    const std::string& file = capture.warc.file;
    if (!file.starts_with('/') && !finished.contains(file))
      first = std::min(first.value_or(capture.time), capture.time);
    return true;
  }));
  if (!first || !log) return {};
  log(LogLevel::kWarn, "captures of " + format_rfc3339(*first) +
                           " and later are left out: do this again when the crawl has ended, or continue "
                           "with --since, or with --versions " +
                           format_rfc3339(*first));
  return {};
}

// Nothing when nothing came since `options.since`.
Result<std::optional<PackageReport>> write_one(const Archive& archive, const Ownership& ownership,
                                               const RecordIndex& index, const PackagePlan& plan,
                                               const PackageOptions& options, UtcTime now) {
  const BlogState& blog = ownership.blogs()[static_cast<std::size_t>(plan.blog)];
  const std::string parent =
      options.output_directory.empty() ? archive.directory() + "/packages" : options.output_directory;
  std::string name = package_name(blog.home);
  if (!plan.only_key.empty()) {
    BFA_ASSIGN_OR_RETURN(const ObjectSummary object, archive.summary(plan.only_key));
    name += "-" + marc_control_number(object.latest);
  }
  // Two packages that continue each other may begin at one time, and must not replace each other.
  if (!options.earlier.empty())
    name += "-" + hex_encode(digest(DigestAlgorithm::kSha256, options.before)).substr(0, 8);
  if (options.since) name += "-since-" + format_cdx_time(*options.since);
  // No package has a name that begins with a dot.
  const std::string draft = parent + "/." + name + ".open";
  std::error_code error;
  const PackageSelection selection(archive, ownership, plan.blog, plan.only_key, plan.strays);
  const auto start = [&](const std::string& folder, UtcTime time) {
    std::filesystem::remove_all(folder, error);
    return PackageBuilder(archive, options, index, selection, name, folder, time);
  };
  PackageBuilder builder = start(draft, now);
  Status built = posix_file_system().create_directories(draft);
  if (built) built = builder.build(plan, blog);
  PackageReport report = builder.report();
  if (built && builder.is_empty()) {
    std::filesystem::remove_all(draft, error);
    return std::optional<PackageReport>();
  }
  if (built && options.form == PackageForm::kOcfl) {
    const auto again = [&](const std::string& folder, UtcTime time) -> Status {
      PackageBuilder other = start(folder, time);
      BFA_RETURN_IF_ERROR(posix_file_system().create_directories(folder));
      return other.build(plan, blog);
    };
    built = deliver_ocfl(options, draft, parent, builder.model(), again, report);
  } else if (built) {
    built = deliver_package(options, draft, name, parent, now, report);
  }
  if (!built) {
    std::filesystem::remove_all(draft, error);
    return std::move(built).error();
  }
  return std::optional(std::move(report));
}

// What a form does not allow.
const char* refusal_of(const PackageOptions& options) {
  const bool container = options.into != PackageContainer::kFolder;
  switch (options.form) {
    case PackageForm::kOcfl:
      if (options.output_directory.empty()) return "an OCFL package needs the folder of its storage root: -o";
      if (options.since || !options.earlier.empty())
        return "an OCFL object has all captures: each pack adds a version with what is new";
      return container ? "an OCFL storage root is a folder, to which later packs add" : nullptr;
    case PackageForm::kDspace:
      return container && options.into != PackageContainer::kZip ? "DSpace reads zip files only" : nullptr;
    case PackageForm::kWacz:
    case PackageForm::kWarc:
      return container ? "this form is a file already" : nullptr;
    case PackageForm::kMets:
    case PackageForm::kBag:
    case PackageForm::kEarkSip:
    case PackageForm::kEarkAip:
    case PackageForm::kBlogForever2013:
      return nullptr;
  }
  return nullptr;
}

Status check_package_options(const PackageOptions& options) {
  const auto refuse = [](const char* why) { return Error{Code::kInvalidArgument, why, {}, -1}; };
  if (!options.copy_warc && options.form != PackageForm::kMets)
    return refuse("only a METS package can name WARC files that stay where they are");
  if (!options.copy_warc && options.into != PackageContainer::kFolder)
    return refuse("a container cannot name WARC files that stay where they are");
  if (options.since && !options.copy_warc)
    return refuse("files that stay where they are hold captures of all times");
  if (!options.earlier.empty() && (options.since || !options.before.empty()))
    return refuse(
        "what earlier packages lack is told by them alone: without --versions TIME and --continues");
  if (!options.earlier.empty() && !options.copy_warc)
    return refuse("files that stay where they are hold captures of all times");
  if (!options.before.empty() && !options.since)
    return refuse("a package continues another one only with a time: --versions TIME");
  if (const char* const why = refusal_of(options); why != nullptr) return refuse(why);
  return {};
}

// The archive may be open for long: the files are looked at now.
Status refuse_lost_files(const Archive& archive) {
  const auto* const stored = dynamic_cast<const ArchiveImpl*>(&archive);
  if (stored == nullptr) return {};
  BFA_ASSIGN_OR_RETURN(const auto marks, read_marks(stored->database()));
  BFA_ASSIGN_OR_RETURN(const auto files, list_warcs(posix_file_system(), archive.warc_directory()));
  const Reconciliation found = compare_marks(marks, files);
  if (found.missing.empty()) return {};
  return lost_warc_file(archive.warc_directory() + "/" + found.missing.front().name);
}

// The only files of the archive are still written: a package would have no capture at all.
Status refuse_open_files(const Archive& archive) {
  BFA_ASSIGN_OR_RETURN(const auto files, list_warcs(posix_file_system(), archive.warc_directory()));
  if (files.empty()) return {};
  return Error{Code::kNotFound, "the archive has no closed WARC file: pack it when its crawl has ended",
               archive.directory(), -1};
}

// An exception of the standard library's file functions as kIo.
template <class Work>
auto files_guarded(const Archive& archive, Work&& work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::filesystem::filesystem_error& error) {
    return Error{Code::kIo, error.code().message(), archive.directory(), -1};
  }
}

// The records of an archive, which all packages are made from.
class RecordReading {
 public:
  RecordReading(const Archive& archive, const Ownership& ownership, const std::vector<std::string>& names,
                const PackageOptions& options)
      : archive_(archive), ownership_(ownership), names_(names), options_(options) {
    // Packages of whole blogs need all records: they are read while the packages are planned.
    if (options_.threads != 1 && options_.url.empty())
      all_ = std::async(std::launch::async, [this] { return read_all(); });
  }

  Result<RecordIndex> index_for(const std::vector<PackagePlan>& plans) {
    if (all_.valid()) return all_.get();
    // The package of one object needs the records of its steps only.
    const bool one = plans.size() == 1 && !plans[0].only_key.empty();
    if (one && options_.copy_warc && !options_.since) {
      BFA_ASSIGN_OR_RETURN(
          auto index, RecordIndex::of_steps(archive_, ownership_, names_, plans[0].steps, options_.go_on));
      if (index) return std::move(*index);
    }
    return read_all();
  }

 private:
  Result<RecordIndex> read_all() {
    return guarded([&]() -> Result<RecordIndex> {
      return files_guarded(archive_, [&]() -> Result<RecordIndex> {
        BFA_RETURN_IF_ERROR(refuse_lost_files(archive_));
        return RecordIndex::make(archive_, ownership_, names_, options_.go_on);
      });
    });
  }

  const Archive& archive_;
  const Ownership& ownership_;
  const std::vector<std::string>& names_;
  const PackageOptions& options_;
  std::future<Result<RecordIndex>> all_;  // the last: it ends before what it reads
};

// An empty package would look like one that has what came since.
Error nothing_since(const Archive& archive, const PackageOptions& options, bool open) {
  UtcTime newest{};
  const Status read = archive.for_each_capture([&](const Capture& capture) {
    newest = std::max(newest, capture.time);
    return true;
  });
  const std::string since = options.since ? "at " + format_rfc3339(*options.since) + " or later"
                                          : "since the earlier packages were made";
  std::string message = "nothing was captured or imported " + since +
                        (open ? ", in files that are not written any more" : "") + ": no package was written";
  if (read && newest != UtcTime{})
    message += " (the newest capture of the archive is of " + format_rfc3339(newest) + ")";
  return {Code::kNotFound, message, options.url.empty() ? archive.directory() : options.url, -1};
}

constexpr const char* kNoCapture = "no capture of it is in a finished WARC file: no package was written";

void tell_no_package(const std::string& home, const PackageOptions& options) {
  if (!options.log) return;
  if (options.since || !options.earlier.empty()) {
    options.log(LogLevel::kInfo, home + ": nothing came since then: no package");
  } else {
    options.log(LogLevel::kWarn, home + ": " + kNoCapture);
  }
}

// Packages of one name replace each other in their order, and OCFL objects share the files of their storage
// root: these are written one after the other.
std::size_t threads_for(const std::vector<PackagePlan>& plans, const Ownership& ownership,
                        const PackageOptions& options) {
  if (options.form == PackageForm::kOcfl) return 1;
  std::set<std::string> names;
  for (const PackagePlan& plan : plans) {
    if (!plan.only_key.empty() ||
        !names.insert(package_name(ownership.blogs()[static_cast<std::size_t>(plan.blog)].home)).second)
      return 1;
  }
  // Each package has memory of its own.
  constexpr std::size_t kMostUnasked = 4;
  if (options.threads != 0) return options.threads;
  return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kMostUnasked);
}

// The same options, whose functions are called by one thread at a time.
PackageOptions called_in_turn(const PackageOptions& options) {
  PackageOptions turned = options;
  const auto turn = std::make_shared<std::mutex>();
  if (options.log)
    turned.log = [turn, log = options.log](LogLevel level, std::string_view line) {
      const std::scoped_lock lock(*turn);
      log(level, line);
    };
  if (options.go_on)
    turned.go_on = [turn, go_on = options.go_on] {
      const std::scoped_lock lock(*turn);
      return go_on();
    };
  return turned;
}

// Of a package of several blogs' packages that continue earlier ones: what follows the blog's name in the
// names of these, by the one that is given ("blog.example-since-20260101000000").
Result<std::string> ending_of_before(const std::vector<PackagePlan>& plans, const Ownership& ownership,
                                     const PackageOptions& options) {
  if (options.before.empty() || plans.size() < 2) return std::string();
  for (const PackagePlan& plan : plans) {
    const std::string name = package_name(ownership.blogs()[static_cast<std::size_t>(plan.blog)].home);
    if (options.before.starts_with(name)) return options.before.substr(name.size());
  }
  return Error{Code::kInvalidArgument, "this is the name of no package of these blogs: name the blog",
               options.before, -1};
}

// The options of one package of a call; nothing when the blog has nothing that its earlier packages lack.
std::optional<PackageOptions> of_plan(const PackagePlan& plan, std::size_t plans,
                                      const std::string& before_ending, const Ownership& ownership,
                                      const RecordIndex& index, const PackageOptions& options) {
  PackageOptions own = options;
  const std::string& home = ownership.blogs()[static_cast<std::size_t>(plan.blog)].home;
  if (!options.before.empty() && plans > 1) own.before = package_name(home) + before_ending;
  if (options.earlier.empty()) return own;
  own.earlier.clear();
  auto earlier = earlier_of(options.earlier, ownership, plan.blog);
  if (!earlier) {
    if (options.log) options.log(LogLevel::kWarn, home + ": there is no earlier package: it is packed whole");
    return own;
  }
  own.since = new_since(index, plan.blog, *earlier);
  if (!own.since) return {};
  own.before = earlier->name;
  own.earlier.push_back(std::move(*earlier));
  return own;
}

// Of a call that failed.
void tell_finished(const std::vector<std::optional<PackageReport>>& written, const LogHook& log) {
  for (const auto& report : written) {
    if (report && log) log(LogLevel::kWarn, report->directory + " was written before, and is whole");
  }
}

Result<std::vector<PackageReport>> write_all(const Archive& archive, const PackageOptions& options) {
  BFA_RETURN_IF_ERROR(check_package_options(options));
  BFA_ASSIGN_OR_RETURN(std::vector<BlogState> blogs, archive.blogs());
  const Ownership ownership(std::move(blogs));
  bool open = false;
  BFA_ASSIGN_OR_RETURN(const auto names, warc_names(archive, options.log, open));
  RecordReading reading(archive, ownership, names, options);
  BFA_ASSIGN_OR_RETURN(const std::vector<PackagePlan> plans, plan_packages(archive, ownership, options));
  BFA_ASSIGN_OR_RETURN(const std::string before_ending, ending_of_before(plans, ownership, options));
  BFA_RETURN_IF_ERROR(check_earlier(archive, ownership, plans, options));
  const std::string parent =
      options.output_directory.empty() ? archive.directory() + "/packages" : options.output_directory;
  BFA_ASSIGN_OR_RETURN(const bool existed, posix_file_system().exists(parent));
  BFA_RETURN_IF_ERROR(posix_file_system().create_directories(parent));
  // Before a new storage root is made: another process may be making it.
  BFA_ASSIGN_OR_RETURN(const FolderLock lock, FolderLock::take(parent));
  if (options.form == PackageForm::kOcfl) BFA_RETURN_IF_ERROR(make_ocfl_root(posix_file_system(), parent));
  const UtcTime now = (options.clock != nullptr ? *options.clock : system_clock()).now();
  BFA_ASSIGN_OR_RETURN(const RecordIndex index, reading.index_for(plans));
  BFA_RETURN_IF_ERROR(check_steps(index, options.earlier));
  if (names.empty() && options.copy_warc) BFA_RETURN_IF_ERROR(refuse_open_files(archive));
  if (open) BFA_RETURN_IF_ERROR(tell_left_out(archive, names, options.log));
  std::vector<std::optional<PackageReport>> written(plans.size());
  const Status all = for_each_number(
      plans.size(), threads_for(plans, ownership, options), [&](std::size_t number) -> Status {
        return files_guarded(archive, [&]() -> Status {
          const auto own = of_plan(plans[number], plans.size(), before_ending, ownership, index, options);
          if (!own) return {};
          BFA_ASSIGN_OR_RETURN(written[number],
                               write_one(archive, ownership, index, plans[number], *own, now));
          return {};
        });
      });
  if (!all) {
    tell_finished(written, options.log);
    return all.error();
  }
  std::vector<PackageReport> reports;
  for (std::size_t number = 0; number < plans.size(); ++number) {
    if (written[number]) {
      reports.push_back(std::move(*written[number]));
    } else if (plans.size() > 1) {
      tell_no_package(ownership.blogs()[static_cast<std::size_t>(plans[number].blog)].home, options);
    }
  }
  // An empty folder would look like one of packages.
  std::error_code ignored;
  if (reports.empty() && !existed) std::filesystem::remove(parent, ignored);
  if (reports.empty() && (options.since || !options.earlier.empty()))
    return nothing_since(archive, options, open);
  if (reports.empty())
    return Error{Code::kNotFound, kNoCapture, options.url.empty() ? archive.directory() : options.url, -1};
  return reports;
}

}  // namespace

std::string_view package_form_name(PackageForm form) {
  const auto found = std::ranges::find(kForms, form, &std::pair<std::string_view, PackageForm>::second);
  return found == kForms.end() ? std::string_view() : found->first;
}

std::optional<PackageForm> parse_package_form(std::string_view name) {
  const auto found = std::ranges::find(kForms, name, &std::pair<std::string_view, PackageForm>::first);
  if (found == kForms.end()) return {};
  return found->second;
}

std::optional<PackageContainer> parse_package_container(std::string_view name) {
  const auto found =
      std::ranges::find(kContainers, name, &std::pair<std::string_view, PackageContainer>::first);
  if (found == kContainers.end()) return {};
  return found->second;
}

Result<std::vector<PackageReport>> write_packages(const Archive& archive, const PackageOptions& options) {
  return guarded([&]() -> Result<std::vector<PackageReport>> {
    return files_guarded(archive, [&] {
      return options.threads == 1 ? write_all(archive, options) : write_all(archive, called_in_turn(options));
    });
  });
}

}  // namespace bfa
