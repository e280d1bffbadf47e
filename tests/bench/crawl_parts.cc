// SPDX-License-Identifier: Apache-2.0
// crawl_parts FOLDER: the minimum cost of the bytes of a crawl. Reads the .warc.gz files of FOLDER (an
// archive's warc/) and measures, with the bare libraries: inflating the records, deflating them again with
// the archive's compressor and levels, parsing the HTML pages, and writing the files with one sync per 64
// records. Prints one JSON line with CPU milliseconds.
#include <fcntl.h>
#include <lexbor/html/html.h>
#include <libdeflate.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace {

// What an archive packs its records by (GzipEncoder, kCrawlGzipLevel).
constexpr int kLevel = 4, kShortLevel = 1;
constexpr std::size_t kShort = 2048;
constexpr std::size_t kMaxRecord = 64u << 20;
constexpr std::size_t kGroup = 3 * 64;  // records of a flush: request, response and metadata of 64 steps

double cpu_ms() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto ms = [](const timeval& time) {
    return 1000.0 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1000.0;
  };
  return ms(usage.ru_utime) + ms(usage.ru_stime);
}

template <class Body>
double measure(const Body& body) {
  const double before = cpu_ms();
  body();
  return cpu_ms() - before;
}

std::vector<std::string> read_files(const char* folder) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (!entry.path().string().ends_with(".warc.gz")) continue;
    std::ifstream in(entry.path(), std::ios::binary);
    files.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  return files;
}

std::vector<std::string> inflate(const std::vector<std::string>& files) {
  std::vector<std::string> records;
  std::string buffer(kMaxRecord, '\0');
  libdeflate_decompressor* const decompressor = libdeflate_alloc_decompressor();
  for (std::string_view rest : files) {
    std::size_t in = 0, out = 0;
    while (!rest.empty() &&
           libdeflate_gzip_decompress_ex(decompressor, rest.data(), rest.size(), buffer.data(), buffer.size(),
                                         &in, &out) == LIBDEFLATE_SUCCESS) {
      records.emplace_back(buffer.data(), out);
      rest.remove_prefix(in);
    }
  }
  libdeflate_free_decompressor(decompressor);
  return records;
}

std::vector<std::string> deflate(const std::vector<std::string>& records) {
  std::vector<std::string> members;
  std::string buffer;
  libdeflate_compressor* const usual = libdeflate_alloc_compressor(kLevel);
  libdeflate_compressor* const brief = libdeflate_alloc_compressor(kShortLevel);
  for (const std::string& record : records) {
    libdeflate_compressor* const compressor = record.size() <= kShort ? brief : usual;
    buffer.resize(libdeflate_gzip_compress_bound(compressor, record.size()));
    const std::size_t size =
        libdeflate_gzip_compress(compressor, record.data(), record.size(), buffer.data(), buffer.size());
    members.emplace_back(buffer.data(), size);
  }
  libdeflate_free_compressor(usual);
  libdeflate_free_compressor(brief);
  return members;
}

// The bodies of the HTML pages among the records; the corpus is served without content coding.
std::vector<std::string_view> pages(const std::vector<std::string>& records) {
  std::vector<std::string_view> bodies;
  for (const std::string_view record : records) {
    if (record.find("WARC-Type: response\r\n") > 200) continue;
    const std::size_t head = record.find("\r\n\r\n"), body = record.find("\r\n\r\n", head + 4);
    if (body == std::string_view::npos) continue;
    const std::string_view answer = record.substr(head + 4, body - head - 4);
    if (answer.starts_with("HTTP/1.1 200") && answer.find("text/html") != std::string_view::npos)
      bodies.push_back(record.substr(body + 4, record.size() - body - 8));
  }
  return bodies;
}

void parse(const std::vector<std::string_view>& bodies) {
  for (const std::string_view body : bodies) {
    lxb_html_document_t* const document = lxb_html_document_create();
    lxb_html_document_parse(document, reinterpret_cast<const lxb_char_t*>(body.data()), body.size());
    lxb_html_document_destroy(document);
  }
}

void write(const std::vector<std::string>& members, const std::string& path) {
  const int file = ::open(path.c_str(), O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0600);
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (::write(file, members[i].data(), members[i].size()) < 0) std::perror("write");
    if ((i + 1) % kGroup == 0) ::fsync(file);
  }
  ::fsync(file);
  ::close(file);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::fprintf(stderr, "usage: crawl_parts FOLDER\n"), 2;
  const std::vector<std::string> files = read_files(argv[1]);
  std::vector<std::string> records, members;
  const double inflating = measure([&] { records = inflate(files); });
  const double deflating = measure([&] { members = deflate(records); });
  const std::vector<std::string_view> bodies = pages(records);
  const double parsing = measure([&] { parse(bodies); });
  const std::string scratch = std::string(argv[1]) + "/../crawl_parts.tmp";
  const double writing = measure([&] { write(members, scratch); });
  std::filesystem::remove(scratch);
  std::printf(
      "{\"records\": %zu, \"html_pages\": %zu, \"inflate_ms\": %.1f, \"deflate_ms\": %.1f, "
      "\"html_parse_ms\": %.1f, \"write_sync_ms\": %.1f}\n",
      records.size(), bodies.size(), inflating, deflating, parsing, writing);
  return 0;
}
