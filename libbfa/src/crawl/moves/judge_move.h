// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bfa/object/data_object.h"
#include "crawl/moves/text_print.h"

namespace bfa {

// One side of a possible move: an object, with what is compared of it.
struct MoveSide {
  explicit MoveSide(DataObject stored);

  DataObject object;
  TextPrint text;
  std::string title;       // the form in which titles are compared; empty: it has none
  std::string slug;        // the last segment of its path, without extension; empty: it says nothing
  UtcTime first_seen{};    // when the address first gave the object
  UtcTime last_seen{};     // of the old address: when it last did, before it said anything else
  UtcTime last_changed{};  // when the state in `object` was first seen
};

// What is known of the old address.
enum class MoveEvidence : std::uint8_t {
  kSentOn,     // it redirects to the new address, by HTTP or by a page
  kCanonical,  // its page names the new address as the canonical one
  kLeft,       // it answers 404 or 410, or redirects to an address that does not show the object
};

struct MoveJudgement {
  bool moved = false;
  double strength = 0;  // to choose among several that may have moved: greater is better
  std::string_view reason;
};

// True when the publication dates can be the same day; `known`: both are known.
bool same_day(const DataObject& a, const DataObject& b, bool& known);

// Decides whether the object at `now` is the one that stood at `old`, under another address. `evidence` says
// what the old address answers. The new address must not have shown the object while the old one did: two
// addresses that give the same text at one time are copies. For kSentOn it is enough that the old one did not
// change after the new one appeared. A pure function, thread-safe. docs/crawl.md, "Moved", has the
// rules.
MoveJudgement judge_move(const MoveSide& old, const MoveSide& now, MoveEvidence evidence);

}  // namespace bfa
