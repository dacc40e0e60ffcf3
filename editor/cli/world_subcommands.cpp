// The subcommands that print information about a world, or change its file.
#include "editor/cli/subcommand.hpp"

namespace editor {

namespace {

constexpr std::uint64_t max_threads = 256;
constexpr std::uint64_t max_trace_ticks = 100'000;

class ScenesSubcommand : public Subcommand {
public:
    ScenesSubcommand() : Subcommand("scenes", "Lists the demo scenes") {}
    void add_to(CLI::App&) override {}
    void execute(std::ostream& out, std::ostream&, CommandLine&) override { list_scenes(game(), out); }
};

class RunSubcommand : public Subcommand {
public:
    RunSubcommand() : Subcommand("run", "Runs a world without a window") {}

    void add_to(CLI::App& app) override {
        source_.add_to(app);
        ticks_ = add_ticks(app, options_.ticks, "How many ticks to run (60 are a second)");
        app.add_option("--off", options_.off, "Switches a system off; may be given several times")
            ->type_name("SYSTEM")
            ->expected(1)
            ->take_all();
        app.add_option("--threads", options_.threads,
                       "How many threads to run on (default: one a core); the result is the same")
            ->check(whole_number(1, max_threads))
            ->type_name("N");
        app.add_option("--save", options_.save, "Saves the world afterwards")->type_name("OUT.json");
        trace_ = app.add_option("--trace", options_.trace,
                                "Writes what ran when on which thread, for Perfetto, chrome://tracing or Tracy")
                     ->type_name("TRACE.json");
        trace_ticks_ = app.add_option("--trace-ticks", options_.trace_ticks,
                                      "How many of the last ticks the trace has (default: 600)")
                           ->check(whole_number(1, max_trace_ticks))
                           ->type_name("N");
        bundle_ = app.add_option("--bundle", options_.bundle,
                                 "Saves the world with these ticks as recorded time, for `replay` and the window")
                      ->type_name("OUT.json");
        app.add_flag("--hash", options_.hash, "Prints one line, `tick N hash H`: equal worlds have equal hashes");
    }
    void execute(std::ostream& out, std::ostream& err, CommandLine&) override {
        options_.source = source_.take(game(), true);
        need(ticks_);
        if (trace_->count() > 0) need_file(trace_, options_.trace);
        if (bundle_->count() > 0) need_file(bundle_, options_.bundle);
        if (trace_ticks_->count() > 0 && trace_->count() == 0) throw UsageError("--trace-ticks goes with --trace");
        run(options_, out, err);
    }

private:
    SourceArguments source_;
    RunOptions options_;
    CLI::Option *ticks_ = nullptr, *trace_ = nullptr, *trace_ticks_ = nullptr, *bundle_ = nullptr;
};

class ReplaySubcommand : public Subcommand {
public:
    ReplaySubcommand() : Subcommand("replay", "Runs the recorded ticks of a bundle again and compares them") {}

    void add_to(CLI::App& app) override {
        file_ = app.add_option("BUNDLE.json", options_.file, "The bundle")->type_name("");
        to_ = app.add_option("--to", to_tick_, "The last tick to run (default: that of the bundle)")
                  ->check(whole_number(max_tick))
                  ->type_name("TICK");
        app.add_option("--threads", options_.threads,
                       "How many threads to run on (default: one a core); the result is the same")
            ->check(whole_number(1, max_threads))
            ->type_name("N");
        app.add_option("--save", options_.save, "Saves the world afterwards, as a world file")->type_name("OUT.json");
        app.add_flag("--migrate", options_.migrate, "Reads a world that would lose values");
        app.add_flag("--hash", options_.hash, "Prints one line, `tick N hash H`: equal worlds have equal hashes");
    }
    void execute(std::ostream& out, std::ostream& err, CommandLine&) override {
        need_file(file_, options_.file);
        options_.game = &game();
        if (to_->count() > 0) options_.to = to_tick_;
        replay(options_, out, err);
    }

private:
    static constexpr std::uint64_t max_tick = std::uint64_t{1} << 62;
    ReplayOptions options_;
    std::uint64_t to_tick_ = 0;
    CLI::Option *file_ = nullptr, *to_ = nullptr;
};

class StatsSubcommand : public Subcommand {
public:
    StatsSubcommand() : Subcommand("stats", "Shows archetypes, chunks and bytes") {}

