// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bfa/base/time.h"
#include "extract/rules/page_view.h"

namespace bfa {

// The instant of a civil time (kLocalTime) in each of the zones, with their offset; nothing when they give
// more than one, when there is none or more than one in a zone, when a name is not a zone of this system, and
// without a zone.
std::optional<Timestamp> instant_in(const std::vector<std::string>& zones, const Timestamp& time);

// True for a civil time that a learned zone may make an instant: not midnight, which often stands for an
// unknown time, and not before 1990, up to when the learned zones are only similar.
bool is_certain_clock(const Timestamp& time);

// Makes a local time of the page an instant, by the zone that the user gave, else by the learned zones, and
// notes the zone as rule "zone". Where the given zone contradicts the instant that the feed has of the same
// post, the feed is right. Other times do not change.
void settle_local_time(const PageView& view, std::optional<Timestamp>& time, Provenance& provenance);

// The same by the given zone and the feed only.
void settle_published(const PageInput& input, std::optional<Timestamp>& time, Provenance& provenance);

// The same by the given zone only: for comments, whose times no feed of posts has checked.
void settle_by_given_zone(const PageInput& input, std::optional<Timestamp>& time, Provenance& provenance);

// Of two spellings of one instant the one with an offset wins: `time` gets the offset of `other` if it has
// none itself.
void take_offset(std::optional<Timestamp>& time, const std::optional<Timestamp>& other);

}  // namespace bfa
