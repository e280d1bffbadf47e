// SPDX-License-Identifier: Apache-2.0
// bench_replay ARCHIVE [PAGES]: how long the site of an archive takes for captured pages, beside the bare
// parser on the same pages in the same run. Archives of real pages: tests/browser/leak_archive. Times are
// wall and CPU of the thread, in ms.
#include <lexbor/html/parser.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "bfa/search/search_index.h"
#include "bfa/serve/archive_site.h"
#include "bfa/store/archive.h"

namespace {

double wall_ms() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

double cpu_ms() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

struct Times {
  std::vector<double> wall, cpu;

  void add(double wall_start, double cpu_start) {
    wall.push_back(wall_ms() - wall_start);
    cpu.push_back(cpu_ms() - cpu_start);
  }
  static double at(std::vector<double> values, double part) {
    std::sort(values.begin(), values.end());
    return values[std::min(values.size() - 1,
                           static_cast<std::size_t>(part * static_cast<double>(values.size())))];
  }
  void print(const char* name) const {
    std::printf("%-8s wall p50 %7.2f p95 %7.2f max %7.2f   CPU p50 %7.2f p95 %7.2f max %7.2f\n", name,
                at(wall, .5), at(wall, .95), at(wall, 1), at(cpu, .5), at(cpu, .95), at(cpu, 1));
  }
};

std::vector<bfa::IndexedCapture> pages_of(const bfa::SearchIndex& index, std::size_t most) {
  std::vector<bfa::IndexedCapture> pages;
  bfa::CaptureRange all;
  all.last = "~";
  const auto listed = index.for_each_capture(all, [&](const bfa::IndexedCapture& capture) {
    if (capture.mime == "text/html" && capture.redirect.empty()) pages.push_back(capture);
    return true;
  });
  if (!listed || pages.empty()) return {};
  std::vector<bfa::IndexedCapture> chosen;
  const std::size_t step = std::max<std::size_t>(1, pages.size() / most);
  for (std::size_t at = 0; at < pages.size(); at += step) chosen.push_back(pages[at]);
  return chosen;
}

void parse_bare(const std::string& page) {
  lxb_html_document_t* document = lxb_html_document_create();
  lxb_html_document_parse(document, reinterpret_cast<const lxb_char_t*>(page.data()), page.size());
  lxb_html_document_destroy(document);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const auto archive = bfa::Archive::open(argv[1], {});
  if (!archive) return 1;
  const auto index = bfa::SearchIndex::open(**archive);
  if (!index) return 1;
  const auto pages = pages_of(**index, argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 500);
  bfa::ArchiveSiteOptions options;
  options.archive = argv[1];
  const auto site = bfa::make_archive_site(options);
  if (!site || pages.empty()) return 1;
  Times shown, bare;
  std::size_t bytes = 0, failed = 0;
  for (const auto& page : pages) {
    bfa::Findings findings;
    const auto exchange = (*archive)->view().load(page.sequence);
    if (!exchange) return 1;
    const auto body = bfa::decoded_body(*exchange, 64u << 20, findings);
    if (!body) return 1;
    bytes += body->size();
    bfa::ServeRequest request;
    request.target = "/web/" + bfa::format_cdx_time(page.time) + "/" + page.url;
    request.origin = "http://127.0.0.1:80";
    const double wall = wall_ms(), cpu = cpu_ms();
    const auto reply = (*site)->answer(request);
    shown.add(wall, cpu);
    failed += reply.status == 200 ? 0 : 1;
    const double bare_wall = wall_ms(), bare_cpu = cpu_ms();
    parse_bare(*body);
    bare.add(bare_wall, bare_cpu);
  }
  std::printf("%zu pages, %.1f kB on average, %zu not shown\n", pages.size(),
              static_cast<double>(bytes) / 1e3 / static_cast<double>(pages.size()), failed);
  shown.print("/web/");
  bare.print("parser");
  return failed == 0 ? 0 : 1;
}
