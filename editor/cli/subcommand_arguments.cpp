#include "editor/cli/subcommand_arguments.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <system_error>

#include "editor/jobs/figure_file.hpp"

namespace editor {

namespace {

constexpr std::uint64_t max_run_ticks = 1'000'000'000'000;
constexpr int smallest_side = 64, largest_side = 8192;  // pixels of a screenshot

CLI::Validator scale_number() {
    return CLI::Validator(
        [](std::string& text) -> std::string {
            char* end = nullptr;
            const double number = std::strtod(text.c_str(), &end);
            if (!text.empty() && *end == '\0' && number >= 0.5 && number <= 4) return {};
            return "must be a number from 0.5 to 4, found " + in_plain_quotes(text);
        },
        "");
}

std::vector<std::string> figure_names() {
    std::vector<std::string> names;
    for (const figures::FigureDescriptor& figure : figures::all_figures()) names.emplace_back(figure.name);
    return names;
}

}  // namespace

std::string in_plain_quotes(const std::string& text) { return "\"" + text + "\""; }

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
    return CLI::Validator(
        [least, most](std::string& text) -> std::string {
            std::uint64_t number = 0;
            if (parse_whole(text, number) && number >= least && number <= most) return {};
            return "must be a whole number from " + std::to_string(least) + " to " + std::to_string(most) + ", found " +
                   in_plain_quotes(text);
        },
        "");
}

CLI::Validator one_of(std::vector<std::string> words) {
    return CLI::Validator(
        [words = std::move(words)](std::string& text) -> std::string {
            if (std::find(words.begin(), words.end(), text) != words.end()) return {};
            std::string list;
            for (const std::string& word : words)
                list += (list.empty() ? "" : word == words.back() ? " or " : ", ") + word;
            return "must be " + list + ", found " + in_plain_quotes(text);
        },
        "");
}

bool parse_size(const std::string& text, int& width, int& height) {
    const std::size_t cross = text.find('x');
    return cross != std::string::npos && parse_whole(std::string_view(text).substr(0, cross), width) &&
           parse_whole(std::string_view(text).substr(cross + 1), height) && std::min(width, height) >= smallest_side &&
           std::max(width, height) <= largest_side;
}

CLI::Validator picture_size() {
    return CLI::Validator(
        [](std::string& text) -> std::string {
            int width = 0, height = 0;
            if (parse_size(text, width, height)) return {};
            return "must be a width and height in pixels like 1280x800, each from " + std::to_string(smallest_side) +
                   " to " + std::to_string(largest_side) + ", found " + in_plain_quotes(text);
        },
        "");
}

CLI::Option* add_migrate(CLI::App& app, WorldSource& source) {
    return app.add_flag("--migrate", source.migrate,
                        "Opens a world file even if values that its scene no longer has room for are lost");
}

CLI::Option* add_ticks(CLI::App& app, std::uint64_t& ticks, const char* description) {
    return app.add_option("--ticks", ticks, description)->check(whole_number(max_run_ticks))->type_name("N");
}

void need(const CLI::Option* option) {
    if (option->count() > 0) return;
    throw UsageError("needs " + option->get_name() + (option->nonpositional() ? " " + option->get_type_name() : ""));
}

void need_file(const CLI::Option* option, const std::filesystem::path& file) {
    need(option);
    if (file.empty()) throw UsageError("the file name of " + option->get_name() + " is empty");
}

void SourceArguments::add_to(CLI::App& app) {
    file_ = app.add_option(world_name, source_.file, "A world file")->type_name("");
    scene_ = app.add_option("--scene", source_.scene, "A demo scene instead; `chunkscope scenes` lists them")
                 ->type_name("NAME");
    count_ = app.add_option("--count", count_value_, "How many enemies or shapes the scene has")
                 ->check(whole_number(max_entities))
                 ->type_name("N");
    seed_ = app.add_option("--seed", seed_value_, "Seed of the scene (default 1)")
                ->check(whole_number(~std::uint64_t{0}))
                ->type_name("S");
    migrate_ = add_migrate(app, source_);
}

