#include "probe/run/client_writes.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace probe {

ClientWrites::ClientWrites() {
    recorder_.set_cap(most_record_bytes);
    recorder_.set_copy_limit(most_copy_bytes);
}

void ClientWrites::show(const WorldOwner* owner, ecs::World* world, ecs::Schedule* schedule) {
    recorder_.detach();
    owner_ = owner;
    world_ = owner == nullptr ? nullptr : world;
    counts_ = schedule == nullptr;
    if (world_ == nullptr) return;
    recorder_.attach(*world_, schedule == nullptr ? nobodys_ : *schedule, nullptr);
    choose();
}

void ClientWrites::want(WishedWrites wish) {
    if (wish == wish_) return;
    wish_ = std::move(wish);
    if (world_ != nullptr) choose();
}

void ClientWrites::choose() {
    std::vector<ecs::Entity> entities;
    for (const ecs::OwnerKey key : wish_.keys) entities.push_back(ecs::entity_of_bits(key));
    const std::span<const std::uint32_t> positions = owner_->positions();
    types_ = positions.size();
    std::vector<ecs::ComponentId> components;
    for (std::size_t id = 0; id < positions.size(); ++id)
        if (std::find(wish_.types.begin(), wish_.types.end(), positions[id]) != wish_.types.end())
            components.push_back(static_cast<ecs::ComponentId>(id));
    recorder_.choose_entities(entities);
    recorder_.choose_components(components);
    recorder_.choose_everything(wish_.everything);
    if (!recorder_.recording()) recorder_.forget_records();
}

void ClientWrites::look_between_ticks(std::uint64_t tick) {
    if (!recorder_.recording()) return;
    recorder_.look_now();
    if (counts_) recorder_.set_tick(tick);
}

void ClientWrites::tell(ByteWriter& to) {
    if (world_ != nullptr && types_ != owner_->positions().size()) choose();
    if (world_ == nullptr) {
        write_no_writes(to);
        return;
    }
    write_told_writes(to, *world_, recorder_, owner_->positions());
    recorder_.forget_records();
}

}  // namespace probe
