// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "bfa/io/sink.h"
#include "io/gzip_encoder.h"

namespace bfa {

// Packs what is written as one gzip member: libxml2, on which many readers of XML are built, reads packed
// files of one member only. Equal writes give equal bytes. Not thread-safe.
class GzipSink : public Sink {
 public:
  // `next` must outlive it. Errors: kIo (memory).
  static Result<std::unique_ptr<GzipSink>> make(Sink& next);
  Status write(std::span<const std::byte> src) override;
  Status finish() override;  // does not finish `next`

 private:
  GzipSink(Sink& next, std::unique_ptr<GzipEncoder> encoder) : next_(next), encoder_(std::move(encoder)) {}
  Status pass_on(std::size_t at_least);

  Sink& next_;
  const std::unique_ptr<GzipEncoder> encoder_;
  std::string packed_;  // and not passed on yet
};

}  // namespace bfa
