#include "ecs/language/evaluator.hpp"

#include <algorithm>
#include <cstring>

#include "ecs/language/binder.hpp"
#include "ecs/language/change_baseline.hpp"
#include "ecs/language/intervals.hpp"
#include "ecs/world/prefab_types.hpp"

namespace ecs {

void Evaluator::reserve(const BoundQuery& query) {
    query_ = &query;
    left_out_of_ = nullptr;
    verdicts_.resize(query.nodes.size());
    roots_.resize(query.nodes.size());
    columns_.resize(query.components.size());
    at_.resize(query.components.size());
    watches_.resize(query.watches.size());
    aggregates_.resize(query.aggregates.size());
    inner_.resize(query.aggregates.size());
    for (std::size_t i = 0; i < inner_.size(); ++i) inner_[i].reserve(*query.aggregates[i].query);
    masks_.resize(2 * query.depth + 1);
    machine_.reserve(query.registers);
    machine_.components = &query.components;
    machine_.watches = &watches_;
    machine_.aggregates = &aggregates_;
}

void Evaluator::begin(const World& world, const QueryInputs& inputs) {
    world_ = &world;
    inputs_ = inputs;
    machine_.world = &world;
    machine_.inputs = &inputs_;
    machine_.watches = &watches_;  // this object may have moved
    machine_.aggregates = &aggregates_;
    machine_.faults = {};
    find_left_out();
    for (std::size_t i = 0; i < watches_.size(); ++i) watches_[i] = cell_of_watch(query_->watches[i], inputs.watches);
    for (std::size_t i = 0; i < query_->nodes.size(); ++i)
        if (query_->nodes[i].kind == BoundKind::Below) roots_[i] = below_root(query_->nodes[i]);
    find_aggregates();
}

void Evaluator::find_left_out() {
    if (left_out_of_ == world_ && left_out_types_ == world_->types().size()) return;
    left_out_of_ = world_;
    left_out_types_ = world_->types().size();
    left_out_ = prefab_type(world_->types());
    // Who names the tag, or one entity, means prefabs, too.
    const auto names_it = [&](const BoundNode& node) {
        return node.kind == BoundKind::Id || node.kind == BoundKind::Below || node.component == left_out_;
    };
    if (left_out_ != no_component && std::any_of(query_->nodes.begin(), query_->nodes.end(), names_it))
        left_out_ = no_component;
}

Entity Evaluator::below_root(const BoundNode& node) const {
    if (!node.entity && node.entity.index == 0) return world_->find_by_name(node.text);
    if (node.entity.generation != 0) return world_->alive(node.entity) ? node.entity : null_entity;
    return node.entity.index < world_->slot_count() ? world_->entity_at_slot(node.entity.index) : null_entity;
}

// What holds for a whole archetype

Verdict Evaluator::join(const BoundNode& node) const {
    const bool is_and = node.kind == BoundKind::And;
    Verdict result = is_and ? Verdict::Always : Verdict::Never;
    for (const std::uint32_t child : node.children)
        result = is_and ? std::min(result, verdicts_[child]) : std::max(result, verdicts_[child]);
    return result;
}

bool Evaluator::has_all(const std::vector<std::uint32_t>& needs) const {
    return std::all_of(needs.begin(), needs.end(), [&](std::uint32_t index) { return columns_[index] != no_column; });
}

Verdict Evaluator::judge(const BoundNode& node, const Archetype& archetype, bool present_only) const {
    const auto when = [](bool holds) { return holds ? Verdict::Rows : Verdict::Never; };
    const auto programs_run = [&] {
        return std::all_of(node.programs.begin(), node.programs.end(),
                           [&](std::uint32_t program) { return has_all(query_->programs[program].needs); });
    };
    switch (node.kind) {
        case BoundKind::Always:
            return Verdict::Always;
        case BoundKind::And:
        case BoundKind::Or:
            return join(node);
        case BoundKind::Not: {
            const Verdict inner = verdicts_[node.children[0]];
            return inner == Verdict::Rows ? inner : inner == Verdict::Never ? Verdict::Always : Verdict::Never;
        }
        case BoundKind::Has:
            return archetype.has(node.component) ? Verdict::Always : Verdict::Never;
        case BoundKind::Interval:
            return when(columns_[node.index] != no_column);
        case BoundKind::Compare:
        case BoundKind::Contains:
        case BoundKind::IsTrue:
        case BoundKind::Reaches:
            return when(programs_run());
        case BoundKind::Id: {
            if (present_only) return Verdict::Rows;
            const Entity entity = below_root(node);
            return when(entity && world_->location(entity).archetype == archetype.id());
        }
        case BoundKind::Below: {
            if (present_only) return Verdict::Rows;
            const Entity root = roots_[static_cast<std::size_t>(&node - query_->nodes.data())];
            return when(root &&
                        (archetype.has(world_->parent_id()) || world_->location(root).archetype == archetype.id()));
        }
        case BoundKind::Changed:
        case BoundKind::ChangedValue:
        case BoundKind::Added:
            return when((present_only || inputs_.baseline) && archetype.has(node.component));
        case BoundKind::Removed:
            return when((present_only || inputs_.baseline) && !archetype.has(node.component));
    }
    return Verdict::Rows;
}

void Evaluator::find_columns(const Archetype& archetype) {
    for (std::size_t i = 0; i < columns_.size(); ++i) columns_[i] = archetype.column_of(query_->components[i]);
}

Verdict Evaluator::enter(const Archetype& archetype) {
    find_columns(archetype);
    for (std::size_t i = 0; i < verdicts_.size(); ++i) verdicts_[i] = judge(query_->nodes[i], archetype, false);
    if (passes_over(archetype)) return Verdict::Never;
    return verdicts_.empty() ? Verdict::Always : verdicts_.back();
}

bool Evaluator::could_match(const World& world, const Archetype& archetype, ComponentId toggled) {
    world_ = &world;
    find_left_out();
    if (passes_over(archetype)) return false;
    find_columns(archetype);
    for (std::size_t i = 0; i < columns_.size(); ++i)
        if (query_->components[i] == toggled) columns_[i] = columns_[i] == no_column ? 0 : no_column;
    for (std::size_t i = 0; i < verdicts_.size(); ++i) {
        const BoundNode& node = query_->nodes[i];
        verdicts_[i] = judge(node, archetype, true);
        if (toggled == no_component || node.component != toggled) continue;
        const bool had = archetype.has(toggled);
        if (node.kind == BoundKind::Has) verdicts_[i] = had ? Verdict::Never : Verdict::Always;
        if (node.kind == BoundKind::Changed || node.kind == BoundKind::ChangedValue || node.kind == BoundKind::Added)
            verdicts_[i] = had ? Verdict::Never : Verdict::Rows;
        if (node.kind == BoundKind::Removed) verdicts_[i] = had ? Verdict::Rows : Verdict::Never;
    }
    return verdicts_.back() != Verdict::Never;
}

// The rows of a chunk

void Evaluator::point_at(const ChunkSlice& slice) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        if (columns_[i] == no_column) continue;
        const auto column = static_cast<std::size_t>(columns_[i]);
        const std::byte* data = slice.archetype->column_data(slice.chunk, column);
        at_[i] = data ? data + slice.first * slice.archetype->types()[column]->size : nullptr;
    }
}

