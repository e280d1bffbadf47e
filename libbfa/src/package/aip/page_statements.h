// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bfa/http/message.h"

namespace bfa {

// What a page states about itself in its head, its links and its footer. Empty: it states nothing.
struct PageStatements {
  std::string encoding;                 // WHATWG name of the one that it declares
  std::string canonical;                // absolute
  std::vector<std::string> shortlinks;  // absolute
  std::string license;                  // URL, of rel=license
  std::string rights;                   // of a meta element for rights
  std::string geo;                      // "46.2,6.1"
  bool asks_password = false;           // its content is behind a password
  // Of a home page:
  std::string footer_rights;  // a statement in the footer: of the site, not of one post
  std::string generator;
  std::string mail;  // the first address of a mailto: link
};

// Reads a page; what is no HTML has an encoding at most. `home`: what only a home page states, too. Of other
// pages only the beginning is parsed, up to the last element that may state something. Errors: kIo.
Result<PageStatements> read_statements(const Exchange& exchange, bool home);

// A generator as name and version: "wordpress" and "6.4.2" from "WordPress 6.4.2". The version is empty when
// it states none.
struct PlatformName {
  std::string name, version;
};
PlatformName platform_of(const std::string& generator);

// "46.2,6.1" from "46.2;6.1" or "46.2, 6.1"; empty when these are no degrees.
std::string geo_of(const std::string& text);

// Some themes name the home page, or the list of all posts, as canonical on each page. Such an address leads
// to many objects and is no alias of one. It is a folder above the address of the object. Other forms of the
// same page are not meant: "/a/" of "/a/?amp".
bool is_list_above(std::string_view canonical, std::string_view url);

// The address of a person; empty for one that nobody reads, as generators write it.
std::string mailbox_of(std::string_view text);

}  // namespace bfa
