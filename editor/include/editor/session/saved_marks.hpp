// What a person hid and locked in each world file. It is kept in the program's own folder of that person and not in the
// file, as the cameras are: hiding is a way of looking. Entities keep their ids in files, so ids name them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ecs/base/entity.hpp"
#include "editor/session/kept_by_file.hpp"

namespace editor {

class SavedMarks {
public:
    static constexpr std::size_t most_marks = 5000;  // of one file; more are not kept

    struct Marks {
        std::vector<ecs::Entity> hidden, locked;
        friend bool operator==(const Marks&, const Marks&) = default;
    };

    /// `folder` is state_folder(); empty: nothing is remembered.
    explicit SavedMarks(const std::filesystem::path& folder);

    /// None when the file was never seen, or was forgotten.
    Marks find(const std::filesystem::path& world_file) const;
    /// Returns the reason for a person when it can't be kept.
    std::string remember(const std::filesystem::path& world_file, const Marks& marks) const;

private:
    KeptByFile kept_;
};

}  // namespace editor
