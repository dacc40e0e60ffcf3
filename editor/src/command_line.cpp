#include "editor/command_line.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <ostream>
#include <stdexcept>
#include <system_error>

#include <CLI/CLI.hpp>

#include "commands.hpp"
#include "editor/figure_file.hpp"
#include "lab_bench_arguments.hpp"

namespace editor {

namespace {

constexpr std::uint64_t most_entities = 1'000'000, most_ticks = 1'000'000'000'000, most_threads = 256;
constexpr const char* world_name = "WORLD.json";
constexpr int smallest_side = 64, largest_side = 8192;  // pixels of a screenshot

class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

template <class T>
bool parse_whole(std::string_view text, T& number) {
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
    return result.ec == std::errc() && result.ptr == text.data() + text.size();
}

std::string in_quotes(const std::string& text) { return "\"" + text + "\""; }

/// The checks come before CLI11 converts, so that every wrong value gets a sentence of its own.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
    return CLI::Validator(
        [least, most](std::string& text) -> std::string {
            std::uint64_t number = 0;
            if (parse_whole(text, number) && number >= least && number <= most) return {};
            return "must be a whole number from " + std::to_string(least) + " to " + std::to_string(most) + ", found " +
                   in_quotes(text);
        },
        "");
}
CLI::Validator whole_number(std::uint64_t most) { return whole_number(0, most); }

CLI::Validator scale_number() {
    return CLI::Validator(
        [](std::string& text) -> std::string {
            char* end = nullptr;
            const double number = std::strtod(text.c_str(), &end);
            if (!text.empty() && *end == '\0' && number >= 0.5 && number <= 4) return {};
            return "must be a number from 0.5 to 4, found " + in_quotes(text);
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
            return "must be " + list + ", found " + in_quotes(text);
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
                   " to " + std::to_string(largest_side) + ", found " + in_quotes(text);
        },
        "");
}

/// `WORLD.json|--scene NAME [--count N] [--seed S]`, as most subcommands have it.
class SourceArguments {
public:
    void add_to(CLI::App& app) {
        app_ = &app;
        file_ = app.add_option(world_name, source_.file, "A world file")->type_name("");
        scene_ = app.add_option("--scene", source_.scene, "A demo scene instead; `chunkscope scenes` lists them")
                     ->type_name("NAME");
        count_ = app.add_option("--count", count_value_, "How many enemies or shapes the scene has")
                     ->check(whole_number(most_entities))
                     ->type_name("N");
        seed_ = app.add_option("--seed", seed_value_, "Seed of the scene (default 1)")
                    ->check(whole_number(~std::uint64_t{0}))
                    ->type_name("S");
    }
    bool given() const { return file_->count() + scene_->count() > 0; }
    bool any() const { return given() || count_->count() + seed_->count() > 0; }

    /// Fits the parts together. Throws UsageError.
    WorldSource take(bool required) {
        if (file_->count() > 0 && source_.file.empty()) throw UsageError("the name of the world file is empty");
        if (file_->count() > 0 && scene_->count() > 0) throw UsageError("give a world file or --scene, not both");
        if (required && !given()) throw UsageError("needs a world file or --scene NAME");
        for (CLI::Option* option : {count_, seed_})
            if (file_->count() > 0 && option->count() > 0)
                throw UsageError(option->get_name() + " is for scenes, and a world file was given");
        if (count_->count() > 0) source_.count = count_value_;
        if (seed_->count() > 0) source_.seed = seed_value_;
        return source_;
    }

private:
    CLI::App* app_ = nullptr;
    CLI::Option *file_ = nullptr, *scene_ = nullptr, *count_ = nullptr, *seed_ = nullptr;
    WorldSource source_;
    std::size_t count_value_ = 0;
    std::uint64_t seed_value_ = 0;
};

class LookArguments {
public:
    void add_to(CLI::App& app, const char* theme = "dark, light or contrast",
                const char* scale = "Size of text and controls, 0.5 to 4") {
        scale_ = app.add_option("--scale", scale_value_, scale)->check(scale_number())->type_name("S");
        theme_ = app.add_option("--theme", theme_value_, theme)
                     ->check(one_of({"dark", "light", "contrast"}))
                     ->type_name("NAME");
    }
    bool any() const { return scale_->count() + theme_->count() > 0; }
    LookOptions take() const {
        LookOptions look;
        if (scale_->count() > 0) look.scale = scale_value_;
        if (theme_->count() > 0) look.theme = theme_value_;
        return look;
    }

private:
    CLI::Option *scale_ = nullptr, *theme_ = nullptr;
    float scale_value_ = 1;
    std::string theme_value_;
};

std::vector<std::string> view_names() {
    std::vector<std::string> names;
    for (const figures::View view : figures::all_views) names.emplace_back(figures::name_of(view));
    return names;
}

/// `--view NAME`, and what a view is of.
class FigureArguments {
public:
    void add_to(CLI::App& app, const char* view_description) {
        std::string names;
        for (const std::string& name : view_names()) names += (names.empty() ? "" : ", ") + name;
        view_ = app.add_option("--view", options_.view, view_description + names)
                    ->check(one_of(view_names()))
                    ->type_name("NAME");
        system_ =
            app.add_option("--system", options_.system, "Of the view lines: whose cache lines")->type_name("NAME");
    }
    bool given() const { return view_->count() > 0; }
    bool any() const { return given() || system_->count() > 0; }

