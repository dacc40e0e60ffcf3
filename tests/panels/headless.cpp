#include "headless.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <map>
#include <new>
#include <utility>

#include "catch.hpp"

namespace {
std::atomic<std::size_t> allocations{0};

void* counted_allocation(std::size_t size) {
    ++allocations;
    void* memory = std::malloc(size == 0 ? 1 : size);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}

void* imgui_allocate(std::size_t size, void*) {
    ++allocations;
    return std::malloc(size == 0 ? 1 : size);
}
void imgui_free(void* memory, void*) { std::free(memory); }
}  // namespace

void* operator new(std::size_t size) { return counted_allocation(size); }
void* operator new[](std::size_t size) { return counted_allocation(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return imgui_allocate(size, nullptr); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return imgui_allocate(size, nullptr); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

std::size_t allocation_count() { return allocations; }

namespace {

constexpr float gap_between_panels = 8;

struct Glyph {
    float x0 = 0, y0 = 0, advance = 0;
    unsigned int codepoint = 0;
};
using TextureRect = std::array<float, 4>;
using GlyphMap = std::map<TextureRect, Glyph>;

template <class Glyphs>
void add_glyphs(GlyphMap& map, const Glyphs& glyphs) {
    for (const ImFontGlyph& glyph : glyphs)
        map.insert({TextureRect{glyph.U0, glyph.V0, glyph.U1, glyph.V1},
                    Glyph{glyph.X0, glyph.Y0, glyph.AdvanceX, glyph.Codepoint}});
}

float add_all_glyphs(GlyphMap& map) {
    ImFont* font = ImGui::GetIO().Fonts->Fonts[0];
#if IMGUI_VERSION_NUM >= 19200
    ImFontBaked* baked = font->GetFontBaked(font->LegacySize);
    add_glyphs(map, baked->Glyphs);
    return baked->GetCharAdvance(' ');
#else
    add_glyphs(map, font->Glyphs);
    return font->GetCharAdvance(' ');
#endif
}

void append_utf8(std::string& text, unsigned int c) {
    if (c < 0x80) {
        text += static_cast<char>(c);
    } else if (c < 0x800) {
        text += static_cast<char>(0xc0 | c >> 6);
        text += static_cast<char>(0x80 | (c & 0x3f));
    } else {
        text += static_cast<char>(0xe0 | (c >> 12 & 0xf));
        text += static_cast<char>(0x80 | (c >> 6 & 0x3f));
        text += static_cast<char>(0x80 | (c & 0x3f));
    }
}

/// A run of text with the place of each of its bytes.
struct Run {
    std::string text;
    std::vector<std::array<float, 2>> spans;  // left and right of the glyph that the byte belongs to
    float top = 0, bottom = 0;
    ImU32 color = 0;
};

class Reader {
public:
    Reader() : space_(add_all_glyphs(glyphs_)) {}

    std::vector<Run> read(const ImDrawData& data) {
        for (int i = 0; i < data.CmdListsCount; ++i) read_list(*data.CmdLists[i]);
        finish();
        return std::move(runs_);
    }

private:
    void read_list(const ImDrawList& list) {
        for (const ImDrawCmd& command : list.CmdBuffer) {
            if (command.UserCallback != nullptr) continue;
            for (unsigned int i = 0; i + 6 <= command.ElemCount;) {
                const ImDrawIdx* indices = list.IdxBuffer.Data + command.IdxOffset + i;
                const ImDrawVert* corners = list.VtxBuffer.Data + command.VtxOffset + indices[0];
                const bool quad = indices[1] == indices[0] + 1 && indices[2] == indices[0] + 2 &&
                                  indices[3] == indices[0] && indices[5] == indices[0] + 3;
                if (quad && read_quad(corners[0], corners[2], command.ClipRect))
                    i += 6;
                else
                    i += 3;
            }
        }
    }

    bool read_quad(const ImDrawVert& low, const ImDrawVert& high, const ImVec4& clip) {
        const auto found = glyphs_.find({low.uv.x, low.uv.y, high.uv.x, high.uv.y});
        if (found == glyphs_.end()) return false;
        const Glyph& glyph = found->second;
        const float x = (low.pos.x + high.pos.x) / 2, y = (low.pos.y + high.pos.y) / 2;
        if (x < clip.x || x > clip.z || y < clip.y || y > clip.w) return true;

        const float left = low.pos.x - glyph.x0, top = low.pos.y - glyph.y0;
        const float gap = left - pen_x_;
        const bool same_line = std::abs(top - run_.top) < 0.6f && low.col == run_.color;
        const int spaces = static_cast<int>(std::lround(gap / space_));
        if (run_.text.empty() || !same_line || spaces < 0 || spaces > 8 ||
            std::abs(gap - static_cast<float>(spaces) * space_) > 1) {
            finish();
            run_.top = top;
            run_.bottom = top + ImGui::GetFontSize();
            run_.color = low.col;
        } else {
            for (int i = 0; i < spaces; ++i) append(' ', pen_x_, left);
        }
        append(glyph.codepoint, left, left + glyph.advance);
        pen_x_ = left + glyph.advance;
        return true;
    }

    void append(unsigned int codepoint, float left, float right) {
        append_utf8(run_.text, codepoint);
        run_.spans.resize(run_.text.size(), {left, right});
    }

    void finish() {
        if (!run_.text.empty()) runs_.push_back(std::move(run_));
        run_ = {};
    }

    GlyphMap glyphs_;
    float space_;
    Run run_;
    float pen_x_ = 0;
    std::vector<Run> runs_;
};

std::vector<Run> read_screen() {
    const ImDrawData* data = ImGui::GetDrawData();
    return data == nullptr ? std::vector<Run>{} : Reader().read(*data);
}

DrawnText part_of(const Run& run, std::size_t first, std::size_t count) {
    return {run.text.substr(first, count),
            {run.spans[first][0], run.top},
            {run.spans[first + count - 1][1], run.bottom},
            run.color};
}

#if IMGUI_VERSION_NUM >= 19200
void pretend_to_upload_textures() {
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
        if (texture->Status == ImTextureStatus_WantDestroy) {
            texture->SetTexID(ImTextureID_Invalid);
            texture->SetStatus(ImTextureStatus_Destroyed);
        } else if (texture->Status != ImTextureStatus_OK && texture->Status != ImTextureStatus_Destroyed) {
            texture->SetTexID(1);
            texture->SetStatus(ImTextureStatus_OK);
        }
    }
}
#endif

}  // namespace

Harness::Harness(ImVec2 panel_size) : panel_size_(panel_size) {
    ImGui::SetAllocatorFunctions(imgui_allocate, imgui_free);
    imgui_ = ImGui::CreateContext();
    ImGui::SetCurrentContext(imgui_);
    style.theme = &panels::theme_named(style.theme_name);
    panels::apply_style(style, ImGui::GetStyle());

    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {0, panel_size.y};
    io.DeltaTime = 1.0f / 60;
    io.ConfigInputTextCursorBlink = false;
    io.Fonts->AddFontDefault();
#if IMGUI_VERSION_NUM >= 19200
    io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
#else
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    io.Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
#endif
#if IMGUI_VERSION_NUM >= 18700
    io.ConfigInputTrickleEventQueue = false;
#else
    constexpr int glfw_keys[ImGuiKey_COUNT] = {258, 263, 262, 265, 264, 266, 267, 268, 269, 260, 261,
                                               259, 32,  257, 256, 335, 65,  67,  86,  88,  89,  90};
    std::copy(std::begin(glfw_keys), std::end(glfw_keys), io.KeyMap);
#endif
}

Harness::~Harness() {
#if IMGUI_VERSION_NUM >= 19200
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
        texture->SetTexID(ImTextureID_Invalid);
        texture->SetStatus(ImTextureStatus_Destroyed);
    }
#endif
    ImGui::DestroyContext(imgui_);
}

