// SPDX-License-Identifier: Apache-2.0
// bfa rules explain, test: the results of rules on stored pages.
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "archive/archive_reading.h"
#include "args.h"
#include "bfa/crawl/reextract.h"
#include "bfa/html/path_rule.h"
#include "bfa/object/json.h"
#include "pages/rules_commands.h"
#include "terminal_text.h"

namespace bfa::tool {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kShown = 60;  // bytes of a value on one line

std::string one_line(std::string text) {
  for (char& c : text) {
    if (c == '\n' || c == '\t') c = ' ';
  }
  if (text.size() <= kShown) return text;
  std::size_t end = kShown;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end) + "...";
}

Json trial_json(const RuleTrial& trial) {
  Json json = {{"field", trial.rule.field}, {"xpath", trial.rule.xpath}};
  if (!trial.rule.attribute.empty()) json["attribute"] = trial.rule.attribute;
  if (!trial.rule.method.empty()) json["method"] = trial.rule.method;
  if (trial.rule.pinned) json["pinned"] = true;
  json["support"] = trial.rule.support;
  json["pages"] = trial.rule.pages;
  json["score"] = trial.rule.score;
  json["matches"] = trial.matches;
  if (!trial.value.empty()) json["value"] = trial.value;
  json["gave_field"] = trial.gave_field;
  return json;
}

