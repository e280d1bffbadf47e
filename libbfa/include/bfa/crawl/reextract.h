// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bfa/crawl/step.h"
#include "bfa/extract/rules.h"
#include "bfa/store/archive.h"

namespace bfa {

struct ReextractOptions {
  std::vector<std::string> blogs;     // home URLs; empty: all
  bool write = false;                 // false: only report what would differ
  bool relearn = false;               // first learn the blog's rules again, from stored pages
  std::size_t max_learn_pages = 150;  // read to learn, in addition to the feeds' own; evenly spread
  StepOptions step;
};

struct ReextractReport {
  std::uint64_t pages = 0;  // stored pages that were read again
  std::uint64_t same = 0, changed = 0, added = 0;
  std::uint64_t learned = 0;                    // templates
  std::map<std::string, std::uint64_t> fields;  // name: in how many objects it differs
};

// Called for each object that differs; `change` is absent for a new one.
using ReextractVisitor = std::function<void(const DataObject& object, const std::optional<Change>& change)>;

// Extracts the last stored capture of each page of the blogs again, with the current rules and pins, and
// compares with the last version. With `write` each difference becomes a new version of the same instant;
// the steps are recorded, so that a rebuild repeats them. Pages in URL order. Errors: kNotFound (a blog),
// kInvalidArgument (the strategy), kIo, kCorrupt.
BFA_EXPORT Result<ReextractReport> reextract(Archive& archive, const ReextractOptions& options,
                                             const ReextractVisitor& visit);

// Explains the extraction from the last stored capture of `url` by the current rules of its blog. Errors:
// kNotFound, kUnsupported (no HTML), kInvalidArgument (the strategy), kIo, kCorrupt.
BFA_EXPORT Result<PageExplanation> explain_stored(const Archive& archive, const BlogState& blog,
                                                  const std::string& url, const StepOptions& options);

// Replaces the blog's pinned rules by `pins`: a new version of its template, recorded in WARC as a step, so
// that a rebuild finds it. The archive is open for writing. Errors: kNotFound, kIo.
BFA_EXPORT Result<Template> pin_rules(Archive& archive, const BlogState& blog,
                                      const std::vector<FieldRule>& pins);

// Applies one rule to the last stored captures of the blog's pages, in URL order, until `visit` returns
// false. Errors: kIo, kCorrupt.
BFA_EXPORT Status try_rule_on_stored(
    const Archive& archive, const BlogState& blog, const FieldRule& rule, const StepOptions& options,
    const std::function<bool(const std::string& url, const RuleTrial&)>& visit);

}  // namespace bfa
