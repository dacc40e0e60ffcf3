// A swarm in an entt::registry, with the panels over it: F12 hides and shows them. The lines that end in `//` are all
// that the panels need.
//
// The registry has what EnTT programs have: an owning group, a view, a pool that keeps its addresses, and entities that
// come and go. So there are tombstones, holes in sparse pages and pools in different orders to look at.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <chunkscope/entt.hpp>  //
#include <entt/entt.hpp>
#include <panels/host/host.hpp>  //

namespace {

struct Position {
    float x = 0, y = 0;
};
struct Velocity {
    float x = 0, y = 0;
};
struct Look {
    float red = 1, green = 1, blue = 1, size = 3;
};
struct Lifetime {
    std::int32_t ticks = 0;
};
struct Label {
    std::string text;
};
struct Frozen {};
/// Keeps its address, because the swarm could point to it: what is destroyed leaves a tombstone.
struct Tower {
    static constexpr auto in_place_delete = true;
    float reach = 60;
    std::int32_t level = 1;
};

class Swarm {
public:
    explicit Swarm(std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) spawn();
        for (int i = 0; i < 200; ++i) {
            const entt::entity tower = registry.create();
            registry.emplace<Position>(tower, at_(random_), at_(random_) * 0.6f);
            registry.emplace<Tower>(tower);
            if (i % 50 == 0) registry.emplace<Label>(tower, "Tower " + std::to_string(i / 50 + 1));
        }
        // Two of three towers fall.
        std::vector<entt::entity> fallen;
        for (auto [tower, unused] : registry.view<Tower>().each())
            if (random_() % 3 != 0 && !registry.all_of<Label>(tower)) fallen.push_back(tower);
        registry.destroy(fallen.begin(), fallen.end());
    }

    void tick() {
        move();
        age();
    }

    entt::registry registry;

private:
    void move() {
        const ecs::Zone zone("move");  //
        for (auto [entity, position, velocity] : registry.group<Position, Velocity>().each()) {
            if (registry.all_of<Frozen>(entity)) continue;
            position.x += velocity.x;
            position.y += velocity.y;
            if (position.x < 0 || position.x > 1280) velocity.x = -velocity.x;
            if (position.y < 0 || position.y > 800) velocity.y = -velocity.y;
        }
    }
    void age() {
        const ecs::Zone zone("age");  //
        std::vector<entt::entity> old;
        for (auto [entity, lifetime] : registry.view<Lifetime>().each())
            if (--lifetime.ticks <= 0) old.push_back(entity);
        registry.destroy(old.begin(), old.end());
        for (std::size_t i = 0; i < old.size(); ++i) spawn();
    }
    void spawn() {
        const entt::entity made = registry.create();
        registry.emplace<Position>(made, at_(random_), at_(random_) * 0.6f);
        registry.emplace<Velocity>(made, speed_(random_), speed_(random_));
        registry.emplace<Look>(made, share_(random_), share_(random_), share_(random_));
        registry.emplace<Lifetime>(made, static_cast<std::int32_t>(500 + random_() % 100'000));
        if (random_() % 100 == 0) registry.emplace<Frozen>(made);
    }

    std::mt19937 random_{7};
    std::uniform_real_distribution<float> at_{0, 1280}, speed_{-1, 1}, share_{0.2f, 1};
};

}  // namespace

int main(int argc, char** argv) {
    const std::size_t count = argc > 1 ? static_cast<std::size_t>(std::atoi(argv[1])) : 4000;
    int frames = argc > 2 ? std::atoi(argv[2]) : -1;  // after which it ends, for tests
    Swarm swarm(count);
    auto seen = chunkscope::entt::attach(swarm.registry);                                         //
    using chunkscope::entt::field;                                                                //
    seen.component<Position>("Position", field("x", &Position::x), field("y", &Position::y))      //
        .component<Velocity>("Velocity", field("x", &Velocity::x), field("y", &Velocity::y))      //
        .component<Look>("Look", field("red", &Look::red), field("green", &Look::green),          //
                         field("blue", &Look::blue), field("size", &Look::size))                  //
        .component<Lifetime>("Lifetime", field("ticks", &Lifetime::ticks))                        //
        .component<Label>("Label", field("text", &Label::text))                                   //
        .component<Tower>("Tower", field("reach", &Tower::reach), field("level", &Tower::level))  //
        .component<Frozen>("Frozen")                                                              //
        .names(&Label::text);                                                                     //

    if (!glfwInit()) return 1;
    GLFWwindow* const window = glfwCreateWindow(1400, 900, "Swarm", nullptr, nullptr);
    if (window == nullptr) return 1;
    glfwMakeContextCurrent(window);
    ImGui::CreateContext();
    ImGui_ImplGlfw_InitForOpenGL(window, true);
    ImGui_ImplOpenGL3_Init();

    {
        panels::Host host(seen.world());  //
        host.mirror = &seen.mirror();     //
        seen.follow(*host.history());     //
        while (!glfwWindowShouldClose(window) && frames-- != 0) {
            glfwPollEvents();
            while (host.tick_due()) swarm.tick();  // so that a person can pause and step
            for (const std::string& message : seen.update().messages) host.tell(message);  //
            ImGui_ImplOpenGL3_NewFrame();
            ImGui_ImplGlfw_NewFrame();
            ImGui::NewFrame();
            host.draw();  //
            ImDrawList& list = *ImGui::GetBackgroundDrawList();
            for (auto [entity, position, look] : swarm.registry.view<Position, Look>().each())
                list.AddCircleFilled({position.x, position.y}, look.size,
                                     ImGui::GetColorU32({look.red, look.green, look.blue, 1}));
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
