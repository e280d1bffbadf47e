// SPDX-License-Identifier: Apache-2.0
// corpus_server FOLDER: serves FOLDER/<host>/ by Host header on 127.0.0.1 (tests/support/corpus_server.h).
// Prints the port as one line on stdout and ends at SIGTERM or SIGINT.
#include <csignal>
#include <cstdio>

#include "corpus_server.h"

namespace {

bfa::test::CorpusServer* running = nullptr;

void on_signal(int) {
  running->stop();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::fprintf(stderr, "usage: corpus_server FOLDER\n"), 2;
  bfa::test::CorpusServer server(argv[1]);
  running = &server;
  std::signal(SIGTERM, on_signal);
  std::signal(SIGINT, on_signal);
  std::printf("%d\n", server.port());
  std::fflush(stdout);
  server.run();
  return 0;
}
