// A Job is work that may take longer than a frame, as a value. A panel requests it like a change; the program runs it
// on a thread of its own (Jobs), shows how far it is with a button that stops it, and tells how it ended.
//
// The world may change while a job runs. So a job never holds a world or a Context: it owns all it reads, such as a
// Snapshot, and its result is of the moment in which it was asked for.
#pragma once

#include <functional>
#include <string>

#include "ecs/base/progress.hpp"
#include "ecs/base/result.hpp"

namespace panels {

/// What a job hands over to the thread of the interface.
struct JobResult {
    std::string told = {};            // what was done, for a person: "Exported map.png"; empty: nothing is said
    std::string file = {};            // that was written; empty: none
    std::function<void()> take = {};  // called on the thread of the interface, before anything is told
};

struct Job {
    std::string title;             // while it runs, and in "… was cancelled": "Exporting map.png"
    std::string consequence = {};  // what it means for the person meanwhile; may be empty
    /// Looks now and then whether it is cancelled, and then ends soon with nothing half done. What it returns is
    /// dropped then, unless there is a file. The error says for a person why there is no result.
    std::function<ecs::Result<JobResult>(ecs::Progress&)> work;
};

}  // namespace panels
