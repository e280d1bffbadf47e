// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "bfa/io/source.h"

namespace bfa {

// A raw deflate stream (RFC 1951), as in zip files, decoded while reading. `inner` must outlive it. Errors:
// as make_decoding_source.
Result<std::unique_ptr<Source>> make_raw_inflate_source(Source& inner);

}  // namespace bfa
