// SPDX-License-Identifier: Apache-2.0
// Crawls a blog into the program's own sink: each result is seen as it comes, nothing is written to disk.
// Usage: crawl_into_sink HOME [--allow-private]
#include <bfa/crawl/crawl.h>
#include <bfa/crawl/memory.h>
#include <bfa/http/fetcher.h>

#include <cstdio>
#include <cstring>

namespace {

// Keeps the crawl's state in memory and prints what it is given. Put your own store's calls here.
class PrintingSink : public bfa::MemoryCrawl {
 public:
  bfa::Result<bfa::Committed> commit(bfa::StepResult result) override {
    for (const auto& seen : result.objects) {
      const bfa::DataObject& object = seen.object;
      std::printf("%s %s\n  %s\n", std::string(bfa::kind_name(object.kind)).c_str(), object.url.c_str(),
                  object.title.c_str());
    }
    return bfa::MemoryCrawl::commit(std::move(result));
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::fprintf(stderr, "usage: crawl_into_sink HOME [--allow-private]\n"), 2;
  const bool is_local = argc > 2 && std::strcmp(argv[2], "--allow-private") == 0;
  bfa::NetworkOptions network;
  network.from = "archive@blog.example";  // say who you are
  network.allow_private = is_local;
  if (is_local) network.delay = std::chrono::milliseconds(0);
  auto fetcher = bfa::make_network_fetcher(network);
  if (!fetcher) return std::fprintf(stderr, "%s\n", bfa::to_string(fetcher.error()).c_str()), 1;

  PrintingSink sink;
  const auto reports = bfa::crawl_into(sink, sink.view(), sink, **fetcher, {argv[1]}, {});
  if (!reports) return std::fprintf(stderr, "%s\n", bfa::to_string(reports.error()).c_str()), 1;
  for (const auto& report : *reports) {
    if (report.error) return std::fprintf(stderr, "%s\n", bfa::to_string(*report.error).c_str()), 1;
    std::printf("%llu posts, %llu requests\n", static_cast<unsigned long long>(report.posts),
                static_cast<unsigned long long>(report.requests));
  }
  return 0;
}
