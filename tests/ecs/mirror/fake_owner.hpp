// An Owner that keeps its world in plain maps, and that misbehaves when a test wants it to.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ecs/mirror/mirror.hpp"
#include "ecs/types/type_registry.hpp"

namespace test {

class FakeOwner : public ecs::Owner {
public:
    enum Type : std::uint32_t { position, health, label, frozen, target, type_count };
    struct Thing {
        std::map<std::uint32_t, ecs::Value> parts;
        std::string name;
        ecs::OwnerKey parent = ecs::no_owner_key;
    };

    FakeOwner() {
        const auto add = [&](const char* name, std::vector<ecs::Field> fields) {
            ecs::ComponentType type;
            type.name = name;
            type.fields = std::move(fields);
            types_.push_back(layout_[*layout_.add_at_run_time(std::move(type))]);
        };
        const auto field = [](const char* name, ecs::FieldKind kind) {
            ecs::Field made;
            made.name = name;
            made.kind = kind;
            made.element_size = static_cast<std::uint32_t>(ecs::size_of(kind));
            return made;
        };
        add("Position", {field("x", ecs::FieldKind::F32), field("y", ecs::FieldKind::F32)});
        add("Health", {field("hp", ecs::FieldKind::I32)});
        add("Label", {field("text", ecs::FieldKind::String)});
        add("Frozen", {});
        add("Target", {field("entity", ecs::FieldKind::Entity)});
    }

    /// Before the first update.
    void set_description(std::uint32_t type, std::string text) { types_[type].description = std::move(text); }

    ~FakeOwner() override { forget(); }
    /// Values are of types of its own, or of the mirror that sent them; they must go before those types.
    void forget() {
        things.clear();
        asked.clear();
        open_.clear();
    }

    // What the owner's own program does

    /// The handle that it wants for an entity, which is what values call it.
    static ecs::Entity wanted(ecs::OwnerKey key) { return {static_cast<std::uint32_t>(key) + 1, 1}; }
    ecs::OwnerKey spawn(ecs::OwnerKey key = ecs::no_owner_key) {
        if (key == ecs::no_owner_key || things.contains(key)) key = next_key++;
        things[key];
        created_.insert(key);
        return key;
    }
    void kill(ecs::OwnerKey key) {
        things.erase(key);
        destroyed_.push_back(key);
        for (auto& [child, thing] : things)
            if (thing.parent == key) put_below(child, ecs::no_owner_key);
    }
    template <class T>
    void set(ecs::OwnerKey key, std::uint32_t type, const T& value) {
        ecs::Value made(types_[type]);
        *static_cast<T*>(made.data()) = value;
        things[key].parts.insert_or_assign(type, std::move(made));
        written_.insert({key, type});
    }
    void tag(ecs::OwnerKey key) {
        things[key].parts.insert_or_assign(frozen, ecs::Value(types_[frozen]));
        written_.insert({key, frozen});
    }
    void unset(ecs::OwnerKey key, std::uint32_t type) {
        things[key].parts.erase(type);
        written_.insert({key, type});
    }
    void put_below(ecs::OwnerKey key, ecs::OwnerKey parent) {
        things[key].parent = parent;
        moved_.insert(key);
    }
    void call(ecs::OwnerKey key, std::string name) {
        things[key].name = std::move(name);
        named_.insert(key);
    }
    template <class T>
    const T& get(ecs::OwnerKey key, std::uint32_t type) const {
        return *static_cast<const T*>(things.at(key).parts.at(type).data());
    }

    // How it misbehaves

    std::function<std::string(const ecs::OwnerRequest&)> refuses;  // why, when it is asked
    std::function<std::string(const ecs::OwnerRequest&)> knows_before;
    std::function<std::string(ecs::OwnerAbility)> cannot;
    std::vector<ecs::OwnerInherited> from_others;  // of every thing
    bool gives_new_keys = false;                   // also to what is created again
    bool late = false;                             // answers wait for answer_now()
    int forgets = 0;                               // so many answers are lost, after the request was carried out
    std::string gone;                              // why nothing can be said
    std::vector<ecs::OwnerRequest> asked;
    std::optional<ecs::OwnerClock> ticks;  // nothing: they cannot be controlled
    std::vector<ecs::OwnerControl> controls;
    ecs::OwnerBreakpoints* checker = nullptr;
    std::optional<ecs::OwnerWorlds> several;  // worlds
    CopyWorld copy;                           // of any other one
    std::string world_wanted;

    /// The program ends and is started again, with nothing in its world and perhaps with other types.
    void begin_again() {
        things.clear();
        open_.clear();
        answers_.clear();
        destroyed_.clear();
        created_.clear();
        moved_.clear();
        named_.clear();
        written_.clear();
        next_key = 100;
        ++runs;
    }
    /// Health is something else in this run.
    void change_health() {
        ecs::ComponentType type;
        type.name = "Health";
        ecs::Field field;
        field.name = "points";
        field.kind = ecs::FieldKind::F32;
        field.element_size = 4;
        type.fields = {field};
        types_[health] = second_layout_[*second_layout_.add_at_run_time(std::move(type))];
    }

    void answer_now() {
        for (auto& [number, request] : std::exchange(open_, {})) answers_.push_back({number, carry_out(request)});
    }

    // Owner

