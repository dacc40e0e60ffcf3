#include "editor/command_line.hpp"

#include <algorithm>
#include <functional>
#include <ostream>
#include <system_error>

#include "subcommand.hpp"

namespace editor {

namespace {

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
        for (const auto make : {make_scenes_subcommand, make_run_subcommand, make_stats_subcommand,
                                make_layout_subcommand, make_doctor_subcommand, make_lab_subcommand,
                                make_check_subcommand, make_edit_subcommand, make_shot_subcommand})
            add(make());
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
    void add(std::unique_ptr<Subcommand> subcommand) {
        CLI::App* sub = app_.add_subcommand(subcommand->name(), subcommand->description());
        sub->set_help_flag("-h,--help", "Shows this and ends");
        sub->footer("");
        sub->allow_extras();
        sub->callback([this, sub, chosen = subcommand.get()] {
            chosen_ = sub;
            carry_out_ = [this, chosen] {
                if (open_source_.any() || open_look_.any() || result_.open.paused)
                    throw UsageError("options for a command stand after its name");
                chosen->carry_out(out_, err_, result_);
            };
        });
        subcommand->add_to(*sub);
        subcommands_.push_back(std::move(subcommand));
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

    /// `chunkscope stat` is hardly the world file of that name.
    void refuse_mistyped_command(const std::filesystem::path& file) {
        std::error_code error;
        if (file.empty() || std::filesystem::exists(file, error)) return;
        std::vector<std::string> known;
        for (const auto& subcommand : subcommands_) known.emplace_back(subcommand->name());
        const std::string hint = did_you_mean(file.string(), known);
        if (!hint.empty()) throw UsageError("there is no command or file " + in_plain_quotes(file.string()) + hint);
    }

    void refuse_extras() {
        const std::vector<std::string> extras = app_.remaining(true);
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

    std::ostream &out_, &err_;
    std::vector<std::unique_ptr<Subcommand>> subcommands_;
    CLI::App app_{
        "Debugger, editor and microscope for worlds made of entities and components.\n"
        "Without a command it opens the window, on a world file, a scene, or the chase scene.",
        "chunkscope"};
    CLI::App* chosen_ = nullptr;
    std::function<void()> carry_out_;
    CommandLine result_;
    SourceArguments open_source_;
    LookArguments open_look_;
};

}  // namespace

CommandLine run_command_line(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
    return Parser(out, err).run(arguments);
}

}  // namespace editor
