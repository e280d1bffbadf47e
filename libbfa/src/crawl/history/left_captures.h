// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bfa/warc/writer.h"
#include "crawl/captures/warc_fetcher.h"
#include "store/journal.h"

namespace bfa {

// The captures of recorded steps, as an import sees them: by address and time, with a fetcher that serves
// them. What was served is asked for again with take(), to store it under its own place.
class LeftCaptures {
 public:
  // An exchange as its step saw it, and its records.
  struct Read {
    Exchange exchange;
    WarcWritten written;
  };
  using ReadHop = std::function<Result<Read>(const JournalHop& hop)>;

  // `journal` and `steps` must outlive it. `read`: called from one thread at a time.
  LeftCaptures(const Journal& journal, const std::vector<JournalStep>& steps, ReadHop read)
      : journal_(journal), steps_(steps), read_(std::move(read)) {}

  // Indexes the captures of all steps but those with these numbers. Errors: kIo.
  Status index(FileSystem& fs, const std::set<std::uint64_t>& without);

  const WarcIndex& captures() const { return index_; }
  WarcFetcher& fetcher() { return *fetcher_; }

  struct Served {
    WarcWritten written;
    std::uint64_t sequence = 0;    // of its step
    std::string file;              // that has its records
    bool repeats_instant = false;  // a capture of the same address and instant comes before it
  };
  // What was served as this exchange; each time that it was served once. Errors: kInternal. Thread-safe.
  Result<Served> take(const Exchange& exchange);

 private:
  struct Place {
    std::uint32_t file = 0, step = 0;
    std::uint64_t offset = 0;
    std::uint16_t hop = 0;
    bool repeats_instant = false;
    bool operator<(const Place& other) const {
      return std::pair(file, offset) < std::pair(other.file, other.offset);
    }
  };

  void list_places(const std::set<std::uint64_t>& without);
  Place* place_of(const WarcEntry& entry);
  const JournalHop& hop_of(const Place& place) const { return steps_[place.step].hops[place.hop]; }
  Result<std::string> digest_of(const WarcEntry& entry);
  Result<Exchange> load(const WarcEntry& entry);

  const Journal& journal_;
  const std::vector<JournalStep>& steps_;
  const ReadHop read_;
  std::vector<Place> places_;         // by file and offset
  std::vector<std::uint32_t> files_;  // of the index, as the journal numbers them
  WarcIndex index_;
  std::unique_ptr<WarcFetcher> fetcher_;
  std::mutex mutex_;
  std::unordered_multimap<std::string, Served> served_;
};

}  // namespace bfa
