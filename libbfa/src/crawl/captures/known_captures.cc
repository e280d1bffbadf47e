// SPDX-License-Identifier: Apache-2.0
#include "crawl/captures/known_captures.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "bfa/io/digest.h"
#include "bfa/url/url.h"
#include "crawl/captures/order_instants.h"
#include "warc/read/block_digests.h"

namespace bfa {
namespace {

std::uint64_t key_of(std::string_view url, UtcTime date) {
  return fast_hash(format_rfc3339(date) + " " + std::string(url));
}

// One entry of the index.
struct Row {
  std::uint64_t key = 0;
  std::uint32_t url = 0, entry = 0;  // numbers of the URL, and of the entry among its captures
};

class Finder {
 public:
  explicit Finder(const WarcIndex& index) : index_(index), known_(index.captures(), false) {}

  Status run(const Archive& archive) {
    return archive.for_each_capture([this](const Capture& capture) {
      if (rows_.empty()) list_rows();
      take(capture);
      return true;
    });
  }

  std::vector<bool> result() && { return std::move(known_); }

 private:
  void list_rows() {
    rows_.reserve(index_.captures());
    for (std::size_t i = 0; i < index_.urls(); ++i) {
      const auto [url, entries] = index_.at(i);
      for (std::size_t n = 0; n < entries.size(); ++n)
        rows_.push_back(
            {key_of(url, entries[n].date), static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(n)});
    }
    std::sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) { return a.key < b.key; });
  }

  void take(const Capture& capture) {
    const auto parsed = Url::parse(capture.final_url);
    if (!parsed) return;
    const std::string url = parsed->without_fragment().href();
    const std::uint64_t key = key_of(url, capture.time);
    auto row = std::lower_bound(rows_.begin(), rows_.end(), key,
                                [](const Row& each, std::uint64_t value) { return each.key < value; });
    for (; row != rows_.end() && row->key == key; ++row) {
      const auto [address, entries] = index_.at(row->url);
      const WarcEntry& entry = entries[row->entry];
      if (address != url || entry.date != capture.time || known_[index_.number_of(entry)]) continue;
      // That of a payload which is stored outside of the archive may be by another algorithm. One by an
      // unknown algorithm proves nothing: the capture is imported.
      const std::string_view label =
          std::string_view(capture.payload_digest).substr(0, capture.payload_digest.find(':'));
      const auto algorithm = label.empty() ? DigestAlgorithm::kSha256 : digest_algorithm(label);
      if (!algorithm) continue;
      const auto own = payload_digest_of(index_, address, entry, *algorithm);
      if (own && (*own == capture.payload_digest || same_digest(*own, capture.payload_digest)))
        known_[index_.number_of(entry)] = true;
    }
  }

  const WarcIndex& index_;
  std::vector<bool> known_;
  std::vector<Row> rows_;
};

}  // namespace

Result<std::vector<bool>> find_known_captures(const Archive& archive, const WarcIndex& index) {
  Finder finder(index);
  BFA_RETURN_IF_ERROR(finder.run(archive));
  return std::move(finder).result();
}

}  // namespace bfa
