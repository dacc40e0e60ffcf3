#include "editor/files/script/edit_script.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "ecs/base/utf8.hpp"
#include "editor/files/json/json_fields.hpp"

namespace editor {

namespace {

constexpr std::string_view verbs[] = {"create",     "destroy",       "add",       "remove",     "set",
                                      "rename",     "reparent",      "toggle",    "add_system", "remove_system",
                                      "fit_blocks", "gather_blocks", "fold_tags", "unfold_tags"};

/// One edit of the script, its members not read yet.
struct Entry {
    std::size_t offset = 0;  // of its text
    std::string text;        // for messages
};

class ScriptRunner {
public:
    ScriptRunner(Session& session, std::string_view text, const std::string& name)
        : session_(session),
          world_(session.world),
          json_(text, name),
          fields_(json_, [this](std::string_view local) { return find_local(local); }) {}

    /// The edits with all handles filled in. The world is as it was before.
    std::vector<ecs::Edit> run();

private:
    void find_entries();
    ecs::Edit run_entry();
    ecs::Edit read_edit();
    ecs::Edit make_edit(std::string_view verb);

    bool has(std::string_view name) const { return members_.count(std::string(name)) != 0; }
    void allow(std::string_view verb, std::initializer_list<std::string_view> names);
    void go_to(std::string_view name);

    ecs::Entity target(std::string_view verb);
    const ecs::ComponentType& component();
    const ecs::ComponentType& type_called(std::string_view name);
    ecs::Entity find_local(std::string_view name);
    ecs::EntityRecord read_record();
    ecs::Edit read_set();
    std::vector<ecs::ComponentId> read_components();
    ecs::FitBlocks read_fit();

    [[noreturn]] void fail_entry(const FileError& error) const;