    void add_to(CLI::App& app) override {
        source_.add_to(app);
        add_ticks(app, options_.ticks, "How many ticks to run before");
        app.add_flag("--json", options_.json, "Prints JSON");
    }
    void execute(std::ostream& out, std::ostream& err, CommandLine&) override {
        options_.source = source_.take(game(), true);
        show_stats(options_, out, err);
    }

private:
    SourceArguments source_;
    StatsOptions options_;
};

class DoctorSubcommand : public Subcommand {
public:
    DoctorSubcommand() : Subcommand("doctor", "Says what fragments the memory, and fixes it") {}

    void add_to(CLI::App& app) override {
        source_.add_to(app);
        add_ticks(app, options_.ticks, "How many ticks to run before");
        app.add_flag("--json", options_.json, "Prints JSON");
        app.add_flag("--fix", options_.fix, "Applies the remedies, and prints what is left then");
        save_ = app.add_option("--save", options_.save, "Where the fixed world goes")->type_name("OUT.json");
    }
    void execute(std::ostream& out, std::ostream& err, CommandLine&) override {
        options_.source = source_.take(game(), true);
        if (options_.fix) need_file(save_, options_.save);
        if (!options_.fix && save_->count() > 0) throw UsageError("--save goes with --fix");
        run_doctor(options_, out, err);
    }

private:
    SourceArguments source_;
    DoctorOptions options_;
    CLI::Option* save_ = nullptr;
};

class CheckSubcommand : public Subcommand {
public:
    CheckSubcommand() : Subcommand("check", "Loads a world file or a bundle and says whether it is sound") {}

    void add_to(CLI::App& app) override {
        file_ = app.add_option(world_name, options_.source.file, "The world file")->type_name("");
        add_migrate(app, options_.source);
    }
    void execute(std::ostream& out, std::ostream&, CommandLine&) override {
        need_file(file_, options_.source.file);
        options_.source.game = &game();
        check(options_, out);
    }

private:
    CheckOptions options_;
    CLI::Option* file_ = nullptr;
};

class EditSubcommand : public Subcommand {
public:
    EditSubcommand() : Subcommand("edit", "Applies an edit script or changes to a world file") {}

    void add_to(CLI::App& app) override {
        file_ = app.add_option(world_name, options_.source.file, "The world file")->type_name("");
        add_migrate(app, options_.source);
        script_ = app.add_option("--script", options_.script, "The edits")->type_name("EDITS.json");
        changes_ = app.add_option("--change", options_.changes,
                                  "A change such as 'Health.hp < 10 : Health.hp += 5, +Healed'; may be given several "
                                  "times, made in order, after the script")
                       ->type_name("'QUERY : STEPS'")
                       ->expected(1)
                       ->take_all();
        save_ = app.add_option("--save", options_.save, "Where the result goes")->type_name("OUT.json");
        undo_ = app.add_flag("--undo", options_.undo, "Takes the edits back again before saving");
        app.add_flag("--dry-run", options_.dry_run, "Says what would be done, and saves nothing");
    }
    void execute(std::ostream& out, std::ostream& err, CommandLine&) override {
        need_file(file_, options_.source.file);
        options_.source.game = &game();
        if (changes_->count() + script_->count() == 0) throw UsageError("needs --change TEXT or --script EDITS.json");
        if (script_->count() > 0) need_file(script_, options_.script);
        if (!options_.dry_run) need_file(save_, options_.save);
        if (options_.dry_run && save_->count() + undo_->count() > 0)
            throw UsageError("--dry-run saves nothing: leave --save and --undo out");
        edit(options_, out, err);
    }

private:
    EditOptions options_;
    CLI::Option *file_ = nullptr, *script_ = nullptr, *save_ = nullptr, *changes_ = nullptr, *undo_ = nullptr;
};

class QuerySubcommand : public Subcommand {
public:
    QuerySubcommand() : Subcommand("query", "Finds entities by a query such as 'Position & Health.hp < 10'") {}

