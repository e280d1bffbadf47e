// SPDX-License-Identifier: Apache-2.0
#include "bfa/object/filters.h"

#include "base/guard.h"

namespace bfa {
namespace {

constexpr std::string_view kPingbackName = "pingback";

}  // namespace

std::string comment_type(const DataObject& object) {
  return guarded_or_empty([&]() -> std::string {
    if (object.kind != ObjectKind::kComment) return {};
    const auto type = object.attributes.find("comment_type");
    return type == object.attributes.end() ? std::string() : type->second;
  });
}

ObjectKind listed_kind(const DataObject& object) {
  return listed_kind(object.kind, comment_type(object));
}

ObjectKind listed_kind(ObjectKind kind, std::string_view comment_type) {
  return kind == ObjectKind::kComment && !comment_type.empty() ? kPingback : kind;
}

ObjectKind stored_kind(ObjectKind listed) {
  return listed == kPingback ? ObjectKind::kComment : listed;
}

std::string shown_kind(const DataObject& object) {
  return shown_kind(object.kind, comment_type(object));
}

std::string shown_kind(ObjectKind kind, std::string_view comment_type) {
  return guarded_or_empty([&] {
    return std::string(listed_kind(kind, comment_type) == kPingback ? comment_type : listed_kind_name(kind));
  });
}

std::string comment_words(std::string_view comment_type, bool has_author) {
  return guarded_or_empty([&] {
    const bool comment = comment_type.empty();
    const std::string name = comment ? "Comment" : comment_type == "trackback" ? "Trackback" : "Pingback";
    return name + (!has_author ? " on " : comment ? " by " : " from ");
  });
}

std::string_view listed_kind_name(ObjectKind kind) {
  return kind == kPingback ? kPingbackName : kind_name(kind);
}

std::optional<ObjectKind> parse_listed_kind(std::string_view name) {
  return name == kPingbackName ? std::optional(kPingback) : parse_kind(name);
}

std::optional<Verdict> parse_listed_verdict(std::string_view name) {
  for (const Verdict verdict :
       {Verdict::kNew, Verdict::kContent, Verdict::kGone, Verdict::kBack, Verdict::kMoved}) {
    if (verdict_name(verdict) == name) return verdict;
  }
  return std::nullopt;
}

}  // namespace bfa
