#include "panels/lab/lab_selection.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "panels/base/format.hpp"
#include "panels/base/language.hpp"
#include "panels/lab/lab_state.hpp"

namespace panels {

using namespace ecs::lab;

namespace {

constexpr std::int32_t not_a_value = -1;

/// A value of an entity, or with `not_a_value` what else a storage keeps of it.
using Part = std::pair<std::uint64_t, std::int32_t>;

bool has_owner(const Span& span) { return span.role == Role::Payload || span.handle != 0; }

std::int32_t type_of(const Span& span) { return span.role == Role::Payload ? span.type : not_a_value; }

/// What a line holds, by entity.
std::vector<Part> parts_of(LabRuns& runs, const LabLine& line) {
    std::vector<Part> parts;
    const std::vector<Span>& spans = runs.now(line.kind).spans;
    auto span = std::upper_bound(spans.begin(), spans.end(), line.line,
                                 [](Address at, const Span& each) { return at < each.end(); });
    for (; span != spans.end() && span->at < line.line + line_bytes; ++span)
        if (has_owner(*span))
            if (const auto entity = runs.run(line.kind).entity_of({span->handle}))
                parts.emplace_back(*entity, type_of(*span));
    return parts;
}

}  // namespace

LabFound find_selected(LabRuns& runs, const LabSelection& selection, StorageKind kind) {
    LabFound found;
    if (selection.empty()) return found;
    const ScenarioRun& run = runs.run(kind);
    // The same entities, as this storage's spans name them.
    std::vector<Part> parts;
    if (selection.line && selection.line->kind != kind) {
        for (const auto& [entity, type] : parts_of(runs, *selection.line))
            if (const auto handle = run.true_handle_of(entity)) parts.emplace_back(handle->bits, type);
        std::sort(parts.begin(), parts.end());
    }
    const std::optional<Handle> entity = selection.entity ? run.true_handle_of(*selection.entity) : std::nullopt;
    const auto belongs = [&](const Span& span) {
        if (selection.line && selection.line->kind == kind)
            return has_owner(span) && span.at < selection.line->line + line_bytes && span.end() > selection.line->line;
        if (selection.line)
            return has_owner(span) && std::binary_search(parts.begin(), parts.end(), Part{span.handle, type_of(span)});
        if (selection.entity && !(entity && has_owner(span) && span.handle == entity->bits)) return false;
        return !selection.type || type_of(span) == static_cast<std::int32_t>(*selection.type);
    };
    const LabMoment& moment = runs.now(kind);
    auto block = moment.blocks.begin();
    for (const Span& span : moment.spans) {
        while (block != moment.blocks.end() && block->end() <= span.at) ++block;
        if (block == moment.blocks.end()) break;
        if (span.at < block->begin || !belongs(span)) continue;  // variables of the program are not memory of the lab
        (span.role == Role::Payload ? found.value_bytes : found.other_bytes) += span.bytes;
        found.ranges.emplace_back(span.at, span.end());
    }
    found.ranges = joined_ranges(std::move(found.ranges));
    Address counted = 0;  // where the lines that are counted end
    for (const auto& [begin, end] : found.ranges) {
        const Address first = std::max(begin / line_bytes, counted), last = (end + line_bytes - 1) / line_bytes;
        found.lines += last - std::min(first, last);
        counted = last;
    }
    return found;
}

std::string found_text(const LabFound& found) {
    if (found.ranges.empty()) return tr("nowhere");
    std::string text;
    if (found.value_bytes > 0) text = phrase("{} values", format_bytes(found.value_bytes));
    if (found.other_bytes > 0)
        text += phrase("{}{} index", (text.empty() ? "" : " + "), format_bytes(found.other_bytes));
    return text + ", " + format_count(found.lines, "line");
}

}  // namespace panels
