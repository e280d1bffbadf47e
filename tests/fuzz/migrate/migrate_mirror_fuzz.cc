// SPDX-License-Identifier: Apache-2.0
// Data in mirrors: HTTrack's comments, log and cache lines, names of files; and style sheets and names of
// static sites.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "fuzz/fuzz_target.h"
#include "migrate/input/httrack.h"
#include "migrate/input/payload_type.h"
#include "migrate/input/wget.h"
#include "migrate/output/site_names.h"
#include "replay/rewrite/css_links.h"

BFA_FUZZ_TARGET(migrate_mirror) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  (void)bfa::inspect_payload_type(bytes);
  (void)bfa::httrack_comment(bytes);
  (void)bfa::is_httrack_own_page(bytes);
  (void)bfa::httrack_log(bytes);
  (void)bfa::httrack_start(bytes);
  (void)bfa::parse_httrack_fields("http://a.example/", bytes);
  if (const auto address = bfa::wget_address(bytes, "http")) {
    if (address->url.find_first_of("\r\n \"<>") != std::string::npos) std::abort();
  }
  const std::string css =
      bfa::rewrite_css(bytes, [](const std::string& url) { return url.size() % 2 == 0 ? "x" : url; });
  (void)css;
  if (const auto url = bfa::Url::parse(bytes)) {
    const std::string name = bfa::SiteNames().name_for(*url, "text/html");
    if (!name.starts_with("pages/") || name.find("/../") != std::string::npos ||
        name.find("//") != std::string::npos)
      std::abort();
  }
  return 0;
}
