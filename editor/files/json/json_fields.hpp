// Component values as JSON: `{ "x": 150, "target": "12v3" }`. Both directions follow the fields of the type and nothing
// else; world files, edit scripts and the recorded history all use them.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/types/component_type.hpp"
#include "editor/files/json/json_reader.hpp"

namespace editor {

/// Appends a whole value; the text itself for an opaque type. `data` is not looked at for tags.
void append_value(std::string& out, const ecs::ComponentType& type, const void* data);
/// Appends the members for these fields of a value: `{ "x": 1, "y": 2 }`. `base` is where the offsets count from.
void append_fields(std::string& out, std::span<const ecs::Field> fields, const void* base);
/// The same for some of the fields, by their positions.
void append_fields(std::string& out, const ecs::ComponentType& type, std::span<const std::uint32_t> positions,
                   const void* base);
/// The value of a field, whose data begins there.
void append_field_value(std::string& out, const ecs::Field& field, const void* data);
/// `"12v3"`, or null.
void append_entity(std::string& out, ecs::Entity entity);
char* write_entity(char* to, ecs::Entity entity);

/// Kinds whose values have a length that is bounded, whatever they are: all but texts, enums and structs.
bool has_short_values(ecs::FieldKind kind);
inline constexpr std::size_t longest_short_value = 160;
/// Writes one value of such a kind; returns where it ends. May write up to longest_short_value characters.
char* write_short_value(char* to, ecs::FieldKind kind, const void* data);

/// Where a value stood in the text, and what it was: an entity's own id, the one it is below, or a value of a kind that
/// went `to` a place.
struct ValueNote {
    enum class What : std::uint8_t { Id, Parent, Value };
    std::size_t begin = 0, end = 0;  // offsets of the reader
    What what = What::Value;
    ecs::FieldKind kind = ecs::FieldKind::F32;  // one of the single values, not Vec2 to Struct
    const void* to = nullptr;
    const ecs::Field* field = nullptr;
};
struct ValueNotes {
    std::vector<ValueNote> values;  // in the order of the text
    bool complete = true;           // everything that matters was noted
};

/// Reads component values. Throws FileError at what does not fit the type.
class FieldReader {
public:
    /// Entity of a name that is no id ("door"). Throws FileError when there is none.
    using FindEntity = std::function<ecs::Entity(std::string_view)>;

    FieldReader(JsonReader& json, FindEntity find_entity) : json_(json), find_entity_(std::move(find_entity)) {}

    /// Reads over `data`, a value of the type; what the text leaves out stays. `file_fields` are the fields that the
    /// file describes for the type, when these differ from its own: values of fields that are gone are passed over.
    /// `given` gets the positions of the fields that were given.
    void read_value(const ecs::ComponentType& type, void* data, const std::vector<ecs::Field>* file_fields = nullptr,
                    std::vector<std::uint32_t>* given = nullptr);
    /// An id like "12v3", or another string that find_entity_ knows, or null.
    ecs::Entity read_entity();

    /// From now on, what is read is noted there, if not null.
    void note_values(ValueNotes* notes) { value_notes_ = notes; }
    /// Notes the value that was read last.
    void note(ecs::FieldKind kind, const void* to, const ecs::Field* field = nullptr);

    /// Whether numbers that come now may have more digits than fit: no description says how many they mean.
    void watch_digits(bool watch) { watch_digits_ = watch; }
    /// By field: the first number that was rounded while digits were watched.
    const std::map<std::string, std::string>& rounded() const { return rounded_; }

    /// One line each: what was kept although the type has no word for it.
    const std::set<std::string>& notes() const { return notes_; }

private:
    void read_fields(const std::string& owner, const std::vector<ecs::Field>& fields,
                     const std::vector<ecs::Field>* file_fields, void* base, std::vector<std::uint32_t>* given);
    void read_field(const std::string& owner, const ecs::Field& field, const ecs::Field* file_field, void* data);
    void read_floats(const std::string& owner, const ecs::Field& field, void* data);
    float read_f32(const std::string& owner, const ecs::Field& field);
    void read_element(const std::string& owner, const ecs::Field& field, const ecs::Field* file_field, void* data);
    void read_enum(const std::string& owner, const ecs::Field& field, const ecs::Field* file_field, void* data);

    JsonReader& json_;
    FindEntity find_entity_;
    std::set<std::string> notes_;
    std::map<std::string, std::string> rounded_;
    bool watch_digits_ = false;
    ValueNotes* value_notes_ = nullptr;
};

/// Whether values of the file's field can be read as values of the program's: the same kind, or both numbers.
bool convertible(const ecs::Field& from_file, const ecs::Field& to);

/// Digits, a v, digits: what is meant to be an id, whether or not it is a good one.
bool looks_like_id(std::string_view text);

/// Whether an enum of this size can have the value.
bool fits_enum(const ecs::Field& field, std::int64_t value);

/// A number of this type. Throws FileError when there is none, or it does not fit.
template <class Number>
Number read_number_as(JsonReader& json);

extern template std::int8_t read_number_as(JsonReader&);
extern template std::int16_t read_number_as(JsonReader&);
extern template std::int32_t read_number_as(JsonReader&);
extern template std::int64_t read_number_as(JsonReader&);
extern template std::uint8_t read_number_as(JsonReader&);
extern template std::uint16_t read_number_as(JsonReader&);
extern template std::uint32_t read_number_as(JsonReader&);
extern template std::uint64_t read_number_as(JsonReader&);
extern template float read_number_as(JsonReader&);
extern template double read_number_as(JsonReader&);

}  // namespace editor
