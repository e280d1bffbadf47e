// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/warc/cdx_writer.h"

namespace bfa {

// The title of an HTML capture, from the beginning of its body; empty when it has no title there.
// Thread-safe.
std::string page_title(const CdxCapture& capture);

}  // namespace bfa
