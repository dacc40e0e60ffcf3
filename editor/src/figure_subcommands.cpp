// The commands that draw: a chunk, the window, the Storage Lab.
#include "editor/figure_file.hpp"
#include "subcommand.hpp"

namespace editor {

namespace {

class LayoutSubcommand : public Subcommand {
public:
    LayoutSubcommand() : Subcommand("layout", "Shows what each byte of a chunk is") {}

    void add_to(CLI::App& app) override {
        source_.add_to(app);
        add_ticks(app, options_.ticks, "How many ticks to run before");
        archetype_ =
            app.add_option("--archetype", options_.archetype, "Its components, in any order")->type_name("A,B,C");
        chunk_ = app.add_option("--chunk", options_.chunk, "Which of its chunks, from 0 (default 0)")
                     ->check(whole_number(most_entities))
                     ->type_name("I");
        app.add_flag("--rules", options_.rules,
                     "Shows instead how many rows of these components fit into 16 KiB, under our rules and others");
        app.add_flag("--json", options_.json, "Prints JSON");
        out_ = app.add_option("--out", file_, "Draws a figure for slides instead; .csv has its numbers")
                   ->type_name("FILE.svg|.png|.csv");
        figure_.add_to(app, "Which figure (default chunk): ");
        look_.add_to_figure(app);
    }
    void carry_out(std::ostream& out, std::ostream& err, CommandLine&) override {
        options_.source = source_.take(true);
        const bool draws = out_->count() > 0 || figure_.any();
        if (options_.rules && (draws || chunk_->count() > 0))
            throw UsageError("--rules is about no chunk in particular, and is printed");
        if (draws) return draw(err);
        if (look_.any()) throw UsageError("--theme and --scale are for figures: they need --out");
        need(archetype_);
        return options_.rules ? show_layout_rules(options_, out, err) : show_layout(options_, out, err);
    }

private:
    void draw(std::ostream& err) {
        need_file(out_, file_);
        if (options_.json) throw UsageError("--json is printed, and --out was given; .csv is for programs, too");
        FigureOptions figure = figure_.take(file_, options_.archetype, options_.chunk, options_.ticks);
        figure.source = options_.source;
        figure.look = look_.take();
        draw_figure(figure, err);
    }

    SourceArguments source_;
    FigureArguments figure_;
    LookArguments look_;
    LayoutOptions options_;
    std::filesystem::path file_;
    CLI::Option *archetype_ = nullptr, *chunk_ = nullptr, *out_ = nullptr;
};

class ShotSubcommand : public Subcommand {
public:
    ShotSubcommand() : Subcommand("shot", "Draws the window into a picture") {}

    void add_to(CLI::App& app) override {
        source_.add_to(app);
        look_.add_to(app);
        out_ = app.add_option("--out", shot_.out, "The picture; of a view also .svg or .csv")->type_name("FILE.png");
        app.add_option("--size", size_, "In pixels (default 1280x800)")->check(picture_size())->type_name("WxH");
        add_ticks(app, shot_.ticks, "How many ticks to run before");
        app.add_option("--panel", shot_.panels, "A panel to bring to the front; may be given several times")
            ->type_name("NAME")
            ->expected(1)
            ->take_all();
        figure_.add_to(app, "A figure for slides instead of the window, as `layout` draws it: ");
        app.add_option("--archetype", archetype_, "Of a view: the components of its archetype")->type_name("A,B,C");
        chunk_option_ = app.add_option("--chunk", chunk_, "Of a view: which chunk, from 0 (default 0)")
                            ->check(whole_number(most_entities))
                            ->type_name("I");
    }
    void carry_out(std::ostream&, std::ostream& err, CommandLine& next) override {
        shot_.source = source_.take(true);
        need_file(out_, shot_.out);
        if (figure_.given()) return draw(err);
        if (figure_.any() || !archetype_.empty() || chunk_option_->count() > 0)
            throw UsageError("--archetype, --chunk and --system say what a view is of: they need --view NAME");
        if (!size_.empty()) parse_size(size_, shot_.width, shot_.height);
        shot_.look = look_.take();
        next.shot = shot_;
        next.next = CommandLine::Next::Shot;
    }

private:
    void draw(std::ostream& err) {
        if (!size_.empty() || !shot_.panels.empty())
            throw UsageError("--size and --panel are for pictures of the window; --scale makes a view larger");
        FigureOptions figure = figure_.take(shot_.out, archetype_, chunk_, shot_.ticks);
        figure.source = shot_.source;
        figure.look = look_.take();
        draw_figure(figure, err);
    }

