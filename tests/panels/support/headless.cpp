#include "panels/support/headless.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>
#include <utility>

#include "catch.hpp"
#include "panels/base/tooltip.hpp"

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

Harness::Harness(ImVec2 panel_size)
    : panels::Desk(*this, style, [] { return std::vector<std::unique_ptr<panels::Panel>>(); }),
      panel_size_(panel_size) {
    clock = panels::FrameClock([this] { return time_secs_; });
    show_world(nullptr);
    ImGui::SetAllocatorFunctions(imgui_allocate, imgui_free);
    imgui_ = ImGui::CreateContext();
    ImGui::SetCurrentContext(imgui_);
    editor::add_actions(key_map);
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
    close();
    ImGui::SetCurrentContext(imgui_);  // another one may have ended meanwhile
#if IMGUI_VERSION_NUM >= 19200
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
        texture->SetTexID(ImTextureID_Invalid);
        texture->SetStatus(ImTextureStatus_Destroyed);
    }
#endif
    ImGui::DestroyContext(imgui_);
}

namespace {

/// No tooltip of any panel covers what it explains, as long as there is room beside that.
void check_tooltip() {
    const auto shown = panels::shown_tooltip();
    if (!shown) return;
    const panels::Area both = panels::common_area(shown->area, shown->about);
    if (both.width() <= 0 || both.height() <= 0) return;
    INFO("a tooltip from " << shown->area.low.x << ", " << shown->area.low.y << " to " << shown->area.high.x << ", "
                           << shown->area.high.y << " covers what lies from " << shown->about.low.x << ", "
                           << shown->about.low.y << " to " << shown->about.high.x << ", " << shown->about.high.y);
    CHECK(shown->about.height() > ImGui::GetIO().DisplaySize.y / 4);
}

}  // namespace

void Harness::show_world(ecs::PlaySession* played) {
    show({.world = world,
          .schedule = schedule,
          .history = history,
          .play = played,
          .timeline = &timeline,
          .watched = false});  // a test watches what it is about
}

void Harness::lend(panels::Context& context) {
    context.places = &places;
    // A test has records of its own.
    context.journal = nullptr;
    context.archetypes = nullptr;
    context.moves = nullptr;
    context.watches = nullptr;
    context.recording = nullptr;
    context.costs = nullptr;
    context.tick_trace = nullptr;
    context.debugger = nullptr;
    for (const auto& lend : lent_) lend(context);
}

void Harness::add(panels::Panel& panel) {
    add([&panel](const panels::Context& context) { panel.show(context); });
}

void Harness::add(std::function<void(const panels::Context&)> draw) {
    shown_.push_back(std::move(draw));
    ImGui::GetIO().DisplaySize.x = static_cast<float>(shown_.size()) * (panel_size_.x + gap_between_panels);
}

void Harness::add_windows(std::function<void(const panels::Context&)> draw) {
    windows_.push_back(std::move(draw));
    ImGui::GetIO().DisplaySize = panel_size_;
}

void Harness::frame() {
    time_secs_ += static_cast<double>(ImGui::GetIO().DeltaTime);
    selection.clear_hovered();
    style.pointed_component = &selection.hovered_component;
    stayed_awake += std::exchange(in_motion, false) ? 1 : 0;
    keyboard.before_frame(keys_used);
    if (ticks_while_playing && transport.playing) schedule.tick(world);
    ImGui::NewFrame();
    second_clicks_.frame_began();
    keyboard.frame_began();
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
    for (const auto& draw : windows_) draw(context());
    context_menu.draw(context());
    ImGui::Render();
    read_.reset();
    check_tooltip();
#if IMGUI_VERSION_NUM >= 19200
    pretend_to_upload_textures();
#endif
    if (panels::TickTrace* const trace = context().tick_trace) trace->settle(schedule);
    keyboard.act(*this);
    if (alter) std::for_each(requests.begin(), requests.end(), alter);
    const std::vector<panels::Request> asked = requests;
    const std::size_t waited = runner.waiting().size();
    carry_out(stands_still);
    if (stands_still && runner.waiting().size() > waited) {
        for (const panels::Request& request : asked)
            if (!panels::changes_world(request)) performed.push_back(request);
    } else {
        note(asked);
    }
}

void Harness::frames(int count) {
    for (int i = 0; i < count; ++i) frame();
}

void Harness::wait_for(panels::Request request) {
    std::vector<panels::Request> asked;
    asked.push_back(std::move(request));
    runner.execute(subject(), asked, true);
}

void Harness::go_on() {
    stands_still = false;
    note(runner.waiting());
    execute_waiting();
    frame();
}

void Harness::note(std::span<const panels::Request> asked) {
    for (const panels::Request& request : asked) performed.push_back(request);
}

std::vector<std::string> Harness::edit_labels() const {
    std::vector<std::string> labels;
    for (const panels::Request& request : performed)
        if (const auto* edit = std::get_if<panels::EditRequest>(&request)) labels.push_back(edit->label);
    return labels;
}
