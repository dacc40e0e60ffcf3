// Where the Storage Lab's scenarios and lessons come from: lent by the program, because panels read no files.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ecs/base/result.hpp"
#include "ecs/lab/lessons/lesson.hpp"
#include "ecs/lab/scenario/scenario.hpp"

namespace panels {

struct LabSource {
    struct Entry {
        std::string name, title;
    };
    std::vector<Entry> scenarios;
    /// One of them, or a file.
    std::function<ecs::Result<ecs::lab::Scenario>(const std::string& name)> open;

    /// The file that the person opened last (OpenScenarioRequest), and how often one was opened: a panel that sees
    /// another number than before shows it.
    std::string opened;
    std::uint64_t openings = 0;

    std::vector<std::shared_ptr<const ecs::lab::Lesson>> lessons;  // in the order in which they are taken
    ecs::lab::Words words;                                         // of their interface
    /// Asks the fonts for the characters of a text; may be empty.
    std::function<void(std::string_view text)> want_glyphs;
};

}  // namespace panels
