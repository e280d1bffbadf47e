// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "bfa/base/result.h"

struct archive;

namespace bfa {

// What went wrong last, as libarchive tells it. kIo is not among the codes: who feeds it knows of that.
Error error_of(archive* a);

struct FreeReader {
  void operator()(archive* a) const;
};
using ArchiveReader = std::unique_ptr<archive, FreeReader>;

}  // namespace bfa
