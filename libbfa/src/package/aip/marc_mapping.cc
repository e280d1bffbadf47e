// SPDX-License-Identifier: Apache-2.0
#include "package/aip/marc_mapping.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "base/try.h"
#include "bfa/io/digest.h"
#include "bfa/object/data_object.h"
#include "package/aip/marc_language.h"

namespace bfa {
namespace {

constexpr std::string_view kOrganisation = "bfa";  // 003 and the prefix of $w
constexpr std::size_t kNoteReserve = 600;          // kept free for 500 notes
constexpr std::size_t kMaxRepeated = 20'000;       // bytes that tags, aliases or links may take each

std::string attribute(const DataObject& object, const char* name) {
  const auto found = object.attributes.find(name);
  return found == object.attributes.end() ? std::string() : found->second;
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (end > at) out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

std::string linked_number(const DataObject& object) {
  return "(" + std::string(kOrganisation) + ")" + marc_control_number(object);
}

const DataObject* newest(const std::vector<DataObject>& objects) {
  const DataObject* last = nullptr;
  for (const DataObject& object : objects) {
    if (!object.published) continue;
    if (last == nullptr || last->published->utc < object.published->utc) last = &object;
  }
  return last;
}

// Puts one record together; each method writes the fields of one concern.
class Mapper {
 public:
  Mapper(const ObjectSummary& summary, const std::vector<DataObject>& replies, const MarcOptions& options)
      : summary_(summary),
        object_(summary.latest),
        replies_(replies),
        options_(options),
        record_(leader(), marc_control_number(object_)) {}

  MappedRecord run();

 private:
  std::string leader() const;
  std::string fixed_field() const;  // 008
  void control_fields();
  void identifiers();  // 024, 520 $u, 856
  void language();     // 041, 532, 500
  void people();       // 100, 700
  void title();        // 245
  void dates();        // 046, 260, 264, 269
  void place();        // 034, 270, 342
  void rights();       // 506, 540, 542
  void subjects();     // 653
  void relations();    // 760, 773, 788, 789
  void blog_fields();  // 538, 781, 954 to 956, sitemaps
  void state();        // 950, 952, 980, 588, 959
  void links();        // 856 42
  void text();         // 520

  void simple(const char* tag, char ind1, char ind2, char code, std::string_view value) {
    MarcField field{tag, ind1, ind2, {}};
    record_.add(std::move(field.add(code, value)));
  }
  void relation(const char* tag, const std::string& url, const char* code, const DataObject& other) {
    MarcField field{tag, '0', ' ', {}};
    field.add('o', url).add('4', code).add('w', linked_number(other));
    record_.add(std::move(field));
  }
  bool is(ObjectKind kind) const { return object_.kind == kind; }
  bool is_post_like() const { return is(ObjectKind::kPost) || is(ObjectKind::kPage); }

  const ObjectSummary& summary_;
  const DataObject& object_;
  const std::vector<DataObject>& replies_;
  const MarcOptions& options_;
  MarcRecord record_;
  bool holds_text_ = true;
};

std::string Mapper::leader() const {
  return is(ObjectKind::kBlog) ? "00000nai a22000003u 4500" : "00000nab a22000003u 4500";
}

std::string Mapper::fixed_field() const {
  std::string value = format_cdx_time(summary_.first_seen).substr(2, 6);
  std::string year = object_.published ? format_timestamp(*object_.published).substr(0, 4) : "uuuu";
  if (year.find_first_not_of("0123456789") != std::string::npos) year = "uuuu";
  value += is(ObjectKind::kBlog) ? "c" + year + "9999" : (year == "uuuu" ? "nuuuuuuuu" : "s" + year + "    ");
  value += "xx || ";
  value += is(ObjectKind::kBlog) ? "w" : "|";
  value += "oo     0   ||";
  value += marc_language(object_.language);
  return value + " c";
}

void Mapper::control_fields() {
  record_.control("003", std::string(kOrganisation));
  record_.control("005", format_cdx_time(summary_.last_changed) + ".0");
  record_.control("006", "m     o  d        ");
  record_.control("007", "cr |||||||||||");
  record_.control("008", fixed_field());
}

// The first 520 contains only the URL: readers of the original format use the first subfield of the first
// field as the record's match key.
void Mapper::identifiers() {
  simple("520", ' ', ' ', 'u', object_.url);
  if (!object_.id.empty()) {
    MarcField field{"024", '7', ' ', {}};
    record_.add(std::move(field.add('a', object_.id).add('2', "local")));
  }
  for (const std::string& id : lines(attribute(object_, "alternative_ids"))) {
    MarcField field{"024", '7', ' ', {}};
    record_.add_if_room(
        std::move(field.add('a', id).add('2', id.find(':') == std::string::npos ? "local" : "uri")),
        kMaxMarcRecord - kMaxRepeated);
  }
  simple("856", '4', '0', 'u', object_.url);
  for (const std::string& alias : lines(attribute(object_, "aliases"))) {
    MarcField field{"856", '4', '1', {}};
    record_.add_if_room(std::move(field.add('3', "Alias").add('u', alias)), kMaxMarcRecord - kMaxRepeated);
  }
  if (!options_.full_text_href.empty()) {
    MarcField field{"856", '4', '1', {}};
    record_.add(
        std::move(field.add('3', "Full text").add('q', "text/plain").add('u', options_.full_text_href)));
  }
}

void Mapper::language() {
  if (!object_.language.empty()) {
    simple("041", ' ', ' ', 'a', marc_language(object_.language));
    MarcField field{"041", ' ', '7', {}};
    record_.add(std::move(field.add('a', object_.language).add('2', "rfc5646")));
  }
  if (const std::string encoding = attribute(object_, "encoding"); !encoding.empty()) {
    simple("532", '8', ' ', 'a', encoding);
    simple("500", ' ', ' ', 'a', "Character encoding: " + encoding);
  }
}

void Mapper::people() {
  const std::string aliases = is(ObjectKind::kComment) ? std::string() : attribute(object_, "aliases");
  if (object_.authors.empty() && aliases.empty() && !is(ObjectKind::kComment)) return;
  MarcField field{"100", '0', ' ', {}};
  field.add('a', object_.authors.empty() ? "(unknown)" : object_.authors[0]);
  for (const std::string& alias : lines(aliases)) {
    if (field.bytes() + alias.size() < kMaxMarcText) field.add('g', alias);
  }
  record_.add(std::move(field));
  for (std::size_t i = 1; i < object_.authors.size(); ++i) {
    MarcField other{"700", '0', ' ', {}};
    record_.add_if_room(std::move(other.add('a', object_.authors[i])), kMaxMarcRecord - kMaxRepeated);
  }
}

void Mapper::title() {
  std::string title = object_.title;
  if (title.empty()) title = attribute(object_, "subject");
  if (title.empty() && options_.post != nullptr && !options_.post->title.empty())
    title = "Re: " + options_.post->title;
  if (title.empty()) title = "[" + object_.url + "]";
  if (title == "[]") title = "[untitled]";
  const bool with_author =
      is(ObjectKind::kComment) || !object_.authors.empty() || !attribute(object_, "aliases").empty();
  MarcField field{"245", with_author ? '1' : '0', '0', {}};
  record_.add(std::move(field.add('a', title).add('b', object_.subtitle)));
}

void Mapper::dates() {
  MarcField standard{"046", ' ', ' ', {}};
  if (object_.modified) standard.add('j', format_timestamp(*object_.modified));
  if (object_.published) standard.add('k', format_timestamp(*object_.published));
  if (!standard.subfields.empty()) record_.add(std::move(standard.add('2', "w3cdtf")));
  if (object_.published) simple("264", ' ', '1', 'c', format_timestamp(*object_.published).substr(0, 10));
  if (object_.modified && is_post_like()) simple("260", ' ', ' ', 'm', format_timestamp(*object_.modified));
  MarcField local{"269", ' ', ' ', {}};
  if (object_.published) local.add('c', format_timestamp(*object_.published));
  if (object_.modified && is(ObjectKind::kComment)) local.add('m', format_timestamp(*object_.modified));
  record_.add(std::move(local));
}

// "+022.950000" from "22.95"; empty when it is not a number of degrees.
std::string marc_degrees(const std::string& text, double limit) {
  char* end = nullptr;
  const double degrees = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || *end != '\0' || !(degrees >= -limit && degrees <= limit)) return {};
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%+011.6f", degrees);
  return buffer;
}

void Mapper::place() {
  const std::string geo = attribute(object_, "geo");
  if (const std::size_t comma = geo.find(','); comma != std::string::npos) {
    const std::string latitude = geo.substr(0, comma), longitude = geo.substr(comma + 1);
    const std::string north = marc_degrees(latitude, 90), east = marc_degrees(longitude, 180);
    if (!north.empty() && !east.empty()) {
      MarcField standard{"034", '0', ' ', {}};
      record_.add(
          std::move(standard.add('a', "a").add('d', east).add('e', east).add('f', north).add('g', north)));
      MarcField local{"342", ' ', ' ', {}};
      record_.add(std::move(local.add('g', longitude).add('h', latitude)));
    }
  }
  const std::string hosting = attribute(object_, "hosting_place");
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

void Mapper::rights() {
  const std::string access = attribute(object_, "access");
  const bool restricted = access == "restricted" || object_.status == "restricted";
  if (restricted || !access.empty()) {
    MarcField field{"506", restricted ? '1' : '0', ' ', {}};
    field.add('a', restricted ? "Access is restricted by the site." : "Open access.");
    field.add('f', restricted ? "Online access with authorization" : "Unrestricted online access")
        .add('2', "star");
    record_.add(std::move(field));
  }
  const std::string license = attribute(object_, "license"), statement = attribute(object_, "rights");
  if (license.empty() && statement.empty()) return;
  MarcField paper{"542", ' ', ' ', {}};
  record_.add(std::move(paper.add('f', statement.empty() ? license : statement).add('u', license)));
  MarcField standard{"540", ' ', ' ', {}};
  record_.add(std::move(standard.add('a', statement.empty() ? license : statement).add('u', license)));
}

void Mapper::subjects() {
  for (const std::string& tag : object_.tags) {
    MarcField field{"653", ' ', ' ', {}};
    if (!record_.add_if_room(std::move(field.add('a', tag)), kMaxMarcRecord - 2 * kMaxRepeated)) break;
  }
}

void Mapper::relations() {
  if (is_post_like() && !options_.blog_url.empty()) {
    DataObject blog;
    blog.kind = ObjectKind::kBlog;
    blog.url = options_.blog_url;
    relation("760", blog.url, "BLOG", blog);
  }
  if (is(ObjectKind::kComment)) {
    DataObject post;
    post.kind = ObjectKind::kPost;
    post.url = object_.post;
    const DataObject& under = options_.post != nullptr ? *options_.post : post;
    if (!under.url.empty())
      relation("773", under.url, under.kind == ObjectKind::kPage ? "PAGE" : "POST", under);
    if (options_.parent != nullptr)
      relation("773", options_.parent->url.empty() ? options_.parent->id : options_.parent->url, "COMMENT",
               *options_.parent);
    simple("789", ' ', ' ', 'u', attribute(object_, "addressed_to"));
  }
  const std::string said = attribute(object_, is(ObjectKind::kComment) ? "reply_count" : "comment_count");
  if (is(ObjectKind::kBlog) || (replies_.empty() && said.empty())) return;
  std::string last = attribute(object_, is(ObjectKind::kComment) ? "last_reply" : "last_comment");
  if (const DataObject* reply = newest(replies_); reply != nullptr)
    last = format_timestamp(*reply->published);
  const std::string count = replies_.empty() ? said : std::to_string(replies_.size());
  MarcField field{"788", ' ', ' ', {}};
  field.add('a', count == "0" ? "false" : "true").add('b', count);
  if (!is(ObjectKind::kComment)) field.add('c', last);
  record_.add(std::move(field));
}

void Mapper::blog_fields() {
  if (!is(ObjectKind::kBlog)) return;
  const std::string platform = attribute(object_, "platform"),
                    version = attribute(object_, "platform_version");
  const std::string generator = attribute(object_, "generator");
  MarcField local{"781", ' ', ' ', {}};
  record_.add(std::move(local.add('a', platform.empty() ? generator : platform).add('b', version)));
  if (!generator.empty() || !platform.empty())
    simple(
        "538", ' ', ' ', 'a',
        "Made with " + (generator.empty() ? platform + (version.empty() ? "" : " " + version) : generator));
  for (const std::string& sitemap : lines(attribute(object_, "sitemaps"))) {
    MarcField field{"520", '8', ' ', {}};
    record_.add_if_room(std::move(field.add('a', "Sitemap").add('u', sitemap)),
                        kMaxMarcRecord - kMaxRepeated);
  }
  MarcField activity{"954", ' ', ' ', {}};
  activity.add('a', attribute(object_, "last_activity")).add('b', attribute(object_, "post_frequency"));
  record_.add(std::move(activity.add('c', attribute(object_, "update_frequency"))));
  if (!options_.personal_data) return;
  simple("955", ' ', ' ', 'a', attribute(object_, "webmaster"));
  simple("956", ' ', ' ', 'a', attribute(object_, "hosting_ip"));
}

void Mapper::state() {
  if (!is(ObjectKind::kBlog)) simple("950", ' ', ' ', 'a', std::to_string(summary_.versions));
  MarcField status{"952", ' ', ' ', {}};
  status.add('a', object_.status.empty() ? "active" : object_.status);
  if (!is(ObjectKind::kComment)) status.add('b', attribute(object_, "response_code"));
  record_.add(std::move(status));
  const WarcRef& warc = object_.provenance.warc;
  if (!warc.file.empty()) {
    MarcField capture{"959", ' ', ' ', {}};
    capture.add('a', warc.file).add('b', std::to_string(warc.offset)).add('w', warc.record_id);
    record_.add(std::move(capture));
  }
  MarcField content{"336", ' ', ' ', {}};
  record_.add(std::move(content.add('a', "text").add('b', "txt").add('2', "rdacontent")));
  if (summary_.last_seen != UtcTime{})
    simple("588", ' ', ' ', 'a', "Description based on the capture of " + format_rfc3339(summary_.last_seen));
  const char* collection = is(ObjectKind::kBlog)      ? "BLOG"
                           : is(ObjectKind::kComment) ? "COMMENT"
                           : is(ObjectKind::kPage)    ? "PAGE"
                                                      : "BLOGPOST";
  simple("980", ' ', ' ', 'a', collection);
}

void Mapper::links() {
  std::size_t left_out = 0, used = 0;
  for (const Reference& reference : object_.references) {
    if (reference.kind != ReferenceKind::kLink && reference.kind != ReferenceKind::kImage &&
        reference.kind != ReferenceKind::kAudio && reference.kind != ReferenceKind::kVideo &&
        reference.kind != ReferenceKind::kEmbed)
      continue;
    MarcField field{"856", '4', '2', {}};
    field.add('3', reference.kind == ReferenceKind::kLink ? "Link" : "Media");
    field.add('u', reference.url).add('y', cut_text(reference.text, 500));
    used += field.bytes();
    if (used > kMaxRepeated || !record_.add_if_room(std::move(field), kNoteReserve)) ++left_out;
  }
  if (left_out > 0)
    simple("500", ' ', ' ', 'a',
           std::to_string(left_out) + " links are left out here; the WARC file holds them.");
}

void Mapper::text() {
  if (object_.text.empty()) return;
  const std::string clean = clean_marc_text(object_.text);
  const std::size_t part_cost = 12 + 3 + 2 * 2 + 10;
  const std::size_t parts = clean.size() / (kMaxMarcText - 200) + 1;
  const bool fits = clean.size() + parts * part_cost + kNoteReserve <= record_.room();
  const bool whole =
      clean.size() <= kMaxMarcText || (!options_.catalogue && fits && options_.full_text_href.empty());
  std::string_view rest = whole ? std::string_view(clean) : cut_text(clean, kMaxMarcText);
  holds_text_ = whole;
  while (!rest.empty()) {
    const std::string_view part = cut_text(rest, kMaxMarcText);
    MarcField field{"520", ' ', ' ', {}};
    record_.add(std::move(field.add('a', part).add('b', "text/plain")));
    rest.remove_prefix(part.size());
  }
  if (!whole)
    simple("500", ' ', ' ', 'a',
           "The text is cut here; it has " + std::to_string(object_.text.size()) + " bytes" +
               (options_.full_text_href.empty() ? ". The WARC file holds it whole."
                                                : " and stands whole in " + options_.full_text_href + "."));
}

MappedRecord Mapper::run() {
  control_fields();
  identifiers();
  language();
  people();
  title();
  dates();
  place();
  rights();
  relations();
  blog_fields();
  state();
  subjects();
  text();
  links();
  return {std::move(record_), holds_text_};
}

}  // namespace

Result<MappedRecord> map_to_marc(const ObjectSummary& object, const std::vector<DataObject>& replies,
                                 const MarcOptions& options) {
  if (object.latest.kind == ObjectKind::kFeed)
    return Error{Code::kUnsupported, "feeds have no MARC record", object.latest.url, -1};
  return Mapper(object, replies, options).run();
}

std::string marc_control_number(const DataObject& object) {
  return std::string(kind_name(object.kind)) + "-" +
         hex_encode(digest(DigestAlgorithm::kSha256, object_key(object))).substr(0, 24);
}

Status write_marc_record(XmlWriter& xml, const ObjectSummary& object, const std::vector<DataObject>& replies,
                         const MarcOptions& options) {
  try {
    BFA_ASSIGN_OR_RETURN(const MappedRecord mapped, map_to_marc(object, replies, options));
    mapped.record.write(xml, options.prefix);
    return {};
  } catch (const std::bad_alloc&) {
    return Error{Code::kIo, "no memory left to write a MARC record", object.latest.url, -1};
  }
}

bool marc_record_holds_text(const ObjectSummary& object, const std::vector<DataObject>& replies,
                            const MarcOptions& options) {
  try {
    const auto mapped = map_to_marc(object, replies, options);
    return mapped && mapped->holds_text;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

}  // namespace bfa
