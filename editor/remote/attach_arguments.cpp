#include "editor/remote/attach_arguments.hpp"

#include <algorithm>
#include <optional>
#include <thread>
#include <utility>

#include "editor/base/terminal_text.hpp"
#include "editor/base/text_format.hpp"
#include "editor/cli/subcommand.hpp"
#include "remote/kinds/owner_kinds.hpp"

namespace editor {

std::vector<std::string> attach_kind_names() {
    std::vector<std::string> names;
    for (const remote::OwnerKind& each : remote::owner_kinds()) names.emplace_back(each.name);
    return names;
}

AttachTarget program_to_attach(const std::string& name) {
    ecs::Result<AttachTarget> target = program_called(name);
    if (!target) throw InputError(terminal_text(target.error()));
    return *target;
}

AttachTarget target_to_attach(const std::string& kind_or_name) {
    const bool is_kind = remote::find_owner_kind(kind_or_name) != nullptr;
    ecs::Result<AttachTarget> target = is_kind ? attach_target(kind_or_name, {}) : program_called(kind_or_name);
    if (target) return *target;
    throw InputError(terminal_text(target.error() +
                                   (is_kind ? "" : ", and it is none of the kinds " + joined(attach_kind_names()))));
}

void wait_for_world(AttachedWorld& attached, std::chrono::seconds patience, const std::string& name) {
    auto end = std::chrono::steady_clock::now() + patience;
    std::size_t to_come = 0;
    std::optional<std::chrono::steady_clock::time_point> missed_since;
    while (true) {
        // The systems, and what is hidden, are asked for after the first picture.
        const bool all_came = attached.arrived() && attached.owner().details_known();
        attached.update();
        const ecs::OwnerWorlds* const worlds = attached.owner().worlds();
        const bool is_wanted = name.empty() || (worlds != nullptr && worlds->names[worlds->shown] == name);
        if (all_came && is_wanted) return;
        // A program that starts may show its worlds one after the other.
        const auto now = std::chrono::steady_clock::now();
        // As long as parts of a large world come.
        if (std::exchange(to_come, attached.mirror().still_to_come()) != attached.mirror().still_to_come())
            end = now + patience;
        const bool lists_it =
            worlds != nullptr && std::find(worlds->names.begin(), worlds->names.end(), name) != worlds->names.end();
        if (!all_came || lists_it) missed_since.reset();
        if (all_came && !lists_it && !missed_since) missed_since = now;
        if (now > end || (missed_since && now > *missed_since + std::chrono::seconds(1))) {
            if (attached.arrived() && !is_wanted)
                throw InputError("the program shows no world called " + terminal_text(name) +
                                 (worlds == nullptr ? "; it has one without a name"
                                                    : "; it has " + terminal_text(joined(worlds->names))));
            if (attached.arrived()) return;
            throw InputError(attached.lost());
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
}

}  // namespace editor
