// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bfa/base/export.h"
#include "bfa/base/time.h"
#include "bfa/object/data_object.h"
#include "bfa/object/version.h"

namespace bfa {

// What filters by kind and by time mean, in every list and every search.

// The kinds that lists and filters distinguish. A pingback or a trackback is stored as a comment with the
// attribute "comment_type", so that it keeps its key; for people it is no comment. All filters by kind follow
// these rules: kComment means comments proper, kPingback means pingbacks and trackbacks. No object has the
// kind kPingback.
inline constexpr auto kPingback = static_cast<ObjectKind>(6);

// "pingback" or "trackback"; empty of all else.
BFA_EXPORT std::string comment_type(const DataObject& object);
// The kind of a filter that takes this object.
BFA_EXPORT ObjectKind listed_kind(const DataObject& object);
BFA_EXPORT ObjectKind listed_kind(ObjectKind kind, std::string_view comment_type);
// The kind under which its objects are stored: object_key() of it.
BFA_EXPORT ObjectKind stored_kind(ObjectKind listed);
// What people read as the kind: "post", "comment", "pingback", "trackback".
BFA_EXPORT std::string shown_kind(const DataObject& object);
BFA_EXPORT std::string shown_kind(ObjectKind kind, std::string_view comment_type);
// How a comment without a title is called, before its author: "Comment by ", "Pingback from ", "Trackback
// from "; when its author is not known, before its post: "Comment on ", "Pingback on ", "Trackback on ".
BFA_EXPORT std::string comment_words(std::string_view comment_type, bool has_author);
// The names of filters: "blog", "feed", "post", "page", "comment", "pingback".
BFA_EXPORT std::string_view listed_kind_name(ObjectKind kind);
BFA_EXPORT std::optional<ObjectKind> parse_listed_kind(std::string_view name);

// The verdicts that versions in lists have, and filters by verdict: "new", "content" (an edit), "gone",
// "back", "moved". Nothing for others.
BFA_EXPORT std::optional<Verdict> parse_listed_verdict(std::string_view name);

// What a date means that a person gives as a bound: its beginning as the first one, all of it as the last
// one. "until 2026-04" takes all of April, "at 2026-04-30" is the end of that day, and a whole second is all
// of the second, as captures have microseconds that nobody writes.

// The first instant after all that the date says. Thread-safe.
BFA_EXPORT UtcTime end_of(const Timestamp& date);
// The last instant, in microseconds, of what it says. Thread-safe.
BFA_EXPORT UtcTime last_instant_of(const Timestamp& date);

}  // namespace bfa
