// Whether a world runs the same with all panels looking at it as it does alone.
#include <cmath>

#include "catch.hpp"
#include "editor/session/session.hpp"
#include "editor/support/demo.hpp"
#include "panels/lessons/all_panels_with_lab.hpp"
#include "panels/support/headless.hpp"

namespace zero_disturbance_test {

using namespace editor;

namespace {

void tick(Session& session) {
    session.keys.right = session.world.tick() % 40 < 20;
    session.tick();
}

std::string hash_alone(const Scene& scene, std::size_t count, int ticks) {
    const std::unique_ptr<Session> session = demo::start(scene, count, 7);
    for (int i = 0; i < ticks; ++i) tick(*session);
    return session->hash_line();
}

/// Every panel of the program, drawn over the session, with a mouse that wanders over all of them.
std::string hash_with_panels(const Scene& scene, std::size_t count, int ticks, std::size_t& requested) {
    const std::unique_ptr<Session> session = demo::start(scene, count, 7);  // outlives the panels
    ecs::World& world = session->world;
    ecs::Journal journal(100);
    world.observe(&journal);
    Harness harness{{420, 360}};
    const auto panels = panels::make_all_panels_with_lab();
    std::vector<panels::Request> requests;
    for (const auto& panel : panels)
        harness.add([&, watching = panel.get()](const panels::Context& around) {
            const panels::Context context{.world = world,
                                          .schedule = session->schedule,
                                          .selection = around.selection,
                                          .requests = requests,
                                          .style = around.style,
                                          .transport = around.transport,
                                          .journal = &journal,
                                          .viewport = nullptr,
                                          .time_secs = around.time_secs};
            watching->show(context);
        });
    for (int i = 0; i < ticks; ++i) {
        tick(*session);
        harness.selection.select(world.entity_at_slot(1 + world.tick() % world.entity_count()));
        const auto step = static_cast<float>(i);
        harness.move_to({std::fmod(step * 37, ImGui::GetIO().DisplaySize.x), std::fmod(step * 23, 350.0f)});
    }
    requested = requests.size();
    world.observe(nullptr);
    return session->hash_line();
}

}  // namespace

TEST_CASE("Panels: a world watched by all of them ends in the hash of one that runs alone", "[ui][panels]") {
    for (const auto& [scene, count] : {std::pair{"chase", std::size_t{24}}, {"stress", std::size_t{3000}}}) {
        INFO(scene);
        std::size_t requested = 0;
        const std::string watched = hash_with_panels(demo::scene(scene), count, 600, requested);
        CHECK(watched == hash_alone(demo::scene(scene), count, 600));
        CHECK(requested == 0);
    }
}

}  // namespace zero_disturbance_test
