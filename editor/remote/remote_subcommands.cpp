// The subcommands in which other programs ask and change a world: `serve` over HTTP, `mcp` over standard input and
// output.
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <iostream>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "editor/base/terminal_text.hpp"
#include "editor/base/text_format.hpp"
#include "editor/cli/subcommand.hpp"
#include "editor/cli/without_pipe_signal.hpp"
#include "editor/remote/attach_arguments.hpp"
#include "editor/remote/mcp.hpp"
#include "editor/remote/session_server.hpp"
#include "editor/session/session_attached.hpp"
#include "probe/run/probe.hpp"

namespace editor {

namespace {

volatile std::sig_atomic_t end_asked = 0;
void note_end(int) { end_asked = 1; }

/// As long as it lives, whoever asks politely for an end is heard and not obeyed at once.
class EndSignals {
public:
    EndSignals() : interrupt_(std::signal(SIGINT, note_end)), terminate_(std::signal(SIGTERM, note_end)) {
        end_asked = 0;
    }
    ~EndSignals() {
        (void)std::signal(SIGINT, interrupt_);
        (void)std::signal(SIGTERM, terminate_);
    }
    EndSignals(const EndSignals&) = delete;
    EndSignals& operator=(const EndSignals&) = delete;
    static bool came() { return end_asked != 0; }

private:
    void (*interrupt_)(int);
    void (*terminate_)(int);
};

SessionServer::Perform performer(Session& session, std::ostream& told) {
    return [&](std::string label, std::vector<ecs::Edit> edits) {
        remote::EditOutcome outcome = remote::perform_step(session.history, label, std::move(edits));
        if (outcome.why.empty()) told << "changed: " << terminal_text(label) << std::endl;
        return outcome;
    };
}

/// Ticks are due at their times; a world that lags leaves some out, rather than to catch up for ever. `link`: null if it
/// runs no ticks.
void serve_until_ended(Session& session, SessionServer& server, const SessionServer::Perform& perform,
                       probe::Probe* link) {
    using Clock = std::chrono::steady_clock;
    const auto length = std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(static_cast<double>(session.schedule.dt_secs)));
    constexpr std::chrono::milliseconds most_behind(250);
    auto next = Clock::now() + length;
    while (!EndSignals::came()) {
        server.wait_until(next);
        server.serve(session, perform);
        const auto now = Clock::now();
        if (now < next) continue;
        if (link != nullptr && link->tick()) session.tick();
        next = now - next > most_behind ? now + length : next + length;
    }
}

/// What others attach to it by.
std::string link_name(const Session& session) {
    const std::string file = session.file.filename().string();
    if (!file.empty()) return file;
    return session.scene != nullptr ? std::string(session.scene->name) : std::string("chunkscope serve");
}

class ServeSubcommand : public Subcommand {
public:
    ServeSubcommand() : Subcommand("serve", "Lets other programs ask a world that runs, over HTTP") {}

    void add_to(CLI::App& app) override {
        source_.add_to(app);
        app.add_option("--port", port_, "Where to listen (default 15702, as Bevy does); 0: any that is free")
            ->check(whole_number(65535))
            ->type_name("N");
        app.add_option("--address", options_.address,
                       "Another address than 127.0.0.1; it needs --token-file, and who is on that network sees all")
            ->type_name("ADDRESS");
        token_ = app.add_option("--token-file", token_file_,
                                "Only who sends the token in this file is answered; a new one is made if there is none")
                     ->type_name("FILE");
        app.add_flag("--allow-edits", allow_edits_, "Lets them change the world, too; else they can only read it");
        app.add_flag("--paused", paused_, "Runs no ticks");
    }
    void execute(std::ostream& out, std::ostream& err, CommandLine&) override {
        const WorldSource source = source_.take(game(), true);
        if (token_->count() > 0) need_file(token_, token_file_);
        if (!remote::HttpServer::available())
            throw InputError("this program was built without cpp-httplib, so it cannot listen");
        if (!token_file_.empty()) {
            const auto token = read_token(token_file_);
            if (!token) throw InputError(token.error());
            options_.token = *token;
        }
        const std::unique_ptr<Session> session = open_with_warnings(source, err);
        options_.port = static_cast<std::uint16_t>(port_);
        const EndSignals signals;
        const auto server = SessionServer::start(options_);
        if (!server) throw InputError(server.error());
        std::optional<probe::Probe> link;
        if (!paused_) {
            link.emplace(link_name(*session), probe::ProbeOptions{.read_only = !allow_edits_});
            link->show(session->world, session->schedule);
            if (!link->problem().empty()) err << terminal_text(link->problem()) << std::endl;
        }
        out << "listening on " << (*server)->address() << std::endl;
        serve_until_ended(*session, **server, allow_edits_ ? performer(*session, err) : SessionServer::Perform(),
                          link ? &*link : nullptr);
    }

private:
    SourceArguments source_;
    ServeOptions options_;
    std::uint32_t port_ = usual_port;
    std::filesystem::path token_file_;
    bool allow_edits_ = false, paused_ = false;
    CLI::Option* token_ = nullptr;
};

class McpSubcommand : public Subcommand {
public:
    McpSubcommand()
        : Subcommand("mcp", "Lets an assistant ask a world (Model Context Protocol, on standard input and output)") {}

