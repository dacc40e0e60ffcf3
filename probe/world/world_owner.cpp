#include "probe/world/world_owner.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "ecs/world/written.hpp"

namespace probe {

namespace {

/// Values side by side are compared so many times as fast as single ones.
constexpr std::size_t columns_are_faster = 8;

bool same_description(const ecs::ComponentType& a, const ecs::ComponentType& b) {
    return a.name == b.name && a.retired == b.retired && a.fields.size() == b.fields.size();
}

/// memcmp with a size that the compiler knows is a load or two.
bool differs(const std::byte* a, const std::byte* b, std::size_t size) {
    switch (size) {
        case 4:
            return std::memcmp(a, b, 4) != 0;
        case 8:
            return std::memcmp(a, b, 8) != 0;
        case 12:
            return std::memcmp(a, b, 12) != 0;
        case 16:
            return std::memcmp(a, b, 16) != 0;
        default:
            return std::memcmp(a, b, size) != 0;
    }
}

}  // namespace

WorldOwner::~WorldOwner() {
    for (const ecs::Entity entity : parked_) world_.unpark(entity);
}

std::string WorldOwner::name() const { return "Chunkscope"; }

std::string WorldOwner::why_not(ecs::OwnerAbility ability) const {
    switch (ability) {
        case ecs::OwnerAbility::SeeSystems:
            return schedule_ == nullptr
                       ? "the program shows its world without its schedule, and no zone of its loop was seen"
                       : std::string();
        case ecs::OwnerAbility::SwitchSystem:
            return schedule_ == nullptr ? "the program shows its world without its schedule" : std::string();
        default:
            return {};
    }
}

bool WorldOwner::types_fit() const {
    for (const ecs::ComponentType& said : types_)
        if (!same_description(said, world_.types()[said.id])) return false;
    return true;
}

/// Whether another run began.
bool WorldOwner::look_at_types() {
    bool other_run = false;
    // The client has laid out this type already, so a changed type starts another run. So does a world that went back.
    if (world_.tick() < std::exchange(tick_, world_.tick()) || !types_fit()) {
        ++run_;
        types_.clear();
        positions_.clear();
        say_all_again();
        other_run = true;
    }
    const ecs::TypeRegistry& types = std::as_const(world_).types();
    for (auto id = static_cast<ecs::ComponentId>(positions_.size()); id < types.size(); ++id) {
        const bool own = id != world_.name_id() && id != world_.parent_id() && !types[id].retired;
        positions_.push_back(own ? static_cast<std::uint32_t>(types_.size()) : ecs::OwnerPool::no_type);
        if (own) types_.push_back(types[id]);
    }
    return other_run;
}

void WorldOwner::say_all_again() {
    said_chunks_ = std::vector<std::vector<SaidChunk>>();
    said_ = decltype(said_)();
    log_.reset();
    on_the_way_.clear();
    arrives_ = true;
    still_to_come_ = 0;
}

std::string WorldOwner::pull(ecs::Pull& pull) {
    std::string why = pull_part(pull, std::chrono::steady_clock::time_point::max());
    for (const NewRows& rows : new_rows_) add_to(pull, rows, types_);
    return why;
}

std::string WorldOwner::pull_part(ecs::Pull& pull, std::chrono::steady_clock::time_point until) {
    new_rows_.clear();
    // What is known of the run before is found again by its name, among all.
    if (look_at_types()) until = std::chrono::steady_clock::time_point::max();
    if (pull.columns.size() < types_.size()) pull.clear(types_.size());
    const std::uint64_t now = world_.version();
    if (arrives_ || now != version_) look_at_rows(pull, until);
    version_ = now;
    arrives_ = still_to_come_ > 0;
    if (log_)
        log_->clear();
    else
        log_.emplace(world_);
    for (const ecs::OwnerKey key : std::exchange(again_, {})) say_all_of(pull, key);
    return {};
}

void WorldOwner::look_at_rows(ecs::Pull& pull, std::chrono::steady_clock::time_point until) {
    using Clock = std::chrono::steady_clock;
    left_ = std::exchange(on_the_way_, {});
    still_to_come_ = 0;
    const auto has_time = [&] { return !arrives_ || new_rows_.empty() || Clock::now() < until; };
    const bool few = log_ && log_->complete() && log_->rows().size() <= world_.entity_count() / columns_are_faster;
    const ecs::WriteLog* const log = few ? &*log_ : nullptr;
    said_chunks_.resize(std::max(said_chunks_.size(), world_.archetype_count()));
    for (ecs::ArchetypeId id = 0; id < world_.archetype_count(); ++id) {
        const ecs::Archetype& archetype = world_.archetype(id);
        std::vector<SaidChunk>& said = said_chunks_[id];
        for (std::size_t i = archetype.chunk_count(); i < said.size(); ++i)
            left_.insert(left_.end(), said[i].entities.begin(), said[i].entities.end());
        said.resize(archetype.chunk_count());
        const bool whole_columns =
            log == nullptr ||
            std::ranges::any_of(archetype.components(), [&](ecs::ComponentId each) { return log->all_rows(each); });
        for (std::size_t i = 0; i < archetype.chunk_count(); ++i) {
            if (said[i].values == nullptr) {
                if (has_time())
                    look_at_new_chunk(pull, archetype, i);
                else
                    still_to_come_ += archetype.chunk(i).entities().size();
                continue;
            }
            if (archetype.newest_version(i) <= version_) continue;
            const bool rows_changed = archetype.column_version(i, ecs::no_column) > version_;
            // Only single values were written: the chunk itself need not be fetched.
            if (!rows_changed && !whole_columns) continue;
            if (rows_changed) {
                const auto rows = archetype.chunk(i).entities();
                left_.insert(left_.end(), said[i].entities.begin(), said[i].entities.end());
                for (const ecs::Entity entity : rows) look_at_row(pull, entity, archetype);
            }
            look_at_values(pull, archetype, i, said[i], rows_changed, log);
        }
    }
    if (log != nullptr) look_at_single_values(pull, *log);
    look_at_who_left(pull);
}

void WorldOwner::look_at_new_chunk(ecs::Pull& pull, const ecs::Archetype& archetype, std::size_t position) {
    const auto entities = archetype.chunk(position).entities();
    SaidChunk& said = said_chunks_[archetype.id()][position];
    said.block_bytes = archetype.layout().block_bytes;
    said.values = std::make_unique_for_overwrite<std::byte[]>(said.block_bytes);
    said.entities.assign(entities.begin(), entities.end());
    NewRows& rows = new_rows_.emplace_back();
    rows.entities = said.entities;
    for (std::size_t column = 0; column < archetype.types().size(); ++column) {
        const ecs::ComponentType& type = *archetype.types()[column];
        const ecs::ComponentId component = archetype.components()[column];
        const std::byte* values = archetype.column_data(position, column);
        if (values != nullptr && type.trivial) {
            std::byte* const copy = said.values.get() + archetype.layout().offsets[column];
            std::memcpy(copy, values, entities.size() * type.size);
            values = copy;
        }
        if (const std::uint32_t told = type_of(component); told != ecs::OwnerPool::no_type)
            rows.columns.push_back({told, values});
        else
            for (const ecs::Entity entity : entities) say_value(pull, entity, component, nullptr);
    }
    for (const ecs::Entity entity : entities) (void)take_in(pull, entity, archetype);
}

WorldOwner::Said& WorldOwner::said_of(ecs::Entity entity) {
    const std::size_t page = entity.index / slots_a_page;
    if (page >= said_.size()) said_.resize(page + 1);
    if (said_[page] == nullptr) said_[page] = std::make_unique<Said[]>(slots_a_page);
    return said_[page][entity.index % slots_a_page];
}

/// Notes that the entity is in this archetype now, and adds to the pull what it lost on the way there. Returns the archetype
/// that was said last; null: it is new.
const ecs::Archetype* WorldOwner::take_in(ecs::Pull& pull, ecs::Entity entity, const ecs::Archetype& archetype) {
    Said& said = said_of(entity);
    const auto [generation, id] = std::exchange(said, {entity.generation, archetype.id()});
    if (generation != entity.generation) {
        // Another entity had the slot, and may be in no chunk that changed.
        if (generation != 0) pull.destroyed.push_back(ecs::Entity{entity.index, generation}.bits());
        return nullptr;
    }
    const ecs::Archetype* const former = &world_.archetype(id);
    if (former != &archetype)
        for (const ecs::ComponentId component : former->components())
            if (!archetype.has(component)) say_without(pull, entity, component);
    return former;
}

/// Adds to the pull which components an entity of a changed chunk got and lost. look_at_values() adds their values.
void WorldOwner::look_at_row(ecs::Pull& pull, ecs::Entity entity, const ecs::Archetype& archetype) {
    const ecs::Archetype* const former = take_in(pull, entity, archetype);
    if (former == &archetype) return;
    if (former == nullptr) pull.created.push_back({entity.bits(), entity});
    for (std::size_t column = 0; column < archetype.types().size(); ++column) {
        const ecs::ComponentId component = archetype.components()[column];
        if (archetype.types()[column]->is_tag() && (former == nullptr || !former->has(component)))
            say_value(pull, entity, component, nullptr);
    }
}

void WorldOwner::look_at_values(ecs::Pull& pull, const ecs::Archetype& archetype, std::size_t position, SaidChunk& said,
                                bool rows_changed, const ecs::WriteLog* log) {
    const auto rows = archetype.chunk(position).entities();
    const ecs::ChunkLayout& layout = archetype.layout();
    if (said.block_bytes != layout.block_bytes) {
        said.values = std::make_unique_for_overwrite<std::byte[]>(layout.block_bytes);
        said.block_bytes = layout.block_bytes;
        said.entities.clear();  // so that nothing is compared with what is not there any more
    }
    for (std::size_t column = 0; column < archetype.types().size(); ++column) {
        const ecs::ComponentType& type = *archetype.types()[column];
        const std::byte* const values = archetype.column_data(position, column);
        if (values == nullptr) continue;
        const bool written = archetype.written_version(position, static_cast<int>(column)) > version_;
        if (!written && !rows_changed) continue;
        if (!rows_changed && log != nullptr && !log->all_rows(type.id)) continue;  // look_at_single_values() does
        std::byte* const copy = said.values.get() + layout.offsets[column];
        for (std::size_t row = 0; row < rows.size(); ++row) {
            const std::byte* const value = values + row * type.size;
            const bool same_row = row < said.entities.size() && said.entities[row] == rows[row];
            // Written or not: the entity may have left this row and returned with other values.
            if (same_row && type.trivial && !differs(copy + row * type.size, value, type.size)) continue;
            say_value(pull, rows[row], archetype.components()[column], value);
        }
        if (type.trivial) std::memcpy(copy, values, rows.size() * type.size);
    }
    if (rows_changed) said.entities.assign(rows.begin(), rows.end());
}

/// In chunks whose rows did not change and columns that no pass wrote: the others were looked at as a whole.
void WorldOwner::look_at_single_values(ecs::Pull& pull, const ecs::WriteLog& log) {
    // Each value is somewhere else in the memory, so it is fetched some values ahead.
    constexpr std::size_t ahead = 16;
    std::array<SingleValue, ahead> coming;
    said_alone_.clear();
    const std::span<const ecs::WriteLog::Row> rows = log.rows();
    for (std::size_t i = 0; i < rows.size() + ahead; ++i) {
        SingleValue& next = coming[i % ahead];
        if (next.value != nullptr) look_at_value(pull, next);
        next = i < rows.size() && !log.all_rows(rows[i].component) ? single_value(rows[i]) : SingleValue();
        __builtin_prefetch(next.value);
        __builtin_prefetch(next.copy, 1);
    }
}

WorldOwner::SingleValue WorldOwner::single_value(const ecs::WriteLog::Row& row) {
    if (!world_.alive(row.entity)) return {};
    const auto [id, position, at] = world_.location(row.entity);
    const ecs::Archetype& archetype = world_.archetype(id);
    const int found = archetype.column_of(row.component);
    if (found == ecs::no_column || archetype.column_version(position, ecs::no_column) > version_) return {};
    const auto column = static_cast<std::size_t>(found);
    const std::byte* const values = archetype.column_data(position, column);
    std::byte* const said = said_chunks_[id][position].values.get();
    if (values == nullptr || said == nullptr) return {};
    const ecs::ComponentType& type = *archetype.types()[column];
    const std::size_t offset = std::size_t{at} * type.size;
    std::byte* const copies = said + archetype.layout().offsets[column];
    return {row, values + offset, type.trivial ? copies + offset : nullptr, type.size};
}

void WorldOwner::look_at_value(ecs::Pull& pull, const SingleValue& single) {
    if (single.copy != nullptr) {
        if (!differs(single.copy, single.value, single.size)) return;
        std::memcpy(single.copy, single.value, single.size);
    } else if (!said_alone_.insert({single.row.entity, single.row.component}).second) {
        return;  // it was written several times
    }
    say_value(pull, single.row.entity, single.row.component, single.value);
}

void WorldOwner::look_at_who_left(ecs::Pull& pull) {
    for (const ecs::Entity entity : left_) {
        Said& said = said_of(entity);
        if (said.generation != entity.generation) continue;
        if (world_.alive(entity)) {
            const auto [id, position, row] = world_.location(entity);
            if (said_chunks_[id][position].values == nullptr) on_the_way_.push_back(entity);
            continue;
        }
        pull.destroyed.push_back(entity.bits());
        said.generation = 0;
    }
}

void WorldOwner::say_value(ecs::Pull& pull, ecs::Entity entity, ecs::ComponentId component, const void* value) const {
    if (component == world_.parent_id()) {
        const ecs::Entity parent = world_.parent(entity);
        pull.moved.push_back({entity.bits(), parent ? parent.bits() : ecs::no_owner_key});
    } else if (component == world_.name_id()) {
        pull.named.push_back({entity.bits(), std::string(world_.name(entity))});
    } else if (const std::uint32_t type = type_of(component); type != ecs::OwnerPool::no_type) {
        pull.columns[type].keys.push_back(entity.bits());
        if (value != nullptr) pull.columns[type].values.push_back(value);
    }
}

void WorldOwner::say_without(ecs::Pull& pull, ecs::Entity entity, ecs::ComponentId component) const {
    if (component == world_.parent_id())
        pull.moved.push_back({entity.bits(), ecs::no_owner_key});
    else if (component == world_.name_id())
        pull.named.push_back({entity.bits(), {}});
    else if (const std::uint32_t type = type_of(component); type != ecs::OwnerPool::no_type)
        pull.removed.push_back({type, entity.bits()});
}

void WorldOwner::say_all_of(ecs::Pull& pull, ecs::OwnerKey key) const {
    const ecs::Entity entity = ecs::entity_of_bits(key);
    if (!world_.alive(entity)) {
        pull.destroyed.push_back(key);
        return;
    }
    pull.created.push_back({key, entity});
    const ecs::Archetype& archetype = world_.archetype_of(entity);
    for (const ecs::ComponentType& type : types_) {
        if (!archetype.has(type.id))
            say_without(pull, entity, type.id);
        else
            say_value(pull, entity, type.id, world_.get(entity, type.id));
    }
    for (const ecs::ComponentId component : {world_.name_id(), world_.parent_id()}) {
        if (archetype.has(component))
            say_value(pull, entity, component, nullptr);
        else
            say_without(pull, entity, component);
    }
}

void WorldOwner::send_again(std::span<const ecs::OwnerKey> keys) {
    again_.insert(again_.end(), keys.begin(), keys.end());
}

std::string_view WorldOwner::next_system() const {
    if (schedule_ == nullptr || !schedule_->within_tick()) return {};
    const ecs::System* const next = schedule_->next_system();
    return next != nullptr ? std::string_view(next->description.name) : std::string_view();
}

void WorldOwner::step_system() {
    if (schedule_ != nullptr && !world_.iterating()) schedule_->step_system(world_);
}

std::vector<std::uint32_t> WorldOwner::written_since(std::uint64_t version) const {
    std::vector<std::uint32_t> types;
    for (const ecs::ComponentId component : ecs::written_since(world_, version))
        if (const std::uint32_t type = type_of(component); type < types_.size()) types.push_back(type);
    return types;
}

std::span<const ecs::OwnerSystem> WorldOwner::systems() const {
    systems_.clear();
    if (schedule_ == nullptr) return systems_;
    for (const ecs::System* const system : schedule_->systems()) {
        ecs::OwnerSystem& said = systems_.emplace_back();
        const ecs::SystemDescription& description = system->description;
        said.name = description.name;
        said.phase = description.group;
        said.part = description.phase;
        said.description = description.description;
        said.enabled = system->enabled;
        for (const ecs::SystemAccess& access : description.accesses)
            if (const std::uint32_t type = type_of(access.component); type != ecs::OwnerPool::no_type)
                said.accesses.push_back({type, access.access == ecs::Access::Write});
        said.runs = system->stats.runs;
        said.entities = system->stats.entities_visited;
        if (system->stats.runs == 0) continue;
        said.last_secs = system->stats.last_secs;
        said.mean_secs = system->stats.mean_secs();
        said.min_secs = system->stats.min_secs;
        said.max_secs = system->stats.max_secs;
    }
    return systems_;
}

}  // namespace probe
