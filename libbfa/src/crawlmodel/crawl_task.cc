// SPDX-License-Identifier: Apache-2.0
#include "bfa/crawlmodel/step_result.h"

#include <algorithm>

#include "bfa/crawlmodel/fetch_order.h"

namespace bfa {

std::string_view task_kind_name(TaskKind kind) {
  switch (kind) {
    case TaskKind::kRobots:
      return "robots";
    case TaskKind::kHome:
      return "home";
    case TaskKind::kFeed:
      return "feed";
    case TaskKind::kSitemap:
      return "sitemap";
    case TaskKind::kPage:
      return "page";
    case TaskKind::kCommentFeed:
      return "comment_feed";
    case TaskKind::kMedia:
      return "media";
    case TaskKind::kLearn:
      return "learn";
    case TaskKind::kExtract:
      return "extract";
    case TaskKind::kJoin:
      return "join";
    case TaskKind::kMove:
      return "move";
  }
  return "unknown";
}

std::string_view stage_name(Stage stage) {
  switch (stage) {
    case Stage::kRobots:
      return "robots";
    case Stage::kHome:
      return "home";
    case Stage::kFeed:
      return "feed";
    case Stage::kEntry:
      return "entry";
    case Stage::kLearn:
      return "learn";
    case Stage::kExtract:
      return "extract";
    case Stage::kPost:
      return "post";
    case Stage::kOther:
      return "other";
    case Stage::kMedia:
      return "media";
    case Stage::kRelearn:
      return "relearn";
    case Stage::kLate:
      return "late";
    case Stage::kJoin:
      return "join";
  }
  return "unknown";
}

std::string_view claim_kind_name(AddressClaim::Kind kind) {
  switch (kind) {
    case AddressClaim::Kind::kRedirect:
      return "redirect";
    case AddressClaim::Kind::kRefresh:
      return "refresh";
    case AddressClaim::Kind::kCanonical:
      return "canonical";
    case AddressClaim::Kind::kGone:
      return "gone";
  }
  return "unknown";
}

std::string_view outcome_name(Outcome outcome) {
  switch (outcome) {
    case Outcome::kDone:
      return "done";
    case Outcome::kNotModified:
      return "not_modified";
    case Outcome::kGone:
      return "gone";
    case Outcome::kDenied:
      return "denied";
    case Outcome::kRetry:
      return "retry";
    case Outcome::kFailed:
      return "failed";
    case Outcome::kDeferred:
      return "deferred";
    case Outcome::kTruncated:
      return "truncated";
    case Outcome::kSomethingElse:
      return "something_else";
  }
  return "unknown";
}

std::string_view fetch_order_name(FetchOrder order) {
  switch (order) {
    case FetchOrder::kNearest:
      return "nearest";
    case FetchOrder::kStage:
      return "stage";
    case FetchOrder::kBreadth:
      return "breadth";
  }
  return "unknown";
}

std::optional<FetchOrder> parse_fetch_order(std::string_view name) {
  for (const FetchOrder order : {FetchOrder::kNearest, FetchOrder::kStage, FetchOrder::kBreadth}) {
    if (fetch_order_name(order) == name) return order;
  }
  return std::nullopt;
}

std::optional<TaskKind> parse_task_kind(std::string_view name) {
  for (int i = static_cast<int>(TaskKind::kRobots); i <= static_cast<int>(TaskKind::kMove); ++i) {
    if (task_kind_name(static_cast<TaskKind>(i)) == name) return static_cast<TaskKind>(i);
  }
  return std::nullopt;
}

std::optional<Stage> parse_stage(std::string_view name) {
  for (int i = static_cast<int>(Stage::kRobots); i <= static_cast<int>(Stage::kJoin); ++i) {
    if (stage_name(static_cast<Stage>(i)) == name) return static_cast<Stage>(i);
  }
  return std::nullopt;
}

bool task_fetches(TaskKind kind) noexcept {
  return kind != TaskKind::kLearn && kind != TaskKind::kExtract && kind != TaskKind::kJoin &&
         kind != TaskKind::kMove;
}

bool stage_overlaps(Stage stage) noexcept {
  return stage >= Stage::kPost && stage <= Stage::kMedia;
}

std::optional<Outcome> parse_outcome(std::string_view name) {
  for (int i = static_cast<int>(Outcome::kDone); i <= static_cast<int>(Outcome::kSomethingElse); ++i) {
    if (outcome_name(static_cast<Outcome>(i)) == name) return static_cast<Outcome>(i);
  }
  return std::nullopt;
}

}  // namespace bfa
