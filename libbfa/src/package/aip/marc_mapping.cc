// SPDX-License-Identifier: Apache-2.0
#include "package/aip/marc_mapping.h"

#include <algorithm>
#include <new>

#include "base/try.h"
#include "bfa/io/digest.h"
#include "bfa/object/data_object.h"
#include "package/aip/marc_language.h"
#include "package/aip/marc_mapper.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxRepeated = 20'000;  // bytes that tags, aliases or links may take each

std::string leader_of(const ObjectSummary& summary, const MarcOptions& options) {
  std::string leader = "00000nab a22000003i 4500";
  const bool changed = (options.version == 0 ? summary.versions : options.version) > 1;
  if (changed) leader[5] = 'c';
  if (summary.latest.kind == ObjectKind::kBlog) leader[7] = 'i';
  return leader;
}

std::string control_number_of(const ObjectSummary& summary, const MarcOptions& options) {
  std::string number = options.number.empty() ? marc_control_number(summary.latest) : options.number;
  if (!options.current) number += "-v" + std::to_string(options.version);
  return number;
}

}  // namespace

MarcMapper::MarcMapper(const ObjectSummary& summary, const std::vector<DataObject>& replies,
                       const MarcOptions& options)
    : summary_(summary),
      object_(summary.latest),
      replies_(replies),
      options_(options),
      agency_(options.agency.empty() ? "bfa" : options.agency),
      record_(leader_of(summary, options), control_number_of(summary, options)) {}

void MarcMapper::simple(const char* tag, char ind1, char ind2, char code, std::string_view value) {
  MarcField field{tag, ind1, ind2, {}};
  record_.add(std::move(field.add(code, value)));
}

std::string MarcMapper::attribute(const char* name) const {
  const auto found = object_.attributes.find(name);
  return found == object_.attributes.end() ? std::string() : found->second;
}

std::string MarcMapper::linked_number(const DataObject* object) const {
  return object == nullptr ? std::string() : "(" + agency_ + ")" + marc_control_number(*object);
}

// A blog that its visits found to be gone, or another site in its place.
bool MarcMapper::has_ended() const {
  return is(ObjectKind::kBlog) && object_.status == "gone";
}

std::string MarcMapper::last_year() const {
  const std::string activity = attribute("last_activity");
  return activity.size() >= 4 ? activity.substr(0, 4) : "uuuu";
}

// Entered, dates, place, frequency, kind of resource ("h": blog), form, script, language.
std::string MarcMapper::fixed_field() const {
  std::string value = format_cdx_time(summary_.first_seen).substr(2, 6);
  std::string date = object_.published ? format_timestamp(*object_.published).substr(0, 10) : "";
  std::erase(date, '-');
  const bool day = date.size() == 8 && date.find_first_not_of("0123456789") == std::string::npos;
  const bool year =
      date.size() >= 4 && date.substr(0, 4).find_first_not_of("0123456789") == std::string::npos;
  if (is(ObjectKind::kBlog)) {
    const std::string began = year ? date.substr(0, 4) : "uuuu";
    value += has_ended() ? "d" + began + last_year() : "c" + began + "9999";
  } else {
    value += day ? "e" + date : year ? "s" + date.substr(0, 4) + "    " : "nuuuuuuuu";
  }
  value += "xx || ";
  value += is(ObjectKind::kBlog) ? "h" : "|";
  value += "oo     0   ||";
  value += marc_language(object_.language);
  return value + " c";
}

void MarcMapper::control_fields() {
  record_.control("003", agency_);
  record_.control("005", format_cdx_time(summary_.last_changed) + ".0");
  record_.control("006", "m     o  d        ");
  record_.control("007", "cr |||||||||||");
  record_.control("008", fixed_field());
}

// The first 520 contains only the URL: readers of the original format use the first subfield of the first
// field as the record's match key.
void MarcMapper::identifiers() {
  MarcField source{"040", ' ', ' ', {}};
  source.add('a', options_.agency).add('b', "eng").add('e', "rda").add('c', options_.agency);
  record_.add(std::move(source));
  simple("520", ' ', ' ', 'u', object_.url);
  std::vector<std::string> ids = attribute_lines(attribute("alternative_ids"));
  if (!object_.id.empty()) ids.insert(ids.begin(), object_.id);
  for (const std::string& id : ids) {
    const std::size_t colon = id.find(':');
    const bool uri = colon != std::string::npos && colon > 0 && id.find(' ') == std::string::npos;
    MarcField field{"024", '7', ' ', {}};
    record_.add_if_room(std::move(field.add('a', id).add('2', uri ? "uri" : "local")),
                        kMaxMarcRecord - kMaxRepeated);
  }
  simple("856", '4', '0', 'u', object_.url);
  for (const std::string& alias : attribute_lines(attribute("aliases"))) {
    MarcField field{"856", '4', '1', {}};
    record_.add_if_room(std::move(field.add('3', "Alias").add('u', alias)), kMaxMarcRecord - kMaxRepeated);
  }
  if (!options_.full_text_href.empty()) {
    MarcField field{"856", '4', '1', {}};
    record_.add(
        std::move(field.add('3', "Full text").add('q', "text/plain").add('u', options_.full_text_href)));
  }
}

