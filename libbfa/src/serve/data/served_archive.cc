// SPDX-License-Identifier: Apache-2.0
#include "serve/data/served_archive.h"

#include <chrono>
#include <string>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "search/index_file.h"

namespace bfa {
namespace {

using Steady = std::chrono::steady_clock;

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
    if (!identity) return being_made();
    if (archive_ && *identity == identity_) {
      BFA_RETURN_IF_ERROR(archive_->refresh());
    } else {
      BFA_RETURN_IF_ERROR(open_anew());
    }
    BFA_ASSIGN_OR_RETURN(const std::uint64_t last, archive_->last_step());
    if (last == step_) return {};
    const auto added = index_->update(*archive_);
    if (!added && added.error().code != Code::kUnavailable) return added.error();
    // Another process that updates the index has it for a while: what is there is shown.
    BFA_ASSIGN_OR_RETURN(step_, index_->reach());
    return {};
  }

  Status open_anew() {
    ArchiveOptions options;
    options.log = options_.log;
    auto archive = Archive::open(options_.archive, options);
    if (!archive && archive_ && archive.error().code != Code::kUnsupported) return being_made();
    if (!archive) return std::move(archive).error();
    BFA_ASSIGN_OR_RETURN(auto identity, store_identity(**archive));
    BFA_ASSIGN_OR_RETURN(auto index, SearchIndex::open(**archive));
    BFA_ASSIGN_OR_RETURN(step_, index->reach());
    archive_ = std::move(*archive);
    index_ = std::move(index);
    identity_ = std::move(identity);
    caches_->blogs.forget();
    caches_->figures.forget();
    return {};
  }

  Error being_made() const {
    return {Code::kUnavailable, "the store of this archive is made anew just now; try again in a while",
            options_.archive, -1};
  }

  const ArchiveSiteOptions& options_;
  std::mutex mutex_;
  std::shared_ptr<Archive> archive_;
  std::shared_ptr<SearchIndex> index_;
  std::shared_ptr<SiteCaches> caches_ = std::make_shared<SiteCaches>();  // shared with answers
  std::string identity_;                                                 // of the store
  std::uint64_t step_ = 0;
  std::optional<Steady::time_point> looked_;
};

}  // namespace

Result<std::unique_ptr<ServedArchive>> ServedArchive::open(const ArchiveSiteOptions& options) {
  return guarded([&]() -> Result<std::unique_ptr<ServedArchive>> {
    auto served = std::make_unique<Served>(options);
    BFA_ASSIGN_OR_RETURN(const SiteContext first, served->current());
    (void)first;
    return std::unique_ptr<ServedArchive>(std::move(served));
  });
}

}  // namespace bfa
