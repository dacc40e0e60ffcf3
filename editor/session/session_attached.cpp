#include "editor/session/session_attached.hpp"

#include "editor/attach/attached_world.hpp"

namespace editor {

std::unique_ptr<Session> make_attached_session(const Game& game, const AttachTarget& target) {
    auto session = std::make_unique<Session>(game, Session::WithoutTypes());
    session->attached =
        std::make_unique<AttachedWorld>(make_owner(target), session->world, session->schedule, session->history);
    return session;
}

}  // namespace editor
