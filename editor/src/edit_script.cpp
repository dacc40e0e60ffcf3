#include "editor/edit_script.hpp"

#include <algorithm>
#include <map>

#include "free_slots.hpp"
#include "json_fields.hpp"
#include "json_text.hpp"
#include "world_format.hpp"

namespace editor {

namespace {

constexpr std::string_view verbs[] = {"create", "destroy", "add", "remove", "set", "rename", "reparent", "toggle"};

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
    ecs::Edit read_edit(std::size_t number);
    ecs::Edit make_edit(std::string_view verb);

    std::size_t member(std::string_view name);
    bool has(std::string_view name) const { return members_.count(std::string(name)) != 0; }
    void allow(std::string_view verb, std::initializer_list<std::string_view> names);
    void go_to(std::string_view name);

    ecs::Entity entity(std::string_view member_name);
    const ecs::ComponentType& component();
    const ecs::ComponentType& type_called(std::string_view name);
    ecs::Entity find_local(std::string_view name);
    ecs::EntityRecord read_record();
    ecs::Edit read_set();

    [[noreturn]] void fail_entry(std::size_t number, const FileError& error) const;

    Session& session_;
    ecs::World& world_;
    JsonReader json_;
    FieldReader fields_;
    std::vector<Entry> entries_;
    std::map<std::string, std::size_t> members_;  // of the present edit: where their values begin
    std::size_t number_ = 0;                      // of the present edit, from 0
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

void ScriptRunner::fail_entry(std::size_t number, const FileError& error) const {
    constexpr std::size_t most_bytes = 160;
    std::string text = entries_[number].text;
    if (text.size() > most_bytes) {
        std::size_t end = most_bytes;
        while ((static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
        text = text.substr(0, end) + "…";
    }
    throw FileError(error.file(), error.line(), error.column(),
                    "edit " + std::to_string(number + 1) + " of " + std::to_string(entries_.size()) + " `" + text +
                        "`: " + error.problem());
}

// Which handle a creation takes, and whether a later edit fits, is only known once the earlier ones are done. So each is
// applied as soon as it is read, and in the end all are taken back: by then their handles are filled in.
std::vector<ecs::Edit> ScriptRunner::run() {
    find_entries();
    const FreeSlots free = remember_free_slots(world_);
    std::vector<ecs::Edit> done;
    done.reserve(entries_.size());
    const auto take_back = [&] { return ecs::apply_all_backwards(world_, session_.schedule, done).why; };
    try {
        for (number_ = 0; number_ < entries_.size(); ++number_) {
            new_local_.clear();
            ecs::Edit edit = read_edit(number_);
            const std::string why = ecs::why_not(world_, session_.schedule, edit);
            if (!why.empty()) json_.fail_entry_at(entries_[number_].offset, why);
            ecs::apply(world_, session_.schedule, edit);
            done.push_back(std::move(edit));
            if (!new_local_.empty())
                locals_[new_local_] = std::get<ecs::DestroyEntities>(done.back()).entities.front();
        }
    } catch (const FileError& error) {
        take_back();
        restore_free_slots(world_, free);
        fail_entry(number_, error);
    }
    if (const std::string why = take_back(); !why.empty()) throw FileError(json_.file(), 0, 0, why);
    return done;
}

void ScriptRunner::go_to(std::string_view name) {
    json_.go_to(entries_[number_].offset, "edits", number_);
    json_.begin_object();
    while (const auto key = json_.next_member()) {
        if (*key == name) return;
        json_.skip();
    }
}

ecs::Edit ScriptRunner::read_edit(std::size_t number) {
    json_.go_to(entries_[number].offset, "edits", number);
    members_.clear();
    std::string verb;
    json_.begin_object();
    while (const auto key = json_.next_member()) {
        const bool is_verb = std::find(std::begin(verbs), std::end(verbs), *key) != std::end(verbs);
        if (is_verb && !verb.empty())
            json_.fail_about_key("an edit does one thing, this one has " + in_quotes(verb) + " and " + in_quotes(*key));
        if (is_verb) verb = *key;
        members_.emplace(*key, json_.offset());
        json_.skip();
    }
    if (verb.empty()) {
        json_.go_to(entries_[number].offset, "edits", number);
        const std::vector<std::string> known(std::begin(verbs), std::end(verbs));
        std::string text = "an edit needs one of ";
        for (const std::string& each : known) text += (&each == &known.front() ? "" : ", ") + in_quotes(each);
        for (const auto& [member, offset] : members_)
            if (const std::string hint = did_you_mean(member, known); !hint.empty()) {
                text += hint;
                break;
            }
        json_.fail_about(text);
    }
    return make_edit(verb);
}

void ScriptRunner::allow(std::string_view verb, std::initializer_list<std::string_view> names) {
    for (const auto& [member, offset] : members_) {
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
            json_.fail_about(in_quotes(verb) + " needs a " + in_quotes(name));
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
        return ecs::DestroyEntity{entity(verb)};
    }
    if (verb == "add") {
        allow(verb, {"component", "value"});
        need("component");
        ecs::AddComponent add{entity(verb), ecs::Value(component())};
        if (has("value")) {
            go_to("value");
            fields_.read_value(add.value.type(), add.value.data());
        }
        return add;
    }
    if (verb == "remove") {
        allow(verb, {"component"});
        need("component");
        return ecs::RemoveComponent{entity(verb), component().id};
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
        const ecs::Entity target = entity(verb);
        go_to("name");
        if (json_.peek() != JsonKind::Null) return ecs::rename(world_, target, std::string(json_.read_string()));
        json_.read_null();
        return ecs::rename(world_, target, {});
    }
    if (verb == "reparent") {
        allow(verb, {"parent"});
        need("parent");
        const ecs::Entity target = entity(verb);
        go_to("parent");
        return ecs::SetParent{target, fields_.read_entity()};
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

}  // namespace

}  // namespace editor
