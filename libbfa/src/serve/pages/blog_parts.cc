// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <map>

#include "base/try.h"
#include "report/html_parts.h"
#include "report/html_plots.h"
#include "serve/pages/blog_query.h"

namespace bfa::pages {
namespace {

constexpr std::size_t kFewValues = 12, kManyValues = 1000, kMostTemplates = 10;
constexpr int kMostBars = 60;

struct Facet {
  ValueField field;
  const char *name, *parameter, *one;
};
constexpr Facet kFacets[] = {{ValueField::kAuthor, "Authors", "author", "author"},
                             {ValueField::kCategory, "Categories", "category", "category"},
                             {ValueField::kTag, "Tags", "tag", "tag"},
                             {ValueField::kLanguage, "Languages", "language", "language"}};

Markup facet_values(const std::vector<std::pair<std::string, std::uint64_t>>& values, const Facet& facet,
                    const BlogQuery& query, std::size_t most) {
  Markup items;
  for (std::size_t i = 0; i < values.size() && i < most; ++i) {
    BlogQuery only;
    only.home = query.home;
    only.at = query.at;
    SiteAddress address = only.address().with(facet.parameter, values[i].first);
    items += element("li", {}, link(address.at("posts"), foreign(shortened_text(values[i].first, 60))), " ",
                     element("span", {{"class", "muted"}}, grouped(values[i].second)));
  }
  return element("ul", {{"class", "values"}}, items);
}

Markup rule_table(const std::vector<FieldRule>& rules) {
  Markup rows, heads;
  for (const char* name : {"Field", "Rule", "Found by", "Pages", "Score"})
    heads += element("th", {{"scope", "col"}}, name);
  for (const FieldRule& rule : rules) {
    std::string path = rule.xpath;
    if (!rule.attribute.empty()) path += " @" + rule.attribute;
    rows += element("tr", {}, element("th", {{"scope", "row"}}, rule.field),
                    element("td", {}, element("code", {}, shortened_text(path, 300))),
                    element("td", {}, rule.pinned ? "pinned by a person" : rule.method),
                    element("td", {{"class", "number"}},
                            std::to_string(rule.support) + " of " + std::to_string(rule.pages)),
                    element("td", {{"class", "number"}}, decimal(rule.score, 2)));
  }
  if (rows.empty()) return {};
  return element("div", {{"class", "scroll"}, {"tabindex", "0"}, {"role", "region"}, {"aria-label", "Rules"}},
                 element("table", {}, element("caption", {{"class", "hidden"}}, "Rules"),
                         element("thead", {}, element("tr", {}, heads)), element("tbody", {}, rows)));
}

class Facts {
 public:
  Facts& add(std::string_view name, const Markup& value) {
    if (!value.empty()) rows_ += element("div", {}, element("dt", {}, name), element("dd", {}, value));
    return *this;
  }
  Facts& add(std::string_view name, const std::string& value) {
    return value.empty() ? *this : add(name, foreign(shortened_text(value, 300)));
  }
  Markup take() { return element("dl", {{"class", "facts"}}, rows_); }

