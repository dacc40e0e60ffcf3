#include "editor/app/shell/world_serving.hpp"

#include <utility>

#include "editor/app/window/window.hpp"
#include "editor/base/language.hpp"

namespace editor {

void WorldServing::set_on(bool serve, const std::string& name) {
    if (serve == on()) return;
    if (!serve) {
        server_.reset();
        link_.reset();
        shown_ = nullptr;
        return tell_(MessageKind::Note, tr("This world is not served any more"));
    }
    ServeOptions options{.arrived = [] { Window::wake(); }};
    auto started = SessionServer::start(options);
    // The usual port may be another program's.
    options.port = 0;
    if (!started) started = SessionServer::start(options);
    if (!started) return tell_(MessageKind::Error, started.error());
    server_ = std::move(*started);
    link_.emplace(name, probe::ProbeOptions{.read_only = true});
    tell_(MessageKind::Note,
          phrase("This world is served at {}, and seen by editors as \"{}\". Undo takes back what others change",
                 address(), name));
    if (!link_->problem().empty())
        tell_(MessageKind::Warning, phrase("Editors cannot attach to it by name: {}", link_->problem()));
}

std::vector<std::string> WorldServing::own_addresses() const {
    if (!on()) return {};
    return {address(), "127.0.0.1:" + std::to_string(link_->port())};
}

void WorldServing::show(Session& session, bool ticks) {
    if (!link_ || session.schedule.within_tick()) return;
    if (std::exchange(shown_, &session.world) != &session.world) link_->show(session.world, session.schedule);
    if (ticks)
        (void)link_->tick();
    else
        link_->stand_by();
}

void WorldServing::session_goes() {
    if (!on()) return;
    server_->session_goes();
    link_->hide();
    shown_ = nullptr;
}

bool WorldServing::serve(Session& session) {
    if (!desk_.transport.playing) show(session, false);
    return on() && server_->serve(session, [&](std::string label, std::vector<ecs::Edit> edits) {
        return perform(session.history, std::move(label), std::move(edits));
    }) > 0;
}

bool WorldServing::refuses(const std::string& reason) {
    if (refused_) refused_ = reason;
    return refused_.has_value();
}

remote::EditOutcome WorldServing::perform(const ecs::History& history, std::string label,
                                          std::vector<ecs::Edit> edits) {
    const std::uint64_t before = history.state();
    desk_.watch.make_room();
    desk_.runner.end_gesture(desk_.subject());
    std::vector<panels::Request> requests;
    requests.emplace_back(
        panels::EditRequest{.label = std::move(label), .edits = std::move(edits), .ends_gesture = true});
    refused_.emplace();
    desk_.runner.execute(desk_.subject(), requests, false);
    const std::string why = *std::exchange(refused_, std::nullopt);
    desk_.watch.sample();
    if (history.state() == before) return {why.empty() ? tr("the change was refused") : why};
    return {{}, remote::created_by_last_step(history)};
}

}  // namespace editor
