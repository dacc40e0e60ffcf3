#include "files/bundle/edit_text.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <utility>

#include "ecs/language/rule.hpp"
#include "files/bundle/json_members.hpp"
#include "files/json/json_fields.hpp"

namespace files {

namespace {

/// Calls visit(entity, offset) for all entities in a value.
template <class F>
void each_entity_in(const std::vector<ecs::Field>& fields, std::byte* base, std::size_t at, F&& visit) {
    for (const ecs::Field& field : fields)
        for (std::uint32_t i = 0; i < field.count; ++i) {
            const std::size_t offset = at + field.offset + std::size_t{i} * field.element_size;
            if (field.kind == ecs::FieldKind::Entity) visit(*reinterpret_cast<ecs::Entity*>(base + offset), offset);
            if (field.kind == ecs::FieldKind::Struct) each_entity_in(field.fields, base, offset, visit);
        }
}

bool is_record(ecs::Entity entity) { return entity.generation == 0 && entity.index != 0; }

const std::string& name_of_type(const ecs::World& world, ecs::ComponentId id) {
    if (id >= world.types().size()) throw std::invalid_argument("it is about a component that is gone");
    const ecs::ComponentType& type = world.types()[id];
    if (type.retired) throw std::invalid_argument(type.name + " is gone");
    return type.name;
}

void check_value(const ecs::World& world, const ecs::Value& value) {
    if (!value) throw std::invalid_argument("a value is missing");
    (void)name_of_type(world, value.type().id);
    if (value.type().fields.empty() && !value.type().is_tag())
        throw std::invalid_argument(value.type().name + " has no fields that a file could have");
}

void append_value_member(MemberWriter& object, const ecs::World& world, const ecs::Value& value) {
    check_value(world, value);
    object.text("component", value.type().name);
    if (!value.type().is_tag()) append_value(object.member("value"), value.type(), value.data());
}

/// `"$2"` is the handle of the second record.
void append_target(std::string& out, ecs::Entity entity) {
    if (is_record(entity))
        append_string(out, "$" + std::to_string(entity.index));
    else
        append_entity(out, entity);
}

void append_record(std::string& out, const ecs::World& world, const ecs::EntityRecord& record) {
    MemberWriter object(out);
    if (record.entity) object.entity("id", record.entity);
    if (record.parent.bits() != 0) append_target(object.member("parent"), record.parent);
    object.flag("kept", record.kept);
    if (!record.values.empty()) {
        ListWriter values(object.member("values"));
        for (const ecs::Value& value : record.values) {
            MemberWriter each(values.element());
            append_value_member(each, world, value);
            // A value knows only entities that exist; those of other records stand beside it.
            std::vector<std::pair<std::size_t, std::uint32_t>> records;
            ecs::Value copy = value;
            if (copy.data() != nullptr)
                each_entity_in(copy.type().fields, static_cast<std::byte*>(copy.data()), 0,
                               [&](const ecs::Entity& entity, std::size_t offset) {
                                   if (is_record(entity)) records.emplace_back(offset, entity.index);
                               });
            if (!records.empty()) {
                ListWriter list(each.member("records"));
                for (const auto& [offset, position] : records) {
                    ListWriter pair(list.element());
                    append_integer(pair.element(), offset);
                    append_integer(pair.element(), position);
                    pair.end();
                }
                list.end();
            }
            each.end();
        }
        values.end();
    }
    object.end();
}

void append_runs(std::string& out, const std::vector<ecs::FreeRun>& runs) {
    ListWriter list(out);
    for (const ecs::FreeRun& run : runs) {
        ListWriter pair(list.element());
        append_entity(pair.element(), run.first);
        append_integer(pair.element(), run.count);
        pair.end();
    }
    list.end();
}

void append_runs(std::string& out, const ecs::EntityRuns& entities) {
    std::vector<ecs::FreeRun> runs;
    entities.each_run([&](ecs::Entity first, std::uint32_t count) { runs.push_back({first, count}); });
    append_runs(out, runs);
}

/// Values row by row, of all types that are no tags.
void append_group(std::string& out, const ecs::World& world, const ecs::TakenRows::Group& group) {
    MemberWriter object(out);
    ListWriter types(object.member("types"));
    for (const ecs::ComponentType* type : group.types) {
        check_value(world, ecs::Value(*type));
        append_string(types.element(), type->name);
    }
    types.end();
    object.count("rows", group.rows_before);
    object.count("chunk_rows", group.chunk_rows);
    append_runs(object.member("entities"), group.entities);
    ListWriter places(object.member("places"));
    for (const ecs::TakenRows::Places& run : group.places) {
        ListWriter pair(places.element());
        append_integer(pair.element(), run.first);
        append_integer(pair.element(), run.count);
        pair.end();
    }
    places.end();
    ListWriter made(object.member("made"));
    for (const std::uint64_t tick : group.made_at_ticks) append_integer(made.element(), tick);
    made.end();
    ListWriter rows(object.member("values"));
    for (std::size_t row = 0; row < group.entities.size(); ++row) {
        ListWriter values(rows.element());
        for (std::size_t i = 0; i < group.types.size(); ++i)
            if (group.columns[i]) append_value(values.element(), *group.types[i], group.columns[i]->at(row));
        values.end();
    }
    rows.end();
    object.end();
}

void append_names(std::string& out, const ecs::World& world, const std::vector<ecs::ComponentId>& components) {
    ListWriter list(out);
    for (const ecs::ComponentId id : components) append_string(list.element(), name_of_type(world, id));
    list.end();
}

/// Writes the members of each kind of edit.
struct EditMembers {
    MemberWriter& object;
    const ecs::World& world;

