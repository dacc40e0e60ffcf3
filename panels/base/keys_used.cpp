#include "panels/base/keys_used.hpp"

#include "panels/base/panel.hpp"

namespace panels {

bool navigates(compat::Key key) {
    return key <= compat::Key::Escape && key != compat::Key::Delete && key != compat::Key::Backspace;
}

bool take_key(const Context& context, compat::Key key, bool repeat) {
    const ImGuiIO& io = ImGui::GetIO();
    if (!compat::key_pressed(key, repeat) || io.WantTextInput || io.KeyCtrl || io.KeyAlt) return false;
    if (io.NavVisible && navigates(key)) return false;
    if (context.keys == nullptr) return true;
    if (context.keys->has(key)) return false;
    context.keys->add(key);
    return true;
}

}  // namespace panels
