#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "ecs/diagnose/doctor.hpp"
#include "editor/base/terminal_text.hpp"
#include "editor/base/text_format.hpp"
#include "editor/cli/subcommand_functions.hpp"
#include "editor/cli/world_json.hpp"

namespace editor {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t named_archetypes = 3;
constexpr std::size_t max_rounds = 100;  // limit, never reached: each round removes a finding

void write_findings(std::ostream& out, const ecs::World& world, const std::vector<ecs::Finding>& findings) {
    if (findings.empty()) {
        std::size_t empty = 0;
        for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id)
            empty += world.archetype(id).entity_count() == 0 ? 1 : 0;
        out << "no problems found in " << bytes_text(world.blocks().bytes_reserved()) << ": "
            << counted(world.archetype_count(), "archetype", "archetypes") << " (" << with_commas(empty) << " empty), "
            << bytes_text(world.blocks().bytes_in_use()) << " of chunks, none of the "
            << std::to_string(ecs::shape_count) << " shapes of fragmentation\n";
        return;
    }
    std::uint64_t wasted = 0;
    for (const ecs::Finding& finding : findings) {
        out << ecs::title_of(finding.shape) << " (" << ecs::name_of(finding.confidence) << "), "
            << with_commas(finding.wasted_bytes) << " bytes wasted\n  cause   " << terminal_text(finding.cause)
            << "\n  remedy  " << terminal_text(finding.remedy) << "\n";
        for (std::size_t i = 0; i < std::min(named_archetypes, finding.archetypes.size()); ++i) {
            const std::string names = joined(component_names(world.archetype(finding.archetypes[i])));
            out << (i == 0 ? "  where   " : "          ") << (names.empty() ? "no components" : names) << "\n";
        }
        if (finding.archetypes.size() > named_archetypes)
            out << "          and " << counted(finding.archetypes.size() - named_archetypes, "archetype", "archetypes")
                << " more\n";
        out << "\n";
        wasted += finding.wasted_bytes;
    }
    out << counted(findings.size(), "finding", "findings") << ", " << with_commas(wasted) << " bytes wasted\n";
}

/// Applies the remedies, the first finding first, and examines the world again, because one remedy may remove
/// another's cause.
std::size_t fix(Session& session) {
    std::size_t fixed = 0;
    for (std::size_t round = 0; round < max_rounds; ++round) {
        std::vector<ecs::Finding> findings = ecs::diagnose(session.world, session.schedule);
        if (findings.empty() || !findings.front().mendable()) break;
        ecs::Finding& worst = findings.front();
        const std::string label = "Fix: " + std::string(ecs::title_of(worst.shape));
        const std::string reason = session.history.perform({label, std::move(worst.edits)});
        if (!reason.empty()) throw InputError(reason);
        session.history.seal();
        ++fixed;
    }
    return fixed;
}

}  // namespace

ordered_json findings_json(const ecs::World& world, const std::vector<ecs::Finding>& findings) {
    ordered_json list = ordered_json::array();
    for (const ecs::Finding& finding : findings) {
        ordered_json archetypes = ordered_json::array();
        for (const ecs::ArchetypeId id : finding.archetypes) archetypes.push_back(component_names(world.archetype(id)));
        list.push_back({{"shape", ecs::name_of(finding.shape)},
                        {"cause", finding.cause},
                        {"archetypes", std::move(archetypes)},
                        {"wasted_bytes", finding.wasted_bytes},
                        {"remedy", finding.remedy}});
    }
    return {{"findings", std::move(list)}};
}

void run_doctor(const DoctorOptions& options, std::ostream& out, std::ostream& err) {
    const std::unique_ptr<Session> session = open_with_warnings(options.source, err);
    for (std::uint64_t i = 0; i < options.ticks; ++i) session->tick();
    const auto in_use = [&] { return session->world.blocks().bytes_in_use(); };
    const auto reserved = [&] { return session->world.blocks().bytes_reserved(); };
    const std::size_t in_use_before = in_use(), reserved_before = reserved();
    const std::size_t fixed = options.fix ? fix(*session) : 0;
    if (options.fix) save_result(*session, options.save, err);

    const std::vector<ecs::Finding> findings = ecs::diagnose(session->world, session->schedule);
    if (options.json) {
        out << findings_json(session->world, findings).dump(2) << "\n";
        return;
    }
    if (options.fix)
        out << "fixed " << counted(fixed, "finding", "findings") << ": chunks took " << with_commas(in_use_before)
            << " bytes and take " << with_commas(in_use()) << ", slabs took " << with_commas(reserved_before)
            << " and take " << with_commas(reserved()) << "; saved as " << terminal_text(options.save.string())
            << "\n\n";
    write_findings(out, session->world, findings);
}

}  // namespace editor
