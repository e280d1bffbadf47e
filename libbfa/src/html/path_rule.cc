// SPDX-License-Identifier: Apache-2.0
#include "bfa/html/path_rule.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "base/guard.h"
#include "base/guard_parse.h"
#include "base/try.h"
#include "html/flat_tree.h"
#include "html/path_match.h"
#include "html/path_steps.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

bool is_stable(std::string_view value) {
  return !value.empty() && !has_digit(value);
}

// Bits of the steps that a node ends, for each open element from the document down.
class StepSets {
 public:
  explicit StepSets(std::size_t steps) : words_((steps + 63) / 64) { bits_.resize(words_ * 64); }

  void clear(std::uint32_t depth) {
    if ((depth + 1) * words_ > bits_.size()) bits_.resize((depth + 1) * words_ * 2);
    std::fill_n(bits_.begin() + static_cast<std::ptrdiff_t>(depth * words_), words_, 0);
  }
  void set(std::uint32_t depth, std::size_t step) {
    bits_[depth * words_ + step / 64] |= std::uint64_t{1} << (step % 64);
  }
  bool has(std::uint32_t depth, std::size_t step) const {
    return (bits_[depth * words_ + step / 64] >> (step % 64) & 1) != 0;
  }
  std::size_t words() const { return words_; }
  std::uint64_t word(std::uint32_t depth, std::size_t i) const { return bits_[depth * words_ + i]; }
  void merge(std::uint32_t to, std::uint32_t from) {
    for (std::size_t i = 0; i < words_; ++i) bits_[to * words_ + i] |= bits_[from * words_ + i];
  }

 private:
  std::size_t words_;
  std::vector<std::uint64_t> bits_;
};

// A path over one page: its tags, classes and ids as the page's numbers for them.
class Matcher {
 public:
  Matcher(const HtmlDocument& doc, const std::vector<PathStep>& steps)
      : doc_(doc), tree_(HtmlAccess::tree(doc)), steps_(steps) {
    tests_.reserve(steps.size());
    for (const PathStep& step : steps) possible_ = add_test(step) && possible_;
  }

  // False when some step requires an element, a class or an id that the page does not have.
  bool possible() const { return possible_; }

  // True when all steps but the first lead to a child: then an element and its ancestors decide alone
  // whether it matches.
  bool is_chain() const {
    return std::none_of(steps_.begin() + 1, steps_.end(),
                        [](const PathStep& step) { return step.descendant; });
  }
  bool ends_chain(NodeId n) const;
  // A fast test that most elements fail.
  bool may_end(const FlatTree::Node& node) const { return passes(tests_.back(), node); }
  // The elements that may end a chain are in [begin, end).
  std::pair<NodeId, NodeId> range_of_chain() const;

  // True when the element `n` ends the last step. Nodes must come in document order, the sets from one call
  // to the next.
  struct Sets {
    explicit Sets(std::size_t steps) : ended(steps), above(steps) {}
    StepSets ended;  // by depth: steps that the open element there ends
    StepSets above;  // by depth: steps that it or an element above it ends
  };
  bool visit(NodeId n, Sets& sets) const;

 private:
  struct Test {
    std::uint32_t tag = 0;  // 0: any
    std::uint32_t class_name = 0, id_name = 0;
    bool more = false;  // the step has further conditions
  };
  bool add_test(const PathStep& step);
  static bool passes(const Test& test, const FlatTree::Node& node) {
    if (node.tag == 0 || (test.tag != 0 && node.tag != test.tag)) return false;
    return (test.class_name == 0 || node.element().class_name == test.class_name) &&
           (test.id_name == 0 || node.element().id_name == test.id_name);
  }
  bool test(std::size_t step, const FlatTree::Node& node, NodeId n) const {
    return passes(tests_[step], node) && (!tests_[step].more || passes_more(step, node, n));
  }
  bool passes_more(std::size_t step, const FlatTree::Node& node, NodeId n) const;

  const HtmlDocument& doc_;
  const FlatTree& tree_;
  const std::vector<PathStep>& steps_;
  std::vector<Test> tests_;  // one a step
  bool possible_ = true;
};