    void add_to(CLI::App& app) override {
        source_.add_to(app);
        app.add_option("QUERY", options_.query,
                       "What to find; the manual's chapter \"Queries and changes\" has the language")
            ->type_name("");
        add_ticks(app, options_.ticks, "How many ticks to run before; changed() and its like speak of the last one");
        json_ =
            app.add_flag("--json", options_.json,
                         "Prints {\"entities\": ids, \"archetypes\": how many the world has, \"matched\": how many of "
                         "them have a match}");
        csv_ = app.add_flag("--csv", options_.csv,
                            "Prints a table with the fields of the components that the query names");
    }
    void execute(std::ostream& out, std::ostream& err, CommandLine&) override {
        source_.give_away_word(options_.query);
        options_.source = source_.take(game(), true);
        if (options_.query.empty()) throw UsageError("needs a query such as 'Health.hp < 10'");
        if (json_->count() > 0 && csv_->count() > 0) throw UsageError("give --json or --csv, not both");
        run_query(options_, out, err);
    }

private:
    SourceArguments source_;
    QueryOptions options_;
    CLI::Option *json_ = nullptr, *csv_ = nullptr;
};

class WhySubcommand : public Subcommand {
public:
    WhySubcommand() : Subcommand("why", "Says why an entity matches a query or a system, or does not") {}

    void add_to(CLI::App& app) override {
        source_.add_to(app);
        entity_ =
            app.add_option("--entity", options_.entity, "Its id, such as 12v3, or its name")->type_name("ID|NAME");
        app.add_option("--query", options_.query, "A query such as 'Position & Health.hp < 10'")->type_name("QUERY");
        app.add_option("--system", options_.system, "The name of a system, whose queries are asked")->type_name("NAME");
        add_ticks(app, options_.ticks, "How many ticks to run before; changed() and its like speak of the last one");
        app.add_flag("--json", options_.json,
                     "Prints {id, \"matches\", and each condition with \"holds\", \"wanted\" and \"why\"}");
    }
    void execute(std::ostream& out, std::ostream& err, CommandLine&) override {
        options_.source = source_.take(game(), true);
        need(entity_);
        if (options_.query.empty() == options_.system.empty())
            throw UsageError("give --query or --system, one of them");
        run_why(options_, out, err);
    }

private:
    SourceArguments source_;
    WhyOptions options_;
    CLI::Option* entity_ = nullptr;
};

}  // namespace

std::unique_ptr<Subcommand> make_scenes_subcommand() { return std::make_unique<ScenesSubcommand>(); }
std::unique_ptr<Subcommand> make_run_subcommand() { return std::make_unique<RunSubcommand>(); }
std::unique_ptr<Subcommand> make_replay_subcommand() { return std::make_unique<ReplaySubcommand>(); }
std::unique_ptr<Subcommand> make_stats_subcommand() { return std::make_unique<StatsSubcommand>(); }
std::unique_ptr<Subcommand> make_doctor_subcommand() { return std::make_unique<DoctorSubcommand>(); }
std::unique_ptr<Subcommand> make_check_subcommand() { return std::make_unique<CheckSubcommand>(); }
std::unique_ptr<Subcommand> make_query_subcommand() { return std::make_unique<QuerySubcommand>(); }
std::unique_ptr<Subcommand> make_why_subcommand() { return std::make_unique<WhySubcommand>(); }
std::unique_ptr<Subcommand> make_edit_subcommand() { return std::make_unique<EditSubcommand>(); }

}  // namespace editor
