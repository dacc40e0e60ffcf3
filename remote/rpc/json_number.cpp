#include "remote/rpc/json_number.hpp"

#include <cstdint>
#include <limits>

#include "ecs/base/language.hpp"

namespace remote {

namespace {

constexpr int deepest_number = 32;

template <class T>
ecs::NumberFit carry(ecs::FieldKind from, T value, ecs::FieldKind kind, void* to) {
    return ecs::carry_number(from, &value, kind, to);
}

struct RoundedNumbers {
    std::size_t count = 0;
    std::string first;

    template <class Whole>
    void look(Whole wanted, const Json& kept, const std::string& place) {
        const auto value = kept.get<double>();
        if (ecs::holds_whole<double>(wanted) && value == static_cast<double>(wanted)) return;
        // What differs otherwise was written by the program since.
        if (value != static_cast<double>(wanted) && value != static_cast<double>(static_cast<float>(wanted))) return;
        if (kept.is_number_integer() && kept == wanted) return;
        if (++count > 1) return;
        first = ecs::phrase("{} became {}", std::to_string(wanted), text_of(kept));
        if (!place.empty()) first += " (" + place + ")";
    }
    void look(const Json& written, const Json& kept, const std::string& place, int depth) {
        if (depth > deepest_number) return;
        if (written.is_object() && kept.is_object()) {
            for (const auto& [name, value] : written.items())
                if (const auto found = kept.find(name); found != kept.end())
                    look(value, *found, place.empty() ? name : place + "." + name, depth + 1);
        } else if (written.is_array() && kept.is_array() && written.size() == kept.size()) {
            for (std::size_t i = 0; i < written.size(); ++i)
                look(written[i], kept[i], place + "[" + std::to_string(i) + "]", depth + 1);
        } else if (written.is_number_integer() && kept.is_number()) {
            if (written.is_number_unsigned())
                look(written.get<std::uint64_t>(), kept, place);
            else
                look(written.get<std::int64_t>(), kept, place);
        }
    }
};

}  // namespace

std::optional<ecs::NumberFit> nearest_number(const Json& given, ecs::FieldKind kind, void* to) {
    using enum ecs::FieldKind;
    const bool is_float = kind == F32 || kind == F64;
    if (given.is_null() && is_float) return carry(F64, std::numeric_limits<double>::quiet_NaN(), kind, to);
    if (given.is_number_unsigned()) return carry(U64, given.get<std::uint64_t>(), kind, to);
    if (given.is_number_integer()) return carry(I64, given.get<std::int64_t>(), kind, to);
    if (given.is_number_float()) return carry(F64, given.get<double>(), kind, to);
    return std::nullopt;
}

std::string rounded_in(const Json& written, const Json& kept) {
    RoundedNumbers found;
    found.look(written, kept, {}, 0);
    if (found.count < 2) return found.first;
    return ecs::phrase("{}, and {} more", found.first, std::to_string(found.count - 1));
}

}  // namespace remote
