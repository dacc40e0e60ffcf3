#include <algorithm>
#include <cstdio>
#include <system_error>
#include <utility>

#include "ecs/base/utf8.hpp"
#include "files/base/atomic_file.hpp"
#include "files/json/component_schema.hpp"
#include "files/json/json_fields.hpp"
#include "files/json/json_text.hpp"
#include "files/world_file/entity_lines.hpp"
#include "files/world_file/file_systems.hpp"
#include "files/world_file/free_slots.hpp"
#include "files/world_file/instance_lines.hpp"
#include "files/world_file/job.hpp"
#include "files/world_file/line_form.hpp"
#include "files/world_file/mark_text.hpp"
#include "files/world_file/world_file.hpp"
#include "files/world_file/world_format.hpp"

namespace files {

namespace {

class WorldWriter {
public:
    /// `job` counts slots of the world, plus one step for the rest.
    WorldWriter(const ecs::World& world, const WorldFile& head, Job& job) : world_(world), head_(head), job_(job) {}

    // Everything that the reader refuses must not be written.
    void check_limits() const {
        if (world_.slot_count() > std::size_t{highest_index} + 1)
            refuse_to_save(head_.file.string(), "it has used entity " + std::to_string(world_.slot_count() - 1) +
                                                    ", and a world file can hold up to " +
                                                    std::to_string(highest_index));
        for (std::size_t a = 0; a < world_.archetype_count(); ++a) {
            const ecs::Archetype& archetype = world_.archetype(static_cast<ecs::ArchetypeId>(a));
            if (archetype.entity_count() != 0 && archetype.components().size() > max_components)
                refuse_to_save(head_.file.string(), "an entity has " + std::to_string(archetype.components().size()) +
                                                        " components, and a world file can hold " +
                                                        std::to_string(max_components));
        }
    }

    /// Writes to `file`, in lines of this form, or to text() when `file` is null.
    void write(FileWriter* file, const LineForm& form = {}) {
        file_ = file;
        form_ = form;
        if (file_ && form.byte_order_mark) file_->write("\xef\xbb\xbf");
        job_.begin(world_.slot_count() + 1);
        out_ += "{\n  \"format\": ";
        append_string(out_, format_name);
        out_ += ",\n  \"version\": ";
        append_integer(out_, format_version);
        append_marks(out_, head_.conflicts);
        out_ += ",\n  \"components\": ";
        write_schema();
        out_ += ",\n  \"systems\": ";
        write_systems();
        write_scene();
        out_ += ",\n  \"entities\": ";
        if (file_) pass_on();
        write_entities();
        out_ += "\n}\n";
        if (file_) pass_on();
    }
    std::string& text() { return out_; }

private:
    void pass_on() {
        put_into_file(out_);
        out_.clear();
    }
    void put_into_file(std::string_view text) {
        if (!form_.carriage_returns) return file_->write(text);
        converted_.clear();
        append_lines(converted_, text, form_);  // no text of JSON has a line break
        file_->write(converted_);
    }

    std::vector<const ecs::ComponentType*> types_to_describe() const {
        std::vector<bool> used(world_.types().size());
        for (ecs::ComponentId described : head_.described_types) used[described] = true;
        for (std::size_t a = 0; a < world_.archetype_count(); ++a) {
            const ecs::Archetype& archetype = world_.archetype(static_cast<ecs::ArchetypeId>(a));
            if (archetype.entity_count() == 0) continue;
            for (ecs::ComponentId component : archetype.components()) used[component] = true;
        }
        std::vector<const ecs::ComponentType*> types;
        for (ecs::ComponentId id = 0; id < world_.types().size(); ++id) {
            const ecs::ComponentType& type = world_.types()[id];
            if (id == world_.name_id() || id == world_.parent_id() || type.opaque_json || type.retired) continue;
            // Only files know a type made at run time, so it is written even when no entity has it.
            if (used[id] || (type.made_at_run_time && !type.made_by_edit)) types.push_back(&type);
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
            widest = std::max(widest, ecs::count_characters(keys.back()));
        }
        for (std::size_t i = 0; i < types.size(); ++i) {
            out_ += i == 0 ? "{\n    " : ",\n    ";
            out_ += keys[i];
            out_ += ": ";
            out_.append(widest - ecs::count_characters(keys[i]), ' ');
            append_schema(out_, *types[i]);
        }
        out_ += "\n  }";
    }

    void write_systems() {
        const char* separator = "{ ";
        for (const auto& [name, enabled] : head_.systems) {
            out_ += separator;
            separator = ", ";
            append_string(out_, name);
            out_ += ": " + system_text(enabled, find_rule(head_, name), find_note(head_, name));
        }
        for (const std::string& name : head_.removed_systems) {
            out_ += separator;
            separator = ", ";
            append_string(out_, name);
            out_ += ": { \"removed\": true }";
        }
        out_ += *separator == '{' ? "{}" : " }";
    }

