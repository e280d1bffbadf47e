// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdio>
#include <set>

#include "archive/archive_reading.h"
#include "args.h"
#include "bfa/object/json.h"
#include "bfa/subscribe/blog_filter.h"
#include "bfa/url/url.h"
#include "pages/rules_commands.h"
#include "terminal_text.h"

namespace bfa::tool {
namespace {

constexpr std::size_t kShownMarks = 8;  // of a layout's signature

void print_rule(const FieldRule& rule, bool winner, bool colours) {
  std::array<char, 96> figures{};
  std::snprintf(figures.data(), figures.size(), "%s%u of %u pages, score %.3f", rule.pinned ? "pinned; " : "",
                rule.support, rule.pages, rule.score);
  std::string field = rule.field;
  field.resize(9, ' ');
  const std::string value = rule.xpath + (rule.attribute.empty() ? "" : " @" + rule.attribute);
  print_line(std::string(winner ? "* " : "  ") + field +
             coloured(for_terminal(value), winner ? kBold : kDim, colours) + "  (" + figures.data() + ")");
}

void print_rules(const std::vector<FieldRule>& rules, const std::vector<std::string>& boilerplate,
                 bool colours) {
  if (!rules.empty()) print_line("rules (* wins):");
  std::set<std::string> fields;  // rules of one field need not be in parallel
  for (const auto& rule : rules) print_rule(rule, fields.insert(rule.field).second, colours);
  if (!boilerplate.empty()) print_line("never content:");
  for (const auto& xpath : boilerplate) print_line("  " + for_terminal(xpath));
}

void print_template(const Template& t, bool colours) {
  const auto field = [&](const char* name, const std::string& value) {
    if (!value.empty()) print_line(std::string(name) + ": " + for_terminal(value));
  };
  print_line(coloured("template " + std::to_string(t.sequence), kBold, colours) + "  " + t.method +
             ", learned " + format_rfc3339(t.learned) + " from " +
             counted(t.captures.size(), "page", "pages"));
  field("blog", t.blog);
  field("feed", t.feed);
  field("reason", t.reason);
  field("language", t.language);
  if (!t.zones.empty()) {
    const std::string more =
        t.zones.size() == 1 ? "" : " and " + std::to_string(t.zones.size() - 1) + " more";
    field("zones",
          t.zones.front() + more + (more.empty() ? "" : ": local times that mean one instant in all"));
  }
  field("author of every entry", t.author);
  field("title prefix", t.title_prefix);
  field("title suffix", t.title_suffix);
  for (const auto& word : t.title_words) field("title's {category}", word);
  if (!t.post_pattern.empty()) {
    print_line("posts look like:");
    print_line("  " + for_terminal(t.post_pattern));
  }
  print_rules(t.rules, t.boilerplate, colours);
  for (std::size_t i = 0; i < t.layouts.size(); ++i) {
    const Layout& layout = t.layouts[i];
    print_line("");
    print_line(coloured("layout " + std::to_string(i + 1), kBold, colours) + "  from " +
               counted(layout.captures.size(), "page", "pages") + " that the feed's rules find nothing on");
    print_line("known by:");
    for (std::size_t k = 0; k < layout.signature.size() && k < kShownMarks; ++k)
      print_line("  " + for_terminal(layout.signature[k]));
    print_rules(layout.rules, layout.boilerplate, colours);
  }
}

int show(const Arguments& arguments) {
  std::string directory, url;
  bool json = false, all = false;
  Args args("rules show",
            "Shows the rules that were learned for a blog: where its pages hold title and text.",
            "Exit codes: 0 done, 2 usage, 3 no such blog or archive, 8 archive from a newer version.");
  args.option("-a,--archive", directory, "the archive (default: $BFA_ARCHIVE, else ./bfa-archive)")
      .flag("--all", all, "older templates too, newest first")
      .flag("--json", json, "one JSON object a template")
      .positional("url", url, "URL of the blog, or of a page of it");
  if (const auto code = args.parse(arguments)) return *code;
  const auto archive = open_for_reading(directory);
  if (!archive) return report_archive_error(archive.error(), json);
  const auto blog = find_blog(**archive, url);
  if (!blog) return report_error(blog.error(), json);
  const auto templates = (*archive)->templates(blog->home);
  if (!templates) return report_error(templates.error(), json);
  if (templates->empty()) {
    return report_error(
        Error{Code::kNotFound, "nothing was learned for this blog yet (bfa crawl learns)", blog->home, -1},
        json);
  }
  const bool colours = use_colours();
  if (!json && !blog->given_zone.empty()) print_line("zone as given: " + for_terminal(blog->given_zone));
  for (std::size_t i = templates->size(); i > 0; --i) {
    const Template& t = (*templates)[i - 1];
    if (json) {
      print_line(template_to_json(t));
    } else {
      print_template(t, colours);
    }
    if (!all) break;
    if (i > 1 && !json) print_line("");
  }
  return kDone;
}

}  // namespace

Result<BlogState> find_blog(const Archive& archive, const std::string& text) {
  auto blogs = archive.blogs();
  if (!blogs) return std::move(blogs).error();
  const auto url = Url::parse(text);
  const std::string href = url ? url->href() : text;
  const auto places = BlogPlaces::of(archive);
  if (!places) return places.error();
  const std::string named = places->home_named(text);
  const BlogState* best = nullptr;
  for (const auto& blog : *blogs) {
    if (blog.home == text || blog.home == href) return blog;
    const bool inside = !blog.base.empty() && href.starts_with(blog.base);
    if (inside && (best == nullptr || blog.base.size() > best->base.size())) best = &blog;
  }
  for (const auto& blog : *blogs) {
    if (blog.home == named) return blog;  // the same address, written otherwise
  }
  if (best != nullptr) return *best;
  std::string known;
  for (const auto& blog : *blogs) known += " " + blog.home;
  return Error{Code::kNotFound,
               "the archive has no such blog" + (known.empty() ? std::string() : "; it has" + known), text,
               -1};
}

Result<Template> current_rules(const Archive& archive, const BlogState& blog) {
  auto t = archive.view().template_at(blog.home, blog.template_sequence);
  if (!t) return std::move(t).error();
  if (!*t) {
    return Error{Code::kNotFound, "nothing was learned for this blog yet (bfa crawl learns)", blog.home, -1};
  }
  return std::move(**t);
}

int cmd_rules(const Arguments& arguments) {
  static constexpr std::array<Subcommand, 5> kCommands{{{"show", show},
                                                        {"explain", rules_explain},
                                                        {"test", rules_test},
                                                        {"pin", rules_pin},
                                                        {"export", rules_export}}};
  return run_subcommand(
      "rules", kCommands,
      "Usage: bfa rules show|explain|test|pin|export [-a DIR] URL ...\n"
      "  show     the rules that were learned for a blog, by layout\n"
      "  explain  which rule gave which field of a stored page, with scores and runners-up\n"
      "  test     a rule tried on the stored pages\n"
      "  pin      a rule of your own, before all learned ones\n"
      "  export   the current rules as JSON\n"
      "Each has --help.\n",
      arguments);
}

}  // namespace bfa::tool
