// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdio>

#include "archive_reading.h"
#include "args.h"
#include "bfa/object/json.h"
#include "bfa/url/url.h"
#include "command.h"

namespace bfa::tool {
namespace {

void print_rule(const FieldRule& rule, bool winner, bool colours) {
  std::array<char, 96> figures{};
  std::snprintf(figures.data(), figures.size(), "%u of %u pages, score %.3f", rule.support, rule.pages,
                rule.score);
  std::string field = rule.field;
  field.resize(9, ' ');
  const std::string value = rule.xpath + (rule.attribute.empty() ? "" : " @" + rule.attribute);
  print_line(std::string(winner ? "* " : "  ") + field +
             coloured(for_terminal(value), winner ? kBold : kDim, colours) + "  (" + figures.data() + ")");
}

void print_template(const Template& t, bool colours) {
  const auto field = [&](const char* name, const std::string& value) {
    if (!value.empty()) print_line(std::string(name) + ": " + for_terminal(value));
  };
  print_line(coloured("template " + std::to_string(t.sequence), kBold, colours) + "  " + t.method +
             ", learned " + format_rfc3339(t.learned) + " from " + std::to_string(t.captures.size()) +
             " pages");
  field("blog", t.blog);
  field("feed", t.feed);
  field("reason", t.reason);
  field("language", t.language);
  field("author of every entry", t.author);
  field("title prefix", t.title_prefix);
  field("title suffix", t.title_suffix);
  if (!t.post_pattern.empty()) {
    print_line("posts look like:");
    print_line("  " + for_terminal(t.post_pattern));
  }
  if (!t.rules.empty()) print_line("rules (* wins):");
  for (const auto& rule : t.rules) print_rule(rule, &rule == t.rule(rule.field), colours);
  if (!t.boilerplate.empty()) print_line("never content:");
  for (const auto& xpath : t.boilerplate) print_line("  " + for_terminal(xpath));
}

// The blog that a URL belongs to: its home, or the longest base that the URL starts with.
Result<BlogState> find_blog(const Archive& archive, const std::string& text) {
  auto blogs = archive.blogs();
  if (!blogs) return std::move(blogs).error();
  const auto url = Url::parse(text);
  const std::string href = url ? url->href() : text;
  const BlogState* best = nullptr;
  for (const auto& blog : *blogs) {
    if (blog.home == text || blog.home == href) return blog;
    const bool inside = !blog.base.empty() && href.starts_with(blog.base);
    if (inside && (best == nullptr || blog.base.size() > best->base.size())) best = &blog;
  }
  if (best != nullptr) return *best;
  std::string known;
  for (const auto& blog : *blogs) known += " " + blog.home;
  return Error{Code::kNotFound,
               "the archive has no such blog" + (known.empty() ? std::string() : "; it has" + known), text,
               -1};
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

int cmd_rules(const Arguments& arguments) {
  const std::string name = arguments.empty() ? "" : arguments.front();
  if (name == "show") return show(Arguments(arguments.begin() + 1, arguments.end()));
  const bool help = name == "--help" || name == "-h";
  std::fprintf(help ? stdout : stderr,
               "Usage: bfa rules show [-a DIR] [--json] [--all] URL\n"
               "Shows the rules that were learned for a blog.\n");
  return help ? kDone : kUsage;
}

}  // namespace bfa::tool
