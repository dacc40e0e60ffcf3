// How the Storage Lab calls its storages: the name in the colour of text, and behind it, quiet, where it comes from.
// Where both do not fit, the name stands alone.
#pragma once

#include "ecs/lab/storages/storage.hpp"
#include "panels/base/imgui_compat.hpp"
#include "panels/base/style.hpp"

namespace panels {

/// An item of one line, at most `width` wide.
void storage_name(const Style& style, ecs::lab::StorageKind kind, float width);
/// The same as high as a button, for a line of such.
void storage_name_beside_frame(const Style& style, ecs::lab::StorageKind kind, float width);
/// The same at a place, up to `right`.
void draw_storage_name(const Style& style, ImDrawList& list, ImVec2 at, float right, ecs::lab::StorageKind kind);

}  // namespace panels
