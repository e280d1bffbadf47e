// SPDX-License-Identifier: Apache-2.0
#include "base/guard.h"
#include "bfa/base/version.h"
#include "bfa/report/report.h"
#include "report/html_parts.h"
#include "report/html_sections.h"
#include "report/html_style.h"

namespace bfa {
namespace {

std::string page(const ArchiveReport& report) {
  const std::string made = format_rfc3339(report.made).substr(0, 16);
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" "
      "content=\"no-referrer\">\n"
      "<title>Report on " +
      html_text(report.directory) + "</title>\n<style>" + kReportStyle +
      "</style>\n</head>\n<body>\n<header>\n" + "<h1>Report on a blog archive</h1>\n" + "<p class=\"note\">" +
      html_text(report.directory) + ", <time datetime=\"" + made + "Z\">" + made.substr(0, 10) + " " +
      made.substr(11) + " UTC</time>. All times are UTC unless the text says otherwise.</p>\n" +
      "<nav aria-label=\"Sections\"><ul><li><a href=\"#loss\">Possible loss</a></li><li><a "
      "href=\"#feeds\">Feeds</a></li>"
      "<li><a href=\"#intervals\">Intervals</a></li><li><a href=\"#hours\">Hours</a></li>"
      "<li><a href=\"#growth\">Growth</a></li><li><a href=\"#edits\">Edits</a></li>"
      "<li><a href=\"#silent\">Silent and failing</a></li><li><a href=\"#blogs\">Blogs</a></li>"
      "<li><a href=\"#storage\">Storage</a></li></ul></nav>\n</header>\n<main>\n";
  out += summary_section(report) + loss_section(report) + feeds_section(report) + intervals_section(report);
  out += hours_section(report) + growth_section(report) + edits_section(report) + silent_section(report);
  out += blogs_section(report) + storage_section(report);
  return out + "</main>\n<footer>" + note("Made by libbfa " + std::string(version()) + ".") +
         "</footer>\n</body>\n</html>\n";
}

}  // namespace

std::string report_to_html(const ArchiveReport& report) {
  return guarded_or_empty([&] { return page(report); });
}

}  // namespace bfa
