// What is asked for in two steps, because the second one depends on what the first one did: an entity that is pasted
// needs the component types that come with it.
#pragma once

#include <functional>
#include <string>

namespace panels {

/// Runs when the requests before it were executed. What it pushes to the requests of the context is executed next. It
/// returns what a person is told; empty: nothing. It is an OtherRequest, of a RequestRunner.
struct AfterwardsRequest {
    std::function<std::string()> run;
};

}  // namespace panels
