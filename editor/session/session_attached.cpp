#include "editor/session/session_attached.hpp"

#include "ecs/schedule/schedule_state.hpp"
#include "editor/attach/attached_world.hpp"

namespace editor {

std::unique_ptr<Session> make_attached_session(const Game& game, const AttachTarget& target) {
    auto session = std::make_unique<Session>(game, Session::WithoutTypes());
    session->attached = std::make_unique<AttachedWorld>(make_owner(target), session->world, session->schedule,
                                                        session->history, session->timeline);
    return session;
}

std::optional<Session::ProgramKind> Session::program_kind() const {
    return attached == nullptr ? detached_from : ProgramKind{attached->kind(), attached->y_grows_up()};
}

void release_attached(Session& session) {
    session.detached_from = session.program_kind();
    session.attached.reset();
    ecs::ScheduleState::set_next(session.schedule, {});  // the program may be in the middle of a tick
    std::vector<std::string> systems;
    for (const ecs::System* const each : session.schedule.systems()) systems.push_back(each->description.name);
    for (const std::string& each : systems) (void)session.schedule.remove(session.world, each);
    (void)session.history.take_steps();
    session.history.mark_unsaved();
}

}  // namespace editor
