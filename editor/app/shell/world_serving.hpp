// WorldServing lets other programs ask the world that is open, between two frames, and change it as panels do. Editors see
// each of its ticks over the link, and change nothing there: ticks and undo are this window's.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "editor/base/message.hpp"
#include "editor/remote/session_server.hpp"
#include "panels/desk/desk.hpp"
#include "probe/run/probe.hpp"

namespace editor {

class WorldServing {
public:
    using Tell = std::function<void(MessageKind kind, const std::string& text)>;
    /// The desk outlives it.
    WorldServing(panels::Desk& desk, Tell tell) : desk_(desk), tell_(std::move(tell)) {}

    bool on() const { return server_ != nullptr; }
    /// The name is what editors attach to it by.
    void set_on(bool serve, const std::string& name);
    /// Where other programs reach the world; empty: nowhere.
    std::string address() const { return on() ? server_->address() : std::string(); }
    /// The addresses that belong to this window.
    std::vector<std::string> own_addresses() const;
    /// Returns whether anybody was answered.
    bool serve(Session& session);
    /// Before each tick, and now and then while there is none: editors see how the world is.
    void show(Session& session, bool ticks);
    /// An editor looks at the world over the link, and needs an answer some times a second.
    bool watched() const { return link_ && link_->connected(); }
    void session_goes();
    /// Whether the edit that is refused is one of others: then they are told.
    bool refuses(const std::string& reason);

private:
    remote::EditOutcome perform(const ecs::History& history, std::string label, std::vector<ecs::Edit> edits);

    panels::Desk& desk_;
    Tell tell_;
    std::optional<std::string> refused_;  // while edits of others are executed: why not
    std::optional<probe::Probe> link_;
    const ecs::World* shown_ = nullptr;      // by link_
    std::unique_ptr<SessionServer> server_;  // wakes the window, so it goes first
};

}  // namespace editor
