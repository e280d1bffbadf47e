// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/time.h"
#include "bfa/http/message.h"
#include "bfa/warc/cdx.h"
#include "bfa/warc/reader.h"

namespace bfa {

struct CdxjOptions {
  std::string filename;        // as it is to stand in the lines; empty: the last part of the path
  bool keep_www = false;       // "www." stays in keys: other servers' keys drop it
  bool post = true;            // the request goes into the key when it is not GET; see bfa/warc/post_query.h
  std::size_t body_bytes = 0;  // how much of the beginning of HTML bodies CdxCapture is to have
};

// A capture as it is indexed. Views live for the call.
struct CdxCapture {
  const CdxEntry& entry;
  UtcTime date;           // WARC-Date
  std::string_view body;  // HTML only: its first bytes, transfer coding removed, content coding kept
  const HttpHead* head;   // of the answer; null when there is no body, or no HTTP
};

// Calls `visit` for each capture of a WARC or ARC file: responses, revisits and resources with a URL and a
// date, in file order. An error of `visit` ends the reading. `findings`, when given: what was survived.
// Constant memory. Errors: kNotFound, kIo, kUnsupported, those of `visit`. Source: facts rules 38, 39.
BFA_EXPORT Status index_warc(FileSystem& fs, const std::string& path, const CdxjOptions& options,
                             const std::function<Status(const CdxCapture&)>& visit,
                             Findings* findings = nullptr);

// The CDXJ lines of one file, in file order: sort bytewise to serve them. Errors: kNotFound, kIo,
// kUnsupported.
BFA_EXPORT Result<std::vector<std::string>> cdxj_lines(FileSystem& fs, const std::string& path);

}  // namespace bfa
