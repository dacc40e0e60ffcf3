#include "probe/run/pulled_world.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace probe {

/// The owner, for the copy: says what was pulled last.
class PulledWorld::Source final : public ecs::Owner {
public:
    explicit Source(PulledWorld& world) : world_(world) {}

    std::string name() const override { return owner().name(); }
    std::span<const ecs::ComponentType> types() const override { return owner().types(); }
    std::string why_not(ecs::OwnerAbility ability) const override { return owner().why_not(ability); }
    std::uint64_t run() const override { return owner().run(); }
    std::string pull(ecs::Pull& pull) override {
        pull = world_.pull_;
        return world_.why_;
    }
    void send_again(std::span<const ecs::OwnerKey> keys) override { owner().send_again(keys); }
    std::string why_not(const ecs::OwnerRequest& request) const override { return owner().why_not(request); }
    ecs::OwnerReply ask(std::uint64_t, const ecs::OwnerRequest&) override {
        return ecs::OwnerReply::refused("the copy is only read");
    }

private:
    ecs::Owner& owner() const { return *world_.owner_; }
    PulledWorld& world_;
};

PulledWorld::PulledWorld(ecs::Owner& owner) : owner_(&owner) {}
PulledWorld::~PulledWorld() = default;

void PulledWorld::leave() {
    drop_copy();
    pull_ = {};
    why_.clear();
    answers_.clear();
    unsaid_to_.clear();
    fresh_ = unsaid_ = false;
    unsaid_before_ = {};
    without_handle_ = {};
}

void PulledWorld::pull() {
    owner_runs();
    pull_.clear(owner_->types().size());
    why_ = owner_->pull(pull_);
    std::move(pull_.answers.begin(), pull_.answers.end(), std::back_inserter(answers_));
    pull_.answers.clear();
    if (why_.empty() && std::exchange(run_, owner_->run()) != owner_->run()) {
        keys_.clear();
        unsaid_before_ = {};
        unsaid_to_.clear();
        without_handle_.clear();
    }
    for (const ecs::OwnerKey key : pull_.destroyed) {
        keys_.erase(key);
        without_handle_.erase(key);
    }
    for (const ecs::Pull::Created& each : pull_.created) {
        keys_.insert(each.key);
        if (!each.wanted) without_handle_.insert(each.key);
    }
    for (auto& [reader, unsaid] : unsaid_to_) unsaid.add(pull_, keys_.size());
    fresh_ = unsaid_ = true;
}

void PulledWorld::owner_runs() {
    fresh_ = false;
    if (std::exchange(unsaid_, false)) unsaid_before_.add(pull_, keys_.size());
}

/// `entities`: that there are now.
void PulledWorld::Unsaid::add(const ecs::Pull& pull, std::size_t entities) {
    if (too_much) return;
    const auto take = [&](std::vector<ecs::OwnerKey>& to, const std::vector<ecs::OwnerKey>& keys) {
        to.insert(to.end(), keys.begin(), keys.end());
        size += keys.size();
    };
    if (types.size() < pull.columns.size()) types.resize(pull.columns.size());
    take(destroyed, pull.destroyed);
    for (const ecs::Pull::Column& column : pull.columns) take(types[column.type], column.keys);
    for (const ecs::Pull::Removed& each : pull.removed) types[each.type].push_back(each.key);
    for (const ecs::Pull::Moved& each : pull.moved) moved.push_back(each.key);
    for (const ecs::Pull::Named& each : pull.named) named.push_back(each.key);
    created.insert(created.end(), pull.created.begin(), pull.created.end());
    size += pull.removed.size() + pull.moved.size() + pull.named.size() + pull.created.size();
    if (size <= 2 * unique + 4096) return;
    keep_unique();
    // Also of entities that came and went, for as long as no picture can be sent.
    if (size <= 4096 + 2 * entities * (types.size() + 4)) return;
    *this = {};
    too_much = true;
}

void PulledWorld::Unsaid::keep_unique() {
    size = 0;
    const auto sort = [&](auto& list, const auto& key_of) {
        std::stable_sort(list.begin(), list.end(), [&](const auto& a, const auto& b) { return key_of(a) < key_of(b); });
        list.erase(
            std::unique(list.begin(), list.end(), [&](const auto& a, const auto& b) { return key_of(a) == key_of(b); }),
            list.end());
        size += list.size();
    };
    const auto itself = [](ecs::OwnerKey key) { return key; };
    for (std::vector<ecs::OwnerKey>* const list : {&destroyed, &moved, &named}) sort(*list, itself);
    for (std::vector<ecs::OwnerKey>& list : types) sort(list, itself);
    std::reverse(created.begin(), created.end());  // the last one counts
    sort(created, [](const ecs::Pull::Created& each) { return each.key; });
    unique = size;
}

