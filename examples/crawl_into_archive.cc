// SPDX-License-Identifier: Apache-2.0
// Crawls a blog into an archive folder: WARC files, and a store of objects with versions. Run it again later:
// then only what is new or changed is fetched. Usage: crawl_into_archive FOLDER HOME [--allow-private]
#include <bfa/crawl/replay.h>

#include <cstdio>
#include <cstring>

int main(int argc, char** argv) {
  if (argc < 3) return std::fprintf(stderr, "usage: crawl_into_archive FOLDER HOME [--allow-private]\n"), 2;
  const auto fail = [](const bfa::Error& error) {
    return std::fprintf(stderr, "%s\n", bfa::to_string(error).c_str()), 1;
  };
  bfa::NetworkOptions network;
  network.from = "archive@blog.example";  // say who you are
  network.allow_private = argc > 3 && std::strcmp(argv[3], "--allow-private") == 0;
  if (network.allow_private) network.delay = std::chrono::milliseconds(0);
  bfa::ArchiveOptions options;
  options.mode = bfa::ArchiveOptions::Mode::kWrite;
  options.create = true;

  const auto archive = bfa::open_archive(argv[1], options);
  if (!archive) return fail(archive.error());
  const auto fetcher = bfa::make_network_fetcher(network);
  if (!fetcher) return fail(fetcher.error());
  const auto reports = bfa::crawl_blogs(**archive, **fetcher, {argv[2]}, {});
  if (!reports) return fail(reports.error());
  if (const auto closed = (*archive)->close(); !closed) return fail(closed.error());
  for (const auto& report : *reports) {
    if (report.error) return fail(*report.error);
    std::printf("%llu posts, %llu new objects, %llu changed\n", static_cast<unsigned long long>(report.posts),
                static_cast<unsigned long long>(report.created),
                static_cast<unsigned long long>(report.changed));
  }
  return 0;
}
