#include "editor/cli/world_head.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include "files/json/component_schema.hpp"
#include "files/json/json_text.hpp"
#include "files/world_file/file_systems.hpp"

namespace editor {

namespace {

constexpr std::string_view of_types = "components.", of_systems = "systems.";

template <class Number>
std::string number_text(Number number) {
    std::string text;
    files::append_integer(text, number);
    return text;
}

std::string in_json_quotes(std::string_view word) {
    std::string text;
    files::append_string(text, word);
    return text;
}

std::string camera_text(const files::Camera& camera) {
    std::string text = "{ \"x\": ";
    files::append_float(text, camera.x);
    text += ", \"y\": ";
    files::append_float(text, camera.y);
    text += ", \"zoom\": ";
    files::append_float(text, camera.zoom);
    return text + " }";
}

// As the file writes it: 16 digits.
std::string random_text(std::uint64_t state) {
    std::string digits(16, '0');
    for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit, state >>= 4)
        *digit = "0123456789abcdef"[state & 15];
    return in_json_quotes(digits);
}

bool has_entities(const ecs::World& world, ecs::ComponentId component) {
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id)
        if (world.archetype(id).entity_count() > 0 && world.archetype(id).has(component)) return true;
    return false;
}

}  // namespace

WorldHead head_fields(const Session& session) {
    const files::WorldFile head = head_of(session);
    const ecs::World& world = session.world;
    WorldHead fields;
    for (ecs::ComponentId id = 0; id < world.types().size(); ++id) {
        const ecs::ComponentType& type = world.types()[id];
        if (id == world.name_id() || id == world.parent_id() || type.opaque_json) continue;
        const auto& described = head.described_types;
        const bool is_described = std::find(described.begin(), described.end(), id) != described.end();
        if (is_described || has_entities(world, id))
            files::append_schema(fields[std::string(of_types) + type.name], type);
    }
    for (const auto& [name, enabled] : head.systems)
        fields[std::string(of_systems) + name] =
            files::system_text(enabled, files::find_rule(head, name), files::find_note(head, name));
    for (const std::string& name : head.removed_systems)
        fields[std::string(of_systems) + name] = "{ \"removed\": true }";
    if (!head.scene.empty()) fields["scene.name"] = in_json_quotes(head.scene);
    fields["scene.seed"] = number_text(head.seed);
    fields["scene.tick"] = number_text(world.tick());
    fields["scene.random"] = random_text(head.random);
    if (head.tick_budget_us > 0) {
        std::string budget;
        files::append_float(budget, head.tick_budget_us);
        fields["scene.budget_us"] = budget;
    }
    if (head.camera) fields["scene.camera"] = camera_text(*head.camera);
    return fields;
}

std::string head_value(const WorldHead& head, const std::string& path) {
    const auto found = head.find(path);
    return found == head.end() ? "null" : found->second;
}

std::vector<std::string> different_paths(const WorldHead& before, const WorldHead& after) {
    std::set<std::string> paths;
    for (const WorldHead* head : {&before, &after})
        for (const auto& each : *head) paths.insert(each.first);
    std::vector<std::string> different;
    for (const std::string& path : paths) {
        const bool one_sided = before.count(path) != after.count(path);
        if (one_sided && path.starts_with(of_types)) continue;
        if (head_value(before, path) != head_value(after, path)) different.push_back(path);
    }
    return different;
}

HeadMerge merge_heads(const WorldHead& base, const WorldHead& ours, const WorldHead& theirs) {
    HeadMerge merged;
    for (const std::string& path : different_paths(ours, theirs)) {
        const std::string was = head_value(base, path);
        const bool mine = head_value(ours, path) != was, other = head_value(theirs, path) != was;
        if (mine && other)
            merged.conflicts.push_back(path);
        else if (other)
            merged.taken.push_back(path);
    }
    return merged;
}

std::vector<std::string> types_among(const std::vector<std::string>& paths) {
    std::vector<std::string> names;
    for (const std::string& path : paths)
        if (path.starts_with(of_types)) names.push_back(path.substr(of_types.size()));
    return names;
}