    SourceArguments source_;
    FigureArguments figure_;
    LookArguments look_;
    ShotOptions shot_;
    std::string size_, archetype_;
    std::size_t chunk_ = 0;
    CLI::Option *out_ = nullptr, *chunk_option_ = nullptr;
};

class LabSubcommand : public Subcommand {
public:
    LabSubcommand() : Subcommand("lab", "Runs one scenario on six ways of storing components") {}

    void add_to(CLI::App& app) override {
        storage_ = app.add_option("--storage", storage_name_, "Which: 000, 001, 002, 003, 004 or chunks")
                       ->check(one_of({"000", "001", "002", "003", "004", "chunks"}))
                       ->type_name("S");
        scenario_ = app.add_option("--scenario", options_.scenario,
                                   "A scenario that comes with the program, or a file; without one they are listed")
                        ->type_name("FILE|NAME");
        compare_ =
            app.add_option("--compare", options_.scenario, "The same on all six, side by side")->type_name("FILE|NAME");
        app.add_option("--mode", mode_name_, "faithful to the article, or repaired (default)")
            ->check(one_of({"faithful", "repaired"}))
            ->type_name("M");
        step_ = app.add_option("--step", step_value_, "How many of its steps to run (default: all)")
                    ->check(whole_number(most_entities))
                    ->type_name("N");
        view_ = app.add_option("--view", options_.view, "Of a figure: map, compare or lines")
                    ->check(one_of({"map", "compare", "lines"}))
                    ->type_name("NAME");
        out_ = app.add_option("--out", options_.out, "Draws a figure for slides instead; .csv has its numbers")
                   ->type_name("FILE.svg|.png|.csv");
        app.add_flag("--json", options_.json, "Prints JSON");
        look_.add_to_figure(app);
    }
    void carry_out(std::ostream& out, std::ostream&, CommandLine&) override {
        const bool compares = compare_->count() > 0;
        if (!compares && scenario_->count() == 0 && storage_->count() == 0) return list_lab_scenarios(out);
        if (compares && storage_->count() + scenario_->count() > 0)
            throw UsageError("--compare runs its scenario on all storages: leave --storage and --scenario out");
        const bool draws = out_->count() > 0;
        if (draws && options_.view.empty()) options_.view = compares ? "compare" : "map";
        if (!draws && (view_->count() > 0 || look_.any()))
            throw UsageError("--view, --theme and --scale are for figures: they need --out");
        const bool tells_about = !compares && !draws && scenario_->count() == 0;
        if (tells_about && step_->count() > 0) need(scenario_);
        if (!compares && !tells_about) {
            need(scenario_);
            if (options_.view != "compare") need(storage_);
        } else if (draws && options_.view != "compare") {
            throw UsageError("the view " + options_.view + " shows one storage: it needs --storage and --scenario");
        }
        if (draws) check_out();
        if (storage_->count() > 0) options_.storage = ecs::lab::storage_kind_from(storage_name_);
        if (mode_name_ == "faithful") options_.mode = ecs::lab::Mode::Faithful;
        if (step_->count() > 0) options_.step = step_value_;
        options_.look = look_.take();
        run_lab(options_, out);
    }

private:
    void check_out() const {
        need_file(out_, options_.out);
        if (!figure_format_of(options_.out))
            throw UsageError("--out ends in .svg, .png or .csv, found " + in_plain_quotes(options_.out.string()));
        if (options_.json) throw UsageError("--json is printed, and --out was given; .csv is for programs, too");
    }

    LookArguments look_;
    LabOptions options_;
    std::string storage_name_, mode_name_ = "repaired";
    std::size_t step_value_ = 0;
    CLI::Option *storage_ = nullptr, *scenario_ = nullptr, *compare_ = nullptr, *step_ = nullptr, *view_ = nullptr,
                *out_ = nullptr;
};

}  // namespace

std::unique_ptr<Subcommand> make_layout_subcommand() { return std::make_unique<LayoutSubcommand>(); }
std::unique_ptr<Subcommand> make_shot_subcommand() { return std::make_unique<ShotSubcommand>(); }
std::unique_ptr<Subcommand> make_lab_subcommand() { return std::make_unique<LabSubcommand>(); }

}  // namespace editor
