// The field that gets what is typed next: a text field that is told to take the keyboard has it only one frame later. A
// program that lets keys and characters wait until then loses none, and takes none for a command. Ask between two
// frames.
#pragma once

namespace panels {

/// Whether something was told to take the keyboard in the last frame, and takes it in the next one.
bool text_field_awaited();
/// Whether a text field had the keyboard in the last frame. ImGuiIO::WantTextInput says so one frame later.
bool text_field_active();

}  // namespace panels
