// A harbour in a flecs world, with the panels over it: F12 hides and shows them. The lines that end in `//` are all
// that the panels need.
//
// The world has what flecs programs have: prefabs with children, pairs with and without data, systems in phases, an
// observer, and a query with a name. So there are tables, inherited components and relationships to look at.
#include <flecs.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <chunkscope/flecs.hpp>       //
#include <ecs/schedule/schedule.hpp>  //
#include <panels/host/host.hpp>       //

namespace {

struct Position {
    float x = 0, y = 0;
};
struct Speed {
    float knots = 10;
};
struct Hull {
    float length = 8;
    std::int32_t strength = 100;
};
struct Paint {
    float red = 1, green = 1, blue = 1;
};
struct Wind {
    float x = 0.02f, y = 0;
};
struct Carries {  // of a pair with a good
    std::int32_t tons = 0;
};
struct HeadsFor {};  // of a pair with a harbour
struct Moored {};
struct Lamp {
    bool lit = true;
};
enum class Weather : std::int32_t { Calm, Windy, Storm };
struct Forecast {
    Weather weather = Weather::Calm;
    float hours = 0;
};

// Reflection, as flecs' own tools want it. The panels read it, too.
void describe(flecs::world& world) {
    world.component<Position>("Position").member<float>("x").member<float>("y");
    world.component<Speed>("Speed").member<float>("knots").add(flecs::OnInstantiate, flecs::Inherit);
    world.component<Hull>("Hull").member<float>("length").member<std::int32_t>("strength");
    world.component<Paint>("Paint").member<float>("red").member<float>("green").member<float>("blue").add(
        flecs::OnInstantiate, flecs::Inherit);
    world.component<Wind>("Wind").member<float>("x").member<float>("y");
    world.component<Carries>("Carries").member<std::int32_t>("tons");
    world.component<HeadsFor>("HeadsFor").add(flecs::Exclusive);
    world.component<Moored>("Moored");
    world.component<Lamp>("Lamp").member<bool>("lit");
    const auto weather = world.component<Weather>("Weather")
                             .constant("Calm", Weather::Calm)
                             .constant("Windy", Weather::Windy)
                             .constant("Storm", Weather::Storm);
    world.component<Forecast>("Forecast").member(weather, "weather").member<float>("hours");
}

class Harbour {
public:
    explicit Harbour(int ships) {
        describe(world);
        world.set<Wind>({});
        world.set<Forecast>({});
        for (const char* name : {"Grain", "Timber", "Salt"}) goods_.push_back(world.entity(name));
        quays_.push_back(world.entity("North quay").set<Position>({250, 150}));
        quays_.push_back(world.entity("South quay").set<Position>({180, 700}));
        quays_.push_back(world.entity("Island").set<Position>({1000, 450}));

        const flecs::entity ship =
            world.prefab("Ship").set<Speed>({10}).set<Hull>({8, 100}).set<Paint>({0.8f, 0.8f, 0.8f});
        world.prefab("Lantern").child_of(ship).set<Lamp>({});
        kinds_ = {world.prefab("Cutter").is_a(ship).set<Speed>({18}).set<Paint>({0.4f, 0.8f, 0.5f}),
                  world.prefab("Barge").is_a(ship).set<Hull>({16, 250}).set<Paint>({0.8f, 0.6f, 0.3f}),
                  world.prefab("Schooner").is_a(ship).set<Paint>({0.5f, 0.6f, 0.95f})};
        for (int i = 0; i < ships; ++i) launch(i);
        add_systems();
    }

    flecs::world world;

private:
    void launch(int number) {
        const flecs::entity made = world.entity().is_a(kinds_[random_() % kinds_.size()]);
        if (number % 40 == 0) made.set_name(("Ship " + std::to_string(number / 40 + 1)).c_str());
        made.set<Position>({at_(random_), at_(random_) * 0.6f});
        made.add<HeadsFor>(quays_[random_() % quays_.size()]);
        made.set<Carries>(goods_[random_() % goods_.size()], {static_cast<std::int32_t>(random_() % 50)});
    }

