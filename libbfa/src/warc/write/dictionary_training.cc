// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/warc/merge.h"
#include "bfa/warc/reader.h"

namespace bfa {
namespace {

constexpr std::size_t kSamples = 2000;
constexpr std::uint64_t kSampleBytes = 8192;  // of a block: beginnings are what records share
constexpr std::uint64_t kAllSamples = 5u
                                      << 20;  // training takes about four times this; see docs/performance.md

Result<std::string> train(FileSystem& fs, const std::string& path) {
  BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs, path));
  std::vector<std::string> samples;
  std::uint64_t bytes = 0;
  while (samples.size() < kSamples && bytes < kAllSamples) {
    BFA_ASSIGN_OR_RETURN(WarcRecord* const record, reader->next());
    if (record == nullptr) break;
    std::string sample = record->header().version + "\r\n";
    for (const auto& [name, value] : record->header().fields) {
      sample.append(name).append(": ").append(value).append("\r\n");
    }
    const auto part = make_limit_source(record->block(), kSampleBytes);
    const auto block = read_all(*part, kSampleBytes);
    if (!block && block.error().code == Code::kIo) return block.error();
    if (block) sample.append("\r\n").append(*block);
    bytes += sample.size();
    samples.push_back(std::move(sample));
  }
  return train_warc_dictionary(samples);
}

}  // namespace

Result<std::string> warc_dictionary_of(FileSystem& fs, std::string_view path_name) {
  return guarded([&]() -> Result<std::string> {
    const std::string path(path_name);
    return train(fs, path);
  });
}

}  // namespace bfa
