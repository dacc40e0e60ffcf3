#include "editor/session/session_script.hpp"

#include "files/script/edit_script.hpp"

namespace editor {

void run_script(Session& session, std::string_view text, const std::string& name) {
    const auto make = [&session](std::string_view system) {
        return session.game.make_system(system, session.world, session.keys);
    };
    files::run_script(session.world, session.schedule, session.history, text, name,
                      {make, session.game.system_names()});
}

}  // namespace editor