    void add_systems() {
        world.system<Forecast, Wind>("Weather changes")
            .term_at(0)
            .src<Forecast>()
            .term_at(1)
            .src<Wind>()
            .kind(flecs::OnLoad)
            .interval(1.0f)
            .each([this](Forecast& forecast, Wind& wind) {
                forecast.hours += 1;
                forecast.weather = static_cast<Weather>(random_() % 3);
                const float strength = 0.1f * static_cast<float>(forecast.weather);
                wind = {strength * std::cos(forecast.hours), strength * std::sin(forecast.hours)};
            });
        world.system<Position, const Speed>("Sail")
            .with<HeadsFor>(flecs::Wildcard)
            .without<Moored>()
            .kind(flecs::OnUpdate)
            .each([](flecs::entity ship, Position& position, const Speed& speed) {
                const flecs::entity quay = ship.target<HeadsFor>();
                const Position* const goal =
                    static_cast<const Position*>(ecs_get_id(ship.world(), quay, ship.world().component<Position>()));
                if (goal == nullptr) return;
                const float x = goal->x - position.x, y = goal->y - position.y;
                const float distance = std::sqrt(x * x + y * y);
                if (distance < 12) {
                    ship.add<Moored>();
                    return;
                }
                position.x += x / distance * speed.knots * 0.06f;
                position.y += y / distance * speed.knots * 0.06f;
            });
        world.system<Position>("Drift")
            .without<Moored>()
            .with<Hull>()
            .kind(flecs::OnUpdate)
            .each([this](Position& position) {
                const auto* const wind =
                    static_cast<const Wind*>(ecs_get_id(world, world.component<Wind>(), world.component<Wind>()));
                position.x += wind->x;
                position.y += wind->y;
            });
        world.system<Position>("Unload")
            .with<Moored>()
            .with<Hull>()
            .kind(flecs::PostUpdate)
            .each([this](flecs::entity ship, Position&) {
                if (random_() % 200 != 0) return;
                ship.remove<Moored>();
                ship.add<HeadsFor>(quays_[random_() % quays_.size()]);
            });
        world.observer("Harbour master").with<Moored>().event(flecs::OnAdd).each([this](flecs::entity) {
            ++arrivals_;
        });
        world.query_builder<Position>("Ships at the quay").with<Moored>().build();
    }

    std::mt19937 random_{7};
    std::uniform_real_distribution<float> at_{0, 1280};
    std::vector<flecs::entity> goods_, quays_, kinds_;
    int arrivals_ = 0;
};

void draw(flecs::world& world) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    world.each([&](flecs::entity ship, const Position& position, const Hull& hull) {
        const auto* const paint =
            static_cast<const Paint*>(ecs_get_id(ship.world(), ship, ship.world().component<Paint>()));
        const ImU32 colour =
            paint == nullptr ? IM_COL32_WHITE : ImGui::GetColorU32({paint->red, paint->green, paint->blue, 1});
        list.AddRectFilled({position.x - hull.length / 2, position.y - 2},
                           {position.x + hull.length / 2, position.y + 2}, colour);
    });
}

}  // namespace

int main(int argc, char** argv) {
    Harbour harbour(argc > 1 ? std::atoi(argv[1]) : 2000);
    flecs::world& world = harbour.world;
    auto seen = chunkscope::flecs::attach(world);  //
    ecs::Schedule systems;                         //
    seen.show_systems(systems);                    //

    if (!glfwInit()) return 1;
    GLFWwindow* const window = glfwCreateWindow(1400, 900, "Harbour", nullptr, nullptr);
    if (window == nullptr) return 1;
    glfwMakeContextCurrent(window);
    ImGui::CreateContext();
    ImGui_ImplGlfw_InitForOpenGL(window, true);
    ImGui_ImplOpenGL3_Init();

    {
        panels::Host host(seen.world(), systems);  //
        host.mirror = &seen.mirror();              //
        seen.follow(*host.history());              //
        while (!glfwWindowShouldClose(window)) {
            glfwPollEvents();
            while (host.tick_due()) world.progress(1 / 60.0f);                             // a person may stop the time
            for (const std::string& message : seen.update().messages) host.tell(message);  //
            ImGui_ImplOpenGL3_NewFrame();
            ImGui_ImplGlfw_NewFrame();
            ImGui::NewFrame();
            host.draw();  //
            draw(world);
            ImGui::Render();
            glClear(GL_COLOR_BUFFER_BIT);
            ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
            glfwSwapBuffers(window);
        }
        seen.mirror().unfollow();  //
    }
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
    glfwTerminate();
}
