// The subcommands that draw: a chunk, the window.
#include "editor/cli/subcommand.hpp"
#include "editor/jobs/figure_file.hpp"

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
                     ->check(whole_number(max_entities))
                     ->type_name("I");
        app.add_flag("--rules", options_.rules,
                     "Shows instead how many rows of these components fit into 16 KiB, under our rules and others");
        app.add_flag("--json", options_.json, "Prints JSON");
        out_ = app.add_option("--out", file_, "Draws a figure for slides instead; .csv has its numbers")
                   ->type_name("FILE.svg|.png|.csv");
        figure_.add_to(app, "Which figure (default chunk): ");
        look_.add_to_figure(app);
    }
    void execute(std::ostream& out, std::ostream& err, CommandLine&) override {
        options_.source = source_.take(game(), true);
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
        look_.add_language(app);
        out_ = app.add_option("--out", shot_.out, "The picture; of a view also .svg or .csv")->type_name("FILE.png");
        app.add_option("--size", size_, "In pixels (default 1280x800)")->check(picture_size())->type_name("WxH");
        add_ticks(app, shot_.ticks, "How many ticks to run before");
        app.add_option("--break", shot_.break_at,
                       "A breakpoint that ends these ticks, such as 'Health.hp < 10'; the manual lists all kinds")
            ->type_name("TEXT");
        app.add_option("--step-systems", shot_.step_systems, "How many systems to run then, one by one")
            ->check(whole_number(10'000))
            ->type_name("N");
        app.add_option("--workspace", shot_.workspace, "Inspect, Memory, Author, Learn or Debug (default Inspect)")
            ->type_name("NAME");
        app.add_option("--panel", shot_.panels,
                       "A panel to bring to the front, or a part of it; may be given several times")
            ->type_name("NAME[:PART]")
            ->expected(1)
            ->take_all();
        app.add_flag("--sheets", shot_.sheets,
                     "Each workspace and panel, or those that are named, in 3 themes, scales and window sizes: a "
                     "contact sheet each, into the folder --out");
        app.add_flag("--alone", shot_.alone, "The last of these panels fills the picture, without anything around it");
        figure_.add_to(app, "A figure for slides instead of the window, as `layout` draws it: ");
        app.add_option("--archetype", archetype_, "Of a view: the components of its archetype")->type_name("A,B,C");
        chunk_option_ = app.add_option("--chunk", chunk_, "Of a view: which chunk, from 0 (default 0)")
                            ->check(whole_number(max_entities))
                            ->type_name("I");
    }
    void execute(std::ostream&, std::ostream& err, CommandLine& next) override {
        shot_.source = source_.take(game(), true);
        need_file(out_, shot_.out);
        if (figure_.given()) return draw(err);
        if (figure_.any() || !archetype_.empty() || chunk_option_->count() > 0)
            throw UsageError("--archetype, --chunk and --system say what a view is of: they need --view NAME");
        if (shot_.alone && shot_.panels.empty())
            throw UsageError("--alone says how a panel is drawn: it needs --panel NAME");
        if (!size_.empty()) parse_size(size_, shot_.width, shot_.height);
        shot_.look = look_.take();
        if (shot_.sheets && (!size_.empty() || shot_.look.scale || shot_.look.theme))
            throw UsageError("--sheets has all sizes, scales and themes: it needs no --size, --scale or --theme");
        next.shot = shot_;
        next.next = CommandLine::Next::Shot;
    }

private:
    void draw(std::ostream& err) {
        if (!size_.empty() || !shot_.panels.empty() || !shot_.workspace.empty() || shot_.sheets || shot_.alone)
            throw UsageError(
                "--size, --workspace, --panel, --alone and --sheets are for pictures of the window; --scale makes a "
                "view larger");
        if (!shot_.break_at.empty() || shot_.step_systems > 0)
            throw UsageError("--break and --step-systems are for pictures of the window");
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

}  // namespace

std::unique_ptr<Subcommand> make_layout_subcommand() { return std::make_unique<LayoutSubcommand>(); }
std::unique_ptr<Subcommand> make_shot_subcommand() { return std::make_unique<ShotSubcommand>(); }

}  // namespace editor
