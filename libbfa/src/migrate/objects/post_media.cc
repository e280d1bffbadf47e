// SPDX-License-Identifier: Apache-2.0
#include "migrate/objects/post_media.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/try.h"
#include "bfa/http/message.h"
#include "bfa/url/canonical.h"
#include "migrate/input/payload_type.h"
#include "migrate/objects/post_names.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMaxImageBytes = 256u << 20;
constexpr int kMaxRedirects = 5;

// An image that is a document of its own may run scripts when it is opened from disk.
bool may_run(const std::string& body) {
  const std::string low = ascii_lower_case(body);
  constexpr std::string_view kSigns[] = {"<script", "javascript:", "<foreignobject", "<!entity", " on"};
  return std::any_of(std::begin(kSigns), std::end(kSigns),
                     [&](std::string_view sign) { return low.find(sign) != std::string::npos; });
}

}  // namespace

void PostMedia::leave_out(const char* id, const std::string& why, const std::string& address) const {
  job_.note({MigrationNote::Kind::kNotCarried, id, why, job_.output, address});
}

// The newest capture, redirects followed.
Result<std::optional<Capture>> PostMedia::capture_of(std::string address) const {
  for (int hop = 0; hop < kMaxRedirects; ++hop) {
    BFA_ASSIGN_OR_RETURN(auto capture, job_.archive.view().last_capture(address));
    if (!capture || (capture->status >= 200 && capture->status < 300)) return capture;
    if (capture->final_url.empty() || capture->final_url == address) return std::optional<Capture>();
    address = capture->final_url;
  }
  return std::optional<Capture>();
}

Result<std::optional<std::string>> PostMedia::take(const std::string& folder, const std::string& address) {
  const auto url = Url::parse(address);
  if (!url || !url->is_http()) {
    leave_out("image_address", "the image has no address of the web", address.substr(0, 200));
    return std::optional<std::string>();
  }
  auto capture = capture_of(url->without_fragment().href());
  if (capture && !*capture) capture = capture_of(canonical_url(*url).href());
  if (!capture) return std::move(capture).error();
  if (!*capture) {
    leave_out("image_not_captured", "the archive has no capture of the image: its address stays", address);
    return std::optional<std::string>();
  }
  const std::string type = parse_media_type((*capture)->content_type).essence;
  if (!type.empty() && !type.starts_with("image/") && type != "application/octet-stream") {
    leave_out("image_type", "what answered for the image is " + type, address);
    return std::optional<std::string>();
  }
  const std::string_view ending = payload_ending(type);
  const std::string name =
      "images/" + address_stem(*url, address) + std::string(ending.empty() ? ".bin" : ending);
  const std::string path = top_ + "/" + folder + "/" + name;
  BFA_ASSIGN_OR_RETURN(const bool there, job_.fs.exists(path));
  if (there) return std::optional(name);
  const auto exchange = job_.archive.view().load((*capture)->sequence);
  if (!exchange && exchange.error().code == Code::kIo) return exchange.error();
  Findings findings;
  const auto body = exchange ? decoded_body(*exchange, kMaxImageBytes, findings) : exchange.error();
  if (!body) {
    leave_out("image_unreadable", body.error().message, address);
    return std::optional<std::string>();
  }
  if (type.ends_with("xml") && may_run(*body)) {
    leave_out("active_markup", "SVG that a browser might run", address);
    return std::optional<std::string>();
  }
  BFA_RETURN_IF_ERROR(job_.fs.create_directories(top_ + "/" + folder + "/images"));
  BFA_ASSIGN_OR_RETURN(const auto file, job_.fs.create(path));
  BFA_RETURN_IF_ERROR(file->append(*body));
  BFA_RETURN_IF_ERROR(file->close());
  ++job_.report.records["image"];
  return std::optional(name);
}

}  // namespace bfa
