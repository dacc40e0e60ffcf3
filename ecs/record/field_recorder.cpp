#include "ecs/record/field_recorder.hpp"

#include <algorithm>
#include <utility>

#include "ecs/record/owner_writes.hpp"
#include "ecs/record/record_ring.hpp"
#include "ecs/record/recorded_column.hpp"

namespace ecs {

FieldRecorder::FieldRecorder() : ring_(std::make_unique<RecordRing>()) {}
FieldRecorder::~FieldRecorder() { detach(); }

void FieldRecorder::attach(World& world, Schedule& schedule, History* history) {
    detach();
    world_ = &world;
    schedule_ = &schedule;
    history_ = history;
}

void FieldRecorder::detach() {
    hook(false);
    world_ = nullptr;
    schedule_ = nullptr;
    history_ = nullptr;
    everything_ = refused_ = false;
    entities_.clear();
    components_.clear();
    chosen_.clear();
    columns_.clear();
    column_count_ = 0;
    ring_->clear();
    told_ = nullptr;
    tick_.reset();
}

void FieldRecorder::hook(bool wanted) {
    if (wanted == hooked_ || schedule_ == nullptr) return;
    running_ = false;
    hooked_ = wanted;
    // Whoever put a listener before this one keeps a pointer to it: then it stays, passes on what it is told, and looks
    // at nothing.
    if (wanted) {
        place_.take(*schedule_, *this);
        if (history_ != nullptr && !std::exchange(in_history_, true))
            next_listener_ = std::exchange(history_->listener, this);
        HookListener*& listener = world_->observers().listener;
        if (!std::exchange(in_observers_, true)) next_hook_listener_ = std::exchange(listener, this);
    } else {
        place_.leave();
        if (history_ != nullptr && history_->listener == this) {
            history_->listener = std::exchange(next_listener_, nullptr);
            in_history_ = false;
        }
        if (HookListener*& listener = world_->observers().listener; listener == this) {
            listener = std::exchange(next_hook_listener_, nullptr);
            in_observers_ = false;
        }
    }
}

void FieldRecorder::choose_entities(std::span<const Entity> entities) {
    entities = entities.first(std::min(entities.size(), most_entities));
    if (std::equal(entities.begin(), entities.end(), entities_.begin(), entities_.end())) return;
    look_now();
    entities_.assign(entities.begin(), entities.end());
    std::vector<Chosen> former = std::exchange(chosen_, {});
    std::sort(former.begin(), former.end(), [](const Chosen& a, const Chosen& b) { return a.entity < b.entity; });
    std::vector<Entity> sorted = entities_;
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    auto next = former.begin();
    for (const Entity entity : sorted) {
        while (next != former.end() && next->entity < entity) ++next;
        if (next != former.end() && next->entity == entity) {
            chosen_.push_back(std::move(*next));
        } else if (entity) {
            chosen_.push_back({entity, false, {}});
            if (world_ != nullptr) look_at_entity(chosen_.back(), {}, true);
        }
    }
    settle_choice();
}

void FieldRecorder::choose_components(std::span<const ComponentId> components) {
    if (std::equal(components.begin(), components.end(), components_.begin(), components_.end())) return;
    look_now();
    components_.assign(components.begin(), components.end());
    settle_choice();
}

void FieldRecorder::choose_everything(bool everything) {
    if (everything == everything_) return;
    look_now();
    everything_ = everything;
    settle_choice();
}

/// The world must have been looked at just before.
void FieldRecorder::settle_choice() {
    if (world_ == nullptr) return;
    const bool was_hooked = hooked_;
    const std::size_t types = world_->types().size();
    columns_.resize(types);
    refused_ = false;
    std::size_t taken = 0;
    column_count_ = 0;
    for (ComponentId id = 0; id < types; ++id) {
        const ComponentType& type = world_->types()[id];
        const bool wanted = everything_ || std::find(components_.begin(), components_.end(), id) != components_.end();
        if (wanted && (can_record(type) || type.is_tag())) {
            taken += world_->slot_count() * RecordedColumn::bytes_a_slot(type);
            if (taken <= copy_limit_) {
                if (!columns_[id]) columns_[id] = std::make_unique<RecordedColumn>(type);
                ++column_count_;
                continue;
            }
            taken -= world_->slot_count() * RecordedColumn::bytes_a_slot(type);
            refused_ = true;
        }
        columns_[id] = nullptr;
    }
    hook(!chosen_.empty() || column_count_ > 0);
    if (!was_hooked) {
        for (auto& column : columns_)
            if (column) column = std::make_unique<RecordedColumn>(column->type);
    }
    look_at_columns({});
    for (Chosen& chosen : chosen_) look_at_entity(chosen, {}, true);
    version_ = world_->version();
}

void FieldRecorder::look_now() {
    if (!hooked_) return;
    // Nobody says that a system ended which threw.
    look(running_ ? WrittenBy{WriterKind::BySystem, running_name_} : WrittenBy{WriterKind::Direct, direct_name_});
    running_ = false;
    told_ = nullptr;
}

void FieldRecorder::look_at(const WrittenBy& writer) {
    if (hooked_) look(writer);
}

void FieldRecorder::tell(const FieldRecord& record) {
    ring_->add(record);
    if (!told_) told_ = std::make_unique<RecordRing>();
    told_->add(record);
}

void FieldRecorder::look_now(OwnerWrites& told) {
    told.want(entities_, components_, everything_);
    told.take([this](const FieldRecord& record) { tell(record); });
    look_now();
}

void FieldRecorder::time_jumped(bool comes_again) {
    if (world_ == nullptr) return;
    told_ = nullptr;
    if (!comes_again) ring_->forget_from(world_->tick());
    if (!hooked_) return;
    running_ = false;
    for (auto& column : columns_)
        if (column) column = std::make_unique<RecordedColumn>(column->type);
    look_at_columns({});
    for (Chosen& chosen : chosen_) {
        chosen.kept.clear();
        look_at_entity(chosen, {}, true);
    }
    version_ = world_->version();
}

void FieldRecorder::before_system(const World&, const System& system) {
    if (hooked_) {
        look_now();
        running_ = true;
        running_name_ = system.description.name;
    }
}

void FieldRecorder::after_system(const World&, const System& system) {
    if (hooked_) {
        look({WriterKind::BySystem, system.description.name});
        running_ = false;
    }
}

void FieldRecorder::before_commands(const World&, const System& system) {
    if (hooked_) look({WriterKind::BySystem, system.description.name});
}

void FieldRecorder::before_stage(const World&, std::span<const System* const>) {
    if (hooked_) look_now();
}

void FieldRecorder::after_stage(const World&, std::span<const System* const> systems) {
    if (hooked_) {
        // Systems that break their promise write what none of them declared.
        std::string names;
        for (const System* system : systems) names += (names.empty() ? "" : " or ") + system->description.name;
        stage_ = systems;
        look({WriterKind::BySystem, names});
        stage_ = {};
    }
}

void FieldRecorder::after_commands(const World&, const System& system) {
    if (hooked_) look({WriterKind::BySystem, system.description.name});
}

WrittenBy FieldRecorder::writer_of(ComponentId component, const WrittenBy& writer) const {
    for (const System* system : stage_)
        for (const SystemAccess& access : system->description.accesses)
            if (access.component == component && access.access == Access::Write)
                return {WriterKind::BySystem, system->description.name};
    return writer;
}

void FieldRecorder::before_hook(const World& world) {
    look_now();
    if (next_hook_listener_ != nullptr) next_hook_listener_->before_hook(world);
}
void FieldRecorder::after_hook(const World& world, std::string_view name) {
    if (hooked_) look({WriterKind::ByHook, name});
    if (next_hook_listener_ != nullptr) next_hook_listener_->after_hook(world, name);
}

void FieldRecorder::before_step(const World& world) {
    if (hooked_) look_now();
    if (next_listener_ != nullptr) next_listener_->before_step(world);
}

void FieldRecorder::after_step(const World& world, std::string_view label, StepDirection direction) {
    if (hooked_) {
        look({direction == StepDirection::Done     ? WriterKind::ByStep
              : direction == StepDirection::Undone ? WriterKind::ByUndo
                                                   : WriterKind::ByRedo,
              label});
    }
    if (next_listener_ != nullptr) next_listener_->after_step(world, label, direction);
}

std::size_t FieldRecorder::record_count() const { return ring_->size(); }
std::uint64_t FieldRecorder::total() const { return ring_->total(); }
std::uint64_t FieldRecorder::dropped() const { return ring_->dropped(); }
std::size_t FieldRecorder::memory_bytes() const { return ring_->memory_bytes(); }
void FieldRecorder::set_cap(std::size_t record_bytes) { ring_->set_cap(record_bytes); }
std::size_t FieldRecorder::cap() const { return ring_->cap(); }
void FieldRecorder::forget_records() { ring_->clear(); }

void FieldRecorder::set_copy_limit(std::size_t bytes) {
    copy_limit_ = bytes;
    look_now();
    settle_choice();
}

std::size_t FieldRecorder::copy_bytes() const {
    std::size_t bytes = 0;
    for (const auto& column : columns_)
        if (column) bytes += column->copy_bytes();
    for (const Chosen& chosen : chosen_) {
        bytes += sizeof chosen + chosen.kept.size() * sizeof(Kept);
        for (const Kept& kept : chosen.kept)
            if (kept.value && kept.value.type().size > 32) bytes += kept.value.type().size;
    }
    return bytes;
}

void FieldRecorder::walk(Entity entity, ComponentId component, std::uint32_t offset, Visit visit, void* to) const {
    ring_->each_of(entity, component, offset,
                   [&](const FieldRecord& record) { return is_to_come(record) || visit(to, record); });
}

void FieldRecorder::walk_all(Visit visit, void* to) const {
    bool on = true;
    ring_->each([&](const FieldRecord& record) { on = on && (is_to_come(record) || visit(to, record)); });
}

bool FieldRecorder::is_to_come(const FieldRecord& record) const {
    if (world_ == nullptr || record.tick != tick()) return world_ != nullptr && record.tick > tick();
    if (tick_) return false;
    // The systems of this tick run next, unless some of them have.
    return record.writer.kind == WriterKind::BySystem && !schedule_->within_tick();
}

}  // namespace ecs
