#include "panels/menus/clipboard_reader.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <unordered_set>
#include <utility>

#include "ecs/prefab/prefabs.hpp"
#include "files/json/component_schema.hpp"
#include "files/json/json_fields.hpp"
#include "panels/base/language.hpp"
#include "panels/menus/pasted.hpp"

namespace panels {

namespace {

/// The text as far as no world is needed to understand it.
struct Described {
    bool has_list = false;  // "entities"; else it is one entity, or a list
    std::map<std::string, ecs::ComponentType> types;
};

Described described_in(std::string_view text) {
    Described found;
    files::JsonReader look(text, {});
    if (look.peek() != files::JsonKind::Object) return found;
    look.begin_object();
    while (const auto name = look.next_member()) {
        found.has_list |= *name == "entities" && look.peek() == files::JsonKind::Array;
        look.skip();
    }
    if (!found.has_list) return found;
    files::JsonReader json(text, {});
    json.begin_object();
    while (const auto member = json.next_member()) {
        if (*member != "components" || json.peek() != files::JsonKind::Object) {
            json.skip();
            continue;
        }
        json.begin_object();
        while (const auto type = json.next_member()) {
            const std::string name(*type);
            found.types.emplace(name, files::read_schema(json, name).type);
        }
    }
    return found;
}

class ClipboardReader {
public:
    ClipboardReader(const ecs::World& world, std::string_view text)
        : world_(world), described_(described_in(text)), json_(text, {}) {}

    EntitiesOfText read;

    void all() {
        if (json_.peek() == files::JsonKind::Array)
            list(read.records);
        else
            object();
        if (read.problem.empty()) json_.finish();
    }

private:
    /// An entity, or what has a list of them.
    void object() {
        ecs::EntityRecord one;
        bool is_entity = false;
        json_.begin_object();
        while (const auto key = json_.next_member()) {
            const std::string name(*key);
            const bool is_list = described_.has_list && json_.peek() == files::JsonKind::Array;
            if (is_list && name == "entities") {
                list(read.records);
            } else if (is_list && name == "prefabs") {
                list(read.prefabs);
            } else if (described_.has_list && name == "outside") {
                read.outside.emplace();
                json_.begin_object();
                while (const auto id = json_.next_member())
                    if (const auto entity = ecs::parse_entity(std::string(*id)))
                        read.outside->emplace(*entity, std::string(json_.read_string()));
                    else
                        json_.skip();
            } else if (described_.has_list ||
                       (name != "id" && name != "name" && name != "parent" && name != "components") ||
                       (name == "components" && json_.peek() != files::JsonKind::Object)) {
                json_.skip();
            } else {
                is_entity = member(name, one) || is_entity;
            }
            if (!read.problem.empty()) return;
        }
        if (is_entity) read.records.push_back(std::move(one));
    }

    void list(std::vector<ecs::EntityRecord>& into) {
        json_.begin_array();
        while (json_.next_element()) {
            ecs::EntityRecord& record = into.emplace_back();
            json_.begin_object();
            while (const auto key = json_.next_member()) {
                member(std::string(*key), record);
                if (!read.problem.empty()) return;
            }
        }
    }

    bool member(const std::string& name, ecs::EntityRecord& record) {
        files::FieldReader fields(json_, [](std::string_view word) -> ecs::Entity {
            throw files::FileError("the clipboard", 0, 0, phrase("\"{}\" is no id of an entity", std::string(word)));
        });
        if (name == "id") {
            record.entity = fields.read_entity();
        } else if (name == "parent") {
            record.parent = fields.read_entity();
        } else if (name == "name") {
            record.values.push_back(
                ecs::Value::of(world_.types()[world_.name_id()], ecs::Name{std::string(json_.read_string())}));
        } else if (name == "components") {
            read.problem = read_components(world_, json_, record.values,
                                           [this](const std::string& lacking) { return comes(lacking); });
        } else {
            json_.skip();
            return false;
        }
        return true;
    }

    /// Whether the text describes the component, so that the world can get it.
    bool comes(const std::string& name) {
        const auto type = described_.types.find(name);
        if (type == described_.types.end()) return false;
        if (std::none_of(read.lacks.begin(), read.lacks.end(), [&](const auto& each) { return each.name == name; }))
            read.lacks.push_back(type->second);
        return true;
    }

    const ecs::World& world_;
    Described described_;
    files::JsonReader json_;
};

std::string_view name_of(const ecs::World& world, const ecs::EntityRecord& record) {
    for (const ecs::Value& value : record.values)
        if (value.type().id == world.name_id()) return static_cast<const ecs::Name*>(value.data())->value;
    return {};
}

}  // namespace

EntitiesOfText entities_of_text(const ecs::World& world, std::string_view text) {
    ClipboardReader reader(world, text);
    reader.all();
    return std::move(reader.read);
}

PrefabsOfText::PrefabsOfText(const ecs::World& world, std::vector<ecs::EntityRecord>& records)
    : world_(world), records_(records) {
    std::unordered_set<ecs::Entity> ids;
    for (const ecs::EntityRecord& each : records) ids.insert(each.entity);
    for (std::size_t i = 0; i < records.size(); ++i)
        (ids.contains(records[i].parent) ? below_[records[i].parent] : roots_).push_back(i);
}

void PrefabsOfText::find_lacking(std::vector<ecs::EntityRecord>& lacking, std::vector<std::string>& names) {
    const ecs::Prefabs prefabs(world_);
    const std::vector<ecs::Entity> there = prefabs.all();
    for (const std::size_t root : roots_) {
        const ecs::Entity same_id = records_[root].entity;
        bool found = prefabs.is_prefab(same_id) && is_like(root, same_id);
        for (std::size_t i = 0; i < there.size() && !found; ++i) found = is_like(root, there[i]);
        if (found) continue;
        names.emplace_back(name_of(world_, records_[root]));
        move_out(root, lacking);
    }
}

/// Whether the entity has the name of the record, and what is below it likewise. Then they are counterparts.
bool PrefabsOfText::is_like(std::size_t root, ecs::Entity entity) {
    std::vector<std::pair<std::size_t, ecs::Entity>> pairs{{root, entity}};
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const auto [record, counterpart] = pairs[i];
        if (name_of(world_, records_[record]) != world_.name(counterpart)) return false;
        const std::span<const ecs::Entity> children = world_.children(counterpart);
        const std::vector<std::size_t>& below = below_[records_[record].entity];
        if (children.size() != below.size()) return false;
        std::vector<ecs::Entity> sorted(children.begin(), children.end());
        std::sort(sorted.begin(), sorted.end());
        for (std::size_t child = 0; child < below.size(); ++child) pairs.emplace_back(below[child], sorted[child]);
    }
    for (const auto& [record, counterpart] : pairs) known.emplace(records_[record].entity, counterpart);
    return true;
}

void PrefabsOfText::move_out(std::size_t root, std::vector<ecs::EntityRecord>& lacking) {
    std::vector<std::size_t> open{root};
    for (std::size_t i = 0; i < open.size(); ++i) {
        const std::vector<std::size_t>& below = below_[records_[open[i]].entity];
        open.insert(open.end(), below.begin(), below.end());
    }
    for (const std::size_t each : open) lacking.push_back(std::move(records_[each]));
}

}  // namespace panels
