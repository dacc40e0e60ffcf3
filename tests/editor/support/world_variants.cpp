#include "editor/support/world_variants.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "editor/demo/components.hpp"
#include "editor/support/demo.hpp"
#include "editor/support/world_examples.hpp"

namespace examples {

namespace {

using Json = nlohmann::ordered_json;

class Speller {
public:
    Speller(ecs::Random& random, Spelling spelling) : random_(random), spelling_(spelling) {
        common_seed_ = random.next();
    }

    std::string whole(const Json& file) {
        std::string text = "{";
        std::vector<std::string> members{"format", "version", "components", "systems", "scene"};
        members.insert(spelling_.entities_first ? members.begin() : members.end(), "entities");
        for (const std::string& name : members) {
            if (!file.contains(name)) continue;
            if (text.size() > 1) text += ',';
            text += "\n " + Json(name).dump() + ": ";
            if (name != "entities") {
                text += file[name].dump();
                continue;
            }
            text += '[';
            for (const Json& entity : file[name]) {
                if (text.back() != '[') text += ',';
                text += '\n';
                ecs::Random common(common_seed_);
                space_ = spelling_.own_space ? &random_ : &common;
                order_ = spelling_.own_order ? &random_ : &common;
                append(text, entity);
            }
            text += "\n]";
        }
        return text + "\n}\n";
    }

private:
    void append(std::string& text, const Json& value) {
        if (value.is_object()) {
            std::vector<std::string> keys;
            for (const auto& [key, member] : value.items()) keys.push_back(key);
            for (std::size_t i = keys.size(); i > 1; --i)
                std::swap(keys[i - 1], keys[order_->below(static_cast<std::uint32_t>(i))]);
            text += '{';
            for (std::size_t i = 0; i < keys.size(); ++i) {
                text += (i > 0 ? "," : "") + space() + Json(keys[i]).dump() + space() + ':' + space();
                append(text, value[keys[i]]);
                text += space();
            }
            text += '}';
        } else if (value.is_array()) {
            text += '[';
            for (std::size_t i = 0; i < value.size(); ++i) {
                text += (i > 0 ? "," : "") + space();
                append(text, value[i]);
                text += space();
            }
            text += ']';
        } else {
            text += value.dump(-1, ' ', random_.below(4) == 0);
        }
    }

    std::string space() {
        static constexpr const char* spaces[] = {"", " ", "  ", "\n", "\t ", "\r\n    "};
        return spaces[space_->below(6)];
    }

    ecs::Random& random_;
    Spelling spelling_;
    std::uint64_t common_seed_ = 0;
    ecs::Random* space_ = nullptr;
    ecs::Random* order_ = nullptr;
};

/// What damage puts into a file, with spaces between: pieces of JSON, most of them where none belongs.
constexpr std::string_view pieces = R"(" { } [ ] , : 0 -1 1e999 null true \ )"
                                    "\n"
                                    R"( "id" "1v1" "0v0" 4294967296 "nan" [[[[ e . - 00 "parent" \ud800 )"
                                    "\xff \xc3\xa9"
                                    R"( "components" "fields")";

std::string_view any_piece(ecs::Random& random) {
    const auto spaces = static_cast<std::uint32_t>(std::count(pieces.begin(), pieces.end(), ' '));
    std::string_view rest = pieces;
    for (std::uint32_t skipped = random.below(spaces + 1); skipped > 0; --skipped)
        rest.remove_prefix(rest.find(' ') + 1);
    return rest.substr(0, rest.find(' '));
}

}  // namespace

std::unique_ptr<editor::Session> session_of_kinds(std::uint64_t seed, std::size_t entities) {
    ecs::Random random(seed);
    auto session = demo::new_session();
    ecs::World& world = session->world;
    ecs::TypeRegistry& types = world.types();
    register_everything(types);
    const auto id = [&](const char* name) { return types.find(name)->id; };
    const std::vector<std::vector<ecs::ComponentId>> kinds{{id("Position"), id("Velocity")},
                                                           {id("Position"), id("Velocity"), id("Shape"), id("Enemy")},
                                                           {id("Everything")},
                                                           {id("Position"), id("Color"), id("Health")},
                                                           {},
                                                           {id("Frozen")}};
    std::size_t kind = 0;
    for (std::size_t i = 0; i < entities; ++i) {
        if (random.below(5) == 0) kind = random.below(static_cast<std::uint32_t>(kinds.size()));
        const ecs::Entity entity = world.create_with(kinds[kind]);
        if (random.below(8) == 0) world.add(entity, ecs::Name{random_text(random)});
        if (random.below(8) == 0 && i > 0)
            world.set_parent(entity, world.entity_at_slot(1 + random.below(static_cast<std::uint32_t>(i))));
        for (const ecs::ComponentId component : kinds[kind])
            if (void* const value = world.get_mut(entity, component))
                fill_at_random(world, types[component].fields, value, random);
        if (random.below(20) == 0) world.destroy(entity);
    }
    return session;
}

std::string respelt(const std::string& text, ecs::Random& random, Spelling spelling) {
    return Speller(random, spelling).whole(Json::parse(text));
}

std::string damaged(std::string text, ecs::Random& random) {
    const auto any = [&](std::size_t count) { return random.below(static_cast<std::uint32_t>(count)); };
    for (std::uint32_t i = 1 + random.below(3); i > 0 && !text.empty(); --i) {
        const std::size_t at = any(text.size()), length = any(std::min<std::size_t>(text.size() - at, 40)) + 1;
        switch (random.below(7)) {
            case 0:
                text[at] = static_cast<char>(random.next());
                break;
            case 1:
                text.erase(at, length);
                break;
            case 2:
                text.insert(at, text.substr(any(text.size()), length));
                break;
            case 3:
                text.insert(at, any_piece(random));
                break;
            case 4:
                text.replace(at, 1, any_piece(random));
                break;
            case 5: {  // a digit that is another one: ids and values that are still well-formed
                const std::size_t digit = text.find_first_of("0123456789", at);
                if (digit != std::string::npos) text[digit] = static_cast<char>('0' + any(10));
                break;
            }
            default:
                text.resize(at);
                break;
        }
    }
    return text;
}

}  // namespace examples
