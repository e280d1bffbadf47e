// SPDX-License-Identifier: Apache-2.0
// news_server BLOGS POSTS_PER_SECOND: serves blogs that publish all the time (tests/support/news_blogs.h) on
// 127.0.0.1. Prints the port as one line on stdout and ends at SIGTERM or SIGINT.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "corpus_server.h"
#include "news_blogs.h"

namespace {

bfa::test::CorpusServer* running = nullptr;

void on_signal(int) {
  running->stop();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return std::fprintf(stderr, "usage: news_server BLOGS POSTS_PER_SECOND\n"), 2;
  bfa::Clock& clock = bfa::system_clock();
  bfa::test::CorpusServer server(std::make_unique<bfa::test::NewsBlogs>(
      std::strtoull(argv[1], nullptr, 10), std::strtod(argv[2], nullptr), clock.now(), clock));
  running = &server;
  std::signal(SIGTERM, on_signal);
  std::signal(SIGINT, on_signal);
  std::printf("%d\n", server.port());
  std::fflush(stdout);
  server.run();
  return 0;
}
