// SPDX-License-Identifier: Apache-2.0
#include "search/query_parser.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <set>

#include "base/ascii.h"
#include "base/try.h"
#include "bfa/object/filters.h"
#include "bfa/text/utf8.h"
#include "bfa/url/url.h"
#include "search/catalogue_rows.h"
#include "search/fts_tokenizer.h"

namespace bfa {
namespace {

constexpr std::size_t kMostBytes = 4096;
constexpr std::size_t kMostClauses = 64;

Error refused(std::string message) {
  return Error{Code::kInvalidArgument, std::move(message), {}, -1};
}

// A part of the query as written.
struct QueryPart {
  std::string field, text;
  bool exclude = false, phrase = false, prefix = false;
  std::size_t at = 0;  // where it begins, in bytes
};

// "character 7": the place of a byte for people, who count from 1.
std::string place_in(std::string_view text, std::size_t at) {
  return "character " + std::to_string(count_code_points(text.substr(0, at)) + 1);
}

Error refused_at(std::size_t at, std::string message) {
  return Error{Code::kInvalidArgument, std::move(message), {}, static_cast<std::int64_t>(at)};
}

struct FieldColumn {
  std::string_view field, column;
};
// Blogs call the same thing a tag or a category: `tag` finds both.
constexpr std::array<FieldColumn, 6> kColumns = {{{"title", "title"},
                                                  {"author", "author"},
                                                  {"tag", "{tag category}"},
                                                  {"category", "category"},
                                                  {"text", "body"},
                                                  {"blog", "filter"}}};

std::string_view column_of(std::string_view field) {
  for (const auto& row : kColumns) {
    if (row.field == field) return row.column;
  }
  return {};
}

std::string in_quotes(const std::string& terms) {
  return "\"" + terms + "\"";  // terms contain no quotation mark: it is no letter
}

// Filter terms of all years and months of which a part lies between two dates; empty: any date may fit. They
// narrow the search; the dates themselves are compared with each row.
std::string published_periods(const std::optional<std::int64_t>& from,
                              const std::optional<std::int64_t>& to) {
  if (!from && !to) return {};
  const auto instant = [](std::int64_t code) { return UtcTime(std::chrono::seconds(code >> 3)); };
  const std::string first = from ? period_of(instant(*from), true) : "early";
  const std::string last = to ? period_of(instant(*to), true) : "late";
  std::string out;
  const auto add = [&](const char* unit, const std::string& period) {
    out += (out.empty() ? "\"" : " OR \"") + std::string(unit) + period + "\"";
  };
  if (first == "early") add("y:", "early");
  const int first_year =
      std::stoi(first.size() == 7 ? first : std::string(first == "early" ? kFirstYear : kLastYear));
  const int last_year =
      std::stoi(last.size() == 7 ? last : std::string(last == "late" ? kLastYear : kFirstYear));
  for (int year = first_year; year <= last_year; ++year) {
    const std::string name = std::to_string(year);
    const bool whole = !(first.starts_with(name) || last.starts_with(name));
    if (whole) add("y:", name);
    for (int month = 1; !whole && month <= 12; ++month) {
      const std::string both = name + (month < 10 ? "-0" : "-") + std::to_string(month);
      if ((first.size() != 7 || both >= first) && (last.size() != 7 || both <= last)) add("m:", both);
    }
  }
  if (last == "late") add("y:", "late");
  return out.empty() ? "\"m:none\"" : out;
}

class QueryScanner {
 public:
  explicit QueryScanner(std::string_view text) : text_(text) {}

  Result<std::vector<QueryPart>> run() {
    std::vector<QueryPart> parts;
    while (skip_space()) {
      BFA_ASSIGN_OR_RETURN(QueryPart part, next_part());
      if (!part.text.empty()) parts.push_back(std::move(part));
    }
    return parts;
  }

 private:
  bool skip_space() {
    while (at_ < text_.size()) {
      std::size_t next = at_;
      if (!is_space_char(next_code_point(text_, next))) return true;
      at_ = next;
    }
    return false;
  }

