// SPDX-License-Identifier: Apache-2.0
// METS documents of packages: any bytes give files or an error, the same however they arrive; an offset is
// within the bytes.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "check/mets_files.h"
#include "fuzz/fuzz_target.h"

namespace {

// Gives `step` bytes at a time.
class Bytes final : public bfa::Source {
 public:
  Bytes(std::string_view bytes, std::size_t step) : bytes_(bytes), step_(step) {}
  bfa::Result<std::size_t> read(std::span<std::byte> dst) override {
    const std::size_t count = std::min({step_, dst.size(), bytes_.size()});
    std::transform(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(count), dst.begin(),
                   [](char c) { return static_cast<std::byte>(c); });
    bytes_.remove_prefix(count);
    return count;
  }

 private:
  std::string_view bytes_;
  std::size_t step_;
};

std::string read(std::string_view bytes, std::size_t step) {
  Bytes source(bytes, step);
  std::string out;
  const bfa::Status status = bfa::read_mets_files(source, [&](const bfa::MetsFile& file) -> bfa::Status {
    out += file.href + "\n" + file.checksum_type + "\n" + file.checksum + "\n";
    return {};
  });
  if (!status) {
    out += status.error().message;
    if (status.error().offset > static_cast<std::int64_t>(bytes.size())) std::abort();
  }
  return out;
}

}  // namespace

BFA_FUZZ_TARGET(check_mets) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (read(bytes, 65536) != read(bytes, 7)) std::abort();
  return 0;
}
