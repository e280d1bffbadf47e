// SPDX-License-Identifier: Apache-2.0
#include "serve/programs/package_file.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/io/file_system.h"
#include "bfa/package/aip.h"
#include "bfa/url/url.h"
#include "serve/data/archived_url.h"
#include "serve/data/query_string.h"
#include "serve/data/removed.h"
#include "serve/data/replies.h"
#include "serve/programs/page_wacz.h"
#include "serve/programs/warc_place.h"
#include "store/files/layout.h"
#include "subscribe/missing_warcs.h"

namespace bfa {
namespace {

using std::chrono::milliseconds;

constexpr int kMostAtOnce = 2;                        // packages
constexpr std::chrono::minutes kMostTime{2};          // for one
constexpr milliseconds kFirstWait{1000}, kWait{200};  // a small one is there by then
constexpr milliseconds kLastWait{500};                // for the end of one that nobody wants any more
// A package has copies of records, and their description; its container is written beside it.
constexpr std::uint64_t kSpare = 64u << 20;

// One of the packages that are being made.
class PackageTurn {
 public:
  explicit PackageTurn(std::shared_ptr<SiteCaches> caches) : caches_(std::move(caches)) {
    has_ = ++caches_->packages <= kMostAtOnce;
  }
  ~PackageTurn() { --caches_->packages; }
  PackageTurn(const PackageTurn&) = delete;
  PackageTurn& operator=(const PackageTurn&) = delete;
  bool has_turn() const { return has_; }

 private:
  std::shared_ptr<SiteCaches> caches_;  // the site's: the answer may outlive the site
  bool has_ = false;
};

// A package that is being made, with all that this needs: it may end later than the answer.
struct PackageWork {
  std::shared_ptr<const Archive> archive;  // the site's, and of its other answers
  PackageOptions options;
  std::unique_ptr<Clock> clock;
  std::unique_ptr<ScratchFolder> folder;
  std::unique_ptr<PackageTurn> turn;
  std::atomic<bool> stopped{false};
  std::mutex mutex;
  std::condition_variable changed;
  std::optional<Result<std::vector<PackageReport>>> made;

  void run() {
    auto result = write_packages(*archive, options);
    if (stopped) folder.reset();
    const std::lock_guard lock(mutex);
    made.emplace(std::move(result));
    turn.reset();
    changed.notify_all();
  }

  bool wait(milliseconds time) {
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, time, [this] { return made.has_value(); });
  }
};

// Makes the package on a thread of its own, so that other answers have the threads of the server, and then
// sends its file. The folder is removed with the stream.
class PackageStream final : public ReplyStream {
 public:
  PackageStream(const SiteContext& context, PackageOptions options, std::unique_ptr<PackageTurn> turn)
      : work_(std::make_shared<PackageWork>()) {
    work_->archive = context.archive;
    work_->options = std::move(options);
    work_->clock = make_fixed_clock(context.now);
    work_->turn = std::move(turn);
  }
  // The server's other connections do not wait for work that takes long to end: it removes its files itself.
  ~PackageStream() override {
    work_->stopped = true;
    if (!worker_.joinable()) return;
    work_->wait(kLastWait) ? worker_.join() : worker_.detach();
  }

  Result<Piece> next() override {
    return guarded([&]() -> Result<Piece> {
      if (file_) return file_->next();
      const bool first = work_->folder == nullptr;
      if (first) BFA_RETURN_IF_ERROR(begin());
      if (!work_->wait(first ? kFirstWait : milliseconds(1))) return Piece{{}, false, kWait};
      if (worker_.joinable()) worker_.join();
      const auto& made = *work_->made;
      if (!made) return made.error();
      if (made->empty()) return Error{Code::kNotFound, "there is nothing to pack", work_->options.url, -1};
      const std::string& path = made->front().directory;
      BFA_ASSIGN_OR_RETURN(const std::uint64_t size, posix_file_system().file_size(path));
      BFA_ASSIGN_OR_RETURN(file_, stream_file(path, 0, size));
      return file_->next();
    });
  }

 private:
  Status begin() {
    BFA_ASSIGN_OR_RETURN(work_->folder, ScratchFolder::make());
    PackageOptions& options = work_->options;
    // The scratch folder itself is locked as long as it is used.
    options.output_directory = work_->folder->path() + "/packages";
    options.clock = work_->clock.get();
    const auto end = std::chrono::steady_clock::now() + kMostTime;
    const std::atomic<bool>& stopped = work_->stopped;
    options.go_on = [&stopped, end] { return !stopped && std::chrono::steady_clock::now() < end; };
    worker_ = std::thread([work = work_] { work->run(); });
    return {};
  }

  std::shared_ptr<PackageWork> work_;  // of the thread, too
  std::unique_ptr<ReplyStream> file_;
  std::thread worker_;
};

// Of all files of the archive's folder `warc`.
std::uint64_t warc_bytes_of(const Archive& archive) {
  std::uint64_t bytes = 0;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(archive.warc_directory(), error)) {
    const std::uint64_t size = entry.file_size(error);
    if (!error) bytes += size;
  }
  return bytes;
}

std::optional<std::uint64_t> free_bytes() {
  std::error_code error;
  const auto space = std::filesystem::space(std::filesystem::temp_directory_path(error), error);
  if (error) return {};
  return space.available;
}

std::string mebibytes(std::uint64_t bytes) {
  return std::to_string((bytes + (1u << 20) - 1) >> 20) + " MiB";
}

