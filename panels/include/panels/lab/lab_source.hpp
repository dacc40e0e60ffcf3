// The source of the Storage Lab's scenarios and lessons. The program provides it, because panels read no files.
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
    /// Opens one of them by name, or a file.
    std::function<ecs::Result<ecs::lab::Scenario>(const std::string& name)> open;

    /// The file that the person opened last (OpenScenarioRequest), and the number of files opened so far. A panel
    /// that sees a new number shows the file.
    std::string opened;
    std::uint64_t openings = 0;

    std::vector<std::shared_ptr<const ecs::lab::Lesson>> lessons;  // in order of the course
    ecs::lab::Words words;                                         // of the lessons' interface
    /// Asks the fonts for the characters of a text; may be empty.
    std::function<void(std::string_view text)> want_glyphs;
};

}  // namespace panels
