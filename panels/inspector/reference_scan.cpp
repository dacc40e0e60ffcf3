#include "panels/inspector/reference_scan.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <tuple>

namespace panels {

namespace {

void list_handles(std::span<const ecs::Field> fields, std::uint32_t start, const std::string& before,
                  std::vector<ReferenceScan::Handle>& handles) {
    for (const ecs::Field& field : fields) {
        if (field.kind != ecs::FieldKind::Entity && field.kind != ecs::FieldKind::Struct) continue;
        for (std::uint32_t i = 0; i < field.count; ++i) {
            const std::uint32_t offset = start + field.offset + i * field.element_size;
            std::string path = before + field.name;
            if (field.count > 1) path += "[" + std::to_string(i) + "]";
            if (field.kind == ecs::FieldKind::Entity)
                handles.push_back({offset, std::move(path)});
            else
                list_handles(field.fields, offset, path + ".", handles);
        }
    }
}

ecs::Entity handle_at(const std::byte* value, std::uint32_t offset) {
    ecs::Entity entity;
    std::memcpy(&entity, value + offset, sizeof entity);
    return entity;
}

}  // namespace

ecs::Entity first_reference(const ecs::World& world, ecs::Entity entity) {
    for (const ecs::ComponentId component : world.archetype_of(entity).components()) {
        if (component == world.parent_id()) continue;
        std::vector<ReferenceScan::Handle> handles;
        list_handles(world.types()[component].fields, 0, {}, handles);
        for (const ReferenceScan::Handle& handle : handles) {
            const auto* value = static_cast<const std::byte*>(world.get(entity, component));
            const ecs::Entity target = handle_at(value, handle.offset);
            if (world.alive(target)) return target;
        }
    }
    return ecs::null_entity;
}

void ReferenceScan::forget() { *this = {}; }

void ReferenceScan::list_sources(const ecs::World& world) {
    for (auto id = static_cast<ecs::ComponentId>(handles_.size()); id < world.types().size(); ++id) {
        handles_.emplace_back();
        if (id != world.parent_id()) list_handles(world.types()[id].fields, 0, {}, handles_.back());
    }
    for (; archetypes_listed_ < world.archetype_count(); ++archetypes_listed_) {
        const auto id = static_cast<ecs::ArchetypeId>(archetypes_listed_);
        const auto components = world.archetype(id).components();
        for (std::size_t column = 0; column < components.size(); ++column)
            if (!handles_[components[column]].empty()) sources_.push_back({id, column, components[column]});
    }
}

void ReferenceScan::begin_pass(const ecs::World& world) {
    list_sources(world);
    passing_ = true;
    pass_version_ = checked_version_ = world.version();
    source_ = chunk_ = row_ = 0;
    rows_done_ = rows_total_ = 0;
    for (const Source& source : sources_) rows_total_ += world.archetype(source.archetype).entity_count();
    next_.clear();
    next_count_ = 0;
}

bool ReferenceScan::stale(const ecs::World& world) const {
    if (archetypes_listed_ != world.archetype_count() || handles_.size() != world.types().size()) return true;
    return std::any_of(sources_.begin(), sources_.end(), [&](const Source& source) {
        const ecs::Archetype& archetype = world.archetype(source.archetype);
        for (std::size_t chunk = 0; chunk < archetype.chunk_count(); ++chunk)
            if (archetype.column_version(chunk, static_cast<int>(source.column)) > pass_version_) return true;
        return false;
    });
}

std::size_t ReferenceScan::look_through(const ecs::World& world, const Source& source, std::size_t rows) {
    const ecs::Archetype& archetype = world.archetype(source.archetype);
    if (chunk_ >= archetype.chunk_count()) return 0;
    const std::vector<Handle>& handles = handles_[source.component];
    const auto entities = archetype.chunk(chunk_).entities();
    const std::size_t begin = std::min(row_, entities.size()), end = std::min(begin + rows, entities.size());
    const std::size_t size = world.types()[source.component].size;
    const std::byte* value = archetype.column_data(chunk_, source.column) + begin * size;
    for (std::size_t row = begin; row < end; ++row, value += size)
        for (std::uint32_t handle = 0; handle < handles.size(); ++handle) {
            if (handle_at(value, handles[handle].offset) != target_) continue;
            ++next_count_;
            if (next_.size() < kept) next_.push_back({entities[row], source.component, handle});
        }
    row_ = end;
    if (row_ >= entities.size()) {
        ++chunk_;
        row_ = 0;
    }
    return end - begin;
}

void ReferenceScan::step(const ecs::World& world, ecs::Entity target, std::size_t rows) {
    if (world_ != &world) {
        forget();
        world_ = &world;
    }
    if (target_ != target) {
        target_ = target;
        passing_ = knows_ = false;
        found_.clear();
        count_ = 0;
    }
    if (!passing_) {
        const bool unchanged = checked_version_ == world.version();
        if (knows_ && (unchanged || !stale(world))) {
            checked_version_ = world.version();
            return;
        }
        begin_pass(world);
    }
    while (rows > 0 && source_ < sources_.size()) {
        const Source& source = sources_[source_];
        if (chunk_ >= world.archetype(source.archetype).chunk_count()) {
            ++source_;
            chunk_ = row_ = 0;
            continue;
        }
        const std::size_t done = look_through(world, source, rows);
        rows_done_ += done;
        rows -= std::min(rows, std::max<std::size_t>(done, 1));
    }
    if (source_ < sources_.size()) return;
    passing_ = false;
    knows_ = true;
    std::sort(next_.begin(), next_.end(), [](const EntityReference& a, const EntityReference& b) {
        return std::tie(a.from, a.component, a.handle) < std::tie(b.from, b.component, b.handle);
    });
    found_.swap(next_);
    count_ = next_count_;
}

void ReferenceScan::look(const ecs::World& world, ecs::Entity target, std::chrono::microseconds slice) {
    const auto deadline = std::chrono::steady_clock::now() + slice;
    do step(world, target);
    while (passing_ && std::chrono::steady_clock::now() < deadline);
}

double ReferenceScan::progress() const {
    if (knows_ || rows_total_ == 0) return knows_ ? 1 : 0;
    return std::min(1.0, static_cast<double>(rows_done_) / static_cast<double>(rows_total_));
}

bool ReferenceScan::holds(const ecs::World& world, const EntityReference& reference) const {
    if (!world.alive(reference.from)) return false;
    const void* value = world.get(reference.from, reference.component);
    return value != nullptr && handle_at(static_cast<const std::byte*>(value),
                                         handles_[reference.component][reference.handle].offset) == target_;
}

}  // namespace panels
