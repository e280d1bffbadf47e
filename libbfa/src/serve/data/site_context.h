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

// The figures of the archive, and the step that they are of.
struct SiteFigures {
  ArchiveReport report;
  std::uint64_t step = 0;
};

// What is made from the whole archive, and kept.
struct SiteCaches {
  SiteCaches() = default;
  explicit SiteCaches(const StepLimits& limits) : blogs(limits), places(limits), figures(limits) {}

  SteppedCache<BlogOverview> blogs;
  SteppedCache<BlogPlaces> places;
  SteppedCache<SiteFigures> figures;
  // Of an archive with no more steps these are waited for at each step.
  std::uint64_t few_steps = 2000;
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

  bool is_small() const { return step <= caches->few_steps; }

  // All blogs, as of a recent step: BlogOverview::step says of which. `newest`: of this one; it costs a scan
  // of the captures, and what make_overview() does. Errors: those of make_overview() and archive_status().
  Result<std::shared_ptr<const BlogOverview>> overview(bool newest = false) const {
    using Wait = SteppedCache<BlogOverview>::Wait;
    return caches->blogs.at(overview_moment(), overview_maker(),
                            newest || is_small() ? Wait::kNewest : Wait::kFirst);
  }
  // Begins to make the overview of a large archive, before it is asked for.
  void prepare() const {
    if (!is_small()) caches->blogs.prepare(overview_moment(), overview_maker());
  }
  // Which addresses the blogs have, as of a recent step. Errors: those of BlogPlaces::of().
  Result<std::shared_ptr<const BlogPlaces>> places() const {
    using Wait = SteppedCache<BlogPlaces>::Wait;
    return caches->places.at(
        step, [store = archive](const std::atomic<bool>&) { return BlogPlaces::of(*store); },
        is_small() ? Wait::kNewest : Wait::kFirst);
  }
  // What a parameter `blog` means: the address of a blog, or a host; empty: any. Errors: kNotFound (the
  // archive has no blog, no subscription and no object at this host), those of places().
  Result<BlogFilter> blog_filter(std::string_view blog) const;
  // Narrows a search to a parameter `blog`, and gives `blog:` in its text the same meaning. It must not
  // outlive the context. Errors: those of blog_filter().
  Status narrow_to_blog(SearchQuery& query, std::string_view blog) const;
  // The figures of the archive, likewise. Of a large archive they are never waited for. Errors: those of
  // make_report(); kUnavailable while the first ones are made.
  Result<std::shared_ptr<const SiteFigures>> figures() const {
    using Wait = SteppedCache<SiteFigures>::Wait;
    return caches->figures.at(step, figures_maker(), is_small() ? Wait::kNewest : Wait::kNever);
  }

 private:
  // What is new is so for some days only: without further steps it is counted anew each hour.
  std::uint64_t overview_moment() const {
    const auto hour = std::chrono::floor<std::chrono::hours>(now.time_since_epoch()).count();
    return (static_cast<std::uint64_t>(hour) << 36U) + step;
  }
  SteppedCache<BlogOverview>::Make overview_maker() const;
  SteppedCache<SiteFigures>::Make figures_maker() const;
};

}  // namespace bfa
