// SPDX-License-Identifier: Apache-2.0
#include "check/file_digests.h"

#include <vector>

#include "base/ascii.h"
#include "base/try.h"
#include "check/watched_file.h"

namespace bfa {

std::optional<DigestAlgorithm> algorithm_named(std::string_view name) {
  std::string plain = ascii_lower_case(name);
  std::erase(plain, '-');
  if (plain == "sha256") return DigestAlgorithm::kSha256;
  if (plain == "sha512") return DigestAlgorithm::kSha512;
  if (plain == "sha1") return DigestAlgorithm::kSha1;
  if (plain == "md5") return DigestAlgorithm::kMd5;
  return {};
}

Result<std::string> digest_of_file(FileSystem& fs, const std::string& path, DigestAlgorithm algorithm,
                                   const std::stop_token& stop) {
  BFA_ASSIGN_OR_RETURN(const auto source, open_file_source(fs, path));
  Digester digester(algorithm);
  std::vector<std::byte> buffer(1u << 20);
  for (;;) {
    if (stop.stop_requested()) return stopped_error();
    BFA_ASSIGN_OR_RETURN(const std::size_t got, source->read(buffer));
    if (got == 0) return hex_encode(digester.finish());
    digester.update(std::span(buffer).first(got));
  }
}

}  // namespace bfa
