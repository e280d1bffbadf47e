// SPDX-License-Identifier: Apache-2.0
// Server-sent events (WHATWG HTML section 9.2): what comes into the archive, from any point of its history.
#include <algorithm>
#include <memory>
#include <utility>

#include "base/ascii.h"
#include "base/guard.h"
#include "base/try.h"
#include "bfa/crawl/event_json.h"
#include "bfa/notify/change_feed.h"
#include "serve/data/replies.h"
#include "serve/programs/api/api_call.h"
#include "serve/programs/api/arrival_view.h"
#include "serve/programs/stream/stream_parts.h"

namespace bfa {
namespace {

using Type = ApiParameter::Type;

constexpr auto kHeartbeat = std::chrono::seconds(15);
constexpr auto kWhileMadeAnew = std::chrono::seconds(1);
constexpr std::size_t kAtOnce = 100;  // events that are made before bytes are sent

constexpr ApiParameter kParameters[] = {
    {"after", Type::kText, "the id of an event, or a number of the history; 0: from the beginning"},
    {"blog", Type::kText, "only of this blog: its host, or its home page"},
    {"tag", Type::kText, "only objects with this tag or category"},
    {"category", Type::kText, "only objects in this category"},
    {"kind", Type::kChoice, "only objects of this kind", "blog feed post page comment pingback"},
    {"verdict", Type::kChoice, "only versions in which this happened; content: an edit", kVerdictNames},
    {"pages", Type::kFlag, "1: list pages too"},
    {"form", Type::kChoice, "events as bfa crawl --json prints them, or lines of bfa changes --json",
     "events changes"}};

std::string event_text(std::string_view name, std::string_view id, std::string_view data) {
  std::string out = "event: ";
  out += name;
  if (!id.empty()) (out += "\nid: ") += id;
  return ((out += "\ndata: ") += data) + "\n\n";
}

std::string reset_text(const SiteContext& context) {
  return event_text(
      "reset", {},
      "{\"v\":1,\"event\":\"reset\",\"message\":\"the archive has no event with this id, or has it "
      "no longer: what came since is not known; /events?after=0 gives all of its history\",\"step\":" +
          std::to_string(context.step) + "}");
}

class EventStream final : public ReplyStream {
 public:
  // `blog`: the parameter, which may mean more addresses when a blog is added.
  EventStream(ServedArchive& archive, ArrivalListQuery filters, std::string blog, bool as_changes)
      : archive_(archive), filters_(std::move(filters)), blog_(std::move(blog)), as_changes_(as_changes) {
    filters_.limit = kAtOnce;
  }

  // `id`: of the last event that the client has; empty: it is not known.
  Status begin(const SiteContext& context, ArrivalPlace place, std::string id, bool unknown) {
    place_ = std::move(place);
    last_id_ = std::move(id);
    made_from_ = context.archive;
    waiting_ = "retry: 2000\n\n";
    if (unknown) waiting_ += reset_text(context);
    if (!last_id_.empty()) waiting_ += "id: " + last_id_ + "\n\n";
    return {};
  }

  Result<Piece> next() override {
    return guarded([&]() -> Result<Piece> {
      Piece piece;
      piece.bytes = std::exchange(waiting_, {});
      if (!piece.bytes.empty()) return piece;
      const auto context = archive_.current();
      if (!context && context.error().code == Code::kUnavailable) return idle(kWhileMadeAnew);
      if (!context) return context.error();
      if (context->archive != made_from_) BFA_RETURN_IF_ERROR(find_place_again(*context, piece.bytes));
      if (piece.bytes.empty() && looked_ != context->step)
        BFA_RETURN_IF_ERROR(add_events(*context, piece.bytes));
      if (!piece.bytes.empty()) {
        quiet_ = {};
        return piece;
      }
      looked_ = context->step;
      return idle(context->options->fresh);
    });
  }

 private:
  Piece idle(std::chrono::milliseconds wait) {
    Piece piece;
    piece.wait = wait;
    quiet_ += wait;
    if (quiet_ < kHeartbeat) return piece;
    quiet_ = {};
    piece.bytes = ": nothing new\n\n";
    return piece;
  }

  // The store was made anew: the place may have another number, and may be gone.
  Status find_place_again(const SiteContext& context, std::string& out) {
    made_from_ = context.archive;
    looked_.reset();
    if (last_id_.empty()) {
      place_ = {std::min(place_.after, context.step), {}};
      return {};
    }
    BFA_ASSIGN_OR_RETURN(auto place, place_behind(context, last_id_));
    if (place) {
      place_ = std::move(*place);
      return {};
    }
    place_ = {context.step, {}};
    last_id_.clear();
    out += reset_text(context);
    return {};
  }

