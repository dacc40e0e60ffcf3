#include "editor/cli/command_line.hpp"

#include <algorithm>
#include <functional>
#include <ostream>
#include <system_error>

#include "editor/base/terminal_text.hpp"
#include "editor/cli/subcommand.hpp"

namespace editor {

namespace {

/// One run of the command line: the parser and its values.
class Parser {
public:
    Parser(const Game& game, std::ostream& out, std::ostream& err) : game_(game), out_(out), err_(err) {
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
            "Exit codes: 0 fine, 1 the input is wrong, 2 the usage is wrong.\n"
            "diff and merge: 0 fine, 1 differences or conflicts, 2 anything wrong.");
        add_open();
        for (const auto make : {make_scenes_subcommand, make_run_subcommand, make_replay_subcommand,
                                make_stats_subcommand, make_layout_subcommand, make_doctor_subcommand,
                                make_lab_subcommand, make_check_subcommand, make_query_subcommand, make_why_subcommand,
                                make_edit_subcommand, make_diff_subcommand, make_merge_subcommand, make_shot_subcommand,
                                make_attach_subcommand, make_serve_subcommand, make_mcp_subcommand})
            add(make());
    }

    CommandLine run(std::vector<std::string> arguments) {
        before_mark_.assign(arguments.begin(), std::find(arguments.begin(), arguments.end(), "--"));
        std::reverse(arguments.begin(), arguments.end());  // in the order of CLI11
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
            refuse_mistyped_subcommand();
            refuse_extras();
            execute_();
            return finish();
        } catch (const UsageError& error) {
            return wrong(2, error.what());
        } catch (const TextInputError& error) {
            const CommandLine result = wrong(1, error.what());
            err_ << error.place << "\n";
            return result;
        } catch (const std::bad_alloc&) {
            return wrong(wrong_input_, "there is not enough memory for this world");
        } catch (const std::exception& error) {
            return wrong(wrong_input_, error.what());
        }
    }

private:
    void add(std::unique_ptr<Subcommand> subcommand) {
        CLI::App* sub = app_.add_subcommand(subcommand->name(), subcommand->description());
        sub->set_help_flag("-h,--help", "Shows this and ends");
        sub->footer("");
        sub->allow_extras();
        sub->callback([this, sub, chosen = subcommand.get()] {
            chosen_ = sub;
            execute_ = [this, chosen] {
                const std::string file = open_source_.file().string();
                const bool before = std::find(before_mark_.begin(), before_mark_.end(), file) != before_mark_.end();
                if (open_source_.file_given() && !before)
                    throw UsageError("there is one argument too many: " + in_plain_quotes(file));
                if (open_source_.file_given())
                    throw UsageError("a command stands before its file: chunkscope " + std::string(chosen->name()) +
                                     " " + world_name);
                if (open_source_.any() || open_look_.any() || result_.open.paused || result_.open.play ||
                    open_game_->count() > 0)
                    throw UsageError("options for a command stand after its name");
                wrong_input_ = chosen->exit_code_of_wrong_input();
                chosen->set_game(chosen_game());
                chosen->execute(out_, err_, result_);
            };
        });
        subcommand->add_to(*sub);
        if (subcommand->opens_worlds()) add_game_to(*sub);
        subcommands_.push_back(std::move(subcommand));
    }

    void add_open() {
        open_source_.add_to(app_);
        open_look_.add_to(app_);
        open_look_.add_language(app_);
        app_.add_flag("--paused", result_.open.paused, "Starts paused, as a file does");
        app_.add_flag("--play", result_.open.play, "Starts playing, as a scene does");
        open_game_ = add_game_to(app_);
        execute_ = [this] {
            if (result_.open.paused && result_.open.play) throw UsageError("give --play or --paused, not both");
            result_.open.source = open_source_.take(chosen_game(), false);
            result_.open.source_given = open_source_.given();
            result_.open.look = open_look_.take();
            result_.open.library = result_.library;
            result_.next = CommandLine::Next::Open;
        };
    }

