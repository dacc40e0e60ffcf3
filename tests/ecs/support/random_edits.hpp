// RandomEdits makes edits of the world of an EditFixture at random, most of which fit.
#pragma once

#include <string>
#include <vector>

#include "ecs/base/random.hpp"
#include "ecs/edit/edit.hpp"
#include "ecs/support/edit_support.hpp"

namespace test {

class RandomEdits {
public:
    RandomEdits(const EditFixture& fixture, std::uint64_t seed) : f_(fixture), random_(seed) {}

    ecs::Edit next() {
        switch (random_.below(9)) {
            case 0:
            case 1:
                return create();
            case 2:
                return ecs::DestroyEntity{entity()};
            case 3:
                return add();
            case 4:
                return ecs::RemoveComponent{entity(),
                                            random_.below(static_cast<std::uint32_t>(f_.world.types().size()))};
            case 5:
                return set();
            case 6:
                return ecs::SetParent{entity(), random_.below(4) == 0 ? ecs::null_entity : entity()};
            case 7:
                return random_.below(4) == 0 ? ecs::Edit(ecs::ToggleSystem{"Movement", random_.below(2) == 0})
                                             : ecs::rename(f_.world, entity(), random_.below(3) == 0 ? "" : "name");
            default:
                return ecs::duplicate(f_.world, {entity(), entity()});
        }
    }

private:
    ecs::Entity entity() {
        const std::vector<ecs::Entity> all = entities_of(f_.world);
        return all.empty() ? ecs::null_entity : all[random_.below(static_cast<std::uint32_t>(all.size()))];
    }
    ecs::Value value() {
        const auto n = static_cast<std::int32_t>(random_.below(1000));
        switch (random_.below(7)) {
            case 0:
                return f_.value(Position{float(n), 0, 1});
            case 1:
                return f_.value(Health{n});
            case 2:
                return f_.value(Label{std::string(std::size_t(n) % 50, 'x')});
            case 3:
                return f_.value(Tracked(n));
            case 4:
                return f_.value(Link{entity(), n, {entity(), {}, {}}});
            case 5:
                return f_.value(Wide{{double(n), 0, 0, 0}});
            default:
                return f_.tag<Enemy>();
        }
    }
    ecs::Edit create() {
        ecs::CreateEntities edit;
        edit.entities.push_back({{}, random_.below(2) == 0 ? entity() : ecs::null_entity, {value()}});
        if (random_.below(2) == 0)
            edit.entities.push_back({{}, ecs::handle_of_record(0), {f_.value(ecs::Name{"child"})}});
        if (random_.below(5) == 0) {  // a handle out of turn
            const std::vector<ecs::Entity> free_handles = f_.world.entity_index().free_list();
            const ecs::Entity wanted =
                free_handles.empty() || random_.below(3) == 0
                    ? ecs::Entity{static_cast<std::uint32_t>(f_.world.slot_count()) + 2, 5}
                    : free_handles[random_.below(static_cast<std::uint32_t>(free_handles.size()))];
            edit.entities.push_back({wanted, {}, {value()}});
        }
        return edit;
    }
    ecs::Edit add() { return ecs::AddComponent{entity(), value()}; }
    ecs::Edit set() {
        ecs::Value chosen = value();
        ecs::SetComponent edit{entity(), std::move(chosen), {}};
        const std::size_t fields = edit.value.type().fields.size();
        if (fields > 0 && random_.below(2) == 0)
            edit.fields.push_back(random_.below(static_cast<std::uint32_t>(fields)));
        return edit;
    }

    const EditFixture& f_;
    ecs::Random random_;
};

}  // namespace test
