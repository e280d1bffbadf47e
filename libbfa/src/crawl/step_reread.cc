// SPDX-License-Identifier: Apache-2.0
// What looks changed, and is only read anew: by a later template, or because a redesign names what no page of
// the blog named before.
#include <algorithm>
#include <array>
#include <utility>

#include "base/try.h"
#include "bfa/extract/extract.h"
#include "bfa/object/version.h"
#include "crawl/step_context.h"

namespace bfa {
namespace {

constexpr std::size_t kLeastPages = 3;  // of the earlier theme: fewer are no evidence
constexpr std::size_t kMostPages = 6;   // of it that are read

// Fields that a theme shows or does not show.
enum class Shown : std::uint8_t { kAuthors, kPublished, kTags, kCategories };
constexpr std::array kShown = {Shown::kAuthors, Shown::kPublished, Shown::kTags, Shown::kCategories};

bool names(const DataObject& object, Shown field) {
  switch (field) {
    case Shown::kAuthors:
      return !object.authors.empty();
    case Shown::kPublished:
      return object.published.has_value();
    case Shown::kTags:
      return !object.tags.empty();
    case Shown::kCategories:
      return object.attributes.contains("categories");
  }
  return false;
}

void copy_field(const DataObject& from, Shown field, DataObject& to) {
  switch (field) {
    case Shown::kAuthors:
      to.authors = from.authors;
      to.attributes.erase("blog_author");
      break;
    case Shown::kPublished:
      to.published = from.published;
      break;
    case Shown::kTags:
      to.tags = from.tags;
      break;
    case Shown::kCategories:
      to.attributes["categories"] = from.attributes.at("categories");
      break;
  }
}

// Whether the value was true before it was named: a post has always been published, and the only author of a
// blog wrote the posts that name nobody.
bool was_true_before(const DataObject& before, const DataObject& after, Shown field) {
  if (field == Shown::kPublished) return true;
  if (field != Shown::kAuthors || after.authors.size() != 1) return false;
  const auto owner = before.attributes.find("blog_author");
  return owner != before.attributes.end() && owner->second == after.authors.front();
}

// Pages that the template of the last version was learned from, as this step's template reads them, without
// the feed.
Result<std::vector<DataObject>> read_earlier_pages(StepContext& context, const LearnedTemplate* learned,
                                                   std::uint64_t template_sequence) {
  std::vector<DataObject> read;
  BFA_ASSIGN_OR_RETURN(const auto earlier, context.view.learned(context.blog.home, template_sequence));
  if (!earlier || learned == nullptr) return read;
  const auto& captures = earlier->rules().captures;
  const std::size_t stride = std::max<std::size_t>(1, captures.size() / kMostPages);
  for (std::size_t i = 0; i < captures.size() && read.size() < kMostPages; i += stride) {
    const auto page = context.view.page(captures[i], context.options);
    if (!page && page.error().code == Code::kIo) return page.error();
    if (!page || !(*page)->page.is_html) continue;
    const PageInput input = page_input(context, (*page)->page, (*page)->page.url, std::nullopt);
    BFA_ASSIGN_OR_RETURN(Extraction extraction, context.strategy.extract(learned->compiled, input));
    if (extraction.object && extraction.object->kind == ObjectKind::kPost)
      read.push_back(std::move(*extraction.object));
  }
  return read;
}

// `known`: the state that the new one, `object`, is to be compared with. A field that it lacks, that `object`
// has, and that no page of the earlier theme named, is named by the new theme and not by the author: it is
// added to `known`. True when one was.
Result<bool> add_what_is_named_now(StepContext& context, const LearnedTemplate* learned, const Version& last,
                                   const DataObject& object, DataObject& known) {
  if (object.kind != ObjectKind::kPost) return false;
  std::optional<std::vector<DataObject>> earlier;
  bool any = false;
  for (const Shown field : kShown) {
    if (names(known, field) || !names(object, field)) continue;
    bool of_theme = was_true_before(known, object, field);
    if (!of_theme && !earlier) {
      BFA_ASSIGN_OR_RETURN(earlier,
                           read_earlier_pages(context, learned, last.object.provenance.template_sequence));
    }
    if (!of_theme && earlier->size() >= kLeastPages) {
      of_theme = std::none_of(earlier->begin(), earlier->end(),
                              [&](const DataObject& page) { return names(page, field); });
    }
    if (of_theme) copy_field(object, field, known);
    any = any || of_theme;
  }
  return any;
}

// The capture that the last version was read from, when that was by another template than this step's;
// nothing when nothing differs, or when it cannot be read any more.
Result<std::shared_ptr<const Page>> last_page(StepContext& context, const Version& last) {
  const std::shared_ptr<const Page> none;
  const std::uint64_t capture = last.capture != 0 ? last.capture : last.sequence;
  BFA_ASSIGN_OR_RETURN(const auto known, context.view.stored().capture(capture));
  if (!known || known->status < 200 || known->status >= 300) return none;
  auto page = stored_page(context, capture);
  if (!page && page.error().code == Code::kIo) return std::move(page).error();
  return page && (*page)->is_html ? *page : none;
}

// A page may look changed only because a later template reads it. Then the bytes of the last version are read
// by that template too, and these readings are stored before the new state is compared.
Result<std::optional<DataObject>> read_by_this_template(StepContext& context, const LearnedTemplate* learned,
                                                        const Version& last, const DataObject& object,
                                                        const Url& address,
                                                        const std::optional<EntryRef>& ref) {
  const std::optional<DataObject> none;
  if (last.object.provenance.template_sequence == object.provenance.template_sequence) return none;
  BFA_ASSIGN_OR_RETURN(const auto page, last_page(context, last));
  if (!page) return none;
  const PageInput input = page_input(context, *page, address, ref);
  BFA_ASSIGN_OR_RETURN(Extraction extraction, learned != nullptr
                                                  ? context.strategy.extract(learned->compiled, input)
                                                  : context.strategy.extract(nullptr, input));
  if (!extraction.object || extraction.object->kind != object.kind) return none;
  const std::string extracted_url = std::exchange(extraction.object->url, address.href());
  if (ref) {
    extraction.object->provenance.feed_sequence = context.task.feed_sequence;
    extraction.object->provenance.feed_entry = context.task.feed_entry;
  }
  const std::uint64_t capture = last.capture != 0 ? last.capture : last.sequence;
  context.result.objects.push_back(Observation{*extraction.object, last.observed, capture, true});
  for (auto& comment : extraction.comments) {
    if (comment.post == extracted_url) move_comment(comment, address.href());
    if (comment.url == comment.post) continue;  // without an address: named by the feeds of comments
    context.result.objects.push_back(Observation{std::move(comment), last.observed, capture, true});
  }
  return std::move(extraction.object);
}

}  // namespace

Status read_last_again(StepContext& context, const LearnedTemplate* learned, UtcTime captured,
                       const DataObject& object, const Url& address, const std::optional<EntryRef>& ref) {
  if (context.is_replay() || context.task.kind == TaskKind::kJoin) return {};
  BFA_ASSIGN_OR_RETURN(const auto last,
                       context.view.stored().last_version(object_key(object.kind, address.href())));
  if (!last || last->object.status == "gone" || !object_changed(last->object, object)) return {};
  const std::size_t at = context.result.objects.size();
  BFA_ASSIGN_OR_RETURN(auto reread, read_by_this_template(context, learned, *last, object, address, ref));
  if (last->observed > captured) return {};
  DataObject known = reread ? *reread : last->object;
  BFA_ASSIGN_OR_RETURN(const bool added, add_what_is_named_now(context, learned, *last, object, known));
  if (!added) return {};
  if (!reread) {
    const std::uint64_t capture = last->capture != 0 ? last->capture : last->sequence;
    context.result.objects.push_back(Observation{std::move(known), last->observed, capture, true});
  } else {
    context.result.objects[at].object = std::move(known);
  }
  return {};
}

}  // namespace bfa
