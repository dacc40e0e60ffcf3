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
#include "files/base/file_error.hpp"

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

/// The scene that is made, as the source says; null when there is none.
const Scene* scene_of(const WorldSource& source) {
    const Game& game = *source.game;
    if (!source.scene.empty()) return game.find_scene(source.scene);
    return game.scenes.empty() ? nullptr : &game.scenes.front();
}

/// A small scene is there before the window. A large one is made in it.
int open_window_on_scene(const OpenOptions& options) {
    constexpr std::chrono::milliseconds patience(150);
    const Scene* const scene = scene_of(options.source);
    if (scene == nullptr) {
        App app(open_source(options.source), options);
        return app.run();
    }
    auto making = std::make_unique<WorldJobs>();
    making->open(scene->name, [source = options.source](ecs::Progress* progress) {
        auto made = open_source(source);
        if (progress->cancelled()) throw files::Cancelled(source.scene, "making");
        return made;
    });
    if (!making->wait_for(patience)) {
        App app(std::make_unique<Session>(*options.source.game), options, std::move(making));
        return app.run();
    }
    WorldJobs::Outcome outcome = making->take_outcome();
    if (!outcome.problem.empty()) throw std::runtime_error(outcome.problem);
    App app(std::move(outcome.session), options);
    return app.run();
}

int open_window(const OpenOptions& options) {
    catch_signals();
    if (options.attach) {
        App app(Attachment::empty_session(*options.source.game), options);
        return app.run();
    }
    return options.source.file.empty() ? open_window_on_scene(options) : open_window_on_file(options);
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
