// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string_view>

#include "bfa/base/time.h"
#include "bfa/report/report.h"
#include "bfa/search/search_index.h"
#include "bfa/serve/archive_site.h"
#include "bfa/store/archive.h"
#include "bfa/subscribe/blog_filter.h"
#include "serve/data/blog_overview.h"
#include "serve/data/stepped_cache.h"

namespace bfa {

// What is made from the whole archive, and kept.
struct SiteCaches {
  SteppedCache<std::vector<BlogStatus>> states;
  SteppedCache<BlogOverview> blogs;
  SteppedCache<BlogPlaces> places;
  SteppedCache<ArchiveReport> figures;
  std::atomic<int> packages{0};  // that are being made now
};

// What an answer is made from: the archive and its index at one moment. Streams keep a copy. An archive that
// was opened anew meanwhile lives as long as the copies of it.
struct SiteContext {
  std::shared_ptr<const Archive> archive;
  std::shared_ptr<SearchIndex> index;
  std::shared_ptr<SiteCaches> caches;  // of the site; shared with the streams
  const ArchiveSiteOptions* options = nullptr;
  UtcTime now{};
  std::uint64_t step = 0;  // the last one that archive and index have

  // All blogs, as of a recent step. Their visits, polls and failures cost a scan of the captures, and may be
  // of an older step than their posts. Errors: those of make_overview() and archive_status().
  Result<std::shared_ptr<const BlogOverview>> overview() const {
    // What is new is so for some days only: without further steps it is counted anew each hour.
    const auto hour = std::chrono::floor<std::chrono::hours>(now.time_since_epoch()).count();
    const std::uint64_t moment = (static_cast<std::uint64_t>(hour) << 36U) + step;
    return caches->blogs.at(moment, [this]() -> Result<BlogOverview> {
      const auto states = caches->states.at(step, [this] { return archive_status(*archive, {now, false}); });
      if (!states) return states.error();
      return make_overview(*archive, *index, **states, now);
    });
  }
  // Which addresses the blogs have, as of a recent step. Errors: those of BlogPlaces::of().
  Result<std::shared_ptr<const BlogPlaces>> places() const {
    return caches->places.at(step, [this] { return BlogPlaces::of(*archive); });
  }
  // What a parameter `blog` means: the address of a blog, or a host; empty: any. Errors: those of places().
  Result<BlogFilter> blog_filter(std::string_view blog) const {
    if (blog.empty()) return BlogFilter();
    const auto known = places();
    if (!known) return known.error();
    return (*known)->filter(blog);
  }
  // The figures of the archive, likewise. Errors: those of make_report().
  Result<std::shared_ptr<const ArchiveReport>> figures() const {
    return caches->figures.at(step, [this] {
      ReportOptions wanted;
      wanted.now = now;
      return make_report(*archive, wanted);
    });
  }
};

}  // namespace bfa
