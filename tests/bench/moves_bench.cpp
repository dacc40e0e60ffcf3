// chunkscope_moves_bench: what it costs that the Moves panel takes down the values of rows as they move. Entities of
// three components get a fourth and lose it again, one by one; each way is measured with nobody attached, with a
// journal alone (no panel is shown), and with a journal that tells MoveValues of each change (the panel is shown).
// Rounds take turns, so that the ratios survive a busy machine.
#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

#include "cpu_clock.hpp"
#include "ecs/world/journal.hpp"
#include "panels/changes/move_values.hpp"

namespace {

struct Position {
    float x = 0, y = 0, z = 0;
};
struct Velocity {
    float x = 0, y = 0, z = 0;
};
struct Body {
    float mass = 1, drag = 0, lift = 0, heat = 0;
};
struct Charge {
    float amount = 0;
};

enum class Listens { Nobody, Journal, MoveValues };

struct Side {
    ecs::World world;
    ecs::Journal journal;
    panels::MoveValues values;
    std::vector<ecs::Entity> entities;
    std::vector<double> ns;  // a move, of each round

    Side(Listens listens, std::size_t count) {
        world.types().add<Position>("Position");
        world.types().add<Velocity>("Velocity");
        world.types().add<Body>("Body");
        world.types().add<Charge>("Charge");
        for (std::size_t i = 0; i < count; ++i) entities.push_back(world.create(Position{}, Velocity{}, Body{}));
        if (listens == Listens::Nobody) return;
        world.observe(&journal);
        if (listens == Listens::MoveValues) journal.tell(&values);
    }
    void round() {
        const double before = cpu_secs();
        for (const ecs::Entity entity : entities) world.add(entity, Charge{1});
        for (const ecs::Entity entity : entities) world.remove<Charge>(entity);
        ns.push_back((cpu_secs() - before) * 1e9 / static_cast<double>(2 * entities.size()));
    }
    double median() {
        std::sort(ns.begin(), ns.end());
        return ns[ns.size() / 2];
    }
};

}  // namespace

int main() {
    std::printf("%10s %12s %12s %12s   %s\n", "entities", "nobody, ns", "journal, ns", "panel, ns", "panel / journal");
    for (const std::size_t count : {std::size_t{1'000}, std::size_t{100'000}}) {
        Side nobody(Listens::Nobody, count), journal(Listens::Journal, count), shown(Listens::MoveValues, count);
        const std::array sides{&nobody, &journal, &shown};
        const std::size_t rounds = 2'000'000 / count;
        for (std::size_t i = 0; i < rounds; ++i)
            for (Side* side : sides) side->round();
        std::printf("%10zu %12.1f %12.1f %12.1f   %.2f\n", count, nobody.median(), journal.median(), shown.median(),
                    shown.median() / journal.median());
    }
    return 0;
}
