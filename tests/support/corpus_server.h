// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "corpus_files.h"

namespace bfa::test {

// An HTTP/1.1 server on 127.0.0.1 and a free port: one thread, epoll, answers from memory. It understands
// absolute-form request lines, so that a client can use it as a proxy. GET and HEAD; keep-alive;
// If-None-Match. For tests and measurements: it costs little beside the client.
class CorpusServer {
 public:
  // Of a folder with one folder per host (see corpus_files.h).
  explicit CorpusServer(const std::string& folder);
  explicit CorpusServer(std::unique_ptr<AnswerSource> source);
  ~CorpusServer();
  CorpusServer(const CorpusServer&) = delete;
  CorpusServer& operator=(const CorpusServer&) = delete;

  int port() const;
  // Answers requests on the caller's thread until stop() is called.
  void run();
  // From any thread or a signal handler.
  void stop() noexcept;
  std::uint64_t requests() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bfa::test
