// A KeptPicture is what a panel drew in an earlier frame: the triangles of its window and of the parts inside. A panel
// that costs too much to be drawn in each frame shows it in between. The owner is whoever throttles the panel.
#pragma once

#include <cstdint>
#include <vector>

#include <imgui.h>

namespace panels {

class KeptPicture {
public:
    /// Notes what the present window has already; what is drawn from now on, until keep(), is the picture.
    void begin();
    void keep();
    void forget() { *this = {}; }
    /// Draws it into the present window, which leaves it as large as it was. False when it does not fit any more: the
    /// window has another size, is scrolled, or the font's texture is another one. Then nothing is drawn.
    bool draw() const;

private:
    struct Part {
        ImVec4 clip;
        ImDrawCmd command;  // for the texture
        std::vector<ImDrawVert> vertices;
        std::vector<ImDrawIdx> indices;
    };
    void copy(const ImDrawList& list, unsigned int first_index);
    void copy_parts_of(const void* window);

    bool kept_ = false;
    unsigned int first_index_ = 0;
    ImVec2 at_, size_, scroll_, content_;
    std::uint64_t font_texture_ = 0;
    std::vector<Part> parts_;
};

/// Whether the mouse is over the present window or a part of it, or the person holds something there, or it or any menu
/// has the keyboard. Then it has to be drawn as it is now.
bool busy_with_present_window();

}  // namespace panels
