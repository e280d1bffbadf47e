// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/url/url.h"

namespace bfa {

// The text under which two addresses are taken for the same page: canonical, percent-decoded, without scheme,
// "www.", empty segments and slashes at the end. Feeds and pages escape one address in different ways, and
// saved pages lose their last slash.
std::string address_identity(const Url& url);

// The part of an http address after the host, each run of slashes as one. Hosts differ between mirrors and
// addresses of one site.
std::string path_identity(const Url& url);

// Path and query without an index file and slashes at the end.
std::string bare_target(const Url& url);

// The post whose comments are at `url`, by the name that publishing systems give to a page of comments:
// /soup/comment-page-2/ is of /soup/. With a slash at the end where `url` has one, without a fragment. Empty
// for other addresses, and for pages of comments on the root page.
std::string post_of_comment_page(const Url& url);

}  // namespace bfa