  Result<QueryPart> next_part() {
    QueryPart part;
    part.at = at_;
    if (text_[at_] == '-') {
      part.exclude = true;
      ++at_;
    }
    BFA_RETURN_IF_ERROR(read_field(part));
    if (at_ < text_.size() && text_[at_] == '"') {
      BFA_RETURN_IF_ERROR(read_phrase(part));
    } else {
      read_word(part);
    }
    if (!part.field.empty() && part.text.empty())
      return refused_at(part.at, part.field + ": has no word behind it (" + place_in(text_, part.at) +
                                     "): write " + part.field + ":word, without a space");
    return part;
  }

  // A name and a colon before the word. What looks like a field and is none would find nothing, as if there
  // were no such word.
  Status read_field(QueryPart& part) {
    const std::size_t colon = text_.find_first_of(": \t\n\"", at_);
    if (colon == std::string_view::npos || text_[colon] != ':') return {};
    const std::string name = ascii_lower_case(text_.substr(at_, colon - at_));
    if (!column_of(name).empty()) {
      part.field = name;
      at_ = colon + 1;
      return {};
    }
    const bool is_name =
        name.size() > 1 && std::all_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    // Neither "http://..." nor "std::vector" nor "Note: ...".
    const bool has_value = colon + 1 < text_.size() &&
                           std::string_view(" \t\r\n:/\\").find(text_[colon + 1]) == std::string_view::npos;
    if (!is_name || !has_value) return {};
    return refused_at(part.at, "there is no field '" + name + "' (" + place_in(text_, part.at) +
                                   "): the fields are title, author, tag, category, text and blog; put it "
                                   "into quotation marks to find its words");
  }

  Status read_phrase(QueryPart& part) {
    part.phrase = true;
    const std::size_t end = text_.find('"', at_ + 1);
    if (end == std::string_view::npos)
      return refused_at(at_, "the quotation mark at " + place_in(text_, at_) + " is not closed");
    part.text = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    if (at_ < text_.size() && text_[at_] == '*') {
      part.prefix = true;
      ++at_;
    }
    return {};
  }

