// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/crawl/replay.h"
#include "crawl/captures/warc_fetcher.h"
#include "store/records/import_note.h"

namespace bfa {

// Where an import puts its captures.
struct ImportTarget {
  Archive& archive;
  RecordSink& sink;           // takes the steps
  bool own_captures = false;  // they are the archive's own, which are taken anew: no crawl is recorded
  std::vector<ImportSource> sources = {};  // what the captures are from, for the record of the crawl
};

// Runs the captures of `index` through the steps of a crawl: the first capture of each address, then the
// second ones, ... `fetcher`: over `index`. `homes`: the blogs. Losses go to `report`. Errors: kIo, those of
// the sink.
Status import_rounds(const ImportTarget& target, const WarcIndex& index, WarcFetcher& fetcher,
                     const std::vector<std::string>& homes, const CrawlOptions& options,
                     ReplayReport& report);

// As import_warcs(). `sources`: the inputs that the files are, or were made of.
Result<ReplayReport> import_files(Archive& archive, FileSystem& fs,
                                  const std::vector<std::string>& warc_files,
                                  const std::vector<std::string>& blogs, std::vector<ImportSource> sources,
                                  CrawlOptions options);

}  // namespace bfa
