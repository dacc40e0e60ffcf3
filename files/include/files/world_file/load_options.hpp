// How a world file is loaded. A game that registered its types needs none of it. A program whose types depend on the
// scene that the file names, as the editor's do, says here which types and systems it knows.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ecs/base/progress.hpp"
#include "ecs/types/type_registry.hpp"

namespace ecs {
class World;
}

namespace files {

struct WorldFile;

/// Whether to read a file whose types have other fields than the program's although values would be dropped or
/// narrowed. Accept only if a person agreed.
enum class Losses { Refuse, Accept };

/// The component types that a program brings for one file.
struct ProgramTypes {
    /// Registers them. May be empty.
    std::function<void(ecs::TypeRegistry& types)> add = {};
    /// How warnings name their owner: "the program", "the scene".
    std::string owner = "the program";
    /// When the file describes a type of that name with other fields: whether the name is the file's, and the
    /// program's type is called by its name and `suffix` in this world. Else values are read by field name.
    bool give_way = false;
    std::string suffix = {};
    /// For a file that an earlier build of the program wrote: the types which that build had. Their names are the
    /// program's even if it gives way, so values are read by field name.
    struct Replaced {
        std::vector<std::string> names;
        std::string by;  // how warnings name the present build
    };
    std::optional<Replaced> replaced = {};
};

struct LoadOptions {
    ecs::Progress* progress = nullptr;  // what is cancelled throws Cancelled
    Losses losses = Losses::Refuse;     // accepted ones are listed in WorldFile::losses

    // For programs whose types depend on the file. Functions may be empty, and may add to the file's `warnings`. They
    // are called a second time when reading has to begin again.

    /// Called when the scene is known, and nothing else is.
    std::function<ProgramTypes(WorldFile& file)> types = {};
    /// Called when the world has all types that the file describes, and no entities yet: to make its systems.
    std::function<void(WorldFile& file)> systems = {};
    /// A world to begin again in, instead of the present one, which is thrown away. After an error, too, the present
    /// world is left as it is.
    std::function<ecs::World&()> another_world = {};
};

}  // namespace files
