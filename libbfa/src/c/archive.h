// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "bfa/c/archive.h"
#include "bfa/store/archive.h"
#include "c/handle.h"

struct bfa_archive : bfa::CHandle<bfa::HandleKind::kArchive> {
  std::unique_ptr<bfa::Archive> archive;
  bool writable = false;
};

namespace bfa {

// The query of a program. Errors: kInvalidArgument.
Result<ObjectQuery> query_of(const bfa_object_query* query);
// A log hook that calls the program; empty for none.
LogHook log_of(bfa_log_fn log, void* user);

}  // namespace bfa
