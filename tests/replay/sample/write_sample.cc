// SPDX-License-Identifier: Apache-2.0
// replay_sample FOLDER: writes sample.warc.gz and sample.wacz of it: a chunked page with an image, a page in
// Brotli, a revisit of the first page under another address, and a 304 of it a day later. The same bytes each
// time.
#include <cstdio>
#include <exception>
#include <functional>
#include <map>
#include <string>

#include "bfa/wacz/wacz.h"
#include "bfa/warc/writer.h"

namespace {

constexpr const char* kWords = "The mill by the river came in chunks.";
// "<!doctype html><title>Packed by Brotli</title><p id=words>The miller kept his books in Brotli.</p>\n"
constexpr const char* kBrotliHex =
    "1b6200008c935cfde8966e2ed58564681a4c51141cc87fcecb83ca2907ec6d61d4b2c0123b30dd6dec0c11f1792ca80b90c6e0d3"
    "ab12"
    "f1e177bfe116c10e98ea51ebb39490736e568be1924a9eac03";
// Red, 7 by 5.
constexpr const char* kPngHex =
    "89504e470d0a1a0a0000000d494844520000000700000005080200000006f8618f0000001149444154789c633821278789186824"
    "0a00bb"
    "29238d3d9fd1d20000000049454e44ae426082";

std::string from_hex(const std::string& hex) {
  const auto value = [](char c) { return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10); };
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes.push_back(static_cast<char>(value(hex[i]) * 16 + value(hex[i + 1])));
  }
  return bytes;
}

std::string page() {
  std::string html = "<!doctype html><meta charset=utf-8><title>The mill</title><p id=words>" +
                     std::string(kWords) + "</p><img src=\"/dot.png\" alt=\"\">";
  while (html.size() < 1000) html += "<p>Its wheel turns slowly all year.</p>";
  return html;
}

std::string chunked(const std::string& body) {
  std::string out;
  for (std::size_t at = 0; at < body.size(); at += 300) {
    const std::string part = body.substr(at, 300);
    char size[32];
    std::snprintf(size, sizeof size, "%zx\r\n", part.size());
    out += size + part + "\r\n";
  }
  return out + "0\r\n\r\n";
}

// Remembers the written payloads, as an archive does.
class Index final : public bfa::DedupIndex {
 public:
  bfa::Result<std::optional<bfa::PayloadOriginal>> find(std::string_view digest) override {
    return known(digests, digest);
  }
  bfa::Result<std::optional<bfa::PayloadOriginal>> last_success(std::string_view url) override {
    return known(urls, url);
  }
  using Originals = std::map<std::string, bfa::PayloadOriginal, std::less<>>;
  Originals digests, urls;

 private:
  static std::optional<bfa::PayloadOriginal> known(const Originals& map, std::string_view key) {
    const auto found = map.find(key);
    return found == map.end() ? std::nullopt : std::optional(found->second);
  }
};

class Sample {
 public:
  explicit Sample(std::string folder) : folder_(std::move(folder)) {}

  bfa::Status write() {
    bfa::WarcWriteOptions options;
    options.make_uuid = bfa::seeded_uuids("replay sample");
    options.clock = clock_.get();
    options.warcinfo = {{"software", "libbfa"}};
    auto writer = bfa::WarcWriter::open(bfa::posix_file_system(), folder_, options, &index_);
    if (!writer) return std::move(writer).error();
    writer_ = std::move(*writer);
    const std::string html = "Content-Type: text/html; charset=utf-8\r\n";
    add("/", "200 OK", html + "ETag: \"1\"\r\nTransfer-Encoding: chunked\r\n", chunked(page()),
        "2026-03-01T10:00:00Z");
    add("/dot.png", "200 OK", "Content-Type: image/png\r\n", from_hex(kPngHex), "2026-03-01T10:00:00Z");
    add("/brotli", "200 OK", html + "Content-Encoding: br\r\n", from_hex(kBrotliHex), "2026-03-01T10:00:00Z");
    add("/again", "200 OK", html, page(), "2026-03-01T10:00:05Z");
    add("/", "304 Not Modified", "ETag: \"1\"\r\n", "", "2026-03-02T10:00:00Z");
    if (status_) status_ = writer_->close();
    if (!status_) return status_;
    const std::string file = folder_ + "/sample.warc.gz";
    if (auto named = bfa::posix_file_system().rename(folder_ + "/" + writer_->files().front(), file); !named)
      return named;
    return write_wacz(file);
  }

 private:
  void add(const std::string& path, const std::string& status, const std::string& headers,
           const std::string& body, const char* time) {
    if (!status_) return;
    bfa::Exchange exchange;
    exchange.url = "http://replay.example" + path;
    exchange.started = *bfa::parse_rfc3339(time);
    exchange.protocol = "http/1.1";
    exchange.request = bfa::Blob("GET " + path + " HTTP/1.1\r\nHost: replay.example\r\n\r\n");
    exchange.response = bfa::Blob("HTTP/1.1 " + status + "\r\n" + headers + "\r\n" + body);
    bfa::Findings findings;
    auto head = bfa::parse_response_head(exchange.response.memory(), findings);
    if (!head) {
      status_ = std::move(head).error();
      return;
    }
    exchange.head = std::move(*head);
    const auto written = writer_->write(exchange, {});
    if (!written) {
      status_ = written.error();
      return;
    }
    if (written->revisit) return;
    const bfa::PayloadOriginal original{exchange.url, time, written->response.record_id};
    index_.digests[written->payload_digest] = original;
    index_.urls[exchange.url] = original;
  }

  bfa::Status write_wacz(const std::string& warc) {
    bfa::WaczOptions options;
    options.clock = clock_.get();
    options.title = "Sample";
    auto writer = bfa::WaczWriter::create(bfa::posix_file_system(), folder_ + "/sample.wacz", options);
    if (!writer) return std::move(writer).error();
    if (auto added = (*writer)->add_archive(bfa::posix_file_system(), warc); !added) return added;
    auto report = (*writer)->finish();
    return report ? bfa::Status() : bfa::Status(std::move(report).error());
  }

  std::string folder_;
  std::unique_ptr<bfa::Clock> clock_ = bfa::make_fixed_clock(*bfa::parse_rfc3339("2026-03-03T00:00:00Z"));
  Index index_;
  std::unique_ptr<bfa::WarcWriter> writer_;
  bfa::Status status_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: replay_sample FOLDER\n");
    return 2;
  }
  try {
    const bfa::Status status = Sample(argv[1]).write();
    if (!status) std::fprintf(stderr, "replay_sample: %s\n", bfa::to_string(status.error()).c_str());
    return status ? 0 : 1;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "replay_sample: %s\n", e.what());
    return 1;
  }
}
