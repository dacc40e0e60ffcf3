// The WorldReader reads the text of a world file into a world. There are two ways, with the same steps:
//
//     members of the file -> ids of all entities -> component types -> systems and scene -> entities, in id order
//
// read() accepts any file; errors throw FileError with the precise place. Members may stand in any order, so its
// first step only remembers where each begins, and its second step looks at every entity for the first time.
// read_directly() looks at each entity once. It needs ids in rising order. Where it cannot decide, it throws
// NotDirect, or a FileError that need not be the first error of the file; then call read() on a new reader. When
// either throws, some of the entities are in the world already.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ecs/base/zeroed_array.hpp"
#include "ecs/prefab/inherited.hpp"
#include "ecs/world/prefab_types.hpp"
#include "files/json/component_schema.hpp"
#include "files/json/json_fields.hpp"
#include "files/json/json_reader.hpp"
#include "files/json/text_window.hpp"
#include "files/world_file/entity_pattern.hpp"
#include "files/world_file/file_types.hpp"
#include "files/world_file/free_slots.hpp"
#include "files/world_file/job.hpp"
#include "files/world_file/world_file.hpp"
#include "files/world_file/world_format.hpp"

namespace files {

/// What a reader reads to. The world has no entities.
struct ReadInto {
    ecs::World& world;
    const LoadOptions& options;
    FileTypes& types;  // of the world
};

class WorldReader {
public:
    struct NotDirect {};

    /// `job` counts bytes of the text.
    WorldReader(const ReadInto& into, std::string_view text, const std::string& name, Job& job);
    /// For a text too long for memory. Only read_directly() can read it.
    WorldReader(const ReadInto& into, TextWindow& window, const std::string& name, Job& job);

    WorldFile read();
    WorldFile read_directly();

private:
    /// An entity of the file.
    struct Place {
        std::size_t offset = 0;  // of its text
        ecs::Entity entity;
    };
    struct Link {
        ecs::Entity child, parent;
        std::size_t number = 0;  // of the child, in the file
    };
    /// A component type as this file uses it.
    struct FileComponent {
        const ecs::ComponentType* type = nullptr;
        std::unique_ptr<FileType> described;                // by the file
        const std::vector<ecs::Field>* migrated = nullptr;  // the file's fields if they differ from the type's
        ecs::Value value;                                   // of the entity being read
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

    // Component types (world_reader_types.cpp)
    struct Description {
        std::string name;
        std::unique_ptr<FileType> type;
        std::size_t start = 0;  // of the description in the text
    };
    void read_components();
    Description read_description(std::string name);
    void register_program_types(const std::vector<Description>& described);
    void add_component(Description description);
    void migrate(FileComponent& entry, const FileType& in_file);
    FileComponent& component(std::string_view name);
    bool is_replaced(std::string_view name) const;

    // Instances of prefabs (world_reader_instances.cpp)
    struct FileInstance {
        ecs::InstanceParts parts;
        std::vector<ecs::InstanceMove> moved;
    };
    /// A part as the root of its instance lists it.
    struct ListedPart {
        std::size_t root = 0;  // number of the root in the file
        ecs::Entity source;
        std::size_t at = 0;  // in the text
        bool has_line = false;
    };
    struct FilePart {
        enum class State { Waiting, OnTheWay, Made };
        ecs::Entity source;
        std::size_t root = 0;             // number in the file
        std::optional<std::size_t> line;  // its own, if it has one; that of the root: it is the root
        State state = State::Waiting;
    };
    static bool is_about_instance(std::string_view key);
    void scan_parts(std::size_t number);
    void take_ids_of_parts();
    void read_sources();
    void read_moved(FileInstance& instance);
    void read_instances();
    void make_part(ecs::Entity entity, std::size_t depth);
    void check_source(ecs::Entity entity, const FilePart& part);
    void read_part_line(std::size_t number, ecs::Entity& parent);
    const ecs::ComponentType* known_component(std::string_view name) const;
    FileComponent& entry_of(ecs::ComponentId component);
    [[noreturn]] void fail_at_line(std::size_t number, const std::string& problem);

    void read_scene();
    void read_camera();
    void read_free_list();
    ecs::FreeRun read_free_run();
    void read_systems();

    // Whole entities, one after another
    void read_entities();
    void read_members_directly(bool entities_come_last);
    void read_entities_directly();
    bool read_by_pattern();
    void learn_pattern(std::string_view text, std::size_t start);
    void create_by_pattern();

    // One entity
    ecs::Entity read_members_of_entity(std::optional<ecs::Entity> known);
    ecs::Entity read_direct_id();
    ecs::Entity read_parent();
    void read_values();
    void* start_value(FileComponent& component);
    void create(ecs::Entity entity);

    void link_parents();
    [[noreturn]] void fail_at_parent(const Link& link);
    void finish_slots();

    ecs::Entity find_local(std::string_view name) const;
    /// An id that is valid for an entity.
    ecs::Entity read_id();
    /// The last step: what the fields could not hold.
    void collect_losses();
    void warn(std::string text) { file_.warnings.push_back(std::move(text)); }
    [[noreturn]] void fail_unknown_member(std::string_view key, std::string_view where,
                                          std::initializer_list<std::string_view> known);

    Job& job_;
    std::size_t text_bytes_;
    JsonReader json_;
    FieldReader fields_;
    ecs::World& world_;
    const LoadOptions& options_;
    FileTypes& types_;
    WorldFile file_;
    ProgramTypes program_;

    std::optional<std::size_t> components_at_, systems_at_, scene_at_, entities_at_;
    std::vector<Place> places_;                    // in the order of the file
    ecs::ZeroedArray<std::uint32_t> generations_;  // by slot: generation of the file's entity there; 0: none
    ByName<std::size_t> local_ids_;                // position in places_, for an "id" that is not an entity id
    std::vector<std::size_t> without_id_;          // positions in places_
    ByName<FileComponent> components_;
    std::optional<std::vector<ecs::FreeRun>> free_list_;  // in the order of the file: the next one last
    std::size_t slot_count_ = 0;
    std::vector<Link> links_;  // of all entities below others
    FileComponent name_;       // the component Name
    std::uint64_t value_bytes_ = 0, max_bytes_ = 0;

    // The entity being read
    std::vector<FileComponent*> entity_components_;
    std::vector<ecs::ComponentId> component_ids_;

    // Instances
    std::vector<std::size_t> instance_lines_;                  // numbers of the lines with "of"
    std::unordered_map<std::size_t, FileInstance> instances_;  // by the number of the root
    std::unordered_map<ecs::Entity, ListedPart> listed_;
    std::unordered_map<ecs::Entity, FilePart> file_parts_;
    std::unordered_map<ecs::Entity, ecs::Entity> parent_of_;
    std::unordered_map<ecs::ComponentId, ecs::Value> inherited_;  // of the entity being read
    FileComponent instance_;                                      // the component InstanceOf
    ecs::ComponentId prefab_ = ecs::no_component;

    // For read_directly()
    TextWindow* window_ = nullptr;
    bool direct_ = false;
    std::uint32_t last_index_ = 0;
    ValueNotes notes_;
    std::vector<std::unique_ptr<EntityPattern>> patterns_;  // roughly by frequency, frequent ones first
    EntityPattern* pattern_ = nullptr;  // the pattern that read the last entity; only this one may have entities that
                                        // wait to be created
    int pattern_credit_ = 256;
};

}  // namespace files
