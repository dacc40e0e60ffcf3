#include "ecs/lab/scenario/bullets.hpp"

#include <algorithm>

#include "ecs/types/type_registry.hpp"

namespace ecs::lab {

namespace bullets {

std::span<const ComponentType* const> types() {
    struct Types {
        TypeRegistry registry;
        std::vector<const ComponentType*> list;
        Types() {
            registry.add<Position>("Position").field("x", &Position::x).field("y", &Position::y);
            registry.add<Velocity>("Velocity").field("x", &Velocity::x).field("y", &Velocity::y);
            registry.add<Box>("Box").field("width", &Box::width).field("height", &Box::height);
            registry.add<Health>("Health").field("points", &Health::points);
            registry.add<Damage>("Damage").field("points", &Damage::points);
            for (const char* name : {"Position", "Velocity", "Box", "Health", "Damage"})
                list.push_back(registry.find(name));
        }
    };
    static const Types types;
    return types.list;
}

bool overlap(Position a, Box of_a, Position b, Box of_b) {
    return 2 * std::abs(a.x - b.x) < of_a.width + of_b.width && 2 * std::abs(a.y - b.y) < of_a.height + of_b.height;
}

}  // namespace bullets

using namespace bullets;

Outcome Bullets::tick() {
    hits_ = destroyed_ = 0;
    std::vector<Body> flying, players;
    Outcome outcome = move();
    if (outcome) outcome = collect(health, players);
    if (outcome) outcome = collect(damage, flying);
    if (!outcome) return outcome;
    collide(flying, players);
    for (const Body& player : players) {
        if (!player.hurt || player.gone) continue;
        const Health left{player.points};
        begin("set Health");
        outcome = storage_->set(player.entity, {parts_[health], &left});
        if (!outcome) return outcome;
    }
    outcome = destroy_gone(flying);
    if (outcome) outcome = destroy_gone(players);
    return outcome;
}

Outcome Bullets::move() {
    begin("each Position, Velocity: move");
    const TypeIndex join[]{parts_[position], parts_[velocity]};
    return change_each<Position>(*storage_, join, [](Row& row) {
        const auto at = read_row<Position>(row, 0);
        const auto by = read_row<Velocity>(row, 1);
        return Position{at.x + by.x / ticks_per_second, at.y + by.y / ticks_per_second};
    });
}

Outcome Bullets::collect(TypeIndex what, std::vector<Body>& to) {
    static_assert(sizeof(Health) == sizeof(Body::points) && sizeof(Damage) == sizeof(Body::points));
    begin(what == health ? "each Health, Position, Box: who can be hurt" : "each Damage, Position, Box: what flies");
    const TypeIndex join[]{parts_[what], parts_[position], parts_[box]};
    const Outcome outcome = storage_->each(join, [&](Row& row) {
        Body body;
        body.entity = row.entity();
        body.number = host_.number_of ? host_.number_of(body.entity) : body.entity.bits;
        row.read(0, &body.points);
        body.at = read_row<Position>(row, 1);
        body.box = read_row<Box>(row, 2);
        to.push_back(body);
    });
    std::stable_sort(to.begin(), to.end(), [](const Body& a, const Body& b) { return a.number < b.number; });
    return outcome;
}

void Bullets::collide(std::vector<Body>& flying, std::vector<Body>& players) {
    for (Body& bullet : flying) {
        const auto target = std::find_if(players.begin(), players.end(), [&](const Body& player) {
            return !player.gone && overlap(bullet.at, bullet.box, player.at, player.box);
        });
        if (target == players.end()) continue;
        ++hits_;
        bullet.gone = true;
        target->points -= bullet.points;
        target->hurt = true;
        target->gone = target->points <= 0;
    }
}

Outcome Bullets::destroy_gone(const std::vector<Body>& all) {
    for (const Body& body : all) {
        if (!body.gone) continue;
        begin("destroy who is gone");
        const Outcome outcome = host_.destroy ? host_.destroy(body.entity) : storage_->destroy(body.entity);
        if (!outcome) return outcome;
        ++destroyed_;
    }
    return Outcome::done();
}

}  // namespace ecs::lab
