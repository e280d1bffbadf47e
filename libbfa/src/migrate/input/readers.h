// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/migrate/capture_input.h"

namespace bfa {

// One reader for each format; see read_captures().
Status read_warc_unit(FileSystem& fs, const CaptureUnit& unit, const CaptureVisitor& visitor);
Status read_arc_unit(FileSystem& fs, const CaptureUnit& unit, const CaptureInputOptions& options,
                     const CaptureVisitor& visitor);
Status read_har_unit(FileSystem& fs, const CaptureUnit& unit, const CaptureInputOptions& options,
                     const CaptureVisitor& visitor);
Status read_tree_unit(FileSystem& fs, const CaptureUnit& unit, const CaptureInputOptions& options,
                      const CaptureVisitor& visitor);

// Calls the functions that the visitor has.
class Emitter {
 public:
  Emitter(const CaptureVisitor& visitor, std::string source)
      : visitor_(visitor), source_(std::move(source)) {}

  Status record(MigratedRecord record) const {
    return visitor_.record ? visitor_.record(std::move(record)) : Status();
  }
  void note(MigrationNote::Kind kind, const char* id, std::string message, std::string url = {}) const {
    if (visitor_.note) visitor_.note({kind, id, std::move(message), source_, std::move(url)});
  }
  void page(CapturePage page) const {
    if (visitor_.page) visitor_.page(std::move(page));
  }
  const std::string& source() const { return source_; }

 private:
  const CaptureVisitor& visitor_;
  std::string source_;
};

}  // namespace bfa
