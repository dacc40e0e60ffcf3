#include "editor/app/shell/run.hpp"

#include <chrono>
#include <csignal>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "editor/app/shell/app.hpp"
#include "editor/base/terminal_text.hpp"
#include "editor/cli/command_line.hpp"
#include "editor/jobs/world_jobs.hpp"

namespace editor {

namespace {

/// Reports a faulty file here, while there is no window yet. A large file opens in the window, with its progress.
int open_window_on_file(const OpenOptions& options) {
    constexpr std::chrono::milliseconds patience(150);
    auto opening = std::make_unique<WorldJobs>();
    opening->open(*options.source.game, options.source.file);
    if (!opening->wait_for(patience)) {
        App app(std::make_unique<Session>(*options.source.game), options, std::move(opening));
        return app.run();
    }
    WorldJobs::Outcome outcome = opening->take_outcome();
    if (!outcome.problem.empty()) throw std::runtime_error(outcome.problem);
    if (!outcome.session->losses.empty() && !options.source.migrate) {
        opening->open(*options.source.game, options.source.file);  // again in the window, which asks
        App app(std::make_unique<Session>(*options.source.game), options, std::move(opening));
        return app.run();
    }
    App app(std::move(outcome.session), options);
    return app.run();
}

int open_window(const OpenOptions& options) {
    catch_signals();
    if (!options.source.file.empty()) return open_window_on_file(options);
    App app(open_source(options.source), options);
    return app.run();
}

int take_shot(const ShotOptions& options) {
    App app(open_source(options.source), options);
    options.sheets ? app.draw_sheets(options) : app.take_shot(options);
    return 0;
}

}  // namespace

int run(int argument_count, char** arguments, const Game& game) {
    std::signal(SIGXFSZ, SIG_IGN);  // a file that would grow too large is reported like a full disk
    const std::vector<std::string> words(arguments + 1, arguments + argument_count);
    const CommandLine line = run_command_line(words, game, std::cout, std::cerr);
    try {
        switch (line.next) {
            case CommandLine::Next::Open:
                return open_window(line.open);
            case CommandLine::Next::Shot:
                return take_shot(line.shot);
            case CommandLine::Next::Exit:
                break;
        }
    } catch (const std::exception& error) {
        std::cerr << "chunkscope: " << terminal_text(error.what()) << '\n';
        return 1;
    }
    return line.exit_code;
}

}  // namespace editor
