// The WorldReader turns the text of a world file into a new Session, in steps:
//
//     members of the file -> ids of all entities -> component types -> systems and scene -> entities, in id order
//
// Members may stand in any order, so the first step only remembers where each begins. What does not fit throws
// FileError, and the half-made Session goes with it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "component_schema.hpp"
#include "free_slots.hpp"
#include "job.hpp"
#include "json_fields.hpp"
#include "json_reader.hpp"
#include "world_format.hpp"

namespace editor {

class WorldReader {
public:
    /// `job` counts bytes of the text.
    WorldReader(std::string_view text, const std::string& name, Job& job);

    std::unique_ptr<Session> read();

private:
    /// An entity of the file.
    struct Place {
        std::size_t offset = 0;  // of its text
        ecs::Entity entity;
        bool has_parent = false;
        ecs::Entity parent;
    };
    /// A component type as this file uses it.
    struct FileComponent {
        const ecs::ComponentType* type = nullptr;
        std::unique_ptr<FileType> described;                // by the file
        const std::vector<ecs::Field>* migrated = nullptr;  // the file's fields, when they differ from the type's
    };
    struct NameHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view name) const { return std::hash<std::string_view>{}(name); }
    };
    template <class T>
    using ByName = std::unordered_map<std::string, T, NameHash, std::equal_to<>>;

    void read_members();
    void read_format();
    void read_version();

    void scan_entities();
    void scan_id(std::size_t number);
    void assign_free_ids();

    void read_components();
    void read_component(std::string name);
    FileComponent& component(std::string_view name);

    void read_scene();
    void read_camera();
    void read_free_list();
    void read_systems();

    void read_entities();
    void read_entity(std::size_t number);
    void read_values();
    void create(ecs::Entity entity);
    void link_parents();
    [[noreturn]] void fail_at_parent(std::size_t number);

    ecs::Entity find_local(std::string_view name) const;
    /// An id that an entity can have.
    ecs::Entity read_id();
    void warn(std::string text) { session_->warnings.push_back(std::move(text)); }
    [[noreturn]] void fail_unknown_member(std::string_view key, std::string_view where,
                                          std::initializer_list<std::string_view> known);

    Job& job_;
    const std::size_t text_bytes_;
    JsonReader json_;
    FieldReader fields_;
    std::unique_ptr<Session> session_;

    std::optional<std::size_t> components_at_, systems_at_, scene_at_, entities_at_;
    std::vector<Place> places_;               // in the order of the file
    std::vector<std::uint32_t> generations_;  // by slot: of the entity that the file has there, 0 for none
    ByName<std::size_t> local_ids_;           // position in places_ by an "id" that is no id
    std::vector<std::size_t> without_id_;     // positions in places_
    ByName<FileComponent> components_;
    std::optional<std::vector<ecs::Entity>> free_list_;
    std::size_t slot_count_ = 0;
    std::vector<ecs::Value> values_;               // of the entity that is read
    std::vector<ecs::ComponentId> component_ids_;  // the same
    std::uint64_t value_bytes_ = 0, most_bytes_ = 0;
};

}  // namespace editor
