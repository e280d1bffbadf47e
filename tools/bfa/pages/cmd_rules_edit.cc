// SPDX-License-Identifier: Apache-2.0
// bfa rules pin, export: a user's own rules, and rules as a file.
#include <algorithm>
#include <array>

#include "archive/archive_reading.h"
#include "archive/crawl_options.h"
#include "args.h"
#include "bfa/crawl/reextract.h"
#include "bfa/html/path_rule.h"
#include "bfa/io/file_system.h"
#include "bfa/object/json.h"
#include "pages/rules_commands.h"

namespace bfa::tool {
namespace {

struct PinArguments {
  std::string archive, url, field, xpath, attribute;
  bool remove = false, force = false, json = false;
};

// The pins of the template with the one that is asked for, or without those of its field.
std::vector<FieldRule> edited_pins(const Template& t, const PinArguments& values) {
  std::vector<FieldRule> pins;
  for (const FieldRule& rule : t.rules) {
    if (rule.pinned && rule.field != values.field) pins.push_back(rule);
  }
  if (values.remove) return pins;
  FieldRule pin;
  pin.field = values.field;
  pin.xpath = values.xpath;
  pin.attribute = values.attribute;
  pin.support = pin.pages = 1;
  pin.score = 1;
  pin.pinned = true;
  pins.push_back(std::move(pin));
  return pins;
}

// Refuses a rule that finds nothing on any stored page.
Status check_rule(const Archive& archive, const BlogState& blog, const PinArguments& values) {
  if (values.remove || values.force) return {};
  FieldRule rule;
  rule.field = values.field;
  rule.xpath = values.xpath;
  rule.attribute = values.attribute;
  std::uint64_t pages = 0;
  bool found = false;
  const Status tried =
      try_rule_on_stored(archive, blog, rule, StepOptions(), [&](const std::string&, const RuleTrial& trial) {
        ++pages;
        found = !trial.value.empty();
        return !found;
      });
  if (!tried.ok() || found) return tried;
  return Error{
      Code::kInvalidArgument,
      "the rule finds nothing on any of the " + std::to_string(pages) +
          " stored pages; nothing was pinned (--force pins it; bfa rules test shows what a rule finds)",
      values.xpath, -1};
}

}  // namespace

bool is_rule_field(std::string_view field) {
  constexpr std::array<std::string_view, 9> kFields{"article", "title", "author",   "date", "modified",
                                                    "comment", "tag",   "category", "menu"};
  return std::find(kFields.begin(), kFields.end(), field) != kFields.end();
}

int rules_pin(const Arguments& arguments) {
  PinArguments values;
  Args args(
      "rules pin", "Puts a rule of your own before all learned ones of its field, in every layout.",
      "It makes a new version of the blog's template, is kept when rules are learned again, and is recorded "
      "in "
      "WARC.\nWhere it finds nothing the learned rules count. Stored pages: bfa rebuild --extract.\n"
      "Exit codes: 0 done, 2 usage, 3 no such blog or archive, 8 archive locked or from a newer version, 9 "
      "local disk.\n"
      "Example: bfa rules pin http://blog.example/ author \"//span[@class='who']\"");
  args.option("-a,--archive", values.archive, "the archive (default: $BFA_ARCHIVE, else ./bfa-archive)")
      .option("--attribute", values.attribute, "the value is this attribute's, not the text")
      .flag("--remove", values.remove, "take the pins of this field away")
      .flag("--force", values.force, "pin a rule that finds nothing on the stored pages")
      .flag("--json", values.json, "the new template as JSON")
      .positional("url", values.url, "URL of the blog")
      .positional("field", values.field, kRuleFields)
      .positional("xpath", values.xpath, "the rule; not with --remove", false);
  if (const auto code = args.parse(arguments)) return *code;
  if (!is_rule_field(values.field)) {
    const std::string message = std::string("no such field; there are ") + kRuleFields;
    return report_error(Error{Code::kInvalidArgument, message, values.field, -1}, values.json), kUsage;
  }
  if (values.remove != values.xpath.empty()) {
    return report_error(Error{Code::kInvalidArgument, "give an XPath, or --remove", {}, -1}, values.json),
           kUsage;
  }
  if (!values.remove) {
    if (const auto path = PathRule::parse(values.xpath); !path)
      return report_error(path.error(), values.json), kUsage;
  }
  CrawlArguments crawl;
  crawl.archive = values.archive;
  ArchiveOptions options = make_archive_options(crawl, system_clock());
  options.mode = ArchiveOptions::Mode::kWrite;
  options.create = false;
  const auto archive = open_for_writing(values.archive, options, StepOptions());
  if (!archive) return report_archive_error(archive.error(), values.json);
  const auto blog = find_blog(**archive, values.url);
  if (!blog) return report_error(blog.error(), values.json);
  const auto before = current_rules(**archive, *blog);
  if (!before) return report_error(before.error(), values.json);
  if (const Status checked = check_rule(**archive, *blog, values); !checked.ok())
    return report_error(checked.error(), values.json);
  const auto after = pin_rules(**archive, *blog, edited_pins(*before, values));
  if (!after) return report_error(after.error(), values.json);
  if (const Status closed = (*archive)->close(); !closed.ok())
    return report_error(closed.error(), values.json);
  if (values.json) {
    print_line(template_to_json(*after));
  } else {
    print_line("template " + std::to_string(after->sequence) +
               (values.remove ? ": no rule is pinned for " : ": pinned for ") + for_terminal(values.field) +
               "; bfa rebuild --extract shows what that changes");
  }
  return kDone;
}

int rules_export(const Arguments& arguments) {
  std::string directory, url, output;
  Args args("rules export", "Writes the current template of a blog as JSON (schemas/template.schema.json).",
            "bfa extract --template reads it. Exit codes: 0 done, 2 usage, 3 no such blog or archive, 9 "
            "local disk.");
  args.option("-a,--archive", directory, "the archive (default: $BFA_ARCHIVE, else ./bfa-archive)")
      .option("-o,--output", output, "file to write (default: stdout)")
      .positional("url", url, "URL of the blog, or of a page of it");
  if (const auto code = args.parse(arguments)) return *code;
  const auto archive = open_for_reading(directory);
  if (!archive) return report_archive_error(archive.error(), false);
  const auto blog = find_blog(**archive, url);
  if (!blog) return report_error(blog.error(), false);
  const auto rules = current_rules(**archive, *blog);
  if (!rules) return report_error(rules.error(), false);
  const std::string text = template_to_json(*rules, true);
  if (output.empty()) {
    print_line(text);
    return kDone;
  }
  const Status written = write_file_atomically(posix_file_system(), output, text + "\n");
  return written.ok() ? static_cast<int>(kDone) : report_error(written.error(), false);
}

}  // namespace bfa::tool
