// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "bfa/base/result.h"

namespace bfa {

// The bytes that make `text` out of `base`, by zstd with `base` as its prefix, with a check sum. Near-equal
// texts give few bytes. Errors: kIo (no memory), kUnsupported (too large for a window of zstd). Thread-safe.
// Source: the zstd manual, ZSTD_CCtx_refPrefix.
Result<std::string> make_delta(std::string_view base, std::string_view text);

// The text again. Errors: kCorrupt when `delta` is damaged or was made with another base. Thread-safe.
Result<std::string> apply_delta(std::string_view base, std::string_view delta);

}  // namespace bfa