    void operator()(const ecs::CreateEntities& edit) const {
        object.flag("any_slot", edit.in_any_dead_slot);
        ListWriter records(object.member("entities"));
        for (const ecs::EntityRecord& record : edit.entities) append_record(records.element(), world, record);
        records.end();
    }
    void operator()(const ecs::DestroyEntity& edit) const { object.entity("entity", edit.entity); }
    void operator()(const ecs::DestroyEntities& edit) const {
        object.handles("entities", edit.entities);
        object.handles("fresh", edit.taken.fresh);
        object.handles("lent", edit.taken.lent);
        object.count("slots", edit.taken.slot_count);
        object.flag("seen", edit.taken.system_calls != 0);
        if (edit.taken.free_runs) append_runs(object.member("free"), *edit.taken.free_runs);
        if (edit.taken.displaced.empty()) return;
        ListWriter displaced(object.member("displaced"));
        for (const ecs::TakenHandles::Displaced& each : edit.taken.displaced) {
            MemberWriter one(displaced.element());
            one.entity("created", each.created);
            one.entity("former", each.former);
            one.flag("free", each.was_free);
            one.end();
        }
        displaced.end();
    }
    void operator()(const ecs::DestroyMany& edit) const { append_runs(object.member("entities"), edit.entities); }
    void operator()(const ecs::AddToMany& edit) const {
        check_value(world, ecs::Value(edit.type()));
        object.text("component", edit.type().name);
        append_runs(object.member("entities"), edit.entities);
        if (edit.type().is_tag()) return;
        ListWriter values(object.member("values"));
        for (std::size_t i = 0; i < edit.values->count(); ++i)
            append_value(values.element(), edit.type(), edit.values->at(i));
        values.end();
    }
    void operator()(const ecs::RemoveFromMany& edit) const {
        object.text("component", name_of_type(world, edit.component));
        append_runs(object.member("entities"), edit.entities);
    }
    void operator()(const ecs::RestoreRows& edit) const {
        ListWriter groups(object.member("groups"));
        for (const ecs::TakenRows::Group& group : edit.rows->groups) append_group(groups.element(), world, group);
        groups.end();
        if (edit.rows->families.empty()) return;
        ListWriter families(object.member("families"));
        for (const ecs::TakenRows::Family& family : edit.rows->families) {
            MemberWriter one(families.element());
            one.entity("parent", family.parent);
            one.handles("children", family.children);
            one.end();
        }
        families.end();
    }
    void operator()(const ecs::AddComponent& edit) const {
        object.entity("entity", edit.entity);
        append_value_member(object, world, edit.value);
    }
    void operator()(const ecs::RemoveComponent& edit) const {
        object.entity("entity", edit.entity);
        object.text("component", name_of_type(world, edit.component));
    }
    void operator()(const ecs::SetComponent& edit) const {
        object.entity("entity", edit.entity);
        append_value_member(object, world, edit.value);
        if (edit.fields.empty()) return;
        ListWriter fields(object.member("fields"));
        for (const std::uint32_t field : edit.fields) append_integer(fields.element(), field);
        fields.end();
    }
    void operator()(const ecs::SetField& edit) const {
        object.text("component", name_of_type(world, edit.component));
        const ecs::ComponentType& type = world.types()[edit.component];
        const ecs::Field& field = type.fields.at(edit.field);
        object.text("field", field.name);
        object.handles("entities", edit.entities);
        ListWriter values(object.member("values"));
        for (std::size_t i = 0; i < edit.entities.size(); ++i)
            append_field_value(values.element(), field, edit.values.data() + i * field.size_bytes());
        values.end();
    }
    void operator()(const ecs::SetParent& edit) const {
        object.entity("entity", edit.entity);
        object.entity("parent", edit.parent);
    }
    void operator()(const ecs::ToggleSystem& edit) const {
        object.text("system", edit.system);
        object.flag("enabled", edit.enabled);
    }
    void operator()(const ecs::FitBlocks& edit) const {
        ListWriter blocks(object.member("blocks"));
        for (const ecs::FitBlocks::Block& block : edit.blocks) {
            ListWriter pair(blocks.element());
            append_integer(pair.element(), block.archetype);
            append_integer(pair.element(), block.bytes);
            pair.end();
        }
        blocks.end();
    }
    void operator()(const ecs::GatherBlocks& edit) const { object.flag("undo", edit.undo); }
    void operator()(const ecs::FoldTags& edit) const {
        append_names(object.member("tags"), world, edit.tags);
        object.text("into", edit.into);
        object.handles("without", edit.without);
    }
    void operator()(const ecs::UnfoldTags& edit) const {
        object.text("component", name_of_type(world, edit.from));
        append_names(object.member("tags"), world, edit.tags);
    }
    void operator()(const ecs::AddSystem& edit) const {
        object.text("system", edit.description->name);
        if (!edit.description->rule.empty()) object.text("rule", edit.description->rule);
        if (!edit.description->group.empty()) object.text("group", edit.description->group);
        if (edit.description->budget_us > 0) append_float(object.member("budget_us"), edit.description->budget_us);
        object.flag("off", !edit.description->enabled);
        if (edit.position != static_cast<std::size_t>(-1)) object.count("position", edit.position);
    }
    void operator()(const ecs::RemoveSystem& edit) const { object.text("system", edit.system); }
    void operator()(const ecs::MoveSystem& edit) const {
        object.text("system", edit.system);
        object.count("position", edit.position);
    }
    void operator()(const ecs::SetType&) const { throw std::invalid_argument("it changes a type"); }
    void operator()(const ecs::NoteSystem& edit) const {
        object.text("system", edit.system);
        object.text("group", edit.group);
        append_float(object.member("budget_us"), edit.budget_us);
    }
};

/// By position in Edit.
constexpr std::string_view kinds[] = {"create",        "destroy",    "destroy_created", "add",          "remove",
                                      "set",           "set_field",  "reparent",        "toggle",       "fit_blocks",
                                      "gather_blocks", "fold_tags",  "unfold_tags",     "add_system",   "remove_system",
                                      "move_system",   "type",       "note_system",     "destroy_many", "restore",
                                      "add_many",      "remove_many"};
static_assert(std::size(kinds) == std::variant_size_v<ecs::Edit>);

/// Reads the members of an edit of each kind.
class MemberReader {
public:
    MemberReader(JsonReader& json, const ecs::World& world, const SystemsByName& systems)
        : json_(json), world_(world), systems_(systems), fields_(json, [this](std::string_view name) {
              (void)name;
              json_.fail_expected("an entity like \"12v3\"");
              return ecs::Entity();
          }) {}

