// Who wrote what in a program with a probe: what this editor wants to know of it, and what came with the pictures. Private to
// remote.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "ecs/mirror/mirror.hpp"
#include "ecs/record/owner_writes.hpp"
#include "probe/wire/write_bytes.hpp"

namespace remote {

class ProgramWrites final : public ecs::OwnerWrites {
public:
    void want(std::span<const ecs::Entity> entities, std::span<const ecs::ComponentId> components,
              bool everything) override;
    void take(const std::function<void(const ecs::FieldRecord&)>& visit) override;
    bool lacks_some() const override { return lacks_some_; }

    /// What to send to the program now; null: it knows it.
    const probe::WishedWrites* to_send();
    /// Takes in what came with a picture, before the mirror does: then it still knows the entities that go with it.
    void take_in(probe::ToldWrites told);
    /// The program behind another connection records nothing. In another run, keys name other entities.
    void connect_again() { sent_.reset(); }
    void begin_run();
    void know(const ecs::Mirror* mirror) { mirror_ = mirror; }

private:
    /// What came with one picture.
    struct OfPicture {
        probe::ToldWrites told;
        std::vector<ecs::Entity> entities;  // of its writes; null: the mirror did not know the key yet
    };
    ecs::Entity entity_of(ecs::OwnerKey key) const;
    std::optional<ecs::FieldRecord> record_of(OfPicture& some, std::size_t position) const;

    std::vector<ecs::Entity> entities_;
    std::vector<ecs::ComponentId> components_;
    bool everything_ = false, lacks_some_ = false;
    bool settled_ = true;  // sent_ is what is wanted, and each wanted entity has a key
    std::optional<probe::WishedWrites> sent_;
    std::map<ecs::OwnerKey, ecs::Entity> handles_;  // of the wanted entities, also when they are gone
    std::vector<OfPicture> told_;                   // that nobody took
    std::size_t told_count_ = 0;                    // writes in it
    const ecs::Mirror* mirror_ = nullptr;
};

}  // namespace remote