    /// Fits the parts together. Throws UsageError.
    FigureOptions take(const std::filesystem::path& out, const std::string& archetype, std::size_t chunk,
                       std::uint64_t ticks) {
        if (!given()) options_.view = "chunk";
        const figures::View view = figures::view_named(options_.view).value();
        if (!figure_format_of(out))
            throw UsageError("--out of a view ends in .svg, .png or .csv, found " + in_quotes(out.string()));
        if (figures::needs_archetype(view) && archetype.empty())
            throw UsageError("the view " + options_.view + " needs --archetype A,B,C");
        using figures::View;
        if (view == View::Layout && archetype.empty())
            throw UsageError("the view layout needs --archetype A,B,C: any components, in the order of their columns");
        const bool of_all = view == View::Archetypes || view == View::Treemap || view == View::Traffic ||
                            view == View::Move || view == View::Doctor;
        if (of_all && !archetype.empty())
            throw UsageError("the view " + options_.view + " shows all archetypes: leave --archetype out");
        if (view == View::Lines && system_->count() == 0) throw UsageError("the view lines needs --system NAME");
        if (view != View::Lines && system_->count() > 0) throw UsageError("--system is for the view lines");
        if ((view == View::Traffic || view == View::Move) && ticks == 0)
            throw UsageError("the view " + options_.view + " shows what happens while systems run: it needs --ticks N");
        options_.out = out;
        options_.archetype = archetype;
        options_.chunk = chunk;
        options_.ticks = ticks;
        return options_;
    }

private:
    CLI::Option *view_ = nullptr, *system_ = nullptr;
    FigureOptions options_;
};

CLI::Option* add_ticks(CLI::App& app, std::uint64_t& ticks, const char* description) {
    return app.add_option("--ticks", ticks, description)->check(whole_number(most_ticks))->type_name("N");
}

void need(const CLI::Option* option) {
    if (option->count() > 0) return;
    throw UsageError("needs " + option->get_name() + (option->nonpositional() ? " " + option->get_type_name() : ""));
}

void need_file(const CLI::Option* option, const std::filesystem::path& file) {
    need(option);
    if (file.empty()) throw UsageError("the file name of " + option->get_name() + " is empty");
}

/// One run of the command line: the parser, and what it has read.
class Parser {
public:
    Parser(std::ostream& out, std::ostream& err) : out_(out), err_(err) {
        app_.set_version_flag("--version", "chunkscope " CHUNKSCOPE_VERSION)
            ->description("Prints the version and ends");
        app_.set_help_flag("-h,--help", "Shows this and ends");
        app_.require_subcommand(0, 1);
        app_.allow_extras();
        app_.get_formatter()->column_width(30);
        app_.get_formatter()->label("SUBCOMMAND", "COMMAND");
        app_.get_formatter()->label("Subcommands", "Commands");
        app_.footer(
            "`chunkscope COMMAND --help` says more about a command.\n"
            "Exit codes: 0 fine, 1 the input is wrong, 2 the usage is wrong.");
        add_open();
        add_scenes();
        add_run();
        add_stats();
        add_layout();
        add_doctor();
        add_lab();
        add_check();
        add_edit();
        add_shot();
    }

