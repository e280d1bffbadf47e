// SPDX-License-Identifier: Apache-2.0
#include "crawl/leaveout/switches.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/try.h"
#include "bfa/url/url.h"

namespace bfa {
namespace {

// A step that may be off: its letter in the note, and its switch.
struct Part {
  char letter;
  bool StepOptions::* on;
};
constexpr std::array<Part, 3> kParts = {Part{'m', &StepOptions::media}, Part{'c', &StepOptions::comments},
                                        Part{'x', &StepOptions::extract}};

std::string note_name(const std::string& home) {
  return "left_out:" + home;
}

// The letters of the parts that the archive lacks.
Result<std::string> lacking(const Archive& archive, const std::string& home) {
  const std::string name = note_name(home);
  std::string found;
  BFA_RETURN_IF_ERROR(archive.for_each_note(name, [&](const std::string& each, const std::string& bytes) {
    if (each != name) return true;
    found = bytes;
    return false;
  }));
  return found;
}

CrawlTask task_of(TaskKind kind, Stage stage, const BlogState& blog, std::uint64_t crawl, Url url) {
  CrawlTask task;
  task.kind = kind;
  task.stage = stage;
  task.blog = blog.home;
  task.url = std::move(url);
  task.referrer = blog.home;
  task.depth = kind == TaskKind::kExtract && task.url.href() != blog.home ? 1 : 0;
  task.crawl = crawl;
  return task;
}

bool is_page(const Capture& capture) {
  const bool html = capture.content_type.empty() || capture.content_type.find("html") != std::string::npos;
  return capture.status >= 200 && capture.status < 300 && html && !capture.truncated &&
         capture.not_page.empty();
}

}  // namespace

void leave_out(const StepOptions& options, StepResult& result) {
  if (!options.extract) {
    result.objects.clear();
  } else if (!options.comments) {
    std::erase_if(result.objects,
                  [](const Observation& seen) { return seen.object.kind == ObjectKind::kComment; });
  }
  if (options.comments) return;
  std::erase_if(result.tasks, [](const CrawlTask& task) { return task.kind == TaskKind::kCommentFeed; });
}

Result<std::vector<CrawlTask>> unread_pages(const Archive& archive, const BlogState& blog,
                                            std::uint64_t crawl, const StepOptions& options) {
  std::vector<CrawlTask> tasks;
  BFA_ASSIGN_OR_RETURN(const std::string lacks, lacking(archive, blog.home));
  const bool fills = options.extract && std::any_of(kParts.begin(), kParts.end(), [&](const Part& part) {
                       return options.*part.on && lacks.find(part.letter) != std::string::npos;
                     });
  if (!fills) return tasks;
  BFA_ASSIGN_OR_RETURN(const Url home_url, Url::parse(blog.home));
  // The object of the blog itself is made when it is learned.
  if (lacks.find('x') != std::string::npos)
    tasks.push_back(task_of(TaskKind::kLearn, Stage::kLearn, blog, crawl, home_url));
  std::vector<std::string> pages = {blog.home};
  BFA_RETURN_IF_ERROR(archive.for_each_known_page(blog.home, [&](const Capture& page) {
    if (page.url != blog.home) pages.push_back(page.url);
    return true;
  }));
  for (const std::string& address : pages) {
    auto url = Url::parse(address);
    BFA_ASSIGN_OR_RETURN(const auto page, archive.view().last_capture(address));  // not a 304
    if (!url || !page || !is_page(*page)) continue;
    tasks.push_back(task_of(TaskKind::kExtract, Stage::kExtract, blog, crawl, std::move(*url)));
    tasks.back().capture = page->sequence;
  }
  return tasks;
}

Status note_left_out(Archive& archive, const std::string& home, bool whole, const StepOptions& options) {
  const bool all_on = options.media && options.comments && options.extract;
  if (all_on && !whole) return {};  // it lacks what it lacked
  BFA_ASSIGN_OR_RETURN(const std::string before, lacking(archive, home));
  std::string after;
  for (const Part& part : kParts) {
    const bool lacked = before.find(part.letter) != std::string::npos;
    const bool filled = options.*part.on && (whole && options.extract);
    if (!(options.*part.on) || (lacked && !filled)) after += part.letter;
  }
  return after == before ? Status() : archive.put_note(note_name(home), after);
}

}  // namespace bfa
