// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "bfa/io/sink.h"

namespace bfa {

// Packs what is written, as gzip members of 1 MiB each: any program for gzip reads them as one file. Equal
// writes give equal bytes. Not thread-safe. `next` must outlive it.
class GzipSink : public Sink {
 public:
  explicit GzipSink(Sink& next) : next_(next) {}
  Status write(std::span<const std::byte> src) override;
  Status finish() override;  // the last member; does not finish `next`

 private:
  Status member();
  Sink& next_;
  std::string waiting_;
};

}  // namespace bfa