void take_paths(files::WorldFile& head, std::uint64_t& tick, const files::WorldFile& theirs, std::uint64_t their_tick,
                const std::vector<std::string>& paths) {
    for (const std::string& path : paths) {
        if (path == "scene.name") head.scene = theirs.scene;
        if (path == "scene.seed") head.seed = theirs.seed;
        if (path == "scene.tick") tick = their_tick;
        if (path == "scene.random") head.random = theirs.random;
        if (path == "scene.budget_us") head.tick_budget_us = theirs.tick_budget_us;
        if (path == "scene.camera") head.camera = theirs.camera;
        if (!path.starts_with(of_systems)) continue;
        const std::string name = path.substr(of_systems.size());
        const auto named = [&](const auto& each) { return each.first == name; };
        const auto mine = std::find_if(head.systems.begin(), head.systems.end(), named);
        const auto other = std::find_if(theirs.systems.begin(), theirs.systems.end(), named);
        std::erase_if(head.rules, named);
        if (const std::string* rule = files::find_rule(theirs, name)) head.rules.emplace_back(name, *rule);
        std::erase_if(head.notes, [&](const files::SystemNote& each) { return each.system == name; });
        if (const files::SystemNote* note = files::find_note(theirs, name)) head.notes.push_back(*note);
        std::erase(head.removed_systems, name);
        const std::vector<std::string>& removed = theirs.removed_systems;
        if (std::find(removed.begin(), removed.end(), name) != removed.end()) head.removed_systems.push_back(name);
        if (other == theirs.systems.end())
            std::erase_if(head.systems, named);
        else if (mine == head.systems.end())
            head.systems.push_back(*other);
        else
            mine->second = other->second;
    }
}

void merge_order(files::WorldFile& head, const files::WorldFile& base, const files::WorldFile& theirs) {
    using Systems = std::vector<std::pair<std::string, bool>>;
    const auto place_in = [](const Systems& systems, const std::string& name) {
        return static_cast<std::size_t>(
            std::find_if(systems.begin(), systems.end(), [&](const auto& each) { return each.first == name; }) -
            systems.begin());
    };
    // Whether those that both know stand in the same order.
    const auto same_order = [&](const Systems& a, const Systems& b) {
        std::size_t last = 0;
        for (const auto& each : a) {
            const std::size_t place = place_in(b, each.first);
            if (place == b.size()) continue;
            if (place < last) return false;
            last = place;
        }
        return true;
    };
    // New ones of theirs were put last. Where only they moved systems, all of theirs go where they have them, and new
    // ones of ours stay behind the system that they follow.
    const bool ours_moved = !same_order(head.systems, base.systems);
    const Systems& guide = ours_moved ? head.systems : theirs.systems;
    Systems ordered;
    for (const auto& each : guide)
        if (const std::size_t place = place_in(head.systems, each.first); place < head.systems.size())
            ordered.push_back(head.systems[place]);
    for (std::size_t i = 0; i < head.systems.size(); ++i) {
        if (place_in(ordered, head.systems[i].first) < ordered.size()) continue;
        const std::size_t after = i == 0 ? ordered.size() : place_in(ordered, head.systems[i - 1].first);
        const std::size_t place = i == 0 ? 0 : after + 1;
        ordered.insert(ordered.begin() + static_cast<std::ptrdiff_t>(place), head.systems[i]);
    }
    head.systems = std::move(ordered);
    const auto by_place = [&](const auto& list, const std::string& name) {
        return static_cast<std::size_t>(std::find(list.begin(), list.end(), name) - list.begin());
    };
    if (head.removed_systems.size() == theirs.removed_systems.size())
        std::stable_sort(head.removed_systems.begin(), head.removed_systems.end(),
                         [&](const std::string& a, const std::string& b) {
                             return by_place(theirs.removed_systems, a) < by_place(theirs.removed_systems, b);
                         });
}

}  // namespace editor
