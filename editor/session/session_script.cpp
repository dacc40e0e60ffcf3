#include "editor/session/session_script.hpp"

#include "files/script/edit_script.hpp"

namespace editor {

void run_script(Session& session, std::string_view text, const std::string& name) {
    const std::span<const std::string_view> names = system_names();
    const auto make = [&session](std::string_view system) { return make_system(system, session.world, session.input); };
    files::run_script(session.world, session.schedule, session.history, text, name,
                      {make, {names.begin(), names.end()}});
}

}  // namespace editor
