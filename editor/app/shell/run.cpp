#include "editor/app/shell/run.hpp"

#include <chrono>
#include <csignal>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "ecs/base/patience.hpp"
#include "editor/app/shell/app.hpp"
#include "editor/app/shell/picture_taker.hpp"
#include "editor/base/terminal_text.hpp"
#include "editor/cli/command_line.hpp"
#include "editor/jobs/world_jobs.hpp"
#include "editor/session/session_attached.hpp"
#include "files/base/file_error.hpp"

namespace editor {

namespace {

/// The scene that is made, as the source says; null when there is none.
const Scene* scene_of(const WorldSource& source) {
    const Game& game = *source.game;
    if (!source.scene.empty()) return game.find_scene(source.scene);
    return game.scenes.empty() ? nullptr : &game.scenes.front();
}

void begin(WorldJobs& jobs, const WorldSource& source) {
    if (!source.file.empty()) return jobs.open(*source.game, source.file);
    jobs.open(scene_of(source)->name, [source](ecs::Progress* progress) {
        auto made = open_source(source);
        if (progress->cancelled()) throw files::Cancelled(source.scene, "making");
        return made;
    });
}

/// A faulty file is reported here, while there is no window yet, and a small world is there before the window. A large
/// one comes in the window, with its progress; so does one that the person is asked about.
int open_window(const OpenOptions& options) {
    catch_signals();
    const WorldSource& source = options.source;
    std::unique_ptr<Session> session;
    auto jobs = std::make_unique<WorldJobs>();
    if (options.attach) {
        session = make_attached_session(*source.game, *options.attach);
    } else if (source.file.empty() && scene_of(source) == nullptr) {
        session = open_source(source);
    } else {
        begin(*jobs, source);
        if (jobs->wait_for(std::chrono::duration<double>(ecs::patience_secs))) {
            WorldJobs::Outcome outcome = jobs->take_outcome();
            if (!outcome.problem.empty()) throw std::runtime_error(outcome.problem);
            session = std::move(outcome.session);
            const bool asks = !source.file.empty() && !session->losses.empty() && !source.migrate;
            if (asks) session = nullptr;
            if (asks) begin(*jobs, source);  // again
        }
    }
    if (session) jobs = nullptr;
    if (!session) session = std::make_unique<Session>(*source.game);
    App app(std::move(session), options, std::move(jobs));
    return app.run();
}

int take_shot(const ShotOptions& options) {
    App app(open_source(options.source), options);
    PictureTaker taker(app, options);
    options.sheets ? taker.draw_sheets() : taker.take_shot();
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
