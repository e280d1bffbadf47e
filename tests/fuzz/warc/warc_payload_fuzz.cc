// SPDX-License-Identifier: Apache-2.0
// HTTP inside of a record: however it is read, the body is the same.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/fuzz_target.h"
#include "warc/read/payload.h"

namespace {

std::string body_of(std::string_view block, std::size_t step, bool decode) {
  const std::string bytes =
      "WARC/1.1\r\nWARC-Type: response\r\nContent-Type: application/http\r\nContent-Length: " +
      std::to_string(block.size()) + "\r\n\r\n" + std::string(block) + "\r\n\r\n";
  const auto source = bfa::make_memory_source(bytes);
  const auto reader = bfa::WarcReader::open(*source, "fuzz");
  if (!reader) std::abort();
  const auto record = (*reader)->next();
  if (!record || *record == nullptr) std::abort();
  const auto payload = bfa::RecordPayload::open(**record, {decode});
  if (!payload) std::abort();
  std::string body;
  std::vector<std::byte> buffer(step);
  while (body.size() < (1u << 22)) {
    const auto got = (*payload)->body().read(buffer);
    if (!got) std::abort();
    if (*got == 0) break;
    body.append(reinterpret_cast<const char*>(buffer.data()), *got);
  }
  return body.substr(0, 1u << 22);
}

}  // namespace

BFA_FUZZ_TARGET(warc_payload) {
  const std::string_view block(reinterpret_cast<const char*>(data), size);
  for (const bool decode : {false, true}) {
    if (body_of(block, 4096, decode) != body_of(block, 7, decode)) std::abort();
  }
  return 0;
}
