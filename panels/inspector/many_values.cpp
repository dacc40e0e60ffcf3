#include "panels/inspector/many_values.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

namespace panels {

namespace {

constexpr std::size_t most_colors = 4;  // that a swatch shows

bool alike(const ecs::FieldKind kind, std::size_t size, const std::byte* a, const std::byte* b) {
    if (kind == ecs::FieldKind::String)
        return *reinterpret_cast<const std::string*>(a) == *reinterpret_cast<const std::string*>(b);
    return std::memcmp(a, b, size) == 0;
}

}  // namespace

void ManyValues::look(const ecs::World& world, std::span<const ecs::Entity> entities, std::size_t revision,
                      std::chrono::microseconds slice) {
    if (world_ != &world || revision_ != revision) {
        forget();
        world_ = &world;
        revision_ = revision;
    }
    if (entities.empty()) return;
    if (!passing_) {
        if (known_ && version_ == world.version()) return;
        begin(world, entities.back());
    }
    count_ = entities.size();
    const auto deadline = std::chrono::steady_clock::now() + slice;
    do {
        const std::size_t end_of_part = std::min(entities.size(), next_ + entities_a_look);
        for (; next_ < end_of_part; ++next_) compare(world, entities[next_]);
    } while (next_ < entities.size() && std::chrono::steady_clock::now() < deadline);
    if (next_ == entities.size()) end(world);
}

const std::byte* ManyValues::mixed(ecs::ComponentId component) const {
    return component < shown_.mixed.size() && !shown_.mixed[component].empty() ? shown_.mixed[component].data()
                                                                               : nullptr;
}

std::span<const ecs::Rgba> ManyValues::colors(ecs::ComponentId component, std::size_t offset) const {
    for (const Leaf& leaf : shown_.colors)
        if (leaf.component == component && leaf.offset == offset) return leaf.colors;
    return {};
}

void ManyValues::set_alike(ecs::ComponentId component, std::size_t offset, std::size_t size) {
    if (component >= shown_.mixed.size()) return;
    std::vector<std::byte>& bytes = shown_.mixed[component];
    for (std::size_t i = offset; i < std::min(offset + size, bytes.size()); ++i) bytes[i] = {};
    std::erase_if(shown_.colors, [&](const Leaf& leaf) {
        return leaf.component == component && leaf.offset >= offset && leaf.offset < offset + size;
    });
    passing_ = false;  // the present pass saw former values
}

void ManyValues::begin(const ecs::World& world, ecs::Entity first) {
    passing_ = true;
    version_ = world.version();
    next_ = 0;
    first_ = world.alive(first) ? first : ecs::null_entity;
    open_.clear();
    by_archetype_.assign(world.archetype_count(), 0);
    pass_ = {};
    pass_.mixed.resize(world.types().size());
    if (!first_) return;
    for (const ecs::ComponentType* type : world.archetype_of(first_).types())
        if (!type->is_tag() && !type->opaque_json) add_leaves(type->id, type->fields, 0);
}

void ManyValues::add_leaves(ecs::ComponentId component, std::span<const ecs::Field> fields, std::uint32_t base) {
    for (const ecs::Field& field : fields) {
        for (std::uint32_t i = 0; i < field.count; ++i) {
            const std::uint32_t at = base + field.offset + i * field.element_size;
            const bool vector = field.kind >= ecs::FieldKind::Vec2 && field.kind <= ecs::FieldKind::Vec4;
            if (field.kind == ecs::FieldKind::Struct) {
                add_leaves(component, field.fields, at);
            } else if (vector) {
                for (std::uint32_t part = 0; part < ecs::float_count(field.kind); ++part)
                    open_.push_back({component, at + part * 4, 4, ecs::FieldKind::F32});
            } else {
                open_.push_back({component, at, field.element_size, field.kind});
            }
        }
    }
}

void ManyValues::compare(const ecs::World& world, ecs::Entity entity) {
    if (!world.alive(entity)) return;
    const ecs::ArchetypeId archetype = world.location(entity).archetype;
    if (archetype >= by_archetype_.size()) by_archetype_.resize(archetype + 1, 0);
    ++by_archetype_[archetype];
    if (entity == first_ || open_.empty() || !world.alive(first_)) return;
    ecs::ComponentId component = ecs::no_component;
    const std::byte *own = nullptr, *others = nullptr;
    bool closed_one = false;
    for (Leaf& leaf : open_) {
        if (leaf.component != component) {
            component = leaf.component;
            own = static_cast<const std::byte*>(world.get(first_, component));
            others = static_cast<const std::byte*>(world.get(entity, component));
        }
        if (own == nullptr || others == nullptr) continue;
        if (alike(leaf.kind, leaf.size, own + leaf.offset, others + leaf.offset)) continue;
        mark(world, leaf);
        if (leaf.kind == ecs::FieldKind::Color) {
            const auto& color = *reinterpret_cast<const ecs::Rgba*>(others + leaf.offset);
            if (std::find(leaf.colors.begin(), leaf.colors.end(), color) == leaf.colors.end())
                leaf.colors.push_back(color);
            if (leaf.colors.size() + 1 < most_colors) continue;
            pass_.colors.push_back(leaf);
        }
        leaf.size = 0;
        closed_one = true;
    }
    if (closed_one) std::erase_if(open_, [](const Leaf& leaf) { return leaf.size == 0; });
}

void ManyValues::mark(const ecs::World& world, const Leaf& leaf) {
    std::vector<std::byte>& bytes = pass_.mixed[leaf.component];
    bytes.resize(world.types()[leaf.component].size);
    std::fill_n(bytes.begin() + leaf.offset, leaf.size, std::byte{1});
}

void ManyValues::end(const ecs::World& world) {
    for (Leaf& leaf : open_)
        if (!leaf.colors.empty()) pass_.colors.push_back(std::move(leaf));
    std::vector<std::size_t> by_component(world.types().size(), 0);
    for (ecs::ArchetypeId id = 0; id < by_archetype_.size(); ++id) {
        if (by_archetype_[id] == 0) continue;
        ++pass_.archetypes;
        pass_.alive += by_archetype_[id];
        for (const ecs::ComponentId component : world.archetype(id).components())
            by_component[component] += by_archetype_[id];
    }
    for (ecs::ComponentId component = 0; component < by_component.size(); ++component) {
        if (by_component[component] == 0) continue;
        if (by_component[component] == pass_.alive)
            pass_.common.push_back(component);
        else
            pass_.partial.push_back({component, by_component[component]});
    }
    shown_ = std::exchange(pass_, {});
    known_ = true;
    passing_ = false;
}

}  // namespace panels
