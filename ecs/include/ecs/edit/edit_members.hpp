// An edit describes its members once, in its struct:
//
//     static constexpr void members(auto& member) {
//         member("entity", &SetParent::entity);
//         member("parent", &SetParent::parent);
//     }
//
// Bundles, edit scripts and the facts about edits go through this list with one function for each type of member. So
// a kind of edit is complete with its struct and its functions. The compiler refuses a kind that leaves out a member.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace ecs {

/// How edit scripts write a member. Bundles leave out entities and lists of structs that are optional and empty.
enum class MemberUse : std::uint8_t {
    Needed,
    Optional,      // left out while it is empty, 0 or the default
    OfVerb,        // the value of the verb: the first member, where no other one says so
    NotInScripts,  // only bundles have it
};

/// What a member means whose type does not say it. each_member passes `Meant<means::Component, T>` in place of the T.
namespace means {
struct Component {};  // an id, or a list of them
struct TypeOf {};     // the type of a value, which is described as a member of its own, before the value
struct Field {};      // the position of a field in the component that is described before it
struct System {};     // the name of one
struct Record {};     // an entity, or the handle_of_record of another record
struct Flag {};       // a number that counts as true when it is not 0
}  // namespace means
template <class Meaning, class T>
struct Meant {
    T& it;
};

/// Calls `visit(name, member, use)` for each member.
template <class Owner, class Visit>
class MemberWalk {
public:
    constexpr MemberWalk(Owner& owner, Visit& visit) : owner_(owner), visit_(visit) {}

    constexpr void operator()(std::string_view name, auto at, MemberUse use = MemberUse::Needed) {
        visit_(name, owner_.*at, use);
    }
    template <class Meaning>
    constexpr void operator()(std::string_view name, auto at, Meaning, MemberUse use = MemberUse::Needed) {
        visit_(name, Meant<Meaning, std::remove_reference_t<decltype(owner_.*at)>>{owner_.*at}, use);
    }
    /// The members of this member are described like its own.
    constexpr void parts(auto at) {
        MemberWalk<std::remove_reference_t<decltype(owner_.*at)>, Visit> walk(owner_.*at, visit_);
        std::remove_cvref_t<decltype(owner_.*at)>::members(walk);
    }

private:
    Owner& owner_;
    Visit& visit_;
};

template <class Owner, class Visit>
constexpr void each_member(Owner& owner, Visit&& visit) {
    MemberWalk<Owner, std::remove_reference_t<Visit>> walk(owner, visit);
    std::remove_cv_t<Owner>::members(walk);
}

/// Counts the members that a struct describes.
struct MemberCount {
    std::size_t count = 0;
    constexpr void operator()(std::string_view, auto, auto...) { ++count; }
    constexpr void operator()(std::string_view, auto, means::TypeOf) {}
    constexpr void parts(auto) { ++count; }
};

/// Converts to any member.
struct AnyMember {
    template <class T>
    operator T() const;
};
/// How many members an aggregate has.
template <class T, class... Before>
consteval std::size_t member_count() {
    if constexpr (requires { T{Before{}..., AnyMember{}}; })
        return member_count<T, Before..., AnyMember>();
    else
        return sizeof...(Before);
}
template <class T>
consteval bool describes_all_members() {
    MemberCount described;
    T::members(described);
    return described.count == member_count<T>();
}

/// A struct that describes all of its members.
template <class T>
concept Described = requires(MemberCount& count) {
    T::members(count);
    requires describes_all_members<T>();
};

}  // namespace ecs