    ecs::Edit read(std::size_t kind) {
        switch (kind) {
            case 0:
                return create();
            case 1:
                return destroy();
            case 2:
                return destroy_created();
            case 3:
                return add();
            case 4:
                return remove();
            case 5:
                return set();
            case 6:
                return set_field();
            case 7:
                return reparent();
            case 8:
                return toggle();
            case 9:
                return fit_blocks();
            case 10:
                return gather_blocks();
            case 11:
                return fold_tags();
            case 12:
                return unfold_tags();
            case 13:
                return add_system();
            case 14:
                return remove_system();
            case 15:
                return move_system();
            case 17:
                return note_system();
            case 18:
                return destroy_many();
            case 19:
                return restore();
            case 20:
                return add_many();
            case 21:
                return remove_many();
            default:
                break;
        }
        json_.fail("is an edit that no bundle has");
    }

private:
    /// The members behind "kind", which the caller has read.
    template <class F>
    void members(F&& read) {
        while (const auto key = json_.next_member())
            if (!read(*key)) json_.fail_about_key("unknown member " + in_quotes(*key) + " of this edit");
    }
    const ecs::ComponentType& type() {
        const std::string name(json_.read_string("the name of a component"));
        const ecs::ComponentType* const found = world_.types().find(name);
        if (found == nullptr) json_.fail_about("no component is called " + in_quotes(name));
        return *found;
    }
    std::vector<ecs::ComponentId> types() {
        std::vector<ecs::ComponentId> ids;
        read_list(json_, [&] { ids.push_back(type().id); });
        return ids;
    }
    std::vector<ecs::Entity> handles() {
        std::size_t room = most_handles;
        return read_handles(json_, room);
    }
    /// "component" stands before "value".
    void value(ecs::Value& value) {
        if (!value) json_.fail_about("its \"component\" must stand before");
        if (value.type().is_tag()) json_.fail_about(value.type().name + " has no value");
        fields_.read_value(value.type(), value.data());
    }
    void need(bool there, const char* what) {
        if (!there) json_.fail_about(std::string("this edit has no ") + what);
    }
    bool number_pair(std::uint64_t& first, std::uint64_t& second) {
        std::size_t count = 0;
        read_list(json_, [&] { (count++ == 0 ? first : second) = read_count(json_); });
        return count == 2;
    }

