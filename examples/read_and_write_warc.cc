// SPDX-License-Identifier: Apache-2.0
// Copies the records of a WARC file to a new one and adds an exchange and a resource.
// Usage: read_and_write_warc IN OUT
#include <bfa/warc/exchange.h>
#include <bfa/warc/writer.h>

#include <cstdio>

namespace {

int fail(const bfa::Error& error) {
  std::fprintf(stderr, "%s\n", bfa::to_string(error).c_str());
  return 1;
}

bfa::Status copy_records(bfa::WarcReader& from, bfa::WarcWriter& to) {
  for (;;) {
    const auto record = from.next();
    if (!record) return record.error();
    if (*record == nullptr) return {};  // the end of the file
    const auto written = to.write_record((*record)->header(), (*record)->block());
    if (!written) return written.error();
  }
}

bfa::Status add_records(bfa::WarcWriter& to, bfa::UtcTime now) {
  const auto exchange =
      bfa::make_exchange("http://blog.example/hello", "GET /hello HTTP/1.1\r\nHost: blog.example\r\n\r\n",
                         "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nhello", {.started = now});
  if (!exchange) return exchange.error();
  const auto written = to.write(*exchange, {{"note", "made by an example"}});
  if (!written) return written.error();

  bfa::WarcHeader header;
  header.fields = {{"WARC-Type", "resource"},
                   {"WARC-Record-ID", "<urn:uuid:" + bfa::random_uuid() + ">"},
                   {"WARC-Date", bfa::format_rfc3339(now)},
                   {"WARC-Target-URI", "file:///notes.txt"},
                   {"Content-Type", "text/plain"}};
  header.content_length = 5;
  const auto resource = to.write_record(header, *bfa::make_memory_source("notes"));
  return resource ? bfa::Status() : resource.error();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return std::fprintf(stderr, "usage: read_and_write_warc IN OUT\n"), 2;
  auto reader = bfa::WarcReader::open(bfa::posix_file_system(), argv[1]);
  if (!reader) return fail(reader.error());
  auto writer = bfa::WarcWriter::create(bfa::posix_file_system(), argv[2], {});
  if (!writer) return fail(writer.error());
  if (auto copied = copy_records(**reader, **writer); !copied) return fail(copied.error());
  if (auto added = add_records(**writer, bfa::system_clock().now()); !added) return fail(added.error());
  const auto closed = (*writer)->close();  // syncs, and gives the file its name
  return closed ? 0 : fail(closed.error());
}
