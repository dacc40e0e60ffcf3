#include "panels/desk/languages.hpp"

#include <utility>
#include <vector>

#include <imgui.h>

#include "ecs/base/utf8.hpp"
#include "files/base/file_error.hpp"
#include "files/json/json_reader.hpp"
#include "panels/base/imgui_compat.hpp"
#include "panels/texts/language_texts.hpp"

namespace panels {

std::span<const ecs::Catalog> built_in_languages() {
    static const std::vector<ecs::Catalog> all = [] {
        std::vector<ecs::Catalog> catalogs;
        for (const LanguageText& language : language_texts()) {
            std::string json;
            for (const std::string_view line : language.lines) json += line;
            auto catalog = read_catalog(json, std::string(language.code), std::string(language.code) + ".json");
            // The tests read the files, so what is wrong with one is known before anybody has the program.
            if (catalog) catalogs.push_back(std::move(*catalog));
        }
        return catalogs;
    }();
    return all;
}

const ecs::Catalog* built_in_language(std::string_view code) {
    for (const ecs::Catalog& each : built_in_languages())
        if (each.code() == code) return &each;
    return nullptr;
}

ecs::Result<ecs::Catalog> read_catalog(std::string_view json, std::string code, const std::string& file) {
    try {
        files::JsonReader reader(json, file);
        ecs::Catalog::Texts texts;
        std::string name = code;
        reader.begin_object();
        while (const std::optional<std::string_view> key = reader.next_member()) {
            std::string english(*key), text(reader.read_string());
            if (english.empty())
                name = std::move(text);
            else if (!text.empty())  // else it is not translated yet, and stays English
                texts.emplace_back(std::move(english), std::move(text));
        }
        reader.finish();
        return ecs::Catalog(std::move(code), std::move(name), std::move(texts));
    } catch (const files::FileError& error) {
        return ecs::Error{error.what()};
    }
}

bool font_can_write(const ecs::Catalog& catalog) {
    const std::string& name = catalog.name();
    for (std::size_t at = 0; at < name.size();)
        if (!compat::has_glyph(*ImGui::GetFont(), static_cast<ImWchar>(ecs::next_character(name, at)))) return false;
    return true;
}

}  // namespace panels
