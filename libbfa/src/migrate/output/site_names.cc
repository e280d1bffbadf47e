// SPDX-License-Identifier: Apache-2.0
#include "migrate/output/site_names.h"

#include <algorithm>

#include "base/ascii.h"
#include "bfa/io/digest.h"
#include "migrate/input/payload_type.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxPart = 100;

std::string short_digest(std::string_view text) {
  return hex_encode(digest(DigestAlgorithm::kSha256, text)).substr(0, 8);
}

// Names that Windows reserves for devices, with any ending.
bool is_reserved(std::string_view part) {
  const std::string stem = ascii_lower_case(part.substr(0, part.find('.')));
  for (const std::string_view name : {"con", "prn", "aux", "nul"}) {
    if (stem == name) return true;
  }
  return stem.size() == 4 && (stem.starts_with("com") || stem.starts_with("lpt"));
}

std::string safe_part(std::string_view part) {
  std::string out;
  for (const char c : percent_decode(part)) {
    const bool plain = is_letter_or_digit(c) || c == '.' || c == '-' || c == '_';
    if (plain) {
      out.push_back(c);
    } else if (!out.ends_with('_')) {
      out.push_back('_');
    }
  }
  if (out.starts_with('.') || is_reserved(out)) out.insert(0, "_");
  while (out.ends_with('.')) out.back() = '_';
  if (out.size() > kMaxPart) out = out.substr(0, kMaxPart - 9) + "-" + short_digest(part);
  return out;
}

std::string_view ending_for(std::string_view media_type) {
  if (media_type == "application/xhtml+xml") return ".html";
  const auto known = payload_ending(media_type);
  return known.empty() ? ".bin" : known;
}

// Both "a.htm" and "a.html" are good names for a page; "a.php" is not.
bool has_fitting_ending(const std::string& name, std::string_view media_type, std::string_view ending) {
  if (ascii_lower_case(name).ends_with(ending)) return true;
  const std::size_t dot = name.rfind('.');
  return dot != std::string::npos && named_payload_type(name) == media_type &&
         ascii_lower_case(name.substr(dot)) != ".php" && ascii_lower_case(name.substr(dot)) != ".asp" &&
         ascii_lower_case(name.substr(dot)) != ".aspx";
}

}  // namespace

bool SiteNames::is_free(const std::string& name) const {
  const std::string low = ascii_lower_case(name);
  if (files_.contains(low) || folders_.contains(low)) return false;
  for (std::size_t slash = low.find('/'); slash != std::string::npos; slash = low.find('/', slash + 1)) {
    if (files_.contains(low.substr(0, slash))) return false;
  }
  return true;
}

std::string SiteNames::name_for(const Url& url, std::string_view media_type) {
  // An address without a host ("urn:x:y") goes to a folder of its scheme.
  std::string stem = "pages/" + safe_part(url.host().empty() ? url.scheme() : url.host());
  if (url.has_explicit_port()) stem += "_" + std::to_string(url.port());
  std::string_view path = url.path();
  std::size_t parts = 0;
  while (!path.empty()) {
    if (path.front() == '/') path.remove_prefix(1);
    const std::size_t slash = path.find('/');
    const std::string_view part = path.substr(0, slash);
    path.remove_prefix(slash == std::string_view::npos ? path.size() : slash);
    // Deep paths end in one name: some systems allow only 260 bytes.
    if (++parts > 12) break;
    if (path.empty() && part.empty()) {
      stem += "/index.html";
    } else {
      const std::string safe = safe_part(part);
      stem += "/" + (safe.empty() ? "_" : safe);
    }
  }
  if (parts > 12) stem += "-" + short_digest(url.href());
  const std::string_view ending = ending_for(media_type);
  if (url.has_query()) {
    if (ascii_lower_case(stem).ends_with(ending)) stem.resize(stem.size() - ending.size());
    stem += "-" + short_digest(url.query());
  }
  std::string name = has_fitting_ending(stem, media_type, ending) ? stem : stem + std::string(ending);
  if (!is_free(name)) {
    const std::size_t dot = name.rfind('.');
    name.insert(dot, "-" + short_digest(url.href()));
  }
  // Only a file with the name of a folder of this path can conflict.
  if (!is_free(name))
    name = "pages/" + hex_encode(digest(DigestAlgorithm::kSha256, url.href())) + std::string(ending);
  const std::string low = ascii_lower_case(name);
  files_.insert(low);
  for (std::size_t slash = low.find('/'); slash != std::string::npos; slash = low.find('/', slash + 1))
    folders_.insert(low.substr(0, slash));
  return name;
}

std::string relative_path(std::string_view from, std::string_view to) {
  std::size_t common = 0;
  for (std::size_t i = 0; i < from.size() && i < to.size() && from[i] == to[i]; ++i) {
    if (from[i] == '/') common = i + 1;
  }
  std::string path;
  for (const char c : from.substr(common)) {
    if (c == '/') path += "../";
  }
  return path + std::string(to.substr(common));
}

}  // namespace bfa
