// Whether any panel draws a text that its edge cuts off without saying so by "…".
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include <imgui_internal.h>

#include "app/chrome/japanese.hpp"
#include "catch.hpp"
#include "ecs/base/utf8.hpp"
#include "editor/app/chrome/lab_source.hpp"
#include "editor/session/session.hpp"
#include "editor/support/demo.hpp"
#include "panels/archetypes/archetype_recorder.hpp"
#include "panels/base/screen_text.hpp"
#include "panels/lessons/all_panels_with_lab.hpp"
#include "panels/support/headless.hpp"
#include "panels/widgets/widgets.hpp"

namespace texts_fit_test {

using namespace editor;

namespace {

/// Finds runs of glyphs on one line of which one is drawn only in part. What is cut between two glyphs looks as if it
/// ended there, which is why there are many widths. A glyph is known by its place in the texture of
/// the font; Dear ImGui cuts quads itself where it is told a rectangle, so a part of that place is a part of the glyph.
class CutFinder {
public:
    CutFinder() {
        for (const panels::compat::AtlasGlyph& each : panels::compat::atlas_glyphs()) {
            by_top_left_[{each.glyph->U0, each.glyph->V0}] = *each.glyph;
            by_top_right_[{each.glyph->U1, each.glyph->V0}] = *each.glyph;
        }
    }

    std::vector<std::string> find(const ImDrawData& data) {
        for (int i = 0; i < data.CmdListsCount; ++i) {
            scrolls_to_ = edges_of_scrolled(data.CmdLists[i]);
            for (const ImDrawCmd& command : data.CmdLists[i]->CmdBuffer) read(*data.CmdLists[i], command);
            finish();
        }
        return std::move(cut_);
    }

private:
    using Corner = std::array<float, 2>;
    struct Run {
        std::string text;
        float top = 0, right = 0;
        ImU32 color = 0;
        bool cut = false;
    };

    /// Between which edges a window can be scrolled sideways: what it can scroll to is not lost.
    static ImVec2 edges_of_scrolled(const ImDrawList* list) {
        for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
            if (window->DrawList == list && window->ScrollMax.x > 0 &&
                (window->Flags & ImGuiWindowFlags_HorizontalScrollbar) != 0)
                return {window->InnerClipRect.Min.x, window->InnerClipRect.Max.x};
        return {-1, 1e9f};
    }

    void read(const ImDrawList& list, const ImDrawCmd& command) {
        if (command.UserCallback != nullptr) return;
        for (unsigned int i = 0; i + 6 <= command.ElemCount;) {
            const ImDrawIdx* indices = list.IdxBuffer.Data + command.IdxOffset + i;
            const ImDrawVert* corners = list.VtxBuffer.Data + command.VtxOffset + indices[0];
            const bool quad = indices[1] == indices[0] + 1 && indices[2] == indices[0] + 2 &&
                              indices[3] == indices[0] && indices[5] == indices[0] + 3;
            i += quad && read_quad(corners[0], corners[2], command.ClipRect) ? 6 : 3;
        }
    }

    bool read_quad(const ImDrawVert& low, const ImDrawVert& high, const ImVec4& clip) {
        const auto begins = by_top_left_.find({low.uv.x, low.uv.y});
        const auto ends = by_top_right_.find({high.uv.x, low.uv.y});
        if (begins == by_top_left_.end() && ends == by_top_right_.end()) return false;
        const ImFontGlyph& glyph = begins != by_top_left_.end() ? begins->second : ends->second;
        if (high.uv.x > glyph.U1 || low.uv.x < glyph.U0 || high.uv.y > glyph.V1) return false;
        if (low.pos.y + 1 >= clip.w || high.pos.y - 1 <= clip.y || low.pos.x >= clip.z || high.pos.x <= clip.x)
            return true;
        // Half a pixel of a stem's edge is no loss.
        constexpr float slack = 0.75f;
        const bool by_quad = high.uv.x < glyph.U1 || low.uv.x > glyph.U0;
        const bool right = high.pos.x > clip.z + slack, left = low.pos.x < clip.x - slack;
        const bool scrolls = (right && clip.z >= scrolls_to_.y - 1) || (left && clip.x <= scrolls_to_.x + 1);
        const float top = low.pos.y - glyph.Y0 * (high.pos.y - low.pos.y) / std::max(glyph.Y1 - glyph.Y0, 1.0f);
        if (std::abs(top - run_.top) > 2 || low.col != run_.color || low.pos.x < run_.right - 2 ||
            low.pos.x > run_.right + 12)
            finish();
        ecs::append_utf8(run_.text, glyph.Codepoint);
        run_.top = top;
        run_.right = high.pos.x;
        run_.color = low.col;
        run_.cut |= by_quad || ((right || left) && !scrolls);
        return true;
    }

