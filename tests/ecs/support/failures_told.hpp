// A failure handler that returns: what was called must do nothing then, and nothing may be left that breaks later.
#pragma once

#include <string>
#include <vector>

#include "ecs/base/assert.hpp"

namespace test {

class FailuresAreTold {
public:
    FailuresAreTold()
        : former_(ecs::set_failure_handler([](const std::string& message) { told().push_back(message); })) {
        told().clear();
    }
    ~FailuresAreTold() { ecs::set_failure_handler(former_); }
    FailuresAreTold(const FailuresAreTold&) = delete;
    FailuresAreTold& operator=(const FailuresAreTold&) = delete;

    static std::vector<std::string>& told() {
        static std::vector<std::string> messages;
        return messages;
    }

private:
    ecs::FailureHandler former_;
};

}  // namespace test
