#include <algorithm>
#include <cstdio>

#include "component_schema.hpp"
#include "editor/atomic_file.hpp"
#include "editor/world_file.hpp"
#include "free_slots.hpp"
#include "job.hpp"
#include "json_fields.hpp"
#include "json_text.hpp"
#include "world_format.hpp"

namespace editor {

namespace {

class WorldWriter {
public:
    /// `job` counts slots of the world, and one step for what is left to do then.
    WorldWriter(const ecs::World& world, const WorldFileHead& head, Job& job) : world_(world), head_(head), job_(job) {}

    // What the reader refuses must not be written.
    void check_limits() const {
        if (world_.slot_count() > std::size_t{highest_index} + 1)
            refuse("it has used entity " + std::to_string(world_.slot_count() - 1) +
                   ", and a world file can hold up to " + std::to_string(highest_index));
        for (std::size_t a = 0; a < world_.archetype_count(); ++a) {
            const ecs::Archetype& archetype = world_.archetype(static_cast<ecs::ArchetypeId>(a));
            if (archetype.entity_count() != 0 && archetype.components().size() > most_components)
                refuse("an entity has " + std::to_string(archetype.components().size()) +
                       " components, and a world file can hold " + std::to_string(most_components));
        }
    }

    /// Writes to `file`, or to text() when that is null.
    void write(FileWriter* file) {
        file_ = file;
        job_.begin(world_.slot_count() + 1);
        out_ += "{\n  \"format\": ";
        append_string(out_, format_name);
        out_ += ",\n  \"version\": ";
        append_integer(out_, format_version);
        out_ += ",\n  \"components\": ";
        write_schema();
        out_ += ",\n  \"systems\": ";
        write_systems();
        write_scene();
        out_ += ",\n  \"entities\": ";
        write_entities();
        out_ += "\n}\n";
        if (file_) pass_on();
    }
    std::string& text() { return out_; }

private:
    /// A component of an archetype, as it is written for each of its entities.
    struct Column {
        const ecs::ComponentType* type = nullptr;
        std::size_t position = 0;  // among the columns of the archetype
        std::string key;           // `"Position": `
    };

    [[noreturn]] void refuse(const std::string& problem) const {
        throw FileError(head_.file.empty() ? "the world" : head_.file.string(), 0, 0, "cannot be saved: " + problem);
    }

    void pass_on() {
        file_->write(out_);
        out_.clear();
    }

    std::vector<const ecs::ComponentType*> types_to_describe() const {
        std::vector<bool> used(world_.types().size());
        for (std::size_t a = 0; a < world_.archetype_count(); ++a) {
            const ecs::Archetype& archetype = world_.archetype(static_cast<ecs::ArchetypeId>(a));
            if (archetype.entity_count() == 0) continue;
            for (ecs::ComponentId component : archetype.components()) used[component] = true;
        }
        std::vector<const ecs::ComponentType*> types;
        for (ecs::ComponentId id = 0; id < world_.types().size(); ++id) {
            const ecs::ComponentType& type = world_.types()[id];
            if (id == world_.name_id() || id == world_.parent_id() || type.opaque_json) continue;
            // Nothing but files knows a type made at run time, so it stays even while no entity has it.
            if (used[id] || type.made_at_run_time) types.push_back(&type);
        }
        std::sort(types.begin(), types.end(), [](const auto* a, const auto* b) { return a->name < b->name; });
        return types;
    }

    void write_schema() {
        const std::vector<const ecs::ComponentType*> types = types_to_describe();
        if (types.empty()) {
            out_ += "{}";
            return;
        }
        std::vector<std::string> keys;
        std::size_t widest = 0;
        for (const ecs::ComponentType* type : types) {
            append_string(keys.emplace_back(), type->name);
            widest = std::max(widest, characters(keys.back()));
        }
        for (std::size_t i = 0; i < types.size(); ++i) {
            out_ += i == 0 ? "{\n    " : ",\n    ";
            out_ += keys[i];
            out_ += ": ";
            out_.append(widest - characters(keys[i]), ' ');
            append_schema(out_, *types[i]);
        }
        out_ += "\n  }";
    }

