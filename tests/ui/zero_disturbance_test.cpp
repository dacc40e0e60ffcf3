// Whether a world runs the same with all panels looking at it as it does alone.
#include <cmath>

#include "catch.hpp"
#include "editor/session.hpp"
#include "panels/headless.hpp"

using namespace editor;

namespace {

/// A session of the scene after so many ticks, hashed; `watch` is called after each tick.
template <class F>
std::string hash_after(const char* scene, std::size_t count, int ticks, F&& watch) {
    const std::unique_ptr<Session> session = Session::from_scene(*find_scene(scene), count, 7);
    for (int tick = 0; tick < ticks; ++tick) {
        session->input.right = tick % 40 < 20;
        session->tick();
        watch(*session);
    }
    return session->hash_line();
}

/// Every panel of the program, drawn over the session, with a mouse that wanders over all of them.
std::string hash_with_panels(const char* scene, std::size_t count, int ticks, std::size_t& requested) {
    Harness harness{{420, 360}};
    ecs::Journal journal(100);
    Session* shown = nullptr;
    const auto panels = panels::make_all_panels();
    std::vector<panels::Request> requests;
    for (const auto& panel : panels)
        harness.add([&, watching = panel.get()](const panels::Context& around) {
            const panels::Context context{.world = shown->world,
                                          .schedule = shown->schedule,
                                          .selection = around.selection,
                                          .requests = requests,
                                          .style = around.style,
                                          .transport = around.transport,
                                          .journal = &journal,
                                          .viewport = nullptr,
                                          .time_secs = around.time_secs};
            watching->show(context);
        });
    const std::string hash = hash_after(scene, count, ticks, [&](Session& session) {
        shown = &session;
        session.world.observe(&journal);
        const auto tick = static_cast<float>(session.world.tick());
        harness.selection.select(session.world.entity_at_slot(1 + session.world.tick() % session.world.entity_count()));
        harness.move_to({std::fmod(tick * 37, 2900.0f), std::fmod(tick * 23, 350.0f)});
    });
    requested = requests.size();
    return hash;
}

}  // namespace

TEST_CASE("Panels: a world watched by all of them ends in the hash of one that runs alone", "[ui][panels]") {
    for (const auto& [scene, count] : {std::pair{"chase", std::size_t{24}}, {"stress", std::size_t{3000}}}) {
        INFO(scene);
        std::size_t requested = 0;
        const std::string watched = hash_with_panels(scene, count, 300, requested);
        CHECK(watched == hash_after(scene, count, 300, [](Session&) {}));
        CHECK(requested == 0);
    }
}
