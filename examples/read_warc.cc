// SPDX-License-Identifier: Apache-2.0
// Lists the records of a WARC or ARC file, and what the servers answered.
// Usage: read_warc FILE
#include <bfa/io/file_system.h>
#include <bfa/warc/exchange.h>

#include <cstdio>

namespace {

int fail(const bfa::Error& error) {
  std::fprintf(stderr, "%s\n", bfa::to_string(error).c_str());
  return 1;
}

void print_answer(bfa::WarcRecord& record) {
  const auto exchange = bfa::read_exchange(record, 64u << 20);
  if (!exchange) return;
  bfa::Findings findings;
  const auto body = bfa::decoded_body(*exchange, 64u << 20, findings);
  std::printf("  %d %s, %zu bytes\n", exchange->head.status,
              std::string(exchange->head.header("content-type")).c_str(), body ? body->size() : 0);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::fprintf(stderr, "usage: read_warc FILE\n"), 2;
  auto reader = bfa::WarcReader::open(bfa::posix_file_system(), argv[1]);
  if (!reader) return fail(reader.error());
  for (;;) {
    auto record = (*reader)->next();
    if (!record) return fail(record.error());
    if (*record == nullptr) break;  // the end of the file
    const bfa::WarcHeader& header = (*record)->header();
    std::printf("%s %s\n", std::string(bfa::warc_type_name(header.type())).c_str(),
                header.target_uri().c_str());
    if (header.type() == bfa::WarcType::kResponse) print_answer(**record);
  }
  for (const auto& finding : (*reader)->findings()) {
    std::fprintf(stderr, "at byte %lld: %s\n", static_cast<long long>(finding.offset),
                 finding.message.c_str());
  }
  return 0;
}
