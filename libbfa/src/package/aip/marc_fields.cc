// SPDX-License-Identifier: Apache-2.0
// The fields of MARC records that need no main entry: place, rights, relations, state, text.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "base/counted.h"
#include "package/aip/marc_mapper.h"
#include "package/aip/marc_summary.h"

namespace bfa {
namespace {

constexpr std::size_t kNoteReserve = 600;     // kept free for 500 notes
constexpr std::size_t kMaxRepeated = 20'000;  // bytes that tags, aliases or links may take each

}  // namespace

namespace {

// "+022.950000" from "22.95"; empty when it is not a number of degrees.
std::string marc_degrees(const std::string& text, double limit) {
  char* end = nullptr;
  const double degrees = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || *end != '\0' || !(degrees >= -limit && degrees <= limit)) return {};
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%+011.6f", degrees);
  return buffer;
}

// For people: without the fraction, which 583 has.
std::string whole_second(UtcTime time) {
  return format_rfc3339(std::chrono::floor<std::chrono::seconds>(time));
}

}  // namespace

void MarcMapper::place() {
  const std::string geo = attribute("geo");
  if (const std::size_t comma = geo.find(','); comma != std::string::npos) {
    const std::string latitude = geo.substr(0, comma), longitude = geo.substr(comma + 1);
    const std::string north = marc_degrees(latitude, 90), east = marc_degrees(longitude, 180);
    if (!north.empty() && !east.empty()) {
      MarcField standard{"034", '0', ' ', {}};
      record_.add(
          std::move(standard.add('a', "a").add('d', east).add('e', east).add('f', north).add('g', north)));
      MarcField local{"342", '0', '0', {}};  // horizontal, geographic
      record_.add(std::move(local.add('g', longitude).add('h', latitude)));
    }
  }
  const std::string hosting = attribute("hosting_place");
  if (hosting.empty()) return;
  const std::size_t comma = hosting.find(", ");
  MarcField field{"270", ' ', ' ', {}};
  if (comma == std::string::npos) {
    field.add('d', hosting);
  } else {
    field.add('b', hosting.substr(0, comma)).add('d', hosting.substr(comma + 2));
  }
  record_.add(std::move(field));
}

void MarcMapper::rights() {
  const std::string access = attribute("access");
  const bool restricted = access == "restricted" || object_.status == "restricted";
  if (restricted || !access.empty()) {
    MarcField field{"506", restricted ? '1' : '0', ' ', {}};
    field.add('a', restricted ? "Access is restricted by the site." : "Open access.");
    field.add('f', restricted ? "Online access with authorization" : "Unrestricted online access")
        .add('2', "star");
    record_.add(std::move(field));
  }
  const std::string license = attribute("license"), statement = attribute("rights");
  if (license.empty() && statement.empty()) return;
  const std::string name = licence_name(license);
  const std::string& terms = !statement.empty() ? statement : name.empty() ? license : name;
  MarcField paper{"542", ' ', ' ', {}};
  record_.add(std::move(paper.add('f', terms).add('u', license)));
  MarcField standard{"540", ' ', ' ', {}};
  record_.add(
      std::move(standard.add('a', terms == license ? terms : with_full_stop(terms)).add('u', license)));
}

void MarcMapper::subjects() {
  for (const std::string& category : attribute_lines(attribute("categories"))) {
    MarcField field{"650", ' ', '4', {}};
    if (!record_.add_if_room(std::move(field.add('a', with_full_stop(category))),
                             kMaxMarcRecord - 2 * kMaxRepeated))
      break;
  }
  for (const std::string& tag : object_.tags) {
    MarcField field{"653", ' ', ' ', {}};
    if (!record_.add_if_room(std::move(field.add('a', tag)), kMaxMarcRecord - 2 * kMaxRepeated)) break;
  }
  if (is(ObjectKind::kBlog)) {
    MarcField form{"655", ' ', '7', {}};
    record_.add(std::move(form.add('a', "Blogs.").add('2', "lcgft")));
  }
}

void MarcMapper::relation(const char* tag, char ind2, const char* note, const std::string& title,
                          const std::string& url, const char* kind, const std::string& number) {
  MarcField field{tag, '0', ind2, {}};
  field.add('i', note).add('t', one_line(title)).add('o', url).add('4', kind).add('w', number);
  record_.add(std::move(field));
}

