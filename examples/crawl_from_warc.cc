// SPDX-License-Identifier: Apache-2.0
// Crawls a blog with no network: every request is answered from WARC files.
// Usage: crawl_from_warc HOME WARC...
#include <bfa/crawl/crawl.h>
#include <bfa/crawl/memory.h>
#include <bfa/crawl/replay.h>

#include <cstdio>

int main(int argc, char** argv) {
  if (argc < 3) return std::fprintf(stderr, "usage: crawl_from_warc HOME WARC...\n"), 2;
  auto fetcher = bfa::make_warc_fetcher(bfa::posix_file_system(), {argv + 2, argv + argc});
  if (!fetcher) return std::fprintf(stderr, "%s\n", bfa::to_string(fetcher.error()).c_str()), 1;

  bfa::MemoryCrawl crawl;
  const auto reports = bfa::crawl_into(crawl, crawl.view(), crawl, **fetcher, {argv[1]}, {});
  if (!reports) return std::fprintf(stderr, "%s\n", bfa::to_string(reports.error()).c_str()), 1;
  for (const auto& report : *reports) {
    if (report.error) return std::fprintf(stderr, "%s\n", bfa::to_string(*report.error).c_str()), 1;
  }
  for (const auto& [key, version] : crawl.objects()) {
    const bfa::DataObject& object = version.object;
    if (object.kind != bfa::ObjectKind::kPost) continue;
    const auto date = object.published ? bfa::format_timestamp(*object.published) : "no date";
    std::printf("%s  %s\n  %s\n", date.c_str(), object.title.c_str(), object.url.c_str());
  }
  return 0;
}
