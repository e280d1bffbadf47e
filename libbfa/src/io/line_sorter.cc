// SPDX-License-Identifier: Apache-2.0
#include "io/line_sorter.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <queue>
#include <random>
#include <utility>
#include <vector>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/io/digest.h"

namespace bfa {
namespace {

constexpr std::size_t kLeastMemory = 4096;
constexpr std::size_t kMostBuffer = std::size_t{256} << 10;
// Few lines need little memory, and many lines justify more: the memory grows with the number of runs, up to
// the limit.
constexpr std::uint64_t kFirstMemory = std::uint64_t{4} << 20;
constexpr std::size_t kRunsBeforeMore = 16;

// Reads the lines of one run.
class RunReader {
 public:
  RunReader(std::unique_ptr<ReadableFile> file, std::size_t buffer_bytes)
      : file_(std::move(file)), buffer_(buffer_bytes, '\0') {}

  // False at the end.
  Result<bool> advance() {
    for (;;) {
      const void* const end = std::memchr(buffer_.data() + begin_, '\n', end_ - begin_);
      if (end != nullptr) {
        const auto size = static_cast<std::size_t>(static_cast<const char*>(end) - buffer_.data()) - begin_;
        line_ = std::string_view(buffer_).substr(begin_, size);
        begin_ += size + 1;
        return true;
      }
      BFA_ASSIGN_OR_RETURN(const bool more, fill());
      if (!more) return false;
    }
  }
  std::string_view line() const { return line_; }

 private:
  Result<bool> fill() {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
    if (end_ == buffer_.size()) buffer_.resize(buffer_.size() * 2);
    BFA_ASSIGN_OR_RETURN(const std::size_t got,
                         file_->read_at(offset_, std::as_writable_bytes(std::span(buffer_)).subspan(end_)));
    offset_ += got;
    end_ += got;
    return got != 0;
  }

  std::unique_ptr<ReadableFile> file_;
  std::string buffer_;
  std::size_t begin_ = 0, end_ = 0;
  std::uint64_t offset_ = 0;
  std::string_view line_;
};

// Writes the lines of one run.
class RunWriter {
 public:
  RunWriter(std::unique_ptr<WritableFile> file, std::size_t buffer_bytes)
      : file_(std::move(file)), buffer_bytes_(buffer_bytes) {}
  Status add(std::string_view line) {
    buffer_.append(line).push_back('\n');
    return buffer_.size() < buffer_bytes_ ? Status() : flush();
  }
  Status finish() {
    BFA_RETURN_IF_ERROR(flush());
    return file_->close();
  }

 private:
  Status flush() {
    const Status status = file_->append(buffer_);
    buffer_.clear();
    return status;
  }
  std::unique_ptr<WritableFile> file_;
  std::size_t buffer_bytes_;
  std::string buffer_;
};

// The lines of several runs in order.
class Merge {
 public:
  Status open(FileSystem& fs, const std::vector<std::string>& paths, std::size_t buffer_bytes) {
    for (const auto& path : paths) {
      BFA_ASSIGN_OR_RETURN(auto file, fs.open(path));
      readers_.emplace_back(std::move(file), buffer_bytes);
      BFA_ASSIGN_OR_RETURN(const bool any, readers_.back().advance());
      if (any) heap_.push_back(readers_.size() - 1);
    }
    std::make_heap(heap_.begin(), heap_.end(), later());
    return {};
  }

  Result<std::optional<std::string_view>> next() {
    if (given_) {
      std::pop_heap(heap_.begin(), heap_.end(), later());
      BFA_ASSIGN_OR_RETURN(const bool more, readers_[heap_.back()].advance());
      if (more) {
        std::push_heap(heap_.begin(), heap_.end(), later());
      } else {
        heap_.pop_back();
      }
    }
    given_ = !heap_.empty();
    if (!given_) return std::optional<std::string_view>();
    return std::optional(readers_[heap_.front()].line());
  }

 private:
  struct Later {
    const std::vector<RunReader>& readers;
    bool operator()(std::size_t a, std::size_t b) const { return readers[a].line() > readers[b].line(); }
  };
  Later later() const { return Later{readers_}; }

  std::vector<RunReader> readers_;
  std::vector<std::size_t> heap_;
  bool given_ = false;  // the first of the heap is the line that was returned last
};

std::string unused_prefix(const std::string& directory) {
  std::error_code error;
  std::string folder = directory;
  if (folder.empty()) folder = std::filesystem::temp_directory_path(error).string();
  if (folder.empty()) folder = "/tmp";
  std::random_device random;
  std::string name(8, '\0');
  for (char& c : name) c = static_cast<char>(random());
  return folder + "/bfa-sort-" + hex_encode(name) + "-";
}

}  // namespace

struct LineSorter::Impl {
  struct Place {
    const char* begin;
    std::size_t size;
    std::string_view view() const { return {begin, size}; }
  };

  Impl(FileSystem& file_system, LineSortOptions wanted) : fs(file_system), options(std::move(wanted)) {
    options.max_memory_bytes = std::max<std::uint64_t>(options.max_memory_bytes, kLeastMemory);
    options.max_open_runs = std::max<std::size_t>(options.max_open_runs, 2);
    held_bytes = std::min(options.max_memory_bytes, kFirstMemory);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    for (const auto& run : runs) (void)fs.remove(run);  // a destructor cannot report errors
  }

  // Memory that is not yet used costs nothing: the system gives pages when they are touched.
  void allocate() {
    arena_bytes = static_cast<std::size_t>(held_bytes / 4 * 3);
    arena = std::make_unique_for_overwrite<char[]>(arena_bytes);
    places.reserve(static_cast<std::size_t>(held_bytes / 4) / sizeof(Place));
  }

