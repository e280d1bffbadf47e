// SPDX-License-Identifier: Apache-2.0
// run_polls FOLDER BLOGS HOURS POLLS_PER_FEED_DAY POSTS_PER_SECOND [count]: a run of many blogs without a
// network and with a clock of its own, so that weeks take minutes. Prints a line for every tenth of it:
// polls, posts, CPU, resident memory, bytes of the store and of the WARC files. With `count`, answers that
// say "not modified" are counted and not recorded.
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <utility>

#include "bfa/http/fetcher.h"
#include "bfa/subscribe/run.h"
#include "bfa/url/url.h"
#include "news_blogs.h"

namespace {

using namespace bfa;  // NOLINT(google-build-using-namespace): a program of its own

class MovedClock final : public Clock {
 public:
  UtcTime now() override {
    const std::lock_guard lock(mutex_);
    return now_;
  }
  void move_to(UtcTime time) {
    const std::lock_guard lock(mutex_);
    now_ = std::max(now_, time);
  }

 private:
  std::mutex mutex_;
  UtcTime now_{std::chrono::seconds(1'780'000'000)};
};

class SourceFetcher final : public Fetcher {
 public:
  SourceFetcher(test::AnswerSource& source, Clock& clock) : source_(source), clock_(clock) {}

  Status submit(FetchRequest request) override {
    const std::lock_guard lock(mutex_);
    queue_.push_back(std::move(request));
    return {};
  }

  std::optional<Fetched> next(std::chrono::milliseconds) override {
    const std::lock_guard lock(mutex_);
    if (queue_.empty()) return std::nullopt;
    const FetchRequest request = std::move(queue_.front());
    queue_.pop_front();
    return answer(request);
  }

  std::size_t pending() const override {
    const std::lock_guard lock(mutex_);
    return queue_.size();
  }

 private:
  Fetched answer(const FetchRequest& request) {
    Fetched fetched;
    fetched.id = request.id;
    const auto url = Url::parse(request.url);
    const auto found = source_.answer(url->host(), std::string(url->path()));
    bool known = false;
    std::string sent = "GET " + std::string(url->path()) + " HTTP/1.1\r\n";
    for (const auto& [name, value] : request.headers) {
      sent += name + ": " + value + "\r\n";
      known = known || (name == "If-None-Match" && !found->etag.empty() && value == found->etag);
    }
    Exchange exchange;
    const std::string bytes = known ? found->not_modified : found->head + found->body;
    exchange.url = request.url;
    exchange.started = clock_.now();
    exchange.ip_address = "192.0.2.7";
    exchange.protocol = "http/1.1";
    exchange.request = Blob(sent + "\r\n");
    exchange.response = Blob(bytes);
    exchange.head = *parse_response_head(bytes, exchange.findings);
    fetched.hops.push_back(std::move(exchange));
    return fetched;
  }

  test::AnswerSource& source_;
  Clock& clock_;
  mutable std::mutex mutex_;
  std::deque<FetchRequest> queue_;
};

double cpu_seconds() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

double resident_megabytes() {
  std::ifstream in("/proc/self/statm");
  double total = 0, resident = 0;
  in >> total >> resident;
  return resident * static_cast<double>(::sysconf(_SC_PAGESIZE)) / 1e6;
}

// Files that are deleted while they are counted do not count.
double megabytes_in(const std::string& folder) {
  double sum = 0;
  std::error_code error;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, error)) {
    const auto size = entry.file_size(error);
    if (!error) sum += static_cast<double>(size);
  }
  return sum / 1e6;
}

struct Arguments {
  std::string folder;
  std::size_t blogs = 0;
  std::chrono::hours span{0};
  double polls = 0, posts = 0;
  bool count = false;
};

RunOptions options_of(const Arguments& arguments, MovedClock& clock) {
  RunOptions options;
  options.crawl.clock = &clock;
  options.crawl.threads = 2;
  options.crawl.keep_empty_polls = !arguments.count;
  options.schedule.polls_per_feed_day = arguments.polls;
  options.per_group = options.per_address = 0;
  options.duration = arguments.span;
  options.full_visit = std::chrono::hours(24 * 365);
  return options;
}

int run(const Arguments& arguments) {
  MovedClock clock;
  const UtcTime begin = clock.now();
  test::NewsBlogs blogs(arguments.blogs, arguments.posts, begin, clock);
  SourceFetcher fetcher(blogs, clock);
  ArchiveOptions archive_options;
  archive_options.clock = &clock;
  archive_options.mode = ArchiveOptions::Mode::kWrite;
  archive_options.create = true;
  {
    std::vector<Subscription> wanted;
    for (std::size_t i = 0; i < arguments.blogs; ++i)
      wanted.push_back({"http://" + test::NewsBlogs::host(i) + "/", {}, {}, {}});
    const auto archive = Archive::open(arguments.folder, archive_options);
    if (!archive) return std::fprintf(stderr, "%s\n", to_string(archive.error()).c_str()), 1;
    const auto added = add_subscriptions(**archive, wanted, clock.now());
    if (!added || !(*archive)->close()) return std::fprintf(stderr, "cannot subscribe\n"), 1;
  }
  RunOptions options = options_of(arguments, clock);
  UtcTime told = begin;
  options.wait = [&](UtcTime until, const std::stop_token&) { clock.move_to(until); };
  std::printf("%8s %10s %8s %8s %8s %9s %9s %9s\n", "hours", "polls", "news", "posts", "CPU s", "RSS MB",
              "store MB", "WARC MB");
  options.on_tick = [&](const RunState& state) {
    if (clock.now() - told < arguments.span / 10.0) return;
    told = clock.now();
    std::printf("%8.1f %10llu %8llu %8llu %8.1f %9.1f %9.2f %9.2f\n",
                std::chrono::duration<double, std::ratio<3600>>(told - begin).count(),
                static_cast<unsigned long long>(state.polls),
                static_cast<unsigned long long>(state.polls_with_news),
                static_cast<unsigned long long>(state.counts.posts), cpu_seconds(), resident_megabytes(),
                megabytes_in(arguments.folder + "/store"), megabytes_in(arguments.folder + "/warc"));
    std::fflush(stdout);
  };
  const auto report = run_archive(arguments.folder, archive_options, fetcher, options);
  if (!report) return std::fprintf(stderr, "%s\n", to_string(report.error()).c_str()), 1;
  std::printf("end: %llu polls, %llu posts of %zu, %.1f CPU s, store %.2f MB, WARC %.2f MB\n",
              static_cast<unsigned long long>(report->polls),
              static_cast<unsigned long long>(report->counts.posts), blogs.posts(clock.now()), cpu_seconds(),
              megabytes_in(arguments.folder + "/store"), megabytes_in(arguments.folder + "/warc"));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 6) {
    std::fprintf(stderr, "usage: run_polls FOLDER BLOGS HOURS POLLS_PER_FEED_DAY POSTS_PER_SECOND [count]\n");
    return 2;
  }
  Arguments arguments;
  arguments.folder = argv[1];
  arguments.blogs = std::strtoull(argv[2], nullptr, 10);
  arguments.span = std::chrono::hours(std::strtoll(argv[3], nullptr, 10));
  arguments.polls = std::strtod(argv[4], nullptr);
  arguments.posts = std::strtod(argv[5], nullptr);
  arguments.count = argc > 6;
  return run(arguments);
}
