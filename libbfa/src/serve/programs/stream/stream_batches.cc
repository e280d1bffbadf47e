// SPDX-License-Identifier: Apache-2.0
// /stream/: the list of closed batches, and the batches. The open one is not listed.
#include <nlohmann/json.hpp>
#include <utility>

#include "base/try.h"
#include "serve/data/replies.h"
#include "serve/programs/api/api_call.h"
#include "serve/programs/stream/batches.h"
#include "serve/programs/stream/stream_parts.h"

namespace bfa {
namespace {

using Json = nlohmann::ordered_json;
using Type = ApiParameter::Type;

constexpr ApiParameter kParameters[] = {
    {"after", Type::kText, "the name of a batch: only later ones"},
    {"limit", Type::kNumber, "batches; 20 when it is absent", {}, 1, 100}};

struct Form {
  std::string_view extension, type;
  BatchForm form = BatchForm::kLines;
  bool gzip = false;
};
constexpr Form kForms[] = {
    {".jsonl", "application/x-ndjson", BatchForm::kLines, false},
    {".jsonl.gz", "application/gzip", BatchForm::kLines, true},
    {".xml", "application/xml", BatchForm::kXml, false},
    {".xml.gz", "application/gzip", BatchForm::kXml, true},
};

std::string address_of(const Batch& batch, std::string_view extension) {
  return "/stream/" + batch_name_text(batch.name) + "." + batch.tag + std::string(extension);
}

Json json_of(const Batch& batch) {
  return {{"name", batch_name_text(batch.name)},        {"tag", batch.tag},
          {"arrivals", batch.arrivals.size()},          {"first", batch.arrivals.front().id},
          {"last", batch.arrivals.back().id},           {"from", format_rfc3339(batch.first_arrived)},
          {"to", format_rfc3339(batch.last_arrived)},   {"jsonl", address_of(batch, ".jsonl")},
          {"jsonl_gz", address_of(batch, ".jsonl.gz")}, {"xml", address_of(batch, ".xml")},
          {"xml_gz", address_of(batch, ".xml.gz")}};
}

Result<ServeReply> list_batches(const SiteContext& context, const ServeRequest& request) {
  const QueryString query(request.query());
  if (auto refused = refuse_query(kParameters, query)) return std::move(*refused);
  std::optional<BatchName> after;
  if (const auto text = query.value("after"); !text.empty()) {
    after = parse_batch_name(text);
    if (!after) return problem_reply(400, "after: wanted is the name of a batch, as in the list");
  }
  BFA_ASSIGN_OR_RETURN(const std::uint64_t limit, query.number("limit", 1, 100, 20));
  BFA_ASSIGN_OR_RETURN(const ArrivalTimes times, ArrivalTimes::of(*context.archive));
  Json list = Json::array();
  bool more = false;
  std::uint64_t from = after ? after->cell : 0;
  for (bool goes_on = true; goes_on;) {
    BFA_ASSIGN_OR_RETURN(auto batches, batches_of_cell(context, times, from, true));
    if (batches.empty()) {
      BFA_ASSIGN_OR_RETURN(const auto cell, next_cell(context, from));
      if (!cell) break;
      from = *cell;
      BFA_ASSIGN_OR_RETURN(batches, batches_of_cell(context, times, from, true));
    }
    for (const Batch& batch : batches) {
      if (!batch.closed || (after && batch.name <= *after)) continue;
      more = list.size() == limit;
      if (more) break;
      list.push_back(json_of(batch));
    }
    goes_on = !more;
    ++from;
  }
  Json json = {{"v", 1}, {"batches", list}};
  if (more) json["next"] = list.back()["name"];
  ServeReply reply = json_reply(json.dump() + "\n");
  if (more)
    reply.set("Link", "</stream/?after=" + list.back()["name"].get<std::string>() +
                          "&limit=" + std::to_string(limit) + ">; rel=\"next\"");
  reply.set("Cache-Control", "no-cache");
  answer_conditionally(request, reply);
  return reply;
}

// "NAME.TAG.EXTENSION", or without the tag.
struct Asked {
  BatchName name;
  std::string tag;
  Form form;
};

std::optional<Asked> parse_asked(std::string_view file) {
  constexpr std::size_t kNameSize = 21;
  if (file.size() < kNameSize) return std::nullopt;
  const auto name = parse_batch_name(file.substr(0, kNameSize));
  if (!name) return std::nullopt;
  const std::string_view rest = file.substr(kNameSize);
  for (const Form& form : kForms) {
    if (rest == form.extension) return Asked{*name, {}, form};
    if (rest.size() == form.extension.size() + 17 && rest.starts_with('.') && rest.ends_with(form.extension))
      return Asked{*name, std::string(rest.substr(1, 16)), form};
  }
  return std::nullopt;
}

Result<std::optional<Batch>> find_batch(const SiteContext& context, const ArrivalTimes& times,
                                        const BatchName& name) {
  if (name.cell > context.step / kCellSteps) return std::optional<Batch>();
  BFA_ASSIGN_OR_RETURN(auto batches, batches_of_cell(context, times, name.cell, false));
  for (Batch& batch : batches) {
    if (batch.name == name && batch.closed) return std::optional(std::move(batch));
  }
  return std::optional<Batch>();
}

ServeReply made_anew(const Batch& batch, const Form& form) {
  const std::string now = address_of(batch, form.extension);
  ServeReply reply =
      problem_reply(410,
                    "this batch was made anew: something was taken out of the archive, or older "
                    "captures came into it",
                    "it is at " + now);
  reply.set("Link", "<" + now + ">; rel=\"successor-version\"");
  return reply;
}

Result<ServeReply> one_batch(const SiteContext& context, const ServeRequest& request, const Asked& asked) {
  BFA_ASSIGN_OR_RETURN(ArrivalTimes times, ArrivalTimes::of(*context.archive));
  BFA_ASSIGN_OR_RETURN(auto batch, find_batch(context, times, asked.name));
  if (!batch)
    return problem_reply(404, "there is no such batch, or it is still open", "/stream/ lists the batches");
  if (asked.tag.empty()) return redirect_reply(address_of(*batch, asked.form.extension));
  if (asked.tag != batch->tag) return made_anew(*batch, asked.form);
  const std::string tag = "\"" + batch->tag + std::string(asked.form.extension) + "\"";
  ServeReply reply = text_reply(200, {});
  reply.set("Content-Type", asked.form.type);
  reply.set("ETag", tag);
  const bool secret = context.options->token_to_read;
  reply.set("Cache-Control", std::string(secret ? "private" : "public") + ", max-age=31536000, immutable");
  if (request.header("if-none-match").find(tag) != std::string_view::npos) {
    reply.status = 304;
    return reply;
  }
  BFA_ASSIGN_OR_RETURN(reply.stream, batch_body(context, std::move(times), std::move(*batch), asked.form.form,
                                                asked.form.gzip));
  return reply;
}

}  // namespace

ServeReply answer_batches(const SiteContext& context, const ServeRequest& request) {
  const std::string_view file = request.path().substr(std::string_view("/stream/").size());
  if (file.empty()) {
    auto list = list_batches(context, request);
    return list ? std::move(*list) : problem_reply(list.error());
  }
  const auto asked = parse_asked(file);
  if (!asked) return problem_reply(404, "there is no such batch", "/stream/ lists the batches");
  auto reply = one_batch(context, request, *asked);
  return reply ? std::move(*reply) : problem_reply(reply.error());
}

}  // namespace bfa
