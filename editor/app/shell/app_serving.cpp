// The App as the server of its world: other programs ask between two frames, and change the world as panels do.
#include <utility>

#include "editor/app/shell/app.hpp"
#include "editor/base/language.hpp"

namespace editor {

void App::set_serving(bool serve) {
    if (serve == serving()) return;
    if (!serve) {
        server_.reset();
        chrome_.served_at.clear();
        return tell(MessageKind::Note, tr("This world is not served any more"));
    }
    ServeOptions options{.arrived = [] { Window::wake(); }};
    auto started = SessionServer::start(options);
    // The usual port may be another program's.
    options.port = 0;
    if (!started) started = SessionServer::start(options);
    if (!started) return tell(MessageKind::Error, started.error());
    server_ = std::move(*started);
    chrome_.served_at = server_->address();
    tell(MessageKind::Note,
         phrase("This world is served at {}: what other programs change is undone as what you do", chrome_.served_at));
}

bool App::serve_others() {
    if (!server_ || document_.world_stands_still()) return false;
    return server_->serve(document_.session(), [this](std::string label, std::vector<ecs::Edit> edits) {
        return perform_for_others(std::move(label), std::move(edits));
    }) > 0;
}

remote::EditOutcome App::perform_for_others(std::string label, std::vector<ecs::Edit> edits) {
    const ecs::History& history = document_.session().history;
    const std::uint64_t before = history.state();
    desk_.watch.make_room();
    desk_.runner.end_gesture(desk_.subject());
    std::vector<panels::Request> requests;
    requests.emplace_back(
        panels::EditRequest{.label = std::move(label), .edits = std::move(edits), .ends_gesture = true});
    refused_others_.emplace();
    desk_.runner.execute(desk_.subject(), requests, false);
    const std::string why = *std::exchange(refused_others_, std::nullopt);
    desk_.watch.sample();
    if (history.state() == before) return {why.empty() ? tr("the change was refused") : why};
    return {{}, remote::created_by_last_step(history)};
}

}  // namespace editor