void MarcMapper::parts() {
  if (is_post_like() && !options_.blog_url.empty()) {
    DataObject blog;
    blog.kind = ObjectKind::kBlog;
    blog.url = options_.blog_url;
    relation("760", ' ', "", "", blog.url, "BLOG", linked_number(&blog));
    const std::string part_of = attribute("part_of");
    const std::string& title = options_.blog_title.empty() ? blog.url : options_.blog_title;
    if (part_of.empty()) relation("773", ' ', "", title, blog.url, "", linked_number(&blog));
  }
  DataObject post;
  post.kind = ObjectKind::kPost;
  if (is(ObjectKind::kComment)) {
    post.url = object_.post;
    const DataObject& under = options_.post != nullptr ? *options_.post : post;
    if (!under.url.empty())
      relation("773", ' ', "", under.title, under.url, under.kind == ObjectKind::kPage ? "PAGE" : "POST",
               linked_number(options_.post));
    if (options_.parent != nullptr) {
      const DataObject& parent = *options_.parent;
      relation("773", ' ', "", "", parent.url.empty() ? parent.id : parent.url, "COMMENT",
               linked_number(&parent));
    }
    simple("789", ' ', ' ', 'u', attribute("addressed_to"));
    return;
  }
  const auto linked = [&](const char* tag, const char* note, const char* name, const DataObject* other) {
    const std::string url = other != nullptr ? other->url : attribute(name);
    if (!attribute(name).empty()) relation(tag, '8', note, "", url, "", linked_number(other));
  };
  linked("776", "Same content as:", "duplicate_of", options_.duplicate);
  linked("773", "Further page of:", "part_of", options_.whole);
  if (options_.current) return;
  const std::string number = options_.number.empty() ? marc_control_number(object_) : options_.number;
  relation("787", '8', "Later version:", "", options_.newest_url.empty() ? object_.url : options_.newest_url,
           "", "(" + agency_ + ")" + number);
}

// How many replies there are, also none.
void MarcMapper::reply_counts() {
  if (is(ObjectKind::kBlog)) return;
  const std::string said = attribute(is(ObjectKind::kComment) ? "reply_count" : "comment_count");
  std::string last = attribute(is(ObjectKind::kComment) ? "last_reply" : "last_comment");
  const DataObject* newest = nullptr;
  for (const DataObject& reply : replies_) {
    if (reply.published && (newest == nullptr || newest->published->utc < reply.published->utc))
      newest = &reply;
  }
  if (newest != nullptr) last = format_timestamp(*newest->published);
  const std::string count = replies_.empty() && !said.empty() ? said : std::to_string(replies_.size());
  MarcField field{"788", ' ', ' ', {}};
  field.add('a', count == "0" ? "false" : "true").add('b', count);
  if (!is(ObjectKind::kComment)) field.add('c', last);
  record_.add(std::move(field));
}

void MarcMapper::blog_fields() {
  if (!is(ObjectKind::kBlog)) return;
  const std::string platform = attribute("platform"), version = attribute("platform_version");
  const std::string generator = attribute("generator");
  MarcField local{"781", ' ', ' ', {}};
  record_.add(std::move(local.add('a', platform.empty() ? generator : platform).add('b', version)));
  if (!generator.empty() || !platform.empty())
    simple("538", ' ', ' ', 'a',
           with_full_stop("Made with " + (!generator.empty() ? generator
                                          : version.empty()  ? platform
                                                             : platform + " " + version)));
  for (const std::string& sitemap : attribute_lines(attribute("sitemaps"))) {
    MarcField field{"520", '8', ' ', {}};
    record_.add_if_room(std::move(field.add('a', "Sitemap").add('u', sitemap)),
                        kMaxMarcRecord - kMaxRepeated);
  }
  MarcField activity{"954", ' ', ' ', {}};
  activity.add('a', attribute("last_activity")).add('b', attribute("post_frequency"));
  record_.add(std::move(activity.add('c', attribute("update_frequency"))));
  if (!options_.personal_data) return;
  simple("955", ' ', ' ', 'a', attribute("webmaster"));
  simple("956", ' ', ' ', 'a', attribute("hosting_ip"));
}