    void add_to(CLI::App& app) override {
        source_.add_to(app);
        add_ticks(app, ticks_, "How many ticks to run before");
        attach_ = app.add_option("--attach", program_,
                                 "Asks the world of a running program instead: by its name, or flecs or bevy")
                      ->type_name("NAME");
        app.add_flag("--allow-edits", allow_edits_, "Lets it change the world, too; else it can only read it");
        save_ = app.add_option("--save", file_, "Saves the world when the input ends; goes with --allow-edits")
                    ->type_name("OUT.json");
    }
    void execute(std::ostream& out, std::ostream& err, CommandLine&) override {
        if (save_->count() > 0) need_file(save_, file_);
        if (save_->count() > 0 && !allow_edits_) throw UsageError("--save goes with --allow-edits");
        const WithoutPipeSignal goes_on;  // the world is saved, whoever has gone
        if (attach_->count() > 0) return ask_program(out, err);
        const WorldSource source = source_.take(game(), true);
        const std::unique_ptr<Session> session = open_with_warnings(source, err);
        for (std::uint64_t i = 0; i < ticks_; ++i) session->tick();
        if (allow_edits_) session->record();
        const SessionServer::Perform perform = allow_edits_ ? performer(*session, err) : SessionServer::Perform();
        talk_mcp(std::cin, out, [&](const remote::Json& message, const McpCancelled& cancelled) {
            return answer_mcp({*session, perform, session.get(), cancelled}, message);
        });
        while (session->schedule.within_tick()) session->tick();  // a file begins with a whole tick
        if (!file_.empty()) save_result(*session, file_, err);
    }

private:
    /// The world follows its program also while nobody asks.
    void ask_program(std::ostream& out, std::ostream& err) {
        if (source_.any() || ticks_ > 0) throw UsageError("--attach goes without a file, a scene and ticks");
        const std::unique_ptr<Session> session = make_attached_session(game(), target_to_attach(program_));
        AttachedWorld& attached = *session->attached;
        wait_for_world(attached, std::chrono::seconds(10));
        std::mutex mutex;  // of the session
        std::condition_variable ended;
        bool ends = false;
        std::thread follower([&] {
            std::unique_lock lock(mutex);
            while (
                !ended.wait_for(lock, std::chrono::duration<double>(attached.interval_secs()), [&] { return ends; })) {
                attached.update();
                for (const AttachedWorld::Message& message : attached.take_messages())
                    err << terminal_text(message.text) << std::endl;
            }
        });
        const SessionServer::Perform perform = allow_edits_ ? performer(*session, err) : SessionServer::Perform();
        talk_mcp(std::cin, out, [&](const remote::Json& message, const McpCancelled& cancelled) {
            const std::lock_guard lock(mutex);
            attached.update();
            return answer_mcp({*session, perform, session.get(), cancelled}, message);
        });
        {
            const std::lock_guard lock(mutex);
            ends = true;
        }
        ended.notify_all();
        follower.join();
        if (!file_.empty()) save_result(*session, file_, err);
    }

    CLI::Option* attach_ = nullptr;
    std::string program_;
    SourceArguments source_;
    std::uint64_t ticks_ = 0;
    bool allow_edits_ = false;
    std::filesystem::path file_;
    CLI::Option* save_ = nullptr;
};

}  // namespace

std::unique_ptr<Subcommand> make_serve_subcommand() { return std::make_unique<ServeSubcommand>(); }
std::unique_ptr<Subcommand> make_mcp_subcommand() { return std::make_unique<McpSubcommand>(); }

}  // namespace editor
