// The subcommand of the Storage Lab: prints results, draws figures, writes tables and lessons on paper.
#include "editor/cli/lab_bench_arguments.hpp"
#include "editor/cli/subcommand.hpp"
#include "editor/jobs/figure_file.hpp"
#include "editor/lab/lab_export.hpp"

namespace editor {

namespace {

std::vector<std::string> storage_names() {
    std::vector<std::string> names;
    for (const ecs::lab::StorageKind kind : ecs::lab::storage_kinds) names.emplace_back(ecs::lab::name_of(kind));
    return names;
}

/// `000 (Hash index), 001 (Options), …`
std::string storage_words() {
    std::string text;
    for (const ecs::lab::StorageKind kind : ecs::lab::storage_kinds)
        text.append(text.empty() ? "" : ", ").append(name_of(kind)).append(" (").append(title_of(kind)).append(")");
    return text;
}

class LabSubcommand : public Subcommand {
public:
    LabSubcommand() : Subcommand("lab", "Runs one scenario on six ways of storing components") {}

    bool opens_worlds() const override { return false; }
    void add_to(CLI::App& app) override {
        storage_ = app.add_option("--storage", storage_name_, "Which: " + storage_words())
                       ->check(one_of(storage_names()))
                       ->type_name("S");
        scenario_ = app.add_option("--scenario", options_.scenario,
                                   "A scenario that comes with the program, or a file; without one they are listed")
                        ->type_name("FILE|NAME");
        compare_ =
            app.add_option("--compare", options_.scenario, "The same on all six, side by side")->type_name("FILE|NAME");
        mode_ = app.add_option("--mode", mode_name_, "faithful: as published, or repaired: with fixes (default)")
                    ->check(one_of({"faithful", "repaired"}))
                    ->type_name("M");
        step_ = app.add_option("--step", step_text_,
                               "How many of its steps to run (default: all of them); all: with --out, a file for each")
                    ->check(step_number())
                    ->type_name("N|all");
        std::vector<std::string> names;
        for (const std::string_view name : lab_export_names()) names.emplace_back(name);
        what_ =
            app.add_option("--view", options_.what,
                           "Of a figure: map, compare, lines, table, cache or capacity; of a table: spans, events or "
                           "account")
                ->check(one_of(names))
                ->type_name("NAME");
        out_ = app.add_option("--out", options_.out,
                              "Draws a figure for slides instead; .csv has its numbers, %d stands for the step")
                   ->type_name("FILE.svg|.png|.csv");
        bench_.add_to(app);
        app.add_flag("--json", options_.json, "Prints JSON");
        lesson_ = app.add_option("--lesson", handout_.lesson, "A lesson for --handout: L1 to L12")->type_name("ID");
        handout_file_ = app.add_option("--handout", handout_.file,
                                       "Writes a lesson as Markdown: a page of questions, and one of answers")
                            ->type_name("FILE.md");
        language_ = app.add_option("--language", language_name_, "Of a handout: en (default) or ja")
                        ->check(one_of({"en", "ja"}))
                        ->type_name("L");
        look_.add_to_figure(app);
    }
    void execute(std::ostream& out, std::ostream& err, CommandLine&) override {
        if (bench_.given()) return execute_bench(out, err);
        if (bench_.any()) throw UsageError("--entities and --repetitions are for --bench");
        if (lesson_->count() + handout_file_->count() + language_->count() > 0) return execute_handout();
        const bool compares = compare_->count() > 0;
        if (!compares && scenario_->count() == 0 && storage_->count() == 0) return list_lab_scenarios(out);
        if (compares && storage_->count() + scenario_->count() > 0)
            throw UsageError("--compare runs its scenario on all storages: leave --storage and --scenario out");
        const bool draws = out_->count() > 0;
        if (draws && options_.what.empty()) options_.what = compares ? "compare" : "map";
        if (!draws && (what_->count() > 0 || look_.any()))
            throw UsageError("--view, --theme and --scale are for figures: they need --out");
        const bool tells_about = !compares && !draws && scenario_->count() == 0;
        if (tells_about && step_->count() > 0) need(scenario_);
        if (!compares && !tells_about) {
            need(scenario_);
            if (!draws || shows_one_storage(options_.what)) need(storage_);
        } else if (draws && shows_one_storage(options_.what)) {
            throw UsageError("the view " + options_.what + " shows one storage: it needs --storage and --scenario");
        }
        options_.every_step = step_text_ == "all";
        if (draws) check_out();
        if (options_.every_step && !draws) throw UsageError("--step all draws a file for each step: it needs --out");
        if (storage_->count() > 0) options_.storage = ecs::lab::storage_kind_from(storage_name_);
        if (mode_name_ == "faithful") options_.mode = ecs::lab::Mode::Faithful;
        if (step_->count() > 0 && !options_.every_step) options_.step = std::stoull(step_text_);
        options_.look = look_.take();
        run_lab(options_, out);
    }

private:
    static CLI::Validator step_number() {
        const CLI::Validator number = whole_number(max_entities);
        return CLI::Validator([number](std::string& text) { return text == "all" ? std::string() : number(text); }, "");
    }
    void execute_bench(std::ostream& out, std::ostream& err) {
        for (const CLI::Option* other :
             {storage_, scenario_, compare_, mode_, step_, what_, lesson_, handout_file_, language_})
            if (other->count() > 0)
                throw UsageError("--bench measures all storages with fixes: leave " + other->get_name() + " out");
        const bool draws = out_->count() > 0;
        if (!draws && look_.any()) throw UsageError("--theme and --scale are for figures: they need --out");
        if (!bench_.named()) {
            if (draws || options_.json) throw UsageError("--bench needs a name; without one the benches are listed");
            return list_lab_benches(out);
        }
        if (draws) check_out();
        if (const std::string problem = bench_.problem(); !problem.empty()) throw UsageError(problem);
        LabBenchOptions options = bench_.take();
        options.json = options_.json;
        options.out = options_.out;
        options.look = look_.take();
        run_lab_bench(options, out, err);
    }
    void check_out() const {
        need_file(out_, options_.out);
        const std::string found = in_plain_quotes(options_.out.string());
        if (!figure_format_of(options_.out)) throw UsageError("--out ends in .svg, .png or .csv, found " + found);
        if (is_lab_table(options_.what) && figure_format_of(options_.out) != FigureFormat::Csv)
            throw UsageError(options_.what + " is a table: --out ends in .csv, found " + found);
        if (is_lab_table(options_.what) && look_.any())
            throw UsageError("--theme and --scale are for figures, and " + options_.what + " is a table");
        if (options_.json) throw UsageError("--json is printed, and --out was given; .csv is for programs, too");
        if (options_.every_step && !has_step_number(options_.out))
            throw UsageError("with --step all the name in --out has a %d where the step's number goes, found " + found);
        if (!options_.every_step && has_step_number(options_.out))
            throw UsageError("a %d in --out stands for the step's number: it needs --step all");
    }
    void execute_handout() {
        need(lesson_);
        need_file(handout_file_, handout_.file);
        if (storage_->count() + scenario_->count() + compare_->count() + step_->count() + out_->count() > 0)
            throw UsageError("--handout writes a lesson: leave scenario, storage, --step and --out away");
        handout_.japanese = language_name_ == "ja";
        write_lesson_handout(handout_);
    }

    LookArguments look_;
    LabOptions options_;
    HandoutOptions handout_;
    LabBenchArguments bench_;
    std::string storage_name_, mode_name_ = "repaired", step_text_, language_name_ = "en";
    CLI::Option *storage_ = nullptr, *scenario_ = nullptr, *compare_ = nullptr, *step_ = nullptr, *what_ = nullptr,
                *out_ = nullptr, *mode_ = nullptr, *lesson_ = nullptr, *handout_file_ = nullptr, *language_ = nullptr;
};

}  // namespace

std::unique_ptr<Subcommand> make_lab_subcommand() { return std::make_unique<LabSubcommand>(); }

}  // namespace editor
