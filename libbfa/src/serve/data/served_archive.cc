// SPDX-License-Identifier: Apache-2.0
#include "serve/data/served_archive.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <future>
#include <string>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "search/index_file.h"

namespace bfa {
namespace {

using Steady = std::chrono::steady_clock;
constexpr auto kWaitForIndex = std::chrono::milliseconds(200);

class Served final : public ServedArchive {
 public:
  explicit Served(const ArchiveSiteOptions& options) : options_(options) {}

  Result<SiteContext> current() override {
    return guarded([&]() -> Result<SiteContext> {
      const std::lock_guard lock(mutex_);
      const auto now = Steady::now();
      if (!archive_ || !looked_ || now - *looked_ >= options_.fresh) {
        BFA_RETURN_IF_ERROR(look());
        looked_ = Steady::now();
      }
      Clock& clock = options_.clock != nullptr ? *options_.clock : system_clock();
      return SiteContext{archive_, index_, caches_, &options_, clock.now(), step_};
    });
  }

 private:
  Status look() {
    const auto identity = archive_ ? store_identity(*archive_) : Result<std::string>(std::string());
    if (!identity) return not_there();
    if (archive_ && *identity == identity_) {
      BFA_RETURN_IF_ERROR(archive_->refresh());
    } else {
      BFA_RETURN_IF_ERROR(open_archive());
    }
    if (!index_ || index_->is_replaced()) BFA_RETURN_IF_ERROR(open_index());
    BFA_ASSIGN_OR_RETURN(const std::uint64_t last, archive_->last_step());
    if (last != step_) return update(last);
    return {};
  }

  // Without room, or while another process writes to the index, what it has is shown.
  Status update(std::uint64_t last) {
    const auto added = index_->update(*archive_);
    if (!added && added.error().code == Code::kCorrupt) return added.error();
    if (!added) tell("the index cannot be brought up to date: " + to_string(added.error()));
    if (added) told_.clear();
    BFA_ASSIGN_OR_RETURN(step_, index_->reach());
    step_ = std::min(step_, last);
    return {};
  }

  Status open_archive() {
    ArchiveOptions options;
    options.log = options_.log;
    auto archive = Archive::open(options_.archive, options);
    if (!archive && archive_ && archive.error().code != Code::kUnsupported) return not_there();
    if (!archive) return std::move(archive).error();
    BFA_ASSIGN_OR_RETURN(auto identity, store_identity(**archive));
    archive_ = std::move(*archive);
    identity_ = std::move(identity);
    index_.reset();
    return {};
  }

  // The first index is waited for. Later ones are made while requests are told to come again.
  Status open_index() {
    if (!opening_.valid()) {
      opening_ = std::async(std::launch::async, [archive = archive_] { return SearchIndex::open(*archive); });
    }
    if (had_index_ && opening_.wait_for(kWaitForIndex) != std::future_status::ready) {
      return Error{Code::kUnavailable,
                   "the index of this archive is made anew just now; try again in a while", options_.archive,
                   -1};
    }
    BFA_ASSIGN_OR_RETURN(auto index, opening_.get());
    had_index_ = true;
    BFA_ASSIGN_OR_RETURN(step_, index->reach());
    index_ = std::move(index);
    caches_->blogs.forget();
    caches_->places.forget();
    caches_->figures.forget();
    return {};
  }

  Error not_there() const {
    std::error_code failed;
    const bool there = std::filesystem::exists(options_.archive + "/bfa.toml", failed);
    return {Code::kUnavailable,
            there ? "the store of this archive is made anew just now, or is missing; try again in a while"
                  : "the archive is not at its place any more",
            options_.archive, -1};
  }

  // Each trouble once, not at every request.
  void tell(const std::string& trouble) {
    if (trouble == told_) return;
    told_ = trouble;
    if (options_.log) options_.log(LogLevel::kWarn, trouble);
  }

  const ArchiveSiteOptions& options_;
  std::mutex mutex_;
  std::shared_ptr<Archive> archive_;
  std::shared_ptr<SearchIndex> index_;
  std::shared_ptr<SiteCaches> caches_ = std::make_shared<SiteCaches>();  // shared with answers
  std::future<Result<std::unique_ptr<SearchIndex>>> opening_;
  bool had_index_ = false;
  std::string identity_;  // of the store
  std::uint64_t step_ = 0;
  std::string told_;  // the trouble that was told last
  std::optional<Steady::time_point> looked_;
};

}  // namespace

Result<std::unique_ptr<ServedArchive>> ServedArchive::open(const ArchiveSiteOptions& options) {
  return guarded([&]() -> Result<std::unique_ptr<ServedArchive>> {
    auto served = std::make_unique<Served>(options);
    BFA_ASSIGN_OR_RETURN(const SiteContext first, served->current());
    first.prepare();
    return std::unique_ptr<ServedArchive>(std::move(served));
  });
}

}  // namespace bfa
