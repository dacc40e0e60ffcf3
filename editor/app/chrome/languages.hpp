// The Languages that the interface can have: English, those that are built in, and files beside the program. A file of
// the same name as a built-in language replaces it, so a translator sees the work without building anything.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/base/language.hpp"

namespace editor {

class Languages {
public:
    /// Reads the files `languages/*.json` beside the program or in its share folder.
    Languages();

    /// All but English, by code.
    const std::vector<const ecs::Catalog*>& all() const { return all_; }
    /// Null for English and for what nobody speaks.
    const ecs::Catalog* find(std::string_view code) const;
    bool has(std::string_view code) const { return code == "en" || find(code) != nullptr; }
    /// The code of the language that the environment asks for, if it is there; else "en".
    std::string of_environment() const;
    /// What was wrong with files, for a person.
    const std::vector<std::string>& problems() const { return problems_; }

private:
    std::vector<std::unique_ptr<const ecs::Catalog>> read_;
    std::vector<const ecs::Catalog*> all_;
    std::vector<std::string> problems_;
};

}  // namespace editor
