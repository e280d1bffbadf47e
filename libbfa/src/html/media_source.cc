// SPDX-License-Identifier: Apache-2.0
#include "media_source.h"

#include <cstdlib>

#include "visibility.h"

namespace bfa {
namespace {

// One candidate: a URL up to white space, then an optional width ("300w") or density ("2x").
double descriptor_value(std::string_view descriptor) {
  if (descriptor.empty()) return 1;
  const std::string number(descriptor.substr(0, descriptor.size() - 1));
  const double value = std::strtod(number.c_str(), nullptr);
  if (descriptor.back() == 'w') return 1000 + value;  // widths and densities are never mixed on purpose
  return value;
}

}  // namespace

std::string absolute_url(std::string_view text, const Url& base) {
  text = trim_html_space(text);
  if (text.empty()) return {};
  const Result<Url> url = Url::parse(text, &base);
  if (!url || !url->is_http()) return {};
  return url->href();
}

std::string_view largest_of_srcset(std::string_view srcset) {
  std::string_view best;
  double best_value = -1;
  std::size_t at = 0;
  while (at < srcset.size()) {
    while (at < srcset.size() && (is_html_space(srcset[at]) || srcset[at] == ',')) ++at;
    const std::size_t begin = at;
    while (at < srcset.size() && !is_html_space(srcset[at])) ++at;
    std::string_view url = srcset.substr(begin, at - begin);
    std::string_view descriptor;
    if (url.ends_with(',')) {
      while (url.ends_with(',')) url.remove_suffix(1);
    } else {
      const std::size_t end = std::min(srcset.find(',', at), srcset.size());
      descriptor = trim_html_space(srcset.substr(at, end - at));
      at = end;
    }
    if (url.empty()) continue;
    if (const double value = descriptor_value(descriptor); value > best_value) {
      best = url;
      best_value = value;
    }
  }
  return best;
}

std::string image_url(const HtmlDocument& doc, HtmlDocument::NodeId node, const Url& base) {
  for (const std::string_view name : {"data-srcset", "data-lazy-srcset", "srcset"}) {
    const std::string url = absolute_url(largest_of_srcset(doc.attribute(node, name)), base);
    if (!url.empty()) return url;
  }
  for (const std::string_view name :
       {"data-src", "data-lazy-src", "data-original", "data-orig-file", "data-actualsrc", "src"}) {
    const std::string_view value = doc.attribute(node, name);
    if (value.empty()) continue;
    const std::string url = absolute_url(value, base);
    if (!url.empty()) return url;
  }
  return {};
}

}  // namespace bfa
