// The catalogs of the languages that panels speak. Those of panels/languages are part of the library; a program may
// read more from files of the same form. Text is English until somebody calls ecs::speak().
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ecs/base/language.hpp"
#include "ecs/base/result.hpp"

namespace panels {

/// Made once, and kept as long as the program runs.
std::span<const ecs::Catalog> built_in_languages();
/// Null for English, and for a language that is not built in.
const ecs::Catalog* built_in_language(std::string_view code);

/// A catalog from the JSON text of a file: a flat object from English to the other language, in which the name of the
/// language is under "". `file` appears in the reason for a person why it is none.
ecs::Result<ecs::Catalog> read_catalog(std::string_view json, std::string code, const std::string& file);

/// Whether the present font of Dear ImGui has the characters of the catalog, as far as some of them tell.
bool font_can_write(const ecs::Catalog& catalog);

}  // namespace panels