std::pair<const ecs::Pull&, std::string> PulledWorld::for_picture(bool& whole) {
    whole = whole || unsaid_before_.too_much;
    if (whole || !has_copy()) {
        owner_runs();
        std::unordered_set<ecs::OwnerKey> again(unsaid_before_.destroyed.begin(), unsaid_before_.destroyed.end());
        for (const auto* const list : {&unsaid_before_.moved, &unsaid_before_.named})
            again.insert(list->begin(), list->end());
        for (const std::vector<ecs::OwnerKey>& list : unsaid_before_.types) again.insert(list.begin(), list.end());
        for (const ecs::Pull::Created& each : unsaid_before_.created) again.insert(each.key);
        if (whole) again.insert(keys_.begin(), keys_.end());
        unsaid_before_ = {};
        if (!again.empty()) owner_->send_again(std::vector<ecs::OwnerKey>(again.begin(), again.end()));
        pull();
        if (has_copy()) mirror_->update();
    } else if (!unsaid_) {
        update_copy();
    }
    if (unsaid_before_.size == 0 || !why_.empty()) {
        unsaid_ = !why_.empty();
        return {pull_, why_};
    }
    owner_runs();
    say_from_copy(unsaid_before_);
    return {from_copy_, {}};
}

std::pair<const ecs::Pull&, std::string> PulledWorld::for_reader(std::uint64_t reader, bool& whole) {
    const std::uint64_t run_before = run_;
    if (!fresh_) update_copy();
    if (!why_.empty()) return {pull_, why_};
    Unsaid& unsaid = unsaid_to_[reader];
    whole = whole || unsaid.too_much || run_ != run_before;
    if (whole) {
        unsaid = {};
        for (const ecs::OwnerKey key : keys_) unsaid.add(known_as(key), owner_->types().size());
    }
    say_from_copy(unsaid);
    return {from_copy_, {}};
}

/// All there is of it.
void PulledWorld::Unsaid::add(const ecs::Pull::Created& entity, std::size_t type_count) {
    types.resize(std::max(types.size(), type_count));
    created.push_back(entity);
    for (std::vector<ecs::OwnerKey>& each : types) each.push_back(entity.key);
    moved.push_back(entity.key);
    named.push_back(entity.key);
    size += 3 + types.size();
}

ecs::Pull::Created PulledWorld::known_as(ecs::OwnerKey key) const {
    if (without_handle_.contains(key)) return {key, {}};
    return {key, handle_of(mirror_->entity_of(key))};
}

void PulledWorld::say_from_copy(Unsaid& unsaid) {
    const ecs::World& world = mirror_->world();
    from_copy_.clear(owner_->types().size());
    unsaid.keep_unique();
    from_copy_.destroyed = unsaid.destroyed;
    for (const ecs::Pull::Created& each : unsaid.created)
        if (mirror_->entity_of(each.key)) from_copy_.created.push_back(each);
    for (std::uint32_t type = 0; type < unsaid.types.size(); ++type) {
        const ecs::ComponentId component = mirror_->component_of(type);
        if (component == ecs::no_component) continue;  // the client cannot have it either
        const bool is_tag = world.types()[component].is_tag();
        for (const ecs::OwnerKey key : unsaid.types[type]) {
            const ecs::Entity entity = mirror_->entity_of(key);
            if (!entity) continue;
            if (!world.has(entity, component)) {
                from_copy_.removed.push_back({type, key});
                continue;
            }
            from_copy_.columns[type].keys.push_back(key);
            if (!is_tag) from_copy_.columns[type].values.push_back(world.get(entity, component));
        }
    }
    for (const ecs::OwnerKey key : unsaid.moved)
        if (const ecs::Entity entity = mirror_->entity_of(key))
            from_copy_.moved.push_back({key, mirror_->key_of(world.parent(entity))});
    for (const ecs::OwnerKey key : unsaid.named)
        if (const ecs::Entity entity = mirror_->entity_of(key))
            from_copy_.named.push_back({key, std::string(world.name(entity))});
    unsaid = {};
}

ecs::World& PulledWorld::make_copy() {
    source_ = std::make_unique<Source>(*this);
    mirror_ = std::make_unique<ecs::Mirror>(*source_);
    const std::vector<ecs::OwnerKey> all(keys_.begin(), keys_.end());
    owner_->send_again(all);
    update_copy();
    return mirror_->world();
}

void PulledWorld::drop_copy() {
    if (has_copy()) owner_runs();
    mirror_.reset();
    source_.reset();
}

bool PulledWorld::update_copy() {
    pull();
    return !mirror_->update().new_run;
}

ecs::Entity PulledWorld::handle_of(ecs::Entity entity) const {
    const ecs::OwnerKey key = mirror_->key_of(entity);
    if (key != ecs::no_owner_key && without_handle_.contains(key)) return ecs::entity_of_bits(key);
    const ecs::Entity wanted = mirror_->id_there(entity);
    return wanted ? wanted : entity;
}

}  // namespace probe
