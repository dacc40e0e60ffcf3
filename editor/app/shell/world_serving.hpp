// WorldServing lets other programs ask the world that is open, between two frames, and change it as panels do.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "editor/base/message.hpp"
#include "editor/remote/session_server.hpp"
#include "panels/desk/desk.hpp"

namespace editor {

class WorldServing {
public:
    using Tell = std::function<void(MessageKind kind, const std::string& text)>;
    /// The desk outlives it.
    WorldServing(panels::Desk& desk, Tell tell) : desk_(desk), tell_(std::move(tell)) {}

    bool on() const { return server_ != nullptr; }
    void set_on(bool serve);
    /// Where other programs reach the world; empty: nowhere.
    std::string address() const { return on() ? server_->address() : std::string(); }
    /// Returns whether anybody was answered.
    bool serve(Session& session);
    void session_goes() {
        if (on()) server_->session_goes();
    }
    /// Whether the edit that is refused is one of others: then they are told.
    bool refuses(const std::string& reason);

private:
    remote::EditOutcome perform(const ecs::History& history, std::string label, std::vector<ecs::Edit> edits);

    panels::Desk& desk_;
    Tell tell_;
    std::optional<std::string> refused_;     // while edits of others are executed: why not
    std::unique_ptr<SessionServer> server_;  // wakes the window, so it goes first
};

}  // namespace editor
