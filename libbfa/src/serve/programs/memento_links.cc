// SPDX-License-Identifier: Apache-2.0
#include "serve/programs/memento_links.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "bfa/url/canonical.h"
#include "serve/data/archived_url.h"
#include "serve/data/query_string.h"
#include "serve/programs/mementos.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxLinkedUrl = 4u << 10;  // longer ones would make a field that clients refuse
constexpr std::string_view kLinkFormat = R"(; type="application/link-format")";

// A memento of a list, by its address.
struct Linked {
  std::string address;
  UtcTime time{};
};

// The memento itself and those around it; one address can be several of them.
struct Neighbours {
  Linked self;
  std::optional<Linked> first, last, previous, next;
};

std::string rel_of(const Neighbours& around, const Linked& memento) {
  std::string rel;
  const auto is = [&](const std::optional<Linked>& other) {
    return other && other->address == memento.address;
  };
  if (is(around.first)) rel += "first ";
  if (is(around.last)) rel += "last ";
  if (is(around.previous)) rel += "prev ";
  if (is(around.next)) rel += "next ";
  return rel + "memento";
}

void add_mementos(LinkField& field, const Neighbours& around) {
  std::vector<std::string> done{around.self.address};
  field.add_memento(around.self.address, rel_of(around, around.self), around.self.time);
  for (const auto* other : {&around.first, &around.previous, &around.next, &around.last}) {
    if (!*other || std::find(done.begin(), done.end(), (*other)->address) != done.end()) continue;
    field.add_memento((*other)->address, rel_of(around, **other), (*other)->time);
    done.push_back((*other)->address);
  }
}

Neighbours neighbours_of(const SiteContext& context, const ServeRequest& request, const std::string& url,
                         const IndexedCapture& capture) {
  Neighbours around;
  around.self = {memento_address(request, capture.time, capture.url), capture.time};
  if (url.size() > kMaxLinkedUrl || capture.url.size() > kMaxLinkedUrl) return around;
  const UtcTime second = whole_second(capture.time);
  const auto find = [&](std::optional<UtcTime> from, std::optional<UtcTime> to, bool backwards) {
    std::optional<Linked> linked;
    const auto found = find_memento(*context.index, capture.key, from, to, backwards);
    if (found && *found) {
      linked = Linked{memento_address(request, (*found)->time, (*found)->url), (*found)->time};
    }
    return linked;
  };
  around.first = find({}, {}, false);
  around.last = find({}, {}, true);
  around.previous = find({}, second - std::chrono::microseconds(1), true);
  around.next = find(second + std::chrono::seconds(1), {}, false);
  return around;
}

}  // namespace

void LinkField::add(std::string_view url, std::string_view rel, std::string_view parameters) {
  if (!text_.empty()) text_ += ", ";
  text_ += "<" + header_safe_url(url) + ">; rel=\"";
  ((text_ += rel) += '"') += parameters;
}

void LinkField::add_memento(std::string_view url, std::string_view rel, UtcTime time) {
  add(url, rel, "; datetime=\"" + format_http_date(time) + "\"");
}

std::string timegate_address(const ServeRequest& request, std::string_view url) {
  return request.origin + "/timegate/" + header_safe_url(url);
}

std::string timemap_address(const ServeRequest& request, std::string_view url, std::string_view form) {
  return request.origin + "/timemap/" + std::string(form) + "/" + header_safe_url(url);
}

std::string memento_address(const ServeRequest& request, UtcTime time, std::string_view url) {
  return request.origin + memento_path(time, url);
}

std::string post_timegate_address(const ServeRequest& request, std::string_view url) {
  return request.origin + "/post/timegate/" + header_safe_url(url);
}

std::string post_timemap_address(const ServeRequest& request, std::string_view url, std::string_view form) {
  return request.origin + "/post/timemap/" + std::string(form) + "/" + header_safe_url(url);
}

std::string post_version_address(const ServeRequest& request, std::string_view url, std::size_t number) {
  return request.origin + "/post?url=" + query_escaped(url) + "&version=" + std::to_string(number);
}

void add_memento_headers(const SiteContext& context, const ServeRequest& request, const std::string& url,
                         const IndexedCapture& capture, ServeReply& reply) {
  LinkField field;
  field.add(url, "original");
  field.add(timegate_address(request, url), "timegate");
  field.add(timemap_address(request, url), "timemap", kLinkFormat);
  add_mementos(field, neighbours_of(context, request, url, capture));
  reply.set("Memento-Datetime", format_http_date(capture.time));
  reply.set("Link", field.text());
}

void add_version_memento_headers(const ServeRequest& request, const std::string& url,
                                 const std::vector<Version>& versions, std::size_t number,
                                 ServeReply& reply) {
  const auto linked = [&](std::size_t n) {
    return Linked{post_version_address(request, url, n), versions[n - 1].observed};
  };
  Neighbours around;
  around.self = linked(number);
  if (url.size() <= kMaxLinkedUrl) {
    around.first = linked(1);
    around.last = linked(versions.size());
    if (number > 1) around.previous = linked(number - 1);
    if (number < versions.size()) around.next = linked(number + 1);
  }
  LinkField field;
  field.add(url, "original");
  field.add(post_timegate_address(request, url), "timegate");
  field.add(post_timemap_address(request, url), "timemap", kLinkFormat);
  add_mementos(field, around);
  reply.set("Memento-Datetime", format_http_date(around.self.time));
  reply.set("Link", field.text());
}

}  // namespace bfa