  void read_word(QueryPart& part) {
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != '"') {
      std::size_t next = at_;
      if (is_space_char(next_code_point(text_, next))) break;
      at_ = next;
    }
    part.text = text_.substr(begin, at_ - begin);
    if (part.text.ends_with('*')) {
      part.prefix = true;
      part.text.pop_back();
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

class QueryBuilder {
 public:
  QueryBuilder(const SearchQuery& query, const std::vector<std::string>& languages, SearchAnalyser& analyser,
               const WordsOfStem& words_of_stem, const WordsOfBeginning& words_of_beginning)
      : query_(query),
        languages_(languages),
        analyser_(analyser),
        words_of_stem_(words_of_stem),
        words_of_beginning_(words_of_beginning) {}

  Status add(const QueryPart& part) {
    if (part.field == "blog") return add_blog(part);
    const auto terms = analyser_.terms(part.text, "");
    if (terms.empty()) {  // operators and punctuation only
      if (part.field.empty()) return {};
      return refused_at(part.at, part.field + ": has no word behind it");
    }
    if (++clauses_ > kMostClauses)
      return refused("the query has more than " + std::to_string(kMostClauses) + " words");
    BFA_ASSIGN_OR_RETURN(std::string clause, clause_of(part, terms));
    if (!part.field.empty()) clause = std::string(column_of(part.field)) + " : " + clause;
    put(part.exclude, clause);
    return {};
  }

  // A filter that is words of a field, side by side.
  Status add_filter(const char* field, const std::string& words) {
    if (words.empty()) return {};
    if (words.size() > kMostBytes) return refused(std::string("the ") + field + " is too long");
    if (analyser_.terms(words, "").empty()) return refused(std::string("the ") + field + " has no word");
    return add({field, words, false, true, false, 0});
  }

  Result<ParsedQuery> finish() {
    const SearchQuery& query = query_;
    BFA_ASSIGN_OR_RETURN(found_.published_from, date_bound(query.published_from));
    BFA_ASSIGN_OR_RETURN(found_.published_to, date_limit(query.published_to));
    if (query.belongs) found_.belongs.push_back(query.belongs);
    if (wanted_.empty()) {
      return refused(!excludes_ ? "the query has no word: write words, \"a phrase\", or a field as title:word"
                                : "the query only excludes: write at least one word that is to be found");
    }
    found_.expression = wanted_;
    found_.one_phrase = words_ == 1 && !first_is_filter_;
    if (query.kind)
      found_.expression += " AND filter : \"k:" + std::string(listed_kind_name(*query.kind)) + "\"";
    if (!query.blog_host.empty())
      found_.expression += " AND filter : " + in_quotes(host_term(query.blog_host));
    if (query.changed) found_.expression += " AND filter : \"c:1\"";
    if (query.deleted) found_.expression += " AND filter : \"g:1\"";
    if (const std::string verdicts = verdict_terms(query.verdicts); !verdicts.empty())
      found_.expression += " AND filter : (" + verdicts + ")";
    if (const std::string periods = published_periods(found_.published_from, found_.published_to);
        !periods.empty())
      found_.expression += " AND filter : (" + periods + ")";
    if (!excluded_.empty()) found_.expression = "(" + found_.expression + ") NOT (" + excluded_ + ")";
    return std::move(found_);
  }

 private:
  void put(bool exclude, const std::string& clause) {
    excludes_ = excludes_ || exclude;
    std::string& to = exclude ? excluded_ : wanted_;
    to += (to.empty() ? "" : exclude ? " OR " : " AND ") + clause;
  }

  static std::string verdict_terms(const std::set<Verdict>& verdicts) {
    std::string terms;
    for (const Verdict verdict : verdicts)
      (terms += terms.empty() ? "" : " OR ") += "\"v:" + std::string(verdict_name(verdict)) + "\"";
    return terms;
  }

  // The host as it stands in the index; anything else finds nothing.
  static std::string host_term(std::string_view host) {
    std::string term = "b:";
    for (const char c : ascii_lower_case(host)) {
      if (static_cast<unsigned char>(c) > 0x20 && c != '"') term += c;
    }
    return term;
  }

  // The blog that is named, by the rules of the caller; else its host.
  Result<BlogFilter> blog_of(const std::string& named) const {
    if (query_.blog_of) return query_.blog_of(named);
    const auto url = Url::parse(named);
    return BlogFilter{url && !url->host().empty() ? std::string(url->host()) : named, {}};
  }

  Status add_blog(const QueryPart& part) {
    if (part.prefix) return refused_at(part.at, "blog: takes an address or a host, not a beginning of one");
    auto blog = blog_of(part.text);
    if (!blog) {
      Error error = blog.error();
      error.offset = static_cast<std::int64_t>(part.at);
      return error;
    }
    first_is_filter_ = first_is_filter_ || words_ == 0;
    if (part.exclude && blog->belongs) {  // other blogs of the host are not excluded
      excludes_ = true;
      found_.belongs.emplace_back(
          [belongs = std::move(blog->belongs)](const std::string& url, const std::string& post) {
            return !belongs(url, post);
          });
      return {};
    }
    if (blog->belongs) found_.belongs.push_back(std::move(blog->belongs));
    put(part.exclude, "filter : " + in_quotes(host_term(blog->host)));
    return {};
  }

  Result<std::string> clause_of(const QueryPart& part, const std::vector<SearchTerm>& terms) {
    std::string text;
    bool prefix = false;
    bool listed = false;  // the words of the beginning are in `text`
    for (std::size_t i = 0; i < terms.size(); ++i) {
      const SearchTerm& term = terms[i];
      const bool last = i + 1 == terms.size();
      // The last character of a run stands alone only at the end of a run of the text: in the midst of one
      // the pair before it is enough, and a single one is the beginning of a pair.
      if (term.single && last) {
        if (i > 0 && terms[i - 1].pair && terms[i - 1].end == term.end) break;
        prefix = true;
      }
      if (!text.empty()) text += ' ';
      text += term.exact;
      if (last && (prefix || part.prefix)) {
        prefix = true;
        mark(part, term.exact, true);
        if (text.size() >= 2) {
          BFA_ASSIGN_OR_RETURN(listed, add_words(term, text));
        }
        continue;
      }
      mark(part, term.exact);
      if (!part.phrase && !term.pair && !term.single) BFA_RETURN_IF_ERROR(add_stems(term, part, text));
    }
    if (prefix && text.size() < 2)
      return refused("a beginning of one letter fits too much: write two letters or more before the *");
    // No column is named for words of all: FTS5 would copy the places of each row. Words are never terms of
    // the column of filters, which have a colon.
    if (!part.exclude) ++words_;
    return in_quotes(text) + (prefix && !listed ? " *" : "");
  }

  // The words that begin with a term, in its place. FTS5 reads their lists as far as they are needed, but for
  // a beginning it reads the lists of all of its words to the end. False when they are too many.
  Result<bool> add_words(const SearchTerm& term, std::string& text) const {
    if (term.pair || term.single || !words_of_beginning_) return false;
    BFA_ASSIGN_OR_RETURN(const auto words, words_of_beginning_(term.exact));
    if (!words) return false;
    for (const std::string& word : *words) {
      if (word != term.exact) (text += ' ') += kSamePlace + word;
    }
    return true;
  }

  void mark(const QueryPart& part, const std::string& word, bool prefix = false) {
    if (!part.exclude) found_.words.push_back({word, column_of(part.field), prefix});
  }

  // Words with the same stem, in the same place.
  Status add_stems(const SearchTerm& term, const QueryPart& part, std::string& text) {
    std::set<std::string> others;
    for (const auto& language : languages_) {
      std::string stem = analyser_.stem(term.exact, language);
      if (stem.empty()) continue;
      BFA_ASSIGN_OR_RETURN(auto words, words_of_stem_(language, stem));
      for (auto& word : words) others.insert(std::move(word));
      mark(part, stem);
      others.insert(std::move(stem));
    }
    others.erase(term.exact);
    for (const auto& other : others) {
      (text += ' ') += kSamePlace + other;
      mark(part, other);
    }
    return {};
  }

  const SearchQuery& query_;
  const std::vector<std::string>& languages_;
  SearchAnalyser& analyser_;
  const WordsOfStem& words_of_stem_;
  const WordsOfBeginning& words_of_beginning_;
  ParsedQuery found_;
  std::string wanted_, excluded_;
  std::size_t clauses_ = 0, words_ = 0;
  bool excludes_ = false;
  bool first_is_filter_ = false;  // `blog:` before any word: the first phrase of the expression is no word
};

}  // namespace

Result<ParsedQuery> parse_search(const SearchQuery& query, const std::vector<std::string>& languages,
                                 SearchAnalyser& analyser, const WordsOfStem& words_of_stem,
                                 const WordsOfBeginning& words_of_beginning) {
  if (query.text.size() > kMostBytes) {
    return refused("the query has " + std::to_string(query.text.size()) + " bytes; at most " +
                   std::to_string(kMostBytes) + " are read");
  }
  QueryBuilder builder(query, languages, analyser, words_of_stem, words_of_beginning);
  BFA_ASSIGN_OR_RETURN(const auto parts, QueryScanner(query.text).run());
  for (const QueryPart& part : parts) BFA_RETURN_IF_ERROR(builder.add(part));
  BFA_RETURN_IF_ERROR(builder.add_filter("author", query.author));
  BFA_RETURN_IF_ERROR(builder.add_filter("tag", query.tag));
  BFA_RETURN_IF_ERROR(builder.add_filter("category", query.category));
  return builder.finish();
}

}  // namespace bfa
