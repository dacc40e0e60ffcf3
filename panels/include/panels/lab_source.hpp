// Where the Storage Lab's scenarios come from: lent by the program, because panels read no files.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ecs/lab/scenario.hpp"
#include "ecs/result.hpp"

namespace panels {

struct LabSource {
    struct Entry {
        std::string name, title;
    };
    std::vector<Entry> scenarios;
    /// One of them, or a file.
    std::function<ecs::Result<ecs::lab::Scenario>(const std::string& name)> open;
};

}  // namespace panels
