#include "editor/app/chrome/languages.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <system_error>

#include "editor/base/font_files.hpp"
#include "panels/desk/languages.hpp"

namespace editor {

Languages::Languages() {
    std::map<std::string, const ecs::Catalog*> by_code;
    for (const ecs::Catalog& each : panels::built_in_languages()) by_code[each.code()] = &each;
    const std::filesystem::path beside = program_folder();
    for (const auto& folder : {beside / "languages", beside / "../share/chunkscope/languages"}) {
        std::error_code unreadable;
        for (const auto& each : std::filesystem::directory_iterator(folder, unreadable)) {
            if (each.path().extension() != ".json") continue;
            std::ifstream in(each.path(), std::ios::binary);
            const std::string json{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
            auto catalog = panels::read_catalog(json, each.path().stem().string(), each.path().string());
            if (!catalog) {
                problems_.push_back(catalog.error());
                continue;
            }
            read_.push_back(std::make_unique<const ecs::Catalog>(std::move(*catalog)));
            by_code[read_.back()->code()] = read_.back().get();
        }
    }
    for (const auto& each : by_code) all_.push_back(each.second);
}

const ecs::Catalog* Languages::find(std::string_view code) const {
    const auto found = std::find_if(all_.begin(), all_.end(), [&](const auto* each) { return each->code() == code; });
    return found == all_.end() ? nullptr : *found;
}

std::string Languages::of_environment() const {
    for (const char* const name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
        const char* const value = std::getenv(name);
        if (value == nullptr || *value == 0) continue;
        const std::string_view locale = value;
        const std::string code(locale.substr(0, locale.find_first_of("_.@")));
        return has(code) ? code : "en";
    }
    return "en";
}

}  // namespace editor