    CommandLine run(std::vector<std::string> arguments) {
        std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
        try {
            app_.parse(arguments);
        } catch (const CLI::CallForVersion& request) {
            out_ << request.what() << "\n";
            return finish();
        } catch (const CLI::Success&) {
            out_ << app_.help();
            return finish();
        } catch (const CLI::ParseError& error) {
            if (!app_.get_subcommands().empty()) chosen_ = app_.get_subcommands().front();
            return wrong(2, error.what());
        }
        try {
            refuse_extras();
            carry_out_();
            return finish();
        } catch (const UsageError& error) {
            return wrong(2, error.what());
        } catch (const std::bad_alloc&) {
            return wrong(1, "there is not enough memory for this world");
        } catch (const std::exception& error) {
            return wrong(1, error.what());
        }
    }

private:
    CLI::App& command(const char* name, const char* description, std::function<void()> carry_out) {
        CLI::App* sub = app_.add_subcommand(name, description);
        sub->set_help_flag("-h,--help", "Shows this and ends");
        sub->footer("");
        sub->allow_extras();
        sub->callback([this, sub, carry_out] {
            chosen_ = sub;
            carry_out_ = [this, carry_out] {
                if (open_source_.any() || open_look_.any() || result_.open.paused)
                    throw UsageError("options for a command stand after its name");
                carry_out();
            };
        });
        commands_.emplace_back(name);
        return *sub;
    }

    void add_open() {
        open_source_.add_to(app_);
        open_look_.add_to(app_);
        app_.add_flag("--paused", result_.open.paused, "Starts paused, at tick 0");
        carry_out_ = [this] {
            result_.open.source = open_source_.take(false);
            refuse_mistyped_command(result_.open.source.file);
            result_.open.source_given = open_source_.given();
            result_.open.look = open_look_.take();
            result_.next = CommandLine::Next::Open;
        };
    }

    void add_scenes() {
        command("scenes", "Lists the demo scenes", [this] { list_scenes(out_); });
    }

    void add_run() {
        auto& sub = command("run", "Runs a world without a window", [this] {
            run_.source = run_source_.take(true);
            need(run_ticks_);
            editor::run(run_, out_, err_);
        });
        run_source_.add_to(sub);
        run_ticks_ = add_ticks(sub, run_.ticks, "How many ticks to run (60 are a second)");
        sub.add_option("--off", run_.off, "Switches a system off; may be given several times")
            ->type_name("SYSTEM")
            ->expected(1)
            ->take_all();
        sub.add_option("--threads", run_.threads,
                       "How many threads to run on (default: one a core); the result is the same")
            ->check(whole_number(1, most_threads))
            ->type_name("N");
        sub.add_option("--save", run_.save, "Saves the world afterwards")->type_name("OUT.json");
        sub.add_flag("--hash", run_.hash, "Prints one line, `tick N hash H`: equal worlds have equal hashes");
    }

    void add_stats() {
        auto& sub = command("stats", "Shows archetypes, chunks and bytes", [this] {
            stats_.source = stats_source_.take(true);
            show_stats(stats_, out_, err_);
        });
        stats_source_.add_to(sub);
        add_ticks(sub, stats_.ticks, "How many ticks to run before");
        sub.add_flag("--json", stats_.json, "Prints JSON");
    }

    void add_layout() {
        auto& sub = command("layout", "Shows what each byte of a chunk is", [this] {
            layout_.source = layout_source_.take(true);
            const bool draws = layout_out_->count() > 0 || layout_figure_.any();
            if (layout_.rules && (draws || layout_chunk_->count() > 0))
                throw UsageError("--rules is about no chunk in particular, and is printed");
            if (!draws) {
                if (layout_look_.any()) throw UsageError("--theme and --scale are for figures: they need --out");
                need(layout_archetype_);
                return layout_.rules ? show_layout_rules(layout_, out_, err_) : show_layout(layout_, out_, err_);
            }
            need_file(layout_out_, layout_file_);
            if (layout_.json) throw UsageError("--json is printed, and --out was given; .csv is for programs, too");
            FigureOptions figure = layout_figure_.take(layout_file_, layout_.archetype, layout_.chunk, layout_.ticks);
            figure.source = layout_.source;
            figure.look = layout_look_.take();
            draw_figure(figure, err_);
        });
        layout_source_.add_to(sub);
        add_ticks(sub, layout_.ticks, "How many ticks to run before");
        layout_archetype_ =
            sub.add_option("--archetype", layout_.archetype, "Its components, in any order")->type_name("A,B,C");
        layout_chunk_ = sub.add_option("--chunk", layout_.chunk, "Which of its chunks, from 0 (default 0)")
                            ->check(whole_number(most_entities))
                            ->type_name("I");
        sub.add_flag("--rules", layout_.rules,
                     "Shows instead how many rows of these components fit into 16 KiB, under our rules and others");
        sub.add_flag("--json", layout_.json, "Prints JSON");
        layout_out_ = sub.add_option("--out", layout_file_, "Draws a figure for slides instead; .csv has its numbers")
                          ->type_name("FILE.svg|.png|.csv");
        layout_figure_.add_to(sub, "Which figure (default chunk): ");
        layout_look_.add_to(sub, "Of a figure: dark, light or contrast (default light)",
                            "Of a figure: pixels a unit of a PNG, 0.5 to 4 (default 2, which is 2560x1440)");
    }

