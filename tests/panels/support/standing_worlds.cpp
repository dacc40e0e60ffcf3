#include "panels/support/standing_worlds.hpp"

#include <cstdint>
#include <utility>

namespace {

struct Place {
    float x = 0, y = 0;
};
struct Heat {
    std::int32_t degrees = 0;
};
struct Burning {};
struct Note {
    std::string text;
};

}  // namespace

RunningWorld::RunningWorld(Harness& harness) : harness_(harness) {
    ecs::World& world = harness.world;
    world.types().add<Place>("Place").field("x", &Place::x).field("y", &Place::y);
    world.types().add<Heat>("Heat").field("degrees", &Heat::degrees);
    world.types().add<Burning>("Burning");
    for (int i = 0; i < 24; ++i)
        movers.push_back(world.create(ecs::Name{"Mover " + std::to_string(i)}, Place{static_cast<float>(i), 0}));
    for (int i = 0; i < 200; ++i) world.create(Place{0, static_cast<float>(i)}, Heat{i});

    ecs::SystemDescription burn;
    burn.name = "Burn";
    burn.accesses = ecs::access<Burning, Heat>(world);
    burn.run = [this](ecs::SystemContext& context) {
        for (std::size_t i = 0; i < movers.size(); ++i) {
            if (!context.world.alive(movers[i])) continue;
            const bool burns = context.world.has<Burning>(movers[i]);
            if ((context.tick + i) % 2 == 0 && !burns) context.commands.add<Burning>(movers[i]);
            if ((context.tick + i) % 2 != 0 && burns) context.commands.remove<Burning>(movers[i]);
        }
    };
    ecs::SystemDescription sparks;
    sparks.name = "Sparks";
    sparks.run = [last = std::vector<ecs::Entity>()](ecs::SystemContext& context) mutable {
        for (const ecs::Entity spark : last)
            if (context.world.alive(spark)) context.commands.destroy(spark);
        last.clear();
        for (int i = 0; i < 8; ++i) last.push_back(context.commands.create(Heat{i}));
    };
    (void)harness.schedule.add(std::move(burn));
    (void)harness.schedule.add(std::move(sparks));
    world.observe(&journal_);
    harness.lend(&panels::Context::journal, &journal_);
    harness.ticks_while_playing = harness.transport.playing = true;
}

RunningWorld::~RunningWorld() {
    harness_.world.observe(nullptr);
    harness_.lend(&panels::Context::journal, nullptr);
}

const std::vector<std::string>& hostile_names() {
    static const std::vector<std::string> names{
        "",
        std::string(10'000, 'x'),
        "😀 grin",
        "👩‍👩‍👧 family",
        "שלום עולם",
        "مرحبا",
        "e\xcc\x81\xcc\x81\xcc\x81 combining",
        "\xe2\x80\xae override",
        "two\nlines",
        "a\ttab and \x1b[31m red",
        std::string("nul\0inside", 10),
        std::string("\x01\x7f\xc2\x85", 4),
        "##hidden",
        "a##b",
        "shown###id",
        "%s%n%d",
        "\"quoted\" 'twice' \\n",
        "{\"json\": [1]}",
        "bad \xff\xfe\xc0\x80 bytes",
        "cut \xf0\x9f\x98",
        "private \xee\x80\x80",
        "Twin",
        "Twin",
        " ",
        "12v3",
        "!c:Name",
    };
    return names;
}

std::vector<ecs::Entity> fill_with_hostile_names(ecs::World& world) {
    world.types().add<Place>("Place").field("x", &Place::x).field("y", &Place::y);
    world.types().add<Note>("Note").field("text", &Note::text);
    std::vector<ecs::Entity> made;
    for (const std::string& name : hostile_names()) {
        const ecs::Entity entity = world.create(ecs::Name{name}, Place{static_cast<float>(made.size()), 0});
        if (made.size() % 3 == 1) world.add(entity, Note{name});
        if (made.size() % 4 == 3) world.set_parent(entity, made.back());
        made.push_back(entity);
    }
    return made;
}
