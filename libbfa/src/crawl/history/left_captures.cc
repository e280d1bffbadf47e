// SPDX-License-Identifier: Apache-2.0
#include "crawl/history/left_captures.h"

#include <algorithm>

#include "base/try.h"
#include "crawl/captures/order_instants.h"

namespace bfa {
namespace {

std::string key_of(const Exchange& exchange) {
  return format_rfc3339(exchange.started) + " " + std::to_string(exchange.head.status) + " " + exchange.url;
}

}  // namespace

Status LeftCaptures::index(FileSystem& fs, const std::set<std::uint64_t>& without) {
  list_places(without);
  std::vector<std::string> paths;
  for (const Place& place : places_) {
    if (!files_.empty() && files_.back() == place.file) continue;
    files_.push_back(place.file);
    paths.push_back(journal_.path(place.file));
  }
  Findings told_before;  // by the replay
  BFA_ASSIGN_OR_RETURN(index_, WarcIndex::build(fs, paths, told_before));
  BFA_RETURN_IF_ERROR(index_.rewrite([this](std::string_view, std::vector<WarcEntry>& entries) -> Status {
    std::erase_if(entries, [this](const WarcEntry& entry) { return place_of(entry) == nullptr; });
    return {};
  }));
  BFA_ASSIGN_OR_RETURN(
      const std::uint64_t dropped,
      order_instants(index_, [this](std::string_view, const WarcEntry& entry) { return digest_of(entry); }));
  (void)dropped;
  for (std::size_t i = 0; i < index_.urls(); ++i) {
    const auto entries = index_.at(i).entries;
    for (std::size_t n = 1; n < entries.size(); ++n)
      place_of(entries[n])->repeats_instant = entries[n].date == entries[n - 1].date;
  }
  fetcher_ = std::make_unique<WarcFetcher>(index_);
  fetcher_->set_loader(
      [this](std::string_view, const WarcEntry& entry) -> Result<Exchange> { return load(entry); });
  return {};
}

void LeftCaptures::list_places(const std::set<std::uint64_t>& without) {
  for (std::uint32_t step = 0; step < steps_.size(); ++step) {
    if (without.contains(steps_[step].sequence)) continue;
    const auto& hops = steps_[step].hops;
    for (std::size_t hop = 0; hop < hops.size(); ++hop) {
      if (hops[hop].hops == 0) continue;
      places_.push_back({hops[hop].file, step, hops[hop].response, static_cast<std::uint16_t>(hop), false});
    }
  }
  std::sort(places_.begin(), places_.end());
}

LeftCaptures::Place* LeftCaptures::place_of(const WarcEntry& entry) {
  const Place wanted{files_[entry.file], 0, entry.offset, 0, false};
  const auto at = std::lower_bound(places_.begin(), places_.end(), wanted);
  return at == places_.end() || wanted < *at ? nullptr : &*at;
}

Result<std::string> LeftCaptures::digest_of(const WarcEntry& entry) {
  BFA_ASSIGN_OR_RETURN(const Read read, read_(hop_of(*place_of(entry))));
  return read.written.payload_digest;
}

Result<Exchange> LeftCaptures::load(const WarcEntry& entry) {
  const Place& place = *place_of(entry);
  BFA_ASSIGN_OR_RETURN(Read read, read_(hop_of(place)));
  Served served;
  served.written = std::move(read.written);
  served.sequence = steps_[place.step].sequence;
  served.file = journal_.name(place.file);
  served.repeats_instant = place.repeats_instant;
  const std::lock_guard lock(mutex_);
  served_.emplace(key_of(read.exchange), std::move(served));
  return std::move(read.exchange);
}

Result<LeftCaptures::Served> LeftCaptures::take(const Exchange& exchange) {
  const std::lock_guard lock(mutex_);
  const auto at = served_.find(key_of(exchange));
  if (at == served_.end()) return Error{Code::kInternal, "a capture that was not served", exchange.url, -1};
  Served served = std::move(at->second);
  served_.erase(at);
  return served;
}

}  // namespace bfa