namespace {

std::string_view label_of(const panels::Request& request) { return std::get<panels::EditRequest>(request).label; }

}  // namespace

panels::Context Harness::context() {
    return {world,
            schedule,
            selection,
            requests,
            style,
            transport,
            journal,
            viewport,
            time_secs_,
            &stays_awake_,
            waiting,
            pictures,
            [this] { return ecs::Snapshots(world).take(); },
            {.state = steps_.empty() ? 0 : steps_.back() + 1,
             .steps = steps_.size(),
             .undo_label = steps_.empty() ? std::string_view() : label_of(performed[steps_.back()])},
            archetypes,
            lab};
}

void Harness::add(panels::Panel& panel) {
    add([&panel](const panels::Context& context) { panel.show(context); });
}

void Harness::add(std::function<void(const panels::Context&)> draw) {
    shown_.push_back(std::move(draw));
    ImGui::GetIO().DisplaySize.x = static_cast<float>(shown_.size()) * (panel_size_.x + gap_between_panels);
}

void Harness::frame() {
    time_secs_ += static_cast<double>(ImGui::GetIO().DeltaTime);
    selection.hovered = ecs::null_entity;
    stayed_awake += stays_awake_ ? 1 : 0;
    stays_awake_ = false;
    ImGui::NewFrame();
    float left = 0;
    for (std::size_t i = 0; i < shown_.size(); ++i) {
        ImGui::SetNextWindowPos({left, 0});
        ImGui::SetNextWindowSize(panel_size_);
        const std::string title = "harness " + std::to_string(i);
        ImGui::Begin(title.c_str(), nullptr,
                     ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove);
        shown_[i](context());
        ImGui::End();
        left += panel_size_.x + gap_between_panels;
    }
    ImGui::Render();
#if IMGUI_VERSION_NUM >= 19200
    pretend_to_upload_textures();
#endif
    carry_out();
}

