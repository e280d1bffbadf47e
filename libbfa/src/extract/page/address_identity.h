// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/url/url.h"

namespace bfa {

// The text under which two addresses are taken for the same page: canonical, percent-decoded, without scheme,
// "www." and slashes at the end. Feeds and pages escape one address in different ways, and saved pages lose
// their last slash.
std::string address_identity(const Url& url);

// The part of an http address after the host, each run of slashes as one. Hosts differ between mirrors and
// addresses of one site.
std::string path_identity(const Url& url);

}  // namespace bfa
