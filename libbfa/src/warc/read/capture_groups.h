// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/warc/record.h"

namespace bfa {

// True for the main record of a capture: response, revisit or resource.
bool is_main_record(WarcType type);

// The ids of WARC-Concurrent-To fields, without < >.
std::vector<std::string> concurrent_to(const WarcHeader& header);

// Groups adjacent records by capture: records that name another of the group (Concurrent-To,
// Segment-Origin-ID), and requests and metadata of the same URL and date. A warcinfo record is a separate
// group. Memory: the ids of one capture.
class CaptureGroups {
 public:
  // Adds the next record; true if it begins another capture.
  bool begins(const WarcHeader& header);
  // True if a record of the current capture has this id.
  bool holds(const std::string& id) const;

 private:
  bool belongs(const WarcHeader& header) const;

  std::vector<std::string> ids_, named_;  // of its records; named by them
  std::string url_, date_;
  bool open_ = false, has_main_ = false;
};

}  // namespace bfa
