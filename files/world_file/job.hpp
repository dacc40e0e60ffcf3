// A Job is the worker's side of a Progress, which may be missing. It advances the Progress, and throws Cancelled when
// somebody asked to cancel.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "ecs/base/progress.hpp"
#include "files/base/file_error.hpp"

namespace files {

class Job {
public:
    /// `what` is done to `file`: "opening", "saving".
    Job(ecs::Progress* progress, std::string file, const char* what)
        : progress_(progress), file_(std::move(file)), what_(what) {}

    void begin(std::uint64_t total) {
        if (progress_) progress_->begin(total);
    }
    /// Throws Cancelled.
    void advance_to(std::uint64_t done) const {
        if (!progress_) return;
        if (progress_->cancelled()) throw Cancelled(file_, what_);
        progress_->advance_to(done);
    }
    void finish() {
        if (progress_) progress_->finish();
    }

private:
    ecs::Progress* progress_;
    std::string file_;
    const char* what_;
};

}  // namespace files
