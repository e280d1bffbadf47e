// SPDX-License-Identifier: Apache-2.0
// What came into the archive, in order.
#include <memory>
#include <utility>

#include "base/try.h"
#include "bfa/notify/change_feed.h"
#include "serve/data/replies.h"
#include "serve/programs/api/api_handlers.h"
#include "serve/programs/api/api_json.h"
#include "serve/programs/api/arrival_view.h"
#include "serve/programs/api/line_stream.h"

namespace bfa {
namespace {

constexpr std::size_t kPage = 500;

// The arrivals of a query from a place on. The cursor of each is as for_each_arrival() gives it.
class ArrivalLines {
 public:
  ArrivalLines(SiteContext context, ArrivalListQuery filters, ArrivalPlace place, ArrivalTimes times)
      : context_(std::move(context)),
        filters_(std::move(filters)),
        place_(std::move(place)),
        times_(std::move(times)) {}

  // The next one as a line without its end; nothing when there are no more.
  Result<std::optional<std::string>> next() {
    for (;;) {
      if (at_ == page_.size()) {
        if (!page_.empty()) place_ = {page_.back().sequence, {}};
        BFA_ASSIGN_OR_RETURN(page_, arrivals_behind(context_, filters_, place_));
        at_ = 0;
        if (page_.empty()) return std::optional<std::string>();
      }
      const ListedArrival& listed = page_[at_++];
      const bool last_of_step = at_ == page_.size() || page_[at_].sequence != listed.sequence;
      cursor_ = last_of_step ? listed.sequence : listed.sequence - 1;
      BFA_ASSIGN_OR_RETURN(auto arrival, whole_arrival(context_, times_, listed));
      if (!arrival) continue;
      arrival->cursor = cursor_;
      last_id_ = listed.id;
      return std::optional(arrival_to_json(*arrival));
    }
  }

  const std::string& last_id() const { return last_id_; }

 private:
  SiteContext context_;
  ArrivalListQuery filters_;
  ArrivalPlace place_;
  ArrivalTimes times_;
  std::vector<ListedArrival> page_;
  std::size_t at_ = 0;
  std::uint64_t cursor_ = 0;
  std::string last_id_;
};

}  // namespace

Result<ServeReply> api_changes(const ApiCall& call) {
  ArrivalPlace place;
  if (const auto after = call.query.value("after"); !after.empty()) {
    BFA_ASSIGN_OR_RETURN(const auto found, place_behind(call.context, after));
    if (!found)
      return problem_reply(409, "the archive has no change with this id, or has it no longer",
                           "begin with after=0 for all of its history, or after=" +
                               std::to_string(call.context.step) + " for what comes from now on");
    place = *found;
  }
  BFA_ASSIGN_OR_RETURN(ArrivalListQuery filters, arrival_filters(call.context, call.query));
  std::uint64_t left = call.number("limit", call.lines ? ~std::uint64_t{0} : 100);
  filters.limit = call.lines ? kPage : static_cast<std::size_t>(left);
  BFA_ASSIGN_OR_RETURN(auto times, ArrivalTimes::of(*call.context.archive));
  const auto lines =
      std::make_shared<ArrivalLines>(call.context, std::move(filters), std::move(place), std::move(times));
  if (call.lines) {
    return lines_reply([lines, left](std::string& out) mutable -> Result<bool> {
      if (left-- == 0) return false;
      BFA_ASSIGN_OR_RETURN(const auto line, lines->next());
      if (line) (out += *line) += '\n';
      return line.has_value();
    });
  }
  std::vector<std::string> items;
  while (items.size() < left) {
    BFA_ASSIGN_OR_RETURN(auto line, lines->next());
    if (!line) break;
    items.push_back(std::move(*line));
  }
  // The place to go on from when something comes: also where nothing came.
  const std::string next = !items.empty() ? lines->last_id() : std::string(call.query.value("after"));
  return list_reply("changes", items, next.empty() ? std::to_string(call.context.step) : next);
}

}  // namespace bfa
