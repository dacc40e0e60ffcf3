// Settings are what the program remembers of a person: the arrangement of panels, theme, scale, recent files. A flat
// store of typed values under names, kept in one JSON file. A broken file costs the settings and nothing else: it is
// set aside, and the defaults hold.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace editor {

/// $XDG_CONFIG_HOME/chunkscope, or ~/.config/chunkscope; empty when neither is known.
std::filesystem::path settings_folder();
/// $XDG_STATE_HOME/chunkscope, or ~/.local/state/chunkscope, for what nobody would miss; empty when neither is known.
std::filesystem::path state_folder();

class Settings {
public:
    /// Remembers nothing beyond this run.
    Settings() = default;
    /// Reads the file. Where that fails, warning() says so and the settings are empty.
    explicit Settings(std::filesystem::path file);

    const std::filesystem::path& file() const { return file_; }
    /// What was wrong with the file, for a person; empty when nothing was.
    const std::string& warning() const { return warning_; }

    /// The value of that name; `fallback` when there is none, or one of another type.
    bool flag(std::string_view name, bool fallback) const;
    double number(std::string_view name, double fallback) const;
    std::string text(std::string_view name, std::string_view fallback) const;
    std::vector<std::string> list(std::string_view name) const;

    using Value = std::variant<bool, double, std::string, std::vector<std::string>>;
    /// Nothing when there is none, or one that this version does not know the meaning of.
    std::optional<Value> value(std::string_view name) const;
    bool has(std::string_view name) const { return entries_.count(name) != 0; }

    /// Numbers that are not finite are not kept.
    void set(std::string_view name, const Value& value);
    void set_flag(std::string_view name, bool value);
    void set_number(std::string_view name, double value);
    void set_text(std::string_view name, std::string value);
    void set_list(std::string_view name, std::vector<std::string> values);
    void remove(std::string_view name);

    /// Newest first.
    std::vector<std::filesystem::path> recent_files() const;
    /// Puts the file first; keeps the last 10.
    void add_recent_file(const std::filesystem::path& file);
    void remove_recent_file(const std::filesystem::path& file);

    /// Whether something was set since the last save.
    bool unsaved() const { return unsaved_; }
    /// Writes the file, and its folder, if something was set. Recent files that another run added meanwhile stay.
    /// Returns the reason for a person when it can't.
    std::string save();

private:
    /// A value that this version does not know the meaning of: kept as it was read.
    struct OtherJson {
        std::string text;
        friend bool operator==(const OtherJson&, const OtherJson&) = default;
    };
    using Entry = std::variant<bool, double, std::string, std::vector<std::string>, OtherJson>;

    void load();
    void take_recent_files_of_others();
    void set_entry(std::string_view name, Entry entry);
    template <class T>
    const T* find(std::string_view name) const;

    std::filesystem::path file_;
    std::map<std::string, Entry, std::less<>> entries_;
    std::string warning_;
    std::vector<std::string> recent_seen_;  // recent files as the file had them last
    bool may_write_ = false;                // not over a file that could not be read
    bool unsaved_ = false;
};

}  // namespace editor