    std::string name() const override { return "Fake"; }
    std::span<const ecs::ComponentType> types() const override { return types_; }
    std::string why_not(ecs::OwnerAbility ability) const override {
        if (cannot)
            if (std::string why = cannot(ability); !why.empty()) return why;
        return ability == ecs::OwnerAbility::SeeSystems && running.empty() ? "Fake has no systems" : std::string();
    }
    std::span<const ecs::OwnerSystem> systems() const override { return running; }
    const ecs::OwnerClock* clock() const override { return ticks ? &*ticks : nullptr; }
    std::string control(const ecs::OwnerControl& control) override {
        if (!ticks) return Owner::control(control);
        std::string why = ecs::why_not(*ticks, control);
        if (why.empty()) controls.push_back(control);
        return why;
    }
    const ecs::OwnerWorlds* worlds() const override { return several ? &*several : nullptr; }
    void show_world(std::string_view name) override { world_wanted = name; }
    CopyWorld copy_of(std::string_view) const override { return copy; }
    ecs::OwnerBreakpoints* breakpoints() override { return checker; }
    std::vector<ecs::OwnerInherited> inherited(ecs::OwnerKey) const override { return from_others; }
    std::string why_not(const ecs::OwnerRequest& request) const override {
        return knows_before ? knows_before(request) : std::string();
    }
    std::uint64_t run() const override { return runs; }
    std::size_t hidden() const override { return hidden_count; }
    std::string why_not_show_hidden() const override { return {}; }
    void show_hidden(bool shown) override { hidden_shown = shown; }
    bool shows_hidden() const override { return hidden_shown; }
    std::string pull(ecs::Pull& pull) override {
        if (!gone.empty()) return gone;
        pull.answers = std::exchange(answers_, {});
        pull.destroyed = std::exchange(destroyed_, {});
        for (const ecs::OwnerKey key : std::exchange(created_, {}))
            if (things.contains(key)) pull.created.push_back({key, wanted(key)});
        for (const auto& [key, type] : std::exchange(written_, {})) {
            const auto thing = things.find(key);
            if (thing == things.end()) continue;
            const auto part = thing->second.parts.find(type);
            if (part == thing->second.parts.end()) {
                pull.removed.push_back({type, key});
                continue;
            }
            pull.columns[type].keys.push_back(key);
            if (type != frozen) pull.columns[type].values.push_back(part->second.data());
        }
        for (const ecs::OwnerKey key : std::exchange(moved_, {}))
            if (things.contains(key)) pull.moved.push_back({key, things[key].parent});
        for (const ecs::OwnerKey key : std::exchange(named_, {}))
            if (things.contains(key)) pull.named.push_back({key, things[key].name});
        return {};
    }
    void send_again(std::span<const ecs::OwnerKey> keys) override {
        for (const ecs::OwnerKey key : keys) {
            if (!things.contains(key)) {
                destroyed_.push_back(key);
                continue;
            }
            created_.insert(key);
            for (std::uint32_t type = 0; type < type_count; ++type) written_.insert({key, type});
            moved_.insert(key);
            named_.insert(key);
        }
    }
    ecs::OwnerReply ask(std::uint64_t number, const ecs::OwnerRequest& request) override {
        asked.push_back(request);
        if (late) {
            open_.emplace_back(number, request);
            return {ecs::OwnerReply::Outcome::Later};
        }
        return carry_out(request);
    }

    std::map<ecs::OwnerKey, Thing> things;
    std::vector<ecs::OwnerSystem> running;
    ecs::OwnerKey next_key = 100;
    std::uint64_t runs = 0;
    std::size_t hidden_count = 0;
    bool hidden_shown = false;

private:
    ecs::OwnerReply carry_out(const ecs::OwnerRequest& request) {
        if (refuses)
            if (std::string why = refuses(request); !why.empty()) return ecs::OwnerReply::refused(std::move(why));
        ecs::OwnerReply reply;
        using RequestKind = ecs::OwnerRequest::Kind;
        if (request.kind == RequestKind::Switch) {
            for (ecs::OwnerSystem& system : running)
                if (system.name == request.name) system.enabled = request.on;
            return reply;
        }
        if (request.kind != RequestKind::Create && !things.contains(request.key)) {
            if (request.kind == RequestKind::Destroy) return reply;
            return ecs::OwnerReply::refused("it is gone");
        }
        switch (request.kind) {
            case RequestKind::Create: {
                reply.key = spawn(gives_new_keys ? ecs::no_owner_key : request.key);
                Thing& thing = things[reply.key];
                for (const auto& part : request.parts) thing.parts.insert_or_assign(part.type, part.value);
                thing.name = request.name;
                thing.parent = request.parent;
                break;
            }
            case RequestKind::Destroy:
                kill(request.key);
                break;
            case RequestKind::Add:
                things[request.key].parts.insert_or_assign(request.parts[0].type, request.parts[0].value);
                break;
            case RequestKind::Remove:
                things[request.key].parts.erase(request.parts[0].type);
                break;
            case RequestKind::Set: {
                const auto part = things[request.key].parts.find(request.parts[0].type);
                if (part == things[request.key].parts.end()) return ecs::OwnerReply::refused("it has none");
                const ecs::ComponentType& type = types_[request.parts[0].type];
                for (const std::uint32_t field : request.fields)
                    ecs::copy_field(type.fields[field], part->second.data(), request.parts[0].value.data());
                break;
            }
            case RequestKind::SetParent:
                things[request.key].parent = request.parent;
                break;
            case RequestKind::Rename:
                things[request.key].name = request.name;
                break;
            case RequestKind::Switch:
                break;
        }
        if (forgets > 0) {
            --forgets;
            return {ecs::OwnerReply::Outcome::Unknown};
        }
        return reply;
    }

    ecs::TypeRegistry layout_, second_layout_;
    std::vector<ecs::ComponentType> types_;
    std::vector<ecs::OwnerKey> destroyed_;
    std::set<ecs::OwnerKey> created_, moved_, named_;
    std::set<std::pair<ecs::OwnerKey, std::uint32_t>> written_;
    std::vector<std::pair<std::uint64_t, ecs::OwnerRequest>> open_;
    std::vector<ecs::Pull::Answer> answers_;
};

}  // namespace test
