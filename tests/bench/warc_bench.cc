// SPDX-License-Identifier: Apache-2.0
// Reading, checking and writing WARC files beside what bounds them: the bare decoding of the same file.
//
// Usage: bench_warc [--mb=N] [--keep=FOLDER]
//   --mb=N         size of the generated set, uncompressed (default 64; 1000 for figures that are compared)
//   --keep=FOLDER  where the set is made and left (default: a folder that goes away)
//
// Each measure runs in a process of its own: CPU seconds are user and system time of that process, memory is
// its peak. Ratios are to the bare decoding by libdeflate (gzip, plain) or zstd in the same run.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <libdeflate.h>
#include <zlib.h>
#include <zstd.h>

#include "bfa/io/compress.h"
#include "bfa/warc/cdxj.h"
#include "bfa/warc/reader.h"
#include "bfa/warc/rewrite.h"
#include "bfa/warc/writer.h"
#include "support/fixtures.h"

namespace {

struct Cost {
  double cpu = 0, wall = 0;
  long peak_kb = 0;
  bool ok = false;
};

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

// Runs `work` in a process of its own.
Cost measure(const std::function<bool()>& work) {
  std::fflush(stdout);
  const auto begin = std::chrono::steady_clock::now();
  const pid_t child = ::fork();
  if (child == 0) ::_exit(work() ? 0 : 1);
  int status = 0;
  rusage usage{};
  ::wait4(child, &status, 0, &usage);
  Cost cost;
  cost.cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  cost.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  cost.peak_kb = usage.ru_maxrss;
  cost.ok = status == 0;
  return cost;
}

void report(const char* name, const Cost& cost, double base) {
  std::printf("%-34s %8.3f s CPU %8.3f s wall %7.1f MB peak %6.2fx%s\n", name, cost.cpu, cost.wall,
              static_cast<double>(cost.peak_kb) / 1024, base > 0 ? cost.cpu / base : 0.0,
              cost.ok ? "" : "  FAILED");
}

// Words that repeat as in texts: few are frequent, many are rare.
struct Words {
  explicit Words(std::uint64_t seed) : state(seed * 0x9e3779b97f4a7c15U + 1) {}
  std::uint64_t next() {
    state ^= state << 13U;
    state ^= state >> 7U;
    state ^= state << 17U;
    return state;
  }
  void word(std::string& out) {
    const std::uint64_t rank = (next() % 4096) * (next() % 4096) / 4096;
    std::uint64_t letters = (rank + 1) * 2654435761U;
    const std::size_t size = 2 + letters % 9;
    for (std::size_t i = 0; i < size; ++i, letters = letters * 31 + 7) {
      out.push_back("etaoinshrdlucmfwypvbgkqjxz"[(letters >> 5U) % (rank < 400 ? 12 : 26)]);
    }
    out.push_back(' ');
  }
  std::uint64_t state;
};

// A page of a blog (markup that repeats, words that do not), a script, or an image that does not compress.
std::string body(std::uint64_t number) {
  Words words(number);
  std::string out;
  if (number % 4 == 3) {
    const std::size_t size = 2000 + words.next() % 40'000;
    while (out.size() < size) {
      const std::uint64_t bits = words.next();
      out.append(reinterpret_cast<const char*>(&bits), sizeof bits);
    }
    return out;
  }
  out = "<!doctype html><html><head><title>Post " + std::to_string(number) + "</title></head><body>";
  const std::size_t size = 3000 + words.next() % 50'000;
  while (out.size() < size) {
    out += "<div class=\"entry-content\"><p>";
    for (int i = 0; i < 40; ++i) words.word(out);
    out += "</p></div>\n";
  }
  return out + "</body></html>";
}

bfa::Exchange capture(std::uint64_t number) {
  bfa::Exchange exchange;
  exchange.url = "https://blog" + std::to_string(number % 15) + ".example/post/" + std::to_string(number);
  exchange.started = *bfa::parse_rfc3339("2026-03-01T10:00:00Z");
  exchange.ip_address = "192.0.2.7";
  exchange.protocol = "http/1.1";
  exchange.request = bfa::Blob("GET /post/" + std::to_string(number) +
                               " HTTP/1.1\r\nHost: blog.example\r\nAccept: */*\r\nUser-Agent: bench\r\n\r\n");
  const char* type = number % 4 == 3 ? "image/jpeg" : "text/html; charset=utf-8";
  exchange.response = bfa::Blob(std::string("HTTP/1.1 200 OK\r\nContent-Type: ") + type +
                                "\r\nServer: bench\r\nCache-Control: max-age=600\r\n\r\n" + body(number));
  bfa::Findings findings;
  exchange.head = *bfa::parse_response_head(exchange.response.memory(), findings);
  return exchange;
}

// Every seventh capture repeats the one before.
struct Repeats final : bfa::DedupIndex {
  bfa::Result<std::optional<bfa::PayloadOriginal>> find(const std::string& digest) override {
    std::optional<bfa::PayloadOriginal> found;
    if (digest == last)
      found = bfa::PayloadOriginal{"https://blog.example/", "2026-03-01T10:00:00Z", "urn:x"};
    last = digest;
    return found;
  }
  bfa::Result<std::optional<bfa::PayloadOriginal>> last_success(const std::string& /*url*/) override {
    return std::optional<bfa::PayloadOriginal>();
  }
  std::string last;
};

bool make_set(const std::string& folder, bfa::WarcPacking packing, std::uint64_t bytes) {
  bfa::WarcWriteOptions options;
  options.packing = packing;
  options.prefix = "set";
  options.max_file_bytes = std::uint64_t{1} << 40;
  options.make_uuid = bfa::seeded_uuids("bench");
  if (packing == bfa::WarcPacking::kZstd) {
    std::vector<std::string> samples;
    for (std::uint64_t i = 0; i < 400; ++i) samples.push_back("WARC/1.1\r\n" + body(i * 4).substr(0, 20'000));
    options.dictionary = bfa::train_warc_dictionary(samples);
  }
  Repeats repeats;
  auto writer = bfa::WarcWriter::open(bfa::posix_file_system(), folder, options, &repeats);
  if (!writer) return false;
  std::uint64_t done = 0;
  for (std::uint64_t i = 0; done < bytes; ++i) {
    const auto exchange = capture(i % 7 == 6 ? i - 1 : i);
    done += exchange.response.size() + 2500;
    if (!(*writer)->write(exchange, {{"sequence", std::to_string(i)}, {"via", "https://blog.example/"}}))
      return false;
  }
  const std::string name = (*writer)->files().front();
  if (!(*writer)->close().ok()) return false;
  const std::string suffix(bfa::warc_suffix(packing));
  std::filesystem::rename(folder + "/" + name, folder + "/set" + suffix);
  return true;
}

// All of the file through `use`, a megabyte after the other, with what was not used kept.
bool each_window(const std::string& path,
                 const std::function<std::size_t(const char*, std::size_t, bool)>& use) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return false;
  std::vector<char> window(4u << 20);
  std::size_t held = 0;
  for (bool end = false; !end || held != 0;) {
    const std::size_t got = std::fread(window.data() + held, 1, window.size() - held, file);
    end = got == 0;
    held += got;
    const std::size_t used = use(window.data(), held, end);
    if (used == 0 && end) break;
    std::memmove(window.data(), window.data() + used, held - used);
    held -= used;
  }
  std::fclose(file);
  return held == 0;
}

bool bare_libdeflate(const std::string& path) {
  auto* decompressor = libdeflate_alloc_decompressor();
  std::vector<char> out(4u << 20);
  return each_window(path, [&](const char* data, std::size_t size, bool end) {
    std::size_t used = 0;
    while (size - used > (end ? 0 : 1u << 20)) {
      std::size_t in = 0;
      std::size_t made = 0;
      if (libdeflate_gzip_decompress_ex(decompressor, data + used, size - used, out.data(), out.size(), &in,
                                        &made) != LIBDEFLATE_SUCCESS) {
        break;
      }
      used += in;
    }
    return used;
  });
}

bool bare_zlib(const std::string& path) {
  z_stream z{};
  inflateInit2(&z, 15 + 16);
  std::vector<unsigned char> out(1u << 16);
  return each_window(path, [&](const char* data, std::size_t size, bool) {
    z.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(data));
    z.avail_in = static_cast<unsigned>(size);
    while (z.avail_in != 0) {
      z.next_out = out.data();
      z.avail_out = static_cast<unsigned>(out.size());
      if (inflate(&z, Z_NO_FLUSH) == Z_STREAM_END) inflateReset(&z);
    }
    return size;
  });
}

// Inflate and deflate again, member by member: what a rewrite cannot go below.
bool bare_recode(const std::string& path) {
  auto* decompressor = libdeflate_alloc_decompressor();
  auto* compressor = libdeflate_alloc_compressor(6);
  std::vector<char> out(4u << 20);
  std::vector<char> again(5u << 20);
  return each_window(path, [&](const char* data, std::size_t size, bool end) {
    std::size_t used = 0;
    while (size - used > (end ? 0 : 1u << 20)) {
      std::size_t in = 0;
      std::size_t made = 0;
      if (libdeflate_gzip_decompress_ex(decompressor, data + used, size - used, out.data(), out.size(), &in,
                                        &made) != LIBDEFLATE_SUCCESS) {
        break;
      }
      libdeflate_gzip_compress(compressor, out.data(), made, again.data(), again.size());
      used += in;
    }
    return used;
  });
}

bool bare_zstd(const std::string& path) {
  ZSTD_DCtx* context = ZSTD_createDCtx();
  ZSTD_DDict* dictionary = nullptr;
  std::vector<char> out(4u << 20);
  return each_window(path, [&](const char* data, std::size_t size, bool end) {
    std::size_t used = 0;
    while (size - used > (end ? 0 : 1u << 20)) {
      const std::size_t frame = ZSTD_findFrameCompressedSize(data + used, size - used);
      if (ZSTD_isError(frame) != 0) break;
      if (dictionary == nullptr) {
        const auto trained =
            bfa::decode_content(bfa::ContentCoding::kZstd, {data + used + 8, frame - 8}, 1u << 24);
        dictionary = ZSTD_createDDict(trained->data(), trained->size());
      } else {
        ZSTD_decompress_usingDDict(context, out.data(), out.size(), data + used, frame, dictionary);
      }
      used += frame;
    }
    return used;
  });
}

bool iterate(const std::string& path, bool check) {
  bfa::WarcReadOptions options;
  options.check_digests = check;
  const auto reader = bfa::WarcReader::open(bfa::posix_file_system(), path, options);
  if (!reader) return false;
  for (;;) {
    const auto record = (*reader)->next();
    if (!record) return false;
    if (*record == nullptr) return (*reader)->findings().empty();
  }
}

bool index(const std::string& path) {
  return bfa::cdxj_lines(bfa::posix_file_system(), path).has_value();
}

bool rewrite(const std::string& path, int threads) {
  bfa::WarcRewriteOptions options;
  options.threads = threads;
  std::filesystem::remove(path + ".again");
  const auto done = bfa::rewrite_warc(bfa::posix_file_system(), path, path + ".again", options);
  return done && done->findings.empty();
}

void run(const std::string& folder) {
  const std::string gz = folder + "/set.warc.gz";
  const std::string plain = folder + "/set.warc";
  const std::string zst = folder + "/set.warc.zst";
  for (const auto& path : {plain, gz, zst}) {
    std::printf("%s: %.1f MB\n", path.substr(path.rfind('/') + 1).c_str(),
                static_cast<double>(std::filesystem::file_size(path)) / 1e6);
  }
  const Cost inflate = measure([&] { return bare_libdeflate(gz); });
  const double base = inflate.cpu;
  report("bare libdeflate inflate", inflate, base);
  report("bare zlib inflate", measure([&] { return bare_zlib(gz); }), base);
  report("gz iterate            (goal 1.40)", measure([&] { return iterate(gz, false); }), base);
  report("gz verify             (goal 3.10)", measure([&] { return iterate(gz, true); }), base);
  report("plain iterate         (goal 0.32)", measure([&] { return iterate(plain, false); }), base);
  report("CDXJ                  (goal 3.20)", measure([&] { return index(gz); }), base);
  const Cost recode = measure([&] { return bare_recode(gz); });
  report("bare inflate + deflate", recode, recode.cpu);
  report("rewrite gz to gz      (goal 1.15)", measure([&] { return rewrite(gz, 1); }), recode.cpu);
  report("rewrite, two threads", measure([&] { return rewrite(gz, 2); }), recode.cpu);
  const Cost unzstd = measure([&] { return bare_zstd(zst); });
  report("bare zstd", unzstd, unzstd.cpu);
  report("zstd iterate          (goal 1.50)", measure([&] { return iterate(zst, false); }), unzstd.cpu);
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t megabytes = 64;
  std::string keep;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument.starts_with("--mb=")) megabytes = std::strtoull(argv[i] + 5, nullptr, 10);
    if (argument.starts_with("--keep=")) keep = argument.substr(7);
  }
  const bfa::test::TemporaryDirectory temporary;
  const std::string folder = keep.empty() ? temporary.path() : keep;
  std::filesystem::create_directories(folder);
  for (const auto packing : {bfa::WarcPacking::kPlain, bfa::WarcPacking::kGzip, bfa::WarcPacking::kZstd}) {
    if (std::filesystem::exists(folder + "/set" + std::string(bfa::warc_suffix(packing)))) continue;
    const Cost made = measure([&] { return make_set(folder, packing, megabytes * 1'000'000); });
    report(("write " + std::string(bfa::warc_suffix(packing))).c_str(), made, 0);
    if (!made.ok) return 1;
  }
  run(folder);
  return 0;
}