// False when no element of the page can pass the test.
bool Matcher::add_test(const PathStep& step) {
  Test test;
  test.more = step.position != 0;
  if (!step.tag.empty()) {
    test.tag = tree_.find_tag(step.tag);
    if (test.tag == 0) return false;
  }
  for (const PathPredicate& predicate : step.predicates) {
    const bool is_class = predicate.attribute == "class";
    std::uint32_t& name = is_class ? test.class_name : test.id_name;
    if (!predicate.value || predicate.value->empty() || name != 0 ||
        !(is_class || predicate.attribute == "id")) {
      test.more = true;
      continue;
    }
    name = tree_.find_name(*predicate.value);
    if (name == 0) return false;
  }
  tests_.push_back(test);
  return true;
}

// True when the element has that position, from 1, among its parent's children of the same tag. Children
// after the first 1,024 have no position: otherwise a page with only siblings would be searched once for
// each of them.
bool stands_at(const FlatTree& tree, NodeId n, std::uint32_t position) {
  std::uint32_t left = 1024;
  std::uint32_t place = 1;
  for (NodeId child = tree.nodes[n].parent + 1; child < n; child = tree.nodes[child].end) {
    if (tree.nodes[child].tag == tree.nodes[n].tag) ++place;
    if (place > position || --left == 0) return false;
  }
  return place == position;
}

bool Matcher::passes_more(std::size_t step, const FlatTree::Node& node, NodeId n) const {
  if (steps_[step].position != 0 && !stands_at(tree_, n, steps_[step].position)) return false;
  if (steps_[step].predicates.empty()) return true;
  if (node.attributes() == 0) return false;
  return std::ranges::all_of(steps_[step].predicates, [&](const PathPredicate& predicate) {
    if (!predicate.value) return doc_.has_attribute(n, predicate.attribute);
    return std::ranges::any_of(doc_.attributes(n), [&](const HtmlAttribute& a) {
      return a.name == predicate.attribute && a.value == *predicate.value;
    });
  });
}

bool Matcher::ends_chain(NodeId n) const {
  for (std::size_t step = steps_.size(); step > 0; --step) {
    if (n == 0 || !test(step - 1, tree_.nodes[n], n)) return false;
    n = tree_.nodes[n].parent;
  }
  return steps_[0].descendant || n == 0;
}

bool Matcher::visit(NodeId n, Sets& sets) const {
  const FlatTree::Node& node = tree_.nodes[n];
  const std::uint32_t depth = node.depth();
  const std::uint32_t up = depth - 1;
  sets.ended.clear(depth);
  sets.above.clear(depth);
  if (up == 0) sets.above.clear(0);
  const std::size_t last = steps_.size() - 1;
  if ((steps_[0].descendant || up == 0) && test(0, node, n)) sets.ended.set(depth, 0);
  if (up > 0) {
    for (std::size_t w = 0; w < sets.above.words(); ++w) {
      for (std::uint64_t rest = sets.above.word(up, w); rest != 0; rest &= rest - 1) {
        const std::size_t step = w * 64 + static_cast<std::size_t>(__builtin_ctzll(rest)) + 1;
        if (step > last) continue;
        if ((steps_[step].descendant || sets.ended.has(up, step - 1)) && test(step, node, n))
          sets.ended.set(depth, step);
      }
    }
    sets.above.merge(depth, up);
  }
  for (std::size_t i = 0; i <= last; ++i) {
    if (sets.ended.has(depth, i)) sets.above.set(depth, i);
  }
  return sets.ended.has(depth, last);
}

