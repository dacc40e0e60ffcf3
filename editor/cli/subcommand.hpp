// A Subcommand is one word of the command line, like `run`, with its options and its function. To add one, write a
// class, its make function here and its line in command_line.cpp. Private to the command line, whose parser owns the
// subcommands.
#pragma once

#include <iosfwd>
#include <memory>

#include "editor/cli/subcommand_arguments.hpp"

namespace editor {

class Subcommand {
public:
    Subcommand(const char* name, const char* description) : name_(name), description_(description) {}
    virtual ~Subcommand() = default;

    const char* name() const { return name_; }
    const char* description() const { return description_; }

    /// Whether it opens worlds, which may be those of another Game (--game).
    virtual bool opens_worlds() const { return true; }
    /// The exit code when the input is wrong. `diff` and `merge` say something else with 1, as such programs do.
    virtual int exit_code_of_wrong_input() const { return 1; }
    /// Call before execute(): worlds are those of this Game.
    void set_game(const Game& game) { game_ = &game; }

    /// Parsing `app` fills members of this object, so it must outlive `app`.
    virtual void add_to(CLI::App& app) = 0;
    /// Throws UsageError, or another std::runtime_error when the input is wrong. Sets `next` if a window is needed.
    virtual void execute(std::ostream& out, std::ostream& err, CommandLine& next) = 0;

protected:
    const Game& game() const { return *game_; }

private:
    const char *name_, *description_;
    const Game* game_ = &no_game();
};

std::unique_ptr<Subcommand> make_scenes_subcommand();
std::unique_ptr<Subcommand> make_run_subcommand();
std::unique_ptr<Subcommand> make_replay_subcommand();
std::unique_ptr<Subcommand> make_stats_subcommand();
std::unique_ptr<Subcommand> make_layout_subcommand();
std::unique_ptr<Subcommand> make_doctor_subcommand();
std::unique_ptr<Subcommand> make_lab_subcommand();
std::unique_ptr<Subcommand> make_check_subcommand();
std::unique_ptr<Subcommand> make_query_subcommand();
std::unique_ptr<Subcommand> make_why_subcommand();
std::unique_ptr<Subcommand> make_edit_subcommand();
std::unique_ptr<Subcommand> make_diff_subcommand();
std::unique_ptr<Subcommand> make_merge_subcommand();
std::unique_ptr<Subcommand> make_shot_subcommand();
std::unique_ptr<Subcommand> make_attach_subcommand();  // editor/remote has these three
std::unique_ptr<Subcommand> make_serve_subcommand();
std::unique_ptr<Subcommand> make_mcp_subcommand();

}  // namespace editor
