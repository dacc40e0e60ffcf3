// chunkscope_lab_panel_bench: what a frame of the Storage Lab's panel costs with the same scenario on all six storages,
// 10,000 entities each, against its goal of 16 ms. Each view is shown three ways: at rest, with another entity selected
// before every frame, and with another storage. The CPU time is that of the panel's show() and of ImGui's Render.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string_view>
#include <vector>

#include "lab/support/lab_scenarios.hpp"
#include "panel_alone.hpp"
#include "panels/lab/lab_panel.hpp"

namespace {

const ImVec2 panel_size{1900, 820};
constexpr double goal_ms = 16;

class Bench {
public:
    Bench(std::uint64_t entities, std::size_t frames) : entities_(entities), frames_(frames) {
        source_.scenarios = {{"pattern", "Pattern"}};
        source_.open = [entities](const std::string&) -> ecs::Result<ecs::lab::Scenario> {
            return lab_test::pattern(entities);
        };
        panel_.load_settings("board chunks repaired pattern");
        show([] {});
        panel_.state().finish();
    }

    void all_rows() {
        std::uint64_t number = 0;
        for (const std::string_view view : panels::LabPanel::view_words()) {
            panel_.load_settings(view);
            panel_.state().selection = {};
            row(view, "nothing changes", [] {});
            row(view, "another entity is selected", [&] {
                panel_.state().selection = {number++ * 37 % entities_, {}, {}};
            });
            row(view, "another storage is chosen",
                [&] { panel_.state().kind = ecs::lab::storage_kinds[number++ % ecs::lab::storage_kinds.size()]; });
        }
    }

private:
    void row(std::string_view view, const char* what, const std::function<void()>& before_frame) {
        for (int i = 0; i < 3; ++i) show(before_frame);
        std::vector<double> secs;
        for (std::size_t i = 0; i < frames_; ++i) secs.push_back(show(before_frame));
        const Spread ms = spread_of(std::move(secs));
        std::printf("%-12.*s %-28s %9.3f %9.3f %7.1f %s\n", static_cast<int>(view.size()), view.data(), what, ms.middle,
                    ms.most, goal_ms, verdict(ms.most, ms.middle, goal_ms));
    }

    double show(const std::function<void()>& before_frame) {
        before_frame();
        const double secs = alone_.show(panel_, world_, schedule_, panel_size,
                                        [&](panels::Context& context) { context.lab = &source_; });
        const double before = cpu_secs();
        ImGui::Render();
        return secs + cpu_secs() - before;
    }

    std::uint64_t entities_;
    std::size_t frames_;
    ecs::World world_;
    ecs::Schedule schedule_;
    PanelAlone alone_;
    panels::LabSource source_;
    panels::LabPanel panel_;
};

}  // namespace

int main(int count, char** words) {
    std::size_t frames = 200;
    std::uint64_t entities = 10'000;
    for (int i = 1; i + 1 < count; i += 2) {
        const auto number = static_cast<std::size_t>(std::max(std::atoi(words[i + 1]), 1));
        if (std::string_view(words[i]) == "--frames") frames = number;
        if (std::string_view(words[i]) == "--entities") entities = number;
    }
    if (count % 2 == 0) {
        std::fprintf(stderr, "chunkscope_lab_panel_bench [--frames N] [--entities N]\n");
        return 2;
    }
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().Fonts->AddFontDefault();
#if IMGUI_VERSION_NUM >= 19200
    ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
#else
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    ImGui::GetIO().Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
#endif
    std::printf("%-12s %-28s %9s %9s %7s\n", "view", "a frame of the Storage Lab", "ms", "ms, 95 %", "goal");
    Bench(entities, frames).all_rows();
    ImGui::DestroyContext();
    return 0;
}