    ecs::Value record_value() {
        ecs::Value made;
        std::vector<std::pair<std::uint64_t, std::uint64_t>> records;
        read_members(json_, "a value", [&](std::string_view key) {
            if (key == "component") {
                made = ecs::Value(type());
            } else if (key == "value") {
                value(made);
            } else if (key == "records") {
                read_list(json_, [&] {
                    std::uint64_t offset = 0, position = 0;
                    if (!number_pair(offset, position)) json_.fail_expected("an offset and a record");
                    records.emplace_back(offset, position);
                });
            } else {
                return false;
            }
            return true;
        });
        need(static_cast<bool>(made), "\"component\"");
        std::size_t found = 0;
        if (made.data() != nullptr && !records.empty())
            each_entity_in(made.type().fields, static_cast<std::byte*>(made.data()), 0,
                           [&](ecs::Entity& entity, std::size_t offset) {
                               for (const auto& [at, position] : records)
                                   if (at == offset && position > 0 && position < most_handles) {
                                       entity = ecs::handle_of_record(position - 1);
                                       ++found;
                                   }
                           });
        if (found != records.size()) json_.fail_about("a record stands where the value has no entity");
        return made;
    }
    ecs::Entity record_parent() {
        if (json_.peek() != JsonKind::String) return read_handle(json_);
        const std::string text(json_.read_string());
        std::uint32_t position = 0;
        const auto result = std::from_chars(text.data() + 1, text.data() + text.size(), position);
        if (text.starts_with('$') && result.ec == std::errc() && result.ptr == text.data() + text.size() &&
            position > 0)
            return ecs::handle_of_record(position - 1);
        const std::optional<ecs::Entity> entity = ecs::parse_entity(text);
        if (!entity) json_.fail_expected("an entity like \"12v3\"");
        return *entity;
    }
    ecs::EntityRecord record() {
        ecs::EntityRecord made;
        read_members(json_, "an entity", [&](std::string_view key) {
            if (key == "id")
                made.entity = read_handle(json_);
            else if (key == "parent")
                made.parent = record_parent();
            else if (key == "kept")
                made.kept = json_.read_bool();
            else if (key == "values")
                read_list(json_, [&] { made.values.push_back(record_value()); });
            else
                return false;
            return true;
        });
        return made;
    }
    ecs::Edit create() {
        ecs::CreateEntities edit;
        members([&](std::string_view key) {
            if (key == "any_slot")
                edit.in_any_dead_slot = json_.read_bool();
            else if (key == "entities")
                read_list(json_, [&] { edit.entities.push_back(record()); });
            else
                return false;
            return true;
        });
        for (const ecs::EntityRecord& each : edit.entities)
            if (is_record(each.parent) && each.parent.index > edit.entities.size())
                json_.fail_about("an entity has a parent that this edit does not create");
        return edit;
    }
    ecs::Edit destroy() {
        ecs::DestroyEntity edit;
        members([&](std::string_view key) { return key == "entity" && (edit.entity = read_handle(json_), true); });
        return edit;
    }
    ecs::Edit destroy_created() {
        ecs::DestroyEntities edit;
        members([&](std::string_view key) {
            if (key == "entities")
                edit.entities = handles();
            else if (key == "fresh")
                edit.taken.fresh = handles();
            else if (key == "lent")
                edit.taken.lent = handles();
            else if (key == "slots")
                edit.taken.slot_count = read_count(json_);
            else if (key == "seen")
                edit.taken.system_calls = json_.read_bool() ? 1 : 0;
            else if (key == "free")
                edit.taken.free_runs = free_runs();
            else if (key == "displaced")
                read_list(json_, [&] { edit.taken.displaced.push_back(displaced()); });
            else
                return false;
            return true;
        });
        // What the entity index takes for granted.
        const auto in_range = [](ecs::Entity each) { return each && each.index < most_handles; };
        bool good = edit.taken.slot_count <= most_handles;
        for (const ecs::Entity each : edit.taken.fresh) good = good && in_range(each);
        for (const ecs::Entity each : edit.taken.lent) good = good && in_range(each);
        for (const auto& each : edit.taken.displaced)
            good = good && in_range(each.created) && in_range(each.former) && each.created.index == each.former.index;
        // Undoing gives back what the edit took, and nothing else.
        std::vector<ecs::Entity> created = edit.entities, taken = edit.taken.fresh;
        std::ranges::sort(created);
        taken.insert(taken.end(), edit.taken.lent.begin(), edit.taken.lent.end());
        for (const auto& each : edit.taken.displaced) taken.push_back(each.created);
        for (const ecs::Entity each : taken) good = good && std::ranges::binary_search(created, each);
        if (!good) json_.fail_about("this edit gives back entities that it did not make");
        return edit;
    }
    std::vector<ecs::FreeRun> free_runs() {
        std::vector<ecs::FreeRun> runs;
        read_list(json_, [&] {
            ecs::FreeRun run;
            std::size_t position = 0;
            read_list(json_, [&] {
                if (position++ == 0)
                    run.first = read_handle(json_);
                else
                    run.count = read_number_as<std::uint32_t>(json_);
            });
            if (position != 2 || !run.first || run.count == 0 ||
                std::uint64_t{run.first.index} + run.count > most_handles)
                json_.fail_expected("a handle and a count");
            runs.push_back(run);
        });
        return runs;
    }
    ecs::TakenHandles::Displaced displaced() {
        ecs::TakenHandles::Displaced made;
        read_members(json_, "a handle", [&](std::string_view key) {
            if (key == "created")
                made.created = read_handle(json_);
            else if (key == "former")
                made.former = read_handle(json_);
            else if (key == "free")
                made.was_free = json_.read_bool();
            else
                return false;
            return true;
        });
        return made;
    }
    ecs::Edit add() {
        ecs::AddComponent edit;
        members([&](std::string_view key) {
            if (key == "entity")
                edit.entity = read_handle(json_);
            else if (key == "component")
                edit.value = ecs::Value(type());
            else if (key == "value")
                value(edit.value);
            else
                return false;
            return true;
        });
        need(static_cast<bool>(edit.value), "\"component\"");
        return edit;
    }
    ecs::Edit remove() {
        ecs::RemoveComponent edit;
        members([&](std::string_view key) {
            if (key == "entity")
                edit.entity = read_handle(json_);
            else if (key == "component")
                edit.component = type().id;
            else
                return false;
            return true;
        });
        need(edit.component != ecs::no_component, "\"component\"");
        return edit;
    }
    ecs::Edit set() {
        ecs::SetComponent edit;
        members([&](std::string_view key) {
            if (key == "entity")
                edit.entity = read_handle(json_);
            else if (key == "component")
                edit.value = ecs::Value(type());
            else if (key == "value")
                value(edit.value);
            else if (key == "fields")
                read_list(json_, [&] {
                    edit.fields.push_back(read_number_as<std::uint32_t>(json_));
                    if (!edit.value || edit.fields.back() >= edit.value.type().fields.size())
                        json_.fail("is no field of the component");
                });
            else
                return false;
            return true;
        });
        need(static_cast<bool>(edit.value), "\"component\"");
        return edit;
    }
    ecs::Edit set_field() {
        ecs::SetField edit;
        const ecs::Field* field = nullptr;
        std::size_t values = 0;
        members([&](std::string_view key) {
            if (key == "component") {
                edit.component = type().id;
            } else if (key == "field") {
                need(edit.component != ecs::no_component, "\"component\" before its \"field\"");
                const ecs::ComponentType& owner = world_.types()[edit.component];
                field = owner.find_field(json_.read_string("the name of a field"));
                if (field == nullptr || !ecs::is_trivial(*field)) json_.fail("is no such field of " + owner.name);
                edit.field = static_cast<std::uint32_t>(field - owner.fields.data());
            } else if (key == "entities") {
                edit.entities = handles();
            } else if (key == "values") {
                need(field != nullptr, "\"field\" before its \"values\"");
                read_list(json_, [&] {
                    ++values;
                    field_value(world_.types()[edit.component], *field, edit.values);
                });
            } else {
                return false;
            }
            return true;
        });
        need(field != nullptr, "\"field\"");
        if (values != edit.entities.size()) json_.fail_about("this edit has not one value for each entity");
        return edit;
    }
    /// Reads the value as that of a component which has only this field.
    void field_value(const ecs::ComponentType& owner, const ecs::Field& field, std::vector<std::byte>& to) {
        std::string text = "{ ";
        append_string(text, field.name);
        json_.peek();
        text += ": " + json_.read_raw() + " }";
        JsonReader own(text, json_.file());
        FieldReader reader(own,
                           [&](std::string_view) -> ecs::Entity { json_.fail_expected("an entity like \"12v3\""); });
        ecs::Value whole(owner);
        try {
            reader.read_value(owner, whole.data());
        } catch (const FileError& wrong) {
            json_.fail_about(wrong.problem());
        }
        const auto* const bytes = static_cast<const std::byte*>(whole.data()) + field.offset;
        to.insert(to.end(), bytes, bytes + field.size_bytes());
    }
    ecs::Edit reparent() {
        ecs::SetParent edit;
        members([&](std::string_view key) {
            if (key == "entity")
                edit.entity = read_handle(json_);
            else if (key == "parent")
                edit.parent = read_handle(json_);
            else
                return false;
            return true;
        });
        return edit;
    }
    ecs::Edit toggle() {
        ecs::ToggleSystem edit{{}, false};
        members([&](std::string_view key) {
            if (key == "system")
                edit.system = read_text(json_);
            else if (key == "enabled")
                edit.enabled = json_.read_bool();
            else
                return false;
            return true;
        });
        return edit;
    }
    ecs::Edit fit_blocks() {
        ecs::FitBlocks edit;
        members([&](std::string_view key) {
            if (key != "blocks") return false;
            read_list(json_, [&] {
                std::uint64_t archetype = 0, bytes = 0;
                if (!number_pair(archetype, bytes) || archetype >= most_handles || bytes > (1u << 20))
                    json_.fail_expected("an archetype and bytes");
                edit.blocks.push_back({static_cast<ecs::ArchetypeId>(archetype), static_cast<std::uint32_t>(bytes)});
            });
            return true;
        });
        return edit;
    }
    ecs::Edit gather_blocks() {
        ecs::GatherBlocks edit;
        members([&](std::string_view key) { return key == "undo" && (edit.undo = json_.read_bool(), true); });
        return edit;
    }
    ecs::Edit fold_tags() {
        ecs::FoldTags edit;
        members([&](std::string_view key) {
            if (key == "tags")
                edit.tags = types();
            else if (key == "into")
                edit.into = read_text(json_);
            else if (key == "without")
                edit.without = handles();
            else
                return false;
            return true;
        });
        return edit;
    }
    ecs::Edit unfold_tags() {
        ecs::UnfoldTags edit;
        members([&](std::string_view key) {
            if (key == "component")
                edit.from = type().id;
            else if (key == "tags")
                edit.tags = types();
            else
                return false;
            return true;
        });
        need(edit.from != ecs::no_component, "\"component\"");
        return edit;
    }
    ecs::Edit add_system() {
        ecs::AddSystem edit;
        std::string name, rule, group;
        double budget_us = 0;
        bool off = false;
        members([&](std::string_view key) {
            if (key == "system")
                name = read_text(json_);
            else if (key == "rule")
                rule = read_text(json_);
            else if (key == "group")
                group = read_text(json_);
            else if (key == "budget_us")
                budget_us = read_number_as<double>(json_);
            else if (key == "off")
                off = json_.read_bool();
            else if (key == "position")
                edit.position = read_count(json_);
            else
                return false;
            return true;
        });
        std::optional<ecs::SystemDescription> made;
        if (!rule.empty())
            made = ecs::make_rule(name, rule);
        else if (systems_.make)
            made = systems_.make(name);
        if (!made) json_.fail_about("no system is called " + in_quotes(name) + did_you_mean(name, systems_.names));
        edit.description = std::move(*made);
        edit.description->group = group;
        edit.description->budget_us = budget_us;
        edit.description->enabled = !off;
        return edit;
    }
    ecs::Edit remove_system() {
        ecs::RemoveSystem edit;
        members([&](std::string_view key) { return key == "system" && (edit.system = read_text(json_), true); });
        return edit;
    }
    ecs::Edit move_system() {
        ecs::MoveSystem edit;
        members([&](std::string_view key) {
            if (key == "system")
                edit.system = read_text(json_);
            else if (key == "position")
                edit.position = read_count(json_);
            else
                return false;
            return true;
        });
        return edit;
    }
    ecs::Edit note_system() {
        ecs::NoteSystem edit;
        members([&](std::string_view key) {
            if (key == "system")
                edit.system = read_text(json_);
            else if (key == "group")
                edit.group = read_text(json_);
            else if (key == "budget_us")
                edit.budget_us = read_number_as<double>(json_);
            else
                return false;
            return true;
        });
        return edit;
    }

