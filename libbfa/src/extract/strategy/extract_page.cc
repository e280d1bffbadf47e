// SPDX-License-Identifier: Apache-2.0
#include "extract/strategy/extract_page.h"

#include <string>
#include <utility>

#include "extract/comments/comments.h"
#include "extract/decide/pagination.h"
#include "extract/fields/local_time.h"
#include "extract/fields/modified_date.h"

namespace bfa {

Extraction extract_page(PageView& view, const ArticleChooser& chooser) {
  Extraction out;
  const ArticlePlace place = chooser.learned_place(view);
  chooser.cut_repeated(view, place);
  const PageComments comments(view.input, view.page, place.node, view.rules);
  const bool is_thread = comments.found() && chooser.is_thread(view);
  if (!is_thread) comments.cut(view.cut);
  if (!is_thread && comments.found()) {
    view.talk.assign(view.cut.size(), 0);
    comments.cut(view.talk);
  }
  PageDecision decision = chooser.decide(view, place);
  if (!is_thread) out.pagination = settle_pagination(view, decision);
  const HtmlDocument::NodeId article = decision.article;
  const std::string duplicate_of = decision.duplicate_of;
  DataObject& object = out.object.emplace(make_object(view, std::move(decision), chooser.uses_all_rules()));
  settle_local_time(view, object.published, object.provenance);
  if (chooser.uses_all_rules() && object.kind == ObjectKind::kPost)
    object.modified = find_modified(view, article, object.published, object.provenance);
  if (!is_thread) comments.read(article, duplicate_of, out);
  for (DataObject& comment : out.comments)
    settle_by_given_zone(view.input, comment.published, comment.provenance);
  return out;
}

}  // namespace bfa