void MarcMapper::state() {
  if (!is(ObjectKind::kBlog))
    simple("950", ' ', ' ', 'a',
           std::to_string(options_.version == 0 ? summary_.versions : options_.version));
  MarcField status{"952", ' ', ' ', {}};
  status.add('a', object_.status.empty() ? "active" : object_.status);
  if (!is(ObjectKind::kComment)) status.add('b', attribute("response_code"));
  record_.add(std::move(status));
  const WarcRef& warc = object_.provenance.warc;
  if (!warc.file.empty()) {
    MarcField capture{"959", ' ', ' ', {}};
    capture.add('a', warc.file).add('b', std::to_string(warc.offset)).add('w', warc.record_id);
    record_.add(std::move(capture));
  }
  // What was done, when, how: of this version.
  MarcField action{"583", ' ', ' ', {}};
  action.add('a', "captured").add('c', format_rfc3339(summary_.last_changed));
  if (!object_.provenance.method.empty()) action.add('i', "read by " + object_.provenance.method);
  action.add('z', options_.change);
  if (summary_.last_changed != UtcTime{}) record_.add(std::move(action));
  if (summary_.last_seen != UtcTime{})
    simple("588", ' ', ' ', 'a',
           "Description based on the capture of " +
               whole_second(options_.current ? summary_.last_seen : summary_.last_changed) + ".");
  const char* collection = is(ObjectKind::kBlog)      ? "BLOG"
                           : is(ObjectKind::kComment) ? "COMMENT"
                           : is(ObjectKind::kPage)    ? "PAGE"
                                                      : "BLOGPOST";
  simple("980", ' ', ' ', 'a', collection);
}

// Text, read with a computer, online.
void MarcMapper::carrier() {
  const auto term = [&](const char* tag, const char* word, const char* code, const char* source) {
    MarcField field{tag, ' ', ' ', {}};
    record_.add(std::move(field.add('a', word).add('b', code).add('2', source)));
  };
  term("336", "text", "txt", "rdacontent");
  term("337", "computer", "c", "rdamedia");
  term("338", "online resource", "cr", "rdacarrier");
}

void MarcMapper::links() {
  std::size_t left_out = 0, used = 0;
  for (const Reference& reference : object_.references) {
    const bool link = reference.kind == ReferenceKind::kLink;
    MarcField field{"856", '4', '2', {}};
    field.add('3', link ? "Link" : reference.kind == ReferenceKind::kImage ? "Image" : "Media");
    field.add('u', reference.url).add('y', one_line(std::string(cut_text(reference.text, 500))));
    used += field.bytes();
    if (used > kMaxRepeated || !record_.add_if_room(std::move(field), kNoteReserve)) ++left_out;
  }
  if (left_out > 0)
    simple("500", ' ', ' ', 'a',
           counted(left_out, "link is left out here; the WARC file holds it.",
                   "links are left out here; the WARC file holds them."));
}

// A summary, and the whole text apart from it, with a pilcrow between paragraphs: fields have no line ends.
void MarcMapper::text() {
  const std::string clean = one_line(object_.text, " \xC2\xB6 ");
  if (clean.empty()) return;
  const std::size_t part_cost = 12 + 3 + 3 * 2 + 19;
  const std::size_t parts = clean.size() / (kMaxMarcText - 200) + 1;
  const bool fits = clean.size() + parts * part_cost + kNoteReserve <= record_.room();
  const bool whole =
      clean.size() <= kMaxMarcText || (!options_.catalogue && fits && options_.full_text_href.empty());
  std::string_view rest = whole ? std::string_view(clean) : cut_text(clean, kMaxMarcText);
  holds_text_ = whole;
  simple("520", ' ', ' ', 'a', text_summary(clean, one_line(object_.title)));
  while (!rest.empty()) {
    const std::string_view part = cut_text(rest, kMaxMarcText);
    MarcField field{"520", '8', ' ', {}};
    record_.add(std::move(field.add('3', "Full text").add('a', part).add('b', "text/plain")));
    rest.remove_prefix(part.size());
  }
  if (!whole)
    simple("500", ' ', ' ', 'a',
           "The text is cut here; it has " + std::to_string(object_.text.size()) + " bytes" +
               (options_.full_text_href.empty() ? ". The WARC file holds it whole."
                                                : " and stands whole in " + options_.full_text_href + "."));
}

}  // namespace bfa