    void finish() {
        if (run_.cut)
            cut_.push_back(run_.text + " that ends at " + std::to_string(static_cast<int>(run_.right)) + ", " +
                           std::to_string(static_cast<int>(run_.top)));
        run_ = {};
    }

    std::map<Corner, ImFontGlyph> by_top_left_, by_top_right_;
    ImVec2 scrolls_to_;
    Run run_;
    std::vector<std::string> cut_;
};

/// What is drawn without menus and tooltips, which cover what they stand on. Valid as long as `lists`.
ImDrawData without_popups(const ImDrawData& all, std::vector<ImDrawList*>& lists) {
    for (int i = 0; i < all.CmdListsCount; ++i) {
        bool popup = false;
        for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
            popup |= window->DrawList == all.CmdLists[i] &&
                     (window->RootWindow->Flags & (ImGuiWindowFlags_Popup | ImGuiWindowFlags_Tooltip)) != 0;
        if (!popup) lists.push_back(all.CmdLists[i]);
    }
    ImDrawData data = all;
    data.CmdListsCount = static_cast<int>(lists.size());
#if IMGUI_VERSION_NUM >= 18980
    data.CmdLists.clear();
    for (ImDrawList* list : lists) data.CmdLists.push_back(list);
#else
    data.CmdLists = lists.data();
#endif
    return data;
}

/// Pairs of texts of which one lies on the other, as a person sees them.
std::vector<std::string> overlapping_texts(const ImDrawData& all) {
    std::vector<ImDrawList*> lists;
    const ImDrawData data = without_popups(all, lists);
    std::vector<std::string> pairs;
    const std::vector<panels::ScreenText> texts = panels::ScreenReader().read(data);
    // Boxes of letters reach a little beyond what is inked.
    constexpr float slack = 3;
    for (std::size_t i = 0; i < texts.size(); ++i)
        for (std::size_t k = i + 1; k < texts.size(); ++k) {
            const auto& a = texts[i];
            const auto& b = texts[k];
            const float wide = std::min(a.high.x, b.high.x) - std::max(a.low.x, b.low.x);
            const float high = std::min(a.high.y, b.high.y) - std::max(a.low.y, b.low.y);
            const float line = std::min(a.high.y - a.low.y, b.high.y - b.low.y);
            if (wide > slack && high > line * 0.4f) pairs.push_back(a.text + " | " + b.text);
        }
    return pairs;
}

void set_scale(Harness& harness, float scale) {
    harness.style.scale = scale;
    panels::apply_style(harness.style, ImGui::GetStyle());
#if IMGUI_VERSION_NUM >= 19200
    ImGui::GetStyle().FontScaleMain = scale;
#else
    ImGui::GetIO().FontGlobalScale = scale;
#endif
}

/// What is clicked on before looking: buttons of views, menus. Where there is no room for one, nothing is.
using Clicks = std::vector<const char*>;

struct Faults {
    std::vector<std::string> cut, overlapping;
};

/// The texts that the panel cuts off in a window so wide, and those that lie on each other, while the world runs, with
/// this entity selected.
Faults faults_of(panels::Panel& panel, Session& session, float scale, ImVec2 size, const Clicks& clicks) {
    ecs::Journal journal(1000);
    panels::ArchetypeRecorder recorder;
    const panels::LabSource lab = make_lab_source();
    session.world.observe(&journal);
    Harness harness(size);
    std::vector<unsigned char> font;
    if (ecs::spoken() != nullptr) add_japanese_texts(font);
    set_scale(harness, scale);
    harness.add([&](const panels::Context& around) {
        panel.show({.world = session.world,
                    .schedule = session.schedule,
                    .selection = around.selection,
                    .requests = around.requests,
                    .style = around.style,
                    .transport = around.transport,
                    .journal = &journal,
                    .time_secs = around.time_secs,
                    .archetypes = &recorder,
                    .lab = &lab});
        around.requests.clear();
    });
    if (session.world.slot_count() > 2) harness.selection.select(session.world.entity_at_slot(2));
    const auto frames = [&] {
        for (int i = 0; i < 4; ++i) {
            session.tick();
            recorder.sample(session.world);
            harness.frame();
        }
    };
    frames();
    // What stands in a menu without a text is a setting, too.
    for (const char* setting : {"timeline", "histogram"})
        if (!clicks.empty() && std::string_view(clicks.front()) == setting) panel.load_settings(setting);
    if (!clicks.empty()) frames();
    // Only the Storage Lab says so, in any language.
    const auto runs = [&] {
        return harness.says(ecs::tr("Cancel##run")) || harness.says("Runn") || harness.says("実行中");
    };
    for (const char* english : clicks) {
        // The font of tests has no "…".
        const std::string_view whole = ecs::tr(english);
        const std::string_view label = whole.substr(0, whole.find("…"));
        // The Storage Lab first calculates on another thread.
        while (!harness.says(label) && runs()) {
            std::this_thread::yield();
            harness.frame();
        }
        if (!harness.says(label)) break;
        harness.click_text(label);
        frames();
        while (runs()) {
            std::this_thread::yield();
            harness.frame();
        }
        frames();
    }
    Faults faults{CutFinder().find(*ImGui::GetDrawData()), overlapping_texts(*ImGui::GetDrawData())};
    session.world.observe(nullptr);
    return faults;
}

constexpr float all_scales[] = {1, 1.5f, 2, 3}, some_scales[] = {1, 2};
/// Of a panel at the edge of the window, in the middle of it, and of one that fills it.
constexpr float all_widths[] = {256, 331, 487, 684, 943, 1280, 1920}, some_widths[] = {256, 487, 943};

/// `in_fields` are texts that may be cut off: those of text fields, which scroll with their caret.
void check_all_fits(const char* title, const Clicks& clicks, Session& session, std::size_t in_fields = 0) {
    // Of other languages a few will do: which edge cuts which letter differs from text to text anyway.
    const bool english = ecs::spoken() == nullptr;
    const std::span<const float> scales = english ? std::span<const float>(all_scales) : some_scales;
    const std::span<const float> widths = english ? std::span<const float>(all_widths) : some_widths;
    for (const float scale : scales)
        for (const float width : widths) {
            constexpr float narrowest = 250;  // pixels at scale 1: a little less than at the side of 1280 pixels
            if (width / scale < narrowest) continue;
            const auto panels = panels::make_all_panels_with_lab();
            const auto panel = std::find_if(panels.begin(), panels.end(), [&](const auto& each) {
                return std::string(each->english_title()) == title;
            });
            REQUIRE(panel != panels.end());
            const auto [cut, overlapping] = faults_of(**panel, session, scale, {width, 700}, clicks);
            std::string all;
            for (const std::string& text : cut) all += text.substr(0, 60) + '\n';
            for (const std::string& text : overlapping) all += "on each other: " + text.substr(0, 120) + '\n';
            INFO(title << ", " << width << " wide at scale " << scale << (clicks.empty() ? "" : ", ")
                       << (clicks.empty() ? "" : clicks.front()) << ":\n"
                       << all);
            CHECK(cut.size() <= in_fields);
            CHECK(overlapping.empty());
        }
}

void check_all_fits(const char* title, const Clicks& clicks) {
    const std::unique_ptr<Session> session = demo::start("chase", 24, 1);
    check_all_fits(title, clicks, *session);
}

}  // namespace

TEST_CASE("Texts fit: what is cut off is found, however it was drawn", "[ui][fit]") {
    struct Case {
        const char* what;
        std::function<void(const panels::Context&)> draw;
        bool cut;
    };
    constexpr const char* text = "These words are longer than the window";
    const auto at = [] { return ImGui::GetCursorScreenPos(); };
    const Case cases[] = {
        {"a text at the edge of its window", [&](const auto&) { ImGui::TextUnformatted(text); }, true},
        {"a button",
         [&](const auto&) {
             ImGui::Button(text, {80, 0});
         },
         true},
        {"a text that the draw list cuts",
         [&](const auto&) {
             const ImVec4 clip{at().x, at().y, at().x + 61, at().y + 40};
             ImGui::GetWindowDrawList()->AddText(nullptr, 0, at(), 0xffffffff, text, nullptr, 0, &clip);
         },
         true},
        {"with an ellipsis", [&](const auto&) { panels::clipped_text(text, ImGui::GetContentRegionAvail().x); }, false},
        {"with an ellipsis in a draw list",
         [&](const auto&) { panels::draw_text_until(*ImGui::GetWindowDrawList(), at(), at().x + 61, ~0u, text); },
         false},
        {"what can be scrolled to",
         [&](const auto&) {
             panels::compat::begin_child("scrolls", {100, 60}, false, ImGuiWindowFlags_HorizontalScrollbar);
             ImGui::TextUnformatted(text);
             ImGui::EndChild();
         },
         false},
    };
    for (const Case& each : cases) {
        // A letter that the edge does not go through is not drawn at all: one of so many edges goes through one.
        std::size_t cut = 0;
        for (float width = 127; width < 135; ++width) {
            Harness harness({width, 100});
            harness.add(each.draw);
            harness.frames(3);
            if (!CutFinder().find(*ImGui::GetDrawData()).empty()) ++cut;
        }
        INFO(each.what);
        CHECK((cut > 0) == each.cut);
    }
}

TEST_CASE("Texts fit: texts that lie on each other are found", "[ui][fit]") {
    Harness harness({300, 100});
    float below = 0;
    harness.add([&](const auto&) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::TextUnformatted("one of two");
        ImGui::SetCursorScreenPos({at.x + 20, at.y + below});
        ImGui::TextUnformatted("lines of text");
    });
    harness.frames(3);
    CHECK(overlapping_texts(*ImGui::GetDrawData()).size() == 1);
    below = 16;
    harness.frames(3);
    CHECK(overlapping_texts(*ImGui::GetDrawData()).empty());
}

