// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stop_token>

#include "c/handle.h"

struct bfa_stop : bfa::CHandle<bfa::HandleKind::kStop> {
  std::stop_source source;
};

namespace bfa {

// Ends a call when the program's stop says so, or a callback does.
class CallStop {
 public:
  // `stop` may be null; it must outlive this.
  explicit CallStop(const bfa_stop* stop) {
    if (stop != nullptr) forward_.emplace(stop->source.get_token(), Forward{&own_});
  }

  std::stop_token token() const { return own_.get_token(); }
  void request() { own_.request_stop(); }

 private:
  struct Forward {
    std::stop_source* to;
    void operator()() const { to->request_stop(); }
  };
  std::stop_source own_;
  std::optional<std::stop_callback<Forward>> forward_;
};

// A stop that a program may give. Errors: kInvalidArgument: it was freed.
inline Status require_stop(const bfa_stop* stop) {
  return stop == nullptr ? Status() : require({{stop, "stop"}});
}

}  // namespace bfa