    Session& session_;
    ecs::World& world_;
    JsonReader json_;
    FieldReader fields_;
    std::vector<Entry> entries_;
    std::set<std::string> members_;                           // of the present edit
    std::size_t number_ = 0;                                  // of the present edit, from 0
    std::map<std::string, ecs::Entity, std::less<>> locals_;  // "$lamp"
    std::string new_local_;                                   // the name that the present edit gives
};

void ScriptRunner::find_entries() {
    bool has_edits = false;
    if (json_.peek() != JsonKind::Object) json_.fail_expected(R"(an object like { "edits": [ … ] })");
    const std::size_t start = json_.offset();
    json_.begin_object();
    while (const auto key = json_.next_member()) {
        if (*key != "edits")
            json_.fail_about_key("unknown member " + in_quotes(*key) + " of an edit script" +
                                 did_you_mean(*key, {"edits"}));
        has_edits = true;
        json_.begin_array();
        while (json_.next_element()) {
            if (json_.peek() != JsonKind::Object) json_.fail_expected("an object");
            const std::size_t offset = json_.offset();
            entries_.push_back({offset, json_.read_raw()});
        }
    }
    json_.finish();
    if (!has_edits) json_.fail_about_from(start, "an edit script needs \"edits\": [ … ]");
}

void ScriptRunner::fail_entry(const FileError& error) const {
    constexpr std::size_t max_bytes = 160;
    std::string text = entries_[number_].text;
    if (text.size() > max_bytes) text = std::string(ecs::whole_characters(text, max_bytes)) + "…";
    throw FileError(error.file(), error.line(), error.column(),
                    "edit " + std::to_string(number_ + 1) + " of " + std::to_string(entries_.size()) + " `" + text +
                        "`: " + error.problem());
}

// Which handle a creation takes, and whether a later edit fits, is only known once the earlier ones are done. So each
// is applied as soon as it is read, and in the end all are taken back: by then their handles are filled in.
std::vector<ecs::Edit> ScriptRunner::run() {
    find_entries();
    std::vector<ecs::Edit> done;
    done.reserve(entries_.size());
    const auto take_back = [&] { return ecs::apply_all_backwards(world_, session_.schedule, done).why; };
    try {
        for (number_ = 0; number_ < entries_.size(); ++number_) done.push_back(run_entry());
    } catch (const FileError& error) {
        take_back();
        fail_entry(error);
    } catch (...) {
        take_back();
        throw;
    }
    if (const std::string why = take_back(); !why.empty()) throw FileError(json_.file(), 0, 0, why);
    return done;
}

ecs::Edit ScriptRunner::run_entry() {
    new_local_.clear();
    ecs::Edit edit = read_edit();
    const std::string why = ecs::why_not(world_, session_.schedule, edit);
    if (!why.empty()) json_.fail_at(entries_[number_].offset, why);
    ecs::apply(world_, session_.schedule, edit);
    if (!new_local_.empty()) locals_[new_local_] = std::get<ecs::DestroyEntities>(edit).entities.front();
    return edit;
}

void ScriptRunner::go_to(std::string_view name) {
    json_.go_to(entries_[number_].offset, "edits", number_);
    json_.begin_object();
    while (const auto key = json_.next_member()) {
        if (*key == name) return;
        json_.skip();
    }
}

ecs::Edit ScriptRunner::read_edit() {
    json_.go_to(entries_[number_].offset, "edits", number_);
    members_.clear();
    std::string verb;
    json_.begin_object();
    while (const auto key = json_.next_member()) {
        const bool is_verb = std::find(std::begin(verbs), std::end(verbs), *key) != std::end(verbs);
        if (is_verb && !verb.empty())
            json_.fail_about_key("an edit does one thing, this one has " + in_quotes(verb) + " and " + in_quotes(*key));
        if (is_verb) verb = *key;
        members_.emplace(*key);
        json_.skip();
    }
    if (verb.empty()) {
        json_.go_to(entries_[number_].offset, "edits", number_);
        const std::vector<std::string> known(std::begin(verbs), std::end(verbs));
        std::string text = "an edit needs one of ";
        for (const std::string& each : known) text += (&each == &known.front() ? "" : ", ") + in_quotes(each);
        for (const std::string& member : members_)
            if (const std::string hint = did_you_mean(member, known); !hint.empty()) {
                text += hint;
                break;
            }
        json_.fail_about(text);
    }
    return make_edit(verb);
}

void ScriptRunner::allow(std::string_view verb, std::initializer_list<std::string_view> names) {
    for (const std::string& member : members_) {
        if (member == verb || std::find(names.begin(), names.end(), member) != names.end()) continue;
        go_to(member);
        json_.fail_about_key("unknown member " + in_quotes(member) + " of " + in_quotes(verb) +
                             did_you_mean(member, {names.begin(), names.end()}));
    }
}

ecs::Edit ScriptRunner::make_edit(std::string_view verb) {
    const auto need = [&](std::string_view name) {
        if (!has(name)) {
            json_.go_to(entries_[number_].offset, "edits", number_);
            json_.fail_about(in_quotes(verb) + " needs " + in_quotes(name));
        }
    };
    if (verb == "create") {
        allow(verb, {"name", "parent", "components"});
        ecs::CreateEntities create;
        create.entities.push_back(read_record());
        return create;
    }
    if (verb == "destroy") {
        allow(verb, {});
        return ecs::DestroyEntity{target(verb)};
    }
    if (verb == "add") {
        allow(verb, {"component", "value"});
        need("component");
        ecs::AddComponent add{target(verb), ecs::Value(component())};
        if (has("value")) {
            go_to("value");
            fields_.read_value(add.value.type(), add.value.data());
        }
        return add;
    }
    if (verb == "remove") {
        allow(verb, {"component"});
        need("component");
        return ecs::RemoveComponent{target(verb), component().id};
    }
    if (verb == "set") {
        allow(verb, {"component", "value"});
        need("component");
        need("value");
        return read_set();
    }
    if (verb == "rename") {
        allow(verb, {"name"});
        need("name");
        const ecs::Entity renamed = target(verb);
        go_to("name");
        if (json_.peek() != JsonKind::Null) return ecs::rename(world_, renamed, std::string(json_.read_string()));
        json_.read_null();
        return ecs::rename(world_, renamed, {});
    }
    if (verb == "reparent") {
        allow(verb, {"parent"});
        need("parent");
        const ecs::Entity moved = target(verb);
        go_to("parent");
        return ecs::SetParent{moved, fields_.read_entity()};
    }
    if (verb == "fit_blocks") {
        allow(verb, {});
        return read_fit();
    }
    if (verb == "gather_blocks") {
        allow(verb, {});
        go_to(verb);
        return ecs::GatherBlocks{!json_.read_bool()};
    }
    if (verb == "fold_tags" || verb == "unfold_tags") {
        allow(verb, {"tags"});
        need("tags");
        go_to("tags");
        std::vector<ecs::ComponentId> tags = read_components();
        go_to(verb);
        if (verb == "unfold_tags") return ecs::UnfoldTags{type_called(json_.read_string()).id, std::move(tags)};
        return ecs::FoldTags{std::move(tags), std::string(json_.read_string("the name of a component")), {}};
    }
    if (verb == "add_system") {
        allow(verb, {});
        go_to(verb);
        const std::string name(json_.read_string("the name of a system"));
        const std::vector<std::string> known(system_names().begin(), system_names().end());
        std::optional<ecs::SystemDescription> system = make_system(name, session_.world, session_.input);
        if (!system) json_.fail_about("the program knows no system " + in_quotes(name) + did_you_mean(name, known));
        return ecs::AddSystem{std::move(*system)};
    }
    if (verb == "remove_system") {
        allow(verb, {});
        go_to(verb);
        return ecs::RemoveSystem{std::string(json_.read_string("the name of a system"))};
    }
    allow(verb, {"enabled"});
    need("enabled");
    go_to("toggle");
    ecs::ToggleSystem toggle{std::string(json_.read_string("the name of a system")), true};
    if (!session_.schedule.find(toggle.system)) {
        std::vector<std::string> known;
        for (const ecs::System* system : session_.schedule.systems()) known.push_back(system->description.name);
        json_.fail_about("no system is called " + in_quotes(toggle.system) + did_you_mean(toggle.system, known));
    }
    go_to("enabled");
    toggle.enabled = json_.read_bool();
    return toggle;
}

ecs::Entity ScriptRunner::target(std::string_view verb) {
    go_to(verb);
    const ecs::Entity entity = fields_.read_entity();
    if (!entity) json_.fail_expected("an entity like \"12v3\"");
    return entity;
}

ecs::Entity ScriptRunner::find_local(std::string_view name) {
    const auto found = locals_.find(name);
    if (found != locals_.end()) return found->second;
    std::vector<std::string> known;
    for (const auto& [local, entity] : locals_) known.push_back(local);
    if (name.substr(0, 1) != "$") json_.fail_expected("an entity like \"12v3\" or a name like \"$lamp\"");
    json_.fail("names " + in_quotes(name) + ", which no earlier edit creates" + did_you_mean(name, known));
}

const ecs::ComponentType& ScriptRunner::component() {
    go_to("component");
    return type_called(std::string(json_.read_string("the name of a component")));
}

const ecs::ComponentType& ScriptRunner::type_called(std::string_view name) {
    const ecs::TypeRegistry& types = world_.types();
    const ecs::ComponentType* const type = types.find(name);
    if (type && type->id == world_.name_id()) json_.fail_about(R"(a name is changed by "rename")");
    if (type && type->id == world_.parent_id()) json_.fail_about(R"(a parent is changed by "reparent")");
    if (type) return *type;
    std::vector<std::string> known;
    for (ecs::ComponentId id = 0; id < types.size(); ++id) known.push_back(types[id].name);
    json_.fail_about("no component is called " + in_quotes(name) + did_you_mean(name, known));
}

ecs::EntityRecord ScriptRunner::read_record() {
    ecs::EntityRecord record;
    go_to("create");
    if (json_.peek() == JsonKind::Null) {
        json_.read_null();
    } else {
        const std::string expected = R"(an id like "12v3", a name like "$lamp", or null)";
        const std::string text(json_.read_string(expected));
        if (text.size() > 1 && text.front() == '$') {
            if (locals_.count(text) != 0)
                json_.fail("names " + in_quotes(text) + ", which an earlier edit creates already");
            new_local_ = text;
        } else if (const std::optional<ecs::Entity> id = ecs::parse_entity(text)) {
            record.entity = *id;
        } else {
            json_.fail_expected(expected);
        }
    }
    if (has("parent")) {
        go_to("parent");
        record.parent = fields_.read_entity();
    }
    if (has("name")) {
        go_to("name");
        ecs::Value& name = record.values.emplace_back(world_.types()[world_.name_id()]);
        static_cast<ecs::Name*>(name.data())->value = json_.read_string();
    }
    if (!has("components")) return record;
    go_to("components");
    json_.begin_object();
    while (const auto name = json_.next_member()) {
        ecs::Value& value = record.values.emplace_back(type_called(*name));
        fields_.read_value(value.type(), value.data());
    }
    return record;
}

std::vector<ecs::ComponentId> ScriptRunner::read_components() {
    std::vector<ecs::ComponentId> components;
    json_.begin_array();
    while (json_.next_element()) {
        const std::string name(json_.read_string("the name of a component"));
        // Name and Parent are part of what an archetype is called, though no edit is about them.
        const ecs::ComponentType* const type = world_.types().find(name);
        components.push_back(type ? type->id : type_called(name).id);
    }
    return components;
}

ecs::FitBlocks ScriptRunner::read_fit() {
    ecs::FitBlocks fit;
    go_to("fit_blocks");
    json_.begin_array();
    while (json_.next_element()) {
        const ecs::Archetype* archetype = nullptr;
        std::optional<std::uint32_t> bytes;
        if (json_.peek() != JsonKind::Object) json_.fail_expected(R"(an object with "components" and "bytes")");
        const std::size_t start = json_.offset();
        json_.begin_object();
        while (const auto key = json_.next_member()) {
            if (*key == "components") {
                archetype = world_.find_archetype(read_components());
                if (!archetype) json_.fail_about("no entity ever had exactly these components");
            } else if (*key == "bytes") {
                bytes = read_number_as<std::uint32_t>(json_);
            } else {
                json_.fail_about_key("unknown member " + in_quotes(*key) + " of a block" +
                                     did_you_mean(*key, {"components", "bytes"}));
            }
        }
        if (!archetype || !bytes) json_.fail_about_from(start, R"(a block needs "components" and "bytes")");
        fit.blocks.push_back({archetype->id(), *bytes});
    }
    return fit;
}

ecs::Edit ScriptRunner::read_set() {
    const ecs::Entity entity = target("set");
    const ecs::ComponentType& type = component();
    const void* const present = world_.get(entity, type.id);
    ecs::SetComponent set{entity, present && type.copyable() ? ecs::Value(type, present) : ecs::Value(type), {}};
    go_to("value");
    fields_.read_value(type, set.value.data(), nullptr, &set.fields);
    return set;
}

}  // namespace

void run_script(Session& session, std::string_view text, const std::string& name) {
    ecs::HistoryStep step{"Run script " + std::filesystem::path(name).filename().string(), {}};
    step.edits = ScriptRunner(session, text, name).run();
    const std::string why = session.history.perform(std::move(step));
    session.history.seal();
    if (!why.empty()) throw FileError(name, 0, 0, why);
}

}  // namespace editor