// A class or an id in the last step limits the range to its first and last element. One in the first step
// limits the range to the descendants of its element.
std::pair<NodeId, NodeId> Matcher::range_of_chain() const {
  std::pair<NodeId, NodeId> range{1, static_cast<NodeId>(tree_.nodes.size())};
  const auto narrow = [&](std::uint32_t name, bool below) {
    if (name == 0) return;
    const NodeId last = tree_.names[name].last;
    range.first = std::max(range.first, tree_.names[name].first);
    range.second = std::min(range.second, below ? tree_.nodes[last].end : last + 1);
  };
  for (const std::uint32_t name : {tests_.back().class_name, tests_.back().id_name}) narrow(name, false);
  // An element may be inside another one with the same name, which ends later. So the limit is certain only
  // for a name that occurs once.
  const auto alone = [&](std::uint32_t name) { return tree_.names[name].first == tree_.names[name].last; };
  for (const std::uint32_t name : {tests_.front().class_name, tests_.front().id_name})
    if (alone(name)) narrow(name, true);
  return range;
}

template <class Visit>
void for_each_match(const HtmlDocument& doc, std::string_view xpath, Visit visit) {
  const auto path = remembered_path(xpath);
  if (!*path || path->value().empty()) return;
  const std::vector<PathStep>* const steps = &path->value();
  Matcher matcher(doc, *steps);
  if (!matcher.possible()) return;
  const std::vector<FlatTree::Node>& nodes = HtmlAccess::tree(doc).nodes;
  if (matcher.is_chain()) {
    const auto [begin, end] = matcher.range_of_chain();
    for (NodeId n = begin; n < end; ++n) {
      if (matcher.may_end(nodes[n]) && matcher.ends_chain(n) && !visit(n)) return;
    }
    return;
  }
  Matcher::Sets sets(steps->size());
  for (NodeId n = 1; n < nodes.size(); ++n) {
    if (nodes[n].tag != 0 && matcher.visit(n, sets) && !visit(n)) return;
  }
}

}  // namespace

Result<PathRule> PathRule::parse(std::string_view xpath) {
  return guarded_parse([&]() -> Result<PathRule> {
    BFA_ASSIGN_OR_RETURN(const std::vector<PathStep> steps, parse_path(xpath));
    PathRule rule;
    rule.xpath_ = write_path(steps);
    return rule;
  });
}

PathRule PathRule::for_node(const HtmlDocument& doc, HtmlDocument::NodeId node) {
  return guarded_or_empty([&]() -> PathRule {
    std::vector<PathStep> steps;  // innermost first
    if (doc.is_text(node)) node = doc.parent(node);
    bool anchored = false;
    for (; doc.is_element(node) && !anchored; node = doc.parent(node)) {
      PathStep step;
      if (const std::string_view id = doc.attribute(node, "id"); is_stable(id)) {
        step.predicates.push_back({"id", std::string(id)});
        anchored = true;
      } else {
        if (is_path_name(doc.tag(node))) step.tag = doc.tag(node);
        if (const std::string_view name = doc.attribute(node, "class"); is_stable(name)) {
          step.predicates.push_back({"class", std::string(name)});
          anchored = true;
        }
      }
      step.descendant = anchored;
      steps.push_back(std::move(step));
    }
    std::ranges::reverse(steps);
    PathRule rule;
    rule.xpath_ = write_path(steps);
    return rule;
  });
}

std::vector<HtmlDocument::NodeId> match_path(const HtmlDocument& doc, std::string_view xpath) {
  std::vector<HtmlDocument::NodeId> nodes;
  for_each_match(doc, xpath, [&](NodeId n) {
    nodes.push_back(n);
    return true;
  });
  return nodes;
}

std::vector<HtmlDocument::NodeId> PathRule::match(const HtmlDocument& doc) const {
  return guarded_or_empty([&]() -> std::vector<HtmlDocument::NodeId> {
    if (doc.size() == 0) return {};
    return match_path(doc, xpath_);
  });
}

HtmlDocument::NodeId PathRule::first(const HtmlDocument& doc) const {
  return guarded_or(
      [&]() -> HtmlDocument::NodeId {
        NodeId found = HtmlDocument::kNone;
        if (doc.size() == 0) return found;
        for_each_match(doc, xpath_, [&](NodeId n) {
          found = n;
          return false;
        });
        return found;
      },
      [] { return HtmlDocument::kNone; });
}

}  // namespace bfa