void Harness::frames(int count) {
    for (int i = 0; i < count; ++i) frame();
}

void Harness::go_on() {
    stands_still = false;
    for (panels::Request& request : std::exchange(waiting, {})) carry_out(std::move(request));
    frame();
}

void Harness::carry_out() {
    for (panels::Request& request : std::exchange(requests, {})) {
        if (stands_still && (std::holds_alternative<panels::EditRequest>(request) ||
                             std::holds_alternative<panels::HistoryRequest>(request)))
            waiting.push_back(std::move(request));
        else
            carry_out(std::move(request));
    }
}

void Harness::carry_out(panels::Request request) {
    if (auto* edit = std::get_if<panels::EditRequest>(&request)) {
        const ecs::ApplyFailure failure = ecs::apply_all(world, schedule, edit->edits);
        if (!failure.why.empty()) {
            refused.push_back(failure.why);
            return;
        }
        if (edit->select_created) {
            // Applied, a CreateEntities has become the DestroyEntities of what it created.
            std::vector<ecs::Entity> created;
            for (const ecs::Edit& inverse : edit->edits)
                if (const auto* destroy = std::get_if<ecs::DestroyEntities>(&inverse))
                    created.insert(created.end(), destroy->entities.begin(), destroy->entities.end());
            if (!created.empty()) selection.select(created.front());
        }
        steps_.push_back(performed.size());
    } else if (const auto* history = std::get_if<panels::HistoryRequest>(&request); history && history->undo) {
        if (steps_.empty() || (history->only_at && *history->only_at != steps_.back() + 1)) {
            refused.push_back("something else was changed meanwhile");
            return;
        }
        auto& last = std::get<panels::EditRequest>(performed[steps_.back()]);
        const ecs::ApplyFailure failure = ecs::apply_all_backwards(world, schedule, last.edits);
        if (!failure.why.empty()) refused.push_back(failure.why);
        steps_.pop_back();
    }
    performed.push_back(std::move(request));
}

void Harness::move_to(ImVec2 position) {
    // Two frames: what is under the mouse in one frame counts as hovered in the next where items overlap.
    for (int i = 0; i < 2; ++i) {
#if IMGUI_VERSION_NUM >= 18700
        ImGui::GetIO().AddMousePosEvent(position.x, position.y);
#else
        ImGui::GetIO().MousePos = position;
#endif
        frame();
    }
}

void Harness::press(int button) {
#if IMGUI_VERSION_NUM >= 18700
    ImGui::GetIO().AddMouseButtonEvent(button, true);
#else
    ImGui::GetIO().MouseDown[button] = true;
#endif
    frame();
}

void Harness::release(int button) {
#if IMGUI_VERSION_NUM >= 18700
    ImGui::GetIO().AddMouseButtonEvent(button, false);
#else
    ImGui::GetIO().MouseDown[button] = false;
#endif
    frame();
}

