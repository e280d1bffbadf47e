// SPDX-License-Identifier: Apache-2.0
#include "warc/write/pack_line.h"

#include <string_view>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "warc/read/start_thread.h"

namespace bfa {
namespace {

constexpr std::size_t kKept = 2u << 20;  // memory of a job that is kept for the next one

Status pack(MemberEncoder* encoder, const RecordBatch& batch, std::string& out) {
  if (encoder == nullptr) {
    out.append(batch.bytes);
    return {};
  }
  std::size_t begin = 0;
  for (const std::size_t end : batch.ends) {
    BFA_RETURN_IF_ERROR(encoder->member(std::string_view(batch.bytes).substr(begin, end - begin), out));
    begin = end;
  }
  return {};
}

}  // namespace

PackLine::PackLine(std::vector<std::unique_ptr<MemberEncoder>>& encoders) : encoders_(encoders) {
  for (std::size_t i = 1; i < encoders_.size(); ++i) {
    if (!start_thread(threads_, [this, encoder = encoders_[i].get()] { work(encoder); })) break;
  }
}

PackLine::~PackLine() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  wanted_.notify_all();
  for (auto& thread : threads_) thread.join();
}

void PackLine::work(MemberEncoder* encoder) {
  Lock lock(mutex_);
  for (;;) {
    wanted_.wait(lock, [&] { return closing_ || next_ < jobs_.size(); });
    if (closing_) return;
    pack_next(lock, encoder);
  }
}

// Packs the first job that no thread has taken. The lock is released during packing.
void PackLine::pack_next(Lock& lock, MemberEncoder* encoder) {
  Job& job = *jobs_[next_++];
  lock.unlock();
  Status status = guarded([&]() -> Status { return pack(encoder, job.batch, job.packed); });
  lock.lock();
  job.status = std::move(status);
  job.done = true;
  packed_.notify_one();
}

// Hands out the first job, which is packed.
Status PackLine::take_first(Lock& lock, std::string& out) {
  std::unique_ptr<Job> job = std::move(jobs_.front());
  jobs_.pop_front();
  --next_;
  lock.unlock();
  Status status = std::move(job->status);
  if (status) out.append(job->packed);
  if (job->batch.bytes.capacity() <= kKept) {
    job->batch.clear();
    job->packed.clear();
    job->done = false;
    job->status = Status();
    idle_.push_back(std::move(job));
  }
  lock.lock();
  return status;
}

Status PackLine::add(RecordBatch& batch, std::string& out) {
  if (threads_.empty()) {
    const Status status = pack(encoders_.front().get(), batch, out);
    batch.clear();
    return status;
  }
  std::unique_ptr<Job> job;
  if (idle_.empty()) {
    job = std::make_unique<Job>();
  } else {
    job = std::move(idle_.back());
    idle_.pop_back();
  }
  std::swap(job->batch, batch);
  Lock lock(mutex_);
  jobs_.push_back(std::move(job));
  wanted_.notify_one();
  const std::size_t most = threads_.size() + 3;
  while (!jobs_.empty()) {
    if (jobs_.front()->done) {
      BFA_RETURN_IF_ERROR(take_first(lock, out));
    } else if (jobs_.size() < most) {
      break;
    } else if (next_ < jobs_.size()) {
      pack_next(lock, encoders_.front().get());
    } else {
      packed_.wait(lock, [&] { return jobs_.front()->done; });
    }
  }
  return {};
}

Status PackLine::drain(std::string& out) {
  Lock lock(mutex_);
  while (!jobs_.empty()) {
    if (jobs_.front()->done) {
      BFA_RETURN_IF_ERROR(take_first(lock, out));
    } else if (next_ < jobs_.size()) {
      pack_next(lock, encoders_.front().get());
    } else {
      packed_.wait(lock, [&] { return jobs_.front()->done; });
    }
  }
  return {};
}

}  // namespace bfa