    void add_doctor() {
        auto& sub = command("doctor", "Says what fragments the memory, and mends it", [this] {
            doctor_.source = doctor_source_.take(true);
            if (doctor_.fix) need_file(doctor_save_, doctor_.save);
            if (!doctor_.fix && doctor_save_->count() > 0) throw UsageError("--save goes with --fix");
            run_doctor(doctor_, out_, err_);
        });
        doctor_source_.add_to(sub);
        add_ticks(sub, doctor_.ticks, "How many ticks to run before");
        sub.add_flag("--json", doctor_.json, "Prints JSON");
        sub.add_flag("--fix", doctor_.fix, "Applies the remedies, and prints what is left then");
        doctor_save_ = sub.add_option("--save", doctor_.save, "Where the mended world goes")->type_name("OUT.json");
    }

    void add_lab() {
        auto& sub = command("lab", "Runs one scenario on six ways of storing components", [this] { carry_out_lab(); });
        lab_storage_option_ = sub.add_option("--storage", lab_storage_, "Which: 000, 001, 002, 003, 004 or chunks")
                                  ->check(one_of({"000", "001", "002", "003", "004", "chunks"}))
                                  ->type_name("S");
        lab_scenario_ = sub.add_option("--scenario", lab_.scenario,
                                       "A scenario that comes with the program, or a file; without one they are listed")
                            ->type_name("FILE|NAME");
        lab_compare_ =
            sub.add_option("--compare", lab_.scenario, "The same on all six, side by side")->type_name("FILE|NAME");
        lab_mode_option_ = sub.add_option("--mode", lab_mode_, "faithful to the article, or repaired (default)")
                               ->check(one_of({"faithful", "repaired"}))
                               ->type_name("M");
        lab_step_ = sub.add_option("--step", lab_step_value_, "How many of its steps to run (default: all)")
                        ->check(whole_number(most_entities))
                        ->type_name("N");
        lab_view_ = sub.add_option("--view", lab_.view, "Of a figure: map, compare or lines")
                        ->check(one_of({"map", "compare", "lines"}))
                        ->type_name("NAME");
        lab_out_ = sub.add_option("--out", lab_.out, "Draws a figure for slides instead; .csv has its numbers")
                       ->type_name("FILE.svg|.png|.csv");
        lab_bench_.add_to(sub);
        sub.add_flag("--json", lab_.json, "Prints JSON");
        lab_look_.add_to(sub, "Of a figure: dark, light or contrast (default light)",
                         "Of a figure: pixels a unit of a PNG, 0.5 to 4 (default 2, which is 2560x1440)");
    }

    void carry_out_lab_bench() {
        const std::size_t others = lab_storage_option_->count() + lab_scenario_->count() + lab_compare_->count() +
                                   lab_step_->count() + lab_view_->count() + lab_mode_option_->count();
        if (others > 0)
            throw UsageError(
                "--bench measures all storages, repaired: leave --storage, --scenario, --compare, --mode, "
                "--step and --view out");
        const bool draws = lab_out_->count() > 0;
        if (!draws && lab_look_.any()) throw UsageError("--theme and --scale are for figures: they need --out");
        if (!lab_bench_.named()) {
            if (draws || lab_.json) throw UsageError("--bench needs a name; without one the benches are listed");
            return list_lab_benches(out_);
        }
        if (draws) check_lab_out();
        if (const std::string problem = lab_bench_.problem(); !problem.empty()) throw UsageError(problem);
        LabBenchOptions options = lab_bench_.take();
        options.json = lab_.json;
        options.out = lab_.out;
        options.look = lab_look_.take();
        run_lab_bench(options, out_, err_);
    }

