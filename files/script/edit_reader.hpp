// Reads one edit of an edit script at a time: its members in any order, and the names like "$lamp" that earlier edits
// gave to what they created. ScriptRunner moves it from edit to edit; the verbs read with it. It throws FileError if
// the script is wrong.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "files/json/json_fields.hpp"
#include "files/script/edit_script.hpp"

namespace files {

class EditReader {
public:
    /// The world, the schedule, the systems and the text must outlive it.
    EditReader(ecs::World& world, const ecs::Schedule& schedule, const SystemsByName& systems, std::string_view text,
               const std::string& file);
    EditReader(const EditReader&) = delete;
    EditReader& operator=(const EditReader&) = delete;

    /// Goes on to an edit of the list "edits", whose object begins at `offset`.
    void start_edit(std::size_t position, std::size_t offset);
    /// The verb of the edit, once it is known.
    std::string_view verb() const { return verb_; }
    void set_verb(std::string_view verb) { verb_ = verb; }
    /// Keys of the members of the edit, in the order of the text.
    const std::vector<std::string>& members() const { return members_; }
    bool has(std::string_view member) const;
    /// To the value of a member, or to the whole edit.
    void go_to(std::string_view member);
    void go_to_edit();

    /// Reads the value of this member, the entity that the edit is about.
    ecs::Entity read_target(std::string_view member);
    /// Reads the value of the member "component".
    const ecs::ComponentType& read_component();
    /// Reads a list of names of components.
    std::vector<ecs::ComponentId> read_components();
    /// The component with the name, if edits can add, set and remove it.
    const ecs::ComponentType& find_component(std::string_view name);

    /// Says that the edit creates the entity "$lamp", which later edits can name.
    void announce(std::string_view name);
    /// Whether the present edit announced an entity.
    bool announced() const { return !announced_.empty(); }
    /// Notes the handle of the announced entity.
    void set_announced(ecs::Entity entity) { named_[announced_] = entity; }

    ecs::World& world() { return world_; }
    const ecs::Schedule& schedule() const { return schedule_; }
    const SystemsByName& systems() const { return systems_; }
    JsonReader& json() { return json_; }
    FieldReader& fields() { return fields_; }

private:
    ecs::Entity find_named(std::string_view name);

    ecs::World& world_;
    const ecs::Schedule& schedule_;
    const SystemsByName& systems_;
    JsonReader json_;
    FieldReader fields_;
    std::size_t position_ = 0, offset_ = 0;  // of the present edit
    std::vector<std::string> members_;
    std::string_view verb_;
    std::string announced_;
    std::map<std::string, ecs::Entity, std::less<>> named_;
};

}  // namespace files