// The forms that are one description with its files, and the containers that browsers can save.
Result<PackageOptions> options_of(const QueryString& query) {
  PackageOptions options;
  const std::string form(query.has("form") ? query.value("form") : "mets");
  const auto known = parse_package_form(form);
  constexpr std::array kForms = {PackageForm::kMets, PackageForm::kBag, PackageForm::kEarkSip,
                                 PackageForm::kEarkAip, PackageForm::kDspace};
  if (!known || std::find(kForms.begin(), kForms.end(), *known) == kForms.end()) {
    std::string sentence = "form: wanted is mets, bag, eark-sip, eark-aip or dspace";
    if (known == PackageForm::kWacz) {
      sentence += "; /wacz?url= gives a page as WACZ, and bfa pack --as wacz a blog";
    } else if (known) {
      sentence += "; bfa pack --as " + form + " writes this one";
    }
    return Error{Code::kInvalidArgument, std::move(sentence), form.substr(0, 40), -1};
  }
  options.form = *known;
  const std::string into(query.has("into") ? query.value("into") : "zip");
  if (into != "zip" && into != "tar")
    return Error{Code::kInvalidArgument,
                 "into: wanted is zip or tar; bfa pack --into writes folders and 7z files",
                 into.substr(0, 40), -1};
  if (options.form == PackageForm::kDspace && into != "zip")
    return Error{Code::kInvalidArgument, "into: DSpace reads zip files only", {}, -1};
  options.into = *parse_package_container(into);
  return options;
}

// Whether the archive has a blog at the address (true), whose home page `url` is then, or an object. Errors:
// kNotFound.
Result<bool> is_blog(const SiteContext& context, std::string& url) {
  BFA_ASSIGN_OR_RETURN(const auto overview, context.overview());
  if (const BlogRow* const row = overview->named(url)) {
    url = row->home;
    return true;
  }
  BFA_ASSIGN_OR_RETURN(const std::string key, context.archive->find_object(url));
  BFA_ASSIGN_OR_RETURN(const ObjectSummary object, context.archive->summary(key));
  return object.latest.kind == ObjectKind::kBlog;
}

// No package of a blog is written when the archive has lost a WARC file: said before the answer begins.
Result<std::optional<ServeReply>> lost_file_reply(const Archive& archive) {
  BFA_ASSIGN_OR_RETURN(const auto known, known_warcs(archive));
  BFA_ASSIGN_OR_RETURN(const auto missing, missing_of(archive, known));
  if (missing.empty()) return std::optional<ServeReply>();
  return std::optional(problem_reply(
      409, "a WARC file of the archive is missing: no package of a blog can be written",
      missing.front() +
          " is no longer in the folder warc. Put it back from a copy. bfa check says what it affects."));
}

Result<ServeReply> package_reply(const SiteContext& context, const QueryString& query, std::string url) {
  BFA_ASSIGN_OR_RETURN(PackageOptions options, options_of(query));
  BFA_ASSIGN_OR_RETURN(const bool blog, is_blog(context, url));
  if (blog) {
    BFA_ASSIGN_OR_RETURN(auto lost, lost_file_reply(*context.archive));
    if (lost) return std::move(*lost);
  }
  // Of an object only its own records are read.
  if (auto refusal = package_refusal(blog ? warc_bytes_of(*context.archive) : 0, free_bytes()))
    return std::move(*refusal);
  auto turn = std::make_unique<PackageTurn>(context.caches);
  if (!turn->has_turn()) {
    ServeReply busy = problem_reply(503, "other packages are being made: ask again in a moment");
    busy.set("Retry-After", "10");
    return busy;
  }
  BFA_ASSIGN_OR_RETURN(const Url parsed, Url::parse(url));
  const bool zip = options.into == PackageContainer::kZip;
  const std::string form(package_form_name(options.form));
  options.url = url;
  ServeReply reply;
  reply.set("Content-Type", zip ? "application/zip" : "application/x-tar");
  reply.set("X-Content-Type-Options", "nosniff");
  reply.set("Cache-Control", "no-store");
  reply.set("Content-Disposition",
            "attachment; filename=\"" + download_name(parsed, "-" + form + (zip ? ".zip" : ".tar")) + "\"");
  reply.stream = std::make_unique<PackageStream>(context, std::move(options), std::move(turn));
  return reply;
}

}  // namespace

std::optional<ServeReply> package_refusal(std::uint64_t warc_bytes, std::optional<std::uint64_t> free) {
  if (warc_bytes > kMostPackageWarcs) {
    return problem_reply(413, "the archive is too large for a package on request",
                         "Its WARC files have " + mebibytes(warc_bytes) + ", and at most " +
                             mebibytes(kMostPackageWarcs) + " are read while somebody waits. bfa pack URL " +
                             "writes the package.");
  }
  const std::uint64_t needed = 2 * warc_bytes + kSpare;
  if (!free || *free >= needed) return {};
  return problem_reply(507, "there is too little space for the package",
                       "The temporary folder of the server has " + mebibytes(*free) +
                           " left. A package of this archive may need " + mebibytes(needed) + ".");
}

ServeReply answer_package(const SiteContext& context, const ServeRequest& request) {
  const QueryString query(request.query());
  const auto url = archived_url(query.value("url"));
  if (!url) return problem_reply(400, "url: wanted is the http or https address of a blog or a post");
  auto reply = package_reply(context, query, *url);
  if (reply) return std::move(*reply);
  if (reply.error().code == Code::kNotFound) {
    if (auto removed = removed_reply(*context.archive, request, *url)) return std::move(*removed);
  }
  return problem_reply(reply.error());
}

}  // namespace bfa