    void write_scene() {
        const FreeSlots usual = default_free_slots(world_);
        const FreeSlots slots = free_slots(world_);
        const SceneDefaults defaults;
        const bool says_nothing = head_.scene.empty() && head_.seed == defaults.seed && world_.tick() == 0 &&
                                  head_.random == defaults.seed && !head_.camera && head_.tick_budget_us == 0 &&
                                  slots == usual;
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
        out_ += '"';
        if (head_.camera) write_camera(*head_.camera);
        if (head_.tick_budget_us > 0) {
            out_ += ", \"budget_us\": ";
            append_float(out_, head_.tick_budget_us);
        }
        write_free_slots(slots, usual);
        out_ += " }";
    }

    void write_camera(const Camera& camera) {
        out_ += ", \"camera\": { \"x\": ";
        append_float(out_, camera.x);
        out_ += ", \"y\": ";
        append_float(out_, camera.y);
        out_ += ", \"zoom\": ";
        append_float(out_, camera.zoom);
        out_ += " }";
    }

    void write_free_slots(const FreeSlots& slots, const FreeSlots& usual) {
        if (slots.runs != usual.runs) {
            out_ += ", \"free\": [";
            const char* separator = "";
            for (auto run = slots.runs.rbegin(); run != slots.runs.rend(); ++run) {  // the next one last
                const ecs::Entity last{run->end() - 1, run->first.generation};
                out_ += std::exchange(separator, ", ");
                if (run->first.generation == 1 && run->count >= long_run) {
                    out_ += '"' + ecs::to_string(run->first) + ".." + ecs::to_string(last) + '"';
                    continue;
                }
                for (std::uint32_t index = run->end(); index-- > run->first.index;) {
                    if (index != last.index) out_ += separator;
                    append_entity(out_, {index, run->first.generation});
                    if (file_ && out_.size() > block_bytes) pass_on();
                }
            }
            out_ += ']';
        }
        std::size_t implied = usual.slot_count;
        for (const ecs::FreeRun& run : slots.runs) implied = std::max<std::size_t>(implied, run.end());
        if (slots.slot_count == implied) return;
        out_ += ", \"slots\": ";
        append_integer(out_, slots.slot_count);
    }

    void write_entities() {
        EntityLines lines(world_, head_.file.string(), [this](std::string_view text) {
            if (file_)
                put_into_file(text);
            else
                out_ += text;
        });
        const InstanceLines instances(world_);
        std::string_view separator = "[\n    ";
        std::size_t written = 0;
        for (std::size_t slot = 1; slot < world_.slot_count(); ++slot) {
            const ecs::Entity entity = world_.entity_at_slot(slot);
            if (!entity) {
                slot = world_.entity_index().next_used(slot + 1) - 1;
                continue;
            }
            if (++written % entities_a_look == 0) job_.advance_to(slot);
            const InstanceLines::How how = instances.how(entity);
            if (how == InstanceLines::How::WithRoot) continue;
            lines.write(separator);
            separator = ",\n    ";
            if (how == InstanceLines::How::Short)
                lines.write(instances.line_of(entity));
            else
                lines.write(entity);
        }
        lines.write(separator.front() == '[' ? "[]" : "\n  ]");
        lines.finish();
    }

    static constexpr std::size_t block_bytes = 256 * 1024;
    static constexpr std::uint32_t long_run = 10'000;  // of unused free slots

    const ecs::World& world_;
    const WorldFile& head_;
    Job& job_;
    FileWriter* file_ = nullptr;
    LineForm form_;
    std::string out_, converted_;
};

}  // namespace

std::string write_world(const ecs::World& world, const WorldFile& file, ecs::Progress* progress) {
    Job job(progress, {}, "saving");
    WorldWriter writer(world, file, job);
    writer.check_limits();
    writer.write(nullptr);
    return std::move(writer.text());
}

FileStamp save_world(const ecs::World& world, const WorldFile& file, const std::filesystem::path& to,
                     ecs::Progress* progress, FileStamp* over) {
    Job job(progress, to.string(), "saving");
    WorldWriter writer(world, file, job);
    writer.check_limits();
    // The file that is replaced decides, else the one that the world comes from.
    std::error_code missing;
    const LineForm form = line_form_of(std::filesystem::exists(to, missing) ? to : file.file);
    FileWriter target(to, over);
    writer.write(&target, form);
    job.advance_to(world.slot_count());
    target.flush();
    job.advance_to(world.slot_count());  // the last moment at which everything can stay as it was
    target.commit();
    job.finish();
    return target.stamp();
}

}  // namespace files
