// Texts that the program keeps for a person about world files: a line for each of the last files, in one JSON file of
// the program's own folder. They are not in the world files, which others share.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace editor {

/// One file has one name here, whatever it was called when it was opened.
std::string place_of(const std::filesystem::path& world_file);

class KeptByFile {
public:
    using Accepts = std::function<bool(std::string_view text)>;
    static constexpr std::size_t most = 200;  // files; the one noted longest ago is forgotten first

    /// Kept as the list NAME in FOLDER/NAME.json; with an empty folder, nothing is kept.
    KeptByFile(const std::filesystem::path& folder, std::string_view name);

    /// What is kept about the file, by whatever name it is opened; nothing when `accepts` refuses it, or there is none.
    std::optional<std::string> find(const std::filesystem::path& world_file, const Accepts& accepts) const;
    /// Empty: forgets what is kept about the file. Returns the reason for a person when it can't be kept. Other windows
    /// may do the same.
    std::string remember(const std::filesystem::path& world_file, std::string_view text) const;
    /// The same about a world that has a name of its own in place of a file. `accepts` must refuse a text that is cut
    /// off within.
    std::optional<std::string> find_place(std::string_view place, const Accepts& accepts) const;
    std::string remember_place(std::string_view place, std::string_view text) const;

private:
    std::filesystem::path file_;
    std::string name_;
};

}  // namespace editor
