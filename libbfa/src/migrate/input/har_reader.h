// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "bfa/io/source.h"

namespace bfa {

using HarJson = nlohmann::json;

// The content of a HAR file, one part at a time.
struct HarVisitor {
  std::function<void(const std::string& name, const HarJson& value)> about;  // creator, browser, version
  std::function<void(const HarJson& page)> page;
  std::function<Status(const HarJson& entry)> entry;
};

// Reads a HAR file as a stream: only one entry is in memory at a time. Entries before damage are passed to
// the visitor. Errors: kCorrupt and kTruncated with the offset; kLimit when one part passes `max_part_bytes`
// or is nested too deeply; kUnsupported when there is no "log" with "entries"; kIo; those of the visitor.
// Source: HAR 1.2.
Status read_har(Source& source, std::uint64_t max_part_bytes, const HarVisitor& visitor);

}  // namespace bfa
