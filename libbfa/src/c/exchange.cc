// SPDX-License-Identifier: Apache-2.0
#include "bfa/warc/exchange.h"

#include "base/try.h"
#include "bfa/c/web.h"
#include "bfa/http/robots.h"
#include "c/warc.h"

namespace bfa {

Status give_body(const Exchange& exchange, bool decoded, std::uint64_t max_bytes, bfa_string** out,
                 bfa_findings** findings) {
  Findings found;
  auto body = decoded ? decoded_body(exchange, max_bytes, found) : entity_body(exchange, max_bytes, found);
  if (!body) return std::move(body).error();
  BFA_ASSIGN_OR_RETURN(auto* const text, make_c_string(*std::move(body)));
  std::unique_ptr<bfa_string> owned(text);
  BFA_RETURN_IF_ERROR(give_findings(std::move(found), findings));
  *out = owned.release();
  return {};
}

namespace {

Status give_tags(const RobotsTags& tags, Findings found, bfa_robots_tags* out, bfa_findings** findings) {
  bfa_robots_tags made{};
  made.noindex = tags.noindex ? 1 : 0;
  made.nofollow = tags.nofollow ? 1 : 0;
  made.noarchive = tags.noarchive ? 1 : 0;
  made.unavailable_after = time_of(tags.unavailable_after);
  BFA_RETURN_IF_ERROR(fill(out, made, "bfa_robots_tags"));
  return give_findings(std::move(found), findings);
}

}  // namespace
}  // namespace bfa

using bfa::Status;
using bfa::usable;

bfa_code bfa_exchange_read(const bfa_exchange* exchange, bfa_exchange_fields* out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{exchange, "exchange"}, {out, "out"}}));
    const bfa::Exchange& of = exchange->exchange;
    bfa_exchange_fields made{};
    made.url = bfa::view_of(of.url);
    made.ip_address = bfa::view_of(of.ip_address);
    made.protocol = bfa::view_of(of.protocol);
    made.reason = bfa::view_of(of.head.reason);
    made.started = bfa::time_or_none(of.started);
    made.status = of.head.status;
    made.headers = of.head.headers.size();
    return bfa::fill(out, made, "bfa_exchange_fields");
  });
}

bfa_view bfa_exchange_header_name(const bfa_exchange* exchange, size_t index) {
  if (!usable(exchange) || index >= exchange->exchange.head.headers.size()) return bfa::no_view();
  return bfa::view_of(exchange->exchange.head.headers[index].first);
}

bfa_view bfa_exchange_header_value(const bfa_exchange* exchange, size_t index) {
  if (!usable(exchange) || index >= exchange->exchange.head.headers.size()) return bfa::no_view();
  return bfa::view_of(exchange->exchange.head.headers[index].second);
}

bfa_code bfa_exchange_header(const bfa_exchange* exchange, const char* name, bfa_string** out,
                             bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{exchange, "exchange"}, {name, "name"}}));
    BFA_ASSIGN_OR_RETURN(*out, bfa::make_c_string(exchange->exchange.head.combined(name)));
    return {};
  });
}

bfa_code bfa_exchange_body(const bfa_exchange* exchange, int32_t decoded, uint64_t max_bytes,
                           bfa_string** out, bfa_findings** findings, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    if (findings != nullptr) *findings = nullptr;
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{exchange, "exchange"}}));
    BFA_RETURN_IF_ERROR(bfa::give_body(exchange->exchange, decoded != 0, max_bytes, out, findings));
    // What was odd about the head: without one the whole block is the body.
    if (findings != nullptr && *findings != nullptr)
      (*findings)->list.insert((*findings)->list.begin(), exchange->exchange.findings.begin(),
                               exchange->exchange.findings.end());
    return {};
  });
}

void bfa_exchange_free(bfa_exchange* exchange) {
  bfa::free_handle(exchange);
}

int32_t bfa_record_revisit(const bfa_record* record) {
  if (!usable(record)) return BFA_REVISIT_NONE;
  return bfa::c_value(BFA_REVISIT_NONE, [&] {
    if (record->header.type() != bfa::WarcType::kRevisit) return BFA_REVISIT_NONE;
    switch (bfa::revisit_kind(record->header)) {
      case bfa::RevisitKind::kIdenticalPayload:
        return BFA_REVISIT_IDENTICAL_PAYLOAD;
      case bfa::RevisitKind::kServerNotModified:
        return BFA_REVISIT_NOT_MODIFIED;
      case bfa::RevisitKind::kUnknown:
        break;
    }
    return BFA_REVISIT_UNKNOWN;
  });
}

bfa_code bfa_exchange_resolve(const bfa_exchange* revisit, const bfa_exchange* original, bfa_exchange** out,
                              bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{revisit, "revisit"}, {original, "original"}}));
    auto made = std::make_unique<bfa_exchange>();
    BFA_ASSIGN_OR_RETURN(made->exchange, bfa::resolve_revisit(revisit->exchange, original->exchange));
    *out = made.release();
    return {};
  });
}

bfa_code bfa_robots_tag_parse(const char* value, const char* agent, bfa_robots_tags* out,
                              bfa_findings** findings, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    if (findings != nullptr) *findings = nullptr;
    BFA_RETURN_IF_ERROR(bfa::require({{value, "value"}, {agent, "agent"}}));
    bfa::Findings found;
    const auto tags = bfa::parse_robots_tag(value, agent, found);
    return bfa::give_tags(tags, std::move(found), out, findings);
  });
}

bfa_code bfa_robots_meta_parse(const char* name, const char* content, const char* agent, bfa_robots_tags* out,
                               bfa_findings** findings, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    if (findings != nullptr) *findings = nullptr;
    BFA_RETURN_IF_ERROR(bfa::require({{name, "name"}, {content, "content"}, {agent, "agent"}}));
    bfa::Findings found;
    const auto tags = bfa::parse_robots_meta(name, content, agent, found);
    return bfa::give_tags(tags, std::move(found), out, findings);
  });
}

bfa_code bfa_exchange_robots_tags(const bfa_exchange* exchange, const char* agent, bfa_robots_tags* out,
                                  bfa_findings** findings, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    if (findings != nullptr) *findings = nullptr;
    BFA_RETURN_IF_ERROR(bfa::require({{exchange, "exchange"}, {agent, "agent"}}));
    bfa::Findings found;
    const auto tags = bfa::robots_tags_of(exchange->exchange.head, agent, found);
    return bfa::give_tags(tags, std::move(found), out, findings);
  });
}