    void check_lab_out() {
        need_file(lab_out_, lab_.out);
        if (!figure_format_of(lab_.out))
            throw UsageError("--out ends in .svg, .png or .csv, found " + in_quotes(lab_.out.string()));
        if (lab_.json) throw UsageError("--json is printed, and --out was given; .csv is for programs, too");
    }

    void carry_out_lab() {
        if (lab_bench_.given()) return carry_out_lab_bench();
        if (lab_bench_.any()) throw UsageError("--entities and --repetitions are for --bench");
        const bool compares = lab_compare_->count() > 0;
        if (!compares && lab_scenario_->count() == 0 && lab_storage_option_->count() == 0)
            return list_lab_scenarios(out_);
        if (compares && lab_storage_option_->count() + lab_scenario_->count() > 0)
            throw UsageError("--compare runs its scenario on all storages: leave --storage and --scenario out");
        const bool draws = lab_out_->count() > 0;
        if (draws && lab_.view.empty()) lab_.view = compares ? "compare" : "map";
        if (!draws && lab_view_->count() + (lab_look_.any() ? 1u : 0u) > 0)
            throw UsageError("--view, --theme and --scale are for figures: they need --out");
        const bool tells_about = !compares && !draws && lab_scenario_->count() == 0;
        if (tells_about && lab_step_->count() > 0) need(lab_scenario_);
        if (!compares && !tells_about) {
            need(lab_scenario_);
            if (lab_.view != "compare") need(lab_storage_option_);
        } else if (draws && lab_.view != "compare") {
            throw UsageError("the view " + lab_.view + " shows one storage: it needs --storage and --scenario");
        }
        if (draws) check_lab_out();
        if (lab_storage_option_->count() > 0) lab_.storage = ecs::lab::storage_kind_from(lab_storage_);
        if (lab_mode_ == "faithful") lab_.mode = ecs::lab::Mode::Faithful;
        if (lab_step_->count() > 0) lab_.step = lab_step_value_;
        lab_.look = lab_look_.take();
        run_lab(lab_, out_);
    }

    void add_check() {
        auto& sub = command("check", "Loads a world file and says whether it is sound", [this] {
            need_file(check_file_, check_.file);
            check(check_, out_);
        });
        check_file_ = sub.add_option(world_name, check_.file, "The world file")->type_name("");
    }

    void add_edit() {
        auto& sub = command("edit", "Applies an edit script to a world file", [this] {
            need_file(edit_file_, edit_.file);
            need_file(edit_script_, edit_.script);
            need_file(edit_save_, edit_.save);
            edit(edit_, out_, err_);
        });
        edit_file_ = sub.add_option(world_name, edit_.file, "The world file")->type_name("");
        edit_script_ = sub.add_option("--script", edit_.script, "The edits")->type_name("EDITS.json");
        edit_save_ = sub.add_option("--save", edit_.save, "Where the result goes")->type_name("OUT.json");
        sub.add_flag("--undo", edit_.undo, "Takes the edits back again before saving");
    }

    void add_shot() {
        auto& sub = command("shot", "Draws the window into a picture", [this] {
            result_.shot.source = shot_source_.take(true);
            need_file(shot_out_, result_.shot.out);
            if (shot_figure_.given()) return draw_shot_figure();
            if (shot_figure_.any() || !shot_archetype_.empty() || shot_chunk_option_->count() > 0)
                throw UsageError("--archetype, --chunk and --system say what a view is of: they need --view NAME");
            if (!shot_size_.empty()) parse_size(shot_size_, result_.shot.width, result_.shot.height);
            result_.shot.look = shot_look_.take();
            result_.next = CommandLine::Next::Shot;
        });
        shot_source_.add_to(sub);
        shot_look_.add_to(sub);
        shot_out_ = sub.add_option("--out", result_.shot.out, "The picture; of a view also .svg or .csv")
                        ->type_name("FILE.png");
        sub.add_option("--size", shot_size_, "In pixels (default 1280x800)")->check(picture_size())->type_name("WxH");
        add_ticks(sub, result_.shot.ticks, "How many ticks to run before");
        sub.add_option("--panel", result_.shot.panels, "A panel to bring to the front; may be given several times")
            ->type_name("NAME")
            ->expected(1)
            ->take_all();
        shot_figure_.add_to(sub, "A figure for slides instead of the window, as `layout` draws it: ");
        sub.add_option("--archetype", shot_archetype_, "Of a view: the components of its archetype")
            ->type_name("A,B,C");
        shot_chunk_option_ = sub.add_option("--chunk", shot_chunk_, "Of a view: which chunk, from 0 (default 0)")
                                 ->check(whole_number(most_entities))
                                 ->type_name("I");
    }