// All of a column, or its first lines where it is wide: those come in while the chunk before is asked.
void Evaluator::prefetch(const Archetype& archetype, std::size_t chunk, std::size_t rows) const {
    constexpr std::size_t cache_line = 64, most_lines = 48;
    const Chunk& next = archetype.chunk(chunk);
    const ChunkLayout& layout = archetype.layout();
    for (const int column : columns_) {
        if (column == no_column) continue;
        const std::size_t size = archetype.types()[static_cast<std::size_t>(column)]->size;
        const std::size_t lines = std::min(most_lines, (rows * size + cache_line - 1) / cache_line);
        for (std::size_t line = 0; line < lines; ++line)
            __builtin_prefetch(next.at(layout.offsets[static_cast<std::size_t>(column)] + line * cache_line));
    }
}

const std::uint8_t* Evaluator::mask(const ChunkSlice& slice) {
    point_at(slice);
    std::uint8_t* out = masks_.back().data();
    run(static_cast<std::uint32_t>(query_->nodes.size() - 1), slice, nullptr, out, 0);
    return out;
}

bool Evaluator::holds(std::uint32_t node, const ChunkSlice& slice) {
    point_at(slice);
    std::uint8_t* out = masks_.back().data();
    run(node, slice, nullptr, out, 0);
    return out[0] != 0;
}

void Evaluator::run(std::uint32_t id, const ChunkSlice& slice, const std::uint8_t* active, std::uint8_t* out,
                    std::size_t level) {
    const BoundNode& node = query_->nodes[id];
    if (verdicts_[id] != Verdict::Rows) {
        if (verdicts_[id] == Verdict::Never)
            std::memset(out, 0, slice.count);
        else if (active)
            std::memcpy(out, active, slice.count);
        else
            std::memset(out, 1, slice.count);
        return;
    }
    switch (node.kind) {
        case BoundKind::And:
            return run_and(node, slice, active, out, level);
        case BoundKind::Or:
            return run_or(node, slice, active, out, level);
        case BoundKind::Not:
            run(node.children[0], slice, active, out, level);
            for (std::size_t i = 0; i < slice.count; ++i)
                out[i] = static_cast<std::uint8_t>((out[i] ^ 1) & (active ? active[i] : 1));
            return;
        default:
            run_leaf(node, slice, active, out);
            if (active)
                for (std::size_t i = 0; i < slice.count; ++i) out[i] &= active[i];
    }
}

