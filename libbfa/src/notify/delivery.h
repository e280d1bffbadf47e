// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "bfa/notify/notifier.h"

namespace bfa::notify {

// A line that waits, with its id.
struct WaitingLine {
  std::string json, id;
};

// What became of a batch.
struct Delivery {
  std::optional<Error> error;  // nothing: it was acknowledged
  bool ended = false;          // the receiver wants no more
  std::optional<std::chrono::milliseconds> retry_after;
};

// Runs the command with the lines on its standard input. Its output is dropped; the end of what it writes on
// standard error stands in the message. It runs in a process group of its own, which is killed at the limit
// and at a stop. It need not read its input: its exit code counts.
Delivery run_command(const std::string& command, const std::string& lines, std::chrono::milliseconds limit,
                     const std::stop_token& stop);

// Posts the lines to the hook, signed when it has a secret.
Delivery post_lines(const NotifySink& sink, const NotifyOptions& options,
                    const std::vector<WaitingLine>& lines, const std::stop_token& stop);

}  // namespace bfa::notify