    ecs::EntityRuns runs() {
        ecs::EntityRuns made;
        for (const ecs::FreeRun& run : free_runs()) {
            if (!run.first || run.count == 0 || run.end() > most_handles)
                json_.fail_about("no entities are like these");
            made.push_back_run(run.first, run.count);
        }
        return made;
    }
    ecs::Edit destroy_many() {
        ecs::DestroyMany edit;
        members([&](std::string_view key) { return key == "entities" && (edit.entities = runs(), true); });
        return edit;
    }
    ecs::Edit add_many() {
        ecs::AddToMany edit;
        const ecs::ComponentType* added = nullptr;
        std::size_t count = 0;
        members([&](std::string_view key) {
            if (key == "component") {
                added = &type();
            } else if (key == "entities") {
                edit.entities = runs();
            } else if (key == "values") {
                need(added != nullptr && !edit.entities.empty(),
                     "\"component\" and \"entities\" before its \"values\"");
                if (edit.values || added->is_tag()) json_.fail_about("it has values already");
                edit.values = std::make_shared<ecs::TakenRows::Column>(*added, edit.entities.size());
                read_list(json_, [&] {
                    if (count == edit.entities.size()) json_.fail_about("it has more values than entities");
                    ecs::construct_values(*added, edit.values->at(count), 1);
                    edit.values->set_count(++count);
                    fields_.read_value(*added, edit.values->at(count - 1));
                });
            } else {
                return false;
            }
            return true;
        });
        need(added != nullptr, "\"component\"");
        if (added->is_tag()) return ecs::add_to_many(std::move(edit.entities), ecs::Value(*added));
        if (!edit.values || (count != 1 && count != edit.entities.size()))
            json_.fail_about("this edit has not one value for each entity");
        return edit;
    }
    ecs::Edit remove_many() {
        ecs::RemoveFromMany edit;
        members([&](std::string_view key) {
            if (key == "component")
                edit.component = type().id;
            else if (key == "entities")
                edit.entities = runs();
            else
                return false;
            return true;
        });
        need(edit.component != ecs::no_component, "\"component\"");
        return edit;
    }
    ecs::TakenRows::Group group() {
        ecs::TakenRows::Group made;
        std::size_t rows = 0, placed = 0;
        const auto begin_columns = [&] {
            if (!made.columns.empty()) json_.fail_about("it has values already");
            for (const ecs::ComponentType* type : made.types)
                made.columns.push_back(
                    type->is_tag() ? nullptr : std::make_shared<ecs::TakenRows::Column>(*type, made.entities.size()));
        };
        read_members(json_, "rows", [&](std::string_view key) {
            if (key == "types") {
                for (const ecs::ComponentId id : types()) made.types.push_back(&world_.types()[id]);
            } else if (key == "rows") {
                made.rows_before = read_count(json_);
            } else if (key == "chunk_rows") {
                made.chunk_rows = static_cast<std::uint32_t>(std::min<std::uint64_t>(read_count(json_), most_handles));
            } else if (key == "entities") {
                made.entities = runs();
            } else if (key == "places") {
                read_list(json_, [&] {
                    std::uint64_t first = 0, count = 0;
                    if (!number_pair(first, count) || first < placed || count == 0 || count > most_handles ||
                        first + count > most_handles)
                        json_.fail_expected("a row and a count");
                    placed = first + count;
                    made.places.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count)});
                });
            } else if (key == "made") {
                read_list(json_, [&] { made.made_at_ticks.push_back(read_count(json_)); });
            } else if (key == "values") {
                begin_columns();
                read_list(json_, [&] {
                    if (rows == made.entities.size()) json_.fail_about("it has more rows than entities");
                    std::size_t column = 0;
                    read_list(json_, [&] {
                        while (column < made.types.size() && made.types[column]->is_tag()) ++column;
                        if (column == made.types.size()) json_.fail_about("a row has more values than types");
                        const ecs::ComponentType& type = *made.types[column];
                        void* const value = made.columns[column]->at(rows);
                        ecs::construct_values(type, value, 1);
                        made.columns[column]->set_count(rows + 1);
                        fields_.read_value(type, value);
                        ++column;
                    });
                    while (column < made.types.size() && made.types[column]->is_tag()) ++column;
                    if (column != made.types.size()) json_.fail_about("a row has fewer values than types");
                    ++rows;
                });
            } else {
                return false;
            }
            return true;
        });
        if (made.columns.empty()) begin_columns();
        std::size_t count = 0;
        for (const ecs::TakenRows::Places& run : made.places) count += run.count;
        const auto by_id = [](const ecs::ComponentType* a, const ecs::ComponentType* b) { return a->id >= b->id; };
        if (rows != made.entities.size() || count != rows || placed > made.rows_before ||
            made.rows_before > most_handles || made.chunk_rows == 0 ||
            std::ranges::adjacent_find(made.types, by_id) != made.types.end())
            json_.fail_about("its rows do not fit together");
        return made;
    }
    ecs::Edit restore() {
        auto rows = std::make_shared<ecs::TakenRows>();
        members([&](std::string_view key) {
            if (key == "groups")
                read_list(json_, [&] { rows->groups.push_back(group()); });
            else if (key == "families")
                read_list(json_, [&] {
                    ecs::TakenRows::Family& family = rows->families.emplace_back();
                    read_members(json_, "a family", [&](std::string_view member) {
                        if (member == "parent")
                            family.parent = read_handle(json_);
                        else if (member == "children")
                            family.children = handles();
                        else
                            return false;
                        return true;
                    });
                });
            else
                return false;
            return true;
        });
        if (!rows->fits_together(world_.parent_id())) json_.fail_about("its rows do not fit together");
        return ecs::RestoreRows{std::move(rows)};
    }

    JsonReader& json_;
    const ecs::World& world_;
    const SystemsByName& systems_;
    FieldReader fields_;
};

}  // namespace

void append_edit(std::string& out, const ecs::World& world, const ecs::Edit& edit) {
    MemberWriter object(out);
    object.text("kind", kinds[edit.index()]);
    std::visit(EditMembers{object, world}, edit);
    object.end();
}

ecs::Edit read_edit(JsonReader& json, const ecs::World& world, const SystemsByName& systems) {
    json.begin_object();
    const auto key = json.next_member();
    if (key != "kind") json.fail_about(R"(an edit begins with its "kind")");
    const std::string kind(json.read_string("the kind of an edit"));
    const auto found = std::ranges::find(kinds, kind);
    if (found == std::end(kinds)) json.fail("is no kind of edit");
    return MemberReader(json, world, systems).read(static_cast<std::size_t>(found - std::begin(kinds)));
}

}  // namespace files
