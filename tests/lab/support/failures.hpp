// Collects what ecs::fail reports while it lives, instead of ending the program.
#pragma once

#include <string>
#include <vector>

#include "ecs/base/assert.hpp"

namespace lab_test {

class Failures {
public:
    Failures() : former_(ecs::set_failure_handler([](const std::string& message) { list().push_back(message); })) {
        list().clear();
    }
    ~Failures() { ecs::set_failure_handler(former_); }
    Failures(const Failures&) = delete;
    Failures& operator=(const Failures&) = delete;

    const std::vector<std::string>& messages() const { return list(); }

private:
    static std::vector<std::string>& list() {
        static std::vector<std::string> messages;
        return messages;
    }
    ecs::FailureHandler former_;
};

}  // namespace lab_test
