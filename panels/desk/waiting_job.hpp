// A WaitingJob shows how far something is that the window's own thread does, a part in each frame: the job waits on its
// thread until that ends, so that a person sees progress and can cancel.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "panels/base/job.hpp"

namespace panels {

class WaitingJob {
public:
    WaitingJob();
    ~WaitingJob();
    WaitingJob(const WaitingJob&) = delete;
    WaitingJob& operator=(const WaitingJob&) = delete;

    void show(std::uint64_t done, std::uint64_t total);
    bool cancelled() const;
    /// For a JobRequest, once. `saying` is what is done, see tr_later().
    Job job(std::string title, std::string consequence, const char* saying) const;

private:
    struct Shared;
    std::shared_ptr<Shared> shared_;
};

}  // namespace panels
