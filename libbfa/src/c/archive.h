// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>

#include "bfa/c/archive.h"
#include "bfa/search/catalogue.h"
#include "bfa/store/archive.h"
#include "c/handle.h"

struct bfa_archive : bfa::CHandle<bfa::HandleKind::kArchive> {
  std::unique_ptr<bfa::Archive> archive;
  bool writable = false;
  std::atomic<bool> writing = false;             // a crawl or an import runs
  mutable std::atomic<std::size_t> cursors = 0;  // that read from it
};

namespace bfa {

// Counted as long as something reads from an archive.
class CursorCount {
 public:
  explicit CursorCount(const bfa_archive& archive) : cursors_(archive.cursors) { ++cursors_; }
  ~CursorCount() { --cursors_; }
  CursorCount(const CursorCount&) = delete;
  CursorCount& operator=(const CursorCount&) = delete;

 private:
  std::atomic<std::size_t>& cursors_;
};

// Claims an archive for the one call that may write to it at a time: another thread, and a callback of the
// call itself, are refused.
class WritingCall {
 public:
  explicit WritingCall(bfa_archive& archive) : archive_(archive), claimed_(!archive.writing.exchange(true)) {}
  ~WritingCall() {
    if (claimed_) archive_.writing = false;
  }
  WritingCall(const WritingCall&) = delete;
  WritingCall& operator=(const WritingCall&) = delete;

  // kUnavailable: another call has it.
  Status status() const {
    if (claimed_) return {};
    return Error{Code::kUnavailable, "another crawl or import is writing to the archive",
                 archive_.archive->directory(), -1};
  }

 private:
  bfa_archive& archive_;
  bool claimed_;
};

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
