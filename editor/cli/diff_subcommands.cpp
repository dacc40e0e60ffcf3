// The subcommands that compare and merge world files. Git calls both: see docs/git.md.
#include <ostream>

#include "editor/base/terminal_text.hpp"
#include "editor/cli/subcommand.hpp"

namespace editor {

namespace {

class DiffSubcommand : public Subcommand {
public:
    DiffSubcommand() : Subcommand("diff", "Says in what two world files differ, entity by entity and field by field") {}

    int exit_code_of_wrong_input() const override { return 2; }
    void add_to(CLI::App& app) override {
        app.add_option("FILES", files_, "The two world files: A.json B.json")->type_name("")->expected(0, most_files);
        app.add_flag("--json", options_.json,
                     "Prints {\"added\": ids, \"removed\": ids, \"changed\": [{id, field, from, to}]}, and "
                     "\"world\" where something besides entities differs");
        app.add_flag("--git", for_git_, "The arguments are those that git gives to a diff driver; always ends with 0");
        add_migrate(app, options_.before);
    }
    void execute(std::ostream& out, std::ostream&, CommandLine& next) override {
        if (for_git_) return execute_for_git(out);
        if (files_.size() != 2) throw UsageError("needs two world files: chunkscope diff A.json B.json");
        set_files(files_[0], files_[1]);
        next.exit_code = run_diff(options_, out) ? 1 : 0;
    }

private:
    // PATH OLD OLD-HEX OLD-MODE NEW NEW-HEX NEW-MODE [NEW-PATH MESSAGE]
    static constexpr int most_files = 9;
    static constexpr std::size_t git_arguments = 7;

    void set_files(const std::string& before, const std::string& after) {
        if (before.empty() || after.empty()) throw UsageError("the name of a file is empty");
        options_.before.game = &game();
        options_.after = options_.before;
        options_.before.file = before;
        options_.after.file = after;
    }
    void execute_for_git(std::ostream& out) {
        if (files_.size() == 1) {
            out << "unmerged world " << terminal_text(files_[0]) << "\n";
            return;
        }
        if (files_.size() < git_arguments) throw UsageError("--git is for git: see docs/git.md");
        options_.before.or_nothing = true;
        options_.title = files_[0];
        set_files(files_[1], files_[4]);
        try {
            run_diff(options_, out);
        } catch (const std::exception& error) {
            // Git would stop at the first file that fails.
            out << "world " << terminal_text(files_[0]) << " cannot be compared: " << terminal_text(error.what())
                << "\n";
        }
    }

    DiffOptions options_;
    std::vector<std::string> files_;
    bool for_git_ = false;
};

class MergeSubcommand : public Subcommand {
public:
    MergeSubcommand() : Subcommand("merge", "Merges what two sides made of a world file, field by field") {}

    int exit_code_of_wrong_input() const override { return 2; }
    void add_to(CLI::App& app) override {
        app.add_option("FILES", files_, "The world as it was, and the two sides: BASE.json OURS.json THEIRS.json")
            ->type_name("")
            ->expected(0, 3);
        save_ = app.add_option("--save", options_.save, "Where the result goes; with conflicts nothing is written")
                    ->type_name("OUT.json");
        add_migrate(app, options_.base);
    }
    void execute(std::ostream& out, std::ostream& err, CommandLine& next) override {
        if (files_.size() != 3)
            throw UsageError("needs three world files: chunkscope merge BASE.json OURS.json THEIRS.json");
        need_file(save_, options_.save);
        options_.base.game = &game();
        options_.ours = options_.theirs = options_.base;
        options_.base.or_nothing = true;  // both sides made the file
        options_.base.file = files_[0];
        options_.ours.file = files_[1];
        options_.theirs.file = files_[2];
        next.exit_code = run_merge(options_, out, err) ? 0 : 1;
    }

private:
    MergeOptions options_;
    std::vector<std::string> files_;
    CLI::Option* save_ = nullptr;
};

}  // namespace

std::unique_ptr<Subcommand> make_diff_subcommand() { return std::make_unique<DiffSubcommand>(); }
std::unique_ptr<Subcommand> make_merge_subcommand() { return std::make_unique<MergeSubcommand>(); }

}  // namespace editor