 private:
  Markup rows_;
};

std::string list_of(const std::vector<std::string>& values) {
  std::string out;
  for (const std::string& value : values) (out += out.empty() ? "" : ", ") += value;
  return out;
}

// Months, or years, in which nothing was have a bar too, of no height. False when there would be too many.
bool fill_gaps(std::map<std::string, DayCounts>& sums) {
  if (sums.empty()) return true;
  const auto number = [](const std::string& name) {
    const int year = std::atoi(name.substr(0, 4).c_str());
    return name.size() > 4 ? year * 12 + std::atoi(name.substr(5, 2).c_str()) - 1 : year;
  };
  const bool months = sums.begin()->first.size() > 4;
  const int first = number(sums.begin()->first), last = number(sums.rbegin()->first);
  if (last - first >= kMostBars) return false;
  for (int at = first; at <= last; ++at) {
    std::string name = std::to_string(months ? at / 12 : at);
    if (months) name += (at % 12 < 9 ? "-0" : "-") + std::to_string(at % 12 + 1);
    sums[name];
  }
  return true;
}

Markup template_part(const Template& learned, bool newest) {
  Facts facts;
  facts.add("Learned", markup_of(time_element(learned.learned), ", step ", std::to_string(learned.sequence)));
  facts.add("Method", learned.method).add("Why", learned.reason).add("From the feed", learned.feed);
  facts.add("Pages that trained it", std::to_string(learned.captures.size()));
  facts.add("Posts are at", learned.post_pattern).add("Language", learned.language);
  facts.add("Before titles", learned.title_prefix).add("After titles", learned.title_suffix);
  facts.add("Author of all entries", learned.author).add("Time zones that fit", list_of(learned.zones));
  if (!learned.boilerplate.empty())
    facts.add("Regions that repeat", std::to_string(learned.boilerplate.size()) + ", left out of articles");
  Markup content = markup_of(facts.take(), rule_table(learned.rules));
  for (std::size_t i = 0; i < learned.layouts.size(); ++i) {
    const Layout& layout = learned.layouts[i];
    const std::string name =
        layout.folder.empty() ? "Layout " + std::to_string(i + 2) : "Part " + layout.folder;
    content += markup_of(element("h3", {}, foreign(name)),
                         element("p", {}, counted(layout.captures.size(), "page"), " trained it."),
                         rule_table(layout.rules));
  }
  const std::string summary = learned.method.empty() ? "template" : learned.method;
  std::string layouts;
  if (!learned.layouts.empty()) layouts = ", " + counted(learned.layouts.size() + 1, "layout");
  return element("details", {{"id", "template-" + std::to_string(learned.sequence)}, if_true("open", false)},
                 element("summary", {}, day_element(learned.learned), ": ", summary, ", ",
                         counted(learned.rules.size(), "rule"), layouts, newest ? " (in use)" : ""),
                 content);
}

}  // namespace

Result<Markup> facets_part(const SiteContext& context, const BlogQuery& query, const BlogRow& row) {
  Markup out;
  for (const Facet& facet : kFacets) {
    const bool all = query.facet == facet.parameter;
    const std::size_t most = all ? kManyValues : kFewValues;
    BFA_ASSIGN_OR_RETURN(const auto values, values_of_blog(*context.index, row, facet.field, most + 1));
    if (values.empty()) continue;
    Markup content = facet_values(values, facet, query, most);
    if (values.size() > most && !all) {
      BlogQuery more = query;
      more.facet = facet.parameter;
      content += element(
          "p", {}, link(more.address().at(facet.parameter), "All " + std::string(facet.one) + " values"));
    }
    out += element("section", {{"aria-labelledby", std::string(facet.parameter)}},
                   element("h2", {{"id", std::string(facet.parameter)}},
                           std::string(facet.name) + (query.at ? ", now" : "")),
                   content);
  }
  return out;
}

Result<Markup> learned_part(const SiteContext& context, const BlogQuery& query) {
  BFA_ASSIGN_OR_RETURN(const auto templates, context.archive->templates(query.home));
  Markup out;
  std::size_t shown = 0;
  for (auto at = templates.rbegin(); at != templates.rend() && shown < kMostTemplates; ++at) {
    if (query.at && at->learned > *query.at) continue;
    out += template_part(*at, shown++ == 0);
  }
  if (shown == 0) return Markup::text("Nothing yet: posts are read by general methods.");
  if (templates.size() > kMostTemplates)
    out += element("p", {}, "Of ", counted(templates.size(), "template"), " the newest are shown.");
  return out;
}

Markup growth_part(const std::vector<DayCounts>& months) {
  // By month, or by year where months would be too many.
  std::map<std::string, DayCounts> sums;
  for (const std::size_t width : {std::size_t{7}, std::size_t{4}}) {
    sums.clear();
    for (const DayCounts& month : months) {
      DayCounts& sum = sums[month.day.substr(0, width)];
      sum.posts += month.posts;
      sum.edits += month.edits;
      sum.captures += month.captures;
    }
    if (fill_gaps(sums)) break;
  }
  if (sums.size() < 2) return {};
  BarPlot plot;
  plot.id = "growth-plot";
  plot.title = "Posts published and edits seen";
  plot.description =
      "Bars from " + sums.begin()->first + " to " + sums.rbegin()->first + ". The table has the numbers.";
  plot.parts = {"published", "edits seen"};
  Markup rows, heads;
  for (const char* name : {"Time", "Published", "Edits seen", "Captures"})
    heads += element("th", {{"scope", "col"}}, name);
  for (const auto& [name, sum] : sums) {
    const std::string hint =
        name + ": " + std::to_string(sum.posts) + " published, " + std::to_string(sum.edits) + " edits";
    plot.bars.push_back({name, hint, {sum.posts, sum.edits}});
    rows += element("tr", {}, element("th", {{"scope", "row"}}, element("time", {{"datetime", name}}, name)),
                    element("td", {{"class", "number"}}, grouped(sum.posts)),
                    element("td", {{"class", "number"}}, grouped(sum.edits)),
                    element("td", {{"class", "number"}}, grouped(sum.captures)));
  }
  const Markup table = element(
      "div",
      {{"class", "scroll"}, {"tabindex", "0"}, {"role", "region"}, {"aria-label", "Numbers of the plot"}},
      element("table", {}, element("caption", {{"class", "hidden"}}, plot.title),
              element("thead", {}, element("tr", {}, heads)), element("tbody", {}, rows)));
  return markup_of(element("figure", {}, Markup::trusted(bar_plot(plot))),
                   element("details", {}, element("summary", {}, "Numbers of the plot"), table));
}

}  // namespace bfa::pages
