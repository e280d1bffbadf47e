// SPDX-License-Identifier: Apache-2.0
#include "warc_set.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string_view>
#include <vector>

#include <zlib.h>

#include "bfa/io/digest.h"
#include "bfa/warc/writer.h"
#include "io/zstd_encoder.h"
#include "made_up_body.h"

namespace bfa::bench {
namespace {

constexpr std::uintmax_t kMostBytes = 1u << 20;    // of a page; larger files are left out
constexpr std::uint64_t kSampleBytes = 12u << 20;  // of records that the dictionary is trained on
constexpr std::string_view kDate = "2026-03-01T10:00:00Z";

struct Page {
  std::string url, type, body;
};

std::string_view media_type(const std::string& extension) {
  struct Type {
    std::string_view extension, type;
  };
  static constexpr Type kTypes[] = {{".html", "text/html; charset=utf-8"},
                                    {".css", "text/css"},
                                    {".js", "application/javascript"},
                                    {".png", "image/png"},
                                    {".jpg", "image/jpeg"},
                                    {".jpeg", "image/jpeg"},
                                    {".gif", "image/gif"},
                                    {".xml", "application/xml"},
                                    {".svg", "image/svg+xml"},
                                    {".json", "application/json"}};
  for (const auto& type : kTypes) {
    if (type.extension == extension) return type.type;
  }
  return {};
}

std::vector<Page> read_pages(const std::string& folder) {
  namespace files = std::filesystem;
  std::vector<Page> pages;
  std::error_code error;
  std::vector<files::path> paths;
  for (const auto& host : files::directory_iterator(folder, error)) {
    if (!host.is_directory()) continue;
    for (const auto& file : files::recursive_directory_iterator(host.path(), error)) {
      if (file.is_regular_file() && file.file_size() <= kMostBytes) paths.push_back(file.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  for (const auto& path : paths) {
    const std::string_view type = media_type(path.extension().string());
    if (type.empty()) continue;
    std::ifstream in(path, std::ios::binary);
    std::ostringstream bytes;
    bytes << in.rdbuf();
    pages.push_back(
        {"http://" + path.lexically_relative(folder).generic_string(), std::string(type), bytes.str()});
  }
  return pages;
}

Page made_up_page(std::uint64_t number) {
  return {"http://blog" + std::to_string(number % 15) + ".example/post/" + std::to_string(number),
          number % 4 == 3 ? "image/jpeg" : "text/html; charset=utf-8", made_up_body(number)};
}

// The records of the n-th capture, one after the other.
class Captures {
 public:
  explicit Captures(const std::string& folder) : pages_(read_pages(folder)) {}

  using Use = std::function<bool(std::string_view record)>;
  bool each(std::uint64_t bytes, const Use& use) {
    ids_ = 0;
    done_ = 0;
    if (!put("warcinfo", {}, "application/warc-fields", {},
             "software: bench\r\nformat: WARC File Format 1.1\r\n", use)) {
      return false;
    }
    for (std::uint64_t n = 0; done_ < bytes; ++n) {
      if (!capture(n, use)) return false;
    }
    return true;
  }

 private:
  bool capture(std::uint64_t n, const Use& use) {
    Page page = pages_.empty() ? made_up_page(n) : pages_[n % pages_.size()];
    const std::uint64_t round = pages_.empty() ? 0 : n / pages_.size();
    const std::size_t title = page.body.find("<title>");
    if (round != 0 && title != std::string::npos) page.body.insert(title + 7, std::to_string(round) + " ");
    const std::string host = page.url.substr(7, page.url.find('/', 7) - 7);
    const std::string to = "WARC-Concurrent-To: <" + id(ids_ + 2) + ">\r\n";
    const std::string request = "GET " + page.url.substr(7 + host.size()) + " HTTP/1.1\r\nHost: " + host +
                                "\r\nUser-Agent: bench/1.0 (+http://bench.example/)\r\nAccept: */*\r\n"
                                "Accept-Encoding: identity\r\nConnection: close\r\n\r\n";
    const std::string head =
        "HTTP/1.1 200 OK\r\nServer: nginx\r\nDate: Sun, 01 Mar 2026 10:00:00 GMT\r\nContent-Type: " +
        page.type + "\r\nContent-Length: " + std::to_string(page.body.size()) + "\r\nETag: \"" +
        std::to_string(fast_hash(page.body)) + "\"\r\nCache-Control: max-age=600\r\n\r\n";
    const std::string payload = "WARC-Payload-Digest: " + sha1(page.body) + "\r\n";
    const bool revisit = n % 6 == 5;
    if (!put("request", page.url, "application/http; msgtype=request", to, request, use)) return false;
    const bool response =
        revisit
            ? put("revisit", page.url, "application/http; msgtype=response",
                  payload + "WARC-Profile: " + std::string(kRevisitIdenticalPayload) +
                      "\r\nWARC-Truncated: length\r\nWARC-Refers-To-Target-URI: " + page.url +
                      "\r\nWARC-Refers-To-Date: 2026-02-01T10:00:00Z\r\n",
                  head, use)
            : put("response", page.url, "application/http; msgtype=response", payload, head + page.body, use);
    return response && put("metadata", page.url, "application/warc-fields", to,
                           "fetchTimeMs: " + std::to_string(20 + n % 700) + "\r\nvia: http://" + host +
                               "/\r\nhopsFromSeed: L\r\n",
                           use);
  }

  static std::string sha1(std::string_view bytes) {
    return labelled_digest(DigestAlgorithm::kSha1, digest(DigestAlgorithm::kSha1, bytes));
  }
  static std::string id(std::uint64_t number) {
    const std::string digits = hex_encode(digest(DigestAlgorithm::kMd5, std::to_string(number)));
    return "urn:uuid:" + digits.substr(0, 8) + "-" + digits.substr(8, 4) + "-" + digits.substr(12, 4) + "-" +
           digits.substr(16, 4) + "-" + digits.substr(20);
  }

  bool put(std::string_view type, const std::string& url, std::string_view content_type,
           const std::string& fields, const std::string& block, const Use& use) {
    record_.assign("WARC/1.1\r\nWARC-Type: ").append(type).append("\r\nWARC-Record-ID: <").append(id(++ids_));
    record_.append(">\r\nWARC-Date: ").append(kDate).append("\r\n");
    if (!url.empty()) record_.append("WARC-Target-URI: ").append(url).append("\r\n");
    if (!url.empty() && type != "metadata") record_.append("WARC-IP-Address: 192.0.2.7\r\n");
    record_.append(fields).append("WARC-Block-Digest: ").append(sha1(block)).append("\r\nContent-Type: ");
    record_.append(content_type).append("\r\nContent-Length: ").append(std::to_string(block.size()));
    record_.append("\r\n\r\n").append(block).append("\r\n\r\n");
    done_ += record_.size();
    return use(record_);
  }

  std::vector<Page> pages_;
  std::string record_;
  std::uint64_t ids_ = 0, done_ = 0;
};

// A gzip member by zlib, as most tools write them.
bool zlib_member(z_stream& z, std::string_view bytes, std::string& out) {
  deflateReset(&z);
  out.resize(deflateBound(&z, bytes.size()));
  z.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(bytes.data()));
  z.avail_in = static_cast<unsigned>(bytes.size());
  z.next_out = reinterpret_cast<unsigned char*>(out.data());
  z.avail_out = static_cast<unsigned>(out.size());
  const bool whole = deflate(&z, Z_FINISH) == Z_STREAM_END;
  out.resize(z.total_out);
  return whole;
}

std::string dictionary_of(Captures& captures) {
  std::vector<std::string> samples;
  (void)captures.each(kSampleBytes, [&](std::string_view record) {
    samples.emplace_back(record.substr(0, 20'000));
    return true;
  });
  return train_dictionary(samples, 112'640);
}

bool write_set(Captures& captures, std::uint64_t bytes, std::ostream& plain, std::ostream& gzip,
               std::ostream& zstd) {
  const std::string dictionary = dictionary_of(captures);
  const auto encoder = ZstdEncoder::make(3, dictionary);
  const auto frame = dictionary_frame(dictionary);
  z_stream z{};
  if (!encoder || !frame || deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    return false;
  zstd << *frame;
  std::string packed;
  const bool all = captures.each(bytes, [&](std::string_view record) {
    plain << record;
    if (!zlib_member(z, record, packed)) return false;
    gzip << packed;
    packed.clear();
    if (!(*encoder)->member(record, packed).ok()) return false;
    zstd << packed;
    return plain.good() && gzip.good() && zstd.good();
  });
  deflateEnd(&z);
  return all;
}

}  // namespace

bool make_warc_set(const std::string& pages, std::uint64_t bytes, const WarcSet& set) {
  namespace files = std::filesystem;
  const std::string* const all[] = {&set.plain, &set.gzip, &set.zstd};
  if (std::all_of(std::begin(all), std::end(all), [](const auto* path) { return files::exists(*path); }))
    return true;
  {
    std::ofstream plain(set.plain + ".part", std::ios::binary);
    std::ofstream gzip(set.gzip + ".part", std::ios::binary);
    std::ofstream zstd(set.zstd + ".part", std::ios::binary);
    Captures captures(pages);
    if (!write_set(captures, bytes, plain, gzip, zstd)) return false;
  }
  for (const auto* path : all) files::rename(*path + ".part", *path);
  return true;
}

}  // namespace bfa::bench
