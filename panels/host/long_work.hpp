// The LongWork of a Host goes on while the program runs its ticks, on a copy of what it needs. A card shows how far it
// is.
#pragma once

#include <functional>
#include <string>

#include "panels/desk/jobs.hpp"
#include "panels/widgets/job_card.hpp"

namespace panels {

class LongWork {
public:
    /// `tell` says to a person how a job ended.
    LongWork(Jobs& jobs, std::function<void(std::string)> tell) : jobs_(jobs), tell_(std::move(tell)) {}

    /// Returns for a person what went wrong, if that is clear within this frame.
    std::string start(Job job);
    /// Once a frame: hands over what is done.
    void follow();
    /// `window` is unlike that of other cards.
    void draw(const Style& style, double now_secs, const std::string& window);

private:
    void ended(const Jobs::Ended& job);

    Jobs& jobs_;
    std::function<void(std::string)> tell_;
    JobCard card_;
};

}  // namespace panels