void Evaluator::run_and(const BoundNode& node, const ChunkSlice& slice, const std::uint8_t* active, std::uint8_t* out,
                        std::size_t level) {
    // A condition sees the rows that are left: faults count only there.
    std::uint8_t* left = masks_[2 * level].data();
    bool first = true;
    for (const std::uint32_t child : node.children) {
        if (verdicts_[child] == Verdict::Always) continue;
        if (first) {
            run(child, slice, active, out, level + 1);
        } else {
            if (!std::memchr(out, 1, slice.count)) return;
            std::memcpy(left, out, slice.count);
            run(child, slice, left, out, level + 1);
        }
        first = false;
    }
}

void Evaluator::run_or(const BoundNode& node, const ChunkSlice& slice, const std::uint8_t* active, std::uint8_t* out,
                       std::size_t level) {
    std::uint8_t *rest = masks_[2 * level].data(), *found = masks_[2 * level + 1].data();
    if (active)
        std::memcpy(rest, active, slice.count);
    else
        std::memset(rest, 1, slice.count);
    std::memset(out, 0, slice.count);
    for (const std::uint32_t child : node.children) {
        if (verdicts_[child] == Verdict::Never) continue;
        if (!std::memchr(rest, 1, slice.count)) return;
        run(child, slice, rest, found, level + 1);
        for (std::size_t i = 0; i < slice.count; ++i) {
            out[i] |= found[i];
            rest[i] = static_cast<std::uint8_t>(rest[i] & (found[i] ^ 1));
        }
    }
}

void Evaluator::run_leaf(const BoundNode& node, const ChunkSlice& slice, const std::uint8_t* active,
                         std::uint8_t* out) {
    switch (node.kind) {
        case BoundKind::Interval:
            return test_interval(node, at_[node.index] + node.field.offset, world_->types()[node.component].size,
                                 slice.count, out);
        case BoundKind::Changed: {
            const std::uint64_t version =
                slice.archetype->column_version(slice.chunk, slice.archetype->column_of(node.component));
            std::memset(out, version > inputs_.baseline->version() ? 1 : 0, slice.count);
            return;
        }
        case BoundKind::ChangedValue:
            return run_changed_value(node, slice, out);
        case BoundKind::Id:
        case BoundKind::Below:
        case BoundKind::Added:
        case BoundKind::Removed:
            return run_entities(node, slice, out);
        default:
            return run_programs(node, slice, active, out);
    }
}

void Evaluator::run_entities(const BoundNode& node, const ChunkSlice& slice, std::uint8_t* out) const {
    const Entity* entities = slice.archetype->chunk(slice.chunk).entities().data() + slice.first;
    const auto each = [&](auto test) {
        for (std::size_t i = 0; i < slice.count; ++i) out[i] = test(entities[i]) ? 1 : 0;
    };
    if (node.kind == BoundKind::Id) {
        const Entity wanted = below_root(node);
        return each([&](Entity entity) { return entity == wanted; });
    }
    if (node.kind == BoundKind::Below) {
        const Entity root = roots_[static_cast<std::size_t>(&node - query_->nodes.data())];
        return each([&](Entity entity) { return world_->is_below(entity, root); });
    }
    const ChangeBaseline::Members* before = inputs_.baseline->members(node.component);
    const bool wanted = node.kind == BoundKind::Removed;
    each([&](Entity entity) { return before && before->had(entity) == wanted; });
}

void Evaluator::run_changed_value(const BoundNode& node, const ChunkSlice& slice, std::uint8_t* out) const {
    std::memset(out, 0, slice.count);
    const ChangeBaseline::Values* before = inputs_.baseline->values(node.field);
    const int column = slice.archetype->column_of(node.component);
    if (!before || slice.archetype->column_version(slice.chunk, column) <= inputs_.baseline->version()) return;
    const Entity* entities = slice.archetype->chunk(slice.chunk).entities().data() + slice.first;
    const std::size_t stride = world_->types()[node.component].size;
    const std::byte* at = slice.archetype->column_data(slice.chunk, static_cast<std::size_t>(column)) +
                          slice.first * stride + node.field.offset;
    for (std::size_t i = 0; i < slice.count; ++i) {
        const void* old = before->value(entities[i]);
        if (!old) continue;
        const void* present = at + i * stride;
        const bool same = node.field.kind == FieldKind::String
                              ? *static_cast<const std::string*>(old) == *static_cast<const std::string*>(present)
                              : std::memcmp(old, present, node.field.element_size) == 0;
        out[i] = same ? 0 : 1;
    }
}

}  // namespace ecs
