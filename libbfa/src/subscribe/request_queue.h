// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/io/file_system.h"
#include "bfa/subscribe/run.h"

namespace bfa {

// Requests to a run: files in the archive's folder `queue`, whose lock the run holds. Each file is JSON with
// "v" 1, the subscriptions to add and, if they are asked for, "end", "poll" and "retry". Names give the
// order.
std::string queue_directory(const std::string& archive);

bool is_request(const std::string& name);

// One request; durable when it returns. Errors: kIo.
Status put_request(FileSystem& fs, const std::string& archive, const RunRequest& wanted);

struct Request {
  std::string path;
  RunRequest wanted;
};
// The requests that wait, oldest first. A file that is none is renamed to NAME.bad, and is a finding. Errors:
// kIo.
Result<std::vector<Request>> waiting_requests(FileSystem& fs, const std::string& archive, Findings& findings);

}  // namespace bfa
