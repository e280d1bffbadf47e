// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "bfa/html/document.h"
#include "bfa/url/url.h"

namespace bfa {

// Where a page that a server gives leads to. An address is PREFIX TIME MODIFIER "/" URL:
// "/web/20260102030405im_/ http://a.example/b.png".
struct ServedPlaces {
  std::string prefix = "/web/";
  std::string time;   // 14 digits
  std::string links;  // the modifier of links: "" or "mp_", "if_", ...
  std::function<bool(const Url& url)>
      captured;  // whether the archive has it, for what browsers fetch by themselves
};

struct ServedPage {
  std::string html;       // UTF-8
  std::string title;      // on one line
  std::size_t start = 0;  // in `html`: behind the start tag of the body; 0: the page has none
  std::uint64_t scripts = 0, missing = 0;  // left out; images and the like that were not captured
  std::string left_out;  // what had to go because the page would not be safe when it is parsed again
};

// A page as markup for a server of archived pages. All addresses are resolved against the page's base and
// lead into the archive; what a browser would fetch by itself and was not captured loses its address
// (data-missing-src keeps it) and is marked. Nothing runs, nothing is sent, nothing is asked of other hosts.
// What is written is parsed again (is_served_safely); where that finds anything, parts are left out
// (`left_out`). `source`: the text that `doc` was parsed from, for its document type. Deterministic, linear.
ServedPage write_served_page(const HtmlDocument& doc, std::string_view source, const Url& url,
                             const ServedPlaces& places);

// The same for a style sheet, or the value of a style attribute.
std::string write_served_css(std::string_view css, const Url& base, const ServedPlaces& places,
                             std::uint64_t& missing);

// True when a browser that parses `html` runs nothing and asks for nothing but addresses that begin with
// `prefix`: no script, plug-in, base, handler, form target, refresh; each address begins with the prefix, is
// in the page, or is an image within the page. False when it cannot be parsed within the limits. Cost: one
// parse. Thread-safe.
bool is_served_safely(std::string_view html, std::string_view prefix);

}  // namespace bfa
