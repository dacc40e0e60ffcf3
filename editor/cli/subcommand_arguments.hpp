// Arguments that several subcommands share: adds them to a CLI::App and combines the given values. All errors in
// arguments are thrown as UsageError. Private to the command line.
#pragma once

#include <charconv>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "editor/cli/subcommand_functions.hpp"

namespace editor {

inline constexpr std::uint64_t max_entities = 10'000'000;
inline constexpr const char* world_name = "WORLD.json";

class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Without escapes, unlike in_quotes, which is for texts of files.
std::string in_plain_quotes(const std::string& text);

// Checks of single values. They run before CLI11 converts, so that every wrong value gets its own sentence.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);
inline CLI::Validator whole_number(std::uint64_t most) { return whole_number(0, most); }
CLI::Validator one_of(std::vector<std::string> words);
CLI::Validator picture_size();
bool parse_size(const std::string& text, int& width, int& height);
/// Whether the whole `text` is a number of this type.
template <class T>
bool parse_whole(std::string_view text, T& number) {
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
    return result.ec == std::errc() && result.ptr == text.data() + text.size();
}

CLI::Option* add_migrate(CLI::App& app, WorldSource& source);
CLI::Option* add_ticks(CLI::App& app, std::uint64_t& ticks, const char* description);

/// Both throw UsageError when the option was not given; need_file also when its text is empty.
void need(const CLI::Option* option);
void need_file(const CLI::Option* option, const std::filesystem::path& file);

/// `WORLD.json [--migrate]|--scene NAME [--count N] [--seed S]`, as in most subcommands.
class SourceArguments {
public:
    void add_to(CLI::App& app);
    bool given() const { return file_given() || scene_->count() > 0; }
    bool file_given() const { return file_->count() > 0 && !file_is_other_; }
    /// For subcommands with a word behind the file, which stands alone where --scene stands in place of the file. Moves
    /// it to `word`, if that is so.
    void give_away_word(std::string& word);
    const std::filesystem::path& file() const { return source_.file; }
    bool more_than_file() const { return scene_->count() + count_->count() + seed_->count() + migrate_->count() > 0; }
    bool any() const { return given() || count_->count() + seed_->count() + migrate_->count() > 0; }

    /// Combines the parts. Throws UsageError.
    WorldSource take(const Game& game, bool required);

private:
    CLI::Option *file_ = nullptr, *scene_ = nullptr, *count_ = nullptr, *seed_ = nullptr, *migrate_ = nullptr;
    WorldSource source_;
    std::size_t count_value_ = 0;
    std::uint64_t seed_value_ = 0;
    bool file_is_other_ = false;  // what was parsed as the file is another argument
};

/// `--theme NAME --scale S`
class LookArguments {
public:
    void add_to(CLI::App& app, const char* theme = "dark, light or contrast",
                const char* scale = "Size of text and controls, 0.5 to 4");
    /// And the language, which only the window has.
    void add_language(CLI::App& app);
    /// As add_to, with the description for figures.
    void add_to_figure(CLI::App& app);
    bool any() const { return scale_->count() + theme_->count() + (language_ ? language_->count() : 0) > 0; }
    LookOptions take() const;

private:
    CLI::Option *scale_ = nullptr, *theme_ = nullptr, *language_ = nullptr;
    float scale_value_ = 1;
    std::string theme_value_, language_value_;
};

/// `--view NAME`, which names a figure, and what the figure is of.
class FigureArguments {
public:
    void add_to(CLI::App& app, const char* description);
    bool given() const { return figure_->count() > 0; }
    bool any() const { return given() || system_->count() > 0; }

    /// Combines the parts. Throws UsageError.
    FigureOptions take(const std::filesystem::path& out, const std::string& archetype, std::size_t chunk,
                       std::uint64_t ticks);

private:
    CLI::Option *figure_ = nullptr, *system_ = nullptr;
    FigureOptions options_;
};

}  // namespace editor
