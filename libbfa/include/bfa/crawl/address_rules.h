// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/crawlmodel/step_result.h"
#include "bfa/store/archive.h"

namespace bfa {

// What a removal is about. kUrl: one address in all its spellings (fetch_dedup_key). kPrefix: all addresses
// that begin so. kBlog: all addresses in the folder of a blog's home page, and all that its crawls fetched.
enum class RemovalForm : std::uint8_t { kUrl, kPrefix, kBlog };
// "url", "prefix", "blog".
BFA_EXPORT std::string_view removal_form_name(RemovalForm form);

// A removal as the archive remembers it: a decision of the kind "tombstone", and one of the kind "block" as
// long as the address is blocked.
struct Removal {
  RemovalForm form = RemovalForm::kUrl;
  std::string address;  // as it was given
  std::string reason;   // for people, one line
  UtcTime time{};
  bool blocked = true;      // false: `bfa remove --undo` lifted the block
  std::string detail_json;  // what was removed (docs/formats/store.md); may be empty
};

// The addresses that crawls, imports and rebuilds leave out: what was removed, and the expressions that a
// user gave for a blog. Immutable, so thread-safe.
class BFA_EXPORT AddressRules {
 public:
  // From the decisions that hold (Archive::decisions). Errors: kInvalidArgument (an expression), kCorrupt (a
  // decision that cannot be read).
  static Result<std::shared_ptr<const AddressRules>> make(const std::vector<Decision>& decisions);
  ~AddressRules();

  // The removal that blocks an address of a blog; null when none does. `blog`: home URL, may be empty.
  const Removal* blocks(std::string_view blog, std::string_view url) const;
  // The removal that an address is remembered by, blocked or not; the newest one. Null: none.
  const Removal* tombstone(std::string_view blog, std::string_view url) const;
  const std::vector<Removal>& removals() const { return removals_; }  // oldest first

  // Why a task must not be done: its address is blocked (id "blocked") or left out by an expression (id
  // "left_out"). Expressions never concern robots.txt and the home page; --include only pages.
  std::optional<Finding> refuses(const CrawlTask& task) const;

  // Drops what a step learned about blocked addresses from other pages: objects, comments of them.
  void drop_blocked(StepResult& result) const;

  // True when a decision says that the page at this address is a post: what a package of one post knows, and
  // its captures alone do not show.
  bool is_known_post(std::string_view url) const;

  // True when something is blocked.
  bool any_blocked() const { return any_blocked_; }

 private:
  struct Impl;
  AddressRules();
  std::vector<Removal> removals_;
  bool any_blocked_ = false;
  std::unique_ptr<Impl> impl_;
};

// "removed on 2026-01-31T10:00:00Z: REASON".
BFA_EXPORT std::string removal_sentence(const Removal& removal);

// The decisions that record a removal: a tombstone, and a block (with an empty value it lifts the block).
BFA_EXPORT Decision tombstone_decision(const Removal& removal);
BFA_EXPORT Decision block_decision(const Removal& removal);

// The decision that the page at an address is a post.
BFA_EXPORT Decision known_post_decision(const std::string& url, const std::string& reason, UtcTime time);

// An expression that a user gave for a blog: addresses that match are left out (exclude), or all pages that
// match none of them (include).
struct AddressPattern {
  bool include = false;
  std::string blog;        // home URL
  std::string expression;  // RE2
  UtcTime time{};
};
// `lift`: the expression no longer holds.
BFA_EXPORT Decision pattern_decision(const AddressPattern& pattern, bool lift);
// The expressions among decisions. Errors: kInvalidArgument (one that cannot be compiled).
BFA_EXPORT Result<std::vector<AddressPattern>> address_patterns(const std::vector<Decision>& decisions);
// Errors: kInvalidArgument with the expression and what is wrong with it.
BFA_EXPORT Status check_pattern(const std::string& expression);

}  // namespace bfa