void Harness::click(ImVec2 position, int button) {
    move_to(position);
    frames(20);  // not the second half of a double click
    press(button);
    release(button);
    frame();
}

void Harness::double_click(ImVec2 position) {
    click(position);
    press();
    release();
    frame();
}

void Harness::drag(ImVec2 from, ImVec2 to, int steps) {
    move_to(from);
    frames(20);
    press();
    for (int i = 1; i <= steps; ++i) {
        const float share = static_cast<float>(i) / static_cast<float>(steps);
        move_to({from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share});
    }
    release();
    frame();
}

void Harness::wheel(float lines) {
#if IMGUI_VERSION_NUM >= 18700
    ImGui::GetIO().AddMouseWheelEvent(0, lines);
#else
    ImGui::GetIO().MouseWheel = lines;
#endif
    frames(2);
}

void Harness::hold(bool ctrl, bool shift, bool alt) {
    ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18900
    io.AddKeyEvent(ImGuiMod_Ctrl, ctrl);
    io.AddKeyEvent(ImGuiMod_Shift, shift);
    io.AddKeyEvent(ImGuiMod_Alt, alt);
#else
    io.KeyCtrl = ctrl;
    io.KeyShift = shift;
    io.KeyAlt = alt;
#endif
    frame();
}

void Harness::key(panels::compat::Key pressed) {
    ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18700
    io.AddKeyEvent(panels::compat::imgui_key(pressed), true);
    frame();
    io.AddKeyEvent(panels::compat::imgui_key(pressed), false);
#else
    io.KeysDown[panels::compat::imgui_key(pressed)] = true;
    frame();
    io.KeysDown[panels::compat::imgui_key(pressed)] = false;
#endif
    frames(2);
}

void Harness::type(std::string_view text) {
    ImGui::GetIO().AddInputCharactersUTF8(std::string(text).c_str());
    frames(2);
}

void Harness::replace_text(std::string_view text) {
    ImGuiIO& io = ImGui::GetIO();
    hold(true);
#if IMGUI_VERSION_NUM >= 18700
    io.AddKeyEvent(ImGuiKey_A, true);
    frame();
    io.AddKeyEvent(ImGuiKey_A, false);
#else
    io.KeysDown[io.KeyMap[ImGuiKey_A]] = true;
    frame();
    io.KeysDown[io.KeyMap[ImGuiKey_A]] = false;
#endif
    hold(false);
    if (text.empty())
        key(panels::compat::Key::Delete);
    else
        type(text);
}

std::vector<DrawnText> Harness::texts() const {
    std::vector<DrawnText> result;
    for (const Run& run : read_screen()) result.push_back(part_of(run, 0, run.text.size()));
    return result;
}

std::optional<DrawnText> Harness::find(std::string_view text, std::size_t nth) const {
    for (const Run& run : read_screen())
        for (std::size_t at = run.text.find(text); at != std::string::npos; at = run.text.find(text, at + 1))
            if (nth-- == 0) return part_of(run, at, text.size());
    return std::nullopt;
}

std::string Harness::screen() const {
    std::string all;
    for (const DrawnText& drawn : texts()) all += drawn.text + '\n';
    return all;
}

DrawnText Harness::need(std::string_view text, std::size_t nth) const {
    const std::optional<DrawnText> found = find(text, nth);
    INFO("looking for \"" << text << "\" on this screen:\n" << screen());
    REQUIRE(found);
    return *found;
}

void Harness::click_text(std::string_view text, std::size_t nth, int button) {
    click(need(text, nth).middle(), button);
}

void Harness::double_click_text(std::string_view text, std::size_t nth) { double_click(need(text, nth).middle()); }

void Harness::hover_text(std::string_view text, std::size_t nth) {
    move_to(need(text, nth).middle());
    frames(60);
}

std::size_t Harness::vertex_count() const {
    const ImDrawData* data = ImGui::GetDrawData();
    return data == nullptr ? 0 : static_cast<std::size_t>(data->TotalVtxCount);
}

std::vector<std::string> Harness::edit_labels() const {
    std::vector<std::string> labels;
    for (const panels::Request& request : performed)
        if (const auto* edit = std::get_if<panels::EditRequest>(&request)) labels.push_back(edit->label);
    return labels;
}
