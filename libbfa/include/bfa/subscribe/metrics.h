// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "bfa/base/export.h"
#include "bfa/subscribe/run.h"

namespace bfa {

// The state of a run in the text format 0.0.4 of Prometheus. Counters end in _total. Thread-safe.
BFA_EXPORT std::string metrics_text(const RunState& state);

// Answers GET /metrics with the last state that it was given. Thread-safe.
class BFA_EXPORT MetricsServer {
 public:
  virtual ~MetricsServer() = default;  // stops
  virtual void set(const RunState& state) = 0;
  virtual int port() const = 0;
};

// Listens at "ADDRESS:PORT", ":PORT" or "PORT"; without an address at 127.0.0.1. Errors: kInvalidArgument
// (not an address), kUnavailable (it cannot be had), kIo.
BFA_EXPORT Result<std::unique_ptr<MetricsServer>> serve_metrics(std::string_view address);

}  // namespace bfa
