#include "ecs/lab/scenario/chase.hpp"

#include <cmath>

#include "ecs/types/type_registry.hpp"

namespace ecs::lab {

namespace chase {

std::span<const ComponentType* const> types() {
    struct Types {
        TypeRegistry registry;
        std::vector<const ComponentType*> list;
        Types() {
            registry.add<Input>("Input")
                .field("up", &Input::up)
                .field("left", &Input::left)
                .field("down", &Input::down)
                .field("right", &Input::right);
            registry.add<Velocity>("Velocity").field("x", &Velocity::x).field("y", &Velocity::y);
            registry.add<Position>("Position").field("x", &Position::x).field("y", &Position::y);
            registry.add<MoveTarget>("MoveTarget")
                .field("x", &MoveTarget::x)
                .field("y", &MoveTarget::y)
                .field("chasing", &MoveTarget::chasing);
            for (const char* name : {"Input", "Velocity", "Position", "MoveTarget"})
                list.push_back(registry.find(name));
        }
    };
    static const Types types;
    return types.list;
}

}  // namespace chase

using namespace chase;

Outcome Chase::add_player(Position at) {
    const Input keys;
    const Velocity still;
    const Value values[]{{parts_[input], &keys}, {parts_[velocity], &still}, {parts_[position], &at}};
    return storage_->create(values);
}

Outcome Chase::add_enemy(Position at) {
    const MoveTarget nobody;
    const Velocity still;
    const Value values[]{{parts_[move_target], &nobody}, {parts_[velocity], &still}, {parts_[position], &at}};
    return storage_->create(values);
}

Outcome Chase::tick(const Input& keys) {
    Outcome outcome = choose_targets();
    if (outcome) outcome = read_keys(keys);
    if (outcome) outcome = seek();
    if (outcome) outcome = move();
    return outcome;
}

Outcome Chase::choose_targets() {
    std::vector<Position> players;
    begin("each Input, Position: where the players are");
    const TypeIndex player_join[]{parts_[input], parts_[position]};
    if (const Outcome outcome =
            storage_->each(player_join, [&](Row& row) { players.push_back(read_row<Position>(row, 1)); });
        !outcome)
        return outcome;
    begin("each MoveTarget, Position: choose a target");
    const TypeIndex enemy_join[]{parts_[move_target], parts_[position]};
    return change_each<MoveTarget>(*storage_, enemy_join, [&](Row& row) {
        const auto own = read_row<Position>(row, 1);
        MoveTarget result;
        float nearest = sight;
        for (const Position& player : players) {
            const float distance = std::hypot(player.x - own.x, player.y - own.y);
            if (target_ == Target::LastSeen) {
                result = distance < sight ? MoveTarget{player.x, player.y, 1} : MoveTarget{};
            } else if (distance < nearest) {
                nearest = distance;
                result = {player.x, player.y, 1};
            }
        }
        return result;
    });
}

Outcome Chase::read_keys(const Input& keys) {
    begin("each Input: read the keys");
    const TypeIndex keyboard[]{parts_[input]};
    if (const Outcome outcome = change_each<Input>(*storage_, keyboard, [&](Row&) { return keys; }); !outcome)
        return outcome;
    begin("each Velocity, Input: steer");
    const TypeIndex join[]{parts_[velocity], parts_[input]};
    return change_each<Velocity>(*storage_, join, [&](Row& row) {
        const auto pressed = read_row<Input>(row, 1);
        const auto along = [](bool forth, bool back) {
            return player_speed * (static_cast<float>(forth) - static_cast<float>(back));
        };
        return Velocity{along(pressed.right, pressed.left), along(pressed.down, pressed.up)};
    });
}

Outcome Chase::seek() {
    begin("each Velocity, Position, MoveTarget: seek");
    const TypeIndex join[]{parts_[velocity], parts_[position], parts_[move_target]};
    return change_each<Velocity>(*storage_, join, [&](Row& row) {
        const auto own = read_row<Position>(row, 1);
        const auto target = read_row<MoveTarget>(row, 2);
        if (target.chasing == 0) return Velocity{};
        return Velocity{(target.x - own.x) / ticks_to_target, (target.y - own.y) / ticks_to_target};
    });
}

Outcome Chase::move() {
    begin("each Position, Velocity: move");
    const TypeIndex join[]{parts_[position], parts_[velocity]};
    return change_each<Position>(*storage_, join, [&](Row& row) {
        const auto own = read_row<Position>(row, 0);
        const auto step = read_row<Velocity>(row, 1);
        return Position{own.x + step.x, own.y + step.y};
    });
}

std::vector<Chase::Circle> Chase::view() {
    std::vector<Circle> circles;
    for (const TypeIndex mark : {input, move_target}) {
        const TypeIndex join[]{parts_[mark], parts_[position]};
        storage_->each(join, [&](Row& row) {
            const bool player = mark == input;
            circles.push_back(
                {row.entity(), read_row<Position>(row, 1), player ? player_radius : enemy_radius, player});
        });
    }
    return circles;
}

}  // namespace ecs::lab
