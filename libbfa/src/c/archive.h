// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "bfa/c/archive.h"
#include "bfa/search/catalogue.h"
#include "bfa/store/archive.h"
#include "c/handle.h"

struct bfa_archive : bfa::CHandle<bfa::HandleKind::kArchive> {
  std::unique_ptr<bfa::Archive> archive;
  bool writable = false;
};

namespace bfa {

// Which objects a program asks for.
struct ObjectChoice {
  ObjectQuery query;
  ObjectFilter belongs;  // of a host with several blogs; empty: all

  bool has(const ObjectSummary& summary) const {
    return !belongs || belongs(summary.latest.url, summary.latest.post);
  }
};

// The query of a program. Errors: kInvalidArgument, kNotFound (no such blog), those of the archive.
Result<ObjectChoice> choice_of(const Archive& archive, const bfa_object_query* query);
// What the members `blog` and `blog_host` of a query mean; `name`: of its structure. Errors: the same.
Result<BlogFilter> blog_filter_of(const Archive& archive, const char* blog, const char* blog_host,
                                  const char* name);
// A log hook that calls the program; empty for none.
LogHook log_of(bfa_log_fn log, void* user);

}  // namespace bfa
