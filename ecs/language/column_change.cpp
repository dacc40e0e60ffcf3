#include "ecs/language/column_change.hpp"

#include <algorithm>
#include <cstring>

#include "ecs/base/language.hpp"
#include "ecs/language/cells.hpp"

namespace ecs {

namespace {

std::size_t bytes_of_write(const Binder::Place& place) {
    return place.kind == FieldKind::Enum ? place.field->element_size : size_of(place.kind);
}

}  // namespace

bool ColumnChange::fits(const std::vector<BoundStep>& steps) {
    return std::all_of(steps.begin(), steps.end(), [](const BoundStep& step) {
        return step.kind == StepKind::Set && step.writes.front().place.kind != FieldKind::String;
    });
}

std::string ColumnChange::run(World& world, const std::vector<BoundStep>& steps, Evaluator& evaluator,
                              std::uint64_t& visited) {
    std::uint64_t matches = 0;
    find_targets(world, evaluator, matches);
    values_.clear();
    for (const Target& target : targets_) {
        evaluator.enter(world.archetype(target.archetype));
        for (const BoundStep& step : steps)
            if (std::string why = work_out(world, target, step.writes.front(), evaluator); !why.empty()) return why;
    }
    const std::byte* values = values_.data();
    for (const Target& target : targets_)
        for (const BoundStep& step : steps) values = write_down(world, target, step.writes.front(), values);
    visited += matches;
    return {};
}

void ColumnChange::find_targets(const World& world, Evaluator& evaluator, std::uint64_t& visited) {
    targets_.clear();
    masks_.clear();
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const Archetype& archetype = world.archetype(id);
        if (archetype.entity_count() == 0 || evaluator.enter(archetype) == Verdict::Never) continue;
        for (std::size_t chunk = 0; chunk < archetype.chunk_count(); ++chunk) {
            const std::size_t rows = archetype.chunk(chunk).rows;
            const std::uint8_t* mask = evaluator.mask({&archetype, chunk, 0, rows});
            for (std::size_t from = 0; from < rows; from += slice_rows) {
                const std::size_t count = std::min(slice_rows, rows - from);
                const auto matches = std::count(mask + from, mask + from + count, std::uint8_t{1});
                if (matches == 0) continue;
                visited += static_cast<std::uint64_t>(matches);
                targets_.push_back({id, static_cast<std::uint32_t>(chunk), static_cast<std::uint32_t>(from),
                                    static_cast<std::uint32_t>(count), masks_.size()});
                masks_.insert(masks_.end(), mask + from, mask + from + count);
            }
        }
    }
}

std::string ColumnChange::work_out(const World& world, const Target& target, const BoundWrite& write,
                                   Evaluator& evaluator) {
    const Archetype& archetype = world.archetype(target.archetype);
    const std::uint8_t* const matched = masks_.data() + target.mask;
    const ChunkSlice slice{&archetype, target.chunk, target.first, target.count};
    const auto who = [&](std::size_t row) {
        return to_string(archetype.chunk(target.chunk).entities()[target.first + row]);
    };
    const auto first = static_cast<std::size_t>(std::find(matched, matched + target.count, 1) - matched);
    if (!archetype.has(write.place.component))
        return phrase("{} has no {}", who(first), world.types()[write.place.component].name);

    const ValueProgram& program = evaluator.query().programs[write.program];
    const Register* const cells = evaluator.values(write.program, slice, matched);
    Binder::Place here = write.place;
    here.offset = 0;  // the value alone, without its component
    const std::size_t bytes = bytes_of_write(here);
    for (std::size_t row = 0; row < target.count; ++row) {
        if (matched[row] == 0) continue;
        if (!cells || cells->ok[row] == 0) return why_no_value(world, evaluator, write.program, archetype, who(row));
        const std::size_t at = values_.size();
        values_.resize(at + bytes);
        const std::string why = write_value(world, here, values_.data() + at, program, cells->cells[row]);
        if (!why.empty())
            return phrase("{} of {} would be {}, {}", write.what, who(row), text_of_cell(program, cells->cells[row]),
                          why);
    }
    return {};
}

const std::byte* ColumnChange::write_down(World& world, const Target& target, const BoundWrite& write,
                                          const std::byte* values) const {
    const std::uint8_t* const matched = masks_.data() + target.mask;
    const std::span<const Entity> entities = world.archetype(target.archetype).chunk(target.chunk).entities();
    const std::size_t bytes = bytes_of_write(write.place), stride = world.types()[write.place.component].size;
    std::byte* column = nullptr;  // at the first row of the target
    for (std::size_t row = 0; row < target.count; ++row) {
        if (matched[row] == 0) continue;
        // Asking for one value raises the version of the column and gives the place of all the others.
        if (!column)
            column = static_cast<std::byte*>(world.get_mut(entities[target.first + row], write.place.component)) -
                     row * stride;
        std::memcpy(column + row * stride + write.place.offset, values, bytes);
        values += bytes;
    }
    return values;
}

}  // namespace ecs
