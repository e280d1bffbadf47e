// SPDX-License-Identifier: Apache-2.0
#include "extract/decide/forum_thread.h"

#include <algorithm>
#include <unordered_map>

#include "base/ascii.h"
#include "extract/page/content_mass.h"
#include "extract/words/vocabulary.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::size_t kMinNameBytes = 3;

bool is_space(char c) {
  return static_cast<unsigned char>(c) <= 0x20;
}

// True when the host or a segment of the path is a word that forums use.
bool has_forum_address(const Url& url) {
  const std::string host(url.host());
  const std::size_t begin = host.starts_with("www.") ? 4 : 0;
  const std::string_view label = std::string_view(host).substr(begin, host.find('.', begin) - begin);
  if (is_forum_host(label) || label.ends_with("forum") || label.ends_with("forums")) return true;
  const std::string path(url.path());
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    std::string_view segment = std::string_view(path).substr(at, end - at);
    segment = segment.substr(0, segment.find_first_of(".-"));
    if (is_forum_segment(segment)) return true;
    at = end + 1;
  }
  return false;
}

// The total content of the elements of one class name.
struct Name {
  NodeId past = 0;  // end of the last element counted: nested ones count once
  NodeId first = 0;
  std::uint32_t count = 0;
  std::int64_t good = 0, noise = 0;

  std::int64_t value() const { return good - 2 * noise; }
};

class Posts {
 public:
  Posts(const PageIndex& page, const ContentMass& mass) : page_(page), doc_(page.doc()), mass_(mass) {}

  // The elements of the best name; fewer than two if no name fits.
  std::vector<NodeId> find() {
    count();
    const std::uint64_t best = choose();
    std::vector<NodeId> out;
    NodeId past = 0;
    for (NodeId n = page_.body(); best != 0 && n < doc_.end(page_.body()); ++n) {
      if (n < past || !counts(n) || mass_.good(n) == 0) continue;
      bool named = false;
      each_name(n, [&](std::uint64_t key) { named = named || key == best; });
      if (!named) continue;
      out.push_back(n);
      past = doc_.end(n);
    }
    return out;
  }

 private:
  bool counts(NodeId n) const {
    return is_container(page_.tag(n)) && !(page_.zones(n) & kZoneIgnored) && page_.text_bytes(n) > 0;
  }

  // Calls `f` with a number for the tag and each class name, or itemprop, of the element. Names with digits
  // differ from post to post, so they are left out.
  template <class F>
  void each_name(NodeId n, F f) const {
    for (const HtmlAttribute& attribute : doc_.attributes(n)) {
      if (attribute.name != "class" && attribute.name != "itemprop") continue;
      const std::string_view names = attribute.value;
      for (std::size_t pos = 0; pos < names.size();) {
        std::uint64_t hash = 1469598103934665603ull ^ static_cast<std::uint64_t>(page_.tag(n));
        std::size_t length = 0;
        bool digits = false;
        for (; pos < names.size() && !is_space(names[pos]); ++pos, ++length) {
          digits = digits || is_digit(names[pos]);
          hash = (hash ^ static_cast<unsigned char>(names[pos])) * 1099511628211ull;
        }
        if (length >= kMinNameBytes && !digits) f(hash | 1u);
        while (pos < names.size() && is_space(names[pos])) ++pos;
      }
    }
  }

  void count() {
    for (NodeId n = page_.body(); n < doc_.end(page_.body()); ++n) {
      if (!counts(n)) continue;
      const std::int64_t good = mass_.good(n);
      if (good == 0) continue;
      const std::int64_t noise = static_cast<std::int64_t>(page_.text_bytes(n)) - good;
      each_name(n, [&](std::uint64_t key) {
        Name& name = names_[key];
        if (n < name.past) return;
        if (name.count++ == 0) name.first = n;
        name.past = doc_.end(n);
        name.good += good;
        name.noise += noise;
      });
    }
  }

  std::uint64_t choose() const {
    std::uint64_t best = 0;
    const Name* found = nullptr;
    const std::int64_t all = mass_.good(page_.body());
    for (const auto& [key, name] : names_) {
      if (name.count < 2 || 2 * name.good < all || name.good == 0) continue;
      const bool better = found == nullptr || name.value() > found->value() ||
                          (name.value() == found->value() &&
                           (name.first < found->first || (name.first == found->first && key < best)));
      if (!better) continue;
      best = key;
      found = &name;
    }
    return best;
  }

  const PageIndex& page_;
  const HtmlDocument& doc_;
  const ContentMass& mass_;
  std::unordered_map<std::uint64_t, Name> names_;
};

void cut_inside_post(const PageIndex& page, NodeId body, bool without_comments, RemovalMask& cut) {
  std::uint32_t zones =
      kZoneNav | kZoneForm | kZoneFooter | kZoneShare | kZoneRelated | kZoneSide | kZoneMeta;
  if (without_comments) zones |= kZoneComments;
  zones &= ~page.zones(body);
  for (NodeId n = body + 1; n < page.doc().end(body); ++n) {
    if (page.tag(n) == Tag::kText || !(page.zones(n) & zones)) continue;
    cut_subtree(page, n, cut);
    n = page.doc().end(n) - 1;
  }
}

}  // namespace

std::optional<ForumThread> find_forum_thread(const PageView& view) {
  if (!view.facts.says_thread && !has_forum_address(view.input.url)) return std::nullopt;
  const PageIndex& page = view.page;
  constexpr std::uint32_t kAway =
      kZoneIgnored | kZoneNav | kZoneForm | kZoneFooter | kZoneAside | kZoneMenu | kZoneSide;
  const ContentMass all(page, {}, kAway);
  const std::int64_t total = all.good(page.body());
  // If posts have comments (questions and answers), the posts are the elements that are not comments.
  for (const std::uint32_t away : {kAway | kZoneComments, kAway}) {
    const ContentMass mass(page, {}, away);
    ForumThread thread;
    thread.bodies = Posts(page, mass).find();
    if (thread.bodies.size() < 2) continue;
    std::int64_t good = 0;
    for (const NodeId n : thread.bodies) good += mass.good(n);
    if (2 * good < mass.good(page.body()) || 4 * good < total) continue;
    thread.without_comments = away != kAway;
    NodeId top = thread.bodies.front();
    while (!page.doc().contains(top, thread.bodies.back())) top = page.doc().parent(top);
    thread.container = top;
    return thread;
  }
  return std::nullopt;
}

void cut_beside_posts(const PageIndex& page, const ForumThread& thread, RemovalMask& cut) {
  const HtmlDocument& doc = page.doc();
  const NodeId end = doc.end(thread.container);
  std::size_t next = 0;
  for (NodeId n = thread.container + 1; n < end;) {
    while (next < thread.bodies.size() && doc.end(thread.bodies[next]) <= n) ++next;
    const NodeId body = next < thread.bodies.size() ? thread.bodies[next] : end;
    if (n == body) {
      cut_inside_post(page, n, thread.without_comments, cut);
      n = doc.end(n);
    } else if (doc.end(n) <= body) {
      cut_subtree(page, n, cut);
      n = doc.end(n);
    } else {
      ++n;
    }
  }
}

}  // namespace bfa