  void release() {
    arena.reset();
    std::vector<Place>().swap(places);
  }

  // Between two runs: more memory, when there were many, or when `line` needs it.
  void grow_for(std::string_view line) {
    const std::uint64_t before = held_bytes;
    if (run_number % kRunsBeforeMore == 0 && run_number != 0) held_bytes *= 2;
    while (line.size() > held_bytes / 2) held_bytes *= 2;
    held_bytes = std::min(held_bytes, options.max_memory_bytes);
    if (held_bytes == before) return;
    release();
    allocate();
  }

  Status add(std::string_view line) {
    if (!arena) allocate();
    if (line.size() > options.max_memory_bytes / 2) {
      return Error{Code::kLimit, "line of " + std::to_string(line.size()) + " bytes to be sorted", {}, -1};
    }
    if (line.size() > arena_bytes - used || places.size() == places.capacity()) {
      if (!places.empty()) BFA_RETURN_IF_ERROR(spill());
      grow_for(line);
    }
    if (!line.empty()) std::memcpy(arena.get() + used, line.data(), line.size());
    places.push_back({arena.get() + used, line.size()});
    used += line.size();
    ++count;
    return {};
  }

  void sort_held() {
    std::sort(places.begin(), places.end(),
              [](const Place& a, const Place& b) { return a.view() < b.view(); });
  }

  Result<RunWriter> new_run() {
    if (prefix.empty()) prefix = unused_prefix(options.directory);
    std::string path = prefix + std::to_string(run_number++);
    BFA_ASSIGN_OR_RETURN(auto file, fs.create(path));
    runs.push_back(std::move(path));
    return RunWriter(std::move(file), kMostBuffer);
  }

  Status spill() {
    sort_held();
    BFA_ASSIGN_OR_RETURN(RunWriter run, new_run());
    for (const Place& place : places) BFA_RETURN_IF_ERROR(run.add(place.view()));
    places.clear();
    used = 0;
    return run.finish();
  }

  std::size_t buffer_bytes(std::size_t open_runs) const {
    const auto share = static_cast<std::size_t>(options.max_memory_bytes / (open_runs + 1));
    return std::clamp<std::size_t>(share, 1024, kMostBuffer);
  }

  // Merges the oldest runs into one, until few enough are left to be open at once.
  Status merge_passes() {
    while (runs.size() > options.max_open_runs) {
      const std::size_t some = std::min(options.max_open_runs, runs.size() - options.max_open_runs + 1);
      const std::vector<std::string> oldest(runs.begin(), runs.begin() + static_cast<std::ptrdiff_t>(some));
      Merge several;
      BFA_RETURN_IF_ERROR(several.open(fs, oldest, buffer_bytes(some)));
      BFA_ASSIGN_OR_RETURN(RunWriter run, new_run());
      for (;;) {
        BFA_ASSIGN_OR_RETURN(const auto line, several.next());
        if (!line) break;
        BFA_RETURN_IF_ERROR(run.add(*line));
      }
      BFA_RETURN_IF_ERROR(run.finish());
      for (const auto& path : oldest) BFA_RETURN_IF_ERROR(fs.remove(path));
      runs.erase(runs.begin(), runs.begin() + static_cast<std::ptrdiff_t>(some));
    }
    return {};
  }

  Status finish() {
    if (runs.empty()) {
      sort_held();
      return {};
    }
    if (!places.empty()) BFA_RETURN_IF_ERROR(spill());
    release();
    BFA_RETURN_IF_ERROR(merge_passes());
    merge = std::make_unique<Merge>();
    return merge->open(fs, runs, buffer_bytes(runs.size()));
  }

  Result<std::optional<std::string_view>> next_line() {
    if (merge) return merge->next();
    if (at == places.size()) return std::optional<std::string_view>();
    return std::optional(places[at++].view());
  }

  Result<std::optional<std::string_view>> next() {
    for (;;) {
      BFA_ASSIGN_OR_RETURN(const auto line, next_line());
      if (!line || !options.drop_repeated) return line;
      if (any && *line == last) continue;
      any = true;
      last = *line;
      return std::optional<std::string_view>(last);
    }
  }

  FileSystem& fs;
  LineSortOptions options;
  std::unique_ptr<char[]> arena;
  std::uint64_t held_bytes = 0;  // of lines and their places, at present
  std::size_t arena_bytes = 0, used = 0;
  std::vector<Place> places;
  std::uint64_t count = 0;
  std::string prefix;
  std::size_t run_number = 0;
  std::vector<std::string> runs;  // paths
  std::unique_ptr<Merge> merge;
  std::size_t at = 0;
  std::string last;
  bool any = false;
};

LineSorter::LineSorter(FileSystem& fs, LineSortOptions options)
    : impl_(std::make_unique<Impl>(fs, std::move(options))) {}
LineSorter::~LineSorter() = default;

Status LineSorter::add(std::string_view line) {
  return guarded([&]() -> Status { return impl_->add(line); });
}

Status LineSorter::finish() {
  return guarded([&]() -> Status { return impl_->finish(); });
}

Result<std::optional<std::string_view>> LineSorter::next() {
  return guarded([&]() -> Result<std::optional<std::string_view>> { return impl_->next(); });
}

Status LineSorter::write_to(Sink& sink) {
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const auto line, next());
    if (!line) return {};
    BFA_RETURN_IF_ERROR(write_text(sink, *line));
    BFA_RETURN_IF_ERROR(write_text(sink, "\n"));
  }
}

std::uint64_t LineSorter::lines() const noexcept {
  return impl_->count;
}

std::size_t LineSorter::runs() const noexcept {
  return impl_->runs.size();
}

}  // namespace bfa