    void draw_shot_figure() {
        if (!shot_size_.empty() || !result_.shot.panels.empty())
            throw UsageError("--size and --panel are for pictures of the window; --scale makes a view larger");
        FigureOptions figure = shot_figure_.take(result_.shot.out, shot_archetype_, shot_chunk_, result_.shot.ticks);
        figure.source = result_.shot.source;
        figure.look = shot_look_.take();
        draw_figure(figure, err_);
    }

    /// `chunkscope stat` is hardly the world file of that name.
    void refuse_mistyped_command(const std::filesystem::path& file) {
        std::error_code error;
        if (file.empty() || std::filesystem::exists(file, error)) return;
        const std::string hint = did_you_mean(file.string(), commands_);
        if (!hint.empty()) throw UsageError("there is no command or file " + in_quotes(file.string()) + hint);
    }

    void refuse_extras() {
        const std::vector<std::string> extras = app_.remaining(true);
        if (extras.empty()) return;
        const std::string& extra = extras.front();
        if (extra.size() < 2 || extra[0] != '-')
            throw UsageError("there is one argument too many: " + in_quotes(extra));
        std::vector<std::string> known;
        for (const CLI::Option* option : (chosen_ ? chosen_ : &app_)->get_options())
            if (option->nonpositional()) known.push_back(option->get_name());
        throw UsageError("there is no option " + in_quotes(extra) + did_you_mean(extra, known));
    }

    CommandLine finish() {
        out_.flush();
        if (!out_) return wrong(1, "the results could not be written");
        return result_;
    }

    CommandLine wrong(int exit_code, std::string what) {
        std::replace(what.begin(), what.end(), '\n', ' ');
        err_ << "chunkscope" << (chosen_ ? " " + chosen_->get_name() : "") << ": " << what << "\n";
        CommandLine result;
        result.exit_code = exit_code;
        return result;
    }

    std::ostream &out_, &err_;
    CLI::App app_{
        "Debugger, editor and microscope for worlds made of entities and components.\n"
        "Without a command it opens the window, on a world file, a scene, or the chase scene.",
        "chunkscope"};
    std::vector<std::string> commands_;
    CLI::App* chosen_ = nullptr;
    std::function<void()> carry_out_;
    CommandLine result_;

    SourceArguments open_source_, run_source_, stats_source_, layout_source_, doctor_source_, shot_source_;
    LookArguments open_look_, shot_look_, layout_look_, lab_look_;
    FigureArguments layout_figure_, shot_figure_;
    RunOptions run_;
    StatsOptions stats_;
    LayoutOptions layout_;
    DoctorOptions doctor_;
    LabOptions lab_;
    std::string lab_storage_, lab_mode_ = "repaired";
    std::size_t lab_step_value_ = 0;
    CLI::Option *lab_storage_option_ = nullptr, *lab_scenario_ = nullptr, *lab_compare_ = nullptr, *lab_step_ = nullptr,
                *lab_view_ = nullptr, *lab_out_ = nullptr, *lab_mode_option_ = nullptr;
    LabBenchArguments lab_bench_;
    CheckOptions check_;
    EditOptions edit_;
    std::filesystem::path layout_file_;
    std::string shot_size_, shot_archetype_;
    std::size_t shot_chunk_ = 0;
    CLI::Option *run_ticks_ = nullptr, *layout_archetype_ = nullptr, *layout_chunk_ = nullptr, *check_file_ = nullptr,
                *edit_file_ = nullptr, *edit_script_ = nullptr, *edit_save_ = nullptr, *doctor_save_ = nullptr,
                *shot_out_ = nullptr, *layout_out_ = nullptr, *shot_chunk_option_ = nullptr;
};

}  // namespace

CommandLine run_command_line(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
    return Parser(out, err).run(arguments);
}

}  // namespace editor