    CLI::Option* add_game_to(CLI::App& app) {
        return app
            .add_option("--game", game_file_,
                        "A library with components, systems and scenes of your own, see README.md")
            ->type_name("LIBRARY.so");
    }

    /// That of --game, or of the program.
    const Game& chosen_game() {
        if (!game_file_) return game_;
        if (game_file_->empty()) throw UsageError("the file name of --game is empty");
        const auto opened = GameLibrary::open(*game_file_);
        if (!opened) throw InputError(opened.error());
        result_.library = *opened;
        return result_.library->game();
    }

    /// `chunkscope statz` is probably not a world file of that name, and `chunkscope statz level.json` certainly is
    /// not.
    void refuse_mistyped_subcommand() const {
        const std::string word = open_source_.file().string();
        const auto place = std::find(before_mark_.begin(), before_mark_.end(), word);
        const std::vector<std::string> extras = this->extras();
        // An earlier error may be why this was taken for a file, for example as the value of an unknown option.
        const bool a_subcommand = place != before_mark_.end() &&
                                  (extras.empty() || std::find(before_mark_.begin(), place, extras.front()) == place);
        std::error_code error;
        if (chosen_ || word.empty() || !a_subcommand || std::filesystem::exists(word, error)) return;
        std::vector<std::string> known;
        for (const auto& subcommand : subcommands_) known.emplace_back(subcommand->name());
        const std::string hint = did_you_mean(word, known);
        const bool named_like_a_file = word.find_first_of("./") != std::string::npos;
        if (named_like_a_file && hint.empty()) return;
        const bool with_arguments = !extras.empty() || open_source_.more_than_file();
        throw UsageError("there is no command " + std::string(with_arguments ? "" : "or file ") +
                         in_plain_quotes(word) + hint);
    }

    /// Arguments that match nothing. The mark `--`, after which no options follow, is not an argument.
    std::vector<std::string> extras() const {
        std::vector<std::string> extras = app_.remaining(true);
        const auto mark = std::find(extras.begin(), extras.end(), "--");
        if (mark != extras.end()) extras.erase(mark);
        return extras;
    }

    void refuse_extras() {
        const std::vector<std::string> extras = this->extras();
        if (extras.empty()) return;
        const std::string& extra = extras.front();
        if (extra.size() < 2 || extra[0] != '-')
            throw UsageError("there is one argument too many: " + in_plain_quotes(extra));
        std::vector<std::string> known;
        for (const CLI::Option* option : (chosen_ ? chosen_ : &app_)->get_options())
            if (option->nonpositional()) known.push_back(option->get_name());
        throw UsageError("there is no option " + in_plain_quotes(extra) + did_you_mean(extra, known));
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

    const Game& game_;
    std::ostream &out_, &err_;
    std::vector<std::unique_ptr<Subcommand>> subcommands_;
    CLI::App app_{
        "Debugger, editor and microscope for worlds made of entities and components.\n"
        "Without a command it opens the window, on a world file, a scene, or the chase scene.",
        "chunkscope"};
    CLI::App* chosen_ = nullptr;
    int wrong_input_ = 1;                   // exit code
    std::vector<std::string> before_mark_;  // the arguments before `--`, where options may stand
    std::function<void()> execute_;
    std::optional<std::filesystem::path> game_file_;
    CLI::Option* open_game_ = nullptr;
    CommandLine result_;
    SourceArguments open_source_;
    LookArguments open_look_;
};

}  // namespace

CommandLine run_command_line(const std::vector<std::string>& arguments, const Game& game, std::ostream& out,
                             std::ostream& err) {
    TerminalStream readable_out(out), readable_err(err);
    readable_err << std::unitbuf;
    return Parser(game, readable_out, readable_err).run(arguments);
}

}  // namespace editor