void MarcMapper::language() {
  if (!object_.language.empty()) {
    const std::string_view code = marc_language(object_.language);
    if (code != "und") simple("041", ' ', ' ', 'a', code);
    MarcField field{"041", ' ', '7', {}};
    record_.add(std::move(field.add('a', object_.language).add('2', "rfc5646")));
  }
  if (const std::string encoding = attribute("encoding"); !encoding.empty()) {
    simple("532", '8', ' ', 'a', encoding);
    simple("500", ' ', ' ', 'a', "Character encoding: " + encoding + ".");
  }
}

// The first author is the main entry. A pingback has none: what it names is the title of a page.
void MarcMapper::people() {
  if (object_.authors.empty()) return;
  if (is_ping()) {
    simple("500", ' ', ' ', 'a',
           with_full_stop("Made by the software of a site that links here: " + object_.authors[0]));
    return;
  }
  has_author_ = true;
  person("100", object_.authors[0],
         is(ObjectKind::kComment) ? std::vector<std::string>() : attribute_lines(attribute("aliases")));
  for (std::size_t i = 1; i < object_.authors.size(); ++i) person("700", object_.authors[i], {});
}

void MarcMapper::person(const char* tag, const std::string& name, const std::vector<std::string>& aliases) {
  const MarcName made = marc_name(name, marc_language(object_.language));
  MarcField field{tag, made.indicator, ' ', {}};
  field.add('a', made.text + ",");
  for (const std::string& alias : aliases) {
    if (field.bytes() + alias.size() < kMaxMarcText) field.add('g', alias);
  }
  field.add('e', is(ObjectKind::kComment) ? "commentator." : "author.");
  field.add('4', is(ObjectKind::kComment) ? "cmm" : "aut");
  if (std::string_view(tag) == "100") {
    record_.add(std::move(field));
  } else {
    record_.add_if_room(std::move(field), kMaxMarcRecord - kMaxRepeated);
  }
}

// Title and subtitle as ISBD punctuates them. Without a title: what the part belongs to, or the beginning of
// the text, in brackets, because a cataloguer made it.
void MarcMapper::title() {
  std::string title = object_.title;
  if (title.empty()) title = attribute("subject");
  if (title.empty() && is(ObjectKind::kComment)) {
    const std::string about =
        options_.post != nullptr && !options_.post->title.empty() ? options_.post->title : object_.post;
    title = (is_ping() ? "[Link to: " : "[Re: ") + about + "]";
  }
  if (title.empty() && !object_.text.empty()) {
    const std::string_view start = cut_text(object_.text, 80);
    title = "[" + std::string(start.substr(0, start.find('\n'))) + "]";
  }
  if (title.empty()) title = object_.url.empty() ? "[Untitled]" : "[" + object_.url + "]";
  title = one_line(title);
  const std::string subtitle = one_line(object_.subtitle);
  MarcField field{"245", has_author_ ? '1' : '0', '0', {}};
  field.ind2 = static_cast<char>('0' + nonfiling_characters(title, marc_language(object_.language)));
  if (subtitle.empty()) {
    field.add('a', with_full_stop(title));
  } else {
    field.add('a', title + " :").add('b', with_full_stop(subtitle));
  }
  record_.add(std::move(field));
}

void MarcMapper::dates() {
  MarcField standard{"046", ' ', ' ', {}};
  if (object_.modified) standard.add('j', format_timestamp(*object_.modified));
  if (object_.published) standard.add('k', format_timestamp(*object_.published));
  if (!standard.subfields.empty()) record_.add(std::move(standard.add('2', "edtf")));
  // A blog that goes on has the date of its beginning, and is open.
  if (object_.published && is(ObjectKind::kBlog)) {
    const std::string years = format_timestamp(*object_.published).substr(0, 4) + "-";
    const bool known = has_ended() && last_year() != "uuuu";
    simple("264", ' ', '1', 'c', known ? years + last_year() + "." : years);
  } else if (object_.published) {
    simple("264", ' ', '1', 'c', format_timestamp(*object_.published).substr(0, 10) + ".");
  }
  if (object_.modified && is_post_like()) simple("260", ' ', ' ', 'm', format_timestamp(*object_.modified));
  MarcField local{"269", ' ', ' ', {}};
  if (object_.published) local.add('c', format_timestamp(*object_.published));
  if (object_.modified && is(ObjectKind::kComment)) local.add('m', format_timestamp(*object_.modified));
  record_.add(std::move(local));
}

MappedRecord MarcMapper::run() {
  control_fields();
  identifiers();
  language();
  people();
  title();
  dates();
  place();
  rights();
  parts();
  reply_counts();
  blog_fields();
  state();
  carrier();
  subjects();
  text();
  if (options_.links) links();
  return {std::move(record_), holds_text_};
}

Result<MappedRecord> map_to_marc(const ObjectSummary& object, const std::vector<DataObject>& replies,
                                 const MarcOptions& options) {
  if (object.latest.kind == ObjectKind::kFeed)
    return Error{Code::kUnsupported, "feeds have no MARC record", object.latest.url, -1};
  return MarcMapper(object, replies, options).run();
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