TEST_CASE("Texts fit: no panel cuts one off without an ellipsis", "[ui][panels][fit]") {
    for (const auto& panel : panels::make_all_panels_with_lab()) check_all_fits(panel->english_title(), {});
}

namespace {

void check_all_views() {
    check_all_fits("Inspector", {"+ Add component"});
    for (const char* view : {"History", "Treemap", "Occupancy", "Export…"}) check_all_fits("Archetypes", {view});
    for (const char* view : {"How it is stored", "Cache lines", "timeline", "histogram", "All"})
        check_all_fits("Chunks", {view});
    check_all_fits("Layout", {"Split and measure"});
    for (const char* view : {"Theatre", "Traffic", "All kinds"}) check_all_fits("Moves", {view});
    check_all_fits("Entities", {"+ Create"});
    for (const char* view : {"Table", "Cache lines", "Capacity", "Bench"}) check_all_fits("Storage Lab", {view});
}

}  // namespace

TEST_CASE("Texts fit: nor does any view of a panel", "[ui][panels][fit]") { check_all_views(); }

TEST_CASE("Texts fit: no panel cuts off Japanese", "[ui][panels][fit][language]") {
    const Speaking japanese("ja");
    if (!has_japanese_font()) return;
    for (const auto& panel : panels::make_all_panels_with_lab()) check_all_fits(panel->english_title(), {});
}

TEST_CASE("Texts fit: nor does any view of a panel cut off Japanese", "[ui][panels][fit][language]") {
    const Speaking japanese("ja");
    if (has_japanese_font()) check_all_views();
}

TEST_CASE("Texts fit: whatever entities are called, and where there are none", "[ui][panels][fit]") {
    const std::unique_ptr<Session> named = demo::start("chase", 6, 1);
    for (std::uint32_t slot = 1; slot < named->world.slot_count(); ++slot) {
        const ecs::Entity entity = named->world.entity_at_slot(slot);
        const std::string name = std::string(10'000, static_cast<char>('M' + slot % 10)) + std::to_string(slot);
        if (named->world.has<ecs::Name>(entity)) named->world.get_mut<ecs::Name>(entity).value = name;
    }
    demo::Session nothing;
    for (const auto& panel : panels::make_all_panels_with_lab()) {
        const bool inspector = std::string(panel->english_title()) == "Inspector";
        check_all_fits(panel->english_title(), {}, *named,
                       inspector ? 2 : 0);  // the name, and the field of the component
        check_all_fits(panel->english_title(), {}, nothing);
    }
}

}  // namespace texts_fit_test
