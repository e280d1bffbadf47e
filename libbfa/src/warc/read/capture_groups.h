// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/warc/record.h"

namespace bfa {

// True for the record that a capture is about: response, revisit or resource.
bool is_main_record(WarcType type);

// The ids of WARC-Concurrent-To fields, without < >.
std::vector<std::string> concurrent_to(const WarcHeader& header);

// Tells where the records of one capture end and those of the next begin, of records that stand side by side:
// what names another of them (Concurrent-To, Segment-Origin-ID), and requests and metadata of the same URL
// and date, belong together. A warcinfo record stands alone. Memory: the ids of one capture.
class CaptureGroups {
 public:
  // True when this record, the next one, begins another capture.
  bool begins(const WarcHeader& header);
  // True when some record of the current capture has this id.
  bool holds(const std::string& id) const;

 private:
  bool belongs(const WarcHeader& header) const;

  std::vector<std::string> ids_, named_;  // of its records; named by them
  std::string url_, date_;
  bool open_ = false, has_main_ = false;
};

}  // namespace bfa