  Status add_events(const SiteContext& context, std::string& out) {
    // It was there when the stream began. One that was removed since has no events.
    BFA_ASSIGN_OR_RETURN(const auto places, context.places());
    if (!blog_.empty()) filters_.belongs = places->filter(blog_).belongs;
    BFA_ASSIGN_OR_RETURN(const auto found, arrivals_behind(context, filters_, place_));
    if (found.empty()) return {};
    BFA_ASSIGN_OR_RETURN(const ArrivalTimes times, ArrivalTimes::of(*context.archive));
    for (const ListedArrival& listed : found) {
      // An event of a crawl has the edits of the text.
      const bool edits = !as_changes_ && listed.verdict != Verdict::kNew;
      BFA_ASSIGN_OR_RETURN(auto arrival,
                           edits ? find_arrival(*context.archive, times, listed.key, listed.sequence)
                                 : whole_arrival(context, times, listed));
      if (!arrival) continue;
      BFA_ASSIGN_OR_RETURN(const std::string text, event_of(context, listed, std::move(*arrival)));
      out += text;
    }
    place_ = {found.back().sequence, {}};
    last_id_ = found.back().id;
    return {};
  }

  Result<std::string> event_of(const SiteContext& context, const ListedArrival& listed, Arrival arrival) {
    if (as_changes_) return event_text("arrival", listed.id, arrival_to_json(arrival));
    Committed::Item item;
    item.key = listed.key;
    item.url = listed.url.empty() ? listed.post : listed.url;
    BFA_ASSIGN_OR_RETURN(const auto places, context.places());
    std::string blog = places->home_of(item.url);
    if (blog.empty()) blog = "http://" + listed.blog_host + "/";
    item.kind = listed.kind;
    item.comment_type = listed.comment_type;
    if (arrival.change.verdict == Verdict::kNew) {
      item.what = Committed::Item::What::kNew;
      return event_text("object", listed.id,
                        crawl_event_to_json(ObjectEvent{std::move(blog), std::move(item)}));
    }
    item.what = arrival.change.verdict == Verdict::kMoved ? Committed::Item::What::kMoved
                                                          : Committed::Item::What::kChanged;
    item.change = std::move(arrival.change);
    return event_text("change", listed.id,
                      crawl_event_to_json(ChangeEvent{std::move(blog), std::move(item)}));
  }

  ServedArchive& archive_;
  ArrivalListQuery filters_;
  std::string blog_;
  bool as_changes_;
  ArrivalPlace place_;
  std::string last_id_;
  std::shared_ptr<const Archive> made_from_;  // held, so that another one cannot have its address
  std::string waiting_;                       // bytes to send first
  std::optional<std::uint64_t> looked_;       // the step up to which nothing was found
  std::chrono::milliseconds quiet_{0};
};

ServeReply unknown_id(const SiteContext& context) {
  return problem_reply(
      409, "the archive has no event with this id, or has it no longer",
      "begin with after=0 for all of its history, or without `after` for what comes from now on, "
      "which is after=" +
          std::to_string(context.step));
}

// The id of the newest arrival, so that a client that is cut off before the first event goes on from here.
Result<std::string> newest_id(const SiteContext& context) {
  ArrivalListQuery query;
  query.newest_first = true;
  query.pages = true;
  query.limit = 1;
  BFA_ASSIGN_OR_RETURN(const auto found, context.index->list_arrivals(query));
  // Of the newest step, which is not cut, the last one.
  const ListedArrival* newest = nullptr;
  for (const ListedArrival& each : found) {
    if (each.sequence > context.step) continue;
    if (newest == nullptr || each.sequence > newest->sequence ||
        (each.sequence == newest->sequence && each.key > newest->key))
      newest = &each;
  }
  return newest == nullptr ? std::string() : newest->id;
}

Result<ServeReply> events(ServedArchive& archive, const SiteContext& context, const ServeRequest& request,
                          const QueryString& query) {
  const std::string_view seen = trim_blanks(request.header("last-event-id"));
  const std::string_view after = seen.empty() ? query.value("after") : seen;
  ArrivalPlace place{context.step, {}};
  std::string id;
  bool unknown = false;
  if (!after.empty()) {
    auto found = place_behind(context, after);
    if (!found && (seen.empty() || found.error().code != Code::kInvalidArgument)) return found.error();
    unknown = !found || !*found;
    // A browser that was refused would not come again.
    if (unknown && seen.empty()) return unknown_id(context);
    if (!unknown) place = **found;
    if (!unknown && !is_all_digits(after)) id = after;
  } else {
    BFA_ASSIGN_OR_RETURN(id, newest_id(context));
  }
  BFA_ASSIGN_OR_RETURN(ArrivalListQuery filters, arrival_filters(context, query));
  auto stream = std::make_unique<EventStream>(archive, std::move(filters), std::string(query.value("blog")),
                                              query.value("form") == "changes");
  BFA_RETURN_IF_ERROR(stream->begin(context, std::move(place), std::move(id), unknown));
  ServeReply reply = text_reply(200, {});
  reply.set("Content-Type", "text/event-stream");
  reply.set("Cache-Control", "no-store");
  reply.set("X-Accel-Buffering", "no");
  reply.stream = std::move(stream);
  return reply;
}

}  // namespace

ServeReply answer_events(ServedArchive& archive, const SiteContext& context, const ServeRequest& request) {
  const QueryString query(request.query());
  if (auto refused = refuse_query(kParameters, query)) return std::move(*refused);
  auto reply = events(archive, context, request, query);
  return reply ? std::move(*reply) : problem_reply(reply.error());
}

}  // namespace bfa