void print_json(const std::string& url, const PageExplanation& page) {
  Json json = {{"v", 1}, {"url", url}, {"layout", page.layout < 0 ? 0 : page.layout + 1}};
  json["layout_share"] = page.layout_share;
  json["evidence"] = page.evidence;
  json["rules"] = Json::array();
  for (const RuleTrial& trial : page.trials) json["rules"].push_back(trial_json(trial));
  if (page.object) json["object"] = Json::parse(object_to_json(*page.object));
  print_line(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void print_trial(const RuleTrial& trial, bool colours) {
  std::array<char, 120> figures{};
  std::snprintf(figures.data(), figures.size(), "%u of %u pages, score %.3f; here %u", trial.rule.support,
                trial.rule.pages, trial.rule.score, trial.matches);
  std::string field = trial.rule.field;
  field.resize(9, ' ');
  const std::string name =
      trial.rule.xpath + (trial.rule.attribute.empty() ? "" : " @" + trial.rule.attribute);
  print_line(std::string(trial.gave_field ? "* " : "  ") + field +
             coloured(for_terminal(name), trial.gave_field ? kBold : kDim, colours) + "  (" +
             (trial.rule.pinned ? "pinned; " : "") +
             (trial.rule.method.empty() ? "" : trial.rule.method + "; ") + figures.data() + ")");
  if (!trial.value.empty()) print_line("             " + for_terminal(one_line(trial.value)));
}

void print_text(const std::string& url, const PageExplanation& page, bool colours) {
  print_line(coloured(for_terminal(url), kBold, colours));
  if (!page.object) {
    print_line("no object: the page has no content of its own");
    return;
  }
  const DataObject& object = *page.object;
  std::array<char, 96> layout{};
  std::snprintf(layout.data(), layout.size(), "%s, confidence %.2f; layout %d (%.0f %% of its signature)",
                std::string(kind_name(object.kind)).c_str(), object.provenance.confidence,
                page.layout < 0 ? 0 : page.layout + 1, 100 * page.layout_share);
  print_line(layout.data());
  for (const std::string& line : page.evidence) print_line("  " + for_terminal(line));
  print_line("fields:");
  print_line("  title    " + for_terminal(one_line(object.title)));
  for (const std::string& author : object.authors) print_line("  author   " + for_terminal(one_line(author)));
  if (object.published) print_line("  date     " + format_timestamp(*object.published));
  print_line("  article  " + counted(object.text.size(), "byte", "bytes") + ": " +
             for_terminal(one_line(object.text)));
  for (const auto& [field, method] : object.provenance.methods) {
    if (!object.provenance.rules.contains(field)) print_line("  " + field + " comes from no rule: " + method);
  }
  print_line("rules (* gave the field):");
  for (const RuleTrial& trial : page.trials) print_trial(trial, colours);
}

}  // namespace

int rules_explain(const Arguments& arguments) {
  std::string directory, url;
  bool json = false;
  Args args("rules explain",
            "Says for a stored page which rule gave which field, with scores and runners-up.",
            "Layout 0 is the one that the feed shows. Exit codes: 0 done, 2 usage, 3 no such page, blog or "
            "archive, "
            "8 archive from a newer version.");
  args.option("-a,--archive", directory, "the archive (default: $BFA_ARCHIVE, else ./bfa-archive)")
      .flag("--json", json, "one JSON object")
      .positional("url", url, "URL of a page of the archive");
  if (const auto code = args.parse(arguments)) return *code;
  const auto archive = open_for_reading(directory);
  if (!archive) return report_archive_error(archive.error(), json);
  const auto blog = find_blog(**archive, url);
  if (!blog) return report_error(blog.error(), json);
  const auto page = explain_stored(**archive, *blog, url, StepOptions());
  if (!page) return report_error(page.error(), json);
  if (json) {
    print_json(url, *page);
  } else {
    print_text(url, *page, use_colours());
  }
  return kDone;
}

int rules_test(const Arguments& arguments) {
  std::string directory, url, field, xpath, attribute;
  std::int64_t samples = 10;
  bool json = false;
  Args args("rules test", "Tries a rule on the stored pages of a blog, and changes nothing.",
            "Exit codes: 0 it finds something, 1 it finds nothing on any page, 2 usage, 3 no such blog or "
            "archive.\n"
            "Example: bfa rules test http://blog.example/ title \"//h1[@class='name']\"");
  args.option("-a,--archive", directory, "the archive (default: $BFA_ARCHIVE, else ./bfa-archive)")
      .option("--attribute", attribute, "the value is this attribute's, not the text")
      .option("--samples", samples, "values to show (default: 10)")
      .flag("--json", json, "one JSON object a page, then a summary")
      .positional("url", url, "URL of the blog")
      .positional("field", field, kRuleFields)
      .positional("xpath", xpath, "the rule");
  if (const auto code = args.parse(arguments)) return *code;
  if (!is_rule_field(field)) {
    const std::string message = std::string("no such field; there are ") + kRuleFields;
    return report_error(Error{Code::kInvalidArgument, message, field, -1}, json), kUsage;
  }
  if (const auto path = PathRule::parse(xpath); !path) return report_error(path.error(), json), kUsage;
  const auto archive = open_for_reading(directory);
  if (!archive) return report_archive_error(archive.error(), json);
  const auto blog = find_blog(**archive, url);
  if (!blog) return report_error(blog.error(), json);
  FieldRule rule;
  rule.field = field;
  rule.xpath = xpath;
  rule.attribute = attribute;
  std::uint64_t pages = 0, found = 0, several = 0;
  const Status status = try_rule_on_stored(
      **archive, *blog, rule, StepOptions(), [&](const std::string& page, const RuleTrial& trial) {
        ++pages;
        if (trial.value.empty()) return true;
        ++found;
        if (trial.matches > 1) ++several;
        if (json) {
          Json line = {{"url", page}, {"matches", trial.matches}, {"value", trial.value}};
          print_line(line.dump(-1, ' ', false, Json::error_handler_t::replace));
        } else if (samples-- > 0) {
          print_line(for_terminal(page) + "\n    " + for_terminal(one_line(trial.value)));
        }
        return true;
      });
  if (!status.ok()) return report_error(status.error(), json);
  if (json) {
    print_line(
        Json{{"v", 1}, {"event", "done"}, {"pages", pages}, {"found", found}, {"several", several}}.dump());
  } else {
    print_line("found on " + std::to_string(found) + " of " + counted(pages, "page", "pages") +
               ", several times on " + std::to_string(several));
  }
  return found > 0 ? kDone : kNo;
}

}  // namespace bfa::tool
