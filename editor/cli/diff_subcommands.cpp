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
        app.add_option("A.json", before_, "The world file before")->type_name("");
        app.add_option("B.json", after_, "The world file after")->type_name("");
        app.add_flag("--json", options_.json,
                     "Prints {\"added\": ids, \"removed\": ids, \"changed\": [{id, field, from, to}]}, and "
                     "\"world\" where something besides entities differs");
        app.add_option("--base", base_,
                       "The world from which both came: what is new in both under one id is two entities, if it "
                       "differs; without it, that is guessed from names and values")
            ->type_name("BASE.json");
        app.add_option("--git", git_arguments_, "For git, which gives these arguments to a diff driver; ends with 0")
            ->type_name("PATH OLD …")
            ->expected(1, most_git_arguments);
        add_migrate(app, options_.before);
    }
    void execute(std::ostream& out, std::ostream&, CommandLine& next) override {
        if (!git_arguments_.empty()) return execute_for_git(out);
        if (before_.empty() || after_.empty()) throw UsageError("needs two world files: chunkscope diff A.json B.json");
        set_files(before_, after_);
        if (!base_.empty()) {
            options_.base = options_.before;
            options_.base->file = base_;
        }
        next.exit_code = run_diff(options_, out) ? 1 : 0;
    }

private:
    // PATH OLD OLD-HEX OLD-MODE NEW NEW-HEX NEW-MODE [NEW-PATH MESSAGE]
    static constexpr int most_git_arguments = 9;
    static constexpr std::size_t fewest_with_files = 7;

    void set_files(const std::string& before, const std::string& after) {
        options_.before.game = &game();
        options_.after = options_.before;
        options_.before.file = before;
        options_.after.file = after;
    }
    void execute_for_git(std::ostream& out) {
        if (git_arguments_.size() == 1) {
            out << "unmerged world " << terminal_text(git_arguments_[0]) << "\n";
            return;
        }
        if (git_arguments_.size() < fewest_with_files) throw UsageError("--git is for git: see docs/git.md");
        options_.before.or_nothing = true;
        options_.title = git_arguments_[0];
        options_.one_maker = true;  // one file of one history
        set_files(git_arguments_[1], git_arguments_[4]);
        try {
            run_diff(options_, out);
        } catch (const std::exception& error) {
            // Git would stop at the first file that fails.
            out << "world " << terminal_text(git_arguments_[0])
                << " cannot be compared: " << terminal_text(error.what()) << "\n";
        }
    }

    DiffOptions options_;
    std::string before_, after_, base_;
    std::vector<std::string> git_arguments_;
};

class MergeSubcommand : public Subcommand {
public:
    MergeSubcommand() : Subcommand("merge", "Merges what two sides made of a world file, field by field") {}

    int exit_code_of_wrong_input() const override { return 2; }
    void add_to(CLI::App& app) override {
        app.add_option("BASE.json", base_, "The world as it was")->type_name("");
        app.add_option("OURS.json", ours_, "What one side made of it")->type_name("");
        app.add_option("THEIRS.json", theirs_, "What the other side made of it")->type_name("");
        save_ = app.add_option(
                       "--save", options_.save,
                       "Where the result goes; at a conflict it has OURS.json's value, and marks it in \"conflicts\"")
                    ->type_name("OUT.json");
        add_migrate(app, options_.base);
    }
    void execute(std::ostream& out, std::ostream& err, CommandLine& next) override {
        if (base_.empty() || ours_.empty() || theirs_.empty())
            throw UsageError("needs three world files: chunkscope merge BASE.json OURS.json THEIRS.json");
        need_file(save_, options_.save);
        options_.base.game = &game();
        options_.ours = options_.theirs = options_.base;
        options_.base.or_nothing = true;  // both sides made the file
        options_.base.file = base_;
        options_.ours.file = ours_;
        options_.theirs.file = theirs_;
        next.exit_code = run_merge(options_, out, err) ? 0 : 1;
    }

private:
    MergeOptions options_;
    std::string base_, ours_, theirs_;
    CLI::Option* save_ = nullptr;
};

}  // namespace

std::unique_ptr<Subcommand> make_diff_subcommand() { return std::make_unique<DiffSubcommand>(); }
std::unique_ptr<Subcommand> make_merge_subcommand() { return std::make_unique<MergeSubcommand>(); }

}  // namespace editor