    static std::size_t characters(std::string_view text) {
        return static_cast<std::size_t>(std::count_if(
            text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
    }

    void write_systems() {
        const char* separator = "{ ";
        const auto write = [&](std::string_view name, bool enabled) {
            out_ += separator;
            separator = ", ";
            append_string(out_, name);
            out_ += enabled ? ": { \"enabled\": true }" : ": { \"enabled\": false }";
        };
        for (const auto& [name, enabled] : head_.systems) write(name, enabled);
        out_ += *separator == '{' ? "{}" : " }";
    }

    void write_scene() {
        const FreeSlots usual = default_free_slots(world_);
        const FreeSlots slots = free_slots(world_);
        const SceneDefaults defaults;
        const bool says_nothing = head_.scene.empty() && head_.seed == defaults.seed && world_.tick() == 0 &&
                                  head_.random == defaults.seed && head_.camera == defaults.camera && slots == usual;
        if (says_nothing) return;
        out_ += ",\n  \"scene\": { ";
        if (!head_.scene.empty()) {
            out_ += "\"name\": ";
            append_string(out_, head_.scene);
            out_ += ", ";
        }
        out_ += "\"seed\": ";
        append_integer(out_, head_.seed);
        out_ += ", \"tick\": ";
        append_integer(out_, world_.tick());
        char random[24];
        std::snprintf(random, sizeof random, "%016llx", static_cast<unsigned long long>(head_.random));
        out_ += ", \"random\": \"";
        out_ += random;
        out_ += "\", \"camera\": { \"x\": ";
        append_float(out_, head_.camera.x);
        out_ += ", \"y\": ";
        append_float(out_, head_.camera.y);
        out_ += ", \"zoom\": ";
        append_float(out_, head_.camera.zoom);
        out_ += " }";
        write_free_slots(slots, usual);
        out_ += " }";
    }

    void write_free_slots(const FreeSlots& slots, const FreeSlots& usual) {
        if (slots.handles != usual.handles) {
            out_ += ", \"free\": [";
            for (std::size_t i = 0; i < slots.handles.size(); ++i) {
                if (i > 0) out_ += ", ";
                append_entity(out_, slots.handles[i]);
            }
            out_ += ']';
        }
        std::size_t implied = usual.slot_count;
        for (ecs::Entity entity : slots.handles) implied = std::max(implied, std::size_t{entity.index} + 1);
        if (slots.slot_count == implied) return;
        out_ += ", \"slots\": ";
        append_integer(out_, slots.slot_count);
    }

    const std::vector<Column>& columns_of(const ecs::Archetype& archetype) {
        std::optional<std::vector<Column>>& known = columns_[archetype.id()];
        if (known) return *known;
        known.emplace();
        for (std::size_t c = 0; c < archetype.types().size(); ++c) {
            const ecs::ComponentType& type = *archetype.types()[c];
            if (type.id == world_.name_id() || type.id == world_.parent_id()) continue;
            Column& column = known->emplace_back();
            column.type = &type;
            column.position = c;
            append_string(column.key, type.name);
            column.key += ": ";
        }
        std::sort(known->begin(), known->end(),
                  [](const Column& a, const Column& b) { return a.type->name < b.type->name; });
        return *known;
    }

    void write_entities() {
        columns_.resize(world_.archetype_count());
        const char* separator = "[\n    ";
        for (std::size_t slot = 1; slot < world_.slot_count(); ++slot) {
            if (slot % entities_a_look == 0) job_.advance_to(slot);
            const ecs::Entity entity = world_.entity_at_slot(slot);
            if (!entity) continue;
            if (file_ && out_.size() > block_bytes) pass_on();
            out_ += separator;
            separator = ",\n    ";
            write_entity(entity);
        }
        out_ += *separator == '[' ? "[]" : "\n  ]";
    }

    void write_entity(ecs::Entity entity) {
        const ecs::Location location = world_.location(entity);
        const ecs::Archetype& archetype = world_.archetype(location.archetype);
        out_ += "{ \"id\": ";
        append_entity(out_, entity);
        if (archetype.has(world_.name_id())) {
            out_ += ", \"name\": ";
            write_name(entity, world_.name(entity));
        }
        if (archetype.has(world_.parent_id())) {
            out_ += ", \"parent\": ";
            append_entity(out_, world_.parent(entity));
        }
        const std::vector<Column>& columns = columns_of(archetype);
        if (!columns.empty()) {
            const char* next = ", \"components\": { ";
            for (const Column& column : columns) {
                out_ += next;
                next = ", ";
                out_ += column.key;
                const std::byte* data = archetype.column_data(location.chunk, column.position);
                if (data) data += std::size_t{location.row} * column.type->size;
                const std::size_t before = out_.size();
                append_value(out_, *column.type, data);
                // No string is too long in a text that is short.
                if (out_.size() - before > JsonReader::longest_string_bytes) check_strings(entity, *column.type, data);
            }
            out_ += " }";
        }
        out_ += " }";
    }

    void write_name(ecs::Entity entity, std::string_view name) {
        if (name.size() > JsonReader::longest_string_bytes)
            refuse("the name of " + ecs::to_string(entity) + " is longer than 1 MiB");
        append_string(out_, name);
    }

    void check_strings(ecs::Entity entity, const ecs::ComponentType& type, const void* data) const {
        std::string text;
        append_value(text, type, data);
        try {
            JsonReader(text, {}).skip();
        } catch (const FileError&) {
            refuse("a text in " + type.name + " of " + ecs::to_string(entity) + " is longer than 1 MiB");
        }
    }

    static constexpr std::size_t block_bytes = 256 * 1024;

    const ecs::World& world_;
    const WorldFileHead& head_;
    Job& job_;
    FileWriter* file_ = nullptr;
    std::string out_;
    std::vector<std::optional<std::vector<Column>>> columns_;  // by archetype
};

}  // namespace

WorldFileHead head_of(const Session& session) {
    WorldFileHead head;
    head.file = session.file;
    head.scene = session.scene ? std::string(session.scene->name) : session.unknown_scene;
    head.seed = session.seed;
    head.random = session.schedule.random.state();
    head.camera = session.camera;
    for (const ecs::System* system : session.schedule.systems())
        head.systems.emplace_back(system->description.name, system->enabled);
    head.systems.insert(head.systems.end(), session.unknown_systems.begin(), session.unknown_systems.end());
    return head;
}

std::string write_world(const Session& session) {
    const WorldFileHead head = head_of(session);
    Job job(nullptr, {}, "saving");
    WorldWriter writer(session.world, head, job);
    writer.check_limits();
    writer.write(nullptr);
    return std::move(writer.text());
}

void save_world(const ecs::World& world, const WorldFileHead& head, const std::filesystem::path& file,
                Progress* progress) {
    Job job(progress, file.string(), "saving");
    WorldWriter writer(world, head, job);
    writer.check_limits();
    FileWriter target(file);
    writer.write(&target);
    job.advance_to(world.slot_count());
    target.flush();
    job.advance_to(world.slot_count());  // the last moment at which everything can stay as it was
    target.commit();
    job.finish();
}

void save_world(const Session& session, const std::filesystem::path& file, Progress* progress) {
    save_world(session.world, head_of(session), file, progress);
}

}  // namespace editor
