#include "figures/lab/lab_figure.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "figures/lab/lab_page.hpp"

namespace figures::lab {

using namespace ecs::lab;

const LabFigure* lab_figure_named(std::string_view name) {
    for (const LabFigure& figure : all_lab_figures())
        if (figure.name == name) return &figure;
    return nullptr;
}

Fill fill_of(RoleGroup group) {
    switch (group) {
        case RoleGroup::Payload:
            return {{Tone::Bar}};
        case RoleGroup::Index:
            return {{Tone::EntityId}, Pattern::Uprights, {Tone::Header}};
        case RoleGroup::Holes:
            return {{Tone::Well}, Pattern::Crosses, {Tone::Edge}};
        case RoleGroup::Spare:
            return {{Tone::Well}, Pattern::Dots, {Tone::Edge}};
        case RoleGroup::Padding:
            break;
    }
    return {{Tone::Paper}, Pattern::Hatch, {Tone::Edge}};
}

std::uint32_t look_of_type(const Scenario& scenario, std::size_t type) {
    // As every world registers them.
    static constexpr std::array<std::string_view, neutral_components> neutral{"Name", "Parent"};
    const auto number = [&](std::size_t each) {
        return static_cast<std::size_t>(std::find(neutral.begin(), neutral.end(), scenario.types[each]->name) -
                                        neutral.begin());
    };
    if (number(type) < neutral.size()) return static_cast<std::uint32_t>(number(type));
    std::size_t tone = 0;
    for (std::size_t before = 0; before < type; ++before) tone += number(before) == neutral.size() ? 1 : 0;
    return component_of_tone(tone);
}

Fill fill_of(Role role, const Scenario& scenario, std::int32_t type) {
    if (role == Role::Payload && type >= 0)
        return component_fill(look_of_type(scenario, static_cast<std::size_t>(type)));
    return fill_of(group_of(role));
}

std::vector<BlockSummary> summarize_blocks(const ScenarioRun& run) {
    std::vector<BlockSummary> blocks;
    std::vector<std::map<std::pair<Role, std::int32_t>, std::uint64_t>> sums;
    for (const auto& [begin, block] : run.arena().blocks())
        if (block.kind == BlockKind::Heap) blocks.push_back({block, {}});
    sums.resize(blocks.size());
    const auto before = [](Address at, const BlockSummary& summary) { return at < summary.block.begin; };
    std::size_t last = 0;
    run.storage().describe([&](const Span& span) {
        if (blocks.empty()) return;
        if (span.at < blocks[last].block.begin || span.at >= blocks[last].block.end()) {
            const auto found = std::upper_bound(blocks.begin(), blocks.end(), span.at, before);
            if (found == blocks.begin()) return;
            last = static_cast<std::size_t>(found - blocks.begin()) - 1;
            if (span.at >= blocks[last].block.end()) return;
        }
        sums[last][{span.role, span.type}] += span.bytes;
    });
    for (std::size_t i = 0; i < blocks.size(); ++i)
        for (const auto& [key, bytes] : sums[i]) blocks[i].shares.push_back({key.first, key.second, bytes});
    return blocks;
}

std::string source_of(const Scenario& scenario) { return "scenario " + scenario.name; }

std::string moment_of(std::size_t done, const Scenario& scenario) {
    return "step " + format_count(done) + " of " + format_count(scenario.steps.size());
}

std::string storage_text(const ScenarioRun& run) {
    const Storage& storage = run.storage();
    std::string text(title_of(storage.kind()));
    if (storage.kind() != StorageKind::Chunks)
        text += " (" + std::string(origin_of(storage.kind())) + ", " + std::string(phrase_of(storage.mode())) + ")";
    return text;
}

}  // namespace figures::lab
