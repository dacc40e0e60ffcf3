// An Attachment fills the world of a Session from a running program and sends edits to it. Nothing ticks that world:
// time passes in the program. Whoever owns both calls update() between two frames; the Session goes last.
#pragma once

#include <memory>
#include <string>

#include "ecs/mirror/mirror.hpp"
#include "editor/session/session.hpp"
#include "remote/attach/attach.hpp"

namespace editor {

class Attachment {
public:
    /// Begins to ask; the first picture comes with a later update(). The Session must be empty, as empty_session()
    /// makes them.
    Attachment(remote::AttachTarget target, Session& session);
    ~Attachment();
    Attachment(const Attachment&) = delete;
    Attachment& operator=(const Attachment&) = delete;

    /// For the world of another program: without the Game's own types and systems.
    static std::unique_ptr<Session> empty_session(const Game& game);

    const ecs::Mirror::News& update();
    const ecs::Mirror& mirror() const { return mirror_; }
    const remote::RemoteOwner& owner() const { return *owner_; }
    const remote::AttachTarget& target() const { return target_; }
    /// "flecs at 127.0.0.1:27750"
    std::string title() const { return target_.text(); }
    /// Whether something was ever seen of the program.
    bool came() const { return came_; }
    /// Empty, or why nothing comes, for a person.
    const std::string& lost() const { return mirror_.lost(); }

private:
    remote::AttachTarget target_;
    Session& session_;
    std::unique_ptr<remote::RemoteOwner> owner_;
    ecs::Mirror mirror_;
    bool came_ = false;
};

}  // namespace editor
