// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "bfa/base/time.h"
#include "bfa/search/search_index.h"
#include "bfa/serve/archive_site.h"
#include "bfa/store/archive.h"

namespace bfa {

// What an answer is made from: the archive and its index at one moment. Streams keep a copy. An archive that
// was opened anew meanwhile lives as long as the copies of it.
struct SiteContext {
  std::shared_ptr<const Archive> archive;
  std::shared_ptr<SearchIndex> index;
  const ArchiveSiteOptions* options = nullptr;
  UtcTime now{};
  std::uint64_t step = 0;  // the last one that archive and index have
};

}  // namespace bfa
