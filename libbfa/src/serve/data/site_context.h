// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "bfa/base/time.h"
#include "bfa/report/report.h"
#include "bfa/search/search_index.h"
#include "bfa/serve/archive_site.h"
#include "bfa/store/archive.h"
#include "serve/data/blog_overview.h"
#include "serve/data/stepped_cache.h"

namespace bfa {

// What is made from the whole archive, and kept.
struct SiteCaches {
  SteppedCache<BlogOverview> blogs;
  SteppedCache<ArchiveReport> figures;
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

  // All blogs, as they stood at a step of late. Errors: those of make_overview().
  Result<std::shared_ptr<const BlogOverview>> overview() const {
    return caches->blogs.at(step, [this] { return make_overview(*archive, *index); });
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
