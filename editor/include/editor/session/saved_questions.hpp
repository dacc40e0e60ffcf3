// What a person asked of each world: queries, watches, breakpoints, as the panels write them. It comes back with the
// world, in this run and in later ones. A world is known by its file, else by its bundle, its scene, or the address of
// its program; what nobody could open again has no name here, and keeps nothing.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "editor/session/kept_by_file.hpp"
#include "editor/session/session.hpp"

namespace editor {

/// Empty: nothing leads back to this world.
std::string place_of(const Session& session);

class SavedQuestions {
public:
    /// `folder` is state_folder(); empty: they are kept for this run only.
    explicit SavedQuestions(const std::filesystem::path& folder) : kept_(folder, "questions") {}

    /// Empty when nothing is kept.
    std::string find(const Session& session) const;
    /// `questions` is a text that ends with a line, or empty. Returns the reason for a person when it can't be kept.
    std::string remember(const Session& session, const std::string& questions);

private:
    std::string on_disk(const std::string& place) const;

    KeptByFile kept_;
    std::map<std::string, std::string> of_this_run_;  // by place
};

}  // namespace editor
