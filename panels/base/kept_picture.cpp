#include "panels/base/kept_picture.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <cstdint>

namespace panels {

namespace {

// ImTextureID is a pointer in old releases of Dear ImGui, a number in new ones.
[[maybe_unused]] std::uint64_t number_of(const void* id) { return reinterpret_cast<std::uintptr_t>(id); }
[[maybe_unused]] std::uint64_t number_of(std::uint64_t id) { return id; }

/// What the glyphs are drawn with: when it is built again, kept glyphs would be others.
std::uint64_t font_texture() {
    const ImFontAtlas* const fonts = ImGui::GetIO().Fonts;
#if IMGUI_VERSION_NUM >= 19200
    return number_of(static_cast<const void*>(fonts->TexData));
#else
    const auto size = static_cast<std::uint64_t>(fonts->TexWidth) << 48 | static_cast<std::uint64_t>(fonts->TexHeight)
                                                                              << 32;
    return number_of(fonts->TexID) ^ number_of(static_cast<const void*>(fonts->Fonts.Data)) ^ size;
#endif
}

}  // namespace

void KeptPicture::begin() {
    parts_.clear();
    kept_ = false;
    first_index_ = static_cast<unsigned int>(ImGui::GetWindowDrawList()->IdxBuffer.Size);
}

void KeptPicture::copy(const ImDrawList& list, unsigned int first_index) {
    for (const ImDrawCmd& command : list.CmdBuffer) {
        if (command.UserCallback != nullptr) continue;
        const unsigned int from = std::max(command.IdxOffset, first_index), to = command.IdxOffset + command.ElemCount;
        if (from >= to) continue;
        Part part{command.ClipRect, command, {}, {}};
        const ImDrawIdx* const indices = list.IdxBuffer.Data;
        const auto [low, high] = std::minmax_element(indices + from, indices + to);
        const ImDrawVert* const vertices = list.VtxBuffer.Data + command.VtxOffset;
        part.vertices.assign(vertices + *low, vertices + *high + 1);
        part.indices.reserve(to - from);
        for (unsigned int i = from; i < to; ++i) part.indices.push_back(static_cast<ImDrawIdx>(indices[i] - *low));
        parts_.push_back(std::move(part));
    }
}

void KeptPicture::copy_parts_of(const void* parent) {
    const auto* const window = static_cast<const ImGuiWindow*>(parent);
    for (const ImGuiWindow* child : window->DC.ChildWindows) {
        constexpr ImGuiWindowFlags apart = ImGuiWindowFlags_Popup | ImGuiWindowFlags_Tooltip;
        if (!child->Active || child->Hidden || (child->Flags & apart) != 0) continue;
        copy(*child->DrawList, 0);
        copy_parts_of(child);
    }
}

void KeptPicture::keep() {
    const ImGuiWindow* const window = ImGui::GetCurrentWindow();
    copy(*window->DrawList, first_index_);
    copy_parts_of(window);
    at_ = window->Pos;
    size_ = window->Size;
    scroll_ = window->Scroll;
    content_ = {window->DC.CursorMaxPos.x - window->Pos.x, window->DC.CursorMaxPos.y - window->Pos.y};
    font_texture_ = font_texture();
    kept_ = true;
}

bool KeptPicture::draw() const {
    ImGuiWindow* const window = ImGui::GetCurrentWindow();
    const auto same = [](ImVec2 a, ImVec2 b) { return a.x == b.x && a.y == b.y; };
    if (!kept_ || !same(size_, window->Size) || !same(scroll_, window->Scroll) || font_texture_ != font_texture())
        return false;
    const ImVec2 moved{window->Pos.x - at_.x, window->Pos.y - at_.y};
    ImDrawList& list = *window->DrawList;
    for (const Part& part : parts_) {
        list.PushClipRect({part.clip.x + moved.x, part.clip.y + moved.y},
                          {part.clip.z + moved.x, part.clip.w + moved.y});
#if IMGUI_VERSION_NUM >= 19200
        list.PushTexture(part.command.TexRef);
#else
        list.PushTextureID(part.command.TextureId);
#endif
        list.PrimReserve(static_cast<int>(part.indices.size()), static_cast<int>(part.vertices.size()));
        const auto first = static_cast<ImDrawIdx>(list._VtxCurrentIdx);
        for (const ImDrawIdx index : part.indices) *list._IdxWritePtr++ = static_cast<ImDrawIdx>(first + index);
        for (const ImDrawVert& vertex : part.vertices) {
            *list._VtxWritePtr = vertex;
            list._VtxWritePtr->pos.x += moved.x;
            list._VtxWritePtr->pos.y += moved.y;
            ++list._VtxWritePtr;
        }
        list._VtxCurrentIdx += static_cast<unsigned int>(part.vertices.size());
#if IMGUI_VERSION_NUM >= 19200
        list.PopTexture();
#else
        list.PopTextureID();
#endif
        list.PopClipRect();
    }
    // The window stays as high as it was, or its scroll bar would jump.
    const ImVec2 end{window->Pos.x + content_.x, window->Pos.y + content_.y};
    window->DC.CursorMaxPos = {std::max(window->DC.CursorMaxPos.x, end.x), std::max(window->DC.CursorMaxPos.y, end.y)};
    return true;
}

bool busy_with_present_window() {
    const ImGuiContext& imgui = *ImGui::GetCurrentContext();
    constexpr ImGuiHoveredFlags hovered = ImGuiHoveredFlags_ChildWindows | ImGuiHoveredFlags_AllowWhenBlockedByPopup |
                                          ImGuiHoveredFlags_AllowWhenBlockedByActiveItem;
    return ImGui::IsWindowHovered(hovered) || ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows) ||
           imgui.OpenPopupStack.Size > 0 || imgui.DragDropActive || ImGui::IsWindowAppearing();
}

}  // namespace panels
