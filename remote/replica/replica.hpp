// A Replica remembers what another program said of its entities, and tells what became different: so a program that can
// only be asked for everything, again and again, becomes an Owner that says what changed.
//
//     rounds of see() --> Replica --changes--> Pull
//
// Everything here is on the thread of the owner. Private to remote.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "ecs/mirror/mirror.hpp"
#include "ecs/mirror/owner.hpp"
#include "ecs/types/type_registry.hpp"
#include "remote/replica/shape.hpp"

namespace remote {

using SeenPart = std::pair<std::uint32_t, const Json*>;  // null: a tag, or a value that nobody can read

/// One entity, as it was said.
struct SeenEntity {
    ecs::OwnerKey key = ecs::no_owner_key;
    ecs::Entity wanted = {};
    std::string name = {};
    ecs::OwnerKey parent = ecs::no_owner_key;
    std::vector<SeenPart> parts = {};
};

class Replica {
public:
    static constexpr std::uint32_t no_type = ecs::OwnerPool::no_type;

    // Types

    /// The position of the new type. One whose name is taken gets another. `start` is what a new value is; null: zeros.
    std::uint32_t add_type(TypeShape shape, const Json* start = nullptr, const EntityWords& words = {});
    std::uint32_t find_type(std::string_view path) const;
    /// The type that holds this value of `type`: another one, with texts, when an enum in it has a word that nobody
    /// described. What the program calls by that path is of the new type from then on.
    std::uint32_t type_for(std::uint32_t type, const Json& value);
    std::span<const ecs::ComponentType> types() const { return types_; }
    const TypeShape& shape(std::uint32_t type) const { return shapes_[type]; }
    /// It may be another program: nothing of before means anything.
    void forget_all();

    /// Empty, or why the values of this request cannot be written, for a person.
    std::string why_not_written(const ecs::OwnerRequest& request) const;

    // What is seen

    void begin_round();
    void see(const SeenEntity& seen, const EntityWords& words);
    /// These parts of a known entity, and no others, are so now.
    void see_parts(ecs::OwnerKey key, std::span<const SeenPart> parts, const EntityWords& words);
    void part_gone(ecs::OwnerKey key, std::uint32_t type);
    /// Who was not seen is gone: at once after a round that was said in one piece, else after the second one.
    void end_round(bool one_piece);
    void gone(ecs::OwnerKey key);
    /// The owner itself is certain of this. Only for entities that are known.
    bool knows(ecs::OwnerKey key) const { return entities_.contains(key); }
    std::size_t size() const { return entities_.size(); }
    std::vector<ecs::OwnerKey> keys() const;
    bool has(ecs::OwnerKey key, std::uint32_t type) const;
    /// Null when it is not there, or is a tag.
    const ecs::Value* value(ecs::OwnerKey key, std::uint32_t type) const;
    ecs::OwnerKey parent(ecs::OwnerKey key) const;
    const std::string& name(ecs::OwnerKey key) const;
    /// Types of an entity, in their order.
    std::vector<std::uint32_t> types_of(ecs::OwnerKey key) const;
    /// Values of the last round that did not fit what is known of their types.
    std::size_t misfits() const { return misfits_; }
    /// The same for a person: how many, and which is the first; empty when all did.
    std::string misfits_note() const;
    /// Entities of the last round beyond the most that are kept.
    std::size_t left_out() const { return left_out_; }
    static constexpr std::size_t most_entities = 1u << 20;

    // What changed

    void fill(ecs::Pull& pull);
    void send_again(std::span<const ecs::OwnerKey> keys);

    // Entities that values name: read as the handles that are wanted for them, and written as the mirror calls them.

    void know(const ecs::Mirror* mirror) { mirror_ = mirror; }
    ecs::Entity handle_of(ecs::OwnerKey key) const;
    ecs::OwnerKey key_of(ecs::Entity handle) const;

private:
    struct Known {
        ecs::Entity wanted;
        std::string name;
        ecs::OwnerKey parent = ecs::no_owner_key;
        std::map<std::uint32_t, ecs::Value> parts;
        std::uint64_t round = 0;
    };
    void compare(Known& known, const SeenEntity& seen, const EntityWords& words);
    /// Whether the value fits its type.
    bool write(Known& known, ecs::OwnerKey key, const SeenPart& part, const EntityWords& words);

    std::unique_ptr<ecs::TypeRegistry> layout_ = std::make_unique<ecs::TypeRegistry>();  // owns what values point to
    std::vector<ecs::ComponentType> types_;
    std::vector<TypeShape> shapes_;
    std::vector<bool> has_words_;  // by type: an enum or flags are in it
    std::vector<bool> one_text_;   // by type: it has more parts than are taken apart
    std::unordered_map<std::string, std::size_t> names_;
    std::size_t parts_ = 0;  // of all types
    std::map<std::string, std::uint32_t, std::less<>> paths_;
    std::unordered_map<ecs::OwnerKey, Known> entities_;
    std::unordered_map<ecs::Entity, ecs::OwnerKey> wanted_;
    const ecs::Mirror* mirror_ = nullptr;
    std::uint64_t round_ = 1;
    std::size_t misfits_ = 0, left_out_ = 0, round_misfits_ = 0, round_left_out_ = 0;
    std::string first_misfit_, round_first_misfit_;

    std::vector<ecs::OwnerKey> destroyed_, created_;
    std::set<std::pair<std::uint32_t, ecs::OwnerKey>> written_, removed_;
    std::unordered_set<ecs::OwnerKey> moved_, named_;
};

/// What a person should know of kinds of components and of entities that are left out.
void append_left_out(std::vector<std::string>& notes, std::size_t kinds, std::size_t entities);

}  // namespace remote