void SourceArguments::give_away_word(std::string& word) {
    if (!word.empty() || file_->count() == 0 || scene_->count() == 0) return;
    word = source_.file.string();
    source_.file.clear();
    file_is_other_ = true;
}

WorldSource SourceArguments::take(const Game& game, bool required) {
    source_.game = &game;
    if (file_given() && source_.file.empty()) throw UsageError("the name of the world file is empty");
    if (file_given() && scene_->count() > 0) throw UsageError("give a world file or --scene, not both");
    if (required && !given()) throw UsageError("needs a world file or --scene NAME");
    for (CLI::Option* option : {count_, seed_})
        if (file_given() && option->count() > 0)
            throw UsageError(option->get_name() + " is for scenes, and a world file was given");
    if (!file_given() && migrate_->count() > 0) throw UsageError("--migrate is for world files, and none was given");
    if (count_->count() > 0) source_.count = count_value_;
    if (seed_->count() > 0) source_.seed = seed_value_;
    return source_;
}

void LookArguments::add_to(CLI::App& app, const char* theme, const char* scale) {
    scale_ = app.add_option("--scale", scale_value_, scale)->check(scale_number())->type_name("S");
    theme_ =
        app.add_option("--theme", theme_value_, theme)->check(one_of({"dark", "light", "contrast"}))->type_name("NAME");
}

void LookArguments::add_language(CLI::App& app) {
    language_ =
        app.add_option("--language", language_value_, "Of the interface: en, ja, or that of a file")->type_name("CODE");
}

void LookArguments::add_to_figure(CLI::App& app) {
    add_to(app, "Of a figure: dark, light or contrast (default light)",
           "Of a figure: pixels a unit of a PNG, 0.5 to 4 (default 2, which is 2560x1440)");
}

LookOptions LookArguments::take() const {
    LookOptions look;
    if (scale_->count() > 0) look.scale = scale_value_;
    if (theme_->count() > 0) look.theme = theme_value_;
    if (language_ && language_->count() > 0) look.language = language_value_;
    return look;
}

void FigureArguments::add_to(CLI::App& app, const char* description) {
    std::string names;
    for (const std::string& name : figure_names()) names += (names.empty() ? "" : ", ") + name;
    figure_ = app.add_option("--view", options_.figure, description + names)
                  ->check(one_of(figure_names()))
                  ->type_name("NAME");
    system_ = app.add_option("--system", options_.system, "Of the view lines: whose cache lines")->type_name("NAME");
}

FigureOptions FigureArguments::take(const std::filesystem::path& out, const std::string& archetype, std::size_t chunk,
                                    std::uint64_t ticks) {
    if (!given()) options_.figure = "chunk";
    const figures::FigureDescriptor& figure = *figures::figure_named(options_.figure);
    if (!figure_format_of(out))
        throw UsageError("--out of a view ends in .svg, .png or .csv, found " + in_plain_quotes(out.string()));
    if (figure.needs_archetype() && archetype.empty())
        throw UsageError("the view " + options_.figure + " needs --archetype A,B,C");
    if (figure.scope == figures::FigureScope::Components && archetype.empty())
        throw UsageError("the view " + options_.figure +
                         " needs --archetype A,B,C: any components, in the order of their columns");
    if (figure.scope == figures::FigureScope::World && !archetype.empty())
        throw UsageError("the view " + options_.figure + " shows all archetypes: leave --archetype out");
    if (figure.needs_system && system_->count() == 0)
        throw UsageError("the view " + options_.figure + " needs --system NAME");
    if (!figure.needs_system && system_->count() > 0) throw UsageError("--system is for the view lines");
    if (figure.needs_ticks && ticks == 0)
        throw UsageError("the view " + options_.figure + " shows what happens while systems run: it needs --ticks N");
    options_.out = out;
    options_.archetype = archetype;
    options_.chunk = chunk;
    options_.ticks = ticks;
    return options_;
}

}  // namespace editor
